"""What is drawn and written of a run: the figures' numbers, the rows of a table, their targets."""

from __future__ import annotations

from types import SimpleNamespace

import matplotlib.figure
import numpy as np
import polars as pl
import pytest

from tilerummy.lab import chance_plots, plots
from tilerummy.lab.baselines.agent import CurvePoint
from tilerummy.lab.baselines.curve import draw_curve
from tilerummy.lab.errors import LabError
from tilerummy.lab.output_files import check_output_file
from tilerummy.lab.parquet import write_parquet
from tilerummy.lab.ratings import Rating
from tilerummy.lab.rounds import PlayedRound
from tilerummy.lab.statistics import Standing


@pytest.fixture
def drawn(monkeypatch):
    """The figures that would have been written, with where to."""
    found = []
    monkeypatch.setattr(
        matplotlib.figure.Figure, "savefig", lambda figure, path: found.append((figure, path))
    )
    return found


def bars(axes):
    """The points and the error bars of a panel."""
    (container,) = axes.containers
    line, _, (spans,) = container
    lengths = [np.abs(np.diff(segment, axis=0)).max() / 2 for segment in spans.get_segments()]
    return [list(data) for data in line.get_data()], [round(float(length), 6) for length in lengths]


def ruled(axes):
    """Whether lines stand behind the values and lie behind the names."""
    return tuple(
        [
            all(line.get_visible() for line in axis.get_gridlines())
            for axis in (axes.xaxis, axes.yaxis)
        ]
    )


def standing(name, rate, error, score, score_error):
    return Standing(name, 10, 5, rate, error, score, score_error)


def report(ratings=()):
    rows = [standing("greedy", 0.75, 0.05, 12.0, 3.0), standing("patient", 0.25, None, -12.0, None)]
    return SimpleNamespace(bots=rows, ratings=ratings, rules="jumbo", rounds=20, deals=10)


def test_win_rates_and_scores_are_drawn_with_two_standard_errors(drawn, tmp_path):
    plots.draw(tmp_path / "a.svg", report(), 0.5)
    ((figure, path),) = drawn
    assert path == tmp_path / "a.svg"
    won, scored = figure.axes
    assert bars(won) == ([[75.0, 25.0], ["greedy", "patient"]], [10.0, 0.0])
    assert bars(scored) == ([[12.0, -12.0], ["greedy", "patient"]], [6.0, 0.0])
    assert [panel.lines[-1].get_xdata()[0] for panel in (won, scored)] == [50.0, 0]
    assert won.get_xlabel() == "rounds won in %, two standard errors"
    assert scored.get_xlabel() == "points a round, two standard errors"
    assert figure.get_suptitle() == "jumbo: 20 rounds, 10 mirrored deals"
    assert all(panel.yaxis_inverted() for panel in figure.axes)
    assert [ruled(panel) for panel in figure.axes] == [(True, False)] * 2
    assert [panel.margins()[1] for panel in figure.axes] == [0.3] * 2
    assert tuple(figure.get_size_inches()) == pytest.approx((8.4, 2.5))


def test_a_league_has_ratings_in_the_order_of_the_bots(drawn, tmp_path):
    rated = [Rating("patient", 1450.0, None), Rating("greedy", 1550.0, 20.0)]
    plots.draw(tmp_path / "a.pdf", report(rated), 0.5)
    ((figure, _),) = drawn
    assert bars(figure.axes[2]) == ([[1550.0, 1450.0], ["greedy", "patient"]], [40.0, 0.0])
    assert figure.axes[2].get_xlabel() == "Elo, two standard errors"
    assert figure.get_size_inches()[0] == pytest.approx(12.6)


