"""The score pad in a real browser: written, changed, kept, taken along."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.pad import TWIST_TABLE, rack, scores, start_match, totals, write_round

NAMES = ("Anna", "Ben", "Carla", "Dan")


@pytest.fixture
def booklet(page: Page) -> Page:
    """The three rounds of the booklet's table, written down."""
    start_match(page, "twist", NAMES, rounds=4)
    for out, racks in TWIST_TABLE:
        write_round(page, out, racks)
    return page


def test_a_match_adds_up_and_an_edit_in_the_middle_counts(booklet: Page) -> None:
    page = booklet
    assert totals(page) == [-14, -29, 4, 39]
    expect(page.get_by_text("Dan leads with +39")).to_be_visible()
    expect(page.get_by_text("3 of 4 rounds")).to_be_visible()

    page.get_by_role("link", name="Edit round 2").click()
    expect(rack(page, "Anna")).to_have_value("6")
    rack(page, "Anna").fill("abc")
    expect(rack(page, "Anna")).to_have_value("")
    rack(page, "Anna").fill("7")
    expect(page.get_by_text("The round adds up to zero.")).to_be_visible()
    page.get_by_role("button", name="Save round").click()
    assert scores(page, 2) == [-7, -11, 23, -5]
    assert totals(page) == [-15, -29, 5, 39]

    page.reload()
    assert totals(page) == [-15, -29, 5, 39]
    page.get_by_role("button", name="Undo").click()
    assert totals(page) == [-14, -29, 4, 39]
    page.get_by_role("button", name="Redo").click()
    assert totals(page) == [-15, -29, 5, 39]


def test_a_round_can_be_removed_and_brought_back(booklet: Page) -> None:
    page = booklet
    page.get_by_role("link", name="Edit round 3").click()
    page.get_by_role("button", name="Remove this round").click()
    assert totals(page) == [18, -16, 6, -8]
    page.get_by_role("button", name="Undo").click()
    assert totals(page) == [-14, -29, 4, 39]


def test_the_last_agreed_round_ends_the_match(booklet: Page) -> None:
    write_round(booklet, "Carla", {"Anna": 10, "Ben": 10, "Dan": 15})
    assert totals(booklet) == [-24, -39, 39, 24]
    expect(booklet.get_by_text("Carla wins the match with +39")).to_be_visible()


def test_a_half_written_round_survives_closing_the_page(page: Page) -> None:
    start_match(page, "jumbo", ("Anna", "Ben", "Carla"))
    page.get_by_role("link", name="Enter round 1").click()
    page.get_by_role("radio", name="Ben").check()
    rack(page, "Anna").fill("12")
    page.goto("about:blank")
    page.goto("/pad")
    page.get_by_role("link", name="Friday").click()
    page.get_by_role("link", name="Continue round 1").click()
    expect(page.get_by_role("radio", name="Ben")).to_be_checked()
    expect(rack(page, "Anna")).to_have_value("12")
    expect(page.get_by_text("Enter Carla’s points.")).to_be_visible()


def test_names_being_typed_survive_a_reload(page: Page) -> None:
    page.goto("/pad/new")
    page.get_by_label("Rulebook").select_option("piatnik-travel")
    page.get_by_label("Player 1", exact=True).fill("Anna")
    page.reload()
    expect(page.get_by_label("Rulebook")).to_have_value("piatnik-travel")
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Anna")


def test_names_must_be_there_and_differ(page: Page) -> None:
    page.goto("/pad/new")
    page.get_by_label("Player 1", exact=True).fill("Anna")
    page.get_by_label("Player 2", exact=True).fill("anna")
    page.get_by_role("button", name="Start the match").click()
    expect(page.get_by_text("This name is already taken.")).to_be_visible()
    expect(page.get_by_label("Player 2", exact=True)).to_be_focused()


