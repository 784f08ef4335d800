"""What a bot shows in answer to what happened in the open, and how likely."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from tests.server.rooms import ANN, BEN, dealt, lobby
from tilerummy.engine.actions import Draw
from tilerummy.server.room import log, reactions
from tilerummy.server.room.reactions import BotReaction, bot_reaction
from tilerummy.server.room.state import SeatState

ACTED = log.Acted(at=2_000, action=Draw())


def seat(kind):
    if kind == "bot":
        return SeatState(level="greedy", name="Bot")
    if kind == "away":
        return SeatState(who=BEN, name="Ben", away=True, level="greedy")
    return SeatState(who=ANN, name="Ann") if kind == "person" else SeatState()


class Playing:
    """A round of which everybody sees whose turn it is and how many tiles there are."""

    def __init__(self, turn, sizes):
        self.turn, self.rack_sizes = turn, sizes


def room(kinds="person bot", sizes=(14, 14), turn=0, results=(), number=7, started=True):
    return SimpleNamespace(
        code="ABCDEF",
        number=number,
        seats=tuple(seat(kind) for kind in kinds.split()),
        round=Playing(turn, sizes),
        results=results,
        started=started,
    )


@pytest.fixture
def chances(monkeypatch):
    """What chance says: whether, who and when."""
    said = {"whether": 0.0, "who": 0.0, "when": 0.0}
    monkeypatch.setattr(reactions, "_chance", lambda room, what: said[what])
    return said


def won_by(winner):
    return (SimpleNamespace(winner=winner),)


@pytest.mark.parametrize(
    ("before", "after", "reaction", "likely"),
    [
        # The bot on seat 1 answers what the person on seat 0 did.
        (room(sizes=(14, 14)), room(sizes=(8, 14)), "wow", 0.5),
        (room(sizes=(14, 14)), room(sizes=(9, 14)), None, 0),
        (room(sizes=(4, 14)), room(sizes=(3, 14)), "oops", 0.35),
        (room(sizes=(5, 14)), room(sizes=(4, 14)), None, 0),
        (room(sizes=(3, 14)), room(sizes=(2, 14)), None, 0),
        (room(sizes=(14, 14)), room(sizes=(3, 14)), "oops", 0.35),
        (room(sizes=(2, 14)), room(results=won_by(0)), "well-played", 0.7),
        (room(sizes=(2, 14)), room(results=won_by(None)), None, 0),
        # Its own deeds it does not answer.
        (room(sizes=(14, 14), turn=1), room(sizes=(14, 8)), None, 0),
        (room(sizes=(14, 2), turn=1), room(results=won_by(1)), None, 0),
    ],
)
def test_what_is_worth_a_reaction_and_how_likely_it_is_answered(
    chances, before, after, reaction, likely
):
    chances["whether"] = likely - 0.01
    shown = bot_reaction(before, ACTED, after)
    assert shown == (None if reaction is None else BotReaction(1, reaction, 700))
    chances["whether"] = likely
    assert bot_reaction(before, ACTED, after) is None


def test_bots_greet_when_the_first_round_is_dealt(chances):
    greeted = log.Dealt(at=1, seed="8")
    chances["whether"] = 0.59
    assert bot_reaction(room(started=False), greeted, room()) == BotReaction(1, "hello", 700)
    assert bot_reaction(room(started=True), greeted, room()) is None
    chances["whether"] = 0.6
    assert bot_reaction(room(started=False), greeted, room()) is None


@pytest.mark.parametrize(
    ("kinds", "who", "seat"),
    [
        ("person person", 0.0, None),
        ("person away", 0.0, None),
        ("person free", 0.0, None),
        ("person bot bot bot", 0.0, 1),
        ("person bot bot bot", 0.34, 2),
        ("person bot bot bot", 0.99, 3),
        ("bot bot bot", 0.99, 2),
        ("bot person", 0.0, None),
    ],
)
def test_one_of_the_bots_answers_but_not_for_somebody(chances, kinds, who, seat):
    chances["who"] = who
    sizes = (14,) * len(kinds.split())
    shown = bot_reaction(room(kinds, sizes), ACTED, room(kinds, (8, *sizes[1:])))
    assert (None if shown is None else shown.seat) == seat


@pytest.mark.parametrize(("when", "after"), [(0.0, 700), (0.5, 1_150), (0.9999, 1_599)])
def test_it_takes_a_moment(chances, when, after):
    chances["when"] = when
    shown = bot_reaction(room(sizes=(14, 14)), ACTED, room(sizes=(8, 14)))
    assert shown is not None and shown.after == after


@pytest.mark.parametrize("entry", [ACTED, log.Said(at=1, seat=0, name="Ann", text="hi")])
def test_without_a_round_there_is_nothing_to_answer(chances, entry):
    before = room(sizes=(14, 14))
    empty = room()
    empty.round = None
    assert bot_reaction(empty, entry, before) is None
    assert bot_reaction(before, entry, empty) is None
    assert (
        bot_reaction(before, log.Said(at=1, seat=0, name="", text=""), room(sizes=(8, 14))) is None
    )


def test_chance_depends_on_the_room_and_the_event_and_on_nothing_hidden():
    one = dealt(lobby(ANN, BEN), seed="1")
    other = dealt(lobby(ANN, BEN), seed="2")
    for what in ("whether", "who", "when"):
        assert reactions._chance(one, what) == reactions._chance(other, what)
        assert 0 <= reactions._chance(one, what) < 1
    later = replace(one, number=one.number + 1)
    assert len({reactions._chance(r, w) for r in (one, later) for w in ("whether", "who")}) == 4
