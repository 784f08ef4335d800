"""`tilerummy bots`: the available opponents."""

from __future__ import annotations

from cyclopts import App
from rich.table import Table

from tilerummy.bots import ROSTER
from tilerummy.cli.options import Json
from tilerummy.cli.output import console, print_json

__all__ = ["app", "list_bots"]

app = App(
    name="bots",
    help_epilogue="""Examples:

    tilerummy bots
    tilerummy bots --json

Hands are the most tiles a bot moves in a turn, played and rearranged. Elo is a
rating from rounds against each other: with 100 more a bot wins about 64 of 100
rounds, with 200 more 76, with 400 more 91. It was measured for two players
under ravensburger-travel-de.
""",
)


@app.default
def list_bots(*, json: Json = False) -> None:
    """List the bots: the ladder from the weakest to the strongest, then those kept for study."""
    if json:
        print_json(
            [
                {
                    "name": entry.name,
                    "ladder": entry.ladder,
                    "elo": entry.elo,
                    "hands": entry.hands,
                    "line": entry.line,
                }
                for entry in ROSTER
            ]
        )
        return
    table = Table("bot", box=None, pad_edge=False)
    for title in ("step", "Elo", "hands"):
        table.add_column(title, justify="right")
    table.add_column("how it plays")
    for entry in ROSTER:
        numbers = [entry.ladder, entry.elo, entry.hands]
        shown = ["-" if number is None else str(number) for number in numbers]
        table.add_row(entry.name, *shown, entry.line)
    console().print(table)
