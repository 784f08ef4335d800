"""A learner in PettingZoo: all seats share a policy and play each other (REINFORCE, linear).

    python examples/train_pettingzoo.py --rounds 1000

At the end the policy plays rounds against a player that draws its actions at random.
"""

from __future__ import annotations

import argparse

import numpy as np

from tilerummy.lab.environments import EFFECTS
from tilerummy.lab.environments.aec import Observation, TileRummyAEC

NAMES = ("tiles", "jokers", "goes_out", "tiles_left", "points_left", "opens", "draws")
SCALE = np.array([10, 1, 1, 20, 100, 1, 1])


def features(seen: Observation) -> np.ndarray:
    """What each action does."""
    columns = [seen["effects"][:, EFFECTS[name].start] for name in NAMES]
    return np.stack(columns, axis=1) / SCALE


def play(
    env: TileRummyAEC, weights: dict[str, np.ndarray], seed: int, chance: np.random.Generator
) -> tuple[dict[str, float], dict[str, np.ndarray]]:
    """A round of agents with weights of their own: their scores, the slopes of their choices."""
    env.reset(seed=seed)
    scores = dict.fromkeys(env.possible_agents, 0.0)
    slopes = {agent: np.zeros(len(NAMES)) for agent in env.possible_agents}
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        scores[agent] += reward
        if over:
            env.step(None)
            continue
        found = features(seen)
        worth = np.where(seen["action_mask"] > 0, found @ weights[agent], -np.inf)
        likely = np.exp(worth - worth.max())
        likely /= likely.sum()
        action = int(chance.choice(len(likely), p=likely))
        slopes[agent] += found[action] - likely @ found
        env.step(action)
    return scores, slopes


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    env = TileRummyAEC("jumbo", 2)
    chance = np.random.default_rng(chosen.seed)
    weights = np.zeros(len(NAMES))
    for number in range(chosen.rounds):
        shared = dict.fromkeys(env.possible_agents, weights)
        scores, slopes = play(env, shared, number, chance)
        for agent, slope in slopes.items():
            weights = weights + 0.02 * np.sign(scores[agent]) * slope
    won = 0
    games = max(10, chosen.rounds // 4)
    for number in range(games):
        blind = dict.fromkeys(env.possible_agents, np.zeros(len(NAMES)))
        learner = env.possible_agents[number % 2]
        scores, _ = play(env, {**blind, learner: weights}, 10**6 + number // 2, chance)
        won += scores[learner] > 0
    print(f"won {100 * won / games:.0f} % of {games} rounds against chance")
    print(", ".join(f"{name} {weight:+.2f}" for name, weight in zip(NAMES, weights, strict=True)))


if __name__ == "__main__":
    main()
