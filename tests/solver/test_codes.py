"""Tiles, tables and weights as the core sees them, and the bounds of what it is asked."""

from __future__ import annotations

from array import array

import pytest

from tilerummy.rules import (
    RULEBOOK_IDS,
    Meld,
    Position,
    Tile,
    format_melds,
    format_tiles,
    parse_melds,
    parse_tiles,
    rulebook,
)
from tilerummy.rules.tiles import ALL_TILES, in_order
from tilerummy.solver import (
    Plays,
    SolverError,
    Weights,
    best_plays,
    can_go_out,
    codes,
    simplest,
    solve,
    solve_many,
)
from tilerummy.solver.codes import DIVIDER, Translator
from tilerummy.solver.objectives import MOST_POINTS, MOST_TILES, weights_of
from tilerummy.solver.solutions import check_numbers
from tilerummy.solver.solving import _bound


def test_a_code_is_colour_times_thirteen_and_number_then_the_jokers():
    code = Translator(rulebook("twist"))
    assert list(code.tiles(parse_tiles("k1 k13 r1 b7 y13"))) == [0, 12, 13, 32, 51]
    assert list(code.tiles(parse_tiles("* *2 *c *m"))) == [52, 53, 54, 55]


def test_coloured_jokers_differ_only_where_their_colour_binds_them():
    rules = rulebook("lets-play-rummy-de")
    tiles = [Tile.parse(f"*{colour.value}") for colour in rules.colours]
    free, bound = Translator(rules), Translator(rules.replace({"jokers.colour_must_match": True}))
    assert list(free.tiles(tiles)) == [52] * 4
    assert list(bound.tiles(tiles)) == [56, 57, 58, 59]
    assert (free.paints_jokers, bound.paints_jokers) == (True, False)
    assert Translator(rulebook("jumbo")).paints_jokers is False


@pytest.mark.parametrize("name", RULEBOOK_IDS)
def test_a_rack_comes_back_in_order(name):
    rules = rulebook(name)
    code = Translator(rules)
    deck = [tile for tile in rules.deck if not code.paints_jokers or not tile.is_joker]
    assert code.loose(code.tiles(reversed(deck))) == in_order(deck)


@pytest.mark.parametrize(
    ("table", "back"),
    [
        ("b4 b5 b6", "b4 b5 b6"),
        ("k7 r7 * | b4 b5 b6", "k7 r7 * | b4 b5 b6"),
        ("r5 * *", "r5 * * =run"),
        ("r5 * * =group", "r5 * * =group"),
        ("", ""),
    ],
)
def test_a_table_comes_back_with_its_kinds(table, back):
    code = Translator(rulebook("jumbo"))
    rows = code.rows(parse_melds(table))
    for _ in range(2):
        assert format_melds(code.melds(DIVIDER.join(rows), {})) == back
    assert [row[0] for row in rows] == [
        int(meld.read(rulebook("jumbo").grammar).kind.value == "group")
        for meld in parse_melds(table)
    ]


def test_melds_that_lay_there_before_are_the_same_values():
    code = Translator(rulebook("jumbo"))
    table = parse_melds("b4 b5 b6")
    rows = code.rows(table)
    assert code.rows(table) == rows
    assert code.melds(rows[0], {rows[0]: table[0]})[0] is table[0]


def test_what_the_core_cannot_take_is_refused():
    code = Translator(rulebook("jumbo"))
    with pytest.raises(SolverError, match=r"^o5 is not a tile of this rulebook$"):
        code.tiles(parse_tiles("k1 o5"))
    with pytest.raises(SolverError, match=r"^b4 b5 is not a valid meld on the table: a meld needs"):
        code.rows((Meld.parse("b4 b5"),))


def test_weights_by_code():
    code = Translator(rulebook("jumbo"))
    weights = Weights.of({Tile.parse("r1"): 5, Tile.parse("*"): -7}, other=2)
    numbers = array("i", code.weights(weights))
    assert (len(numbers), numbers[0], numbers[13], numbers[52]) == (60, 2, 5, -7)
    assert array("i", code.weights(weights)) == numbers


def test_a_weight_for_each_tile_within_a_million():
    assert Weights.of({})[Tile.parse("k1")] == 0
    for worth in (10**6, -(10**6)):
        assert Weights.of({Tile.parse("k1"): worth})[Tile.parse("k1")] == worth
    for worth in (10**6 + 1, -(10**6) - 1):
        with pytest.raises(SolverError, match="weights lie between -1000000 and 1000000"):
            Weights.of({Tile.parse("k1"): worth})
    with pytest.raises(SolverError, match="a weight for each of the 88 tiles"):
        Weights((1,) * 87)


