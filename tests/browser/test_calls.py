"""Calls on the page: whose variables are listed, the call stack, and steps by line."""

import re

import pytest

CALLS = """\
import torch
def double(x):
    x = x * 2
    return x
def risky(z):
    def inner(v):
        h = v * 3
        if h.sum() > 0:
            raise ValueError("too large")
    inner(z + 1)
def batches(k):
    for i in range(k):
        yield torch.full((1,), float(i))
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(1, 1, bias=False)
    def forward(self, x):
        return self.fc(x)
x = torch.tensor([2.0], requires_grad=True)
y = double(x)
net = Net()
for b in batches(2):
    out = net(b)
try:
    risky(y)
except ValueError as error:
    message = str(error)
squares = [v * v for v in (x, y)]
y.backward()
"""

DEEP = """\
import torch
def power(x, n):
    y = x * 1.01
    if n == 0:
        return y
    return power(y, n - 1)
x = torch.tensor([1.0], requires_grad=True)
y = power(x, 100)
y.backward()
"""


def rows(visit):
    """The names that are listed, each with its value."""
    cells = visit.page.locator("#variables tbody tr:has(.variable-name)").evaluate_all(
        "rows => rows.map(row => [row.querySelector('.variable-name').title,"
        " row.children[1].textContent])")  # fmt: skip
    return dict(cells)


def stack(visit):
    """The calls on the stack, the module first."""
    return [re.sub(r"\s+", " ", words) for words in visit.page.locator(".call").all_inner_texts()]


def lit(visit):
    """The lit line."""
    return visit.page.locator(".line-now").inner_text().strip()


def until_line(visit, key, words):
    """Press a key until the call stack ends with `words`."""
    for _ in range(80):
        visit.page.keyboard.press(key)
        if stack(visit) and stack(visit)[-1] == words:
            return
    raise AssertionError(f"No step is on {words}")


def start(visit, code):
    """Run the code and go to its beginning."""
    visit.open().run(code)
    visit.until("document.querySelector('#run').title.startsWith('Run')")
    visit.page.locator("#tab-variables").click()
    visit.page.keyboard.press("Escape")
    visit.page.keyboard.press("Home")


def test_a_call_has_its_own_variables_and_never_changes_its_callers(visit):
    start(visit, CALLS)
    until_line(visit, ".", "double 3")
    assert stack(visit) == ["module 21", "double 3"]
    assert rows(visit) == {"x": "[4.0]"}
    assert visit.page.locator("#caption").inner_text().startswith("x = x × 2.0 = [4.0].")
    page = visit.page
    page.locator(".fold-rows", has=page.locator("xpath=self::*[@aria-label='Globals']")).click()
    globals_ = page.locator("#variables tbody").nth(1).locator("tr[data-box]")
    assert "[2.0]" in globals_.first.inner_text()
    globals_.first.click()
    assert visit.page.locator("#inspector h2").inner_text() == "x"
    page.locator("#variables tbody").first.locator("tr[data-box]").click()
    assert visit.page.locator("#inspector h2").inner_text() == "y"


def test_an_outer_call_that_is_chosen_shows_its_names_and_its_line_until_the_next_step(visit):
    start(visit, CALLS)
    until_line(visit, ".", "double 3")
    page = visit.page
    page.locator(".call-button").first.click()
    assert rows(visit) == {"x": "[2.0]"}
    assert page.locator(".call-button").first.get_attribute("aria-pressed") == "true"
    assert lit(visit) == "y = double(x)"
    page.keyboard.press(".")
    assert lit(visit) == "y = double(x)"
    assert stack(visit) == [] and rows(visit).keys() >= {"x", "y"}
    page.keyboard.press(".")
    assert lit(visit) == "def __init__(self):"


def test_over_passes_a_call_out_ends_it_and_both_go_back(visit):
    start(visit, CALLS)
    page = visit.page
    page.keyboard.press("v")
    page.keyboard.press("v")
    assert rows(visit) == {"x": "[2.0]", "y": "[4.0]"}
    assert stack(visit) == []
    page.keyboard.press("V")
    page.keyboard.press("F11")
    assert stack(visit)[-1].startswith("double")
    page.keyboard.press("Shift+F11")
    assert stack(visit) == [] and "y" in rows(visit)
    assert page.locator("#stride").input_value() == "line"
    page.keyboard.press("q")
    visit.until("document.querySelector('#missed').textContent.includes('nothing to leave')")
    page.keyboard.press("End")
    page.locator("[data-action=into]").click()
    visit.until("document.querySelector('#missed').textContent === 'No further line runs.'")


def test_methods_generators_comprehensions_and_errors_are_left_as_they_are_entered(visit):
    start(visit, CALLS)
    until_line(visit, ".", "Net.__init__ 17")
    assert rows(visit).keys() >= {"self", "self.fc.weight"}
    until_line(visit, ".", "batches 12")
    assert rows(visit) == {"k": "2", "i": "0"}
    until_line(visit, ".", "Net.forward 19")
    assert rows(visit)["self"] == "Net(…)"
    until_line(visit, ".", "batches 12")
    assert rows(visit) == {"k": "2", "i": "1"}
    until_line(visit, ".", "inner 7")
    assert stack(visit) == ["module 26", "risky 10", "inner 7"]
    assert rows(visit) == {"v": "[5.0]", "h": "[15.0]"}
    visit.page.keyboard.press("q")
    visit.page.keyboard.press("End")
    last = rows(visit)
    assert (last["message"], last["squares[1]"], last["b"]) == ("'too large'", "[16.0]", "[1.0]")
    assert last["net.fc.weight"] and "self.fc.weight" not in last and "error" not in last


@pytest.mark.nightly
def test_a_deep_stack_is_folded_in_its_middle_and_can_be_opened(visit):
    start(visit, DEEP)
    for _ in range(150):
        visit.page.keyboard.press(".")
    assert [words.split()[0] for words in stack(visit)] == ["module", "…", "power", "power"]
    depth = 100 - int(rows(visit)["n"])
    visit.page.locator(".call-button", has_text="more").click()
    assert len(stack(visit)) == depth + 2
    visit.page.locator(".call-button").nth(5).click()
    assert rows(visit)["n"] == "96"
    assert visit.complaints == []


def test_a_pane_that_is_not_shown_is_written_when_it_is_shown(visit):
    visit.open()
    page = visit.page
    page.keyboard.press("Home")
    page.locator("#tab-console").click()
    page.evaluate("""() => {
        window.written = 0;
        new MutationObserver(() => window.written++).observe(
            document.querySelector("#variables"), { childList: true, subtree: true });
    }""")
    before = page.locator("#variables").text_content()
    for _ in range(4):
        page.locator("[data-action=forward]").click()
    assert page.evaluate("window.written") == 0
    page.locator("#tab-variables").click()
    assert page.locator("#variables").text_content() != before
    assert page.evaluate("window.written") == 1
