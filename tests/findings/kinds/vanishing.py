"""Gradients that shrink on their way."""

from tests.findings.programs import Positive

NET = """import torch
from torch import nn
torch.manual_seed(0)
x = torch.randn(8, 4)
net = nn.Sequential(*[m for _ in range({layers}) for m in (nn.Linear(4, 4), nn.{act}())])
loss = net(x).pow(2).mean()
loss.backward()
"""
HAND = """import torch
torch.manual_seed(1)
h = torch.randn(4, 6)
ws = [(torch.randn(6, 6) * {size}).requires_grad_() for _ in range(8)]
for w in ws:
    h = torch.{act}(h @ w)
h.sum().backward()
"""
X = "import torch\nx = torch.tensor([12.0, -15.0], requires_grad=True)\n"

POSITIVE = {
    "eight layers of sigmoid": Positive(
        NET.format(layers=8, act="Sigmoid"), 6,
        ("Through 8 ops in a row", "the norm of the gradient falls from"),
        ("连续经过 8 个运算",), "smell", NET.format(layers=8, act="ReLU")),
    "small weights": Positive(
        HAND.format(size=0.02, act="tanh"), 6, ("Through 8 ops in a row",), (), "smell",
        HAND.format(size=0.4, act="tanh")),
    "sigmoid of sigmoid": Positive(
        "import torch\nx = torch.ones(3, requires_grad=True)\nh = x\nfor i in range(7):\n"
        "    h = torch.sigmoid(h)\nh.sum().backward()", 5, ("Through 7 ops",), (), "smell",
        "import torch\nx = torch.ones(3, requires_grad=True)\nh = x\nfor i in range(7):\n"
        "    h = torch.relu(h)\nh.sum().backward()"),
    "a saturated sigmoid": Positive(
        X + "p = torch.sigmoid(x)\np.sum().backward()", 3, ("p is saturated", "goes on"),
        ("p 饱和了",), "smell", X + "p = torch.sigmoid(x / 10)\np.sum().backward()"),
    "a saturated tanh": Positive(
        X + "(x * 2).tanh().sum().backward()", 3, ("almost flat",), (), "smell",
        X + "(x / 10).tanh().sum().backward()"),
}

NEGATIVE = {
    "eight layers of relu": NET.format(layers=8, act="ReLU"),
    "eight layers of tanh": NET.format(layers=8, act="Tanh"),
    "three layers of sigmoid": NET.format(layers=3, act="Sigmoid"),
    "layers with a way around":
        "import torch\nfrom torch import nn\ntorch.manual_seed(0)\nh = torch.randn(8, 4)\n"
        "layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(8)])\nfor layer in layers:\n"
        "    h = h + torch.sigmoid(layer(h))\nh.mean().backward()",
    "a recurrent net":
        "import torch\nfrom torch import nn\ntorch.manual_seed(0)\ncell = nn.RNNCell(3, 5)\n"
        "h = torch.zeros(2, 5)\nfor i in range(10):\n    h = cell(torch.randn(2, 3), h)\n"
        "h.sum().backward()",
    "a sigmoid that is sure of some entries":
        "import torch\nx = torch.tensor([12.0, 0.1], requires_grad=True)\n"
        "torch.sigmoid(x).sum().backward()",
}
