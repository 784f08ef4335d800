"""People who come late, are removed and let in again, over real sockets."""

import pytest

from tests.server.cluster import one_server
from tests.server.player import Player

BOTS = {"rulebook": "jumbo", "seats": 2, "pace": "fast", "clock": {"type": "none"}}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with one_server(tmp_path_factory.mktemp("company")) as cluster:
        yield cluster


async def room(cluster, *people, **settings):
    """A round of Ann against a bot that has begun, and these people connected to it."""
    ann = Player("Ann")
    wanted = BOTS | settings
    bots = ["greedy"] * (wanted["seats"] - 1)
    code = await ann.create(cluster.url(), settings=wanted, bots=bots, start=True)
    await ann.enter(cluster.url(), code)
    for one in people:
        await one.enter(cluster.url(), code)
    return ann, code


async def drop(*players):
    for player in players:
        await player.drop()


async def test_somebody_late_has_the_bot_s_tiles_at_once_and_is_removed_again(cluster):
    ben = Player("Ben")
    ann, code = await room(cluster, ben)
    assert ben.picture.room["you"] is None
    await ben.do(type="join", name="Ben")
    await ben.until(lambda: ben.picture.room["you"] == 1)
    assert len(ben.picture.round["rack"].split()) == ben.picture.round["counts"][1]
    await ann.until(lambda: ann.picture.room["seats"][1]["name"] == "Ben")

    await ann.do(type="remove", seat=1, reason="away")
    await ben.until(lambda: ben.log[-1]["type"] == "notice")
    assert ben.log[-1] == {"type": "notice", "key": "removed", "again": False, "reason": "away"}
    await ann.until(lambda: ann.picture.room["seats"][1]["kind"] == "bot")

    again = Player("Ben")
    again.token = ben.token
    await again.enter(cluster.url(), code)
    assert again.log[0]["reasons"][0]["code"] == "REMOVED"
    await again.until(lambda: again.log[-1]["type"] == "notice")
    (removed,) = ann.last_of("seats")["removed"]
    await ann.do(type="readmit", number=removed["number"])
    await again.again(resume=False)
    assert again.picture.room["you"] is None
    await drop(ann, ben, again)


async def test_a_room_without_spectators_can_be_joined_with_the_first_message(cluster):
    ann, code = await room(cluster, spectators=False)
    watcher, ben = Player("Watcher"), Player("Ben")
    await watcher.enter(cluster.url(), code)
    assert watcher.log[0]["reasons"][0]["code"] == "NO_SPECTATORS"
    await ben.enter(cluster.url(), code, join="Ben")
    assert ben.picture.room["you"] == 1
    assert ben.picture.round["rack"]
    await drop(ann, watcher, ben)
