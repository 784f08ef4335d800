"""A person at the table, as the tests move them: by mouse, by finger or by keyboard.

The person sees what the page shows (tiles in notation, from the tiles' own attributes), asks the
solver for a play, and carries it out tile by tile with the hands the test gives them.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, TimeoutError, WebSocketRoute

from tests.browser.touch import Fingers, Point
from tests.chosen_deals import HEADER
from tilerummy.engine.rounds import Round
from tilerummy.rules import Position, Rulebook
from tilerummy.rules import rulebook as known_rulebook
from tilerummy.solver import solve

ABOVE_FINGER = 14
"""So many pixels above the finger a lifted tile ends."""

MY_TURN = "[data-main][aria-disabled=false]"

SHORT_ROUND = {"deal.tiles": 3, "opening.points": 0}
OUT_AT_ONCE = "deal 474"
"""With three bots I begin, and the first bot's three tiles are a meld."""
FEW_TURNS = {"deal.tiles": 4, "opening.points": 0}
OUT_AFTER_EIGHT = "deal 2748"
"""With two bots I begin, and a bot is out in the eighth turn; if I only draw I miss two plays."""

_BOX = """box => { const { x, y, width, height } = box.getBoundingClientRect()
                   return [x, y, width, height] }"""
_MELDS = """frames => frames.map(frame => {
  const owned = (frame.getAttribute('aria-owns') ?? '').split(' ').filter(Boolean)
  return [owned, owned.map(id => document.getElementById(id).dataset.kind)]
})"""
"""The ids and the kinds of every meld, from the groups a screen reader hears."""


@dataclass(frozen=True)
class Hand:
    """A way to drag; under a finger a tile is lifted so that it can be seen."""

    drag: Callable[[Point, Point], None]
    lifts: bool = False

    def __call__(self, start: Point, end: Point) -> None:
        self.drag(start, end)

    def pointer(self, box: tuple[float, float, float, float]) -> Point:
        """Where to point so that a tile taken in its middle lies in this box on the felt."""
        x, y, width, height = box
        lift = height / 2 + ABOVE_FINGER if self.lifts else 0
        return x + width / 2, y + height / 2 + lift


def mouse(page: Page) -> Hand:
    """Drag with a mouse."""

    def drag(start: Point, end: Point) -> None:
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
        page.mouse.move(*end, steps=3)
        page.wait_for_timeout(40)
        page.mouse.up()

    return Hand(drag)


def finger(page: Page) -> Hand:
    """Drag with a finger."""
    return Hand(Fingers(page).drag, lifts=True)


def create_room(
    page: Page, rulebook: str, bots: int = 1, seed: str | None = None, **settings: object
) -> str:
    """Make a room through the page's own identity and return its code; with bots it starts.

    With a seed the deal is always the same.
    """
    wish = {
        "settings": {
            "rulebook": rulebook,
            "seats": bots + 1,
            "pace": "fast",
            "clock": {"type": "none"},
            **settings,
        },
        "name": "Anna",
        "bots": ["greedy"] * bots,
        "start": bots > 0,
    }
    chosen = None if seed is None else {HEADER: seed}
    answer = page.request.post("/api/rooms", data=wish, headers=chosen)
    assert answer.ok, answer.text()
    code = answer.json()["code"]
    assert isinstance(code, str)
    return code


class Script:
    """What a test says in the server's place: the number of the last event, and further ones."""

    def __init__(self) -> None:
        self.number = 0
        self._route: WebSocketRoute | None = None

    def follow(self, route: WebSocketRoute) -> None:
        self._route = route

    def happens(self, *events: dict[str, object]) -> None:
        """Tell the page of these events; after them it is my turn again."""
        assert self._route is not None
        self.number += 1
        turn = {"seat": 0, "drawn": False, "may": ["play", "draw"], "clock": None}
        message = {"type": "happened", "number": self.number, "events": events, "turn": turn}
        self._route.send(json.dumps(message))

    def bot_plays(self, laid: str, table: list[str], count: int) -> None:
        event = {"type": "played", "seat": 1, "laid": laid, "table": table}
        self.happens({**event, "opening": None, "count": count, "rack": None})


