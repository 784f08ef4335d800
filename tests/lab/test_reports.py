"""Reports of runs as programs read them: what does not apply is left out."""

import msgspec
import pytest

from tilerummy.lab.arena import Forfeited, Report, pairs
from tilerummy.lab.errors import LabError
from tilerummy.lab.players import Player
from tilerummy.lab.ratings import Rating
from tilerummy.lab.statistics import Standing

STANDING = Standing("greedy", 4, 3, 0.75, None, 12.0, None)
USUAL = {"rules", "seed", "deals", "budget", "rounds", "void", "turns_a_round", "bots"}


def told(**more):
    report = Report("jumbo", "1", 2, 0.5, 4, 0, 30.5, [STANDING], **more)
    return msgspec.json.decode(msgspec.json.encode(report))


def test_a_match_is_told_without_pairs_ratings_and_forfeits():
    assert set(told()) == USUAL


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("pairs", [[STANDING, STANDING]]),
        ("ratings", [Rating("greedy", 1000.0, 10.0)]),
        ("forfeits", [Forfeited("late", 1)]),
    ],
)
def test_what_applies_is_told(field, value):
    assert set(told(**{field: value})) == {*USUAL, field}


def test_every_pair_of_a_league_meets_and_at_larger_tables_they_sit_in_turn():
    ann, ben, cleo = (Player.parse(name) for name in ("greedy", "patient", "beginner"))
    assert pairs([ann, ben, cleo]) == ((ann, ben), (ann, cleo), (ben, cleo))
    assert pairs([ann, ben], 4) == ((ann, ben, ann, ben),)


@pytest.mark.parametrize(
    ("names", "seats", "words"),
    [
        (("greedy", "patient"), 3, "an even number of seats"),
        (("greedy", "patient"), 0, "an even number of seats"),
        (("greedy", "greedy"), 2, "only once"),
        (("greedy",), 2, "at least two bots"),
    ],
)
def test_a_league_that_cannot_be_is_refused(names, seats, words):
    with pytest.raises(LabError, match=words):
        pairs([Player.parse(name) for name in names], seats)
