"""What is heard in the game: clicks of tiles, refusals, warnings, and how a round ended."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.table import (
    MY_TURN,
    OUT_AT_ONCE,
    SHORT_ROUND,
    create_room,
    deal,
    middle,
    mouse,
)

LISTEN = """
window.heard = []
const { start } = OscillatorNode.prototype
OscillatorNode.prototype.start = function (...when) {
  const pitch = Math.round(this.frequency.value)
  window.heard.push(this.type === 'sine' && pitch < 300 ? 'click' : pitch)
  return start.apply(this, when)
}
"""
"""Every click of a tile has one low thud."""
REFUSED, WARNING = [220], [740, 740]
WON, LOST = [523, 659, 784, 1047], [440, 392, 330]


def listener(page: Page) -> Callable[[], list[str | int]]:
    """What was heard since it was asked last: clicks, and the notes of signals in hertz."""
    page.add_init_script(LISTEN)

    def heard() -> list[str | int]:
        sounds: list[str | int] = page.evaluate("window.heard.splice(0)")
        return sounds

    return heard


def test_tiles_click_and_what_cannot_be_done_is_refused_with_its_sound(page: Page) -> None:
    heard = listener(page)
    deal(page, ["y5 y6 y7"], "k1 k2 k9")
    heard()
    x, y = middle(page.locator(".felt"))
    mouse(page)(middle(page.locator('.rack [data-kind="k1"]')), (x, y + 60))
    page.locator(".felt .reason").wait_for()
    assert heard() == ["click"]
    page.locator("[data-main]").click(force=True)
    expect(page.locator("#status")).to_have_text("At least 3 tiles")
    assert heard() == REFUSED
    mouse(page)(middle(page.locator('.felt [data-kind="y7"]')), middle(page.locator(".rack")))
    expect(page.locator("#status")).to_contain_text("stay on the table")
    assert heard() == REFUSED
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click(force=True)
    expect(page.locator("#status")).to_have_text("Nothing has been changed yet.")
    assert heard() == REFUSED


def test_a_play_clicks_for_each_of_its_tiles_and_few_tiles_left_are_a_warning(page: Page) -> None:
    heard = listener(page)
    script = deal(page, ["y5 y6 y7"], "k1 k2 k9")
    heard()
    script.bot_plays("y8 y9", ["y5 y6 y7 y8 y9"], 3)
    expect(page.locator("#status")).to_contain_text("has only 3 tiles left")
    sounds = heard()
    assert sounds.count("click") == 2
    assert [sound for sound in sounds if sound != "click"] == WARNING


def test_a_lost_round_sounds_otherwise_than_a_won_one(page: Page) -> None:
    heard = listener(page)
    page.emulate_media(reduced_motion="reduce")
    code = create_room(page, "jumbo", bots=3, seed=OUT_AT_ONCE, house=SHORT_ROUND)
    page.goto(f"/room/{code}")
    page.locator(MY_TURN).wait_for()
    page.keyboard.press("p")
    page.locator(".veil h1").wait_for()
    sounds = [sound for sound in heard() if sound != "click"]
    assert sounds[-len(LOST) :] == LOST
    assert WON[-1] not in sounds
