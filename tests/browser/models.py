"""Twelve real models in the browser, at the moments at which their picture is judged."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
PEOPLE = ROOT / "tests" / "web" / "people"

MODELS = ("cnn", "gan", "gpt", "lstm", "maml", "policy", "vae", "trainer", "linear", "recursion",
          "closures", "decorators")
SIZES = ("1280x800", "1920x1080", "400x800")
THEMES = ("light", "dark")
# Below this width the page has tabs, and is used by touch.
PHONE = 500

FOLDED = "document.querySelector('#stage').scene().folded"
CLICK = "box => document.querySelector(`#mirror [data-box='${box}']`).click()"


@contextmanager
def served() -> Iterator[str]:
    """The address of a server of this checkout that runs as long as the block."""
    server = subprocess.Popen(
        [sys.executable, "-m", "server", "--no-browser", "--port", "0"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )
    assert server.stdout is not None
    try:
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found, "the server did not say where it is"
        yield found.group()
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


def code_of(model: str) -> str:
    """The program of a model."""
    return (PEOPLE / f"{model}.py").read_text("utf-8")


def dimensions(size: str) -> tuple[int, int]:
    """Width and height of a size that is written "1280x800"."""
    width, height = size.split("x")
    return int(width), int(height)


@contextmanager
def opened(browser: Browser, address: str, model: str, size: str) -> Iterator[Page]:
    """The page with a model that has just run, in the light theme, as after a press of Run."""
    width, height = dimensions(size)
    is_phone = width < PHONE
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="en-US", color_scheme="light",
        reduced_motion="reduce", has_touch=is_phone, is_mobile=is_phone,
    )
    kept = json.dumps(json.dumps({"code": code_of(model), "title": None}))
    context.add_init_script(f"localStorage.setItem('tapescope', {kept})")
    context.add_init_script("localStorage.setItem('tapescope-hints', 'done')")
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#mirror .mirror-box", state="attached")
    graph = page.locator("#tab-graph")
    if graph.is_visible() and graph.get_attribute("aria-selected") != "true":
        graph.click()
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(400)
    yield page
    context.close()


@cache
def end_of_backward(address: str, model: str) -> int:
    """The number of the event that ends the first backward call of a model."""
    request = Request(f"{address}api/v1/run", json.dumps({"code": code_of(model)}).encode(),
                      {"Content-Type": "application/json"})
    with urlopen(request) as reply:
        events = json.load(reply)["events"]
    return next(i for i, event in enumerate(events)
                if event["kind"] == "backward" and event["phase"] == "end")


def first_sight(page: Page, address: str, model: str) -> bool:
    """Stay where the run has opened."""
    return True


def after_backward(page: Page, address: str, model: str) -> bool:
    """Go to the end of the first backward; in the stride of events a step is an event."""
    page.keyboard.press("e")
    page.evaluate("""step => {
        const field = document.querySelector("#step-number");
        field.value = step;
        field.form.requestSubmit();
    }""", str(end_of_backward(address, model) + 1))
    page.keyboard.press("e")
    page.wait_for_timeout(400)
    return True


def one_open(page: Page, address: str, model: str) -> bool:
    """Open the first module that is folded, and select nothing; False where none is folded."""
    folded = page.evaluate(FOLDED)
    if not folded:
        return False
    page.evaluate(CLICK, folded[0])
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("b")
    page.keyboard.press("i")
    page.wait_for_timeout(400)
    return True


# What is done at each moment, one after the other on one page; whether there is such a moment.
MOMENTS: dict[str, Callable[[Page, str, str], bool]] = {
    "first sight": first_sight, "end of backward 1": after_backward, "one module open": one_open,
}
