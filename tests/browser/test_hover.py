"""Hover cards: what a box, a variable or a name in the code is, by pointer and by keyboard."""

import json

CODE = """import torch
w = torch.tensor([2.0, -1.0], requires_grad=True)
x = torch.linspace(-1, 1, 60).reshape(30, 2)
y = (x * w).sum()
y.backward()
"""


def begin(visit):
    kept = json.dumps(json.dumps({"code": CODE, "title": None}))
    visit.page.add_init_script(f"localStorage.setItem('tapescope', {kept})")
    visit.open()
    visit.page.locator("#strip").focus()
    visit.page.keyboard.press("End")
    return visit.page.locator("#hover-card")


def facts(card):
    return dict(zip(card.locator("dt").all_inner_texts(), card.locator("dd").all_inner_texts(),
                    strict=True))


def is_on_screen(visit, card):
    box, size = card.bounding_box(), visit.page.viewport_size
    return box["x"] >= 0 and box["y"] >= 0 and (
        box["x"] + box["width"] <= size["width"] and box["y"] + box["height"] <= size["height"])


def test_a_variable_under_the_pointer_is_told_in_a_card(visit):
    card = begin(visit)
    visit.page.locator("#variables tr[data-box]", has_text="w").first.hover()
    card.wait_for()
    assert "w leaf" in card.locator(".card-title").inner_text()
    told = facts(card)
    assert told["Value"] == "[2.0, -1.0]" and told["Shape"] == "2 float32"
    assert told[".grad"] != "None" and told["Made at"] == "line 2"
    assert is_on_screen(visit, card)
    visit.page.keyboard.press("Escape")
    assert not card.is_visible()
    visit.page.mouse.move(5, 5)
    visit.page.locator("#variables tr[data-box]", has_text="x").first.hover()
    card.wait_for()
    assert facts(card)["Value"].startswith("norm ")
    assert card.locator("canvas").is_visible()


def test_a_box_and_an_edge_of_the_stage_have_cards(visit):
    card = begin(visit)
    boxes = visit.page.evaluate("""() => {
        const stage = document.querySelector("#stage");
        const { left, top } = stage.getBoundingClientRect();
        const { shapes, seen, scale } = stage.scene();
        const at = ([x, y]) => [left + (x - seen.x) * scale, top + (y - seen.y) * scale];
        const root = shapes.find(({ id }) => id.endsWith("/double"));
        const edge = shapes.find(({ id, points, stroke }) => /^edge\\/\\d+$/.test(id)
            && stroke === "backward" && points[0][1] === points.at(-1)[1]);
        return { box: at([root.x + root.w / 2, root.y + root.h / 2]),
                 edge: at(edge.points[0]), other: at(edge.points.at(-1)) };
    }""")
    visit.page.mouse.move(*boxes["box"])
    card.wait_for()
    assert "SumBackward0" in card.inner_text()
    visit.page.mouse.move(*[(a + b) / 2 for a, b in
                            zip(boxes["edge"], boxes["other"], strict=True)])
    visit.until("document.querySelector('#hover-card .card-title').textContent.includes('→')")
    assert is_on_screen(visit, card)


def test_a_name_in_the_code_has_a_card_and_a_stale_one_has_none(visit):
    begin(visit)
    name = visit.page.locator(".cm-line", has_text="x * w").locator("span", has_text="w").first
    name.hover()
    card = visit.page.locator(".cm-tooltip .card-content")
    card.wait_for()
    assert "[2.0, -1.0]" in card.inner_text()


def test_the_keyboard_shows_the_card_of_the_row_that_has_the_focus(visit):
    card = begin(visit)
    visit.page.locator("#variables .variable-name", has_text="w").first.focus()
    visit.page.keyboard.press("Shift+Tab")
    visit.page.keyboard.press("Tab")
    card.wait_for()
    described = visit.page.evaluate("document.activeElement.getAttribute('aria-describedby')")
    assert described == "hover-card" and "w leaf" in card.inner_text()
    visit.page.keyboard.press("Escape")
    assert not card.is_visible()
    visit.page.keyboard.press("Shift+Tab")
    visit.page.keyboard.press("Tab")
    card.wait_for()
    visit.page.evaluate("document.activeElement.blur()")
    card.wait_for(state="hidden")
    assert visit.complaints == []
