"""Draw the icons of the installed game from `public/icon.svg`, in the sizes that systems ask for.

    .venv/bin/python client/scripts/draw_icons.py

Needs Chromium. The PNG files are kept in the repository, so a build needs none of this.
"""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parents[1] / "public"
FELT = "radial-gradient(circle at 50% 30%, #4b9583, #245a4f 90%)"


def page_of(drawing: str, size: int, *, maskable: bool) -> str:
    """A page that shows the drawing alone; a maskable icon has felt to its edges and more room."""
    inner = round(size * 0.8) if maskable else size
    felt = FELT if maskable else "transparent"
    return (
        f"<body style='margin:0;width:{size}px;height:{size}px;display:grid;place-items:center;"
        f"background:{felt}'><div style='width:{inner}px;height:{inner}px'>{drawing}</div></body>"
    )


def main() -> None:
    """Write every size."""
    drawing = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    sizes = (("icon-180", 180, True), ("icon-192", 192, False), ("icon-512", 512, False))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, size, maskable in (*sizes, ("icon-maskable-512", 512, True)):
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(page_of(drawing, size, maskable=maskable))
            page.screenshot(path=PUBLIC / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
