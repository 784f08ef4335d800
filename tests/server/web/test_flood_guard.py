"""The guard before the application: what it counts, turns away and charges."""

import asyncio
from types import SimpleNamespace

from tilerummy.server.live.limits import Limits
from tilerummy.server.live.queues import Overworked
from tilerummy.server.web.flood_guard import FloodGuard

HOST = ("9.9.9.9", 4_000)


# The guard


class Guarded:
    """A guard before an application that notes what reaches it."""

    def __init__(self, **limits):
        self.limits = Limits(**limits)
        self.reached = []
        self.open = asyncio.Event()
        self.open.set()
        self.guard = FloodGuard(self._app, self.limits)

    async def _app(self, scope, _receive, _send):
        self.reached.append(scope["type"])
        await self.open.wait()

    async def ask(self, kind="http", client=HOST):
        """What is sent without the application."""
        sent, received = [], []

        async def send(message):
            sent.append(message)

        async def receive():
            received.append(True)

        await self.guard({"type": kind, "client": client}, receive, send)
        assert len(received) == (1 if sent and kind == "websocket" else 0)
        return sent


async def test_so_many_requests_pass_and_the_next_is_told_when_to_ask_again():
    door = Guarded(requests=2)
    assert [await door.ask() for _ in range(12)] == [[]] * 12
    start, body = await door.ask()
    headers = dict(start["headers"])
    assert (start["status"], len(door.reached)) == (429, 12)
    assert int(headers[b"content-length"]) == len(body["body"])
    assert 59 <= int(headers[b"retry-after"]) <= 61
    assert headers[b"connection"] == b"close"
    assert await door.ask(client=("8.8.8.8", 1)) == []
    assert await door.ask(client=None) == []


async def test_sockets_and_the_beginning_of_the_application_are_not_counted():
    door = Guarded(requests=0)
    for kind in ("lifespan", "websocket"):
        assert await door.ask(kind) == []
    assert door.reached == ["lifespan", "websocket"]
    assert (await door.ask())[0]["status"] == 429


async def test_an_address_that_has_had_its_share_is_told_that_too_much_is_going_on():
    door = Guarded()

    async def refused(*_):
        raise Overworked

    async def never(_, work):
        work.close()
        raise Overworked

    door.limits.loop_time = SimpleNamespace(turn=refused, run=never)
    assert (await door.ask())[0]["status"] == 429
    (close,) = await door.ask("websocket")
    assert (close["type"], close["code"]) == ("websocket.close", 1013)
    assert door.reached == []


async def test_whatever_a_socket_does_is_charged_to_its_address():
    spent = []
    door = Guarded()
    door.open.clear()
    door.limits.loop_time.spend = lambda *charged: spent.append(charged)
    asked = asyncio.create_task(door.ask("websocket"))
    await asyncio.sleep(0)
    before = len(spent)
    door.open.set()
    await asked
    assert before >= 2, "its turn, and what it did until it waited"
    assert len(spent) > before
    assert {address for address, *_ in spent} == {HOST[0]}


async def test_some_requests_of_an_address_are_worked_on_and_the_others_wait():
    door = Guarded()
    door.open.clear()
    asked = [asyncio.create_task(door.ask()) for _ in range(30)]
    other = asyncio.create_task(door.ask(client=("8.8.8.8", 1)))
    for _ in range(9):
        await asyncio.sleep(0)
    assert len(door.reached) == 24 + 1
    door.open.set()
    await asyncio.gather(*asked, other)
    assert len(door.reached) == 31
    assert not door.guard._slots
