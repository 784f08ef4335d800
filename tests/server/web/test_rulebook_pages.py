"""Rulebooks as pages: what the booklets say, what a field allows and where it comes from."""

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tilerummy.rules.library import RULEBOOK_IDS, fields, rulebook
from tilerummy.server.web.rulebooks import RulebooksApi, _field

JUMBO = rulebook("jumbo")


@pytest.fixture(scope="module")
def client():
    with TestClient(Litestar([RulebooksApi])) as client:
        yield client


def test_the_list_says_of_every_rulebook_what_one_chooses_by(client):
    listed = client.get("/rulebooks").json()
    assert [line["id"] for line in listed] == list(RULEBOOK_IDS)
    for line, rules in zip(listed, map(rulebook, RULEBOOK_IDS), strict=True):
        assert line == {
            "id": rules.id,
            "title": rules.title,
            "booklet": rules.booklet,
            "language": rules.language,
            "edition": rules.edition,
            "special": list(rules.special),
            "words": {
                "run": rules.words.run,
                "group": rules.words.group,
                "meld": rules.words.meld,
                "melds": rules.words.melds,
            },
            "least": rules.players.least,
            "most": rules.players.most,
            "colours": [colour.value for colour in rules.colours],
            "opening": rules.opening.points,
            "limit": rules.time.limit,
        }


@pytest.mark.parametrize("name", RULEBOOK_IDS)
def test_a_page_has_every_field_with_its_source(client, name):
    page, rules = client.get(f"/rulebooks/{name}").json(), rulebook(name)
    assert page["about"] == next(
        line for line in client.get("/rulebooks").json() if line["id"] == name
    )
    assert page["tiles"] == len(rules.deck)
    jokers = sum(tile.is_joker for tile in rules.deck)
    assert sum(page["jokers"].values()) == jokers
    shown = {field["field"]: field for field in page["fields"]}
    assert list(shown) == [field for field, _ in fields(rules)]
    for field, line in shown.items():
        assert line["source"] == rules.source(field)


def test_an_unknown_rulebook_has_no_page(client):
    assert client.get("/rulebooks/nonsense").status_code == 404


@pytest.mark.parametrize("name", RULEBOOK_IDS)
def test_the_value_of_a_field_is_among_those_it_allows(name):
    rules = rulebook(name)
    for field, value in fields(rules):
        line = _field(rules, field, value)
        assert line.value == (list(value) if isinstance(value, tuple) else value), field
        if isinstance(value, bool | str):
            assert line.value in line.allowed, field
            assert (line.least, line.most) == (None, None), field
        elif isinstance(value, int):
            assert line.least <= value <= line.most, field
            assert line.allowed == [], field


@pytest.mark.parametrize(
    ("field", "allowed", "least", "most"),
    [
        ("tiles.colours", [], None, None),
        ("opening.points", [], 0, 200),
        ("jokers.penalty.normal", [], 0, 100),
        ("opening.goes_on", [True, False], None, None),
        ("start.method", ["highest-tile", "random"], None, None),
        ("pool.empty", ["play-on", "last-turn", "void"], None, None),
    ],
)
def test_numbers_have_bounds_switches_two_values_and_words_a_few(field, allowed, least, most):
    line = _field(JUMBO, field, dict(fields(JUMBO))[field])
    assert (line.allowed, line.least, line.most) == (allowed, least, most)
