"""Fingers on the glass, through the browser's own touch events."""

from collections.abc import Iterator

from playwright.sync_api import CDPSession, Page

Point = tuple[float, float]
STEPS = (0.1, 0.4, 0.7, 1.0)


class Fingers:
    """One or two fingers that drag, tap and pinch; nothing waits for the page in between."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)

    def drag(self, start: Point, end: Point, rest: int = 0) -> None:
        """Drag, after resting on the start for so many milliseconds."""
        self._touch("touchStart", start)
        if rest:
            self._page.wait_for_timeout(rest)
        for at in self._way(start, end):
            self._touch("touchMove", at)
        self._page.wait_for_timeout(40)
        self._touch("touchEnd")

    def tap(self, at: Point) -> None:
        self._touch("touchStart", at)
        self._touch("touchEnd")

    def pinch(self, centre: Point, before: float, after: float) -> None:
        """Two fingers beside a point, so many pixels apart before and after."""

        def both(apart: float) -> tuple[Point, Point]:
            x, y = centre
            return (x - apart / 2, y), (x + apart / 2, y)

        first, second = both(before)
        self._touch("touchStart", first)
        self._touch("touchStart", first, second)
        for part in STEPS:
            self._touch("touchMove", *both(before + (after - before) * part))
            self._page.wait_for_timeout(20)
        self._touch("touchEnd", both(after)[0])
        self._touch("touchEnd")

    def _way(self, start: Point, end: Point) -> Iterator[Point]:
        for part in STEPS:
            yield start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part

    def _touch(self, kind: str, *points: Point) -> None:
        where = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})
