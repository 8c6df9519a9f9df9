"""The Share box: what it copies, stores and saves, and the files read by their own readers."""

import io
import json
import re
import struct
import xml.etree.ElementTree as ElementTree
from hashlib import sha256

import networkx
import pytest

from server.document.run import from_json
from server.export.page_renderer import Press
from server.export.render_types import Wish
from tests.browser.moments import (
    LESSON,
    arrive,
    exported,
    hash_of,
    made,
    opened,
    seen_by_camera,
)
from tests.sampling import by_day

# Too long for a chat, and for a QR code.
LONG = "".join(f"x{i} = '{sha256(bytes([i])).hexdigest()}'\n" for i in range(150))


@pytest.fixture
def clipboard(visit):
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return lambda: visit.page.evaluate("navigator.clipboard.readText()")


def test_one_click_copies_the_link_and_says_so(visit, clipboard):
    made(visit, LESSON)
    hash_of(visit)
    panel = opened(visit, "link")
    assert "characters" in panel.inner_text()
    panel.locator(".share-do").click()
    panel.get_by_text("Copied.").wait_for()
    assert clipboard() == visit.page.url


def test_the_share_box_is_worked_by_key(visit):
    visit.open()
    hash_of(visit)
    visit.page.keyboard.press("Control+s")
    assert visit.page.evaluate("document.activeElement.textContent") == "Copy"
    visit.page.locator("#share-link").focus()
    names = []
    for _ in range(5):
        visit.page.keyboard.press("ArrowRight")
        names.append(visit.page.evaluate("document.activeElement.textContent"))
    assert names == ["Short link", "Embed", "Export", "QR", "Link"]
    visit.page.keyboard.press("Escape")
    assert visit.page.locator("#share").is_hidden()
    assert visit.complaints == []


def test_a_link_that_is_too_long_for_a_chat_says_so_and_offers_a_short_one(visit):
    made(visit, LONG)
    hash_of(visit)
    panel = opened(visit, "link")
    assert "cut links after 2,000" in panel.inner_text()
    panel.get_by_role("button", name="Make a short link").click()
    assert visit.page.locator("#share-short").get_attribute("aria-selected") == "true"


def test_a_short_link_opens_the_same_moment_and_its_author_takes_it_back(visit, another):
    made(visit, LESSON, "ArrowRight", "ArrowRight")
    hash_of(visit)
    panel = opened(visit, "short")
    assert "stores on this server" in panel.inner_text()
    panel.locator("input").fill("Two leaves")
    panel.locator("textarea").fill("Look at x.")
    panel.locator(".share-do").click()
    panel.locator("input[readonly]").wait_for()
    short = panel.locator("input[readonly]").input_value()
    assert re.fullmatch(rf"{visit.address}s/\w{{8}}", short)
    arrive(another, short)
    assert another.step() == visit.step() == 2
    assert another.page.title().startswith("Two leaves")
    assert "Look at x." in another.page.locator("#story").inner_text()
    panel.get_by_text("Delete from the server").click()
    visit.page.locator("#notices").get_by_text("Deleted.").wait_for()
    another.page.goto(short.split("#")[0] + "?again")
    assert "been deleted" in another.page.inner_text("main")


def test_a_store_that_is_down_is_told_and_the_link_still_works(visit):
    visit.page.route("**/api/v1/share", lambda route: route.fulfill(
        status=503, json={"error": {"code": "store_down", "sentence": "?"}}))
    visit.open()
    hash_of(visit)
    panel = opened(visit, "short")
    panel.locator(".share-do").click()
    panel.get_by_text("Short links do not work at the moment.").wait_for()
    assert opened(visit, "link").locator("input").input_value() == visit.page.url


@pytest.mark.parametrize("visit", by_day([{"color_scheme": "dark"}, {"color_scheme": "light"}], 2),
                         indirect=True, ids=["dark", "light"])
def test_the_code_for_cameras_is_read_by_a_camera(visit):
    made(visit, LESSON)
    hash_of(visit)
    assert seen_by_camera(visit, opened(visit, "qr").locator("svg")) == visit.page.url


