"""Every page: nothing for axe to find, nothing over the edge, every language, every rulebook."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessible import assert_accessible
from tests.browser.conftest import NewPage
from tests.browser.table import MY_TURN, create_room
from tilerummy.rules import RULEBOOK_IDS, rulebook

MESSAGES = Path(__file__).parents[2] / "client" / "messages"
LANGUAGES = ("en", "de", "fr", "it", "nl", "es", "pt")
PAGES = (
    "/",
    "/rules",
    "/rules/twist",
    "/lessons",
    "/lesson/hold",
    "/replay",
    "/settings",
    "/nowhere",
)
SIZES = ((360, 640), (640, 360), (820, 1180), (1440, 900))


def texts(language: str) -> dict[str, str]:
    loaded = json.loads((MESSAGES / f"{language}.json").read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def overflow(page: Page) -> float:
    """By how many pixels the page is wider than its window, once everything lies in its place."""
    for _ in range(30):
        width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert isinstance(width, int | float)
        if width <= 0:
            break
        page.wait_for_timeout(100)
    return width


@pytest.mark.parametrize("address", PAGES)
def test_axe_finds_nothing_on_the_page(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("main").wait_for()
    page.wait_for_load_state("networkidle")
    assert_accessible(page)


def test_axe_finds_nothing_in_a_room(page: Page) -> None:
    code = create_room(page, "jumbo", bots=0, seats=4)
    page.goto(f"/room/{code}")
    page.get_by_role("img", name="QR code").wait_for()
    assert_accessible(page)
    page.get_by_role("button", name="Change").click()
    page.get_by_role("dialog").get_by_role("button", name="With a Twist").wait_for()
    assert_accessible(page)


def test_axe_finds_nothing_in_a_game_and_its_dialogs(page: Page) -> None:
    page.goto(f"/room/{create_room(page, 'jumbo', bots=3)}")
    page.locator(MY_TURN).wait_for()
    assert_accessible(page)
    page.locator(".rack [data-tile]").first.click()
    page.get_by_role("button", name="New meld").click()
    page.locator(".felt .reason").wait_for()
    assert_accessible(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Scores").click()
    expect(page.get_by_role("table", name="Score sheet")).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    for name in ("Menu", "Chat"):
        page.get_by_role("button", name=name).click()
        assert_accessible(page)
        page.keyboard.press("Escape")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_goes_over_the_edge(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    for address in PAGES:
        page.goto(address)
        page.get_by_role("main").wait_for()
        assert overflow(page) <= 0, address
    page.goto(f"/room/{create_room(page, 'jumbo')}")
    page.locator(MY_TURN).wait_for()
    assert overflow(page) <= 0
    page.locator(".rack [data-tile]").first.click()
    page.get_by_role("button", name="New meld").click()
    tile = page.locator(".felt [data-tile]").first.bounding_box()
    assert tile is not None
    assert tile["width"] >= 32
    main = page.locator("[data-main]").bounding_box()
    assert main is not None
    assert main["y"] + main["height"] <= height


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_game_speaks_the_language(new_page: NewPage, language: str) -> None:
    page = new_page(locale=language, viewport={"width": 360, "height": 740})
    said = texts(language)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("heading", level=1)).to_have_text(said["home_title"])
    page.goto(f"/room/{create_room(page, 'jumbo')}")
    page.locator(MY_TURN).wait_for()
    expect(page.locator("[data-main]")).to_have_text(said["draw_tile"])
    bar = page.locator("header.top").bounding_box()
    assert bar is not None
    assert bar["height"] < 60
    page.locator(".rack [data-tile]").first.click()
    new_meld = said["new_meld"].replace("{meld}", said["meld"])
    page.get_by_role("button", name=new_meld).click()
    expect(page.locator(".felt .reason")).to_have_text(said["fault_too_short"])


@pytest.mark.parametrize(
    ("language", "name", "sort", "meld"),
    [
        ("de", "lets-play-rummy-de", "Nach Satz", "Neue Kombination"),
        ("de", "ravensburger-travel-de", "Nach Gruppe", "Neue Serie"),
        ("fr", "jumbo", "En rangées", "Nouvelle combinaison"),
        ("en", "lets-play-rummy-nl", "By group", "New meld"),
    ],
)
def test_the_game_uses_the_words_of_the_booklet_in_its_own_language(
    new_page: NewPage, language: str, name: str, sort: str, meld: str
) -> None:
    page = new_page(locale=language)
    page.goto(f"/room/{create_room(page, name)}")
    page.locator(MY_TURN).wait_for()
    expect(page.get_by_role("button", name=sort)).to_be_visible()
    page.locator(".rack [data-tile]").first.click()
    expect(page.get_by_role("button", name=meld)).to_be_visible()


def test_the_language_can_be_switched_at_any_time(page: Page) -> None:
    page.goto("/settings")
    page.get_by_label("Language").last.select_option("nl")
    expect(page.get_by_role("heading", level=1)).to_have_text(texts("nl")["nav_settings"])
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "nl")


@pytest.mark.parametrize("name", RULEBOOK_IDS)
def test_every_rulebook_has_its_rules_with_its_own_tiles(page: Page, name: str) -> None:
    rules = rulebook(name)
    page.goto(f"/rules/{name}")
    sisters = {"jumbo-xp": "Jumbo XP (160 tiles)", "jumbo-xp-quick": "Jumbo XP (108 tiles)"}
    title = sisters.get(name, rules.title)
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    sources = " ".join(page.locator(".source").all_inner_texts())
    assert sources, "every page says where the booklet says so"
    assert not re.search(r"ruling|not in this set|not stated|nothing said", sources), sources
    expect(page.get_by_text(f"at least {rules.opening.points} points").first).to_be_visible()
    costs = f"A leftover joker costs {rules.jokers.penalty.normal} points."
    expect(page.get_by_text(costs).first).to_be_visible()
    drawn = page.locator("main .face:not(.joker)")
    assert drawn.count() > 20
    colours = {colour.value for colour in rules.grammar.colours}
    for face in drawn.all():
        assert set((face.get_attribute("class") or "").split()) & colours


def test_the_first_lesson_from_beginning_to_a_round_against_the_easiest_bot(page: Page) -> None:
    page.goto("/lesson")
    expect(page.get_by_text("Or use the keyboard")).to_be_visible()
    steps = (
        ((("r5", "r6", "r7"), None),),
        ((("k8", "r8", "b8"), None),),
        ((("r4",), "r5"), (("y8",), "k8")),
        ((("b5",), "b4"),),
        ((("r4", "y4", "*"), None),),
        ((("k4",), "*"), (("b7", "y7"), "*")),
        ((("k10", "r10", "y10"), None),),
    )
    for number, moves in enumerate(steps, start=1):
        expect(page.get_by_text(f"Step {number} of 8")).to_be_visible()
        for tiles, target in moves:
            for kind in tiles:
                page.locator(f'.rack [data-kind="{kind}"]').click()
            if target is None:
                page.get_by_role("button", name="New meld").click()
            else:
                page.locator(f'.felt [data-kind="{target}"]').first.click()
        page.get_by_role("button", name="Next").press("Enter")
        expect(page.locator(".rack [data-tile]:focus")).to_have_count(1)
    page.get_by_role("button", name="Draw a tile").click()
    expect(page.locator('.rack [data-kind="b6"]')).to_be_visible()
    page.get_by_role("button", name="Next").click()
    assert_accessible(page)
    page.get_by_role("button", name="Play against Pip").click()
    expect(page.locator(".rack [data-tile]")).to_have_count(14)
    expect(page.get_by_text("Pip").first).to_be_visible()


def test_a_lesson_fits_a_phone_held_sideways(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    page.goto("/lesson/twist")
    page.locator(".rack [data-tile]").first.wait_for()
    page.wait_for_function("document.querySelector('.rack [data-tile]').offsetWidth >= 32")
    lowest = "Math.max(...[...document.querySelectorAll('.rack, .felt')].map(BOTTOM))"
    bottom = lowest.replace("BOTTOM", "one => one.getBoundingClientRect().bottom")
    assert page.evaluate(bottom) <= 390


def test_a_lesson_shows_how_skips_and_remembers_how_far_one_came(page: Page) -> None:
    page.goto("/lessons")
    assert_accessible(page)
    page.get_by_role("link", name="When to hold back").click()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".reason")).to_contain_text("That is one way.")
    page.locator('.rack [data-kind="k9"]').click()
    page.locator('.felt [data-kind="r9"]').click()
    expect(page.locator(".reason")).to_contain_text("the task isn’t done yet")
    page.get_by_role("button", name="Skip this step").click()
    page.get_by_role("button", name="Draw a tile").click()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("Step 3 of 3")).to_be_visible()
    page.goto("/lessons")
    expect(page.get_by_role("link", name="When to hold back")).to_contain_text("Step 3 of 3")
    page.get_by_role("link", name="When to hold back").click()
    page.get_by_role("button", name="Skip this step").click()
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("link", name="When to hold back")).to_contain_text("Done")
    page.goto("/lesson/nowhere")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_one_click_starts_a_game_against_bots(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".rack [data-tile]")).to_have_count(14)
    expect(page.get_by_role("timer")).to_have_count(0)
    page.goto("/rules/twist")
    page.get_by_role("button", name="Play with these rules").click()
    expect(page.locator(".rack [data-tile]")).to_have_count(14)
    expect(page).to_have_url(re.compile("/room/"))


def test_there_is_a_way_back_to_a_game_until_one_leaves_it(page: Page) -> None:
    page.goto(f"/room/{create_room(page, 'jumbo')}")
    page.locator(MY_TURN).wait_for()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    page.get_by_role("link", name="Back to your game").click()
    page.locator(MY_TURN).wait_for()
    expect(page).to_have_title(re.compile(r"^● Your turn – Room \w{6} · tilerummy$"))
    page.goto("/")
    expect(page.get_by_text("Anna, Bruno")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("link", name="Back to your game").click()
    page.locator(MY_TURN).wait_for()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the room").click()
    page.get_by_role("button", name="Leave the room").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_role("link", name="Back to your game")).to_have_count(0)
    expect(page).to_have_title("tilerummy – Rummy with number tiles")


def test_a_room_is_found_by_its_code(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Room code").fill(create_room(page, "jumbo", bots=0, seats=2).lower())
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Room")


def test_a_wrong_code_is_told(browser: Browser, game_url: str) -> None:
    page = browser.new_page(base_url=game_url, locale="en-GB")
    page.goto("/")
    page.get_by_label("Room code").fill("ZZZZZZ")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("alert")).to_have_text("There is no room with this code.")
    page.goto("/room/ZZZZZZ")
    expect(page.get_by_role("heading", level=1)).to_contain_text("closed")
    page.goto("/room/x")
    expect(page.get_by_role("heading", level=1)).to_contain_text("closed")
    expect(page.get_by_role("link", name="tilerummy")).to_be_visible()
    page.close()


def test_a_server_that_is_away_is_told_from_a_room_that_is_not_there(
    browser: Browser, game_url: str
) -> None:
    page = browser.new_page(base_url=game_url, locale="en-GB")
    page.route("**/api/**", lambda route: route.abort())
    page.goto("/")
    away = "Can’t reach the server right now."
    expect(page.get_by_role("alert").get_by_text(away)).to_be_visible()
    page.get_by_label("Room code").fill("ZZZZZZ")
    page.get_by_role("button", name="Join").click()
    expect(page.locator("#no-room")).to_have_text(away)
    page.get_by_role("link", name="You can still use the score pad").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Score pad")
    page.goto("/rules/jumbo")
    expect(page.get_by_text(away)).to_be_visible()
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Jumbo")
    page.close()
