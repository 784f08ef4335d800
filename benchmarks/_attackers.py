"""Attackers: programs that take all that one address may have, and try to take more.

    python -m benchmarks._attackers NAME PORT SECRET ROOM

Each runs until it is ended, from an address of its own (127.0.0.2), with as many identities as it
likes. ROOM is the code of an innocent room, which an attacker may watch but has no seat in.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import httpx
import websockets

from benchmarks._floods import bare_connections, flood, frames
from tilerummy.rules.library import rulebook
from tilerummy.rules.notation import format_tiles
from tilerummy.server.web.identity import Signer
from tilerummy.server.web.process import allow_many_sockets

__all__ = ["ATTACKS", "Target"]

HERE: Final = "127.0.0.2"
WHOLE: Final = format_tiles(rulebook("twist").deck)
HARD: Final = {"rulebook": "twist", "rack": WHOLE, "opened": False}
"""A whole box on one rack: there are more openings than anybody can look at."""
GAME: Final = """\
[Record "tilerummy 2"]
[Rulebook "twist"]
[A "Ann"]
[B "Ben"]

[Round "1"]
[Seed "7"]
"""


@dataclass(frozen=True, slots=True)
class Target:
    """A server, the key with which it signs identities, and a room of somebody else."""

    port: int
    secret: str
    room: str

    def token(self) -> str:
        """A new identity."""
        signer = Signer(self.secret.encode())
        return signer.sign(signer.fresh())

    def client(self, token: str | None = None) -> httpx.AsyncClient:
        """A client for HTTP, with an identity or without."""
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        return httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{self.port}",
            headers=headers,
            timeout=60,
            transport=httpx.AsyncHTTPTransport(local_address=HERE),
        )

    @contextlib.asynccontextmanager
    async def socket(self, code: str, token: str) -> AsyncIterator[websockets.ClientConnection]:
        """A connection to a room that has said hello."""
        async with websockets.connect(
            f"ws://127.0.0.1:{self.port}/ws/{code}",
            additional_headers={"authorization": f"Bearer {token}"},
            local_addr=(HERE, 0),
            compression=None,
        ) as socket:
            await socket.send('{"type":"hello"}')
            yield socket

    async def create(self, token: str, *, start: bool = True, **wanted: object) -> str:
        """A room of the attacker's own, with a bot beside them."""
        asked = {"settings": {"rulebook": "jumbo"}, "name": "Mallory", "bots": ["greedy"]}
        async with self.client(token) as client:
            while True:
                answer = await client.post("/api/rooms", json={**asked, "start": start, **wanted})
                if answer.status_code != 429:
                    break
                await asyncio.sleep(1)
            answer.raise_for_status()
        return str(answer.json()["code"])


Attack = Callable[[Target], Awaitable[None]]


async def talk(
    target: Target, code: str, token: str, messages: list[dict[str, object]], pause: float
) -> None:
    """Say this again and again, and read whatever comes; come back when turned away."""
    while True:
        with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
            async with target.socket(code, token) as socket:
                reading = asyncio.create_task(drain(socket))
                try:
                    while not reading.done():
                        for message in messages:
                            await socket.send(json.dumps(message))
                            await asyncio.sleep(pause)
                finally:
                    reading.cancel()
        await asyncio.sleep(0.05)


async def drain(socket: websockets.ClientConnection) -> None:
    """Read and forget."""
    with contextlib.suppress(websockets.WebSocketException):
        async for _ in socket:
            pass


async def drafts(target: Target) -> None:
    """Eight windows of one person who drags as many tiles as the box has."""
    token = target.token()
    code = await target.create(token)
    rows = [" ".join(f"{colour}{n}" for n in range(1, 14)) for colour in "krby" for _ in "12"]
    said = {"type": "draft", "id": 1, "table": rows, "seen": 99_999}
    await asyncio.gather(*[talk(target, code, token, [said], 0.01) for _ in range(8)])


async def plays(target: Target) -> None:
    """Forty people who play what takes long to judge, each at a table of their own."""

    async def one() -> None:
        token = target.token()
        code = await target.create(token)
        row = " ".join(f"k{n}" for n in range(1, 14))
        said = {"type": "play", "id": 1, "table": [row] * 8, "seen": 99_999}
        await talk(target, code, token, [said], 0.01)

    await asyncio.gather(*[one() for _ in range(40)])


