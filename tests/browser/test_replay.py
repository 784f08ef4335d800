"""A finished round again: from its link and from a file, step by step, with the best plays."""

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.accessible import assert_accessible
from tests.browser.table import FEW_TURNS, MY_TURN, OUT_AFTER_EIGHT, create_room


def finish_a_round(page: Page) -> None:
    """Draw until a bot has gone out."""
    page.emulate_media(reduced_motion="reduce")
    code = create_room(page, "jumbo", bots=2, seed=OUT_AFTER_EIGHT, house=FEW_TURNS)
    page.goto(f"/room/{code}")
    mine, over = page.locator(MY_TURN), page.locator(".veil h1")
    mine.wait_for()
    while not over.count():
        page.keyboard.press("p")
        expect(mine).to_have_count(0)
        mine.or_(over).first.wait_for()


def test_a_round_is_shown_again_from_its_link_and_from_a_file(page: Page) -> None:
    finish_a_round(page)
    expect(page.get_by_role("table", name="Score sheet")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("link", name="Watch the replay").click()
    expect(page).to_have_url(re.compile(r"/replay/.+"))
    expect(page.get_by_text("The tiles are dealt.")).to_be_visible()
    expect(page.get_by_text("Fair deal confirmed")).to_be_visible()
    expect(page.get_by_text("Turns with more tiles possible")).to_be_visible()
    page.get_by_role("button", name="One step forward").click()
    expect(page.get_by_text("The tiles are dealt.")).to_have_count(0)
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".table [data-tile]").first).to_be_visible()
    laid = page.locator(".table [data-tile]").count()
    glows = page.locator(".table .fresh").count()
    assert 0 < glows < laid, "after a jump only what the last step did glows"
    page.get_by_role("button", name="Back to the deal").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text("Turn 2 of")).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    assert_accessible(page)
    link = page.get_by_role("textbox", name="Link to this replay").input_value()
    assert page.url.startswith(f"{link}?room=")
    missed = page.get_by_role("button", name="To turn").first
    step = missed.inner_text()
    missed.click()
    expect(page.get_by_text(f"Turn {step} of")).to_be_visible()
    page.get_by_role("button", name="Back to the deal").click()
    page.get_by_role("button", name="Play on from here").click()
    line = page.get_by_role("region", name="What if?")
    expect(line.get_by_label("The others are played by")).to_have_value("mira")
    line.get_by_role("button", name="Draw a tile").click()
    expect(line.get_by_text(re.compile(r"draws .+ · "))).to_be_visible()
    assert_accessible(page)
    line.get_by_role("button", name="Take back a turn").click()
    expect(line.get_by_text("you decide")).to_be_visible()
    line.get_by_role("button", name="Back to the game").click()
    expect(page.get_by_role("region", name="What if?")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    page.get_by_role("link", name="Back to the table").click()
    expect(page.get_by_role("table", name="Score sheet")).to_be_visible()
    page.goto("/replay")
    page.get_by_label("Record file").set_input_files(download.value.path())
    expect(page.get_by_text("The tiles are dealt.")).to_be_visible()
    expect(page.get_by_text("Fair deal confirmed")).to_be_visible()
    page.goto("/replay")
    page.get_by_label("Replay link").fill("my last game")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("alert")).to_have_text("This isn’t a replay link.")
    assert_accessible(page)
    page.get_by_label("Replay link").fill(f" {link} ")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("The tiles are dealt.")).to_be_visible()
    expect(page).to_have_url(link)
    expect(page.get_by_role("link", name="Back to the table")).to_have_count(0)


def test_a_round_is_reviewed_and_found_among_my_games(page: Page) -> None:
    finish_a_round(page)
    expect(page.get_by_text(re.compile(r"Accuracy \d+ · luck"))).to_be_visible(timeout=180_000)
    page.get_by_role("link", name="Watch the replay").click()
    page.get_by_role("button", name="Review this game").click()
    expect(page.get_by_role("img", name="Chance to win, turn by turn")).to_be_visible()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_text("Chance to win after this turn: 100%")).to_be_visible()
    assert_accessible(page)
    page.goto("/games")
    page.get_by_label("Result").select_option("Lost")
    expect(page.locator("main li")).to_have_count(1)
    assert_accessible(page)
    page.get_by_label("Result").select_option("Won")
    expect(page.locator("main li")).to_have_count(0)
    expect(page.get_by_text("None of these games match.")).to_be_visible()
    page.get_by_label("Result").select_option("All")
    page.locator("main li a").click()
    expect(page).to_have_url(re.compile(r"/replay/.+"))


def test_luck_is_told_only_once_it_was_reviewed(page: Page) -> None:
    finish_a_round(page)
    expect(page.get_by_text(re.compile(r"Accuracy \d+ · luck"))).to_be_visible(timeout=180_000)
    settled = False

    def sharpen(route: Route) -> None:
        state = route.fetch().json()
        if not settled:
            state["progress"] = 0.2
            state["review"]["rounds"][0]["turning_points"] = []
        route.fulfill(json=state)

    page.route("**/api/**/review", sharpen)
    page.get_by_role("link", name="Watch the replay").click()
    page.get_by_role("button", name="Review this game").click()
    expect(page.get_by_text("Reviewing: 20%")).to_be_visible()
    expect(page.get_by_role("img", name="Chance to win, turn by turn")).to_be_visible()
    expect(page.get_by_text("luck")).to_have_count(0)
    expect(page.get_by_text("Nobody made a mistake")).to_have_count(0)
    settled = True
    expect(page.get_by_text(re.compile(r"accuracy \d+, luck"))).to_have_count(3)
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible()
