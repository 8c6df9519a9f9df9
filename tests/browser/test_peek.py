"""Looking inside a large value: any slice, by keyboard and by pointer, on a desk and on a phone."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.sampling import by_day

CODE = """import torch
x = torch.arange(2 * 3 * 40 * 50.0).reshape(2, 3, 40, 50)
x[1, 2, 39, 7] = torch.nan
x.requires_grad_()
y = (x * 2).nansum()
"""
RANDOM = """import os, torch
x = torch.tensor(list(os.urandom(400))).float().requires_grad_()
y = x * 2
"""
FLAT = "import torch\nx = torch.zeros(10_000_000, requires_grad=True)\ny = x.sum()\n"
PHONE = {"viewport": {"width": 400, "height": 800}, "has_touch": True}
KINDS = pytest.mark.parametrize(
    "visit", by_day([{}, PHONE], 2), indirect=True, ids=["desk", "phone"]
)


def look_into(visit, code):
    """Come back to a code that was here before, and open its first large value."""
    kept = json.dumps(json.dumps({"code": code, "title": None}))
    visit.page.add_init_script(f"localStorage.setItem('tapescope', {kept})")
    visit.open()
    named = visit.page.locator("#mirror .mirror-box", has_text=re.compile(r"^x\b"))
    named.first.dispatch_event("click")
    if visit.page.viewport_size["width"] < 720:
        visit.page.locator("#tab-inspect").click()
    visit.page.locator(".peek-open").first.click()
    expect(visit.page.locator(".peek-status")).not_to_have_class("peek-status asking")
    return visit.page


def says(page, words):
    expect(page.locator(".peek-read")).to_have_text(words)


@KINDS
def test_keys_walk_through_rows_pages_and_slices(visit):
    page = look_into(visit, CODE)
    says(page, "[0, 0, 0, 0] 0.0")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    for keys, words in [
        (["ArrowDown", "ArrowRight"], "[0, 0, 1, 1] 51.0"),
        (["PageDown"], "[0, 0, 33, 1] 1651.0"),
        (["]"], "[0, 1, 33, 1] 3651.0"),
        (["End"], "[0, 1, 33, 49] 3699.0"),
        (["Control+Home", "["], "[0, 0, 0, 0] 0.0"),
    ]:
        for key in keys:
            page.keyboard.press(key)
        says(page, words)
        assert page.evaluate("document.activeElement.tabIndex") == 0
    page.keyboard.press("Escape")
    expect(page.locator("#peek")).not_to_be_visible()
    assert visit.complaints == []


@KINDS
def test_fields_and_buttons_go_anywhere(visit):
    page = look_into(visit, CODE)
    page.get_by_label("Index along dim 0, 0 to 1").fill("1")
    says(page, "[1, 0, 0, 0] 6000.0")
    page.get_by_label("Next index along dim 1").click()
    says(page, "[1, 1, 0, 0] 8000.0")
    page.get_by_label("Columns after").click()
    says(page, "[1, 1, 0, 32] 8032.0")
    page.get_by_role("button", name="max").click()
    says(page, "[1, 2, 39, 49] 11999.0")
    page.get_by_role("button", name="nan or inf: 1").click()
    says(page, "[1, 2, 39, 7] nan")
    page.get_by_label("Go to an index").fill("0, 2, -1, 3")
    page.keyboard.press("Enter")
    says(page, "[0, 2, 39, 3] 5953.0")
    page.get_by_label("Go to an index").fill("0, 2, 40, 3")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Go to an index")).to_have_attribute("aria-invalid", "true")
    assert visit.complaints == []


@KINDS
def test_the_window_is_a_grid_in_words_as_colours_and_as_numbers(visit):
    page = look_into(visit, CODE)
    grid = page.get_by_role("grid", name="The numbers by row and column")
    expect(grid).to_have_attribute("aria-rowcount", "40")
    cells = grid.get_by_role("gridcell")
    for shows in ("Colours", "Numbers"):
        page.get_by_role("button", name=shows).click()
        expect(cells.nth(33)).to_have_text("51.0")
        assert cells.count() == 32 * 32
    cells.nth(34).click()
    says(page, "[0, 0, 1, 2] 52.0")
    page.get_by_label("Rows after").click()
    assert cells.count() == 8 * 32
    assert visit.complaints == []


def test_ten_million_entries_are_walked_like_a_thousand(visit):
    page = look_into(visit, FLAT)
    expect(page.locator(".peek-stretch")).to_have_text("entries 0–1023 / 10000000")
    page.keyboard.press("Control+End")
    says(page, "[9999999] 0.0")
    assert visit.complaints == []


def test_numbers_that_come_from_the_machine_are_said_to_be_of_another_run(visit):
    page = look_into(visit, RANDOM)
    expect(page.locator(".peek-status")).to_contain_text("These numbers are from another run")


def test_a_server_that_is_gone_is_told_and_asked_again(visit):
    gone = [True]
    visit.page.route("**/api/v1/slice", lambda route: (
        route.abort() if gone else route.continue_()))
    page = look_into(visit, CODE)
    expect(page.locator(".peek-status")).not_to_be_empty()
    gone.clear()
    page.keyboard.press("ArrowDown")
    says(page, "[0, 0, 1, 0] 50.0")


@pytest.mark.parametrize("visit", [{"locale": "zh-CN"}], indirect=True)
def test_all_of_it_is_in_chinese_too(visit):
    page = look_into(visit, CODE)
    expect(page.locator("#peek-title")).to_have_text("x 的内部")
    expect(page.get_by_label("第 0 维的下标，0 到 1")).to_have_value("0")


def test_a_file_says_why_it_has_only_the_outline(visit, tmp_path):
    path = tmp_path / "file.html"
    export = f"{visit.address}api/v1/export/html"
    answer = visit.page.request.post(export, data={"code": CODE, "seed": 0})
    path.write_bytes(answer.body())
    visit.page.goto(path.as_uri())
    named = visit.page.locator("#mirror .mirror-box", has_text=re.compile(r"^x\b"))
    named.first.dispatch_event("click")
    expect(visit.page.locator(".peek-why").first).to_contain_text("has only a summary")
    assert visit.page.locator(".peek-open").count() == 0
