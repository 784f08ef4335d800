"""A seat whose player is gone: a bot plays on after a while, and gives it back."""

import pytest

from tests.server.cluster import UNLIMITED, one_server
from tests.server.player import Player, agree, check_picture, level, play_on, seat_all, start


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    options = (*UNLIMITED, "--takeover-seconds", "1")
    with one_server(tmp_path_factory.mktemp("takeover"), *options) as cluster:
        yield cluster


async def round_of_two(cluster, **settings):
    """A round that is on: who is to act, and who waits."""
    players = [Player("Ann"), Player("Ben")]
    settings = {"clock": {"type": "none"}, "pace": "fast"} | settings
    await seat_all(players, [cluster.url()], rulebook="jumbo", **settings)
    await start(players)
    await level(players)
    return sorted(players, key=lambda player: not player.my_turn)


async def test_a_bot_plays_for_who_is_gone_and_gives_the_seat_back(cluster):
    gone, waiting = await round_of_two(cluster)
    seat = gone.picture.room["you"]
    number = gone.picture.number
    await gone.drop()
    await waiting.until(lambda: waiting.picture.room["seats"][seat]["away"])
    assert waiting.picture.room["seats"][seat] | {"ready": False} == {
        "kind": "person",
        "name": gone.name,
        "level": "greedy",
        "away": True,
        "ready": False,
        "host": gone.picture.room["host"],
        "connected": False,
        "next": "",
    }
    for _ in range(2):
        await waiting.until(lambda: waiting.my_turn)
        await waiting.do(**waiting.choice())
    await waiting.until(lambda: waiting.my_turn)
    moves = [
        event["seat"]
        for message in waiting.log
        if message["type"] == "happened" and message["number"] > number
        for event in message["events"]
        if event["type"] in ("played", "drew")
    ]
    assert moves == [seat, 1 - seat] * 2 + [seat]

    await gone.again()
    await waiting.until(lambda: not waiting.picture.room["seats"][seat]["away"])
    await level([gone, waiting])
    assert gone.picture.room["seats"][seat]["level"] is None
    await waiting.do(**waiting.choice())
    await gone.until(lambda: gone.my_turn)
    await gone.do(**gone.choice())
    await play_on([gone, waiting], moves=4)
    await agree([gone, waiting])
    for player in (gone, waiting):
        await check_picture(player)
        await player.drop()


async def test_nobody_plays_for_who_is_gone_where_the_host_does_not_want_it(cluster):
    gone, waiting = await round_of_two(cluster, takeover=False)
    allowed, patient = await round_of_two(cluster)
    seat = allowed.picture.room["you"]
    number = gone.picture.number
    await gone.drop()
    await allowed.drop()
    await patient.until(lambda: patient.picture.room["seats"][seat]["away"])
    await gone.again()
    assert gone.picture.number == number
    assert gone.my_turn
    for player in (gone, waiting, patient):
        await player.drop()
