"""Match me, simulated: the opponents follow the results, and everybody sits in both seats."""

from __future__ import annotations

import pytest

from tilerummy.bots import matched
from tilerummy.lab import matching
from tilerummy.lab.rounds import PlayedRound
from tilerummy.rules import rulebook


def test_the_opponent_follows_the_results(monkeypatch: pytest.MonkeyPatch) -> None:
    wins = [True, True, False, None, True]

    def played(work, rotation):
        names = [str(player) for player in work.players]
        # The person is the first of the players; after a rotation by one it sits in seat 1.
        seated = tuple([names[(seat + rotation) % 2] for seat in range(2)])
        won = wins[work.deal]
        winner = None if won is None else seated.index("greedy" if won else names[1])
        return PlayedRound(seated, work.deal, rotation, winner, (0, 0), 30, "out")

    monkeypatch.setattr(matching, "play_round", played)
    course = matching.simulate("greedy", rulebook("jumbo"), 4, "1")
    assert course.won == (True, True, False, True)
    assert course.steps == tuple(
        [matched(results).ladder for results in ([], [True], [True] * 2, [True, True, False])]
    )
    assert course.win_rate() == 0.75
    assert course.win_rate(after=2) == 0.5
