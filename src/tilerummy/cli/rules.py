"""`tilerummy rules`: the rulebooks as tables, one by one or side by side."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from cyclopts import App, Parameter
from rich import box
from rich.table import Table
from rich.text import Text

from tilerummy.cli.options import House, Json, chosen_rules
from tilerummy.cli.output import console, print_json
from tilerummy.rules.library import RULEBOOK_IDS, differences, fields, rulebook
from tilerummy.rules.rulebook import Rulebook

__all__ = ["app", "diff_rules", "list_rules", "show_rules"]

app = App(
    name="rules",
    help_epilogue="""Examples:

    tilerummy rules
    tilerummy rules show twist
    tilerummy rules show jumbo --house opening.points=25
    tilerummy rules diff ravensburger-travel-de ravensburger-travel-it
    tilerummy rules diff jumbo my-rules.toml --json
""",
)

_ROOMY: Final = 95
"""From this width on, a list has room for titles."""

Which = Annotated[str, Parameter(help="A rulebook's id, or a TOML file of your own.")]


@app.default
@app.command(name="list")
def list_rules(*, json: Json = False) -> None:
    """List the rulebooks with what sets them apart."""
    books = [rulebook(name) for name in RULEBOOK_IDS]
    if json:
        print_json([_summary(book) for book in books])
        return
    screen = console()
    roomy = screen.width >= _ROOMY
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("rulebook", no_wrap=True)
    if roomy:
        table.add_column("title")
    for heading in ("tiles", "players", "opening", "joker", "time"):
        table.add_column(heading, justify="right", no_wrap=True)
    for book in books:
        table.add_row(
            Text(book.id, "bold"),
            *([book.title] if roomy else []),
            str(len(book.deck)),
            f"{book.players.least}-{book.players.most}",
            f"{book.opening.points}{'+' if book.opening.goes_on else ''}",
            _joker_cost(book),
            f"{book.time.limit} s" if book.time.limit else "none",
        )
    screen.print(table)
    screen.print("\nOpening +: the same turn may go on. Joker: what one left over costs.")
    screen.print("All about one of them: tilerummy rules show ID")


@app.command(name="show")
def show_rules(which: Which, /, *, house: House = (), json: Json = False) -> None:
    """Show every field of a rulebook and where it comes from."""
    book = chosen_rules(which, house)
    if json:
        print_json(msgspec.to_builtins(book))
        return
    screen = console()
    screen.print(Text.assemble((book.title, "bold"), f"  {book.id}, {book.edition}"))
    for line in book.special:
        screen.print(f"  - {line}")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("field", no_wrap=True)
    table.add_column("value")
    table.add_column("source")
    for field, value in fields(book):
        table.add_row(field, Text(_written(value), "bold"), book.sources.get(field, ""))
    screen.print(table)
    words = book.words
    screen.print(f"The booklet's words: run = {words.run}, group = {words.group}")


@app.command(name="diff")
def diff_rules(one: Which, other: Which, /, *, json: Json = False) -> None:
    """Show where two rulebooks differ."""
    left, right = chosen_rules(one), chosen_rules(other)
    found = differences(left, right)
    if json:
        print_json(
            {
                "one": left.id,
                "other": right.id,
                "differences": [
                    {"field": field, "one": mine, "other": theirs} for field, mine, theirs in found
                ],
            }
        )
        return
    screen = console()
    if not found:
        screen.print(f"{left.id} and {right.id} play the same game.")
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("field", no_wrap=True)
    table.add_column(left.id)
    table.add_column(right.id)
    for field, mine, theirs in found:
        table.add_row(field, _written(mine), _written(theirs))
    screen.print(table)


def _summary(book: Rulebook) -> dict[str, object]:
    return {
        "id": book.id,
        "title": book.title,
        "booklet": book.booklet,
        "language": book.language,
        "edition": book.edition,
        "tiles": len(book.deck),
        "players": [book.players.least, book.players.most],
        "opening": book.opening.points,
        "special": book.special,
    }


def _joker_cost(book: Rulebook) -> str:
    penalty, counts = book.jokers.penalty, book.tiles.jokers
    special = counts.total > counts.normal
    return f"{penalty.normal}/{penalty.special}" if special else str(penalty.normal)


def _written(value: object) -> str:
    """A value as a rulebook file writes it, without quotes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(str(part) for part in value)
    return str(value)
