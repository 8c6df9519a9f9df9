"""What tensors are called, and which variables are listed, on programs as people write them."""

import pytest


START = "import torch\nfrom torch import nn\n"


@pytest.fixture(scope="module")
def asks(document_of, page):
    """Asks the page about a program's run."""

    def ask(question, code, **more):
        run = document_of(START + code)
        assert run["outcome"]["kind"] == "finished", run["outcome"]
        return page.ask(question, run, **more)

    return ask


NET = """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(1, 1, bias=False)
        self.fc2 = nn.Linear(1, 1, bias=False)
        {also}
    def reset(self, module):
        if isinstance(module, nn.Linear):
            nn.init.ones_(module.weight)
    def forward(self, x):
        return self.fc2(self.fc1(x))
"""
PARAMETERS = {
    "apply": NET.format(also="self.apply(self.reset)") + "net = Net()\n",
    "a loop over the modules": NET.format(also="for m in self.modules(): self.reset(m)")
    + "net = Net()\n",
    "a loop over the parameters": NET.format(also="pass")
    + "net = Net()\nfor p in net.parameters():\n    p.data.fill_(1.0)\n",
    "an optimizer's groups": NET.format(also="pass")
    + "net = Net()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
    "for group in opt.param_groups:\n    for q in group['params']:\n"
    "        q.requires_grad_(True)\n",
}


@pytest.mark.parametrize("code", PARAMETERS.values(), ids=PARAMETERS)
def test_a_parameter_has_the_users_path_whatever_ran_before(asks, code):
    labels = asks("labels", code)
    assert {"net.fc1.weight", "net.fc2.weight"} <= set(labels)
    assert not [name for name in labels if name.split(".")[0] in {"self", "module", "m", "p", "q"}]


def test_tied_weights_have_the_shorter_path_once(asks):
    code = NET.format(also="self.output = self.fc1") + "net = Net()\n"
    assert asks("labels", code) == ["net.fc1.weight", "net.fc2.weight"]


def test_layers_of_a_list_and_a_dict_are_told_apart(asks):
    labels = asks("labels", "layers = [nn.Linear(1, 1, bias=False) for _ in range(2)]\n"
                  "nets = {'a': nn.Linear(1, 1, bias=False)}\n")  # fmt: skip
    assert labels == ["layers[0].weight", "layers[1].weight", "nets['a'].weight"]


@pytest.mark.parametrize(
    ("code", "labels"),
    [
        ("x = torch.ones(1)\nfor _ in range(3):\n    x = x * 2\n", ["x₁", "x₂", "x₃", "x"]),
        ("losses = []\nfor k in range(2):\n    loss = torch.ones(1) * k\n"
         "    losses = [*losses, loss]\n", ["losses[0]", "losses[1]"]),
        ("def double(x):\n    x = x * 2\n    return x\nx = torch.ones(1)\ny = double(x)\n",
         ["x", "y"]),
        ("def outer(a):\n    b = a + 1\n    def inner(b):\n        b = b * 3\n        return b\n"
         "    return inner(b)\nw = torch.ones(1)\nz = outer(w)\n", ["w", "b", "z"]),
    ],
    ids=["a name bound again", "a list of losses", "a function", "a function in a function"],
)  # fmt: skip
def test_a_result_is_told_apart_from_what_has_its_name_now(asks, code, labels):
    named = [name for name in asks("labels", code) if name]
    assert [name for name in named if not name.startswith("ones")] == labels


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("def double(x):\n    x = x * 2\n    return x\n"
         "x = torch.ones(1, requires_grad=True)\ny = double(x)\ny.sum().backward()\n", "y"),
        ("w = torch.ones(1, requires_grad=True)\n"
         "def scale(w):\n    w = w / 2\n    return w\nh = scale(w)\nh.sum().backward()\n", "h"),
    ],
)  # fmt: skip
def test_a_name_bound_again_in_a_function_is_no_cause_for_its_caller(asks, code, name):
    assert asks("none", code, name=name)["rebound"] is None


def test_a_leaf_that_is_bound_again_in_its_own_frame_is_said_to_be(asks):
    code = "w = torch.ones(1, requires_grad=True)\nw = w * 2\nw.sum().backward()\n"
    assert asks("none", code, name="w")["rebound"] == 4


def test_line_by_line_the_names_are_those_of_the_call_that_runs(asks):
    code = ("def double(x):\n    x = x * 2\n    return x\nx = torch.ones(1)\nk = 3\n"
            "y = double(x)\n")  # fmt: skip
    assert [(each["line"], each["stack"], each["names"]) for each in asks("lines", code)[1:]] == [
        (6, [["", 6]], {"x": "[1.0]"}),
        (7, [["", 7]], {"x": "[1.0]", "k": "3"}),
        (3, [["double", 3], ["", 8]], {"x": "[1.0]"}),
        (4, [["double", 4], ["", 8]], {"x": "[2.0]"}),
        (8, [["", 8]], {"x": "[1.0]", "k": "3", "y": "[2.0]"}),
    ]
