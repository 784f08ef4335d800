"""The fields of a rulebook: what each may hold, what it is where a file is silent."""

import msgspec
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
from tilerummy.rules.notation import parse_tile
from tilerummy.rules.readings import Grammar
from tilerummy.rules.rulebook import Draw, JokerCounts, LateTurn, Words

YES_OR_NO = "true or false"
ALLOWED = {
    "tiles.colours": "4 of black, red, blue, yellow, orange, green",
    "tiles.numbers": "a whole number from 13 to 13",
    "tiles.copies": "a whole number from 1 to 3",
    "tiles.jokers.normal": "a whole number from 0 to 4",
    "tiles.jokers.double": "a whole number from 0 to 2",
    "tiles.jokers.colour_change": "a whole number from 0 to 2",
    "tiles.jokers.mirror": "a whole number from 0 to 2",
    "tiles.coloured_jokers": YES_OR_NO,
    "players.least": "a whole number from 2 to 6",
    "players.most": "a whole number from 2 to 6",
    "players.age": "a whole number from 0 to 99",
    "start.method": "highest-tile, random",
    "start.drawn": "before-deal, after-deal",
    "deal.tiles": "a whole number from 3 to 20",
    "deal.redeal": "none, three-pairs",
    "opening.points": "a whole number from 0 to 200",
    "opening.goes_on": YES_OR_NO,
    "draw.tiles": "a whole number from 1 to 1",
    "draw.then_open": YES_OR_NO,
    "draw.must_lay": YES_OR_NO,
    "jokers.reuse": "anywhere, other-meld, new-meld",
    "jokers.melds": "free, undivided, frozen",
    "jokers.colour_must_match": YES_OR_NO,
    "jokers.special_replaces_other": YES_OR_NO,
    "jokers.mirror_value": "middle, zero",
    "jokers.penalty.normal": "a whole number from 0 to 100",
    "jokers.penalty.special": "a whole number from 0 to 100",
    "time.limit": "a whole number from 0 to 3600",
    "time.obligatory": YES_OR_NO,
    "time.timed": "first-turn, after-opening",
    "time.late": "all_tiles_restored, own_tiles_to_rack, own_uncombined_to_rack, "
    "loose_tiles_restored, loose_tiles_to_rack",
    "time.penalty": "a whole number from 0 to 14",
    "time.untouched": "penalty, draw",
    "time.unrestorable": "none, to-pool, to-pool-and-as-many-more",
    "time.unrestorable_penalty": "a whole number from 0 to 14",
    "pool.layout": "loose, stacks-of-seven, stacks, one-deck",
    "pool.empty": "play-on, last-turn, void",
    "pool.must_lay": YES_OR_NO,
    "scoring.call": YES_OR_NO,
    "scoring.blocked": "difference, full, void",
    "match.rounds": "free, players",
}


def test_the_table_has_every_field():
    assert list(ALLOWED) == [name for name, _ in fields(rulebook("twist"))]


@pytest.mark.parametrize(("field", "allowed"), ALLOWED.items())
def test_what_a_field_may_hold(field, allowed):
    with pytest.raises(RulebookError) as caught:
        with_house_rules(rulebook("twist"), {field: "?"})
    assert caught.value.problem == f"'?' is not allowed; allowed: {allowed}"


def test_what_a_field_is_where_a_file_is_silent():
    assert JokerCounts() == JokerCounts(normal=0, double=0, colour_change=0, mirror=0)
    assert Draw(tiles=1, then_open=True).must_lay is False
    assert Words(run="", group="", meld="").melds == ""
    assert Grammar(()) == Grammar((), numbers=13, colour_must_match=False, mirror_counts=True)


def test_jokers_of_all_kinds_are_counted():
    assert JokerCounts(normal=4, double=2, colour_change=1, mirror=2).total == 9


def test_a_table_a_text_and_a_missing_base_are_asked_for_in_words(tmp_path):
    wrong = {
        "words = 3": "words: 3 is not allowed; allowed: a table with run, group, meld, melds",
        "title = 3": "title: 3 is not allowed; allowed: text",
        "extends = 3": "extends: 3 is unknown; allowed: ravensburger-travel-de",
        "rulings = 3": "rulings: 3 is not allowed; allowed: 1, 2",
        "special = 3": "special: 3 is not allowed; allowed: another value",
    }
    for line, sentence in wrong.items():
        path = tmp_path / "wrong.toml"
        extends = "" if line.startswith("extends") else 'extends = "jumbo"\n'
        path.write_text(f"{line}\n{extends}", "utf-8")
        with pytest.raises(RulebookError) as caught:
            load(path)
        assert str(caught.value).startswith(f"{path}, {sentence}")


