"""Real PostgreSQL and Redis servers for a test session, without a service manager.

Each server runs as a child process on a free port of the loopback, keeps its data in a folder of
its own and is gone when the session ends. PostgreSQL refuses to run as root, so for root it runs as
`nobody`.
"""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

READY_SECONDS = 120.0
"""Far longer than any start takes; a busy machine is not a failure."""
PLAIN = ("--locale=C.UTF-8", "--no-sync")


class ServerMissing(RuntimeError):
    """A server's program is not installed."""


@dataclass(frozen=True, slots=True)
class PostgreSQL:
    """A running PostgreSQL server that trusts everyone on this machine."""

    programs: Path
    port: int
    pid: int = 0

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Nothing of the server runs meanwhile."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        pids = [self.pid, *map(int, children)]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in reversed(pids):
                os.kill(pid, signal.SIGCONT)

    def url(self, database: str) -> str:
        return f"postgresql+asyncpg://app@127.0.0.1:{self.port}/{database}"

    def create(self, database: str) -> str:
        """Make an empty database and return its address."""
        self._run("createdb", database)
        return self.url(database)

    def drop(self, database: str) -> None:
        self._run("dropdb", "--force", "--if-exists", database)

    def _run(self, program: str, *arguments: str) -> None:
        address = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "app")
        subprocess.run((self.programs / program, *address, *arguments), check=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(ready: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            process.wait()
            raise RuntimeError(f"the server did not start:\n{log.read_text()[-2000:]}")
        time.sleep(0.02)


def accepts(port: int, host: str = "127.0.0.1") -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((host, port)) == 0


@contextmanager
def folder_of(user: str | None) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="tilerummy-"))
    if user:
        shutil.chown(folder, user)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def programs_of_postgresql() -> Path:
    """Debian keeps them out of the search path, one folder a version."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = installed[-1] if installed else shutil.which("initdb")
    if found is None:
        raise ServerMissing("PostgreSQL is not installed: apt-get install postgresql")
    return Path(found).resolve().parent


@contextmanager
def postgresql() -> Iterator[PostgreSQL]:
    programs, port = programs_of_postgresql(), free_port()
    user = "nobody" if os.geteuid() == 0 else None
    with folder_of(user) as folder:
        data, log = folder / "data", folder / "log"
        subprocess.run(
            (programs / "initdb", "-D", data, "-U", "app", "-A", "trust", "-E", "UTF8", *PLAIN),
            check=True,
            stdout=subprocess.DEVNULL,
            user=user,
            extra_groups=[] if user else None,
            cwd=folder,
        )
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(folder),
            "fsync": "off",
            "max_connections": "200",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (
            log.open("wb") as output,
            subprocess.Popen(
                (programs / "postgres", "-D", data, "-p", str(port), *options),
                stdout=output,
                stderr=subprocess.STDOUT,
                user=user,
                extra_groups=[] if user else None,
                cwd=folder,
            ) as process,
        ):
            server = PostgreSQL(programs, port, process.pid)
            try:
                wait_until(lambda: answers(server), process, log)
                yield server
            finally:
                process.send_signal(2)  # SIGINT: fast shutdown


def answers(server: PostgreSQL) -> bool:
    ready = (server.programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(server.port))
    return subprocess.run(ready).returncode == 0


def redis_on(port: int) -> subprocess.Popen[bytes]:
    """A Redis server on that port, which whoever started it has to end."""
    program = shutil.which("redis-server")
    if program is None:
        raise ServerMissing("Redis is not installed: apt-get install redis-server")
    command = (program, "--port", str(port), "--bind", "127.0.0.1", "--save", "")
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not accepts(port):
        time.sleep(0.02)
    return process


@contextmanager
def redis() -> Iterator[str]:
    """Yield the address of an empty Redis server."""
    program = shutil.which("redis-server")
    if program is None:
        raise ServerMissing("Redis is not installed: apt-get install redis-server")
    port = free_port()
    with folder_of(None) as folder:
        log = folder / "log"
        with (
            log.open("wb") as output,
            subprocess.Popen(
                (program, "--port", str(port), "--bind", "127.0.0.1", "--save", ""),
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=folder,
            ) as process,
        ):
            try:
                wait_until(lambda: accepts(port), process, log)
                yield f"redis://127.0.0.1:{port}/0"
            finally:
                process.terminate()
