"""Scripted players for the load program: four at each table, as cheap as they can be.

The players of all tables share one thread with whoever measures, so each message costs them as
little as possible: a socket is a bare protocol that cuts frames out of the stream, the time is
taken as soon as bytes arrive, and only messages that concern the receiver (a rack, its turn, the
end of a round) are decoded. Frames are masked with zeros, which is a mask like any other. The next
move is found by the solver as soon as the turn begins, most of a second before it is sent, so
that tables see plays and draws as real ones do.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, cast

import msgspec

from tilerummy.rules.library import rulebook
from tilerummy.rules.melds import parse_melds
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.positions import Position
from tilerummy.rules.tiles import in_order
from tilerummy.solver import solve

__all__ = ["RULES", "SEATS", "Player", "Table", "connect"]

SEATS: Final = 4
RULES: Final = "jumbo"
_HAPPENED: Final = b'{"type":"happened","number":'
_REFUSED: Final = b'{"type":"refused"'
_TOLD: Final = (b'"rack":"', b'"may":["', b'"type":"ended"')
"""What makes a message worth decoding: tiles of one's own, one's turn, the end of a round."""
_THINK_AFTER: Final = 0.1
_TEXT, _CLOSE, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A
_ENCODE: Final = msgspec.json.Encoder().encode


class Turn(msgspec.Struct):
    seat: int
    may: list[str] = []


class RoundShown(msgspec.Struct):
    rack: str = ""


class Event(msgspec.Struct):
    type: str
    seat: int | None = None
    rack: str | None = None
    table: list[str] | None = None
    opening: int | None = None
    round: RoundShown | None = None


class Happened(msgspec.Struct):
    """As much of the message as a scripted player looks at."""

    number: int
    events: list[Event]
    turn: Turn | None


class Play(msgspec.Struct, tag="play", tag_field="type"):
    table: list[str]
    opening: list[str] | None
    seen: int
    id: int = 1


_DECODE: Final = msgspec.json.Decoder(Happened).decode


def frame(payload: bytes, opcode: int = _TEXT) -> bytes:
    """A client's frame around the payload."""
    size = len(payload)
    if size < 126:
        return struct.pack("!BB4x", opcode, 0x80 | size) + payload
    return struct.pack("!BBH4x", opcode, 0x80 | 126, size) + payload


_READY: Final = frame(b'{"type":"ready","id":2}')


