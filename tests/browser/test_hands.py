"""Fewer drags and never a dead end: tiles play themselves where they fit, and a no says why."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.table import MY_TURN, create_room, deal, melds, middle, mouse
from tests.browser.touch import Fingers

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
STATUS = "#status .reason"


def rack(page: Page, count: int) -> None:
    expect(page.locator(".rack [data-tile]")).to_have_count(count)


def test_a_double_tap_plays_a_tile_where_it_fits(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    deal(page, ["y5 y6 y7", "r1 r2 r3 r4 r5"], "y8 k1 r3 *")
    fingers = Fingers(page)
    for kind, after in (("y8", ["y5", "y6", "y7", "y8"]), ("r3", ["r1", "r2", "r3"])):
        at = middle(page.locator(f'.rack [data-kind="{kind}"]'))
        fingers.tap(at)
        fingers.tap(at)
        expect(page.locator(f'.felt [data-kind="{kind}"].mine')).to_be_visible()
        assert after in melds(page)
    page.get_by_role("button", name="Undo").tap()
    rack(page, 3)
    for kind, why in (("k1", "This doesn’t fit any meld"), ("*", "fits in several places")):
        page.locator(f'.rack [data-kind="{kind}"]').dblclick()
        expect(page.locator(STATUS)).to_contain_text(why)
    rack(page, 3)


def test_enter_plays_what_is_selected_and_one_undo_takes_it_back(page: Page) -> None:
    deal(page, ["y5 y6 y7"], "y8 y9 k1 r3")
    for kind in ("y8", "y9"):
        page.locator(f'.rack [data-kind="{kind}"]').press("Space")
    page.locator('.rack [data-kind="y9"]').press("Enter")
    expect(page.locator(".felt .mine")).to_have_count(2)
    assert melds(page) == [["y5", "y6", "y7", "y8", "y9"]]
    page.keyboard.press("Control+z")
    rack(page, 4)


def test_dragging_across_the_rack_selects_several(page: Page) -> None:
    deal(page, ["y5 y6 y7"], "k1 k2 k3 k4 k9")
    first, third = (page.locator(f'.rack [data-kind="k{n}"]').bounding_box() for n in (1, 3))
    assert first is not None
    assert third is not None
    mouse(page)((first["x"] - 3, first["y"] - 4), (third["x"] + 8, third["y"] + 20))
    expect(page.locator('.rack [aria-pressed="true"]')).to_have_count(3)
    page.keyboard.press("n")
    assert ["k1", "k2", "k3"] in melds(page)


def test_a_finger_that_rests_on_a_tile_and_moves_on_selects_several(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    deal(page, ["y5 y6 y7"], "k1 k2 k3 k4 k9")
    first, third = (middle(page.locator(f'.rack [data-kind="k{n}"]')) for n in (1, 3))
    Fingers(page).drag(first, third, rest=900)
    expect(page.locator('.rack [aria-pressed="true"]')).to_have_count(3)
    rack(page, 5)


def test_pressing_on_felt_or_wood_and_dragging_selects_no_text(page: Page) -> None:
    deal(page, ["y5 y6 y7"], "k1 k2 k3")
    for place, down in ((".felt", -150), (".rack", -150), ("#status", -150), (".top", 400)):
        x, y = middle(page.locator(place))
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 200, y + down, steps=5)
        page.mouse.up()
        assert page.evaluate("getSelection().toString()") == ""


def test_my_melds_are_laid_out_at_once_and_one_undo_takes_them_back(page: Page) -> None:
    deal(page, ["y5 y6 y7"], "r8 k1 k2 b8 k3 y8 r13")
    page.get_by_role("button", name="Arrange my melds").click()
    rack(page, 1)
    laid = {tuple(sorted(meld)) for meld in melds(page)}
    assert laid == {("y5", "y6", "y7"), ("k1", "k2", "k3"), ("b8", "r8", "y8")}
    page.get_by_role("button", name="Undo").click()
    rack(page, 7)
    deal(page, ["y5 y6 y7"], "r8 k1 b3")
    page.get_by_role("button", name="Arrange my melds").click()
    expect(page.locator(STATUS)).to_contain_text("makes no meld")


def test_with_tiles_on_the_table_one_can_still_take_back_and_draw(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/room/{create_room(page, 'jumbo')}")
    page.locator(MY_TURN).wait_for()
    for _ in range(3):
        page.locator(".rack [data-tile]").first.click()
        page.get_by_role("button", name="New meld").click()
    rack(page, 11)
    expect(page.get_by_role("button", name="Play 3 tiles")).to_be_visible()
    page.get_by_role("button", name="Take back and draw").click()
    rack(page, 15)


def test_a_button_that_cannot_act_says_why(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/room/{create_room(page, 'jumbo')}")
    page.locator(MY_TURN).wait_for()
    page.get_by_role("button", name="Undo").click(force=True)
    expect(page.locator(STATUS)).to_have_text("Nothing has been changed yet.")
    page.locator(".rack [data-tile]").first.click()
    page.get_by_role("button", name="New meld").click()
    expect(page.locator(STATUS)).not_to_have_text("Nothing has been changed yet.")
    page.locator(".felt .reason").wait_for()
    page.locator("[data-main]").click(force=True)
    expect(page.locator(STATUS)).to_have_text("At least 3 tiles")
    expect(page.locator("[aria-live=polite]").first).to_contain_text("At least 3 tiles")


def test_a_tile_of_the_table_that_is_dragged_to_the_rack_says_why_it_springs_back(
    page: Page,
) -> None:
    deal(page, ["y5 y6 y7"], "k1 k2 k3")
    mouse(page)(middle(page.locator('.felt [data-kind="y7"]')), middle(page.locator(".rack")))
    expect(page.locator(STATUS)).to_contain_text("stay on the table")
    assert melds(page) == [["y5", "y6", "y7"]]
    rack(page, 3)
