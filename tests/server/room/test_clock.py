"""The clock follows from stored times alone."""

import pytest

from tilerummy.rules.library import rulebook
from tilerummy.server.room.clock import TurnClock, timed_rules
from tilerummy.server.room.settings import BankClock, BookClock, LimitClock, NoClock, RoomSettings

JUMBO = rulebook("jumbo")


def settings(clock) -> RoomSettings:
    return RoomSettings(rulebook="jumbo", clock=clock)


def test_the_host_may_choose_another_limit_than_the_booklet():
    assert timed_rules(JUMBO, settings(LimitClock(30))).time.limit == 30
    assert timed_rules(JUMBO, settings(NoClock())).time.limit == 0


def test_a_limit_that_the_booklet_only_offers_is_not_imposed():
    for name in ("jumbo", "twist"):
        rules = rulebook(name)
        assert timed_rules(rules, settings(BookClock())).time.limit == 0
        assert timed_rules(rules, settings(LimitClock(rules.time.limit))) is rules
    german = rulebook("ravensburger-travel-de")
    assert timed_rules(german, settings(BookClock())) is german
    house = {"time.limit": 90}
    agreed = RoomSettings(rulebook="jumbo", house=house, clock=BookClock())
    assert timed_rules(JUMBO.replace(house), agreed).time.limit == 90


def test_rooms_made_before_keep_the_limit_they_had():
    before = rulebook("jumbo", rulings=1)
    assert timed_rules(before, settings(BookClock())) is before


def test_a_turn_lasts_as_long_as_the_limit():
    clock = TurnClock.start(JUMBO, settings(BookClock()), 2, at=5_000)
    assert clock.deadline(0) == 5_000 + JUMBO.time.limit * 1000
    assert clock.remaining(0, now=6_000) == JUMBO.time.limit * 1000 - 1_000
    assert clock.remaining(0, now=10**9) == 0


def test_every_turn_begins_with_the_whole_limit():
    clock = TurnClock.start(JUMBO, settings(BookClock()), 2, at=0).turned(0, 50_000, timed=True)
    assert clock.remaining(1, now=50_000) == JUMBO.time.limit * 1000


def test_a_pause_takes_no_time():
    clock = TurnClock(began=0, allowance=60_000).stopped(10_000)
    assert clock.deadline(0) is None
    assert clock.remaining(0, now=55_000) == 50_000
    resumed = clock.resumed(55_000)
    assert resumed.remaining(0, now=55_000) == 50_000
    assert resumed.deadline(0) == 105_000


def test_a_bank_is_used_up_over_the_round_and_grows_by_the_increment():
    rules = timed_rules(JUMBO, settings(BankClock(100, 5)))
    clock = TurnClock.start(rules, settings(BankClock(100, 5)), 2, at=0)
    clock = clock.turned(0, 30_000, timed=True)
    assert clock.banks == (75_000, 100_000)
    clock = clock.turned(1, 90_000, timed=True)
    assert clock.banks == (75_000, 45_000)


def test_who_has_used_the_bank_up_still_gets_ten_seconds():
    clock = TurnClock(began=0, allowance=20_000, banks=(20_000, 20_000))
    assert clock.turned(0, 60_000, timed=True).banks == (10_000, 20_000)


def test_a_bots_turn_costs_no_bank():
    clock = TurnClock(began=0, allowance=20_000, banks=(20_000, 20_000))
    assert clock.turned(0, 9_000, timed=False).banks == (20_000, 20_000)


BANKS = TurnClock(began=1_000, allowance=20_000, increment=5_000, banks=(20_000, 30_000))


@pytest.mark.parametrize(
    ("used", "left"),
    [
        (0, 25_000),
        (4_000, 21_000),
        (14_999, 10_001),
        (15_000, 10_000),
        (19_000, 10_000),
        (99_000, 10_000),
    ],
)
def test_the_increment_is_added_before_the_least_is_given(used, left):
    """Never both: an empty bank is not ten seconds and the increment."""
    assert BANKS.turned(0, 1_000 + used, timed=True).banks == (left, 30_000)


@pytest.mark.parametrize(
    ("events", "remaining"),
    [
        ([], 10_000),
        ([("stopped", 5_000)], 16_000),
        ([("stopped", 5_000), ("stopped", 8_000)], 16_000),
        ([("stopped", 5_000), ("resumed", 7_000)], 12_000),
        ([("stopped", 5_000), ("resumed", 7_000), ("stopped", 8_000), ("resumed", 9_000)], 13_000),
        ([("stopped", 5_000), ("resumed", 7_000), ("resumed", 9_000)], 12_000),
        ([("stopped", 5_000), ("resumed", 4_000)], 10_000),
        ([("stopped", 5_000), ("restarted", 9_000)], 18_000),
    ],
)
def test_pauses_add_up(events, remaining):
    clock = BANKS
    for name, at in events:
        clock = getattr(clock, name)(at)
    assert clock.remaining(0, now=11_000) == remaining
    paused = clock.paused is not None
    assert clock.shown(0, 11_000).running is not paused
    assert clock.deadline(0) == (None if paused else 11_000 + remaining)


def test_a_pause_ends_with_the_turn():
    turned = BANKS.stopped(5_000).turned(0, 9_000, timed=True)
    assert turned.banks == (21_000, 30_000)
    assert (turned.began, turned.paused, turned.idle) == (9_000, None, 0)


def test_each_seat_is_shown_its_own_bank():
    shown = BANKS.shown(1, 3_000)
    assert (shown.remaining, shown.total, shown.banks) == (28_000, 30_000, [20_000, 30_000])


def test_a_clock_that_is_set_back_gives_no_time():
    assert BANKS.remaining(0, now=0) == 20_000
