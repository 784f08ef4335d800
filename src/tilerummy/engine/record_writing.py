"""Writing records: the text that `record_reading` reads."""

from __future__ import annotations

from tilerummy.engine.actions import ClaimRedeal, Draw, Leave, Pass, Play, TimeOut
from tilerummy.engine.records import RECORD_FORMS, SEAT_NAMES, Move, Record, seat_scores
from tilerummy.engine.scoring import Outcome
from tilerummy.engine.shuffle import house_rule_text
from tilerummy.rules.library import house_rules
from tilerummy.rules.melds import format_melds
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.positions import Table

__all__ = ["format_record"]


def format_record(record: Record) -> str:
    """The record as text."""
    base, changes = house_rules(record.rules)
    lines = [_tag("Record", RECORD_FORMS[record.rules.rulings]), _tag("Rulebook", base)]
    lines += [
        _tag("House", f"{name} = {house_rule_text(changes[name])}") for name in sorted(changes)
    ]
    if record.date is not None:
        lines.append(_tag("Date", record.date))
    lines += [_tag(seat, name) for seat, name in zip(SEAT_NAMES, record.players, strict=False)]
    for number, played in enumerate(record.rounds, start=1):
        lines += ["", _tag("Round", str(number)), _tag("Seed", played.seed)]
        if played.commitment is not None:
            lines.append(_tag("Commitment", played.commitment))
        lines += [f"{index}. {_move(move)}" for index, move in enumerate(played.moves, start=1)]
        lines.append(_tag("Result", _result(played.outcome)))
    if len(record.rounds) > 1:
        lines += ["", _tag("Totals", seat_scores(record.totals))]
    return "\n".join(lines) + "\n"


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _move(move: Move) -> str:
    seat = SEAT_NAMES[move.seat]
    tiles = "" if move.laid is None else f" {format_tiles(move.laid)}"
    drawn = "" if not move.drawn else f" draw {format_tiles(move.drawn)}"
    match move.action:
        case Play(table, opening):
            return f"{seat} lay{tiles}: {_table(table, opening)}"
        case Draw():
            return f"{seat}{drawn or ' draw'}"
        case Pass():
            return f"{seat} pass"
        case ClaimRedeal():
            return f"{seat} redeal"
        case Leave():
            return f"{seat} leave"
        case TimeOut(draft, opening):
            shown = "" if draft is None else f": {_table(draft, opening)}"
            return f"{seat} time-out{drawn}{shown}".rstrip()


def _table(table: Table, opening: Table | None) -> str:
    after = format_melds(table)
    return after if opening is None else f"{after} / {format_melds(opening)}"


def _result(outcome: Outcome | None) -> str:
    if outcome is None:
        return "unfinished"
    winner = "" if outcome.winner is None else f" {SEAT_NAMES[outcome.winner]}"
    return f"{outcome.reason.value}{winner}: {seat_scores(outcome.scores)}"
