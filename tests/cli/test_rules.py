"""`tilerummy rules`: list, show, diff."""

from rich.console import Console

from tests.cli.running import run
from tilerummy.rules.library import RULEBOOK_IDS, fields, rulebook


def test_bare_rules_lists_every_rulebook():
    said = run("rules")
    assert said.code == 0
    for book in RULEBOOK_IDS:
        assert book in said.out
    assert run("rules", "list").out == said.out


def test_the_list_as_json():
    data = run("rules", "--json").data
    assert [book["id"] for book in data] == list(RULEBOOK_IDS)
    assert data[3]["tiles"] == 112
    assert data[10]["players"] == [2, 6]
    assert run("rules", "list", "--json").data == data


def test_show_prints_every_field_with_its_source():
    said = run("rules", "show", "piatnik-travel")
    assert said.code == 0
    for field, _ in fields(rulebook("piatnik-travel")):
        assert f" {field} " in said.out
    assert "DE, Spielablauf" in said.out


def test_show_as_json_is_the_whole_rulebook():
    data = run("rules", "show", "twist", "--json").data
    assert data["id"] == "twist"
    assert data["tiles"]["jokers"] == {"normal": 2, "double": 2, "colour_change": 2, "mirror": 2}
    assert data["sources"]["opening.points"] == "DE, Spielverlauf"


def test_show_with_house_rules_says_so():
    data = run("rules", "show", "twist", "--json", "--house", "opening.points=50").data
    assert data["opening"]["points"] == 50
    assert data["sources"]["opening.points"] == "house rule"


def test_diff_shows_where_two_rulebooks_differ():
    said = run("rules", "diff", "lets-play-rummy-de", "lets-play-rummy-it")
    assert said.code == 0
    assert "draw.then_open" in said.out
    assert "opening.points" not in said.out


def test_diff_as_json():
    data = run("rules", "diff", "lets-play-rummy-de", "lets-play-rummy-it", "--json").data
    assert data == {
        "one": "lets-play-rummy-de",
        "other": "lets-play-rummy-it",
        "differences": [
            {"field": "draw.then_open", "one": False, "other": True},
            {"field": "jokers.reuse", "one": "anywhere", "other": "other-meld"},
            {"field": "pool.layout", "one": "stacks", "other": "one-deck"},
        ],
    }


def test_diff_of_two_editions_that_play_the_same():
    said = run("rules", "diff", "lets-play-rummy-de", "lets-play-rummy-nl")
    assert "play the same game" in said.out


def test_a_file_of_ones_own_can_be_shown_and_compared(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "jumbo"\nid = "mine"\n[opening]\npoints = 50\n')
    assert run("rules", "show", str(mine), "--json").data["opening"]["points"] == 50
    differences = run("rules", "diff", "jumbo", str(mine), "--json").data["differences"]
    assert differences == [{"field": "opening.points", "one": 30, "other": 50}]


def listed(monkeypatch, columns: int) -> dict[str, str]:
    """The lines of the list by rulebook, in a terminal of that width."""
    monkeypatch.setattr("tilerummy.cli.rules.console", lambda: Console(width=columns))
    lines = [" ".join(line.split()) for line in run("rules").out.splitlines()]
    return {line.split()[0]: line for line in lines if line}


def test_the_list_says_what_sets_a_rulebook_apart(monkeypatch):
    lines = listed(monkeypatch, 94)
    assert lines["rulebook"] == "rulebook tiles players opening joker time"
    assert lines["jumbo"] == "jumbo 106 2-4 30+ 25 120 s"
    assert lines["twist"] == "twist 112 2-4 30 30/10 60 s"
    assert lines["lets-play-rummy-de"].endswith(" none")


def test_a_wide_terminal_shows_the_titles_too(monkeypatch):
    lines = listed(monkeypatch, 95)
    assert lines["rulebook"] == "rulebook title tiles players opening joker time"
    assert lines["jumbo"] == f"jumbo {rulebook('jumbo').title} 106 2-4 30+ 25 120 s"
