"""Positions on which solvers are known to fail, this one or others, each with its best play."""

from __future__ import annotations

import pytest

from tests.differential.compare import WEIGHS, complaints, objective_of
from tests.oracle import brute
from tests.oracle.program import Weigh, worth
from tilerummy.rules import Play, Position, Tile, judge, parse_tiles, rulebook
from tilerummy.solver import can_go_out, solve


def check(
    rules: str, table: str, rack: str, laid: str, *, opened: bool = True, weigh: Weigh | None = None
) -> Play | None:
    """The solver lays tiles worth as much as these, legally, and brute force knows no better."""
    position = Position.parse(rulebook(rules), table=table, rack=rack, opened=opened)
    weigh = weigh or WEIGHS["tiles"]
    expected = worth(parse_tiles(laid), weigh)
    assert brute.best(position, weigh).value == expected
    solution = solve(position, objective_of(weigh))
    assert complaints(position, solution, weigh, expected) == []
    return solution.play


@pytest.mark.parametrize("reading", ["", " =group"])
def test_a_thirteen_with_two_jokers_lets_lower_tiles_in(reading: str):
    check("jumbo", f"k13 * *{reading}", "k12 k11", "k12 k11")


def test_two_identical_joker_melds_are_two():
    check("jumbo", "r5 r6 * | r5 r6 *", "r7 r7", "r7 r7")
    check("piatnik-travel", "r5 r6 * | r5 r6 *", "r7 r7 k1 k2", "r7 r7 k1 k2")
    check("ravensburger-travel-it", "r5 r6 * | r5 r6 *", "r7 k1 k2", "r7 k1 k2")


def test_a_rack_tile_whose_twin_lies_on_the_table_is_a_tile_of_its_own():
    check("jumbo", "r4 r5 r6 r7 r8", "r6", "r6")
    check("jumbo", "r4 r5 r6", "r5", "")
    check("jumbo", "r5 b5 k5", "r5 y5", "y5")


@pytest.mark.parametrize("objective", ["tiles", "points"])
def test_jokers_on_the_rack_count_as_tiles_under_every_objective(objective: str):
    check("jumbo", "r4 r5 r6", "*", "*", weigh=WEIGHS[objective])
    check("jumbo", "r4 r5 r6", "* * k1", "* * k1", weigh=WEIGHS[objective])


def test_points_are_the_numbers_on_laid_tiles():
    position = Position.parse(rulebook("jumbo"), table="r4 r5 r6", rack="r7 *")
    solution = solve(position, "points")
    assert (solution.tiles, solution.points) == (2, 7)


def test_most_points_may_lay_fewer_tiles_than_most_tiles():
    table, rack = "k4 r4 b4 y4", "k2 k3 k5 r5 r6"
    check("jumbo", table, rack, "k2 k3 k5", weigh=WEIGHS["tiles"])
    check("jumbo", table, rack, "r5 r6", weigh=WEIGHS["points"])


def test_two_two_one_one_are_two_groups_of_three():
    check("jumbo", "k7 r7 b7", "k7 r7 y7", "k7 r7 y7")
    check("jumbo", "k7 r7 b7 y7", "k7 r7", "k7 r7")


def test_a_run_may_begin_with_two_jokers_beside_another_of_its_colour():
    check("jumbo", "r11 r12 r13 | * * r12 =run", "r13", "r13")


def test_jokers_printed_in_colours_are_told_apart_by_the_duties():
    check("lets-play-rummy-it", "g4 *y g6 | *b r13 *r", "b13 g2", "b13 g2")
    check("lets-play-rummy-it", "b6 b7 *g | y8 *b b8 r8", "b8", "b8")
    check("lets-play-rummy-it", "g2 *r g4 | g2 *g g4", "g3", "g3")


def test_the_opening_melds_named_leave_the_freed_joker_a_new_meld():
    rack = "r1 r12 r12 b12 y12 y12 *"
    check("ravensburger-travel-it", "* b1 k1 y1", rack, rack, opened=False)


def test_one_of_two_jokers_is_exchanged_and_the_rest_stays_undivided():
    check("ravensburger-travel-fr", "* k12 * =run", "k10 k12 k13", "k10 k12 k13")


def test_printed_jokers_share_one_weight():
    def likes_jokers(tile: Tile) -> int:
        return 13 if tile.is_joker else 0

    def keeps_jokers(tile: Tile) -> int:
        return -10 if tile.is_joker else {"r10": 1, "b10": 4, "y10": 4}.get(tile.text, 0)

    check("lets-play-rummy-de", "r10 b10 *g", "*y", "*y", weigh=likes_jokers)
    check("lets-play-rummy-de", "", "r13 b13 y13 *g", "", opened=False, weigh=keeps_jokers)


def test_going_out_is_found_if_and_only_if_it_is_possible():
    rules = rulebook("jumbo")
    position = Position.parse(rules, table="r4 r5 r6 | k9 b9 y9", rack="r7 r9")
    play = can_go_out(position)
    assert play is not None
    assert judge(position, play) == []
    assert can_go_out(Position.parse(rules, table="r4 r5 r6 | k9 b9 y9", rack="r7 r8 k1")) is None


def test_a_joker_cannot_be_exchanged_and_kept_at_once():
    for rules in ("ravensburger-travel-fr", "ravensburger-travel-it"):
        play = check(rules, "k9 r9 y9 | b9 y9 *", "r9", "r9")
        assert play != Play.parse("k9 r9 y9 * | r9 b9 y9")
        check(rules, "k9 r9 y9 | b9 y9 *", "r9 y10 y11", "r9 y10 y11")


def test_an_exchanged_meld_is_an_ordinary_one():
    check("ravensburger-travel-it", "b4 b5 *", "b6 b7 k12 k13", "b6 b7 k12 k13")
    check("ravensburger-travel-it", "r2 r3 r4 *", "r5 b2 k2 k10 k11", "r5 b2 k2 k10 k11")


def test_a_special_joker_takes_no_freed_jokers_place_in_a_longer_meld_either():
    check("twist", "b3 b4 *", "*2 b7 k10 k11", "*2 k10 k11")
    check("twist", "b3 b4 * | b3 b4 b5", "*2 k10 k11", "*2 k10 k11")
