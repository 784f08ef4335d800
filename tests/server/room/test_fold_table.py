"""What every entry does to a room: the seats, the host, the clock and the draft of the turn.

Each case is a room, an entry and what is different afterwards; everything else stays as it was.
"""

import pytest
from msgspec.structs import fields, replace

from tests.server.rooms import ANN, BEN, CLEO, after, dealt, lobby
from tilerummy.engine.actions import ClaimRedeal, Draw, Play
from tilerummy.engine.rounds import Round
from tilerummy.rules.melds import parse_melds
from tilerummy.server.room import log
from tilerummy.server.room.settings import BankClock, LimitClock, RoomSettings

BOT = log.BotSat(at=0, seat=2, level="greedy")


def three():
    """Ann (host), Ben and a bot, before the first round."""
    return after(lobby(ANN, BEN, seats=3), BOT)


def playing(clock=None, **settings):
    """The same, playing; Ann is in turn since 1,000."""
    room = after(lobby(ANN, BEN, seats=3, clock=clock or LimitClock(60), **settings), BOT)
    return next(begun for n in range(99) if (begun := dealt(room, seed=str(n))).round.turn == 0)


def removed(seat, who, level):
    return log.Removed(at=5_000, seat=seat, who=who, reason="away", level=level)


def seats(room):
    """Who sits where: name, bot's level, away and ready, in short."""
    return [
        (seat.name or "-")
        + (f" ({seat.level})" if seat.level else "")
        + (" away" if seat.away else "")
        + (" ready" if seat.ready else "")
        for seat in room.seats
    ]


@pytest.mark.parametrize(
    ("room", "entry", "expected"),
    [
        (three, log.Sat(at=1, seat=1, who=CLEO, name="Cleo"), ["Ann", "Cleo", "Clara (greedy)"]),
        (three, log.Sat(at=1, seat=2, who=ANN, name="Ann"), ["-", "Ben", "Ann"]),
        (three, log.Sat(at=1, seat=0, who=ANN, name="Anna"), ["Anna", "Ben", "Clara (greedy)"]),
        (three, log.BotSat(at=1, seat=2, level="expert"), ["Ann", "Ben", "Clara (expert)"]),
        (three, log.Freed(at=1, seat=1), ["Ann", "-", "Clara (greedy)"]),
        (three, log.GotReady(at=1, seat=1, ready=True), ["Ann", "Ben ready", "Clara (greedy)"]),
        (playing, log.TookOver(at=1, seat=1), ["Ann", "Ben (greedy) away", "Clara (greedy)"]),
        (
            playing,
            log.WentAway(at=1, seat=1, level="expert"),
            ["Ann", "Ben (expert)", "Clara (greedy)"],
        ),
        (playing, log.WentAway(at=1, seat=1, level=None), ["Ann", "Ben", "Clara (greedy)"]),
        (three, log.Joined(at=1, seat=2, who=CLEO, name="Cleo"), ["Ann", "Ben", "Cleo ready"]),
        (playing, log.Joined(at=1, seat=2, who=CLEO, name="Cleo"), ["Ann", "Ben", "Cleo"]),
        (
            playing,
            log.Joined(at=1, seat=2, who=CLEO, name="Cleo", later=True),
            ["Ann", "Ben", "Clara (greedy)"],
        ),
        (three, removed(1, BEN, None), ["Ann", "-", "Clara (greedy)"]),
        (playing, removed(1, BEN, "otto"), ["Ann", "Otto (otto)", "Clara (greedy)"]),
        (playing, removed(2, CLEO, "otto"), ["Ann", "Ben", "Clara (greedy)"]),
    ],
    ids=lambda value: type(value).__name__ if hasattr(value, "at") else "",
)
def test_who_sits_where(room, entry, expected):
    assert seats(after(room(), entry)) == expected


def test_settings_take_back_that_people_are_ready():
    ready = after(three(), log.GotReady(at=1, seat=0, ready=True))
    assert seats(ready)[0] == "Ann ready"
    other = log.Configured(at=2, settings=RoomSettings(rulebook="jumbo", seats=4))
    assert seats(after(ready, other)) == ["Ann", "Ben", "Clara (greedy)", "-"]


def test_fewer_seats_keep_everybody():
    room = after(lobby(ANN, BEN, seats=4), log.BotSat(at=0, seat=3, level="greedy"))
    fewer = log.Configured(at=2, settings=RoomSettings(rulebook="jumbo", seats=3))
    assert seats(after(room, fewer)) == ["Ann", "Ben", "Dario (greedy)"]


