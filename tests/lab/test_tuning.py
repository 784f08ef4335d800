"""Tuning: policies meet on mirrored deals, and the table begins with the best."""

from __future__ import annotations

import pytest

from tilerummy.bots.champion import Champion
from tilerummy.bots.greedy import GREEDY
from tilerummy.lab import tuning
from tilerummy.rules import rulebook
from tilerummy.solver.playouts import Policy

RULES = rulebook("ravensburger-travel-de")


@pytest.mark.parametrize("seats", [2, 3])
def test_a_policy_wins_a_fair_share_against_itself(seats):
    assert tuning.share_won(GREEDY, GREEDY, RULES, seats, 6) == (pytest.approx(1 / seats), 0.0)


def test_saving_without_hands_beats_laying_everything():
    share, error = tuning.share_won(Policy(wait=1000, keep_jokers=True), GREEDY, RULES, 2, 6)
    assert share > 0.8
    assert error is not None


def test_the_best_against_its_worst_opponent_comes_first(monkeypatch):
    shares = {1: 0.4, 3: 0.6}
    monkeypatch.setattr(
        tuning, "share_won", lambda own, other, *rest: (shares[own.wait] + (other == GREEDY), 0.1)
    )
    table = tuning.tried(RULES, 2, 1, (GREEDY, tuning.BUILDER))
    assert table[0].policy.wait == 3
    assert table[0].worst == 0.6
    assert [one.worst for one in table] == sorted([one.worst for one in table], reverse=True)


def test_the_champions_own_policy_is_one_of_those_tried():
    own = Champion()
    assert Policy(
        opens=own.opens,
        wait=own.wait,
        hold=own.hold,
        patience=own.patience,
        keep_jokers=True,
        stints=True,
    ) in list(tuning.policies())
