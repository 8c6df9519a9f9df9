"""The fixes of a finding on the page: tried when it is opened, applied and undone by one click."""

import json

import pytest

START = """import torch
import torch.nn.functional as F
w = torch.eye(3, requires_grad=True)
"""
TWICE = START + """p = F.softmax(w, dim=1)
loss = F.cross_entropy(p, torch.arange(3))
loss.backward()
print(loss.item())
"""
FIXED = TWICE.replace("F.softmax(w, dim=1)", "w")
# Without the softmax there are entries above 0.9, and the program fails.
NEEDED = TWICE.replace("loss.backward()", "q = p.tolist()\nloss.backward()\nassert q[0][0] < 0.9")


def run(visit, code):
    """Run code; its fixes are tried."""
    visit.open()
    with visit.page.expect_response("**/api/v1/fixes") as tried:
        visit.run(code)
    assert tried.value.status == 200
    visit.page.wait_for_selector(".fix-status")
    return visit.page


def code_of(page):
    return "\n".join(page.locator("#editor .cm-line").all_inner_texts()).replace("\u200b", "")


def test_a_fix_is_tried_when_its_finding_is_opened_and_shown_with_its_outcome(visit):
    page = run(visit, TWICE)
    page.wait_for_selector(".fix")
    assert page.locator(".fix-status").inner_text() == "A fix, tried:"
    assert page.locator(".fix-sentence").inner_text() == "Leave out the softmax"
    assert [line.split() for line in page.locator(".fix-line").all_inner_texts()] == [
        ["taken", "out,", "line", "4:", "−", "4", "p", "=", "F.softmax(w,", "dim=1)"],
        ["written,", "line", "4:", "+", "4", "p", "=", "w"],
    ]
    outcome = page.locator(".fix-outcome").inner_text()
    assert outcome.startswith("With it the program runs; the last loss is 0.5514 instead of 0.8711")
    assert outcome.endswith("instead of “0.8711003661155701”.")


def test_one_click_applies_a_fix_and_runs_it_and_one_takes_it_back(visit):
    page = run(visit, TWICE)
    with page.expect_response("**/api/v1/run") as ran:
        page.get_by_role("button", name="Apply: leave out the softmax").click()
    asked = json.loads(ran.value.request.post_data)
    assert asked["code"] == FIXED
    visit.until("document.querySelector('#run').title.startsWith('Run')")
    assert code_of(page).strip() == FIXED.strip()
    assert page.locator(".finding").count() == 0
    requests = len(visit.requests)
    page.locator("#notices").get_by_role("button", name="Undo").click()
    assert code_of(page).strip() == TWICE.strip()
    assert page.locator(".finding-title").all_inner_texts() == ["Softmax is taken twice"]
    assert not any(url.endswith("api/v1/run") for url in visit.requests[requests:])
    assert page.locator("#notices", has_text="The fix is in the editor").count() == 0


def test_the_editor_takes_a_fix_back_in_one_step(visit):
    page = run(visit, TWICE)
    page.get_by_role("button", name="Apply").focus()
    page.keyboard.press("Enter")
    visit.until("document.querySelector('.finding') === null")
    assert code_of(page).strip() == FIXED.strip()
    page.locator("#editor .cm-content").focus()
    page.keyboard.press("Control+z")
    assert code_of(page).strip() == TWICE.strip()
    assert page.locator("#notices").get_by_role("button", name="Undo").count() == 0


def test_the_seed_of_the_run_is_kept_when_its_fix_is_run(visit):
    page = run(visit, TWICE.replace("torch.eye(3,", "torch.randn(3, 3,"))
    seed = page.locator("#seed").inner_text()
    with page.expect_response("**/api/v1/run"):
        page.get_by_role("button", name="Apply").click()
    visit.until("document.querySelector('.finding') === null")
    assert page.locator("#seed").inner_text() == seed


def test_a_fix_after_which_the_program_fails_is_not_offered(visit):
    page = run(visit, NEEDED)
    page.wait_for_selector(".fix-status:has-text('does not end this')")
    assert page.locator(".fix").count() == 0


def test_what_is_refused_says_why_and_can_be_tried_again(visit):
    visit.page.route("**/api/v1/fixes", lambda route: route.fulfill(
        status=429, content_type="application/json",
        body='{"error": {"code": "busy", "sentence": "Busy."}}'), times=1)
    visit.open().run(TWICE)
    page = visit.page
    page.wait_for_selector(".fix-status:has-text('No fix was tried')")
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector(".fix")


def test_fixes_of_code_that_has_changed_since_are_not_shown(visit):
    page = run(visit, TWICE)
    page.wait_for_selector(".fix")
    page.locator("#editor .cm-content").focus()
    page.keyboard.type("# ")
    assert page.locator(".fix:visible").count() == 0


@pytest.mark.parametrize(("language", "words"), [
    ("en", "With it the program runs"), ("zh", "改后程序能运行；最后的 loss 是 0.5514"),
])
def test_a_fix_is_said_in_the_language_of_the_page(visit, language, words):
    page = run(visit, TWICE)
    page.wait_for_selector(".fix")
    if language == "zh":
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("l")
    assert page.locator(".fix-outcome").inner_text().startswith(words)
