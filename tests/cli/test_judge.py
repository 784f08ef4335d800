"""`tilerummy judge`: the answer, its JSON and its exit code."""

from tests.cli.running import run


def test_a_legal_play():
    said = run(
        *("judge", "--rules", "piatnik-travel", "--table", "k4 k5 k6 | r8 b8 o8"),
        *("--rack", "k7 b5 *", "--after", "k4 k5 k6 k7 | r8 b8 o8"),
    )
    assert said.code == 0
    assert "Legal." in said.out
    assert "  + k4 k5 k6 k7\n" in said.out
    assert "    r8 b8 o8\n" in said.out


def test_a_legal_play_as_json():
    said = run(
        *("judge", "--rules", "jumbo", "--table", "b4 b5 b6", "--rack", "b7"),
        *("--after", "b4 b5 b6 b7", "--json"),
    )
    assert said.out == '{"legal":true,"violations":[],"opening_points":0}\n'
    assert said.code == 0


def test_an_illegal_play_as_json():
    said = run(
        *("judge", "--rules", "twist", "--table", "b4 b5 b6", "--rack", "r9 b9 k9 b7"),
        *("--after", "b4 b5 b6 b7 | r9 b9 k9", "--opening", "r9 b9 k9", "--unopened", "--json"),
    )
    assert said.code == 1
    assert said.data["legal"] is False
    assert said.data["opening_points"] == 27
    assert [v["code"] for v in said.data["violations"]] == [
        "OPENING_TOO_LOW",
        "OPENING_TOUCHES_TABLE",
    ]
    assert said.data["violations"][0] == {
        "code": "OPENING_TOO_LOW",
        "message": "the opening melds are worth 27 points; 30 are needed",
        "clause": "twist, DE, Spielverlauf",
        "tiles": "r9 b9 k9",
    }


def test_an_illegal_play_in_words():
    said = run(
        *("judge", "--rules", "jumbo", "--unopened"),
        *("--rack", "r9 b9 k9", "--after", "r9 b9 k9"),
    )
    assert said.code == 1
    assert "Opening 27 of 30 points" in said.out
    assert "OPENING_TOO_LOW: the opening melds are worth 27 points; 30 are needed" in said.out


def test_house_rules_count():
    said = run(
        *("judge", "--rules", "jumbo", "--unopened", "--rack", "r9 b9 k9", "--after", "r9 b9 k9"),
        *("--house", "opening.points=25", "--house", "jokers.reuse=new-meld", "--json"),
    )
    assert (said.code, said.data["legal"], said.data["opening_points"]) == (0, True, 27)


def test_rules_may_be_a_file(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "jumbo"\nid = "mine"\n[opening]\npoints = 27\n')
    said = run(
        *("judge", "--rules", str(mine), "--unopened", "--rack", "r9 b9 k9"),
        *("--after", "r9 b9 k9"),
    )
    assert said.code == 0


def test_an_empty_table_and_rack_need_not_be_given():
    said = run("judge", "--rules", "jumbo", "--after", "", "--json")
    assert [v["code"] for v in said.data["violations"]] == ["NOTHING_LAID"]


def test_an_opening_that_was_rebuilt_has_to_be_named():
    rebuilt = (
        *("judge", "--rules", "jumbo", "--unopened", "--table", "k4 b4 y4"),
        *("--rack", "r4 r5 r6 r7 r8", "--after", "k4 b4 y4 r4 | r5 r6 r7 r8", "--json"),
    )
    unnamed = run(*rebuilt).data
    assert [violation["code"] for violation in unnamed["violations"]] == ["OPENING_TOO_LOW"]
    assert run(*rebuilt, "--opening", "r4 r5 r6 r7 r8").data["legal"]
