"""Variables by frame: what the tape says of them is what a debugger sees, line by line."""

import json

import pytest

from server.config import Config
from server.sandbox import Sandbox
from tests.web import debugger
from tests.web.frames import Fold, first_difference

PROGRAMS = sorted(debugger.PEOPLE.glob("*.py"))
CONFIG = Config(wall_seconds=60, cpu_seconds=60)


@pytest.fixture(scope="module")
def golden():
    return json.loads(debugger.GOLDEN.read_text("utf-8"))


@pytest.fixture(scope="module")
def events():
    """Runs code behind the fence; answers its events."""
    sandbox = Sandbox(CONFIG)

    def events(code, kind="finished"):
        outcome = sandbox.run(code, 0)
        assert outcome.kind == kind, outcome
        return outcome.events

    yield events
    sandbox.close()


def changes(events):
    """What changed on each line, in the form of the debugger's."""
    fold = Fold()
    for event in events:
        fold.take(event)
    return json.loads(json.dumps(fold.changes))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_variables_are_what_a_debugger_sees_under_torch_at_each_line(path, events, golden):
    told = events(path.read_text("utf-8"))
    assert first_difference(changes(told), golden[path.stem]) is None


def test_a_value_that_is_wrong_or_missing_is_found(events, golden):
    told = events((debugger.PEOPLE / "closures.py").read_text("utf-8"))
    values = [i for i, event in enumerate(told)
              if event["kind"] == "value" and event["frame"] == 0]
    for i in values[::4]:
        other = told[i] | {"text": "other", "type": "str"}
        for forged in ([*told[:i], other, *told[i + 1:]], [*told[:i], *told[i + 1:]]):
            assert first_difference(changes(forged), golden["closures"]) is not None


@pytest.mark.nightly
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_golden_file_is_what_torch_says_today(path, golden):
    torch = pytest.importorskip("torch")
    found = json.loads(json.dumps(debugger.changes_of(path.read_text("utf-8"), torch)))
    assert found == golden[path.stem]


NET = """
import copy
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(2, 2)
        self.fc2 = nn.Linear(2, 2)
        self.fc2.weight = self.fc1.weight
        self.apply(self._init)
        for m in self.modules():
            if isinstance(m, nn.Linear):
                nn.init.zeros_(m.bias)

    def _init(self, module):
        if isinstance(module, nn.Linear):
            nn.init.ones_(module.weight)

    def forward(self, x):
        return self.fc2(self.fc1(x))

"""
# What each tensor that the module's names reach is called there.
NAMES = {
    NET + "net = Net()": ["net.fc1.bias", "net.fc1.weight net.fc2.weight", "net.fc2.bias"],
    NET + "net = Net()\ntwin = copy.deepcopy(net)": [
        "net.fc1.bias", "net.fc1.weight net.fc2.weight", "net.fc2.bias",
        "twin.fc1.bias", "twin.fc1.weight twin.fc2.weight", "twin.fc2.bias",
    ],
    NET + "net = Net()\nfor m in net.modules():\n    pass\nfor layer in net.children(): pass": [
        "net.fc1.bias", "net.fc1.weight net.fc2.weight", "net.fc2.bias",
    ],
    NET + "def build():\n    m = Net()\n    return m\nnet = build()\nmodel = net.to('cpu')": [
        "net.fc1.bias", "net.fc1.weight net.fc2.weight", "net.fc2.bias",
    ],
    NET + "layers = [nn.Linear(1, 1, bias=False)]\nseq = nn.Sequential(*layers)\n"
    "nets = {'a': nn.Linear(1, 1, bias=False)}": [
        "layers[0].weight seq.0.weight", "nets['a'].weight",
    ],
    NET + "net = nn.Linear(1, 1)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
    "for group in opt.param_groups:\n    for p in group['params']:\n        pass": [
        "net.bias p", "net.weight p",
    ],
    NET + "class Slots:\n    __slots__ = ('a',)\n    def __init__(self, a):\n        self.a = a\n"
    "s = Slots(torch.ones(1))": ["s.a"],
    "import torch\nfrom dataclasses import dataclass\n@dataclass\nclass Both:\n    w: object\n"
    "    parts: list\nboth = Both(torch.ones(1), [torch.zeros(1)])": ["both.parts[0]", "both.w"],
    NET + "class Trainer:\n    def __init__(self, net):\n        self.net = net\n"
    "t = Trainer(nn.Linear(1, 1, bias=False))\nnet = t.net": ["net.weight t.net.weight"],
}  # fmt: skip


