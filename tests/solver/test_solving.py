"""The solver as callers see it: wishes, kept tiles, several plays, budgets, threads, bad input."""

from __future__ import annotations

import pickle
from array import array
from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from benchmarks.positions.records import load
from tests.oracle.positions import small_position
from tilerummy.rules import (
    RULEBOOK_IDS,
    Play,
    Position,
    PositionError,
    Tile,
    format_melds,
    format_tiles,
    judge,
    parse_tiles,
    rulebook,
)
from tilerummy.solver import (
    Plays,
    SolverError,
    Weights,
    best_plays,
    can_go_out,
    simplest,
    solve,
    solve_many,
)
from tilerummy.solver._core import Core
from tilerummy.solver.codes import translator
from tilerummy.solver.objectives import MOST_TILES
from tilerummy.solver.playouts import Hands, Moment, Policy, play_out


def position(table: str, rack: str, *, rules: str = "jumbo", opened: bool = True) -> Position:
    return Position.parse(rulebook(rules), table=table, rack=rack, opened=opened)


def laid(where: Position) -> str:
    best = solve(where)
    assert best.optimal
    if best.play is not None:
        assert not judge(where, best.play)
    return format_tiles(best.laid)


def test_nothing_to_lay_is_an_answer() -> None:
    best = solve(position("k4 k5 k6", "r1 b9"))
    assert (best.play, best.laid, best.tiles, best.points, best.optimal) == (None, (), 0, 0, True)


def test_melds_that_stay_are_the_same_values_in_the_same_place() -> None:
    where = position("y8 r8 b8 | k4 k5 k6 | r1 r2 r3", "k7")
    best = solve(where)
    assert best.play is not None
    assert format_melds(best.play.table) == "y8 r8 b8 | k4 k5 k6 k7 | r1 r2 r3"
    assert best.play.table[0] is where.table[0]


def test_a_declared_meld_that_stays_is_still_declared() -> None:
    best = solve(position("r5 * * =group | k4 k5 k6", "k7", rules="piatnik-travel"))
    assert best.play is not None
    assert format_melds(best.play.table) == "r5 * * =group | k4 k5 k6 k7"


def test_a_new_meld_that_reads_both_ways_is_declared() -> None:
    best = solve(position("b4 * b6 | b4 * b6", "b5 b5 k1"))
    assert best.play is not None
    assert best.play.table[-1].declared is not None


def test_a_double_meld_gives_up_both_jokers() -> None:
    assert laid(position("b4 * b6 | b4 * b6", "b5 b5 k1")) == "k1 b5 b5"


def test_a_full_group_has_no_room_for_the_joker_it_replaces() -> None:
    assert laid(position("k7 r7 b7 *", "y7")) == ""


def test_kept_tiles_stay_on_the_rack() -> None:
    where = position("k4 k5 k6", "k3 k7 *")
    best = solve(where, keep=parse_tiles("* k3"))
    assert format_tiles(best.laid) == "k7"


def test_negative_weights_keep_a_joker_back_unless_it_pays() -> None:
    worth = Weights.of({Tile.parse("*"): -3}, other=2)
    assert format_tiles(solve(position("k4 k5 k6", "k7 *"), worth).laid) == "k7"
    assert format_tiles(solve(position("k4 k5 k6", "r9 r10 *"), worth).laid) == "r9 r10 *"


def test_where_everything_is_better_kept_nothing_is_laid() -> None:
    best = solve(position("k4 k5 k6", "k7"), Weights.of({}, other=-1))
    assert best.play is None
    assert best.optimal


def test_the_best_plays_differ_and_fall() -> None:
    found = best_plays(position("b4 b5 b6", "b3 b7 b8"), 10)
    assert [format_tiles(best.laid) for best in found] == ["b3 b7 b8", "b7 b8", "b3 b7", "b7", "b3"]


def test_going_out() -> None:
    play = can_go_out(position("b4 b5 b6", "b3 b7"))
    assert play is not None
    assert format_melds(play.table) == "b3 b4 b5 b6 b7"
    assert can_go_out(position("b4 b5 b6", "b3 b8")) is None
    assert can_go_out(position("b4 b5 b6", "")) is None


def test_an_opening_names_its_melds() -> None:
    where = position("b4 b5 b6", "r10 b10 k10 b7", opened=False)
    best = solve(where)
    assert best.play == Play.parse("b4 b5 b6 b7 | k10 r10 b10", "k10 r10 b10")
    assert not judge(where, best.play)


def test_a_spent_budget_is_admitted() -> None:
    where = position(
        "r2 r3 r4 | k4 k5 k6 k7 k8 | r5 r6 r7 | b5 b6 b7 | y6 y7 y8 | y11 * y13 | k12 b12 *",
        "k1 k9 r1 r8 b4 b8 b9 y5 y9 y10 k10 k11",
    )
    best = solve(where, nodes=1)
    assert not best.optimal
    assert best.play is None or not judge(where, best.play)
    assert solve(where).optimal


