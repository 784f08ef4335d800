"""Hints: the most tiles, and beside it a play that asks less of the hands."""

from random import Random

import pytest

import tilerummy as tr
from tests.properties.players import some_play
from tilerummy.server.room.hints import advise
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
