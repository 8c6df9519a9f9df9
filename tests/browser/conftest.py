"""A real server, and a visitor that remembers what the page asked for and complained of."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.browser.desks import Desk

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
PASTE = """text => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.activeElement.dispatchEvent(
        new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
}"""


@pytest.fixture(scope="session")
def address(tmp_path_factory) -> Iterator[str]:
    """The address of a server of this checkout, started as a user would start it."""
    if not (ROOT / "static" / "build" / "manifest.json").exists():
        why = "the page is not built: run `npm ci` and `npm run build`"
        pytest.fail(why) if os.environ.get("CI") == "true" else pytest.skip(why)
    with started(tmp_path_factory.mktemp("store")) as address:
        yield address


@contextmanager
def started(folder: Path, **settings: str) -> Iterator[str]:
    """The address of a server with these settings, whose database is in `folder`."""
    given = {f"TAPESCOPE_{name.upper()}": value for name, value in settings.items()}
    server = subprocess.Popen(
        [sys.executable, "-m", "server", "--no-browser", "--port", "0"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
        env=os.environ | {"DATABASE_URL": f"sqlite:///{folder / 'shared.db'}"} | given,
    )
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found, f"the server did not say where it is: {said!r}"
        yield found.group()
    finally:
        server.terminate()
        server.wait(timeout=10)
        if server.stdout is not None:
            server.stdout.close()


@dataclass
class Visit:
    """A page that somebody opened: what it asked the network for, and what it complained of."""

    page: Page
    address: str
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def open(self) -> Visit:
        """Go there and wait for the first run to be on the tape."""
        self.page.goto(self.address)
        self.page.wait_for_selector("#mirror .mirror-box", state="attached")
        # The first pass of a large run is shown while it still goes on, and Run means Stop.
        self.until("!/^(Stop|停止)/.test(document.querySelector('#run').title)")
        return self

    def foreign(self) -> list[str]:
        """Requests to anybody but our server."""
        host = urlsplit(self.address).netloc
        return [url for url in self.requests if urlsplit(url).netloc not in ("", host)]

    def until(self, expression: str) -> None:
        """Wait for an expression of the page to be true; the page itself may not evaluate text."""
        for _ in range(400):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"This never came true: {expression}")

    def choose(self, title: str) -> None:
        """Open a lesson from the gallery, by keyboard."""
        page = self.page
        page.locator("#lessons").focus()
        page.keyboard.press("Enter")
        page.keyboard.type(title)
        for _ in range(8):  # another lesson's story may have these words as well
            page.keyboard.press("ArrowDown")
            if page.evaluate("document.activeElement.textContent").startswith(title):
                break
        assert page.evaluate("document.activeElement.textContent").startswith(title)
        page.keyboard.press("Enter")
        self.until("document.querySelector('#run').title.startsWith('Run')")

    def paste(self, text: str) -> None:
        """Replace what is in the editor by pasting."""
        self.page.locator("#editor .cm-content").focus()
        self.page.keyboard.press("Control+a")
        self.page.evaluate(PASTE, text)

    def run(self, code: str) -> None:
        """Paste code and press Ctrl+Enter."""
        self.paste(code)
        self.page.keyboard.press("Control+Enter")

    def boxes(self) -> list[str]:
        """The stage in words."""
        return self.page.locator("#mirror .mirror-box").all_text_contents()

    def leaf(self, name: str) -> str:
        """What the leaf of that name says."""
        return next(words for words in self.boxes() if words.startswith(f"{name}, leaf"))

    def step(self) -> int:
        """The number of the step on the page."""
        return int(self.page.locator("#step-number").input_value())

    def press(self, key: str) -> int:
        """Press a key that moves time; the step's number."""
        self.page.keyboard.press(key)
        return self.step()


# Whoever has been here before has put the hints away.
NO_HINTS = "try { localStorage.setItem('tapescope-hints', 'done'); } catch {}"


def visit_in(context, address) -> Visit:
    """A visit in a page of its own, which keeps what it asks for and its uncaught errors."""
    page = context.new_page()
    page.set_default_timeout(10_000)
    made = Visit(page, address)
    page.on("request", lambda asked: made.requests.append(asked.url))
    page.on("pageerror", lambda error: made.complaints.append(str(error)))
    return made


@pytest.fixture
def another(address, browser) -> Iterator[Visit]:
    """A second visitor, who has never been here."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.add_init_script(NO_HINTS)
    made = visit_in(context, address)
    yield made
    context.close()


@pytest.fixture
def visit(address, browser, request) -> Iterator[Visit]:
    """A new visitor with a desktop, motion reduced so that a step is one key press long."""
    options = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce",
               "locale": "en-US", "hints": False} | getattr(request, "param", {})
    hints = options.pop("hints")
    context = browser.new_context(**options)
    if not hints:
        context.add_init_script(NO_HINTS)
    made = visit_in(context, address)
    made.page.on("console", lambda said: made.complaints.append(said.text)
            if said.type in ("error", "warning") else None)
    yield made
    context.close()


@pytest.fixture
def desk(browser):
    """Makes visitors, and sends them home."""
    made = []

    def make(**options):
        made.append(Desk(browser, **options))
        return made[-1]

    yield make
    for one in made:
        assert one.faults == []
        one.context.close()
