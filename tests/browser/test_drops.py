"""Magnetic drops: a tile joins what its rectangle is near to, wherever the pointer holds it."""

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.table import Hand, deal, finger, melds, mouse

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CROWD = [
    *(f"k{n} r{n} b{n} y{n}" for n in range(1, 8)),
    *(f"{c}{n} {c}{n + 1} {c}{n + 2}" for c in "krb" for n in (8, 11)),
    "y5 y6 y7",
    "y8 y9 y10",
]
"""A crowded table; the yellow runs are what the tests aim at."""
NEAR = [(x / 10, y / 10) for x in (-7, -3, 0, 3, 7) for y in (-3, -1, 0, 1, 3)]
AROUND = [
    (x / 10, y / 10) for x in (-9, -6, 0, 6, 9) for y in (-7, -4, 0, 4, 7) if x * x + y * y < 99
]
"""How far from its place a tile is let go, in tiles: among other melds, and where none is near."""
FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def tile(page: Page, kind: str, place: str = ".felt") -> FloatRect:
    """Where a tile of this kind is, at rest."""
    page.evaluate(FRAMES)
    box = page.locator(f'{place} [data-kind="{kind}"]').last.bounding_box()
    assert box is not None
    return box


def drop(page: Page, hand: Hand, kind: str, x: float, y: float) -> None:
    """Drag a tile of the rack so that its upper left corner is here."""
    start = tile(page, kind, ".rack")
    middle = (start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    size = tile(page, page_kind(page))
    hand(middle, hand.pointer((x, y, size["width"], size["height"])))


def page_kind(page: Page) -> str:
    """Some kind that lies on the felt, to know how large tiles are there."""
    return str(page.locator(".felt [data-tile]").first.get_attribute("data-kind"))


def undo(page: Page, count: int) -> None:
    page.keyboard.press("Control+z")
    expect(page.locator(".rack [data-tile]")).to_have_count(count)


@pytest.mark.parametrize("zoom", [0.7, 1, 1.3])
def test_a_tile_joins_what_is_within_a_tile_of_it_on_a_crowded_table(
    new_page: NewPage, zoom: float
) -> None:
    page = new_page(viewport={"width": 1280, "height": 900})
    page.add_init_script(
        f"localStorage.getItem('tilerummy.settings') ||"
        f" localStorage.setItem('tilerummy.settings', '{{\"zoom\": {zoom}}}')"
    )
    deal(page, CROWD, "y11 k1")
    hand = mouse(page)
    page.locator(".felt").evaluate("felt => felt.scrollTo(0, felt.scrollHeight)")
    last = tile(page, "y10")
    for across, down in NEAR:
        x = last["x"] + last["width"] * (1 + across)
        drop(page, hand, "y11", x, last["y"] + last["height"] * down)
        assert ["y8", "y9", "y10", "y11"] in melds(page), (across, down, melds(page))
        undo(page, 2)


def test_between_two_melds_a_tile_joins_the_one_it_could_belong_to(page: Page) -> None:
    deal(page, ["r5 r6 r7", "b1 b2 b3", "k10 k11 k12"], "r8 k9 y4")
    hand = mouse(page)
    for kind, beside, side, meld in (
        ("r8", "r7", 1, ["r5", "r6", "r7", "r8"]),
        ("k9", "k10", -1, ["k9", "k10", "k11", "k12"]),
    ):
        lies = tile(page, beside)
        for apart in (0, 0.3, 0.6, 0.9):
            drop(page, hand, kind, lies["x"] + lies["width"] * side * (1 + apart), lies["y"])
            assert meld in melds(page), (kind, apart, melds(page))
            undo(page, 3)


def test_a_finger_sees_the_tile_above_it_and_drops_it_where_it_is_seen(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    deal(page, ["r1 b1 k1", "r8 b8 k8", "y1 b1 k1", "y5 y6 y7"], "y8 k1 r3")
    hand = finger(page)
    last = tile(page, "y7")
    for across, down in NEAR:
        x = last["x"] + last["width"] * (1 + across)
        drop(page, hand, "y8", x, last["y"] + last["height"] * down)
        assert ["y5", "y6", "y7", "y8"] in melds(page), (across, down, melds(page))
        undo(page, 3)


def test_a_tile_joins_from_every_side_where_nothing_else_is_near(page: Page) -> None:
    deal(page, ["k8 r8 b8"], "y8 k1 r3")
    hand = mouse(page)
    meld = page.locator(".felt .frame")
    felt = page.locator(".felt").bounding_box()
    first = tile(page, "k8")
    assert felt is not None
    handle = (first["x"] - 8, first["y"] + first["height"] / 2)
    hand(handle, (felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] / 2))
    first, last = tile(page, "k8"), tile(page, "b8")
    for across, down in AROUND:
        for x in (first["x"] - first["width"], last["x"] + last["width"]):
            y = last["y"] + last["height"] * down
            drop(page, hand, "y8", x + last["width"] * across, y)
            assert len(melds(page)) == 1, (across, down)
            expect(meld).to_have_count(1)
            undo(page, 3)


def test_a_six_beside_a_five_makes_one_meld_and_a_lone_tile_stays_where_it_is(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto("/lesson")
    page.locator('.rack [data-kind="r5"]').wait_for()
    hand = mouse(page)
    felt = page.locator(".felt").bounding_box()
    assert felt is not None
    start = tile(page, "r5", ".rack")
    x, y = felt["x"] + felt["width"] * 0.4, felt["y"] + felt["height"] * 0.5
    hand((start["x"] + 20, start["y"] + 20), (x, y))
    lone = tile(page, "r5")
    assert lone["x"] < x < lone["x"] + lone["width"]
    assert lone["y"] - 40 < y < lone["y"] + lone["height"] + 40
    drop(page, hand, "r6", lone["x"] + lone["width"], lone["y"])
    assert melds(page) == [["r5", "r6"]]
    assert tile(page, "r5") == lone
    drop(page, hand, "r7", lone["x"] - lone["width"], lone["y"])
    assert melds(page) == [["r5", "r6", "r7"]]
    expect(page.get_by_role("button", name="Next")).to_be_visible()


def test_tiles_in_the_wrong_order_are_put_in_order(page: Page) -> None:
    deal(page, ["r8 b8 k8"], "* r7 r5 k1")
    hand = mouse(page)
    felt = page.locator(".felt").bounding_box()
    assert felt is not None
    drop(page, hand, "*", felt["x"] + 300, felt["y"] + felt["height"] * 0.6)
    for kind in ("r7", "r5"):
        last = page.locator(".felt .mine").last.bounding_box()
        assert last is not None
        drop(page, hand, kind, last["x"] + last["width"], last["y"])
    assert ["r5", "*", "r7"] in melds(page)


def test_where_a_tile_will_lie_is_shown_before_it_is_let_go(page: Page) -> None:
    deal(page, ["y5 y6 y7"], "y8 y6 k1")
    last = tile(page, "y7")
    start = tile(page, "y8", ".rack")
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] * 1.9, last["y"] + last["height"] * 0.8, steps=5)
    shown = page.locator(".felt .landing")
    expect(shown).to_be_visible()
    page.wait_for_timeout(100)
    landing = shown.bounding_box()
    page.mouse.up()
    assert landing is not None
    laid = tile(page, "y8")
    assert abs(laid["x"] - landing["x"]) < 3
    assert abs(laid["y"] - landing["y"]) < 3


