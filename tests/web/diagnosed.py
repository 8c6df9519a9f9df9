"""Small programs that people get wrong, and what must be said of each; with those of the cuts."""

from tests.web.diagnosed_cuts import CUTS, LEFT, NET, OFF, Diagnosis, W

SGD = "o = torch.optim.SGD([w], lr=0.1)\n"
LEAVES = {
    "a name that no optimizer had": Diagnosis(
        W + "w = torch.ones(3, requires_grad=True)\n(w * w).sum().backward()", None),
    "autograd.grad": Diagnosis(
        W + "x = torch.ones(3, requires_grad=True)\ng, = torch.autograd.grad((w * x).sum(), x)\n"
        "(w * 2).sum().backward()", None),
    "autograd.grad of two": Diagnosis(
        W + "x = torch.ones(3, requires_grad=True)\n"
        "a, b = torch.autograd.grad((w * x).sum(), [w, x])\n(w * 2).sum().backward()", None),
    "autograd.grad, then printed": Diagnosis(
        W + "x = torch.ones(3, requires_grad=True)\ng, = torch.autograd.grad((w * x).sum(), x)\n"
        "(w * 2).sum().backward()\nprint(x.grad)", "unreached", ("puts none into .grad",)),
    "one cut, one reason": Diagnosis(
        NET + "h = net[0](torch.ones(1, 2)).detach()\nnet[1](h).sum().backward()\n"
        "print(net[0].weight.grad)", "cut", ("detach() on line 4", "net.0.bias"), ("net.0.bias",),
        ("or detach() or no_grad()",)),
    "one cut, none printed": Diagnosis(
        NET + "h = net[0](torch.ones(1, 2)).argmax(1, keepdim=True)\n"
        "(net[1].weight * h + net[1].bias).sum().backward()", "cut",
        ("argmax() on line 4", "net.0.weight and net.0.bias"), (), ("or detach()",)),
    "a path in brackets": Diagnosis(
        NET + "print(net[0].weight.grad)", "unreached", ("net[0].weight.grad",)),
    "an entry of a list": Diagnosis(
        NET + "ps = list(net.parameters())\nprint(ps[0].grad)", "unreached", ("ps[0].grad",)),
    "a name for a gradient": Diagnosis(
        W + "y = w * 2\ny.sum().backward()\ng = y.grad\nprint(g)", "unreached",
        ("y.grad", "no leaf")),
    "a norm of None": Diagnosis(
        NET + "net[0].weight.grad.norm()", "error", ("net[0].weight.grad", "No backward")),
    "a norm of a name": Diagnosis(
        W + "y = w * 2\ny.sum().backward()\ng = y.grad\nprint(g.norm())", "error",
        ("y.grad", "retain_grad()"), (), (),
        W + "y = w * 2\ny.retain_grad()\ny.sum().backward()\ng = y.grad\nprint(g.norm())"),
    "a text that speaks of a gradient": Diagnosis(
        W + "v = w * 2\nw.sum().backward()\nprint('v.grad:', w.grad, None)", None),
}  # fmt: skip

SLOPES = {
    "written by numpy, and read before": Diagnosis(
        W + "o = w.exp()\no.sum().backward()\nn = o.detach().numpy()\nn[0] = 0\nprint(o)", None),
    "written, but with the same numbers": Diagnosis(
        W + "o = w.exp()\no.data.mul_(1)\no.sum().backward()", None),
    "softmax that sums to one": Diagnosis(W + "w.softmax(0).sum().backward()", None),
    "tanh far out": Diagnosis(
        "import torch\nx = torch.tensor(9.0, requires_grad=True)\nx.tanh().backward()",
        "vanishing", ("almost flat",)),
    "round": Diagnosis(W + "w.round().sum().backward()", "zero-gradient", ("0 everywhere",),
                       ("处处为 0",), ("other values",)),
    "sign": Diagnosis(W + "(w.sign() * 2).sum().backward()", "zero-gradient",
                      ("0 everywhere", "detach()"),
                      (), ("other values",),
                      W + "((w + (w.sign() - w).detach()) * 2).sum().backward()"),
    "floor": Diagnosis(W + "w.floor().sum().backward()", "zero-gradient", ("0 everywhere",)),
    "abs at zero": Diagnosis(
        "import torch\nx = torch.tensor(0.0, requires_grad=True)\nx.abs().backward()",
        "zero-gradient", ("kink",), ("折点",), ("everywhere",)),
    "a chain that its layers make up for": Diagnosis(
        "import torch\nx = torch.tensor(0.1, requires_grad=True)\nh = x\nfor i in range(5):\n"
        "    h = torch.sigmoid(h) * 4 - 2\nh.backward()", None),
    "mse of a column and a row": Diagnosis(
        "import torch\nx = torch.ones(3, 1, requires_grad=True)\n"
        "torch.nn.functional.mse_loss(x, torch.zeros(3)).backward()", "broadcast",
        ("[3, 1] and [3] made [3, 3]",), (), (),
        "import torch\nx = torch.ones(3, 1, requires_grad=True)\n"
        "torch.nn.functional.mse_loss(x.squeeze(1), torch.zeros(3)).backward()"),
    "smooth_l1": Diagnosis(
        "import torch\nx = torch.ones(4, 1, requires_grad=True)\n"
        "torch.nn.SmoothL1Loss()(x, torch.zeros(4)).backward()", "broadcast", ("[4, 4]",)),
    "l1": Diagnosis(
        "import torch\nx = torch.ones(2, 1, requires_grad=True)\n"
        "torch.nn.functional.l1_loss(x * 2, torch.zeros(2)).backward()", "broadcast",
        ("[2, 2]",)),
}  # fmt: skip


