"""`tilerummy puzzle`: a position in which the whole rack can be played."""

from __future__ import annotations

from secrets import token_hex
from typing import Annotated

from cyclopts import App, Parameter
from rich.text import Text

from tilerummy.cli.options import House, Json, Rules, chosen_rules
from tilerummy.cli.output import console, draw_table, draw_tiles, print_json
from tilerummy.lab.puzzles import Level, Puzzle, puzzle
from tilerummy.rules.library import house_rules
from tilerummy.rules.melds import format_melds
from tilerummy.rules.notation import format_tiles
from tilerummy.solver import explain

__all__ = ["app", "show_puzzle"]

app = App(
    name="puzzle",
    help_epilogue="""Examples:

    tilerummy puzzle --rules jumbo --level hard
    tilerummy puzzle --rules jumbo --level hard --seed 3f9a07 --answer
    tilerummy puzzle --rules twist --json | tilerummy solve --jsonl -

The whole rack can go. How many melds have to be taken apart for it makes the
level: one is easy, two or three are medium, more are hard. `tilerummy judge`
checks an answer of your own.
""",
)


@app.default
def show_puzzle(
    *,
    rules: Rules,
    level: Annotated[Level, Parameter(help="How hard it is.")] = Level.MEDIUM,
    seed: Annotated[
        str | None, Parameter(help="Which puzzle; a new one if left out.", show_default=False)
    ] = None,
    answer: Annotated[
        bool, Parameter(help="Show the solution.", negative=(), show_default=False)
    ] = False,
    house: House = (),
    json: Json = False,
) -> None:
    """Print a puzzle: play the whole rack in one turn."""
    named = token_hex(3) if seed is None else seed
    found = puzzle(chosen_rules(rules, house), level, named)
    if json:
        print_json(_told(found, named, answer=answer))
    else:
        _show(found, named, answer=answer)


def _told(found: Puzzle, seed: str, *, answer: bool) -> dict[str, object]:
    """The puzzle as a line that `solve --jsonl` understands."""
    position = found.position
    base, changed = house_rules(position.rules)
    told: dict[str, object] = {
        "id": seed,
        "rules": base,
        "house": changed,
        "table": format_melds(position.table),
        "rack": format_tiles(position.rack),
        "opened": position.opened,
    }
    if answer:
        told["play"] = format_melds(found.answer.table)
    return told


def _show(found: Puzzle, seed: str, *, answer: bool) -> None:
    screen = console()
    position = found.position
    screen.print(f"Puzzle {seed}, {found.level.value}: the whole rack can go.")
    screen.print(draw_table(position.table))
    screen.print(Text.assemble("Rack    ", draw_tiles(position.rack)))
    if not answer:
        return
    screen.print("Answer")
    screen.print(draw_table(found.answer.table, before=position.table))
    for number, step in enumerate(explain(position, found.answer), start=1):
        screen.print(f"{number}. {step.sentence}")
