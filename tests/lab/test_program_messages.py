"""What a program is asked, word for word, and what counts as an answer."""

from __future__ import annotations

import json

import msgspec
import pytest

from tilerummy.bots import Dice
from tilerummy.engine.actions import ClaimRedeal, Draw, Pass, Play
from tilerummy.engine.codec import CodecError
from tilerummy.engine.rounds import Round
from tilerummy.lab.program_messages import PROTOCOL, answer_of, question, rules_message
from tilerummy.rules import parse_melds, parse_tiles, rulebook

JUMBO = rulebook("jumbo")


def a_round():
    return Round.from_hands(
        JUMBO,
        [parse_tiles("k4 r9 *"), parse_tiles("b7 b8")],
        pool=parse_tiles("r1 r2 r3"),
        table=parse_melds("k1 k2 k3 | b4 b5 b6"),
        opened=(0, 1),
    )


def asked(now, seat, number=7):
    told = question(now.view(seat), Dice(1), number, 2.5, 0.5)
    return json.loads(msgspec.json.encode(told))


def test_the_whole_question():
    told = asked(a_round(), 0)
    unseen = sorted(told.pop("unseen").split())
    assert len(unseen) == len(JUMBO.deck) - 6 - 3
    assert {"k4", "b7", "r1", "*"} <= set(unseen)
    choices = told.pop("choices")
    assert told.pop("chance") == Dice(1).next() >> 11
    assert told == {
        "type": "act",
        "id": 7,
        "rules": "jumbo",
        "seats": 2,
        "seat": 0,
        "start": 0,
        "turn": 1,
        "phase": "act",
        "table": "k1 k2 k3 | b4 b5 b6",
        "rack": "k4 r9 *",
        "rack_sizes": [3, 2],
        "pool": 3,
        "opened": [0, 1],
        "left": [],
        "passed": [],
        "last_turns": [],
        "events": [
            {"type": "start-chosen", "seat": 0},
            {"type": "dealt", "deal": 0, "racks": ["k4 r9 *", None], "pool": 3},
        ],
        "seconds": 2.5,
        "effort": 0.5,
    }
    by_name = {choice.pop("choice"): choice for choice in choices}
    assert list(by_name) == ["wait", "most-tiles", "without-jokers", "smallest"]
    assert by_name["wait"] == {
        "action": {"type": "draw"},
        "tiles": 0,
        "points": 0,
        "jokers": 0,
        "tiles_left": 4,
        "goes_out": False,
    }
    most = by_name["most-tiles"]
    assert (most["tiles"], most["points"], most["jokers"], most["tiles_left"]) == (2, 4, 1, 1)
    bare = by_name["without-jokers"]
    assert bare["action"] == {
        "type": "play",
        "table": "k1 k2 k3 k4 | b4 b5 b6",
        "opening": None,
    }
    assert (bare["tiles"], bare["jokers"], bare["tiles_left"]) == (1, 0, 2)


def test_going_out_is_one_of_the_choices():
    now = a_round().apply(Draw())
    told = asked(now, 1)
    (out,) = [choice for choice in told["choices"] if choice["choice"] == "whole-rack"]
    assert (out["goes_out"], out["tiles"], out["tiles_left"]) == (True, 2, 0)
    assert told["turn"] == 2


def test_a_program_is_told_what_happened_since_it_acted():
    now = a_round()
    for _ in range(3):
        now = now.apply(Draw())
    kinds = [(event["type"], event["seat"]) for event in asked(now, 1)["events"]]
    assert kinds == [("drew", 1), ("drew", 0), ("pool-emptied", 0)]
    first = [event["type"] for event in asked(a_round().apply(Draw()), 1)["events"]]
    assert first == ["start-chosen", "dealt", "drew"]


def test_the_rulebook_is_told_once():
    told = rules_message(JUMBO)
    assert (PROTOCOL, told["type"], told["id"]) == (1, "rules", "jumbo")
    assert len(told["deck"].split()) == 106
    assert told["opening"] == {"points": 30, "goes_on": True}
    assert set(told) == {
        *("type", "id", "deck", "tiles", "opening", "draw", "jokers", "pool", "scoring"),
    }


@pytest.mark.parametrize(
    ("action", "meant"),
    [
        ({"type": "draw"}, Draw()),
        ({"type": "pass"}, Pass()),
        ({"type": "claim-redeal", "seat": 1}, ClaimRedeal(1)),
        ({"type": "play", "table": "k1 k2 k3"}, Play(parse_melds("k1 k2 k3"))),
    ],
)
def test_what_counts_as_an_answer(action, meant):
    assert answer_of({"action": action}) == meant


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ({}, "an answer has an action"),
        ({"action": "draw"}, "an answer has an action"),
        ({"action": {"type": "leave", "seat": 0}}, "plays, draws, passes or claims a new deal"),
    ],
)
def test_what_is_not_an_answer(answer, sentence):
    with pytest.raises(CodecError, match=sentence):
        answer_of(answer)
