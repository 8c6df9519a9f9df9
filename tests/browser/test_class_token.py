"""The class token in a browser: asked for once, by keyboard, in the languages that are offered."""

import os
import re
import subprocess
import sys

import pytest

from tests.browser.conftest import ROOT, Visit

TOKEN = "heron-口令-42"
SETTINGS = {
    "TAPESCOPE_WHO_OPENS_ROOMS": "class-token", "TAPESCOPE_WHO_SHARES": "class-token",
    "TAPESCOPE_CLASS_TOKEN": TOKEN, "TAPESCOPE_LANGUAGES": "zh",
}  # fmt: skip


@pytest.fixture
def address(tmp_path):
    """The address of a server whose settings are in the environment."""
    database = {"DATABASE_URL": f"sqlite:///{tmp_path / 'shared.db'}"}
    with subprocess.Popen(
        [sys.executable, "-m", "server", "--no-browser", "--port", "0"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, env=os.environ | SETTINGS | database,
    ) as server:  # fmt: skip
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            yield found.group()
        finally:
            server.terminate()


def test_the_class_token_is_asked_for_once_and_opens_links_and_rooms(browser, address):
    page = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-US").new_page()
    visit = Visit(page, address).open()
    assert page.evaluate("document.documentElement.lang") == "zh-CN"
    assert not page.locator("[data-action=language]").is_visible()
    page.keyboard.press("l")
    assert page.evaluate("document.documentElement.lang") == "zh-CN"

    page.locator("[data-action=share]").click()
    page.locator("#share-short").click()
    page.locator("#share-panel .share-do").click()
    box = page.get_by_role("dialog", name="课堂口令")
    box.wait_for()
    assert box.get_by_label("课堂口令").evaluate("field => field === document.activeElement")
    page.keyboard.press("Enter")
    assert "请先输入课堂口令" in box.get_by_role("alert").inner_text()
    page.keyboard.type("heron")
    page.keyboard.press("Enter")
    box.get_by_text("课堂口令不正确").wait_for()
    # The share box lies below, as it was.
    page.keyboard.press("Escape")
    box.wait_for(state="hidden")
    assert page.locator("#share").evaluate("dialog => dialog.open")
    assert "口令" in page.locator("#share .share-said").inner_text()

    page.locator("#share-panel .share-do").click()
    box.wait_for()
    page.keyboard.insert_text(TOKEN)
    page.keyboard.press("Enter")
    page.locator("#share-panel input[readonly]").wait_for()
    page.keyboard.press("Escape")

    page.reload()
    visit.open()
    page.locator("#open-room").click()
    page.locator("#room-box button[type=submit]").first.click()
    page.wait_for_url("**/r/*")
    page.context.close()
