"""Draw the main pages at three sizes in both themes, to be looked at.

    python -m tests.browser.screenshots [FOLDER]

The pictures come from a real server and a real game against bots, so no two runs show the same
tiles. The folder is `build/screenshots` unless another is named.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.chromium import chromium
from tests.browser.table import MY_TURN, create_room
from tests.web import game_server

SIZES = ((390, 844), (820, 1180), (1440, 900))
THEMES = ("light", "dark")
PAGES = {
    "home": "/",
    "rules": "/rules",
    "rules-twist": "/rules/twist",
    "lessons": "/lessons",
    "lesson": "/lesson",
    "replay": "/replay",
    "settings": "/settings",
    "pad": "/pad",
}
TURNS = 7


def play_on(page: Page, turns: int) -> None:
    """Draw for some turns, so that the bots fill the table; stop if the round ends."""
    for _ in range(turns):
        page.locator(f"{MY_TURN}, .veil h1").first.wait_for()
        if page.locator(".veil h1").count():
            return
        page.keyboard.press("p")
        page.locator(MY_TURN).wait_for(state="detached")
    page.locator(f"{MY_TURN}, .veil h1").first.wait_for()


def draw(context: BrowserContext, folder: Path, name: str) -> None:
    """All pages with one size and theme."""
    page = context.new_page()

    def shoot(what: str) -> None:
        page.wait_for_timeout(500)
        page.screenshot(path=folder / f"{what}-{name}.png")

    for what, address in PAGES.items():
        page.goto(address)
        page.get_by_role("main").wait_for()
        page.wait_for_load_state("networkidle")
        shoot(what)
    page.goto(f"/room/{create_room(page, 'jumbo', bots=0, seats=4)}")
    page.get_by_role("img", name="QR code").wait_for()
    shoot("lobby")
    house = {"opening.points": 15}
    page.goto(f"/room/{create_room(page, 'jumbo', bots=3, house=house)}")
    play_on(page, TURNS)
    shoot("game")
    if not page.locator(".veil h1").count():
        page.locator(".rack [data-tile]").first.click()
        page.get_by_role("button", name="New meld").click()
        page.locator(".felt .reason").wait_for()
        shoot("arranging")
        page.keyboard.press("Control+z")
    while not page.locator(".veil h1").count():
        play_on(page, 1)
    shoot("scores")
    page.get_by_role("link", name="Watch the replay").click()
    page.get_by_role("button", name="To the end").click()
    shoot("replayed")


def every_size(browser: Browser, url: str, folder: Path) -> None:
    for width, height in SIZES:
        for theme in THEMES:
            context = browser.new_context(
                base_url=url,
                locale="en-GB",
                viewport={"width": width, "height": height},
                color_scheme="dark" if theme == "dark" else "light",
                reduced_motion="reduce",
                has_touch=width < 1000,
            )
            draw(context, folder, f"{width}x{height}-{theme}")
            context.close()


def main(arguments: list[str]) -> None:
    folder = Path(arguments[0] if arguments else "build/screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        game_server(Path(data)) as url,
        chromium() as browser,
    ):
        every_size(browser, url, folder)
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main(sys.argv[1:])
