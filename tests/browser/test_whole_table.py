"""The whole table in view, rows that close up, and a rack that keeps its place on the screen."""

import itertools

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.table import MY_TURN, create_room, deal

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}
TWICE = (
    "addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')"
)
ALL_106 = [
    *(f"{c}{n} {c}{n + 1} {c}{n + 2}" for c in "krby" for n in (1, 4, 7)),
    *(f"{c}10 {c}11 {c}12 {c}13" for c in "krby"),
    *(f"k{n} r{n} b{n} y{n}" for n in range(1, 14)),
]
ALL_106[-1:] = ["k13 r13 *", "b13 y13 *"]
ALL_160 = [
    *(f"{c}{n} {c}{n + 1} {c}{n + 2}" for c in "kkrrbbyy" for n in (1, 4, 7)),
    *(f"{c}10 {c}11 {c}12 {c}13" for c in "kkrrbbyy"),
    *(f"k{n} r{n} b{n} y{n}" for n in range(1, 12)),
    *(f"{pair} *" for pair in ("k12 r12", "b12 y12", "k13 r13", "b13 y13")),
]
OUT_OF_VIEW = """felt => {
  const { top, bottom, left, right } = felt.getBoundingClientRect()
  return [...felt.querySelectorAll('[data-tile]')].filter(tile => {
    const box = tile.getBoundingClientRect()
    return box.top < top || box.bottom > bottom || box.left < left || box.right > right
  }).length
}"""


@pytest.mark.parametrize(
    ("options", "table", "rulebook", "bots"),
    [(PHONE, ALL_106, "jumbo", 1), (TABLET, ALL_160, "jumbo-xp", 5)],
)
def test_the_whole_table_is_the_whole_table(
    new_page: NewPage, options: dict[str, object], table: list[str], rulebook: str, bots: int
) -> None:
    page = new_page(**options)
    deal(page, table, "k1 k2 k3 r5 r6 r7 b9 y2 y11 r11 b11 k12 k13 b2", rulebook, bots)
    tiles = page.locator(".felt [data-tile]")
    assert tiles.count() == (160 if bots > 1 else 106)
    page.get_by_role("button", name="whole table").tap()
    expect(page.locator(".felt .more")).to_have_count(0)
    for _ in range(50):  # tiles glide to their new places
        if page.locator(".felt").evaluate(OUT_OF_VIEW) == 0:
            break
        page.wait_for_timeout(100)
    assert page.locator(".felt").evaluate(OUT_OF_VIEW) == 0
    box = tiles.first.bounding_box()
    assert box is not None
    assert box["width"] >= 18


def test_between_turns_the_table_closes_up_and_what_i_look_at_stays(page: Page) -> None:
    table = [f"k{n} r{n} b{n} y{n}" for n in range(1, 14)] * 2
    script = deal(page, table, "k1 k2 k3")
    felt = page.locator(".felt")
    felt.evaluate("felt => { felt.scrollTop = 150 }")
    page.wait_for_timeout(200)
    seen = page.locator('.felt [data-kind="k6"]').first
    before = seen.bounding_box()
    gone = [meld for i, meld in enumerate(table) if i not in (0, 1, 2, 3, 16, 17)]
    script.bot_plays("", gone, 8)
    page.wait_for_timeout(500)
    after = seen.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < 2
    heights = felt.evaluate(
        """felt => [...new Set([...felt.querySelectorAll('.frame')]
             .map(frame => Math.round(frame.getBoundingClientRect().top)))].sort((a, b) => a - b)"""
    )
    gaps = {round(b - a) for a, b in itertools.pairwise(heights)}
    assert len(gaps) == 1, gaps


def test_a_row_is_higher_only_where_something_is_said(page: Page) -> None:
    deal(page, ["r1 r2 r3", "b1 b2 b3"], "k1 k2 k3")
    page.locator('.rack [data-kind="k1"]').click()
    page.keyboard.press("n")
    note = page.locator(".felt .reason")
    note.wait_for()
    said, tile = note.bounding_box(), page.locator(".felt .mine").bounding_box()
    assert said is not None
    assert tile is not None
    assert said["y"] >= tile["y"] + tile["height"] - 1


@pytest.mark.parametrize("count", [14, 30, 45])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1440, 900)])
def test_the_rack_keeps_its_place_however_many_tiles_are_on_it(
    new_page: NewPage, width: int, height: int, count: int
) -> None:
    page = new_page(viewport={"width": width, "height": height})
    kinds = [f"{c}{n}" for c in "krby" for n in range(1, 14)]
    deal(page, ["r1 r2 r3"], " ".join(kinds[:count]))
    assert page.locator(".rack [data-tile]").count() == count
    rack = page.locator(".rack").bounding_box()
    assert rack is not None
    assert rack["height"] <= height * 0.31
    assert rack["y"] + rack["height"] <= height


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_text_at_twice_its_size_keeps_the_rack_on_the_screen(
    new_page: NewPage, width: int, height: int
) -> None:
    page = new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.add_init_script(TWICE)
    page.goto(f"/room/{create_room(page, 'jumbo', bots=3)}")
    page.locator(MY_TURN).wait_for()
    page.locator(".rack [data-tile]").first.click()
    page.get_by_role("button", name="New meld").click()
    page.locator(".felt .reason").wait_for()
    rack, felt = (page.locator(name).bounding_box() for name in (".rack", ".felt"))
    assert rack is not None
    assert felt is not None
    assert rack["y"] + rack["height"] <= height
    assert felt["height"] > 100
