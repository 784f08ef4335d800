"""Rooms from outside: what a list says, in a room with a delay what it says when."""

import msgspec
import pytest

from tests.server.room.test_requests import ended
from tests.server.rooms import ANN, BEN, CLEO, after, dealt, lobby
from tilerummy.engine.actions import Draw
from tilerummy.server.live.summaries import (
    games_of,
    index_of,
    indexed_of,
    indexed_summary,
    summary_of,
)
from tilerummy.server.room import log
from tilerummy.server.room.settings import RoomSettings
from tilerummy.server.wire.resources import RoomSummary
from tilerummy.server.wire.reviews import GameLine

AWAY = log.WentAway(at=9_000, seat=0, level=None)


def over(**settings):
    return after(dealt(lobby(ANN, BEN, takeover=False, **settings)), AWAY)


def test_a_room_is_summed_up():
    room = lobby(ANN, seats=3, house={"opening.points": 20}, spectators=False)
    assert summary_of(room, CLEO, 5_000) == RoomSummary(
        code="ABCDEF",
        rulebook="jumbo",
        title=room.rules.title,
        phase="lobby",
        seats=3,
        taken=1,
        players=["Ann"],
        spectators=False,
        house=True,
        joinable=2,
    )
    assert not summary_of(lobby(ANN), CLEO, 5_000).house


@pytest.mark.parametrize("public", [True, False])
def test_the_index_has_a_line_for_a_room(public):
    room = lobby(ANN, BEN, public=public)
    line = index_of(room, 7_000)
    assert (line.host, line.public, line.open, line.changed) == (ANN, public, True, 7_000)
    assert indexed_summary(line.summary, 8_000) == summary_of(room, "", 8_000)


@pytest.mark.parametrize(
    "entry",
    [
        log.Freed(at=500, seat=1),
        log.Sat(at=500, seat=1, who=BEN, name="Benedict"),
        log.Configured(at=500, settings=RoomSettings(rulebook="jumbo", seats=3)),
        log.Dealt(at=500, seed="1"),
    ],
)
@pytest.mark.parametrize("delay", [0, 60])
def test_a_line_that_differs_is_made_of_something_else(entry, delay):
    before = lobby(ANN, BEN, delay=delay)
    now = after(before, entry)
    assert index_of(now, 500) != index_of(before, 500)
    assert indexed_of(now) != indexed_of(before)


def test_a_move_changes_nothing_that_a_line_is_made_of():
    before = dealt(lobby(ANN, BEN))
    drawn = log.Acted(at=500, seat=before.round.turn, action=Draw())
    now = after(before, drawn)
    assert index_of(now, 500) == index_of(before, 500)
    assert indexed_of(now) == indexed_of(before)


def test_a_match_that_is_over_is_not_open_and_not_listed():
    room = over(rounds=1)
    assert room.phase == "over"
    line = index_of(room, 9_000)
    assert not line.open
    assert indexed_summary(line.summary, 9_000) is None


@pytest.mark.parametrize("line", ["", "{}", "[]x", '{"code": 1}'])
def test_a_line_that_cannot_be_read_is_left_out(line):
    assert indexed_summary(line, 0) is None


def test_in_a_room_with_a_delay_the_line_says_what_is_shown_when():
    room = lobby(ANN, BEN, delay=60)
    assert index_of(room, 500).changed == 500, "before the first deal nothing is delayed"
    room = dealt(room, at=1_000)
    line = index_of(room, 2_000)
    assert line.open
    assert indexed_summary(line.summary, 60_999).phase == "lobby"
    assert indexed_summary(line.summary, 61_000).phase == "playing"
    # Until the deal is shown, the line is as old as the room is.
    assert line.changed == 0
    assert index_of(room, 60_999).changed == 60_000
    assert index_of(room, 61_000).changed == 61_000


def test_what_nobody_may_know_yet_keeps_a_room_in_the_list():
    room = over(delay=60, rounds=1)
    line = index_of(room, 9_000)
    assert line.open, "strangers do not know yet that it is over"
    assert indexed_summary(line.summary, 68_999).phase == "playing"
    assert indexed_summary(line.summary, 69_000) is None


def test_a_finished_round_is_found_by_everybody_who_sits_there_and_by_no_bot():
    room = after(lobby(ANN, BEN, seats=3, takeover=False), log.BotSat(at=1, seat=2, level="greedy"))
    room = ended(dealt(room))
    result = room.results[-1]
    found = games_of(room, 9_500)
    seated = [n for n, seat in enumerate(room.seats) if seat.who is not None]
    assert [game.player for game in found] == [room.seats[n].who for n in seated] != []
    for seat, game in zip(seated, found, strict=True):
        assert (game.record, game.finished) == (result.record, 9_500)
        assert msgspec.json.decode(game.summary, type=GameLine) == GameLine(
            record=result.record,
            finished=9_500,
            rulebook="jumbo",
            title=room.rules.title,
            players=[one.name for one in room.seats],
            bots=[one.who is None for one in room.seats],
            seat=seat,
            winner=result.winner,
            scores=result.scores,
        )