async def chat(target: Target) -> None:
    """Eight windows of one person who talks while the strongest bot thinks."""
    token = target.token()
    code = await target.create(
        token, bots=["ada", "saver"], settings={"rulebook": "twist", "seats": 3}
    )
    said = [{"type": "chat", "id": 1, "text": "x" * 300}, {"type": "draw", "id": 2, "seen": 99_999}]
    await asyncio.gather(*[talk(target, code, token, said, 0.02) for _ in range(8)])


async def abandoned(target: Target) -> None:
    """28 rooms with strong bots that their maker left, and new ones of somebody else."""

    async def one() -> None:
        token = target.token()
        wanted = {"rulebook": "twist", "seats": 4, "pace": "fast"}
        code = await target.create(token, bots=["ada"] * 3, settings=wanted)
        while True:
            async with target.socket(code, token) as socket:
                await socket.send('{"type":"draw","id":1,"seen":99999}')
                await asyncio.sleep(0.5)
            await asyncio.sleep(2)

    await asyncio.gather(*[one() for _ in range(28)])


async def hints(target: Target) -> None:
    """Forty people who ask for hints, as often as they may."""

    async def one() -> None:
        token = target.token()
        code = await target.create(token)
        said = [{"type": "hint", "id": 1}, {"type": "draw", "id": 2, "seen": 99_999}]
        await talk(target, code, token, said, 0.3)

    await asyncio.gather(*[one() for _ in range(40)])


async def questions(target: Target) -> None:
    """The hardest questions that anybody may ask, sixteen at once, each without a cookie."""
    asked: list[tuple[str, dict[str, object]]] = [
        ("/api/solve", dict(HARD)),
        ("/api/v1/solve", {"rules": "twist", "rack": WHOLE, "opened": False, "nodes": 1}),
        ("/api/arrange", {"rulebook": "twist", "tiles": WHOLE}),
        ("/api/judge", {**HARD, "after": WHOLE.split("y1 ", 1)}),
        ("/api/chances", {"rulebook": "twist", "rack": WHOLE[:150], "others": [14, 14, 14]}),
    ]

    async def one() -> None:
        while True:
            for path, body in asked:
                with contextlib.suppress(httpx.HTTPError):
                    async with target.client() as client:
                        await client.post(path, json=body)

    await asyncio.gather(*[one() for _ in range(16)])


async def records(target: Target) -> None:
    """Records of 200 kB, to be replayed, analysed and reviewed."""
    text = GAME + "\n".join(f"{n}. A lay k1 k2 k3: {WHOLE}" for n in range(1, 1_000))
    paths = ("/api/replay", "/api/analyse", "/api/review")

    async def one() -> None:
        while True:
            for path in paths:
                body = {"record": text[:199_000] + f"; {secrets.token_hex(8)}"}
                with contextlib.suppress(httpx.HTTPError):
                    async with target.client() as client:
                        await client.post(path, json=body)

    await asyncio.gather(*[one() for _ in range(8)])


async def visits(target: Target, *, delay: int = 0, at_once: int = 25) -> None:
    """Spectators who come and go, 25 at a time, in a room with a long past."""
    host = target.token()
    wanted = {"rulebook": "jumbo", "seats": 3, "pace": "fast", "delay": delay}
    code = await target.create(host, bots=["greedy", "greedy"], settings=wanted)
    said = [{"type": "draw", "id": 2, "seen": 99_999}, {"type": "chat", "id": 1, "text": "y" * 300}]

    async def visit() -> None:
        while True:
            with contextlib.suppress(OSError, websockets.WebSocketException):
                async with target.socket(code, target.token()) as socket:
                    await asyncio.wait_for(socket.recv(), 5)

    coming = [visit() for _ in range(at_once)]
    await asyncio.gather(talk(target, code, host, said, 0.25), *coming)


async def delayed(target: Target) -> None:
    """The same in a room that spectators see ten minutes later."""
    await visits(target, delay=600)


