"""What happened stays: the glow, a line, the play shown again, the log of all turns, the ending."""

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, Route, expect

from tests.browser.accessible import assert_accessible
from tests.browser.conftest import NewPage
from tests.browser.table import MY_TURN, OUT_AT_ONCE, SHORT_ROUND, create_room, deal, melds

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1440, "height": 900}}
BEFORE = ["b8 b9 b10 b11", "r1 r2 r3"]
ALL_PLAY = "88"
"""I begin, and each of three bots has a play in its first turn: there is much to tell."""
AFTER = ["b9 b10 b11", "r1 r2 r3 r4", "b8 k8 y8"]


def box(element: Locator) -> FloatRect:
    found = element.bounding_box()
    assert found is not None
    return found


def test_a_play_glows_and_is_told_until_i_act_and_can_be_shown_again(page: Page) -> None:
    script = deal(page, BEFORE, "k1 k2 k3")
    script.bot_plays("r4 k8 y8", AFTER, 8)
    status = page.locator("#status")
    expect(status).to_contain_text("Bruno played 3 tiles")
    page.wait_for_timeout(2000)
    glowing = page.locator(".felt .fresh").evaluate_all("all => all.map(one => one.dataset.kind)")
    assert sorted(glowing) == ["b8", "k8", "r4", "y8"]
    page.get_by_role("button", name="Show again").first.click()
    assert sorted(map(sorted, melds(page))) == sorted(sorted(meld.split()) for meld in BEFORE)
    steps = 0
    while page.get_by_role("button", name="Next step").count():
        page.get_by_role("button", name="Next step").click()
        steps += 1
        expect(page.get_by_text(f"Step {steps} of 3")).to_be_visible()
    assert steps == 3
    page.get_by_role("button", name="Back to the game").click()
    assert sorted(map(sorted, melds(page))) == sorted(sorted(meld.split()) for meld in AFTER)
    expect(status).to_contain_text("Bruno played 3 tiles")
    page.locator('.rack [data-kind="k1"]').click()
    page.keyboard.press("n")
    expect(page.locator(".felt .fresh")).to_have_count(0)
    expect(status).not_to_contain_text("Bruno played")


def test_showing_again_leaves_my_unfinished_turn_alone(page: Page) -> None:
    script = deal(page, BEFORE, "k1 k2 k3")
    script.bot_plays("r4 k8 y8", AFTER, 8)
    page.locator('.rack [data-kind="k2"]').click()
    page.keyboard.press("n")
    before = melds(page)
    page.get_by_role("complementary").get_by_role("button", name="Show again").last.click()
    expect(page.get_by_role("button", name="Next step")).to_be_visible()
    page.get_by_role("button", name="Back to the game").click()
    assert melds(page) == before
    page.keyboard.press("Control+z")
    expect(page.locator(".rack [data-tile]")).to_have_count(3)


def test_time_that_ran_out_is_told_until_i_act(page: Page) -> None:
    script = deal(page, BEFORE, "k1 k2 k3")
    late = {
        "type": "timed-out",
        "seat": 1,
        "kept": False,
        "laid": "",
        "table": BEFORE,
        "result": "undone",
    }
    rest = {"opening": None, "penalty": 3, "tiles": None, "count": 9, "pool": 70, "rack": None}
    script.happens({**late, **rest})
    expect(page.locator("#status")).to_contain_text(re.compile("Bruno.*3"))
    page.wait_for_timeout(1500)
    expect(page.locator("#status")).to_contain_text(re.compile("Bruno.*3"))


