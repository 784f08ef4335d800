"""Somebody who neither sees the page nor has a pointer.

What there is they know from the browser's accessibility tree alone, in the order in which a screen
reader tells it; what they do they do with the keyboard alone. Nothing here looks at the document.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import CDPSession, Page

from tests.browser.table import Person, mouse
from tilerummy.rules import Rulebook

COLOURS = {name: name[0] for name in ("red", "blue", "yellow", "orange", "green")} | {"black": "k"}
STEPS = 90
"""So many keys at most lead from anywhere to anywhere else."""


@dataclass(frozen=True)
class Heard:
    """A thing on the page as it is told."""

    key: int
    role: str
    name: str
    disabled: bool
    inside: tuple["Heard", ...]

    def all(self, role: str) -> Iterator["Heard"]:
        for one in self.inside:
            if one.role == role:
                yield one
            yield from one.all(role)

    def one(self, role: str, name: str) -> "Heard | None":
        found = (one for one in self.all(role) if re.match(name, one.name))
        return next(found, None)


class Listener(Person):
    """A player with a screen reader and a keyboard."""

    def __init__(self, page: Page, rules: Rulebook) -> None:
        super().__init__(page, rules, mouse(page))
        self._session: CDPSession = page.context.new_cdp_session(page)

    def listen(self) -> Heard:
        """The whole page as it is told now."""
        nodes = self._session.send("Accessibility.getFullAXTree")["nodes"]
        known = {node["nodeId"]: node for node in nodes}

        def inside(node: dict) -> tuple[Heard, ...]:
            told: list[Heard] = []
            for child in node.get("childIds", ()):
                if child in known:
                    one = heard(known[child])
                    told += one.inside if known[child].get("ignored") else [one]
            return tuple(told)

        def heard(node: dict) -> Heard:
            about = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
            return Heard(
                key=node.get("backendDOMNodeId", 0),
                role=node.get("role", {}).get("value", ""),
                name=str(node.get("name", {}).get("value", "")),
                disabled=bool(about.get("disabled")),
                inside=inside(node),
            )

        return heard(nodes[0])

    def rack(self) -> list[str]:
        return [kind(tile.name) for tile in racked(self.listen())]

    def table(self) -> list[list[str]]:
        return [[kind(tile.name) for tile in meld] for meld in rows(self.listen())]

    def wait_for_turn(self) -> bool:
        """Wait until it is my turn; False when the round is over instead."""
        for page in self._listening():
            if page.one("table", "Score sheet"):
                return False
            main = page.one("button", r"Play \d|Draw a tile|Pass")
            if page.one("heading", "Your turn") and main and not main.disabled:
                return True
        raise AssertionError("nothing is heard of the next turn")

    def end_turn(self, name: str) -> None:
        """Go to the button with the tabulator key, press it, and hear of it in the log of turns."""
        for page in self._listening():
            button, before = page.one("button", name), turns(page)
            if button and not button.disabled:
                self._tab_to({button.key})
                self.page.keyboard.press("Enter")
                break
        else:
            raise AssertionError(f"{name} cannot be pressed")
        if not any(turns(page) != before for page in self._listening()):
            raise AssertionError("the log does not tell of the turn")

    def _listening(self) -> Iterator[Heard]:
        """The page as it is told now, and again and again for a while."""
        for _ in range(200):
            yield self.listen()
            self.page.wait_for_timeout(100)

    def arrange(self, wanted: list[list[str]]) -> None:
        """Build the melds that are missing, out of tiles that do not lie as wanted."""
        for _ in range(len(wanted)):
            page = self.listen()
            left = [sorted(meld) for meld in wanted]
            spare: list[Heard] = []
            for meld in rows(page):
                kinds = sorted(kind(tile.name) for tile in meld)
                if kinds in left:
                    left.remove(kinds)
                else:
                    spare += meld
            if not left:
                return
            for one in left[0]:
                tile = next(tile for tile in [*spare, *racked(page)] if kind(tile.name) == one)
                spare = [other for other in spare if other is not tile]
                self._select(tile, page)
            self.page.keyboard.press("n")
            assert self._focused() in {one.key for one in self.listen().all("button")}
        lies, wish = ([sorted(meld) for meld in table] for table in (self.table(), wanted))
        assert sorted(lies) == sorted(wish), (self.table(), wanted)

    def _select(self, tile: Heard, page: Heard) -> None:
        """Walk over the tiles to this one with the arrow keys and pick it with the space bar."""
        laid = {one.key for meld in rows(page) for one in meld}
        mine = {one.key for one in racked(page)}
        self._tab_to(laid if tile.key in laid else mine)
        self.page.keyboard.press("Home")
        for _ in range(STEPS):
            if self._focused() == tile.key:
                self.page.keyboard.press("Space")
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"the arrow keys do not lead to {tile.name}")

    def _tab_to(self, wanted: set[int]) -> None:
        for _ in range(STEPS):
            if self._focused() in wanted:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("the tabulator key does not lead there")

    def _focused(self) -> int:
        """What a screen reader would tell now; the whole tree would take long at every key."""
        found = self._session.send("Runtime.evaluate", {"expression": "document.activeElement"})
        told = self._session.send("DOM.describeNode", {"objectId": found["result"]["objectId"]})
        return int(told["node"]["backendNodeId"])


def turns(page: Heard) -> list[str]:
    """The log of all turns."""
    log = page.one("list", "Turns")
    return [text.name for text in log.all("StaticText")] if log else []


def rows(page: Heard) -> list[list[Heard]]:
    """The tiles of each meld on the table."""
    table = page.one("region", "Table")
    return [list(meld.all("button")) for meld in table.all("group")] if table else []


def racked(page: Heard) -> list[Heard]:
    """The tiles on my rack."""
    rack = page.one("region", "Your rack")
    return list(rack.all("button")) if rack else []


def kind(name: str) -> str:
    """The notation of a tile by its name."""
    if name.startswith("joker"):
        return "*"
    colour, number = name.split(",", maxsplit=1)[0].split(" ")
    return COLOURS[colour] + number
