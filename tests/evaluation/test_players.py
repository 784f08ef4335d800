"""What is assumed of players: positions without a history, own turns, styles."""

from __future__ import annotations

import pytest

from tilerummy.engine import Draw, Play, Round
from tilerummy.evaluation.own_turns import Laid, Layable, _turn, own_turns, sources_of
from tilerummy.evaluation.positions import view_of_position
from tilerummy.evaluation.styles import STYLES, _joined, _learn, draw_style, fitting
from tilerummy.rules import (
    Position,
    PositionError,
    format_tiles,
    parse_melds,
    rulebook,
)

JUMBO = rulebook("jumbo")


def test_the_view_of_a_position():
    position = Position.parse(JUMBO, table="b4 b5 b6", rack="k1 k2", opened=False)
    view = view_of_position(position, [3, 4])
    assert (view.seats, view.seat, view.turn, view.start, view.number) == (3, 0, 0, 0, 0)
    assert view.rack_sizes == (2, 3, 4)
    assert view.pool_size == 106 - 3 - 2 - 7
    assert (view.opened, view.left, view.passed) == ({1, 2}, set(), set())
    assert (view.last_turns, view.timed, view.deals) == (set(), False, 0)
    opened = Position.parse(JUMBO, table="b4 b5 b6", rack="k1 k2")
    assert view_of_position(opened, [3], others_opened=False).opened == {0}
    full = view_of_position(opened, [101])
    assert (full.pool_size, full.last_turns) == (0, {0, 1})


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        ([], "jumbo is for 2 to 4 players"),
        ([1] * 4, "jumbo is for 2 to 4 players"),
        ([0], "each of the others has at least one tile"),
        ([102], "the table and the racks would be 107 tiles, but jumbo has 106"),
    ],
)
def test_positions_that_cannot_be(others, sentence):
    position = Position.parse(JUMBO, table="b4 b5 b6", rack="k1 k2")
    with pytest.raises(PositionError, match=sentence):
        view_of_position(position, others)


def test_nobody_is_in_turn_with_an_empty_rack():
    with pytest.raises(PositionError, match="the rack is empty, so the round is over"):
        view_of_position(Position.parse(JUMBO, table="b4 b5 b6", rack=""), [3])


@pytest.mark.parametrize(
    ("before", "after", "sources"),
    [
        ("k1 k2 k3", "k1 k2 k3", 0),
        ("k1 k2 k3", "k1 k2 k3 | r5 r6 r7", 0),
        ("k1 k2 k3", "k1 k2 k3 k4", 1),
        ("k1 k2 k3 | k4 k5 k6", "k1 k2 k3 k4 k5 k6", 2),
        ("k5 k6 k7 k8 | r5 r6 r7 r8 | b5 b6 b7 b8", "k6 k7 k8 | r6 r7 r8 | b6 b7 b8 | k5 r5 b5", 3),
        ("k1 k2 k3 k4 k5 k6", "k1 k2 k3 | k4 k5 k6", 1),
    ],
)
def test_out_of_how_many_melds_a_meld_was_made(before, after, sources):
    assert sources_of(parse_melds(before), parse_melds(after)) == sources


@pytest.mark.parametrize(
    ("rack", "after", "layable", "laid"),
    [
        ("y13 k1", None, Layable.ONE, Laid.NOTHING),
        ("y13 k1", "y10 y11 y12 y13", Layable.ONE, Laid.ALL),
        ("y13 y9 k1", "y10 y11 y12 y13", Layable.TWO, Laid.PART),
        ("y13 y9 y8 k1", "y8 y9 y10 y11 y12 y13", Layable.SOME, Laid.ALL),
        ("y13 y9", None, Layable.RACK, Laid.NOTHING),
        ("y13 *", None, Layable.RACK, Laid.NOTHING),
        ("y13 * k1", "y10 y11 y12 y13", Layable.ONE, Laid.ALL),
        ("y5 y6 y7 y8 y9 y13 y4 y3 k1", None, Layable.MANY, Laid.NOTHING),
    ],
)
def test_what_could_be_laid_in_an_own_turn_and_what_was(rack, after, layable, laid):
    position = Position.parse(JUMBO, table="y10 y11 y12", rack=rack)
    table = position.table if after is None else parse_melds(after)
    count = 0 if after is None else sum(len(m.tiles) for m in table) - 3
    (turn,) = _turn(position, count, table)
    assert (turn.layable, turn.laid) == (layable, laid)
    assert turn.sources == (0 if after is None else 1)
    assert list(_turn(Position.parse(JUMBO, rack="k1"), 0, ())) == []


def test_only_turns_after_the_own_opening_tell_something():
    now = Round.from_hands(
        JUMBO,
        ["r10 b10 k10 y10 k1", "r1 b4 b8"],
        pool="y1 y2 k2 b9 b2",
        table="",
        opened=[],
    )
    now = now.apply(Play.parse("r10 b10 k10")).apply(Draw())
    assert list(own_turns(now.view(0))) == []
    now = now.apply(Draw()).apply(Draw())
    (waited,) = own_turns(now.view(0))
    assert (waited.layable, waited.laid) == (Layable.ONE, Laid.NOTHING)
    now = now.apply(Play.parse("r10 b10 k10 y10"))
    assert [turn.laid for turn in own_turns(now.view(0))] == [Laid.NOTHING, Laid.ALL]
    assert list(own_turns(now.view(1))) == []


def test_evidence_shifts_weights_in_proportion():
    weights = [0.5, 0.25, 0.25]
    _learn(weights, [1.0, 1.0, 1.0])
    assert weights == pytest.approx([0.5, 0.25, 0.25])
    _learn(weights, [1.0, 0.0, 1.0])
    assert sum(weights) == pytest.approx(1)
    assert weights[0] == pytest.approx(2 * weights[2])
    assert 0 < weights[1] < 0.25
    assert [_joined(sources) for sources in range(6)] == [0, 0, 1, 2, 2, 2]


class Marks:
    def __init__(self, mark):
        self.mark = mark

    def below(self, limit):
        return int(self.mark * limit)


def test_a_style_is_drawn_as_often_as_its_weight():
    weights = [0.25] * 4 + [0.0] * (len(STYLES) - 4)
    drawn = [draw_style(weights, Marks(mark)) for mark in (0.0, 0.24, 0.25, 0.5, 0.76, 0.999)]
    assert [STYLES.index(style) for style in drawn] == [0, 0, 1, 2, 3, 3]
    assert sum(style.share for style in STYLES) == pytest.approx(1)
    for style in STYLES:
        assert style.lays(0) == 0
        assert style.lays(3) < style.lays(9) < style.most


def test_the_tiles_that_fit_a_table_one_at_a_time():
    assert format_tiles(sorted(fitting(JUMBO, parse_melds("k4 k5 k6")))) == "k3 k7 *"
    assert format_tiles(sorted(fitting(JUMBO, parse_melds("k4 r4 b4")))) == "y4 *"
    assert fitting(JUMBO, ()) == frozenset()
