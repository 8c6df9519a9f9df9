"""Numbers that are changed where autograd, or the reader, does not see it."""

from tests.findings.programs import Positive

W = "import torch\nfrom torch import nn\nw = torch.tensor([0.3, -0.4, 0.7], requires_grad=True)\n"
SKIP = """import torch
from torch import nn
torch.manual_seed(0)
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Sequential(nn.ReLU(inplace=True), nn.Linear(3, 3))
    def forward(self, input):
        out = self.conv(input)
        out += input
        return out
h = torch.tensor([[-1.0, 2.0, -3.0]], requires_grad=True) * 1
Block()(h).sum().backward()
"""
SHARED = """import torch
from torch import nn
torch.manual_seed(0)
a, b = nn.Linear(2, 2, bias=False), nn.Linear(2, 2, bias=False)
start = torch.eye(2)
a.weight.data = start
b.weight.data = start
opt = torch.optim.SGD([a.weight, b.weight], lr=0.1)
b(torch.tanh(a(torch.randn(3, 2)))).pow(2).sum().backward()
opt.step()
"""
NAMED = W + "o = w.exp()\nc = o.data\nc.mul_(3)\no.sum().backward()"
NUMPY = W + "o = w.exp()\nn = o.detach().numpy()\nn[0] = 0\no.sum().backward()"

POSITIVE = {
    "through .data": Positive(
        W + "o = w.sigmoid()\no.data.zero_()\no.sum().backward()", 5,
        ("SigmoidBackward0 saved o, and zero_() through .data on line 5",), ("第 5 行的 zero_()",),
        fixed=W + "o = w.sigmoid()\no.data.clone().zero_()\no.sum().backward()"),
    "through a name": Positive(
        NAMED, 6, ("mul_() through c on line 6",), (),
        fixed=NAMED.replace("o.data", "o.detach().clone()")),
    "by numpy": Positive(
        NUMPY, 6, ("ExpBackward0 saved o", "by the end of line 6"), ("第 6 行",),
        fixed=NUMPY.replace("detach()", "detach().clone()")),
    "a leaf that was multiplied": Positive(
        W + "y = (w * w).sum()\nw.data *= 2\ny.backward()", 5, ("saved w", "on line 5")),
    "two parameters with one memory": Positive(
        SHARED, 10, ("a.weight and b.weight share memory", "The step on line 10"),
        ("a.weight、b.weight 共用内存",), fixed=SHARED.replace(".data = start",
                                                       ".data.copy_(start)")),
    "a skip connection behind a relu in place": Positive(
        SKIP, 9, ("relu_ on line 9 puts its result into input, and line 10 uses input",),
        ("第 9 行的 relu_ 把结果写进了 input，而第 10 行",), "smell",
        SKIP.replace("inplace=True", "inplace=False")),
    "dropout in place, and its input again": Positive(
        W + "h = w * 2\ny = nn.functional.relu(h, inplace=True)\nloss = (y + h).sum()\n"
        "loss.backward()", 5, ("line 6 uses h",), (), "smell"),
}  # fmt: skip

NEGATIVE = {
    "read before it is written by numpy":
        W + "o = w.exp()\no.sum().backward()\nn = o.detach().numpy()\nn[0] = 0\nprint(o)",
    "the same numbers": W + "o = w.exp()\no.data.mul_(1)\no.sum().backward()",
    "a relu in place in a chain": SKIP.replace("out += input", "out = out * 2"),
    "a relu in place that keeps the name":
        W + "h = w * 2\nh = nn.functional.relu(h, inplace=True)\n(h + h * 2).sum().backward()",
    "weights that are initialised by hand":
        "import torch\nfrom torch import nn\ntorch.manual_seed(0)\nnet = nn.Linear(2, 2)\n"
        "net.weight.data.normal_(0, 0.1)\nnet.bias.data = torch.zeros(2)\n"
        "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
        "for _ in range(2):\n    opt.zero_grad()\n    net(torch.ones(1, 2)).sum().backward()\n"
        "    opt.step()\n    net.weight.data.clamp_(-1, 1)",
    "tied weights": SHARED.replace("a.weight.data = start\nb.weight.data = start\n",
                                   "b.weight = a.weight\n").replace("[a.weight, b.weight]",
                                                                    "a.parameters()"),
    "a method that says that it is in place":
        W + "h = w * 2\ny = h.relu_()\n(y + h).sum().backward()  # no inplace",
    "a copy before numpy": NUMPY.replace("detach()", "detach().clone()"),
}  # fmt: skip
