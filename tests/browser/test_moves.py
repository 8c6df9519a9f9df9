"""Boxes are moved by key as by a pointer; a stage without boxes says why there are none."""

BLANK = "#blank"


def test_an_arrow_with_shift_moves_the_chosen_box_and_the_link_carries_it(visit):
    page = visit.open().page
    visit.until("location.hash !== ''")
    before = page.evaluate("location.hash")
    page.locator("#mirror .mirror-box").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    step = visit.step()
    visit.until(f"location.hash !== {before!r}")
    chosen = page.evaluate("location.hash")
    page.keyboard.press("Shift+ArrowDown")
    visit.until(f"location.hash.length > {len(chosen)}")
    assert visit.step() == step
    page.keyboard.press("Backspace")
    visit.until(f"location.hash === {chosen!r}")


def test_a_stage_that_stayed_empty_tells_the_line_that_stopped_the_run(visit):
    page = visit.open().page
    assert page.locator(BLANK).is_hidden()
    visit.run("import torch\nx = torch.onez(2)\nprint(x)\n")
    page.locator(BLANK).wait_for()
    assert "x = torch.onez(2)" in page.locator(BLANK).inner_text()
    visit.run("import torch\nx = torch.ones(2)\n")
    page.locator(BLANK).wait_for(state="hidden")
