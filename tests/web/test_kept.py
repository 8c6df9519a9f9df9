"""The tape of a program says what keeps its graphs alive, and what switches grad mode."""

import pytest

from server.config import Config
from server.document.run import to_json
from server.sandbox import Sandbox
from tests.web.runs import run_here

START = """import torch
from collections import defaultdict
w = torch.tensor([1.0, 2.0], requires_grad=True)
losses, table, total = [], defaultdict(list), 0
"""
LOOP = START + """for i in range(5):
    loss = (w * w).sum()
    loss.backward()
    {}
"""


@pytest.fixture(scope="module")
def events_of():
    """The events of a program that runs in the sandbox."""
    sandbox = Sandbox(Config())
    yield lambda code: to_json(run_here(sandbox, code, 0, Config()))["events"]
    sandbox.close()


def begins(events):
    return [event for event in events if event.get("phase") == "begin"]


def kept(events):
    """Of each backward call how many earlier graphs are kept, and the first of them."""
    return [(event.get("kept"), event.get("oldest")) for event in begins(events)]


@pytest.mark.parametrize("line", ["total += loss", "losses.append(loss)", "table[i].append(loss)"])
def test_what_holds_a_result_keeps_its_graph_at_each_later_backward(events_of, line):
    found = kept(events_of(LOOP.format(line)))
    assert found == [(None, None), (1, 1), (2, 1), (3, 1), (4, 1)]


@pytest.mark.parametrize("line", [
    "pass", "total += loss.item()", "losses.append(loss.detach())", "del loss",
])
def test_what_holds_numbers_keeps_no_graph(events_of, line):
    assert kept(events_of(LOOP.format(line))) == [(None, None)] * 5


def test_a_graph_that_is_let_go_is_not_counted(events_of):
    code = LOOP.format("losses = [*losses[-1:], loss]")
    assert kept(events_of(code)) == [(None, None), (1, 1), (2, 1), (2, 2), (2, 3)]


def test_a_container_tells_tensors_that_are_new_in_it(events_of):
    events = events_of(LOOP.format("losses.append(loss)"))
    roots = [event["roots"][0]["tensor"] for event in begins(events)]
    assert [event["tensors"] for event in events if "tensors" in event] == [
        {f"[{i}]": root} for i, root in enumerate(roots)]


def test_a_container_in_a_container_tells_its_tensors(events_of):
    events = events_of(LOOP.format("table['a'].append(loss)"))
    roots = [event["roots"][0]["tensor"] for event in begins(events)]
    assert [event["tensors"] for event in events if "tensors" in event] == [
        {f"['a'][{i}]": root} for i, root in enumerate(roots)]


def test_an_entry_that_is_replaced_is_told_again(events_of):
    events = events_of(LOOP.format("table[0] = loss"))
    assert [[*event["tensors"]] for event in events if "tensors" in event] == [["[0]"]] * 5


@pytest.mark.parametrize(("code", "by", "within"), [
    ("with torch.no_grad():\n    w * 2\n", "no_grad", None),
    ("with torch.inference_mode():\n    w * 2\n", "inference_mode", None),
    ("torch.set_grad_enabled(False)\n", "set_grad_enabled", None),
    ("@torch.no_grad()\ndef f():\n    return w * 2\nf()\n", "no_grad", "f"),
    ("class A:\n    @torch.no_grad()\n    def f(self):\n        return w * 2\nA().f()\n",
     "no_grad", "A.f"),
    ("torch.distributions.Normal(w, 1.0).sample()\n", "no_grad", "Normal.sample"),
])  # fmt: skip
def test_grad_mode_is_switched_by_a_context_within_a_function(events_of, code, by, within):
    first = next(event for event in events_of(START + code) if event.get("what") == "grad_mode")
    assert (first["by"], first["within"], first["enabled"]) == (by, within, False)


def test_a_module_that_is_put_into_a_list_has_its_parameters_named(events_of):
    code = START + "layers = []\nfor _ in range(2):\n    layers.append(torch.nn.Linear(1, 1))\n"
    names = [event["name"] for event in events_of(code) if event["kind"] == "name"]
    assert names[1:] == [f"layers[{i}].{part}" for i in range(2) for part in ("weight", "bias")]
