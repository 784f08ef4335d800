"""Time is up: what goes back, what stays, what it costs, booklet by booklet."""

import pytest

from tilerummy.engine.actions import Draw, Leave, Pass, Play, TimeOut
from tilerummy.engine.events import LateResult, TimedOut
from tilerummy.engine.phases import Phase
from tilerummy.engine.rounds import Round
from tilerummy.engine.scoring import EndReason
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.melds import format_melds, parse_melds
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.violations import Code

POOL = "k10 k11 k12 k13 b10"


def late(name, draft, *, rack="k7 r1", table="k4 k5 k6", opened=(0,), pool=POOL, opening=None):
    """The round after a time-out with this draft on the table."""
    now = Round.from_hands(rulebook(name), [rack, "b1"], table=table, pool=pool, opened=opened)
    named = None if opening is None else parse_melds(opening)
    return now.apply(TimeOut(None if draft is None else parse_melds(draft), named))


def state(now):
    return format_melds(now.table), format_tiles(now.hidden.racks[0]), now.turn


@pytest.mark.parametrize("name", ["ravensburger-travel-de", "ravensburger-travel-fr"])
def test_everything_goes_back_and_three_tiles_are_drawn(name):
    now = late(name, "k4 k5 k6 k7 | r1")
    assert state(now) == ("k4 k5 k6", "k7 k10 k11 k12 r1", 1)
    told = now.events[-1]
    assert isinstance(told, TimedOut)
    assert (told.laid, told.count, told.pool) == ((), 3, 2)


def test_the_twist_takes_one_tile():
    assert state(late("twist", "k4 k5 k6 k7 | r1")) == ("k4 k5 k6", "k7 k10 r1", 1)


KEEPING = ["ravensburger-travel-it", "piatnik-travel", "jumbo"]


@pytest.mark.parametrize("name", KEEPING)
def test_finished_melds_stay_and_loose_tiles_return(name):
    now = late(name, "k4 k5 k6 k7 | r1")
    assert state(now) == ("k4 k5 k6 k7", "k10 k11 k12 r1", 1)
    assert format_tiles(now.events[-1].laid) == "k7"


@pytest.mark.parametrize("name", KEEPING)
def test_a_loose_table_tile_goes_back_to_its_meld(name):
    now = late(name, "k5 k6 k7 | k4 | r1 r2 r3", rack="k7 r1 r2 r3 b9")
    assert state(now) == ("k4 k5 k6 | r1 r2 r3", "k7 k10 k11 k12 b9", 1)
    assert now.events[-1].result is LateResult.KEPT


def test_an_opening_meld_that_was_named_and_went_home_is_forgotten():
    rack = "k10 k11 k12 b1 b2 b3 r9"
    named = "k10 k11 k12 | b1 b2 b3"
    now = late("jumbo", "k10 k11 k12 | b1 b2", rack=rack, table="", opened=(), opening=named)
    assert state(now) == ("k10 k11 k12", "k10 k11 k12 r9 b1 b2 b3", 1)
    assert now.events[-1].result is LateResult.KEPT
    assert 0 in now.opened


@pytest.mark.parametrize("name", KEEPING)
def test_at_worst_the_table_is_as_it_was(name):
    now = late(name, "k7 | k5 k6 | k4", rack="k7 r1")
    assert state(now) == ("k4 k5 k6", "k7 k10 k11 k12 r1", 1)
    assert now.events[-1].result is LateResult.UNDONE


@pytest.mark.parametrize("name", RULEBOOK_IDS)
def test_a_legal_play_when_time_is_up_is_the_turn(name):
    rules = rulebook(name).replace({"time.limit": 60, "time.timed": "first-turn"})
    table, rack = "r4 r5 r6", "r7 b1"
    now = Round.from_hands(rules, [rack, "b2"], table=table, pool="b3 b4 b5 b6", opened=[0])
    over = now.apply(TimeOut(parse_melds("r4 r5 r6 r7")))
    assert (format_melds(over.table), over.turn) == ("r4 r5 r6 r7", 1)
    assert format_tiles(over.hidden.racks[0]) == "b1"
    told = over.events[-1]
    assert (told.result, told.count) == (LateResult.COMPLETE, 0)


@pytest.mark.parametrize("name", RULEBOOK_IDS)
def test_and_it_can_win_the_round(name):
    rules = rulebook(name).replace({"time.limit": 60, "time.timed": "first-turn"})
    now = Round.from_hands(rules, ["r7", "b2"], table="r4 r5 r6", pool="b3 b4", opened=[0])
    over = now.apply(TimeOut(parse_melds("r4 r5 r6 r7")))
    assert over.outcome is not None
    assert (over.outcome.reason, over.outcome.winner) == (EndReason.OUT, 0)


