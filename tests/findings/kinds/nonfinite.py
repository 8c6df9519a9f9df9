"""Numbers that are not finite."""

from tests.findings.programs import Positive

X = "import torch\nx = torch.tensor([2.0, 0.0, 4.0], requires_grad=True)\n"
TRAIN = """import torch
torch.manual_seed(0)
net = torch.nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
"""

POSITIVE = {
    "log of 0": Positive(
        X + "y = torch.log(x)\ny.sum().backward()", 3,
        ("log(0) on line 3 is -inf at entry [1] of y", "the only one among 3", "x.grad",
         "these are the first"), ("log(0) 是 -inf", "3 个元素中这样的有 1 个"),
        fixed=X + "y = torch.log(x.clamp(min=1e-8))\ny.sum().backward()"),
    "0 / 0": Positive(
        X + "share = x / x\nloss = share.mean()\nloss.backward()", 3, ("0 / 0 on line 3 is nan",),
        ("0 / 0 不是数",),
        fixed=X + "share = x / (x + 1e-6)\nloss = share.mean()\nloss.backward()"),
    "exp beyond the range": Positive(
        X + "p = torch.exp(x * 50)\n(p / p.sum()).sum().backward()", 3,
        ("exp(100) on line 3 is inf at entry [0] of p, one of 2 such entries",),
        ("exp(100) 是 inf",),
        fixed=X + "p = torch.exp(x * 50 - 200)\n(p / p.sum()).sum().backward()"),
    "the slope of a root at 0": Positive(
        X + "n = (x * x).sqrt()\nn.sum().backward()", 3,
        ("The derivative of sqrt on line 3 is 1 / (2 × sqrt(0)) = inf", "x.grad"),
        ("sqrt 的导数",), fixed=X + "n = (x * x + 1e-8).sqrt()\nn.sum().backward()"),
    "a row that is masked as a whole": Positive(
        "import torch\ns = torch.zeros(2, 2, requires_grad=True)\n"
        "mask = torch.tensor([[True, True], [False, True]])\n"
        "p = torch.softmax(s.masked_fill(mask, float('-inf')), 1)\np.sum().backward()", 4,
        ("softmax on line 4 gives nan", "all of a row is -inf"), ("整行都是 -inf",),
        fixed="import torch\ns = torch.zeros(2, 2, requires_grad=True)\n"
        "mask = torch.tensor([[False, True], [False, True]])\n"
        "p = torch.softmax(s.masked_fill(mask, float('-inf')), 1)\np.sum().backward()"),
    "the deviation of one number": Positive(
        TRAIN + "out = net(torch.ones(1, 2))\nz = (out - out.mean()) / out.std()\n"
        "z.sum().backward()\nopt.step()", 6, ("std on line 6 gives nan", "net.weight.grad"),
        ("n - 1",)),
    "a large tensor, of which only statistics are known": Positive(
        "import torch\nw = torch.zeros(400, requires_grad=True)\nr = 1 / w\nr.sum().backward()", 3,
        ("reciprocal on line 3 gives inf, one of 400 such entries among 400",),
        ("400 个元素中这样的有 400 个",)),
    "data that hold NaN": Positive(
        TRAIN + "x = torch.tensor([[1.0, float('nan')]])\nloss = net(x).sum()\nloss.backward()\n"
        "opt.step()", 5, ("A NaN comes in with x", "loss", "net.weight"), ("NaN 由 x 带入",)),
    "beyond the range of half": Positive(
        "import torch\nw = torch.tensor([300.0], dtype=torch.float16, requires_grad=True)\n"
        "(w * w).sum().backward()", 3, ("300 × 300 on line 3 is inf", "float16 ends at"),
        ("float16 到",)),
}

NEGATIVE = {
    "a mask of -inf before softmax":
        X + "mask = torch.tensor([0.0, float('-inf'), 0.0])\np = torch.softmax(x + mask, 0)\n"
        "(p * torch.tensor([1.0, 2.0, 3.0])).sum().backward()",
    "masked_fill with -inf before softmax":
        X + "s = x.masked_fill(x == 0, float('-inf'))\ns.softmax(0)[0].backward()",
    "a best loss that begins at infinity":
        X + "best = torch.tensor(float('inf'))\nloss = (x * x).sum()\nloss.backward()\n"
        "best = torch.minimum(best, loss.detach())\nprint(best)",
    "an entropy whose logarithm of 0 is left out":
        "import torch\np = torch.tensor([0.5, 0.5, 0.0])\n"
        "h = torch.where(p > 0, p * p.log(), 0.0)\nprint(-h.sum())",
    "a step that is skipped":
        TRAIN + "for x in (torch.tensor([[1.0, 2.0]]), torch.tensor([[3e38, 3e38]])):\n"
        "    loss = net(x).pow(2).sum()\n    opt.zero_grad()\n    loss.backward()\n"
        "    if torch.isfinite(loss):\n        opt.step()\nopt.zero_grad()",
    "GradScaler that finds its scale":
        TRAIN + "scaler = torch.amp.GradScaler('cpu', init_scale=2.0 ** 120)\n"
        "for step in range(3):\n    opt.zero_grad()\n"
        "    loss = (net(torch.ones(4, 2)) * 1e8).mean()\n"
        "    scaler.scale(loss).backward()\n    scaler.step(opt)\n    scaler.update()\n"
        "opt.zero_grad()",
    "log_softmax of far scores":
        X + "(x * 100).log_softmax(0)[0].backward()",
    "a comparison with infinity":
        X + "loss = (x * x).sum()\nprint(loss < float('inf'), x.amax() / 0)\nloss.backward()",
}