@given(seed=st.integers(0, 10**6), name=st.sampled_from(RULEBOOK_IDS), opened=st.booleans())
def test_every_play_is_legal_to_the_judge(seed: int, name: str, opened: bool) -> None:
    where = small_position(rulebook(name), Random(seed), opened=opened)
    for objective in ("tiles", "points"):
        best = solve(where, objective)
        assert best.optimal
        assert best.play is None or judge(where, best.play) == []


def test_many_positions_on_threads_are_answered_like_one() -> None:
    wheres = [
        small_position(rulebook(name), Random(seed), opened=seed % 3 > 0)
        for seed in range(12)
        for name in ("jumbo", "piatnik-travel", "twist")
    ]
    alone = [solve(where) for where in wheres]
    together = solve_many(wheres, threads=3)
    with ThreadPoolExecutor(3) as pool:
        apart = list(pool.map(solve, wheres))
    for one, two, three in zip(alone, together, apart, strict=True):
        assert one.play == two.play == three.play
        assert one.laid == two.laid == three.laid


def test_more_tiles_than_the_set_has_are_refused() -> None:
    rules = rulebook("jumbo")
    rack = parse_tiles("k1 k1 k1")
    with pytest.raises(PositionError):
        Position.parse(rules, rack="k1 k1 k1")
    with pytest.raises(ValueError, match="more tiles"):
        solve(Position(rules, (), rack))


@pytest.mark.parametrize(
    ("table", "rack", "weights", "message"),
    [
        (b"\x02\x00\x01\x02", b"", [0] * 60, "begins with its kind"),
        (b"\x00\x00\x01", b"", [0] * 60, "is not one"),
        (b"\x00", b"", [0] * 60, "is not one"),
        (b"\x00\x3c\x3c\x3c", b"", [0] * 60, "between 0 and 59"),
        (b"\x00" + b"\x34" * 40, b"", [0] * 60, "too long"),
        (b"", b"\xff", [0] * 60, "between 0 and 59"),
        (b"", b"\x00" * 300, [0] * 60, "more tiles"),
        (b"\xff".join([b"\x00\x00" + b"\x34" * 12] * 22), b"", [0] * 60, "more tiles"),
        (b"", b"", [0] * 59, "60 codes"),
        (b"", b"", [2_000_000] * 60, "weights"),
    ],
)
def test_bad_input_stops_at_the_door(
    table: bytes, rack: bytes, weights: list[int], message: str
) -> None:
    core: Core = translator(rulebook("jumbo")).core
    with pytest.raises(SolverError, match=message):
        core.solve(table, rack, True, array("i", weights).tobytes(), b"", 1000)


@pytest.mark.parametrize("numbers", [{"nodes": -1}, {"nodes": 1 << 64}, {"seconds": -1.0}])
def test_impossible_budgets_are_refused(numbers: dict[str, int]) -> None:
    with pytest.raises(SolverError):
        solve(position("", "k1"), **numbers)  # type: ignore[arg-type]
    with pytest.raises(SolverError):
        best_plays(position("", "k1"), 2, **numbers)  # type: ignore[arg-type]


def test_impossible_penalties_are_refused() -> None:
    hands = [Hands((parse_tiles("k1"), parse_tiles("k2")), ())]
    for penalty in (-1, 2**31 - 1):
        rules = rulebook("jumbo")
        jokers = replace(rules.jokers, penalty=replace(rules.jokers.penalty, normal=penalty))
        moment = Moment(replace(rules, jokers=jokers), (), 0)
        with pytest.raises(SolverError, match="penalty"):
            play_out(moment, hands, [Policy(), Policy()])


def test_time_that_ran_out_leaves_an_answer_that_says_so() -> None:
    asked = load("hard-twist")[0].position
    solution = solve(asked, seconds=0.0)
    assert not solution.optimal
    assert solution.play is None or judge(asked, solution.play) == []
    assert solve(asked, seconds=1000.0).optimal


def test_a_ranking_that_ran_out_of_nodes_says_so() -> None:
    ran_out = 0
    for record in load("hard")[:12]:
        some, every = (best_plays(record.position, 6, nodes=n) for n in (1_000, 10**9))
        assert all(solution.optimal for solution in every)
        for found, best in zip(some, every, strict=False):
            if found.optimal:
                assert (found.tiles, found.points) == (best.tiles, best.points)
        assert len(some) == len(every) or not some or not some[-1].optimal
        ran_out += any(not solution.optimal for solution in some)
    assert ran_out


@pytest.mark.parametrize(
    ("field", "number", "rack"),
    [("tiles.copies", 3, "r4 k1 k1 k1"), ("tiles.jokers.normal", 4, "r4 * * *")],
)
def test_what_was_never_shown_is_not_called_proved(field: str, number: int, rack: str) -> None:
    rules = rulebook("twist").replace({field: number})
    assert solve(Position.parse(rules, table="r1 r2 r3", rack="r4 *2")).optimal
    assert not solve(Position.parse(rules, table="r1 r2 r3 *2", rack=rack)).optimal


