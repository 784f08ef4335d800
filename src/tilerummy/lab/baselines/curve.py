"""The learning curve as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tilerummy.lab.baselines.agent import CurvePoint

__all__ = ["draw_curve"]


def draw_curve(path: Path, curve: Sequence[CurvePoint], *, fair: float) -> None:
    """Rounds won against greedy, by rounds of training."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.errorbar(
        [point.rounds for point in curve],
        [100 * point.won for point in curve],
        [100 * point.standard_error for point in curve],
        marker="o",
    )
    axes.axhline(100 * fair, color="grey", linestyle="--")
    axes.set_xlabel("rounds of training")
    axes.set_ylabel("won against greedy in %")
    figure.savefig(path)
