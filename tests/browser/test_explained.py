"""What went wrong, or looks as if, is explained where one looks: code, graph, inspector, ledger."""

import pytest

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


def test_an_error_says_under_its_line_what_happened_why_and_what_to_change(visit):
    page = run(visit, WRITTEN)
    parts = page.locator(".line-trouble-card p").all_inner_texts()
    assert parts[0] == "A saved tensor was changed in place"
    assert parts[1].startswith("MulBackward0 saved y at version 0; y += 1 on line 5 changed it")
    assert parts[2] == "The derivative needs the old numbers, and they are gone."
    assert parts[3].startswith("Make a new tensor on line 5")
    assert parts[4].startswith("RuntimeError: one of the variables needed for gradient")
    assert page.locator(".line-error").inner_text() == "loss.backward()"
    assert page.locator(".line-part").all_inner_texts() == ["loss = (y * y).sum()", "y += 1"]


def test_the_inspector_of_a_box_to_blame_explains_the_error(visit):
    page = run(visit, WRITTEN)
    page.locator(".variable-name", has_text="y").click()
    told = page.locator("#inspector .explained.error").inner_text()
    assert told.startswith("A saved tensor was changed in place")
    assert "RuntimeError: one of the variables" in told
    page.locator(".variable-name", has_text="x").click()
    assert page.locator("#inspector .explained").count() == 0


def test_a_forgotten_zero_grad_is_flagged_in_the_ledger_and_noticed_at_its_step(visit):
    page = run(visit, DOUBLE)
    page.locator(".variable-name", has_text="x").click()
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
    page.locator(".variable-name", has_text="x").click()
    page.get_by_label("Entry").select_option("[1]")
    account = page.locator("#inspector .account")
    assert account.locator(".account-balance").all_inner_texts() == [
        "4.0", "4.0", "7.2", "7.2", "None",
    ]
    assert account.locator(".account-change").all_inner_texts()[:2] == ["+ 4.0", "2.0 → 1.6"]


@pytest.mark.parametrize("cause", CAUSES)
def test_a_grad_that_is_none_says_why(visit, cause):
    code, why = CAUSES[cause]
    page = run(visit, code)
    page.locator(".variable-name", has_text="x" if cause == "no-backward" else "y").click()
    assert why in page.locator("#inspector .none-why").inner_text()


TWICE = START + (
    "y = torch.ones(2, requires_grad=True)\n(x * y.argmax()).sum().backward()\n"
    "print(y.grad)\n(x - 5).relu().sum().backward()\n"
)


def test_a_finished_run_says_its_findings_under_the_console_one_by_one(visit):
    run(visit, TWICE)
    page = visit.page
    assert page.locator("#surprises .said-text").inner_text() == "Why y.grad is None"
    assert page.locator("#surprises .surprise-count").inner_text() == "Finding 1 of 2"
    page.locator("#surprises .surprise-next").click()
    assert "lets no gradient through" in page.locator("#surprises .said-text").inner_text()
    page.locator("#surprises .said").click()
    page.wait_for_selector(".notice:has-text('lets no gradient through')")
    run(visit, START + "x.sum().backward()\n")
    assert page.locator("#surprises").is_hidden()
