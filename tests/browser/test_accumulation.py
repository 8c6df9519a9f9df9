"""The lesson that the project began with, as a student takes it: by keyboard, forward and back."""

SCALAR = """\
import torch
x = torch.tensor(0.5, requires_grad=True)
y = x * 0.2
y.backward(retain_graph=True)
y.backward()
"""


ADDED = "gradient [0] 0.2 + 0.2 = 0.4, [1] 2.0 + 2.0 = 4.0, [2] 20.0 + 20.0 = 40.0"


def step_until(visit, key, words):
    """Press `key` until the leaf x says `words`; the number of the step."""
    for _ in range(60):
        if visit.leaf("x").endswith(words):
            return visit.step()
        visit.press(key)
    raise AssertionError(f"{words!r} never came: {visit.boxes()}")


def test_the_second_backward_adds_up_at_the_leaf_and_a_step_back_takes_it_off(visit):
    visit.open().choose("Gradients accumulate")
    step_until(visit, "ArrowRight", ADDED)
    visit.press("ArrowLeft")
    assert visit.leaf("x").endswith("gradient [0.2, 2.0, 20.0]")
    assert visit.complaints == []


def test_a_scalar_leaf_reads_as_one_sum(visit):
    visit.open().run(SCALAR)
    visit.page.keyboard.press("Escape")
    step_until(visit, "ArrowRight", "gradient 0.2 + 0.2 = 0.4")
    step_until(visit, "ArrowLeft", "gradient 0.2")


def test_going_back_and_forth_shows_the_same_moments(visit):
    visit.open()
    visit.press("Home")
    there = []
    for _ in range(60):
        there.append(visit.boxes())
        if visit.press("ArrowRight") == len(there) - 1:
            break
    back = []
    for _ in there:
        back.append(visit.boxes())
        visit.press("ArrowLeft")
    assert len(there) > 10
    assert back[::-1] == there


def test_the_console_and_the_line_follow_the_moment(visit):
    visit.open()
    page = visit.page
    page.locator("#tab-console").click()
    visit.press("End")
    assert page.locator("#console .later").count() == 0
    last = page.locator(".line-now").inner_text()
    visit.press("Home")
    assert page.locator("#console .later").count() == page.locator("#console .said").count() > 0
    assert page.locator(".line-now").count() == 0 or page.locator(".line-now").inner_text() != last


def test_the_inspector_shows_the_account_of_the_leaf(visit):
    visit.open()
    visit.press("End")
    visit.page.locator(".variable-name", has_text="x").first.click()
    account = visit.page.locator("#inspector .account").inner_text()
    assert "+ [0.2, 2.0, 20.0]\t[0.4, 4.0, 40.0]" in account
    assert "backward 1" in account and "backward 2" in account
    visit.page.keyboard.press("Escape")
    assert visit.page.locator("#inspector").is_hidden()


def test_a_line_of_code_leads_to_what_it_made(visit):
    visit.open()
    visit.press("Home")
    visit.page.locator(".cm-gutterElement.makes", has_text="6").first.click()
    visit.page.wait_for_selector("#inspector .facts-name")
    assert visit.page.locator("#inspector h2").first.inner_text() == "y"
    assert visit.page.locator(".line-now").inner_text().startswith("y = x * 2")
