"""Learned weights, the last turns of the others, and leads, worked out by hand."""

from __future__ import annotations

import pytest

from tilerummy.bots import Dice
from tilerummy.bots.deal_sampler import DealSampler, _last_turn
from tilerummy.bots.dice import Dice as SplitMix
from tilerummy.bots.greedy import GREEDY
from tilerummy.bots.hands import hands_in
from tilerummy.bots.lookahead import _next
from tilerummy.bots.matching import Result, next_step, on_step, strength
from tilerummy.bots.policies import _sizes_of_others, _worth, fewest, follow, silent_turns
from tilerummy.bots.trial import _lead
from tilerummy.engine import Draw, Leave, Pass, Play, Round, TimeOut
from tilerummy.rules import format_tiles, parse_tiles, rulebook
from tilerummy.solver import solve
from tilerummy.solver.playouts import Policy

TABLE = "y10 y11 y12"
POOL = "k1 k2 k3 k10 k12 r3 r8 r9 r11 b3 b7 b12"
ONE = Play.parse("y10 y11 y12 y13")


def a_round(rack="y13 * k1", other="b1 b5 b9", pool=POOL, opened=(0, 1), rules="jumbo"):
    return Round.from_hands(rulebook(rules), [rack, other], pool=pool, table=TABLE, opened=opened)


def weighing(**weights):
    names = (*("always", "tiles", "left", "smallest", "pool", "held", "silent", "below", "played"),)
    return Policy(weights=tuple(weights.get(name, 0) for name in names))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("always", 1), ("tiles", 2), ("left", 1), ("smallest", 3), ("pool", 12)),
        *(("held", 1), ("silent", 5), ("below", 7), ("played", 1)),
    ],
)
def test_the_features_of_a_play(name, value):
    view = a_round().view(0)
    most = solve(view.position)
    assert format_tiles(most.laid) == "y13 *"
    assert _worth(weighing(**{name: 10}), view, most, 5) == 10 * value


def test_many_tiles_left_are_not_below_eight():
    view = a_round("y13 k1 k3 k5 k7 k9 k11 b2 b4 b6").view(0)
    assert _worth(weighing(below=1), view, solve(view.position), 0) == 0


@pytest.mark.parametrize(
    ("weights", "laid"),
    [
        ({"always": 1}, "y13"),
        ({"always": 0}, None),
        ({"always": -1}, None),
        ({"tiles": 1}, "y13 *"),
        ({"tiles": 1, "played": -3}, "y13"),
        ({"tiles": 1, "played": -3, "always": -1}, None),
    ],
)
def test_the_better_of_both_plays_is_made_if_it_is_worth_more_than_nothing(weights, laid):
    now = a_round()
    action = follow(weighing(**weights), now.view(0))
    if laid is None:
        assert action == Draw()
    else:
        assert isinstance(action, Play)
        left = list(parse_tiles("y13 * k1"))
        after = now.apply(action)
        gone = [tile for tile in left if tile not in after.hidden.racks[0]]
        assert format_tiles(gone) == laid


def test_weights_say_nothing_where_all_goes_or_the_pool_is_empty():
    never = weighing(always=-1)
    assert isinstance(follow(never, a_round("y13").view(0)), Play)
    assert isinstance(follow(never, a_round(pool="").view(0)), Play)


def test_a_single_tile_the_highest_without_jokers():
    position = a_round("y13 y9 * k1").view(0).position
    assert format_tiles(fewest(position, None).laid) == "y13"
    assert format_tiles(fewest(a_round("k5 k6 k7").view(0).position, None).laid) == "k5 k6 k7"
    assert format_tiles(fewest(a_round("* k1").view(0).position, None).laid) == "*"


def test_the_racks_of_the_others_who_have_not_left():
    now = Round.from_hands(
        rulebook("jumbo"), ["k1", "b1 b2", "r1 r2 r3"], pool=POOL, table=TABLE, opened=[0, 1, 2]
    )
    assert list(_sizes_of_others(now.view(0))) == [2, 3]
    assert list(_sizes_of_others(now.apply(Leave(1)).view(0))) == [3]
    assert [_next(now.view(0)), _next(now.apply(Leave(1)).view(0))] == [1, 2]


def test_silence_after_a_time_out():
    rules = "ravensburger-travel-de"
    now = a_round(rules=rules).apply(TimeOut(None)).apply(Draw())
    assert silent_turns(now.view(0)) == (1, 1)
    late = now.apply(TimeOut(ONE.table))
    assert silent_turns(late.view(0)) == (0, 1)
    empty = a_round(pool="").apply(Pass())
    assert silent_turns(empty.view(0)) == (1, 0)


