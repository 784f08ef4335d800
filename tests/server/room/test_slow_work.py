"""What may need the solver, and so must not run where everybody waits for it."""

import pytest
from msgspec.structs import replace

from tests.server.rooms import ANN, BEN, CLEO, after, dealt, lobby
from tilerummy.engine.actions import ClaimRedeal, Draw, Pass, Play, TimeOut
from tilerummy.engine.phases import Phase
from tilerummy.server.room import commands, log, slow_work
from tilerummy.server.room.slow_work import deciding_may_be_slow, folding_may_be_slow

SEEN = {"id": 1, "seen": 0}
PLAY = commands.Play(**SEEN, table=["k4 k5 k6"])
DRAW, PASS = commands.Draw(**SEEN), commands.Pass(**SEEN)


def playing(**settings):
    return dealt(lobby(ANN, BEN, **settings))


def in_turn(room):
    return room.seats[room.round.turn].who


@pytest.fixture
def searched(monkeypatch):
    """Whether the opening melds of a play are searched for, whatever is laid."""
    asked = []

    def is_searched(rules, *, opened):
        asked.append((rules.id, opened))
        return True

    monkeypatch.setattr(slow_work, "is_searched", is_searched)
    return asked


def test_a_play_may_be_slow_where_its_opening_is_searched_for(searched, monkeypatch):
    room = playing()
    assert deciding_may_be_slow(room, in_turn(room), PLAY) is True
    opened = replace(room, round=replace(room.round, opened=frozenset({room.round.turn})))
    assert deciding_may_be_slow(opened, in_turn(room), PLAY) is True
    assert searched == [("jumbo", False), ("jumbo", True)]
    monkeypatch.setattr(slow_work, "is_searched", lambda rules, *, opened: False)
    assert deciding_may_be_slow(room, in_turn(room), PLAY) is False


def test_a_play_that_names_its_opening_is_judged_at_once(searched):
    room = playing()
    named = commands.Play(**SEEN, table=["k4 k5 k6"], opening=["k4 k5 k6"])
    assert deciding_may_be_slow(room, in_turn(room), named) is False
    none = commands.Play(**SEEN, table=["k4 k5 k6"], opening=[])
    assert deciding_may_be_slow(room, in_turn(room), none) is False


@pytest.mark.parametrize("command", [DRAW, PASS])
@pytest.mark.parametrize("must_lay", [True, False])
def test_to_draw_or_pass_is_slow_where_whoever_can_lay_must(searched, command, must_lay):
    house = {"draw.must_lay": must_lay}
    room = playing(house=house)
    assert deciding_may_be_slow(room, in_turn(room), command) is must_lay
    assert searched == []


@pytest.mark.parametrize(
    "command",
    [commands.Chat(id=1, text="hi"), commands.Ready(id=1), commands.ClaimRedeal(**SEEN)],
    ids=lambda command: type(command).__name__,
)
def test_nothing_else_is_slow(searched, command):
    room = playing(house={"draw.must_lay": True})
    assert deciding_may_be_slow(room, in_turn(room), command) is False


@pytest.mark.parametrize("command", [PLAY, DRAW, PASS], ids=["play", "draw", "pass"])
def test_what_is_refused_anyway_is_not_slow(searched, command):
    room = playing(house={"draw.must_lay": True})
    waiting = next(who for who in (ANN, BEN) if who != in_turn(room))
    assert deciding_may_be_slow(room, waiting, command) is False
    assert deciding_may_be_slow(room, CLEO, command) is False
    assert deciding_may_be_slow(lobby(ANN, BEN), ANN, command) is False


@pytest.mark.parametrize(
    ("action", "due", "slow"),
    [
        (Draw(), True, True),
        (Draw(), False, False),
        (Pass(), True, True),
        (Pass(), False, False),
        (TimeOut(), True, True),
        (TimeOut(), False, True),
        (Play(()), True, False),
        (ClaimRedeal(0), True, False),
    ],
    ids=str,
)
def test_which_entries_may_need_the_solver(monkeypatch, action, due, slow):
    room, asked = playing(), []

    def is_due(rules, *, pool, phase):
        asked.append((rules.id, pool, phase))
        return due

    monkeypatch.setattr(slow_work, "is_due", is_due)
    entry = log.Acted(at=2_000, action=action)
    assert folding_may_be_slow(room, entry) is slow
    if isinstance(action, Draw | Pass):
        assert asked == [("jumbo", room.round.pool_size, Phase.ACT)]


def test_outside_a_round_and_for_what_nobody_plays_nothing_is_slow():
    assert not folding_may_be_slow(lobby(ANN, BEN), log.Acted(at=1, action=TimeOut()))
    assert not folding_may_be_slow(playing(), log.Said(at=1, seat=0, name="Ann", text="hi"))
    over = after(playing(takeover=False), log.WentAway(at=2_000, seat=0, level=None))
    assert not folding_may_be_slow(over, log.Acted(at=3_000, action=TimeOut()))