def test_a_colour_that_does_not_exist_is_refused_with_the_whole_list():
    with pytest.raises(RulebookError) as caught:
        with_house_rules(rulebook("jumbo"), {"tiles.colours": ("red", "pink", "blue", "black")})
    assert caught.value.field == "tiles.colours"


@pytest.mark.parametrize(
    ("field", "problem"),
    [
        ("opening", "is not a field; perhaps opening.points or opening.goes_on"),
        ("qqqq", "is not a field; there are tiles.colours, tiles.numbers, "),
    ],
)
def test_a_field_that_does_not_exist(field, problem):
    with pytest.raises(RulebookError) as caught:
        with_house_rules(rulebook("jumbo"), {field: 1})
    assert caught.value.problem.startswith(problem)


def test_as_many_players_and_tiles_as_the_box_allows_are_accepted():
    rules = rulebook("jumbo").replace({"players.least": 6, "players.most": 6, "deal.tiles": 17})
    assert len(rules.deck) - 6 * 17 == 4
    with pytest.raises(RulebookError, match=r"18 each for 6 players needs 108 tiles, .* has 106"):
        rules.replace({"deal.tiles": 18})


def test_a_file_may_stand_alone(tmp_path):
    jumbo = rulebook("jumbo")
    told = {**msgspec.to_builtins(jumbo), "id": "alone", "extends": None}
    told.pop("extends")
    path = tmp_path / "alone.toml"
    path.write_text(toml(told), "utf-8")
    alone = load(path)
    assert (alone.id, alone.extends) == ("alone", None)
    assert alone.facts == jumbo.facts
    assert (alone.special, alone.sources) == (jumbo.special, jumbo.sources)
    assert alone.replace({}) is alone
    assert alone.replace({"opening.points": 30}) is alone
    changed = alone.replace({"opening.points": 25})
    assert changed.special == ("House rule: opening.points is 25, not 30.",)
    assert changed.source("opening.points") == "house rule"


def toml(table, prefix=""):
    """Only as much TOML as a rulebook needs."""
    plain = {k: v for k, v in table.items() if not isinstance(v, dict)}
    lines = [f'"{key}" = {value(v)}' for key, v in plain.items()]
    for key, inner in table.items():
        if isinstance(inner, dict):
            lines += ["", f"[{prefix}{key}]", toml(inner, f"{prefix}{key}.")]
    return "\n".join(lines)


def value(told):
    if isinstance(told, bool):
        return str(told).lower()
    if isinstance(told, list | tuple):
        return "[" + ", ".join(map(value, told)) + "]"
    return str(told) if isinstance(told, int) else msgspec.json.encode(told).decode()


def test_house_rules_are_told_in_the_words_of_a_file():
    changed = rulebook("jumbo").replace(
        {"opening.goes_on": False, "tiles.colours": ("black", "red", "blue", "green")}
    )
    assert changed.special == (
        "House rule: tiles.colours is black red blue green, not black red blue yellow.",
        "House rule: opening.goes_on is false, not true.",
    )


BEFORE = {
    "ravensburger-travel-fr": {"time.timed": "first-turn", "time.untouched": "penalty"},
    "ravensburger-travel-it": {"time.timed": "first-turn", "time.untouched": "penalty"},
    "piatnik-travel": {"time.untouched": "penalty"},
}


@pytest.mark.parametrize("book", RULEBOOK_IDS)
def test_what_the_fields_were_under_the_first_rulings(book):
    before, now = rulebook(book, rulings=1), rulebook(book)
    assert (before.rulings, now.rulings) == (1, 2)
    assert {name: old for name, old, _ in differences(before, now)} == BEFORE.get(book, {})
    assert house_rules(before) == (book, {})


@pytest.mark.parametrize("late", list(LateTurn))
def test_which_late_turns_keep_what_was_finished(late):
    undone = ("all_tiles_restored", "own_tiles_to_rack")
    assert late.keeps_finished_melds is (late.value not in undone)


@pytest.mark.parametrize(
    ("book", "costs"),
    [
        ("twist", {"b1": 1, "k13": 13, "*": 30, "*2": 10, "*c": 10, "*m": 10}),
        ("jumbo", {"b1": 1, "k13": 13, "*": 25}),
        ("piatnik-travel", {"*": 30}),
    ],
)
def test_what_a_tile_left_on_a_rack_costs(book, costs):
    rules = rulebook(book)
    assert {text: rules.penalty(parse_tile(text)) for text in costs} == costs
    assert rules.rack_points(map(parse_tile, costs)) == sum(costs.values())


def test_the_place_of_a_field_in_its_booklet():
    rules = msgspec.structs.replace(rulebook("jumbo"), sources={"deal.tiles": "page 2"})
    assert rules.source("deal.tiles") == "jumbo, page 2"
    assert rules.source("deal.redeal") == "jumbo"
