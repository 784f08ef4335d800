"""Special tiles explain themselves: under a mouse that rests, a finger that stays, or with `?`."""

from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.accessible import assert_accessible
from tests.browser.conftest import NewPage
from tests.browser.touch import Fingers

LONG = 800
"""Longer than a long press takes, in milliseconds."""


def settled_box(element: Locator) -> FloatRect | None:
    """Where the element lies once the page has found its sizes."""
    last, box = None, element.bounding_box()
    while box != last:
        element.page.wait_for_timeout(400)
        last, box = box, element.bounding_box()
    return box


def test_a_special_tile_explains_itself_to_mouse_keyboard_and_finger(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto("/lesson/twist")
    double = page.locator('.rack [data-kind="*2"]')
    double.hover()
    card = page.locator(".tile-card")
    expect(card).to_contain_text("never goes before the 2 or after the 12")
    expect(card).to_have_role("tooltip")
    expect(card.locator(".meld")).to_have_count(2)
    card.hover()
    page.wait_for_timeout(500)
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)

    page.mouse.move(2, 2)
    double.focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="double joker")).to_be_visible()
    expect(card.get_by_role("button", name="Close")).to_be_focused()
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(double).to_be_focused()
    expect(card).to_have_count(0)

    page.goto("/lesson/shift")
    joker = page.locator('.felt [data-kind="*"]')
    expect(joker).to_have_accessible_name("joker standing for blue 6")
    before = settled_box(joker)
    assert before is not None
    point = (before["x"] + 10, before["y"] + 20)
    Fingers(page).drag(point, point, rest=LONG)
    expect(page.get_by_role("dialog", name="joker")).to_contain_text("even to another place")
    assert joker.bounding_box() == before, "a long press alone moves nothing"
    page.locator(".rack [data-tile]").first.tap()
    expect(card).to_have_count(0)
