"""Gradients that are cut off by what has no slope, or by numbers that leave torch."""

from tests.findings.programs import Positive

START = """import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
x, y = torch.randn(5, 3), torch.randn(5, 1)
"""
PAIR = START + """enc, dec = nn.Linear(3, 3), nn.Linear(3, 1)
opt = torch.optim.SGD([*enc.parameters(), *dec.parameters()], lr=0.1)
"""


def trained(*lines):
    """Two nets that an optimizer holds, and a loss of two lines in a loop."""
    body = "\n".join(f"    {line}" for line in (*lines, "opt.zero_grad()", "loss.backward()",
                                                "opt.step()"))
    return f"{PAIR}for _ in range(2):\n{body}\n"


LOSS = "loss = ((dec(h) - y) ** 2).mean()"
W = "import torch\nw = torch.tensor([3.0, 1.0, 2.0], requires_grad=True)\n"
SOFT = START + "head = nn.Linear(3, 4)\nwant = torch.rand(5)\nscores = head(x)\n"

POSITIVE = {
    "an encoder behind tolist()": Positive(
        trained("h = torch.tensor(enc(x).tolist())", LOSS), 9,
        ("tolist() on line 9", "enc.weight and enc.bias", "Stay in torch"), ("第 9 行的 tolist()",),
        fixed=trained("h = enc(x)", LOSS)),
    "an encoder behind torch.tensor()": Positive(
        trained("h = torch.tensor(enc(x))", LOSS), 9, ("torch.tensor() on line 9",),
        fixed=trained("h = enc(x)", LOSS)),
    "an encoder behind .data": Positive(
        trained("h = torch.relu(enc(x)).data", LOSS), 9, ("Leave out .data on line 9",),
        ("去掉第 9 行的 .data",), fixed=trained("h = torch.relu(enc(x))", LOSS)),
    "an encoder behind round and long": Positive(
        trained("h = (enc(x) * 3).long()", LOSS.replace("dec(h)", "dec(h.float())")), 9,
        ("turned into int64 on line 9", "a result of enc.weight and enc.bias"), ("转换成 int64",),
        fixed=trained("h = enc(x) * 3", LOSS)),
    "an encoder that the program detaches": Positive(
        trained("h = enc(x).detach()", LOSS), 9, ("detach() on line 9", "enc.weight"), (), "smell",
        fixed=trained("h = enc(x)", LOSS)),
    "argmax in a loss": Positive(
        SOFT + "bins = scores.argmax(1)\nloss = ((bins / 4 - want) ** 2).mean()\nloss.backward()",
        11, ("argmax() on line 9", "softmax() instead of argmax()"), ("第 9 行的 argmax()",),
        "error", SOFT + "bins = (scores.softmax(1) * torch.arange(4.0)).sum(1)\n"
        "loss = ((bins / 4 - want) ** 2).mean()\nloss.backward()"),
    "a comparison as accuracy": Positive(
        START + "net = nn.Linear(3, 1)\nhits = (net(x) > 0) == (y > 0)\n"
        "loss = 1 - hits.float().mean()\nloss.backward()", 9, ("the comparison", "on line 7"), (),
        "error"),
    "numbers that come back after a line of Python": Positive(
        W + "total = w.sum().item()\nscaled = total * 2\nloss = torch.tensor(scaled)\n"
        "loss.backward()", 6, ("item() on line 3", "made of plain numbers"), ("普通的数",),
        "error"),
    "classes that are counted from a choice": Positive(
        trained("h = F.one_hot(enc(x).argmax(1), 3).float()", LOSS), 9,
        ("argmax() on line 9", "enc.weight and enc.bias"), (),
        fixed=trained("h = enc(x).softmax(1)", LOSS)),
    "numpy in between": Positive(
        trained("h = enc(x).detach().numpy()", "h = torch.from_numpy(h * 2)", LOSS), 9,
        ("No way on the tape leads from loss", "detach() on line 9"), (), "smell",
        fixed=trained("h = enc(x)", "h = h * 2", LOSS)),
    "a metric in a function": Positive(
        START + "net = nn.Linear(3, 1)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
        "def metric(out):\n    return float(((out - y) ** 2).mean())\nfor _ in range(2):\n"
        "    loss = torch.tensor(metric(net(x)), requires_grad=True)\n    opt.zero_grad()\n"
        "    loss.backward()\n    opt.step()", 9,
        ("float() on line 9", "No way on the tape leads from loss to net.weight and net.bias")),
    "a gradient that is read": Positive(
        W + "i = w.topk(2).indices\nv = torch.ones(3, requires_grad=True)\n"
        "(v * i.sum()).sum().backward()\nprint(w.grad)", 3,
        ("the indices that topk() returns on line 3",), ("索引没有导数",)),
}  # fmt: skip

