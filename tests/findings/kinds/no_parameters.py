"""Parts of a module that learn nothing, since `parameters()` does not list them."""

from tests.findings.programs import Positive

NET = """import torch
from torch import nn
torch.manual_seed(0)
x, y = torch.randn(5, 3), torch.randn(5, 1)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        MADE
        self.head = nn.Linear(1, 1)
    def forward(self, x):
        return self.head(USED)
net = Net()
"""
STEP = """opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    ((net(x) - y) ** 2).mean().backward()
    opt.step()
"""
HAND = """for _ in range(2):
    ((net(x) - y) ** 2).mean().backward()
    with torch.no_grad():
        for p in net.parameters():
            p -= 0.1 * p.grad
            p.grad = None
"""
PLAIN = "self.w = torch.zeros(3, 1, requires_grad=True)"
REGISTERED = "self.w = nn.Parameter(torch.zeros(3, 1, requires_grad=True))"


def net(made, used="x @ self.w", train=STEP):
    """A module, what it makes of its input before its head, and how it is trained."""
    return NET.replace("MADE", made).replace("USED", used) + train


LISTED = "self.layers = [nn.Linear(3, 1)]"
LAYERS = "self.layers[0](x)"

POSITIVE = {
    "a plain tensor": Positive(
        net(PLAIN), 8, ("net.w is no Parameter", "SGD on line 13", "nn.Parameter(...)"),
        ("第 13 行的 SGD", "net.w 不是 Parameter"), fixed=net(REGISTERED)),
    "plain tensors in a list": Positive(
        net("self.ws = [torch.zeros(3, 1, requires_grad=True), torch.ones(1, requires_grad=True)]",
            "x @ self.ws[0] + self.ws[1]"), 8,
        ("net.ws[0] and net.ws[1] are no Parameters",), (),
        fixed=net("self.ws = nn.ParameterList([torch.zeros(3, 1), torch.ones(1)])",
                  "x @ self.ws[0] + self.ws[1]")),
    "a buffer": Positive(
        net('self.register_buffer("w", torch.zeros(3, 1, requires_grad=True))'), 8,
        ("Backward fills the gradients of net.w", "no buffers"), ("缓冲区",),
        fixed=net(REGISTERED)),
    "layers in a list, and updates by hand": Positive(
        net(LISTED, LAYERS, HAND), 16,
        ("net.parameters() does not list net.layers[0].weight and net.layers[0].bias",
         "loop over net.parameters() on line 16"), ("第 16 行对 net.parameters() 的循环",),
        fixed=net("self.layers = nn.ModuleList([nn.Linear(3, 1)])", LAYERS, HAND)),
    "plain tensors, and updates by hand": Positive(
        net(PLAIN, train=HAND), 16, ("does not list net.w",), (),
        fixed=net(REGISTERED, train=HAND)),
}  # fmt: skip

NEGATIVE = {
    "a Parameter": net(REGISTERED),
    "a constant that needs no gradient": net("self.w = torch.ones(3, 1)"),
    "a plain tensor with a group of its own": net(PLAIN, train=STEP.replace(
        "lr=0.1)\n", "lr=0.1)\nopt.add_param_group({'params': [net.w]})\n")),
    "a plain tensor that is moved by hand": net(PLAIN, train=STEP + "    with torch.no_grad():\n"
                                                "        net.w -= 0.1 * net.w.grad\n"
                                                "        net.w.grad = None\n"),
    "an input that is kept to look at its gradient": net(
        "self.seen = None", "self.keep(x)", STEP).replace(
        "    def forward", "    def keep(self, x):\n"
        "        self.seen = x.clone().detach().requires_grad_()\n"
        "        return self.seen.sum(1, keepdim=True)\n    def forward"
        ) + "print(net.seen.grad.shape)\n",
    "a loop that only looks at the gradients": net(
        PLAIN, train="(net(x) - y).sum().backward()\nfor p in net.parameters():\n"
        "    print(p.grad.norm())\n"),
}  # fmt: skip
