"""The main path in engines other than Chromium's: learn, play, come back, watch, keep score."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

import tilerummy as tr
from tests.browsers.drivers import Driver, firefox, webkit
from tests.browsers.visitor import Visitor
from tests.web import game_server

GAME = Path(__file__).parents[2] / "conformance/games/jumbo.record"
KEPT = "Boolean(navigator.serviceWorker.controller)"
CALM = json.dumps({"lessMotion": True})
"""A tile is where it is seen to be, not on its way."""
MY_TURN = "[data-main][aria-disabled=false]"
HOUSE = {"deal.tiles": 20, "opening.points": 0}


@pytest.fixture(scope="module", params=[firefox, webkit], ids=["firefox", "webkit"])
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    """The browser, one for all tests of its kind."""
    start: Callable[[], AbstractContextManager[Driver]] = request.param
    with start() as driver:
        yield driver


@pytest.fixture(scope="module")
def visitor(driver: Driver, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with game_server(tmp_path_factory.mktemp("game")) as url:
        visitor = Visitor(driver, url)
        visitor.visit("/settings")
        visitor.reads("Settings")
        visitor.driver.evaluate(f"localStorage.setItem('tilerummy.settings', '{CALM}')")
        yield visitor


def lay_out(visitor: Visitor, tiles: list[str]) -> None:
    """Drag tiles from the rack to free felt, each beside the one before."""
    felt = visitor.box(".felt")
    low = visitor.driver.evaluate(
        "Math.max(0, ...[...document.querySelectorAll('.felt [data-tile]')]"
        ".map((tile) => tile.getBoundingClientRect().bottom))"
    )
    end = (felt.left + 100, max(low, felt.top) + 70)
    for place, kind in enumerate(tiles, start=1):
        tile = f'.rack [data-kind="{kind}"]'
        name = visitor.sees(f"document.querySelector({json.dumps(tile)})?.id")
        visitor.drag(visitor.box(tile).middle, end)
        together = json.dumps(f'.felt .frame[aria-owns~="{name}"]')
        visitor.sees(
            f"document.querySelector({together})?.getAttribute('aria-owns').split(' ').length"
            f" === {place}"
        )
        end = visitor.box(f".felt #{name}").to_its_right


def open_room(visitor: Visitor) -> None:
    """A game against a bot, in which every meld opens."""
    visitor.visit("/")
    settings = {"rulebook": "jumbo", "seats": 2, "pace": "fast", "clock": {"type": "none"}}
    wish = {"settings": {**settings, "house": HOUSE}, "name": "Anna", "bots": ["greedy"]}
    body = json.dumps(json.dumps({**wish, "start": True}))
    headers = "{'content-type': 'application/json'}"
    asked = f"fetch('/api/rooms', {{method: 'POST', headers: {headers}, body: {body}}})"
    code = visitor.driver.evaluate(f"{asked}.then((told) => told.json()).then((one) => one.code)")
    visitor.visit(f"/room/{code}")


def meld_of_the_rack(visitor: Visitor) -> list[str]:
    """A meld that the rack has; tiles are drawn until there is one."""
    rules = tr.rulebook("jumbo").replace(HOUSE)
    while True:
        visitor.sees(f"Boolean(document.querySelector('{MY_TURN}'))")
        rack = [kind for kind in visitor.kinds(".rack") if kind != "*"]
        play = tr.solve(tr.Position.parse(rules, table="", rack=" ".join(rack))).play
        if play is not None:
            return str(play.table[0]).split()
        visitor.click(MY_TURN)
        visitor.sees(f"document.querySelectorAll('.rack [data-tile]').length > {len(rack)}")


def test_the_first_step_of_the_lesson_is_done_by_dragging(visitor: Visitor) -> None:
    visitor.visit("/lesson")
    visitor.reads("Step 1 of")
    lay_out(visitor, ["r5", "r6", "r7"])
    visitor.click(".next")
    visitor.reads("Step 2 of")


def test_a_turn_by_dragging_survives_a_reload_and_is_played(visitor: Visitor) -> None:
    open_room(visitor)
    meld = meld_of_the_rack(visitor)
    count = len(visitor.kinds(".rack"))
    lay_out(visitor, meld)
    visitor.sees(f"document.querySelector('{MY_TURN}')?.innerText.includes('Play')")
    visitor.driver.evaluate("void setTimeout(() => location.reload(), 0)")
    visitor.sees("performance.getEntriesByType('navigation')[0]?.type === 'reload'")
    visitor.sees(f"document.querySelector('{MY_TURN}')?.innerText.includes('Play')")
    assert sorted(meld) in [sorted(one) for one in visitor.melds()]
    visitor.click(MY_TURN)
    visitor.sees("!document.querySelector('.felt .mine')")
    visitor.sees(f"Boolean(document.querySelector('{MY_TURN}, .veil h1'))")
    assert len(visitor.kinds(".rack")) == count - len(meld)


def test_a_record_is_shown_step_by_step(visitor: Visitor) -> None:
    visitor.visit("/replay")
    visitor.sees(f"""(() => {{
      const field = document.querySelector('input[type=file]')
      if (!field) return false
      const files = new DataTransfer()
      files.items.add(new File([{json.dumps(GAME.read_text())}], 'game.record'))
      field.files = files.files
      field.dispatchEvent(new Event('change', {{ bubbles: true }}))
      return true
    }})()""")
    visitor.reads("The tiles are dealt.")
    visitor.click('[aria-label="One step forward"]')
    visitor.sees("!document.body.innerText.includes('The tiles are dealt.')")
    visitor.click('[aria-label="To the end"]')
    visitor.sees("document.querySelectorAll('.table [data-tile], .felt [data-tile]').length > 20")


def test_the_score_pad_works_without_a_server(driver: Driver, tmp_path: Path) -> None:
    with game_server(tmp_path) as url:
        visitor = Visitor(driver, url)
        visitor.visit("/pad")
        visitor.reads("Score pad")
        visitor.sees(KEPT)
    visitor.visit("/pad")
    visitor.click_text("New match")
    visitor.write("Player 1", "Anna")
    visitor.write("Player 2", "Ben")
    visitor.write("Name of the match", "Friday")
    visitor.click_text("Start the match")
    visitor.reads("Score sheet")
    visitor.visit("/pad")
    visitor.reads("Friday")
