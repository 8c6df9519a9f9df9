"""Leaves that ask for a gradient, and that no backward reaches."""

from tests.findings.kinds.cut import START, W
from tests.findings.programs import Positive

NET = START + """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two = nn.Linear(3, 3), nn.Linear(3, 1)
    def forward(self, x):
        FORWARD
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    F.mse_loss(net(x), y).backward()
    opt.step()
"""


def net(*lines):
    """A net with two layers, and what its forward does."""
    return NET.replace("FORWARD", "\n        ".join(lines))


POSITIVE = {
    "a layer that forward forgets": Positive(
        net("return self.two(x)"), 16, ("net.one.weight and net.one.bias", "No way on the tape"),
        ("net.one.weight、net.one.bias",), "smell", net("return self.two(self.one(x))")),
    "a result that is thrown away": Positive(
        net("h = self.one(x)", "h = self.two(x)", "return h"), 18, ("net.one.weight",), (),
        "smell", net("h = self.one(x)", "h = self.two(h)", "return h")),
    "a leaf that is read and was not used": Positive(
        W + "v = torch.ones(3, requires_grad=True)\nloss = (v * 2).sum()\nloss.backward()\n"
        "print(w.grad)", 6, ("from loss to w", "Use w"), ("让 w 参与计算 loss",), "mistake",
        W + "v = torch.ones(3, requires_grad=True)\nloss = (v * w).sum()\nloss.backward()\n"
        "print(w.grad)"),
    "a result keeps no gradient": Positive(
        W + "y = w * 2\ny.sum().backward()\nprint(y.grad)", 5, ("y is no leaf", "retain_grad()"),
        ("y 不是叶子",), "mistake",
        W + "y = w * 2\ny.retain_grad()\ny.sum().backward()\nprint(y.grad)"),
    "a gradient that is read before backward": Positive(
        W + "y = (w * w).sum()\nprint(w.grad)\ny.backward()", 4, ("No backward has run yet",), (),
        "note"),
    "a leaf that its name left": Positive(
        W + "for _ in range(2):\n    (w * w).sum().backward()\n    print(w.grad)\n"
        "    with torch.enable_grad():\n        w = w - 0.1", 5,
        ("line 7 gave the name to a new result", "Change w in place"), (), "mistake"),
}  # fmt: skip

NEGATIVE = {
    "an expert that no input chose": START + "gate = nn.Linear(3, 3)\n"
        "experts = nn.ModuleList(nn.Linear(3, 1) for _ in range(3))\n"
        "opt = torch.optim.Adam([*gate.parameters(), *experts.parameters()])\n"
        "for _ in range(2):\n    p = gate(x[:1]).softmax(1)\n    best = int(p.argmax(1))\n"
        "    loss = (experts[best](x[:1]) * p[:, best]).sum()\n    opt.zero_grad()\n"
        "    loss.backward()\n    opt.step()",
    "a head of a later phase": START + "net, aux = nn.Linear(3, 1), nn.Linear(3, 1)\n"
        "opt = torch.optim.SGD([*net.parameters(), *aux.parameters()], lr=0.1)\n"
        "for epoch in range(2):\n    loss = F.mse_loss(net(x), y)\n    if epoch > 5:\n"
        "        loss = loss + aux(x).pow(2).mean()\n    opt.zero_grad()\n    loss.backward()\n"
        "    opt.step()",
    "a frozen layer": START + "net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))\n"
        "net[0].requires_grad_(False)\nopt = torch.optim.SGD(net[1].parameters(), lr=0.1)\n"
        "F.mse_loss(net(x), y).backward()\nopt.step()",
    "a net for evaluation": START + "net, judge = nn.Linear(3, 1), nn.Linear(1, 1)\n"
        "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nF.mse_loss(net(x), y).backward()\n"
        "opt.step()\nprint(judge(net(x)).mean().item())",
    "gradients of an input only": START + "net = nn.Linear(3, 1)\nx.requires_grad_()\n"
        "g, = torch.autograd.grad(net(x).sum(), x)\nprint(g.norm().item())",
    "tied weights": START + "net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))\n"
        "net[1].weight = net[0].weight\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
        "net(x).pow(2).mean().backward()\nopt.step()",
}  # fmt: skip
