"""What a seat may know."""

import pickle

import pytest

from tilerummy.engine.actions import ClaimRedeal, Draw, Play, TimeOut
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


def test_there_is_no_view_from_a_seat_that_is_not_there(now):
    with pytest.raises(SetupError, match="no seat 2"):
        now.view(2)


def test_rounds_and_views_travel_between_processes(now):
    after = now.apply(Play.parse("k4 k5 k6 k7"))
    for value in (after, after.view(0), after.view(None)):
        assert pickle.loads(pickle.dumps(value)) == value
