"""`tilerummy score`: what everybody gets at the end of a round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from cyclopts import App, Parameter
from rich import box
from rich.table import Table
from rich.text import Text

from tilerummy.cli.options import House, Json, Rules, chosen_rules, option
from tilerummy.cli.output import console, draw_tiles, print_json
from tilerummy.engine.scoring import Outcome, score_blocked, score_out
from tilerummy.rules.errors import PositionError
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.positions import check_tiles
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile

__all__ = ["app", "score_round"]

app = App(
    name="score",
    help_epilogue="""Examples:

    tilerummy score --rules jumbo --out Ann --rack Ben="r5 *" --rack Cleo="k1"
    tilerummy score --rules piatnik-travel --rack Ann="r7" --rack Ben="b12"

Without --out nobody went out, and the round is scored as a blocked one.
""",
)


@app.default
def score_round(
    *,
    rules: Rules,
    rack: Annotated[
        tuple[str, ...],
        Parameter(
            help="A player and the tiles left over, name=tiles; once for each, in turn order.",
            negative=(),
            show_default=False,
        ),
    ],
    out: Annotated[str | None, Parameter(help="Who laid the last tile.")] = None,
    house: House = (),
    json: Json = False,
) -> None:
    """Score a round from the racks left over."""
    chosen = chosen_rules(rules, house)
    racks = _racks(chosen, rack, out)
    names = list(racks)
    tiles = list(racks.values())
    if out is None:
        outcome = score_blocked(chosen, tiles)
    else:
        outcome = score_out(chosen, tiles, names.index(out))
    winner = None if outcome.winner is None else names[outcome.winner]
    if json:
        print_json(
            {
                "reason": outcome.reason.value,
                "winner": winner,
                "scores": dict(zip(names, outcome.scores, strict=True)),
            }
        )
    else:
        _show(chosen, racks, outcome, winner)


def _racks(rules: Rulebook, texts: Iterable[str], out: str | None) -> dict[str, tuple[Tile, ...]]:
    racks: dict[str, tuple[Tile, ...]] = {}
    for text in texts:
        name, equals, tiles = text.rpartition("=")
        if not equals or not name:
            raise PositionError(f"--rack {text!r} is not of the form name=tiles")
        if name in racks:
            raise PositionError(f"--rack names {name} twice")
        with option(f"--rack {name}"):
            racks[name] = parse_tiles(tiles)
    if out == "":
        raise PositionError("--out names nobody")
    if out is not None and racks.setdefault(out, ()):
        raise PositionError(f"{out} went out and cannot have tiles left over")
    if len(racks) < rules.players.least:
        raise PositionError(f"a round has at least {rules.players.least} players")
    if len(racks) > rules.players.most:
        raise PositionError(f"a round of {rules.id} has at most {rules.players.most} players")
    if out is None and not all(racks.values()):
        raise PositionError("somebody has no tiles left over; name them with --out")
    check_tiles(rules, [tile for tiles in racks.values() for tile in tiles])
    return racks


def _show(
    rules: Rulebook, racks: dict[str, tuple[Tile, ...]], outcome: Outcome, winner: str | None
) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("player")
    table.add_column("left over")
    table.add_column("points", justify="right")
    table.add_column("score", justify="right")
    for (name, tiles), score in zip(racks.items(), outcome.scores, strict=True):
        style = "bold green" if name == winner else ""
        points = str(rules.rack_points(tiles))
        table.add_row(Text(name, style), draw_tiles(tiles), points, Text(f"{score:+d}", style))
    screen = console()
    screen.print(table)
    screen.print("The round is void." if winner is None else f"{winner} wins the round.")
