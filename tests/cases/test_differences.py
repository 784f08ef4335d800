"""How a case differs from what the rules say, in exact sentences."""

import json

import pytest

from tilerummy.cases import parse_cases
from tilerummy.cases.case import CaseError, Expectation, Verdict
from tilerummy.cases.continuation import meld_for
from tilerummy.rules.library import rulebook
from tilerummy.rules.notation import parse_tile, parse_tiles

TURN = {"kind": "turn", "before": "b4 b5 b6", "rack": "b7 k1", "after": "b4 b5 b6 b7"}
OPEN = {"kind": "turn", "opened": False, "rack": "r9 b9 k9", "after": "r9 b9 k9"}
DRAWS = {"kind": "draw-then-open", "rack": "r10 b10", "drawn": "k10", "after": "r10 b10 k10"}
FREED = {"kind": "unfinished-turn", "before": "b4 b5 *", "rack": "b6", "after": "b4 b5 b6"}
MELD = {"kind": "meld", "meld": "r5 * *"}
ROUND = {"kind": "round-score", "racks": {"A": "", "B": "k3 k4"}, "out": "A"}
WON = {**ROUND, "scores": {"A": 7, "B": -7}}
MATCH = {"kind": "match-score", "rounds": [{"A": 3, "B": -3}, {"A": 1, "B": -1}]}
TIED = {"kind": "match-score", "rounds": [{"A": 3, "B": -3}, {"A": -3, "B": 3}]}
TILES = {"kind": "tiles"}
TIME = {"kind": "timeout", "rules": "twist"}
LATE = {
    "kind": "late-turn",
    "rules": "ravensburger-travel-de",
    "before": "k4 k5 k6",
    "rack": "k7 b9",
    "pool": "k10 k11 k12 k13",
    "draft": "k4 k5 k6 k7",
}


def differences(case):
    (numbered,) = parse_cases(json.dumps({"rules": "jumbo", **case}), "cases")
    return numbered.differences()


