"""Make the pictures of the two guides, docs/guide: `python docs/guide_pictures.py`.

Parts of the page, each as one meets it in a lesson. Needs what docs/screenshots.py needs.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from screenshots import WIDE, go_to, opened, served

PICTURES = Path(__file__).parent / "guide"


def stage(page: Page) -> None:
    go_to(page, "Two paths meet: a diamond", "has both its gradients", None)


def steps(page: Page) -> None:
    go_to(page, "Two paths meet: a diamond", "has both its gradients", None)
    page.keyboard.press("c")


def ledger(page: Page) -> None:
    go_to(page, "zero_grad, or the gradients of old steps stay", "moves", "w")
    page.keyboard.press("End")
    page.locator(".account").scroll_into_view_if_needed()


def error(page: Page) -> None:
    go_to(page, "Changed in place after it was saved", "saved", None)
    page.keyboard.press("End")


def gallery(page: Page) -> None:
    page.keyboard.press("o")


def share(page: Page) -> None:
    stage(page)
    page.keyboard.press("Control+s")
    page.locator("#share-embed").click()


def question(page: Page) -> None:
    """A class is asked, and two students have answered."""
    page.locator("#open-room").click()
    page.get_by_role("button", name="Open a room", exact=True).click()
    page.wait_for_url("**/r/*")
    page.get_by_role("button", name="Ask the class").click()
    page.locator("#room-box button[type=submit]").click()
    page.locator("#question").wait_for()
    for answer in ("0.2", "0.6"):
        student = page.context.browser.new_context().new_page()
        student.goto(page.url)
        student.locator("#room-box input").press("Enter")
        student.locator("#question input").fill(answer)
        student.locator("#question input").press("Enter")
        student.locator(".room-outcome").wait_for()
        student.context.close()
    page.locator(".room-bars tr").nth(1).wait_for()


# Name of the picture, what to do first, and the part of the page that is taken.
SHOTS: list[tuple[str, Callable[[Page], None], str]] = [
    ("stage", stage, "#graph"),
    ("steps", steps, ".steps"),
    ("ledger", ledger, ".facts:has(.account)"),
    ("error", error, "#editor"),
    ("gallery", gallery, "#gallery"),
    ("share", share, "#share"),
    ("question", question, "#graph"),
]


def main() -> None:
    """Take every picture."""
    PICTURES.mkdir(exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, act, part in SHOTS:
            page = opened(browser, address, "light", WIDE)
            act(page)
            page.wait_for_timeout(400)
            page.locator(part).first.screenshot(path=PICTURES / f"{name}.png")
            page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
