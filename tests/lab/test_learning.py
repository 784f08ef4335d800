"""Learning: the same seed gives the same weights, and they are better than chance."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest

from tilerummy.bots.greedy import GREEDY
from tilerummy.lab import learning
from tilerummy.lab.learning import FEATURES, learn, share_won
from tilerummy.rules import rulebook
from tilerummy.solver.playouts import Policy, RoundEnd

RULES = rulebook("jumbo")
START = Policy(patience=4, stints=True)


def learned(seed: int) -> Policy:
    return learn(START, [GREEDY], RULES, seats=2, generations=2, population=4, deals=2, seed=seed)


def test_the_same_seed_gives_the_same_weights():
    first = learned(1)
    assert len(first.weights) == len(FEATURES)
    assert first == learned(1)
    assert first != learned(2)


def test_weights_decide_between_playing_and_waiting():
    seeds = [str(deal) for deal in range(10)]
    always = Policy(weights=(1, 1, 0, 0, 0, 0, 0, 0, 0))
    never = Policy(weights=(-1, 0, 0, 0, 0, 0, 0, 0, 0))
    assert share_won(always, GREEDY, RULES, 2, seeds) == share_won(GREEDY, GREEDY, RULES, 2, seeds)
    assert share_won(never, GREEDY, RULES, 2, seeds) != share_won(always, GREEDY, RULES, 2, seeds)


def test_the_share_won_is_that_of_the_own_seat_in_every_seat(monkeypatch):
    own, other = Policy(wait=1), Policy(wait=2)
    seated = []

    def ends(moment, hands, policies):
        seated.append([policy.wait for policy in policies])
        assert (moment.rules, moment.table, moment.turn, len(hands)) == (RULES, (), 0, 2)
        # The own policy wins the first deal in every seat, the second in seat 0 alone.
        seat = policies.index(own)
        return [RoundEnd(seat, 1, ()), RoundEnd(0, 1, ())]

    monkeypatch.setattr(learning, "play_out", ends)
    share, error = share_won(own, other, RULES, 3, ["a", "b"])
    assert seated == [[1, 2, 2], [2, 1, 2], [2, 2, 1]]
    assert share == pytest.approx((1 + 1 / 3) / 2)
    assert error == pytest.approx(1 / 3)


def test_the_next_generation_is_drawn_around_the_best_quarter(monkeypatch, capsys):
    drawn = []

    def share(own, other, rules, seats, seeds):
        drawn.append(np.array(own.weights))
        # Whoever puts more weight on the tiles wins more.
        return own.weights[1] / 1000, None

    monkeypatch.setattr(learning, "share_won", share)
    found = learn(START, [GREEDY], RULES, seats=2, generations=1, population=12, deals=1, seed=1)
    chance = np.random.default_rng(1)
    rows = np.rint(chance.normal(learning._MEAN, learning._SPREAD, (12, 9))).astype(int)
    assert [list(row) for row in drawn] == rows.tolist()
    best = sorted(rows.tolist(), key=lambda row: -row[1])[:3]
    mean = 0.5 * learning._MEAN + 0.5 * np.mean(best, axis=0)
    assert found.weights == tuple(np.rint(mean).astype(int))
    shares = [row[1] / 1000 for row in rows.tolist()]
    assert capsys.readouterr().out == (
        f"generation 1: mean {100 * np.mean(shares):.1f} %, best {100 * max(shares):.1f} %\n"
    )


def test_the_command_writes_what_was_learned_and_how(monkeypatch, tmp_path, capsys):
    weights = tuple(range(9))
    asked = []
    monkeypatch.setattr(
        learning, "learn", lambda *args, **how: asked.append(how) or Policy(weights=weights)
    )
    checked = []
    monkeypatch.setattr(
        learning, "share_won", lambda own, other, *rest: checked.append(rest) or (0.5, 0.1)
    )
    out = tmp_path / "weights.json"
    monkeypatch.setattr(sys, "argv", ["learning", "--seed", "3", "--check", "2", "--out", str(out)])
    learning.main()
    record = json.loads(out.read_text())
    assert record == json.loads(capsys.readouterr().out)
    assert record["weights"] == dict(zip(FEATURES, weights, strict=True))
    assert record["against"] == [["greedy", 0.5, 0.1], ["builder", 0.5, 0.1]]
    expected = {"seats": 2, "generations": 15, "population": 24, "deals": 25, "seed": 3}
    assert asked == [expected]
    assert {name: record[name] for name in expected} == expected
    assert [rest[2] for rest in checked] == [["fresh/3/0", "fresh/3/1"]] * 2


def test_where_learning_begins_is_a_policy_that_needs_many_tiles_and_keeps_its_jokers():
    begins = dict(zip(FEATURES, zip(learning._MEAN, learning._SPREAD, strict=True), strict=True))
    assert begins == {
        "always": (-300, 300),
        "tiles": (30, 60),
        "left": (10, 40),
        "smallest other rack": (0, 30),
        "pool": (0, 8),
        "jokers held": (0, 60),
        "silent turns": (0, 60),
        "left below eight": (0, 40),
        "jokers played": (-200, 150),
    }
    assert learning._BEST == 0.25 and learning._KEPT == 0.5


def test_at_least_two_are_the_best_and_the_share_is_that_of_all_opponents(monkeypatch, capsys):
    monkeypatch.setattr(
        learning, "share_won", lambda own, other, *_: (own.weights[1] / 1000 + other.wait, None)
    )
    opponents = [Policy(wait=0), Policy(wait=1)]
    found = learn(START, opponents, RULES, seats=2, generations=1, population=3, deals=1, seed=1)
    chance = np.random.default_rng(1)
    rows = np.rint(chance.normal(learning._MEAN, learning._SPREAD, (3, 9))).astype(int).tolist()
    best = sorted(rows, key=lambda row: -row[1])[:2]
    mean = 0.5 * learning._MEAN + 0.5 * np.mean(best, axis=0)
    assert found.weights == tuple(np.rint(mean).astype(int))
    # Each row's tiles per mille against the one, and one more against the other.
    shares = [row[1] / 1000 + 0.5 for row in rows]
    assert capsys.readouterr().out == (
        f"generation 1: mean {100 * np.mean(shares):.1f} %, best {100 * max(shares):.1f} %\n"
    )


def test_the_next_generation_spreads_as_the_best_did(monkeypatch, capsys):
    drawn = []

    def share(own, other, rules, seats, seeds):
        drawn.append((own.weights, seeds))
        return own.weights[1] / 1000, None

    monkeypatch.setattr(learning, "share_won", share)
    learn(START, [GREEDY], RULES, seats=2, generations=2, population=8, deals=2, seed=4)
    chance = np.random.default_rng(4)
    first = np.rint(chance.normal(learning._MEAN, learning._SPREAD, (8, 9))).astype(int)
    best = np.array(sorted(first.tolist(), key=lambda row: -row[1])[:2])
    mean = (learning._MEAN + best.mean(axis=0)) / 2
    spread = (learning._SPREAD + best.std(axis=0)) / 2
    second = np.rint(chance.normal(mean, spread, (8, 9))).astype(int)
    assert [list(weights) for weights, _ in drawn] == [*first.tolist(), *second.tolist()]
    assert [seeds for _, seeds in drawn[::8]] == [
        ["learning/4/0/0", "learning/4/0/1"],
        ["learning/4/1/0", "learning/4/1/1"],
    ]
    assert "generation 2: " in capsys.readouterr().out
