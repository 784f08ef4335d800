"""Every page of the pad: accessible in both themes, in seven languages, and without a server."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessible import assert_accessible
from tests.browser.conftest import NewPage
from tests.browser.pad import TWIST_TABLE, start_match, totals, write_round
from tests.web import game_server
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.rulebook import LateTurn, TimeFrom, Unrestorable, Untouched

TITLES = {
    "en": "Score pad",
    "de": "Punkteblock",
    "fr": "Feuille de score",
    "it": "Segnapunti",
    "nl": "Scoreblok",
    "es": "Marcador",
    "pt": "Folha de pontos",
}

KEPT = """() => new Promise((done, fail) => {
  const workers = navigator.serviceWorker
  if (workers.controller) done()
  workers.addEventListener('controllerchange', () => done())
  setTimeout(() => fail(new Error('no service worker took over')), 20000)
})"""
"""Resolves when the device has everything."""

COVERED = """() => {
  const focused = document.activeElement
  const box = focused.getBoundingClientRect()
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  const free = top && (focused.contains(top) || top.contains(focused))
  return free ? null : `${focused.outerHTML} is under ${top?.outerHTML}`
}"""
"""What lies above the element that has the focus; null if nothing does."""


def test_every_page_is_accessible(page: Page) -> None:
    page.goto("/pad")
    expect(page.get_by_role("heading", name="Score pad")).to_be_visible()
    assert_accessible(page)
    page.goto("/pad/new")
    page.get_by_role("button", name="Start the match").click()
    expect(page.get_by_text("Please enter a name.").first).to_be_visible()
    assert_accessible(page)

    start_match(page, "twist", ("Anna", "Ben", "Carla", "Dan"))
    for out, racks in TWIST_TABLE:
        write_round(page, out, racks)
    assert_accessible(page)
    match = page.url

    page.get_by_role("link", name="Enter round 4").click()
    page.get_by_role("radio", name="Nobody").check()
    page.get_by_role("button", name="Tap the tiles of Anna").click()
    page.get_by_role("button", name="joker: 30 points", exact=True).click()
    assert_accessible(page)
    for name in ("Ben", "Carla", "Dan"):
        page.get_by_label(f"Points on {name}’s rack").fill("5")
        page.get_by_label(f"Points on {name}’s rack").blur()
    expect(page.get_by_text("How many tiles does Ben have?")).to_be_visible()
    assert_accessible(page)

    page.goto(f"{match}/settings")
    expect(page.get_by_role("heading", name="Players and rounds")).to_be_visible()
    assert_accessible(page)
    page.goto("/pad")
    expect(page.get_by_role("link", name="Friday")).to_be_visible()
    assert_accessible(page)
    page.goto("/pad/match/unknown")
    expect(page.get_by_text("This match isn’t on this device.")).to_be_visible()
    assert_accessible(page)


def test_every_face_of_the_timer_is_accessible(page: Page) -> None:
    page.clock.install()
    page.goto("/pad/timer")
    page.get_by_label("Rulebook").select_option("twist")
    assert_accessible(page)
    page.get_by_role("button", name="Start the timer").click()
    expect(page.get_by_role("timer")).to_be_visible()
    assert_accessible(page)
    page.clock.run_for(52_000)
    assert_accessible(page)
    page.clock.run_for(10_000)
    expect(page.get_by_text("Time is up").first).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Pause").click()
    assert_accessible(page)


@pytest.mark.parametrize("language", TITLES)
def test_the_pad_speaks(language: str, new_page: NewPage) -> None:
    page = new_page(locale=language)
    page.goto("/pad")
    expect(page.get_by_role("heading", name=TITLES[language], exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == language


@pytest.mark.parametrize("letters", ["100%", "200%"])
@pytest.mark.parametrize("size", [(360, 640), (640, 360), (390, 844), (820, 1180), (1440, 900)])
def test_no_page_is_wider_than_the_screen(
    size: tuple[int, int], letters: str, new_page: NewPage
) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]}, locale="de")
    page.goto("/pad/new")
    page.get_by_label("Spieler 1", exact=True).fill("Maximilian-Theodor")
    page.get_by_label("Spieler 2", exact=True).fill("Annegret")
    for number in range(3, 7):
        page.get_by_role("button", name="Mitspieler hinzufügen").click()
        page.get_by_label(f"Spieler {number}", exact=True).fill(f"Wolfgang {number}")
    page.get_by_role("button", name="Partie beginnen").click()
    expect(page.get_by_role("heading", name="Punktetabelle")).to_be_visible()
    match = page.url
    for part in ("", "/round", "/settings", "/timer"):
        page.goto(match + part)
        expect(page.locator("main")).to_be_visible()
        page.evaluate(f"document.documentElement.style.fontSize = '{letters}'")
        # Until the page's own letters are there, wider ones stand in for them.
        page.evaluate("document.fonts.ready.then(() => undefined)")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], part


def test_the_pad_opens_and_works_without_a_server(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    with game_server(tmp_path) as url:
        page.goto(f"{url}/pad")
        expect(page.get_by_role("heading", name="Score pad")).to_be_visible()
        page.evaluate(KEPT)
    context.set_offline(True)

    page.reload()
    expect(page.get_by_role("heading", name="Score pad")).to_be_visible()
    page.goto(url)
    page.get_by_role("link", name="Score pad").first.click()
    page.get_by_role("link", name="New match").click()
    page.get_by_label("Player 1", exact=True).fill("Anna")
    page.get_by_label("Player 2", exact=True).fill("Ben")
    page.get_by_label("Name of the match").fill("Friday")
    page.get_by_role("button", name="Start the match").click()
    write_round(page, "Ben", {"Anna": 25})
    page.reload()
    assert totals(page) == [-25, 25]
    page.get_by_role("link", name="Turn timer").click()
    page.get_by_role("button", name="Start the timer").click()
    page.reload()
    expect(page.get_by_role("timer")).to_be_visible()
    context.close()


def test_what_has_the_focus_is_never_covered(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 390, "height": 700})
    start_match(page, "twist", ("Anna", "Ben", "Carla", "Dan"))
    page.get_by_role("link", name="Enter round 1").click()
    page.get_by_role("radio", name="Nobody").check()
    page.get_by_role("button", name="Tap the tiles of Anna").click()
    page.get_by_role("button", name="tile 5: 5 points", exact=True).click()
    for name in ("Ben", "Carla", "Dan"):
        page.get_by_label(f"Points on {name}’s rack").fill("5")
    page.get_by_role("radio", name="Nobody").focus()
    seen = 0
    while page.evaluate("document.activeElement.closest('form') !== null"):
        seen += 1
        assert page.evaluate(COVERED) is None
        page.keyboard.press("Tab")
    assert seen > 20


BACK = {
    LateTurn.ALL_RESTORED: "All tiles go back to where they were.",
    LateTurn.OWN_TO_RACK: "The player’s own tiles go back to the rack.",
    LateTurn.OWN_UNCOMBINED_TO_RACK: "the player’s tiles without a meld go back to the rack.",
    LateTurn.LOOSE_RESTORED: "loose tiles go back to where they were.",
    LateTurn.LOOSE_TO_RACK: "loose tiles go to the player’s rack.",
}


def test_every_rulebook_says_what_a_late_turn_costs(page: Page) -> None:
    page.goto("/pad/timer")
    for name in RULEBOOK_IDS:
        time = rulebook(name).time
        page.get_by_label("Rulebook").select_option(name)
        late = page.get_by_role("region", name="When time runs out")
        expect(late).to_contain_text(BACK[time.late])
        expect(late).to_contain_text(f"Penalty: {time.penalty} tile")
        limit = page.get_by_label("Seconds for a turn")
        expect(limit).to_have_value(str(time.limit))
        said = late.inner_text()
        assert ("sets no time limit" in said) == (time.limit == 0), name
        assert ("leaves the limit to the players" in said) == (
            time.limit > 0 and not time.obligatory
        ), name
        assert ("have opened" in said) == (time.timed is TimeFrom.AFTER_OPENING), name
        assert ("draws as usual" in said) == (time.untouched is Untouched.DRAW), name
        assert ("nobody remembers" in said) == (time.unrestorable is not Unrestorable.NONE), name
