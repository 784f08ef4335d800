"""Match me: an opponent for one person, adapted gently from round to round.

A person's strength is estimated from the results so far as in any Elo table, and the step of
the ladder nearest to it is the next opponent, at most one step away from the last. So a person who
plays on wins about half of the rounds against one bot, and a fair share against several.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tilerummy.bots.entries import Entry
from tilerummy.bots.ladder import LADDER
from tilerummy.rules.errors import TilerummyError

__all__ = ["FIRST_STEP", "MATCH", "Result", "matched", "next_step", "on_step", "strength"]

MATCH: Final = "match"
"""What this way of choosing is called where bots are chosen by name."""
FIRST_STEP: Final = 4
"""Where a person begins of whom nothing is known."""
_FIRST_WEIGHT: Final = 160.0
_LEAST_WEIGHT: Final = 60.0
_SETTLES: Final = 12
"""From this many rounds on a result has the least weight."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished round of a person against bots of one step."""

    step: int
    won: bool
    bots: int = 1


def on_step(step: int) -> Entry:
    """The bot on a step of the ladder, from 1."""
    if not 1 <= step <= len(LADDER):
        raise TilerummyError(f"the ladder has steps from 1 to {len(LADDER)}, not {step}")
    return LADDER[step - 1]


def strength(results: Sequence[Result], first: int = FIRST_STEP) -> float:
    """The Elo of a person with these results, the oldest first."""
    rating = float(_elo(results[0].step if results else first))
    for number, result in enumerate(results):
        odds = result.bots * 10 ** ((_elo(result.step) - rating) / 400)
        settled = min(1.0, number / _SETTLES)
        weight = _FIRST_WEIGHT + settled * (_LEAST_WEIGHT - _FIRST_WEIGHT)
        rating += weight * (result.won - 1 / (1 + odds))
    return rating


def next_step(results: Sequence[Result], first: int = FIRST_STEP) -> int:
    """The step to play next."""
    if not results:
        return on_step(first).ladder or first
    rating = strength(results, first)
    last = results[-1].step
    near = [step for step in (last - 1, last, last + 1) if 1 <= step <= len(LADDER)]
    return min(near, key=lambda step: (abs(_elo(step) - rating), step != last))


def matched(won: Sequence[bool], bots: int = 1) -> Entry:
    """The bot for the next round, if every round so far was played against the one for it."""
    results: list[Result] = []
    for one in won:
        results.append(Result(next_step(results), one, bots))
    return on_step(next_step(results))


def _elo(step: int) -> int:
    elo = on_step(step).elo
    assert elo is not None, "every bot of the ladder is rated"
    return elo
