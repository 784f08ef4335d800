"""The arena: bots against bots, until it is clear who is stronger.

A run is a set of tables (one, or every pair of a league), each playing the same mirrored
deals. The work is cut into deals that know nothing of each other, so that it can be done
here, by several processes or on a cluster, with the same result; what is done is written
to a journal at once, from which a run that was stopped goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import combinations

from msgspec import Struct

from tilerummy.engine.rounds import Round
from tilerummy.lab.errors import LabError
from tilerummy.lab.journal import Journal, deal_key
from tilerummy.lab.players import MOST_EFFORT, Player
from tilerummy.lab.ratings import Rating, ratings
from tilerummy.lab.rounds import MirroredDeal, PlayedRound
from tilerummy.lab.statistics import Standing, standings
from tilerummy.lab.workers import Workers
from tilerummy.rules.rulebook import Rulebook

__all__ = ["Forfeited", "Plan", "Report", "pairs", "report_of", "run"]


class Plan(Struct, frozen=True):
    """What is to be played: tables of players, and how many mirrored deals each."""

    rules: Rulebook
    tables: tuple[tuple[Player, ...], ...]
    deals: int
    seed: str
    effort: float = 1.0
    league: bool = False
    """Whether the tables are the pairs of a league, which is rated."""

    def __post_init__(self) -> None:
        if self.deals < 1:
            raise LabError("at least one deal has to be played")
        if not 0 < self.effort <= MOST_EFFORT:
            raise LabError(f"the budget must be greater than 0 and at most {MOST_EFFORT}")
        for players in self.tables:
            Round.deal(self.rules, seats=len(players), seed=self.seed)

    @property
    def size(self) -> int:
        """How many rounds there are."""
        return sum(len(players) * self.deals for players in self.tables)

    def work(self) -> Iterator[MirroredDeal]:
        """Every deal of every table."""
        for deal in range(self.deals):
            for players in self.tables:
                yield MirroredDeal(self.rules, players, self.seed, deal, self.effort)


class Forfeited(Struct, frozen=True):
    """A program that had to leave rounds, why, and how many."""

    what: str
    rounds: int


class Report(Struct, frozen=True, omit_defaults=True):
    """The outcome of a run; for a league also every pair, and the ratings."""

    rules: str
    seed: str
    deals: int
    budget: float
    rounds: int
    void: int
    turns_a_round: float
    """How many turns a round has on average, those of all players together."""
    bots: list[Standing]
    pairs: list[list[Standing]] = []
    ratings: list[Rating] = []
    forfeits: list[Forfeited] = []


def pairs(players: Sequence[Player], seats: int = 2) -> tuple[tuple[Player, ...], ...]:
    """The tables of a league: every pair meets; at a larger table they sit in turn."""
    if seats < 2 or seats % 2:
        raise LabError("a league's tables have an even number of seats")
    if len(set(players)) != len(players):
        raise LabError("a bot can be only once in a league")
    if len(players) < 2:
        raise LabError("a league needs at least two bots")
    return tuple([pair * (seats // 2) for pair in combinations(players, 2)])


def run(
    plan: Plan, workers: Workers, journal: Journal, tick: Callable[[int], object]
) -> list[PlayedRound]:
    """Play what the journal does not hold yet; `tick` is called for finished rounds."""
    found = journal.whole_deals()
    work = [(deal_key(deal), deal) for deal in plan.work()]
    tick(sum(len(found[key]) for key, _ in work if key in found))
    with closing(workers.play([deal for key, deal in work if key not in found])) as played:
        for rounds in played:
            journal.write(rounds)
            tick(len(rounds))
    found = journal.whole_deals()
    return [one for key, _ in work for one in found[key]]


def report_of(plan: Plan, rounds: Sequence[PlayedRound]) -> Report:
    """The figures of a run."""
    league = plan.league
    return Report(
        rules=plan.rules.id,
        seed=plan.seed,
        deals=plan.deals,
        budget=plan.effort,
        rounds=len(rounds),
        void=sum(played.winner is None for played in rounds),
        turns_a_round=sum(played.turns for played in rounds) / len(rounds),
        bots=standings(rounds),
        pairs=[standings(_of_table(rounds, players)) for players in plan.tables] if league else [],
        ratings=ratings(rounds) if league else [],
        forfeits=[Forfeited(what, count) for what, count in _forfeits(rounds).items()],
    )


def _forfeits(rounds: Sequence[PlayedRound]) -> Counter[str]:
    return Counter([what for played in rounds for what in played.forfeits])


def _of_table(rounds: Sequence[PlayedRound], players: Sequence[Player]) -> list[PlayedRound]:
    names = sorted([str(player) for player in players])
    return [played for played in rounds if sorted(played.players) == names]