def test_as_many_seats_leave_everybody_where_they_sit():
    room = after(lobby(ANN, seats=3), log.BotSat(at=0, seat=2, level="greedy"))
    other = log.Configured(at=2, settings=RoomSettings(rulebook="jumbo-xp", seats=3))
    assert seats(after(room, other)) == ["Ann", "-", "Clara (greedy)"]


def test_the_host_who_gets_up_hands_the_room_on():
    room = after(three(), log.Freed(at=1, seat=0))
    assert room.host == BEN
    assert after(room, log.Freed(at=2, seat=1)).host == BEN, "nobody is left to be host"
    assert after(three(), log.Freed(at=1, seat=1)).host == ANN


def test_a_deal_fills_free_seats_or_drops_them():
    room = lobby(ANN, BEN, seats=4)
    assert seats(after(room, log.Dealt(at=1, seed="8"))) == ["Ann", "Ben"]
    filled = after(room, log.Dealt(at=1, seed="8", bots="expert"))
    assert seats(filled) == ["Ann", "Ben", "Clara (expert)", "Dario (expert)"]


def test_in_the_middle_of_a_match_seats_do_not_fall_away():
    over = ended(playing())
    gone = after(over, log.WentAway(at=9_000, seat=1, level=None))
    freed = replace(gone, seats=(gone.seats[0], type(gone.seats[0])(), gone.seats[2]))
    assert len(after(freed, log.Dealt(at=10_000, seed="8")).seats) == 3


def ended(room):
    last = Round.from_hands(room.rules, ["k1 k2 k3", "r1", "r2"], pool="b9", opened=[0, 1, 2])
    return after(
        replace(room, round=last), log.Acted(at=8_000, action=Play(parse_melds("k1 k2 k3")))
    )


def changed(before, entry):
    """The names of the fields that the entry changes, but for the number."""
    later = after(before, entry)
    return {
        field.name
        for field in fields(before)
        if getattr(before, field.name) != getattr(later, field.name)
    } - {"number", "used"}


@pytest.mark.parametrize(
    ("entry", "fields_changed"),
    [
        (log.Said(at=5_000, seat=0, name="Ann", text="Hm"), {"chat", "allowances"}),
        (log.Paused(at=5_000), {"clock", "allowances"}),
        (log.Resumed(at=5_000), set()),
        (log.TookOver(at=5_000, seat=0), {"seats"}),
        (log.CameBack(at=5_000, seat=1), {"allowances"}),
        (log.CameBack(at=5_000, seat=0), {"clock", "allowances"}),
        (log.Acted(at=5_000, action=Draw()), {"clock", "round", "turn"}),
        (log.WentAway(at=5_000, seat=1, level="greedy"), {"seats", "parted"}),
        (log.WentAway(at=5_000, seat=1, level=None), {"seats", "round", "parted"}),
        (
            log.WentAway(at=5_000, seat=0, level=None),
            {"seats", "parted", "round", "clock", "turn", "host"},
        ),
        (
            log.Joined(at=5_000, seat=0, who=CLEO, name="Cleo"),
            {"allowances", "seats", "clock", "turn", "host"},
        ),
        (log.Joined(at=5_000, seat=2, who=CLEO, name="Cleo"), {"allowances", "seats"}),
        (log.Joined(at=5_000, seat=2, who=CLEO, name="Cleo", later=True), {"allowances", "seats"}),
        (removed(0, ANN, "greedy"), {"allowances", "seats", "clock", "turn", "parted", "removed"}),
        (removed(1, BEN, "greedy"), {"allowances", "seats", "parted", "removed"}),
        (removed(2, CLEO, None), {"allowances", "removed"}),
    ],
    ids=lambda value: repr(value) if hasattr(value, "at") else "",
)
def test_an_entry_changes_nothing_else(entry, fields_changed):
    assert changed(playing(), entry) == fields_changed


def test_a_return_restarts_the_clock_of_whoever_is_in_turn_and_nobody_else_s():
    room = playing()
    assert after(room, log.CameBack(at=5_000, seat=0)).clock.began == 5_000
    assert after(room, log.CameBack(at=5_000, seat=1)).clock.began == 1_000