@pytest.mark.parametrize("name", KEEPING)
def test_what_stays_must_be_a_legal_play(name):
    draft = "k4 k5 k6 | k1 k2 k3 | r1"
    kept = late(name, draft, rack="k1 k2 k3 r1 r2", opened=[0])
    assert state(kept)[0] == "k4 k5 k6 | k1 k2 k3"
    if name == "jumbo":
        too_low = late(name, draft, rack="k1 k2 k3 r1 r2", opened=[])
        assert state(too_low)[0] == "k4 k5 k6"
        assert too_low.opened == frozenset()


def test_an_opening_finished_in_time_counts():
    now = late("jumbo", "r10 r11 r12 | k4 k5 k6 | r1", rack="r10 r11 r12 r1", opened=[])
    assert state(now)[0] == "k4 k5 k6 | r10 r11 r12"
    assert now.opened == {0}
    assert now.events[-1].points == 33


@pytest.mark.parametrize("named", [True, False])
def test_an_opening_may_be_rebuilt_before_time_is_up(named):
    now = late(
        "jumbo",
        "y8 y9 y10 | y11 r11 b11 k11 | r1",
        table="y8 y9 y10 y11",
        rack="k11 r11 b11 r1",
        opened=[],
        pool="k1 k2 k3",
        opening="k11 r11 b11" if named else None,
    )
    assert now.opened == {0}
    assert now.events[-2].points == 33
    assert format_tiles(now.events[-2].laid) == "k11 r11 b11"


@pytest.mark.parametrize("name", KEEPING)
def test_tiles_from_nowhere_send_everything_back(name):
    assert state(late(name, "k4 k5 k6 | b10 b11 b12"))[0] == "k4 k5 k6"


def test_nothing_moved_costs_three_tiles_in_the_german_rules():
    for draft in (None, "k4 k5 k6"):
        assert state(late("ravensburger-travel-de", draft))[1] == "k7 k10 k11 k12 r1"


def test_nothing_moved_costs_a_draw_where_only_moved_tiles_are_fined():
    house = rulebook("twist").replace({"time.penalty": 3})
    now = Round.from_hands(house, ["k7", "b1"], table="k4 k5 k6", pool=POOL, opened=[0])
    assert state(now.apply(TimeOut()))[1] == "k7 k10"
    assert state(now.apply(TimeOut(parse_melds("k4 k5 k6"))))[1] == "k7 k10"
    assert state(now.apply(TimeOut(parse_melds("k4 k5 | k6 k7"))))[1] == "k7 k10 k11 k12"


@pytest.mark.parametrize(
    "name", ["ravensburger-travel-fr", "ravensburger-travel-it", "piatnik-travel"]
)
def test_nothing_moved_is_an_ordinary_draw(name):
    for draft in (None, "k4 k5 k6"):
        now = late(name, draft)
        assert state(now) == ("k4 k5 k6", "k7 k10 r1", 1)
        assert now.events[-1].result is LateResult.UNTOUCHED


def test_a_pool_too_small_for_the_fine_owes_nothing():
    now = late("ravensburger-travel-de", None, pool="k10 k11")
    assert state(now) == ("k4 k5 k6", "k7 k10 k11 r1", 1)
    assert now.events[-2].count == 2


def test_a_part_that_lays_the_last_tile_still_costs_the_fine():
    now = late("jumbo", "k4 k5 | k6 | r1 r2 r3", rack="r1 r2 r3")
    assert not now.over
    assert state(now) == ("k4 k5 k6 | r1 r2 r3", "k10 k11 k12", 1)


def test_with_an_empty_pool_the_last_tile_laid_in_time_goes_out():
    now = late("jumbo", "k4 k5 k6 k7", rack="k7", pool="")
    assert now.outcome is not None
    assert (now.outcome.reason, now.outcome.winner) == (EndReason.OUT, 0)


def test_with_an_empty_pool_a_late_turn_is_a_pass():
    now = late("jumbo", None, pool="")
    assert now.passed == {0}
    assert now.apply(TimeOut()).outcome.reason is EndReason.BLOCKED


@pytest.mark.parametrize(
    "name", ["ravensburger-travel-fr", "ravensburger-travel-it", "piatnik-travel"]
)
def test_the_opening_turn_is_untimed_where_the_minutes_are_for_rearranging(name):
    now = Round.from_hands(rulebook(name), ["k7", "b1"], pool=POOL, opened=[1])
    assert not now.timed
    assert [violation.code for violation in now.judge(TimeOut())] == [Code.NO_TIME_LIMIT]
    assert now.apply(Draw()).timed
    assert now.apply(Draw()).judge(TimeOut()) == []


def test_no_time_limit_no_time_out():
    now = Round.from_hands(rulebook("lets-play-rummy-de"), ["r7", "b1"], pool="r1")
    assert [violation.code for violation in now.judge(TimeOut())] == [Code.NO_TIME_LIMIT]


