"""Tuning: policies meet on mirrored deals, and the table begins with the best."""

from __future__ import annotations

import sys

import pytest

from tilerummy.bots.champion import Champion
from tilerummy.bots.greedy import GREEDY
from tilerummy.lab import tuning
from tilerummy.rules import rulebook
from tilerummy.solver.playouts import Policy, RoundEnd

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


def test_what_is_tried_and_against_whom():
    found = list(tuning.policies())
    assert len(found) == len(set(found)) == 2 * 2 * 6 * 3 * 2
    assert {policy.opens for policy in found} == {0, 12}
    assert {policy.wait for policy in found} == {1, 3}
    assert {policy.hold for policy in found} == {0, 10, 18, 24, 30, 34}
    assert {policy.patience for policy in found} == {3, 4, 6}
    assert {policy.stints for policy in found} == {False, True}
    assert all(policy.keep_jokers for policy in found)
    assert Policy(wait=3, keep_jokers=True, patience=6) == tuning.BUILDER


def test_the_share_won_is_that_of_the_own_seat_in_every_seat(monkeypatch):
    own, other = Policy(wait=1), Policy(wait=2)
    seated = []

    def ends(moment, hands, policies):
        seated.append([policy.wait for policy in policies])
        assert (moment.rules, moment.table, moment.turn, len(hands)) == (RULES, (), 0, 2)
        # The own policy wins the first deal in every seat, the second in seat 0 alone.
        return [RoundEnd(policies.index(own), 1, ()), RoundEnd(0, 1, ())]

    monkeypatch.setattr(tuning, "play_out", ends)
    share, error = tuning.share_won(own, other, RULES, 3, 2)
    assert seated == [[1, 2, 2], [2, 1, 2], [2, 2, 1]]
    assert share == pytest.approx((1 + 1 / 3) / 2)
    assert error == pytest.approx(1 / 3)


def test_the_table_is_printed_with_the_best_first(monkeypatch, capsys):
    best = tuning.Tried(
        Policy(opens=12, wait=3, hold=18, patience=4), ((0.5678, 0.0123), (1.0, None))
    )
    asked = []
    monkeypatch.setattr(tuning, "tried", lambda *given: asked.append(given) or [best])
    monkeypatch.setattr(sys, "argv", ["tuning"])
    tuning.main()
    assert asked == [(RULES, 2, 300, (GREEDY, tuning.BUILDER))]
    assert capsys.readouterr().out.splitlines() == [
        "opens wait hold patience stints | against greedy | against a builder, rounds won in %",
        "   12    3   18        4 False  | 56.8 ± 1.2 | 100.0 ± 0.0",
    ]
    assert best.worst == 0.5678
