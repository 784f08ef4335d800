"""Coming by a link, coming late, and being removed."""

import msgspec
import pytest
from msgspec.structs import replace

from tests.server.rooms import ANN, BEN, CLEO, after, ask, dealt, lobby
from tilerummy.engine.actions import Draw, Play
from tilerummy.engine.rounds import Round
from tilerummy.rules.melds import parse_melds
from tilerummy.server.room import log
from tilerummy.server.room.commands import Configure, Join, Leave, Readmit, Remove
from tilerummy.server.room.perspective import perspective
from tilerummy.server.room.projection import Present, event_for, room_state

JOIN = Join(id=1, name="Cleo")
PRESENT = Present(frozenset({ANN, BEN, CLEO}))


def with_bot(**settings):
    """Ann, Ben and a bot, playing; the bot has seat 2."""
    room = after(lobby(ANN, BEN, seats=3, **settings), log.BotSat(at=0, seat=2, level="otto"))
    return next(begun for n in range(99) if (begun := dealt(room, seed=str(n))).round.turn == 2)


def ended(room):
    last = Round.from_hands(room.rules, ["k1 k2 k3", "r1", "r2"], pool="b9", opened=[0, 1, 2])
    out = log.Acted(at=8_000, action=Play(parse_melds("k1 k2 k3")))
    return after(replace(room, round=last), out)


def test_a_link_is_enough_to_have_a_seat_and_be_ready():
    room = lobby(ANN, seats=3)
    joined = after(room, ask(room, CLEO, JOIN))
    assert (joined.seats[1].who, joined.seats[1].ready) == (CLEO, True)
    assert not joined.seats[0].ready, "the host deals when they like"


def test_in_a_full_lobby_a_bot_makes_room_where_the_host_allows_it():
    room = after(lobby(ANN, seats=2), log.BotSat(at=0, seat=1, level="otto"))
    assert ask(room, CLEO, JOIN).seat == 1
    strict = after(lobby(ANN, seats=2, late="no"), log.BotSat(at=0, seat=1, level="otto"))
    assert ask(strict, CLEO, JOIN) == ["NO_SEAT_LEFT"]
    assert ask(lobby(ANN, BEN), CLEO, JOIN) == ["NO_SEAT_LEFT"]


def test_somebody_late_takes_the_bot_s_seat_with_its_tiles_at_once():
    room = with_bot()
    rack = room.round.view(2).rack
    joined = after(room, ask(room, CLEO, JOIN, now=5_000))
    assert joined.seats[2].who == CLEO
    assert not joined.automatic_turn
    assert (joined.clock.began, joined.turn) == (5_000, joined.number)
    assert perspective(joined, CLEO).view.rack == rack


def test_or_from_the_next_round_and_watches_until_then():
    room = with_bot(late="next")
    waiting = after(room, ask(room, CLEO, JOIN))
    assert waiting.automatic_turn
    assert perspective(waiting, CLEO).view.rack == ()
    state = room_state(perspective(waiting, CLEO), PRESENT)
    assert (state.you, state.waits, state.seats[2].next) == (None, 2, "Cleo")
    assert ask(waiting, CLEO, JOIN) == ["NOT_NOW"]
    assert ask(waiting, "dan", Join(id=1, name="Dan")) == ["NO_SEAT_LEFT"]
    over = ended(waiting)
    assert (over.seats[2].who, over.seats[2].ready, over.seats[2].heir) == (CLEO, True, None)


@pytest.mark.parametrize("goes", ["leaves", "is removed"])
def test_nobody_sees_two_racks_of_one_round(goes):
    room = with_bot()
    if goes == "leaves":
        room = after(room, ask(room, BEN, Leave(id=1)))
    else:
        room = after(room, ask(room, ANN, Remove(id=1, seat=1)))
        room = after(room, ask(room, ANN, Readmit(id=2, number=room.removed[0].number)))
    back = after(room, ask(room, BEN, Join(id=3, name="Ben")))
    assert back.seat_of(BEN) is None
    assert back.waiting_seat(BEN) is not None
    assert perspective(back, BEN).view.rack == ()
    over = ended(back)
    left = after(over, ask(over, BEN, Leave(id=4)))
    again = dealt(left, seed="3", at=9_000)
    assert ask(again, BEN, Join(id=5, name="Ben"), now=9_500).later is False, "a new deal"


def test_everybody_is_told_who_has_the_seat_when_the_round_is_over():
    room = with_bot(late="next")
    waiting = after(room, ask(room, CLEO, JOIN))
    last = Round.from_hands(room.rules, ["k1 k2 k3", "r1", "r2"], pool="b9", opened=[0, 1, 2])
    before = replace(waiting, round=last)
    entry = log.Acted(at=8_000, action=Play(parse_melds("k1 k2 k3")))
    told = event_for(before, entry, after(before, entry), CLEO, PRESENT, 0)
    seats = msgspec.to_builtins(told.events)[-1]
    assert (seats["type"], seats["you"], seats["seats"][2]["name"]) == ("seats", 2, "Cleo")


