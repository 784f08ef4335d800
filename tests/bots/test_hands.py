"""Hands by the clock, and which rulebooks make play-outs dear."""

from __future__ import annotations

import pytest

from tilerummy.bots import hands
from tilerummy.bots.character import Character, Taste
from tilerummy.bots.hands import OPENING_HANDS, best_within, easiest, hands_in
from tilerummy.bots.trial import is_expensive
from tilerummy.rules import Position, rulebook


@pytest.mark.parametrize(
    ("limit", "hands", "moved"),
    [
        (0, 20, 20),  # no limit
        (120, 20, 20),
        (60, 20, 20),
        (59, 20, 19),
        (30, 20, 10),
        (15, 20, 5),
        (6, 20, 3),  # a meld can always be made
        (30, 6, 3),
        (30, 2, 2),  # but hands are never more than those of the level
    ],
)
def test_hands_shrink_with_the_clock_in_proportion(limit, hands, moved):
    rules = rulebook("jumbo").replace({"time.limit": limit})
    assert hands_in(rules, hands) == moved


@pytest.mark.parametrize("kind", ["double", "colour_change", "mirror"])
def test_a_single_special_joker_makes_play_outs_dear(kind):
    kinds = {"tiles.jokers.double": 0, "tiles.jokers.colour_change": 0, "tiles.jokers.mirror": 0}
    assert not is_expensive(rulebook("twist").replace(kinds))
    assert is_expensive(rulebook("twist").replace({**kinds, f"tiles.jokers.{kind}": 1}))


@pytest.mark.parametrize(("hands", "laid"), [(2, 0), (3, 3), (4, 4), (7, 7)])
def test_the_best_play_moves_no_more_tiles_than_the_hands(hands, laid):
    """Four tiles make a run of their own, three others a group."""
    position = Position.parse(rulebook("jumbo"), table="y10 y11 y12", rack="r1 r2 r3 r4 b5 k5 y5")
    found = best_within(position, hands, nodes=3_000)
    assert found.tiles == laid


def test_the_easiest_play_moves_the_fewest_tiles():
    position = Position.parse(rulebook("jumbo"), table="y10 y11 y12", rack="r1 r2 r3 r4 y13")
    found = easiest(position, nodes=3_000)
    assert [str(tile) for tile in found.laid] == ["y13"]
    nothing = Position.parse(rulebook("jumbo"), table="y10 y11 y12", rack="r1 r2 y8")
    assert easiest(nothing, nodes=3_000).play is None


def test_a_play_that_the_judge_explains_otherwise_is_none(monkeypatch):
    """A bot that acted on it would break a rule."""
    monkeypatch.setattr(hands, "judge", lambda position, play: ["a violation"])
    position = Position.parse(rulebook("jumbo"), table="y10 y11 y12", rack="y13")
    for found in (best_within(position, 9, nodes=3_000), easiest(position, nodes=3_000)):
        assert (found.play, found.laid, found.tiles, found.points) == (None, (), 0, 0)
        assert found.optimal is False


def test_a_player_of_whom_only_the_hands_are_known_plays_whatever_they_can():
    plain = Character(hands=9)
    assert (plain.overlooks, plain.distracted, plain.touches) == (0, 0, None)
    assert (plain.opens, plain.wait, plain.hold) == (0, 1, 0)
    assert (plain.keeps_jokers, plain.stints, plain.taste) == (False, False, Taste.MANY)
    assert (plain.patience, plain.close) == (3, 3)
    assert OPENING_HANDS == 12
