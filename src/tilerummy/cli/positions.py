"""Files of positions: one JSON object a line in, one answer a line out.

A line that cannot be understood gets an answer too, with an `error` in it, so that lines
and answers stay side by side; the command then ends with the exit code for bad input.
Fields that nobody asked for are remarks, unless they look like a slip of the pen.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

import msgspec
from msgspec import Struct, field

from tilerummy.cli.inputs import read_lines, text_of, told
from tilerummy.cli.options import chosen_rules, option
from tilerummy.cli.screen import print_json
from tilerummy.rules.errors import PositionError, TilerummyError
from tilerummy.rules.melds import format_melds
from tilerummy.rules.notation import format_tiles, parse_tiles
from tilerummy.rules.positions import Position
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile
from tilerummy.solver import Solution, moves, simplest, solve

__all__ = ["Hands", "PositionLine", "answer", "kept", "solve_lines", "solved"]


@dataclass(frozen=True, slots=True)
class Hands:
    """What a turn may take: tiles moved, melds touched; or the fewest for so many tiles laid."""

    moved: int | None = None
    touched: int | None = None
    simplest: int | None = None

    def __post_init__(self) -> None:
        for bound in (self.moved, self.touched, self.simplest):
            if bound is not None and bound < 0:
                raise TilerummyError(f"{bound}: a bound on a turn is not negative")
        if self.simplest is not None and (self.moved, self.touched) != (None, None):
            raise TilerummyError("simplest looks for the fewest moves: leave moved and touched out")


class PositionLine(Struct, frozen=True):
    """A position to solve; rules and objective, if left out, are those of the command."""

    id: str | int | float | None = None
    rules: str | None = None
    table: str = ""
    rack: str = ""
    opened: bool = True
    objective: Literal["tiles", "points"] | None = None
    keep: str = ""
    moved: int | None = None
    touched: int | None = None
    simplest: int | None = None
    house: dict[str, object] = field(default_factory=dict)


_DECODER = msgspec.json.Decoder(PositionLine)
_NAMES = msgspec.json.Decoder(dict[str, msgspec.Raw])


def solve_lines(
    file: str, rules: str | None, house: Iterable[str], objective: Literal["tiles", "points"]
) -> int:
    """Answer every line of the file, or of standard input for `-`."""
    chosen: dict[str, Rulebook] = {}
    wrong: list[str] = []
    agreed = tuple(house)
    for number, line in enumerate(read_lines(file), start=1):
        if not line.strip():
            continue
        asked: str | int | float | None = None
        try:
            text = text_of(line)
            position = _DECODER.decode(text)
            asked = position.id
            _check_names(text)
            name = position.rules or rules
            if name is None:
                raise TilerummyError("rules are missing")
            if name not in chosen:
                chosen[name] = chosen_rules(name, agreed)
            print_json(_solved(position, chosen[name], objective))
        except (msgspec.DecodeError, TilerummyError) as error:
            wrong.append(f"{told(file)}, line {number}: {error}")
            print_json({"id": asked, "error": str(error)})
        sys.stdout.flush()
    if wrong:
        others = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise TilerummyError(wrong[0] + others)
    return 0


def answer(
    name: str | int | float | None, position: Position, solution: Solution, hands: Hands
) -> dict[str, object]:
    """The answer as `solve` writes it; of a bounded turn also how many tiles it moves."""
    play = solution.play
    told: dict[str, object] = {"id": name, "play": play and format_melds(play.table)}
    if not position.opened:
        opens = None if play is None else play.opening
        told["opening"] = None if opens is None else format_melds(opens)
    told["laid"] = format_tiles(solution.laid)
    told["tiles"] = solution.tiles
    told["points"] = solution.points
    if play is not None and hands != Hands():
        told["moved"] = moves(position, play).tiles
    told["optimal"] = solution.optimal
    told["seconds"] = solution.seconds
    return told


def solved(
    position: Position,
    objective: Literal["tiles", "points"],
    keep: tuple[Tile, ...],
    hands: Hands,
) -> Solution:
    """The best play of these hands."""
    if hands.simplest is not None:
        return simplest(position, hands.simplest, objective, keep=keep)
    return solve(position, objective, keep=keep, moved=hands.moved, touched=hands.touched)


def kept(position: Position, tiles: str, name: str = "keep") -> tuple[Tile, ...]:
    """The tiles that are to stay on the rack, which must be there; `name` is where they stand."""
    with option(name):
        wanted = parse_tiles(tiles)
    missing = Counter(wanted) - Counter(position.rack)
    if missing:
        raise PositionError(f"{name}, {format_tiles(missing.elements())}: not on the rack")
    return wanted


def _check_names(line: str) -> None:
    """Refuse a field that looks like a misspelt one; others are remarks, and passed over."""
    known = PositionLine.__struct_fields__
    for name in _NAMES.decode(line):
        alike = [] if name in known else get_close_matches(name.lower(), known, 1, 0.75)
        if alike:
            raise TilerummyError(f"{name!r} is not a field; perhaps {alike[0]}")


def _solved(
    line: PositionLine, rules: Rulebook, objective: Literal["tiles", "points"]
) -> dict[str, object]:
    if line.house:
        rules = rules.replace(line.house)
    position = Position.parse(rules, table=line.table, rack=line.rack, opened=line.opened)
    wanted = line.objective or objective
    hands = Hands(line.moved, line.touched, line.simplest)
    solution = solved(position, wanted, kept(position, line.keep), hands)
    return answer(line.id, position, solution, hands)
