"""Other engines than Chromium's, as Debian brings them, each by the protocol that it speaks itself.

Firefox listens for WebDriver BiDi on a WebSocket. WebKitGTK comes with a driver for WebDriver over
HTTP, and needs a screen, which Xvfb draws into memory. Both take pointer actions in the same form.
What a page returns travels as JSON text, so that values look alike in both.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.servers import accepts, free_port, wait_until

SIZE = (1280, 800)
_PATIENCE = 60.0


class Driver(Protocol):
    """What a test needs of a browser."""

    def goto(self, url: str) -> None: ...

    def evaluate(self, expression: str) -> Any: ...

    def point(self, actions: list[dict[str, object]]) -> None:
        """Do with the mouse what the actions say."""


def program(name: str, package: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"{name} is not installed: apt-get install {package}")
    return found


def mouse(actions: list[dict[str, object]]) -> list[dict[str, object]]:
    parameters = {"pointerType": "mouse"}
    return [{"type": "pointer", "id": "mouse", "parameters": parameters, "actions": actions}]


class Firefox:
    """One tab, over WebDriver BiDi."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._last = 0
        self._ask("session.new", capabilities={})
        made = self._ask("browsingContext.create", type="tab")
        self._tab: str = made["context"]
        size = dict(zip(("width", "height"), SIZE, strict=True))
        self._ask("browsingContext.setViewport", context=self._tab, viewport=size)

    def goto(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        text = f"Promise.resolve({expression}).then((found) => JSON.stringify(found) ?? 'null')"
        target = {"context": self._tab}
        found = self._ask("script.evaluate", expression=text, target=target, awaitPromise=True)
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def point(self, actions: list[dict[str, object]]) -> None:
        self._ask("input.performActions", context=self._tab, actions=mouse(actions))

    def _ask(self, method: str, **params: object) -> Any:
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=_PATIENCE))
            if answer.get("id") == self._last:
                assert answer["type"] == "success", (method, answer)
                return answer["result"]


@contextmanager
def firefox() -> Iterator[Driver]:
    """Firefox without a window and with a profile of its own."""
    command = program("firefox-esr", "firefox-esr")
    with tempfile.TemporaryDirectory(prefix="tilerummy-") as folder:
        log = Path(folder, "log")
        options = ("--headless", "--no-remote", "--remote-debugging-port", "0")
        with (
            log.open("wb") as output,
            subprocess.Popen(
                (command, *options, "--profile", folder),
                stdout=output,
                stderr=subprocess.STDOUT,
                env=os.environ | {"HOME": folder, "MOZ_CRASHREPORTER_DISABLE": "1"},
            ) as process,
        ):
            try:
                listening = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
                wait_until(lambda: bool(listening.search(log.read_text())), process, log)
                found = listening.search(log.read_text())
                assert found is not None
                with connect(f"{found[1]}/session", max_size=None, proxy=None) as socket:
                    yield Firefox(socket)
            finally:
                process.terminate()


class WebKit:
    """One window, over WebDriver."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        browser = program_of_webkit()
        wish = {"webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]}}
        made = self._ask("POST", "/session", capabilities={"alwaysMatch": wish})
        self._session = f"/session/{made['sessionId']}"
        rect = dict(zip(("width", "height"), SIZE, strict=True))
        self._ask("POST", f"{self._session}/window/rect", x=0, y=0, **rect)

    def goto(self, url: str) -> None:
        self._ask("POST", f"{self._session}/url", url=url)

    def evaluate(self, expression: str) -> Any:
        script = f"""
          const done = arguments[0]
          Promise.resolve({expression}).then((found) => done(JSON.stringify(found) ?? 'null'))
        """
        found = self._ask("POST", f"{self._session}/execute/async", script=script, args=[])
        return json.loads(found)

    def point(self, actions: list[dict[str, object]]) -> None:
        self._ask("POST", f"{self._session}/actions", actions=mouse(actions))

    def close(self) -> None:
        self._ask("DELETE", self._session)

    def _ask(self, method: str, path: str, **body: object) -> Any:
        answer = self._client.request(method, path, json=body if method == "POST" else None)
        assert answer.is_success, (path, answer.text)
        return answer.json()["value"]


def program_of_webkit() -> str:
    """The small browser that comes with the engine, outside the search path."""
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    if not found:
        raise FileNotFoundError("WebKitGTK is not installed: apt-get install webkit2gtk-driver")
    return str(found[-1])


@contextmanager
def screen(log: Path) -> Iterator[str]:
    """The number of a screen that nobody sees."""
    reading, writing = os.pipe()
    options = ("-displayfd", str(writing), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24")
    with (
        log.open("wb") as output,
        subprocess.Popen(
            (program("Xvfb", "xvfb"), *options, "-nolisten", "tcp"),
            stdout=output,
            stderr=subprocess.STDOUT,
            pass_fds=[writing],
        ) as process,
    ):
        os.close(writing)
        try:
            with os.fdopen(reading) as number:
                yield f":{number.readline().strip()}"
        finally:
            process.terminate()


@contextmanager
def webkit() -> Iterator[Driver]:
    """WebKitGTK's small browser on a screen of its own, with nothing remembered."""
    port = free_port()
    with (
        tempfile.TemporaryDirectory(prefix="tilerummy-") as folder,
        screen(Path(folder, "screen.log")) as display,
    ):
        log = Path(folder, "log")
        own = {"DISPLAY": display, "HOME": folder, "XDG_RUNTIME_DIR": folder, "GDK_BACKEND": "x11"}
        own |= {"LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1"}
        with (
            log.open("wb") as output,
            subprocess.Popen(
                (program("WebKitWebDriver", "webkit2gtk-driver"), f"--port={port}"),
                stdout=output,
                stderr=subprocess.STDOUT,
                env=os.environ | own,
            ) as process,
        ):
            try:
                wait_until(lambda: accepts(port), process, log)
                base = f"http://127.0.0.1:{port}"
                with httpx.Client(base_url=base, timeout=_PATIENCE, trust_env=False) as client:
                    driver = WebKit(client)
                    yield driver
                    driver.close()
            finally:
                process.terminate()
                time.sleep(0.2)
