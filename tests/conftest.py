"""What all tests share: one Chromium, since Playwright can be started only once in a process."""

import os
import shutil

import pytest


# Of the browser itself: for each window it would load two pages behind its address bar, which takes
# longer than ours. The others are what Playwright turns off, whose list this one replaces.
UNUSED = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "MediaRouter", "OptimizationHints",
          "PaintHolding")


def missing(what):
    """Skip, but in CI nothing may be skipped."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"In CI nothing may be skipped, but {what}.")
    pytest.skip(what)


@pytest.fixture(scope="session")
def browser():
    """Chromium, through Playwright."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        missing("there is no Chromium on this machine")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("Playwright is not installed")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=program,
            args=[
                "--no-sandbox", "--disable-gpu", "--disable-background-networking",
                "--disable-component-update", "--disable-sync", "--no-first-run",
                f"--disable-features={','.join(UNUSED)}",
            ],
        )
        yield chromium
        chromium.close()
