"""The reference clock: the database's time, whatever this machine's clock says."""

from tilerummy.server.live.reference_clock import ReferenceClock

HOUR = 3_600_000


class Machine:
    """A monotonic clock in seconds."""

    def __init__(self):
        self.seconds = 100.0

    def __call__(self):
        return self.seconds


def asked(clock, machine, *, took, now):
    """Ask the database, which answers after that many seconds."""
    began = machine.seconds
    machine.seconds += took
    clock.answered(began, now)


def test_time_goes_on_from_the_middle_between_question_and_answer():
    machine = Machine()
    clock = ReferenceClock(machine)
    asked(clock, machine, took=0.2, now=HOUR)
    assert clock() == HOUR + 100
    machine.seconds += 5
    assert clock() == HOUR + 5_100


def test_an_answer_that_took_long_does_not_replace_an_exact_one():
    machine = Machine()
    clock = ReferenceClock(machine)
    asked(clock, machine, took=0.002, now=HOUR)
    exact = clock()
    asked(clock, machine, took=2, now=HOUR)
    assert clock() == exact + 2_000


def test_a_database_whose_clock_is_set_is_followed_in_the_end():
    machine = Machine()
    clock = ReferenceClock(machine)
    asked(clock, machine, took=0.002, now=HOUR)
    machine.seconds += 10
    asked(clock, machine, took=0.004, now=2 * HOUR)
    assert abs(clock() - 2 * HOUR) <= 2
