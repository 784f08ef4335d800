"""A person in front of any browser: looks, waits, clicks and drags with the mouse."""

import json
import time
from dataclasses import dataclass
from typing import Any

from tests.browsers.drivers import Driver

Point = tuple[float, float]
_PATIENCE = 40.0


@dataclass(frozen=True)
class Box:
    """Where something is in the window."""

    left: float
    top: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        return self.left + self.width / 2, self.top + self.height / 2

    @property
    def to_its_right(self) -> Point:
        """The middle of a box of the same size that lies flush beside it."""
        return self.left + self.width * 1.5, self.top + self.height / 2


@dataclass(frozen=True)
class Visitor:
    """Somebody who looks at a page of the game."""

    driver: Driver
    url: str

    def visit(self, path: str) -> None:
        self.driver.goto(self.url + path)

    def sees(self, expression: str) -> Any:
        """Wait until something is there, and say what."""
        deadline = time.monotonic() + _PATIENCE
        while not (found := self.driver.evaluate(expression)):
            if time.monotonic() > deadline:
                page = self.driver.evaluate("document.body.innerText")
                raise AssertionError(f"never true: {expression}\n{page}")
            time.sleep(0.1)
        return found

    def reads(self, text: str) -> None:
        """Wait until the page says so."""
        self.sees(f"document.body.innerText.includes({json.dumps(text)})")

    def box(self, selector: str) -> Box:
        """Where an element is, once it is there and has come to rest."""
        found = self.sees(f"""(async () => {{
          const seen = () => document.querySelector({json.dumps(selector)})
          const place = () => seen()?.getBoundingClientRect()
          const first = place()
          for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
          const now = place()
          const still = first && now && first.x === now.x && first.y === now.y && now.width > 0
          return still ? [now.x, now.y, now.width, now.height] : null
        }})()""")
        return Box(*found)

    def kinds(self, selector: str) -> list[str]:
        """The tiles there, in notation."""
        chosen = json.dumps(f"{selector} [data-tile]")
        found = self.driver.evaluate(
            f"[...document.querySelectorAll({chosen})].map((tile) => tile.dataset.kind)"
        )
        return [str(kind) for kind in found]

    def melds(self) -> list[list[str]]:
        """The melds on the felt, each in the order in which its tiles lie."""
        found = self.driver.evaluate("""
          [...document.querySelectorAll('.felt .frame')].map((frame) => frame
            .getAttribute('aria-owns').split(' ')
            .map((id) => document.getElementById(id).dataset.kind))""")
        return [[str(kind) for kind in meld] for meld in found]

    def click(self, selector: str) -> None:
        self.driver.evaluate(
            f"document.querySelector({json.dumps(selector)})?.scrollIntoView({{block: 'center'}})"
        )
        self.driver.point([*_move(self.box(selector).middle), *_PRESS, *_RELEASE])

    def click_text(self, text: str) -> None:
        """Click the button or link with this text."""
        self.sees(f"""(() => {{
          const all = [...document.querySelectorAll('button, a')]
          const found = all.find((one) => one.innerText.trim() === {json.dumps(text)})
          for (const one of all) delete one.dataset.wanted
          if (found) found.dataset.wanted = ''
          return Boolean(found)
        }})()""")
        self.click("[data-wanted]")

    def drag(self, start: Point, end: Point) -> None:
        between = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        moves = [step for point in (between, end, end) for step in _move(point, 120)]
        pause = {"type": "pause", "duration": 80}
        self.driver.point([*_move(start), *_PRESS, *moves, pause, *_RELEASE])

    def write(self, label: str, text: str) -> None:
        """Fill in the field with this label."""
        self.sees(f"""(() => {{
          const labels = [...document.querySelectorAll('label')]
          const field = labels.find((one) => one.innerText.trim() === {json.dumps(label)})?.control
          if (!field) return false
          field.value = {json.dumps(text)}
          field.dispatchEvent(new Event('input', {{ bubbles: true }}))
          return true
        }})()""")


_PRESS = ({"type": "pointerDown", "button": 0},)
_RELEASE = ({"type": "pointerUp", "button": 0},)


def _move(point: Point, duration: int = 0) -> list[dict[str, object]]:
    x, y = (round(part) for part in point)
    return [{"type": "pointerMove", "x": x, "y": y, "duration": duration, "origin": "viewport"}]
