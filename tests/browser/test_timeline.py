"""The strip under the stage: phases, iterations, curves, marks, and how one moves along it."""

from playwright.sync_api import expect

TRAINING = """import torch
torch.manual_seed(0)
x = torch.randn(8, 1)
y = 3 * x + 1
net = torch.nn.Linear(1, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(12):
    optimizer.zero_grad()
    loss = ((net(x) - y) ** 2).mean()
    loss.backward()
    optimizer.step()
with torch.no_grad():
    print(((net(x) - y) ** 2).mean())
"""

MANY = """import torch
h = x = torch.tensor(0.5, requires_grad=True)
for i in range(60):
    h = torch.tanh(h * 1.1)
h.backward()
"""


def train(visit, code=TRAINING):
    """Run the program; its tape is on the strip, and the keys are the page's."""
    visit.open().run(code)
    visit.until("document.querySelector('#run').title.startsWith('Run')")
    visit.page.keyboard.press("Escape")
    return visit.page


def said(page):
    """What the strip tells a screen reader."""
    return page.locator("#strip").get_attribute("aria-valuetext")


def test_the_strip_says_which_phase_a_step_is_in(visit):
    page = train(visit)
    page.keyboard.press("Home")
    assert said(page) == "Nothing has run yet. Step forward, or play."
    page.keyboard.press("]")
    turn = "iteration 1 of 12, "
    assert said(page).startswith(f"{turn}backward 1: Backward 1 starts at loss")
    page.keyboard.press("ArrowLeft")
    assert said(page).startswith(f"{turn}forward: ")
    page.keyboard.press("w")
    assert said(page).startswith(f"{turn}update: SGD moves")
    page.keyboard.press("End")
    page.keyboard.press("P")
    page.keyboard.press("ArrowLeft")
    assert said(page).startswith("evaluation: ")
    page.keyboard.press("l")
    assert said(page).startswith("评估：")


def test_the_field_of_the_iteration_shows_it_and_goes_to_another(visit):
    page = train(visit)
    field = page.locator("#iteration-number")
    page.keyboard.press("Home")
    assert field.input_value() == ""
    assert page.locator("#iteration-count").inner_text() == "of 12"
    page.keyboard.press("]")
    assert field.input_value() == "1"
    field.fill("5")
    page.keyboard.press("Enter")
    assert field.input_value() == "5"
    assert said(page).startswith("iteration 5 of 12, backward 5: Backward 5 starts at loss")
    field.fill("40")
    page.keyboard.press("Enter")
    assert said(page).startswith("iteration 12 of 12, backward 12: Backward 12 starts")
    page.keyboard.press("End")
    assert field.input_value() == ""


def test_keys_and_buttons_go_to_the_same_step_of_the_next_iteration(visit):
    page = train(visit)
    page.keyboard.press("Home")
    page.keyboard.press("}")
    assert said(page).startswith("iteration 1 of 12")
    page.keyboard.press("]")
    page.keyboard.press("ArrowRight")
    words = said(page).replace("iteration 1", "iteration 2").replace("backward 1", "backward 2")
    page.keyboard.press("}")
    assert said(page).split(":")[0] == words.split(":")[0]
    page.locator("[data-action=nextIteration]").click()
    assert said(page).startswith("iteration 3 of 12, backward 3")
    page.locator("[data-action=previousIteration]").click()
    page.keyboard.press("{")
    assert said(page).startswith("iteration 1 of 12, backward 1")
    page.keyboard.press("{")
    expect(page.locator("#missed")).to_contain_text("none before")


def test_a_program_without_a_loop_has_no_field_for_iterations(visit):
    page = train(visit, "import torch\nx = torch.ones((), requires_grad=True)\nx.exp().backward()")
    assert not page.locator("#iteration").is_visible()


def value_under(page, x, y):
    """The words over the strip where the pointer is."""
    page.mouse.move(x, y)
    return page.locator(".strip-hint").inner_text()


def lanes(page):
    """The box of the strip, and the middles of its lanes of curves and of ticks."""
    box = page.locator("#strip").bounding_box()
    return box, box["y"] + 41, box["y"] + box["height"] - 4


def values_of_curves(page):
    """The words over the curves from left to right, with where the pointer is."""
    box, curves, _ = lanes(page)
    for x in range(8, int(box["width"]) - 8, 6):
        for y in range(-9, 10, 6):
            words = value_under(page, box["x"] + x, curves + y)
            if words.startswith(("loss =", "gradients of norm")):
                yield words, (box["x"] + x, curves + y)


def test_a_curve_says_its_value_and_leads_to_its_backward(visit):
    page = train(visit)
    page.keyboard.press("End")
    losses, second = set(), None
    for words, (x, y) in values_of_curves(page):
        losses |= {words} if words.startswith("loss =") else set()
        second = second or ((words, x, y) if "backward 2 begins" in words else None)
        if len(losses) > 5 and second:
            break
    assert len(losses) > 5 and second
    words, x, y = second
    page.mouse.click(x, y)
    assert "backward 2: Backward 2 starts at loss" in said(page)
    told = page.locator("#variables").inner_text()
    assert words.split("=")[1].split()[0][:4] in told


