"""The baseline's arithmetic: features of a known position, chances, one step of its training."""

from __future__ import annotations

from inspect import signature
from math import exp, sqrt

import numpy as np
import pytest

from tilerummy.engine.rounds import Round
from tilerummy.lab.baselines import suite, training
from tilerummy.lab.baselines.policy import FEATURES, LinearPolicy, features
from tilerummy.lab.baselines.suite import SUITE, Result, Table, league_line
from tilerummy.lab.environments import Choice, VectorEnvironment
from tilerummy.lab.rounds import PlayedRound
from tilerummy.rules import parse_melds, parse_tiles, rulebook

JUMBO = rulebook("jumbo")
WAIT, MOST, BARE = Choice.WAIT, Choice.MOST_TILES, Choice.WITHOUT_JOKERS


@pytest.fixture(scope="module")
def seen():
    now = Round.from_hands(
        JUMBO,
        [parse_tiles("k4 k5 * r9 r9"), parse_tiles("k13 b13"), parse_tiles("y1 y2 y3")],
        pool=parse_tiles("b1 b2"),
        table=parse_melds("k1 k2 k3"),
        opened=(0,),
    )
    arrays = VectorEnvironment(JUMBO, 1, seats=3, restarts=False).place(0, now)
    return arrays, features(arrays, np.zeros(1, np.intp))[0]


def named(row):
    return {
        name: round(float(value), 6) for name, value in zip(FEATURES, row, strict=True) if value
    }


def test_the_features_of_waiting(seen):
    _, found = seen
    assert named(found[WAIT]) == {
        "wait, always": 1,
        "wait, opened": 1,
        "wait, rack size": 5 / 20,
        "wait, pool": 2 / 80,
        "wait, nearest rack": round(2 / 14, 6),
        "jokers left": 1,
        "tiles left": 6 / 20,
        "points left": (4 + 5 + 9 + 9 + 25) / 50,
        "points left, nearest rack": round(52 / 50 * (1 - 2 / 14), 6),
    }


def test_the_features_of_the_most_tiles(seen):
    _, found = seen
    told = {k: v for k, v in named(found[MOST]).items() if not k.startswith("most_tiles")}
    assert told == {
        "tiles": 3 / 10,
        "share of the rack": 3 / 5,
        "points": 9 / 50,
        "jokers laid": 1,
        "tiles left": 2 / 20,
        "points left": 18 / 50,
        "points left, nearest rack": round(18 / 50 * (1 - 2 / 14), 6),
        "lays and rest is small": 1,
    }
    bare = named(found[BARE])
    assert (bare["tiles"], bare["jokers left"], bare.get("jokers laid")) == (0.2, 1, None)
    assert bare["lays and rest is small"] == 1


def test_an_empty_pool_and_a_far_rack_are_seen():
    now = Round.from_hands(
        JUMBO,
        [parse_tiles("k4"), parse_tiles(" ".join(f"b{n} r{n}" for n in range(1, 9)))],
        pool=(),
        table=(),
        opened=(),
    )
    arrays = VectorEnvironment(JUMBO, 1, seats=2, restarts=False).place(0, now)
    told = named(features(arrays, np.zeros(1, np.intp))[0][WAIT])
    assert told["wait, pool empty"] == 1
    assert told["wait, nearest rack"] == 1
    assert "wait, opened" not in told
    assert "lays and rest is small" not in told, "waiting lays nothing, however small the rack is"


def test_chances_are_in_proportion_and_only_of_what_the_mask_allows():
    policy = LinearPolicy(np.array([1.0, 2.0]))
    found = np.array([[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]])
    mask = np.array([[1, 1, 0]], np.uint8)
    assert policy.chances(found, mask)[0] == pytest.approx(
        [1 / (1 + exp(1)), exp(1) / (1 + exp(1)), 0]
    )
    assert policy.best(found, mask).tolist() == [1]
    assert policy.best(found, np.ones((1, 3), np.uint8)).tolist() == [2]
    assert not LinearPolicy.new().weights.any()
    assert len(LinearPolicy.new().weights) == len(FEATURES) == 7 * 6 + 10


def test_steps_of_training_follow_adam(monkeypatch):
    slopes = [np.linspace(-1, 1, len(FEATURES)), np.full(len(FEATURES), 0.5)]
    seen = []

    def gradient(env, policy, names, chance, usual):
        seen.append((names, usual, policy.weights.copy()))
        return slopes[len(seen) - 1], np.array([1.0, 0.0, 1.0, 1.0]), np.array([10.0, -6, 2, 2])

    monkeypatch.setattr(training, "_gradient", gradient)
    one, two = training.train(JUMBO, batches=2, deals=2, rate=0.1, seed=7)
    assert (one.number, one.rounds, one.won, one.points) == (1, 4, 0.75, 2.0)
    assert [names for names, _, _ in seen] == [
        ["train 7 1 0", "train 7 1 1"],
        ["train 7 2 0", "train 7 2 1"],
    ]
    # What rounds usually bring moves a tenth of the way to what they brought.
    assert [usual for _, usual, _ in seen] == pytest.approx([0.5, 0.5 + 0.1 * (0.754 - 0.5)])
    assert one.policy.weights == pytest.approx(0.1 * np.sign(slopes[0]), abs=1e-6)
    first = (0.9 * 0.1 * slopes[0] + 0.1 * slopes[1]) / (1 - 0.9**2)
    second = (0.999 * 0.001 * slopes[0] ** 2 + 0.001 * slopes[1] ** 2) / (1 - 0.999**2)
    step = first / (np.sqrt(second) + 1e-8)
    assert two.policy.weights - one.policy.weights == pytest.approx(0.1 * step)


