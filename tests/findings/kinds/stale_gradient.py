"""Gradients that an update uses again, and accumulations that every update uses once."""

from tests.findings.programs import Positive

NET = """import torch
from torch import nn
torch.manual_seed(0)
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(8, 2), torch.randn(8, 1)
"""
LOSS = "((net(x) - y) ** 2).mean()"
SHARED = """import torch
from torch import nn
torch.manual_seed(0)
body, one, other = nn.Linear(2, 3), nn.Linear(3, 1), nn.Linear(3, 2)
a = torch.optim.Adam([*body.parameters(), *one.parameters()])
b = torch.optim.Adam([*body.parameters(), *other.parameters()])
x = torch.randn(4, 2)
for i in range(2):
"""
GAN = """import torch
from torch import nn
torch.manual_seed(0)
G, D = nn.Linear(2, 2), nn.Linear(2, 1)
og = torch.optim.SGD(G.parameters(), lr=0.1)
od = torch.optim.SGD(D.parameters(), lr=0.1)
for i in range(2):
    fake = G(torch.randn(4, 2))
"""
HAND = "import torch\nw = torch.tensor(1.0, requires_grad=True)\nfor k in (2.0, 3.0):\n" \
    "    (w * k).backward()\n    with torch.no_grad():\n        w -= 0.1 * w.grad"

SALIENCY = """import torch
from torch import nn
torch.manual_seed(0)
net = nn.Linear(4, 3)
image = torch.randn(1, 4, requires_grad=True)
net(image)[0, 1].backward()
first = image.grad.clone()
net.zero_grad()
net(image)[0, 1].backward()
saliency = image.grad
"""
INPUTS = """for i in range(2):
    net.zero_grad()
    net(image)[0, i].backward()
    print(image.grad.abs().sum())
"""

POSITIVE = {
    "the gradient of an input, read twice": Positive(
        SALIENCY, 10,
        ("image.grad is read on line 10, and what backward 1 added is still in it: that was read "
         "on line 7 before backward 2", "zero_grad on line 8 does not empty it"),
        ("第 10 行读取 image.grad 时", "第 7 行已经读过它"),
        fixed=SALIENCY.replace("net.zero_grad()", "net.zero_grad()\nimage.grad = None")),
    "the gradient of an input, in a loop": Positive(
        SALIENCY.split("net(image)")[0] + INPUTS, 9, ("read on line 9 before backward 2",)),
    "an update by hand": Positive(
        HAND, 6,
        ("w.grad is 5.0: 2.0 of it is from backward 1 and was used by the update on line 6.",),
        ("w.grad 是 5.0：其中的 2.0 来自第 1 次反向传播，第 6 行的更新已经用过它。",),
        fixed=HAND + "\n    w.grad = None"),
    "a forgotten zero_grad": Positive(
        NET + f"for i in range(3):\n    {LOSS}.backward()\n    opt.step()", 9,
        ("of it is from backward 1 and was used by the step on line 9. The same goes for one more "
         "tensor. It happens 2 times on this line.",),
        ("另有 1 个张量也是如此。这一行上共有 2 次。",),
        fixed=NET + f"for i in range(3):\n    opt.zero_grad()\n    {LOSS}.backward()\n"
        "    opt.step()"),
    "zero_grad in the wrong turns": Positive(
        NET + f"for i in range(4):\n    if i % 2 == 0:\n        opt.zero_grad()\n"
        f"    {LOSS}.backward()\n    opt.step()", 11,
        ("of it is from backward 1 and was used by the step on line 11.",),
        ("来自第 1 次反向传播",)),
    "a large gradient": Positive(
        NET.replace("2, 1", "20, 20").replace("8, 2", "8, 20").replace("8, 1", "8, 20")
        + "for i in range(2):\n    net(x).sum().backward()\n    opt.step()", 9,
        ("a part of norm ",), ("其中范数为 ",)),
    "one optimizer leaves the body's gradient to the other": Positive(
        SHARED + "    a.zero_grad()\n    one(body(x)).sum().backward()\n    a.step()\n"
        "    other(body(x)).sum().backward()\n    b.step()\n    b.zero_grad()", 13,
        ("from backward 1 and was used by the step on line 11.",),
        ("第 11 行的优化步已经用过它",)),
    "a GAN whose discriminator keeps the generator's gradient": Positive(
        GAN + "    D(fake.detach()).mean().backward()\n    od.step()\n    og.zero_grad()\n"
        "    (-D(fake).mean()).backward()\n    og.step()", 10, ("D.weight.grad is",),
        ("D.weight.grad 是",)),
    "clipped": Positive(
        NET + f"for i in range(2):\n    {LOSS}.backward()\n"
        "    nn.utils.clip_grad_norm_(net.parameters(), 0.01)\n    opt.step()", 10,
        ("a part of it is from backward 1",), ("其中一部分来自第 1 次反向传播",)),
    "two steps after one backward": Positive(
        NET + f"opt.zero_grad()\n{LOSS}.backward()\nopt.step()\nopt.step()", 10,
        ("all of it is from backward 1 and was already used by the step on line 9",),
        ("全部来自",)),
}  # fmt: skip

