"""Losses that are given the wrong kind of numbers."""

from tests.findings.programs import Positive

START = """import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
x = torch.randn(6, 4)
classes = torch.tensor([0, 1, 2, 0, 1, 2])
yes = torch.tensor([[1.0], [0.0], [1.0], [0.0], [1.0], [1.0]])
"""
SCORES = START + "net = nn.Linear(4, 3)\n"
CHANCE = START + "one = nn.Linear(4, 1)\n"
END = "\nloss.backward()\n"

POSITIVE = {
    "softmax before cross_entropy": Positive(
        SCORES + "p = F.softmax(net(x), dim=1)\nloss = F.cross_entropy(p, classes)" + END, 10,
        ("on line 9 returned", "3 classes", "below 0.55"), ("第 9 行的 softmax",),
        fixed=SCORES + "p = net(x)\nloss = F.cross_entropy(p, classes)" + END),
    "a layer of softmax before the criterion": Positive(
        SCORES + "model = nn.Sequential(net, nn.Softmax(dim=1))\n"
        "loss = nn.CrossEntropyLoss()(model(x), classes)" + END, 10, ("Leave out the softmax",)),
    "softmax of rows that are squeezed before": Positive(
        SCORES + "p = net(x).softmax(1).unsqueeze(0).squeeze(0)\n"
        "loss = F.cross_entropy(p, F.one_hot(classes, 3).float())" + END, 10, ("below 0.55",)),
    "sigmoid before the loss with logits": Positive(
        CHANCE + "p = torch.sigmoid(one(x))\nloss = F.binary_cross_entropy_with_logits(p, yes)"
        + END, 10, ("on line 9 returned", "0.73"), ("sigmoid 做了两次",),
        fixed=CHANCE + "p = torch.sigmoid(one(x))\nloss = F.binary_cross_entropy(p, yes)" + END),
    "nll_loss of scores": Positive(
        SCORES + "loss = F.nll_loss(net(x), classes)" + END, 9, ("largest entry", "log_softmax"),
        ("概率的对数不会大于 0",),
        fixed=SCORES + "loss = F.nll_loss(F.log_softmax(net(x), dim=1), classes)" + END),
    "nll_loss of probabilities": Positive(
        SCORES + "loss = nn.NLLLoss()(F.softmax(net(x), dim=1), classes)" + END, 9,
        ("never above 0",)),
}

NEGATIVE = {
    "cross_entropy of scores": SCORES + "loss = F.cross_entropy(net(x), classes)" + END,
    "nll_loss of log_softmax":
        SCORES + "loss = F.nll_loss(net(x).log_softmax(1), classes)" + END,
    "nll_loss of the logarithm of softmax":
        SCORES + "loss = F.nll_loss(F.softmax(net(x), 1).log(), classes)" + END,
    "binary_cross_entropy of sigmoid":
        CHANCE + "loss = F.binary_cross_entropy(one(x).sigmoid(), yes)" + END,
    "a softmax inside the net, as attention has": SCORES + "a = F.softmax(x @ x.t() / 2, dim=1)\n"
        "loss = F.cross_entropy(net(a @ x), classes)" + END,
    "a softmax that is only printed":
        SCORES + "s = net(x)\nprint(F.softmax(s, 1).max())\n"
        "loss = F.cross_entropy(s, classes)" + END,
    "distillation by kl_div": SCORES + "with torch.no_grad():\n    t = F.softmax(net(x) / 2, 1)\n"
        "loss = F.kl_div(F.log_softmax(net(x) / 2, 1), t, reduction='batchmean')" + END,
}  # fmt: skip
