"""`tilerummy analyse`: the winning chances of the possible actions."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter
from rich.table import Table

from tilerummy.cli.judge import Rack, TableText, Unopened, position_asked
from tilerummy.cli.options import House, Json, Rules, chosen_rules
from tilerummy.cli.output import console, draw_tiles, print_json
from tilerummy.evaluation import Analysis, analyse
from tilerummy.evaluation.analysis import told
from tilerummy.evaluation.positions import view_of_position
from tilerummy.rules.errors import TilerummyError
from tilerummy.server.wire.review_encoding import encode_analysis

__all__ = ["analyse_position", "app"]

app = App(
    name="analyse",
    help_epilogue="""Examples:

    tilerummy analyse --rules piatnik-travel --table "k4 k5 k6 | r8 b8 o8" \\
        --rack "k7 b5 r1 *" --others 6
    tilerummy analyse --rules jumbo --unopened --rack "r10 r11 r12 b1" \\
        --others 14,14 --deals 500 --json

The hidden tiles are dealt in many ways and each round is played out. --others
says how many tiles the others have, in the order of their turns.
""",
)


@app.default
def analyse_position(
    *,
    rules: Rules,
    rack: Rack,
    table: TableText = "",
    unopened: Unopened = False,
    others: Annotated[
        str, Parameter(help="How many tiles each of the others has, with commas.")
    ] = "14",
    deals: Annotated[
        int, Parameter(help="How many deals of the hidden tiles are tried at most.")
    ] = 400,
    seed: Annotated[str, Parameter(help="Decides the deals.")] = "1",
    house: House = (),
    json: Json = False,
) -> None:
    """Say what the choices of a turn are worth: chances to win, best first."""
    position = position_asked(chosen_rules(rules, house), table, rack, opened=not unopened)
    try:
        sizes = [int(size) for size in others.split(",")]
    except ValueError:
        raise TilerummyError("--others: numbers with commas, for example 14,9") from None
    if deals < 1:
        raise TilerummyError("--deals: at least 1")
    view = view_of_position(position, sizes, others_opened=not unopened or bool(table))
    found = analyse(view, seed=seed, deals=deals)
    if json:
        print_json(encode_analysis(found))
    else:
        _show(found)


def _show(found: Analysis) -> None:
    rows = Table("choice", box=None, pad_edge=False)
    for name in ("chance", "score", "deals"):
        rows.add_column(name, justify="right")
    for choice in found.choices:
        shown = draw_tiles(choice.laid) if choice.laid else told(choice.action, ())
        rows.add_row(
            shown,
            f"{100 * choice.chance.value:.1f} ± {100 * choice.chance.error:.1f} %",
            f"{choice.score.value:+.1f}",
            str(choice.deals),
        )
    console().print(rows)
