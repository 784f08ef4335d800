"""The turn timer, with a clock the tests hold in their hand."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pad import start_match, write_round

MORNING = datetime(2026, 1, 1, 9, tzinfo=UTC)
SECOND = 1000


@pytest.fixture
def still(page: Page) -> Page:
    """A page whose clock stands until the test moves it."""
    page.clock.install(time=MORNING)
    return page


def open_timer(page: Page, rules: str, *names: str) -> None:
    start_match(page, rules, names)
    page.get_by_role("link", name="Turn timer").click()
    expect(page.get_by_role("heading", name="Turn timer")).to_be_visible()
    page.clock.pause_at(MORNING + timedelta(hours=1))


def start(page: Page) -> None:
    page.get_by_role("button", name="Start the timer").click()


def digits(page: Page) -> str:
    return page.get_by_role("timer").inner_text()


def tap(page: Page) -> None:
    page.get_by_role("button", name="Tap anywhere").click()


def test_the_rulebooks_minute_runs_and_a_tap_is_the_next_player(still: Page) -> None:
    page = still
    open_timer(page, "ravensburger-travel-de", "Anna", "Ben", "Carla")
    start(page)
    expect(page.get_by_role("timer")).to_have_text("1:00")
    page.clock.run_for(20 * SECOND)
    assert digits(page) == "0:40"
    expect(page.get_by_role("button", name="Tap anywhere: Ben is next")).to_be_visible()
    tap(page)
    expect(page.get_by_role("timer")).to_have_text("1:00")
    expect(page.get_by_role("button", name="Tap anywhere: Carla is next")).to_be_visible()
    page.clock.run_for(5 * SECOND)
    page.get_by_role("button", name="Back to Anna").click()
    expect(page.get_by_role("timer")).to_have_text("0:40")


def test_pause_and_extra_time(still: Page) -> None:
    page = still
    open_timer(page, "ravensburger-travel-de", "Anna", "Ben")
    start(page)
    page.clock.run_for(10 * SECOND)
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(100 * SECOND)
    expect(page.get_by_role("timer")).to_have_text("0:50")
    page.get_by_role("button", name="More time: 30 s").click()
    expect(page.get_by_role("timer")).to_have_text("1:20")
    page.get_by_role("button", name="Resume", exact=True).click()
    page.clock.run_for(20 * SECOND)
    assert digits(page) == "1:00"


def test_a_reload_keeps_the_time(still: Page) -> None:
    page = still
    open_timer(page, "jumbo", "Anna", "Ben")
    start(page)
    page.clock.run_for(30 * SECOND)
    tap(page)
    page.clock.run_for(15 * SECOND)
    page.reload()
    expect(page.get_by_role("timer")).to_be_visible()
    page.clock.run_for(5 * SECOND)
    assert digits(page) == "1:40"
    expect(page.get_by_role("button", name="Tap anywhere: Anna is next")).to_be_visible()


def test_time_up_shows_what_it_costs_under_this_rulebook(still: Page) -> None:
    page = still
    open_timer(page, "twist", "Anna", "Ben")
    start(page)
    page.clock.run_for(51 * SECOND)
    expect(page.get_by_text("10 seconds left")).to_be_attached()
    page.clock.run_for(10 * SECOND)
    expect(page.get_by_text("Time is up").first).to_be_visible()
    expect(page.get_by_text("Penalty: 1 tile from the pool.")).to_be_visible()
    expect(page.get_by_text("A player who moved nothing simply draws as usual.")).to_be_visible()
    tap(page)
    expect(page.get_by_role("timer")).to_have_text("1:00")


def test_turns_before_the_opening_have_no_limit_where_the_booklet_says_so(still: Page) -> None:
    page = still
    open_timer(page, "piatnik-travel", "Anna", "Ben")
    start(page)
    page.clock.run_for(90 * SECOND)
    assert digits(page) == "1:30"
    expect(page.get_by_text("No limit until Anna has opened")).to_be_visible()
    page.get_by_role("button", name="Has opened: next player").click()
    expect(page.get_by_text("No limit until Ben has opened")).to_be_visible()
    page.clock.run_for(5 * SECOND)
    tap(page)
    page.clock.run_for(5 * SECOND)
    assert digits(page) == "0:55"


def test_a_chess_clock_has_a_bank_for_everybody(still: Page) -> None:
    page = still
    open_timer(page, "jumbo", "Anna", "Ben")
    page.get_by_label("One time bank for the whole round").check()
    page.get_by_label("Minutes in the bank").fill("5")
    page.get_by_label("Seconds added after each turn").fill("3")
    start(page)
    page.clock.run_for(60 * SECOND)
    assert digits(page) == "4:00"
    tap(page)
    page.clock.run_for(30 * SECOND)
    assert digits(page) == "4:30"
    expect(page.get_by_role("listitem").filter(has_text="Anna")).to_contain_text("4:03")


def test_any_other_limit_may_be_chosen(still: Page) -> None:
    page = still
    open_timer(page, "lets-play-rummy-de", "Anna", "Ben")
    expect(page.get_by_text("This booklet sets no time limit.")).to_be_visible()
    page.get_by_label("Seconds for a turn").fill("45")
    start(page)
    page.clock.run_for(5 * SECOND)
    assert digits(page) == "0:40"


def test_a_timer_needs_no_match(still: Page) -> None:
    page = still
    page.goto("/pad/timer")
    page.get_by_label("Rulebook").select_option("jumbo")
    page.get_by_label("Number of players").select_option("3")
    page.clock.pause_at(MORNING + timedelta(hours=1))
    start(page)
    page.clock.run_for(1 * SECOND)
    assert digits(page) == "1:59"
    expect(page.get_by_role("button", name="Player 2 is next")).to_be_visible()


def test_the_timer_follows_the_players_of_the_match(still: Page) -> None:
    page = still
    open_timer(page, "jumbo", "Anna", "Ben", "Carla")
    start(page)
    page.get_by_role("link", name="Close the timer").click()
    page.get_by_role("link", name="Players and rounds").click()
    page.get_by_label("Name of Ben").fill("Bert")
    page.get_by_label("Name of Ben").press("Tab")
    page.get_by_role("link", name="Done").click()
    page.get_by_role("link", name="Turn timer").click()
    expect(page.get_by_role("button", name="Bert is next")).to_be_visible()


def test_space_is_the_next_player(still: Page) -> None:
    page = still
    open_timer(page, "jumbo", "Anna", "Ben")
    start(page)
    page.clock.run_for(1 * SECOND)
    expect(page.get_by_role("button", name="Tap anywhere: Ben is next")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Tap anywhere: Anna is next")).to_be_focused()


def test_a_new_round_finds_the_timer_at_its_beginning(still: Page) -> None:
    page = still
    open_timer(page, "jumbo", "Anna", "Ben")
    page.get_by_label("Seconds for a turn").fill("45")
    start(page)
    page.clock.run_for(5 * SECOND)
    page.get_by_role("link", name="Close the timer").click()
    write_round(page, "Anna", {"Ben": 7})
    page.get_by_role("link", name="Turn timer").click()
    expect(page.get_by_label("Seconds for a turn")).to_have_value("45")
    page.get_by_label("Who begins?").select_option("Ben")
    start(page)
    expect(page.get_by_role("button", name="Tap anywhere: Anna is next")).to_be_visible()


SPY = """
window.told = { buzzed: [], sounded: 0, held: 0 }
navigator.vibrate = (pattern) => { told.buzzed.push(pattern); return true }
const sound = OscillatorNode.prototype.start
OscillatorNode.prototype.start = function (when) { told.sounded++; sound.call(this, when) }
const hold = WakeLock.prototype.request
WakeLock.prototype.request = function (kind) { told.held++; return hold.call(this, kind) }
"""


def test_the_last_seconds_are_heard_and_felt_and_the_screen_stays_on(still: Page) -> None:
    page = still
    page.add_init_script(SPY)
    open_timer(page, "ravensburger-travel-de", "Anna", "Ben")
    start(page)
    page.clock.run_for(45 * SECOND)
    assert page.evaluate("told") == {"buzzed": [], "sounded": 0, "held": 1}
    page.clock.run_for(6 * SECOND)
    assert page.evaluate("told.buzzed") == [[80, 80, 80]]
    assert page.evaluate("told.sounded") == 2
    page.clock.run_for(10 * SECOND)
    assert page.evaluate("told.buzzed.slice(1)") == [40, 40, 40, [400, 120, 400]]
    assert page.evaluate("told.sounded") == 2 + 3 + 3


def test_sounds_and_vibration_can_be_switched_off(still: Page) -> None:
    page = still
    page.add_init_script(SPY)
    open_timer(page, "ravensburger-travel-de", "Anna", "Ben")
    page.get_by_label("Sounds").uncheck()
    page.get_by_label("Vibration").uncheck()
    start(page)
    page.clock.run_for(61 * SECOND)
    expect(page.get_by_text("Time is up").first).to_be_visible()
    assert page.evaluate("told") == {"buzzed": [], "sounded": 0, "held": 1}
