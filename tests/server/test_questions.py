"""Questions that may take long are answered in threads, so that nobody else waits for them."""

import asyncio
import threading
from dataclasses import replace

import httpx
import pytest

from tests.server.rooms import ANN, BEN, ask, dealt, lobby
from tilerummy.engine.rounds import Round
from tilerummy.server import protocol
from tilerummy.server.app import create_app
from tilerummy.server.config import Config
from tilerummy.server.deciding import takes_thought

UNSEEN = ["y8 y9 y10", "y11 r11 b11 k11"]
"""An opening of three elevens that was rebuilt at once."""


@pytest.mark.parametrize(
    ("path", "question"),
    [
        ("judge", {"rulebook": "jumbo", "rack": "k4 k5 k6", "after": ["k4 k5 k6"]}),
        ("arrange", {"rulebook": "twist", "tiles": "b4 *m b4"}),
        ("solve", {"rulebook": "jumbo", "rack": "k4 k5 k6"}),
    ],
    ids=["judge", "arrange", "solve"],
)
async def test_whoever_asks_from_outside_waits_and_nobody_else(tmp_path, path, question):
    app = create_app(Config(database=f"sqlite+aiosqlite:///{tmp_path / 'game.sqlite'}"))
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here")
    async with app.lifespan(), client:
        workers, done = app.state.hub.services.workers, threading.Event()
        busy = [asyncio.create_task(workers.study(done.wait)) for _ in range(2)]
        asked = asyncio.create_task(client.post(f"/api/{path}", json=question))
        await asyncio.wait([asked], timeout=0.3)
        waits = not asked.done()
        healthy = await client.get("/health")
        done.set()
        await asyncio.gather(*busy)
        assert (waits, healthy.text, (await asked).status_code) == (True, "ok", 200)


def about_to_open():
    """Ann has three elevens and has not opened; there is a run that one of them fits."""
    room = dealt(lobby(ANN, BEN))
    hands = ["r11 b11 k11 y1", "k1 k2"]
    now = Round.from_hands(room.rules, hands, pool="y2", table="y8 y9 y10 y11")
    return replace(room, round=now)


def test_an_opening_that_was_looked_for_is_written_down():
    room = about_to_open()
    played = ask(room, ANN, protocol.Play(id=1, table=UNSEEN, seen=room.number))
    assert set(played.opening.split()) == {"r11", "b11", "k11"}


def test_only_what_may_ask_the_solver_takes_thought():
    room = about_to_open()
    play = protocol.Play(id=1, table=UNSEEN, seen=room.number)
    assert takes_thought(room, play)
    assert not takes_thought(room, protocol.Draw(id=1, seen=room.number))
    assert not takes_thought(lobby(ANN, BEN), play)
    opened = replace(room, round=Round.from_hands(room.rules, ["y1", "k1"], opened=[0, 1]))
    assert not takes_thought(opened, play)
    assert not takes_thought(opened, protocol.Pass(id=1, seen=0))


def test_whether_one_may_pass_takes_thought_where_one_must_lay():
    room = dealt(lobby(ANN, BEN, rulebook="ravensburger-travel-de"))
    request = protocol.Pass(id=1, seen=0)
    assert not takes_thought(room, request)
    empty = Round.from_hands(room.rules, ["y1", "k1"], opened=[0, 1])
    assert takes_thought(replace(room, round=empty), request)