NEGATIVE = {
    "the gradient of an input, emptied by hand": SALIENCY.replace(
        "net.zero_grad()", "net.zero_grad(); image.grad = None"),
    "a gradient that is looked at while it grows": "import torch\n"
        "w = torch.tensor(1.0, requires_grad=True)\nfor k in (2.0, 3.0):\n    (w * k).backward()\n"
        "    print(w.grad + 0)\n",
    "the mean of several gradients of an input": SALIENCY.split("net(image)")[0]
        + "for i in range(3):\n    net.zero_grad()\n    net(image + 0.1 * i)[0, 1].backward()\n"
        "print(image.grad / 3)\n",
    "two micro-batches": NET + f"for i in range(4):\n    ({LOSS} / 2).backward()\n"
        "    if i % 2:\n        opt.step()\n        opt.zero_grad()",
    "four micro-batches, clipped": NET + f"for i in range(8):\n    ({LOSS} / 4).backward()\n"
        "    if (i + 1) % 4 == 0:\n        nn.utils.clip_grad_norm_(net.parameters(), 0.1)\n"
        "        opt.step()\n        opt.zero_grad(set_to_none=False)",
    "several losses of a step": NET + "for i in range(3):\n    opt.zero_grad()\n    p = net(x)\n"
        "    ((p - y) ** 2).mean().backward(retain_graph=True)\n    p.abs().mean().backward()\n"
        "    opt.step()",
    "by hand, over two calls": "import torch\nw = torch.tensor([1.0, 2.0], requires_grad=True)\n"
        "for i in range(2):\n    for k in range(2):\n        (w * w).sum().backward()\n"
        "    with torch.no_grad():\n        w -= 0.1 * w.grad\n        w *= 0.99\n"
        "        w -= 0.01 * w.grad\n    w.grad = None",
    "two optimizers share a body": SHARED + "    for o, head in ((a, one), (b, other)):\n"
        "        o.zero_grad()\n        head(body(x)).sum().backward()\n        o.step()",
    "a GAN": GAN + "    od.zero_grad()\n"
        "    (D(fake.detach()).mean() - D(torch.randn(4, 2)).mean()).backward()\n    od.step()\n"
        "    og.zero_grad()\n    (-D(fake).mean()).backward()\n    og.step()",
    "LBFGS": NET + "opt = torch.optim.LBFGS(net.parameters(), max_iter=3,"
        f" line_search_fn='strong_wolfe')\ndef closure():\n    opt.zero_grad()\n    loss = {LOSS}\n"
        "    loss.backward()\n    return loss\nfor i in range(2):\n    opt.step(closure)",
    "momentum in the gradient itself": "import torch\n"
        "w = torch.tensor([1.0, 2.0], requires_grad=True)\nfor i in range(3):\n"
        "    (w * w).sum().backward()\n    with torch.no_grad():\n        w -= 0.1 * w.grad\n"
        "        w.grad *= 0.9\n",
}  # fmt: skip
