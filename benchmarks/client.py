"""The web client on a slow device: script to load, time until one can play, frames while dragging.

    python -m benchmarks.client

The browser's processor is slowed four times. `script` is what a first visitor's browser fetches to
start a game against bots, gzipped; `interactive` is the time from opening the page until its button
is drawn and answers; `frames` are counted while a tile is dragged over a table of eighty tiles, and
`longest` is the longest task in the meantime. The floor is the same of a page with one line of
text: what this machine and browser take for nothing.
"""

import gzip
import json
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, Response, WebSocketRoute

from tests.browser.chromium import chromium
from tests.browser.table import MY_TURN, create_room
from tests.web import game_server

SLOWDOWN = 4
RUNS = 5
MELDS = [
    *(f"k{n} r{n} b{n} y{n}" for n in range(1, 11)),
    *(f"{c}{n} {c}{n + 1} {c}{n + 2} {c}{n + 3} {c}{n + 4}" for c in "krby" for n in (1, 6)),
]
"""Eighty tiles: ten groups of four and eight runs of five."""

COUNT_FRAMES = """
window.frames_seen = []; window.longest = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.longest = Math.max(window.longest, entry.duration);
}).observe({ type: 'longtask' });
const tick = (now) => { window.frames_seen.push(now); requestAnimationFrame(tick); };
requestAnimationFrame(tick);
"""


WATCH = """
window.ready = new Promise((tell) => {
  const look = () => {
    const there = document.querySelector('SELECTOR');
    if (!there?.getBoundingClientRect().height) requestAnimationFrame(look);
    else setTimeout(() => tell(performance.now()));
  };
  requestAnimationFrame(look);
});
"""
"""Notes when something is there and the frame that shows it is drawn.

It runs inside the page, since a question from outside would run slowed down as well, and count.
"""

BUTTON = ".button.go"
TEXT = "/health"
"""A page with one line of text, from the same server."""


def slow(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})


def script_size(browser: Browser, url: str) -> int:
    """Bytes of script, gzipped, from opening the home page to the dealt tiles."""
    page = browser.new_page(base_url=url, locale="en-GB", service_workers="block")
    sizes: list[int] = []

    def fetched(response: Response) -> None:
        if response.url.endswith(".js"):
            sizes.append(len(gzip.compress(response.body(), 9)))

    page.on("response", fetched)
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.locator(".rack [data-tile]").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.close()
    return sum(sizes)


def interactive(browser: Browser, url: str, address: str = "/", selector: str = BUTTON) -> float:
    """Milliseconds until this part of a page is drawn."""
    page = browser.new_page(base_url=url, locale="en-GB", service_workers="block")
    page.add_init_script(WATCH.replace("SELECTOR", selector))
    slow(page)
    page.goto(address, wait_until="load")
    ready = page.evaluate("window.ready")
    page.close()
    assert isinstance(ready, int | float)
    return float(ready)


def with_full_table(text: str | bytes) -> str | bytes:
    """The server's first message, with eighty tiles on the table, whatever was dealt."""
    message = json.loads(text)
    if message["type"] != "welcome" or not message["round"]:
        return text
    message["round"]["table"] = MELDS
    return json.dumps(message)


def full_table(page: Page) -> None:
    """Open a game whose table holds eighty tiles."""

    def connect(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda text: route.send(with_full_table(text)))

    page.route_web_socket("**/ws/*", connect)
    page.goto(f"/room/{create_room(page, 'jumbo')}")
    page.locator(MY_TURN).wait_for()


def desk(browser: Browser, url: str) -> Page:
    return browser.new_page(
        base_url=url,
        locale="en-GB",
        viewport={"width": 1440, "height": 900},
        service_workers="block",
    )


def moving(page: Page, left: float, top: float, width: float) -> tuple[float, float]:
    """Frames a second and the longest task (ms) while the mouse goes over a place and back."""
    page.mouse.move(left + 100, top + 100)
    page.evaluate(COUNT_FRAMES)
    for turn in range(4):
        right = left + (width - 60 if turn % 2 == 0 else 60)
        page.mouse.move(right, top + 60 + turn * 60, steps=60)
    seen = page.evaluate("window.frames_seen")
    longest = page.evaluate("window.longest")
    return (len(seen) - 1) * 1000 / (seen[-1] - seen[0]), float(longest)


def dragging(browser: Browser, url: str) -> tuple[float, float]:
    """What the mouse measures with a tile in hand."""
    page = desk(browser, url)
    full_table(page)
    slow(page)
    tile = page.locator(".rack [data-tile]").first.bounding_box()
    felt = page.locator(".felt").bounding_box()
    assert tile is not None
    assert felt is not None
    page.mouse.move(tile["x"] + 20, tile["y"] + 20)
    page.mouse.down()
    measured = moving(page, felt["x"], felt["y"], felt["width"])
    page.mouse.up()
    page.close()
    return measured


def gliding(browser: Browser, url: str) -> tuple[float, float]:
    """What the mouse measures over a page with one line of text."""
    page = desk(browser, url)
    page.goto(TEXT)
    slow(page)
    measured = moving(page, 0, 0, 1400)
    page.close()
    return measured


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        game_server(Path(data)) as url,
        chromium() as browser,
    ):
        print(f"script       {script_size(browser, url) / 1024:6.1f} kB gzipped (goal: 85)")
        times = [interactive(browser, url) for _ in range(RUNS)]
        floor = [interactive(browser, url, TEXT, "body") for _ in range(RUNS)]
        print(
            f"interactive  {statistics.median(times):6.0f} ms, CPU / {SLOWDOWN} "
            f"(goal: 1000; floor: {statistics.median(floor):.0f})"
        )
        runs = [dragging(browser, url) for _ in range(RUNS)]
        empty = [gliding(browser, url) for _ in range(RUNS)]
        frames, longest = (statistics.median(run[i] for run in runs) for i in (0, 1))
        most, least = (statistics.median(run[i] for run in empty) for i in (0, 1))
        print(
            f"frames       {frames:6.1f} a second, 80 tiles, CPU / {SLOWDOWN} "
            f"(goal: 50; floor: {most:.1f})"
        )
        print(f"longest task {longest:6.0f} ms while dragging (goal: 50; floor: {least:.0f})")


if __name__ == "__main__":
    main()
