"""A first gradient becomes a leaf's `.grad` as it is, unless somebody else can see its memory."""

import numpy as np
import pytest

from autograd.frontend import import_hook
from autograd.recording.recorder import record

import_hook.install()
import torch  # noqa: E402  which is our engine here


def leaves(*sizes):
    return [torch.ones(size, requires_grad=True) for size in sizes]


def test_a_gradient_that_goes_to_two_leaves_lies_in_two_memories():
    a, b = leaves(3, 3)
    (a + b).sum().backward()
    a.grad.zero_()
    assert (a.grad.tolist(), b.grad.tolist()) == ([0.0] * 3, [1.0] * 3)


def test_the_seed_of_a_leaf_stays_the_users():
    (a,) = leaves(3)
    seed = torch.ones(3)
    a.backward(seed)
    a.grad.zero_()
    assert seed.tolist() == [1.0] * 3


@pytest.mark.parametrize("size", [3, 400])
def test_what_a_hook_kept_does_not_change_with_the_grad(size):
    (a,) = leaves(size)
    kept = []
    a.register_hook(kept.append)
    (a * 2).sum().backward()
    a.grad.zero_()
    assert kept[0].tolist() == [2.0] * size


@pytest.mark.parametrize("size", [3, 400])
def test_what_a_node_hook_kept_does_not_change_with_the_grad(size):
    (a,) = leaves(size)
    kept, made = [], a * 2
    made.grad_fn.register_hook(lambda sent, got: kept.extend(sent))
    made.sum().backward()
    a.grad.zero_()
    assert kept[0].tolist() == [2.0] * size


def test_a_large_gradient_is_not_copied_and_told_as_one_value():
    (a,) = leaves(400)
    with record() as recorder:
        (a * torch.full((400,), 2.0)).sum().backward()
        a.grad.mul_(3)
    events = recorder.drain()
    flow = [event for event in events if event["kind"] == "flow"][-1]
    read = [event for event in events if event["kind"] == "leaf"][-1]["value"]
    result = [event for event in events if event["kind"] == "op"][-1]["outputs"][0]["value"]
    told = next(event for event in events if event["kind"] == "grad")
    assert told["after"]["same"] == flow["value"]["id"]
    assert flow["value"]["stats"]["max"] == 2.0
    assert read["same"] == flow["value"]["id"]  # as it was before mul_ wrote over it
    assert result["stats"]["max"] == 6.0
    written = next(event for event in events if event["kind"] == "write")
    assert written["value"]["same"] == result["id"]
    assert np.all(a.grad.numpy() == 6)