@pytest.mark.parametrize(
    ("case", "told"),
    [
        (TURN, []),
        ({**TURN, "left": "k1"}, []),
        ({**TURN, "expect": "illegal"}, ["expected illegal, found legal"]),
        (
            {**TURN, "left": "k1 b4"},
            ["expected legal, found: TABLE_TILE_TAKEN: b4 cannot be on the rack afterwards"],
        ),
        (
            {**TURN, "left": "k1 r9"},
            ["expected legal, found: TILE_NOT_AVAILABLE: r9 cannot be on the rack afterwards"],
        ),
        ({**TURN, "left": ""}, ["expected legal, found: TILE_NOT_AVAILABLE: k1 is lost"]),
        (
            {**TURN, "after": "b4 b5 b6 b8", "because": "NOTHING_LAID"},
            [
                "expected illegal because of NOTHING_LAID, found INVALID_MELD, TILE_NOT_AVAILABLE",
            ],
        ),
        ({**TURN, "after": "b4 b5 b6 b8", "because": ["INVALID_MELD"]}, []),
        (
            {**TURN, "after": "b4 b5 b6 o8", "because": "NOTHING_LAID"},
            ["expected illegal because of NOTHING_LAID, found o8, but the set of jumbo has none"],
        ),
        ({**TURN, "rack": "b7 o1"}, ["expected legal, found: o1, but the set of jumbo has none"]),
        (
            {**TURN, "before": "b4 b5", "after": "b4 b5 b7"},
            [
                (
                    "expected legal, found: b4 b5 is not a valid meld on the table: "
                    "a meld needs at least three tiles"
                ),
            ],
        ),
        ({**OPEN, "because": "OPENING_TOO_LOW", "value": 27}, []),
        (
            {**OPEN, "because": "OPENING_TOO_LOW", "value": 28},
            ["expected an opening of 28, found 27"],
        ),
        ({**OPEN, "opened": True, "value": 28}, []),
        ({**OPEN, "options": {"opening.points": 27}}, []),
        ({**OPEN, "options": {"opening": {"points": 27}}}, []),
        ({**OPEN, "options": {"opening-points": 27}}, []),
        # Drawing first, then opening.
        ({**DRAWS, "rules": "jumbo", "because": "ALREADY_DRAWN"}, []),
        (
            {**DRAWS, "because": "NOTHING_LAID"},
            ["expected illegal because of NOTHING_LAID, found ALREADY_DRAWN"],
        ),
        ({**DRAWS, "options": {"draw.then_open": True}}, []),
        (
            {
                **DRAWS,
                "options": {"draw.then_open": True},
                "opened": True,
                "because": "ALREADY_DRAWN",
            },
            [],
        ),
        (
            {**DRAWS, "drawn": "o1", "after": "r10 b10 k10"},
            ["expected legal, found: o1, but the set of jumbo has none"],
        ),
        # A freed joker still in the hand.
        (FREED, []),
        ({**FREED, "jokers_still_to_place": 1}, []),
        (
            {**FREED, "jokers_still_to_place": 2},
            ["expected legal, found: not on the table or on the rack: *; 2 jokers may be"],
        ),
        (
            {**FREED, "after": "b5 b6 *", "because": "NOTHING_LAID"},
            ["expected illegal because of NOTHING_LAID, found TABLE_TILE_TAKEN"],
        ),
        ({**FREED, "rack": "b6 k1", "left": "k1"}, []),
        ({**FREED, "rules": "piatnik-travel"}, []),
        # Melds.
        ({**MELD, "value": 18, "reading": "run"}, []),
        ({**MELD, "declared": "group", "value": 15, "reading": "group"}, []),
        ({**MELD, "value": 15}, ["expected a value of 15, found 18"]),
        ({**MELD, "reading": "group"}, ["expected a group, found a run"]),
        ({**MELD, "expect": "illegal", "value": 15}, ["expected illegal, found legal"]),
        (
            {**MELD, "meld": "r5 r7 r8"},
            ["expected legal, found: the numbers in a run must be consecutive"],
        ),
        ({**MELD, "meld": "r5 r7 r8", "because": ["INVALID_MELD", "not-consecutive"]}, []),
        ({**MELD, "meld": "o5 o6 o7", "because": ["INVALID_MELD", "TILE_NOT_AVAILABLE"]}, []),
        # Scores.
        ({**WON, "winner": "A"}, []),
        ({**WON, "racks": {"B": "k3 k4"}}, []),
        ({**WON, "winner": "B"}, ["expected B to win, found A"]),
        ({**WON, "winner": None}, ["expected None to win, found A"]),
        ({**WON, "scores": {"A": 7}}, ["expected None for B, found -7"]),
        ({**WON, "scores": {"A": 7, "B": -7, "C": 0}}, ["expected 0 for C, found None"]),
        ({**ROUND, "out": None, "racks": {"A": "k1", "B": "k9"}, "scores": {"A": 8, "B": -8}}, []),
        (
            {**ROUND, "out": None, "racks": {"A": "k9", "B": "r9"}, "scores": {"A": 0, "B": 0}},
            [],
        ),
        ({**MATCH, "totals": {"A": 4, "B": -4}, "winner": "A"}, []),
        (
            {**MATCH, "totals": {"A": 3, "C": 0}, "winner": "B"},
            [
                "expected a total of 3 for A, found 4",
                "expected a total of None for B, found -4",
                "expected a total of 0 for C, found None",
                "expected B to win, found A",
            ],
        ),
        ({**MATCH, "rounds": [{"A": 3, "B": -2}]}, ["round 1 adds up to 1, not to 0"]),
        ({**MATCH, "winner": None}, ["expected None to win, found A"]),
        ({**TIED, "winner": None}, []),
        ({**TIED, "winner": ["B", "A"]}, []),
        ({**TIED, "winner": ["A"]}, ["expected ['A'] to win, found A and B"]),
        ({**TIED, "winner": "A"}, ["expected A to win, found A and B"]),
        # Boxes.
        ({**TILES, "total": 106, "jokers": 2, "copies": 2, "numbers": 13, "deal": 14}, []),
        ({**TILES, "numbers": [1, 13], "colours": 4, "players": [2, 4]}, []),
        ({**TILES, "colours": "krby"}, []),
        ({**TILES, "colours": ["red", "black", "blue", "yellow"]}, []),
        ({**TILES, "players": 2, "pool": 78}, []),
        ({**TILES, "pool": {"2": 78, "4": 50}}, []),
        ({**TILES, "rules": "twist", "jokers": {"normal": 2, "colour-change": 2, "mirror": 2}}, []),
        ({**TILES, "total": 105}, ["expected total 105, found 106"]),
        ({**TILES, "jokers": 3}, ["expected jokers 3, found 2"]),
        ({**TILES, "jokers": {"red": 3}}, ["expected jokers {'red': 3}, found {'red': None}"]),
        ({**TILES, "copies": 1}, ["expected copies 1, found 2"]),
        ({**TILES, "deal": 13}, ["expected deal 13, found 14"]),
        ({**TILES, "numbers": 12}, ["expected numbers 12, found 13"]),
        ({**TILES, "numbers": [0, 13]}, ["expected numbers [0, 13], found [1, 13]"]),
        ({**TILES, "colours": 5}, ["expected colours 5, found 4"]),
        (
            {**TILES, "colours": "krbo"},
            ["expected colours ['b', 'k', 'o', 'r'], found ['b', 'k', 'r', 'y']"],
        ),
        ({**TILES, "players": [2, 5]}, ["expected players [2, 5], found [2, 4]"]),
        ({**TILES, "players": 3, "pool": 78}, ["expected pool 78, found 64"]),
        ({**TILES, "pool": {"3": 78}}, ["expected pool {3: 78}, found {3: 64}"]),
        # The redeal.
        ({"kind": "redeal", "rack": "k1 k1 r2 r2 b3 b3", "expect": "not available"}, []),
        (
            {"kind": "redeal", "rack": "k1 k1 r2 r2 b3 b3", "expect": "available"},
            ["expected available, found not available"],
        ),
        (
            {
                "kind": "redeal",
                "rules": "ravensburger-travel-de",
                "rack": "k1 k1 r2 r2 b3 b3",
                "expect": "unavailable",
            },
            ["expected unavailable, found available"],
        ),
        # Time.
        ({**TIME, "seconds": 60, "penalty": 1, "obligatory": False, "mandatory": False}, []),
        ({**TIME, "moved": False, "penalty": 1}, []),
        ({**TIME, "options": {"time.penalty": 3}, "penalty": 3}, []),
        ({**TIME, "options": {"time.penalty": 3}, "moved": False, "penalty": 1}, []),
        (
            {
                **TIME,
                "options": {"time.penalty": 3, "time.untouched": "penalty"},
                "moved": False,
                "penalty": 3,
            },
            [],
        ),
        ({**TIME, "seconds": 61}, ["expected seconds 61, found 60"]),
        ({**TIME, "policy": "unrestorable_to_pool", "penalty": 3}, []),
        ({**TIME, "policy": "unrestorable_to_pool", "penalty": "3"}, []),
        (
            {**TIME, "policy": "unrestorable_to_pool", "penalty": "3 + as many more"},
            ["expected penalty (3, True), found (3, False)"],
        ),
        (
            {**TIME, "options": {"time.limit": 0}, "seconds": 60, "penalty": 1, "policy": "x"},
            [
                "expected seconds 60, found 0",
                "expected penalty 1, found 0",
                "expected policy x, found none",
            ],
        ),
        (
            {**TIME, "options": {"time.unrestorable": "none"}, "policy": "unrestorable_to_pool"},
            ["expected policy unrestorable_to_pool, found none"],
        ),
        # Late turns.
        ({**LATE, "after": "k4 k5 k6 k7", "left": "b9", "over": False, "result": "complete"}, []),
        (
            {**LATE, "after": "k4 k5 k6", "left": "", "over": True, "result": "undone"},
            [
                "expected the table k4 k5 k6, found k4 k5 k6 k7",
                "expected the rack empty, found b9",
                "expected the round over, found it going on",
                "expected undone, found complete",
            ],
        ),
        ({**LATE, "after": ""}, ["expected the table empty, found k4 k5 k6 k7"]),
        ({**LATE, "draft": None, "after": "k4 k5 k6", "left": "k7 b9 k10 k11 k12"}, []),
        ({**LATE, "options": {"time.limit": 0}, "after": "k4 k5 k6", "result": "untimed"}, []),
        (
            {**LATE, "options": {"time.limit": 0}, "result": "complete"},
            ["expected complete, found untimed"],
        ),
        (
            {**LATE, "rack": "k7", "left": "k7", "over": False},
            ["expected the rack k7, found empty", "expected the round going on, found it over"],
        ),
        (
            {**LATE, "before": "", "draft": "", "after": "k4 k5 k6"},
            ["expected the table k4 k5 k6, found empty"],
        ),
    ],
)
def test_what_differs(case, told):
    assert differences(case) == told


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ({**TURN, "expect": "maybe"}, "expect is 'maybe', but legal or illegal was expected"),
        ({**TURN, "expect": " "}, "expect is ' ', but legal or illegal was expected"),
        ({**TURN, "options": {"luck": 1}}, "option 'luck' names no field"),
        (
            {**TURN, "options": {"must_lay": True}},
            "option 'must_lay' names several fields: draw.must_lay, pool.must_lay",
        ),
        ({"kind": "redeal", "rack": "", "expect": "yes"}, "expect is 'yes', but available or not"),
        ({**ROUND, "out": "C", "scores": {}}, "'C' has no rack"),
        ({**WON, "start": "C"}, "'C' has no rack"),
        ({**ROUND, "out": None, "racks": {"A": ""}, "scores": {}}, "at least two racks"),
        (
            {**TIME, "policy": "unrestorable_to_pool", "penalty": "many"},
            "penalty is 'many', but a number was expected",
        ),
    ],
)
def test_a_case_that_cannot_be_understood(case, sentence):
    with pytest.raises(CaseError) as caught:
        differences(case)
    assert str(caught.value).startswith("cases, line 1: ")
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("expect", "because", "legal"),
    [
        (None, None, True),
        (None, "INVALID_MELD", False),
        ("legal", None, True),
        ("Valid as always", None, True),
        ("illegal", None, False),
        ("invalid", "INVALID_MELD", False),
    ],
)
def test_the_word_or_a_reason_says_what_is_expected(expect, because, legal):
    assert Expectation(rules="jumbo", expect=expect, because=because).expects_legal is legal


