"""Games in a real browser: by mouse, finger and keyboard, through reloads and lost lines."""

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import NewPage
from tests.browser.listener import Listener
from tests.browser.table import (
    MY_TURN,
    OUT_AT_ONCE,
    SHORT_ROUND,
    Person,
    create_room,
    deal,
    finger,
    middle,
    mouse,
)
from tests.browser.touch import Fingers
from tests.chosen_deals import HEADER
from tilerummy.rules import rulebook

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}
DESK = {"width": 1280, "height": 1000}
SIDEWAYS = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
SHORT = {"deal.tiles": 20, "opening.points": 10, "tiles.copies": 1, "players.most": 2}
"""Most of a small set is on the two racks: a round takes about nine turns."""
SPARSE = {"deal.tiles": 7, "opening.points": 5, "tiles.copies": 1, "players.most": 2}
"""Few tiles on a rack: a round has more turns, and each of them few tiles to go to."""
FOUR_TURNS = "deal 289"
"""Each plays twice, the second time with tiles of the table; by lot twice as many are dragged."""
SEVEN_TURNS_EACH = "deal 127"
"""I lay in four of my seven turns. By lot a round has about twenty turns of mine."""
WIDER = "all => all.map(one => one.offsetWidth > one.parentElement.offsetWidth)"
FOCUSED = "document.activeElement.dataset.kind ?? document.activeElement.textContent.trim()"


def test_two_people_play_a_whole_round_one_with_a_mouse_one_with_a_finger(
    new_page: NewPage,
) -> None:
    rules = rulebook("piatnik-travel").replace(SHORT)
    desk, tablet = new_page(viewport=DESK), new_page(**TABLET)
    desk.set_extra_http_headers({HEADER: FOUR_TURNS})
    code = create_room(desk, "piatnik-travel", bots=0, seats=2, house=SHORT)
    desk.goto(f"/room/{code}")
    tablet.goto(f"/room/{code}")
    tablet.get_by_role("button", name="Sit here").tap()
    tablet.get_by_role("button", name="I’m ready").tap()
    desk.get_by_role("button", name="Deal the tiles").click()
    anna, ben = Person(desk, rules, mouse(desk)), Person(tablet, rules, finger(tablet))
    people = [anna, ben]
    laid = 0
    while not desk.locator(".veil h1").count():
        mover = next((one for one in people if one.page.locator(MY_TURN).count()), None)
        if mover is None:
            desk.wait_for_timeout(50)
            continue
        laid += mover.play_or_draw()
        expect(mover.page.locator(MY_TURN)).to_have_count(0)
    expect(desk.locator(".veil h1")).to_be_visible()
    expect(desk.get_by_role("table", name="Score sheet")).to_be_visible()
    expect(tablet.get_by_role("table", name="Score sheet")).to_be_visible()
    assert laid >= 2
    desk.get_by_role("button", name="Next round").click()
    expect(desk.get_by_text("Waiting for the others")).to_be_visible()
    expect(tablet.get_by_role("button", name="Deal anyway")).to_have_count(0)
    desk.get_by_role("button", name="Deal anyway").click()
    expect(desk.locator(".rack [data-tile]")).to_have_count(20)
    expect(tablet.locator(".rack [data-tile]")).to_have_count(20)


def test_a_whole_round_with_the_keyboard_and_the_accessibility_tree_alone(page: Page) -> None:
    code = create_room(page, "piatnik-travel", seed=SEVEN_TURNS_EACH, house=SPARSE)
    page.goto(f"/room/{code}")
    anna = Listener(page, rulebook("piatnik-travel").replace(SPARSE))
    laid = 0
    while anna.wait_for_turn():
        wanted = anna.best()
        if wanted is None:
            anna.end_turn("Draw a tile|Pass")
        else:
            anna.arrange(wanted)
            anna.end_turn(r"Play \d+ tile")
            anna.opened = True
            laid += 1
    sheet = anna.listen()
    assert laid >= 3
    assert sheet.one("heading", "You|Bruno|Anna|Nobody"), "it is told who won"
    assert sheet.one("button", "Next round")
    expect(page.locator("[aria-live=polite]").first).not_to_be_empty()


