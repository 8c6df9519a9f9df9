"""Exceptions that end a run."""

from tests.findings.programs import Positive

T = "import torch\n"
X = T + "x = torch.tensor([1.0, 2.0], requires_grad=True)\n"
NN = T + "from torch import nn\n"


def error(code, line, says=(), zh=(), fixed=None):
    """A program that an exception ends."""
    return Positive(code, line, says, zh, "error", fixed)


HELD = NN + """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = LAYERS
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
"""
CUBE = T + """class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        return k * x ** 3
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 3 * x * x
x = torch.tensor([1.0, 2.0], requires_grad=True)
Cube.apply(x, 2.0).sum().backward()
"""
HOOK = NN + """net = nn.Linear(2, 1)
def hook(module, grad_input, grad_output):
    print(grad_input[0].norm())
net.register_full_backward_hook(hook)
net(torch.ones(1, 2)).sum().backward()
"""
NO_RETURN = NN + """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 1)
    def forward(self, x):
        y = self.fc(x)
net = Net()
y = net(torch.ones(1, 2))
y.sum().backward()
"""
DESCENT = T + """x = torch.tensor([4.0], requires_grad=True)
for step in range(3):
    ((x - 1) ** 2).sum().backward()
    x -= 0.1 * x.grad
    x.grad.zero_()
"""
LOSSES = T + """import numpy as np
w = torch.tensor([1.0, -2.0], requires_grad=True)
losses = []
for _ in range(3):
    loss = (w ** 2).sum()
    loss.backward()
    losses.append(loss.detach())
losses.append((w ** 2).sum())
loss = losses[0]
print(np.log10(losses[3]))
"""

