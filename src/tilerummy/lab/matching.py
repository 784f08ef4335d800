"""Match me, simulated: does somebody of a known strength win about half?

A bot takes the person's place and plays round after round against the opponent that is chosen
for it from its results so far, as in a room.

    python -m tilerummy.lab.matching otto nell --rounds 60 --seed 1
"""

from __future__ import annotations

import argparse

from msgspec import Struct

from tilerummy.bots import LADDER, matched
from tilerummy.lab.players import Player
from tilerummy.lab.rounds import MirroredDeal, play_round
from tilerummy.rules import rulebook
from tilerummy.rules.rulebook import Rulebook

__all__ = ["Course", "simulate"]


class Course(Struct, frozen=True):
    """What became of one person's rounds: who they met, and which rounds they won."""

    steps: tuple[int, ...]
    won: tuple[bool, ...]

    def win_rate(self, after: int = 0) -> float:
        """The share of rounds won, the first ones left out."""
        late = self.won[after:]
        return sum(late) / len(late)


def simulate(person: str, rules: Rulebook, rounds: int, seed: str) -> Course:
    """Rounds of that bot against matched opponents; a round nobody wins does not count."""
    steps: list[int] = []
    won: list[bool] = []
    deal = 0
    while len(won) < rounds:
        opponent = matched(won)
        players = (Player(person), Player(opponent.name))
        # In every second round the players have changed seats: the person sits in that of the turn.
        seat = deal % 2
        played = play_round(MirroredDeal(rules, players, seed, deal), seat)
        deal += 1
        if played.winner is None:
            continue
        won.append(played.winner == seat)
        steps.append(opponent.ladder or 0)
    return Course(tuple(steps), tuple(won))


def main() -> None:
    """Print a line for each person."""
    parser = argparse.ArgumentParser(description="Simulate match me with bots as the persons.")
    parser.add_argument("person", nargs="+", help="bots that take the person's place")
    parser.add_argument("--rules", default="ravensburger-travel-de")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", default="1")
    chosen = parser.parse_args()
    for person in chosen.person:
        course = simulate(person, rulebook(chosen.rules), chosen.rounds, chosen.seed)
        met = [f"{entry.name} {course.steps.count(entry.ladder or 0)}" for entry in LADDER]
        print(f"{person}: won {100 * course.win_rate():.0f} % of {chosen.rounds}; {', '.join(met)}")


if __name__ == "__main__":
    main()
