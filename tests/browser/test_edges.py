"""Edges: selected by key or by pointer, and told step by step in the inspector."""


def heading(visit):
    return visit.page.locator("#inspector h2").first.inner_text()


def test_a_key_goes_from_the_selected_box_to_its_edge_and_the_inspector_tells_it(visit):
    visit.open()
    visit.choose("Two paths meet: a diamond")
    visit.page.locator("#strip").focus()
    visit.page.keyboard.press("End")
    visit.page.locator("#mirror [data-box^=n]", has_text="MulBackward0").first.evaluate(
        "row => row.click()")
    visit.page.keyboard.press("y")
    visit.until("document.querySelector('#inspector h2')?.textContent === 'Edge'")
    told = visit.page.locator("#inspector").inner_text()
    assert "Gradient that comes back along it" in told and "backward 1" in told
    assert visit.complaints == []


def test_a_press_on_a_line_selects_it(visit):
    visit.open()
    visit.choose("Two paths meet: a diamond")
    stage = visit.page.locator("#stage").bounding_box()
    for share in range(30, 70, 2):
        visit.page.mouse.click(stage["x"] + stage["width"] * share / 100,
                               stage["y"] + stage["height"] * 0.512)  # fmt: skip
        visit.page.wait_for_timeout(50)
        shown = visit.page.locator("#inspector h2").first
        if shown.is_visible() and shown.inner_text() == "Edge":
            return
    raise AssertionError("No place on the way selects an edge.")