def test_a_decision_counts_as_much_as_its_round_went_better_than_usual(monkeypatch):
    def play(env, policy, names, chance, slopes):
        slopes.append((np.array([0, 1]), np.array([[1.0, 0.0], [0.0, 1.0]])))
        slopes.append((np.array([1]), np.array([[0.0, 2.0]])))
        return np.array([1.0, 0.0]), np.array([50.0, -100.0])

    monkeypatch.setattr(training, "_play", play)
    policy = LinearPolicy(np.zeros(2))
    slope, won, points = training._gradient(None, policy, [], None, 0.5)
    # Worth 1 + 0.1 - 0.5 and 0 - 0.2 - 0.5, over two rounds.
    assert slope == pytest.approx([0.6 / 2, -0.7 * 3 / 2])
    assert (won.tolist(), points.tolist()) == ([1.0, 0.0], [50.0, -100.0])


def test_a_deal_is_one_observation(monkeypatch):
    won = np.array([1.0, 1.0, 1.0, 0.0])
    monkeypatch.setattr(training, "_play", lambda *_: (won, np.array([4.0, 2.0, 0.0, -2.0])))
    found = training.measure(JUMBO, LinearPolicy.new(), deals=2)
    assert (found.rounds, found.won, found.points) == (4, 0.75, 1.0)
    assert found.standard_error == pytest.approx(sqrt(0.125 / 2))
    won[:] = 1.0
    # As if two more deals had gone one way each: 3 of 4, over two deals.
    sure = training.measure(JUMBO, LinearPolicy.new(), deals=2)
    assert sure.standard_error == pytest.approx(sqrt(0.75 * 0.25 / 2))


def test_the_league_tells_shares_of_the_frozen_tables():
    assert [table.deals for table in SUITE] == [100, 100, 100, 50, 50]
    assert str(Table("jumbo", ("greedy", "patient"), 5)) == "jumbo, greedy patient"
    results = [Result("a", 0, 0.5, None, 0.0, 0.5), Result("b", 8, 0.25, 0.1, 0.0, 0.5)]
    assert league_line("me", results) == "| me | itself | 25.0 ± 10.0 |"
    assert Result("a", 8, 0.25, None, 0.0, 0.5).told == "2 of 8"


def test_a_share_of_the_deals_of_every_table_is_played(monkeypatch):
    planned = []

    def played(plan, workers, journal, tick):
        planned.append((plan.rules.id, plan.deals))
        return [PlayedRound(("pip", *("greedy",)), 0, 0, 0, (5, -5), 30, "out")]

    monkeypatch.setattr(suite, "run", played)
    results = list(suite.enter("pip", None, share=0.1))
    assert planned == [(table.rules, max(2, table.deals // 10)) for table in SUITE]
    assert [(result.won, result.points) for result in results] == [(1.0, 5.0)] * 5
    assert [result.fair for result in results] == [0.5, 0.5, 0.5, 0.5, 0.25]
    planned.clear()
    list(suite.enter("pip", None, share=0.001))
    assert [deals for _, deals in planned] == [2] * 5


def test_what_training_begins_with():
    told = {name: value.default for name, value in signature(training.train).parameters.items()}
    del told["rules"]
    assert told == {"seats": 2, "batches": 70, "deals": 64, "rate": 0.08, "seed": 1}
    measured = signature(training.measure).parameters
    assert [measured[name].default for name in ("seats", "deals", "seed")] == [2, 200, "measure"]


@pytest.mark.parametrize(("rack", "small"), [("k4 r9 b13 y13", True), ("k4 r9 b13 y13 r1", False)])
def test_a_play_of_one_tile_that_leaves_three_or_fewer_is_near_the_end(rack, small):
    now = Round.from_hands(
        JUMBO, [parse_tiles(rack), parse_tiles("b1")], table=parse_melds("k1 k2 k3"), opened=(0, 1)
    )
    arrays = VectorEnvironment(JUMBO, 1, seats=2, restarts=False).place(0, now)
    told = named(features(arrays, np.zeros(1, np.intp))[0][MOST])
    assert told["tiles"] == 0.1
    assert told.get("lays and rest is small", 0) == small
