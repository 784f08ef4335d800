"""Before the first round: what the host changes, and what those who join see of it."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.accessible import assert_accessible
from tests.browser.conftest import NewPage
from tests.browser.table import MY_TURN, create_room


def number(page: Page, name: str) -> Locator:
    return page.get_by_role("spinbutton", name=name)


def test_house_rules_are_changed_by_the_host_and_seen_by_those_who_join(new_page: NewPage) -> None:
    host, guest = new_page(), new_page(locale="de")
    code = create_room(host, "jumbo", bots=0, seats=2)
    host.goto(f"/room/{code}")
    guest.goto(f"/room/{code}")
    expect(guest.get_by_text("Wir spielen, wie es im Regelheft steht.")).to_be_visible()
    host.get_by_text("Change the house rules").click()
    expect(number(host, "Points needed to open")).to_have_value("30")
    number(host, "Points needed to open").fill("20")
    number(host, "Points needed to open").press("Enter")
    joker = host.get_by_role("group", name="A freed joker")
    joker.get_by_role("radio", name="A freed joker must go into a different meld").check()
    seen = guest.get_by_role("region", name="Hausregeln")
    expect(seen.get_by_text("Punkte zum Eröffnen: 20")).to_be_visible()
    expect(seen.get_by_text("Regelheft: 30")).to_be_visible()
    expect(seen.get_by_role("listitem")).to_have_count(2)
    expect(seen.get_by_role("spinbutton")).to_have_count(0)
    assert_accessible(host)
    host.get_by_role("radio", name="A freed joker may go anywhere").check()
    expect(seen.get_by_role("listitem")).to_have_count(1)
    guest.get_by_role("button", name="Hier sitzen").click()
    host.get_by_role("button", name="Deal the tiles").click()
    host.locator("[data-main]").wait_for()
    mover = host if host.locator(MY_TURN).count() else guest
    expect(mover.locator(".meter")).to_contain_text("20")


def test_guests_say_who_they_are_and_can_get_up_again(new_page: NewPage) -> None:
    host, ben, cleo = new_page(), new_page(), new_page()
    code = create_room(host, "jumbo", bots=0, seats=3)
    for page in (host, ben, cleo):
        page.goto(f"/room/{code}")
    for page in (ben, cleo):
        page.get_by_role("button", name="Sit here").first.click()
        expect(page.get_by_label("Your name")).to_be_focused()
    expect(host.get_by_text("Guest", exact=True)).to_be_visible()
    expect(host.get_by_text("Guest 2", exact=True)).to_be_visible()
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_label("Your name").press("Enter")
    expect(host.get_by_text("Ben", exact=True)).to_be_visible()
    ben.get_by_role("button", name="I’m ready").click()
    expect(ben.get_by_text("Waiting for Anna to deal")).to_be_visible()
    expect(ben.get_by_label("Your name")).to_be_disabled()
    expect(ben.get_by_role("combobox")).to_have_count(1)  # the language; the rules are told
    assert_accessible(ben)
    cleo.get_by_role("button", name="Leave seat").click()
    expect(host.get_by_text("Guest 2", exact=True)).to_have_count(0)
    expect(cleo.get_by_role("button", name="Sit here")).to_be_visible()


def test_a_link_that_cannot_be_copied_is_marked_instead(page: Page) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto(f"/room/{create_room(page, 'jumbo', bots=0, seats=2)}")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("textbox", name="Link to this room")).to_be_focused()
    expect(page.get_by_text("copy it yourself")).to_be_visible()
    expect(page.get_by_role("button", name="Copied")).to_have_count(0)
    expect(page.get_by_text("make play HOST=0.0.0.0")).to_be_visible()


def test_a_value_out_of_reach_becomes_the_nearest_one(page: Page) -> None:
    page.goto(f"/room/{create_room(page, 'twist', bots=0, seats=2)}")
    page.get_by_text("Change the house rules").click()
    number(page, "Tiles per player").fill("99")
    number(page, "Tiles per player").press("Enter")
    expect(number(page, "Tiles per player")).to_have_value("20")
    expect(page.get_by_text("Tiles per player: 20")).to_be_visible()
    page.get_by_role("button", name="Reset to the booklet").click()
    expect(number(page, "Tiles per player")).to_have_value("14")
    expect(page.get_by_text("No house rules: we play by the booklet.")).to_be_visible()
    number(page, "Spectator delay").fill("-5")
    number(page, "Spectator delay").press("Enter")
    expect(number(page, "Spectator delay")).to_have_value("0")


def test_the_clock_can_be_a_bank_for_the_round(page: Page) -> None:
    page.goto(f"/room/{create_room(page, 'jumbo', bots=0, seats=2)}")
    page.get_by_role("combobox", name="Time limit").select_option("bank")
    number(page, "Minutes per player").fill("5")
    number(page, "Minutes per player").press("Enter")
    page.reload()
    expect(number(page, "Minutes per player")).to_have_value("5")
    expect(number(page, "Seconds added per turn")).to_have_value("10")
    page.get_by_role("button", name="Deal the tiles").click()
    expect(page.get_by_role("timer").first).to_be_visible()
