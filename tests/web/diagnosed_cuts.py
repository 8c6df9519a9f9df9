"""Programs whose gradients are cut off, and what must be said of each: in words, with a line.

One entry for each input; the kinds are those of what explanations once got wrong. `says` and
`sagt` stand in the English and the Chinese explanation, `never` in neither language of any.
`fixed` is the program with the change made that is said; it must run, and the finding be gone.
"""

from dataclasses import dataclass

W = "import torch\nw = torch.tensor([3.0, 1.0, 2.0], requires_grad=True)\n"
NET = "import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))\n"


@dataclass(frozen=True)
class Diagnosis:
    """A program, the finding that it must have, and what that says; `id` None: it has none."""

    code: str
    id: str | None
    says: tuple[str, ...] = ()
    zh: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    fixed: str | None = None


def cut(line, *says, zh=(), fixed=None):
    """A root that a line cut off from `w`; it is on line 3 of the program."""
    never = ("requires_grad=True", "no_grad()", "grad mode")
    return Diagnosis(W + line, "cut", (*says, "on line 3", "w"), ("第 3 行", *zh), never, fixed)


CUTS = {
    "argmax": cut("w.argmax().float().backward()", "argmax()", "has no derivative",
                  zh=("没有导数",), fixed=W + "(w.softmax(0) * w).sum().backward()"),
    "argmin of a result": cut("k = (w * 2).argmin(0)\nk.float().backward()", "argmin()",
                              "a result of w"),
    "argsort": cut("w.argsort().float().sum().backward()", "argsort", "derivative"),
    "comparison": cut("(w > 0).float().sum().backward()", "the comparison >", zh=("比较运算 >",)),
    "equality": cut("hit = w.round() == w\nhit.float().mean().backward()", "the comparison =="),
    "topk": cut("w.topk(2)[1].float().sum().backward()", "the indices that topk() returns",
                zh=("索引没有导数",)),
    "max along a dimension": cut("w.reshape(1, 3).max(1).indices.float().backward()",
                                 "the indices that max() returns"),
    "multinomial": cut("torch.multinomial(w, 2).float().sum().backward()", "multinomial()",
                       "log-probability"),
    "bucketize": cut("torch.bucketize(w, torch.arange(3.)).float().sum().backward()",
                     "bucketize()"),
    "long": cut("k = (w * 2).long()\nk.float().sum().backward()", "turned into int64",
                zh=("转换成 int64",), fixed=W + "k = w * 2\nk.float().sum().backward()"),
    "bool": cut("k = w.bool()\nk.float().sum().backward()", "turned into bool", "truth values"),
    "to an integer dtype": cut("k = w.to(torch.int32) * 2.0\nk.sum().backward()", "int32"),
    "tensor of a tensor": cut("torch.tensor(w.sum()).backward()", "torch.tensor()",
                              "without their history", fixed=W + "w.sum().backward()"),
    "tensor of a list": cut("torch.tensor([w[0], w[1] * 2]).sum().backward()", "torch.stack()",
                            fixed=W + "torch.stack([w[0], w[1] * 2]).sum().backward()"),
    "as_tensor of a list": cut("torch.as_tensor([w[0], w[1]]).sum().backward()", "torch.stack()"),
    "data": cut("w.data.sum().backward()", "Leave out .data", fixed=W + "w.sum().backward()"),
    "data of a result": cut("y = (w * 2).data\ny.sum().backward()", ".data", "a result of w"),
    "clone of data": cut("y = w.data.clone() * 2\ny.sum().backward()", ".data"),
}  # fmt: skip


def left(line, *says):
    """Numbers of `w` that went to Python on line 3, and came back as a leaf."""
    return Diagnosis(W + line, "cut", (*says, "on line 3", "plain numbers"), ("普通的数",),
                     ("requires_grad=True",))  # fmt: skip


