"""Real servers that share a database: started, killed without warning, started again."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from tests.servers import accepts, free_port, wait_until
from tilerummy.server.config import CLIENT_FILES

T = TypeVar("T")
SECRET = "a secret of the tests"
UNLIMITED = (
    *("--requests-per-minute", "100000", "--rooms-per-person", "1000"),
    *("--rooms-per-address", "100000", "--sockets-per-address", "10000"),
)


@dataclass
class Cluster:
    """Servers of one game; `servers` says how many there are."""

    folder: Path
    database: str | None
    bus: str | None
    servers: int
    options: tuple[str, ...] = UNLIMITED
    hosts: tuple[str, ...] = ("127.0.0.1",)
    prefixes: tuple[tuple[str, ...], ...] = ((),)
    """What each server's command begins with, for example to run it in a network namespace."""
    environments: tuple[dict[str, str], ...] = ({},)
    ports: list[int] = field(default_factory=list)
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start_all(self) -> None:
        for number in range(self.servers):
            self.ports.append(free_port())
            self.processes.append(self._start(number))

    def url(self, number: int = 0) -> str:
        return f"http://{_of(self.hosts, number)}:{self.ports[number % self.servers]}"

    def kill(self, number: int = 0) -> None:
        """End a server as a power cut would."""
        self.processes[number].send_signal(signal.SIGKILL)
        self.processes[number].wait()

    def restart(self, number: int = 0) -> None:
        self.processes[number] = self._start(number)

    def stop_all(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(15)

    @property
    def log(self) -> str:
        return "".join(file.read_text() for file in sorted(self.folder.glob("server*.log")))

    def _start(self, number: int) -> subprocess.Popen[bytes]:
        port, log = self.ports[number], self.folder / f"server{number}.log"
        host = _of(self.hosts, number)
        command = [
            *_of(self.prefixes, number),
            *(str(Path(sys.executable).with_name("tilerummy")), "serve"),
            *("--host", host, "--port", str(port)),
            *("--secret", SECRET),
            *(() if (CLIENT_FILES / "index.html").exists() else ("--no-client",)),
            *self.options,
        ]
        if self.database is not None:
            command += ["--database", self.database]
        if self.bus is not None:
            command += ["--bus", self.bus]
        with log.open("ab") as output:
            process = subprocess.Popen(
                command,
                stdout=output,
                stderr=output,
                env=os.environ | {"NO_COLOR": "1"} | _of(self.environments, number),
            )
        wait_until(lambda: accepts(port, host), process, log)
        return process


def _of(each: Sequence[T], number: int) -> T:
    """What a server has; with one for all, that one."""
    return each[number % len(each)]


@contextmanager
def running(cluster: Cluster) -> Iterator[Cluster]:
    cluster.start_all()
    try:
        yield cluster
    finally:
        cluster.stop_all()
    assert '"level":"error"' not in cluster.log, cluster.log[-3000:]


@contextmanager
def one_server(folder: Path, *options: str) -> Iterator[Cluster]:
    """A server on SQLite."""
    database = f"sqlite:///{folder / 'game.sqlite'}"
    with running(Cluster(folder, database, None, 1, options or UNLIMITED)) as cluster:
        yield cluster
