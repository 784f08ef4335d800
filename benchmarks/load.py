"""Load: how many rooms one server process carries.

    python -m benchmarks.load [--rooms 100,250,500,750,1000] [--seconds 10]

A real server on SQLite, alone on one core, and scripted players on another: four in each room,
a move a second in each room. For every move the time is taken from sending it until each of the
four players has got it. Printed for each number of rooms: the median and the 99th percentile of
that time, the server's share of its core, its processor time for a move (which means something on
a busy machine too) and its memory; at the end the largest number of rooms with 99 % of the moves
seen by everybody within 100 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import msgspec
import psutil
import uvloop
import websockets

from tilerummy.rules.library import rulebook
from tilerummy.rules.melds import parse_melds
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.positions import Position
from tilerummy.rules.tiles import in_order
from tilerummy.server.identity import Signer
from tilerummy.solver import solve

SEATS = 4
LIMIT = 0.100
OPENED_AT_ONCE = 20
RULES = "jumbo"
SECRET = secrets.token_hex(16)


class Turn(msgspec.Struct):
    seat: int
    may: list[str] = []


class RoundShown(msgspec.Struct):
    rack: str = ""
    table: list[str] = []
    opened: list[bool] = []
    turn: Turn | None = None


class Event(msgspec.Struct):
    type: str
    seat: int | None = None
    rack: str | None = None
    table: list[str] | None = None
    opening: int | None = None
    round: RoundShown | None = None


class Message(msgspec.Struct):
    """As much of a server's message as a scripted player looks at."""

    type: str
    number: int = 0
    events: list[Event] = []
    turn: Turn | None = None
    round: RoundShown | None = None


def encoded(message: dict[str, object]) -> str:
    return msgspec.json.encode(message).decode()


DECODER = msgspec.json.Decoder(Message)
Socket = websockets.ClientConnection


@dataclass
class Player:
    """One scripted player: knows its rack and the table, lays what the solver finds."""

    seat: int
    socket: Socket
    rack: str = ""
    opened: bool = False
    heard: int = 0
    """The number of the last event this player knows."""
    may: list[str] = field(default_factory=list)

    def take(self, event: Event) -> None:
        shown = event.round
        if shown is not None:
            self.rack, self.opened = shown.rack, False
        if event.seat == self.seat and event.rack is not None:
            self.rack = event.rack
            self.opened = self.opened or event.opening is not None


@dataclass
class Table:
    """One room and its four players."""

    players: list[Player]
    table: list[str] = field(default_factory=list)
    number: int = 0
    turn: Turn | None = None
    sent: float = 0.0
    seen: int = 0
    delays: deque[float] = field(default_factory=lambda: deque(maxlen=100_000))
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def check(self) -> None:
        """Raise what went wrong with a player, if anything did."""
        for task in self.tasks:
            if task.done():
                task.result()

    def heard(self, player: Player, message: Message) -> None:
        """A player got a message."""
        if message.type != "happened":
            return
        for event in message.events:
            player.take(event)
        player.heard = message.number
        player.may = [] if message.turn is None else message.turn.may
        if message.number > self.number:
            self.number, self.turn, self.seen = message.number, message.turn, 0
            for event in message.events:
                if event.table is not None:
                    self.table = event.table
                elif event.round is not None:
                    self.table = []
        if message.number == self.number:
            self.seen += 1
            if self.sent and self.seen == SEATS:
                self.delays.append(time.perf_counter() - self.sent)
                self.sent = 0.0

    async def move(self) -> None:
        """Whoever's turn it is acts; between rounds everybody gets ready."""
        if self.turn is None:
            for player in self.players:
                await player.socket.send('{"type":"ready","id":1}')
            return
        player = self.players[self.turn.seat]
        if player.heard < self.number:
            return
        message = self.choose(player)
        self.sent = time.perf_counter()
        await player.socket.send(message)

    def choose(self, player: Player) -> str:
        rack = in_order(parse_tiles(player.rack))
        table = parse_melds(" | ".join(self.table))
        play = solve(Position(rulebook(RULES), table, rack, player.opened)).play
        if play is None:
            action = "draw" if "draw" in player.may else "pass"
            return encoded({"type": action, "id": 2, "seen": self.number})
        after = [str(meld) for meld in play.table]
        opening = None if play.opening is None else [str(meld) for meld in play.opening]
        return encoded(
            {"type": "play", "id": 3, "table": after, "opening": opening, "seen": self.number}
        )


async def listen(table: Table, player: Player) -> None:
    async for frame in player.socket:
        table.heard(player, DECODER.decode(frame))


async def drive(table: Table, start: float) -> None:
    await asyncio.sleep(start)
    while True:
        began = time.perf_counter()
        await table.move()
        await asyncio.sleep(max(0.0, 1.0 - (time.perf_counter() - began)))


