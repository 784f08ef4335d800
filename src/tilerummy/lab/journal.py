"""The journal: finished rounds on disk, so that a run can be stopped and gone on with.

The first line says what is played; every other line is a round. A run of other rules or
another seed or budget is not mixed in. A deal counts once all its rounds are there, so a line that
was being written when the machine went down costs one deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

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
        self._path = path
        self._rounds: dict[tuple[DealKey, int], PlayedRound] = {}
        if path is None:
            return
        try:
            lines = path.read_bytes().split(b"\n") if path.exists() else []
            if not lines or not lines[0]:
                path.write_bytes(msgspec.json.encode(self._head) + b"\n")
            elif lines[-1]:
                path.write_bytes(b"\n".join(lines[:-1]) + b"\n")
        except OSError as error:
            raise LabError(f"{path}: {error.strerror}") from None
        if lines and lines[0]:
            self._read(path, lines)

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
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(lines)

    def _add(self, played: PlayedRound) -> None:
        seats = len(played.players)
        first = tuple([played.players[(i - played.rotation) % seats] for i in range(seats)])
        self._rounds[(first, played.deal), played.rotation] = played

    def _read(self, path: Path, lines: list[bytes]) -> None:
        try:
            head = msgspec.json.decode(lines[0], type=_Head)
            rounds = [msgspec.json.decode(line, type=PlayedRound) for line in lines[1:-1]]
        except msgspec.MsgspecError as error:
            raise LabError(f"{path} is no journal of the arena: {error}") from None
        if head != self._head:
            raise LabError(
                f"{path} is of another run: {head.rules}, seed {head.seed}, budget {head.budget:g}"
            )
        for played in rounds:
            self._add(played)
