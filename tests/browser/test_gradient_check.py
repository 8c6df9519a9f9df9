"""The numeric check of a node: a button in the inspector, both numbers of what differs."""

FUNCTION = """\
import torch
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * x
x = torch.tensor([1.0, 3.0], requires_grad=True)
y = Square.apply(x)
y.sum().backward()
"""


def inspect(visit, code):
    """Run code, and select the node of its Function."""
    page = visit.open().page
    visit.run(code)
    visit.until("/SquareBackward/.test(document.querySelector('#mirror').textContent)")
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    select(page, "SquareBackward")
    return page


def select(page, words):
    box = page.locator("#mirror [data-box^=n]", has_text=words).first
    box.evaluate("row => row.click()")


def test_the_check_of_a_wrong_function_says_both_numbers_and_why(visit):
    page = inspect(visit, FUNCTION)
    button = page.get_by_role("button", name="Check the backward")
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".check-table")
    assert "2 slopes of the backward are not" in page.locator(".check-result").inner_text()
    rows = page.locator(".check-table tbody tr:not(.check-why)").all_inner_texts()
    assert rows[0].split("\t") == ["∂y[1] / ∂x[1]", "3.0", "6.0"]
    assert "straight-through" in page.locator(".check-why").first.inner_text()
    assert "eps = 1e-6" in page.locator(".check").inner_text()
    spoken = page.locator("#inspector ~ [role=status]").inner_text()
    assert spoken.startswith("2 slopes")
    page.locator("[data-action=language]").click()
    assert "反向有 2 个斜率与中心差分不符" in page.locator(".check-result").inner_text()


def test_a_right_one_agrees_and_another_node_is_not_checked_yet(visit):
    page = inspect(visit, FUNCTION.replace("grad * x", "grad * 2 * x"))
    page.get_by_role("button", name="Check the backward").click()
    page.wait_for_selector(".check-result >> text=at all entries")
    assert page.locator(".check-table").count() == 0
    select(page, "SumBackward")
    assert page.get_by_role("button", name="Check the backward").is_visible()


def test_what_cannot_be_checked_says_so_in_a_sentence(visit):
    code = FUNCTION.replace("x * x", "x * torch.rand(2)")
    page = inspect(visit, code)
    page.get_by_role("button", name="Check the backward").click()
    page.wait_for_selector(".check-result >> text=gives two results")