def test_the_tape_rests_while_one_shares_so_that_nothing_typed_is_lost(visit):
    made(visit, LESSON)
    visit.page.keyboard.press("Space")
    panel = opened(visit, "short")
    panel.locator("input").fill("Two leaves")
    step = visit.step()
    visit.page.wait_for_timeout(1000)
    assert panel.locator("input").input_value() == "Two leaves"
    assert visit.step() == step


def test_a_link_that_is_too_long_for_a_camera_says_so_and_shows_the_way(visit):
    made(visit, LONG)
    hash_of(visit)
    panel = opened(visit, "qr")
    assert "too long for a QR code" in panel.inner_text()
    panel.locator(".share-do").click()
    assert "stores on this server" in panel.inner_text()
    panel.locator(".share-do").click()
    panel.locator("input[readonly]").wait_for()
    short = panel.locator("input[readonly]").input_value()
    visit.page.locator("#share-qr").click()
    assert seen_by_camera(visit, panel.locator("svg")) == short


READERS = {
    ".png": lambda data: struct.unpack(">8sI4sII", data[:24])[3:],
    ".svg": lambda data: ElementTree.fromstring(data).tag,
    ".html": lambda data: data.decode().index("</html>"),
    ".py": lambda data: compile(data, "snippet.py", "exec"),
    ".json": lambda data: from_json(json.loads(data)),
    ".pyvis.html": lambda data: data.decode().index("</html>"),
    ".dot": lambda data: data.decode().index("digraph"),
    ".graphml": lambda data: networkx.read_graphml(io.BytesIO(data)),
}


def test_every_file_of_the_box_is_read_by_its_own_reader(visit):
    made(visit, LESSON, "End")
    hash_of(visit)
    for ending, read in READERS.items():
        assert read(exported(visit, ending)) is not None
        visit.page.keyboard.press("Escape")
    assert visit.complaints == []


def test_a_file_that_takes_long_tells_what_one_waits_for(visit):
    held = []
    visit.page.route("**/api/v1/export/dot", lambda route: held.append(route))
    made(visit, LESSON)
    panel = opened(visit, "export")
    panel.locator('[data-form=".dot"]').click()
    panel.get_by_text("Making the file").wait_for()
    with visit.page.expect_download():
        held.pop().continue_()
    panel.get_by_text("Saved as").wait_for()


def test_a_file_that_cannot_be_made_says_why(visit):
    visit.page.route("**/api/v1/export/dot", lambda route: route.abort())
    made(visit, LESSON)
    panel = opened(visit, "export")
    panel.locator('[data-form=".dot"]').click()
    panel.get_by_text("The server does not answer.").wait_for()


def test_the_picture_of_the_page_is_the_picture_of_the_command_line(visit, tmp_path):
    made(visit, LESSON, "End")
    run = from_json(json.loads(exported(visit, ".json")))
    visit.page.keyboard.press("Escape")
    press = Press()
    assert exported(visit, ".svg").decode() == press.svg(run, Wish(step=len(run.events)))
    press.close()


def test_a_file_plays_from_disk_with_the_network_cut(visit, browser, tmp_path):
    made(visit, LESSON, "ArrowRight", "ArrowRight")
    hash_of(visit)
    path = tmp_path / "lesson.html"
    path.write_bytes(exported(visit, ".html"))
    assert path.stat().st_size < 2 * 2**20
    context = browser.new_context(offline=True, reduced_motion="reduce")
    page = context.new_page()
    asked, wrong = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(path.as_uri())
    page.wait_for_selector("#mirror .mirror-box", state="attached")
    assert page.locator("#step-number").input_value() == "2"
    page.keyboard.press("ArrowRight")
    assert page.locator("#step-number").input_value() == "3"
    page.keyboard.press("End")
    assert "gradient 3.0" in page.locator("#mirror").text_content()
    assert page.locator("#run").is_hidden()
    assert wrong == []
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    context.close()
