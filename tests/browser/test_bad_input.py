"""Bad input, and bad answers: each gets a sentence, the code stays, and the page lives on."""

import contextlib
import json
import re

import pytest

from server.config import Config
from server.document.run import to_json
from server.sandbox import Sandbox
from tests.sampling import by_day
from tests.web.runs import run_here

ALERT = "#notices .notice"


def code_of(visit):
    return "\n".join(visit.page.locator(".cm-line").all_inner_texts()).strip()


def said(visit, words):
    """Wait for a notice with these words; its text."""
    notice = visit.page.locator(ALERT, has_text=words)
    notice.first.wait_for()
    return notice.first.inner_text()


def lives_on(visit):
    """The page still runs code."""
    visit.run("import torch\nalive = torch.ones(2, requires_grad=True)\n")
    visit.page.wait_for_selector("#mirror .mirror-box >> text=alive")
    return True


def test_empty_code_is_told_so(visit):
    visit.open().run("  \n ")
    assert "no code to run" in said(visit, "no code")
    assert lives_on(visit)


def test_a_syntax_error_stands_under_its_line_and_the_picture_before_it_stays(visit):
    page, before = visit.open().page, visit.boxes()
    visit.run("import torch\nx = = 2\n")
    page.wait_for_selector(".line-trouble")
    assert "Python stops reading on line 2" in page.locator(".line-trouble").inner_text()
    assert "SyntaxError" in page.locator("#console .fail").text_content()
    assert page.locator(".line-error").inner_text() == "x = = 2"
    assert code_of(visit) == "import torch\nx = = 2"
    assert visit.boxes() == before
    assert "still shows the code that ran before" in page.locator(".notice.error").inner_text()
    assert page.locator("#stage.is-stale").count() == 1
    assert lives_on(visit)
    assert page.locator("#stage.is-stale, .notice.error, .line-trouble").count() == 0


def test_an_unknown_function_is_named_with_what_is_near(visit):
    visit.open().run("import torch\ntorch.arrange(3)\n")
    trouble = visit.page.locator(".line-trouble")
    trouble.wait_for()
    assert "arrange" in trouble.inner_text()
    assert "arange" in visit.page.locator(".finding .explained-change").inner_text()
    assert lives_on(visit)


ENDLESS = (
    "import time, torch\nw = torch.ones(2, requires_grad=True)\nw.sum().backward()\n"
    "print('begun')\nwhile True:\n    time.sleep(60)\n"
)


def test_an_endless_loop_shows_where_it_is_and_is_stopped_with_its_tape(visit):
    page = visit.open().page
    visit.run(ENDLESS)
    assert re.search(r"Running line 6: [1-9]\d* events", said(visit, "Running line 6"))
    visit.until("document.querySelector('.line-now')?.textContent === '    time.sleep(60)'")
    assert page.locator(".said-live").inner_text() == "begun"
    page.locator("#run").click()
    page.wait_for_selector("#progress", state="hidden")
    page.wait_for_selector("#caption >> text=/You stopped the code on line 6 after .* seconds/")
    assert "gradient [1.0, 1.0]" in visit.leaf("w")
    assert page.locator(".said.print").inner_text().endswith("begun")
    assert lives_on(visit)


def test_a_run_of_code_that_has_changed_meanwhile_is_given_up(visit):
    visit.open()
    boxes = visit.boxes()
    visit.run("while True:\n    pass\n")
    said(visit, "Running line")
    visit.page.keyboard.insert_text("# ")
    visit.page.locator(ALERT).get_by_role("button", name="Stop").click()
    visit.page.wait_for_selector("#progress", state="hidden")
    assert visit.boxes() == boxes
    assert code_of(visit).endswith("#")


def test_a_server_that_does_not_tell_where_the_run_is_is_asked_to_end_it(visit):
    visit.page.route("**/api/v1/runs/**", lambda route: route.fulfill(status=404))
    visit.open()
    boxes = visit.boxes()
    visit.run("while True:\n    pass\n")
    said(visit, "Running your code")
    visit.page.locator(ALERT).get_by_role("button", name="Stop").click()
    visit.page.wait_for_selector("#progress", state="hidden")
    assert visit.boxes() == boxes


def test_too_much_output_is_stopped_with_words(visit):
    visit.open().run("line = 'x' * 1000\nfor _ in range(100_000):\n    print(line)\n")
    assert "Print less" in said(visit, "was stopped")
    assert lives_on(visit)


def test_too_much_memory_is_stopped_with_words_and_the_tape_stays(visit):
    grown = "w = torch.ones(2, requires_grad=True)\nheld = []\n"
    visit.open().run(f"import torch\n{grown}while True:\n    held.append(bytes(10**6))\n")
    assert "256 MB" in said(visit, "was stopped")
    assert visit.leaf("w")
    assert lives_on(visit)


def test_too_much_code_is_refused_with_words(visit):
    visit.open().run("# " + "x" * 70_000)
    assert "too long" in said(visit, "too long")


# Answers to a run, and the words for them.
BAD = {
    "newer": ({"json": {"version": 99}}, "cannot be shown"),
    "no events": ({"json": {"version": 2, "events": "none"}}, "cannot be shown"),
    "failed": ({"status": 500, "body": "<html>"}, "server failed"),
    "no JSON": ({"body": "<html>"}, "cannot be shown"),
    "unknown": ({"status": 400, "json": {"error": {"code": "new", "sentence": "Odd."}}}, "Odd."),
    "busy": ({"status": 429, "json": {"error": {"code": "busy", "sentence": "?"}}}, "busy"),
}


