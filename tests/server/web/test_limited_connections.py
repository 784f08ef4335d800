"""Limits of connections without a server: what is counted, what is turned away and when."""

import asyncio
from types import SimpleNamespace

import pytest
import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState

from tilerummy.server.live.limits import Limits
from tilerummy.server.live.loop_time import LoopTime
from tilerummy.server.web import socket_limits
from tilerummy.server.web.connection_limits import _Proxies, limited_protocols

HOST = ("9.9.9.9", 4_000)
SHARE = 1_000.0
"""Of the event loop: a pause of a busy machine must not count as the work of an address."""


# Lines


@pytest.mark.parametrize(
    ("proxies", "host", "counted"),
    [
        ("", "9.9.9.9", True),
        ("127.0.0.1", "127.0.0.1", False),
        ("127.0.0.1", "127.0.0.2", True),
        ("127.0.0.1, 10.0.0.0/8", "10.1.2.3", False),
        ("10.0.0.1/8", "10.1.2.3", False),
        ("nonsense, 10.0.0.0/8", "11.1.2.3", True),
        ("*", "9.9.9.9", False),
        ("", "", False),
        ("", "testclient", False),
    ],
)
def test_trusted_proxies_are_not_counted(proxies, host, counted):
    assert _Proxies(proxies).counts(host) is counted


# Connections


class Transport(asyncio.Transport):
    """A line on which nothing is sent."""

    def __init__(self, host=HOST):
        super().__init__({"peername": host, "sockname": ("1.1.1.1", 80)})
        self.written = b""
        self.unread = 0
        self.ended = None
        self.paused = False
        self.protocol = None

    def write(self, data):
        self.written += data

    def close(self):
        self.ended = self.ended or "closed"

    def abort(self):
        self.ended = "aborted"

    def get_write_buffer_size(self):
        return self.unread

    def is_closing(self):
        return self.ended is not None

    def set_protocol(self, protocol):
        self.protocol = protocol

    def get_protocol(self):
        return self.protocol

    def pause_reading(self):
        self.paused = True

    def resume_reading(self):
        self.paused = False

    def set_write_buffer_limits(self, high=None, low=None):
        pass


async def silent(_scope, receive, send):
    """Answers nothing before it is told to."""
    await asyncio.Event().wait()


@pytest.fixture
async def connect():
    """Makes connections that share their limits, and ends them."""
    limits = Limits(sockets=1)
    limits.loop_time = LoopTime(SHARE)
    http, socket = limited_protocols(limits, "127.0.0.1")
    config = uvicorn.Config(silent, http=http, ws=socket, lifespan="off", log_config=None)
    config.load()
    state = ServerState()

    def connect(host=HOST):
        transport = Transport(host)
        protocol = http(config=config, server_state=state, app_state={})
        transport.protocol = protocol
        protocol.connection_made(transport)
        return protocol, transport

    connect.limits = limits
    yield connect
    for protocol in list(state.connections):
        protocol.connection_lost(None)
    for task in state.tasks:
        task.cancel()
    await asyncio.gather(*state.tasks, return_exceptions=True)


HEAD = b"GET / HTTP/1.1\r\nhost: here\r\n"


async def test_an_address_has_so_many_connections(connect):
    lines = [connect() for _ in range(6)]
    assert not any(transport.ended for _, transport in lines)
    _, seventh = connect()
    assert seventh.ended == "aborted"
    assert connect(("8.8.8.8", 1))[1].ended is None
    seventh.protocol.connection_lost(None)
    _, still = connect()
    assert still.ended == "aborted", "one that was turned away gives nothing back"
    lines[0][0].connection_lost(None)
    assert connect()[1].ended is None
    assert all(connect(("127.0.0.1", 1))[1].ended is None for _ in range(20))


async def test_the_head_of_a_request_may_be_so_long(connect):
    protocol, transport = connect()
    protocol.data_received(HEAD)
    for _ in range(31):
        protocol.data_received(b"x: " + b"y" * 1_000 + b"\r\n")
    assert transport.ended is None
    for _ in range(2):
        protocol.data_received(b"x: " + b"y" * 1_000 + b"\r\n")
    assert transport.ended == "closed"
    assert transport.written.startswith(b"HTTP/1.1 431")
    assert transport.written.count(b"431") == 1