def test_who_waits_for_a_seat_may_think_better_of_it():
    room = with_bot(late="next")
    waiting = after(room, ask(room, CLEO, JOIN))
    gone = after(waiting, ask(waiting, CLEO, Leave(id=1)))
    assert gone.seats[2].heir is None
    assert ended(gone).seats[2].level == "otto"


def test_or_not_at_all_while_the_match_is_on():
    assert ask(with_bot(late="no"), CLEO, JOIN) == ["NO_LATECOMERS"]
    assert ask(ended(with_bot(late="no")), CLEO, JOIN) == ["NO_LATECOMERS"]


def test_the_seat_of_somebody_who_left_the_round_can_be_had_from_the_next_one():
    room = with_bot()
    left = after(room, log.WentAway(at=2_000, seat=1, level=None))
    first = after(left, ask(left, CLEO, JOIN))
    assert first.seats[2].who == CLEO, "the bot's seat, at once"
    second = ask(first, "dan", Join(id=1, name="Dan"))
    assert (second.seat, second.later) == (1, True)


def test_a_bot_plays_on_for_somebody_who_is_removed_whatever_the_room_says_of_leaving():
    room = after(with_bot(takeover=False), log.Acted(at=2_000, action=Draw()))
    assert room.round.turn == 0
    host = after(room, log.Acted(at=3_000, action=Draw()))
    entry = ask(host, ANN, Remove(id=1, seat=1, reason="away"), now=9_000)
    room = after(host, entry)
    assert (room.seats[1].who, room.seats[1].level) == (None, "greedy")
    assert room.seats[1].name != "Ben"
    assert room.automatic_turn and room.clock.began == 9_000
    assert room.turn == room.number, "the draft of the turn is void"


def test_who_is_removed_is_told_why_and_stays_out_until_the_host_lets_them_in():
    room = with_bot()
    room = after(room, ask(room, ANN, Remove(id=1, seat=1, reason="conduct")))
    assert room.removal_of(BEN).reason == "conduct"
    assert ask(room, BEN, Join(id=1, name="Ben")) == ["REMOVED"]
    listed = room_state(perspective(room, ANN), PRESENT).removed
    assert [one.name for one in listed] == ["Ben"]
    assert room_state(perspective(room, CLEO), PRESENT).removed == []
    room = after(room, ask(room, ANN, Readmit(id=1, number=listed[0].number)))
    assert ask(room, BEN, Join(id=1, name="Ben")).who == BEN


def test_somebody_who_only_waits_for_a_seat_can_be_removed_too():
    room = with_bot(late="next")
    waiting = after(room, ask(room, CLEO, JOIN))
    room = after(waiting, ask(waiting, ANN, Remove(id=1, seat=2)))
    assert (room.seats[2].level, room.seats[2].heir) == ("otto", None)
    assert room.removal_of(CLEO) is not None


def test_in_the_lobby_the_seat_is_free_again():
    room = lobby(ANN, BEN)
    room = after(room, ask(room, ANN, Remove(id=1, seat=1)))
    assert room.seats[1].free


@pytest.mark.parametrize(
    ("levels", "names"),
    [
        (["otto", "otto"], ["Otto", "Otto 2"]),
        (["greedy", "ada"], ["Bruno", "Ada"]),
        (["match", "match"], ["Echo", "Echo 2"]),
    ],
)
def test_bots_with_a_name_of_their_own_are_called_by_it(levels, names):
    room = lobby(ANN, seats=3)
    for seat, level in enumerate(levels, 1):
        room = after(room, log.BotSat(at=0, seat=seat, level=level))
    assert [seat.name for seat in room.seats[1:]] == names


def configured(room, **changes):
    return Configure(id=1, settings=msgspec.structs.replace(room.settings, **changes))


def test_the_host_says_during_the_match_who_may_still_join():
    room = with_bot(late="no")
    assert ask(room, BEN, configured(room, late="now")) == ["NOT_THE_HOST"]
    ready = after(ended(room), log.GotReady(at=8_500, seat=1, ready=True))
    for before in (room, ready):
        opened = after(before, ask(before, ANN, configured(before, late="now"), now=9_000))
        assert ask(opened, CLEO, JOIN).seat == 2
        assert (opened.seats, opened.round) == (before.seats, before.round)
        assert (opened.turn, opened.clock) == (before.turn, before.clock), "the turn goes on"


def test_nothing_else_that_was_agreed_changes_during_the_match():
    room = with_bot()
    for change in ({"hints": False}, {"pace": "fast"}, {"delay": 5}, {"rulebook": "twist"}):
        assert ask(room, ANN, configured(room, late="no", **change)) == ["NOT_NOW"], change


def test_who_waits_for_a_seat_keeps_it_when_nobody_else_may_join():
    room = with_bot(late="next")
    waiting = after(room, ask(room, CLEO, JOIN))
    closed = after(waiting, ask(waiting, ANN, configured(waiting, late="no")))
    assert closed.waiting_seat(CLEO) == 2
    assert ended(closed).seats[2].who == CLEO