def written(line, *says, fixed=None, before="y = w.exp()\n", after="y.sum().backward()"):
    """A saved tensor that `line`, which is line 4, changes in place."""
    made = None if fixed is None else f"{W}{before}{fixed}\n{after}"
    return Diagnosis(f"{W}{before}{line}\n{after}", "overwritten", (*says, "line 4"), (),
                     ("y = y + 1, not", "copy_() on"), made)  # fmt: skip


BUF = "buf = torch.ones(3); loss = (w * buf).sum()\n"
WRITTEN = {
    "an index": written("y[0] = 0", "y[0] = 0 on line 4", "y = y.clone()",
                        fixed="y = y.clone()\ny[0] = 0"),
    "a slice": written("y[:2] *= 3", "y[:2] *= 3", "y = y.clone()",
                       fixed="y = y.clone()\ny[:2] *= 3"),
    "a product": written("y *= 2", "y = y * 2, not y *= 2", fixed="y = y * 2"),
    "a power": written("y **= w + 1", "y = y ** (w + 1)", fixed="y = y ** (w + 1)"),
    "a method": written("y.add_(1)", "y = y.add(1), not y.add_(1)", fixed="y = y.add(1)"),
    "copy_": written("buf.copy_(torch.zeros(3))", "buf = torch.zeros(3).clone()", before=BUF,
                     after="loss.backward()", fixed="buf = torch.zeros(3).clone()"),
    "zero_ through an alias": written(
        "v.zero_()", "buf", "v = v.clone()", fixed="v = v.clone()\nv.zero_()",
        before="buf = torch.ones(3); v = buf[:2]; loss = (w * buf).sum()\n",
        after="loss.backward()"),
    "inplace=True": written(
        "k = torch.nn.functional.relu(y, inplace=True)", "Leave out inplace=True on line 4",
        after="k.sum().backward()", fixed="k = torch.nn.functional.relu(y)"),
    "an optimizer's step": Diagnosis(
        NET + "o = torch.optim.SGD(net.parameters(), lr=0.1)\nloss = net(torch.ones(1, 2)).sum()\n"
        "loss.backward(retain_graph=True)\no.step()\nloss.backward()", "overwritten",
        ("a view of net.1.weight", "o.step() on line 7", "before line 7"),
        ("net.1.weight 的视图",), ("+ 1",)),
    "an update by hand": Diagnosis(
        W + "y = (w * w).sum()\nwith torch.no_grad():\n    w -= 0.1\ny.backward()", "overwritten",
        ("w -= 0.1 on line 5", "before line 5"), (), ("w = w - 0.1",)),
    "a transposed parameter": Diagnosis(
        "import torch\nW = torch.ones(2, 3, requires_grad=True)\n"
        "x = torch.ones(4, 3, requires_grad=True)\ny = (x @ W.T).sum()\nwith torch.no_grad():\n"
        "    W -= 1\ny.backward()", "overwritten", ("saved a view of W",)),
}  # fmt: skip

