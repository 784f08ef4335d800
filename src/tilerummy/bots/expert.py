"""Expert: looks ahead.

For every candidate action it plays the round to its end many times, over deals of the
hidden tiles that fit what the others did, each seat following a policy: its own is the
patient one, the others' is what they seem to play. All candidates meet the same deals, so
luck cancels out; the weaker half is dropped after every stage and the deals go to those
still in question. More budget means more deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from tilerummy.bots.candidates import Candidate, candidates
from tilerummy.bots.dice import Dice
from tilerummy.bots.greedy import GREEDY
from tilerummy.bots.guesses import Guesses
from tilerummy.bots.patient import PATIENT
from tilerummy.bots.protocol import Budget
from tilerummy.engine.actions import Action, Draw, Play
from tilerummy.engine.phases import Phase
from tilerummy.engine.views import View
from tilerummy.rules.changes import without
from tilerummy.rules.rulebook import EmptyPool
from tilerummy.rules.tiles import Tile
from tilerummy.solver.playouts import Hands, Moment, Policy, RoundEnd, play_out

__all__ = ["Expert"]

Racks = tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True, slots=True)
class Expert:
    """Searches over candidate actions with play-outs."""

    play_outs: int = 480
    """How many rounds are played out in a turn at normal effort."""
    candidates: int = 8
    own: Policy = PATIENT
    points: float = 0.002
    """What a point of the round's score is worth, measured in won rounds."""

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        """The action after which the play-outs go best."""
        found = candidates(view, self.candidates)
        if len(found) == 1:
            return found[0].action
        deadline = None if budget.seconds is None else perf_counter() + budget.seconds
        guesses = Guesses(view, dice)
        policies = [
            self.own if seat == view.seat else _policy_of(guesses, seat)
            for seat in range(view.seats)
        ]
        totals = [0.0] * len(found)
        alive = list(range(len(found)))
        stages = max(1, (len(found) - 1).bit_length())
        per_stage = max(1.0, self.play_outs * budget.effort / stages)
        while len(alive) > 1:
            deals = [guesses.deal() for _ in range(max(2, round(per_stage / len(alive))))]
            for index in alive:
                totals[index] += self._worth(view, found[index], deals, policies)
            alive.sort(key=lambda index: -totals[index])
            alive = alive[: (len(alive) + 1) // 2]
            if deadline is not None and perf_counter() > deadline:
                break
        return found[alive[0]].action

    def _worth(
        self, view: View, candidate: Candidate, deals: list[Hands], policies: list[Policy]
    ) -> float:
        """How the rounds go on average after the candidate, summed over the deals."""
        seat = view.seat
        assert seat is not None
        moment, hands = _after(view, seat, candidate, deals)
        if moment is None:
            return len(deals) / view.seats
        ends = play_out(moment, hands, policies)
        return sum(self._utility(end, seat, view.seats) for end in ends)

    def _utility(self, end: RoundEnd, seat: int, seats: int) -> float:
        if end.winner is None:
            return 1 / seats
        return (end.winner == seat) + self.points * end.scores[seat]


def _policy_of(guesses: Guesses, seat: int) -> Policy:
    """How a seat is thought to play on."""
    return GREEDY if guesses.lays_little(seat) else PATIENT


def _after(
    view: View, seat: int, candidate: Candidate, deals: list[Hands]
) -> tuple[Moment | None, list[Hands]]:
    """The moment after the candidate and the hands then; no moment if the round is void."""
    action = candidate.action
    rules = view.rules
    last_turns, passed, turn, drawn = view.last_turns, view.passed, _next(view), False
    hands = deals
    if isinstance(action, Play):
        rest = without(view.rack, candidate.laid)
        hands = [Hands(_with(h.racks, seat, rest), h.pool) for h in deals]
        passed = frozenset()
        if view.phase is Phase.ACT:
            last_turns -= {seat}
    elif isinstance(action, Draw):
        hands = [
            Hands(_with(h.racks, seat, (*h.racks[seat], h.pool[0])), h.pool[1:]) for h in deals
        ]
        passed = frozenset()
        if view.pool_size == 1:
            if rules.pool.empty is EmptyPool.VOID:
                return None, []
            last_turns = frozenset(range(view.seats)) - view.left
        if rules.draw.then_open and seat not in view.opened:
            drawn, turn = True, seat
    else:
        if view.phase is Phase.ACT:
            passed |= {seat}
            last_turns -= {seat}
    moment = Moment(
        rules=rules,
        table=action.table if isinstance(action, Play) else view.table,
        turn=turn,
        start=view.start,
        opened=view.opened | {seat} if isinstance(action, Play) else view.opened,
        left=view.left,
        passed=passed,
        last_turns=last_turns,
        drawn=drawn,
    )
    return moment, hands


def _with(racks: Racks, seat: int, rack: tuple[Tile, ...]) -> Racks:
    return (*racks[:seat], rack, *racks[seat + 1 :])


def _next(view: View) -> int:
    seat = view.turn
    while True:
        seat = (seat + 1) % view.seats
        if seat not in view.left:
            return seat
