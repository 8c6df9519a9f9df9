"""Gradients that are missing because grad mode is off, where it is not seen."""

from tests.findings.kinds.cut import LOSS, PAIR, START, W, trained
from tests.findings.programs import Positive

SAMPLED = PAIR + """from torch.distributions import Normal
for _ in range(2):
    h = Normal(enc(x), 1.0).sample()
    loss = ((dec(h) - y) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
"""
DECORATED = PAIR + """@torch.no_grad()
def features(x):
    return torch.relu(enc(x))
for _ in range(2):
    loss = ((dec(features(x)) - y) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
"""
CHECKPOINT = """import torch
from torch.utils.checkpoint import checkpoint
w = torch.ones(3, requires_grad=True)
def run(a):
    return (a * w).sum()
y = checkpoint(run, torch.ones(3), use_reentrant=True)
y.backward()
"""
FUNCTION = W + """class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * w
    @staticmethod
    def backward(ctx, g):
        return g
a = torch.ones(3, requires_grad=True)
Scale.apply(a).sum().backward()
print(w.grad)
"""

POSITIVE = {
    "sample() of a distribution": Positive(
        SAMPLED, 10, ("sample() on line 10 switches it off", "rsample()", "enc.weight"),
        ("第 10 行的 sample()",), fixed=SAMPLED.replace(".sample", ".rsample")),
    "a decorator": Positive(
        DECORATED, 10, ('"@torch.no_grad()" on line 8', "for features()"), ("装饰器",),
        fixed=DECORATED.replace("@torch.no_grad()\n", "")),
    "checkpoint() of what has no input that asks": Positive(
        CHECKPOINT, 7, ("inside checkpoint()", "use_reentrant=False"), (), "error",
        CHECKPOINT.replace("=True)\ny.b", "=False)\ny.b")),
    "inference_mode": Positive(
        W + "with torch.inference_mode():\n    h = w * 2\n(h.sum() * 2).backward()", 5,
        ('"with torch.inference_mode()" on line 3',), (), "error",
        W + "h = w * 2\n(h.sum() * 2).backward()"),
    "a tensor that a Function takes from outside": Positive(
        FUNCTION, 6, ("inside the forward of a Function", "as an argument of apply()"),
        ("apply()",)),
    "a switch that is never turned back": Positive(
        W + "torch.set_grad_enabled(False)\nprint(w.sum())\ny = (w * 2).sum()\ny.backward()", 6,
        ("before line 5", "torch.set_grad_enabled(True)"), (), "error"),
    "a block around the encoder": Positive(
        trained("with torch.no_grad():", "    h = enc(x)", LOSS), 10,
        ("with torch.no_grad()", "enc.weight"), (), "smell", trained("h = enc(x)", LOSS)),
}  # fmt: skip

NEGATIVE = {
    "evaluation": START + "net = nn.Linear(3, 1)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
        "for _ in range(2):\n    opt.zero_grad()\n    F.mse_loss(net(x), y).backward()\n"
        "    opt.step()\nwith torch.no_grad():\n    print(net(x).mean())",
    "a teacher": START + "teacher, net = nn.Linear(3, 2), nn.Linear(3, 2)\n"
        "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor _ in range(2):\n"
        "    with torch.no_grad():\n        t = teacher(x)\n    opt.zero_grad()\n"
        "    F.mse_loss(net(x), t).backward()\n    opt.step()",
    "a body that is only looked through": START + "body, head = nn.Linear(3, 3), nn.Linear(3, 1)\n"
        "opt = torch.optim.SGD(head.parameters(), lr=0.1)\nfor _ in range(2):\n"
        "    with torch.no_grad():\n        h = body(x)\n    opt.zero_grad()\n"
        "    F.mse_loss(head(h), y).backward()\n    opt.step()",
    "an update by hand": W + "for _ in range(2):\n    (w * w).sum().backward()\n"
        "    with torch.no_grad():\n        w -= 0.1 * w.grad\n        w.grad = None",
    "a target net": START + "import copy\nnet = nn.Linear(3, 2)\ntarget = copy.deepcopy(net)\n"
        "opt = torch.optim.Adam(net.parameters())\n@torch.no_grad()\ndef wanted(s):\n"
        "    return 1 + 0.9 * target(s).max(1).values\nfor _ in range(2):\n"
        "    q = net(x).max(1).values\n    opt.zero_grad()\n"
        "    F.smooth_l1_loss(q, wanted(x)).backward()\n    opt.step()\n"
        "    target.load_state_dict(net.state_dict())",
    "a start value that is drawn": START + "net = nn.Linear(3, 1)\n"
        "z = torch.distributions.Normal(torch.zeros(5, 3), 1.0).sample()\n"
        "net(z).sum().backward()",
}  # fmt: skip