def test_the_chances_of_every_round_are_drawn_from_start_to_result(drawn, tmp_path):
    turn = SimpleNamespace(number=3, loss=0.21, chance=0.4)
    player = SimpleNamespace(seat=1, start=0.5, result=1.0, player="Ada")
    played = SimpleNamespace(
        turns=[SimpleNamespace(number=1), turn],
        players=[player],
        turning_points=[turn],
        curve=lambda seat: [(1, 0.6), (3, 0.4)] if seat == 1 else [],
    )
    empty = SimpleNamespace(turns=[], players=[player], turning_points=[], curve=lambda seat: [])
    chance_plots.draw_chances(SimpleNamespace(rounds=[played, empty]), tmp_path / "c.png")
    ((figure, _),) = drawn
    first, second = figure.axes
    assert first.lines[0].get_xydata().tolist() == [[0, 0.5], [1, 0.6], [3, 0.4], [4, 1.0]]
    assert second.lines[0].get_xydata().tolist() == [[0, 0.5], [1, 1.0]]
    (note,) = first.texts
    assert (note.get_text(), note.xy) == ("-21", (3, 0.4))
    assert [panel.get_xlabel() for panel in figure.axes] == ["round 1, turn", "round 2, turn"]
    assert first.get_ylabel() == "chance to win"
    assert first.get_ylim() == (-0.05, 1.05)
    assert first.get_legend().get_texts()[0].get_text() == "Ada"
    assert [ruled(panel) for panel in figure.axes] == [(True, True)] * 2
    assert tuple(figure.get_size_inches()) == pytest.approx((8, 5.8))


def test_a_learning_curve_is_drawn_in_per_cent(drawn, tmp_path):
    points = [CurvePoint(100, 1.0, 0.5, 0.05, 0.0), CurvePoint(200, 2.0, 0.6, 0.04, 3.0)]
    draw_curve(tmp_path / "curve.svg", points, fair=0.5)
    ((figure, _),) = drawn
    (axes,) = figure.axes
    assert bars(axes) == ([[100, 200], [50.0, 60.0]], [5.0, 4.0])
    assert axes.lines[-1].get_ydata()[0] == 50.0
    assert (axes.get_xlabel(), axes.get_ylabel()) == (
        "rounds of training",
        "won against greedy in %",
    )


def test_what_cannot_be_drawn_is_one_sentence(monkeypatch, tmp_path):
    def full(figure, path):
        raise OSError("the disk is full")

    monkeypatch.setattr(matplotlib.figure.Figure, "savefig", full)
    with pytest.raises(LabError, match=r"a\.svg cannot be drawn: the disk is full"):
        plots.draw(tmp_path / "a.svg", report(), 0.5)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("run.txt", "run.txt does not end in .svg, .png or .pdf"),
        ("run", "run does not end in .svg, .png or .pdf"),
        ("folder.svg", "folder.svg is a folder"),
        ("none/run.svg", "there is no folder "),
    ],
)
def test_a_file_that_could_not_be_written_is_refused_before_anything_is_played(
    tmp_path, name, sentence
):
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(LabError) as caught:
        plots.check_plot(tmp_path / name)
    assert sentence in str(caught.value)


def test_a_file_that_can_be_written_is_accepted(tmp_path):
    (tmp_path / "old.svg").write_text("")
    for name in ("run.svg", "run.PNG", "old.svg"):
        plots.check_plot(tmp_path / name)
    check_output_file(tmp_path / "anything")


def test_a_file_that_may_not_be_written_is_refused(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "tilerummy.lab.output_files.os.access", lambda path, mode: asked.append(path) and False
    )
    old = tmp_path / "old"
    old.write_text("")
    for path in (old, tmp_path / "new"):
        with pytest.raises(LabError, match="may not be written"):
            check_output_file(path)
    assert asked == [old, tmp_path]


def test_a_table_has_a_row_for_each_seat_of_each_round(tmp_path):
    rounds = [
        PlayedRound(("greedy", "patient"), 0, 0, 1, (-7, 7), 30, "out"),
        PlayedRound(("patient", "greedy"), 1, 1, None, (0, 0), 40, "blocked"),
    ]
    write_parquet(tmp_path / "rounds", "jumbo", "a seed", rounds)
    table = pl.read_parquet(tmp_path / "rounds").to_dict(as_series=False)
    assert table == {
        "rules": ["jumbo"] * 4,
        "seed": ["a seed"] * 4,
        "deal": [0, 0, 1, 1],
        "rotation": [0, 0, 1, 1],
        "seat": [0, 1, 0, 1],
        "bot": ["greedy", "patient", "patient", "greedy"],
        "players": [["greedy", "patient"]] * 2 + [["patient", "greedy"]] * 2,
        "won": [False, True, False, False],
        "score": [-7, 7, 0, 0],
        "turns": [30, 30, 40, 40],
        "reason": ["out", "out", "blocked", "blocked"],
    }