CARRIED = {
    "a hidden state": Diagnosis(
        "import torch\nfrom torch import nn\nrnn = nn.RNN(1, 2)\nh = torch.zeros(1, 1, 2)\n"
        "for i in range(2):\n    y, h = rnn(torch.ones(3, 1, 1), h)\n    y.sum().backward()",
        "carried-graph", ("h comes from the turn before", "line 6", "h = h.detach()"),
        ("h.detach()",), ("Say retain_graph",),
        "import torch\nfrom torch import nn\nrnn = nn.RNN(1, 2)\nh = torch.zeros(1, 1, 2)\n"
        "for i in range(2):\n    h = h.detach()\n    y, h = rnn(torch.ones(3, 1, 1), h)\n"
        "    y.sum().backward()"),
    "a running total": Diagnosis(
        W + "total = 0\nfor i in range(2):\n    total = total + (w * w).sum()\n"
        "    total.backward()", "carried-graph",
        ("total comes from the turn before", "total.detach()"),
        (), ("Say retain_graph",),
        W + "total = 0\nfor i in range(2):\n    if i: total = total.detach()\n"
        "    total = total + (w * w).sum()\n    total.backward()"),
    "a state of a cell": Diagnosis(
        "import torch\nfrom torch import nn\ncell = nn.LSTMCell(1, 2)\n"
        "state = (torch.zeros(1, 2), torch.zeros(1, 2))\nfor i in range(2):\n"
        "    state = cell(torch.ones(1, 1), state)\n    state[0].sum().backward()", "carried-graph",
        ("comes from the turn before", "line 6", ".detach()"), (), ("Say retain_graph",)),
    "one result, two roots": Diagnosis(
        W + "y = w.exp()\ny.sum().backward()\n(y * 2).sum().backward()", "error",
        ("retain_graph=True on line 4",), (), ("detach",),
        W + "y = w.exp()\ny.sum().backward(retain_graph=True)\n(y * 2).sum().backward()"),
    "after a step": Diagnosis(
        W + SGD + "y = w.exp().sum()\nfor i in range(2):\n    y.backward()\n    o.step()",
        "error", ("Compute the result anew",), (), ("retain_graph", "detach")),
}  # fmt: skip

SHAPES = {
    "a layer": Diagnosis(
        NET + "net(torch.ones(4, 8))", "error", ("net.0 has in_features=2", "is 8"),
        ("in_features=2",), ("ranspose",)),
    "one of two layers alike": Diagnosis(
        "import torch\nfrom torch import nn\na, b = nn.Linear(10, 5), nn.Linear(10, 5)\n"
        "b(torch.ones(4, 8))", "error", ("The layer has in_features=10", "nn.Linear(8, 5)"), (), (),
        "import torch\nfrom torch import nn\na, b = nn.Linear(10, 5), nn.Linear(8, 5)\n"
        "b(torch.ones(4, 8))"),
    "a transposed matrix": Diagnosis(
        "import torch\ntorch.ones(2, 3) @ torch.ones(2, 3)", "error",
        ("Transpose the right one",), ("转置右边",), (),
        "import torch\ntorch.ones(2, 3) @ torch.ones(2, 3).T"),
    "swapped matrices": Diagnosis(
        "import torch\ntorch.mm(torch.ones(3, 4), torch.ones(2, 3))", "error", ("Swap them",),
        (), ("ranspose",), "import torch\ntorch.mm(torch.ones(2, 3), torch.ones(3, 4))"),
    "matrices that cannot fit": Diagnosis(
        "import torch\ntorch.ones(2, 3) @ torch.ones(4, 5)", "error",
        ("Neither transposing nor swapping",)),
    "a misspelled function": Diagnosis(
        "import torch\ntorch.sigmod(torch.ones(1))", "error",
        ("Did you mean sigmoid?", "Write sigmoid instead of sigmod"), ("sigmoid",),
        ("Step back",), "import torch\ntorch.sigmoid(torch.ones(1))"),
    "a misspelled method": Diagnosis(
        W + "w.sumn()", "error", ("Did you mean",), (), ("Step back",)),
    "a misspelled name": Diagnosis(
        "losses = [1]\nprint(lossess)", "error", ("Did you mean losses?",), (), (),
        "losses = [1]\nprint(losses)"),
    "an error before any tensor": Diagnosis(
        "import torch\n1 / 0", "error", ("Change that line",), (), ("Step back",)),
    "an error after some": Diagnosis(W + "1 / 0", "error", ("Step back",)),
    "a loss of a list": Diagnosis(
        W + "losses = []\nfor i in range(2):\n    loss = (w * i).sum()\n    losses.append(loss)\n"
        "losses[0].numpy()", "error", ("losses[0].detach().numpy()",)),
}  # fmt: skip

KINDS = (CUTS, LEFT, OFF, LEAVES, SLOPES, WRITTEN, CARRIED, SHAPES)
DIAGNOSES = {name: case for kind in KINDS for name, case in kind.items()}
assert len(DIAGNOSES) == sum(map(len, KINDS)), "two programs have one name"
