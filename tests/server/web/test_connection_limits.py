"""What no application sees: floods below HTTP and below the messages of a socket.

All of it comes from an address of its own on the loopback, since the usual one is that of a proxy.
"""

import asyncio
import contextlib
import itertools
import json
import struct

import httpx
import pytest
import websockets

from tests.server.cluster import one_server
from tests.server.player import Player

HERE = ("127.0.0.2", 0)
SOCKETS = 8
"""How many sockets an address may have; it may have six times as many connections."""
REQUESTS = 40


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    limits = ("--sockets-per-address", str(SOCKETS), "--requests-per-minute", str(REQUESTS))
    with one_server(tmp_path_factory.mktemp("limited_protocols"), *limits) as cluster:
        yield cluster


def ours(number):
    """Another address for each test, so that none meets the limits of another."""
    return (f"127.0.1.{number}", 0)


async def connected(cluster, address=HERE):
    return await asyncio.open_connection("127.0.0.1", cluster.ports[0], local_addr=address)


async def until_closed(reader, writer, chunks):
    """Send these until the other side has had enough; what it said meanwhile."""
    heard = asyncio.create_task(reader.read(-1))
    with contextlib.suppress(ConnectionError):
        for chunk in chunks:
            writer.write(chunk)
            await writer.drain()
            if heard.done():
                break
    with contextlib.suppress(ConnectionError):
        return await asyncio.wait_for(heard, 30)
    return b""


async def test_the_head_of_a_request_comes_to_an_end(cluster):
    reader, writer = await connected(cluster, ours(1))
    writer.write(b"GET / HTTP/1.1\r\n")
    said = await until_closed(reader, writer, itertools.repeat(b"x: " + b"y" * 4_000 + b"\r\n"))
    assert said == b"" or b"431" in said
    writer.close()


async def test_an_address_has_so_many_connections(cluster):
    lines = [await connected(cluster, ours(2)) for _ in range(6 * SOCKETS + 5)]
    closed = []
    for reader, _ in lines[6 * SOCKETS :]:
        with contextlib.suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(1), 30) == b""
        closed.append(reader)
    assert len(closed) == 5
    for _, writer in lines:
        writer.close()
    await asyncio.sleep(0.05)
    # Those that are gone do not count any more.
    reader, writer = await connected(cluster, ours(2))
    writer.write(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
    assert b"200 OK" in await reader.readuntil(b"\r\n\r\n")
    writer.close()


async def test_a_proxy_has_as_many_as_it_needs(cluster):
    lines = [await connected(cluster, ("127.0.0.1", 0)) for _ in range(7 * SOCKETS)]
    reader, writer = lines[-1]
    writer.write(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
    assert b"200 OK" in await reader.readuntil(b"\r\n\r\n")
    for _, line in lines:
        line.close()


@pytest.mark.parametrize(("method", "path"), [("DELETE", "/api/rooms"), ("POST", "/nowhere")])
async def test_what_no_route_answers_is_counted_as_well(cluster, method, path):
    address = ours(3 if method == "POST" else 4)[0]
    transport = httpx.AsyncHTTPTransport(local_address=address)
    async with httpx.AsyncClient(base_url=cluster.url(), transport=transport) as client:
        told = [(await client.request(method, path)).status_code for _ in range(6 * REQUESTS)]
        assert set(told) <= {404, 405}
        refused = await client.request(method, path)
    assert refused.status_code == 429
    assert refused.json()["code"] == "TooManyRequests"
    assert int(refused.headers["retry-after"]) > 0
    assert refused.headers["connection"] == "close"


async def test_few_requests_may_come_before_the_first_is_answered(cluster):
    asked = b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n"
    reader, writer = await connected(cluster, ours(10))
    writer.write(asked * 5)
    for _ in range(5):
        assert b"200 OK" in await reader.readuntil(b"\r\n\r\n")
    said = await until_closed(reader, writer, [asked * 200])
    assert said.count(b"200 OK") < 10
    assert said.endswith(b"Invalid HTTP request received.")
    writer.close()


def frame(opcode, payload=b""):
    return struct.pack("!BB4x", opcode, 0x80 | len(payload)) + payload


@pytest.mark.parametrize(
    ("name", "frames"),
    [
        ("pings", [frame(0x89)]),
        ("pongs", [frame(0x8A, b"hi")]),
        ("fragments", [frame(0x01, b"x"), *[frame(0x00)]]),
    ],
)
async def test_frames_that_are_not_messages_have_a_limit_too(cluster, name, frames):
    ann = Player("Ann")
    code = await ann.create(cluster.url(), settings={"rulebook": "jumbo"})
    await ann.enter(cluster.url(), code)
    reader, writer = await connected(cluster, ours({"p": 5, "f": 7}[name[0]] + ("o" in name)))
    writer.write(
        f"GET /ws/{code} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    assert b"101" in await reader.readuntil(b"\r\n\r\n")
    writer.write(b"".join(frames[:-1]))
    flood = itertools.repeat(frames[-1] * 1_000, 2_000)
    await until_closed(reader, writer, flood)
    assert reader.at_eof() or reader.exception()
    assert (await ann.ask(type="ping"))["type"] == "pong"
    writer.close()
    await ann.drop()


async def test_many_messages_in_one_piece_are_all_answered(cluster):
    ann = Player("Ann")
    code = await ann.create(cluster.url(), settings={"rulebook": "jumbo"})
    url = f"{cluster.url().replace('http', 'ws', 1)}/ws/{code}"
    async with websockets.connect(url, additional_headers=ann.headers) as socket:
        await socket.send('{"type":"hello"}')
        await socket.recv()
        padded = " " * 700
        for number in range(60):
            await socket.send(f'{{"type":"ping","id":{number}{padded}}}')
        answered = []
        while len(answered) < 60:
            answer = json.loads(await socket.recv())
            # Whoever spoke from this address before counts too, so some may have come too fast.
            answered += [answer["id"]] if answer["type"] in ("pong", "refused") else []
        assert answered == list(range(60))
