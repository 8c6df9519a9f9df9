"""The frame: narrow windows, dividers, and everything within reach of the keyboard."""

import pytest

from tests.sampling import by_day

PHONE = {"viewport": {"width": 400, "height": 800}, "has_touch": True, "is_mobile": True}
CONTROLS = """'button, input, select, [tabindex="0"]'"""


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_a_phone_has_three_tabs_over_a_timeline_that_stays(visit):
    visit.open()
    page = visit.page
    shown = {"code": "#editor", "graph": "#stage", "inspect": "#inspector"}
    for tab, pane in shown.items():
        page.locator(f"#tab-{tab}").click()
        visible = {name for name, other in shown.items() if page.locator(other).is_visible()}
        assert visible == {tab}, pane
        assert page.locator("[data-action=play]").is_visible()
        assert page.locator("#caption").is_visible()


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
@pytest.mark.parametrize("language", by_day(["zh", "en"], 2))
def test_nothing_on_a_phone_is_wider_than_the_phone(visit, language):
    visit.open()
    page = visit.page
    if language == "zh":
        page.locator("[data-action=language]").click()
    for tab in ("code", "graph", "inspect"):
        page.locator(f"#tab-{tab}").click()
        assert page.evaluate("document.documentElement.scrollWidth") == 400
        for button in page.locator("header button, footer button").all():
            box = button.bounding_box()
            assert box is None or box["x"] >= 0 and box["x"] + box["width"] <= 400
    within = "all => all.every(b => b.scrollWidth <= b.clientWidth + 1)"
    assert page.locator("header button").evaluate_all(within)


DESKTOPS = {"small": {"viewport": {"width": 1280, "height": 800}}, "中文": {"locale": "zh-CN"}}


@pytest.mark.parametrize("visit", by_day(DESKTOPS.values(), 2), ids=DESKTOPS, indirect=True)
def test_the_stage_of_a_lesson_is_600_pixels_high_at_every_step(visit):
    page = visit.open().page
    page.keyboard.press("Home")
    for _ in range(18):
        heights = {one: page.locator(one).bounding_box()["height"]
                   for one in ("header", "#stage", ".caption-row", "footer")}
        assert heights["#stage"] >= 600 and heights["header"] <= 48, heights
        assert heights[".caption-row"] <= 56 and heights["footer"] <= 140, heights
        assert page.locator("#caption > span").evaluate("it => it.scrollHeight <= it.clientHeight")
        page.keyboard.press("ArrowRight")


LOUD = """import torch
x = torch.ones(2, requires_grad=True)
x.sum().backward()
print("done")
"""


def test_the_pane_under_the_code_is_walked_by_arrows_and_stays_as_the_viewer_had_it(visit):
    page = visit.open().page
    shown = "[...document.querySelectorAll('[role=tabpanel]')].filter(it => it.checkVisibility())"
    assert page.evaluate(f"{shown}.map(it => it.id)") == ["pane-variables"]
    page.keyboard.press("Tab")
    page.locator("#tab-variables").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-console"
    assert page.evaluate(f"{shown}.map(it => it.id)") == ["pane-console"]
    visit.run(LOUD)
    page.locator("#console .said", has_text="done").wait_for()
    assert page.evaluate(f"{shown}.map(it => it.id)") == ["pane-console"]
    visit.until("localStorage.tapescope?.includes('console')")
    visit.open()
    assert page.evaluate(f"{shown}.map(it => it.id)") == ["pane-console"]


def test_six_variables_are_seen_at_once(visit):
    names = "abcdefgh"
    visit.open().run("import torch\n" + "".join(f"{name} = torch.ones(2)\n" for name in names))
    visit.until("document.querySelectorAll('button.variable-name').length === 8")
    pane = visit.page.locator("#variables").bounding_box()
    rows = [row.bounding_box() for row in visit.page.locator("tbody tr").all()]
    seen = [row for row in rows if row["y"] + row["height"] <= pane["y"] + pane["height"]]
    assert len(seen) >= 6


