"""Reading records: tags in brackets, then one numbered action a line.

    [Record "tilerummy 2"]
    [Rulebook "piatnik-travel"]
    [A "Anna"]
    [B "Ben"]

    [Round "1"]
    [Seed "8"]
    1. B draw k7
    2. A lay r10 r11 r12: r10 r11 r12
    [Result "unfinished"]

People can write it with a pen; a semicolon begins a comment. Whatever is missing, out of
order or unreadable is refused with its line and the reason. The format: docs/records.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NoReturn

from tilerummy.engine.actions import (
    Action,
    ClaimRedeal,
    Draw,
    Leave,
    Pass,
    Play,
    TimeOut,
)
from tilerummy.engine.errors import RecordError, SetupError
from tilerummy.engine.records import (
    DATE,
    RECORD_FORMS,
    SEAT_NAMES,
    Move,
    Record,
    RoundRecord,
)
from tilerummy.engine.scoring import EndReason, Outcome
from tilerummy.engine.shuffle import seed_text
from tilerummy.rules.errors import NotationError, RulebookError
from tilerummy.rules.library import RULEBOOK_IDS, fields, rulebook
from tilerummy.rules.melds import parse_melds
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.rulebook import Rulebook

__all__ = ["parse_record"]

_TAG: Final = re.compile(r'\[(\w+) "((?:[^"\\]|\\["\\])*)"\]\s*(?:;.*)?')
_MOVE: Final = re.compile(r"([0-9]{1,6})\. ([A-F]) ([a-z-]+)(.*)")
_RESULT: Final = re.compile(r"(out|blocked|void|alone)(?: ([A-F]))?: (.+)")
_SCORE: Final = re.compile(r"([A-F]) ([+-]?[0-9]{1,6})")
_VERBS: Final = "lay, draw, pass, redeal, time-out, leave"


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that says something: a tag with its value, or (no tag) an action."""

    number: int
    tag: str
    text: str


class _Lines:
    """The lines of a record, looked at one after the other."""

    def __init__(self, text: str) -> None:
        self._lines = list(_lines(text))
        self._next = 0
        self.last = len(text.splitlines())

    def peek(self) -> _Line | None:
        return self._lines[self._next] if self._next < len(self._lines) else None

    def take(self, tag: str) -> _Line | None:
        """The next line, if it has this tag."""
        line = self.peek()
        if line is None or line.tag != tag:
            return None
        self._next += 1
        return line

    def need(self, tag: str) -> _Line:
        """The next line, which has to have this tag."""
        missing = f'[{tag} "…"] is missing here'
        if self.peek() is None and self._next:
            missing = f"the game ends unfinished: {missing}"
        return self.take(tag) or self.refuse(missing)

    def refuse(self, reason: str) -> NoReturn:
        line = self.peek()
        raise RecordError(self.last + 1 if line is None else line.number, reason)


def _lines(text: str) -> Iterator[_Line]:
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if stripped.startswith("["):
            found = _TAG.fullmatch(stripped)
            if found is None:
                raise RecordError(number, 'a tag looks like [Name "value"]')
            yield _Line(number, found[1], re.sub(r'\\(["\\])', r"\1", found[2]))
        else:
            content = stripped.partition(";")[0].strip()
            if content:
                yield _Line(number, "", content)


def parse_record(text: str) -> Record:
    """The record in the text; one that is damaged raises `RecordError`."""
    lines = _Lines(text)
    version = lines.need("Record")
    rulings = next((n for n, form in RECORD_FORMS.items() if form == version.text), None)
    if rulings is None:
        known = " or ".join([f"“{form}”" for form in RECORD_FORMS.values()])
        raise RecordError(version.number, f"this is not a record of the form {known}")
    rules = _rules(lines, rulings)
    date = lines.take("Date")
    if date is not None and not DATE.fullmatch(date.text):
        raise RecordError(date.number, "a date looks like 2026-12-31")
    players: list[str] = []
    while len(players) < len(SEAT_NAMES) and (player := lines.take(SEAT_NAMES[len(players)])):
        if not player.text.strip() or not player.text.isprintable():
            raise RecordError(player.number, "a player has a name")
        players.append(player.text)
    if len(players) < rules.players.least or len(players) > rules.players.most:
        lines.refuse(
            f"{len(players)} players are named, but {rules.id} is for "
            f"{rules.players.least} to {rules.players.most}"
        )
    rounds = [_round(lines, 1, len(players))]
    while (line := lines.peek()) is not None and line.tag == "Round":
        rounds.append(_round(lines, len(rounds) + 1, len(players)))
    sums = lines.take("Totals")
    if lines.peek() is not None:
        lines.refuse("nothing more belongs here")
    return Record(
        rules,
        tuple(players),
        tuple(rounds),
        None if date is None else date.text,
        None if sums is None else _scores(sums, sums.text, len(players)),
        0 if sums is None else sums.number,
    )