def test_the_curves_are_named_beside_the_strip_between_the_ends_of_their_scales(visit):
    page = train(visit)
    scales = page.locator("#curve-scales")
    strip, beside = page.locator("#strip").bounding_box(), scales.bounding_box()
    assert strip["x"] + strip["width"] < beside["x"]
    name, ends, norm, _ = scales.inner_text().split("\n")
    assert (name, norm) == ("loss", "grad norm")
    assert scales.locator("dt").first.get_attribute("title").startswith("loss, where each backward")
    page.keyboard.press("Home")
    page.keyboard.press("]")
    first = page.locator("#variables tr", has_text="loss").inner_text().split()[1]
    least, most = (float(end) for end in ends.removesuffix(" log").split(" … "))
    assert least < most and abs(most - float(first)) < 0.01 * most
    page.keyboard.press("l")
    assert "梯度范数" in scales.inner_text()


def test_a_run_with_one_backward_has_no_scales_beside_the_strip(visit):
    page = train(visit, "import torch\nx = torch.ones((), requires_grad=True)\nx.exp().backward()")
    assert not page.locator("#curve-scales").is_visible()


def zoom(page):
    """Where the part in sight begins, as the strip says when the pointer is at its left end."""
    box, _, _ = lanes(page)
    return value_under(page, box["x"] + 9, box["y"] + 22)


def test_the_wheel_zooms_the_strip_about_the_pointer(visit):
    page = train(visit)
    page.keyboard.press("End")
    box, _, _ = lanes(page)
    x = box["x"] + box["width"] / 2
    middle = value_under(page, x, box["y"] + 24)
    first = zoom(page)
    page.mouse.move(x, box["y"] + 24)
    for _ in range(4):
        page.mouse.wheel(0, -120)
    visit.page.wait_for_timeout(100)
    assert value_under(page, x + 1, box["y"] + 24) == middle
    assert zoom(page) != first
    page.keyboard.press("0")
    assert zoom(page) == first


def test_the_lane_of_ticks_pans_a_zoomed_strip_and_keys_do(visit):
    page = train(visit)
    page.keyboard.press("End")
    step = visit.step()
    for _ in range(3):
        page.keyboard.press("9")
    box, _, ticks = lanes(page)
    before = zoom(page)
    page.mouse.move(box["x"] + 20, ticks)
    page.mouse.down()
    page.mouse.move(box["x"] + 220, ticks, steps=4)
    page.mouse.up()
    assert visit.step() == step  # the cursor stays, out of sight
    assert not page.locator(".playhead").is_visible()
    panned = zoom(page)
    assert panned != before
    page.keyboard.press("Shift+PageUp")
    assert zoom(page) != panned
    page.keyboard.press("ArrowLeft")
    assert page.locator(".playhead").is_visible()  # a step brings the cursor into sight
    page.locator("[data-action=stripWhole]").click()
    page.keyboard.press("Home")
    assert page.locator(".playhead").is_visible()


SURPRISE = """import torch
w = torch.tensor(1., requires_grad=True)
for i in range(3):
    loss = (w * 2 - 6) ** 2
    loss.backward()
    with torch.no_grad():
        w -= 0.01 * w.grad
print(w)
"""


def test_a_click_near_a_finding_goes_to_it_and_keys_do(visit):
    page = train(visit, SURPRISE)
    page.keyboard.press("Home")
    page.keyboard.press(";")
    step = visit.step()
    finding = said(page)
    assert step > 0
    box = page.locator("#strip").bounding_box()
    head = page.locator(".playhead").bounding_box()
    x = head["x"] + head["width"] / 2
    for away in (-11, 11):
        page.keyboard.press("Home")
        page.mouse.click(x + away, box["y"] + 8)
        assert said(page) == finding
    page.keyboard.press("End")
    page.keyboard.press(":")
    assert visit.step() >= step


def test_many_boxes_in_words_wait_until_a_drag_of_the_playhead_is_over(visit):
    page = train(visit, MANY)
    rows = "document.querySelectorAll('#mirror .mirror-box').length"
    page.keyboard.press("End")
    visit.until(f"{rows} > 100")
    all_of_them = page.evaluate(rows)
    strip = page.locator("#strip").bounding_box()
    line = strip["y"] + strip["height"] - 8
    page.mouse.move(strip["x"] + strip["width"] - 4, line)
    page.mouse.down()
    page.mouse.move(strip["x"] + 8, line)
    page.wait_for_timeout(400)
    assert page.evaluate(rows) == all_of_them
    page.mouse.up()
    visit.until(f"{rows} < 100")
