"""The library: rulebooks by name or file, house rules, and errors that say what is allowed."""

import pickle

import pytest

from tilerummy.rules.errors import RulebookError
from tilerummy.rules.library import (
    RULEBOOK_IDS,
    differences,
    fields,
    house_rules,
    load,
    rulebook,
    with_house_rules,
)


@pytest.fixture
def written(tmp_path):
    """Write a rulebook file and give its path."""

    def write(text):
        path = tmp_path / "mine.toml"
        path.write_text(text, "utf-8")
        return path

    return write


MINE = 'extends = "jumbo"\nid = "mine"\ntitle = "Ours"\n'


@pytest.mark.parametrize("book", RULEBOOK_IDS)
def test_a_shipped_rulebook_is_found_by_its_id(book):
    assert rulebook(book).id == book
    assert repr(rulebook(book)) == f"rulebook('{book}')"
    travelled = pickle.loads(pickle.dumps(rulebook(book)))
    assert travelled == rulebook(book)
    assert (travelled != rulebook(book)) is False


def test_a_file_extends_a_shipped_rulebook_and_says_only_what_differs(written):
    path = written(MINE + "[opening]\npoints = 50\n")
    mine = rulebook(str(path))
    assert mine.id == "mine"
    assert differences(mine, rulebook("jumbo")) == [("opening.points", 50, 30)]
    assert mine == load(path)
    assert mine != rulebook("jumbo")


def test_house_rules_change_single_fields_and_say_so():
    rules = rulebook("jumbo").replace({"opening.points": 25, "jokers.penalty.normal": 30})
    assert rules.opening.points == 25
    assert rules.source("opening.points") == "house rule"
    assert rules.source("deal.tiles") == "jumbo, FR, Règles du jeu"
    assert house_rules(rules) == ("jumbo", {"opening.points": 25, "jokers.penalty.normal": 30})


def test_a_rulebook_without_house_rules_has_none():
    assert house_rules(rulebook("twist")) == ("twist", {})


def test_a_file_of_ones_own_is_told_as_house_rules(written):
    path = written(MINE + "[draw]\nthen_open = true\n")
    assert house_rules(rulebook(path)) == ("jumbo", {"draw.then_open": True})


def test_fields_are_dotted_and_plain():
    found = dict(fields(rulebook("jumbo")))
    assert found["tiles.colours"] == ("black", "red", "blue", "yellow")
    assert found["jokers.penalty.normal"] == 25
    assert "sources" not in found


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        ("opening.points", 500, "500 is not allowed; allowed: a whole number from 0 to 200"),
        ("opening.points", "many", "'many' is not allowed; allowed: a whole number from 0 to 200"),
        ("opening.goes_on", 1, "1 is not allowed; allowed: true or false"),
        (
            "jokers.reuse",
            "nowhere",
            "'nowhere' is not allowed; allowed: anywhere, other-meld, new-meld",
        ),
        ("jokers.mirror_value", "twelve", "'twelve' is not allowed; allowed: middle, zero"),
        ("tiles.copies", 4, "4 is not allowed; allowed: a whole number from 1 to 3"),
        ("match.rounds", 3, "3 is not allowed; allowed: free, players"),
        ("players.most", 7, "7 is not allowed; allowed: a whole number from 2 to 6"),
    ],
)
def test_a_wrong_house_rule_is_refused_with_field_value_and_what_is_allowed(field, value, allowed):
    with pytest.raises(RulebookError) as caught:
        with_house_rules(rulebook("jumbo"), {field: value})
    assert str(caught.value) == f"house rules, {field}: {allowed}"
    assert (caught.value.origin, caught.value.field) == ("house rules", field)


@pytest.mark.parametrize("melds", ["undivided", "frozen"])
def test_mirror_jokers_are_refused_where_joker_melds_are_bound(melds):
    with pytest.raises(
        RulebookError, match=rf"jokers\.melds: '{melds}' cannot be combined with mirror"
    ):
        with_house_rules(rulebook("twist"), {"jokers.melds": melds})