def test_a_variable_of_many_numbers_has_a_picture_beside_its_norm(visit):
    visit.open().run("import torch\nfew = torch.ones(2)\nline = torch.arange(20.0)\n"
                     "many = torch.linspace(-1, 1, 5000)\n")
    visit.until("document.querySelectorAll('button.variable-name').length === 3")
    cells = visit.page.locator("#variables tbody tr td:nth-child(2)")
    assert [cells.nth(i).locator(".sparkline").count() for i in range(3)] == [0, 1, 1]
    assert cells.nth(1).locator("polyline").count() == 1
    assert cells.nth(2).locator("rect").count() > 4
    assert cells.nth(2).inner_text().strip().startswith("‖")


def test_numbers_and_norms_in_the_list_of_variables_are_not_cut_at_1280(visit):
    visit.page.set_viewport_size({"width": 1280, "height": 800})
    visit.open().run("""import torch
learning_rate = 0.1
two = torch.tensor([-0.6394, -0.6608], requires_grad=True)
ids = torch.full((2, 8, 11), 29.9333)
small = torch.zeros(8, requires_grad=True)
((two * torch.tensor([4.0, 8.0])).sum() + 0.000269 * small.sum()).backward()
""")
    visit.until("document.querySelector('#variables').textContent.includes('learning_rate')")
    visit.page.keyboard.press("Escape")
    visit.page.keyboard.press("End")
    rows = visit.page.locator("#variables tbody tr[data-box]").all_inner_texts()
    assert [row.split("\t")[1:] for row in rows] == [
        ["[-0.6394, -0.6608]", "[4.0, 8.0]", "2"], [" ‖397.0‖", "—", "2 × 8 × 11"],
        [" ‖0.0‖", "‖0.000761‖", "8"]]
    assert visit.page.evaluate("""[...document.querySelectorAll("#variables td")].filter(
        (cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)""") == []


NAMED = """import torch
class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder_of_words = torch.nn.Linear(1, 1)
class_of_students = torch.nn.Sequential(Layer(), Layer())
"""


def test_of_long_names_the_variables_show_the_end_and_none_twice(visit):
    visit.open().run(NAMED)
    visit.until("document.querySelectorAll('button.variable-name').length === 4")
    names = visit.page.locator("button.variable-name")
    assert all(
        text.startswith("…") and text.endswith(("weight", "bias"))
        for text in names.all_text_contents())  # fmt: skip
    assert names.first.get_attribute("title") == "class_of_students.0.encoder_of_words.weight"
    names.first.scroll_into_view_if_needed()
    table, first = (
        visit.page.locator(each).first.bounding_box()
        for each in ("#variables table", "#variables tbody button.variable-name"))
    assert table["x"] < first["x"] < table["x"] + table["width"]
    assert table["y"] < first["y"] < table["y"] + table["height"]


LONG = "import torch\nx = torch.ones(1)\nfor i in range(11000):\n    print(i)\n"


def test_the_number_of_a_late_step_fits_into_its_field(visit):
    visit.open().run(LONG)
    visit.until("document.querySelector('#step-count').textContent.includes('110')")
    visit.page.keyboard.press("Escape")
    visit.page.keyboard.press("End")
    field = visit.page.locator("#step-number")
    assert int(field.input_value()) > 10_000
    assert field.evaluate("field => field.scrollWidth <= field.clientWidth")


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_a_finger_scrubs_the_strip(visit):
    visit.open()
    box = visit.page.locator("#strip").bounding_box()
    visit.page.touchscreen.tap(box["x"] + box["width"] - 9, box["y"] + box["height"] / 2)
    assert f"of {visit.step()}" in visit.page.locator("#step-count").inner_text()


def test_the_pointer_scrubs_to_the_nearest_step(visit):
    visit.open()
    page = visit.page
    box = page.locator("#strip").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 9, box["y"] + 30, steps=5)
    page.mouse.up()
    assert visit.step() == 0


