"""No page may have a finding of axe, in either theme."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

THEMES = ("light", "dark")
AT_REST = """new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    .then(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)))
    .then(() => {})"""
"""Colours glide from one theme to the other, beginning with the next frame; axe must not look in
between."""
SETTLED_MS = 400


def assert_accessible(page: Page) -> None:
    """Look at the page as it is now, in the light and in the dark."""
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.evaluate(AT_REST)
        page.wait_for_timeout(SETTLED_MS)
        found = Axe().run(page)
        assert found.violations_count == 0, f"{theme}: {found.generate_report()}"