async def test_the_body_of_a_request_is_not_its_head(connect):
    protocol, transport = connect()
    protocol.data_received(HEAD + b"content-length: 60000\r\n\r\n")
    assert (protocol._in_head, protocol._head) == (False, 0)
    for _ in range(60):
        protocol.data_received(b"z" * 1_000)
    assert transport.ended is None
    assert transport.written == b""


async def test_a_request_has_to_arrive_in_time(connect):
    protocol, transport = connect()
    assert protocol._hurry is not None, "from the first moment"
    first = protocol._hurry
    protocol.data_received(HEAD)
    assert protocol._hurry is not first and first.cancelled()
    assert protocol._hurry.when() - asyncio.get_running_loop().time() > 29
    protocol.data_received(b"\r\n")
    assert protocol._hurry is None, "it is here"
    protocol._too_slow()
    assert transport.ended == "closed"
    transport.ended = "aborted"
    protocol._too_slow()
    assert transport.ended == "aborted"


async def test_after_the_end_nothing_is_waited_for(connect):
    protocol, _ = connect()
    hurry = protocol._hurry
    protocol.connection_lost(None)
    assert hurry.cancelled()


async def test_few_requests_may_wait_for_an_answer(connect):
    protocol, transport = connect()
    protocol.data_received((HEAD + b"\r\n") * 9)
    assert transport.ended is None
    protocol, transport = connect()
    protocol.data_received((HEAD + b"\r\n") * 12)
    assert transport.ended is not None


async def test_no_request_is_answered_on_a_connection_that_is_gone(connect):
    """An answer would fail, and the failure would be logged at length."""
    protocol, _ = connect()
    protocol.data_received((HEAD + b"\r\n") * 3)
    first, waiting = protocol._answered, list(protocol.pipeline)
    assert len(waiting) == 2
    assert protocol.cycle is not first
    protocol.connection_lost(None)
    assert first.disconnected
    assert first.message_event.is_set()
    assert not protocol.pipeline


async def test_a_connection_is_charged_before_it_asks_for_anything(connect):
    spent = []
    connect.limits.loop_time.spend = lambda address, *_: spent.append(address)
    protocol, _ = connect()
    assert spent == [HOST[0]]
    protocol.data_received(HEAD)
    assert len(spent) == 2
    protocol.connection_lost(None)
    assert len(spent) == 3
    connect(("127.0.0.1", 1))[0].data_received(HEAD)
    assert len(spent) == 3, "proxies carry the requests of many"


async def test_an_address_far_over_its_share_is_read_later(connect):
    protocol, transport = connect()
    connect.limits.loop_time.spend(HOST[0], SHARE * 1.06)
    protocol.data_received(HEAD)
    assert transport.paused and protocol._in_head and protocol.scope is None
    protocol.data_received(b"\r\n")
    assert protocol.scope is None
    async with asyncio.timeout(20):
        while protocol.scope is None:  # noqa: ASYNC110  it has no event for this
            await asyncio.sleep(0.01)
    assert protocol.scope["path"] == "/", "nothing of it was lost"
    assert not transport.paused


async def test_a_socket_opened_by_such_an_address_goes_on_as_usual(connect):
    protocol, transport = connect()
    connect.limits.loop_time.spend(HOST[0], SHARE * 1.04)
    protocol.data_received(UPGRADE)
    assert transport.protocol is protocol
    async with asyncio.timeout(20):
        while transport.protocol is protocol or transport.paused:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert transport.protocol.address == HOST[0]


async def test_whatever_would_wait_too_long_is_told_so(connect, monkeypatch):
    protocol, transport = connect()
    monkeypatch.setattr(protocol.admission, "admits", lambda *_: False)
    protocol.data_received(HEAD)
    protocol._end()
    assert transport.written.startswith(b"HTTP/1.1 429 ")
    assert b"retry-after: 5\r\n" in transport.written
    assert transport.ended == "closed"
    protocol._go_on()
    assert protocol.scope is None


# Sockets

