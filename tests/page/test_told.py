"""What is said of what a program does: nothing that a reader could catch out."""

import pytest


START = "import torch\nx = torch.tensor([1.0, 2.0, 3.0])\n"


@pytest.fixture(scope="module")
def told(document_of, page):
    """Says what the page says of each event of a program, in both languages."""
    return lambda code: list(zip(*page.ask("sentences", document_of(code)), strict=True))


def test_a_gradient_that_is_summed_or_repeated_on_its_way_is_said_to_be(told):
    en, zh = told(START + "w = torch.tensor(2.0, requires_grad=True)\n(w * x).sum().backward()\n")
    assert "It repeats 1.0 along what was summed and sends [1.0, 1.0, 1.0] to MulBackward0." in en
    assert "It sends sum([1.0, 1.0, 1.0] × x) = 6.0 to w." in en
    assert "它沿求和的方向重复 1.0，把 [1.0, 1.0, 1.0] 送给 MulBackward0。" in zh
    assert "它把 sum([1.0, 1.0, 1.0] × x) = 6.0 送给 w。" in zh


def test_the_bias_of_a_layer_is_sent_the_sum_over_the_batch(told):
    code = "import torch\nnet = torch.nn.Linear(2, 1)\nnet(torch.ones(3, 2)).sum().backward()\n"
    en, _ = told(code)
    assert "It sends sum([[1.0], [1.0], [1.0]], dim=0) = [3.0] to net.bias." in en


def test_a_part_of_a_tensor_is_said_with_the_dimension_that_it_is_taken_from(told):
    code = START + (
        "m = torch.ones(2, 3, requires_grad=True)\ncolumn = m[:, 1]\nlast = m[..., -1]\n"
        "few = m[1:, ::2]\npicked = x[[0, 2]]\n"
    )
    en = "\n".join(told(code)[0])
    assert "column = m[:, 1] = [1.0, 1.0]." in en
    assert "last = m[:, 2] = [1.0, 1.0]." in en
    assert "few = m[1:][:, ::2] = [[1.0, 1.0]]." in en
    assert "picked = x[[0, 2]] = [1.0, 3.0]." in en


def test_of_complex_numbers_no_formula_is_said_that_leaves_out_what_is_conjugated(told):
    code = (
        "import torch\nz = torch.tensor(1 + 2j, requires_grad=True)\n"
        "w = z * z.conj()\nw.abs().backward()\n"
    )
    en = "\n".join(told(code)[0])
    assert "w = z × conj(z) = 5.0+0.0j." in en
    assert "mean" not in en
    assert "It sends 1.0+2.0j to z. z waits for one more." in en


def test_what_an_op_wrote_is_not_said_to_become_what_it_is(told):
    code = START + "y = x * 1\nv = y[:2]\nv.mul_(10)\ny[0] = 7\n"
    en = "\n".join(told(code)[0])
    assert "mul_ writes into y: [1.0, 2.0, 3.0] becomes [10.0, 20.0, 3.0]." in en
    assert "v is written in place and is at version 1 now." in en
    assert "copy_ writes into y: [10.0, 20.0, 3.0] becomes [7.0, 20.0, 3.0]." in en
    assert "becomes [10.0, 20.0]" not in en and "7.0 becomes 7.0" not in en
    assert "7.0 = 7.0" not in en


def test_a_leaf_of_few_entries_is_no_parameter(told):
    made = "s = torch.sparse_coo_tensor([[0, 1]], [3.0, 4.0], (2,), requires_grad=True)"
    en, _ = told(f"import torch\n{made}\n")
    assert "s is a leaf: [3.0, 4.0]. It asks for a gradient." in en


