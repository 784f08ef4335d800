"""The socket of a room without a network: who is let in, who is told what, and what is left."""

import asyncio
from types import SimpleNamespace

import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy.exc import OperationalError

from tilerummy.server.live.connection import Connection
from tilerummy.server.live.hub import TooManyGuesses
from tilerummy.server.live.limits import Visitor
from tilerummy.server.live.metrics import METRICS
from tilerummy.server.live.queues import Overworked
from tilerummy.server.web import sockets

ANN, BEN = "a" * 32, "b" * 32


class Socket:
    """A socket on which these frames arrive before it is gone."""

    def __init__(self, hub, *frames, foreign=False, cookie=None):
        self.app = SimpleNamespace(state=SimpleNamespace(hub=hub))
        self.accepted, self.closed, self.sent = [], [], []
        write = self.sent.append
        visitor = Visitor(ANN, "10.0.0.1")
        state = {"foreign": foreign, "cookie": cookie, "visitor": visitor, "write": write}
        self.scope = {"state": state}
        self.frames = list(frames)
        self.receive = self.send = object()

    async def accept(self, headers=None):
        self.accepted.append(headers)

    async def close(self, code, reason):
        self.closed.append((code, reason))

    async def receive_data(self, mode):
        assert mode == "text"
        await asyncio.sleep(0)
        if not self.frames:
            raise WebSocketDisconnect(detail="gone")
        return self.frames.pop(0)


class Limits:
    """So many sockets are let in, and what is heard is done at once."""

    def __init__(self):
        self.open, self.most, self.turns = [], 100, []
        self.loop_time = self
        self.busy = False

    def connected(self, visitor):
        if len(self.open) >= self.most:
            return False
        self.open.append((visitor.who, visitor.address))
        return True

    def parted(self, visitor):
        self.open.remove((visitor.who, visitor.address))

    async def run(self, address, work, user):
        self.turns.append((address, user))
        if self.busy:
            work.close()
            raise Overworked
        return await work


class Hub:
    def __init__(self, live=None, trouble=None):
        self.live, self.trouble = live, trouble
        self.limits, self.services, self.asked = Limits(), object(), []

    async def visited(self, code, visitor):
        self.asked.append((code, visitor.who, visitor.address))
        if self.trouble is not None:
            raise self.trouble
        return self.live


class Live:
    def __init__(self):
        self.connections = set()
        self.left = []

    def parted(self, connection):
        self.connections.discard(connection)
        self.left.append(connection.who)


class Session:
    """Notes what it hears; `bye` is the end."""

    def __init__(self, live, services, connection, limits, address):
        self.connection, self.live = connection, live
        assert (connection in live.connections, address) == (True, "10.0.0.1")
        SESSIONS.append(self)
        self.heard, self.refused = [], []

    async def hear(self, frame):
        self.heard.append(frame)
        return frame != "bye"

    def turn_away(self, frame):
        self.refused.append(frame)
        return frame != "bye"


SESSIONS = []


@pytest.fixture(autouse=True)
def sessions(monkeypatch):
    SESSIONS.clear()
    monkeypatch.setattr(sockets, "Session", Session)
    return SESSIONS


async def converse(socket, code="ABCDEF"):
    async with asyncio.timeout(10):
        await sockets.room_socket.fn(socket, code)
    return socket


def open_sockets():
    return METRICS.sockets._value.get()


async def test_a_page_of_another_site_is_not_let_in():
    socket = await converse(Socket(Hub(Live()), foreign=True))
    assert (socket.accepted, socket.closed) == ([], [(4403, "another origin")])


@pytest.mark.parametrize("cookie", ["identity=1", None])
async def test_whoever_is_new_is_given_an_identity(cookie):
    socket = await converse(Socket(Hub(Live()), cookie=cookie))
    assert socket.accepted == [{"set-cookie": cookie} if cookie else None]


