"""Plots: the outcome of a run as a picture: what each bot won and scored, with error bars."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from tilerummy.lab.arena import Report
from tilerummy.lab.errors import LabError
from tilerummy.lab.output_files import check_output_file

__all__ = ["ENDINGS", "check_plot", "draw"]

ENDINGS = (".svg", ".png", ".pdf")
_INK = "#1d4ed8"
_FAIR = "#c81e1e"


def check_plot(path: Path) -> None:
    """Refuse what `draw` could not draw, before anything is played for it."""
    if find_spec("matplotlib") is None:
        raise LabError("plots need the extra tilerummy[lab]")
    check_output_file(path, ENDINGS)


def draw(path: Path, report: Report, fair: float) -> None:
    """Draw win rates, mean scores and, for a league, ratings; the file's ending is the format."""
    check_plot(path)
    from matplotlib.figure import Figure

    bots = report.bots
    names = [standing.bot for standing in bots]
    panels = 3 if report.ratings else 2
    figure = Figure(figsize=(4.2 * panels, 1.6 + 0.45 * len(names)), layout="constrained")
    axes = figure.subplots(1, panels, squeeze=False)[0]
    axes[0].errorbar(
        [100 * standing.win_rate for standing in bots],
        names,
        xerr=[200 * (standing.standard_error or 0) for standing in bots],
        fmt="o",
        color=_INK,
    )
    axes[0].axvline(100 * fair, color=_FAIR, linestyle="--", linewidth=1)
    axes[0].set_xlabel("rounds won in %, two standard errors")
    axes[1].errorbar(
        [standing.mean_score for standing in bots],
        names,
        xerr=[2 * (standing.score_error or 0) for standing in bots],
        fmt="o",
        color=_INK,
    )
    axes[1].axvline(0, color=_FAIR, linestyle="--", linewidth=1)
    axes[1].set_xlabel("points a round, two standard errors")
    if report.ratings:
        by_name = {rating.bot: rating for rating in report.ratings}
        axes[2].errorbar(
            [by_name[name].elo for name in names],
            names,
            xerr=[2 * (by_name[name].standard_error or 0) for name in names],
            fmt="o",
            color=_INK,
        )
        axes[2].set_xlabel("Elo, two standard errors")
    for panel in axes:
        panel.invert_yaxis()
        panel.margins(y=0.3)
        panel.grid(axis="x", alpha=0.3)
    figure.suptitle(f"{report.rules}: {report.rounds} rounds, {report.deals} mirrored deals")
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise LabError(f"{path} cannot be drawn: {error}") from None
