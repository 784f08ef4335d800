"""The clock follows from stored times alone."""

from tilerummy.rules.library import rulebook
from tilerummy.server.clock import TurnClock, timed_rules
from tilerummy.server.shapes import BankClock, BookClock, LimitClock, NoClock, RoomSettings

JUMBO = rulebook("jumbo")


def settings(clock) -> RoomSettings:
    return RoomSettings(rulebook="jumbo", clock=clock)


def test_the_host_may_choose_another_limit_than_the_booklet():
    assert timed_rules(JUMBO, settings(LimitClock(30))).time.limit == 30
    assert timed_rules(JUMBO, settings(NoClock())).time.limit == 0
    assert timed_rules(JUMBO, settings(BookClock())) is JUMBO


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
