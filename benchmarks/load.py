"""Load: how many rooms one server process carries.

    python -m benchmarks.load [--rooms 100,250,500,750,1000] [--seconds 10]

A real server on SQLite, alone on one core, and scripted players on another: four in each room,
a move a second in each room, plays and draws as the solver finds them. For every move the time is
taken from sending it until each of the four players has got it, so whatever the players' own
process loses counts against the server; how busy that process was and how late its own timers
were is printed, too. Printed for each number of rooms: the median and the 99th percentile of that
time, the longest, the server's share of its core, its processor time for a move (which means
something on a busy machine too) and its memory; at the end the largest number of rooms with 99 %
of the moves seen by everybody within 100 ms, and how time and memory grew up to there. Then the
same number of rooms on the floor (benchmarks/_floor.py): a server that only passes messages on. How
many times as much a move costs as that is printed last.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
import psutil
import uvloop

from benchmarks._floor import open_floor_table
from benchmarks._tables import RULES, SEATS, Table, connect
from tilerummy.server.web.identity import Signer
from tilerummy.server.web.process import allow_many_sockets

LIMIT: Final = 0.100
OPENED_AT_ONCE: Final = 20
SETTLE: Final = 3.0
SECRET: Final = secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Step:
    """What was measured with so many rooms."""

    rooms: int
    seconds: float
    delays: list[float]
    plays: int
    busy: float
    """The server's processor time."""
    own: float
    """The players' processor time."""
    lags: list[float]
    """How late the players' timers were."""
    memory: int
    empty: int

    @property
    def late(self) -> float:
        """Within this time 99 % of the moves were seen by everybody."""
        return percentile(self.delays, 0.99)

    @property
    def each(self) -> float:
        """What a room takes of the server's memory, in bytes."""
        return (self.memory - self.empty) / self.rooms

    def __str__(self) -> str:
        moves = len(self.delays)
        return " ".join(
            [
                f"{self.rooms:>6} {self.rooms * SEATS:>8} {moves / self.seconds:>8.0f}",
                f"{self.plays / moves:>6.0%}",
                f"{statistics.median(self.delays) * 1000:>6.1f} ms {self.late * 1000:>6.1f} ms",
                f"{max(self.delays) * 1000:>6.0f} ms",
                f"{self.busy / self.seconds:>5.0%} {self.busy / moves * 1000:>7.2f} ms",
                f"{self.memory / 1e6:>5.0f} MB {self.each / 1e3:>5.0f} kB",
                f"{self.own / self.seconds:>8.0%} {percentile(self.lags, 0.99) * 1000:>6.1f} ms",
            ]
        )


HEADING: Final = (
    f"{'rooms':>6} {'sockets':>8} {'moves/s':>8} {'plays':>6} {'median':>9} {'99 %':>9} "
    f"{'longest':>9} {'core':>5} {'CPU a move':>10} {'memory':>8} {'a room':>8} "
    f"{'players:':>8} {'late by':>9}"
)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def open_table(client: httpx.AsyncClient, port: int) -> Table:
    signer = Signer(SECRET.encode())
    tokens = [signer.sign(signer.fresh()) for _ in range(SEATS)]
    settings = {"rulebook": RULES, "seats": SEATS, "rounds": 99}
    answer = await client.post(
        "/api/rooms",
        json={"settings": settings, "name": "Player 0"},
        headers={"Authorization": f"Bearer {tokens[0]}"},
    )
    answer.raise_for_status()
    table = Table(answer.json()["code"])
    await connect(table, port, tokens)
    return table


async def add_floor_tables(port: int, tables: list[Table], rooms: int) -> None:
    """Open rooms on the floor until there are so many."""
    while len(tables) < rooms:
        tables.append(await open_floor_table(port))
        tables[-1].begin(secrets.randbelow(1000) / 1000)


async def add_tables(port: int, tables: list[Table], rooms: int) -> None:
    """Open rooms until there are so many; each is played from now on."""
    address = f"http://127.0.0.1:{port}"
    once = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=once) as client:
        while len(tables) < rooms:
            some = min(OPENED_AT_ONCE, rooms - len(tables))
            opened = await asyncio.gather(*[open_table(client, port) for _ in range(some)])
            for table in opened:
                table.begin(secrets.randbelow(1000) / 1000)
            tables += opened


