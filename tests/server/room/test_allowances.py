"""Nobody fills a room's log, and nobody uses up what somebody else needs."""

from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from tests.server.rooms import ANN, BEN, CLEO, after, ask, dealt, lobby
from tilerummy.engine.actions import Draw
from tilerummy.server.room import log
from tilerummy.server.room.allowances import LONGEST_LOG, Allowances
from tilerummy.server.room.commands import (
    AddBot,
    Chat,
    ClaimRedeal,
    Command,
    Configure,
    Free,
    Join,
    Leave,
    Readmit,
    Ready,
    Rematch,
    Remove,
    Sit,
    Stand,
    Start,
)
from tilerummy.server.room.commands import Draw as DrawAsked
from tilerummy.server.room.commands import Pass as PassAsked
from tilerummy.server.room.commands import Play as PlayAsked
from tilerummy.server.room.deadlines import Watch, next_due
from tilerummy.server.room.settings import LimitClock, NoClock, RoomSettings

LINE = Chat(id=1, text="Hello")


def said(room, who, most=5_000):
    """How many lines this person can say, and the room afterwards."""
    for count in range(most):
        entry = ask(room, who, LINE)
        if isinstance(entry, list):
            assert entry == ["ROOM_FULL"]
            return count, room
        room = after(room, entry)
    raise AssertionError("without end")


def test_chat_ends_for_spectators_long_before_it_ends_for_players():
    watched, room = said(dealt(lobby(ANN, BEN)), CLEO)
    talked, _ = said(room, ANN)
    assert 0 < watched < talked


def test_whoever_plays_may_talk_on():
    _, room = said(dealt(lobby(ANN, BEN)), ANN)
    room = after(room, log.Acted(at=2_000, action=Draw()))
    assert isinstance(ask(room, ANN, LINE), log.Said)


def test_talk_does_not_keep_anybody_from_playing_or_getting_ready():
    _, room = said(lobby(ANN, BEN), ANN)
    assert isinstance(ask(room, BEN, Ready(id=1)), log.GotReady)
    assert isinstance(ask(room, ANN, Start(id=1)), log.Dealt)


def test_setting_up_ends_until_the_next_deal():
    room = lobby(ANN, BEN)
    for _ in range(5_000):
        entry = ask(room, BEN, Ready(id=1))
        if isinstance(entry, list):
            break
        room = after(room, entry)
    assert ask(room, BEN, Ready(id=1)) == ["ROOM_FULL"]
    assert isinstance(ask(room, BEN, Leave(id=1)), log.Freed)
    assert after(room, ask(room, ANN, Start(id=1))).allowances.setting_up > 100


@pytest.mark.parametrize("request_", [LINE, Ready(id=1), Start(id=1)])
def test_a_room_whose_log_is_very_long_begins_nothing_new(request_):
    room = replace(lobby(ANN, BEN), number=LONGEST_LOG)
    assert ask(room, ANN, request_) == ["ROOM_FULL"]
    ready = after(room, *[log.GotReady(at=0, seat=seat, ready=True) for seat in (0, 1)])
    assert not ready.all_ready


def test_a_round_that_is_on_is_played_to_its_end():
    room = replace(dealt(lobby(ANN, BEN)), number=LONGEST_LOG)
    turn = (ANN, BEN)[room.round.turn]
    assert isinstance(ask(room, turn, DrawAsked(id=1, seen=room.number)), log.Acted)


def test_old_logs_are_read_however_much_was_said():
    room = lobby(ANN, BEN)
    line = log.Said(at=1, seat=0, name="Ann", text="Hello")
    assert after(room, *[line] * 1_200).allowances.players < 0
    assert Allowances().allow(line)


SPECTATOR = log.Said(at=1, seat=None, name="Cleo", text="Hm")
PLAYER = log.Said(at=1, seat=0, name="Ann", text="Hm")
SET_UP = log.GotReady(at=1, seat=0, ready=True)
ACTED = log.Acted(at=1, action=Draw())


@pytest.mark.parametrize(
    ("left", "entry", "allowed"),
    [
        (Allowances(spectators=0, players=9), SPECTATOR, False),
        (Allowances(spectators=1, players=0), SPECTATOR, True),
        (Allowances(spectators=9, players=0), PLAYER, False),
        (Allowances(spectators=0, players=1), PLAYER, True),
        (Allowances(setting_up=0), SET_UP, False),
        (Allowances(setting_up=1), SET_UP, True),
        (Allowances(spectators=0, players=0, setting_up=0), ACTED, True),
    ],
)
def test_an_entry_needs_what_is_left_of_its_own_kind(left, entry, allowed):
    assert left.allow(entry) is allowed


@pytest.mark.parametrize(
    ("entry", "spectators", "players", "setting_up", "coming_back"),
    [
        (SPECTATOR, 4, 7, 9, 3),
        (PLAYER, 5, 6, 9, 3),
        (SET_UP, 5, 7, 8, 3),
        (log.Paused(at=1), 5, 7, 9, 2),
        (log.CameBack(at=1, seat=0), 5, 7, 9, 2),
        (log.Resumed(at=1), 5, 7, 9, 3),
        (log.TookOver(at=1, seat=0), 5, 7, 9, 3),
        (log.Dealt(at=1, seed="8"), 5, 7, Allowances().setting_up, 3),
    ],
)
def test_an_entry_uses_up_what_is_its_own(entry, spectators, players, setting_up, coming_back):
    left = Allowances(spectators=5, players=7, setting_up=9, coming_back=3).after(entry)
    assert left == Allowances(spectators, players, setting_up, coming_back)


