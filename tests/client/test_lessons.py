"""Every lesson can be done: its positions exist and its plays are legal under its rulebook."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tilerummy.bots import LADDER
from tilerummy.rules.changes import compare, without
from tilerummy.rules.judge import judge
from tilerummy.rules.library import rulebook
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.positions import Play, Position
from tilerummy.rules.readings import Fault
from tilerummy.rules.tiles import Tile
from tilerummy.solver import simplest, solve

CLIENT = Path(__file__).parents[2] / "client"
LESSONS = json.loads((CLIENT / "src/lesson/lessons.json").read_text("utf-8"))
STEPS = [(lesson, step) for lesson in LESSONS for step in lesson["steps"]]
PLAYS = [(lesson, step) for lesson, step in STEPS if "play" in step]
DRAWS = [(lesson, step) for lesson, step in STEPS if "draw" in step]
REARRANGED = ("split", "shift", "groups", "joker")


def named(value: object) -> str | None:
    return value["text"] if isinstance(value, dict) and "text" in value else None


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(parse_tiles(text))


def position_of(lesson: dict, step: dict) -> Position:
    return Position.parse(
        rulebook(lesson["rulebook"]),
        table=" | ".join(step["table"]),
        rack=step["rack"],
        opened=step.get("opened", True),
    )


@pytest.mark.parametrize(("lesson", "step"), STEPS, ids=named)
def test_every_position_of_a_lesson_can_come_about(lesson, step):
    position = position_of(lesson, step)
    rules = position.rules
    lying = [tile for meld in position.table for tile in meld.tiles]
    drawn = tiles(step.get("draw", ""))
    assert Counter([*lying, *position.rack, *drawn]) <= Counter(rules.deck)
    for meld in position.table:
        assert not isinstance(meld.read(rules.grammar), Fault), meld


@pytest.mark.parametrize(("lesson", "step"), PLAYS, ids=named)
def test_every_task_has_a_legal_solution_that_reaches_its_goal(lesson, step):
    position = position_of(lesson, step)
    play = Play.parse(" | ".join(step["play"]))
    assert judge(position, play) == []
    laid = compare(position.table, play.table).laid
    assert Counter(laid) == Counter(tiles(step["lay"]))
    left = without(position.rack, laid)
    assert Counter(tiles(step.get("keep", ""))) <= Counter(left)


@pytest.mark.parametrize(
    ("lesson", "step"), [(one, step) for one, step in PLAYS if one["id"] in REARRANGED], ids=named
)
def test_a_lesson_in_tactics_cannot_be_solved_by_adding_tiles(lesson, step):
    """Nor does the whole rack offer more: the tactic is the best that can be done there."""
    position = position_of(lesson, step)
    wanted = tiles(step["lay"])
    assert solve(position).tiles == len(wanted)
    found = simplest(position, len(wanted)).play
    assert found is not None
    change = compare(position.table, found.table)
    fresh = [Counter(meld.tiles) for _, meld in change.fresh]
    assert any(not any(Counter(meld.tiles) <= after for after in fresh) for meld in change.gone)


@pytest.mark.parametrize(("lesson", "step"), DRAWS, ids=named)
def test_nothing_can_be_played_where_one_has_to_draw_unless_a_tile_is_to_be_kept(lesson, step):
    position = position_of(lesson, step)
    kept = tiles(step.get("keep", ""))
    rack = without(position.rack, kept)
    assert solve(Position(position.rules, position.table, rack, opened=True)).tiles == 0
    assert (solve(position).tiles > 0) == bool(kept)


def test_the_fourth_tile_that_is_kept_still_fits_in_the_next_turn():
    lesson, step = next(pair for pair in PLAYS if pair[1]["text"] == "lesson_hold_fourth")
    after = position_of(lesson, {**step, "table": step["play"], "rack": step["keep"]})
    assert solve(after).tiles == 1


def test_the_first_lesson_ends_with_a_round_against_the_easiest_bot():
    source = (CLIENT / "src/lesson/round.ts").read_text("utf-8")
    assert f"'{LADDER[0].name}'" in source


@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "nl", "es", "pt"])
def test_every_step_has_a_text_in_every_language(language):
    texts = json.loads((CLIENT / f"messages/lessons/{language}.json").read_text("utf-8"))
    for lesson, step in STEPS:
        assert texts[step["text"]]
        assert texts[f"lesson_title_{lesson['id']}"]
        assert texts[f"lesson_note_{lesson['id']}"]
