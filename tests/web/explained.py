"""Snippets that go wrong, what is to be said of each, and the same snippet with the change made."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """`broken` is to be explained as `id` at `line`, with `lines`, `nodes` and `tensors` to blame.

    Nodes are torch's names, tensors the program's. `fixed` is the snippet with the change made.
    """

    broken: str
    id: str
    line: int
    fixed: str
    lines: tuple = ()
    nodes: tuple = ()
    tensors: tuple = ()
    cause: str | None = None


START = "import torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)\n"

ERRORS = {
    "backward a second time": Case(
        START + "y = (x * x).sum()\ny.backward()\ny.backward()",
        "error", 5, START + "y = (x * x).sum()\ny.backward(retain_graph=True)\ny.backward()",
        lines=(3, 4), nodes=("MulBackward0",),
    ),
    "a saved result changed in place": Case(
        START + "y = x.exp()\nloss = y.sum()\ny += 1\nloss.backward()",
        "overwritten", 6, START + "y = x.exp()\nloss = y.sum()\ny = y + 1\nloss.backward()",
        lines=(3, 5), nodes=("ExpBackward0",), tensors=("y",),
    ),
    "a saved input changed in place": Case(
        START + "w = torch.ones(2)\nloss = (x * w).sum()\nw.mul_(2)\nloss.backward()",
        "overwritten", 6,
        START + "w = torch.ones(2)\nloss = (x * w).sum()\nw = w * 2\nloss.backward()",
        lines=(4, 5), nodes=("MulBackward0",), tensors=("w",),
    ),
    "a root that is no scalar": Case(
        START + "y = x * 2\ny.backward()",
        "error", 4, START + "y = x * 2\ny.sum().backward()", tensors=("y",),
    ),
    "a root that needs no grad": Case(
        "import torch\nx = torch.tensor([1.0, 2.0])\ny = (x * 2).sum()\ny.backward()",
        "error", 4,
        "import torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)\ny = (x * 2).sum()\n"
        "y.backward()",
        tensors=("y",),
    ),
    "a root behind detach()": Case(
        START + "h = (x * 2).detach()\ny = h.sum()\ny.backward()",
        "cut", 5, START + "h = x * 2\ny = h.sum()\ny.backward()",
        lines=(3,), tensors=("y",),
    ),
    "a root made with grad mode off": Case(
        START + "with torch.no_grad():\n    y = (x * 2).sum()\ny.backward()",
        "grad-mode", 5, START + "y = (x * 2).sum()\ny.backward()", lines=(4,), tensors=("y", "x"),
    ),
    "integers asked for a gradient": Case(
        "import torch\nx = torch.tensor([1, 2], requires_grad=True)", "error", 2,
        "import torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)",
    ),
    "integers asked later": Case(
        "import torch\nx = torch.tensor([1, 2])\nx.requires_grad_()", "error", 3,
        "import torch\nx = torch.tensor([1, 2], dtype=torch.float32)\nx.requires_grad_()",
    ),
    "a gradient of another shape": Case(
        START + "y = x * 2\ny.backward(gradient=torch.ones(3))",
        "error", 4, START + "y = x * 2\ny.backward(gradient=torch.ones_like(y))",
        tensors=("y",),
    ),
    "numpy() on what requires grad": Case(
        START + "y = x * 2\nprint(y.numpy())",
        "error", 4, START + "y = x * 2\nprint(y.detach().numpy())", tensors=("y",),
    ),
    "a leaf written in place": Case(
        START + "x += 1", "error", 3, START + "with torch.no_grad():\n    x += 1",
        tensors=("x",),
    ),
    "a leaf written through a view": Case(
        START + "x[0] = 1", "error", 3, START + "y = x.clone()\ny[0] = 1",
        tensors=("x",),
    ),
    "an input that was not used": Case(
        START + "w = torch.ones(2, requires_grad=True)\ny = x.sum()\n"
        "torch.autograd.grad(y, [x, w])",
        "error", 5,
        START + "w = torch.ones(2, requires_grad=True)\ny = x.sum()\n"
        "torch.autograd.grad(y, [x, w], allow_unused=True)",
        tensors=("w",),
    ),
    "a gradient used before it is there": Case(
        START + "with torch.no_grad():\n    x -= 0.1 * x.grad",
        "error", 4,
        START + "x.sum().backward()\nwith torch.no_grad():\n    x -= 0.1 * x.grad",
        tensors=("x",),
    ),
    "a name given to an update": Case(
        START + "for i in range(2):\n    (x * x).sum().backward()\n    x = x - 0.1 * x.grad",
        "error", 5,
        START + "for i in range(2):\n    (x * x).sum().backward()\n    with torch.no_grad():\n"
        "        x -= 0.1 * x.grad",
        tensors=("x",),
    ),
    "sizes that do not fit": Case(
        START + "y = x + torch.ones(3)", "error", 3, START + "y = x.unsqueeze(1) + torch.ones(3)",
    ),
    "matrices that do not fit": Case(
        "import torch\na = torch.ones(2, 3)\nb = torch.ones(2, 3)\nc = a @ b", "error", 4,
        "import torch\na = torch.ones(2, 3)\nb = torch.ones(2, 3)\nc = a @ b.T",
    ),
    "a layer for another input": Case(
        "import torch\nlayer = torch.nn.Linear(3, 2)\ny = layer(torch.ones(4, 5))", "error", 3,
        "import torch\nlayer = torch.nn.Linear(5, 2)\ny = layer(torch.ones(4, 5))",
    ),
    "a name that is written almost alike": Case(
        START + "loss = x.sum()\nlos.backward()", "error", 4,
        START + "loss = x.sum()\nloss.backward()",
    ),
    "no graphics card": Case(
        "import torch\nx = torch.ones(2, device='cuda')", "error", 2,
        "import torch\ndevice = 'cuda' if torch.cuda.is_available() else 'cpu'\n"
        "x = torch.ones(2, device=device)",
    ),
    "a program that Python cannot read": Case(
        "x = (1\ny = 2", "error", 1, "x = (1)\ny = 2",
    ),
    "any other exception": Case(
        START + "y = x * 2\nprint(missing)", "error", 4, START + "y = x * 2\nprint(y)",
    ),
}

SURPRISES = {
    "None: no backward yet": Case(
        START + "print(x.grad)", "unreached", 3, START + "x.sum().backward()\nprint(x.grad)",
        tensors=("x",), cause="no-backward",
    ),
    "None: no leaf": Case(
        START + "y = x * 2\ny.sum().backward()\nprint(y.grad)", "unreached", 5,
        START + "y = x * 2\ny.retain_grad()\ny.sum().backward()\nprint(y.grad)",
        tensors=("y",), cause="not-leaf",
    ),
    "None: never asked": Case(
        START + "w = torch.ones(2)\n(x * w).sum().backward()\nprint(w.grad)", "unreached", 5,
        START + "w = torch.ones(2, requires_grad=True)\n(x * w).sum().backward()\nprint(w.grad)",
        tensors=("w",), cause="asks-none",
    ),
    "None: not reached": Case(
        START + "w = torch.ones(2, requires_grad=True)\nx.sum().backward()\nprint(w.grad)",
        "unreached", 5,
        START + "w = torch.ones(2, requires_grad=True)\n(x * w).sum().backward()\nprint(w.grad)",
        tensors=("w",), cause="not-reached",
    ),
    "None: backward is under way": Case(
        START + "y = x * 2\ny.register_hook(lambda grad: print(x.grad))\ny.sum().backward()",
        "unreached", 4,
        START + "y = x * 2\ny.sum().backward()\nprint(x.grad)",
        tensors=("x",), cause="under-way",
    ),
    "None: the backward has failed": Case(
        START + "y = x.exp()\ny.detach().zero_()\ntry:\n    y.sum().backward()\n"
        "except RuntimeError:\n    print(x.grad)",
        "unreached", 8,
        START + "y = x.exp()\ny.sum().backward()\nprint(x.grad)",
        lines=(6,), tensors=("x",), cause="failed",
    ),
    "None: left out of the inputs": Case(
        START + "w = torch.ones(2, requires_grad=True)\n(x * w).sum().backward(inputs=[x])\n"
        "print(w.grad)",
        "unreached", 5,
        START + "w = torch.ones(2, requires_grad=True)\n(x * w).sum().backward()\nprint(w.grad)",
        tensors=("w",), cause="left-out",
    ),
    "None: cut by detach()": Case(
        START + "w = torch.ones(2, requires_grad=True)\nh = (w * 2).detach()\n"
        "(x * h).sum().backward()\nprint(w.grad)",
        "cut", 4,
        START + "w = torch.ones(2, requires_grad=True)\nh = w * 2\n"
        "(x * h).sum().backward()\nprint(w.grad)",
        lines=(6,), tensors=("w",), cause="cut",
    ),
    "None: cut by no_grad()": Case(
        START + "w = torch.ones(2, requires_grad=True)\nwith torch.no_grad():\n    h = w * 2\n"
        "(x * h).sum().backward()\nprint(w.grad)",
        "grad-mode", 5,
        START + "w = torch.ones(2, requires_grad=True)\nh = w * 2\n"
        "(x * h).sum().backward()\nprint(w.grad)",
        lines=(7,), tensors=("w",), cause="cut",
    ),
    "None: not sent": Case(
        START + "x.norm(0).backward()\nprint(x.grad)", "unreached", 4,
        START + "x.norm(2).backward()\nprint(x.grad)", tensors=("x",), cause="unsent",
    ),
    "None: emptied": Case(
        START + "x.sum().backward()\nx.grad = None\nprint(x.grad)", "unreached", 5,
        START + "x.sum().backward()\nprint(x.grad)\nx.grad = None",
        lines=(4,), tensors=("x",), cause="emptied",
    ),
    "None: only returned": Case(
        START + "g = torch.autograd.grad(x.sum(), x)\nprint(x.grad)", "unreached", 4,
        START + "g = torch.autograd.grad(x.sum(), x)\nprint(g)",
        tensors=("x",), cause="returned",
    ),
    "a parameter never reached": Case(
        "import torch\nfrom torch import nn\na = nn.Linear(1, 1)\nb = nn.Linear(1, 1)\n"
        "a(torch.ones(1, 1)).sum().backward()", "unreached", 5,
        "import torch\nfrom torch import nn\na = nn.Linear(1, 1)\nb = nn.Linear(1, 1)\n"
        "b(a(torch.ones(1, 1))).sum().backward()",
        lines=(4,), tensors=("b.weight", "b.bias"),
    ),
}