async def watch(lags: list[float]) -> None:
    """Note how late a timer of this process is, again and again."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + 0.01
        await asyncio.sleep(0.01)
        lags.append(loop.time() - due)


def worked(process: psutil.Process) -> float:
    """The processor time of a process so far, in seconds."""
    times = process.cpu_times()
    return times.user + times.system


async def observe(tables: list[Table], process: psutil.Process, empty: int, seconds: float) -> Step:
    """Let the tables play for so long and note what happens."""
    for table in tables:
        table.delays.clear()
        table.plays = 0
    lags: list[float] = []
    watching = asyncio.create_task(watch(lags))
    before, own = worked(process), time.process_time()
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    ended = time.perf_counter()
    busy, own = worked(process) - before, time.process_time() - own
    watching.cancel()
    delays = [delay for table in tables for delay in table.delays]
    # A move that nobody has seen for longer than is allowed is late, however long it will take.
    delays += [waited for table in tables if (waited := table.waited(ended)) > LIMIT]
    for table in tables:
        if table.failure:
            raise SystemExit(table.failure)
    return Step(
        rooms=len(tables),
        seconds=ended - began,
        delays=delays,
        plays=sum(table.plays for table in tables),
        busy=busy,
        own=own,
        lags=lags,
        memory=process.memory_info().rss,
        empty=empty,
    )


Adding = Callable[[int, list[Table], int], Awaitable[None]]


async def measure(
    port: int, process: psutil.Process, counts: list[int], seconds: float, add: Adding
) -> list[Step]:
    """A step for each number of rooms, as long as moves are not late."""
    tables: list[Table] = []
    steps: list[Step] = []
    empty = process.memory_info().rss
    print(HEADING, flush=True)
    gc.disable()  # nothing here is in a circle, and looking for circles would count as delay
    for rooms in counts:
        await add(port, tables, rooms)
        await asyncio.sleep(SETTLE)
        step = await observe(tables, process, empty, seconds)
        print(step, flush=True)
        steps.append(step)
        if step.late > LIMIT and add is add_tables:
            break
    for table in tables:
        table.stopped = True
    return steps


def summarise(steps: list[Step]) -> None:
    """The largest number of rooms that was not too many."""
    good = [step for step in steps if step.late <= LIMIT]
    if not good:
        print(f"\neven {steps[0].rooms} rooms are too many")
        return
    first, last = good[0], good[-1]
    print(
        f"\n{last.rooms} rooms ({last.rooms * SEATS} sockets): 99 % of the moves seen by all "
        f"within {last.late * 1000:.0f} ms (at most 100 are allowed)\n"
        f"from {first.rooms} to {last.rooms} rooms: 99 % within {first.late * 1000:.0f} ms, then "
        f"{last.late * 1000:.0f} ms; {first.each / 1e3:.0f} kB a room, then "
        f"{last.each / 1e3:.0f} kB"
    )


def compare(steps: list[Step], floor: list[Step]) -> None:
    """How many times as much a move costs as on the floor."""
    print("\nprocessor time of a move, and how many times that of the floor")
    for step, bare in zip(steps, floor, strict=False):
        own, least = step.busy / len(step.delays) * 1000, bare.busy / len(bare.delays) * 1000
        print(f"{step.rooms:>6} rooms: {own:.2f} ms, floor {least:.2f} ms: {own / least:.1f} times")


@contextmanager
def beside(server: subprocess.Popen[bytes], port: int) -> Iterator[psutil.Process]:
    """A server on a core of its own, until everything is measured."""
    try:
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(server.pid, {cores[0]})
        wait_for(f"http://127.0.0.1:{port}")
        yield psutil.Process(server.pid)
    finally:
        server.terminate()
        server.wait(30)


def serve(folder: Path, port: int) -> subprocess.Popen[bytes]:
    program = Path(sys.executable).with_name("tilerummy")
    command = (
        *(program, "serve", "--port", str(port), "--secret", SECRET),
        *("--database", f"sqlite:///{folder / 'load.sqlite'}"),
        *("--requests-per-minute", "1000000", "--rooms-per-address", "1000000"),
        *("--sockets-per-address", "1000000"),
    )
    return subprocess.Popen(command, stderr=(folder / "log").open("wb"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", default="100,250,500,750,1000,1250,1500,1750,2000")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--port", type=int, default=8377)
    options = parser.parse_args()
    allow_many_sockets()
    port, seconds = options.port, options.seconds
    counts = [int(rooms) for rooms in options.rooms.split(",")]
    cores = os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory() as folder, beside(serve(Path(folder), port), port) as server:
        os.sched_setaffinity(0, {max(cores)})
        steps = uvloop.run(measure(port, server, counts, seconds, add_tables))
    summarise(steps)
    os.sched_setaffinity(0, cores)
    print("\nthe floor: a server that only passes messages on")
    command = (sys.executable, "-m", "benchmarks._floor", str(port))
    with beside(subprocess.Popen(command), port) as server:
        os.sched_setaffinity(0, {max(cores)})
        reached = [step.rooms for step in steps]
        floor = uvloop.run(measure(port, server, reached, seconds, add_floor_tables))
    compare(steps, floor)
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
