"""Parameters that get gradients, and that no optimizer holds."""

from tests.findings.programs import Positive

START = """import torch
from torch import nn
torch.manual_seed(0)
x, y = torch.randn(5, 3), torch.randn(5, 1)
"""
TRAIN = """
for _ in range(2):
    opt.zero_grad()
    ((net(x) - y) ** 2).mean().backward()
    opt.step()
"""
LISTED = START + """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = HOLDER
        self.head = nn.Linear(3, 1)
    def forward(self, x):
        for layer in LOOP:
            x = torch.tanh(layer(x))
        return self.head(x)
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
""" + TRAIN


def listed(holder, loop="self.layers"):
    """A net whose hidden layers are in a holder."""
    return LISTED.replace("HOLDER", holder).replace("LOOP", loop)


LATE = START + """net = nn.Sequential(nn.Linear(3, 3))
opt = torch.optim.Adam(net.parameters())
net = nn.Sequential(*net, nn.Linear(3, 1))
""" + TRAIN

POSITIVE = {
    "layers in a list": Positive(
        listed("[nn.Linear(3, 3), nn.Linear(3, 3)]"), 15,
        ("net.layers[0].weight", "SGD on line 15", "nn.ModuleList"), ("第 15 行的 SGD",),
        fixed=listed("nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])")),
    "layers in a tuple": Positive(listed("(nn.Linear(3, 3),)"), 15, ("net.layers[0].bias",)),
    "layers in a dict": Positive(
        listed("{'a': nn.Linear(3, 3)}", "self.layers.values()"), 15, ("net.layers['a'].weight",),
        fixed=listed("nn.ModuleDict({'a': nn.Linear(3, 3)})", "self.layers.values()")),
    "a layer that is added after the optimizer was made": Positive(
        LATE, 6, ("Adam on line 6", "net.1.weight and net.1.bias"), (),
        fixed=LATE.replace("opt = torch.optim.Adam(net.parameters())\n", "").replace(
            "nn.Linear(3, 1))\n",
            "nn.Linear(3, 1))\nopt = torch.optim.Adam(net.parameters())\n")),
    "only the head is trained, and the body is not frozen": Positive(
        START + "net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))\n"
        "opt = torch.optim.SGD(net[2].parameters(), lr=0.1)\n" + TRAIN, 5,
        ("no step moves them", "requires_grad_(False)"), ("冻结",), "note"),
}  # fmt: skip

NEGATIVE = {
    "layers in a ModuleList": listed("nn.ModuleList([nn.Linear(3, 3)])"),
    "a frozen body": START + "net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))\n"
        "net[0].requires_grad_(False)\nopt = torch.optim.SGD(net[2].parameters(), lr=0.1)\n"
        + TRAIN,
    "two optimizers share the parameters": START + "a, b = nn.Linear(3, 3), nn.Linear(3, 1)\n"
        "net = nn.Sequential(a, b)\none = torch.optim.SGD(a.parameters(), lr=0.1)\n"
        "opt = torch.optim.SGD(b.parameters(), lr=0.1)\n"
        + TRAIN.replace("opt.zero_grad", "net.zero_grad") + "    one.step()\n",
    "a group that is added": START + "net = nn.Sequential(nn.Linear(3, 3))\n"
        "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nnet.append(nn.Linear(3, 1))\n"
        "opt.add_param_group({'params': net[1].parameters()})\n" + TRAIN,
    "updates by hand beside an optimizer": START + "net = nn.Linear(3, 1)\n"
        "extra = nn.Parameter(torch.zeros(1))\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
        "for _ in range(2):\n    opt.zero_grad()\n    ((net(x) + extra - y) ** 2).mean().backward()"
        "\n    opt.step()\n    with torch.no_grad():\n        extra -= 0.1 * extra.grad\n"
        "        extra.grad = None\n",
    "a Parameter that is made of a tensor which requires grad": START
        + "w = nn.Parameter(torch.zeros(3, 1, requires_grad=True))\n"
        "opt = torch.optim.SGD([w], lr=0.1)\n" + TRAIN.replace("net(x)", "x @ w"),
    "gradients without any optimizer": START + "net = nn.Linear(3, 1)\nnet(x).sum().backward()\n",
}  # fmt: skip
