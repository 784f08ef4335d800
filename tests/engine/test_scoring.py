"""Scores of rounds and matches, with the score sheets of the booklets."""

import pytest

from tilerummy.engine.errors import SetupError
from tilerummy.engine.matches import Match, Standing
from tilerummy.engine.scoring import EndReason, Outcome, score_blocked, score_out, score_void
from tilerummy.rules.library import rulebook
from tilerummy.rules.notation import parse_tiles


def racks(*texts):
    return [parse_tiles(text) for text in texts]


@pytest.mark.parametrize(
    ("name", "rack", "points"),
    [
        ("ravensburger-travel-de", "* r2", 52),
        ("twist", "* r2", 32),
        ("twist", "* *2 *c *m r5", 65),
        ("lets-play-rummy-de", "* r2", 27),
        ("lets-play-rummy-de", "*r r2", 27),
        ("piatnik-travel", "* r2", 32),
        ("jumbo", "* r2", 27),
    ],
)
def test_a_joker_left_on_the_rack_costs_what_the_booklet_says(name, rack, points):
    outcome = score_out(rulebook(name), racks("", rack), 0)
    assert outcome == Outcome(EndReason.OUT, 0, (points, -points))
    assert outcome.adds_up


def test_a_blocked_round_pays_the_difference():
    outcome = score_blocked(rulebook("ravensburger-travel-de"), racks("r7", "b12", "k13 y7"))
    assert outcome == Outcome(EndReason.BLOCKED, 0, (18, -5, -13))


def test_a_void_round_scores_nothing():
    outcome = score_blocked(rulebook("lets-play-rummy-de"), racks("r7", "b12"))
    assert outcome == score_void(2) == Outcome(EndReason.VOID, None, (0, 0))


def played(match, *rows):
    for row in rows:
        match = match.add(Outcome(EndReason.OUT, row.index(max(row)), row))
    return match


def test_the_score_sheet_of_the_booklets():
    match = played(
        Match.begin(rulebook("twist"), 4, rounds=3),
        (24, -5, -16, -3),
        (-6, -11, 22, -5),
        (-32, -13, -2, 47),
    )
    assert match.totals == (-14, -29, 4, 39)
    assert match.winner == 3
    assert match.standings == (
        Standing(1, 3, 39),
        Standing(2, 2, 4),
        Standing(3, 0, -14),
        Standing(4, 1, -29),
    )


def test_lets_play_rummy_plays_as_many_rounds_as_players():
    match = Match.begin(rulebook("lets-play-rummy-fr"), 3)
    assert match.length == 3
    assert not match.over


def test_elsewhere_the_number_of_rounds_is_free():
    match = played(Match.begin(rulebook("jumbo"), 2), *[(5, -5)] * 7)
    assert match.length is None
    assert not match.over
    assert match.leaders == (0,)
    assert match.winner is None


def test_a_tie_is_stated():
    match = played(Match.begin(rulebook("jumbo"), 3, rounds=2), (8, -4, -4), (-4, 8, -4))
    assert match.over
    assert match.leaders == (0, 1)
    assert match.winner is None
    assert [standing.place for standing in match.standings] == [1, 1, 3]


def test_a_match_that_is_over_takes_no_more_rounds():
    match = played(Match.begin(rulebook("jumbo"), 2, rounds=1), (8, -8))
    with pytest.raises(SetupError, match="over"):
        match.add(score_void(2))


def test_a_match_takes_a_score_for_every_seat():
    with pytest.raises(SetupError, match="each of 3 seats"):
        Match.begin(rulebook("jumbo"), 3).add(score_void(2))
    with pytest.raises(SetupError, match="at least one round"):
        Match.begin(rulebook("jumbo"), 3, rounds=0)
