"""Which calls an op ran in: each has a number of its own, and the inner ones stand after the outer.
"""

import sys

from autograd.frontend import import_hook
from autograd.recording.recorder import record

import_hook.install()

LAYER = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Tanh()
    def forward(self, x):
        return scaled(self.inner(x))

def scaled(x):
    return x * 2

def step(net, x):
    return net(net(x))

x = torch.ones(2, requires_grad=True)
net = Net()
step(net, x)
"""


def scopes(code):
    """`label number` of each call around each op, outermost first."""
    with record() as recorder:
        exec(compile(code, recorder.filename, "exec"), {"__name__": "__main__"})
    return [
        [f"{name} {call}" for name, call in zip(event["scope"], event["calls"], strict=True)]
        for event in recorder.drain()
        if event["kind"] == "op"
    ]


BEGIN = "import torch\nx = torch.ones(2, requires_grad=True)\n"
TWICE = "def f(x):\n    x = x * 2\n    return x + 1\n"


def test_two_calls_of_one_function_in_one_expression_are_two_calls():
    assert scopes(f"{BEGIN}{TWICE}f(f(x))") == [["f() 1"], ["f() 1"], ["f() 2"], ["f() 2"]]


def test_calls_in_a_loop_that_binds_nothing_are_told_apart():
    assert scopes(f"{BEGIN}{TWICE}[f(x) for _ in range(2)]") == [
        ["f() 1"], ["f() 1"], ["f() 2"], ["f() 2"],
    ]  # fmt: skip


def test_a_function_that_calls_itself_is_inside_its_own_call():
    code = "def f(x, n):\n    x = x * 2\n    return f(x, n - 1) + 1 if n else x\nf(x, 1)"
    assert scopes(BEGIN + code) == [["f() 1"], ["f() 1", "f() 2"], ["f() 1"]]


def test_what_runs_outside_of_all_functions_is_in_no_call():
    assert scopes(f"{BEGIN}x * 2\nlambdas = lambda x: x * 2\nlambdas(x)") == [[], []]


def test_a_module_is_inside_the_function_that_calls_it_and_around_the_one_that_it_calls():
    net = ["step() 1", "Net 2"]
    again = ["step() 1", "Net 5"]
    assert scopes(LAYER) == [
        [*net, "Tanh 3"], [*net, "scaled() 4"], [*again, "Tanh 6"], [*again, "scaled() 7"],
    ]  # fmt: skip


def test_a_generator_is_one_call_however_often_it_is_asked():
    code = "def f(x):\n    yield x * 2\n    yield x * 3\nlist(f(x))"
    assert scopes(BEGIN + code) == [["f() 1"], ["f() 1"]]


def test_a_program_that_sets_a_tracer_runs_on_as_it_would():
    told = []

    def tracer(frame, event, _):
        told.append(event)
        return None

    before = sys.gettrace()
    try:
        code = f"{BEGIN}def f(x):\n    x * 2\n    settrace(tracer)\n    return x + 1\nf(x)"
        with record() as recorder:
            spoken = {"settrace": sys.settrace, "tracer": tracer}
            exec(compile(code, recorder.filename, "exec"), spoken)
    finally:
        sys.settrace(before)
    ops = [event for event in recorder.drain() if event["kind"] == "op"]
    assert [event["calls"] for event in ops] == [[1], [1]]
    assert "call" in told


MODULES = """
import torch
from torch import nn

class Loud(nn.Linear):
    def extra_repr(self):
        raise SystemExit("a description must not run")

class Renamed(nn.Linear):
    def __init__(self):
        super().__init__(2, 2)
        del self.out_features

x = torch.ones(1, 2)
net = nn.Sequential(nn.Linear(2, 2, bias=False), nn.ReLU(), Loud(2, 2), Renamed())
net(net(x))
"""


def described(code: str) -> list[str]:
    """`name: class(text)` of each module that an op describes, in the order of the tape."""
    with record() as recorder:
        exec(compile(code, recorder.filename, "exec"), {"__name__": "__main__"})
    return [
        f"{each['name']}: {each['type']}({each['extra']})"
        for event in recorder.drain()
        for each in event.get("modules", ())
    ]


def test_a_module_is_described_once_by_its_class_and_by_torchs_text_alone():
    assert described(MODULES) == [
        "Sequential: Sequential()",
        "Linear: Linear(in_features=2, out_features=2, bias=False)",
        "ReLU: ReLU()",
        "Loud: Loud()",
        "Renamed: Renamed()",
    ]


def test_another_module_of_the_same_name_is_described_too():
    code = "import torch\nfrom torch import nn\nx = torch.ones(2)\n"
    again = "for p in (0.1, 0.2, 0.2):\n    nn.Dropout(p)(x)\n"
    assert described(code + again) == [
        "Dropout: Dropout(p=0.1, inplace=False)", "Dropout: Dropout(p=0.2, inplace=False)",
    ]  # fmt: skip


def test_a_long_description_is_cut():
    made = "nn.Conv2d(1, 1, 1, padding=1, dilation=(2, 2), padding_mode='reflect')"
    (text,) = described(f"import torch\nfrom torch import nn\n{made}(torch.ones(1, 3, 3))")
    assert len(text) == len("Conv2d: Conv2d()") + 80 and text.endswith("…)")