UPGRADE = (
    HEAD + b"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def frame(code, body=b"", *, last=True):
    """A frame of a client, masked with zeros."""
    return bytes([code | (0x80 if last else 0), 0x80 | len(body), 0, 0, 0, 0]) + body


@pytest.fixture
async def socket(connect):
    """An open socket and its line."""
    protocol, transport = connect()
    protocol.data_received(UPGRADE)
    made = transport.protocol
    assert made is not protocol
    await asyncio.sleep(0)
    made.handshake_complete = True
    return made, transport


async def test_a_socket_is_counted_as_the_connection_it_was(connect, socket):
    made, _ = socket
    assert made.address == HOST[0]
    assert connect.limits._connections[HOST[0]] == 1
    made.connection_lost(None)
    assert made.address is None
    assert not connect.limits._connections


@pytest.mark.parametrize("kind", [0x9, 0xA])
async def test_a_socket_may_send_so_many_pings_and_pongs(socket, monkeypatch, kind):
    made, transport = socket
    monkeypatch.setattr(socket_limits.time, "monotonic", lambda: 100.0)
    for _ in range(60):
        assert made._may_go_on()
    assert transport.ended is None
    handle = made.handle_ping if kind == 0x9 else lambda: made.handle_pong(None)
    handle()
    assert transport.ended == "aborted"
    assert not made._may_go_on()


async def test_what_came_in_one_piece_is_read_in_small_ones(socket, monkeypatch):
    made, transport = socket
    pieces = []
    base = socket_limits.WebSocketsSansIOProtocol
    monkeypatch.setattr(base, "data_received", lambda _, data: pieces.append(len(data)))
    made.data_received(b"x" * 2_500)
    assert pieces == [1_024]
    assert transport.paused
    for _ in range(50):
        await asyncio.sleep(0.001)
        if len(pieces) == 3 and not transport.paused:
            break
    assert pieces == [1_024, 1_024, 452]
    assert not transport.paused
    made.data_received(b"x")
    assert pieces[-1] == 1


async def test_an_address_that_took_much_waits_with_the_next_piece(socket, monkeypatch):
    made, transport = socket
    waits, spent = [], []
    monkeypatch.setattr(socket_limits.WebSocketsSansIOProtocol, "data_received", lambda *_: None)
    users = {(HOST[0], str(id(made))): 3.5}
    loop_time = SimpleNamespace(
        spend=lambda address, _, user: spent.append((address, user)),
        wait=lambda *user: users[user],
    )
    monkeypatch.setattr(made.limits, "loop_time", loop_time)
    monkeypatch.setattr(made, "loop", SimpleNamespace(call_later=lambda *a: waits.append(a)))
    made.data_received(b"x")
    assert spent == [*users]
    assert [wait for wait, _ in waits] == [3.5]
    assert transport.paused
    made.data_received(b"y")
    assert len(waits) == 1, "it is read when its turn comes"
    assert made._unread == b"y"


async def test_a_socket_is_written_to_at_once_as_long_as_it_reads(socket):
    made, transport = socket
    write = made.scope["state"]["write"]
    transport.written = b""
    write(b"one")
    transport.unread = 262_144
    write(b"x" * 200)
    assert transport.written == b"\x81\x03one" + b"\x81\x7e\x00\xc8" + b"x" * 200
    assert transport.ended is None
    transport.unread += 1
    write(b"two")
    assert transport.ended == "aborted"
    transport.written = b""
    write(b"three")
    assert transport.written == b""


async def test_nothing_is_written_after_the_end_was_said(socket):
    made, transport = socket
    transport.written, made.close_sent = b"", True
    made.write(b"one")
    assert transport.written == b""


async def test_what_is_sent_to_a_socket_that_was_just_closed_is_not_a_failure(socket, monkeypatch):
    made, transport = socket

    async def closed(*_):
        raise RuntimeError("the handler is closed")

    monkeypatch.setattr(socket_limits.WebSocketsSansIOProtocol, "send", closed)
    with pytest.raises(RuntimeError):
        await made.send({"type": "websocket.send", "text": "x"})
    transport.ended = "aborted"
    with pytest.raises(ClientDisconnected):
        await made.send({"type": "websocket.send", "text": "x"})


async def test_a_socket_that_closes_reads_no_more(socket):
    made, transport = socket
    transport.close()
    made.data_received(b"x" * 9_000)
    assert made._unread == b""
