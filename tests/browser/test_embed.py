"""The page in a frame of another site: stepped, steered, and told of."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from server.document import link
from server.document.link import Moment
from tests.browser.moments import LESSON, hash_of, made, opened, runs, weak

AROUND = """<!doctype html><title>A course</title><script>
  var told = [];
  addEventListener("message", ({ data }) => told.push(data));
</script>"""


@pytest.fixture
def framed(another):
    """Shows a frame in a page of another site; the frame's inside."""
    said = []

    class Site(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write((AROUND + said[-1]).encode())

        def log_message(self, *_):
            pass

    site = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever).start()

    def framed(frame):
        said.append(frame)
        another.page.goto(f"http://localhost:{site.server_port}/")
        inner = another.page.frame_locator("iframe")
        inner.locator("#mirror .mirror-box").first.wait_for(state="attached")
        return inner

    yield framed
    site.shutdown()
    site.server_close()


def test_a_frame_in_another_sites_page_is_stepped_and_steered(visit, another, framed):
    made(visit, LESSON, "ArrowRight")
    hash_of(visit)
    panel = opened(visit, "embed")
    panel.get_by_text("Read only").click()
    panel.get_by_text("Hide the code").click()
    inner = framed(panel.locator("textarea").input_value())
    assert another.page.locator("iframe").get_attribute("title").endswith("Tapescope")
    assert inner.locator("#step-number").input_value() == "1"
    assert inner.locator("#code").is_hidden()
    assert inner.locator("#editor .cm-content").get_attribute("contenteditable") == "false"
    page = another.page
    last = "told.at(-1) && told.at(-1).tapescope === 'step' && told.at(-1).number"
    another.until(f"{last} === 1")
    page.evaluate("frames[0].postMessage({tapescope: 'go', step: 0}, '*')")
    another.until(f"{last} === 0")
    page.evaluate("frames[0].postMessage({tapescope: 'go', step: 1e6}, '*')")
    another.until("told.at(-1).number === told.at(-1).count")
    told = page.evaluate("told.at(-1)")
    assert set(told) == {"tapescope", "step", "number", "count", "line", "sentence"}
    for message in ("null", "3", "{tapescope: 'go', step: 'x'}", "{tapescope: 'dance'}"):
        page.evaluate(f"frames[0].postMessage({message}, '*')")
    inner.locator("#whole[href^='/#1.']").wait_for()
    assert another.complaints == []


def test_a_frame_begins_where_and_as_its_address_says(address, another, framed):
    switches = "step=2&autoplay=1&theme=dark&language=zh"
    source = f"{address}embed?{switches}#{link.encode(Moment(LESSON, stride='event'))}"
    inner = framed(f'<iframe src="{source}" width=900 height=500></iframe>')
    inner.locator("html[lang=zh-CN][data-theme=dark]").wait_for(state="attached")
    another.until("told.length > 1 && told[0].step === 2 && told.at(-1).step > 2")  # it plays


def test_a_frame_of_a_strangers_code_waits_where_no_fence_holds(address, another):
    source = f"{address}embed#{link.encode(Moment(LESSON))}"
    weak(another).page.goto(source)
    another.page.locator("#gate .gate-run").wait_for()
    another.page.wait_for_timeout(300)
    assert runs(another) == []
