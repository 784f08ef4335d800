"""How many steps a second the environments play, beside what learners use for other games.

    python -m benchmarks.environment [--json] [--seconds S]

One process, one thread; a second is one of processor time, so a busy machine does not count. Two
players under jumbo. Actions are drawn at random from the masks, or follow the play of most tiles.
The peers (pip install '.[peers]') play their own games with random legal actions, in the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
import warnings
from collections.abc import Callable
from importlib import import_module

import numpy as np

from tilerummy.engine.rounds import Round
from tilerummy.lab.environments import Choice, VectorEnvironment
from tilerummy.rules import rulebook
from tilerummy.solver.playouts import Hands, Moment, Policy, play_out

RULES = rulebook("jumbo")
ROUNDS = 256
FOLLOWED = 64


def rate(step: Callable[[], int], seconds: float) -> float:
    """How many of what `step` counts there are in a second of processor time."""
    step()
    done = 0
    begun = time.process_time()
    while (took := time.process_time() - begun) < seconds:
        done += step()
    return done / took


def micro_steps(seconds: float) -> float:
    """Tile by tile, at random."""
    env = VectorEnvironment(RULES, ROUNDS, actions="tiles")
    env.reset(list(range(ROUNDS)))
    env.seed_sampling(1)
    actions = np.zeros(ROUNDS, np.int32)

    def step() -> int:
        for _ in range(20):
            env.step(env.sample(actions))
        return 20 * ROUNDS

    return rate(step, seconds)


def turns(seconds: float) -> float:
    """Whole plays with full lists of actions, at random."""
    env = VectorEnvironment(RULES, FOLLOWED)
    env.reset(list(range(FOLLOWED)))
    env.seed_sampling(1)
    actions = np.zeros(FOLLOWED, np.int32)

    def step() -> int:
        env.step(env.sample(actions))
        return FOLLOWED

    return rate(step, seconds)


def most_tiles_turns(seconds: float) -> float:
    """Whole plays, always the one of most tiles, and no other looked for."""
    env = VectorEnvironment(RULES, FOLLOWED, choices=())
    arrays = env.reset(list(range(FOLLOWED)))

    def step() -> int:
        env.step(arrays.masks[:, Choice.MOST_TILES].astype(np.int32))
        return FOLLOWED

    return rate(step, seconds)


def playout_turns(seconds: float) -> float:
    """The core's own play-outs of the same deals, every seat laying the most tiles."""
    seeds = [seed if not k else f"{seed}/{k}" for k in range(8) for seed in range(FOLLOWED)]
    dealt = [Round.deal(RULES, seats=2, seed=seed) for seed in seeds]
    work = [
        (Moment(RULES, (), now.turn, now.start), [Hands(now.hidden.racks, now.hidden.pool)])
        for now in dealt
    ]
    policies = [Policy(), Policy()]
    at = 0

    def step() -> int:
        nonlocal at
        moment, hands = work[at % len(work)]
        at += 1
        return play_out(moment, hands, policies)[0].turns

    return rate(step, seconds)


def rlcard_gin_rummy(seconds: float) -> float:
    """RLCard's gin rummy, random legal actions."""
    env = import_module("rlcard").make("gin-rummy", config={"seed": 1})
    chance = random.Random(1)
    state, _ = env.reset()

    def step() -> int:
        nonlocal state
        state, _ = env.step(chance.choice(list(state["legal_actions"])))
        if env.is_over():
            state, _ = env.reset()
        return 1

    return rate(step, seconds)


def pettingzoo_game(name: str) -> Callable[[float], float]:
    """A card game of PettingZoo, random legal actions."""

    def measured(seconds: float) -> float:
        env = import_module(f"pettingzoo.classic.{name}").env()
        chance = random.Random(1)
        env.reset(seed=1)

        def step() -> int:
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                return 0
            env.step(chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            return 1

        return rate(step, seconds)

    return measured


OURS: dict[str, Callable[[float], float]] = {
    "micro_steps_per_second": micro_steps,
    "turns_per_second": turns,
    "most_tiles_turns_per_second": most_tiles_turns,
    "playout_turns_per_second": playout_turns,
}
PEERS: dict[str, Callable[[float], float]] = {
    "RLCard, gin rummy": rlcard_gin_rummy,
    "PettingZoo, leduc_holdem_v4": pettingzoo_game("leduc_holdem_v4"),
    "PettingZoo, texas_holdem_v4": pettingzoo_game("texas_holdem_v4"),
    "PettingZoo, texas_holdem_no_limit_v6": pettingzoo_game("texas_holdem_no_limit_v6"),
}


def main() -> None:
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"  # it would stand before the JSON
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--json", action="store_true", help="print one object of JSON")
    options.add_argument("--seconds", type=float, default=3.0, help="for each measurement")
    chosen = options.parse_args()
    figures = {name: round(measured(chosen.seconds)) for name, measured in OURS.items()}
    peers: dict[str, int] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, measured in PEERS.items():
            try:
                peers[name] = round(measured(chosen.seconds))
            except ImportError:
                continue
    if chosen.json:
        print(json.dumps({**figures, "peers": peers}))
        return
    for name, figure in {**figures, **{f"{name} (steps)": n for name, n in peers.items()}}.items():
        print(f"{name:44}{figure:12,}")
    if not peers:
        print("peers are not installed: pip install '.[peers]'")
    share = figures["most_tiles_turns_per_second"] / figures["playout_turns_per_second"]
    print(f"following the most tiles: {100 * share:.0f} % of the play-outs' rate (goal: 75)")


if __name__ == "__main__":
    main()
