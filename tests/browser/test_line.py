"""The line to the server: a dead one is noticed; nothing asked for is lost or done twice."""

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.table import MY_TURN, create_room


class Line:
    """The page's connections, each of which can be made to swallow what the server says."""

    def __init__(self, page: Page) -> None:
        self.routes: list[WebSocketRoute] = []
        self.deaf: set[int] = set()
        self.down = False
        page.route_web_socket("**/ws/*", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        number = len(self.routes)
        self.routes.append(route)
        if self.down:
            route.close(code=1012)
            return
        server = route.connect_to_server()
        server.on_message(lambda text: None if number in self.deaf else route.send(text))

    def swallow(self) -> None:
        """From now on nothing the server says arrives on this connection."""
        self.deaf.add(len(self.routes) - 1)

    def cut(self) -> None:
        self.routes[-1].close(code=1012)


def enter(page: Page) -> Line:
    line = Line(page)
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/room/{create_room(page, 'jumbo')}")
    page.locator(MY_TURN).wait_for()
    return line


def test_a_line_that_no_longer_answers_is_given_up_and_comes_back(page: Page) -> None:
    line = enter(page)
    line.swallow()
    page.evaluate("dispatchEvent(new Event('online'))")
    for _ in range(300):
        if len(line.routes) > 1:
            break
        page.wait_for_timeout(50)
    assert len(line.routes) == 2
    page.locator("[aria-live=assertive]").get_by_text("Reconnected").wait_for()
    page.locator(MY_TURN).click()
    expect(page.locator(".rack [data-tile]")).to_have_count(15)


def test_a_chat_line_without_an_answer_is_said_once(page: Page) -> None:
    line = enter(page)
    page.get_by_role("button", name="Chat").click()
    page.get_by_label("Say something").fill("good luck")
    line.swallow()
    page.get_by_role("button", name="Send").click()
    page.wait_for_timeout(300)
    line.cut()
    expect(page.get_by_role("listitem").filter(has_text="Anna good luck")).to_have_count(1)
    expect(page.get_by_label("Say something")).to_have_value("")
    page.reload()
    page.get_by_role("button", name="Chat").click()
    expect(page.get_by_role("listitem").filter(has_text="Anna good luck")).to_have_count(1)


def test_a_draw_asked_for_without_a_line_is_made_once_it_is_back(page: Page) -> None:
    line = enter(page)
    line.down = True
    line.cut()
    expect(page.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()
    page.locator(MY_TURN).click()
    line.down = False
    expect(page.locator(".rack [data-tile]")).to_have_count(15, timeout=15_000)
