"""Look and sound, chosen once: seen and heard at once, and kept."""

from playwright.sync_api import Page, expect

from tests.browser.accessible import assert_accessible

LISTEN = """
window.heard = { clicks: 0, notes: 0 }
for (const [kind, name] of [[AudioBufferSourceNode, 'clicks'], [OscillatorNode, 'notes']]) {
  const start = kind.prototype.start
  kind.prototype.start = function (...when) {
    window.heard[name] += 1
    return start.apply(this, when)
  }
}
const { connect } = AudioNode.prototype
AudioNode.prototype.connect = function (to, ...rest) {
  if (to instanceof AudioDestinationNode) window.output = this
  return connect.call(this, to, ...rest)
}
"""


def heard(page: Page) -> dict[str, int]:
    """What has been heard since the last time: clicks of tiles, notes of signals."""
    found: dict[str, int] = page.evaluate("window.heard")
    page.evaluate("window.heard = { clicks: 0, notes: 0 }")
    return found


def test_felt_and_tiles_change_at_once_and_are_kept(page: Page) -> None:
    page.goto("/settings")
    ground = "getComputedStyle(document.querySelector('.preview')).backgroundImage"
    ivory = "getComputedStyle(document.querySelector('.preview .ivory')).backgroundImage"
    expect(page.get_by_role("group", name="How the table looks")).to_be_visible()
    before = page.evaluate(ground), page.evaluate(ivory)
    page.get_by_role("radio", name="Burgundy").check()
    page.get_by_role("radio", name="Night").check()
    assert page.evaluate(ground) != before[0]
    assert page.evaluate(ivory) != before[1]
    for scheme in ("Light", "Dark"):
        page.get_by_role("radio", name=scheme).check()
        assert_accessible(page)
    page.reload()
    expect(page.get_by_role("radio", name="Burgundy")).to_be_checked()
    expect(page.locator("html")).to_have_attribute("data-felt", "wine")
    expect(page.locator("html")).to_have_attribute("data-tiles", "night")


def test_signals_and_clicks_are_switched_off_apart_and_the_volume_holds_for_both(
    page: Page,
) -> None:
    page.add_init_script(LISTEN)
    page.goto("/settings")
    volume = page.get_by_role("slider", name="Volume")
    signals = page.get_by_role("checkbox", name="Signals")
    clicks = page.get_by_role("checkbox", name="Clicks of tiles")
    clicks.uncheck()
    assert heard(page)["clicks"] == 0
    clicks.check()
    assert heard(page)["clicks"] > 0
    signals.uncheck()
    assert heard(page) == {"clicks": 0, "notes": 0}
    signals.check()
    signal = heard(page)
    assert signal["notes"] > 0
    assert signal["clicks"] == 0
    volume.press("Home")
    heard(page)
    clicks.uncheck()
    clicks.check()
    assert heard(page) == {"clicks": 0, "notes": 0}
    volume.press("End")
    assert heard(page)["clicks"] > 0
    loudest = page.evaluate("window.output.gain.value")
    volume.fill("50")
    assert heard(page)["clicks"] > 0
    assert page.evaluate("window.output.gain.value") == loudest / 4
    page.get_by_role("checkbox", name="Sounds").uncheck()
    expect(volume).to_have_count(0)
