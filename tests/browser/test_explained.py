"""What went wrong, or looks as if, is explained where one looks: code, graph, inspector, ledger."""

import pytest

from tests.sampling import by_day

START = "import torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)\n"
WRITTEN = START + "y = x.exp()\nloss = (y * y).sum()\ny += 1\nloss.backward()\n"
DOUBLE = START + (
    "o = torch.optim.SGD([x], lr=0.1)\nfor i in range(2):\n    (x * x).sum().backward()\n"
    "    o.step()\no.zero_grad()\n"
)
CAUSES = {
    "no-backward": (START, "No backward has run yet"),
    "not-leaf": (START + "y = x * 2\ny.sum().backward()\n", "y is no leaf: MulBackward0 made it"),
    "asks-none": (
        START + "y = torch.ones(2)\n(x * y).sum().backward()\n",
        "y does not require grad",
    ),
    "not-reached": (
        START + "y = torch.ones(2, requires_grad=True)\nx.sum().backward()\n",
        "No way on the tape leads from",
    ),
    "cut": (
        START + "y = torch.ones(2, requires_grad=True)\n(x * (y * 2).detach()).sum().backward()\n",
        "The way back to y is cut",
    ),
}


def run(visit, code):
    visit.open()
    with visit.page.expect_response("**/api/v1/run"):
        visit.run(code)
    visit.until("document.querySelector('#run').title.startsWith('Run')")
    visit.page.keyboard.press("Escape")
    visit.page.keyboard.press("End")
    return visit.page


def variable(page, name):
    """The variable of that name, in the pane that is opened for it."""
    page.locator("#tab-variables").click()
    return page.locator(".variable-name", has_text=name)


def test_an_error_is_marked_in_the_code_explained_in_the_findings_and_quoted_in_the_console(visit):
    page = run(visit, WRITTEN)
    title = "A saved tensor was changed in place"
    what = "MulBackward0 saved y at version 0; y += 1 on line 5 changed it"
    mark = page.locator(".line-trouble-card p").all_inner_texts()
    assert mark[0] == title and mark[1].startswith(what) and len(mark) == 2
    assert page.locator(".line-error").inner_text() == "loss.backward()"
    assert page.locator(".line-part").all_inner_texts() == ["loss = (y * y).sum()", "y += 1"]
    assert page.locator("#tab-findings").get_attribute("aria-selected") == "true"
    assert page.locator(".finding-title").all_inner_texts() == [title]
    parts = page.locator(".finding-told p").all_inner_texts()
    assert parts[0].startswith(what)
    assert parts[1] == "The derivative needs the old numbers, and they are gone."
    assert parts[2].startswith("Make a new tensor on line 5")
    page.locator("#tab-console").click()
    said = page.locator("#console .said.fail .said-text").inner_text()
    assert "RuntimeError: one of the variables needed for gradient" in said


def test_the_inspector_of_a_box_to_blame_explains_the_error(visit):
    page = run(visit, WRITTEN)
    variable(page, "y").click()
    told = page.locator("#inspector .explained.error").inner_text()
    assert told.startswith("A saved tensor was changed in place")
    assert "RuntimeError: one of the variables" in told
    variable(page, "x").click()
    assert page.locator("#inspector .explained").count() == 0


def test_a_forgotten_zero_grad_is_flagged_in_the_ledger_and_noticed_at_its_step(visit):
    page = run(visit, DOUBLE)
    variable(page, "x").click()
    account = page.locator("#inspector .account")
    rows = account.locator("tbody tr").all_inner_texts()
    assert [row.split("\n")[0].split("\t")[0] for row in rows] == [
        "backward 1", "optimizer step", "backward 2", "optimizer step",
        "x.grad is [3.6, 7.2]: [2.0, 4.0] of it is from backward 1 and was used by the step on "
        "line 6.", "zero_grad",
    ]
    assert [text for text in account.locator(".account-balance").all_inner_texts()] == [
        "[2.0, 4.0]", "[2.0, 4.0]", "[3.6, 7.2]", "[3.6, 7.2]", "None",
    ]
    account.get_by_role("button", name="optimizer step").last.click()
    notice = page.locator("#notices .notice", has_text="An old gradient is used again")
    page.keyboard.press("Escape")
    notice.get_by_role("button", name="Why?").click()
    assert "backward() adds to .grad" in page.locator("#inspector .explained").inner_text()


def test_the_ledger_of_one_entry_is_in_plain_numbers(visit):
    page = run(visit, DOUBLE)
    variable(page, "x").click()
    page.get_by_label("Entry").select_option("[1]")
    account = page.locator("#inspector .account")
    assert account.locator(".account-balance").all_inner_texts() == [
        "4.0", "4.0", "7.2", "7.2", "None",
    ]
    assert account.locator(".account-change").all_inner_texts()[:2] == ["+ 4.0", "2.0 → 1.6"]


@pytest.mark.parametrize("cause", by_day(CAUSES, 2))
def test_a_grad_that_is_none_says_why(visit, cause):
    code, why = CAUSES[cause]
    page = run(visit, code)
    variable(page, "x" if cause == "no-backward" else "y").click()
    assert why in page.locator("#inspector .none-why").inner_text()


TWICE = START + (
    "y = torch.ones(2, requires_grad=True)\n(x * y.argmax()).sum().backward()\n"
    "print(y.grad)\n(x - 5).relu().sum().backward()\n"
)


def test_a_run_with_findings_opens_their_pane_and_each_leads_to_its_step_and_its_box(visit):
    run(visit, TWICE)
    page = visit.page
    assert page.locator("#findings-count").inner_text() == "2"
    titles = page.locator(".finding-title")
    assert titles.first.inner_text() == "Why y.grad is None"
    assert "lets no gradient through" in titles.last.inner_text()
    page.locator("button.finding-head").last.click()
    page.wait_for_selector(".finding.open[aria-current]")
    assert page.locator(".finding[aria-current] .finding-title").inner_text() == (
        titles.last.inner_text())
    assert page.locator(".notice:has-text('lets no gradient through')").is_hidden()
    assert "Relu" in page.locator("#inspector .facts-head").inner_text()
    run(visit, START + "x.sum().backward()\n")
    assert page.locator("#findings-count").is_hidden()
    assert page.locator("#tab-variables").get_attribute("aria-selected") == "true"
