"""Play-outs: what a policy says where it is silent, and small rounds played out by hand."""

from __future__ import annotations

from dataclasses import fields

import pytest

from tilerummy.rules import parse_melds, parse_tiles, rulebook
from tilerummy.solver import SolverError, _core
from tilerummy.solver.playouts import Hands, Moment, Policy, RoundEnd, play_out

JUMBO = rulebook("jumbo")
REAL = _core.Policy
BOTH = [Policy(), Policy()]
OPENED = frozenset({0, 1})


def test_a_silent_policy_lays_the_most_tiles_it_sees():
    values = {field.name: getattr(Policy(), field.name) for field in fields(Policy)}
    assert set(values.values()) == {0, ()}


def test_every_field_of_a_policy_reaches_the_core_by_its_name(monkeypatch):
    asked = []
    monkeypatch.setattr(_core, "Policy", lambda **named: asked.append(named) or REAL(**named))
    policy = Policy(
        wait=1,
        alarm=2,
        keep_jokers=True,
        hides=True,
        sight=5,
        glances=6,
        overlooks=7,
        close=8,
        hands=9,
        hold=10,
        patience=11,
        opens=21,
        stints=True,
        weights=(12, 13, 14, 15, 16, 17, 18, 19, 20),
    )
    ends(("b7", "k1 k9"), policies=[policy, Policy()])
    assert asked[0] == {field.name: getattr(policy, field.name) for field in fields(Policy)}


def test_a_policy_that_learned_has_nine_weights():
    with pytest.raises(SolverError, match="nine weights"):
        ends(("b7", "k1 k9"), policies=[Policy(weights=(13, 14)), Policy()])


@pytest.mark.parametrize(
    ("moment", "sentence"),
    [
        ({"turn": 2}, "there is no such seat"),
        ({"start": -1}, "there is no such seat"),
        ({"opened": frozenset({2})}, "a set names a seat that is not there"),
        ({"left": frozenset({0})}, "the seat in turn has left"),
        ({"silent": (0, 0, 0)}, "more silent turns than seats"),
    ],
)
def test_a_moment_that_cannot_be_is_refused(moment, sentence):
    with pytest.raises(SolverError, match=sentence):
        ends(("b7", "k1 k9"), **moment)


@pytest.mark.parametrize(
    ("racks", "sentence"),
    [
        (("b7", "k1", "k2"), "a rack for each seat is needed"),
        (("b7", ""), "an empty rack has won already"),
        (("b7", "k1 k1 k1"), "more tiles than the set has"),
    ],
)
def test_hands_that_cannot_be_are_refused(racks, sentence):
    with pytest.raises(SolverError, match=sentence):
        ends(racks)


def test_a_moment_where_nothing_has_happened():
    moment = Moment(JUMBO, (), 1)
    nobody = frozenset()
    assert (moment.start, moment.drawn, moment.silent) == (0, False, ())
    assert (moment.opened, moment.left, moment.passed, moment.last_turns) == (nobody,) * 4


def ends(racks, pool="", table="b4 b5 b6", rules=JUMBO, policies=BOTH, **moment):
    told = {"turn": 0, "opened": OPENED, **moment}
    hands = Hands(tuple(parse_tiles(rack) for rack in racks), parse_tiles(pool))
    return play_out(Moment(rules, parse_melds(table), **told), [hands], policies)


@pytest.mark.parametrize(
    ("racks", "asked", "end"),
    [
        # The seat in turn goes out and gets what is left on the other rack.
        (("b7", "k1 k9"), {}, RoundEnd(0, 1, (10, -10))),
        (("b7", "k1 k9"), {"turn": 1, "pool": "r1"}, RoundEnd(0, 2, (11, -11))),
        (("k1 k9", "b7"), {"turn": 1}, RoundEnd(1, 1, (-10, 10))),
        # A joker costs what the booklet says.
        (("b7", "k1 *"), {}, RoundEnd(0, 1, (26, -26))),
        # Nobody can play and the pool is empty: the difference of the racks.
        (("k1", "k9"), {}, RoundEnd(0, 2, (8, -8))),
        (("k9", "k1"), {}, RoundEnd(1, 2, (-8, 8))),
        # Who has not opened needs thirty points.
        (("b7", "k1"), {"opened": frozenset({1}), "pool": ""}, RoundEnd(1, 2, (-6, 6))),
        # Who has left is passed over.
        (("k1", "b7"), {"left": frozenset({1}), "table": "k2 k3 k4"}, RoundEnd(0, 1, (7, -7))),
    ],
)
def test_small_rounds_counted_by_hand(racks, asked, end):
    assert ends(racks, **asked) == [end]


def test_a_void_round_has_no_winner():
    void = JUMBO.replace({"scoring.blocked": "void"})
    assert ends(("k1", "k9"), rules=void) == [RoundEnd(None, 2, (0, 0))]
    full = JUMBO.replace({"scoring.blocked": "full"})
    assert ends(("k1", "k9"), rules=full) == [RoundEnd(0, 2, (9, -9))]


def test_each_seat_follows_its_own_policy():
    waits = [Policy(wait=2), Policy()]
    assert (
        ends(("b7 k1", "k9"), pool="r1 r5", policies=BOTH)[0]
        != (ends(("b7 k1", "k9"), pool="r1 r5", policies=waits)[0])
    )
    swapped = ends(("k9", "b7 k1"), pool="r1 r5", policies=waits[::-1], turn=1)
    first = ends(("b7 k1", "k9"), pool="r1 r5", policies=waits)
    assert swapped[0].scores == first[0].scores[::-1]


def test_every_hand_is_played_out_in_order():
    moment = Moment(JUMBO, parse_melds("b4 b5 b6"), 0, opened=OPENED)
    hands = [
        Hands((parse_tiles("b7"), parse_tiles("k1")), ()),
        Hands((parse_tiles("k1"), parse_tiles("b7")), ()),
    ]
    assert [end.winner for end in play_out(moment, hands, BOTH, threads=2)] == [0, 1]
