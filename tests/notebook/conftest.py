"""Jupyter, a notebook that it has run, and whether somebody sees a picture."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from server.export.notebook_cell import LEAST_SCALE
from tests.conftest import missing
from tests.engine.oracle import check_installed
from tests.notebook import lesson
from tests.notebook.jupyter import Jupyter, NotInstalled, find

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# Counts the colours of a picture; one without content has few.
COLOURS = """async source => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const pixels = canvas.getImageData(0, 0, image.naturalWidth, image.naturalHeight).data;
    return new Set(new Uint32Array(pixels.buffer)).size;
}"""


@pytest.fixture(scope="session")
def jupyter(tmp_path_factory) -> Jupyter:
    """Jupyter, of this Python or of an environment made for these tests, with real torch."""
    check_installed()
    try:
        return find(tmp_path_factory.mktemp("jupyter"))
    except NotInstalled as why:
        missing(str(why))
        raise


@pytest.fixture(scope="session")
def notebook(jupyter, tmp_path_factory) -> Path:
    """The lesson's notebook, run cell by cell as nbclient does; nobody has trusted it."""
    path = lesson.write(tmp_path_factory.mktemp("notebook") / "lesson.ipynb", *lesson.CELLS)
    jupyter.run("jupyter", "execute", "--inplace", "--allow-errors", path)
    return path


@pytest.fixture(scope="session")
def outputs(notebook) -> list[list[dict[str, Any]]]:
    """What each cell of the notebook has put out."""
    return [cell["outputs"] for cell in json.loads(notebook.read_text("utf-8"))["cells"]]


@pytest.fixture
def sees(browser) -> Iterator[Callable[[Page, Locator], bool]]:
    """Tells whether somebody who looks at a page sees a picture on it, large enough, not blank."""
    eye = browser.new_page()

    def look(page: Page, picture: Locator) -> bool:
        picture.scroll_into_view_if_needed()
        assert picture.evaluate("image => image.naturalWidth") > 0
        # One that is wider than its place is scrolled there, the page is not.
        place = picture.locator("..")
        box, inner, window = place.bounding_box(), picture.bounding_box(), page.viewport_size
        assert box is not None and inner is not None and window is not None
        assert 0 <= box["x"] and box["x"] + box["width"] <= window["width"]
        assert box["y"] < window["height"] and box["y"] + box["height"] > 0
        assert inner["width"] > LEAST_SCALE * int(picture.get_attribute("width") or 0) - 1
        seen = base64.b64encode(place.screenshot()).decode()
        return eye.evaluate(COLOURS, f"data:image/png;base64,{seen}") > 50

    yield look
    eye.close()
