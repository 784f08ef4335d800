"""The size of the tiles on the felt: two fingers, the wheel, and the whole table at once."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.table import MY_TURN, create_room, middle
from tests.browser.touch import Fingers, Point

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL, LARGE = 24, 60


def game(page: Page) -> Fingers:
    """My turn, with one tile of my own on the table."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/room/{create_room(page, 'jumbo')}")
    page.locator(MY_TURN).wait_for()
    page.locator(".rack [data-tile]").first.click()
    page.get_by_role("button", name="New meld").click()
    page.locator(".felt .reason").wait_for()
    return Fingers(page)


def width(page: Page) -> float:
    """How wide a tile on the table is, at rest."""
    page.wait_for_timeout(250)
    box = page.locator(".felt [data-tile]").first.bounding_box()
    assert box is not None
    return box["width"]


def free_felt(page: Page) -> Point:
    box = page.locator(".felt").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] - 40


def test_two_fingers_make_the_tiles_larger_and_smaller_within_limits(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    fingers = game(page)
    before = width(page)
    fingers.pinch(free_felt(page), 80, 110)
    larger = width(page)
    assert before < larger <= LARGE
    fingers.pinch(free_felt(page), 40, 360)
    assert larger <= width(page) <= LARGE
    for _ in range(3):
        fingers.pinch(free_felt(page), 360, 40)
    assert width(page) == SMALL
    felt = page.locator(".felt")
    assert felt.evaluate("felt => felt.scrollWidth <= felt.clientWidth")
    assert page.evaluate("visualViewport.scale") == 1


def test_a_pinch_over_tiles_moves_none_and_dragging_still_works(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    fingers = game(page)
    lying, before = page.locator(".felt [data-tile]").count(), width(page)
    fingers.pinch(middle(page.locator(".felt .mine")), 30, 60)
    assert width(page) > before
    assert page.locator(".felt [data-tile]").count() == lying
    fingers.drag(middle(page.locator(".rack [data-tile]").first), free_felt(page))
    expect(page.locator(".felt [data-tile]")).to_have_count(lying + 1)


def test_a_double_tap_on_the_felt_shows_the_whole_table_and_back(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    fingers = game(page)
    before = width(page)
    page.get_by_role("button", name="Larger tiles").tap()
    assert width(page) > before
    page.get_by_role("button", name="Fit the whole table").tap()
    felt = page.locator(".felt")
    assert felt.evaluate("felt => felt.scrollHeight <= felt.clientHeight")
    fitting = width(page)
    for _ in range(2):
        fingers.tap(free_felt(page))
    assert width(page) == before
    assert fitting != before


def test_the_wheel_with_control_zooms_the_felt_alone(page: Page) -> None:
    game(page)
    before = width(page)
    page.mouse.move(*free_felt(page))
    page.keyboard.down("Control")
    for _ in range(3):
        page.mouse.wheel(0, -60)
    page.keyboard.up("Control")
    assert width(page) > before
    assert page.evaluate("devicePixelRatio") == 1


def test_melds_out_of_sight_are_told_and_what_is_new_comes_into_view(new_page: NewPage) -> None:
    page = new_page(**{**PHONE, "viewport": {"width": 390, "height": 520}})
    game(page)
    out_of_sight = page.locator(".felt .more:not(.up)")
    for _ in range(11):
        page.locator(".rack [data-tile]").first.tap()
        page.get_by_role("button", name="New meld").tap()
    laid = page.locator(".felt [data-tile]")
    expect(page.locator(".felt .more.up")).to_be_visible()
    page.locator(".felt .more.up").tap()
    expect(out_of_sight).to_have_accessible_name(re.compile(r"\d+ more below"))
    expect(laid.last).to_be_attached()
    out_of_sight.tap()
    expect(out_of_sight).to_have_count(0)
