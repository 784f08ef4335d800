"""The reviewer: a finished game becomes a review that sharpens as it goes.

First every turn is judged on a few deals and then on fresh ones, the luck is counted, and
the turns whose class still hangs on chance get more deals, pass after pass, until they are
settled or the plan is used up. The plan counts play-outs, not seconds, so that a seed
gives the same review on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tilerummy.bots.policies import instead_of_laying
from tilerummy.engine.actions import Action, ClaimRedeal, Draw, Leave, Pass, Play
from tilerummy.engine.errors import RecordError
from tilerummy.engine.events import TimedOut
from tilerummy.engine.records import Move, Record, replay
from tilerummy.engine.rounds import Round
from tilerummy.engine.views import View
from tilerummy.evaluation.analysis import Choice, choice_of, told
from tilerummy.evaluation.classes import TurnClass
from tilerummy.evaluation.contests import Contest
from tilerummy.evaluation.estimates import Estimate
from tilerummy.evaluation.judging import Judging, Verdict
from tilerummy.evaluation.luck import Luck, luck_of_deal, luck_of_draw
from tilerummy.evaluation.outcomes import dear, laid_by
from tilerummy.evaluation.reasons import reasons_for
from tilerummy.evaluation.reviews import MatchReview, RoundReview, TurnReview, account_of
from tilerummy.rules.errors import expect
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile
from tilerummy.solver import solve

__all__ = ["Plan", "plan_for", "review", "review_round", "sharpen_review"]

_NODES: Final = 50_000


@dataclass(frozen=True, slots=True)
class Plan:
    """How much a review may do: deals for each part, and rounds of more deals at the end."""

    look: int = 12
    """Deals for all choices of a turn."""
    choose: int = 24
    """More deals for the few best of them."""
    final: int = 96
    """Deals in all for the two best of those."""
    first: int = 32
    """Fresh deals for what was done and its best rival."""
    chance: int = 64
    """Deals for what was done, at least: also where there was no choice."""
    model: int = 192
    """Deals for what was done and for what the model player would have done."""
    deal: int = 256
    draw: int = 32
    more: tuple[int, ...] = (64, 128, 256, 512)
    """Fresh deals for the turns that are not settled, pass after pass."""
    play_outs: int = 32_000
    """No turn gets more deals once all turns together have had so many play-outs."""

    def scaled(self, effort: float) -> Plan:
        """The plan with so many times the deals."""

        def share(deals: int) -> int:
            return max(1, round(deals * effort))

        return Plan(
            look=share(self.look),
            choose=share(self.choose),
            final=share(self.final),
            first=share(self.first),
            chance=share(self.chance),
            model=share(self.model),
            deal=share(self.deal),
            draw=share(self.draw),
            more=tuple([share(deals) for deals in self.more]),
            play_outs=share(self.play_outs),
        )


def plan_for(rules: Rulebook) -> Plan:
    """The usual plan; where play-outs take long there are fewer of them."""
    if dear(rules):
        return Plan(
            look=8,
            choose=12,
            final=32,
            first=16,
            chance=24,
            model=32,
            deal=48,
            draw=8,
            more=(16, 32),
            play_outs=6_000,
        )
    return Plan()


class _Turn:
    """A turn under review."""

    def __init__(self, number: int, before: Round, move: Move, after: Round, seed: str) -> None:
        self.number = number
        self.view: View = before.view(move.seat)
        self.done, self.fine = _plain(self.view, move.action, before, after)
        self.judging = Judging(self.view, self.done, f"{seed}/{number}", fine=self.fine)
        self.before = before
        self.drawn = move.drawn[0] if isinstance(move.action, Draw) and move.drawn else None
        self.luck: Luck | None = None
        most = solve(self.view.position, nodes=_NODES)
        self.most: tuple[Tile, ...] = most.laid

    def told(self) -> TurnReview:
        """What is known of the turn so far."""
        verdict = self.judging.verdict()
        contest = self.judging.contest
        best = contest.actions[verdict.best]
        only = verdict.name is TurnClass.ONLY
        # A late turn was nobody's choice; the same in time is among them.
        first = 1 if self.fine else 0
        shown = [_shown(contest, verdict, index) for index in range(first, len(contest.actions))]
        reasons = reasons_for(
            self.view,
            self.done,
            best,
            len(self.most),
            equal=verdict.name is TurnClass.EQUAL,
            fine=self.fine,
        )
        seat = self.view.turn
        return TurnReview(
            number=self.number,
            seat=seat,
            action=self.done,
            played=("late " if self.fine else "") + told(self.done, laid_by(self.view, self.done)),
            chance=verdict.chance.value,
            best=told(best, laid_by(self.view, best)),
            best_action=best,
            best_chance=verdict.best_chance,
            loss=verdict.loss,
            gain=verdict.gain.value,
            behind=verdict.behind,
            given=verdict.given,
            error=verdict.chance.error if only else verdict.gain.error,
            name=verdict.name,
            choices=tuple(sorted(shown, key=lambda choice: -choice.chance.value)),
            most=self.most,
            luck=0.0 if self.luck is None else self.luck.gains[seat],
            reasons=() if only else tuple(reasons),
        )


def _shown(contest: Contest, verdict: Verdict, index: int) -> Choice:
    """A choice with its chance, none better than the best one."""
    found = choice_of(contest, index)
    if index == verdict.best:
        value = verdict.best_chance
    elif index == 0 or found.chance.exact:
        return found
    else:
        value = min(found.chance.value, verdict.best_chance)
    return replace(found, chance=Estimate(value, found.chance.error))


def _plain(view: View, action: Action, before: Round, after: Round) -> tuple[Action, int]:
    """What a turn came to, and the tiles it drew beside: the fine for a turn that was late.

    A time-out is the play it left behind, or a turn without one.
    """
    if isinstance(action, Play | Draw | Pass):
        return action, 0
    event = after.events[len(before.events)]
    if not isinstance(event, TimedOut):
        return instead_of_laying(view), 0
    if event.laid:
        return Play(event.table, event.opening), event.count
    drew = event.count > 0 and Draw in view.may
    return (Draw(), event.count - 1) if drew else (Pass(), event.count)


def review_round(
    states: Sequence[Round],
    moves: Sequence[Move],
    players: Sequence[str],
    *,
    seed: str = "1",
    plan: Plan | None = None,
) -> Iterator[RoundReview]:
    """A finished round, known better every time; the last review is settled."""
    last = states[-1]
    plan = plan_for(last.rules) if plan is None else plan
    turns = [
        _Turn(number, before, move, after, seed)
        for number, (before, move, after) in enumerate(
            zip(states, moves, states[1:], strict=False), start=1
        )
        if not isinstance(move.action, ClaimRedeal | Leave)
    ]
    nothing = Luck((0.0,) * last.seats, 0.0)
    passes = 3 + len(plan.more)
    for turn in turns:
        turn.judging.look(plan.look)
    yield _told(turns, nothing, players, last, 1 / passes)
    for turn in turns:
        turn.judging.choose(plan.choose, plan.final)
    for turn in turns:
        turn.judging.go_on(plan.first)
        turn.judging.settle_chance(plan.chance)
        turn.judging.follow_model(plan.model)
    yield _told(turns, nothing, players, last, 2 / passes)
    deal = luck_of_deal(states[_first_turn(moves)], plan.deal, seed)
    for turn in turns:
        if turn.drawn is not None:
            turn.luck = luck_of_draw(turn.before, turn.drawn, plan.draw, seed)
    spent = sum([turn.judging.contest.play_outs for turn in turns])
    for place, deals in enumerate(plan.more):
        yield _told(turns, deal, players, last, (3 + place) / passes)
        open_turns = [turn for turn in turns if not turn.judging.verdict().settled]
        if not open_turns or spent > plan.play_outs:
            break
        for turn in open_turns:
            if spent > plan.play_outs:
                break
            turn.judging.go_on(deals)
            spent += 2 * deals
    yield _told(turns, deal, players, last, 1.0)


def _first_turn(moves: Sequence[Move]) -> int:
    """How many actions come before the first turn: claims for another deal."""
    redeals = [place for place, move in enumerate(moves) if isinstance(move.action, ClaimRedeal)]
    return redeals[-1] + 1 if redeals else 0


def _told(
    turns: Sequence[_Turn], deal: Luck, players: Sequence[str], last: Round, progress: float
) -> RoundReview:
    told_turns = tuple([turn.told() for turn in turns])
    draws = tuple([turn.luck for turn in turns if turn.luck is not None])
    winner = None if last.outcome is None else last.outcome.winner
    accounts = [
        account_of(player, seat, last.seats, winner, told_turns, deal, draws)
        for seat, player in enumerate(players)
    ]
    return RoundReview(tuple(accounts), told_turns, progress)


def sharpen_review(
    record: Record, *, seed: str = "1", plan: Plan | None = None
) -> Iterator[MatchReview]:
    """All rounds of a record, known better every time."""
    rounds = replay(record)
    for number, states in enumerate(rounds, start=1):
        if not states[-1].over:
            raise RecordError(record.rounds[number - 1].result_line, f"round {number} is not over")
    done: list[RoundReview] = []
    for number, (states, played) in enumerate(zip(rounds, record.rounds, strict=True)):
        latest: RoundReview | None = None
        for latest in review_round(
            states, played.moves, record.players, seed=f"{seed}/{number}", plan=plan
        ):
            share = (number + latest.progress) / len(rounds)
            if share < 1:
                yield MatchReview((*done, latest), share)
        if latest is not None:
            done.append(latest)
    yield MatchReview(tuple(done), 1.0)


def review(record: Record | str, *, seed: str = "1", plan: Plan | None = None) -> MatchReview:
    """A finished game, turn by turn: chances, losses, luck and skill of every player."""
    read = Record.parse(record) if isinstance(record, str) else record
    expect(read, Record, "record")
    *_, last = sharpen_review(read, seed=seed, plan=plan)
    return replace(last, progress=1.0)