def test_tapped_tiles_count_what_the_rulebook_says(page: Page) -> None:
    start_match(page, "twist", ("Anna", "Ben"))
    page.get_by_role("link", name="Enter round 1").click()
    page.get_by_role("radio", name="Anna").check()
    page.get_by_role("button", name="Tap the tiles of Ben").click()
    for key in ("tile 13: 13 points", "joker: 30 points", "mirror joker: 10 points"):
        page.get_by_role("button", name=key, exact=True).click()
    page.get_by_role("button", name="tile 7: 7 points", exact=True).click()
    page.get_by_role("button", name="Remove tile 7").click()
    expect(page.get_by_text("53 points")).to_be_visible()
    page.get_by_role("button", name="mirror joker: 10 points", exact=True).click()
    expect(page.get_by_role("button", name="mirror joker: 10 points", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Save round").click()
    assert totals(page) == [63, -63]


def test_a_blocked_round_asks_what_breaks_the_tie(page: Page) -> None:
    start_match(page, "ravensburger-travel-de", ("Anna", "Ben", "Carla"))
    page.get_by_role("link", name="Enter round 1").click()
    page.get_by_role("radio", name="Nobody").check()
    for name, points in (("Anna", 9), ("Ben", 5), ("Carla", 5)):
        rack(page, name).fill(str(points))
    expect(page.get_by_text("How many tiles does Ben have?")).to_be_visible()
    page.get_by_label("Number of tiles: Ben").fill("2")
    page.get_by_label("Number of tiles: Carla").fill("2")
    page.get_by_label("Who began the round?").select_option("Carla")
    page.get_by_role("button", name="Save round").click()
    assert totals(page) == [-4, 0, 4]


def test_a_blocked_round_is_void_where_the_booklet_says_so(page: Page) -> None:
    start_match(page, "lets-play-rummy-fr", ("Anna", "Ben"))
    expect(page.get_by_text("0 of 2 rounds")).to_be_visible()
    page.get_by_role("link", name="Enter round 1").click()
    page.get_by_role("radio", name="Nobody").check()
    page.get_by_role("button", name="Save round").click()
    assert totals(page) == [0, 0]
    expect(page.get_by_text("void")).to_be_visible()


def test_players_retire_and_join_between_rounds(booklet: Page) -> None:
    page = booklet
    page.get_by_role("link", name="Players and rounds").click()
    page.get_by_role("button", name="Ben drops out").click()
    page.get_by_role("textbox", name="Add a player").fill("Eva")
    page.get_by_role("button", name="Add a player").click()
    page.get_by_role("link", name="Done").click()
    write_round(page, "Eva", {"Anna": 1, "Carla": 2, "Dan": 3})
    assert totals(page) == [-15, -29, 2, 36, 6]
    expect(
        page.get_by_role("columnheader", name=re.compile("Ben.*dropped out", re.S))
    ).to_be_visible()


@pytest.mark.parametrize(
    ("button", "name"), [("File (JSON)", "friday.json"), ("Spreadsheet (CSV)", "friday.csv")]
)
def test_a_match_goes_out_as_a_file_and_comes_back(
    booklet: Page, tmp_path: Path, button: str, name: str
) -> None:
    page = booklet
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    assert download.value.suggested_filename == name
    file = tmp_path / name
    download.value.save_as(file)

    page.goto("/pad")
    page.get_by_role("button", name="Delete “Friday”").click()
    expect(page.get_by_role("link", name="Friday")).to_be_hidden()
    page.get_by_label("Import a file").set_input_files(file)
    expect(page.get_by_text("1 match imported.")).to_be_visible()
    page.get_by_role("link", name="Friday").click()
    assert totals(page) == [-14, -29, 4, 39]
    assert scores(page, 2) == [-6, -11, 22, -5]


def test_a_damaged_file_is_refused_with_the_place(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text('{"format": "tilerummy-score-pad", "version": 9}', "utf-8")
    page.goto("/pad")
    page.get_by_label("Import a file").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("version")


def test_a_deleted_match_can_be_brought_back_even_after_a_reload(booklet: Page) -> None:
    page = booklet
    page.goto("/pad")
    page.get_by_role("button", name="Delete “Friday”").click()
    page.reload()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="Friday").click()
    assert totals(page) == [-14, -29, 4, 39]


def test_a_link_carries_the_match_to_another_device(booklet: Page, new_page: NewPage) -> None:
    booklet.context.grant_permissions(["clipboard-read", "clipboard-write"])
    booklet.get_by_role("button", name="Link").click()
    expect(booklet.get_by_text("Link copied.")).to_be_visible()
    link = booklet.evaluate("navigator.clipboard.readText()")

    other = new_page()
    other.goto(link)
    expect(other.get_by_role("heading", name="Friday")).to_be_visible()
    assert totals(other) == [-14, -29, 4, 39]
    other.get_by_role("button", name="Keep it on this device").click()
    other.get_by_role("link", name="Friday").click()
    assert totals(other) == [-14, -29, 4, 39]
    other.goto("/pad/shared#nonsense")
    expect(other.get_by_role("alert")).to_contain_text("doesn’t contain a match")


def test_a_match_becomes_a_picture(booklet: Page, shots: Path) -> None:
    with booklet.expect_download() as download:
        booklet.get_by_role("button", name="Picture").click()
    picture = shots / "pad-picture.png"
    download.value.save_as(picture)
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) > 10_000


def test_two_windows_of_one_device_see_the_same(booklet: Page) -> None:
    other = booklet.context.new_page()
    other.goto(booklet.url)
    write_round(booklet, "Ben", {"Anna": 1, "Carla": 1, "Dan": 1})
    expect(other.get_by_role("link", name="Edit round 4")).to_be_visible()
    assert totals(other) == totals(booklet) == [-15, -26, 3, 38]


def test_a_round_is_written_with_the_keyboard_alone(page: Page) -> None:
    start_match(page, "jumbo", ("Anna", "Ben"))
    page.get_by_role("link", name="Enter round 1").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    page.get_by_role("radio", name="Anna").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.type("31")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    assert totals(page) == [31, -31]
