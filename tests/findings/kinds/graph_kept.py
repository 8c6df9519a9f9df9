"""Variables that keep the graphs of earlier turns."""

from tests.findings.programs import Positive

START = """import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(4, 2), torch.randn(4, 1)
"""
STEP = """    loss = ((net(x) - y) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
"""
TOTAL = START + "total = 0\nfor step in range(4):\n" + STEP \
    + "    total += loss\nprint(total / 4)\n"
STORED = START + "losses = []\nfor step in range(4):\n" + STEP + "    losses.append(loss)\n"
NAMED = START + "log = {'loss': []}\nfor step in range(4):\n" + STEP \
    + "    log['loss'].append(loss)\n"
MEAN = START + "mean = torch.zeros(())\nfor step in range(4):\n" + STEP \
    + "    mean = 0.9 * mean + 0.1 * loss\n"
SUM = START + "total = torch.tensor(0.0)\nfor step in range(4):\n" + STEP \
    + "    total = total + loss * len(x)\n"
OUTPUTS = START + "seen = []\nfor step in range(4):\n    out = net(x)\n    opt.zero_grad()\n" \
    "    ((out - y) ** 2).mean().backward()\n    opt.step()\n    seen.append((out - y).abs())\n" \
    "print(max(each.max() for each in seen))\n"

POSITIVE = {
    "a total of losses": Positive(
        TOTAL, 13, ("total keeps", "nodes of earlier turns", "When backward 4 on line 11 begins"),
        ("total 留住了",), "smell", TOTAL.replace("+= loss", "+= loss.item()")),
    "losses in a list": Positive(
        STORED, 13, ("losses keeps", "number only on line 13"), ("losses 留住了",), "smell",
        STORED.replace("append(loss)", "append(loss.item())")),
    "losses in a list of a dict": Positive(NAMED, 13, ("log keeps",), ("log 留住了",), "smell"),
    "a mean that runs along": Positive(
        MEAN, 13, ("mean keeps",), ("mean 留住了",), "smell",
        MEAN.replace("0.1 * loss", "0.1 * loss.item()")),
    "a sum that is not in place": Positive(SUM, 13, ("total keeps",), (), "smell"),
    "errors in a list": Positive(
        OUTPUTS, 13, ("seen keeps", "bytes of saved results"), ("字节",), "smell",
        OUTPUTS.replace("abs())", "abs().detach())")),
    "a graph that is retained for nothing": Positive(
        START + "for step in range(2):\n" + STEP.replace("backward()",
                                                         "backward(retain_graph=True)"), 10,
        ("retain_graph=True on line 10 is not needed", "the 2 backward calls"),
        ("不需要第 10 行",), "note"),
}  # fmt: skip

NEGATIVE = {
    "numbers in a list": STORED.replace("append(loss)", "append(loss.item())"),
    "a total of detached losses": TOTAL.replace("+= loss", "+= loss.detach()"),
    "a total that goes backward": START + "total = 0\nfor step in range(4):\n"
        "    total = total + ((net(x) - y) ** 2).mean()\ntotal.backward()\nopt.step()\n",
    "log-probabilities until the end of an episode": START + "for episode in range(3):\n"
        "    kept = []\n    for t in range(3):\n        kept.append(net(x).sigmoid().log().sum())\n"
        "    opt.zero_grad()\n    (-torch.stack(kept).sum()).backward()\n    opt.step()\n",
    "states of a net that go into one loss": "import torch\nfrom torch import nn\n"
        "x = torch.randn(4, 2)\ncell = nn.RNNCell(2, 3)\n"
        "h, states = None, []\nfor t in range(4):\n    h = cell(x, h)\n    states.append(h)\n"
        "torch.stack(states).sum().backward()\n",
    "two losses of one graph": START + "for step in range(4):\n    out = net(x)\n"
        "    opt.zero_grad()\n    out.mean().backward(retain_graph=True)\n"
        "    ((out - y) ** 2).mean().backward()\n    opt.step()\n",
    "micro-batches": START + "for step in range(6):\n    loss = ((net(x) - y) ** 2).mean() / 2\n"
        "    loss.backward()\n    if step % 2:\n        opt.step()\n        opt.zero_grad()\n",
    "the last two losses": START + "from collections import deque\nlast = deque(maxlen=2)\n"
        "for step in range(6):\n" + STEP + "    last.append(loss.detach())\n",
}  # fmt: skip