def test_on_a_phone_what_happened_is_not_squeezed_beside_the_meter(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto(f"/room/{create_room(page, 'jumbo', bots=3, seed=ALL_PLAY)}")
    status, main = page.locator("#status"), page.get_by_role("button", name="Draw a tile")
    main.and_(page.locator(MY_TURN)).tap()
    expect(status).to_contain_text("Bruno")
    expect(status).to_contain_text("Your turn")
    expect(status.locator(".meter")).to_be_visible()
    lines = status.locator(".text").evaluate("one => [...one.getClientRects()].map(r => r.left)")
    assert len(lines) > 1
    assert min(lines) == box(status)["x"], "the second line has the whole width"


def test_somebody_with_three_tiles_left_is_a_warning(page: Page) -> None:
    script = deal(page, BEFORE, "k1 k2 k3")
    script.bot_plays("r4", [BEFORE[0], "r1 r2 r3 r4"], 3)
    warning = "Bruno has only 3 tiles left!"
    expect(page.locator("#status")).to_contain_text(warning)
    expect(page.locator("[aria-live=polite]").first).to_contain_text(warning)
    expect(page.locator(".seat .few")).to_be_visible()


@pytest.mark.parametrize("options", [PHONE, DESK])
def test_turns_and_chat_are_beside_the_table_and_never_on_it(
    new_page: NewPage, options: dict[str, object]
) -> None:
    page = new_page(**options)
    script = deal(page, BEFORE, "k1 k2 k3")
    script.bot_plays("r4 k8 y8", AFTER, 8)
    script.happens({"type": "passed", "seat": 1})
    page.get_by_role("button", name="Chat", exact=True).first.click()
    panel = page.get_by_role("complementary")
    expect(page.get_by_label("Say something")).to_be_focused()
    felt, over = box(page.locator(".felt")), box(panel)
    beside = over["x"] >= felt["x"] + felt["width"]
    below = over["y"] >= felt["y"] + felt["height"]
    assert beside or below
    assert_accessible(page)
    if below:
        panel.get_by_role("button", name="Turns").click()
    turns = panel.get_by_role("listitem")
    expect(turns.filter(has_text="Bruno played 3 tiles")).to_have_count(1)
    expect(turns.filter(has_text="Bruno passed")).to_have_count(1)
    assert_accessible(page)
    page.reload()
    page.locator(MY_TURN).wait_for()
    if below:
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Turns").click()
    expect(turns.filter(has_text="Bruno played 3 tiles")).to_have_count(1)


@pytest.mark.parametrize("options", [PHONE, DESK])
def test_the_latest_words_of_a_long_chat_are_in_view(
    new_page: NewPage, options: dict[str, object]
) -> None:
    page = new_page(**options)
    script = deal(page, BEFORE, "k1 k2 k3")
    words = {"type": "chatted", "seat": 1, "name": "Bruno", "at": 0}
    script.happens(*({**words, "text": f"line {number}"} for number in range(40)))
    page.get_by_role("button", name="Chat", exact=True).first.click()
    said = page.get_by_role("complementary").get_by_role("listitem")
    expect(said.filter(has_text="line 39")).to_be_in_viewport(ratio=0.9)
    expect(page.get_by_label("Say something")).to_be_in_viewport(ratio=1)
    script.happens({**words, "text": "well done"})
    expect(said.filter(has_text="well done")).to_be_in_viewport(ratio=0.9)


def test_the_chat_takes_the_focus_however_late_it_comes(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/SidePanel-*.js", hold)
    deal(page, BEFORE, "k1 k2 k3")
    page.get_by_role("button", name="Chat", exact=True).first.click()
    page.wait_for_timeout(300)
    assert held
    held[0].continue_()
    expect(page.get_by_label("Say something")).to_be_focused()


def test_the_last_play_is_seen_before_the_sheet_tells_all_about_the_round(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    code = create_room(page, "jumbo", bots=3, seed=OUT_AT_ONCE, house=SHORT_ROUND)
    page.goto(f"/room/{code}")
    ended = page.locator("#status").filter(has_text="goes out")
    page.locator(MY_TURN).wait_for()
    page.keyboard.press("p")
    expect(ended).to_be_visible()
    expect(page.locator(".veil")).to_have_count(0)
    expect(page.get_by_role("button", name="Scores")).to_be_focused()
    sheet = page.get_by_role("main").filter(has=page.get_by_role("heading", name="goes out"))
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("table", name="Score sheet")).to_be_visible()
    expect(sheet.get_by_text("Left on the racks")).to_be_visible()
    expect(sheet.get_by_role("definition").first).to_be_visible()
    assert_accessible(page)
