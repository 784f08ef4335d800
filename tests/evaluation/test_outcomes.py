"""Ends of rounds counted by hand, and the luck of known ends."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from msgspec import structs

from tilerummy.bots.greedy import GREEDY
from tilerummy.bots.policies import MOST_SILENT
from tilerummy.engine import Draw, Pass, Play, Round
from tilerummy.engine.phases import Phase
from tilerummy.evaluation import luck, outcomes
from tilerummy.evaluation.contests import Contest
from tilerummy.evaluation.deals import Deals, dice_of
from tilerummy.evaluation.estimates import mean_of
from tilerummy.evaluation.luck import luck_of_deal, luck_of_draw
from tilerummy.evaluation.models import BUILDER
from tilerummy.evaluation.outcomes import (
    Deal,
    End,
    _ends_blocked,
    dear,
    ends_from,
    ends_of,
    goes_out,
    laid_by,
)
from tilerummy.rules import (
    format_tiles,
    parse_tiles,
    rulebook,
)
from tilerummy.solver.playouts import Hands

JUMBO = rulebook("jumbo")


def a_round(first="y13 k4", second="b1 b4", pool="k1 k2", rules=JUMBO, **how):
    return Round.from_hands(
        rules, [first, second], pool=pool, table="y10 y11 y12", opened=[0, 1], **how
    )


def a_deal(view, other="b1 b4", pool="k1 k2"):
    hands = Hands((view.rack, parse_tiles(other)), parse_tiles(pool))
    return Deal(hands, (GREEDY, GREEDY))


OUT = Play.parse("y10 y11 y12 y13")


def test_going_out_scores_the_other_rack():
    view = a_round("y13").view(0)
    assert (laid_by(view, OUT), goes_out(view, OUT)) == (parse_tiles("y13"), True)
    deals = [a_deal(view), a_deal(view, "k13 *")]
    assert ends_of(view, OUT, deals) == [End(0, (5, -5)), End(0, (38, -38))]


def test_a_play_that_leaves_tiles_does_not_go_out():
    view = a_round().view(0)
    assert not goes_out(view, OUT)
    assert not goes_out(view, Draw())
    assert laid_by(view, Draw()) == ()


@pytest.mark.parametrize(
    ("blocked", "empty", "end"),
    [
        ("difference", "play-on", End(0, (1, -1))),
        ("full", "play-on", End(0, (5, -5))),
        ("void", "play-on", End(None, (0, 0))),
    ],
)
def test_the_last_pass_scores_what_is_left(blocked, empty, end):
    rules = JUMBO.replace({"scoring.blocked": blocked, "pool.empty": empty})
    now = a_round("k4", "b5", "", rules).apply(Pass())
    view = now.view(1)
    deal = Deal(Hands((parse_tiles("k4"), view.rack), ()), (GREEDY, GREEDY))
    assert ends_of(view, Pass(), [deal]) == [end]


@pytest.mark.parametrize(
    ("empty", "seen", "action", "ends"),
    [
        ("play-on", {"pool_size": 1}, Pass(), False),
        ("play-on", {"passed": {1}}, Pass(), True),
        ("play-on", {"passed": {1}}, Draw(), False),
        ("play-on", {"passed": {1}}, OUT, False),
        ("play-on", {"passed": set()}, Pass(), False),
        ("play-on", {"passed": set(), "left": {1}}, Pass(), True),
        ("play-on", {"passed": {1}, "phase": Phase.DRAWN}, Pass(), False),
        ("last-turn", {"last_turns": {0}}, Pass(), True),
        ("last-turn", {"last_turns": {0}}, OUT, True),
        ("last-turn", {"last_turns": {0, 1}}, Pass(), False),
        ("last-turn", {"last_turns": {0}, "phase": Phase.DRAWN}, Pass(), False),
        ("last-turn", {"last_turns": set(), "phase": Phase.DRAWN}, Pass(), True),
    ],
)
def test_when_nobody_has_a_turn_any_more(empty, seen, action, ends):
    view = a_round("y13 k4", rules=JUMBO.replace({"pool.empty": empty})).view(0)
    told = {"pool_size": 0, "passed": (), "left": (), "last_turns": (), **seen}
    sets = {name: frozenset(told[name]) for name in ("passed", "left", "last_turns")}
    assert _ends_blocked(structs.replace(view, **{**told, **sets}), action) is ends


def test_a_blocked_round_counts_what_the_action_leaves():
    rules = JUMBO.replace({"pool.empty": "last-turn"})
    view = a_round("y13 k4", "b1 b4", rules=rules).view(0)
    last = structs.replace(view, pool_size=0, last_turns=frozenset({0}))
    assert ends_of(last, OUT, [a_deal(view)]) == [End(0, (1, -1))]
    assert ends_of(last, Pass(), [a_deal(view)]) == [End(1, (-12, 12))]
    void = a_round("k4", "b5", "k1", JUMBO.replace({"pool.empty": "void"})).view(0)
    gone = structs.replace(void, pool_size=0, passed=frozenset({1}))
    assert ends_of(gone, Pass(), [a_deal(void, "b5", "")]) == [End(None, (0, 0))]


def test_in_strong_deals_the_seat_in_turn_goes_on_as_the_model_player_who_builds():
    view = a_round().view(0)
    for deal in (Deals(view, "1", strong=True).next() for _ in range(3)):
        assert deal.policies[0] == BUILDER
        assert BUILDER.patience == MOST_SILENT, "it waits as long as people at a table may"
        assert deal.usual is not None
        assert deal.policies[1] == deal.usual[1]
        assert deal.hands.racks[0] == view.rack
        assert (len(deal.hands.racks[1]), len(deal.hands.pool)) == (2, 2)
    plain = Deals(view, "1").next()
    assert plain.usual is None
    assert not Deals(view, "1").certain


def test_where_nothing_is_hidden_there_is_one_deal():
    deck = Counter(JUMBO.deck) - Counter(parse_tiles("y10 y11 y12 y13 k4"))
    other = format_tiles(deck.elements())
    seen = a_round(second=other, pool="").view(0)
    deals = Deals(seen, "1", strong=True)
    assert deals.certain
    only = deals.next()
    assert (only.policies, only.usual, only.hands.pool) == ((GREEDY,) * 2, None, ())
    assert [sorted(rack) for rack in only.hands.racks] == [
        sorted(seen.rack),
        sorted(parse_tiles(other)),
    ]
    contest = Contest(seen, [Pass()], "1")
    contest.meet(50)
    assert (contest.deals, contest.exact) == (1, True)
    assert contest.chance(0).exact


def test_the_chance_of_an_end():
    assert [End(1, (-3, 3)).chance(seat) for seat in (0, 1)] == [0.0, 1.0]
    assert [End(None, (0, 0, 0)).chance(seat) for seat in range(3)] == [1 / 3] * 3


def test_ends_keep_the_order_of_the_deals():
    view = a_round("k9", "y13", "k1 k2").view(0)
    patient = replace(GREEDY, wait=9)
    wins = Deal(Hands((view.rack, parse_tiles("y13")), parse_tiles("r1")), (GREEDY, GREEDY))
    waits = Deal(Hands((view.rack, parse_tiles("b4")), parse_tiles("r1")), (GREEDY, patient))
    ends = ends_of(view, Draw(), [wins, waits, wins, waits])
    assert ends[0] == ends[2] == End(1, (-10, 10))
    assert ends[1] == ends[3] != ends[0]


def test_as_usual_everybody_goes_on_as_they_seem_to_play():
    hands = Hands(((), ()), ())
    usual, strong = (GREEDY,) * 2, (GREEDY, replace(GREEDY, wait=3))
    assert Deal(hands, strong, usual).as_usual == Deal(hands, usual)
    plain = Deal(hands, usual)
    assert plain.as_usual is plain


def test_special_jokers_make_play_outs_dear():
    assert dear(rulebook("twist"))
    assert not dear(JUMBO)
    for kind in ("double", "colour_change", "mirror"):
        others = {"double", "colour_change", "mirror"} - {kind}
        changes = {f"tiles.jokers.{name}": 0 for name in others}
        assert dear(rulebook("twist").replace(changes))
    assert outcomes._nodes(rulebook("twist")) == 1_000
    assert outcomes._nodes(JUMBO) == 3_000


def test_from_the_first_turn_the_start_seat_begins():
    view = a_round("y13", "k9", "k1 k2").view(None)
    deal = Deal(Hands((parse_tiles("k9"), parse_tiles("r9")), parse_tiles("k1")), (GREEDY,) * 2)
    (end,) = ends_from(view, [deal])
    assert sum(end.scores) == 0


def test_the_luck_of_the_deal_is_what_is_beyond_an_equal_share(monkeypatch):
    ends = [End(0, (3, -3)), End(0, (3, -3)), End(1, (-3, 3)), End(None, (0, 0))]
    monkeypatch.setattr(luck, "ends_from", lambda view, deals: ends[: len(deals)])
    found = luck_of_deal(a_round(), 4, "1")
    assert found.gains == pytest.approx((2.5 / 4 - 0.5, 1.5 / 4 - 0.5))
    assert found.error == pytest.approx(mean_of([1, 1, 0, 0.5]).error)


def test_the_luck_of_a_draw_is_with_the_tile_less_without_it(monkeypatch):
    now = a_round(pool="k1 k2")
    k1, k2 = parse_tiles("k1 k2")
    seen = []

    def of(view, action, deals):
        assert action == Draw()
        seen.append([deal.hands.pool[0] for deal in deals])
        # Whoever has k1 in front wins.
        return [End(0 if deal.hands.pool[0] is k1 else 1, (0, 0)) for deal in deals]

    monkeypatch.setattr(luck, "ends_of", of)
    monkeypatch.setattr(
        luck,
        "_opened",
        lambda now, deals, dice: [
            Deal(Hands(((), ()), pool), (GREEDY,) * 2) for pool in [(k1, k2), (k2, k1), (k2, k1)]
        ],
    )
    found = luck_of_draw(now, k1, 3, "1")
    assert seen == [[k2, k2], [k1, k1]]
    gain = mean_of([1.0, 1.0, 0.0])
    share = 0.03**2 / (0.03**2 + gain.error**2)
    assert found.gains == pytest.approx((share * gain.value, -share * gain.value))
    assert found.error == pytest.approx(share * gain.error)


def test_with_all_racks_open_only_the_order_of_the_pool_is_unknown():
    now = a_round(pool="k1 k2 k3 k5")
    deals = luck._opened(now, 8, dice_of("a seed"))
    assert {tuple(map(format_tiles, deal.hands.racks)) for deal in deals} == {
        tuple(format_tiles(now.view(seat).rack) for seat in (0, 1))
    }
    assert len({deal.hands.pool for deal in deals}) > 1
    assert all(len(deal.hands.pool) == 4 for deal in deals)
    swapped = luck._with_first(
        Deal(Hands(((), ()), parse_tiles("k1 k2 k3")), ()), parse_tiles("k3")[0]
    )
    assert format_tiles(swapped.hands.pool) == "k3 k2 k1"
