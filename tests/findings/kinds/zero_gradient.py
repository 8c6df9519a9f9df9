"""Ops that let no gradient through."""

from tests.findings.programs import Positive

W = "import torch\nw = torch.tensor([0.3, -0.4, 0.7], requires_grad=True)\n"
PAIR = """import torch
torch.manual_seed(0)
x = torch.randn(6, 3)
a = torch.nn.Linear(3, 4, bias=False)
b = torch.nn.Linear(4, 1, bias=False)
torch.nn.init.zeros_(b.weight)
"""
STEPS = """opt = torch.optim.SGD([a.weight, b.weight], lr=0.1)
for step in range(3):
    opt.zero_grad()
    loss = (b(torch.relu(a(x))) - 1).pow(2).mean()
    loss.backward()
    opt.step()
"""
NOT_A = "torch.nn.init.zeros_(a.weight)\n"

POSITIVE = {
    "two layers of zeros": Positive(
        PAIR + NOT_A + STEPS, 11, ("a.weight and b.weight keep each other at 0", "all 3 backward"),
        ("互相停在 0",), "mistake", PAIR + STEPS),
    "a relu whose inputs are all negative": Positive(
        W + "h = torch.relu(w - 2)\nh.sum().backward()", 3, ("flat", "leaky_relu"), ("平的",),
        "smell", W + "h = torch.nn.functional.leaky_relu(w - 2)\nh.sum().backward()"),
    "round": Positive(
        W + "loss = ((w * 3).round() - 1).pow(2).sum()\nloss.backward()", 3, ("0 everywhere",),
        ("处处为 0",), "smell",
        W + "h = w * 3\nh = h + (h.round() - h).detach()\nloss = (h - 1).pow(2).sum()\n"
        "loss.backward()"),
    "sign": Positive(W + "(w.sign() * w.detach()).sum().backward()", 3, ("0 everywhere",),
                     (), "smell"),
    "clamp, all above": Positive(W + "w.clamp(max=-1.0).sum().backward()", 3, ("flat",), (),
                                 "smell"),
    "abs at zero": Positive("import torch\nx = torch.zeros(3, requires_grad=True)\n"
                            "x.abs().sum().backward()", 3, ("kink",), ("折点",), "smell"),
}

NEGATIVE = {
    "a last layer of zeros": PAIR + STEPS,
    "a hinge that is met after a while":
        W + "for step in range(3):\n    loss = torch.relu(1 - w.sum()).sum()\n"
        "    loss.backward()\n    with torch.no_grad():\n        w += 1\n    w.grad = None",
    "a relu that is half open": W + "torch.relu(w).sum().backward()",
    "a straight-through estimator":
        W + "h = w + (w.round() - w).detach()\nh.pow(2).sum().backward()",
    "a clamp that holds one entry": W + "w.clamp(max=0.5).sum().backward()",
    "a relu whose gradient is zero already": W + "(torch.relu(w - 2) * 0 + w).sum().backward()",
    "rounding under no_grad":
        W + "with torch.no_grad():\n    r = w.round()\n(w * r).sum().backward()",
}