def test_an_unknown_house_rule_is_refused_with_what_was_perhaps_meant():
    with pytest.raises(
        RulebookError, match=r"opening\.point: is not a field; perhaps opening\.points"
    ):
        with_house_rules(rulebook("jumbo"), {"opening.point": 25})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[opening]\npoints = 500\n", "opening.points: 500 is not allowed; allowed: a whole num"),
        ("[opening]\npoint = 5\n", "opening.point: is not a field; allowed: points, goes_on"),
        ("[openings]\npoints = 5\n", "openings: is not a field; allowed: id, title, "),
        ("[pool]\nempty = 'refill'\n", "pool.empty: 'refill' is not allowed; allowed: play-on, la"),
        (
            "[tiles]\ncolours = ['red', 'blue']\n",
            "tiles.colours: ['red', 'blue'] is not allowed; allowed: 4 of black, red, blue",
        ),
        (
            "[tiles]\ncolours = ['red', 'red', 'blue', 'black']\n",
            "tiles.colours: the same colour is listed twice",
        ),
        (
            "[deal]\ntiles = 20\n[players]\nmost = 6\n",
            "deal.tiles: 20 each for 6 players needs 120",
        ),
        ("[players]\nleast = 4\nmost = 3\n", "players.least: 4 is more than players.most"),
        ("[sources]\n'opening.point' = 'us'\n", "sources.opening.point: names no field"),
        ("[opening\n", "is not TOML: "),
    ],
)
def test_a_wrong_file_is_refused_with_file_field_value_and_what_is_allowed(written, text, sentence):
    path = written(MINE + text)
    with pytest.raises(RulebookError) as caught:
        load(path)
    assert str(caught.value).startswith(str(path))
    assert sentence in str(caught.value)


def test_a_file_that_extends_an_unknown_rulebook_is_refused(written):
    path = written('extends = "jumb"\n')
    with pytest.raises(RulebookError, match="extends: 'jumb' is unknown; allowed: ravens"):
        load(path)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(RulebookError, match=r"none\.toml: cannot be read"):
        rulebook(tmp_path / "none.toml")


def test_a_file_without_what_is_needed_is_refused(written):
    path = written('id = "bare"\n')
    with pytest.raises(RulebookError, match="title: is missing"):
        load(path)


def test_an_unknown_id_is_refused_with_those_that_exist():
    with pytest.raises(RulebookError, match="'chess': is unknown; there are ravensburger"):
        rulebook("chess")


def test_two_editions_differ_where_the_booklets_do():
    found = {
        f for f, _, _ in differences(rulebook("lets-play-rummy-de"), rulebook("lets-play-rummy-it"))
    }
    assert found == {"draw.then_open", "jokers.reuse", "pool.layout"}
    same = differences(rulebook("lets-play-rummy-de"), rulebook("lets-play-rummy-nl"))
    assert same == []


OURS = """
extends = "jumbo"
id = "ours"
title = "As we play it"
[opening]
points = 20
[deal]
tiles = 14
[jokers]
reuse = "new-meld"
[sources]
"opening.points" = "as grandma played"
"""


@pytest.fixture
def ours(tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text(OURS)
    return file


def test_what_players_changed_does_not_come_from_a_booklet(ours):
    rules, jumbo = rulebook(ours), rulebook("jumbo")
    assert rules.source("opening.points") == "house rule, as grandma played"
    assert rules.source("jokers.reuse") == "house rule"
    assert rules.source("deal.tiles") == jumbo.source("deal.tiles")
    assert rules.special == (
        "House rule: opening.points is 20, not 30.",
        "House rule: jokers.reuse is new-meld, not anywhere.",
    )


def test_a_file_may_say_itself_what_is_special(ours):
    ours.write_text('special = ["Twenty points open."]\n' + OURS)
    assert rulebook(ours).special == ("Twenty points open.",)


def test_the_summary_of_house_rules_is_true():
    jumbo = rulebook("jumbo")
    changed = jumbo.replace({"opening.points": 25, "deal.tiles": 14})
    assert changed.special == ("House rule: opening.points is 25, not 30.",)
    assert changed.source("deal.tiles") == jumbo.source("deal.tiles")
    back = changed.replace({"opening.points": 30})
    assert (back.special, back.sources) == (jumbo.special, jumbo.sources)


def test_rulebooks_are_equal_if_they_vary_the_same_booklet_to_the_same_game(ours):
    jumbo = rulebook("jumbo")
    same = jumbo.replace({"opening.points": 20, "jokers.reuse": "new-meld"})
    assert rulebook(ours) == same
    assert hash(rulebook(ours)) == hash(same)
    assert rulebook(ours) != jumbo
    assert len({rulebook(name) for name in RULEBOOK_IDS}) == 12


def test_games_under_earlier_rulings_keep_their_summary():
    now, before = (rulebook("piatnik-travel", rulings=n) for n in (2, 1))
    assert before != now
    assert (before.special, before.sources) == (now.special, now.sources)
