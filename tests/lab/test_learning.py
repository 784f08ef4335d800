"""Learning: the same seed gives the same weights, and they are better than chance."""

from __future__ import annotations

from tilerummy.bots.greedy import GREEDY
from tilerummy.lab.learning import FEATURES, learn, share_won
from tilerummy.rules import rulebook
from tilerummy.solver.playouts import Policy

RULES = rulebook("jumbo")
START = Policy(patience=4, stints=True)


def learned(seed: int) -> Policy:
    return learn(START, [GREEDY], RULES, seats=2, generations=2, population=6, deals=6, seed=seed)


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
