"""Plots of chances: the course of every round of a review, player by player."""

from __future__ import annotations

from pathlib import Path

from tilerummy.evaluation import MatchReview
from tilerummy.lab.errors import LabError
from tilerummy.lab.plots import check_plot

__all__ = ["draw_chances"]


def draw_chances(review: MatchReview, path: Path) -> None:
    """Draw each player's chance to win after each of its turns; the file's ending is the format."""
    check_plot(path)
    from matplotlib.figure import Figure

    rounds = review.rounds
    figure = Figure(figsize=(8, 0.6 + 2.6 * len(rounds)), layout="constrained")
    axes = figure.subplots(len(rounds), 1, squeeze=False)[:, 0]
    for number, (panel, played) in enumerate(zip(axes, rounds, strict=True), start=1):
        end = max([turn.number for turn in played.turns], default=0) + 1
        for player in played.players:
            curve = [(0, player.start), *played.curve(player.seat), (end, player.result)]
            panel.plot(*zip(*curve, strict=True), marker=".", label=player.player)
        for turn in played.turning_points:
            panel.annotate(f"-{100 * turn.loss:.0f}", (turn.number, turn.chance))
        panel.set_ylim(-0.05, 1.05)
        panel.set_ylabel("chance to win")
        panel.set_xlabel(f"round {number}, turn")
        panel.grid(alpha=0.3)
        panel.legend()
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise LabError(f"{path} cannot be drawn: {error}") from None
