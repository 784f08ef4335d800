"""`tilerummy check`: every kind of case, what differs, and files that cannot be read."""

import json
from pathlib import Path

import pytest

from tests.cli.running import run


@pytest.fixture
def checked(tmp_path):
    """Check some cases, given as dictionaries or lines."""

    def check(*cases, options=()):
        path = tmp_path / "cases.jsonl"
        lines = [case if isinstance(case, str) else json.dumps(case) for case in cases]
        path.write_text("\n".join(lines) + "\n", "utf-8")
        return run("check", str(path), *options)

    return check


MELD = {"id": "m", "rules": "jumbo", "kind": "meld", "meld": "r1 r2 *", "expect": "legal"}
TURN = {
    "id": "t",
    "rules": "jumbo",
    "kind": "turn",
    "opened": True,
    "before": "b3 r3 *",
    "rack": "y3 b1",
    "after": "b3 r3 y3",
    "left": "b1 *",
    "expect": "illegal",
    "because": "TABLE_TILE_TAKEN",
}


def test_all_as_expected(checked):
    said = checked(MELD, "", "# a comment", TURN)
    assert said.code == 0
    assert said.out == "2 cases, all as expected.\n"


def test_what_differs_is_printed_and_the_exit_code_is_1(checked):
    said = checked(MELD, {**MELD, "id": "odd", "value": 7}, TURN)
    assert said.code == 1
    assert "odd" in said.out
    assert "expected a value of 7, found 6" in said.out
    assert "cases.jsonl:2" in said.out
    assert said.out.endswith("1 of 3 cases differ.\n")


def test_differences_as_json(checked):
    said = checked(MELD, {**MELD, "id": "odd", "expect": "illegal"}, options=["--json"])
    assert said.code == 1
    assert said.data["cases"] == 2
    (odd,) = said.data["differ"]
    assert (odd["id"], odd["line"]) == ("odd", 2)
    assert odd["differences"] == ["expected illegal, found legal"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "line 2: "),
        ('{"kind": "meld", "rules": "jumbo"}', "meld"),
        ('{"kind": "song", "rules": "jumbo"}', "song"),
        ('{"rules": "jumbo"}', "kind"),
        ({**MELD, "rules": "chess"}, "rulebook 'chess': is unknown"),
        ({**MELD, "meld": "r1 r2 q"}, "at position 7: expected a tile"),
        ({**MELD, "expect": "perhaps"}, "'perhaps'"),
        ({**MELD, "options": {"jokers": {"flying": True}}}, "'jokers.flying' names no field"),
        ({**MELD, "options": {"penalty": 3}}, "names several fields: "),
        ({**MELD, "options": {"opening.points": -1}}, "a whole number from 0 to 200"),
        ({"kind": "redeal", "rules": "jumbo", "rack": "", "expect": "maybe"}, "maybe"),
        (
            {
                "kind": "round-score",
                "rules": "jumbo",
                "racks": {"A": ""},
                "start": "B",
                "scores": {},
            },
            "'B' has no rack",
        ),
        (
            {"kind": "round-score", "rules": "jumbo", "racks": {}, "scores": {}},
            "at least two racks",
        ),
        ({"kind": "tiles", "rules": "jumbo", "pool": {"x": 3}}, "Expected `int`"),
    ],
)
def test_a_bad_line_is_refused_with_file_line_and_reason(checked, line, reason):
    said = checked(MELD, line)
    assert said.code == 2
    assert said.out == ""
    assert "cases.jsonl, line 2: " in said.err
    assert reason in said.err


def test_cases_from_standard_input():
    assert run("check", "-", given=json.dumps(MELD).encode()).out == "1 case, all as expected.\n"


def test_lines_may_end_as_on_other_systems(tmp_path):
    path = tmp_path / "cases.jsonl"
    path.write_bytes(b"\r\n".join([json.dumps(MELD).encode()] * 2))
    assert run("check", str(path)).out == "2 cases, all as expected.\n"


@pytest.mark.parametrize("command", [("check",), ("replay",), ("verify",)])
def test_input_that_is_not_utf_8_is_one_sentence(command, tmp_path):
    path = tmp_path / "odd"
    path.write_bytes(b"\xff\n")
    said = run(*command, str(path))
    assert (said.code, said.err) == (2, f"tilerummy: {path}: is not UTF-8\n")
    said = run(*command, "-", given=b"\xff\n")
    assert (said.code, said.err) == (2, "tilerummy: standard input: is not UTF-8\n")


SHORT = (Path(__file__).parent / "short_cases.jsonl").read_text("utf-8").splitlines()


@pytest.mark.parametrize("case", SHORT)
def test_what_a_case_leaves_out_is_not_compared(checked, case):
    assert checked(case).out == "1 case, all as expected.\n"


@pytest.mark.parametrize(
    ("case", "difference"),
    [
        ({**TURN, "because": "NOTHING_LAID"}, "because of NOTHING_LAID, found TABLE_TILE_TAKEN"),
        ({**TURN, "expect": "legal", "because": None}, "expected legal, found: TABLE_TILE_TAKEN"),
        (
            {"kind": "match-score", "rules": "jumbo", "rounds": [{"A": 5, "B": -4}]},
            "round 1 adds up to 1, not to 0",
        ),
        (
            {"kind": "tiles", "rules": "jumbo", "copies": 3, "deal": 13},
            "expected copies 3, found 2",
        ),
        (
            {"kind": "timeout", "rules": "jumbo", "policy": "unrestorable_to_pool"},
            "expected policy unrestorable_to_pool, found none",
        ),
        (
            {
                "kind": "timeout",
                "rules": "twist",
                "policy": "unrestorable_to_pool",
                "penalty": "3 + more",
            },
            "expected penalty",
        ),
        (
            {
                "kind": "unfinished-turn",
                "rules": "jumbo",
                "before": "b3 r3 *",
                "rack": "k3 k9",
                "after": "b3 r3 k3",
                "left": "",
                "jokers_still_to_place": 1,
                "expect": "legal",
            },
            "not on the table or on the rack: k9 *",
        ),
    ],
)
def test_every_kind_of_case_can_differ(checked, case, difference):
    said = checked(case)
    assert said.code == 1
    assert difference in said.out