def test_wishes_that_nobody_knows_are_refused() -> None:
    with pytest.raises(ValueError, match="objective"):
        solve(position("", "k1"), "luck")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="weights"):
        Weights.of({}, other=10**7)
    assert MOST_TILES[Tile.parse("k13")] > MOST_TILES[Tile.parse("k1")]


def test_a_joker_kept_by_its_colour_stays_on_the_rack() -> None:
    rules = rulebook("lets-play-rummy-de")
    asked = Position.parse(rules, table="b2 b3 b4", rack="b7 g2 *r *y")
    assert solve(asked, keep=[Tile.parse("*r")]).laid == (Tile.parse("*y"),)
    assert solve(asked, keep=[Tile.parse("*y")]).laid == (Tile.parse("*r"),)


def test_tiles_to_keep_have_to_be_on_the_rack() -> None:
    where = position("b4 b5 b6", "b3 b7 b7")
    b7, r1 = parse_tiles("b7 r1")
    assert solve(where, keep=[b7, b7]).tiles == 1
    for ask in (
        solve,
        lambda p, keep: best_plays(p, 2, keep=keep),
        lambda p, keep: simplest(p, 1, keep=keep),
    ):
        with pytest.raises(SolverError, match="cannot keep r1: not on the rack"):
            ask(where, keep=[r1])
        with pytest.raises(SolverError, match="cannot keep b7: not on the rack"):
            ask(where, keep=[b7, b7, b7])


def test_how_long_it_took_does_not_make_solutions_differ() -> None:
    where = position("b4 b5 b6", "b3 b7 b8")
    one, other = solve(where), solve(where)
    assert one == other
    assert hash(one) == hash(other)
    assert one != solve(where, keep=parse_tiles("b3"))


def test_each_answer_of_a_batch_has_its_own_time() -> None:
    start = perf_counter()
    found = solve_many([position("b4 b5 b6", "b3 b7 b8 r4 r5 k9 y2")] * 200)
    assert 0 < sum(solution.seconds for solution in found) <= perf_counter() - start


def test_plays_worth_no_more_than_laying_nothing_are_left_out() -> None:
    where = position("b4 b5 b6", "b3 b7 b8")
    weights = Weights.of({parse_tiles("b3")[0]: -1, parse_tiles("b8")[0]: -5}, other=1)
    found = best_plays(where, 10, weights)
    assert [format_tiles(best.laid) for best in found] == ["b7"]
    assert found.complete


def test_a_spare_joker_does_not_join_the_table_in_an_opening() -> None:
    where = position(
        "k1 k2 k3", "r10 r11 r12 b10 k10 *", rules="ravensburger-travel-de", opened=False
    )
    found = best_plays(where, 12)
    assert len(found) > 3
    assert all(best.play and not judge(where, best.play) for best in found)


@pytest.mark.parametrize("name", ["game", "game-twist", "hard", "large", "opening"])
def test_lists_of_any_length_begin_alike(name: str) -> None:
    for record in load(name)[:8]:
        asked = record.position
        few, many = (best_plays(asked, k, nodes=10**7) for k in (3, 9))
        assert few.complete
        assert many.complete
        worth = [(best.tiles, best.points) for best in many]
        assert [(best.tiles, best.points) for best in few] == worth[:3]
        assert len({best.laid for best in many}) == len(many)
        assert all(best.play and not judge(asked, best.play) for best in many)


def test_a_ranking_in_proportion_says_what_it_may_lack() -> None:
    cut = 0
    for record in load("duties-twist"):
        some, every = best_plays(record.position, 8), best_plays(record.position, 8, nodes=10**9)
        assert every.complete
        cut += not some.complete
        for found, best in zip(some, every, strict=False):
            if found.optimal:
                assert (found.tiles, found.points) == (best.tiles, best.points)
    assert cut


def test_plays_that_may_be_missing_are_told() -> None:
    where = position("b4 b5 b6", "b3 b7 b8")
    every, none = best_plays(where, 10), best_plays(where, 10, nodes=0)
    assert (len(every), every.complete) == (5, True)
    assert best_plays(where, 2).complete
    assert not none.complete
    assert best_plays(position("", "k1 r5"), 3) == []
    assert best_plays(position("", "k1 r5"), 3).complete
    again = pickle.loads(pickle.dumps(none))
    assert (again, again.complete) == (none, False)


def test_plays_come_one_by_one_until_there_are_no_others() -> None:
    where = position("b4 b5 b6 | r1 r2 r3", "b3 b7 b8 r4 r5 *")
    plays = Plays(where)
    found = list(plays)
    assert plays.complete
    assert found == best_plays(where, 1000)
    short = Plays(where, nodes=1)
    assert len(list(short)) < len(found)
    assert not short.complete
