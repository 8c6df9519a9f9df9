"""Calls of the library that are one step are told as one, with what they did."""

import pytest

from server.config import Config
from tests.web.runs import run_here

START = """import torch
from torch import nn
net = nn.Sequential(nn.Linear(20, 30), nn.Linear(30, 1))
"""
BACKWARD = "net(torch.ones(4, 20)).sum().backward()\n"


@pytest.fixture(scope="module")
def calls(sandbox):
    """The library's calls of a program: name, how it ended, result, events within."""

    def of(code):
        events, found = run_here(sandbox, START + code, 0, Config()).events, []
        for i, event in enumerate(events):
            if event["kind"] == "enter" and event["of"] == "library":
                end = next(j for j in range(i, len(events)) if events[j]["kind"] == "leave"
                           and events[j]["frame"] == event["frame"])  # fmt: skip
                found.append((event["name"], events[end]["how"], events[end]["result"],
                              events[i + 1 : end]))
        return found

    return of


def test_clipping_says_the_norm_before_and_after(calls):
    clip = "nn.utils.clip_grad_norm_(net.parameters(), {})\n"
    (many,) = calls(BACKWARD + clip.format(0.5))
    assert many[0] == "clip_grad_norm_" and many[2]["before"] > 0.5
    assert many[2]["after"] == pytest.approx(0.5, rel=1e-4)
    (few,) = calls(BACKWARD + clip.format(1e6))
    assert few[2]["after"] == few[2]["before"] < 1e6


def test_a_step_says_the_largest_change_that_the_tape_does_not_hold(calls):
    code = "o = torch.optim.SGD(net.parameters(), lr=0.5)\n" + BACKWARD + "o.step()\n"
    ((name, how, result, inside),) = calls(code)
    assert (name, how) == ("SGD.step", "return")
    assert sum(event["kind"] == "write" for event in inside) == 4
    (large,) = {event["tensor"] for event in inside if "stats" in event["value"]}
    assert result["largest"]["tensor"] == large and result["largest"]["change"] > 0


def test_only_the_outermost_call_is_told_and_none_in_which_nothing_happened(calls):
    assert calls("net.zero_grad()\n") == []
    names = [name for name, *_ in calls("nn.init.xavier_uniform_(net[0].weight)\nnet.half()\n")]
    assert names == ["init.xavier_uniform_", "Sequential.half"]


def test_a_call_that_raises_says_so(calls):
    code = (
        "x = torch.ones(2, dtype=torch.float64, requires_grad=True)\n"
        "class Wrong(torch.autograd.Function):\n"
        "    @staticmethod\n    def forward(ctx, x):\n        return x * 2\n"
        "    @staticmethod\n    def backward(ctx, grad):\n        return grad\n"
        "print(torch.autograd.gradcheck(Wrong.apply, (x,), raise_exception=False))\n"
        "torch.autograd.gradcheck(Wrong.apply, (x,))\n"
    )
    ends = [(how, result) for name, how, result, _ in calls(code) if name == "gradcheck"]
    assert ends == [("return", {"agrees": False}), ("raise", None)]


def test_a_step_of_the_programs_own_is_no_call_of_the_library(calls):
    code = (
        "class Mine(torch.optim.Optimizer):\n"
        "    def __init__(self, params):\n        super().__init__(params, {})\n"
        "    @torch.no_grad()\n    def step(self):\n"
        "        for group in self.param_groups:\n            for p in group['params']:\n"
        "                p.sub_(p.grad)\n"
    )
    found = calls(code + BACKWARD + "Mine(net.parameters()).step()\n")
    assert "Mine.step" not in [name for name, *_ in found]
