"""What every entry tells every viewer: the player it concerns, another player, a spectator.

Each case is a room, an entry and, for each viewer, the events that they are told with the
fields that differ between viewers. Whatever is not named is the same for everybody.
"""

import msgspec
import pytest
from msgspec.structs import replace

from tests.server.rooms import ANN, BEN, CLEO, after, dealt, lobby
from tilerummy.engine.actions import ClaimRedeal, Draw, Leave, Pass, Play, TimeOut
from tilerummy.engine.rounds import Round
from tilerummy.rules.melds import parse_melds
from tilerummy.server.room import log
from tilerummy.server.room.drafts import Draft
from tilerummy.server.room.projection import Present, event_for, welcome
from tilerummy.server.room.settings import LimitClock, RoomSettings

HERE = Present(people=(ANN, BEN, "watcher"))
VIEWERS = (ANN, BEN, CLEO)
AT = 5_000


def waiting():
    """Ann (host) and Ben before the first round; Cleo watches."""
    return lobby(ANN, BEN, clock=LimitClock(60))


def playing(hands=("k7 b9", "r1 r2"), pool="y1 y2 y3 y4", opened=(0, 1), table="k4 k5 k6"):
    """The same in a round that was dealt by hand; Ann is in turn."""
    room = dealt(waiting())
    by_hand = Round.from_hands(room.rules, list(hands), pool=pool, opened=opened, table=table)
    return replace(room, round=by_hand)


def told(room, entry, who):
    """What this person is told, as the client gets it."""
    happened = event_for(room, entry, after(room, entry), who, HERE, AT)
    return [msgspec.to_builtins(event) for event in happened.events]


def types(room, entry):
    """The types of what everybody is told; they are the same for all."""
    each = [[event["type"] for event in told(room, entry, who)] for who in VIEWERS]
    assert each[0] == each[1] == each[2]
    return each[0]


CONFIGURED = log.Configured(at=AT, settings=RoomSettings(rulebook="jumbo", seats=3))
SAID = log.Said(at=AT, seat=1, name="Ben", text="Hello")


@pytest.mark.parametrize(
    ("room", "entry", "expected"),
    [
        (waiting, SAID, ["chatted"]),
        (waiting, CONFIGURED, ["settings", "seats"]),
        (waiting, log.Freed(at=AT, seat=1), ["seats"]),
        (waiting, log.BotSat(at=AT, seat=1, level="greedy"), ["seats"]),
        (waiting, log.GotReady(at=AT, seat=1, ready=True), ["seats"]),
        (waiting, log.Dealt(at=AT, seed="8"), ["seats", "began"]),
        (playing, log.Paused(at=AT), []),
        (playing, log.Resumed(at=AT), []),
        (playing, log.TookOver(at=AT, seat=1), ["seats"]),
        (playing, log.CameBack(at=AT, seat=1), ["seats"]),
        (playing, log.Acted(at=AT, action=Draw()), ["drew"]),
        (playing, log.WentAway(at=AT, seat=1, level="greedy"), ["seats"]),
    ],
    ids=lambda value: type(value).__name__ if hasattr(value, "at") else "",
)
def test_everybody_is_told_what_changed(room, entry, expected):
    assert types(room(), entry) == expected


def test_a_line_of_chat_is_told_with_who_said_it():
    (line,) = told(waiting(), SAID, CLEO)
    assert (line["seat"], line["name"], line["text"]) == (1, "Ben", "Hello")


def test_changed_settings_and_seats_are_told_as_they_are_now():
    settings, seats = told(waiting(), CONFIGURED, BEN)
    assert settings["settings"]["seats"] == 3
    assert [seat["kind"] for seat in seats["seats"]] == ["person", "person", "free"]
    assert [seat["connected"] for seat in seats["seats"]] == [True, True, False]
    assert [seat["host"] for seat in seats["seats"]] == [True, False, False]


@pytest.mark.parametrize(
    ("who", "you", "host"), [(ANN, 0, True), (BEN, 1, False), (CLEO, None, False)]
)
def test_everybody_is_told_which_seat_is_theirs_and_whether_they_are_host(who, you, host):
    (seats,) = told(waiting(), log.GotReady(at=AT, seat=1, ready=True), who)
    assert (seats["you"], seats["host"]) == (you, host)


def test_a_drawn_tile_is_told_to_the_player_who_drew_it_alone():
    entry = log.Acted(at=AT, action=Draw())
    mine, theirs, watched = [told(playing(), entry, who)[0] for who in VIEWERS]
    assert (mine["tiles"], mine["rack"]) == ("y1", "k7 b9 y1")
    assert theirs["tiles"] is None and theirs["rack"] is None
    assert watched == theirs
    assert (theirs["seat"], theirs["count"], theirs["pool"]) == (0, 3, 3)


def test_a_play_is_told_to_everybody_and_the_rack_that_is_left_to_its_owner():
    entry = log.Acted(at=AT, action=Play(parse_melds("k4 k5 k6 k7")))
    mine, theirs, watched = [told(playing(), entry, who)[0] for who in VIEWERS]
    assert mine["rack"] == "b9"
    assert theirs["rack"] is None
    assert watched == theirs
    assert (theirs["laid"], theirs["table"], theirs["count"]) == ("k7", ["k4 k5 k6 k7"], 1)
    assert theirs["opening"] is None