NEGATIVE = {
    "a straight-through estimator": W + "opt = torch.optim.SGD([w], lr=0.1)\n"
        "for _ in range(2):\n    q = w + (w.round() - w).detach()\n    opt.zero_grad()\n"
        "    (q ** 2).sum().backward()\n    opt.step()",
    "actions that are drawn, and their log-probability": START
        + "net = nn.Linear(3, 2)\nopt = torch.optim.Adam(net.parameters())\n"
        "for _ in range(2):\n    d = torch.distributions.Categorical(logits=net(x))\n"
        "    a = d.sample()\n    loss = -(d.log_prob(a) * (a == 0)).mean()\n    opt.zero_grad()\n"
        "    loss.backward()\n    opt.step()\n    print(loss.item())",
    "accuracy beside a loss": START + "net = nn.Linear(3, 2)\n"
        "opt = torch.optim.Adam(net.parameters())\nt = torch.tensor([0, 1, 0, 1, 1])\n"
        "for _ in range(2):\n    out = net(x)\n    loss = F.cross_entropy(out, t)\n"
        "    opt.zero_grad()\n    loss.backward()\n    opt.step()\n"
        "    print(loss.item(), (out.argmax(1) == t).float().mean().item())",
    "a discriminator is shown detached pictures": START
        + "G, D = nn.Linear(3, 3), nn.Linear(3, 1)\nopt = torch.optim.Adam(D.parameters())\n"
        "for _ in range(2):\n    opt.zero_grad()\n"
        "    (F.softplus(-D(x)) + F.softplus(D(G(x).detach()))).mean().backward()\n    opt.step()",
    "codes of the nearest vectors": START + "enc, book = nn.Linear(3, 2), nn.Embedding(4, 2)\n"
        "opt = torch.optim.Adam([*enc.parameters(), *book.parameters()])\nfor _ in range(2):\n"
        "    z = enc(x)\n    q = book(torch.cdist(z, book.weight).argmin(1))\n"
        "    loss = F.mse_loss(q, z.detach()) + F.mse_loss(z, q.detach())\n    opt.zero_grad()\n"
        "    loss.backward()\n    opt.step()",
    "weights of losses from their numbers": START
        + "net = nn.Linear(3, 1)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
        "for _ in range(2):\n    a, b = net(x).pow(2).mean(), net(x).abs().mean()\n"
        "    loss = a + (a / b).item() * b\n    opt.zero_grad()\n    loss.backward()\n"
        "    opt.step()",
    "a copy that follows": START + "import copy\nnet = nn.Linear(3, 1)\nslow = copy.deepcopy(net)\n"
        "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor _ in range(2):\n"
        "    loss = F.mse_loss(net(x), slow(x).detach() + y)\n    opt.zero_grad()\n"
        "    loss.backward()\n    opt.step()\n"
        "    for a, b in zip(slow.parameters(), net.parameters()):\n"
        "        a.data = 0.9 * a.data + 0.1 * b.data",
}  # fmt: skip