def test_a_verdict_without_codes_is_told_by_its_reasons():
    case = Expectation(rules="jumbo", because="NOTHING_LAID")
    assert case.compare(Verdict(("one", "two"))) == [
        "expected illegal because of NOTHING_LAID, found one; two"
    ]
    coded = Verdict(("one",), frozenset({"B", "A"}))
    assert case.compare(coded) == ["expected illegal because of NOTHING_LAID, found A, B"]


def test_blank_lines_and_comments_are_left_out_and_lines_are_counted():
    line = json.dumps({"rules": "jumbo", "kind": "meld", "meld": "r5 r6 r7"})
    named = json.dumps({"rules": "jumbo", "kind": "meld", "meld": "r5 r6 r7", "id": "run"})
    found = list(parse_cases(f"\n  # a comment\n{line}\n\n{named}\n", "cases"))
    assert [(case.line, case.name) for case in found] == [(3, "line 3"), (5, "run")]


@pytest.mark.parametrize(
    ("joker", "used", "meld"),
    [
        ("*", "", "k1 k2 *"),
        ("*", "k2", "k3 k4 *"),
        ("*", "k1 k3 k5 k7 k9 k11 k13", "r1 r2 *"),
        ("*m", "", "k1 *m k1"),
        ("*m", "k1", "k2 *m k2"),
        ("*2", "k2", "k3 k4 *2"),
        ("*", " ".join(f"{c}{n}" for c in "krby" for n in range(2, 14, 2)), "k1 k2 *"),
    ],
)
def test_a_new_meld_for_a_freed_joker_uses_tiles_that_nobody_has(joker, used, meld):
    found = meld_for(parse_tile(joker), rulebook("twist"), parse_tiles(used))
    assert str(found) == meld
