"""A gradient that a step had used and the next one uses again is found; an accumulation is not."""

import pytest


NET = """\
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(8, 2), torch.randn(8, 1)
"""
SHARED = """\
import torch
from torch import nn
torch.manual_seed(0)
body, one, other = nn.Linear(2, 3), nn.Linear(3, 1), nn.Linear(3, 2)
a = torch.optim.Adam([*body.parameters(), *one.parameters()])
b = torch.optim.Adam([*body.parameters(), *other.parameters()])
x = torch.randn(4, 2)
for i in range(2):
"""
GAN = """\
import torch
from torch import nn
torch.manual_seed(0)
G, D = nn.Linear(2, 2), nn.Linear(2, 1)
og = torch.optim.SGD(G.parameters(), lr=0.1)
od = torch.optim.SGD(D.parameters(), lr=0.1)
for i in range(2):
"""

SOUND = {
    "two micro-batches": NET + "for i in range(4):\n"
        "    (((net(x) - y) ** 2).mean() / 2).backward()\n"
        "    if i % 2:\n        opt.step()\n        opt.zero_grad()",
    "four micro-batches, clipped": NET + "for i in range(8):\n"
        "    (((net(x) - y) ** 2).mean() / 4).backward()\n"
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
    "a GAN": GAN + "    fake = G(torch.randn(4, 2))\n    od.zero_grad()\n"
        "    (D(fake.detach()).mean() - D(torch.randn(4, 2)).mean()).backward()\n    od.step()\n"
        "    og.zero_grad()\n    (-D(fake).mean()).backward()\n    og.step()",
    "LBFGS": NET + "opt = torch.optim.LBFGS(net.parameters(), max_iter=3,"
        " line_search_fn='strong_wolfe')\ndef closure():\n    opt.zero_grad()\n"
        "    loss = ((net(x) - y) ** 2).mean()\n    loss.backward()\n    return loss\n"
        "for i in range(2):\n    opt.step(closure)",
}

# Program, the line of the step that uses it again, and what is said of the first time.
REUSED = {
    "numbers": (
        "import torch\nw = torch.tensor(1.0, requires_grad=True)\nfor k in (2.0, 3.0):\n"
        "    (w * k).backward()\n    with torch.no_grad():\n        w -= 0.1 * w.grad", 6,
        "w.grad is 5.0: 2.0 of it is from backward 1 and was used by the update on line 6.",
        "w.grad 是 5.0：其中的 2.0 来自第 1 次反向传播，第 6 行的更新已经用过它。",
    ),
    "a forgotten zero_grad": (
        NET + "for i in range(3):\n    ((net(x) - y) ** 2).mean().backward()\n    opt.step()", 9,
        "of it is from backward 1 and was used by the step on line 9. The same goes for one more "
        "tensor. It happens 2 times on this line.", "另有 1 个张量也是如此。这一行上共有 2 次。",
    ),
    "zero_grad on the wrong turns": (
        NET + "for i in range(4):\n    if i % 2 == 0:\n        opt.zero_grad()\n"
        "    ((net(x) - y) ** 2).mean().backward()\n    opt.step()", 11,
        "of it is from backward 1 and was used by the step on line 11.", "来自第 1 次反向传播",
    ),
    "norms": (
        NET.replace("2, 1", "20, 20").replace("8, 2", "8, 20").replace("8, 1", "8, 20")
        + "for i in range(2):\n    net(x).sum().backward()\n    opt.step()", 9,
        "a part of norm ", "其中范数为 ",
    ),
    "one optimizer leaves the body's gradient to the other": (
        SHARED + "    a.zero_grad()\n    one(body(x)).sum().backward()\n    a.step()\n"
        "    other(body(x)).sum().backward()\n    b.step()\n    b.zero_grad()", 13,
        "from backward 1 and was used by the step on line 11.", "第 11 行的优化步已经用过它",
    ),
    "a GAN whose discriminator keeps the generator's gradient": (
        GAN + "    fake = G(torch.randn(4, 2))\n    D(fake.detach()).mean().backward()\n"
        "    od.step()\n    og.zero_grad()\n    (-D(fake).mean()).backward()\n    og.step()", 10,
        "D.weight.grad is", "D.weight.grad 是",
    ),
    "clipped": (
        NET + "for i in range(2):\n    ((net(x) - y) ** 2).mean().backward()\n"
        "    nn.utils.clip_grad_norm_(net.parameters(), 0.01)\n    opt.step()", 10,
        "a part of it is from backward 1", "其中一部分来自第 1 次反向传播",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def found(document_of, page):
    """What is found in a program: each double use, with its words."""

    def find(code):
        run = document_of(code)
        assert run["outcome"]["kind"] == "finished"
        return [one for one in page.ask("findings", run) if one["facts"]["id"] == "double"]

    return find


@pytest.mark.parametrize("code", SOUND.values(), ids=SOUND)
def test_an_accumulation_that_every_step_uses_once_gets_no_warning(found, code):
    assert found(code) == []


@pytest.mark.parametrize(("code", "line", "en", "zh"), REUSED.values(), ids=REUSED)
def test_a_gradient_used_again_is_told_with_its_old_part_and_where_that_was_used(
    found, code, line, en, zh
):
    (finding,) = found(code)
    assert finding["line"] == line
    assert en in finding["en"]["what"]
    assert zh in finding["zh"]["what"]