def test_a_turn_earns_words_up_to_what_a_room_begins_with():
    full = Allowances()
    assert full.after(ACTED) == full
    earned = Allowances(spectators=5, players=7).after(ACTED)
    assert earned.spectators - 5 == earned.players - 7 > 0
    nearly = replace(full, spectators=full.spectators - 1)
    assert nearly.after(ACTED) == full
    assert replace(full, players=full.players - 1).after(ACTED) == full


def without_pauses(room):
    """The room when its players have come and gone as often as they may."""
    while room.allowances.allow(log.Paused(at=0)):
        room = after(room, log.Paused(at=1_000), log.Resumed(at=1_000))
    return room


def watch(*people):
    return Watch(people, {}, 0, 30_000)


def test_a_clock_pauses_only_so_often_until_somebody_acts():
    room = dealt(lobby(ANN, BEN, clock=LimitClock(60), disconnected="pauses"))
    gone = ANN if room.seats[room.playing.turn].who == ANN else BEN
    there = watch(BEN if gone == ANN else ANN)
    assert isinstance(next_due(room, there, 1_000).what, log.Paused)
    worn = without_pauses(room)
    assert worn.number - room.number <= 1_000
    assert not isinstance(next_due(worn, there, 1_000).what, log.Paused)
    again = after(worn, log.Acted(at=2_000, action=Draw()))
    assert again.allowances.allow(log.Paused(at=0))


def test_a_seat_that_was_handed_back_too_often_is_handed_back_when_the_bot_has_acted():
    room = without_pauses(dealt(lobby(ANN, BEN, clock=NoClock())))
    room = after(room, log.TookOver(at=2_000, seat=room.playing.turn))
    assert next_due(room, watch(ANN, BEN), 3_000).what == "bot"
    room = after(room, log.Acted(at=4_000, action=Draw()))
    assert isinstance(next_due(room, watch(ANN, BEN), 5_000).what, log.CameBack)


def test_a_log_with_more_pauses_than_that_leaves_no_debt():
    room = without_pauses(dealt(lobby(ANN, BEN)))
    room = after(room, *[log.Paused(at=1_000), log.Resumed(at=1_000)] * 50)
    room = after(room, log.Acted(at=2_000, action=Draw()))
    assert room.allowances.allow(log.CameBack(at=0, seat=0))


EVERYTHING = [
    *[Sit(id=1, seat=seat, name="X") for seat in range(3)],
    *[Free(id=1, seat=seat) for seat in range(3)],
    *[AddBot(id=1, seat=seat, level="greedy") for seat in range(3)],
    *[Remove(id=1, seat=seat, reason="conduct") for seat in range(3)],
    Readmit(id=1, number=0),
    Join(id=1, name="Y"),
    Stand(id=1),
    Leave(id=1),
    Ready(id=1),
    Ready(id=1, ready=False),
    Rematch(id=1),
    LINE,
    Configure(id=1, settings=RoomSettings(rulebook="jumbo", seats=3)),
    ClaimRedeal(id=1, seen=9_999_999),
]
"""All that can be asked for beside playing; dealing ends when a round does."""


def test_everything_that_can_be_asked_for_beside_playing_is_tried():
    tried = {type(command) for command in EVERYTHING} | {PlayAsked, DrawAsked, PassAsked, Start}
    assert tried == set(get_args(Command))


@pytest.mark.parametrize("begun", [False, True])
def test_without_playing_nobody_makes_a_log_longer_for_ever(begun):
    """Whatever people ask for and however often they come and go."""
    room, choices = lobby(ANN, BEN, seats=3, disconnected="pauses", clock=LimitClock(60)), Random(7)
    room = dealt(room) if begun else room
    people = (ANN, BEN, CLEO)
    for now in range(2_000, 3_002_000, 100):
        entry = ask(room, choices.choice(people), choices.choice(EVERYTHING), now=now)
        if isinstance(entry, list):
            here = choices.sample(people, choices.randrange(1, 4))
            due = next_due(room, Watch(here, {}, 0, 30_000), now + 40_000)
            entry = None if due is None or isinstance(due.what, str) else due.what
        if entry is not None:
            room = after(room, entry)
    assert room.number < 2_500


def test_so_much_a_room_takes_and_a_turn_earns_four_of_each():
    assert Allowances() == Allowances(
        spectators=200, players=1_000, setting_up=1_000, coming_back=200
    )
    assert LONGEST_LOG == 50_000
    worn = Allowances(spectators=5, players=7, setting_up=9, coming_back=3)
    assert worn.after(ACTED) == Allowances(9, 11, 9, 7)
    nearly = Allowances(spectators=198, players=998, setting_up=9, coming_back=199)
    assert nearly.after(ACTED) == Allowances(200, 1_000, 9, 200)
    assert Allowances(spectators=200, players=999).after(ACTED) == Allowances()
    assert Allowances(coming_back=199).after(ACTED) == Allowances()


@pytest.mark.parametrize(
    "entry",
    [
        log.Sat(at=1, seat=0, who=ANN, name="Ann"),
        log.Joined(at=1, seat=0, who=ANN, name="Ann"),
        log.Declined(at=1, seat=0),
        log.Removed(at=1, seat=0, who=ANN, reason="away", level=None),
        log.Readmitted(at=1, number=3),
        log.BotSat(at=1, seat=0, level="greedy"),
        log.GotReady(at=1, seat=0, ready=True),
        log.Restarted(at=1, seat=0),
    ],
)
def test_what_sets_a_room_up_is_counted_and_nothing_else(entry):
    assert not Allowances(setting_up=0).allow(entry)
    assert Allowances(setting_up=2).after(entry) == Allowances(setting_up=1)
    freed = log.Freed(at=1, seat=0)
    assert Allowances(setting_up=0).allow(freed)
    assert Allowances(setting_up=2).after(freed) == Allowances(setting_up=2)
