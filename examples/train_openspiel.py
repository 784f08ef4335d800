"""A learner in OpenSpiel: values of actions, linear in what they do (Monte Carlo control).

    python examples/train_openspiel.py --rounds 600

It plays OpenSpiel's uniform random bot, in both seats by turns, mostly taking the action that it
believes to be worth the most.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel

import tilerummy.lab.environments.spiel  # noqa: F401  registers the game
from tilerummy.lab.environments import EFFECTS
from tilerummy.lab.environments.spiel import TileRummyState

NAMES = ("legal", "tiles", "jokers", "goes_out", "tiles_left", "points_left", "opens", "draws")
SCALE = np.array([1, 10, 1, 1, 20, 100, 1, 1])


def features(state: TileRummyState) -> np.ndarray:
    """What each legal action does."""
    effects = state.round.effects[state.legal_actions()]
    return np.stack([effects[:, EFFECTS[name].start] for name in NAMES], axis=1) / SCALE


def play(
    game: pyspiel.Game, weights: np.ndarray, mine: int, explore: float, chance: np.random.Generator
) -> tuple[float, list[np.ndarray]]:
    """A round in that seat: the score, and what the actions taken did."""
    other = pyspiel.make_uniform_random_bot(1 - mine, int(chance.integers(2**31)))
    state = game.new_initial_state()
    taken: list[np.ndarray] = []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, likely = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=likely)))
        elif state.current_player() != mine:
            state.apply_action(other.step(state))
        else:
            found = features(state)
            best = int((found @ weights).argmax())
            place = int(chance.integers(len(found))) if chance.random() < explore else best
            taken.append(found[place])
            state.apply_action(state.legal_actions()[place])
    return state.returns()[mine], taken


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=600)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    game = pyspiel.load_game("python_tilerummy(rules=jumbo,players=2)")
    chance = np.random.default_rng(chosen.seed)
    squares, products = np.eye(len(NAMES)), np.zeros(len(NAMES))
    weights = np.zeros(len(NAMES))
    results = []
    for number in range(chosen.rounds):
        explore = max(0.05, 1 - 2 * number / chosen.rounds)
        score, taken = play(game, weights, number % 2, explore, chance)
        for found in taken:
            squares += np.outer(found, found)
            products += found * np.sign(score)
        weights = np.linalg.solve(squares, products)
        results.append(score > 0)
    quarter = max(1, len(results) // 4)
    first, last = np.mean(results[:quarter]), np.mean(results[-quarter:])
    print(f"won {100 * first:.0f} % of the first {quarter} rounds, {100 * last:.0f} % of the last")
    print(", ".join(f"{name} {weight:+.2f}" for name, weight in zip(NAMES, weights, strict=True)))


if __name__ == "__main__":
    main()