POSITIVE = {
    "layers in a plain list, and none else": error(
        HELD.replace("LAYERS", "[nn.Linear(2, 2), nn.Linear(2, 1)]"), 8,
        ("net.layers[0].weight", "are in net.layers, a plain container", "nn.ModuleList"),
        ("普通容器 net.layers",), HELD.replace("LAYERS", "nn.ModuleList([nn.Linear(2, 2)])")),
    "tensors that are no parameters": error(
        HELD.replace("LAYERS", "torch.randn(2, requires_grad=True)"), 8,
        ("net.layers is a plain tensor", "nn.Parameter"), ("普通张量",)),
    "parameters that a loop has used up": error(
        NN + "net = nn.Linear(2, 1)\nps = net.parameters()\nprint(sum(p.numel() for p in ps))\n"
        "opt = torch.optim.SGD(ps, lr=0.1)", 6, ("ps, a generator,", "ps = list(...)"),
        ("生成器 ps",)),
    "a result for an optimizer": error(
        T + "w = torch.randn(2, requires_grad=True) * 0.1\nopt = torch.optim.SGD([w], lr=0.1)", 3,
        ("MulBackward0 on line 2 made it",), ("w 不是叶子",)),
    "a gradient too few": error(CUBE, 12, ("given 2 inputs, and its backward returned 1",
                                           "return grad, None"), ("返回 1 个",)),
    "a gradient too many": error(
        CUBE.replace("return grad *", "return 0, None, grad *"), 12,
        ("returned 3", "Return 2 of them"), ("返回了 3 个",)),
    "a gradient of another shape": error(
        CUBE.replace("return grad * 3 * x * x", "return grad.sum() * torch.ones(3), None"), 12,
        ("has the shape [3], and input 1 of its forward has [2]",), ("形状是 [3]",)),
    "None in a hook of a module": error(
        HOOK, 5, ("grad_input[0] is None", "grad_input is (None,)"), ("grad_input[0]",),
        HOOK.replace("    print(grad_input[0].norm())",
                     "    if grad_input[0] is not None:\n        print(grad_input[0].norm())")),
    "the norm of a gradient before backward": error(
        NN + "net = nn.Linear(2, 1)\nprint(net.weight.grad.norm())", 4,
        ("net.weight.grad is None", "No backward has run yet"), ("还没有运行过 backward()",)),
    "the norms of gradients in a loop": error(
        NN + "net, other = nn.Linear(2, 1), nn.Linear(2, 1)\nnet(torch.ones(1, 2)).sum().backward()"
        "\nfor p in other.parameters():\n    print(p.grad.norm())", 6,
        ("p is other.weight there", "No way on the tape leads"), ("就是 other.weight",)),
    "the norm of a result's gradient": error(
        X + "h = x * 2\nh.sum().backward()\nprint(h.grad.norm())", 5,
        ("h is no leaf", "h.retain_grad()"), ("h 不是叶子",),
        X + "h = x * 2\nh.retain_grad()\nh.sum().backward()\nprint(h.grad.norm())"),
    "a forward without a return": error(
        NO_RETURN, 11, ("y is None on line 11, since line 10: net(torch.ones(1, 2)) returned it",),
        ("y 是 None",), NO_RETURN.replace("y = self", "return self")),
    "an input that is too wide for a layer": error(
        NN + "net = nn.Sequential(nn.Linear(4, 3), nn.ReLU(),\n    nn.Linear(2, 1))\n"
        "net(torch.ones(5, 4))", 5, ("net.2 has in_features=2", "is 3", "nn.Linear(3, 1)"),
        ("in_features=2",)),
    "channels that do not fit": error(
        NN + "net = nn.Conv2d(3, 4, 3)\nnet(torch.ones(1, 1, 8, 8))", 4,
        ("expects 3 channels", "has 1"), ("3 个通道",)),
    "a name that torch has not": error(
        X + "print(torch.sigmod(x))", 3, ("Did you mean sigmoid?",), ("sigmoid",)),
    "a name that the program has not": error(
        X + "loss = x.sum()\nlos.backward()", 4, ("Write loss instead of los",), ("loss",)),
    "an attribute that a module has not": error(
        NN + "net = nn.Linear(2, 1)\nprint(net.wieght)", 4, ("Did you mean weight?",)),
    "a module that is not imported": error(
        X + "y = F.relu(x)", 3, ("import torch.nn.functional as F",), ("没有导入 F",)),
    "backward a second time": error(
        X + "y = (x * x).sum()\ny.backward()\ny.backward()", 5,
        ("backward 1 on line 4 freed", "retain_graph=True on line 4"), ("第 1 次反向传播",)),
    "features of which two heads go backward": error(
        X + "h = x.exp()\n(h * 2).sum().backward()\n(h * 3).sum().backward()", 5,
        ("Add up what is computed from h",), ("把由 h 算出的结果加起来",)),
    "a leaf that is updated in place": error(
        DESCENT, 5, ("x is a leaf", "around line 5"), ("包住第 5 行",)),
    "numpy of a stored loss": error(
        LOSSES, 11, ("losses[3] requires grad", "losses[3].detach()"), ("losses[3]",)),
    "a root of several entries": error(
        X + "y = x * 2\ny.backward()", 4, ("y has the shape [2]",), ("y 的形状是 [2]",)),
    "a root that nothing asks of": error(
        T + "x = torch.ones(2)\ny = (x * 2).sum()\ny.backward()", 4,
        ("no tensor that it was made of requires grad",), ("都不要求梯度",)),
    "integers that ask for a gradient": error(
        T + "x = torch.tensor([1, 2], requires_grad=True)", 2, ("Integers have no gradient",)),
    "a layer without a name, and an input of another width": error(
        NN + "nn.Linear(10, 5)(torch.ones(4, 8))", 3,
        ("The layer has in_features=10, and the last dimension of its input is 8",), ("10", "8")),
    "float64 for a layer": error(
        NN + "x = torch.ones(1, 2, dtype=torch.float64)\nnn.Linear(2, 1)(x)", 4,
        ("The left factor holds float64, the right one float32", ".float()"), ("float64",)),
    "targets that are no whole numbers": error(
        T + "import torch.nn.functional as F\ns = torch.randn(2, 3)\n"
        "F.cross_entropy(s, torch.tensor([0.0, 1.0]))", 4, ("target is float32", ".long()"),
        ("类别是整数",)),
    "a target that is no class": error(
        T + "import torch.nn.functional as F\ns = torch.randn(2, 3)\n"
        "F.cross_entropy(s, torch.tensor([1, 3]))", 4, ("A target is 3", "fewer than 4 classes"),
        ("目标是 3",)),
    "a module without super().__init__()": error(
        HELD.replace("        super().__init__()\n", "").replace("LAYERS", "nn.Linear(2, 1)"), 5,
        ("super().__init__()",), ("缺少",)),
    "a view that cannot be": error(
        T + "x = torch.ones(2, 3).t()\ny = x.view(6)", 3, ("reshape()",), ("reshape()",),
        T + "x = torch.ones(2, 3).t()\ny = x.reshape(6)"),
    "a shape that does not hold the entries": error(
        T + "x = torch.ones(2, 3)\ny = x.view(4, 2)", 3, ("6 entries", "[4, 2] holds 8"),
        ("6 个元素",)),
    "a condition of a tensor": error(
        X + "if x > 1:\n    print(x)", 3, (".any() or .all()",), ("真假值",),
        X + "if (x > 1).any():\n    print(x)"),
}  # fmt: skip

NEGATIVE = {
    "an exception that is caught": X + "y = (x * x).sum()\ny.backward()\ntry:\n    y.backward()\n"
        "except RuntimeError as error:\n    print(type(error).__name__)",
    "a check of None before the norm": NN + "net = nn.Linear(2, 1)\nfor p in net.parameters():\n"
        "    if p.grad is not None:\n        print(p.grad.norm())\n"
        "net(torch.ones(1, 2)).sum().backward()",
    "SystemExit of 0": X + "x.sum().backward()\nraise SystemExit(0)",
    "an update in no_grad": DESCENT.replace("    x -=", "    with torch.no_grad(): x -="),
    "a graph that goes backward twice": X + "y = (x * x).sum()\ny.backward(retain_graph=True)\n"
        "y.backward()",
    "a warning": T + "import warnings\nwarnings.warn('take care')",
}  # fmt: skip