class Player(asyncio.Protocol):
    """One player's socket; what it knows of its rack."""

    def __init__(self, table: Table, seat: int, token: str) -> None:
        self.seat = seat
        self.rack = ""
        self.opened = False
        self._table = table
        self._token = token
        self._waiting = b""
        self._shaken = False
        self.entered = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the room."""
        self._transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self._transport.write(
            f"GET /ws/{self._table.code} HTTP/1.1\r\nHost: load\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"Authorization: Bearer {self._token}\r\n\r\n".encode()
        )

    def connection_lost(self, _error: Exception | None) -> None:
        """Nobody should lose the connection before the end."""
        self._table.fail(f"player {self.seat} lost the connection")

    def data_received(self, data: bytes) -> None:
        """Cut what came into frames."""
        now = time.perf_counter()
        if self._waiting:
            data = self._waiting + data
        start = 0 if self._shaken else self._shake(data)
        end = len(data)
        while end - start >= 2:
            size, head = data[start + 1], start + 2
            if size == 126:
                if end - start < 4:
                    break
                size, head = data[start + 2] << 8 | data[start + 3], start + 4
            if head + size > end:
                break
            self._take(data[start], data[head : head + size], now)
            start = head + size
        self._waiting = data[start:]

    def _shake(self, data: bytes) -> int:
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if not data.startswith(b"HTTP/1.1 101"):
            self._table.fail(f"the server does not let player {self.seat} in")
        self._shaken = True
        self.entered.set_result(None)
        return end + 4

    def _take(self, kind: int, payload: bytes, now: float) -> None:
        if kind == _PING:
            self._transport.write(frame(payload, _PONG))
        elif payload.startswith(_HAPPENED):
            number = int(payload[28 : payload.index(b",", 28)])
            self._table.seen(number, now)
            if any(told in payload for told in _TOLD):
                self._learn(_DECODE(payload))
        elif kind == _CLOSE or payload.startswith(_REFUSED):
            self._table.fail(f"player {self.seat} was told {payload.decode(errors='replace')}")

    def _learn(self, message: Happened) -> None:
        for event in message.events:
            if event.round is not None:
                self.rack, self.opened = event.round.rack, False
                self._table.melds = []
            if event.table is not None:
                self._table.melds = event.table
            if event.type == "ended":
                self._table.over(message.number)
            if event.seat == self.seat and event.rack is not None:
                self.rack = event.rack
                self.opened = self.opened or event.opening is not None
        turn = message.turn
        if turn is not None and turn.seat == self.seat:
            self._table.turn_of(self, turn, message.number)

    def say(self, text: bytes) -> None:
        """Send a frame."""
        self._transport.write(text)


@dataclass(eq=False)
class Table:
    """One room and its four players, who make a move every second."""

    code: str
    players: list[Player] = field(default_factory=list)
    melds: list[str] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    """For each move the time until the last player had it."""
    plays: int = 0
    failure: str = ""
    stopped: bool = False
    _move: tuple[Player, bytes, int] | None = None
    _number: int = 0
    _sent: float = 0.0
    _count: int = 0
    _ended: int = 0
    _ready: bool = False

    def fail(self, why: str) -> None:
        """Remember what went wrong first."""
        if not self.stopped:
            self.failure = self.failure or f"room {self.code}: {why}"

    def begin(self, later: float) -> None:
        """Move every second from now on."""
        loop = asyncio.get_running_loop()
        loop.call_later(later, self._tick, loop.time() + later)

    def _tick(self, due: float) -> None:
        if self.stopped:
            return
        loop = asyncio.get_running_loop()
        loop.call_at(due + 1.0, self._tick, due + 1.0)
        if self._move is not None:
            player, text, self._number = self._move
            self._move, self._count = None, 0
            self._sent = time.perf_counter()
            player.say(text)
        elif self._ready:
            self._ready = False
            for player in self.players:
                player.say(_READY)

    def seen(self, number: int, now: float) -> None:
        """A player has got the event with that number."""
        if self._sent and number > self._number:
            self._count += 1
            if self._count == SEATS:
                self.delays.append(now - self._sent)
                self._sent = 0.0

    def waited(self, now: float) -> float:
        """How long the move that is under way has taken so far."""
        return now - self._sent if self._sent else 0.0

    def over(self, number: int) -> None:
        """A round has ended: everybody gets ready for the next, once."""
        if number > self._ended:
            self._ended, self._ready = number, True

    def turn_of(self, player: Player, turn: Turn, number: int) -> None:
        """Think about the next move, once the others have got the news too."""
        asyncio.get_running_loop().call_later(_THINK_AFTER, self._think, player, turn, number)

    def _think(self, player: Player, turn: Turn, number: int) -> None:
        rack = in_order(parse_tiles(player.rack))
        table = parse_melds(" | ".join(self.melds))
        play = solve(Position(rulebook(RULES), table, rack, player.opened)).play
        if play is None:
            action = "draw" if "draw" in turn.may else "pass"
            text = f'{{"type":"{action}","id":1,"seen":{number}}}'.encode()
        else:
            self.plays += 1
            opening = None if play.opening is None else [str(meld) for meld in play.opening]
            text = _ENCODE(Play([str(meld) for meld in play.table], opening, number))
        self._move = player, frame(text), number


async def connect(table: Table, port: int, tokens: list[str]) -> None:
    """Bring the four players to the table; everybody is ready for the first round."""
    loop = asyncio.get_running_loop()
    for seat, token in enumerate(tokens):
        player = Player(table, seat, token)
        table.players.append(player)
        await loop.create_connection(_made(player), "127.0.0.1", port)
        await player.entered
        player.say(frame(b'{"type":"hello"}'))
        if seat:
            player.say(frame(b'{"type":"sit","id":1,"seat":%d,"name":"Player %d"}' % (seat, seat)))
        player.say(_READY)


def _made(player: Player) -> Callable[[], Player]:
    return lambda: player