def i_begin(name: str, bots: int) -> str:
    """The first seed with which seat 0 begins."""
    rules = known_rulebook(name)
    deals = ((seed, Round.deal(rules, seats=bots + 1, seed=seed)) for seed in map(str, range(1000)))
    return next(seed for seed, dealt in deals if dealt.start == 0)


def deal(page: Page, table: list[str], rack: str, rulebook: str = "jumbo", bots: int = 1) -> Script:
    """My turn in a game that I have opened, with this table and this rack, whatever was dealt.

    I begin, so nothing happens on the server until the page asks for it.
    """
    script = Script()

    def told(text: str | bytes) -> str | bytes:
        message = json.loads(text)
        script.number = max(script.number, message.get("number", 0))
        if message["type"] == "welcome" and message["round"]:
            message["round"] |= {"table": table, "rack": rack}
            message["draft"] = None
        if message["type"] == "verdict":
            message |= {"needed": None, "opening": None}
        for event in message.get("events", []):
            if event["type"] in ("played", "timed-out"):
                event["table"] = table
        return json.dumps(message)

    def connect(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        script.follow(route)
        server.on_message(lambda text: route.send(told(text)))

    page.emulate_media(reduced_motion="reduce")
    page.route_web_socket("**/ws/*", connect)
    code = create_room(page, rulebook, bots=bots, seed=i_begin(rulebook, bots))
    page.goto(f"/room/{code}")
    page.locator(MY_TURN).wait_for()
    return script


def melds(page: Page) -> list[list[str]]:
    """The melds on the felt, each in the order in which its tiles lie."""
    found = page.locator(".felt .frame").evaluate_all(
        """frames => frames.map(frame => frame.getAttribute('aria-owns').split(' ')
             .map(id => document.getElementById(id).dataset.kind))"""
    )
    return [list(map(str, meld)) for meld in found]


def middle(element: Locator) -> Point:
    """The point in the middle of what is shown of an element."""
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@dataclass
class Person:
    """Somebody who looks at a page and arranges tiles on it."""

    page: Page
    rules: Rulebook
    drag: Hand
    opened: bool = False

    def __post_init__(self) -> None:
        self.page.emulate_media(reduced_motion="reduce")

    def rack(self) -> list[str]:
        kinds = "tiles => tiles.map(tile => tile.dataset.kind)"
        return list(map(str, self.page.locator(".rack [data-tile]").evaluate_all(kinds)))

    def table(self) -> list[list[str]]:
        return [kinds for _, kinds in self._melds()]

    def play_or_draw(self) -> bool:
        """Make a turn; says whether tiles were laid."""
        self.page.locator(MY_TURN).wait_for()
        play = self.best()
        if play is None:
            self.page.locator("[data-main]").click()
            return False
        self.arrange(play)
        self.lay()
        return True

    def lay(self) -> None:
        """Press the large button once it offers to lay."""
        self.page.get_by_role("button", name="Play").and_(self.page.locator(MY_TURN)).click()
        self.opened = True

    def arrange(self, wanted: list[list[str]]) -> None:
        """Drag tiles until the table is as wanted: what differs is built anew on free felt."""
        lying = [sorted(kinds) for _, kinds in self._melds()]
        missing = []
        for meld in wanted:
            if sorted(meld) in lying:
                lying.remove(sorted(meld))
            else:
                missing.append(meld)
        placed: set[str] = set()
        for tiles, kinds in self._melds():
            if sorted(kinds) in lying:
                lying.remove(sorted(kinds))
            else:
                placed.update(tiles)
        for meld in missing:
            last: str | None = None
            for kind in meld:
                last, before = self._find(kind, placed), last
                self.put(last, after=before)
                placed.add(last)
        lies, wish = ([sorted(meld) for meld in table] for table in (self.table(), wanted))
        assert sorted(lies) == sorted(wish), (self.table(), wanted)

    def see_all(self) -> None:
        """Make the tiles smaller when not all of the table is in view."""
        scrolls = "felt => felt.scrollHeight > felt.clientHeight"
        if self.page.locator(".felt").evaluate(scrolls):
            self.page.get_by_role("button", name="Fit the whole table").click()

    def put(self, tile: str, after: str | None = None) -> None:
        """Drag a tile to free felt, or behind another tile.

        On a busy machine a slow finger is taken for a long press, which carries the whole meld or
        selects several tiles; a person takes that back and tries again.
        """
        together = (
            f'[aria-owns="{tile}"]'
            if after is None
            else f'[aria-owns~="{after}"][aria-owns~="{tile}"]'
        )
        placed = self.page.locator(f".felt .frame{together}")
        for _ in range(3):
            self.see_all()
            before = self.table()
            self._drag_once(tile, after)
            try:
                placed.wait_for(state="attached", timeout=3_000)
            except TimeoutError:
                if self.table() != before:
                    self.page.get_by_role("button", name="Undo").click()
                self.page.keyboard.press("Escape")
            else:
                return
        kinds = [self._kind(self.page.locator(f"#{one}")) for one in (tile, after) if one]
        raise AssertionError(f"{kinds} cannot be put together on {self.table()}")

    def _drag_once(self, tile: str, after: str | None) -> None:
        element = self.page.locator(f"#{tile}")
        element.scroll_into_view_if_needed()
        x, y, width, height = self._box(element)
        if after is None:
            end = self.drag.pointer(self._free_felt())
        else:
            left, top, wide, high = self._box(self.page.locator(f"#{after}"))
            end = self.drag.pointer((left + wide, top, wide, high))
        self.drag((x + width / 2, y + height / 2), end)

    def _free_felt(self) -> tuple[float, float, float, float]:
        """A box of the felt, as it is scrolled now, with room for a meld to its right."""
        x, y, width, height = self._box(self.page.locator(".felt"))
        tile = float(
            self.page.locator(".felt").evaluate(
                "felt => felt.style.getPropertyValue('--tile').slice(0, -2)"
            )
        )
        high = tile * 1.36
        melds = self.page.locator(".felt .frame").evaluate_all(f"all => all.map({_BOX})")
        for room in (6, 4, 2):
            for down in range(12, int(height - high), 12):
                for right in range(20, int(width - room * tile), 12):
                    if not any(
                        left - room * tile < x + right < left + wide + 1.1 * tile
                        and abs(top - y - down) < high * 1.05
                        for left, top, wide, _ in melds
                    ):
                        return (x + right, y + down, tile, high)
        raise AssertionError("the felt is full")

    def _box(self, element: Locator) -> tuple[float, float, float, float]:
        box = element.bounding_box()
        assert box is not None
        return box["x"], box["y"], box["width"], box["height"]

    def _find(self, kind: str, placed: set[str]) -> str:
        """A tile of this kind that is not placed yet; those on the table first."""
        for place in (".felt", ".rack"):
            tiles = self.page.locator(f'{place} [data-kind="{kind}"]')
            for name in tiles.evaluate_all("tiles => tiles.map(tile => tile.id)"):
                if name not in placed:
                    return str(name)
        raise AssertionError(f"there is no {kind} left")

    def _melds(self) -> list[tuple[list[str], list[str]]]:
        found = self.page.locator(".felt .frame").evaluate_all(_MELDS)
        return [(list(tiles), list(kinds)) for tiles, kinds in found]

    def best(self) -> list[list[str]] | None:
        """The melds of the best play; None where nothing can be laid."""
        position = Position.parse(
            self.rules,
            table=" | ".join(" ".join(meld) for meld in self.table()),
            rack=" ".join(self.rack()),
            opened=self.opened,
        )
        play = solve(position).play
        if play is None:
            return None
        return [str(meld).split(" =")[0].split() for meld in play.table]

    def _kind(self, tile: Locator) -> str:
        kind = tile.get_attribute("data-kind")
        assert kind is not None
        return kind
