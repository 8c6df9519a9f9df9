"""Markup and script in every text that reaches a page: shown to the letter, and never obeyed."""

import json
import urllib.request

import pytest

from server.document import link
from server.document.link import Moment
from tests.browser.hostile import CODE, EVIL, FORGED
from tests.browser.moments import arrive, hash_of
from tests.sampling import by_day

RUNS = {"a program": CODE, "a forged tape": FORGED}
# What would stand in a page that took one of the texts for more than a text.
HARM = """() => window.evil !== undefined
    || [...document.scripts].some((script) => script.textContent === "window.evil=1")
    || document.querySelector('img[src="x"], .evil, [onload], [onerror], a[href^="javascript:" i]')
"""


@pytest.fixture(params=RUNS.values(), ids=RUNS.keys())
def code(request):
    return request.param


def ask(address, path, body):
    """What the server answers to a program."""
    asked = urllib.request.Request(
        f"{address}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(asked) as reply:
        return reply.read()


def unharmed(visit):
    """Whether no text in any frame of the page became markup or ran."""
    assert visit.complaints == []  # a policy that had to step in is told of there
    return not any(frame.evaluate(HARM) for frame in visit.page.frames)


def looked_at(visit):
    """Look at every event and at every box, as close as the page lets one."""
    page = visit.page
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    visit.press("Home")
    last = -1
    while (step := visit.press("ArrowRight")) != last:
        last = step
        assert unharmed(visit)
    for box in page.locator("#mirror .mirror-box").all():
        box.evaluate("box => box.click()")
        assert unharmed(visit)
    for key in ("d", "l", "/"):
        page.keyboard.press(key)
        assert unharmed(visit)
    return last


def test_a_page_that_takes_texts_for_markup_would_be_found_out(visit):
    visit.page.set_content(f"<p>{EVIL}")
    visit.until("window.evil === 1")
    visit.complaints.clear()  # of the picture that is not there
    assert not unharmed(visit)


def test_the_page_shows_hostile_texts_to_the_letter(visit, code):
    visit.open()
    with visit.page.expect_response("**/api/v1/run"):
        visit.run(code)
    visit.until("document.querySelector('#run').title.startsWith('Run')")
    assert looked_at(visit) > 5
    assert EVIL in visit.page.locator("#console").inner_text()
    assert any("<img src=x onerror=" in words for words in visit.boxes())


def test_a_link_shows_a_hostile_title_to_the_letter(visit, address):
    hostile = link.encode(Moment(FORGED, title=EVIL, stride="event"))
    arrive(visit, f"{address}#{hostile}")
    assert visit.page.locator("#lesson-title").inner_text() == EVIL
    visit.page.keyboard.press("Control+s")
    assert unharmed(visit)


def test_a_short_link_shows_a_hostile_title_and_story_to_the_letter(visit, address):
    moment = {"code": FORGED, "title": EVIL, "story": EVIL, "stride": "event"}
    shared = json.loads(ask(address, "api/v1/share", moment))
    arrive(visit, shared["url"])
    assert visit.page.title() == f"{EVIL[:200]} · Tapescope"
    assert EVIL in visit.page.locator("#story").inner_text()
    assert looked_at(visit) > 5
    hash_of(visit)
    visit.page.goto(shared["embed"])
    visit.until("/[1-9]/.test(document.querySelector('#step-count').textContent)")
    assert unharmed(visit)


def test_an_address_that_is_hostile_is_answered_by_a_harmless_page(visit, address):
    visit.page.goto(f"{address}s/{urllib.request.pathname2url(EVIL)}?{EVIL}#{EVIL}")
    assert "Nothing" in visit.page.title()
    visit.complaints.clear()  # the browser notes the status 404
    assert unharmed(visit)


@pytest.mark.parametrize("form", by_day(["html", "pyvis", "svg"], 3))
def test_a_file_with_hostile_texts_is_harmless_where_no_policy_of_ours_holds(
    visit, address, tmp_path, code, form
):
    order = {"code": code, "title": EVIL, "story": EVIL, "step": 9}
    path = tmp_path / f"file.{form.replace('pyvis', 'html')}"
    path.write_bytes(ask(address, f"api/v1/export/{form}", order))
    page = visit.page
    page.goto(path.as_uri())
    if form == "html":
        page.wait_for_selector("#mirror .mirror-box", state="attached")
        assert looked_at(visit) > 5
        assert EVIL in page.locator("#console").inner_text()
    elif form == "pyvis":
        page.wait_for_selector("canvas")
        for x in range(100, 1200, 40):
            page.mouse.move(x, 400)  # a box's words come up under the pointer
        assert page.locator("h1").inner_text()
    assert unharmed(visit)


@pytest.mark.parametrize("form", by_day(["html", "pyvis"], 2))
def test_a_script_that_got_into_a_file_after_all_would_not_run(visit, address, tmp_path, form):
    made = ask(address, f"api/v1/export/{form}", {"code": FORGED})
    path = tmp_path / "file.html"
    path.write_bytes(made.replace(b"</body>", b"<script>window.evil=1</script></body>"))
    visit.page.goto(path.as_uri())
    visit.page.wait_for_selector("canvas")
    assert visit.page.evaluate("window.evil") is None
    assert any("Content Security Policy" in words for words in visit.complaints)
