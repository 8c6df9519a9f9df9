"""Units that relu keeps at 0."""

from tests.findings.programs import Positive

NET = """import torch
import torch.nn.functional as F
torch.manual_seed(0)
x, y = torch.randn(12, 3), torch.randn(12, 1)
a, b = torch.nn.Linear(3, 10), torch.nn.Linear(10, 1)
with torch.no_grad():
    a.bias[:7] = {bias}
h = F.{act}(a(x))
F.mse_loss(b(h), y).backward()
"""
LOOP = NET[: NET.index("h = ")] + """opt = torch.optim.SGD([a.weight, a.bias, b.weight], lr=0.01)
for step in range(3):
    opt.zero_grad()
    loss = F.mse_loss(b(F.{act}(a(x))), y)
    loss.backward()
    opt.step()
"""
LARGE = NET.replace("12,", "64,")

POSITIVE = {
    "biases far below 0": Positive(
        NET.format(bias=-20, act="relu"), 8,
        ("7 of 10 units never act", "Of the 10 entries of a.bias, 7 get", "(1 in all)"),
        ("10 个单元中有 7 个",), "smell", NET.format(bias=0, act="relu")),
    "in a loop": Positive(
        LOOP.format(bias=-20, act="relu"), 11, ("(3 in all)",), (), "smell",
        LOOP.format(bias=0, act="relu")),
    "a large batch": Positive(
        LARGE.format(bias=-20, act="relu"), 8, ("Of the 10 entries of a.bias, 7 get",), (), "smell",
        LARGE.format(bias=-20, act="leaky_relu")),
    "as a layer": Positive(
        NET.format(bias=-30, act="relu").replace("F.relu(a(x))", "torch.nn.ReLU()(a(x))"), 8,
        ("with relu on line 8",), ("relu",), "smell"),
    "fewer than half": Positive(
        NET.format(bias=-20, act="relu").replace(":7", ":3"), 8, ("3 of 10 units",), (), "note"),
}

NEGATIVE = {
    "biases at 0": NET.format(bias=0, act="relu"),
    "leaky_relu": NET.format(bias=-20, act="leaky_relu"),
    "one row many times": NET.format(bias=-20, act="relu").replace(
        "torch.randn(12, 3)", "torch.ones(12, 3)"),
    "few rows": NET.format(bias=-20, act="relu").replace("12,", "4,"),
    "units that act for a row": NET.format(bias=-2, act="relu").replace(
        "torch.randn(12, 3)", "torch.randn(12, 3) * 4"),
    "a layer of zeros behind": NET.format(bias=0, act="relu").replace(
        "with torch", "torch.nn.init.zeros_(b.weight)\nwith torch"),
}