def test_of_a_layer_that_is_made_only_its_parameters_are_told(told):
    layers = "nn.BatchNorm1d(2), nn.LayerNorm(2), nn.GroupNorm(1, 2), nn.PReLU()"
    code = f"from torch import nn\nnet = nn.Sequential({layers}, nn.MultiheadAttention(2, 1))\n"
    en, _ = told(code)
    named = "It is called net.", "net is "
    assert all(" is a parameter: " in text or text.startswith(named) for text in en)
    en, _ = told("from torch import nn\nw = nn.Linear(1, 1)\nnn.init.constant_(w.bias, 0.5)\n")
    assert en[-2] == "init.constant_ fills w.bias: it is [0.5] now."
    assert en[-3].endswith("becomes [0.5]. It is now at version 2.")
    assert en[-3].startswith("fill_ writes into w.bias: [")


def test_what_an_op_reads_and_writes_over_is_told_as_it_was(told):
    en, _ = told("import torch\na = torch.zeros(2).add_(1)\nb = torch.eye(2)[0].mul_(3)\n")
    assert "Here is a tensor: [0.0, 0.0]. It needs no gradient." in en
    assert any(text.startswith("a = [0.0, 0.0] + 1.0 = [1.0, 1.0].") for text in en)


NORMED = """import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norms = torch.nn.ModuleList([torch.nn.BatchNorm1d(1)])
    def forward(self, x):
        for norm in self.norms:
            x = norm(x)
        return x
net = Net()
y = net(torch.tensor([[1.0], [2.0]]))
"""


def test_modules_and_what_they_hold_are_called_by_their_path_from_outside(told, document_of):
    (op,) = (event for event in document_of(NORMED)["events"] if event["kind"] == "op")
    assert op["scope"] == ["net", "net.norms.0"]
    (said,) = (text for text in told(NORMED)[0] if " = batch_norm(" in text)
    names = ["weight", "bias", "running_mean", "running_var"]
    assert ", ".join(f"net.norms.0.{name}" for name in names) in said


LOSSES = """import torch
from torch.nn import functional as F
x = torch.tensor([1.0, 3.0], requires_grad=True)
y = torch.zeros(2)
whole = F.mse_loss(x, y)
total = F.mse_loss(x, y, reduction="sum")
each = F.mse_loss(x, y, reduction="none")
total.backward()
row = x[None, None]
pooled = F.max_pool1d(row, 2)
"""


def test_a_loss_is_said_as_it_was_asked_to_reduce(told):
    en = "\n".join(told(LOSSES)[0])
    assert "whole = mean((x - y)²) = 5.0." in en
    assert "total = sum((x - y)²) = 10.0." in en
    assert "each = (x - y)² = [1.0, 9.0]." in en
    assert "It sends 2 × 1.0 × (x - y) = [2.0, 6.0] to x." in en


def test_an_unnamed_result_that_is_detached_is_called_by_what_made_it(told):
    code = "import torch\nw = torch.ones(3, 4, requires_grad=True)\nw.exp().detach().sum()\n"
    assert "The result has the numbers of exp(w), but is cut from the tape." in told(code)[0]


def test_what_comes_back_on_one_line_from_a_folded_group_is_its_sum(page, document_of):
    code = (
        "import torch\nx = torch.tensor(1.0, requires_grad=True)\ny = 2.0\n"
        "for i in range(3):\n    y = y * x + x\ny.backward()\n"
    )
    assert page.ask("resting", document_of(code)) == ["12.0"]


OWN = """import torch
class Linear:
    def __init__(self):
        self.weight = torch.ones(1, requires_grad=True)
class Net:
    def __init__(self):
        self.layers = [Linear(), Linear()]
    def __call__(self, x):
        for layer in self.layers:
            x = x * layer.weight
        return x
net = Net()
for step in range(2):
    loss = net(torch.ones(1))
"""


def test_what_the_programs_own_objects_hold_is_called_by_its_path(told, document_of):
    en = "\n".join(told(OWN)[0])
    assert "loss = x × net.layers[1].weight = [1.0]." in en or (
        "x = x × net.layers[1].weight = [1.0]." in en)
    names = [event["name"] for event in document_of(OWN)["events"] if event["kind"] == "name"]
    assert [name for name in names if name.startswith("net.")] == [
        "net.layers[0].weight", "net.layers[1].weight"]  # fmt: skip
    assert not any(name.startswith("layer.") for name in names)


