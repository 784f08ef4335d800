"""Questions that may take long are answered in processes, so that nobody else waits for them."""

import asyncio

import httpx
import psutil
import pytest
from msgspec.structs import replace

from tests.server.cluster import one_server
from tests.server.rooms import ANN, BEN, ask, dealt, lobby
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import rulebook
from tilerummy.rules.notation import format_tiles
from tilerummy.server.room import commands
from tilerummy.server.room.slow_work import deciding_may_be_slow as takes_thought


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with one_server(tmp_path_factory.mktemp("server")) as cluster:
        yield cluster


UNSEEN = ["y8 y9 y10", "y11 r11 b11 k11"]
"""An opening of three elevens that was rebuilt at once."""


HARD = {
    "rulebook": "twist",
    "rack": format_tiles(rulebook("twist").deck),
    "opened": False,
}
"""A whole box on one rack: in this box there are more openings than anybody can look at."""
EASY = {"rulebook": "jumbo", "rack": "k4 k5 k6"}


def asker(cluster, address):
    """Somebody with that address on this machine."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    return httpx.AsyncClient(base_url=cluster.url(), transport=transport, timeout=120)


async def test_whoever_asks_much_waits_and_nobody_else_does(tmp_path):
    with one_server(tmp_path) as cluster:
        async with asker(cluster, "127.0.0.2") as many, asker(cluster, "127.0.0.3") as one:
            assert (await one.post("/api/solve", json=EASY)).json()["tiles"] == 3
            asked = [asyncio.create_task(many.post("/api/solve", json=HARD)) for _ in range(4)]
            await asyncio.sleep(0.2)
            easy = await one.post("/api/solve", json=EASY)
            assert (easy.status_code, easy.json()["tiles"]) == (200, 3)
            assert not all(task.done() for task in asked)
            for answer in await asyncio.gather(*asked):
                assert answer.status_code in (200, 503), answer.text


async def test_too_many_questions_at_once_are_refused_and_it_says_when_to_ask_again(tmp_path):
    with one_server(tmp_path) as cluster:
        async with asker(cluster, "127.0.0.2") as many:
            answers = await asyncio.gather(*[many.post("/api/solve", json=HARD) for _ in range(12)])
            refused = [one for one in answers if one.status_code == 503]
            assert len(refused) >= 6
            assert all(int(one.headers["retry-after"]) > 0 for one in refused)
            assert all(one.json()["code"] in ("Overworked", "TooLong") for one in refused)
            assert (await many.post("/api/solve", json=EASY)).status_code == 200


@pytest.mark.parametrize(
    ("path", "question"),
    [
        ("judge", {"rulebook": "jumbo", "after": ["k4 k5 k6"] * 36}),
        ("judge", {"rulebook": "jumbo", "table": ["k4 k5 k6"] * 36, "after": []}),
        ("arrange", {"rulebook": "twist", "tiles": "b4 " * 200}),
        ("solve", {"rulebook": "jumbo", "rack": "k4 " * 107}),
    ],
    ids=["judge", "judge table", "arrange", "solve"],
)
async def test_more_tiles_than_the_box_has_are_refused(server, path, question):
    async with httpx.AsyncClient(base_url=server.url()) as client:
        answer = await client.post(f"/api/{path}", json=question)
    assert answer.status_code == 400
    assert "of the box" in answer.json()["message"]


def test_a_server_that_is_killed_leaves_no_process_behind(tmp_path):
    with one_server(tmp_path) as cluster:
        assert httpx.post(f"{cluster.url()}/api/solve", json=EASY).status_code == 200
        workers = psutil.Process(cluster.processes[0].pid).children(recursive=True)
        assert workers
        cluster.kill()
        _, alive = psutil.wait_procs(workers, timeout=60)
        assert alive == []


def about_to_open():
    """Ann has three elevens and has not opened; there is a run that one of them fits."""
    room = dealt(lobby(ANN, BEN))
    hands = ["r11 b11 k11 y1", "k1 k2"]
    now = Round.from_hands(room.rules, hands, pool="y2", table="y8 y9 y10 y11")
    return replace(room, round=now)


def test_an_opening_that_was_looked_for_is_written_down():
    room = about_to_open()
    played = ask(room, ANN, commands.Play(id=1, table=UNSEEN, seen=room.number))
    (opening,) = played.action.opening
    assert {str(tile) for tile in opening.tiles} == {"r11", "b11", "k11"}


def test_only_what_may_ask_the_solver_takes_thought():
    room = about_to_open()
    play = commands.Play(id=1, table=UNSEEN, seen=room.number)
    assert takes_thought(room, ANN, play)
    assert not takes_thought(room, ANN, commands.Draw(id=1, seen=room.number))
    assert not takes_thought(lobby(ANN, BEN), ANN, play)
    opened = replace(room, round=Round.from_hands(room.rules, ["y1", "k1"], opened=[0, 1]))
    assert not takes_thought(opened, ANN, play)
    assert not takes_thought(opened, ANN, commands.Pass(id=1, seen=0))


def test_whether_one_may_pass_takes_thought_where_one_must_lay():
    room = dealt(lobby(ANN, BEN, rulebook="ravensburger-travel-de"))
    request = commands.Pass(id=1, seen=0)
    assert not takes_thought(room, ANN, request)
    empty = Round.from_hands(room.rules, ["y1", "k1"], opened=[0, 1])
    assert takes_thought(replace(room, round=empty), ANN, request)
