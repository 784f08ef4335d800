"""Records: whole games as values that can be written down, replayed and verified.

A record holds the rulebook, the players and, for every round, the seed, the commitment,
what was done and how it ended. Beside each action it also says who acted and which tiles
were laid or drawn: the engine knows that anyway, but people want to read it, and a slip of
the pen shows when the record is replayed. `record_writing` and `record_reading` have the
form on paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from re import compile as pattern
from typing import Final

from tilerummy.engine.actions import Action, ClaimRedeal, Leave
from tilerummy.engine.errors import IllegalAction, RecordError, SetupError
from tilerummy.engine.events import Drew, Played, TimedOut
from tilerummy.engine.matches import totals
from tilerummy.engine.rounds import Round
from tilerummy.engine.scoring import Outcome
from tilerummy.rules.errors import expect
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile

__all__ = [
    "DATE",
    "RECORD_FORMS",
    "SEAT_NAMES",
    "Move",
    "Record",
    "RoundRecord",
    "record_of",
    "replay",
    "seat_scores",
]

RECORD_FORMS: Final = {1: "tilerummy 1", 2: "tilerummy 2"}
"""What the first line of a record says: the form, and with it the rulings it was played under."""

DATE: Final = pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
"""How records write a date."""

SEAT_NAMES = "ABCDEF"
"""What records call the seats."""


@dataclass(frozen=True, slots=True)
class Move:
    """An action, who did it and, where told, which tiles were laid or drawn by it."""

    seat: int
    """Who acted."""
    action: Action
    """What was done."""
    laid: tuple[Tile, ...] | None = None
    """The tiles laid, where told."""
    drawn: tuple[Tile, ...] | None = None
    """The tiles drawn, where told."""
    line: int = field(default=0, compare=False)
    """The line of the text it was read from."""


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round: what it was dealt from, what was done, how it ended (None: not yet)."""

    seed: str
    """What the round was dealt from."""
    commitment: str | None
    """The hash of the seed, published before."""
    moves: tuple[Move, ...]
    """What was done, in order."""
    outcome: Outcome | None
    """How it ended; None if it is unfinished."""
    line: int = field(default=0, compare=False)
    """The line of the text where the round begins."""
    result_line: int = field(default=0, compare=False)
    """The line of its result."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game of one round or a match of several."""

    rules: Rulebook
    """What was played, house rules included."""
    players: tuple[str, ...]
    """Their names, by seat."""
    rounds: tuple[RoundRecord, ...]
    """The rounds in their order."""
    date: str | None = None
    """When it was played, as YYYY-MM-DD."""
    told_totals: tuple[int, ...] | None = field(default=None, compare=False)
    """What the text says the scores add up to, if it does; `replay` sees whether it is true."""
    totals_line: int = field(default=0, compare=False)
    """The line of the text where the totals stand."""

    @staticmethod
    def parse(text: str) -> Record:
        """The record in the text; one that is damaged raises `RecordError`."""
        from tilerummy.engine.record_reading import parse_record

        expect(text, str, "the text")
        return parse_record(text)

    @property
    def totals(self) -> tuple[int, ...]:
        """The scores of the finished rounds added up."""
        outcomes = [played.outcome for played in self.rounds if played.outcome]
        return totals(tuple([outcome.scores for outcome in outcomes]), len(self.players))

    def __str__(self) -> str:
        from tilerummy.engine.record_writing import format_record

        return format_record(self)


def record_of(
    rounds: Sequence[Round], players: Sequence[str] = (), *, date: str | None = None
) -> Record:
    """The record of rounds that were played; without names, players are called by their seats."""
    if not rounds:
        raise SetupError("a record has at least one round")
    for played in rounds:
        expect(played, Round, "each of the rounds")
    if date is not None and not DATE.fullmatch(date):
        raise SetupError(f"a date looks like 2026-12-31, not {date!r}")
    rules, seats = rounds[0].rules, rounds[0].seats
    names = tuple(players) or tuple(SEAT_NAMES[:seats])
    if len(names) != seats or any(other.seats != seats for other in rounds):
        raise SetupError(f"a record names each of its {seats} players, the same in all rounds")
    return Record(rules, names, tuple([_round_record(played) for played in rounds]), date)


def replay(record: Record) -> tuple[tuple[Round, ...], ...]:
    """Every state of every round; what does not add up raises `RecordError`."""
    expect(record, Record, "record")
    states = tuple([_replay_round(record, played) for played in record.rounds])
    if record.told_totals not in (None, record.totals):
        raise RecordError(record.totals_line, f"the totals are {seat_scores(record.totals)}")
    return states


def seat_scores(scores: Sequence[int]) -> str:
    """Scores as records write them: `A +52, B -52`."""
    named = zip(SEAT_NAMES, scores, strict=False)
    return ", ".join([f"{seat} {score:+d}" if score else f"{seat} 0" for seat, score in named])


def _round_record(played: Round) -> RoundRecord:
    now = Round.deal(played.rules, seats=played.seats, seed=played.hidden.seed)
    moves: list[Move] = []
    for action in played.actions:
        seat = action.seat if isinstance(action, ClaimRedeal | Leave) else now.turn
        after = now.apply(action)
        moves.append(_told(now, after, seat, action))
        now = after
    if now != played:
        raise SetupError("a round that was set up by hand has no record")
    return RoundRecord(played.hidden.seed, played.commitment, tuple(moves), played.outcome)


def _told(now: Round, after: Round, seat: int, action: Action) -> Move:
    """The move with the tiles of its event."""
    event = after.events[len(now.events)]
    match event:
        case Played():
            return Move(seat, action, laid=event.laid)
        case Drew(tile=Tile() as tile):
            return Move(seat, action, drawn=(tile,))
        case TimedOut():
            return Move(seat, action, drawn=event.drawn or None)
        case _:
            return Move(seat, action)


def _replay_round(record: Record, played: RoundRecord) -> tuple[Round, ...]:
    try:
        now = Round.deal(record.rules, seats=len(record.players), seed=played.seed)
    except SetupError as error:
        raise RecordError(played.line, str(error)) from None
    if played.commitment not in (None, now.commitment):
        raise RecordError(
            played.line,
            f"the commitment does not fit rules, seats and seed; those give {now.commitment}",
        )
    states = [now]
    for move in played.moves:
        now = _replayed(now, move)
        states.append(now)
    if now.outcome != played.outcome:
        raise RecordError(played.result_line, f"the round {_ending(now.outcome)}")
    return tuple(states)


def _replayed(now: Round, move: Move) -> Round:
    try:
        after = now.apply(move.action, seat=move.seat)
    except IllegalAction as error:
        raise RecordError(move.line, f"{SEAT_NAMES[move.seat]} may not do this: {error}") from None
    told = _told(now, after, move.seat, move.action)
    if move.laid is not None and sorted(move.laid) != sorted(told.laid or ()):
        raise RecordError(move.line, f"the tiles laid are {format_tiles(told.laid or ())}")
    if move.drawn is not None and move.drawn != told.drawn:
        raise RecordError(
            move.line, f"the tiles drawn are {format_tiles(told.drawn or ()) or 'none'}"
        )
    return after


def _ending(outcome: Outcome | None) -> str:
    if outcome is None:
        return "is unfinished after these actions"
    winner = "" if outcome.winner is None else f" {SEAT_NAMES[outcome.winner]}"
    return f"ends as “{outcome.reason.value}{winner}: {seat_scores(outcome.scores)}”"
