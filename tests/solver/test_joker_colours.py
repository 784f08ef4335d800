"""The plain jokers of the core's answers get the colours of jokers that are really there."""

from __future__ import annotations

import pytest

from tilerummy.rules import Play, Position, judge, rulebook
from tilerummy.solver.joker_colours import colour_jokers

ANYWHERE, OTHER = rulebook("lets-play-rummy-de"), rulebook("lets-play-rummy-it")
UNDIVIDED = ANYWHERE.replace({"jokers.melds": "undivided"})


@pytest.mark.parametrize(
    ("rules", "table", "rack", "after", "painted"),
    [
        # Freed and laid jokers take the places in the order of the table and the rack.
        (ANYWHERE, "b3 b4 *r", "b5 r8 r9 *g", "b3 b4 b5 | r8 r9 * *", "b3 b4 b5 | r8 r9 *r *g"),
        (ANYWHERE, "b6 b7 *r", "b4 *g y1 y2", "b4 * b6 b7 | y1 y2 *", "b4 *r b6 b7 | y1 y2 *g"),
        # Where the freed one has to leave its meld, the other stays behind.
        (OTHER, "b6 b7 *r", "b4 *g y1 y2", "b4 * b6 b7 | y1 y2 *", "b4 *g b6 b7 | y1 y2 *r"),
        # Melds that lie there keep their jokers.
        (
            OTHER,
            "b6 b7 *r | y1 y2 *b",
            "b4 *g",
            "b4 * b6 b7 * | y1 y2 *",
            "b4 *g b6 b7 *r | y1 y2 *b",
        ),
        (ANYWHERE, "y1 y2 *b", "*g g3 g4", "* g3 g4 | y1 y2 *", "*g g3 g4 | y1 y2 *b"),
        (ANYWHERE, "b3 b4 *r", "b5 *b", "b3 b4 *", "b3 b4 *r"),
        (ANYWHERE, "b3 b4 b5", "b6", "b3 b4 b5 b6", "b3 b4 b5 b6"),
        # A meld declared keeps its kind.
        (ANYWHERE, "", "r5 *r *g", "r5 * * =group", "r5 *r *g =group"),
        # An undivided meld keeps its joker though the rack has another.
        (UNDIVIDED, "b6 b7 *r", "b5 *g y1 y2", "b5 b6 b7 * | y1 y2 *", "b5 b6 b7 *r | y1 y2 *g"),
        (UNDIVIDED, "b6 b7 *r", "*g y1 y2 b5", "y1 y2 * | b5 b6 b7 *", "y1 y2 *g | b5 b6 b7 *r"),
    ],
)
def test_the_colours_of_jokers(rules, table, rack, after, painted):
    position = Position.parse(rules, table=table, rack=rack)
    assert str(colour_jokers(position, Play.parse(after))) == painted


def test_jokers_of_the_opening_are_those_laid():
    position = Position.parse(ANYWHERE, table="b3 b4 *r", rack="y10 y11 y12 *g", opened=False)
    play = colour_jokers(position, Play.parse("b3 b4 * | y10 y11 y12 *", "y10 y11 y12 *"))
    assert str(play) == "b3 b4 *r | y10 y11 y12 *g / y10 y11 y12 *g"
    assert judge(position, play) == []


def test_the_first_way_where_the_judge_accepts_none():
    position = Position.parse(OTHER, table="b6 b7 *r", rack="b4")
    assert str(colour_jokers(position, Play.parse("b4 * b6 b7"))) == "b4 *r b6 b7"
