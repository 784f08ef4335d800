"""Statistics and ratings on results whose figures are known."""

from __future__ import annotations

from math import log, log10, sqrt

import pytest

from tilerummy.lab.ratings import ratings
from tilerummy.lab.rounds import Habits, PlayedRound
from tilerummy.lab.statistics import mean_and_error, standings


def a_round(
    players: str, deal: int, rotation: int, winner: int | None, *scores: int
) -> PlayedRound:
    names = tuple(players.split())
    return PlayedRound(names, deal, rotation, winner, scores or (0,) * len(names), 30, "out")


def a_match(first: str, second: str, wins: int, losses: int) -> list[PlayedRound]:
    return [
        a_round(f"{first} {second}", deal, 0, 0 if deal < wins else 1)
        for deal in range(wins + losses)
    ]


def test_the_figures_of_two_mirrored_deals():
    rounds = [
        a_round("a b", 0, 0, 0, 20, -20),
        a_round("b a", 0, 1, 1, -10, 10),
        a_round("a b", 1, 0, 0, 6, -6),
        a_round("b a", 1, 1, 0, 4, -4),
    ]
    first, second = standings(rounds)
    assert (first.bot, first.games, first.wins, first.win_rate) == ("a", 4, 3, 0.75)
    assert first.mean_score == 8
    # The deals give 1 and 0.5: mean 0.75, standard deviation sqrt(0.125), over two deals.
    assert first.standard_error == pytest.approx(sqrt(0.125 / 2))
    # And 15 and 1 points: mean 8, standard deviation sqrt(98).
    assert first.score_error == pytest.approx(7)
    assert (second.bot, second.wins, second.mean_score) == ("b", 1, -8)
    assert second.standard_error == first.standard_error


def test_a_bot_in_three_seats_plays_three_games_a_round():
    rounds = [a_round("a b b b", deal, 0, winner) for deal, winner in enumerate([0, 1, 2, None])]
    first, second = standings(rounds)
    assert (first.games, first.wins, first.win_rate) == (4, 1, 0.25)
    assert (second.games, second.wins) == (12, 2)
    assert second.win_rate == pytest.approx(2 / 12)


def test_a_single_deal_has_no_standard_error():
    (first, _) = standings([a_round("a b", 0, 0, 0)])
    assert first.standard_error is None


def test_three_wins_of_four_are_191_points_of_elo():
    first, second = ratings(a_match("a", "b", 1500, 500))
    assert first.bot == "a"
    assert first.elo - second.elo == pytest.approx(190.8, abs=0.5)
    assert first.elo + second.elo == pytest.approx(3000)
    # The error of the rate is sqrt(.75 * .25 / 2000); 400 / ln 10 / (.75 * .25) turns it into Elo
    # of the difference, and each bot carries half of that.
    assert first.standard_error == pytest.approx(926.5 * sqrt(0.1875 / 2000) / 2, rel=0.3)


def test_ratings_add_up_over_a_chain_of_bots():
    chain = a_match("a", "b", 300, 100) + a_match("b", "c", 300, 100)
    first, second, third = ratings(chain)
    assert [first.bot, second.bot, third.bot] == ["a", "b", "c"]
    assert first.elo - third.elo == pytest.approx(2 * 190, abs=2)


def test_a_bot_that_always_wins_has_a_finite_rating():
    first, second = ratings(a_match("a", "b", 50, 0))
    assert 300 < first.elo - second.elo < 1500


def test_a_single_deal_rates_without_an_error():
    pair = [a_round("a b", 0, 0, 0), a_round("b a", 0, 1, 1), a_round("b c", 0, 0, 0)]
    assert [rating.standard_error for rating in ratings(pair)] == [None, None, None]
    more = [*pair, a_round("a b", 1, 0, 0), a_round("b c", 1, 0, 1)]
    assert all(rating.standard_error is not None for rating in ratings(more))


def test_void_rounds_say_nothing_about_strength():
    rounds = [
        *a_match("a", "b", 30, 10),
        *(a_round("a b", deal, 0, None) for deal in range(40, 90)),
    ]
    first, _ = ratings(rounds)
    assert first.elo == pytest.approx(ratings(a_match("a", "b", 30, 10))[0].elo)


def test_habits_are_told_beside_the_results():
    habits = (Habits(10, 4, 3, 7), Habits(10, 6, 1, 5))
    played = PlayedRound(("a", "b"), 0, 0, 0, (5, -5), 20, "out", habits=habits)
    again = PlayedRound(("b", "a"), 0, 1, 0, (5, -5), 20, "out", habits=habits)
    first, second = standings([played, again])
    assert (first.turns_with_play, first.silent_streak, first.largest_play) == (0.5, 3, 7)
    assert second.silent_streak == 3
    old = standings([a_round("a b", 0, 0, 0)])[0]
    assert (old.turns_with_play, old.silent_streak, old.largest_play) == (None, None, None)


def test_a_rating_is_never_certain():
    for rating in ratings(a_match("a", "b", 40, 0)):
        assert rating.standard_error is not None
        assert rating.standard_error > 50


def test_one_win_each_way_is_nothing_and_wins_count_with_half_a_draw():
    level = ratings([a_round("a b", 0, 0, 0), a_round("a b", 1, 0, 1)])
    assert [rating.elo for rating in level] == pytest.approx([1500, 1500])
    # 3 wins of 4 with half a draw each way: 3.5 to 1.5, which is 400 * log10(7 / 3) points.
    first, second = ratings(a_match("a", "b", 3, 1))
    assert first.elo - second.elo == pytest.approx(400 * log10(3.5 / 1.5), abs=0.01)


def test_whoever_wins_beats_each_other_player_once_a_round():
    first, second, third = ratings([a_round("a b c", deal, 0, 0) for deal in range(2)])
    assert first.bot == "a"
    assert second.elo == pytest.approx(third.elo)
    # Two wins against each with half a draw: 2.5 to 0.5; b and c did not meet as winners.
    assert first.elo - second.elo == pytest.approx(400 * log10(5), abs=0.1)


def test_the_least_error_of_a_rating():
    # 40 rounds of which 40.5 of 41 go one way, at half of the difference of two ratings.
    first, _ = ratings(a_match("a", "b", 40, 0))
    chance = 40.5 / 41
    expected = 400 / log(10) / 2 / sqrt(40 * chance * (1 - chance))
    assert first.standard_error == pytest.approx(expected, rel=1e-3)


def test_nobody_has_a_rating_where_nobody_played():
    assert ratings([]) == []


def test_the_mean_and_its_error():
    assert mean_and_error([3.0]) == (3.0, None)
    mean, error = mean_and_error([1.0, 2.0, 6.0])
    assert mean == 3
    # Squares 4 + 1 + 9 over two, over three observations.
    assert error == pytest.approx(sqrt(7 / 3))


def test_only_bots_that_met_are_compared():
    """3 wins of 4 twice, with half a draw each way; the first and the last have not met."""
    chain = a_match("a", "b", 3, 1) + a_match("b", "c", 3, 1)
    first, second, third = ratings(chain)
    step = 400 * log10(3.5 / 1.5)
    assert [first.elo, second.elo, third.elo] == pytest.approx(
        [1500 + step, 1500, 1500 - step], abs=0.1
    )
