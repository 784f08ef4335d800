"""Time runs out on a real clock: what the page says beforehand, and what happens then.

One game for each policy. The first turn ends with a finished meld and a loose tile on the table, a
later one with a table that is complete.
"""

from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SECONDS
from tests.browser.table import MY_TURN, Person, create_room, mouse
from tilerummy.rules import rulebook
from tilerummy.rules.rulebook import LateTurn

SECONDS_A_TURN = 12
HOUSE = {"deal.tiles": 20, "opening.points": 0, "time.timed": "first-turn"}
"""A large rack has a meld that may be played at once, and every turn is timed."""

BOOKS = {
    LateTurn.ALL_RESTORED: "ravensburger-travel-de",
    LateTurn.OWN_TO_RACK: "ravensburger-travel-fr",
    LateTurn.OWN_UNCOMBINED_TO_RACK: "ravensburger-travel-it",
    LateTurn.LOOSE_RESTORED: "piatnik-travel",
    LateTurn.LOOSE_TO_RACK: "jumbo",
}


def lies_there(person, meld) -> bool:
    """Whether the tiles lie on the table, perhaps rearranged by the next player."""
    return Counter(meld) <= Counter(tile for row in person.table() for tile in row)


@pytest.mark.parametrize("policy", LateTurn, ids=lambda policy: policy.value)
def test_time_runs_out(page: Page, policy: LateTurn) -> None:
    book = BOOKS[policy]
    clock = {"type": "limit", "seconds": SECONDS_A_TURN}
    page.goto(f"/room/{create_room(page, book, house=HOUSE, clock=clock, takeover=False)}")
    anna = Person(page, rulebook(book).replace(HOUSE), mouse(page))
    status = page.locator("#status")

    meld = own_meld(anna)
    lay(page, meld)
    rack = len(anna.rack())
    lay(page, anna.rack()[:1])
    keeps = policy.keeps_finished_melds
    happens = "finished melds stay, the rest goes back" if keeps else "everything goes back"
    expect(status).to_contain_text(f"If time runs out: {happens}, 3 penalty tiles")
    news = status.filter(has_text=f"Your time ran out: {happens}, 3 penalty tiles")
    news.wait_for(timeout=3 * SECONDS_A_TURN * SECONDS)
    expect(page.locator(".rack [data-tile]")).to_have_count(rack + 3 + (0 if keeps else len(meld)))
    assert not keeps or lies_there(anna, meld)
    anna.opened = keeps

    meld = own_meld(anna)
    lay(page, meld)
    rack = len(anna.rack())
    expect(status).to_contain_text("Your table is complete: if time runs out, it counts.")
    counted = status.filter(has_text="Your time ran out: the table was complete and counts")
    counted.wait_for(timeout=3 * SECONDS_A_TURN * SECONDS)
    expect(page.locator(".rack [data-tile]")).to_have_count(rack)
    assert lies_there(anna, meld)


def own_meld(anna: Person) -> list[str]:
    """A meld of tiles from the rack alone, in the first turn that offers one."""
    for _ in range(8):
        anna.page.locator(MY_TURN).wait_for(timeout=60 * SECONDS)
        alone = Person(anna.page, anna.rules, anna.drag, opened=False)
        for meld in alone.best() or []:
            rack = anna.rack()
            if all(meld.count(kind) <= rack.count(kind) for kind in meld) and "*" not in meld:
                return meld
        anna.page.locator("[data-main]").click()
        expect(anna.page.locator(MY_TURN)).to_have_count(0)
    raise AssertionError("no meld in eight turns")


def lay(page: Page, tiles: list[str]) -> None:
    """Put tiles of the rack on the table as a new row, by keyboard."""
    rows = page.locator(".felt .frame").count()
    for kind in tiles:
        tile = f".rack [data-tile][data-kind='{kind}'][aria-pressed=false]"
        page.locator(tile).first.focus()
        page.keyboard.press("Space")
    page.keyboard.press("n")
    expect(page.locator(".felt .frame")).to_have_count(rows + 1)