LEFT = {
    "tolist": left("torch.tensor(w.tolist()).sum().backward()", "tolist()"),
    "item and a name": left("s = w.sum().item()\nt = torch.tensor(s * 2)\nt.backward()", "item()"),
    "a list of floats": left("xs = [float(x) for x in w]\ntorch.tensor(xs).sum().backward()",
                             "float()"),
    "and nothing else": Diagnosis(
        "import torch\ny = torch.tensor([2.0]) * 3\ny.backward()", "error",
        ("no tensor that it was made of requires grad", "requires_grad=True")),
    ".grad after tolist": Diagnosis(
        W + "h = torch.tensor(w.tolist(), requires_grad=True)\n(h * 2).sum().backward()\n"
        "print(w.grad)", "cut", ("tolist() on line 3",), ("tolist()",), ("does not depend",)),
    ".grad after item": Diagnosis(
        W + "v = torch.ones(1, requires_grad=True)\n(v * w.sum().item()).sum().backward()\n"
        "print(w.grad)", "cut", ("item() on line 4", "a result of w"), (), ("does not depend",)),
    ".grad after nothing": Diagnosis(
        W + "v = torch.ones(1, requires_grad=True)\n(v * 2).sum().backward()\nprint(w.grad)",
        "unreached", ("No way on the tape leads from", "to w")),
}  # fmt: skip

QUIET_MODE = ("Take line", "no_grad()")
OFF = {
    "sample": Diagnosis(
        NET + "from torch.distributions import Normal\nmu = net(torch.ones(1, 2))\n"
        "z = Normal(mu, torch.ones(1)).sample()\nz.sum().backward()", "grad-mode",
        ("sample() on line 6", "rsample()"), ("rsample()",), QUIET_MODE,
        NET + "from torch.distributions import Normal\nmu = net(torch.ones(1, 2))\n"
        "z = Normal(mu, torch.ones(1)).rsample()\nz.sum().backward()"),
    "inference_mode": Diagnosis(
        W + "with torch.inference_mode():\n    y = (w * 2).sum()\ny.backward()", "grad-mode",
        ('"with torch.inference_mode()" on line 3',), ("with torch.inference_mode()",),
        QUIET_MODE, W + "y = (w * 2).sum()\ny.backward()"),
    "a decorator": Diagnosis(
        W + "@torch.no_grad()\ndef f(a):\n    return a * 2\nf(w).sum().backward()", "grad-mode",
        ("Leave out the decorator on line 3", "for f()"), ("装饰器",), ("Take line",),
        W + "def f(a):\n    return a * 2\nf(w).sum().backward()"),
    "set_grad_enabled": Diagnosis(
        W + "torch.set_grad_enabled(False)\ny = (w * 2).sum()\ny.backward()", "grad-mode",
        ("torch.set_grad_enabled(True)", "before line 4"), (), QUIET_MODE,
        W + "torch.set_grad_enabled(False)\ntorch.set_grad_enabled(True)\ny = (w * 2).sum()\n"
        "y.backward()"),
    "checkpoint": Diagnosis(
        W + "from torch.utils.checkpoint import checkpoint\n"
        "y = checkpoint(lambda a: (a * w).sum(), torch.ones(3), use_reentrant=True)\ny.backward()",
        "grad-mode", ("inside checkpoint()", "use_reentrant=False"), (), QUIET_MODE,
        W + "from torch.utils.checkpoint import checkpoint\n"
        "y = checkpoint(lambda a: (a * w).sum(), torch.ones(3), use_reentrant=False)\n"
        "y.backward()"),
    "a Function": Diagnosis(
        W + "class Double(torch.autograd.Function):\n    @staticmethod\n"
        "    def forward(ctx, a):\n        return a * w\n    @staticmethod\n"
        "    def backward(ctx, g):\n        return g\na = torch.ones(3, requires_grad=True)\n"
        "Double.apply(a).sum().backward()\nprint(w.grad)", "grad-mode",
        ("inside the forward of a Function",), (), QUIET_MODE),
}  # fmt: skip
