"""A room is created in one step: its maker sits, its bots sit, and the first round may begin."""

import pytest

from tests.server.rooms import ANN, LEVELS
from tilerummy.rules.rulebook import RULINGS
from tilerummy.server.room.commands import CreateRoom
from tilerummy.server.room.decisions import Asked, Created, create
from tilerummy.server.room.fold import fold, fold_all
from tilerummy.server.room.settings import RoomSettings

ASKED = Asked(ANN, 5_000, "seed", LEVELS)


def wanted(name="Ann", bots=(), start=False, **settings):
    chosen = RoomSettings(**({"rulebook": "jumbo", "seats": 3} | settings))
    return CreateRoom(settings=chosen, name=name, bots=list(bots), start=start)


def created(**asked):
    found = create("ABCDEF", ASKED, wanted(**asked))
    assert isinstance(found, Created), found
    return found


@pytest.mark.parametrize(
    ("bots", "start", "kinds", "phase"),
    [
        ([], False, ["Opened", "Sat"], "lobby"),
        (["greedy"], False, ["Opened", "Sat", "BotSat"], "lobby"),
        (["greedy", "expert"], False, ["Opened", "Sat", "BotSat", "BotSat"], "lobby"),
        (["greedy", "expert"], True, ["Opened", "Sat", "BotSat", "BotSat", "Dealt"], "playing"),
        (["greedy"], True, ["Opened", "Sat", "BotSat", "Dealt"], "playing"),
    ],
)
def test_the_first_entries_of_a_room(bots, start, kinds, phase):
    made = created(bots=bots, start=start)
    assert [type(entry).__name__ for entry in made.entries] == kinds
    assert {entry.at for entry in made.entries} == {5_000}
    assert made.room == fold_all("ABCDEF", made.entries)
    assert (made.room.code, made.room.host, made.room.phase) == ("ABCDEF", ANN, phase)
    assert made.room.rulings == RULINGS
    levels = [seat.level for seat in made.room.seats]
    free = [None] * (2 - len(bots)) if phase == "lobby" else []
    assert levels == [None, *bots, *free]
    assert (made.room.seats[0].who, made.room.seats[0].name) == (ANN, "Ann")


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"rulebook": "nonsense"}, "BAD_SETTINGS"),
        ({"seats": 6}, "BAD_SETTINGS"),
        ({"bots": ["nobody"]}, "NO_SUCH_BOT"),
        ({"bots": ["greedy"] * 3}, "NO_SUCH_SEAT"),
        ({"start": True}, "NOT_ENOUGH_PLAYERS"),
        ({"name": "\n"}, "BAD_MESSAGE"),
    ],
)
def test_a_room_that_cannot_be_is_refused_whole(asked, code):
    refused = create("ABCDEF", ASKED, wanted(**asked))
    assert isinstance(refused, list)
    assert refused[0].code == code


def test_a_log_begins_with_its_opening_and_has_one():
    made = created()
    with pytest.raises(ValueError, match="room ABCDEF does not begin with its opening"):
        fold("ABCDEF", None, made.entries[1])
    with pytest.raises(ValueError, match="room ABCDEF opens it twice"):
        fold("ABCDEF", made.room, made.entries[0])
    assert fold_all("ABCDEF", []) is None


def test_in_a_new_room_nothing_has_happened_yet():
    opened = created().entries[0]
    room = fold("ABCDEF", None, opened)
    assert (room.number, room.phase, room.round, room.results) == (1, "lobby", None, ())
    assert (room.turn, room.deal, room.dealt_at, room.clock) == (0, 0, 0, None)
    assert (room.started, room.used, room.removed, room.parted) == (False, False, (), frozenset())
    assert (room.chat, room.outlines) == ((), ())
    assert all(seat.free and not seat.automatic and not seat.ready for seat in room.seats)