def test_the_keyboard_never_loses_its_place(page: Page) -> None:
    house = {"deal.tiles": 20, "opening.points": 0}
    page.goto(f"/room/{create_room(page, 'jumbo', house=house)}")
    page.locator(MY_TURN).wait_for()
    page.locator(".rack [data-tile]").first.focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="New meld").press("Enter")
    expect(page.locator("[data-main]")).to_be_focused()
    laid = page.locator(".felt .mine")
    laid.focus()
    kind = page.evaluate(FOCUSED)
    page.keyboard.press("Control+z")
    expect(page.locator(f'.rack [data-kind="{kind}"]:focus')).to_have_count(1)
    page.get_by_role("button", name="Redo").press("Enter")
    expect(page.get_by_role("button", name="Redo")).to_be_focused()
    page.get_by_role("button", name="Hint").press("Enter")
    page.get_by_role("button", name="Show on the table").press("Enter")
    expect(page.locator("[data-main]")).to_be_focused()
    page.get_by_role("button", name="Menu").press("Enter")
    page.get_by_role("button", name="Leave the room").press("Enter")
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Leave the room")).to_be_focused()


def test_the_keyboard_goes_from_the_scores_to_the_table_and_back(page: Page) -> None:
    code = create_room(page, "jumbo", bots=3, seed=OUT_AT_ONCE, house=SHORT_ROUND)
    page.goto(f"/room/{code}")
    page.locator(MY_TURN).wait_for()
    page.keyboard.press("p")
    page.locator(".veil h1").wait_for()
    expect(page.locator(".veil h1")).to_be_focused()
    page.get_by_role("button", name="View the table").press("Enter")
    expect(page.get_by_role("button", name="Scores")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".veil h1")).to_be_focused()
    page.get_by_role("button", name="Next round").press("Enter")
    expect(page.locator("[data-main]")).to_be_focused()


def test_single_letters_can_be_switched_off(page: Page) -> None:
    page.goto(f"/room/{create_room(page, 'jumbo')}")
    page.locator(MY_TURN).wait_for()
    page.keyboard.press("?")
    page.get_by_label("Single-letter shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.keyboard.press("p")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(MY_TURN)).to_have_text("Draw a tile")
    page.goto("/settings")
    page.get_by_label("Single-letter shortcuts").check()


@pytest.mark.parametrize(("name", "bots"), [("jumbo", 3), ("jumbo-xp", 5)])
def test_the_whole_rack_is_in_view_on_a_phone_held_sideways(
    new_page: NewPage, name: str, bots: int
) -> None:
    page = new_page(**SIDEWAYS, reduced_motion="reduce")
    page.goto(f"/room/{create_room(page, name, bots=bots)}")
    page.locator(MY_TURN).wait_for()
    assert_rack_in_view(page)
    page.locator(".rack [data-tile]").first.tap()
    assert_rack_in_view(page)
    page.get_by_role("button", name="New meld").tap()
    page.locator(".felt .reason").wait_for()
    assert_rack_in_view(page)


def assert_rack_in_view(page: Page) -> None:
    """Every tile of the rack can be met: nothing hides it, and it is within the window.

    The page is given time to find its sizes again after something was laid.
    """
    page.wait_for_function(
        """() => [...document.querySelectorAll('.rack [data-tile]')].every(tile => {
             const { left, right, top, bottom } = tile.getBoundingClientRect()
             return [top + 8, bottom - 2].every(y => {
               const met = document.elementFromPoint((left + right) / 2, y)
               return met?.closest('[data-tile]') === tile
             })
           })""",
        timeout=5_000,
    )


def two_of_one_colour(page: Page) -> list[str]:
    """Two tiles of the rack that stay side by side: twins would be parted."""
    found: dict[str, tuple[int, str]] = {}
    tiles = page.locator(".rack [data-tile]")
    for kind, name in tiles.evaluate_all("all => all.map(one => [one.dataset.kind, one.id])"):
        colour, number = kind[0], int(kind[1:] or 0) if kind[1:].isdigit() else 0
        if number and colour in found and found[colour][0] != number:
            return [one for _, one in sorted([found[colour], (number, name)])]
        if number:
            found.setdefault(colour, (number, name))
    raise AssertionError("fourteen tiles have two of a colour")


def test_an_unfinished_turn_survives_a_reload_with_its_undo(page: Page) -> None:
    code = create_room(page, "jumbo", clock={"type": "limit", "seconds": 300})
    page.goto(f"/room/{code}")
    page.locator(MY_TURN).wait_for()
    anna = Person(page, rulebook("jumbo"), mouse(page))
    page.get_by_role("button", name="My order").click()
    lying = page.locator(".felt [data-tile]").count()
    tiles = two_of_one_colour(page)
    anna.put(tiles[0])
    anna.put(tiles[1], after=tiles[0])
    expect(page.locator(".felt .reason")).to_be_visible()
    rack, table = anna.rack(), anna.table()
    page.reload()
    expect(page.locator(".felt [data-tile]")).to_have_count(lying + 2)
    assert (anna.rack(), anna.table()) == (rack, table)
    left = page.get_by_role("timer").get_attribute("aria-label") or ""
    assert int("".join(filter(str.isdigit, left))) < 300
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".felt [data-tile]")).to_have_count(lying)
    expect(page.locator(".rack [data-tile]")).to_have_count(14)


