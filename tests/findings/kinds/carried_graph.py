"""Results that are carried over from an earlier turn of a loop."""

from tests.findings.programs import Positive

START = """import torch
from torch import nn
torch.manual_seed(0)
"""
RNN = START + """rnn, out = nn.RNN(3, 4), nn.Linear(4, 1)
h = torch.zeros(1, 1, 4)
for step in range(4):
    y, h = rnn(torch.randn(5, 1, 3), h)
    loss = out(y).pow(2).mean()
    loss.backward()
"""
LSTM = START + """lstm = nn.LSTM(2, 2)
state = (torch.zeros(1, 1, 2), torch.zeros(1, 1, 2))
for step in range(3):
    y, state = lstm(torch.randn(3, 1, 2), state)
    y.sum().backward()
"""
TOTAL = START + """w = torch.ones(2, requires_grad=True)
total = 0
for i in range(3):
    loss = (w ** 2).sum()
    total += loss
    total.backward()
"""
CELL = START + """cell = nn.RNNCell(2, 2)
h = None
for x in torch.randn(4, 1, 2):
    h = cell(x, h) if h is not None else cell(x)
    h.sum().backward()
"""
OWN = START + """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell, self.h = nn.RNNCell(2, 2), torch.zeros(1, 2)
    def forward(self, x):
        self.h = self.cell(x, self.h)
        return self.h
net = Net()
for i in range(3):
    net(torch.randn(1, 2)).sum().backward()
"""
KEPT = RNN.replace("loss.backward()", "loss.backward(retain_graph=True)")

POSITIVE = {
    "a hidden state": Positive(
        RNN, 9, ("h comes from the turn before and is used on line 7", "h = h.detach()"),
        ("h 来自上一轮循环",), "error", RNN.replace("    y, h", "    h = h.detach()\n    y, h")),
    "the two states of an LSTM": Positive(
        LSTM, 8, ("state = tuple(each.detach() for each in state)",), ("state[0]",), "error"),
    "a running total": Positive(
        TOTAL, 9, ("total = total.detach()",), ("total 来自",), "error",
        TOTAL.replace("    total.b", "    loss.b")),
    "a state that begins as None": Positive(
        CELL, 8, ("h comes from the turn before",), ("h 来自上一轮",), "error"),
    "a state that a module holds": Positive(
        OWN, 13, ("self.h = self.h.detach()",), ("self.h 来自上一轮",), "error",
        OWN.replace("(x, self.h)", "(x, self.h.detach())")),
    "all graphs are retained": Positive(
        KEPT, 9, ("on line 9 runs grows from", "(backward 4)", "h = h.detach()"),
        ("增加到",), "smell",
        RNN.replace("    y, h", "    h = h.detach()\n    y, h")),
    "all graphs of a total are retained": Positive(
        TOTAL.replace("backward()", "backward(retain_graph=True)"), 9,
        ("total comes from the turn before",), ("total",), "smell"),
}  # fmt: skip

NEGATIVE = {
    "a state that is cut off": RNN.replace("    y, h", "    h = h.detach()\n    y, h"),
    "one backward through all turns": START + "cell = nn.RNNCell(2, 2)\nh = torch.zeros(1, 2)\n"
        "total = 0\nfor x in torch.randn(4, 1, 2):\n    h = cell(x, h)\n    total = total + h.sum()"
        "\ntotal.backward()\n",
    "two losses of one graph": START + "w = torch.ones(2, requires_grad=True)\nfor i in range(3):\n"
        "    h = w.exp()\n    h.sum().backward(retain_graph=True)\n    h.prod().backward()\n",
    "the rows of a Jacobian": START + "x = torch.ones(3, requires_grad=True)\ny = x.exp() * x\n"
        "rows = []\nfor i in range(3):\n    x.grad = None\n    y[i].backward(retain_graph=True)\n"
        "    rows.append(x.grad)\n",
    "an average of numbers": START + "w = torch.ones(2, requires_grad=True)\nmean = 0.0\n"
        "for i in range(4):\n    loss = (w ** 2).sum()\n    loss.backward()\n"
        "    mean = 0.9 * mean + 0.1 * loss.item()\n",
    "steps of a learned update": START + "w = torch.ones(2, requires_grad=True)\n"
        "rate = torch.tensor(0.1, requires_grad=True)\nv = w\nfor i in range(3):\n"
        "    g, = torch.autograd.grad((v ** 2).sum(), v, create_graph=True)\n    v = v - rate * g\n"
        "(v ** 2).sum().backward()\n",
}  # fmt: skip
