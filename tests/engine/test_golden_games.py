"""Golden games: whole games of every rulebook, reviewed by eye, that must always replay."""

import itertools
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tilerummy.engine.actions import ClaimRedeal, Leave, Play, TimeOut
from tilerummy.engine.events import LateResult, TimedOut
from tilerummy.engine.phases import Phase
from tilerummy.engine.records import Record, replay
from tilerummy.engine.rounds import Round
from tilerummy.engine.scoring import EndReason
from tilerummy.rules.library import RULEBOOK_IDS
from tilerummy.rules.rulebook import LateTurn

GAMES = sorted((Path(__file__).parents[2] / "conformance" / "games").glob("*.record"))


@cache
def played(path: Path) -> tuple[tuple[Round, ...], ...]:
    return replay(Record.parse(path.read_text("utf-8")))


def all_rounds() -> list[tuple[Round, ...]]:
    return [states for path in GAMES for states in played(path)]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_replays_to_its_end(path):
    for states in played(path):
        assert states[-1].over


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_is_written_as_the_engine_writes_it(path):
    text = path.read_text("utf-8")
    assert str(Record.parse(text)) == text
    assert "Commitment" in text


@pytest.mark.parametrize("name", RULEBOOK_IDS)
def test_every_rulebook_has_a_golden_game(name):
    assert any(states[0].rules.id == name for states in all_rounds())


def test_every_way_to_end_is_shown():
    assert {states[-1].outcome.reason for states in all_rounds()} == set(EndReason)


@pytest.mark.parametrize("rulings", [1, 2])
def test_every_policy_for_late_turns_is_shown_at_work(rulings):
    shown = Counter(
        states[0].rules.time.late
        for states in all_rounds()
        if states[0].rules.rulings == rulings
        for action in states[-1].actions
        if isinstance(action, TimeOut) and action.draft
    )
    assert set(shown) == set(LateTurn)


@pytest.mark.parametrize("policy", LateTurn)
def test_everything_that_a_time_out_can_make_of_a_turn_is_shown(policy):
    shown = {
        event.result
        for states in all_rounds()
        if states[0].rules.time.late is policy and states[0].rules.rulings == 2
        for event in states[-1].events
        if isinstance(event, TimedOut)
    }
    assert shown == set(LateResult) - (set() if policy.keeps_finished_melds else {LateResult.KEPT})


def test_games_under_the_first_rulings_fine_a_finished_turn():
    fined = [
        event
        for states in all_rounds()
        if states[0].rules.rulings == 1
        for event in states[-1].events
        if isinstance(event, TimedOut) and event.laid and event.count
    ]
    assert fined


def test_redeals_are_shown():
    assert any(
        isinstance(action, ClaimRedeal) for states in all_rounds() for action in states[-1].actions
    )


def test_players_leave_and_the_others_go_on():
    assert any(
        isinstance(action, Leave)
        for states in all_rounds()
        if states[-1].outcome.reason is EndReason.OUT
        for action in states[-1].actions
    )


def test_a_drawn_tile_opens_at_once():
    assert any(
        now.phase is Phase.DRAWN and isinstance(after.actions[-1], Play)
        for states in all_rounds()
        for now, after in itertools.pairwise(states)
    )


def test_tiles_are_laid_in_a_last_turn():
    assert any(
        now.last_turns and isinstance(after.actions[-1], Play)
        for states in all_rounds()
        for now, after in itertools.pairwise(states)
    )


def test_every_kind_of_joker_lies_on_a_table():
    kinds = {
        tile.text
        for states in all_rounds()
        for now in states
        for meld in now.table
        for tile in meld.jokers
    }
    assert kinds == {"*", "*2", "*c", "*m", "*r", "*b", "*g", "*y"}
