"""Actions and events as JSON, in the notation."""

import json

import pytest

from tilerummy.engine.actions import ClaimRedeal, Draw, Leave, Pass, Play, TimeOut
from tilerummy.engine.codec import ACTIONS, EVENTS, CodecError
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import rulebook
from tilerummy.rules.melds import parse_melds


def test_a_played_event_is_written_in_the_notation():
    now = Round.from_hands(
        rulebook("jumbo"), ["k7 r1", "b1"], table="k4 k5 k6", pool="r9", opened=[0]
    ).apply(Play.parse("k4 k5 k6 k7"))
    assert json.loads(EVENTS.encode(now.events[-1])) == {
        "type": "played",
        "seat": 0,
        "laid": "k7",
        "table": "k4 k5 k6 k7",
        "opening": None,
        "points": 0,
    }


def test_every_event_of_a_round_comes_back():
    rules = rulebook("ravensburger-travel-de")
    now = Round.from_hands(rules, ["b3 b3 r8 r8 y10 y10", "k1", "k2"], pool="k3 k5", seed=8).apply(
        ClaimRedeal(0)
    )
    for action in (Draw(), TimeOut(), Leave(0), Leave(1)):
        now = now.apply(action)
    assert now.over
    for seat in (0, None):
        for event in (*now.events, *now.view(seat).events):
            assert EVENTS.decode(EVENTS.encode(event)) == event


@pytest.mark.parametrize(
    "action",
    [
        Play.parse("k4 k5 k6 | r5 * * =group / r5 * *"),
        Draw(),
        Pass(),
        ClaimRedeal(2),
        TimeOut(parse_melds("k4 k5 | k6")),
        TimeOut(),
        Leave(1),
    ],
    ids=str,
)
def test_every_action_comes_back(action):
    assert ACTIONS.decode(ACTIONS.encode(action)) == action


@pytest.mark.parametrize(
    "data",
    [
        "no json",
        "[]",
        "{}",
        '{"type": "jump"}',
        '{"type": "leave"}',
        '{"type": "leave", "seat": "one"}',
        '{"type": "play", "table": "k4 k99"}',
        '{"type": "play", "table": 7}',
        '{"type": "draw", "tile": "k4"}',
    ],
)
def test_anything_else_is_refused(data):
    with pytest.raises(CodecError):
        ACTIONS.decode(data)
