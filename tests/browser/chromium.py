"""Debian's Chromium without a window, for tests, pictures and measurements alike."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

_QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser that asks nobody else for anything; root has to do without its sandbox."""
    program = shutil.which("chromium")
    if program is None:
        raise FileNotFoundError("Chromium is not installed: apt-get install chromium")
    arguments = [*_QUIET, "--no-sandbox"] if os.geteuid() == 0 else [*_QUIET]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        yield browser
        browser.close()
