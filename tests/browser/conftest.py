"""A real browser and a real server for the tests in this folder.

`page` is a page of a fresh player on the game's server; `new_page` makes more of them, each with
cookies and storage of its own, so one test can be several people. A page that logs an error or
throws one fails its test.

These pages have no service worker: after each first load it fetches the whole client, which would
cost a test as much as loading the page does. What it is for is tested with a page of its own.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page

from tests.browser.chromium import SHELL, chromium
from tests.web import WITH_CHOSEN_DEALS, game_server

SECONDS = 1000.0
WITHOUT_SERVICE_WORKER = "delete Navigator.prototype.serviceWorker"

NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with chromium(SHELL, "chromium") as browser:
        yield browser


@pytest.fixture(scope="session")
def game_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the web game, on a database of this session's own."""
    with game_server(tmp_path_factory.mktemp("game"), program=WITH_CHOSEN_DEALS) as url:
        yield url


@pytest.fixture
def new_page(browser: Browser, game_url: str) -> Iterator[NewPage]:
    """Open a page as a new person; options are those of a Playwright browser context."""
    faults: list[str] = []
    contexts = []

    def log(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            faults.append(f"{message.type}: {message.text} at {message.location['url']}")

    def thrown(error: Error) -> None:
        faults.append(f"thrown: {error}")

    def open_page(**options: object) -> Page:
        context = browser.new_context(base_url=game_url, **{"locale": "en-GB", **options})
        contexts.append(context)
        context.set_default_timeout(20 * SECONDS)
        context.add_init_script(WITHOUT_SERVICE_WORKER)
        page = context.new_page()
        page.on("console", log)
        page.on("pageerror", thrown)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    """Where a test may leave pictures: SCREENSHOTS names a folder to keep them."""
    folder = Path(os.environ.get("SCREENSHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