def test_a_number_typed_into_the_step_field_goes_there(visit):
    visit.open()
    page = visit.page
    page.locator("#step-number").fill("3")
    page.keyboard.press("Enter")
    assert visit.step() == 3
    page.locator("#step-number").fill("no number")
    page.keyboard.press("Enter")
    assert visit.step() == 3


def test_dividers_move_by_key_and_are_remembered(visit):
    visit.open()
    page = visit.page
    divider = page.locator("#divide-left")
    before = page.locator("#code").bounding_box()["width"]
    divider.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    wider = page.locator("#code").bounding_box()["width"]
    assert abs(wider - before - 64) < 1
    visit.until(r"/\"left\":\d/.test(localStorage.tapescope)")
    visit.open()
    assert page.locator("#code").bounding_box()["width"] == wider


def test_every_control_has_a_name_and_is_reached_by_tab(visit):
    visit.open()
    page = visit.page
    named = page.evaluate("""() => [...document.querySelectorAll(CONTROLS)]
        .filter((one) => one.checkVisibility())
        .filter((one) => !(one.ariaLabel || one.labels?.length || one.textContent.trim()
            || one.getAttribute("aria-labelledby")))
        .map((one) => one.outerHTML)""".replace("CONTROLS", CONTROLS))
    assert named == []
    reached = set()
    for _ in range(60):
        if page.evaluate("document.activeElement.isContentEditable"):
            page.keyboard.press("Escape")  # Tab indents; Esc leaves
        page.keyboard.press("Tab")
        reached.add(page.evaluate(
            "document.activeElement.dataset.action ?? document.activeElement.id"))
    assert {"run", "lessons", "language", "theme", "help", "divide-left", "strip", "play",
            "step-number", "speed", "stride"} <= reached


def test_the_boxes_of_the_graph_are_walked_by_arrows(visit):
    visit.open()
    page = visit.page
    page.locator("#mirror .mirror-box[tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    chosen = page.locator("#mirror [aria-selected=true]").inner_text()
    assert page.locator("#inspector h2").first.inner_text() == chosen.split(",")[0]


def test_keys_rest_while_one_types_and_escape_leaves_the_editor(visit):
    visit.open()
    page = visit.page
    step = visit.step()
    page.locator(".cm-content").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    assert visit.step() == step
    page.keyboard.press("Escape")
    assert visit.press("ArrowRight") == step + 1


def test_the_sheet_of_keys_opens_and_closes_by_key(visit):
    visit.open()
    page = visit.page
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    assert "Ctrl+Enter" in page.locator("#help").inner_text()
    assert page.locator("#help h3").first.inner_text() == "Legend"
    assert page.locator("#scales").get_attribute("aria-label") == "Scales of the stage"
    page.keyboard.press("Escape")
    assert page.locator("#help").is_hidden()
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()


def test_the_seed_of_a_run_is_shown_and_kept_when_it_is_pressed(visit):
    page = visit.page
    seed = page.locator("#seed")

    def drawn():
        """Run; the seed that is shown, and what was drawn."""
        page.locator("#console").evaluate("pane => pane.replaceChildren()")
        page.keyboard.press("Control+Enter")
        visit.until("document.querySelector('#console').textContent.includes('tensor')")
        return seed.inner_text(), page.locator("#console").inner_text()

    visit.open().paste("import torch\nprint(torch.rand(3))\n")
    drawn()
    seed.click()
    page.locator("#editor .cm-content").focus()
    first, second = drawn(), drawn()
    assert seed.get_attribute("aria-pressed") == "true"
    assert first == second
    seed.click()
    page.locator("#editor .cm-content").focus()
    assert drawn() != first


def test_the_picture_is_as_it_was_when_the_inspector_is_closed_again(visit):
    page = visit.open().page
    drawn = "document.querySelector('#stage canvas').toDataURL()"
    before = page.evaluate(drawn)
    page.keyboard.press("i")
    page.locator("#inspector").wait_for()
    visit.until(f"{drawn} !== {before!r}")
    page.keyboard.press("i")
    visit.until(f"{drawn} === {before!r}")
