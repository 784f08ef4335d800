"""A learner in Gymnasium: one seat learns against a bot of the roster (REINFORCE, linear).

python examples/train_gymnasium.py --opponent greedy --rounds 600
"""

from __future__ import annotations

import argparse

import numpy as np

from tilerummy.lab.environments import EFFECTS
from tilerummy.lab.environments.aec import Observation
from tilerummy.lab.environments.gym import TileRummyGym

NAMES = ("tiles", "jokers", "goes_out", "tiles_left", "points_left", "opens", "draws")
SCALE = np.array([10, 1, 1, 20, 100, 1, 1])


def features(seen: Observation) -> np.ndarray:
    """What each action does."""
    columns = [seen["effects"][:, EFFECTS[name].start] for name in NAMES]
    return np.stack(columns, axis=1) / SCALE


def play(
    env: TileRummyGym, weights: np.ndarray, seed: int, chance: np.random.Generator
) -> tuple[float, np.ndarray]:
    """A round: whether it was won, and the slope of the choices made."""
    seen, _ = env.reset(seed=seed)
    slope = np.zeros_like(weights)
    over, reward = False, 0.0
    while not over:
        found = features(seen)
        scores = np.where(seen["action_mask"] > 0, found @ weights, -np.inf)
        likely = np.exp(scores - scores.max())
        likely /= likely.sum()
        action = int(chance.choice(len(likely), p=likely))
        slope += found[action] - likely @ found
        seen, reward, over, _, _ = env.step(action)
    return reward, slope


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--opponent", default="greedy", help="a bot as the arena takes it")
    options.add_argument("--rounds", type=int, default=600)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    env = TileRummyGym("jumbo", [chosen.opponent], reward="win")
    chance = np.random.default_rng(chosen.seed)
    weights = np.zeros(len(NAMES))
    usual, results = 0.5, []
    for number in range(chosen.rounds):
        won, slope = play(env, weights, chosen.seed * 100_000 + number, chance)
        weights += 0.1 * (won - usual) * slope
        usual += 0.05 * (won - usual)
        results.append(won)
    quarter = max(1, len(results) // 4)
    first, last = np.mean(results[:quarter]), np.mean(results[-quarter:])
    print(f"won {100 * first:.0f} % of the first {quarter} rounds, {100 * last:.0f} % of the last")
    print(", ".join(f"{name} {weight:+.2f}" for name, weight in zip(NAMES, weights, strict=True)))


if __name__ == "__main__":
    main()
