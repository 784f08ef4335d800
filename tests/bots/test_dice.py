"""Dice: SplitMix64 as published, and fair enough for play."""

from __future__ import annotations

from tilerummy.bots import Dice


def test_the_stream_is_that_of_splitmix64():
    dice = Dice(1234567)
    assert [dice.next() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_numbers_stay_below_their_bound_and_reach_all_of_it():
    dice = Dice(5)
    assert {dice.below(3) for _ in range(100)} == {0, 1, 2}
    assert {dice.below(1) for _ in range(5)} == {0}
    assert {dice.choose("abc") for _ in range(100)} == set("abc")


def test_chances_come_true_as_often_as_they_say():
    dice = Dice(6)
    assert not any(dice.chance(0.0) for _ in range(100))
    assert all(dice.chance(1.0) for _ in range(100))
    assert 220 < sum(dice.chance(0.25) for _ in range(1000)) < 280


def test_a_shuffle_keeps_everything_and_puts_everything_everywhere():
    dice, seen = Dice(7), set()
    for _ in range(200):
        items = [1, 2, 3]
        dice.shuffle(items)
        seen.add(tuple(items))
        assert sorted(items) == [1, 2, 3]
    assert len(seen) == 6
