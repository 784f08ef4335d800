"""The journal: finished rounds on disk, so that a run can be stopped and resumed.

The first line says what is played; every other line is a round. A run of other rules or
another seed or budget is not mixed in. A deal counts once all its rounds are there, so a line that
was being written when the machine went down costs one deal. A file that is anything else is
left as it is, and two runs cannot write the same one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct

from tilerummy.lab.errors import LabError
from tilerummy.lab.rounds import MirroredDeal, PlayedRound
from tilerummy.rules.library import house_rules
from tilerummy.rules.rulebook import Rulebook

__all__ = ["Journal", "deal_key"]

DealKey = tuple[tuple[str, ...], int]
"""The players in the order of the first rotation, and the deal."""


def deal_key(work: MirroredDeal) -> DealKey:
    """How the journal knows a deal."""
    return tuple([str(player) for player in work.players]), work.deal


class _Head(Struct, frozen=True):
    """What every round in the journal shares."""

    rules: str
    house: dict[str, str]
    seed: str
    budget: float


class Journal:
    """The rounds of a run so far; without a file they are only remembered."""

    def __init__(
        self, rules: Rulebook, seed: str, effort: float = 1.0, path: Path | None = None
    ) -> None:
        base, changes = house_rules(rules)
        house = {name: str(value) for name, value in changes.items()}
        self._head = _Head(base, house, seed, effort)
        self._rounds: dict[tuple[DealKey, int], PlayedRound] = {}
        self._path = path
        self._file: BinaryIO | None = None
        if path is None:
            return
        with _told_of(path):
            self._file = path.open("a+b")
        try:
            with _told_of(path):
                self._take_up(self._file)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let others write the file; what could not be written has been told before."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()

    def whole_deals(self) -> dict[DealKey, list[PlayedRound]]:
        """The deals of which every round is there."""
        found: dict[DealKey, list[PlayedRound]] = {}
        for (key, _), played in sorted(self._rounds.items()):
            found.setdefault(key, []).append(played)
        return {key: rounds for key, rounds in found.items() if len(rounds) == len(key[0])}

    def write(self, rounds: Iterable[PlayedRound]) -> None:
        """Add the rounds of a deal."""
        lines = b""
        for played in rounds:
            self._add(played)
            lines += msgspec.json.encode(played) + b"\n"
        if self._file is not None and self._path is not None:
            with _told_of(self._path):
                self._file.write(lines)
                self._file.flush()

    def _add(self, played: PlayedRound) -> None:
        seats = len(played.players)
        first = tuple([played.players[(i - played.rotation) % seats] for i in range(seats)])
        self._rounds[(first, played.deal), played.rotation] = played

    def _take_up(self, file: BinaryIO) -> None:
        """Read what is there; only what is proved to be this run's is changed."""
        _lock(file)
        file.seek(0)
        written = file.read()
        lines = written.split(b"\n")
        if written:
            for played in self._understood(lines):
                self._add(played)
        if len(lines) == 1:
            if written:
                file.truncate(0)
            file.write(msgspec.json.encode(self._head) + b"\n")
            file.flush()
        elif lines[-1]:
            file.truncate(len(written) - len(lines[-1]))

    def _understood(self, lines: list[bytes]) -> list[PlayedRound]:
        """The rounds in the lines of the journal; its last line may have been cut off."""
        try:
            head = msgspec.json.decode(lines[0], type=_Head)
            rounds = [msgspec.json.decode(line, type=PlayedRound) for line in lines[1:-1]]
        except msgspec.MsgspecError as error:
            raise LabError(f"{self._path} is not a journal of the arena: {error}") from None
        if head != self._head:
            raise LabError(
                f"{self._path} is of another run: {head.rules}, seed {head.seed}, "
                f"budget {head.budget:g}"
            )
        return rounds


def _lock(file: BinaryIO) -> None:
    """Keep other runs out until the file is closed."""
    with suppress(ImportError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def _told_of(path: Path) -> Iterator[None]:
    """Errors of the operating system, with the file's name."""
    try:
        yield
    except BlockingIOError:
        raise LabError(f"{path} is in use by another run") from None
    except OSError as error:
        raise LabError(f"{path}: {error.strerror}") from None
