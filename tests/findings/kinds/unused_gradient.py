"""Gradients that are emptied before a step has used them."""

from tests.findings.programs import Positive

START = """import torch
from torch import nn
torch.manual_seed(0)
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
data = [(torch.randn(3, 2), torch.randn(3, 1)) for _ in range(6)]
"""
LOSS = "((net(x) - y) ** 2).mean()"

POSITIVE = {
    "zero_grad in each micro-batch": Positive(
        START + f"for i, (x, y) in enumerate(data):\n    opt.zero_grad()\n    loss = {LOSS} / 2\n"
        "    loss.backward()\n    if i % 2 == 1:\n        opt.step()\n", 10,
        ("Of the 6 backward calls on line 10, 3", "net.weight and net.bias", "on line 8"),
        ("第 10 行的 6 次",),
        fixed=START + f"for i, (x, y) in enumerate(data):\n    loss = {LOSS} / 2\n"
        "    loss.backward()\n    if i % 2 == 1:\n        opt.step()\n        opt.zero_grad()\n"),
    "the model's zero_grad, a step every third": Positive(
        START + f"for i, (x, y) in enumerate(data):\n    net.zero_grad()\n    {LOSS}.backward()\n"
        "    if (i + 1) % 3 == 0:\n        opt.step()\n", 9, ("6 backward calls", "4 fill")),
    "set to None by hand": Positive(
        START + "for i, (x, y) in enumerate(data):\n    for p in net.parameters():\n"
        f"        p.grad = None\n    {LOSS}.backward()\n    if i % 2:\n        opt.step()\n", 10,
        ("on line 9",)),
    "zeros instead of None": Positive(
        START + "for i, (x, y) in enumerate(data):\n    opt.zero_grad(set_to_none=False)\n"
        f"    {LOSS}.backward()\n    if i % 2:\n        opt.step()\n", 9, ("3 fill",)),
    "in a function": Positive(
        START + f"def train(x, y, steps):\n    opt.zero_grad()\n    loss = {LOSS}\n"
        "    loss.backward()\n    if steps:\n        opt.step()\n"
        "for i, (x, y) in enumerate(data):\n    train(x, y, i % 2)\n", 10, ("on line 8",)),
}  # fmt: skip

GAN = """import torch
from torch import nn
torch.manual_seed(0)
G, D = nn.Linear(2, 2), nn.Linear(2, 1)
og, od = torch.optim.SGD(G.parameters(), lr=0.1), torch.optim.SGD(D.parameters(), lr=0.1)
for i in range(3):
    fake = G(torch.randn(4, 2))
    od.zero_grad()
    (D(fake.detach()).mean() - D(torch.randn(4, 2)).mean()).backward()
    od.step()
    og.zero_grad()
    (-D(fake).mean()).backward()
    og.step()
"""

NEGATIVE = {
    "accumulation over two batches": START + f"for i, (x, y) in enumerate(data):\n"
        f"    ({LOSS} / 2).backward()\n    if i % 2:\n        opt.step()\n"
        "        opt.zero_grad()\n",
    "a GAN, whose generator fills the gradients of the discriminator": GAN,
    "a look at the gradients before training": START + f"x, y = data[0]\n{LOSS}.backward()\n"
        f"print(net.weight.grad)\nopt.zero_grad()\nfor x, y in data:\n    {LOSS}.backward()\n"
        "    opt.step()\n    opt.zero_grad()\n",
    "saliency of an input, without an optimizer": "import torch\nfrom torch import nn\n"
        "net = nn.Linear(2, 1)\nfor i in range(3):\n"
        "    x = torch.randn(1, 2, requires_grad=True)\n    net.zero_grad()\n"
        "    net(x).sum().backward()\n    print(x.grad.abs().max())\n",
    "a step that is left out for one bad batch": START + f"for i, (x, y) in enumerate(data):\n"
        f"    opt.zero_grad()\n    loss = {LOSS}\n    loss.backward()\n    if i != 2:\n"
        "        opt.step()\n",
    "gradients per sample, read before they are emptied": START + "norms = []\n"
        f"for x, y in data:\n    opt.zero_grad()\n    {LOSS}.backward()\n"
        "    norms.append(net.weight.grad.norm())\n"
        f"for x, y in data:\n    opt.zero_grad()\n    {LOSS}.backward()\n    opt.step()\n",
}  # fmt: skip
