"""Make the pictures of the page in docs/screenshots: `python docs/screenshots.py`.

It starts the server of this checkout, opens the page in Chromium, and takes the same moments in
light and dark, wide and narrow. Needs Playwright and a `chromium` on the path.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
PICTURES = Path(__file__).parent / "screenshots"
WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 400, "height": 800}

# Name of the picture, colours, size, lesson, words of the moment, and the variable to inspect.
SHOTS = [
    ("light", "light", WIDE, "Two paths meet: a diamond", "has both its gradients", None),
    ("dark", "dark", WIDE, "Two paths meet: a diamond", "has both its gradients", None),
    ("inspector", "light", WIDE, "Gradients accumulate", "x.grad adds up", "x"),
    ("error", "light", WIDE, "A graph can be run backward once", "cannot run again", None),
    ("loop", "dark", WIDE, "Linear regression by hand", "-5.75", None),
    ("phone", "light", NARROW, "Two paths meet: a diamond", "has both its gradients", None),
]
MOST_STEPS = 200


@contextmanager
def served() -> Iterator[str]:
    """The address of a server that runs as long as the block."""
    server = subprocess.Popen(
        [sys.executable, "-m", "server", "--no-browser", "--port", "0"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )
    try:
        said = server.stdout.readline()
        yield re.search(r"http://\S+", said).group()
    finally:
        server.terminate()
        server.wait()


def opened(
    browser: Browser, address: str, scheme: str, size: dict[str, int], code: str | None = None
) -> Page:
    """The page as who has this code from an earlier visit finds it; motion is reduced."""
    context = browser.new_context(
        viewport=size, color_scheme=scheme, reduced_motion="reduce", locale="en-US"
    )
    if code is not None:
        kept = json.dumps(json.dumps({"code": code, "title": None}))
        context.add_init_script(f"localStorage.setItem('tapescope', {kept})")
    # Whoever has been here before has put the hints away.
    context.add_init_script("localStorage.setItem('tapescope-hints', 'done')")
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#mirror .mirror-box", state="attached")
    return page


def go_to(page: Page, lesson: str, moment: str, inspected: str | None) -> None:
    """Open a lesson at the first moment whose sentence has these words."""
    page.locator("#lessons").click()
    page.locator(".card", has_text=lesson).first.click()
    page.wait_for_timeout(1000)
    page.keyboard.press("Home")
    for _ in range(MOST_STEPS):
        if moment in page.locator("#caption").inner_text():
            break
        page.keyboard.press("ArrowRight")
    else:
        raise SystemExit(f"No moment of {lesson!r} says {moment!r}.")
    if inspected is not None:
        page.locator(".variable-name", has_text=inspected).first.click()
    page.wait_for_timeout(500)


def main() -> None:
    """Take every picture."""
    PICTURES.mkdir(exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, scheme, size, lesson, moment, inspected in SHOTS:
            page = opened(browser, address, scheme, size)
            go_to(page, lesson, moment, inspected)
            page.screenshot(path=PICTURES / f"{name}.png")
            page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