async def test_a_room_is_asked_for_by_code_person_and_address():
    hub = Hub()
    socket = await converse(Socket(hub), "GHJKLM")
    assert hub.asked == [("GHJKLM", ANN, "10.0.0.1")]
    assert socket.closed == [(4404, "no such room")]


@pytest.mark.parametrize(
    ("trouble", "closed"),
    [
        (TooManyGuesses(), (4429, "too many wrong codes")),
        (Overworked(), (1013, "too busy, try again")),
        (
            OperationalError("select", {}, Exception("locked")),
            (1013, "too busy, try again"),
        ),
    ],
    ids=["guesses", "busy", "storage"],
)
async def test_why_a_room_cannot_be_entered(trouble, closed):
    socket = await converse(Socket(Hub(trouble=trouble)))
    assert socket.closed == [closed]
    assert socket.accepted == [None]


@pytest.mark.parametrize(("own", "others", "enters"), [(7, 5, True), (8, 0, False), (0, 20, True)])
async def test_a_person_has_eight_windows_of_a_room(own, others, enters):
    live = Live()
    live.connections |= {Connection(ANN) for _ in range(own)}
    live.connections |= {Connection(BEN) for _ in range(others)}
    socket = await converse(Socket(Hub(live)))
    assert bool(SESSIONS) is enters
    assert socket.closed == ([] if enters else [(4429, "too many windows")])
    assert len(live.connections) == own + others


async def test_an_address_has_so_many_sockets():
    hub = Hub(Live())
    hub.limits.most = 0
    socket = await converse(Socket(hub))
    assert socket.closed == [(4429, "too many connections from this address")]
    assert SESSIONS == []


async def test_what_is_heard_is_done_in_turn_until_the_socket_is_gone():
    live, before = Live(), open_sockets()
    hub = Hub(live)
    socket = Socket(hub, "one", "two")
    socket.frames.append("three")
    await converse(socket)
    (session,) = SESSIONS
    assert session.heard == ["one", "two", "three"]
    assert hub.limits.turns == [("10.0.0.1", ANN)] * 3
    # Nothing is left of it.
    assert (live.connections, live.left, hub.limits.open) == (set(), [ANN], [])
    assert open_sockets() == before
    assert socket.receive is sockets.empty_receive
    assert socket.send is sockets.empty_send
    assert len(asyncio.all_tasks()) == 1


async def test_while_it_is_open_a_socket_counts(monkeypatch):
    live, before, seen = Live(), open_sockets(), []
    hub = Hub(live)

    class Looking(Session):
        async def hear(self, frame):
            seen.append((open_sockets() - before, len(live.connections), len(hub.limits.open)))
            return True

    monkeypatch.setattr(sockets, "Session", Looking)
    await converse(Socket(hub, "look"))
    assert seen == [(1, 1, 1)]


@pytest.mark.parametrize("busy", [False, True])
async def test_a_session_may_end_the_conversation(busy):
    hub = Hub(Live())
    hub.limits.busy = busy
    await converse(Socket(hub, "one", "bye", "never"))
    (session,) = SESSIONS
    assert (session.refused if busy else session.heard) == ["one", "bye"]
    assert (session.heard if busy else session.refused) == []


async def test_what_is_told_reaches_the_socket_and_its_end_is_said(sessions):
    live = Live()
    talk = asyncio.create_task(converse(socket := Socket(Hub(live), "one", "two", "three")))
    while not sessions:  # noqa: ASYNC110  it has no event for this
        await asyncio.sleep(0)
    sessions[0].connection.send_frame(b"one")
    sessions[0].connection.cut()
    await talk
    assert socket.sent == [b"one"]
    assert socket.closed == [(4000, "over")]


@pytest.mark.parametrize("trouble", [OSError(), WebSocketDisconnect(detail="")])
async def test_a_socket_that_is_gone_need_not_be_closed(trouble):
    async def close(code, reason):
        raise trouble

    connection = Connection(ANN)
    connection.cut()
    await sockets._close(SimpleNamespace(close=close), connection)