def test_a_tile_joins_a_meld_at_the_edge_of_the_felt(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1280, "height": 720})
    deal(page, ["k4 k5 k6"], "r12 b12")
    felt = page.locator(".felt").bounding_box()
    assert felt is not None
    size, hand = tile(page, "k4"), mouse(page)
    edge = felt["x"] + felt["width"]
    drop(page, hand, "r12", edge - size["width"] * 1.2, size["y"])
    expect(page.locator('.felt [data-kind="r12"]')).to_have_count(1)
    last = tile(page, "r12")
    beside = last["x"] + last["width"]
    assert beside + size["width"] / 2 > edge
    drop(page, hand, "b12", beside, last["y"])
    expect(page.locator('.felt [data-kind="b12"]')).to_have_count(1)
    assert melds(page) == [["k4", "k5", "k6"], ["r12", "b12"]]


def carry(page: Page, kind: str) -> None:
    """Take a tile of the rack with the mouse and hold it over the middle of the felt."""
    start, felt = tile(page, kind, ".rack"), page.locator(".felt").bounding_box()
    assert felt is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    middle = (felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] / 2)
    page.mouse.move(*middle, steps=5)
    page.evaluate(FRAMES)


def test_the_wheel_turns_the_felt_below_a_tile_that_is_carried(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 700, "height": 600})
    deal(page, CROWD, "y11 k1")
    carry(page, "k1")
    page.evaluate("document.querySelector('.felt').scrollTop = 0")
    page.mouse.wheel(0, 120)
    page.wait_for_function("document.querySelector('.felt').scrollTop >= 60")
    page.mouse.up()


def test_a_tile_held_still_is_not_measured_again(page: Page) -> None:
    deal(page, CROWD, "y11 k1")
    carry(page, "k1")
    page.evaluate(
        """() => {
          const measure = Element.prototype.getBoundingClientRect
          window.measured = 0
          Element.prototype.getBoundingClientRect = function () {
            window.measured += 1
            return measure.call(this)
          }
        }"""
    )
    page.wait_for_timeout(300)
    assert page.evaluate("window.measured") == 0
    page.mouse.move(400, 300)
    page.wait_for_function("window.measured > 0")
    page.mouse.up()
