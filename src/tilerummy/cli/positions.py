"""Files of positions: one JSON object a line in, one answer a line out.

A line that cannot be understood gets an answer too, with an `error` in it, so that lines
and answers stay side by side; the command then ends with the exit code for bad input.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct, field

from tilerummy.cli.options import chosen_rules
from tilerummy.cli.screen import print_json
from tilerummy.rules.errors import TilerummyError
from tilerummy.rules.melds import format_melds
from tilerummy.rules.notation import format_tiles, parse_tiles
from tilerummy.rules.positions import Position
from tilerummy.rules.rulebook import Rulebook
from tilerummy.solver import Solution, solve

__all__ = ["PositionLine", "answer", "solve_lines"]


class PositionLine(Struct, frozen=True):
    """A position to solve; what is left out comes from the command's options."""

    id: str | int | float | None = None
    rules: str | None = None
    table: str = ""
    rack: str = ""
    opened: bool = True
    objective: Literal["tiles", "points"] | None = None
    keep: str = ""
    house: dict[str, object] = field(default_factory=dict)


_DECODER = msgspec.json.Decoder(PositionLine)


def solve_lines(
    file: str, rules: str | None, house: Iterable[str], objective: Literal["tiles", "points"]
) -> int:
    """Answer every line of the file, or of standard input for `-`."""
    chosen: dict[str, Rulebook] = {}
    wrong: list[str] = []
    agreed = tuple(house)
    for number, line in _lines(file):
        asked: str | int | float | None = None
        try:
            position = _DECODER.decode(line)
            asked = position.id
            name = position.rules or rules
            if name is None:
                raise TilerummyError("rules are missing")
            if name not in chosen:
                chosen[name] = chosen_rules(name, agreed)
            print_json(_solved(position, chosen[name], objective))
        except (msgspec.DecodeError, TilerummyError) as error:
            wrong.append(f"{file}, line {number}: {error}")
            print_json({"id": asked, "error": str(error)})
        sys.stdout.flush()
    if wrong:
        others = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise TilerummyError(wrong[0] + others)
    return 0


def answer(
    name: str | int | float | None, position: Position, solution: Solution
) -> dict[str, object]:
    """The answer as `solve` writes it."""
    play = solution.play
    told: dict[str, object] = {"id": name, "play": play and format_melds(play.table)}
    if not position.opened:
        told["opening"] = play and play.opening and format_melds(play.opening)
    told["laid"] = format_tiles(solution.laid)
    told["tiles"] = solution.tiles
    told["points"] = solution.points
    told["optimal"] = solution.optimal
    told["seconds"] = solution.seconds
    return told


def _solved(
    line: PositionLine, rules: Rulebook, objective: Literal["tiles", "points"]
) -> dict[str, object]:
    if line.house:
        rules = rules.replace(line.house)
    position = Position.parse(rules, table=line.table, rack=line.rack, opened=line.opened)
    wanted = line.objective or objective
    return answer(line.id, position, solve(position, wanted, keep=parse_tiles(line.keep)))


def _lines(file: str) -> Iterator[tuple[int, str]]:
    if file == "-":
        yield from _filled(sys.stdin)
        return
    try:
        with Path(file).open(encoding="utf-8", errors="replace") as stream:
            yield from _filled(stream)
    except OSError as error:
        raise TilerummyError(f"{file}: {error.strerror}") from None


def _filled(stream: Iterable[str]) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(stream, start=1) if line.strip())