def _rules(lines: _Lines, rulings: int) -> Rulebook:
    named = lines.need("Rulebook")
    if named.text not in RULEBOOK_IDS:
        raise RecordError(
            named.number, f"{named.text!r} is not a rulebook; there are {', '.join(RULEBOOK_IDS)}"
        )
    rules = rulebook(named.text, rulings=rulings)
    known = dict(fields(rules))
    changes: dict[str, object] = {}
    written: dict[str, int] = {}
    while house := lines.take("House"):
        name, equals, value = (part.strip() for part in house.text.partition("="))
        if not equals:
            raise RecordError(house.number, "a house rule looks like opening.points = 25")
        changes[name] = _house_value(value, known.get(name))
        written[name] = house.number
    if not changes:
        return rules
    try:
        # Together: one house rule may make another possible.
        return rules.replace(changes)
    except RulebookError as error:
        line = written.get(error.field, max(written.values()))
        raise RecordError(line, str(error)) from None


def _house_value(text: str, usual: object) -> object:
    """The value as the field's usual value suggests; what does not fit is refused later."""
    if isinstance(usual, tuple):
        return tuple(text.split())
    if isinstance(usual, bool):
        return {"true": True, "false": False}.get(text, text)
    if isinstance(usual, int):
        return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text
    return text


def _round(lines: _Lines, number: int, seats: int) -> RoundRecord:
    begun = lines.need("Round")
    if begun.text != str(number):
        raise RecordError(begun.number, f"round {number} comes here, not {begun.text}")
    seed = lines.need("Seed")
    try:
        seed_text(seed.text)
    except SetupError as error:
        raise RecordError(seed.number, str(error)) from None
    committed = lines.take("Commitment")
    moves: list[Move] = []
    while line := lines.take(""):
        moves.append(_parse_move(line, len(moves) + 1, seats))
    result = lines.need("Result")
    return RoundRecord(
        seed.text,
        None if committed is None else committed.text,
        tuple(moves),
        _parse_result(result, seats),
        (committed or seed).number,
        result.number,
    )


def _parse_move(line: _Line, number: int, seats: int) -> Move:
    found = _MOVE.fullmatch(line.text)
    if found is None:
        raise RecordError(line.number, f"an action looks like “{number}. A draw”")
    if int(found[1]) != number:
        raise RecordError(line.number, f"action {number} comes here, not {found[1]}")
    seat, verb = SEAT_NAMES.index(found[2]), found[3]
    if seat >= seats:
        raise RecordError(line.number, f"nobody sits at {found[2]}")
    read = _READERS.get(verb)
    if read is None:
        raise RecordError(line.number, f"unknown action “{verb}”; allowed: {_VERBS}")
    try:
        return read(line, seat, found[4].strip())
    except NotationError as error:
        raise RecordError(line.number, str(error)) from None


def _read_lay(line: _Line, seat: int, rest: str) -> Move:
    tiles, colon, after = rest.partition(":")
    if not colon:
        raise RecordError(line.number, "a colon and the whole table left behind belong here")
    laid = parse_tiles(tiles) or None
    return Move(seat, Play.parse(after.strip()), laid=laid, line=line.number)


def _read_draw(line: _Line, seat: int, rest: str) -> Move:
    drawn = parse_tiles(rest)
    return Move(seat, Draw(), drawn=drawn or None, line=line.number)


def _read_time_out(line: _Line, seat: int, rest: str) -> Move:
    fine, colon, draft = rest.partition(":")
    word, _, tiles = fine.strip().partition(" ")
    if word not in ("", "draw"):
        raise RecordError(
            line.number, "“time-out” must be followed by “draw” and tiles, or by a colon"
        )
    table, slash, opening = draft.partition("/")
    action = TimeOut(parse_melds(table) if colon else None, parse_melds(opening) if slash else None)
    return Move(seat, action, drawn=parse_tiles(tiles) or None, line=line.number)


def _bare(action: Callable[[int], Action]) -> Callable[[_Line, int, str], Move]:
    def read(line: _Line, seat: int, rest: str) -> Move:
        if rest:
            raise RecordError(line.number, f"unexpected text after the action: {rest}")
        return Move(seat, action(seat), line=line.number)

    return read


_READERS: Final[dict[str, Callable[[_Line, int, str], Move]]] = {
    "lay": _read_lay,
    "draw": _read_draw,
    "time-out": _read_time_out,
    "pass": _bare(lambda _: Pass()),
    "redeal": _bare(ClaimRedeal),
    "leave": _bare(Leave),
}


def _parse_result(line: _Line, seats: int) -> Outcome | None:
    if line.text == "unfinished":
        return None
    found = _RESULT.fullmatch(line.text)
    if found is None:
        raise RecordError(
            line.number, "a result looks like “out A: A +52, B -52”, or is “unfinished”"
        )
    winner = None if found[2] is None else SEAT_NAMES.index(found[2])
    return Outcome(EndReason(found[1]), winner, _scores(line, found[3], seats))


def _scores(line: _Line, text: str, seats: int) -> tuple[int, ...]:
    found = [_SCORE.fullmatch(part.strip()) for part in text.split(",")]
    if [score[1] if score else "" for score in found] != list(SEAT_NAMES[:seats]):
        raise RecordError(line.number, "scores look like “A +52, B -52”, one for every player")
    return tuple([int(score[2]) for score in found if score])