SMALL = """import torch
x = torch.tensor([3.0, 3.0], requires_grad=True)
y = torch.tensor([1.0, 3.0], requires_grad=True)
total = torch.add(x, y, alpha=0.5)
total.sum().backward()
x.max().backward()
torch.maximum(x, y)[1].backward()
run = x.cumsum(0)
same = x == y
"""


def test_formulas_say_what_is_scaled_and_how_ties_share(told):
    en = "\n".join(told(SMALL)[0])
    assert "total = x + 0.5 × y = [3.5, 4.5]." in en
    assert "It sends 0.5 × [1.0, 1.0] = [0.5, 0.5] to y." in en
    assert "It sends 1.0 × [x == max(x)] / ties = [0.5, 0.5] to x." in en
    assert "([x > y] + (1/2) × [x == y]) = [0.0, 0.5] to x." in en
    assert "run = sum[j ≤ i] x[j] = [3.0, 6.0]." in en
    assert "same = (x == y) = [False, True]." in en or "same = x == y = [False, True]." in en


TURNED = """import torch
v = torch.ones(2, 1, 2, requires_grad=True)
first = v.transpose(0, 1)
last = v.transpose(1, 2)
row = torch.ones(2, requires_grad=True)
(row.expand(2, 2) * 3).sum().backward()
"""


def test_what_is_turned_or_expanded_is_said_with_its_dimensions(told):
    en = "\n".join(told(TURNED)[0])
    assert "first = transpose(v, 0, 1) = [[[1.0, 1.0], [1.0, 1.0]]]." in en
    assert "last = vᵀ: a tensor of norm 2.0 (2 × 2 × 1). TransposeBackward0 goes on the tape." in en
    assert "It sends sum([[3.0, 3.0], [3.0, 3.0]], dim=0) = [6.0, 6.0] to row." in en


ASKED = """import torch
from torch.nn import functional as F
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
each = x.mean(1)
both = x.mean((0, 1))
top = x.amax(0)
odds = (x / 5).logit()
picked = x.index_select(1, torch.tensor([1]))
plain = F.nll_loss(x, torch.tensor([0, 1]))
loss = F.nll_loss(x, torch.tensor([0, 1]), weight=torch.tensor([1.0, 2.0]))
made = F.conv1d(x[None], torch.ones(1, 2, 1))
y = torch.addmm(x, x, x, beta=0.5)
again = x.repeat(1, 2)
z = x[0].sin()
z.grad_fn.register_hook(lambda went, came: (went[0] * 0,))
z.sum().backward()
"""


def test_what_was_asked_of_an_op_is_in_its_formula_or_there_is_none(told):
    en = "\n".join(told(ASKED)[0])
    assert "each = mean(x, dim=1) = [1.5, 3.5]." in en
    assert "both = mean(x, dim=(0, 1)) = 2.5." in en
    assert "top = max(x, dim=0) = [3.0, 4.0]." in en
    assert "odds = ln((x / 5.0) / (1 - x / 5.0))" in en
    assert "picked = x[:, [1]]" in en
    assert "plain = -mean(x[[0, 1]]) = -2.5." in en and "made = convolution(" in en
    assert "None)" not in en and ", 0.0)" not in en
    assert "loss = nll_loss(x, " in en and "y = addmm(x, x, x)" in en
    assert "again = repeat(x, (1, 2)): a matrix of norm 7.75 (2 × 4)." in en
    assert "It sends [0.0, -0.0] to SelectBackward0." in en


PARTS = """import torch
x = torch.tensor([1.0, 5.0], requires_grad=True)
low, high = x.aminmax()
(low * 2 + high * 3).backward()
"""


def test_gradients_of_several_outputs_are_told_apart(told):
    en = "\n".join(told(PARTS)[0])
    assert "It sends 1.0 × 2.0 = 2.0 to low." in en and "It sends 1.0 × 3.0 = 3.0 to high." in en
    assert "AminmaxBackward0 has both its gradients now." in en
    assert "3.0 = 3.0. It" not in en and "AminmaxBackward0 waits for one more." in en
