"""Match me: the opponent follows the person's results, one step at a time."""

from __future__ import annotations

import pytest

from tilerummy.bots import LADDER, Dice, matching
from tilerummy.bots.matching import FIRST_STEP, Result, matched, next_step, on_step, strength


def test_who_has_not_played_begins_in_the_middle_or_where_they_like():
    assert next_step([]) == FIRST_STEP
    assert next_step([], first=2) == 2


def test_wins_lead_up_and_losses_down_by_one_step_at_a_time():
    up = [Result(4, won=True)] * 6
    assert next_step(up) == 5
    assert next_step([Result(4, won=False)] * 6) == 3
    assert next_step([Result(4, won=True), Result(4, won=False)]) == 4


def test_the_ladder_has_ends():
    assert next_step([Result(len(LADDER), won=True)] * 20) == len(LADDER)
    assert next_step([Result(1, won=False)] * 20) == 1


def test_a_win_against_three_says_more_than_one_against_one():
    assert strength([Result(4, won=True, bots=3)]) > strength([Result(4, won=True)])
    assert strength([Result(4, won=False, bots=3)]) > strength([Result(4, won=False)])


def test_an_even_result_against_an_equal_leaves_the_rating_where_it_is():
    elo = on_step(4).elo
    assert strength([]) == elo
    assert strength([Result(4, won=True)]) == pytest.approx(elo + 80)
    assert strength([Result(4, won=False)]) == pytest.approx(elo - 80)


@pytest.mark.parametrize("true_step", [2, 5, 7])
def test_a_person_of_known_strength_wins_about_half(true_step):
    dice, results = Dice(true_step), []
    for _ in range(300):
        step = next_step(results[-40:])
        gap = (on_step(step).elo or 0) - (on_step(true_step).elo or 0)
        results.append(Result(step, dice.chance(1 / (1 + 10 ** (gap / 400)))))
    late = results[20:]
    assert abs(sum(result.won for result in late) / len(late) - 0.5) < 0.08
    assert abs(sum(result.step for result in late) / len(late) - true_step) < 1


def test_a_step_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="steps from 1 to 8, not 9"):
        on_step(9)


def test_the_bot_of_the_next_round_follows_from_who_won():
    assert matched([]).ladder == FIRST_STEP
    assert matched([True]).ladder == FIRST_STEP + 1
    assert matched([False]).ladder == FIRST_STEP - 1
    assert matched([True, False]).ladder in (FIRST_STEP, FIRST_STEP + 1)
    assert matched([True] * 12).ladder == len(LADDER)
    assert matched([False] * 12).ladder == 1


def test_results_weigh_less_and_less_until_a_dozen_rounds_are_played():
    """Against an equal a win is worth half the weight: 80 points at first, 30 in the end."""

    def last_gain(rounds: int) -> float:
        even = [Result(4, won=number % 2 == 0) for number in range(rounds)]
        gain = strength([*even, Result(4, won=True)]) - strength(even)
        loss = strength(even) - strength([*even, Result(4, won=False)])
        return gain + loss

    assert last_gain(0) == pytest.approx(160)
    assert last_gain(6) == pytest.approx(110)
    assert last_gain(12) == pytest.approx(60)
    assert last_gain(20) == pytest.approx(60)


def test_the_strength_of_who_has_not_played_is_that_of_the_first_step():
    assert strength([], first=2) == on_step(2).elo
    assert strength([Result(7, won=False)], first=2) > strength([Result(6, won=False)], first=2)


def test_the_first_and_the_last_step_are_there():
    assert on_step(1) == LADDER[0]
    assert on_step(len(LADDER)) == LADDER[-1]
    with pytest.raises(ValueError, match="not 0"):
        on_step(0)


def test_results_are_against_one_bot_unless_told_otherwise(monkeypatch):
    seen = []

    def noted(results, first=FIRST_STEP):
        seen.append([(one.step, one.won, one.bots) for one in results])
        return 3

    monkeypatch.setattr(matching, "next_step", noted)
    assert matched([True, False]).ladder == 3
    assert seen[-1] == [(3, True, 1), (3, False, 1)]
    matched([True], 2)
    assert seen[-1] == [(3, True, 2)]
    assert Result(4, won=True).bots == 1


@pytest.mark.parametrize("first", [1, 2, len(LADDER)])
def test_where_somebody_begins_is_a_step_of_the_ladder(first):
    assert next_step([], first) == first
    assert FIRST_STEP == 4
    for wrong in (0, len(LADDER) + 1):
        with pytest.raises(ValueError, match=f"not {wrong}"):
            next_step([], wrong)
