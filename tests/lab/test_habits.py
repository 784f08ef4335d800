"""What is noted of a seat while it plays: turns, plays, silence that it could have broken."""

from __future__ import annotations

from tilerummy.engine import Draw, Play, Round
from tilerummy.lab.rounds import Habits, _Observer
from tilerummy.rules import rulebook

CAN = Round.from_hands(
    rulebook("jumbo"), ["y13 y9 k1", "b1"], pool="k3", table="y10 y11 y12", opened=[0, 1]
).view(0)
CANNOT = Round.from_hands(
    rulebook("jumbo"), ["k1", "b1"], pool="k3", table="y10 y11 y12", opened=[0, 1]
).view(0)
ONE, TWO = Play.parse("y10 y11 y12 y13"), Play.parse("y9 y10 y11 y12 y13")


def seen(*turns):
    observer = _Observer()
    for view, action, *ended in turns:
        observer.see(view, action, turn_ended=not ended or ended[0])
    return observer.habits


def test_nothing_was_seen_yet():
    assert seen() == Habits(0, 0, 0, 0)


def test_plays_are_counted_with_the_largest():
    assert seen((CAN, ONE), (CAN, TWO), (CAN, ONE)) == Habits(3, 3, 0, 2)


def test_only_turns_in_which_something_could_be_laid_are_silent():
    assert seen((CANNOT, Draw()), (CANNOT, Draw())) == Habits(2, 0, 0, 0)
    assert seen((CAN, Draw()), (CAN, Draw()), (CAN, ONE), (CAN, Draw())) == Habits(4, 1, 2, 1)
    assert seen((CAN, Draw()), (CANNOT, Draw()), (CAN, Draw())) == Habits(3, 0, 1, 0)


def test_a_turn_that_goes_on_after_a_draw_is_one_turn():
    assert seen((CAN, Draw(), False), (CAN, ONE)) == Habits(1, 1, 0, 1)
