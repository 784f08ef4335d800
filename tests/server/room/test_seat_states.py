"""A seat in every state: who acts for it, and whether anybody may sit down there."""

import pytest

from tilerummy.server.room.state import SeatState


@pytest.mark.parametrize(
    ("seat", "free", "automatic"),
    [
        (SeatState(), True, False),
        (SeatState(who="ann", name="Ann"), False, False),
        (SeatState(name="Otto", level="otto"), False, True),
        (SeatState(who="ann", name="Ann", away=True, level="otto"), False, True),
        (SeatState(who="ann", name="Ann", level="otto"), False, False),
    ],
)
def test_who_acts_for_a_seat(seat, free, automatic):
    assert (seat.free, seat.automatic) == (free, automatic)
