"""`tilerummy review`: what every turn of a finished game was worth."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Final

from cyclopts import App, Parameter
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from tilerummy.cli.inputs import told
from tilerummy.cli.options import Json
from tilerummy.cli.output import console, print_json
from tilerummy.cli.replay import RecordFile, read_record
from tilerummy.engine.errors import RecordError
from tilerummy.engine.records import Record
from tilerummy.evaluation import MatchReview, RoundReview, TurnClass, TurnReview, sharpen_review
from tilerummy.rules.errors import TilerummyError
from tilerummy.rules.notation import format_tiles

__all__ = ["app", "review_record", "shown"]

app = App(
    name="review",
    help_epilogue="""Examples:

    tilerummy review game.record
    tilerummy review --json --seed 7 game.record
    tilerummy review --plot chances.svg game.record

Each turn is judged by what its player could know. A loss is a share of the
chance to win; a turn is called what its loss is at least: equal (nothing that
can be told), small, medium, large, or only (there was no choice). For every
player start + luck + skill = result. The same seed gives the same figures.
""",
)

_INK: Final = {
    TurnClass.ONLY: "dim",
    TurnClass.EQUAL: "",
    TurnClass.SMALL: "yellow",
    TurnClass.MEDIUM: "#c2410c",
    TurnClass.LARGE: "bold red",
}
_DIGITS: Final = 6


@app.default
def review_record(
    file: RecordFile,
    /,
    *,
    json: Json = False,
    seed: Annotated[str, Parameter(help="Decides the deals looked at.")] = "1",
    plot: Annotated[Path | None, Parameter(help="Draw the chances: .svg, .png or .pdf.")] = None,
) -> None:
    """Review a finished game: chances to win, what was given away, luck and skill."""
    record = read_record(file)
    if plot is not None:
        from tilerummy.lab.plots import check_plot

        check_plot(plot)
    try:
        review = _reviewed(record, seed)
    except RecordError as error:
        raise TilerummyError(f"{told(file)}, {error}") from None
    if json:
        print_json(shown(review))
    else:
        _print(record, review)
    if plot is not None:
        from tilerummy.lab.chance_plots import draw_chances

        draw_chances(review, plot)


def _reviewed(record: Record, seed: str) -> MatchReview:
    """The settled review; a terminal sees how far it is."""
    columns = (TextColumn("reviewing"), BarColumn(), TimeElapsedColumn())
    hidden = not sys.stderr.isatty()
    with Progress(*columns, console=console(sys.stderr), transient=True, disable=hidden) as bar:
        task = bar.add_task("review", total=1.0)
        for review in sharpen_review(record, seed=seed):
            bar.update(task, completed=review.progress)
    return review


def shown(review: MatchReview) -> dict[str, object]:
    """The review as programs get it."""
    return {
        "rounds": [
            {
                "players": [
                    {
                        "player": player.player,
                        "start": _rounded(player.start),
                        "luck": _rounded(player.luck),
                        "skill": _rounded(
                            _rounded(player.result) - _rounded(player.start) - _rounded(player.luck)
                        ),
                        "result": _rounded(player.result),
                        "mean_loss": _rounded(player.mean_loss),
                        "accuracy": round(player.accuracy, 2),
                    }
                    for player in played.players
                ],
                "turns": [_turn(turn) for turn in played.turns],
            }
            for played in review.rounds
        ]
    }


def _turn(turn: TurnReview) -> dict[str, object]:
    chance, best = _rounded(turn.chance), _rounded(turn.best_chance)
    return {
        "number": turn.number,
        "seat": turn.seat,
        "played": turn.played,
        "chance": chance,
        "best": turn.best,
        "best_chance": best,
        "loss": _rounded(best - chance),
        "error": _rounded(turn.error),
        "class": turn.name.value,
    }


def _rounded(value: float) -> float:
    return round(value, _DIGITS)


def _print(record: Record, review: MatchReview) -> None:
    screen = console()
    for number, played in enumerate(review.rounds, start=1):
        if len(review.rounds) > 1:
            screen.print(f"\nRound {number}", style="bold")
        _print_round(screen, record, played)
    if len(review.rounds) > 1:
        rows = zip(record.players, review.adjusted, strict=True)
        without = ", ".join([f"{name} {rounds:.2f}" for name, rounds in rows])
        screen.print(f"\nRounds won, adjusted for luck: {without}")


def _print_round(screen: Console, record: Record, played: RoundReview) -> None:
    players = Table("player", box=None, pad_edge=False)
    for name in ("start", "luck", "skill", "result", "mean loss", "accuracy"):
        players.add_column(name, justify="right")
    for player in played.players:
        players.add_row(
            player.player,
            _percent(player.start),
            f"{100 * player.luck:+.0f} ± {100 * player.luck_error:.0f} %",
            f"{100 * player.skill:+.0f} %",
            _percent(player.result),
            f"{100 * player.mean_loss:.1f} %",
            f"{player.accuracy:.0f}",
        )
    screen.print(players)
    if played.turning_points:
        screen.print("\nTurning points")
        for turn in played.turning_points:
            name = record.players[turn.seat]
            screen.print(
                f"  {turn.number}. {name}: {turn.played} ({_percent(turn.chance)}); "
                f"better {turn.best} ({_percent(turn.best_chance)})"
            )
    turns = Table("", "player", "played", box=None, pad_edge=False)
    for name in ("chance", "best", "chance", "loss", "class", "most tiles"):
        turns.add_column(name, justify="right" if name in ("chance", "loss") else "left")
    for turn in played.turns:
        faulty = turn.name not in (TurnClass.ONLY, TurnClass.EQUAL)
        turns.add_row(
            str(turn.number),
            record.players[turn.seat],
            turn.played,
            _percent(turn.chance),
            turn.best if faulty else "",
            _percent(turn.best_chance) if faulty else "",
            f"{100 * turn.loss:.1f} ± {100 * turn.error:.1f}" if turn.loss else "",
            Text(turn.name.value, _INK[turn.name]),
            f"{len(turn.most)}: {format_tiles(turn.most)}" if turn.most else "",
        )
    screen.print()
    screen.print(turns)


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"
