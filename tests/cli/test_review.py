"""`tilerummy review`: the contract of its JSON, its table and its picture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.evaluation.games import SOON_OVER, played
from tilerummy.engine.records import record_of
from tilerummy.rules import rulebook

CLASSES = {"equal", "small", "medium", "large", "only"}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six turns, with mistakes, reviewed with the usual plan."""
    rules = rulebook("piatnik-travel").replace(SOON_OVER)
    path = tmp_path_factory.mktemp("records") / "game.record"
    path.write_text(str(record_of([played("greedy,greedy", 16, rules)], ["Anna", "Ben"])))
    return path


def test_a_review_in_json_keeps_its_contract(record: Path) -> None:
    told = run("review", str(record), "--json", "--seed", "4")
    assert told.code == 0, told.err
    found = json.loads(told.out)
    assert set(found) == {"rounds"}
    (played_round,) = found["rounds"]
    assert set(played_round) == {"players", "turns"}
    for player in played_round["players"]:
        assert set(player) == {
            "player", "start", "luck", "skill", "result", "mean_loss", "accuracy",
        }  # fmt: skip
        total = player["start"] + player["luck"] + player["skill"]
        assert total == pytest.approx(player["result"], abs=2e-6)
        assert 0 <= player["accuracy"] <= 100
    for turn in played_round["turns"]:
        assert set(turn) == {
            "number", "seat", "played", "chance", "best", "best_chance", "loss", "error", "class",
        }  # fmt: skip
        assert 0 <= turn["chance"] <= turn["best_chance"] <= 1
        assert turn["loss"] == pytest.approx(turn["best_chance"] - turn["chance"], abs=2e-6)
        assert turn["class"] in CLASSES
    assert played_round["turns"][-1]["chance"] == 1


def test_a_review_has_a_table_and_a_picture(record: Path, tmp_path: Path) -> None:
    plot = tmp_path / "chances.svg"
    told = run("review", str(record), "--plot", str(plot))
    assert told.code == 0, told.err
    assert "accuracy" in told.out and "Anna" in told.out
    assert plot.read_text().lstrip().startswith("<?xml")


def test_a_picture_that_cannot_be_drawn_is_told_before_anything_is_reviewed(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilerummy.cli.review.sharpen_review", None)
    told = run("review", str(record), "--plot", "chances.doc")
    assert (told.code, told.out) == (2, "")
    assert told.err == "tilerummy: chances.doc does not end in .svg, .png or .pdf\n"


def test_an_unfinished_game_cannot_be_reviewed(record: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.record"
    lines = record.read_text().splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith("2. "))
    cut.write_text("\n".join([*lines[:first], '[Result "unfinished"]', ""]))
    told = run("review", str(cut))
    assert told.code == 2 and "is not over" in told.err
