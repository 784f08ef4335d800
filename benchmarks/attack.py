"""Attack: what innocent tables notice of somebody who takes all they can.

    python -m benchmarks.attack [NAME ...] [--rooms 20] [--seconds 6] [--json]

A real server with its usual limits, and innocent rooms in which four players make a move a second.
Beside them one attacker after another (benchmarks/_attackers.py), each a program of its own with an
address of its own. For every attacker: how long moves take until everybody has seen them, and how
long a ping takes, before and during the attack, both in the same run; and the memory of the server
with its processes before and afterwards. The last columns are the ratios. Attackers share this
machine with the server, so `busy` says how much of a core they took from it; `core` is what the
server itself took before and during, which means something on a busy machine too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import httpx
import psutil
import uvloop
import websockets

from benchmarks._attackers import ATTACKS
from benchmarks._tables import Table
from benchmarks.load import SECRET, open_table, percentile, wait_for, worked
from tilerummy.server.web.identity import Signer
from tilerummy.server.web.process import allow_many_sockets

SETTLE: Final = 2.0
BETWEEN_PINGS: Final = 0.05


@dataclass(frozen=True, slots=True)
class Delays:
    """How long innocent players waited, in milliseconds."""

    moves: int
    median: float
    late: float
    """99 % of the moves took no longer."""
    ping_median: float
    ping_late: float
    memory: float
    """Of the server and its processes, in megabytes; what they share is counted once."""
    core: float
    """How much of a core the server itself took; what is left is there for the others."""


@dataclass(frozen=True, slots=True)
class Report:
    """One attack."""

    name: str
    before: Delays
    during: Delays
    busy: float
    """How much of a core the attacker took."""

    def __str__(self) -> str:
        before, during = self.before, self.during
        return " ".join(
            [
                f"{self.name:<13}",
                f"{before.median:>7.1f} {during.median:>7.1f}",
                f"{before.late:>7.1f} {during.late:>7.1f}",
                f"{before.ping_late:>7.1f} {during.ping_late:>7.1f}",
                f"{before.memory:>6.0f} {during.memory:>6.0f}",
                f"{before.core:>5.0%} {during.core:>5.0%} {self.busy:>5.0%}",
                f"{during.median / before.median:>8.1f} {during.late / before.late:>6.1f}",
                f"{during.memory / before.memory:>6.2f}",
            ]
        )


HEADING: Final = (
    f"{'':<13} {'median ms':>15} {'99 % ms':>15} {'ping 99 % ms':>15} {'memory MB':>13} "
    f"{'core':>11} {'busy':>5} {'median x':>8} {'99 % x':>6} {'mem x':>6}"
)


class Pinger:
    """One more player, who only asks whether anybody is there."""

    def __init__(self, port: int, code: str) -> None:
        self.delays: list[float] = []
        self._address = f"ws://127.0.0.1:{port}/ws/{code}"

    async def run(self) -> None:
        signer = Signer(SECRET.encode())
        headers = {"authorization": f"Bearer {signer.sign(signer.fresh())}"}
        async with websockets.connect(self._address, additional_headers=headers) as socket:
            await socket.send('{"type":"hello"}')
            while True:
                began = time.perf_counter()
                await socket.send('{"type":"ping","id":77}')
                while '"pong"' not in str(await socket.recv()):
                    pass
                self.delays.append(time.perf_counter() - began)
                await asyncio.sleep(BETWEEN_PINGS)


@dataclass(frozen=True, slots=True)
class Innocents:
    """The rooms that are measured."""

    port: int
    process: psutil.Process
    tables: list[Table]
    pinger: Pinger

    async def observe(self, seconds: float) -> Delays:
        """What happens to them in so many seconds."""
        self.pinger.delays.clear()
        for table in self.tables:
            table.delays.clear()
        began = worked(self.process)
        await asyncio.sleep(seconds)
        now, took = time.perf_counter(), worked(self.process) - began
        delays = [delay for table in self.tables for delay in table.delays]
        delays += [waited for table in self.tables if (waited := table.waited(now)) > 0.1]
        pings = self.pinger.delays or [seconds]
        for table in self.tables:
            if table.failure:
                raise SystemExit(table.failure)
        return Delays(
            moves=len(delays),
            median=1000 * statistics.median(delays or [seconds]),
            late=1000 * percentile(delays or [seconds], 0.99),
            ping_median=1000 * statistics.median(pings),
            ping_late=1000 * percentile(pings, 0.99),
            memory=self.memory() / 1e6,
            core=took / seconds,
        )

    def memory(self) -> int:
        """Of the server and all its processes, what they share counted once."""
        parts = [self.process, *self.process.children(recursive=True)]
        total = 0
        for part in parts:
            try:
                total += part.memory_full_info().pss
            except psutil.NoSuchProcess:
                continue
        return total


async def measure(
    port: int, process: psutil.Process, names: list[str], rooms: int, seconds: float
) -> list[Report]:
    """Every attack after the other, beside the same rooms."""
    address = f"http://127.0.0.1:{port}"
    tables: list[Table] = []
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        for _ in range(rooms):
            tables.append(await open_table(client, port))
            tables[-1].begin(secrets.randbelow(1000) / 1000)
    pinger = Pinger(port, tables[0].code)
    pinging = asyncio.create_task(pinger.run())
    innocents = Innocents(port, process, tables, pinger)
    await asyncio.sleep(SETTLE)
    reports: list[Report] = []
    for name in names:
        before = await innocents.observe(seconds)
        attacker = attack(name, port, tables[1].code)
        try:
            await asyncio.sleep(SETTLE)
            began = worked(psutil.Process(attacker.pid))
            during = await innocents.observe(seconds)
            if attacker.poll() is not None:
                raise SystemExit(f"the attacker {name!r} gave up")
            busy = (worked(psutil.Process(attacker.pid)) - began) / seconds
        finally:
            attacker.kill()
            attacker.wait()
        reports.append(Report(name, before, during, busy))
        print(reports[-1], file=sys.stderr, flush=True)
        await asyncio.sleep(SETTLE)
    for table in tables:
        table.stopped = True
    pinging.cancel()
    return reports


def attack(name: str, port: int, room: str) -> subprocess.Popen[bytes]:
    """An attacker at work."""
    return subprocess.Popen(
        (sys.executable, "-m", "benchmarks._attackers", name, str(port), SECRET, room),
    )


def serve(folder: Path, port: int) -> subprocess.Popen[bytes]:
    """A server with the limits that it has if nobody says otherwise."""
    program = Path(sys.executable).with_name("tilerummy")
    database = f"sqlite+aiosqlite:///{folder / 'attack.sqlite'}"
    command = (program, "serve", "--port", str(port), "--secret", SECRET, "--database", database)
    return subprocess.Popen(command, stderr=(folder / "log").open("wb"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(ATTACKS))
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--port", type=int, default=8378)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in ATTACKS]
    if unknown:
        parser.error(f"no attack {unknown[0]!r}; there are {', '.join(ATTACKS)}")
    allow_many_sockets()
    with tempfile.TemporaryDirectory() as folder:
        server = serve(Path(folder), options.port)
        try:
            cores = sorted(os.sched_getaffinity(0))
            os.sched_setaffinity(0, {cores[-1]})
            wait_for(f"http://127.0.0.1:{options.port}")
            print(HEADING, file=sys.stderr, flush=True)
            reports = uvloop.run(
                measure(
                    options.port,
                    psutil.Process(server.pid),
                    options.names or list(ATTACKS),
                    options.rooms,
                    options.seconds,
                )
            )
        finally:
            server.terminate()
            server.wait(30)
    if options.json:
        print(json.dumps([asdict(report) for report in reports], indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
