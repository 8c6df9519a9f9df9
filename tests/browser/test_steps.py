"""The list of steps: open by key, walk with arrows, search, and thousands of rows."""

LOOP = """\
import torch
x = torch.tensor(1.0, requires_grad=True)
for i in range(300):
    (x * x).backward()
    x.grad = None
"""


def rows(visit):
    return visit.page.locator(".steps-row")


def test_the_list_says_every_step_and_marks_the_one_that_is_on_stage(visit):
    page = visit.open().page
    page.keyboard.press("c")
    here = page.locator('.steps-row[aria-selected="true"]')
    assert here.locator(".steps-said").inner_text() == page.locator("#caption").inner_text()
    before = visit.step()
    page.keyboard.press("ArrowDown")
    assert visit.step() == before + 1
    assert here.locator(".steps-number").inner_text() == str(before + 1)
    page.keyboard.press("Home")
    assert visit.step() == 1
    rows(visit).nth(2).click()
    assert visit.step() == 3
    page.keyboard.press("Escape")
    assert page.locator(".steps").is_hidden()


def test_what_is_sought_is_all_that_is_listed_and_the_arrows_go_from_one_to_the_next(visit):
    page = visit.open().page
    page.keyboard.press("Home")
    page.keyboard.press("c")
    page.get_by_label("Search the steps").fill("adds up")
    said = page.locator(".steps-said").all_inner_texts()
    assert said and all("adds up" in words for words in said)
    page.keyboard.press("ArrowDown")
    assert "adds up" in page.locator("#caption").inner_text()
    page.get_by_label("Search the steps").fill("")
    page.get_by_label("Kind of step").select_option("Resets of .grad")
    assert all("reset" in words for words in page.locator(".steps-said").all_inner_texts())


def test_of_thousands_of_steps_only_those_in_sight_are_made(visit):
    page = visit.open().page
    visit.run(LOOP)
    visit.until("/\\d{4}/.test(document.querySelector('#step-count').textContent)")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    assert 5 < rows(visit).count() < 40
    page.keyboard.press("End")
    last = page.locator('.steps-row[aria-selected="true"]')
    assert last.get_attribute("aria-posinset") == last.get_attribute("aria-setsize")
    assert int(last.get_attribute("aria-setsize")) > 1000


FORGOTTEN = """\
import torch
x = torch.tensor(1.0, requires_grad=True)
o = torch.optim.SGD([x], lr=0.1)
for i in range(2):
    (x * x).backward()
    o.step()
"""


def test_a_step_that_is_probably_a_mistake_can_be_found(visit):
    page = visit.open().page
    visit.run(FORGOTTEN)
    page.wait_for_selector("#mirror .mirror-box >> text=AccumulateGrad", state="attached")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    page.get_by_label("Kind of step").select_option("Worth knowing")
    assert rows(visit).count() == 1
    assert rows(visit).locator(".steps-sign").inner_text() == "△"
    rows(visit).click()
    assert page.locator("#findings").get_by_text("An old gradient is used again").is_visible()
