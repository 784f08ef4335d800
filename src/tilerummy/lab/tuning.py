"""Tuning: the champion's own policy, chosen by play against others.

Before it searches, the champion proposes what a policy of a few numbers would do, and its
play-outs go on with the same policy. Here every combination of those numbers plays mirrored
rounds against the policies that people are likely to meet, in the core, where a thousand rounds
take a second or two. The same seeds give the same table.

    python -m tilerummy.lab.tuning --rules ravensburger-travel-de --seats 2 --deals 300
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from msgspec import Struct

from tilerummy.bots.greedy import GREEDY
from tilerummy.bots.policies import MOST_SILENT
from tilerummy.engine.shuffle import seed_text
from tilerummy.engine.start import deal_tiles
from tilerummy.lab.statistics import mean_and_error
from tilerummy.rules import rulebook
from tilerummy.rules.rulebook import Rulebook
from tilerummy.solver.playouts import Hands, Moment, Policy, play_out

__all__ = ["BUILDER", "Tried", "policies", "share_won", "tried"]

BUILDER: Final = Policy(wait=3, keep_jokers=True, patience=MOST_SILENT)
"""Waits for three tiles and keeps its jokers: the other opponent, beside the greedy one."""


class Tried(Struct, frozen=True):
    """A policy and the share of rounds it won against each opponent, with its error."""

    policy: Policy
    shares: tuple[tuple[float, float | None], ...]

    @property
    def worst(self) -> float:
        """What it wins against the opponent that suits it least."""
        return min(share for share, _ in self.shares)


def policies() -> Iterator[Policy]:
    """Every combination that is tried; nobody waits for longer than the ladder allows."""
    for opens, wait, hold, patience, stints in product(
        (0, 12), (1, 3), (0, 10, 18, 24, 30, 34), (3, 4, MOST_SILENT), (False, True)
    ):
        yield Policy(
            opens=opens, wait=wait, hold=hold, patience=patience, keep_jokers=True, stints=stints
        )


def tried(rules: Rulebook, seats: int, deals: int, opponents: Sequence[Policy]) -> list[Tried]:
    """All policies, the one that does best against its worst opponent first."""
    found = [
        Tried(policy, tuple([share_won(policy, other, rules, seats, deals) for other in opponents]))
        for policy in policies()
    ]
    return sorted(found, key=lambda one: -one.worst)


def share_won(
    own: Policy, other: Policy, rules: Rulebook, seats: int, deals: int
) -> tuple[float, float | None]:
    """How often a seat of the one policy wins among others, with its error, on mirrored deals."""
    dealt = [deal_tiles(rules, seats, seed_text(seed), 0) for seed in range(deals)]
    hands = [Hands(deal.racks, deal.pool) for deal in dealt]
    won = [0] * deals
    for seat in range(seats):
        seated = [own if place == seat else other for place in range(seats)]
        for deal, end in enumerate(play_out(Moment(rules, (), 0), hands, seated)):
            won[deal] += end.winner == seat
    return mean_and_error([count / seats for count in won])


def main() -> None:
    """Print the table, the best policy first."""
    parser = argparse.ArgumentParser(description="Choose the champion's policy by play.")
    parser.add_argument("--rules", default="ravensburger-travel-de")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--deals", type=int, default=300)
    chosen = parser.parse_args()
    print("opens wait hold patience stints | against greedy | against a builder, rounds won in %")
    for one in tried(rulebook(chosen.rules), chosen.seats, chosen.deals, (GREEDY, BUILDER)):
        shares = " | ".join(
            [f"{100 * share:.1f} ± {100 * (error or 0):.1f}" for share, error in one.shares]
        )
        policy = one.policy
        numbers = f"{policy.opens:5} {policy.wait:4} {policy.hold:4} {policy.patience:8}"
        print(f"{numbers} {policy.stints!s:6} | {shares}")


if __name__ == "__main__":
    main()