def test_a_lost_line_comes_back_and_nothing_of_the_draft_is_lost(page: Page) -> None:
    routes: list[WebSocketRoute] = []

    def connect(route: WebSocketRoute) -> None:
        routes.append(route)
        route.connect_to_server()

    page.route_web_socket("**/ws/*", connect)
    code = create_room(page, "jumbo")
    page.goto(f"/room/{code}")
    page.locator(MY_TURN).wait_for()
    anna = Person(page, rulebook("jumbo"), mouse(page))
    first = page.locator(".rack [data-tile]").first.get_attribute("id")
    anna.put(str(first))
    table = anna.table()
    routes[-1].close(code=1012)
    lost = page.get_by_role("status").filter(has_text="Connection lost")
    expect(lost).to_be_visible()
    expect(lost).to_have_count(0)
    assert len(routes) >= 2
    assert anna.table() == table
    expect(page.locator(".felt .reason")).to_be_visible()
    page.get_by_role("button", name="Restart turn").click()
    page.get_by_role("button", name="Draw a tile").click()
    expect(page.locator(".rack [data-tile]")).to_have_count(15)


def test_when_time_is_up_the_draft_goes_back_and_penalty_tiles_come(page: Page) -> None:
    code = create_room(page, "ravensburger-travel-de", clock={"type": "limit", "seconds": 5})
    page.goto(f"/room/{code}")
    page.locator(MY_TURN).wait_for()
    anna = Person(page, rulebook("ravensburger-travel-de"), mouse(page))
    anna.put(str(page.locator(".rack [data-tile]").first.get_attribute("id")))
    expect(page.get_by_role("timer").first).to_be_visible()
    expect(page.locator(".rack [data-tile]")).to_have_count(17, timeout=12_000)
    expect(page.locator("#status")).to_contain_text(
        "Your time ran out: everything goes back, 3 penalty tiles"
    )
    page.locator(MY_TURN).wait_for()
    expect(page.locator("#status")).to_contain_text(
        "Your time ran out: everything goes back, 3 penalty tiles"
    )
    expect(page.locator(".felt .short")).to_have_count(0)


def test_a_turn_with_the_special_jokers_of_the_twist(page: Page) -> None:
    house = {"deal.tiles": 20, "opening.points": 0, "tiles.copies": 1, "players.most": 2}
    rules = rulebook("twist").replace(house)
    for _ in range(12):
        page.goto(f"/room/{create_room(page, 'twist', house=house)}")
        page.locator(MY_TURN).wait_for()
        anna = Person(page, rules, mouse(page))
        play = anna.best() or []
        if any(kind in ("*2", "*c", "*m") for meld in play for kind in meld) and not anna.table():
            anna.arrange(play)
            shown = page.locator(".felt .joker .stands")
            expect(shown.first).to_be_visible()
            assert not any(shown.evaluate_all(WIDER))
            anna.lay()
            expect(page.locator(MY_TURN)).to_have_count(0)
            expect(shown.first).to_be_visible()
            return
    raise AssertionError("twelve racks without a play for a special joker")


