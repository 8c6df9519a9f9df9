"""Masks that do not keep NaN out of a gradient."""

from tests.findings.programs import Positive

X = "import torch\nx = torch.tensor([2.0, 0.0, 4.0], requires_grad=True)\n"

POSITIVE = {
    "where around a logarithm": Positive(
        X + "y = torch.where(x > 0, torch.log(x), 0.0)\ny.sum().backward()", 3,
        ("where on line 3 leaves out log(0) = -inf", "at entry [1]", "x.grad"),
        ("去掉了第 3 行的 log(0)",),
        fixed=X + "y = torch.where(x > 0, torch.log(torch.where(x > 0, x, 1.0)), 0.0)\n"
        "y.sum().backward()"),
    "where around a root, which is finite": Positive(
        X + "root = (x * 3).sqrt()\ny = torch.where(x > 0, root, torch.zeros(3))\n"
        "y.sum().backward()", 3, ("where on line 4 leaves out sqrt(0) = 0 of line 3",),
        ("sqrt(0) = 0",),
        fixed=X + "root = torch.where(x > 0, x * 3, 1.0).sqrt()\n"
        "y = torch.where(x > 0, root, torch.zeros(3))\ny.sum().backward()"),
    "masked_fill of a quotient": Positive(
        X + "y = (1 / x).masked_fill(x == 0, 0.0)\ny.sum().backward()", 3,
        ("masked_fill on line 3 leaves out",), ("masked_fill",),
        fixed=X + "y = (1 / x.masked_fill(x == 0, 1.0)).masked_fill(x == 0, 0.0)\n"
        "y.sum().backward()"),
    "nan_to_num of a root": Positive(
        X + "n = (x * x).sqrt().log().nan_to_num(neginf=0.0)\nn.sum().backward()", 3,
        ("nan_to_num on line 3",)),
    "a method, with the branches swapped": Positive(
        X + "y = torch.where(x <= 0, x * 0.0, x.log())\ny.sum().backward()", 3,
        ("leaves out log(0)",)),
    "a clamp of what is not finite": Positive(
        X + "y = (x * x).sqrt().clamp(min=0.5)\ny.sum().backward()", 3,
        ("clamp on line 3 leaves out sqrt(0) = 0",)),
}

NEGATIVE = {
    "the argument made safe first":
        X + "safe = torch.where(x > 0, x, 1.0)\ny = torch.where(x > 0, safe.log(), 0.0)\n"
        "y.sum().backward()",
    "a clamp before the logarithm": X + "x.clamp(min=1e-6).log().sum().backward()",
    "where with two finite branches":
        X + "torch.where(x > 1, x * x, x + 1).sum().backward()",
    "a logarithm without gradient":
        X + "y = torch.where(x > 0, x.detach().log(), 0.0)\n(x * y).sum().backward()",
    "masked before softmax":
        X + "x.masked_fill(x == 0, float('-inf')).softmax(0)[0].backward()",
    "indexed by a mask": X + "x[x > 0].log().sum().backward()",
}
