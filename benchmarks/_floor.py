"""The floor: a server that only passes messages on, for comparison with one that plays a game.

    python -m benchmarks._floor PORT

Whatever a socket says is told to everybody in its room, in a frame as long as that of a usual
move. It has the same web server below and nothing above: no rules, no storage, no limits. Nothing
that tells four players something can cost less with these libraries.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

import uvicorn
from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, Scope

from benchmarks._tables import SEATS, Player, Table, frame

__all__ = ["FloorTable", "open_floor_table"]

_PADDING: Final = '"events":[{"type":"played","table":["' + "k1 k2 k3 " * 40 + '"]}],"turn":null}'
_SAID: Final = frame(b'{"type":"draw","id":1,"seen":12345}')


@dataclass(eq=False)
class _Room:
    sockets: set[ASGISendCallable] = field(default_factory=set)
    number: int = 0


_rooms: defaultdict[str, _Room] = defaultdict(_Room)


async def application(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """An ASGI application that passes messages on."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ready"})
        return
    if scope["type"] != "websocket":
        return
    room = _rooms[scope["path"]]
    await receive()
    await send({"type": "websocket.accept", "headers": []})
    room.sockets.add(send)
    while (await receive())["type"] == "websocket.receive":
        room.number += 1
        text = f'{{"type":"happened","number":{room.number},{_PADDING}'
        for other in room.sockets:
            await other({"type": "websocket.send", "text": text})
    room.sockets.discard(send)


@dataclass(eq=False)
class FloorTable(Table):
    """Four players who take turns to say something, once a second."""

    moves: int = 0

    def _tick(self, due: float) -> None:
        if self.stopped:
            return
        loop = asyncio.get_running_loop()
        loop.call_at(due + 1.0, self._tick, due + 1.0)
        self._number, self._count = self.moves, 0
        self._sent = time.perf_counter()
        self.players[self.moves % SEATS].say(_SAID)
        self.moves += 1
        self.plays += 1


async def open_floor_table(port: int) -> FloorTable:
    """A room on the floor, with its players."""
    table = FloorTable(secrets.token_hex(3))
    loop = asyncio.get_running_loop()
    for seat in range(SEATS):
        player = Player(table, seat, "nobody")
        table.players.append(player)
        await loop.create_connection(lambda player=player: player, "127.0.0.1", port)
        await player.entered
    return table


if __name__ == "__main__":
    uvicorn.run(
        application,
        port=int(sys.argv[1]),
        log_level="error",
        lifespan="off",
        ws_per_message_deflate=False,
        backlog=4096,
    )
