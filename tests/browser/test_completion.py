"""Typing code: the names that exist, and what goes between the parentheses."""

import pytest

from tests.sampling import by_day

PHONE = {"viewport": {"width": 400, "height": 800}, "has_touch": True}
IMPORTS = "import torch\nimport torch.nn.functional as F\nx = torch.ones(3)\n"


def begin(visit):
    """An editor with a few lines, the cursor behind them, and the names there."""
    visit.open()
    page = visit.page
    if page.get_by_role("tab", name="Code").is_visible():
        page.get_by_role("tab", name="Code").click()
    with page.expect_response("**/api/v1/names"):
        page.locator(".cm-content").click()
    visit.paste(IMPORTS)
    page.keyboard.press("Control+End")
    return page


@pytest.mark.parametrize("visit", by_day([{}, PHONE], 2), indirect=True)
def test_a_name_is_completed_and_its_signature_stays_while_one_types(visit):
    page = begin(visit)
    page.keyboard.type("y = F.cross_en", delay=20)
    chosen = page.locator(".cm-tooltip-autocomplete [aria-selected]")
    chosen.get_by_text("cross_entropy", exact=True).wait_for()
    if page.viewport_size["width"] > 720:  # elsewhere it would lie on the list
        page.locator(".cm-completionInfo", has_text="input, target").wait_for()
    page.wait_for_timeout(150)  # a list that has only just come up takes no key, lest one errs
    page.keyboard.press("Enter")
    page.keyboard.type("(x, ")
    shown = page.locator(".signature")
    assert shown.locator("strong").inner_text() == "target"
    page.keyboard.type("x, reduction='sum'")
    assert shown.locator("strong").inner_text() == "reduction='mean'"
    page.keyboard.press("Escape")  # the list of local names, if it is up
    page.keyboard.press("Escape")
    assert shown.count() == 0
    assert visit.complaints == []


def test_after_a_tensor_come_its_methods_and_before_their_in_place_forms(visit):
    page = begin(visit)
    for typed, first in (("x.sigm", ["sigmoid", "sigmoid_"]), ("; x.s", ["shape", "sum"])):
        page.keyboard.type(typed, delay=20)
        page.locator(".cm-completionLabel", has_text=first[0]).first.wait_for()
        offered = page.locator(".cm-tooltip-autocomplete .cm-completionLabel").all_inner_texts()
        assert offered[:2] == first
        page.keyboard.press("Escape")


def test_behind_the_closing_parenthesis_no_signature_is_shown(visit):
    page = begin(visit)
    page.keyboard.type("torch.exp(x")
    page.locator(".signature").wait_for()
    page.keyboard.type(")")
    assert page.locator(".signature").count() == 0
