"""Rooms with friends: one tap to join, coming late, being removed, reactions, and a new deal."""

import re

from playwright.sync_api import Page, expect

from tests.browser.accessible import assert_accessible
from tests.browser.conftest import NewPage
from tests.browser.table import MY_TURN, create_room

KNOWN = "localStorage.setItem('tilerummy.settings', JSON.stringify({ name: 'Ben', locale: 'en' }))"
THREE_PAIRS = """async () => {
  for (;;) {
    const settings = { rulebook: 'ravensburger-travel-de', clock: { type: 'none' }, pace: 'fast' }
    const body = JSON.stringify({ settings, name: 'Anna', bots: ['greedy'], start: true })
    const headers = { 'Content-Type': 'application/json' }
    const made = await fetch('/api/rooms', { method: 'POST', headers, body })
    const { code } = await made.json()
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws/${code}`)
    const { round } = await new Promise((resolve) => {
      socket.onopen = () => socket.send(JSON.stringify({ type: 'hello' }))
      socket.onmessage = ({ data }) => resolve(JSON.parse(data))
    })
    socket.close()
    if (round.turn.seat === 1 && round.turn.may.includes('redeal')) return code
  }
}"""


def test_a_link_seats_and_readies_whoever_opens_it_and_the_host_may_remove_them(
    new_page: NewPage,
) -> None:
    host, ben, cleo = new_page(), new_page(), new_page()
    code = create_room(host, "jumbo", bots=0, seats=3)
    host.goto(f"/room/{code}")
    expect(host.locator("h2").first).to_have_text("Invite the others")
    ben.add_init_script(KNOWN)
    ben.goto(f"/room/{code}")
    seats = host.locator("li.seat")
    expect(seats.filter(has_text="Ben")).to_contain_text("Ready")
    cleo.goto(f"/room/{code}")
    cleo.get_by_label("Your name").fill("Cleo")
    cleo.get_by_role("button", name="Join the game").click()
    expect(seats.filter(has_text="Cleo")).to_contain_text("Ready")
    expect(host.locator("[aria-live]").filter(has_text="Cleo has joined.")).to_be_attached()
    expect(host.locator(".arrived")).to_have_text("Cleo has joined.")
    expect(host.locator(".arrived")).to_be_in_viewport()

    ben.get_by_role("button", name="I’m not ready").click()
    ben.get_by_role("button", name="Leave seat").click()
    ben.reload()
    expect(ben.get_by_role("button", name="Join the game")).to_be_visible()
    ben.get_by_role("button", name="Join the game").click()
    expect(seats.filter(has_text="Ben")).to_contain_text("Ready")

    host.get_by_role("button", name="Remove Ben").click()
    host.get_by_label("The seat is for somebody else").check()
    assert_accessible(host)
    host.get_by_role("dialog").get_by_role("button", name="Remove Ben").click()
    expect(ben.get_by_text("Reason: The seat is for somebody else")).to_be_visible()
    ben.reload()
    expect(ben.get_by_role("heading", name="The host removed you")).to_be_visible()
    assert_accessible(ben)
    host.get_by_role("button", name="Let Ben in again").click()
    ben.get_by_role("button", name="Try again").click()
    expect(seats.filter(has_text="Ben")).to_contain_text("Ready")


def test_a_friend_who_comes_late_plays_for_a_bot_and_reacts(new_page: NewPage) -> None:
    host, ben = new_page(), new_page(viewport={"width": 390, "height": 844})
    code = create_room(host, "jumbo")
    host.goto(f"/room/{code}")
    host.locator(MY_TURN).wait_for()
    ben.add_init_script(KNOWN)
    ben.goto(f"/room/{code}")
    ben.get_by_role("button", name=re.compile("^Play for ")).click()
    ben.locator(".rack [data-tile]").first.wait_for()
    expect(host.locator(".seats")).to_contain_text("Ben")
    ben.get_by_role("button", name="Chat").click()
    ben.get_by_role("button", name="Well played!").click()
    expect(host.locator(".bubble")).to_have_text("Well played!")
    expect(host.get_by_text("Ben: Well played!")).to_be_attached()
    expect(ben.locator(".mine")).to_have_text("Well played!")
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Players in this room").click()
    host.get_by_role("button", name="Remove Ben").click()
    host.get_by_role("dialog").get_by_role("button", name="Remove Ben").click()
    expect(ben.get_by_text("Reason: Not responding")).to_be_visible()
    expect(host.locator(".seats")).not_to_contain_text("Ben")


def test_the_host_says_during_the_game_whether_somebody_may_still_join(new_page: NewPage) -> None:
    host, ben = new_page(), new_page(viewport={"width": 390, "height": 844})
    code = create_room(host, "jumbo", late="no")
    host.goto(f"/room/{code}")
    host.locator(MY_TURN).wait_for()
    ben.add_init_script(KNOWN)
    ben.goto(f"/room/{code}")
    expect(ben.get_by_text("You are watching")).to_be_visible()
    play = ben.get_by_role("button", name=re.compile("^(Play for|Play from) "))
    expect(play).to_have_count(0)
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Players in this room").click()
    expect(host.get_by_label("Link to this room")).to_have_value(re.compile(f"/room/{code}$"))
    assert_accessible(host)
    host.get_by_label("Friends who come late").select_option("next")
    expect(ben.get_by_role("button", name="Play from the next round")).to_be_visible()
    host.get_by_label("Friends who come late").select_option("now")
    play.click()
    ben.locator(".rack [data-tile]").first.wait_for()
    expect(host.get_by_role("dialog")).to_contain_text("Ben")


def test_opponents_have_a_face_and_a_line_and_a_pace_where_the_game_is_started(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_text("Standard rules")).to_be_visible()
    expect(page.get_by_text("as in the booklet of Jumbo")).to_be_visible()
    page.get_by_role("button", name="Opponent").click()
    nell = page.get_by_role("button", name="Nell")
    expect(nell).to_contain_text("Cautious")
    faces = page.get_by_role("dialog").locator("svg[viewBox='0 0 40 40']")
    expect(faces).to_have_count(9)
    assert len(set(faces.evaluate_all("all => all.map(one => one.innerHTML)"))) == 9
    assert_accessible(page)
    nell.click()
    page.get_by_label("Bot speed").select_option("fast")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".seats")).to_contain_text("Nell")
    expect(page.locator(".seats .face svg")).to_have_attribute("viewBox", "0 0 40 40")


def test_three_pairs_are_offered_plainly_while_a_bot_is_to_begin(new_page: NewPage) -> None:
    anna, watcher = new_page(), new_page()
    anna.goto("/")
    code = str(anna.evaluate(THREE_PAIRS))
    anna.goto(f"/room/{code}")
    offer = anna.get_by_role("region", name="You hold three pairs")
    expect(offer).to_be_visible()
    watcher.goto(f"/room/{code}")
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    expect(watcher.get_by_text("three pairs")).to_have_count(0)
    offer.get_by_role("button", name="Keep my tiles").click()
    expect(offer).to_have_count(0)
    anna.reload()
    offer.get_by_role("button", name="Deal again").click()
    expect(watcher.get_by_text("Anna shows three pairs").first).to_be_attached()
