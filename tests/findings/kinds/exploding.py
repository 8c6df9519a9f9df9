"""Gradients that grow on their way."""

from tests.findings.programs import Positive

HAND = """import torch
torch.manual_seed(0)
h = torch.randn(4, 5)
ws = [(torch.randn(5, 5) * {size}).requires_grad_() for _ in range({layers})]
for w in ws:
    h = {step}
h.sum().backward()
"""
PLAIN = "h @ w"
NET = """import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(*[m for _ in range(8) for m in (nn.Linear(6, 6), nn.ReLU())])
for p in net.parameters():
    nn.init.normal_(p, std={std})
net(torch.randn(8, 6)).mean().backward()
"""

POSITIVE = {
    "ten layers with large weights": Positive(
        HAND.format(size=3, layers=10, step=PLAIN), 6, ("Through 10 ops in a row", "grows from"),
        ("连续经过 10 个运算",), "smell", HAND.format(size=0.4, layers=10, step=PLAIN)),
    "five layers with weights that are larger": Positive(
        HAND.format(size=6, layers=5, step=PLAIN), 6, ("Through 5 ops",), (), "smell"),
    "relu between them": Positive(
        HAND.format(size=4, layers=8, step="torch.relu(h @ w)"), 6, ("explodes",),
        ("爆炸",), "smell", HAND.format(size=0.5, layers=8, step="torch.relu(h @ w)")),
    "a net started from a wide normal distribution": Positive(
        NET.format(std=4.0), 7, ("Through 8 ops",), (), "smell", NET.format(std=0.5)),
    "one matrix many times": Positive(
        "import torch\nh = torch.ones(2, 3)\nw = torch.full((3, 3), 2.0, requires_grad=True)\n"
        "for i in range(6):\n    h = h @ w\nh.sum().backward()", 5, ("by a factor of 6",), (),
        "smell"),
}

NEGATIVE = {
    "layers that keep the norm": HAND.format(size=0.45, layers=10, step=PLAIN),
    "a net with torch's own start":
        "import torch\nfrom torch import nn\ntorch.manual_seed(0)\n"
        "net = nn.Sequential(*[m for _ in range(10) for m in (nn.Linear(6, 6), nn.Tanh())])\n"
        "net(torch.randn(8, 6)).sum().backward()",
    "a large loss": HAND.format(size=0.45, layers=6, step=PLAIN).replace("h.sum()",
                                                                         "(h * 1e6).sum()"),
    "three layers": HAND.format(size=8, layers=3, step=PLAIN),
    "normalized between the layers":
        HAND.format(size=3, layers=8, step="torch.nn.functional.layer_norm(h @ w, (5,))"),
}
