"""`tilerummy solve`: the best play of a position, or of a file of positions."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import App, Parameter
from rich.text import Text

from tilerummy.cli.judge import Rack, TableText, Unopened, position_asked
from tilerummy.cli.options import House, Json, chosen_rules
from tilerummy.cli.output import console, counted, draw_melds, draw_table, draw_tiles, print_json
from tilerummy.cli.positions import answer, solve_lines
from tilerummy.rules.errors import TilerummyError
from tilerummy.rules.openings import opening_points
from tilerummy.rules.positions import Position
from tilerummy.solver import NODES, BestPlays, Solution, explain, moves
from tilerummy.solver.questions import SolveQuestion, plays_for, told

__all__ = ["app", "solve_position"]

app = App(
    name="solve",
    help_epilogue="""Examples:

    tilerummy solve --rules piatnik-travel --table "k4 k5 k6 | r8 b8 o8" \\
        --rack "k7 b5 *"
    tilerummy solve --rules twist --unopened --rack "b10 *2 b13 r1" --json
    tilerummy solve --rules jumbo --table "r3 r4 r5 r6" --rack "b6 y6 k9" \\
        --moved 3
    tilerummy solve --rules jumbo --table "b4 b5 b6" --rack "b3 b7 b8" \\
        --best 3
    tilerummy solve --jsonl positions.jsonl > answers.jsonl

A line of --jsonl: {"id", "rules", "house", "table", "rack", "opened",
"objective", "weights", "keep", "moved", "touched", "simplest", "best",
"nodes"}. All may be left out: rulebook, house rules, objective and nodes are
then those of the command, and the player has opened. "weights" says what
laying a tile is worth: {"r13": 5, "*": -10}. Other fields are refused.
""",
)


@app.default
def solve_position(
    *,
    rules: Annotated[
        str | None,
        Parameter(
            help="A rulebook's id (see `tilerummy rules`) or a TOML file of your own; a line of "
            "--jsonl may name another."
        ),
    ] = None,
    table: TableText = "",
    rack: Rack = "",
    unopened: Unopened = False,
    objective: Annotated[
        Literal["tiles", "points"] | None,
        Parameter(help="What to maximise: tiles (unless told) or points; the other breaks ties."),
    ] = None,
    weights: Annotated[
        tuple[str, ...],
        Parameter(
            help="Instead of an objective, what laying a tile is worth, for example r13=5 *=-10.",
            consume_multiple=True,
            negative=(),
            show_default=False,
        ),
    ] = (),
    keep: Annotated[str, Parameter(help="Tiles that stay on the rack.", show_default=False)] = "",
    moved: Annotated[
        int | None, Parameter(help="Move at most this many tiles, laid and rearranged.")
    ] = None,
    touched: Annotated[
        int | None, Parameter(help="Change at most this many melds of the table.")
    ] = None,
    simplest: Annotated[
        int | None,
        Parameter(help="Of the plays that lay this many tiles or more, one that moves the fewest."),
    ] = None,
    best: Annotated[
        int | None, Parameter(help="Print this many plays, best first, each laying other tiles.")
    ] = None,
    nodes: Annotated[
        int,
        Parameter(help="Examine at most this many states, then answer with the best play found."),
    ] = NODES,
    house: House = (),
    jsonl: Annotated[
        str | None,
        Parameter(
            help="Solve one position a line of this file, or of standard input for -.",
            allow_leading_hyphen=True,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Find the best play, and prove it."""
    bounds = (moved, touched, simplest, best)
    if jsonl is not None:
        if table or rack or unopened or keep or weights or bounds != (None, None, None, None):
            raise TilerummyError(
                "--table, --rack, --unopened, --weights, --keep, --moved, --touched, --simplest "
                "and --best belong in each line"
            )
        solve_lines(jsonl, rules, house, objective or "tiles", nodes)
        return
    if rules is None:
        raise TilerummyError("--rules is needed, or a file of positions after --jsonl")
    position = position_asked(chosen_rules(rules, house), table, rack, opened=not unopened)
    try:
        question = SolveQuestion(
            objective=objective,
            weights=dict(map(_weight, weights)),
            keep=keep,
            moved=moved,
            touched=touched,
            simplest=simplest,
            best=best,
            nodes=nodes,
        )
        found = plays_for(question, position)
    except TilerummyError as error:
        raise TilerummyError(f"--{error.field}, {error}" if error.field else str(error)) from None
    if json:
        print_json(answer(question, position, told(question, position, found)))
    elif best is None:
        _show(position, found[0])
    else:
        _show_several(position, found)


def _weight(text: str) -> tuple[str, int]:
    tile, _, worth = text.partition("=")
    try:
        return tile, int(worth)
    except ValueError:
        raise TilerummyError(f"--weights, {text}: is not of the form tile=number") from None


def _show_several(position: Position, found: BestPlays) -> None:
    screen = console()
    for place, solution in enumerate(found, start=1):
        assert solution.play is not None
        screen.print(
            Text.assemble(f"{place}. ", draw_tiles(solution.laid)),
            f"({counted(solution.tiles, 'tile')}, {solution.points} points)",
        )
        screen.print(draw_table(solution.play.table, before=position.table))
    if not found.complete:
        screen.print("The nodes ran out: better plays may be missing.")
    elif not found:
        screen.print("Nothing can be laid: draw (proved best).")


def _show(position: Position, solution: Solution) -> None:
    screen = console()
    screen.print("Table before")
    screen.print(draw_table(position.table))
    screen.print(Text.assemble("Rack    ", draw_tiles(position.rack)))
    proved = "proved best" if solution.optimal else "the best found"
    if solution.play is None:
        screen.print(f"Nothing can be laid: draw ({proved}).")
        return
    screen.print("Table after")
    screen.print(draw_table(solution.play.table, before=position.table))
    for number, step in enumerate(explain(position, solution.play), start=1):
        screen.print(f"{number}. {step.sentence}")
    screen.print(Text.assemble("Laid    ", draw_tiles(solution.laid)))
    if solution.play.opening is not None:
        points = opening_points(position, solution.play)
        opening = draw_melds(solution.play.opening)
        screen.print(Text.assemble("Opening ", opening, f", {points} points"))
    moved = moves(position, solution.play)
    screen.print(f"Moved   {moved.tiles} tiles in all, {moved.melds} melds touched")
    tiles, milliseconds = counted(solution.tiles, "tile"), solution.seconds * 1000
    screen.print(f"{tiles}, {solution.points} points, {proved} in {milliseconds:.2f} ms.")
