"""`tilerummy judge`: one play, legal or not."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter
from rich.text import Text

from tilerummy.cli.options import House, Json, Rules, chosen_rules, option
from tilerummy.cli.output import console, draw_table, draw_tiles, print_json
from tilerummy.rules.changes import compare
from tilerummy.rules.melds import parse_melds
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.positions import Play, Position
from tilerummy.rules.rulebook import Rulebook
from tilerummy.server.wire.questions import JudgeTold, judgement

__all__ = ["Rack", "TableText", "Unopened", "app", "judge_play", "position_asked"]

app = App(
    name="judge",
    help_epilogue="""Examples:

    tilerummy judge --rules jumbo --table "b4 b5 b6" --rack "b7 r1" \\
        --after "b4 b5 b6 b7"
    tilerummy judge --rules twist --unopened --rack "b10 *2 b13" \\
        --after "b10 *2 b13"
    tilerummy judge --rules jumbo --unopened --table "k1 k2 k3" \\
        --rack "r10 b10 y10 k4" --after "k1 k2 k3 k4 | r10 b10 y10" \\
        --opening "r10 b10 y10"

Melds that opened and were rebuilt in the same turn cannot be seen in --after:
name them with --opening.

The exit code is 0 if the play is legal and 1 if it is not.
""",
)

TableText = Annotated[
    str, Parameter(help="The melds on the table, separated by |.", show_default=False)
]
Rack = Annotated[str, Parameter(help="The tiles on the rack.", show_default=False)]
Unopened = Annotated[
    bool, Parameter(help="The player has not opened yet.", negative=(), show_default=False)
]


@app.default
def judge_play(
    *,
    rules: Rules,
    after: Annotated[str, Parameter(help="The table left behind.")],
    table: TableText = "",
    rack: Rack = "",
    opening: Annotated[
        str | None, Parameter(help="The melds that open, where the turn goes on after them.")
    ] = None,
    unopened: Unopened = False,
    house: House = (),
    json: Json = False,
) -> int:
    """Say whether a play is legal, and if not, why not."""
    position = position_asked(chosen_rules(rules, house), table, rack, opened=not unopened)
    with option("--after"):
        left_behind = parse_melds(after)
    with option("--opening"):
        play = Play(left_behind, None if opening is None else parse_melds(opening))
    said = judgement(position, play)
    if json:
        print_json(said)
    else:
        _show(position, play, said)
    return 0 if said.legal else 1


def position_asked(rules: Rulebook, table: str, rack: str, *, opened: bool) -> Position:
    with option("--table"):
        parse_melds(table)
    with option("--rack"):
        parse_tiles(rack)
    return Position.parse(rules, table=table, rack=rack, opened=opened)


def _show(position: Position, play: Play, said: JudgeTold) -> None:
    screen = console()
    screen.print("Table before")
    screen.print(draw_table(position.table))
    screen.print("Table after")
    screen.print(draw_table(play.table, before=position.table))
    laid = compare(position.table, play.table).laid
    screen.print(Text.assemble("Laid    ", draw_tiles(laid)))
    if not position.opened:
        screen.print(f"Opening {said.opening_points} of {position.rules.opening.points} points")
    if said.legal:
        screen.print(Text("Legal.", "bold green"))
    for violation in said.violations:
        told = f": {violation.message} ({violation.clause})"
        screen.print(Text.assemble((violation.code, "bold red"), told))
