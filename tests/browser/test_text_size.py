"""Text at twice its size: nothing goes over the edge, is cut off, or lies over something else."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.table import MY_TURN, OUT_AT_ONCE, SHORT_ROUND, create_room

SIZES = ((390, 844), (1440, 900))
PAGES = ("/", "/rules", "/rules/twist", "/lessons", "/lesson/hold", "/replay", "/settings")
TWICE = (
    "addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')"
)

FAULTS = """() => {
  const faults = []
  const wide = document.documentElement.scrollWidth - innerWidth
  if (wide > 0) faults.push(`the page is ${wide} pixels too wide`)
  const name = (one) => one.getAttribute('aria-label') || one.textContent.trim().slice(0, 30)
  const scrolls = (one) => one && (['auto', 'scroll'].includes(getComputedStyle(one).overflowX)
    || scrolls(one.parentElement))
  const controls = [...document.querySelectorAll('a, button, input, select, summary')]
    .filter((one) => one.checkVisibility() && !one.closest('.felt, .rack, .skip, [inert]'))
  const boxes = controls.map((one) => one.getBoundingClientRect())
  controls.forEach((one, i) => {
    const box = boxes[i]
    if ((box.left < -1 || box.right > innerWidth + 1) && !scrolls(one)) {
      faults.push(`${name(one)} is over the edge`)
    }
    if (one.matches('button, .button') && one.scrollWidth > one.clientWidth + 1) {
      faults.push(`${name(one)} is cut off`)
    }
    boxes.slice(i + 1).forEach((other, j) => {
      const second = controls[i + 1 + j]
      if (one.contains(second)) return
      const x = Math.min(box.right, other.right) - Math.max(box.left, other.left)
      const y = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)
      if (x > 2 && y > 2) faults.push(`${name(one)} lies over ${name(second)}`)
    })
  })
  return faults
}"""


def assert_rack_in_view(page: Page, height: int) -> None:
    rack, felt = (page.locator(f"[data-surface={one}]").bounding_box() for one in ("rack", "felt"))
    assert rack is not None and felt is not None
    assert rack["y"] + rack["height"] <= height
    assert felt["height"] > 120, "two rows of tiles are to be seen"


def big(new_page: NewPage, width: int, height: int) -> Page:
    page = new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.add_init_script(TWICE)
    return page


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_page_has_room_for_text_at_twice_its_size(
    new_page: NewPage, width: int, height: int
) -> None:
    page = big(new_page, width, height)
    for address in PAGES:
        page.goto(address)
        page.get_by_role("main").wait_for()
        page.wait_for_load_state("networkidle")
        assert page.evaluate(FAULTS) == [], address
        if page.locator("[data-surface=rack]").count():
            assert_rack_in_view(page, height)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_room_from_lobby_to_replay_has_room_for_text_at_twice_its_size(
    new_page: NewPage, width: int, height: int
) -> None:
    page = big(new_page, width, height)
    page.goto(f"/room/{create_room(page, 'jumbo', bots=0, seats=4)}")
    page.get_by_role("img", name="QR code").wait_for()
    page.get_by_text("Change the house rules").click()
    assert page.evaluate(FAULTS) == []
    clock = {"type": "limit", "seconds": 300}
    code = create_room(page, "jumbo", 3, OUT_AT_ONCE, clock=clock, house=SHORT_ROUND)
    page.goto(f"/room/{code}")
    page.locator(MY_TURN).wait_for()
    assert_rack_in_view(page, height)
    page.locator(".rack [data-tile]").first.click()
    assert page.evaluate(FAULTS) == []
    page.get_by_role("button", name="New meld").click()
    expect(page.locator(".felt .reason")).to_be_visible()
    assert page.evaluate(FAULTS) == []
    page.keyboard.press("Control+z")
    page.keyboard.press("p")
    page.locator(".veil h1").wait_for()
    assert page.evaluate(FAULTS) == []
    page.get_by_role("link", name="Watch the replay").click()
    page.get_by_role("button", name="To the end").click()
    assert page.evaluate(FAULTS) == []
