"""The score pad as the tests use it: in the words a player reads on the screen."""

import re
from collections.abc import Mapping, Sequence

from playwright.sync_api import Locator, Page, expect

TWIST_TABLE = (
    ("Anna", {"Ben": 5, "Carla": 16, "Dan": 3}),
    ("Carla", {"Anna": 6, "Ben": 11, "Dan": 5}),
    ("Dan", {"Anna": 32, "Ben": 13, "Carla": 2}),
)
"""The score table printed in the booklet of With a Twist."""


def start_match(
    page: Page, rules: str, names: Sequence[str], *, rounds: int | None = None, name: str = "Friday"
) -> None:
    """Begin a match from the form."""
    page.goto("/pad/new")
    page.get_by_label("Rulebook").select_option(rules)
    for number, player in enumerate(names, 1):
        if number > 2:
            page.get_by_role("button", name="Add a player").click()
            expect(page.get_by_label(f"Player {number}", exact=True)).to_be_focused()
        page.get_by_label(f"Player {number}", exact=True).fill(player)
    if rounds is not None:
        page.get_by_label("Rounds").select_option(str(rounds))
    page.get_by_label("Name of the match").fill(name)
    page.get_by_role("button", name="Start the match").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def write_round(page: Page, out: str, racks: Mapping[str, int]) -> None:
    """Write the next round down: who went out and the points of the others."""
    page.get_by_role("link", name="Enter round").click()
    page.get_by_role("radio", name=out, exact=True).check()
    for player, points in racks.items():
        rack(page, player).fill(str(points))
    page.get_by_role("button", name="Save round").click()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()


def rack(page: Page, player: str) -> Locator:
    """The field for the points of a rack."""
    return page.get_by_label(f"Points on {player}’s rack")


def totals(page: Page) -> list[int]:
    """The last row of the score sheet."""
    row = page.get_by_role("row", name=re.compile("^Total"))
    row.wait_for()
    return [_number(cell.inner_text()) for cell in row.get_by_role("cell").all()[:-1]]


def scores(page: Page, number: int) -> list[int]:
    """A round's row of the score sheet."""
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name=f"Edit round {number}"))
    row.wait_for()
    return [_number(cell.inner_text()) for cell in row.get_by_role("cell").all()[:-1]]


def _number(text: str) -> int:
    found = re.search(r"[+−]?\d+", text)
    assert found, text
    return int(found[0].replace("−", "-"))
