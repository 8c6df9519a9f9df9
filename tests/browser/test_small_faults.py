"""What the hand meets: keys after a click, the viewer's own code, long runs, links, cut runs."""

import json

import pytest

from tests.browser.conftest import NO_HINTS, visit_in
from tests.browser.moments import arrive, made, moment_of
from tests.sampling import by_day

# A variable to click, much output, more than 10,000 events, a long ledger.
OWN = """\
import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
o = torch.optim.SGD([w], lr=0.1)
for i in range(640):
    (w * w * 0.1).sum().backward()
    if i % 4 == 3:
        o.step()
        o.zero_grad()
        print(i)
"""
LONG = "document.querySelector('#step-count').textContent.match(/\\d{5}/)"


CHAIN = """\
import torch
x = torch.tensor(0.5, requires_grad=True)
h = x
for i in range(12):
    h = torch.tanh(h * 1.01 + 0.01)
h.backward()
"""


@pytest.fixture(scope="module")
def shared(address, browser):
    """One page with the viewer's own long run, for all tests here; each leaves it at its end."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", locale="en-US"
    )
    context.add_init_script(NO_HINTS)
    kept = json.dumps(json.dumps({"code": OWN, "title": None, "stride": "event"}))
    first = "if (!localStorage.getItem('tapescope'))"
    context.add_init_script(f"{first} localStorage.setItem('tapescope', {kept})")
    visit = visit_in(context, address)
    visit.open().until(LONG)
    yield visit
    assert visit.complaints == []
    context.close()


@pytest.fixture
def here(shared):
    """The shared page at the last step, with nothing selected and no focus anywhere."""
    page = shared.page
    page.locator("#tab-variables").click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    return shared


def clicked(page, what):
    """Use the pointer on a part of the page, as a viewer does between two steps."""
    if what == "a variable":
        page.locator(".variable-name").first.click()
    elif what == "a line of the console":
        page.locator("#tab-console").click()
        page.locator("#console .said").last.click()
    elif what == "a divider":
        x, y, w, h = page.locator("#divide-left").bounding_box().values()
        page.mouse.move(x + w / 2, y + h / 2)
        page.mouse.down()
        page.mouse.move(x + 20, y + h / 2, steps=3)
        page.mouse.up()
    elif what == "the strip":
        x, y, w, h = page.locator("#strip").bounding_box().values()
        page.mouse.move(x + w / 2, y + h / 2)
        page.mouse.down()
        page.mouse.move(x + w / 3, y - 300, steps=3)
        page.mouse.up()
    elif what == "a step number":
        page.locator("#step-number").fill("500")
        page.locator("#step-number").press("Enter")
    elif what == "a menu":
        page.locator("#speed").click()
        page.keyboard.press("Escape")
        page.locator("#speed").select_option("2")
    elif what == "the ledger":
        page.locator(".variable-name").first.click()
        page.locator(".account-group").last.click()


@pytest.mark.parametrize("what", by_day([
    "a variable", "a line of the console", "a divider", "the strip", "a step number", "a menu",
    "the ledger",
], 3))  # fmt: skip
def test_after_the_pointer_used_something_the_keys_still_move_time(here, what):
    page = here.page
    clicked(page, what)
    before = here.step()
    assert here.press("ArrowLeft") == before - 1
    assert here.press("ArrowRight") == before
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    playing = page.locator("[data-action=play]")
    assert playing.get_attribute("aria-pressed") == "true"
    page.keyboard.press("Space")
    assert playing.get_attribute("aria-pressed") == "false"


def test_what_tab_has_come_to_is_worked_by_space_and_enter(here):
    page = here.page
    page.locator("#variables").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "variable-name"
    page.keyboard.press("Space")
    assert page.locator("#inspector h2").inner_text() == "w"
    page.keyboard.press("Escape")
    assert page.locator("#inspector").is_hidden()
    assert page.locator("[data-action=play]").get_attribute("aria-pressed") == "false"


def test_the_key_of_the_list_of_steps_opens_its_search(here):
    page = here.page
    page.keyboard.press("c")
    page.keyboard.type("reset")
    assert page.get_by_label("Search the steps").input_value() == "reset"
    rows = page.locator(".steps-row")
    assert all("reset" in words for words in rows.locator(".steps-said").all_inner_texts())
    page.get_by_label("Search the steps").fill("")
    page.keyboard.press("Escape")
    assert page.locator(".steps").is_hidden()
    assert here.press("ArrowLeft") == here.press("ArrowRight") - 1


def test_the_rows_of_a_long_ledger_are_reached_by_keyboard(here):
    page = here.page
    page.locator(".variable-name").first.click()
    table = page.locator("#inspector .account")
    count = int(table.get_attribute("aria-rowcount"))
    assert count > 100
    assert table.locator("tr").count() < 40
    last = page.locator(".account-rows tr[tabindex='0']")
    assert last.get_attribute("aria-rowindex") == str(count)  # it opens at now
    assert page.locator(".account-rows").evaluate("it => it.scrollTop") > 1000
    page.get_by_label("Entry").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Home")
    first = page.locator("tr:focus")
    assert first.get_attribute("aria-rowindex") == "2"
    assert first.inner_text().strip().endswith("step 1: 4 contributions, [0.8, 1.6]")
    page.keyboard.press("Enter")
    assert page.locator("tr:focus").get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowDown")
    assert "backward 1" in page.locator("tr:focus").inner_text()
    page.keyboard.press("Enter")
    assert here.step() < 40
    assert "backward 1" in page.locator("tr:focus").inner_text()


def test_step_numbers_of_five_digits_fit_wherever_they_are(here):
    page = here.page
    whole = "it => it.scrollWidth <= it.clientWidth"
    page.keyboard.press("c")
    assert len(page.locator(".steps-number").last.inner_text()) == 5
    assert all(page.locator(".steps-number").evaluate_all(f"all => all.map({whole})"))
    page.keyboard.press("Escape")
    for width in (1280, 400):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator("#step-number").evaluate(whole)
        boxes = [page.locator(one).bounding_box()
                 for one in (".buttons[data-label=timeline]", "#step",
                             ".pace" if width == 1280 else ".pace-button")]
        for left, right in zip(boxes, boxes[1:], strict=False):
            is_one_row = (left["y"] < right["y"] + right["height"]
                          and right["y"] < left["y"] + left["height"])
            if is_one_row and width == 400:
                assert left["x"] + left["width"] <= right["x"]
        assert boxes[-1]["x"] + boxes[-1]["width"] <= width - 8
    page.set_viewport_size({"width": 1280, "height": 800})


@pytest.mark.nightly
def test_a_link_with_a_selection_keeps_its_zoom_however_often_it_is_opened(here):
    opened = made(visit_in(here.page.context, here.address), CHAIN, "End")
    opened.page.locator("#tab-variables").click()
    opened.page.locator(".variable-name").first.click()
    opened.page.keyboard.press("+")
    opened.page.keyboard.press("+")
    first = moment_of(opened)
    assert first.camera is not None and first.selection is not None
    for _ in range(2):
        url = opened.page.url
        opened.page.close()
        opened = arrive(visit_in(here.page.context, here.address), url)
        assert opened.page.locator("#inspector h2").inner_text() == "x"
        opened.page.keyboard.press("s")  # the address is written anew
        opened.page.keyboard.press("e")
        assert moment_of(opened).camera == first.camera
    opened.page.close()


@pytest.mark.parametrize("visit", [{"reduced_motion": "no-preference"}], indirect=True)
def test_a_step_back_takes_the_mark_off_output_that_is_still_to_come(visit):
    visit.open().run("import torch\nx = torch.ones(1, requires_grad=True)\nprint('one')\n"
                     "y = x * 2\nprint('two')\n")  # fmt: skip
    page = visit.page
    page.keyboard.press("Escape")
    page.locator("#tab-console").click()
    visit.until("document.querySelectorAll('#console .said').length === 2")
    page.keyboard.press("End")
    visit.until("document.querySelector('#console .said:last-child.new') !== null")
    page.keyboard.press("ArrowLeft")
    visit.until("document.querySelector('#step-number').value === '4'")
    page.wait_for_timeout(900)
    last = page.locator("#console .said").last
    assert "later" in last.get_attribute("class") and "new" not in last.get_attribute("class")


def test_a_lesson_leaves_the_viewers_own_code_one_click_away_also_after_a_reload(here):
    page = here.page
    here.paste("import torch\nmine = torch.ones(2, requires_grad=True)\n")
    page.keyboard.press("Escape")
    assert page.locator("#mine").is_hidden()
    here.choose("Gradients accumulate")
    page.wait_for_timeout(500)  # it is remembered a moment later
    page.evaluate("history.replaceState(null, '', location.pathname)")
    page.reload()
    here.until("document.querySelector('.cm-content').textContent.includes('0.2')")
    page.keyboard.press("l")
    assert page.locator("#mine").inner_text() == "你的代码"
    page.keyboard.press("l")
    page.locator("#mine").click()
    assert "mine = torch.ones(2" in page.locator(".cm-content").inner_text()
    page.locator("#lessons").click()
    assert "range(640)" not in page.locator(".card.own").all_inner_texts()
    page.keyboard.press("Escape")


CUT = {
    "a process that ends": ("import os\nprint('begun')\nos._exit(3)\n", "ended"),
    "too much output": ("while True:\n    print('x' * 100000)\n", "MB of text"),
}


@pytest.mark.parametrize("name", list(CUT))
def test_the_console_of_a_run_that_was_cut_ends_with_what_cut_it(here, name):
    code, words = CUT[name]
    here.run(code)
    here.page.locator("#console .said.ending:last-child", has_text=words).wait_for()
    assert here.page.locator("#console .empty").count() == 0
