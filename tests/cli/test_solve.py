"""`tilerummy solve`: the best play drawn, as JSON, and line by line."""

import json
import sys

import pytest

from tests.cli.running import run
from tilerummy.cli import positions
from tilerummy.rules import TilerummyError
from tilerummy.solver import NODES

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
        "steps": [
            {
                "kind": "add",
                "sentence": "add k7 * to k4 k5 k6",
                "laid": "k7 *",
                "moved": "",
                "taken": "",
                "source": "k4 k5 k6",
                "target": "k4 k5 k6 k7 *",
            }
        ],
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
        b'{"id": 8, "rack": "r1 r2 r3", "note": "easy"}',
        b'{"id": 9, "rack": "r1 r2 r3", "moved": 1, "best": 3}',
        b'{"id": 10, "rack": "r1 r2 r3", "house": {"opening.points": -1}}',
    ]
    said = run("solve", "--jsonl", "-", "--rules", "jumbo", given=b"\n".join(lines))
    assert said.code == 2
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert ["error" in a for a in answers] == [number != 3 for number in range(1, 11)]
    assert [a["id"] for a in answers] == [1, None, 3, None, None, 6, 7, 8, 9, 10]
    assert answers[4]["error"] == "is not UTF-8"
    assert answers[5]["error"] == "cannot keep g9: not on the rack"
    assert answers[6]["error"] == "'opend' is not a field; perhaps opened"
    assert answers[7]["error"].startswith("'note' is not a field; there are id, rules, house, ")
    assert answers[8]["error"] == "best cannot be combined with moved"
    fields = ["rack", None, None, "rules", None, "keep", "opend", "note", "best"]
    assert [a.get("field") for a in answers] == [*fields, "house.opening.points"]
    assert "standard input, line 1: at position 7: expected a tile" in said.err
    assert said.err.endswith("(and 8 more)\n")


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ('{"moved": "two"}', "moved"),
        ('{"weights": {"r1": "much"}}', "weights"),
        ('{"rack": ["r1"]}', "rack"),
        ('{"objective": "fun"}', "objective"),
    ],
)
def test_a_field_of_another_type_is_named_and_other_lines_are_not_counted(line, field):
    lines = ['{"id": 1, "rack": "r1"}', "", line, "  ", '{"id": 2, "rack": "r2"}']
    said = run("solve", "--jsonl", "-", "--rules", "jumbo", given="\n".join(lines).encode())
    assert said.code == 2
    first, wrong, last = (json.loads(line) for line in said.out.splitlines())
    assert (first["id"], wrong["id"], wrong["field"], last["id"]) == (1, None, field, 2)
    assert said.err.startswith("tilerummy: standard input, line 3: ")
    assert "more)" not in said.err


def test_each_answer_is_written_before_the_next_line_is_read(monkeypatch):
    done = []
    monkeypatch.setattr(positions, "read_lines", lambda _: iter([b'{"rack": "r1"}', b"{", b""]))
    monkeypatch.setattr(positions, "print_json", lambda answer: done.append("answer"))
    monkeypatch.setattr(sys.stdout, "flush", lambda: done.append("written"))
    with pytest.raises(TilerummyError):
        positions.solve_lines("-", "jumbo", (), "tiles")
    assert done == ["answer", "written"] * 2


@pytest.mark.parametrize(
    "options",
    [
        *(("--table", "r1 r2 r3"), ("--rack", "r1"), ("--unopened",), ("--keep", "r1")),
        *(("--weights", "r1=2"), ("--moved", "1"), ("--touched", "0"), ("--simplest", "1")),
        ("--best", "1"),
    ],
)
def test_what_belongs_in_each_line_is_not_an_option_beside_a_file(options):
    said = run("solve", "--jsonl", "-", "--rules", "jumbo", *options, given=b'{"rack": "r1"}')
    assert (said.code, said.out) == (2, "")
    assert said.err.endswith("and --best belong in each line\n")


def test_objective_and_nodes_of_the_command_hold_for_all_lines(monkeypatch):
    asked = []
    plays = positions.plays_for

    def noted(question, position, objective, nodes):
        asked.append((objective, nodes))
        return plays(question, position, objective, nodes=nodes)

    monkeypatch.setattr(positions, "plays_for", noted)
    lines = ("solve", "--jsonl", "-", "--rules", "jumbo")
    for more in ((), ("--objective", "points", "--nodes", "7")):
        assert run(*lines, *more, given=b'{"rack": "r1"}').code == 0
    assert asked == [("tiles", NODES), ("points", 7)]


def test_moves_are_told_where_they_are_bounded_and_there_is_a_play():
    asked = ("solve", "--rules", "jumbo", "--table", "r3 r4 r5", "--json")
    for bound in ("--moved", "--touched", "--simplest"):
        assert run(*asked, "--rack", "r6", bound, "1").data["moved"] == 1
        assert "moved" not in run(*asked, "--rack", "b6", bound, "1").data
    assert "moved" not in run(*asked, "--rack", "r6").data


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


def test_several_plays_come_best_first_and_differ():
    asked = ("solve", "--rules", "jumbo", "--table", "b4 b5 b6", "--rack", "b3 b7 b8")
    data = run(*asked, "--best", "3", "--json").data
    assert [play["laid"] for play in data["plays"]] == ["b3 b7 b8", "b7 b8", "b3 b7"]
    assert (data["play"], data["complete"]) == (data["plays"][0]["play"], True)
    assert data["plays"][1]["steps"][0]["sentence"] == "add b7 b8 to b4 b5 b6"
    assert len(run(*asked, "--best", "99", "--json").data["plays"]) == 5
    said = run(*asked, "--best", "2").out
    assert said.startswith("1. b3 b7 b8 (3 tiles, 18 points)\n  + b3 b4 b5 b6 b7 b8\n2. b7 b8 ")
    short = run(*asked, "--best", "99", "--nodes", "0", "--json").data
    assert short["complete"] is False
    assert "better plays may be missing" in run(*asked, "--best", "99", "--nodes", "0").out
    assert run(*asked, "--best", "2", "--moved", "3").code == 2
    assert (
        "Nothing can be laid" in run("solve", "--rules", "jumbo", "--rack", "r1", "--best", "2").out
    )


def test_weights_say_what_a_tile_is_worth(tmp_path):
    asked = ("solve", "--rules", "jumbo", "--rack", "r1 r2 r3 r13 b13 k13", "--json")
    assert run(*asked, "--weights", "r13=5", "b13=5", "k13=5", "r1=-1").data["tiles"] == 3
    assert run(*asked, "--weights", "r13").code == 2
    assert "at position 1: expected a tile" in run(*asked, "--weights", "q=1").err
    assert run(*asked, "--weights", "r13=1", "--objective", "tiles").code == 2
    path = tmp_path / "positions.jsonl"
    path.write_text('{"rack": "r1 r2 r3 r4", "weights": {"r1": -5, "r2": 1, "r3": 1, "r4": 1}}\n')
    said = run("solve", "--jsonl", str(path), "--rules", "jumbo")
    assert json.loads(said.out)["laid"] == "r2 r3 r4"


def test_a_tile_that_cannot_be_kept_is_named_with_its_option():
    said = run("solve", *PIATNIK, "--keep", "r9")
    assert (said.code, said.err) == (2, "tilerummy: --keep, cannot keep r9: not on the rack\n")