async def watchers(target: Target) -> None:
    """450 spectators of an innocent room, who say hello again and come and go."""

    async def one() -> None:
        await talk(target, target.room, target.token(), [{"type": "hello"}], 1.0)

    async def restless() -> None:
        while True:
            with contextlib.suppress(OSError, websockets.WebSocketException):
                async with target.socket(target.room, target.token()) as socket:
                    await asyncio.wait_for(socket.recv(), 5)

    await asyncio.gather(*[one() for _ in range(450)], *[restless() for _ in range(20)])


async def crowd(target: Target) -> None:
    """300 people who say something forty times a second."""
    said: list[dict[str, object]] = [
        {"type": "ping", "id": 1},
        {"type": "play", "id": 2, "table": ["k1 k2 k3"], "seen": 99_999},
        {"type": "draft", "id": 3, "table": ["k1 k2 k3"], "seen": 99_999},
    ]

    async def one() -> None:
        token = target.token()
        code = await target.create(token)
        await talk(target, code, token, said, 0.025)

    await asyncio.gather(*[one() for _ in range(300)], return_exceptions=True)


async def codes(target: Target) -> None:
    """Wrong codes, by HTTP and by socket."""

    async def one() -> None:
        while True:
            code = secrets.token_hex(3).upper().replace("0", "Z").replace("1", "Y")
            with contextlib.suppress(httpx.HTTPError, OSError, websockets.WebSocketException):
                async with target.client() as client:
                    await client.get(f"/api/rooms/{code}")
                async with target.socket(code, target.token()) as socket:
                    await socket.recv()

    await asyncio.gather(*[one() for _ in range(10)])


async def slow_readers(target: Target) -> None:
    """300 sockets that ask for everything and never read."""

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await frames(target.port, target.room, target.token(), [b'{"type":"hello"}'], 0.9)

    await asyncio.gather(*[one() for _ in range(300)])


async def hostile_frames(target: Target) -> None:
    """Huge and nested frames, endless fragments, and pings of the protocol below."""
    nested = b'{"type":"chat","id":1,"text":' + b"[" * 12_000 + b"]" * 12_000 + b"}"
    huge = b'{"type":"chat","id":1,"text":"' + b"x" * 16_000 + b'"}'
    jobs = [frames(target.port, target.room, target.token(), [nested, huge], 0.0) for _ in range(4)]
    jobs += [
        frames(target.port, target.room, target.token(), [b""], 0.0, opcode=opcode, many=500)
        for opcode in (0x89, 0x8A, 0x01, 0x00, 0x89, 0x00)
    ]
    await asyncio.gather(*jobs, return_exceptions=True)


async def sockets(target: Target) -> None:
    """Connections that never say anything, and heads of requests that never end."""
    await bare_connections(target.port, silent=4_000, endless=20)


async def requests(target: Target) -> None:
    """Everything that answers a GET, and what no route answers, as fast as the wire allows."""
    wanted = ["GET /metrics", "GET /ready", "GET /", "GET /missing.js", "GET /api/bots"]
    wanted += ["GET /api/rooms", "DELETE /api/rooms", "POST /nowhere", "GET /schema/openapi.json"]
    wanted += ["GET /schema/openapi.yaml"]
    await asyncio.gather(*[flood(target.port, line) for line in wanted])


ATTACKS: Final[dict[str, Attack]] = {
    "drafts": drafts,
    "plays": plays,
    "chat": chat,
    "abandoned": abandoned,
    "hints": hints,
    "questions": questions,
    "records": records,
    "visits": visits,
    "delayed": delayed,
    "watchers": watchers,
    "crowd": crowd,
    "codes": codes,
    "slow-readers": slow_readers,
    "frames": hostile_frames,
    "sockets": sockets,
    "requests": requests,
}


def main(name: str, port: str, secret: str, room: str) -> None:
    allow_many_sockets()
    os.nice(5)  # so that innocent players, who share a core with it, are measured and not the core
    asyncio.run(ATTACKS[name](Target(int(port), secret, room)))  # type: ignore[arg-type]


if __name__ == "__main__":
    main(*sys.argv[1:])
