"""The engine is the referee: same seeds, same actions, same rounds, for every rulebook."""

from __future__ import annotations

from hashlib import sha256

import numpy as np
import pytest

from tilerummy.engine.actions import Play
from tilerummy.engine.rounds import Round
from tilerummy.engine.states import stored
from tilerummy.lab.environments import Choice, VectorEnvironment
from tilerummy.lab.environments.layout import Move
from tilerummy.lab.environments.moves import moves_of
from tilerummy.rules import RULEBOOK_IDS, rulebook
from tilerummy.solver import solve

TABLES = [
    (name, seats)
    for name in RULEBOOK_IDS
    for seats in range(rulebook(name).players.least, rulebook(name).players.most + 1)
]


def digest(state: bytes) -> str:
    return sha256(state).hexdigest()


def one(action: int) -> np.ndarray:
    return np.array([action], np.int32)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_core_deals_what_the_engine_deals(name, seats):
    rules = rulebook(name)
    seeds = [*range(40), "a longer seed, with ü and 風 in it" * 3, b"\x00\xff" * 16]
    env = VectorEnvironment(rules, len(seeds), seats=seats, choices=())
    env.reset(seeds)
    for i, seed in enumerate(seeds):
        assert digest(env.stored(i)) == digest(stored(Round.deal(rules, seats=seats, seed=seed)))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_rounds_of_whole_plays_are_the_engines(name, seats):
    follow_whole_plays(rulebook(name), seats)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_rounds_tile_by_tile_are_the_engines(name, seats):
    follow_tile_by_tile(rulebook(name), seats)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("jumbo", {"draw.must_lay": True}),
        ("jumbo", {"opening.points": 0}),
        ("jumbo", {"deal.tiles": 20, "start.method": "random"}),
        ("piatnik-travel", {"draw.then_open": True, "pool.empty": "last-turn"}),
        ("piatnik-travel", {"opening.goes_on": True, "draw.must_lay": True}),
        ("twist", {"opening.points": 0, "pool.empty": "void"}),
        ("lets-play-rummy-de", {"jokers.colour_must_match": True, "scoring.blocked": "full"}),
    ],
)
def test_rounds_under_house_rules_are_the_engines(name, changes):
    rules = rulebook(name).replace(changes)
    follow_whole_plays(rules, 3)
    follow_tile_by_tile(rules, 2)


def follow_whole_plays(rules, seats):
    env = VectorEnvironment(rules, 1, seats=seats, restarts=False)
    chance = np.random.default_rng(seats)
    # A player who waits now and then, one who rarely does, one who lays the most tiles.
    for seed, shares in enumerate(([2, 3, 4, 4, 9, 0, 4], [0.3, 3, 4, 4, 9, 0, 4], [0, 1])):
        env.reset([seed])
        now = Round.deal(rules, seats=seats, seed=seed)
        weights = np.resize([*shares, 0, 0, 0, 0, 0], len(Choice)) + 1e-9
        while not now.over:
            legal = env.arrays.masks[0] * weights
            chosen = int(chance.choice(len(legal), p=legal / legal.sum()))
            action = env.action(0, chosen, now)
            assert action is not None
            now = now.apply(action)
            env.step(one(chosen))
            assert digest(env.stored(0)) == digest(stored(now))
        assert env.arrays.over[0] == 1
        assert now.outcome is not None
        assert env.arrays.rewards[0].tolist() == list(now.outcome.scores)
        assert not env.arrays.masks.any()


def follow_tile_by_tile(rules, seats):
    env = VectorEnvironment(rules, 1, seats=seats, actions="tiles", restarts=False, moves=250)
    chance = np.random.default_rng(seats)
    env.reset(["tile by tile"])
    now = Round.deal(rules, seats=seats, seed="tile by tile")
    env.seed_sampling(3)
    action = one(0)
    while not now.over:
        # Some moves at random first: whatever they lead to has to be legal.
        for _ in range(int(chance.integers(0, 12))):
            env.sample(action)
            if action[0] <= Move.PLAY:
                break
            env.step(action)
        if env.arrays.masks[0, Move.PLAY]:
            chosen = [int(Move.PLAY)]
        else:
            if env.arrays.masks[0, Move.UNDO]:
                env.step(one(Move.UNDO))
            best = solve(now.view(now.turn).position, nodes=3_000).play
            waits = best is None or (chance.random() < 0.1 and env.arrays.masks[0, Move.WAIT])
            chosen = [int(Move.WAIT)] if waits else moves_of(now.view(now.turn).position, best)
        for move in chosen[:-1]:
            assert env.action(0, move) is None
            env.step(one(move))
        done = env.action(0, chosen[-1], now)
        if isinstance(done, Play) and chosen[-1] == Move.PLAY:
            assert now.judge(done) == []
        now = now.apply(done)
        env.step(one(chosen[-1]))
        assert digest(env.stored(0)) == digest(stored(now))
    assert env.arrays.rewards[0].tolist() == list(now.outcome.scores)


def test_following_rounds_are_dealt_from_seeds_that_follow():
    rules = rulebook("jumbo")
    env = VectorEnvironment(rules, 1)
    env.reset(["first"])
    deals = 0
    while deals < 2:
        env.step(np.array([int(env.arrays.masks[0, 1])], np.int32))
        if env.arrays.over[0]:
            deals += 1
            begun = Round.deal(rules, seats=2, seed=f"first/{deals}")
            assert digest(env.stored(0)) == digest(stored(begun))
