"""Losses that grow."""

from tests.findings.programs import Positive

LINE = """import torch
torch.manual_seed(0)
x = torch.tensor([1.0, 5.0, 10.0, 20.0])
y = 2 * x + 1
w = torch.tensor(0.0, requires_grad=True)
b = torch.tensor(0.0, requires_grad=True)
opt = torch.optim.{name}([w, b], lr={lr}{more})
for step in range({steps}):
    opt.zero_grad()
    loss = ((w * x + b - y) ** 2).mean()
    loss.backward()
    opt.step()
"""
HAND = """import torch
w = torch.tensor([1.0, -2.0], requires_grad=True)
for step in range(8):
    loss = (w * w).sum()
    loss.backward()
    with torch.no_grad():
        w {sign}= {rate} * w.grad
    w.grad = None
"""
NET = """import torch
torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Linear(2, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
opt = torch.optim.SGD(net.parameters(), lr={lr})
x = torch.randn(16, 2) * 5
y = x.sum(1, keepdim=True)
for step in range(8):
    loss = torch.nn.functional.mse_loss(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
"""

POSITIVE = {
    "a line with a rate that is too large": Positive(
        LINE.format(name="SGD", lr=0.1, steps=10, more=""), 7,
        ("In the first 10 backward calls on line 11, loss grows from", "the learning rate is 0.1"),
        ("loss 在变大", "学习率是 0.1"),
        fixed=LINE.format(name="SGD", lr=0.001, steps=10, more="")),
    "beyond the range of numbers": Positive(
        LINE.format(name="SGD", lr=1.0, steps=30, more=""), 7, ("is not finite from then on",),
        ("之后不再是有限的数",)),
    "with momentum": Positive(
        LINE.format(name="SGD", lr=0.05, steps=12, more=", momentum=0.9"), 7, ("diverges",), (),
        fixed=LINE.format(name="SGD", lr=0.0005, steps=12, more=", momentum=0.9")),
    "by hand": Positive(
        HAND.format(sign="-", rate=1.5), 5, ("In the first 8 backward calls on line 5",), (),
        fixed=HAND.format(sign="-", rate=0.3)),
    "a net": Positive(NET.format(lr=0.2), 4, ("the learning rate is 0.2",), (),
                      fixed=NET.format(lr=0.01)),
}

NEGATIVE = {
    "a line that is learned": LINE.format(name="SGD", lr=0.004, steps=20, more=""),
    "Adam": LINE.format(name="Adam", lr=0.1, steps=20, more=""),
    "steps that go up on purpose": HAND.format(sign="+", rate=0.6),
    "an objective that is to grow":
        LINE.format(name="SGD", lr=0.1, steps=8, more=", maximize=True"),
    "an objective that is to grow, after one that falls": "for sign in (1, -1):\n".join((
        "import torch\n", """    w = torch.tensor([1.0, 2.0], requires_grad=True)
    opt = torch.optim.SGD([w], lr=0.3, maximize=sign < 0)
    for step in range(8):
        opt.zero_grad()
        (w * w).sum().backward()
        opt.step()
""")),
    "a loss that is high once": LINE.format(name="SGD", lr=0.003, steps=8, more="").replace(
        "    loss = (", "    k = 30 if step == 5 else 1\n    loss = k * ("),
    "data that grow in the last turns": HAND.format(sign="-", rate=0.01).replace(
        "(w * w)", "(1 + step) * (w * w)"),
    "two losses, one of which grows slowly": HAND.format(sign="-", rate=0.1),
}
