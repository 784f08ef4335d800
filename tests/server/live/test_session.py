"""One connection's conversation: what is answered to one person alone."""

import json

import pytest

from tests.server.rooms import ANN, BEN, CLEO, after, dealt, lobby
from tests.server.test_twins import answers, frame
from tests.server.twins import Side
from tilerummy.engine.actions import Draw
from tilerummy.rules.melds import parse_melds
from tilerummy.server.live import session
from tilerummy.server.room import log
from tilerummy.server.room.drafts import Draft
from tilerummy.server.wire import messages

HELLO = frame({"type": "hello"})
NOW, TURN, OLD = [{"type": "draft", "table": [], "seen": seen} for seen in (99, 4, 3)]
NONSENSE = {"type": "draft", "table": ["x"], "seen": 9}


def side(room):
    return Side(room, ())


def playing(**settings):
    """Ann is in turn."""
    room = lobby(ANN, BEN, **settings)
    return next(begun for n in range(99) if (begun := dealt(room, seed=str(n))).round.turn == 0)


async def answer(room, who, message, *, hello=True, draft=None):
    """The last answer that this person gets, in short."""
    said = [HELLO] if hello else []
    heard = await answers(side(room), who, *said, frame(message), draft=draft)
    last = json.loads(heard[-2])
    return last["reasons"][0]["code"] if last["type"] == "refused" else last["type"]


ROOMS = {
    "lobby": lambda: lobby(ANN, BEN),
    "Ann's turn": playing,
    "no hints": lambda: playing(hints=False),
    "Ben's turn": lambda: after(playing(), log.Acted(at=2_000, action=Draw())),
}


@pytest.mark.parametrize(
    ("where", "message", "ann", "ben", "cleo"),
    [
        ("lobby", {"type": "hint"}, "NOT_NOW", "NOT_NOW", "NOT_NOW"),
        ("Ann's turn", {"type": "hint"}, "hint", "NOT_NOW", "NOT_NOW"),
        ("Ben's turn", {"type": "hint"}, "NOT_NOW", "hint", "NOT_NOW"),
        ("no hints", {"type": "hint"}, "NO_HINTS", "NO_HINTS", "NO_HINTS"),
        ("lobby", {"type": "chances"}, "NOT_NOW", "NOT_NOW", "NOT_NOW"),
        ("Ann's turn", {"type": "chances"}, "chances", "NOT_NOW", "NOT_NOW"),
        ("no hints", {"type": "chances"}, "NO_HINTS", "NO_HINTS", "NO_HINTS"),
        ("lobby", NOW, "NOT_NOW", "NOT_NOW", "NOT_SEATED"),
        (
            "Ann's turn",
            NOW,
            "verdict",
            "verdict",
            "NOT_SEATED",
        ),
        (
            "Ann's turn",
            TURN,
            "verdict",
            "verdict",
            "NOT_SEATED",
        ),
        ("Ann's turn", OLD, "STALE", "STALE", "NOT_SEATED"),
        (
            "Ann's turn",
            {"type": "draft", "table": ["x"], "seen": 9},
            "BAD_NOTATION",
            "BAD_NOTATION",
            "NOT_SEATED",
        ),
        ("lobby", {"type": "react", "reaction": "wow"}, "done", "done", "NOT_SEATED"),
        ("lobby", {"type": "ping"}, "pong", "pong", "pong"),
        ("lobby", {"type": "nonsense"}, "BAD_MESSAGE", "BAD_MESSAGE", "BAD_MESSAGE"),
    ],
)
async def test_who_is_answered_what(where, message, ann, ben, cleo):
    room = ROOMS[where]()
    found = [await answer(room, who, message) for who in (ANN, BEN, CLEO)]
    assert found == [ann, ben, cleo]


async def test_nothing_is_answered_before_hello():
    assert await answer(playing(), ANN, {"type": "ping"}, hello=False) == "HELLO_FIRST"


async def test_a_draft_is_given_back_to_its_owner_alone():
    room = playing()
    draft = Draft(room.turn, parse_melds("k4 k5 | r8"))
    for who, rows in ((ANN, ["k4 k5", "r8"]), (BEN, None), (CLEO, None)):
        welcome = json.loads((await answers(side(room), who, HELLO, draft=draft))[0])
        assert welcome["draft"] == rows


async def test_a_draft_of_an_earlier_turn_is_forgotten():
    room = playing()
    old = Draft(room.turn - 1, parse_melds("k4 k5"))
    welcome = json.loads((await answers(side(room), ANN, HELLO, draft=old))[0])
    assert welcome["draft"] is None


async def test_a_verdict_is_on_one_s_own_rack():
    room = playing()
    for who, seat in ((ANN, 0), (BEN, 1)):
        rack = [str(tile) for tile in room.round.view(seat).rack]
        message = {"type": "draft", "table": [" ".join(rack)], "seen": room.number}
        verdict = json.loads((await answers(side(room), who, HELLO, frame(message)))[-2])
        assert verdict["laid"] == len(rack)
        codes = {reason["code"] for reason in verdict["reasons"]}
        assert "TILE_NOT_AVAILABLE" not in codes


async def test_chances_are_told_from_all_that_the_asker_has_seen(monkeypatch):
    views = []

    def found(view):
        views.append(view)
        return messages.Chances(id=0, choices=[])

    monkeypatch.setattr(session, "find_chances", found)
    room = after(playing(), log.Acted(at=2_000, action=Draw()))
    assert await answer(room, BEN, {"type": "chances"}) == "chances"
    assert views == [room.round.view(1)]
    assert views[0].events