def test_an_opening_is_told_with_its_points():
    room = playing(hands=("k10 k11 k12 b1", "r1 r2"), opened=(1,), table="")
    entry = log.Acted(at=AT, action=Play(parse_melds("k10 k11 k12")))
    assert [told(room, entry, who)[0]["opening"] for who in VIEWERS] == [33, 33, 33]


def test_a_late_turn_is_told_with_its_fine_and_the_fined_tiles_to_their_owner():
    entry = log.Acted(at=AT, action=TimeOut(parse_melds("k4 k5 k6 k7 | b9")))
    mine, theirs, watched = [told(playing(), entry, who)[0] for who in VIEWERS]
    assert (mine["type"], mine["kept"], mine["laid"], mine["penalty"]) == (
        "timed-out",
        True,
        "k7",
        3,
    )
    assert (mine["tiles"], mine["rack"]) == ("y1 y2 y3", "b9 y1 y2 y3")
    assert theirs["tiles"] is None and theirs["rack"] is None
    assert (theirs["count"], theirs["pool"]) == (4, 1)
    assert watched == theirs


def test_a_pass_on_an_empty_pool_is_told():
    (event,) = told(playing(pool=""), log.Acted(at=AT, action=Pass()), BEN)
    assert event == {"type": "passed", "seat": 0}


def test_the_end_of_a_round_is_told_with_its_result():
    room = playing(hands=("k7", "r1 r2"))
    entry = log.Acted(at=AT, action=Play(parse_melds("k4 k5 k6 k7")))
    for who in VIEWERS:
        played, ended = told(room, entry, who)
        assert (played["type"], ended["type"]) == ("played", "ended")
        assert ended["result"]["winner"] == 0
        assert ended["totals"] == [3, -3]


def test_a_redeal_shows_the_pairs_to_all_and_every_rack_to_its_owner_alone():
    room = lobby(ANN, BEN, rulebook="ravensburger-travel-de")
    for seed in range(3_000):
        begun = dealt(room, seed=str(seed))
        holders = [seat for seat in (0, 1) if begun.round.view(seat).may_claim_redeal]
        if holders:
            break
    entry = log.Acted(at=AT, action=ClaimRedeal(holders[0]))
    shown = [
        next(event for event in told(begun, entry, who) if event["type"] == "redealt")
        for who in VIEWERS
    ]
    assert shown[0]["pairs"] == shown[1]["pairs"] == shown[2]["pairs"] != ""
    now = after(begun, entry).round
    for seat in (0, 1):
        assert shown[seat]["round"]["rack"].split() == [str(tile) for tile in now.view(seat).rack]
    assert shown[2]["round"]["rack"] == ""


@pytest.mark.parametrize(("who", "may"), [(ANN, ["play", "draw"]), (BEN, []), (CLEO, [])])
def test_only_the_player_in_turn_is_told_what_they_may_do(who, may):
    assert welcome(playing(), who, HERE, AT).round.turn.may == may


def test_a_right_to_a_redeal_is_told_to_its_holder_alone():
    room = lobby(ANN, BEN, rulebook="ravensburger-travel-de")
    rights = set()
    for seed in range(400):
        begun = dealt(room, seed=str(seed))
        holds = tuple(begun.round.view(seat).may_claim_redeal for seat in (0, 1))
        shown = tuple("redeal" in welcome(begun, who, HERE, AT).round.turn.may for who in VIEWERS)
        assert shown == (*holds, False)
        rights.add(holds)
    assert {(True, False), (False, True)} <= rights


def test_a_draft_is_given_back_to_the_player_in_turn_alone():
    room = playing()
    draft = Draft(room.turn, parse_melds("k4 k5 k6 k7 | b9"))
    told = [welcome(room, who, HERE, AT, draft).draft for who in VIEWERS]
    assert told == [["k4 k5 k6 k7", "b9"], None, None]
    assert welcome(room, ANN, HERE, AT).draft is None
    assert welcome(waiting(), ANN, HERE, AT, draft).draft is None


def test_a_round_as_everybody_finds_it_who_comes():
    room = playing(opened=(1,))
    mine, theirs, watched = [welcome(room, who, HERE, AT).round for who in VIEWERS]
    assert (mine.rack, theirs.rack, watched.rack) == ("k7 b9", "r1 r2", "")
    for shown in (mine, theirs, watched):
        assert (shown.index, shown.start, shown.over) == (0, 0, False)
        assert (shown.table, shown.counts, shown.pool) == (["k4 k5 k6"], [2, 2], 4)
        assert (shown.opened, shown.left) == ([False, True], [False, False])
        assert (shown.turn.seat, shown.turn.drawn) == (0, False)
    over = after(room, log.Acted(at=AT, action=Leave(1)))
    assert welcome(over, CLEO, HERE, AT).round.index == 0, "the round that is over, not the next"
    assert welcome(over, CLEO, HERE, AT).round.over
    assert welcome(over, CLEO, HERE, AT).round.turn is None


def test_who_comes_to_a_room_is_told_what_everybody_knows():
    told = welcome(waiting(), CLEO, HERE, AT)
    assert (told.number, told.round, told.chat) == (waiting().number, None, [])
    assert (told.room.you, told.room.host, told.room.watching) == (None, False, 1)
    assert [seat.kind for seat in told.room.seats] == ["person", "person"]
    assert (told.room.phase, told.room.rounds, told.room.totals) == ("lobby", [], [0, 0])
    said = after(waiting(), SAID)
    assert [line.text for line in welcome(said, CLEO, HERE, AT).chat] == ["Hello"]
