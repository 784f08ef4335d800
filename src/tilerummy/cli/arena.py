"""`tilerummy arena`: bots against bots on mirrored deals."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tilerummy.bots import LADDER
from tilerummy.cli.options import House, Json, Rules, chosen_rules
from tilerummy.cli.output import console, counted, print_json
from tilerummy.lab.arena import Plan, Report, pairs, report_of, run
from tilerummy.lab.journal import Journal
from tilerummy.lab.parquet import check_parquet, write_parquet
from tilerummy.lab.players import Player, look_for_bots_in, parse_players
from tilerummy.lab.plots import check_plot, draw
from tilerummy.lab.ratings import Rating
from tilerummy.lab.rounds import PlayedRound
from tilerummy.lab.statistics import Standing
from tilerummy.lab.workers import Cluster, Here, Processes, Workers
from tilerummy.rules.errors import TilerummyError

__all__ = ["app", "compare_bots"]

app = App(
    name="arena",
    help_epilogue="""Examples:

    tilerummy arena --rules ravensburger-travel-de --seats expert,greedy
    tilerummy arena --rules jumbo --seats patient,greedy,greedy --deals 500
    tilerummy arena --rules jumbo --seats expert@0.25,my_module:MyBot
    tilerummy arena --rules jumbo \\
        --seats "program:node examples/bot.mjs,greedy"
    tilerummy arena --rules twist --league beginner,casual,greedy,patient \\
        --resume league.jsonl --parquet league.parquet --plot league.svg
    tilerummy arena --rules jumbo --seats expert,greedy \\
        --cluster tcp://127.0.0.1:8786