def test_most_tiles_come_before_points_and_most_points_before_tiles():
    high, low, joker = parse_tiles("k13 k1 *")
    rack = 14 * 13
    assert MOST_TILES[low] - MOST_TILES[joker] == 1
    assert MOST_TILES[high] - MOST_TILES[low] == 12
    assert MOST_TILES[joker] > rack
    assert MOST_POINTS[joker] == 1
    assert MOST_POINTS[low] - MOST_POINTS[joker] > len(ALL_TILES)
    assert MOST_POINTS[high] - MOST_POINTS[joker] == 13 * (MOST_POINTS[low] - MOST_POINTS[joker])
    assert (weights_of("tiles"), weights_of("points")) == (MOST_TILES, MOST_POINTS)
    assert weights_of(MOST_POINTS) is MOST_POINTS


@pytest.mark.parametrize(
    ("nodes", "number", "refused"),
    [
        *((0, 0, False), (2**64 - 1, 2**31 - 1, False)),
        *((-1, 0, True), (2**64, 0, True), (0, -1, True), (0, 2**31, True)),
    ],
)
def test_numbers_that_the_core_can_hold(nodes, number, refused):
    if refused:
        with pytest.raises(SolverError):
            check_numbers(nodes, number)
    else:
        check_numbers(nodes, number)


def test_bounds_on_a_turn():
    assert [_bound(most) for most in (None, 0, 1, 1000, 5000)] == [1000, 0, 1, 1000, 1000]
    with pytest.raises(SolverError, match="a bound on a turn is not negative"):
        _bound(-1)


def test_points_are_the_numbers_laid_and_kept_tiles_are_not_laid():
    position = Position.parse(rulebook("jumbo"), table="b4 b5 b6", rack="b3 b7 b7 *")
    best = solve(position)
    assert (format_tiles(best.laid), best.tiles, best.points) == ("b3 b7 *", 3, 10)
    kept = solve(position, keep=parse_tiles("b7 b7"))
    assert (format_tiles(kept.laid), kept.tiles, kept.points) == ("b3 *", 2, 3)


def test_solutions_are_equal_only_to_solutions_that_say_the_same():
    jumbo = rulebook("jumbo")
    one = solve(Position.parse(jumbo, table="b4 b5 b6", rack="b3"))
    other = solve(Position.parse(jumbo, table="b4 b5 b6", rack="b7"))
    same = solve(Position.parse(jumbo, table="b4 b5 b6", rack="b3"))
    assert (one == same, one != same) == (True, False)
    assert (one == other, one != other) == (False, True)
    assert (one == "b3", one != "b3") == (False, True)
    assert len({one, same, other}) == 2


@pytest.mark.parametrize(
    "ask",
    [
        lambda where: solve(where, nodes=-1),
        lambda where: solve_many([where], nodes=-1),
        lambda where: solve_many([where], threads=-1),
        lambda where: best_plays(where, -1),
        lambda where: best_plays(where, 1, nodes=-1),
        lambda where: Plays(where, nodes=-1),
        lambda where: can_go_out(where, nodes=-1),
        lambda where: simplest(where, -1),
        lambda where: simplest(where, 1, nodes=-1),
        lambda where: solve(where, moved=-1),
        lambda where: solve(where, touched=-1),
    ],
)
def test_every_question_refuses_numbers_that_make_no_sense(ask):
    with pytest.raises(SolverError, match=r"negative|between"):
        ask(Position.parse(rulebook("jumbo"), table="b4 b5 b6", rack="b3"))


def test_what_is_remembered_is_forgotten_before_it_is_too_much(monkeypatch):
    """Answers stay right however many melds and weights there have been."""
    monkeypatch.setattr(codes, "_REMEMBERED", 3)
    code = Translator(rulebook("jumbo"))
    table = parse_melds("k1 k2 k3 | k2 k3 k4 | k3 k4 k5 | k4 k5 k6 | k5 k6 k7 | k6 k7 k8")
    rows = [bytes([0, start, start + 1, start + 2]) for start in range(6)]
    for _ in range(2):
        assert code.rows(table) == rows
        assert code.melds(DIVIDER.join(rows), {}) == table
        assert 0 < len(code._rows) <= 3
        assert 0 < len(code._melds) <= 3
    again = code.melds(rows[-1], {})
    assert code.melds(rows[-1], {})[0] is again[0], "the last ones are"
    asked = [Weights.of({Tile.parse("k1"): worth}) for worth in range(300)]
    for weights in asked:
        assert array("i", code.weights(weights))[0] == weights[Tile.parse("k1")]
        assert 0 < len(code._weights) <= 256
    assert len(code._weights) == 300 - 256
