"""Hints: the most tiles, and beside it a play that asks less of the hands."""

from random import Random

import msgspec
import pytest

import tilerummy as tr
from tests.properties.players import some_play
from tilerummy.server.room import hints
from tilerummy.server.room.hints import advise, hint_for
from tilerummy.solver import moves


def position(table, rack, *, rules="jumbo", opened=True):
    return tr.Position.parse(tr.rulebook(rules), table=table, rack=rack, opened=opened)


def play(shown):
    opening = None if shown.opening is None else " | ".join(shown.opening)
    return tr.Play.parse(" | ".join(shown.table), opening)


def test_nothing_to_lay_is_told_as_nothing():
    found = advise(position("k4 k5 k6", "b1 b13"))
    assert (found.best, found.simple) == (None, None)


def test_a_play_that_moves_nothing_of_the_table_has_nothing_simpler_beside_it():
    found = advise(position("k4 k5 k6", "k7 b1"))
    assert found.best is not None
    assert (found.best.laid, found.best.moved) == ("k7", 0)
    assert found.simple is None


def test_the_simple_play_lays_what_it_can_without_moving_a_tile_of_the_table():
    found = advise(position("k4 k5 k6 k7 | r9 b9 y9", "k9 r4 b4"))
    assert found.best is not None
    assert found.simple is not None
    assert (found.best.laid, found.best.moved) == ("k9 r4 b4", 1)
    assert (found.simple.laid, found.simple.moved) == ("k9", 0)


def test_where_every_play_rearranges_the_simple_one_moves_fewest():
    found = advise(position("k4 k5 k6 k7", "r4 b4"))
    assert found.best is not None
    assert (found.best.laid, found.best.moved) == ("r4 b4", 1)
    assert found.simple is None


@pytest.mark.parametrize("rules", ["jumbo", "twist", "ravensburger-travel-de"])
def test_both_plays_are_legal_and_the_simple_one_asks_for_fewer_moves(rules):
    differing = 0
    for seed in range(6):
        chance, now = Random(seed), tr.Round.deal(tr.rulebook(rules), seats=2, seed=str(seed))
        for _ in range(40):
            if now.over:
                break
            view = now.view(now.turn)
            found = advise(view.position)
            for shown in (found.best, found.simple):
                if shown is not None:
                    assert tr.judge(view.position, play(shown)) == []
                    total = moves(view.position, play(shown)).tiles
                    assert shown.moved == total - len(shown.laid.split())
            if found.best is not None and found.simple is not None:
                differing += 1
                counts = [
                    moves(view.position, play(shown)).tiles for shown in (found.best, found.simple)
                ]
                assert counts[1] < counts[0]
                assert len(found.simple.laid.split()) < len(found.best.laid.split())
            action = some_play(now, chance) if chance.random() < 0.6 else None
            now = now.apply(action or (tr.Draw() if tr.Draw in view.may else tr.Pass()))
    assert differing


@pytest.mark.parametrize(
    ("table", "rack", "objective", "laid", "tiles", "points"),
    [
        ("k4 k5 k6", "k7 b1", "tiles", "k7", 1, 7),
        ("k4 k5 k6", "b1", "tiles", "", 0, 0),
        ("", "r1 r2 r3 r4 k11 k12 k13", "tiles", "k11 k12 k13 r1 r2 r3 r4", 7, 46),
        ("k1 k2 k3", "k4 r4 b4", "tiles", "k4 r4 b4", 3, 12),
    ],
)
def test_the_best_play_is_told_with_its_figures(table, rack, objective, laid, tiles, points):
    found = hint_for(position(table, rack), objective)
    assert (found.laid, found.tiles, found.points) == (laid, tiles, points)
    assert found.optimal
    assert bool(found.steps) == bool(laid)
    assert bool(found.table) == bool(laid)
    assert found.opening is None


def test_an_opening_is_told_apart_where_the_turn_goes_on():
    found = hint_for(position("k1 k2 k3", "k4 r10 b10 y10", opened=False))
    assert found.opening == ["r10 b10 y10"]
    assert sorted(found.table) == ["k1 k2 k3 k4", "r10 b10 y10"]


def test_points_and_tiles_are_different_aims():
    """The joker stands for the three of a run, or for a third thirteen."""
    here = position("", "k1 k2 k4 r13 b13 *")
    assert hint_for(here).laid == "k1 k2 k4 *"
    assert hint_for(here, "points").laid == "r13 b13 *"


def test_nothing_to_lay_is_known_for_certain_or_not(monkeypatch):
    nothing = hints.solve(position("", "k1"))
    assert hint_for(position("", "k1")) == hints.Found()
    unsure = msgspec.structs.replace(nothing, optimal=False)
    monkeypatch.setattr(hints, "solve", lambda *_, **__: unsure)
    assert hint_for(position("", "k1")) == hints.Found(optimal=False)


@pytest.mark.parametrize(
    ("table", "rack", "steps"),
    [
        ("k4 k5 k6", "k7", [("add", "k7", "", "", "k4 k5 k6", "k4 k5 k6 k7")]),
        ("", "k4 k5 k6", [("lay", "k4 k5 k6", "", "", None, "k4 k5 k6")]),
        (
            "k4 k5 k6 k7",
            "r4 b4",
            [
                ("take", "", "", "k4", "k4 k5 k6 k7", "k5 k6 k7"),
                ("join", "r4 b4", "k4", "", None, "k4 r4 b4"),
            ],
        ),
    ],
)
def test_every_step_says_what_goes_where(table, rack, steps):
    told = hint_for(position(table, rack)).steps
    assert [
        (step.key, step.tiles, step.moved, step.taken, step.source, step.target) for step in told
    ] == steps
    assert all(step.sentence for step in told)
