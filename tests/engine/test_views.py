"""What a seat may know."""

import pickle

import pytest

from tilerummy.engine.actions import ClaimRedeal, Draw, Leave, Pass, Play, TimeOut
from tilerummy.engine.errors import SetupError
from tilerummy.engine.events import Dealt, Drew, SeedOpened, TimedOut
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import rulebook
from tilerummy.rules.notation import format_tiles, parse_tiles

JUMBO = rulebook("jumbo")


@pytest.fixture
def now():
    return Round.from_hands(
        JUMBO, ["k7 b5", "r1 *"], table="k4 k5 k6", pool="r9 b2 b3 b4 b6", opened=[0]
    )


def test_a_seat_sees_its_own_rack_and_the_size_of_the_others(now):
    view = now.view(1)
    assert format_tiles(view.rack) == "r1 *"
    assert view.rack_sizes == (2, 2)
    assert view.pool_size == 5
    assert not view.my_turn
    assert now.view(0).my_turn
    assert str(view.position) == "jumbo, not opened, table k4 k5 k6, rack r1 *"


def test_a_spectator_sees_no_rack(now):
    view = now.view(None)
    assert view.rack == ()
    assert not view.my_turn
    assert view.rack_sizes == (2, 2)


def test_the_tiles_of_a_draw_are_for_the_drawer(now):
    after = now.apply(Draw()).apply(TimeOut())
    own, other, spectator = (after.view(seat).events[-2:] for seat in (0, 1, None))
    assert own[0] == Drew(0, *parse_tiles("r9"), 4, goes_on=False)
    assert other[0] == spectator[0] == Drew(0, None, 4, goes_on=False)
    assert isinstance(other[1], TimedOut)
    assert other[1].drawn == parse_tiles("b2 b3 b4")
    assert own[1].drawn is spectator[1].drawn is None
    assert own[1].count == 3


def test_the_racks_of_the_deal_are_for_their_owners(now):
    (dealt,) = [event for event in now.view(1).events if isinstance(event, Dealt)]
    assert dealt.racks == (None, parse_tiles("r1 *"))


def test_the_unseen_tiles_are_all_but_the_table_and_the_own_rack(now):
    unseen = now.view(0).unseen
    assert len(unseen) == 106 - 3 - 2
    assert unseen.count(*parse_tiles("k7")) == 1
    assert unseen.count(*parse_tiles("r1")) == 2


def test_seed_and_racks_lie_open_once_the_round_is_over():
    now = Round.from_hands(JUMBO, ["k7", "r1"], table="k4 k5 k6", pool="r9", opened=[0], seed=8)
    assert not any(isinstance(event, SeedOpened) for event in now.view(1).events)
    view = now.apply(Play.parse("k4 k5 k6 k7")).view(None)
    assert view.over
    assert view.events[-1] == SeedOpened("8", view.commitment)


def test_a_view_tells_its_seat_whether_it_may_claim_a_redeal():
    rules = rulebook("ravensburger-travel-de")
    now = Round.from_hands(rules, ["b3 b3 r8 r8 y10 y10", "k1"], pool="k2 k3")
    assert [now.view(seat).may_claim_redeal for seat in (0, 1, None)] == [True, False, False]
    assert now.judge(ClaimRedeal(0)) == []
    assert not now.apply(Draw()).view(0).may_claim_redeal
    later = Round.from_hands(rules, ["b3 b3 r8 r8 y10 y10", "k1"], pool="k2 k3", turn=1)
    assert later.apply(Draw()).view(0).may_claim_redeal
    assert not later.apply(Draw()).view(1).may_claim_redeal


def test_there_is_no_view_from_a_seat_that_is_not_there(now):
    with pytest.raises(SetupError, match="no seat 2"):
        now.view(2)


def test_rounds_and_views_travel_between_processes(now):
    after = now.apply(Play.parse("k4 k5 k6 k7"))
    for value in (after, after.view(0), after.view(None)):
        assert pickle.loads(pickle.dumps(value)) == value


def test_a_view_says_what_its_seat_may_do(now):
    assert now.view(0).may == {Play, Draw}
    assert now.view(1).may == now.view(None).may == frozenset()
    empty = Round.from_hands(JUMBO, ["k7 b5", "r1 *"], opened=[0])
    assert empty.view(0).may == {Play, Pass}
    assert not empty.view(0).must_lay
    rules = rulebook("lets-play-rummy-it")
    drawn = Round.from_hands(rules, ["r1 r6", "r2 *"], pool="r9 r10").apply(Draw())
    assert drawn.view(0).may == {Play, Pass}
    over = Round.from_hands(JUMBO, ["k7 k8 k9", "r1"], opened=[0]).apply(Play.parse("k7 k8 k9"))
    assert over.view(0).may == over.view(1).may == frozenset()


def test_a_view_says_whether_who_can_lay_must():
    rules = rulebook("ravensburger-travel-de")
    racks = ["k7 b5", "r1 *"]
    assert Round.from_hands(rules, racks, opened=[0]).view(0).must_lay
    assert not Round.from_hands(rules, racks, opened=[0]).view(1).must_lay
    assert not Round.from_hands(rules, racks, pool="r9", opened=[0]).view(0).must_lay


def test_a_right_to_a_new_deal_is_seen_by_its_owner_alone():
    rules = rulebook("ravensburger-travel-de")
    pairs = "k1 k1 b2 b2 r3 r3 k5 k6 k7 k8 k9 k10 k11 k12"
    others = "y1 y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12 y13 b1"
    now = Round.from_hands(rules, [pairs, others], pool="r9 r10")
    assert ClaimRedeal in now.view(0).may
    assert ClaimRedeal not in now.view(1).may | now.view(None).may


@pytest.mark.parametrize("rack", ["k1 k1 b2 b2 r3 r3 k5", "k1 k2 b2 b4 r3 r5 k5"])
def test_who_may_ask_is_settled_before_any_rule_is_looked_at(rack):
    """What another seat could do is never the answer, nor part of it."""
    rules = rulebook("ravensburger-travel-de")
    now = Round.from_hands(rules, [rack, "y1 y2 y3"], opened=[0, 1])
    for action in (Play.parse(f"{rack}"), Pass(), Draw(), TimeOut(), ClaimRedeal(0), Leave(0)):
        for seat in (1, 2, -1):
            assert [found.code for found in now.judge(action, seat=seat)] == ["NOT_YOUR_TURN"]
        assert now.view(1).judge(action) == now.judge(action, seat=1)


def test_events_told_before_can_be_left_out(now):
    later = now.apply(Draw())
    assert later.view(1, since=len(now.events)).events == later.view(1).events[len(now.events) :]
