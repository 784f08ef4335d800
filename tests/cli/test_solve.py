"""`tilerummy solve`: the best play drawn, as JSON, and line by line."""

import json

from tests.cli.running import run

PIATNIK = ("--rules", "piatnik-travel", "--table", "k4 k5 k6 | r8 b8 o8", "--rack", "k7 b5 *")


def test_the_table_is_drawn_before_and_after():
    said = run("solve", *PIATNIK)
    assert said.code == 0
    assert said.out.startswith("Table before\n    k4 k5 k6\n    r8 b8 o8\nRack    k7 b5 *\n")
    assert "Table after\n  + k4 k5 k6 k7 *\n    r8 b8 o8\n" in said.out
    assert "1. add k7 * to k4 k5 k6\nLaid    k7 *\n" in said.out
    assert "2 tiles, 7 points, proved best in " in said.out


def test_the_answer_as_json_is_exact():
    data = run("solve", *PIATNIK, "--json").data
    assert data.pop("seconds") > 0
    assert data == {
        "id": None,
        "play": "k4 k5 k6 k7 * | r8 b8 o8",
        "laid": "k7 *",
        "tiles": 2,
        "points": 7,
        "optimal": True,
    }


def test_an_opening_is_named():
    asked = ("--rules", "jumbo", "--table", "k1 k2 k3", "--rack", "r10 b10 y10 k4", "--unopened")
    data = run("solve", *asked, "--json").data
    assert data["opening"] == "r10 b10 y10"
    assert data["tiles"] == 4
    assert "Opening r10 b10 y10, 30 points" in run("solve", *asked).out


def test_nothing_to_lay():
    asked = ("--rules", "jumbo", "--rack", "r1 b2")
    data = run("solve", *asked, "--json").data
    assert (data["play"], data["laid"], data["tiles"], data["optimal"]) == (None, "", 0, True)
    assert "opening" not in data
    assert "Nothing can be laid: draw" in run("solve", *asked).out


def test_nothing_to_open_with():
    data = run("solve", "--rules", "jumbo", "--rack", "r1 r2 r3", "--unopened", "--json").data
    assert (data["play"], data["opening"]) == (None, None)


def test_the_objective_decides():
    asked = ("--rules", "jumbo", "--rack", "r1 r2 r3 r4 k4 b4 b13 y13 k13 r13 r5", "--json")
    tiles = run("solve", *asked).data
    points = run("solve", *asked, "--objective", "points").data
    assert tiles["tiles"] >= points["tiles"]
    assert points["points"] >= tiles["points"]


def test_kept_tiles_stay_on_the_rack():
    data = run("solve", *PIATNIK, "--keep", "*", "--json").data
    assert data["laid"] == "k7"


def test_a_house_rule_lowers_the_threshold():
    asked = ("--rules", "jumbo", "--rack", "r9 b9 k9", "--unopened", "--json")
    assert run("solve", *asked).data["play"] is None
    data = run("solve", *asked, "--house", "opening.points=27").data
    assert (data["tiles"], data["points"]) == (3, 27)


def test_one_position_a_line_one_answer_a_line(tmp_path):
    lines = [
        {"id": "a", "rules": "jumbo", "table": "b4 b5 b6", "rack": "b7 r1", "opened": True},
        {"id": 2, "rack": "r1 r2 r3", "opened": False},
        {"id": "c", "rack": "r1 r2 r3", "objective": "points"},
    ]
    path = tmp_path / "positions.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n\n")
    said = run("solve", "--jsonl", str(path), "--rules", "twist")
    assert said.code == 0
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert [a["id"] for a in answers] == ["a", 2, "c"]
    assert [a["play"] for a in answers] == ["b4 b5 b6 b7", None, "r1 r2 r3"]
    assert "opening" in answers[1]


def test_a_bad_line_gets_an_answer_and_exit_code_2():
    lines = [
        b'{"id": 1, "rack": "r1 r2 q"}',
        b"{",
        b'{"id": 3, "rack": "r1 r2 r3"}',
        b'{"rules": "x"}',
        b'{"id": "\xff", "rack": "r1 r2 r3"}',
        b'{"id": 6, "rack": "r1 r2 r3", "keep": "g9"}',
        b'{"id": 7, "rack": "r1 r2 r3", "opend": false}',
        b'{"id": 8, "rack": "r1 r2 r3", "note": "easy", "best": 3}',
    ]
    said = run("solve", "--jsonl", "-", "--rules", "jumbo", given=b"\n".join(lines))
    assert said.code == 2
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert ["error" in a for a in answers] == [True, True, False, True, True, True, True, False]
    assert [a["id"] for a in answers] == [1, None, 3, None, None, 6, 7, 8]
    assert answers[4]["error"] == "is not UTF-8"
    assert answers[5]["error"] == "keep, g9: not on the rack"
    assert answers[6]["error"] == "'opend' is not a field; perhaps opened"
    assert "standard input, line 1: at position 7: expected a tile" in said.err
    assert said.err.endswith("(and 5 more)\n")


def test_an_opening_of_no_melds_is_still_text():
    """Where the threshold is 0 a player opens by adding to the table."""
    asked = ("--rules", "jumbo", "--house", "opening.points=0", "--unopened")
    data = run("solve", *asked, "--table", "k1 k2 k3", "--rack", "k4", "--json").data
    assert (data["play"], data["opening"]) == ("k1 k2 k3 k4", "")


def test_a_bounded_turn_and_the_simplest_play():
    asked = ("solve", "--rules", "jumbo", "--table", "r3 r4 r5 r6", "--rack", "b6 y6 k9", "--json")
    assert run(*asked, "--moved", "3").data["moved"] == 3
    assert run(*asked, "--moved", "2").data["play"] is None
    assert run(*asked, "--touched", "0").data["play"] is None
    simple = run(*asked, "--simplest", "1").data
    assert (simple["tiles"], simple["moved"], simple["optimal"]) == (2, 3, True)
    assert run(*asked, "--simplest", "1", "--moved", "9").code == 2
    assert run(*asked, "--moved", "-1").code == 2
