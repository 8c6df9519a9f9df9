"""Optimizers of tensors that the loss does not reach, since others have their names or parts."""

from tests.findings.programs import Positive

START = """import copy
import torch
from torch import nn
torch.manual_seed(0)
x, y = torch.randn(5, 3), torch.randn(5, 1)
"""
TRAIN = """for _ in range(2):
    opt.zero_grad()
    ((net(x) - y) ** 2).mean().backward()
    opt.step()
"""
NET = "net = nn.Linear(3, 1)\n"
OPT = "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
BODY = "net = nn.Sequential()\nnet.body = nn.Linear(3, 4)\nnet.head = nn.Linear(4, 2)\n"
HEAD = "net.head = nn.Linear(4, 1)\n"
BEST = "best = copy.deepcopy(net)\n"
OTHER = "opt = torch.optim.SGD(best.parameters(), lr=0.1)\n"
LEAF = "w = torch.ones(3, 1, requires_grad=True)\n"
HAND = "opt = torch.optim.Adam([w], lr=0.1)\n"
LOSS = "for _ in range(2):\n    opt.zero_grad()\n    (x @ w - y).pow(2).mean().backward()\n" \
       "    opt.step()\n"

POSITIVE = {
    "a model made anew": Positive(
        START + NET + OPT + NET + TRAIN, 8,
        ("made on line 7 was given net.weight and net.bias", "line 8 made a new"),
        ("优化器里的是旧的 net.weight、net.bias",), fixed=START + NET + NET + OPT + TRAIN),
    "a layer made anew": Positive(
        START + BODY + OPT + HEAD + TRAIN, 10, ("an older net.head.weight and net.head.bias",), (),
        fixed=START + BODY + HEAD + OPT + TRAIN),
    "a tensor made anew": Positive(
        START + LEAF + HAND + LEAF + LOSS, 8, ("was given w; after that, line 8 made a new w",),
        ("第 8 行又新建了 w",), fixed=START + LEAF + LEAF + HAND + LOSS),
    "a list of what was there before": Positive(
        START + NET + "params = list(net.parameters())\n" + NET
        + "opt = torch.optim.SGD(params, lr=0.1)\n" + TRAIN, 8,
        ("made on line 9 was given the net.weight and net.bias that had been there before line 8",),
        ("第 9 行的优化器得到的 net.weight、net.bias，是第 8 行新建",),
        fixed=START + NET + OPT + TRAIN),
    "an optimizer of a copy": Positive(
        START + NET + BEST + OTHER + TRAIN, 8,
        ("None of the 2 tensors that SGD on line 8 holds", "those of net.weight and net.bias"),
        ("第 8 行的 SGD 有 2 个张量",), fixed=START + NET + BEST + OPT + TRAIN),
    "an optimizer of a net without a name": Positive(
        START + NET + "opt = torch.optim.SGD(nn.Linear(3, 1).parameters(), lr=0.1)\n" + TRAIN, 7,
        ("does not hold net.weight and net.bias",), (), fixed=START + NET + OPT + TRAIN),
    "a tensor that a loop makes anew": Positive(
        START + LEAF + HAND + LOSS + "    w = w.detach().requires_grad_()\n", 12,
        ("The optimizer has an older w",)),
}  # fmt: skip

NEGATIVE = {
    "a net and an optimizer for each fold": START + "for fold in range(2):\n    " + NET + "    "
        + OPT + "    for _ in range(2):\n        opt.zero_grad()\n"
        "        ((net(x) - y) ** 2).mean().backward()\n        opt.step()\n",
    "a layer made anew before the optimizer": START + BODY + HEAD + OPT + TRAIN,
    "a second stage with a group of its own": START + BODY + HEAD
        + "opt = torch.optim.SGD(net.head.parameters(), lr=0.1)\n" + TRAIN
        + "net.body = nn.Linear(3, 4)\nopt.add_param_group({'params': net.body.parameters()})\n"
        + TRAIN,
    "a new input each turn, whose gradient is read": START + NET + OPT
        + "x = torch.randn(5, 3, requires_grad=True)\n" + TRAIN + "print(x.grad.shape)\n",
    "a copy for testing": START + NET + BEST + "best.requires_grad_(False)\n" + OPT + TRAIN
        + "with torch.no_grad():\n    print((best(x) - net(x)).abs().max() > 0)\n",
    "a tensor of another meaning after training": START + LEAF + HAND + LOSS
        + "w = torch.ones(3, requires_grad=True)\n(w * w).sum().backward()\nprint(w.grad)\n",
    "a net whose values are put back": START + NET + OPT + "state = copy.deepcopy(net.state_dict())"
        "\n" + TRAIN + "net.load_state_dict(state)\n" + TRAIN,
    "fast weights": START + LEAF + HAND + "for _ in range(2):\n    opt.zero_grad()\n    v = w\n"
        "    g, = torch.autograd.grad((x @ v).sum(), v, create_graph=True)\n    v = v - 0.1 * g\n"
        "    (x @ v).pow(2).mean().backward()\n    opt.step()\n",
}  # fmt: skip