@pytest.mark.parametrize("what", by_day(BAD, 2))
def test_a_bad_answer_gets_a_sentence_and_changes_nothing(visit, what):
    answer, words = BAD[what]
    answers = []
    # There before the page is: one that comes later may miss the next request.
    visit.page.route("**/api/v1/run", lambda route: (
        route.fulfill(**answers[0]) if answers else route.continue_()))
    visit.open()
    boxes, code = visit.boxes(), code_of(visit)
    answers.append(answer)
    visit.page.keyboard.press("Control+Enter")
    assert said(visit, words)
    assert (visit.boxes(), code_of(visit)) == (boxes, code)
    answers.clear()
    assert lives_on(visit)


def test_a_lost_server_is_said_so_looked_for_and_found(visit):
    page, gone = visit.page, []
    page.route("**/*", lambda route: route.abort() if gone else route.continue_())
    visit.open()
    gone.append(True)
    page.keyboard.press("Control+Enter")
    said(visit, "does not answer")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert visit.step() == 1
    gone.clear()
    page.locator(ALERT, has_text="does not answer").wait_for(state="detached")
    assert lives_on(visit)


def test_code_without_gradients_is_told_why_there_is_no_graph(visit):
    visit.open().run("import torch\na = torch.ones(2)\nb = a + 1\n")
    assert "requires_grad=True" in said(visit, "No gradient graph")
    assert any(words.startswith("a, ") for words in visit.boxes())


def test_code_without_tensors_is_told_so_and_its_output_is_there(visit):
    visit.open().run("print('hello')\n")
    said(visit, "made no tensors")
    assert visit.page.locator("#console").inner_text().strip().endswith("hello")


STRANGE = {
    "names in Chinese": "权重 = torch.ones(2, requires_grad=True)\n(权重 * 2).sum().backward()",
    "emoji in a print": "x = torch.ones(1, requires_grad=True)\nprint('🙂')\nx.sum().backward()",
    "nan and inf": "x = torch.tensor([float('nan'), float('inf')], requires_grad=True)\n"
                   "(x * 0).sum().backward()",
    "a large tensor": "x = torch.ones(1000, 1000, requires_grad=True)\nx.sum().backward()",
    "ten million entries": "x = torch.ones(10_000_000, requires_grad=True)\nx.sum().backward()",
    "markup in names of things": "print('<img src=x onerror=alert(1)>')\n"
                                 "x = torch.ones(1, requires_grad=True)\nx.sum().backward()",
}


@pytest.mark.parametrize("code", by_day(STRANGE.values(), 2), ids=STRANGE.keys())
def test_strange_values_are_shown_at_every_step(visit, code):
    visit.open().run(f"import torch\n{code}\n")
    page = visit.page
    page.keyboard.press("Escape")
    visit.until("document.querySelector('#stale').hidden")
    page.keyboard.press("i")
    visit.press("Home")
    last = -1
    while (step := visit.press("ArrowRight")) != last:
        last = step
    assert last > 1
    assert visit.complaints == []


def test_a_node_with_three_hundred_inputs_is_drawn_and_its_gradients_come_to_all(visit):
    visit.open().run(
        "import torch\nparts = [torch.ones(1, requires_grad=True) for _ in range(300)]\n"
        "many = torch.cat(parts)\nmany.sum().backward()\n"
    )
    page = visit.page
    page.keyboard.press("Escape")
    visit.until("/[3-9]\\d\\d/.test(document.querySelector('#step-count').textContent)")
    visit.until("document.querySelector('#run').title.startsWith('Run')")  # or more is to come
    page.keyboard.press("End")
    visit.until("document.querySelector('#mirror').textContent.includes('gradient [1.0]')")
    assert sum("leaf" in words and "gradient [1.0]" in words for words in visit.boxes()) == 300
    assert visit.complaints == []


LONG = (
    "import torch\nx = torch.ones(1, requires_grad=True)\n"
    "for step in range(5500):\n    y = x * 2\n    y.sum().backward()\n    x.grad = None\n"
)


@pytest.fixture(scope="module")
def long_run():
    """What a server answers to LONG that is patient: a busy machine may be slow, the page not."""
    config = Config(wall_seconds=100.0, cpu_seconds=100.0)
    with contextlib.closing(Sandbox(config)) as sandbox:
        run = run_here(sandbox, LONG, 0, config)
    assert run.outcome.kind == "finished"
    return json.dumps(to_json(run))


@pytest.mark.nightly
def test_fifty_thousand_events_are_stepped_through(visit, long_run):
    visit.page.route("**/api/v1/run", lambda route: (
        route.fulfill(body=long_run, content_type="application/json")
        if route.request.post_data_json["code"] == LONG else route.continue_()))
    visit.open().run(LONG)
    page = visit.page
    page.keyboard.press("Escape")
    page.locator("#stale").wait_for(state="hidden", timeout=30_000)
    page.locator("#stride").select_option("event")
    visit.until("document.querySelector('#step-count').textContent.length > 6")
    assert int("".join(filter(str.isdigit, page.locator("#step-count").inner_text()))) > 50_000
    page.locator("#strip").focus()
    last = visit.press("End")
    assert last > 50_000 and visit.press("ArrowLeft") == last - 1
    assert visit.press("Home") == 0
    assert visit.complaints == []