@pytest.mark.parametrize("code", NAMES)
def test_a_part_has_the_path_that_a_user_would_write_whatever_ran_before(code, events):
    found = {}
    for event in events(code):
        if event["kind"] == "name" and event["frame"] == 0:
            found.setdefault(event["tensor"], set()).add(event["name"])
    assert sorted(" ".join(sorted(names)) for names in found.values()) == NAMES[code]


def test_names_that_a_function_gives_belong_to_its_frame(events):
    told = events(NET + "def double(x):\n    x = x * 2\n    return x\nx = torch.ones(2)\n"
                  "net = Net()\ny = double(x)\nz = net(y)\n")
    frames = {event["frame"]: event["name"] for event in told if event["kind"] == "enter"}
    names = [(frames.get(event["frame"], ""), event["name"]) for event in told
             if event["kind"] == "name"]
    assert names.count(("", "x")) == 1 and names.count(("double", "x")) == 2
    assert ("Net._init", "module.weight") in names and ("Net.__init__", "m.weight") in names
    scopes = {tuple(event["scope"]) for event in told if event["kind"] == "op"}
    assert scopes == {("double()",), ("net", "net.fc1"), ("net", "net.fc2")}


def told_of(events, kind):
    return [event for event in events if event["kind"] == kind]


def test_of_one_line_a_thousand_values_are_told_and_after_that_the_last_before_an_op(events):
    told = events("import torch\ntotal = 0\nfor i in range(2500):\n    total += i\n"
                  "w = torch.ones(1) * total\nlast = i\n")
    values = [int(event["text"]) for event in told_of(told, "value") if event["name"] == "i"]
    assert values[:1000] == list(range(1000)) and values[-1] == 2499
    assert len(values) < 1100
    before = told[: next(i for i, event in enumerate(told) if event["kind"] == "leaf")]
    assert [event["text"] for event in before if event["kind"] == "value"][-2:].count(
        str(sum(range(2500)))) == 1


def test_of_one_function_a_thousand_calls_are_told_unless_more_happens_in_them(events):
    code = ("import torch\ndef fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n"
            "f = fib(18)\ndef count(n):\n    w = torch.ones(1) if n > 1200 else None\n"
            "for k in range(1203):\n    count(k)\n")
    told = events(code)
    entered = [event["name"] for event in told_of(told, "enter")]
    assert entered.count("fib") == 1000
    assert 1000 <= entered.count("count") <= 1002
    late = told_of(told, "enter")[-1]
    values = {event["name"]: event["text"] for event in told_of(told, "value")
              if event["frame"] == late["frame"]}
    assert values == {"n": "1202"}
    assert told_of(told, "value")[-1]["text"] == "1202"
    fold = Fold()
    for event in told:
        fold.take(event)


SUSPENDED = """
def walk(n):
    for i in range(n):
        yield i

def outer():
    yield from walk(2)

class Guard:
    def __enter__(self):
        return self
    def __exit__(self, *error):
        self.left = True

def guarded():
    with Guard() as g:
        return 5

def failing():
    try:
        raise KeyError("k")
    finally:
        note = 1

for a in outer():
    b = a
c = guarded()
try:
    failing()
except KeyError:
    d = 1
walker = walk(3)
next(walker)
walker.close()
e = sum(i for i in range(3))
"""


def test_calls_end_as_they_do_by_return_by_yield_or_by_an_exception(events):
    told = events(SUSPENDED)
    names = {event["frame"]: event["name"] for event in told_of(told, "enter")}
    ends = {}
    for event in told_of(told, "leave"):
        ends.setdefault(names[event["frame"]], []).append(event["how"])
    assert ends["walk"][:3] == ["yield", "yield", "return"]
    assert set(ends["outer"]) == {"yield", "return"}
    assert ends["guarded"] == ["return"] and ends["failing"] == ["raise"]
    assert ends["Guard.__exit__"] == ["return"]
    (left,) = (event for event in told_of(told, "leave") if names[event["frame"]] == "guarded")
    assert left["result"] == "5"
    fold = Fold()
    for event in told:
        fold.take(event)
    assert fold.stack == [0]
    assert {event["from"] for event in told_of(told, "enter")
            if event["name"] == "guarded"} == {SUSPENDED.split("\n").index("c = guarded()") + 1}
