"""Three pairs online: who is offered a new deal, until when, and what nobody else learns."""

import msgspec
import pytest

from tests.server.rooms import ANN, BEN, after, ask, dealt, lobby
from tilerummy.engine.actions import ClaimRedeal, Draw
from tilerummy.server.room import commands, log
from tilerummy.server.room.deadlines import REDEAL_WAIT, Watch, next_due
from tilerummy.server.room.perspective import perspective
from tilerummy.server.room.projection import Present, event_for, turn_state, welcome

GERMAN = "ravensburger-travel-de"
HERE = Watch(people={ANN, BEN}, gone={}, since=0, takeover_after=30_000)
PRESENT = Present(frozenset({ANN, BEN}))


def room_with_pairs(*, first: bool, at: int = 1_000):
    """A room of two in which one holds three pairs, and its seat; `first`: that seat begins."""
    for seed in range(2_000):
        room = dealt(lobby(ANN, BEN, rulebook=GERMAN), seed=str(seed), at=at)
        claims = [seat for seat in (0, 1) if room.round.view(seat).may_claim_redeal]
        if len(claims) == 1 and (claims[0] == room.round.turn) is first:
            return room, claims[0]
    raise AssertionError("no such deal")


def who(seat):
    return (ANN, BEN)[seat]


def turn(room, seat):
    return turn_state(perspective(room, "nobody" if seat is None else who(seat)), 0)


def claim(room):
    return commands.ClaimRedeal(id=1, seen=room.number)


def test_the_holder_is_offered_a_new_deal_and_nobody_else():
    room, holder = room_with_pairs(first=False)
    assert "redeal" in turn(room, holder).may
    assert "redeal" not in turn(room, 1 - holder).may
    assert "redeal" not in turn(room, None).may


def test_it_is_still_offered_after_another_player_drew():
    room, holder = room_with_pairs(first=False)
    room = after(room, log.Acted(at=2_000, action=Draw()))
    assert turn(room, holder).may == ["play", "draw", "redeal"]
    told = event_for(room, log.Acted(at=2_000, action=Draw()), room, who(holder), PRESENT, 0)
    assert "redeal" in told.turn.may
    assert isinstance(ask(room, who(holder), claim(room)).action, ClaimRedeal)


def test_a_claim_on_its_way_while_another_player_draws_counts():
    room, holder = room_with_pairs(first=False)
    sent = claim(room)
    drawn = after(room, log.Acted(at=2_000, action=Draw()))
    assert isinstance(ask(drawn, who(holder), sent).action, ClaimRedeal)


def test_a_claim_for_an_earlier_deal_is_stale():
    room, holder = room_with_pairs(first=False)
    sent = claim(room)
    again = after(room, log.Acted(at=2_000, action=ClaimRedeal(holder)))
    assert ask(again, who(holder), sent) == ["STALE"]


def test_it_lapses_with_one_s_own_first_turn():
    room, holder = room_with_pairs(first=True)
    room = after(room, log.Acted(at=2_000, action=Draw()))
    assert turn(room, holder).may == []
    assert ask(room, who(holder), claim(room)) == ["NO_REDEAL"]


def test_a_claim_deals_again_from_the_start_player():
    room, holder = room_with_pairs(first=False)
    start = room.round.start
    room = after(
        room, log.Acted(at=2_000, action=Draw()), log.Acted(at=3_000, action=ClaimRedeal(holder))
    )
    assert room.round.turn == start
    assert (room.dealt_at, room.deal, room.turn) == (3_000, room.number, room.number)


@pytest.mark.parametrize("pace", ["calm", "normal", "fast"])
def test_bots_wait_eight_seconds_after_the_deal_whoever_holds_what(pace):
    waits = set()
    for seed in range(60):
        room = after(
            lobby(ANN, rulebook=GERMAN, pace=pace), log.BotSat(at=0, seat=1, level="greedy")
        )
        room = dealt(room, seed=str(seed), at=1_000)
        if room.round.turn == 0:
            room = after(room, log.Acted(at=2_000, action=Draw()))
        due = next_due(room, HERE, 2_000)
        assert due is not None and due.what == "bot"
        waits.add(due.at)
    assert waits == {1_000 + REDEAL_WAIT}


def test_they_wait_again_after_a_redeal():
    room = after(lobby(ANN, rulebook=GERMAN), log.BotSat(at=0, seat=1, level="greedy"))
    for seed in range(2_000):
        begun = dealt(room, seed=str(seed))
        if begun.round.turn == 1 and begun.round.view(0).may_claim_redeal:
            break
    again = after(begun, log.Acted(at=5_000, action=ClaimRedeal(0)))
    assert next_due(again, HERE, 5_000).at == 5_000 + REDEAL_WAIT


def test_elsewhere_bots_do_not_wait():
    room = after(lobby(ANN, rulebook="jumbo"), log.BotSat(at=0, seat=1, level="greedy"))
    room = dealt(room, at=1_000)
    if room.round.turn == 0:
        room = after(room, log.Acted(at=1_500, action=Draw()))
    assert next_due(room, HERE, 2_000).at < 1_000 + REDEAL_WAIT


def test_what_the_others_are_told_does_not_depend_on_who_could_claim():
    room, holder = room_with_pairs(first=False)
    said = msgspec.json.encode(welcome(room, who(1 - holder), PRESENT, 0, None))
    assert b"redeal" not in said
    drawn = after(room, log.Acted(at=2_000, action=Draw()))
    told = event_for(room, log.Acted(at=2_000, action=Draw()), drawn, who(1 - holder), PRESENT, 0)
    assert b"redeal" not in msgspec.json.encode(told)
