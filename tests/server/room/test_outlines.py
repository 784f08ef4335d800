"""A room from outside: in a room with a delay strangers know it as late as spectators do."""

import msgspec

from tests.server.room.test_requests import ended
from tests.server.rooms import ANN, BEN, CLEO, after, ask, dealt, lobby
from tilerummy.server.live.summaries import index_of, indexed_summary, summary_of
from tilerummy.server.room import log
from tilerummy.server.room.commands import Ready, Sit, Stand, Start

DELAY = 60
LATER = DELAY * 1000


def match():
    """A match of one round in a room with a delay: dealt at 1 s, over at 8 s."""
    return ended(dealt(lobby(ANN, BEN, "dan", seats=3, rounds=1, delay=DELAY)))


def phase(room, who, now):
    return summary_of(room, who, now).phase


def test_strangers_see_each_phase_when_the_delay_is_over():
    over = match()
    assert phase(over, ANN, 8_000) == "over"
    told = [phase(over, CLEO, now + LATER) for now in (0, 999, 1_000, 7_999, 8_000)]
    assert told == ["lobby", "lobby", "playing", "playing", "over"]


def test_a_rematch_and_who_leaves_do_not_run_ahead():
    again = after(match(), log.Restarted(at=9_000, seat=0), log.Freed(at=9_500, seat=1))
    assert phase(again, CLEO, 8_500 + LATER) == "over"
    assert summary_of(again, CLEO, 9_400 + LATER).players == ["Ann", "Ben", "Dan"]
    assert summary_of(again, CLEO, 9_500 + LATER).players == ["Ann", "Dan"]


def test_the_list_of_rooms_is_as_late():
    over = match()
    line = index_of(over, 8_000)
    assert line.open
    assert line.changed <= 1_000
    assert indexed_summary(line.summary, 8_000).phase == "lobby"
    assert indexed_summary(line.summary, 1_000 + LATER).phase == "playing"
    assert indexed_summary(line.summary, 8_000 + LATER) is None


def test_a_room_without_a_delay_is_shown_as_it_is():
    over = ended(dealt(lobby(ANN, BEN, "dan", seats=3, rounds=1)))
    assert phase(over, CLEO, 8_000) == "over"
    assert not over.outlines
    assert not index_of(over, 8_000).open


def test_lines_of_earlier_versions_are_read():
    room = dealt(lobby(ANN, BEN))
    plain = msgspec.json.encode(summary_of(room, CLEO, 1_000)).decode()
    assert indexed_summary(plain, 1_000).phase == "playing"


def test_only_as_many_outlines_are_kept_as_somebody_is_shown():
    room = match()
    for number in range(50):
        at = 10_000 + number * LATER
        room = after(room, log.Restarted(at=at, seat=0), log.Dealt(at=at + 1, seed="8"))
        room = ended(room)
    assert len(room.outlines) <= 8


def test_refusals_do_not_tell_a_late_spectator_what_phase_it_is():
    playing = dealt(lobby(ANN, BEN, "dan", seats=3, rounds=1, delay=DELAY))
    over = match()
    again = after(over, log.Restarted(at=9_000, seat=0), log.Freed(at=9_000, seat=1))
    for request in (
        Sit(id=1, seat=1, name="Cleo"),
        Sit(id=1, seat=5, name="Cleo"),
        Stand(id=1),
        Ready(id=1),
        Start(id=1),
    ):
        told = {str(ask(room, CLEO, request, now=9_500)) for room in (playing, over, again)}
        assert len(told) == 1, request


def test_a_late_spectator_sits_down_once_the_next_lobby_is_shown():
    again = after(match(), log.Restarted(at=9_000, seat=0), log.Freed(at=9_000, seat=1))
    request = Sit(id=1, seat=1, name="Cleo")
    assert ask(again, CLEO, request, now=9_000 + LATER - 1) == ["NOT_NOW"]
    assert isinstance(ask(again, CLEO, request, now=9_000 + LATER), log.Sat)