def test_a_turn_s_number_is_that_of_the_entry_with_which_it_began():
    room = playing()
    drawn = after(room, log.Acted(at=2_000, action=Draw()))
    assert drawn.turn == drawn.number
    said = after(drawn, log.Said(at=3_000, seat=0, name="Ann", text="Hm"))
    assert said.turn == drawn.turn


def test_a_bank_is_charged_to_the_seat_that_used_it():
    room = playing(BankClock(60, 5))
    drawn = after(room, log.Acted(at=11_000, action=Draw()))
    assert drawn.clock.banks == (55_000, 60_000, 60_000)
    again = after(drawn, log.Acted(at=31_000, action=Draw()))
    assert again.clock.banks == (55_000, 45_000, 60_000)


def test_a_bot_s_turn_costs_no_bank():
    room = playing(BankClock(60, 5))
    two = after(room, log.Acted(at=2_000, action=Draw()), log.Acted(at=3_000, action=Draw()))
    assert two.automatic_turn
    assert after(two, log.Acted(at=99_000, action=Draw())).clock.banks == two.clock.banks


def test_a_rematch_starts_from_nothing_and_its_asker_is_ready():
    over = ended(playing(rounds=1))
    assert over.phase == "over"
    room = after(over, log.Restarted(at=9_000, seat=1))
    assert (room.phase, room.results, room.round, room.clock) == ("lobby", (), None, None)
    assert seats(room) == ["Ann", "Ben ready", "Clara (greedy)"]


def test_a_new_deal_restarts_the_clock_without_charging_it():
    for seed in range(3_000):
        room = dealt(
            lobby(ANN, BEN, rulebook="ravensburger-travel-de", clock=BankClock(60, 5)),
            seed=str(seed),
        )
        holders = [seat for seat in (0, 1) if room.round.view(seat).may_claim_redeal]
        if holders:
            break
    again = after(room, log.Acted(at=31_000, action=ClaimRedeal(holders[0])))
    assert again.clock.banks == (60_000, 60_000)
    assert again.clock.began == again.dealt_at == 31_000


LATER = log.Joined(at=2_000, seat=2, who=CLEO, name="Cleo", later=True)


def test_who_waits_for_a_seat_has_it_when_the_round_is_over():
    waiting = after(playing(), LATER)
    assert waiting.seats[2].heir.who == CLEO
    assert seats(ended(waiting)) == ["Ann", "Ben", "Cleo ready"]
    declined = after(waiting, log.Declined(at=3_000, seat=2))
    assert declined.seats == playing().seats
    assert seats(ended(declined)) == ["Ann", "Ben", "Clara (greedy)"]


def test_who_waits_for_a_seat_can_be_removed_and_the_bot_stays():
    room = after(playing(), LATER, removed(2, CLEO, "otto"))
    assert seats(room) == ["Ann", "Ben", "Clara (greedy)"]
    assert room.seats[2].heir is None
    assert [(one.who, one.name) for one in room.removed] == [(CLEO, "Cleo")]
    assert CLEO not in room.parted, "Cleo held no tiles of this round"


def test_who_was_removed_is_remembered_by_the_entry_and_can_be_let_in_again():
    room = after(playing(), removed(1, BEN, "otto"), removed(0, ANN, "otto"))
    assert [(one.who, one.name, one.reason) for one in room.removed] == [
        (BEN, "Ben", "away"),
        (ANN, "Ann", "away"),
    ]
    first, second = room.removed
    assert second.number == first.number + 1 == room.number
    assert after(room, log.Readmitted(at=6_000, number=first.number)).removed == (second,)
    assert after(room, log.Readmitted(at=6_000, number=second.number)).removed == (first,)


def test_a_turn_that_changes_hands_begins_anew():
    room = after(playing(), log.Joined(at=5_000, seat=0, who=CLEO, name="Cleo"))
    assert (room.clock.began, room.turn) == (5_000, room.number)
    other = after(playing(), log.Joined(at=5_000, seat=2, who=CLEO, name="Cleo"))
    assert (other.clock.began, other.turn) == (1_000, playing().turn)


def test_a_room_is_used_once_something_but_its_making_happened():
    room = three()
    assert not room.used
    assert not after(room, log.Configured(at=1, settings=room.settings)).used
    assert not dealt(room).used
    assert after(room, log.GotReady(at=1, seat=0, ready=True)).used
    used = after(dealt(room), log.Acted(at=5_000, action=Draw()))
    assert used.used
    assert after(used, log.BotSat(at=6_000, seat=2, level="greedy")).used