def test_a_tile_already_drawn_counts_towards_the_fine():
    rules = rulebook("lets-play-rummy-it").replace({"time.limit": 60, "time.penalty": 3})
    now = Round.from_hands(rules, ["r7", "b1"], pool="r1 r2 r3 r4 r5").apply(Draw())
    assert now.phase is Phase.DRAWN
    moved = now.apply(TimeOut(parse_melds("r1 r7")))
    assert len(moved.hidden.racks[0]) == 4
    idle = now.apply(TimeOut())
    assert len(idle.hidden.racks[0]) == 2
    assert (idle.turn, idle.phase) == (1, Phase.ACT)


def test_a_late_turn_without_a_fine_is_no_pass_while_there_are_tiles_to_draw():
    rules = rulebook("jumbo").replace({"time.penalty": 0})
    now = Round.from_hands(rules, ["r7", "b1"], pool="r1").apply(TimeOut()).apply(TimeOut())
    assert now.passed == frozenset()
    assert not now.over


class TestCompulsoryPlay:
    """Travel DE: with an empty pool whoever can play must, and lateness does not get round it."""

    def dealt(self, *racks, opened=(0, 1)):
        return Round.from_hands(
            rulebook("ravensburger-travel-de"), racks, table="k4 k5 k6", opened=opened
        )

    def test_a_late_turn_is_a_pass_where_nothing_could_be_played(self):
        now = self.dealt("r1", "b1").apply(TimeOut())
        assert now.passed == {0}
        assert now.apply(TimeOut()).outcome.reason is EndReason.BLOCKED

    def test_it_is_not_a_pass_where_something_could(self):
        now = self.dealt("k7 r1", "b1").apply(TimeOut())
        assert now.passed == frozenset()
        now = now.apply(Pass())
        assert not now.over
        assert now.passed == {1}

    def test_two_full_circles_without_a_play_end_the_round(self):
        now = self.dealt("k7 r1", "b1")
        for action in (TimeOut(), Pass(), TimeOut()):
            now = now.apply(action)
            assert not now.over
        assert now.apply(Pass()).outcome.reason is EndReason.BLOCKED

    def test_a_play_begins_both_circles_anew(self):
        now = self.dealt("k7 k8 r1", "b1").apply(TimeOut()).apply(Pass())
        now = now.apply(Play.parse("k4 k5 k6 k7")).apply(Pass()).apply(TimeOut()).apply(Pass())
        assert not now.over
        assert now.idle == 3

    def test_the_circles_shrink_when_somebody_leaves(self):
        now = self.dealt("k7 r1", "k3 r2", "b1", opened=(0, 1, 2))
        for action in (TimeOut(), TimeOut(), Pass(), TimeOut()):
            now = now.apply(action)
        assert not now.over
        assert now.apply(Leave(2)).outcome.reason is EndReason.BLOCKED


class TestEarlierRulings:
    """Games begun before late turns were ruled anew end as they began."""

    @pytest.mark.parametrize("name", KEEPING)
    def test_a_finished_turn_was_fined(self, name):
        rules = rulebook(name, rulings=1)
        now = Round.from_hands(rules, ["k7 r1", "b1"], table="k4 k5 k6", pool=POOL, opened=[0])
        assert state(now.apply(TimeOut(parse_melds("k4 k5 k6 k7")))) == (
            "k4 k5 k6 k7",
            "k10 k11 k12 r1",
            1,
        )

    @pytest.mark.parametrize("name", KEEPING)
    def test_a_loose_table_tile_sent_everything_back(self, name):
        rules = rulebook(name, rulings=1)
        rack = "k7 r1 r2 r3 b9"
        now = Round.from_hands(rules, [rack, "b1"], table="k4 k5 k6", pool=POOL, opened=[0])
        now = now.apply(TimeOut(parse_melds("k5 k6 k7 | k4 | r1 r2 r3")))
        assert state(now)[0] == "k4 k5 k6"

    @pytest.mark.parametrize("name", ["ravensburger-travel-fr", "piatnik-travel"])
    def test_nothing_moved_cost_the_fine(self, name):
        rules = rulebook(name, rulings=1)
        now = Round.from_hands(rules, ["k7 r1", "b1"], table="k4 k5 k6", pool=POOL, opened=[0])
        assert state(now.apply(TimeOut()))[1] == "k7 k10 k11 k12 r1"

    def test_a_late_turn_was_always_a_pass(self):
        rules = rulebook("ravensburger-travel-de", rulings=1)
        now = Round.from_hands(rules, ["k7 r1", "b1"], table="k4 k5 k6", opened=[0])
        assert now.apply(TimeOut()).passed == {0}

    def test_the_commitment_is_the_same(self):
        for name in RULEBOOK_IDS:
            now = Round.deal(rulebook(name), seats=2, seed=8)
            before = Round.deal(rulebook(name, rulings=1), seats=2, seed=8)
            assert (now.commitment, now.hidden) == (before.commitment, before.hidden)
            assert now.rules != before.rules
