"""Cases about counting: the score of a round, and of a match."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from tilerummy.cases.case import Case, CaseError
from tilerummy.engine.scoring import Outcome, score_blocked, score_out
from tilerummy.rules.notation import parse_tiles

__all__ = ["MatchScoreCase", "RoundScoreCase"]


class RoundScoreCase(Case, frozen=True, kw_only=True, tag="round-score"):
    """The racks at the end, in the order of turns, and who went out, if anybody did.

    The seat that went out has no tiles and needs no rack.
    """

    racks: dict[str, str]
    scores: dict[str, int]
    out: str | None = None
    start: str | None = None
    winner: str | UnsetType | None = UNSET

    def differences(self) -> list[str]:
        """Compare every player's score, and the winner."""
        racks = self.racks
        if self.out is not None and self.out in self.scores:
            racks = {self.out: "", **racks}
        names = list(racks)
        outcome = self._outcome(racks)
        found = dict(zip(names, outcome.scores, strict=True))
        differing = [
            f"expected {self.scores.get(name)} for {name}, found {found.get(name)}"
            for name in {**found, **self.scores}
            if self.scores.get(name) != found.get(name)
        ]
        if self.winner is not UNSET:
            winner = None if outcome.winner is None else names[outcome.winner]
            if winner != self.winner:
                differing.append(f"expected {self.winner} to win, found {winner}")
        return differing

    def _outcome(self, written: dict[str, str]) -> Outcome:
        rules = self.rulebook()
        names = list(written)
        racks = [parse_tiles(rack) for rack in written.values()]
        for name in (self.out, self.start):
            if name is not None and name not in names:
                raise CaseError(f"{name!r} has no rack")
        if len(names) < 2:
            raise CaseError("a round has at least two racks")
        if self.out is not None:
            return score_out(rules, racks, names.index(self.out))
        return score_blocked(rules, racks, start=names.index(self.start) if self.start else 0)


class MatchScoreCase(Case, frozen=True, kw_only=True, tag="match-score"):
    """The scores of rounds, each adding up to zero, their totals and who wins."""

    rounds: list[dict[str, int]]
    totals: dict[str, int] | None = None
    winner: str | list[str] | UnsetType | None = UNSET

    def differences(self) -> list[str]:
        """Compare the totals and the winner, and check that every round adds up to zero."""
        self.rulebook()
        differing = [
            f"round {number} adds up to {sum(scores.values())}, not to 0"
            for number, scores in enumerate(self.rounds, start=1)
            if sum(scores.values())
        ]
        totals: dict[str, int] = {}
        for scores in self.rounds:
            for name, score in scores.items():
                totals[name] = totals.get(name, 0) + score
        if self.totals is not None:
            differing += [
                f"expected a total of {self.totals.get(name)} for {name}, found {totals.get(name)}"
                for name in {**totals, **self.totals}
                if self.totals.get(name) != totals.get(name)
            ]
        best = [name for name, total in totals.items() if total == max(totals.values())]
        if self.winner is not UNSET and not self._names(best):
            differing.append(f"expected {self.winner} to win, found {' and '.join(best)}")
        return differing

    def _names(self, best: list[str]) -> bool:
        """Whether the expected winner is right; nobody wins alone in a tie."""
        if isinstance(self.winner, list):
            return sorted(self.winner) == sorted(best)
        if isinstance(self.winner, str):
            return best == [self.winner]
        return len(best) != 1
