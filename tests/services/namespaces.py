"""Network namespaces: machines of their own for servers, each with its own way to everything else.

A namespace reaches this machine under three addresses: one for players, one for the database, one
for the bus. Each can be made unreachable; packets to it are then lost without a word.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Machine:
    """A namespace, by its number."""

    number: int

    @property
    def name(self) -> str:
        return f"tilerummy-{os.getpid()}-{self.number}"

    @property
    def link(self) -> str:
        return f"tr{os.getpid() % 100_000}-{self.number}"

    @property
    def address(self) -> str:
        """Where its server listens."""
        return f"198.18.{self.number}.2"

    @property
    def players(self) -> str:
        return f"198.18.{self.number}.1"

    @property
    def database(self) -> str:
        return f"198.18.{self.number}.4"

    @property
    def bus(self) -> str:
        return f"198.18.{self.number}.3"

    @property
    def prefix(self) -> tuple[str, ...]:
        """What a command begins with that runs there."""
        return ("ip", "netns", "exec", self.name)

    @contextmanager
    def without(self, *addresses: str) -> Iterator[None]:
        """Nothing gets from there to these addresses."""
        for address in addresses:
            ip("-n", self.name, "route", "add", "blackhole", f"{address}/32")
        try:
            yield
        finally:
            for address in addresses:
                ip("-n", self.name, "route", "del", "blackhole", f"{address}/32")


def ip(*arguments: str) -> None:
    subprocess.run(("ip", *arguments), check=True, capture_output=True)


def why_not() -> str | None:
    """Why there can be no namespaces here."""
    if shutil.which("ip") is None:
        return "network namespaces need iproute2"
    probe = f"tilerummy-{os.getpid()}-probe"
    try:
        ip("netns", "add", probe)
    except subprocess.CalledProcessError as error:
        return f"network namespaces are not permitted: {error.stderr.decode().strip()}"
    ip("netns", "del", probe)
    return None


def faketime() -> Path | None:
    """The library that gives a process another wall clock."""
    return next(iter(Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), None)


@contextmanager
def machine(number: int) -> Iterator[Machine]:
    one = Machine(number)
    ip("netns", "add", one.name)
    try:
        ip("link", "add", one.link, "type", "veth", "peer", "eth0", "netns", one.name)
        for address in (one.players, one.database, one.bus):
            ip("address", "add", f"{address}/29", "dev", one.link)
        ip("link", "set", one.link, "up")
        ip("-n", one.name, "address", "add", f"{one.address}/29", "dev", "eth0")
        for device in ("lo", "eth0"):
            ip("-n", one.name, "link", "set", device, "up")
        yield one
    finally:
        with suppress(subprocess.CalledProcessError):
            ip("link", "del", one.link)
        ip("netns", "del", one.name)
