"""What `tilerummy review --json` tells, for every golden game: the same fields, figures that agree.

The golden games have late turns, another deal, players who left, house rules, blocked rounds,
matches of several rounds, special jokers and up to six seats.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tilerummy.cli.review import shown
from tilerummy.engine.records import Record
from tilerummy.evaluation import Plan, review

GAMES = sorted(Path("conformance/games").glob("*.record"))
TINY = Plan(
    look=1, choose=1, final=3, first=1, chance=1, model=1, deal=2, draw=1, more=(), play_outs=300
)
PLAYER = {"player", "start", "luck", "skill", "result", "mean_loss", "accuracy"}
TURN = {"number", "seat", "played", "chance", "best", "best_chance", "loss", "error", "class"}
CLASSES = {"equal", "small", "medium", "large", "only"}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_golden_game_can_be_reviewed(path: Path) -> None:
    record = Record.parse(path.read_text())
    found = shown(review(record, plan=TINY))
    assert set(found) == {"rounds"}
    assert len(found["rounds"]) == len(record.rounds)
    for told, played in zip(found["rounds"], record.rounds, strict=True):
        assert set(told) == {"players", "turns"}
        check_players(told["players"], record.players)
        check_turns(told["turns"], len(played.moves), len(record.players))


def check_players(players: list[dict[str, float]], names: tuple[str, ...]) -> None:
    assert [player["player"] for player in players] == list(names)
    for player in players:
        assert set(player) == PLAYER
        whole = player["start"] + player["luck"] + player["skill"]
        assert whole == pytest.approx(player["result"], abs=2e-6)
        assert 0 <= player["mean_loss"] <= 1 and 0 <= player["accuracy"] <= 100
    for name, total in (("start", 1), ("luck", 0), ("skill", 0), ("result", 1)):
        assert sum(player[name] for player in players) == pytest.approx(total, abs=1e-5)


def check_turns(turns: list[dict[str, object]], moves: int, seats: int) -> None:
    numbers = [turn["number"] for turn in turns]
    assert numbers == sorted(set(numbers)) and set(numbers) <= set(range(1, moves + 1))
    for turn in turns:
        assert set(turn) == TURN
        assert turn["seat"] in range(seats) and turn["class"] in CLASSES
        assert 0 <= turn["chance"] <= turn["best_chance"] <= 1 and turn["error"] >= 0
        assert turn["loss"] == pytest.approx(turn["best_chance"] - turn["chance"], abs=2e-6)
        if turn["best"] == turn["played"]:
            assert turn["loss"] == 0
        if turn["class"] == "only":
            assert turn["best"] == turn["played"] and turn["loss"] == 0