def told(now, seat=1):
    last = _last_turn(now.view(0), seat)
    return (last.drawn, last.opened, last.lays_little, last.lays_much, last.waits, last.builds)


def test_what_the_last_turn_of_another_says():
    now = a_round(other="y13 b1 b5 r4 r5 r6 k5")
    assert told(now) == (0, True, False, False, 0, False)
    now = now.apply(Draw()).apply(Draw())
    assert told(now) == (1, True, False, False, 1, False)
    now = now.apply(Draw()).apply(ONE)
    assert told(now) == (0, True, True, False, 0, False)
    now = now.apply(Draw()).apply(Play.parse("y10 y11 y12 y13 | r4 r5 r6"))
    assert told(now) == (0, True, True, True, 0, False)
    now = now.apply(Draw()).apply(Draw()).apply(Draw()).apply(Draw())
    assert told(now) == (1, True, True, True, 2, False)
    assert _last_turn(now.view(0), 1).table == now.table


def test_an_opening_itself_is_neither_little_nor_much():
    now = a_round(other="k10 r10 b10 b1 y13", opened=(0,))
    assert told(now.apply(Draw()))[:2] == (0, False)
    now = now.apply(Draw()).apply(Play.parse(f"{TABLE} | k10 r10 b10"))
    assert told(now) == (0, True, False, False, 0, False)
    now = now.apply(Draw()).apply(Play.parse("y10 y11 y12 y13 | k10 r10 b10"))
    assert told(now) == (0, True, True, False, 0, False)


def test_time_that_ran_out_is_the_last_turn():
    now = a_round(rules="ravensburger-travel-de").apply(Draw()).apply(TimeOut(None))
    drawn, opened, *_ = told(now)
    assert (drawn, opened) == (now.view(0).rack_sizes[1] - 3, True)
    assert drawn > 0


def test_draws_of_who_has_opened_and_hides_nothing_leave_the_deal_as_it_is():
    now = a_round().apply(Draw()).apply(Draw())
    plain = DealSampler(now.view(0), Dice(5)).deal(frozenset())
    assert DealSampler(now.view(0), Dice(5)).deal() == plain
    assert DealSampler(now.view(0), Dice(1)).policy_of(1) == GREEDY


@pytest.mark.parametrize(
    ("challenger", "first", "lead"),
    [
        ([], [], 0.0),
        ([1.0], [0.0], 0.0),
        ([1.0, 0.0], [0.0, 0.0], 1.0),
        ([0.0, 0.0], [1.0, 0.0], -1.0),
        ([1.0, 1.0], [0.0, 0.0], 1e6),
        ([1.0, 1.0, 0.0], [0.0, 0.0, 0.0], 2.0),
    ],
)
def test_a_lead_in_standard_errors(challenger, first, lead):
    assert _lead(challenger, first) == pytest.approx(lead)


def test_ratings_move_by_what_was_not_expected():
    elo = on_step(4).elo
    assert strength([], 4) == elo
    assert strength([Result(4, True)]) == pytest.approx(elo + 160 * 0.5)
    assert strength([Result(4, False)]) == pytest.approx(elo - 160 * 0.5)
    assert strength([Result(4, True, 3)]) == pytest.approx(elo + 160 * 0.75)
    again = elo + 80
    odds = 10 ** ((elo - again) / 400)
    weight = 160 - 100 / 12
    assert strength([Result(4, True)] * 2) == pytest.approx(again + weight * (1 - 1 / (1 + odds)))
    assert next_step([], 6) == 6
    assert next_step([Result(1, False)]) == 1
    assert next_step([Result(8, True)] * 3) == 8


@pytest.mark.parametrize(
    ("limit", "hands", "moved"),
    [(0, 20, 20), (60, 20, 20), (61, 20, 20), (59, 20, 19), (30, 20, 10), (3, 20, 3), (30, 2, 2)],
)
def test_hands_under_a_clock(limit, hands, moved):
    assert hands_in(rulebook("jumbo").replace({"time.limit": limit}), hands) == moved


def test_dice():
    dice = SplitMix(0)
    assert dice.next() == 0xE220A8397B1DCDAF
    assert [SplitMix(seed).below(10) for seed in range(4)] == [
        (SplitMix(seed).next() * 10) >> 64 for seed in range(4)
    ]
    assert not SplitMix(1).chance(0.0)
    assert SplitMix(1).chance(1.0)
    assert SplitMix(-1).next() == SplitMix((1 << 64) - 1).next()
