"""First and second gradients of the table's entries are torch's own, over drawn shapes.

Every differentiable entry that torch has as a function of the same name, of numbers elementwise,
is called under both engines on inputs whose shapes are broadcast together; the gradients may
differ by rounding in float64. Each run takes one entry in three, `-m nightly` the others.
"""

import ast

import numpy as np
import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import mutually_broadcastable_shapes

from tests.engine.runner import side_by_side
from tests.engine.samples import DOMAINS, ELEMENTWISE_PARAMS, SAMPLES
from tests.engine.test_derivatives import DIFFERENTIABLE, ELSEWHERE, is_elementwise
from tests.engine.test_saved import GOLDEN
from tests.sampling import by_day

PROGRAM = """
import torch
import torch.nn.functional

function = getattr(torch, {name!r}, None) or getattr(torch.nn.functional, {name!r})
inputs = [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in {inputs}]
made = function(*inputs, **{params})
firsts = torch.autograd.grad(
    (made * made).sum(), inputs, create_graph=True, allow_unused=True, materialize_grads=True)
total = sum((g * g).sum() for g in firsts)
seconds = firsts
if total.requires_grad:
    seconds = torch.autograd.grad(total, inputs, allow_unused=True, materialize_grads=True)
print(made.tolist())
for each in (*firsts, *seconds):
    print(each.tolist())
"""


# What cannot be called so, or what torch itself does not differentiate twice or at all.
OTHERWISE = {"sgn", "polygamma", "igamma", "igammac", "hardsigmoid", "elu"} | set(ELSEWHERE)


def names() -> list[str]:
    """The entries that both engines can call by their own name, elementwise."""
    import torch

    return [
        name for name, op in DIFFERENTIABLE.items()
        if op.node_name in GOLDEN and name not in SAMPLES and is_elementwise(op)
        if hasattr(torch, name) or hasattr(torch.nn.functional, name)
        if not name.endswith("_") and len(op.outputs) == 1 and name not in OTHERWISE
    ]  # fmt: skip


@pytest.mark.parametrize("name", by_day(names(), 5))
@seed(0)
@settings(max_examples=2, deadline=None, database=None)
@given(st.data())
def test_gradients_to_second_order_are_torchs(engines, name, data):
    op = DIFFERENTIABLE[name]
    rng = np.random.default_rng(data.draw(st.integers(0, 999)))
    count = len(op.slots)
    drawn = data.draw(
        mutually_broadcastable_shapes(num_shapes=count, max_dims=2, max_side=3, min_side=1))
    # Bands that do not touch, so that no two operands meet at a kink.
    bands = np.linspace(*DOMAINS.get(name, (0.2, 0.9)), count + 1)
    inputs = [
        rng.uniform(low, high, shape).tolist()
        for shape, low, high in zip(drawn.input_shapes, bands[:-1], bands[1:], strict=True)
    ]
    source = PROGRAM.format(name=name, inputs=inputs, params=ELEMENTWISE_PARAMS.get(name, {}))
    (ours,), (theirs,) = side_by_side(engines, [source])
    assert len(ours) == len(theirs), (ours, theirs)
    for mine, torchs in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(
            ast.literal_eval(mine), ast.literal_eval(torchs), rtol=1e-7, atol=1e-9)
