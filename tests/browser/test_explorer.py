"""The inspector on a value that is too large to list."""

from playwright.sync_api import expect

CODE = """import torch
large = torch.arange(-320.0, 320.0).reshape(20, 32).requires_grad_()
large.sum().backward()
"""
HEIGHTS = """bars => [...bars.querySelectorAll('rect')].map(bar => bar.height.baseVal.value)"""


def test_a_large_value_is_told_by_picture_spread_and_statistics(visit):
    visit.open()
    visit.run(CODE)
    page = visit.page
    page.locator("#mirror .mirror-box", has_text="large, leaf").dispatch_event("click")
    shown = page.locator("#inspector")
    expect(shown).to_contain_text("640 numbers: too many to list.")
    numbers = shown.locator(".numbers").first
    expect(numbers).to_contain_text("min-320.0")
    expect(numbers).to_contain_text("mean-0.5")
    expect(numbers).to_contain_text("zeros1")
    heights = shown.locator(".bars").first.evaluate(HEIGHTS)
    assert len(heights) == 24 and max(heights) - min(heights) < 3  # evenly spread
    assert visit.complaints == []


def test_pointing_at_the_picture_reads_a_cell(visit):
    visit.open()
    visit.run(CODE)
    page = visit.page
    page.locator("#mirror .mirror-box", has_text="large, leaf").dispatch_event("click")
    picture = page.locator("#inspector .picture").first
    note = page.locator("#inspector .explorer-note").first
    picture.hover(position={"x": 2, "y": 2})
    # Of 20 rows the first block of 16 is one row; of 32 columns it is two.
    expect(note).to_have_text("[0, 0–1] mean -319.5")
    page.mouse.move(5, 5)
    expect(note).to_contain_text("… 0 …")
