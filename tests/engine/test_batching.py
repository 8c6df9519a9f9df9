"""Every entry of the derivative table under vmap: all slices at once are as one after the other.

Each run takes one entry in three, `-m nightly` the others.
"""

from __future__ import annotations

import numpy as np
import pytest

from autograd.tensor.tensor import wrap
from tests.engine.samples import DOMAINS, ELEMENTWISE_PARAMS, SAMPLES, Num, Sample
from tests.engine.test_derivatives import DIFFERENTIABLE, HELD, ONCE, ONE_OUTPUT, drawn, weighed
from tests.sampling import by_day

from torch.func import grad, jvp, vmap  # noqa: I001  after the face is installed

SIZE = 2
SHAPES = ((3, 2), (2,), (3, 1))  # of an elementwise entry's operands, which broadcast


def sample_of(name: str) -> Sample:
    """One way to call an entry."""
    if name in SAMPLES:
        return SAMPLES[name][0]
    low, high = DOMAINS.get(name, (0.2, 0.9))
    count = len(DIFFERENTIABLE[name].slots)
    bands = np.linspace(low, high, count + 1)
    inputs = tuple(map(Num, SHAPES, bands[:-1], bands[1:]))
    return Sample(inputs, ELEMENTWISE_PARAMS.get(name, {}))


def batches(sample, mapped):
    """The inputs, those at the places `mapped` stacked from several draws; each draw; the dims."""
    rows = [[drawn(spec, np.random.default_rng(seed)) for spec in sample.inputs]
            for seed in range(SIZE)]
    places = [i for i, x in enumerate(rows[0])
              if isinstance(x, np.ndarray) and x.dtype == np.float64 and i in mapped]
    rows = [[x if i in places else rows[0][i] for i, x in enumerate(row)] for row in rows]
    whole = [wrap(np.stack(column)) if i in places else tensor(column[0])
             for i, column in enumerate(zip(*rows))]
    return whole, [[tensor(x) for x in row] for row in rows], tuple(
        0 if i in places else None for i in range(len(whole))), places


def tensor(x):
    """An array as a Tensor; anything else as it is."""
    return wrap(x) if isinstance(x, np.ndarray) else x


def floats(op, made) -> list:
    """The floating point outputs among what the entry made."""
    outputs = made if isinstance(made, tuple) else (made,)
    outputs = outputs[:1] if op.name in ONE_OUTPUT else outputs
    return [x for x in outputs if x._array.dtype.kind == "f"]


def one_number(op, sample):
    """The entry's outputs as one number, so that every one of them counts."""

    def value(*inputs):
        outputs = floats(op, op(*inputs, **sample.params))
        weights = [wrap(np.linspace(0.5, 1.5, x._array.size).reshape(x.shape)) for x in outputs]
        return weighed(outputs, weights)

    return value


def check(function, whole, rows, dims) -> None:
    """`function` mapped over all slices against `function` of each."""
    found = vmap(function, in_dims=dims)(*whole)
    found = found if isinstance(found, tuple) else (found,)
    single = [function(*row) for row in rows]
    single = [x if isinstance(x, tuple) else (x,) for x in single]
    for got, each in zip(found, zip(*single), strict=True):
        np.testing.assert_allclose(got._array, np.stack([x._array for x in each]), 1e-8, 1e-10)


@pytest.mark.filterwarnings("ignore:There is a performance drop")  # as torch says of some ops
@pytest.mark.parametrize("name", by_day(HELD, 5))
def test_all_slices_at_once_are_as_one_after_the_other(name):
    op, sample = DIFFERENTIABLE[name], sample_of(name)
    value = one_number(op, sample)
    count = len(sample.inputs)
    for mapped in [range(count), *([i] for i in range(count) if count > 1)]:
        whole, rows, dims, places = batches(sample, mapped)
        if not places:
            continue
        check(lambda *inputs: tuple(floats(op, op(*inputs, **sample.params))), whole, rows, dims)
        wanted = tuple(i for i in places if op.slot(i) in op.gradients)
        if wanted and name not in ONCE:
            check(grad(value, argnums=wanted), whole, rows, dims)
            if not op.no_forward_ad:
                check(along(value, wanted), whole, rows, dims)


def along(value, wanted):
    """The derivative of `value` by the inputs at the places `wanted`, all along one direction."""

    def moved(*inputs):
        def of_wanted(*chosen):
            given = list(inputs)
            for i, x in zip(wanted, chosen):
                given[i] = x
            return value(*given)

        primals = tuple(inputs[i] for i in wanted)
        ones = tuple(wrap(np.ones(x._array.shape)) for x in primals)
        return jvp(of_wanted, primals, ones)[1]

    return moved