Every deal is played from every seat. The figures are the same for the same
seed, however many processes play. Ctrl+C stops a run; with --resume it can go
on, also to more deals. "plays in %" is the share of a bot's turns in which it
played, "silent" the longest run of turns in which it could have played and did
not, "largest" the most tiles it played in one turn.
""",
)


@app.default
def compare_bots(
    *,
    rules: Rules,
    seats: Annotated[
        str,
        Parameter(
            help="Comma-separated bots at the table: names, module:name for a bot of your own, "
            "program:COMMAND for one in any language, name@effort for more or less thinking.",
            show_default=False,
        ),
    ] = "",
    league: Annotated[
        str,
        Parameter(
            help="Instead of --seats: bots of which every pair meets; gives ratings. `ladder` "
            "is the whole ladder.",
            show_default=False,
        ),
    ] = "",
    at: Annotated[int, Parameter(help="How many seats a table of the league has: 2, 4 or 6.")] = 2,
    deals: Annotated[int, Parameter(help="How many mirrored deals each table plays.")] = 100,
    seed: Annotated[str, Parameter(help="Decides deals and dice.")] = "1",
    jobs: Annotated[int, Parameter(help="How many processes play; 0 is one for each core.")] = 0,
    budget: Annotated[float, Parameter(help="How much bots that search think; 1 is normal.")] = 1.0,
    resume: Annotated[
        Path | None,
        Parameter(help="Journal file, created if missing; deals already in it are skipped."),
    ] = None,
    parquet: Annotated[
        Path | None, Parameter(help="Write a row for each seat of each round.")
    ] = None,
    plot: Annotated[Path | None, Parameter(help="Draw the outcome: .svg, .png or .pdf.")] = None,
    cluster: Annotated[str | None, Parameter(help="The address of a Dask scheduler.")] = None,
    house: House = (),
    json: Json = False,
) -> None:
    """Let bots play each other and say who is stronger, and how surely."""
    if seats and league:
        raise TilerummyError("--seats and --league cannot both be given")
    if not seats and not league:
        raise TilerummyError("name the bots behind --seats or behind --league")
    book = chosen_rules(rules, house)
    look_for_bots_in(str(Path.cwd()))
    if league == "ladder":
        league = ",".join(entry.name for entry in LADDER)
    players = parse_players(seats or league)
    tables = pairs(players, at) if league else (players,)
    plan = Plan(book, tables, deals, seed, budget, league=bool(league))
    workers = _workers(jobs, cluster)
    _check_files(resume, parquet, plot)
    if cluster is None:
        _check_programs(players)
    with Journal(book, seed, budget, resume) as journal:
        rounds = _played(plan, workers, journal)
    report = report_of(plan, rounds)
    if json:
        print_json(report)
    else:
        _show(report)
    sys.stdout.flush()
    if parquet is not None:
        write_parquet(parquet, book.id, seed, rounds)
    if plot is not None:
        draw(plot, report, fair=1 / len(plan.tables[0]))


def _check_files(resume: Path | None, parquet: Path | None, plot: Path | None) -> None:
    """Find out before the run what would go wrong after it."""
    if parquet is not None:
        check_parquet(parquet)
    if plot is not None:
        check_plot(plot)
    files = [path.resolve() for path in (resume, parquet, plot) if path is not None]
    if len(set(files)) < len(files):
        raise TilerummyError("--resume, --parquet and --plot name files of their own")


def _check_programs(players: tuple[Player, ...]) -> None:
    """Find out before the run which programs cannot be started here."""
    if any(player.is_program for player in players):
        # Only here: messages to programs come from the environment, which needs NumPy.
        from tilerummy.lab.programs import start_once

        start_once(players)


def _workers(jobs: int, cluster: str | None) -> Workers:
    if cluster is not None:
        return Cluster(cluster)
    if jobs < 0:
        raise TilerummyError("--jobs is 0 or the number of processes")
    count = jobs if jobs > 0 else os.cpu_count() or 1
    return Here() if count == 1 else Processes(count)


def _played(plan: Plan, workers: Workers, journal: Journal) -> list[PlayedRound]:
    """Play, with a bar on standard error where that is a terminal."""
    bar = Progress(
        TextColumn("rounds"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console(sys.stderr),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task("rounds", total=plan.size)
        return run(plan, workers, journal, lambda count: bar.advance(task, count))


def _show(report: Report) -> None:
    screen = console()
    screen.print(f"{report.rules}, seed {report.seed}: {counted(report.deals, 'mirrored deal')}")
    screen.print(_table(report.bots))
    screen.print(f"{report.turns_a_round:.1f} turns a round")
    for first, second in report.pairs:
        screen.print(
            f"{first.bot} - {second.bot}: {_rate(first)} to {_rate(second)}, "
            f"points a round {_points(first)}"
        )
    if report.ratings:
        screen.print(_elo(report.ratings))
    for forfeit in report.forfeits:
        screen.print(f"forfeited {counted(forfeit.rounds, 'round')}: {forfeit.what}")
    if report.void:
        screen.print(f"{report.void} of {report.rounds} rounds were void.")


def _table(standings: list[Standing]) -> Table:
    table = Table("bot", box=None, pad_edge=False)
    titles = ("rounds", "won", "won in %", "points a round", "plays in %", "silent", "largest")
    for title in titles:
        table.add_column(title, justify="right")
    for standing in standings:
        table.add_row(
            standing.bot,
            str(standing.games),
            str(standing.wins),
            _rate(standing),
            _points(standing),
            _figure(standing.turns_with_play and 100 * standing.turns_with_play),
            _figure(standing.silent_streak),
            _figure(standing.largest_play),
        )
    return table


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.0f}"


def _elo(ratings: list[Rating]) -> Table:
    table = Table("bot", box=None, pad_edge=False)
    table.add_column("Elo", justify="right")
    for rating in ratings:
        error = rating.standard_error
        spread = "" if error is None else f" ± {max(1, round(error))}"
        table.add_row(rating.bot, f"{rating.elo:.0f}{spread}")
    return table


def _rate(standing: Standing) -> str:
    error = standing.standard_error
    return f"{100 * standing.win_rate:.1f}{_spread(None if error is None else 100 * error)}"


def _points(standing: Standing) -> str:
    return f"{standing.mean_score:+.1f}{_spread(standing.score_error)}"


def _spread(error: float | None) -> str:
    """A standard error; where every deal went the same way, none is known."""
    return f" ± {max(0.1, error):.1f}" if error else ""