def test_tap_a_tile_then_a_place(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto(f"/room/{create_room(page, 'jumbo')}")
    page.locator(MY_TURN).wait_for()
    lying = page.locator(".felt [data-tile]").count()
    names = [str(t.get_attribute("id")) for t in page.locator(".rack [data-tile]").all()[:2]]
    page.locator(f"#{names[0]}").tap()
    expect(page.locator(f"#{names[0]}")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="New meld").tap()
    expect(page.locator(".felt [data-tile]")).to_have_count(lying + 1)
    page.locator(f"#{names[1]}").tap()
    page.locator(f".felt #{names[0]}").tap()
    expect(page.locator(".felt [data-tile]")).to_have_count(lying + 2)
    page.locator(f".felt #{names[1]}").tap()
    page.get_by_role("button", name="Take back", exact=True).tap()
    expect(page.locator(".felt [data-tile]")).to_have_count(lying + 1)


def test_a_hint_tells_how_many_tiles_then_which_then_how(page: Page) -> None:
    house = {"deal.tiles": 20, "opening.points": 0}
    page.goto(f"/room/{create_room(page, 'jumbo', house=house)}")
    page.locator(MY_TURN).wait_for()
    page.locator(".rack [data-tile]").first.click()
    page.get_by_role("button", name="New meld").click()
    page.locator(".felt .reason").wait_for()
    page.get_by_role("button", name="Hint").click()
    panel = page.get_by_role("complementary", name="Hint")
    said = panel.get_by_role("status")
    expect(said).to_contain_text("You can play")
    count = int(said.inner_text().split()[3])
    expect(page.locator(".felt .reason")).to_be_visible()
    expect(panel.get_by_role("img")).to_have_count(0)
    panel.get_by_role("button", name="Which tiles?").click()
    expect(panel.get_by_role("img").locator(".face")).to_have_count(count)
    assert page.locator(".rack .fresh").count() in (count - 1, count)
    panel.get_by_role("button", name="How?").click()
    expect(panel.get_by_role("listitem")).to_have_count(1)
    expect(panel).to_contain_text("Chance to win", timeout=30_000)
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    panel.get_by_role("button", name="Show on the table").click()
    expect(page.get_by_role("button", name="Play").and_(page.locator(MY_TURN))).to_be_visible()
    expect(page.locator(".rack .fresh")).to_have_count(0)


def test_the_first_step_of_a_hint_is_seen_on_a_phone(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    table = ["y6 y7 y8 y9", "y9 y10 y11", "k2 k3 k4", "k5 r5 b5"]
    deal(page, table, "k1 r1 y1 y2 y2 b3 r4 r4 r5 y5 r6 b7 y8 k9 k9 b9 b10 k11 b11 r12 y12 r13")
    page.get_by_role("button", name="Hint").tap()
    panel = page.get_by_role("complementary", name="Hint")
    panel.get_by_role("button", name="Which tiles?").tap()
    panel.get_by_role("button", name="How?").tap()
    expect(panel.get_by_role("listitem")).to_have_count(1)
    page.wait_for_function(
        """() => {
          const bounds = what => document.querySelector(what).getBoundingClientRect()
          const [panel, step, buttons] = ['.hint', '.hint li', '.hint .ways'].map(bounds)
          return step.top >= panel.top - 1 && step.bottom <= buttons.top + 1
        }""",
        timeout=5_000,
    )


def test_the_first_tap_after_a_drag_counts(new_page: NewPage) -> None:
    page = new_page(**PHONE, reduced_motion="reduce")
    page.goto(f"/room/{create_room(page, 'jumbo')}")
    page.locator(MY_TURN).wait_for()
    fingers, undo = Fingers(page), page.get_by_role("button", name="Undo")
    lying = page.locator(".felt [data-tile]").count()
    for _ in range(5):
        fingers.drag(middle(page.locator(".rack [data-tile]").first), middle(page.locator(".felt")))
        expect(undo).to_be_enabled()
        fingers.tap(middle(undo))
        expect(page.locator(".felt [data-tile]")).to_have_count(lying)
        expect(undo).to_be_disabled()