async def open_table(client: httpx.AsyncClient, address: str) -> Table:
    signer = Signer(SECRET.encode())
    tokens = [signer.sign(signer.fresh()) for _ in range(SEATS)]
    answer = await client.post(
        "/api/rooms",
        json={
            "settings": {"rulebook": RULES, "seats": SEATS, "clock": {"type": "none"}},
            "name": "Player 0",
        },
        headers={"Authorization": f"Bearer {tokens[0]}"},
    )
    answer.raise_for_status()
    code = answer.json()["code"]
    sockets = [
        await websockets.connect(
            f"{address.replace('http', 'ws')}/ws/{code}",
            additional_headers={"Authorization": f"Bearer {token}"},
            compression=None,
            ping_interval=None,
            max_queue=None,
        )
        for token in tokens
    ]
    table = Table([Player(seat, socket) for seat, socket in enumerate(sockets)])
    for player in table.players:
        await player.socket.send('{"type":"hello"}')
        if player.seat:
            await player.socket.send(
                f'{{"type":"sit","id":1,"seat":{player.seat},"name":"Player {player.seat}"}}'
            )
        await player.socket.send('{"type":"ready","id":2}')
    return table


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def add_tables(address: str, tables: list[Table], rooms: int) -> None:
    """Open rooms until there are so many; each is played from now on."""
    once = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=once) as client:
        while len(tables) < rooms:
            some = min(OPENED_AT_ONCE, rooms - len(tables))
            opened = await asyncio.gather(*[open_table(client, address) for _ in range(some)])
            for table in opened:
                table.tasks = [asyncio.create_task(listen(table, p)) for p in table.players]
                start = secrets.randbelow(1000) / 1000
                table.tasks.append(asyncio.create_task(drive(table, start)))
            tables += opened


def worked(process: psutil.Process) -> float:
    """The processor time of the server so far, in seconds."""
    times = process.cpu_times()
    return times.user + times.system


async def measure(address: str, process: psutil.Process, steps: list[int], seconds: float) -> None:
    tables: list[Table] = []
    empty, best = process.memory_info().rss, 0
    print(
        f"{'rooms':>6} {'sockets':>8} {'moves/s':>8} {'median':>9} {'99 %':>9} {'core':>5} "
        f"{'CPU a move':>10} memory"
    )
    for rooms in steps:
        await add_tables(address, tables, rooms)
        await asyncio.sleep(3)
        for table in tables:
            table.delays.clear()
        before = worked(process)
        await asyncio.sleep(seconds)
        busy = worked(process) - before
        for table in tables:
            table.check()
        delays = [delay for table in tables for delay in table.delays]
        late = percentile(delays, 0.99)
        memory = process.memory_info().rss
        columns = [
            f"{rooms:>6} {rooms * SEATS:>8} {len(delays) / seconds:>8.0f}",
            f"{statistics.median(delays) * 1000:>6.1f} ms {late * 1000:>6.1f} ms",
            f"{busy / seconds:>5.0%} {busy / len(delays) * 1000:>7.2f} ms",
            f"{memory / 1e6:.0f} MB, {(memory - empty) / rooms / 1e3:.0f} kB a room",
        ]
        print(*columns, flush=True)
        if late > LIMIT:
            break
        best = rooms
    for table in tables:
        for task in table.tasks:
            task.cancel()
    print(f"\n{best} rooms ({best * SEATS} sockets): 99 % of the moves seen by all within 100 ms")


def serve(folder: Path, port: int) -> subprocess.Popen[bytes]:
    program = Path(sys.executable).with_name("tilerummy")
    command = (
        *(program, "serve", "--port", str(port), "--secret", SECRET),
        *("--database", f"sqlite+aiosqlite:///{folder / 'load.sqlite'}"),
        *("--requests-per-minute", "1000000"),
    )
    return subprocess.Popen(command, stderr=(folder / "log").open("wb"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", default="100,250,500,750,1000,1250,1500")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--port", type=int, default=8377)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = serve(Path(folder), options.port)
        try:
            cores = sorted(os.sched_getaffinity(0))
            os.sched_setaffinity(server.pid, {cores[0]})
            os.sched_setaffinity(0, {cores[-1]})
            address = f"http://127.0.0.1:{options.port}"
            wait_for(address)
            steps = [int(rooms) for rooms in options.rooms.split(",")]
            uvloop.run(measure(address, psutil.Process(server.pid), steps, options.seconds))
        finally:
            server.terminate()
            server.wait(10)
    return 0


def wait_for(address: str) -> None:
    for _ in range(200):
        try:
            httpx.get(f"{address}/ready").raise_for_status()
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server did not start")


if __name__ == "__main__":
    sys.exit(main())
