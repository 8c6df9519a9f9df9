"""Functions whose backward forgets, changes or drops the gradient that comes in."""

from tests.findings.programs import Positive

START = """import torch
x = torch.tensor([0.5, 2.0], requires_grad=True)
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
"""
END = "(3 * Square.apply(x)).sum().backward()\n"


def square(*lines, end=END):
    """A Function of one input, the end of its backward, and its use."""
    return START + "".join(f"        {line}\n" for line in lines) + end


TWO = """import torch
x = torch.tensor([0.5, 2.0], requires_grad=True)
w = torch.tensor([1.0, 3.0], requires_grad=True)
class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return x * w
    @staticmethod
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        return RETURNED
Scaled.apply(x, w).pow(2).sum().backward()
print(x.grad)
"""

POSITIVE = {
    "a backward that returns the slope only": Positive(
        square("return 2 * x"), 11,
        ("Square.backward on line 9 never uses grad", "backward 1", "Multiply"), ("忽略了 grad",),
        fixed=square("return grad * 2 * x")),
    "of two inputs": Positive(
        TWO.replace("RETURNED", "w, x"), 12, ("Scaled.backward on line 10 never uses g",), (),
        fixed=TWO.replace("RETURNED", "g * w, g * x")),
    "a sign that is taken without what comes in": Positive(
        square("slope = torch.sign(x)", "return slope"), 12, ("never uses grad",), (),
        fixed=square("slope = torch.sign(x)", "return grad * slope")),
    "what comes in is changed in place": Positive(
        square("grad.mul_(2)", "return grad * x"), 11, ("Line 11 writes into grad", "clone()"),
        ("第 11 行写入",), "smell", square("return grad * 2 * x")),
    "a mask that is written into it": Positive(
        square("grad[x < 1] = 0", "return grad"), 11, ("changes grad in place",), (), "smell",
        square("grad = grad.clone()", "grad[x < 1] = 0", "return grad")),
    "none for an input that asks": Positive(
        TWO.replace("RETURNED", "None, g * x"), 14,
        ("sent no gradient towards x", "Return a gradient from the backward of Scaled"), (),
        fixed=TWO.replace("RETURNED", "g * w, g * x")),
    "a loss of its own, whose gradient is 1": Positive(
        square("return 2 * x", end="Square.apply(x).sum().backward()\n"), 11,
        ("what came in there was 1 everywhere",), (), "note"),
}  # fmt: skip

ROUND = """import torch
w = torch.tensor([0.4, 1.7], requires_grad=True)
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, w):
        return w.round()
    @staticmethod
    def backward(ctx, g):
        return g
(Round.apply(w) * 3).sum().backward()
"""

NEGATIVE = {
    "a straight-through estimator": ROUND,
    "a gradient that is reversed": ROUND.replace("return g", "return -0.5 * g").replace(
        "w.round()", "w.view_as(w)"),
    "a copy that is written into": square(
        "out = grad.clone()", "out[x < 1] = 0", "return out"),
    "none for an option": square("return grad * 2 * x, None", end=END.replace("(x)", "(x, 2)"))
        .replace("(ctx, x):", "(ctx, x, k):"),
    "a slope that is computed with grad mode on": square(
        "with torch.enable_grad():", "    y = x.detach().requires_grad_()", "    z = (y * y).sum()",
        "slope, = torch.autograd.grad(z, y)", "return slope * grad"),
    "gradients as a list": square("return grads[0] * 2 * x").replace("ctx, grad)", "ctx, *grads)"),
}  # fmt: skip
