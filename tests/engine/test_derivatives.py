"""The derivative table, tested whole: every entry against finite differences, to second order.

Each run takes one entry in three, `-m nightly` the others.
"""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path
from string import Template

import numpy as np
import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import mutually_broadcastable_shapes

from autograd import ops
from autograd.frontend import import_hook
from autograd.functions.autograd.backward import grad
from autograd.ops.double_backward import BACKWARD_OPS
from autograd.ops.record import Op
from autograd.runtime.registry import OPS
from autograd.tensor.tensor import Tensor, wrap
from tests.engine.samples import DOMAINS, ELEMENTWISE_PARAMS, SAMPLES, Num, Sample, Square
from tests.sampling import by_day

import_hook.install()
import torch  # noqa: E402, F401  the whole face, so that every chapter has declared its entries

DIFFERENTIABLE = {name: op for name, op in OPS.items() if op.gradients}
EPS = 1e-6

# Entries that finite differences in real numbers cannot hold; what holds them instead.
ELSEWHERE = {
    **dict.fromkeys(
        ("conj", "conj_physical", "real", "imag", "angle", "view_as_real", "view_as_complex",
         "complex", "polar", "fft_c2c", "fft_r2c", "fft_c2r", "linalg_eig"),
        "complex numbers: the programs under torch"),
    **dict.fromkeys(
        ("uniform", "normal", "random", "random_below", "random_any", "bernoulli", "bernoulli_by",
         "bernoulli_each", "normal_about", "normal_spread", "normal_each", "exponential", "cauchy",
         "log_normal", "geometric", "standard_gamma", "sample_dirichlet", "poisson",
         "binomial"),
        "random numbers: test_random and the programs under torch"),
    **dict.fromkeys(
        ("geqrf", "linalg_ldl_factor_ex", "linalg_ldl_solve", "asinh_", "acosh_", "atanh_",
         "delayed_error"),
        "have no derivative and say so, as in torch: the programs under torch"),
    **{f"{name}_{kind}": "makes truth values, before they are written: the programs under torch"
       for name in ("eq", "ne", "lt", "le", "gt", "ge") for kind in ("", "number_")},
    "as_strided_scatter": "has torch's gradient, which is not the derivative: the programs",
    **dict.fromkeys(
        ("floor_divide", "floor_divide_number", "floor_divide_base", "remainder_base", "heaviside",
         "bernoulli_of", "set_source", "set_memory",
         "histogram", "scatter_with", "unique2", "unique_dim", "unique_consecutive",
         "special_zeta_number"),
        "has no derivative and says so, as in torch: the programs under torch"),
    **dict.fromkeys(
        ("igamma", "igammac", "special_zeta"),
        "have no derivative by the first input, as in torch: the programs under torch"),
    **dict.fromkeys(
        ("hardsigmoid", "hardsigmoid_backward", "ctc_loss"),
        "have no second derivative, as in torch: the programs under torch"),
    **dict.fromkeys(
        ("fake_quantize_per_tensor_affine", "fake_quantize_by_tensors",
         "fake_quantize_per_channel_affine"),
        "let the gradient of steps pass straight through, as in torch: the programs under torch"),
    "backward_hook": "an identity that calls hooks: the programs under torch",
    "mkldnn_rnn_layer": "a whole layer: the programs under torch",
    **dict.fromkeys(("flash_attention", "flash_attention_backward"),
                    "a whole layer, without a second derivative, as in torch: the programs"),
    "embedding_bag": "takes what nn.EmbeddingBag prepares: the programs under torch",
    "pack_padded_sequence": "takes what nn.utils.rnn prepares: the programs under torch",
    "batch_norm_eval": "takes running statistics: the programs under torch",
    "linalg_eigh": "reads one triangle of a matrix: the programs under torch",
    **dict.fromkeys(
        ("linalg_cholesky_ex", "cholesky", "cholesky_solve", "cholesky_inverse"),
        "reads one triangle of a matrix: the programs under torch"),
}
# The backwards of other entries, with which they are tested to second order.
ELSEWHERE |= dict.fromkeys(BACKWARD_OPS,
    "is held by the second derivative of the entry it belongs to")
# Entries whose later outputs are statistics for their own backward, not for anybody else.
ONE_OUTPUT = {
    "nll_loss", "nll_loss2d", "batch_norm", "layer_norm", "weight_norm_interface",
}
# torch itself defines no second derivative, or a wrong one, for these.
ONCE = {"linalg_lstsq", "cdist", "pdist", "median", "multi_margin_loss", "multilabel_margin_loss",
        "segment_reduce"}


def drawn(spec, rng) -> object:
    """An array for a sample's input; what is no description stands for itself."""
    if isinstance(spec, Square):
        array = rng.uniform(-0.3, 0.3, (spec.n, spec.n)) + np.diag(np.arange(1.0, spec.n + 1))
        if spec.kind == "lower":
            return np.tril(array)
        return array if spec.kind == "general" else (array + array.T) / 2
    if isinstance(spec, Num):
        count = int(np.prod(spec.shape, dtype=int))
        steps = np.linspace(spec.low, spec.high, count + 2)[1:-1]
        return rng.permutation(steps).reshape(spec.shape)
    return spec


def floats(op: Op, made) -> list:
    """The floating point outputs among what the forward of `op` made."""
    outputs = made if isinstance(made, tuple) else (made,)
    outputs = outputs[:1] if op.name in ONE_OUTPUT else outputs
    return [x for x in outputs if np.asarray(getattr(x, "_array", x)).dtype.kind == "f"]


def weighed(outputs, weights):
    """One number from all outputs, so that every entry's derivative counts."""
    return sum((x * w).sum() for x, w in zip(outputs, weights, strict=True))


def differences(function, arrays, index) -> np.ndarray:
    """Central finite differences of `function(arrays)`, a number, by the input at `index`."""
    result = np.empty(arrays[index].shape)
    for place in np.ndindex(result.shape):
        ends = []
        for step in (EPS, -EPS):
            moved = list(arrays)
            moved[index] = arrays[index].copy()
            moved[index][place] += step
            ends.append(function(moved))
        result[place] = (ends[0] - ends[1]) / (2 * EPS)
    return result


def leaves(op: Op, arrays) -> tuple[list, list[int]]:
    """The inputs as Tensors, and the places of those that can have a gradient."""
    tensors = [wrap(x) if isinstance(x, np.ndarray) else x for x in arrays]
    places = []
    for i, x in enumerate(tensors):
        if isinstance(x, Tensor) and x._array.dtype == np.float64 and op.slot(i) in op.gradients:
            x.requires_grad = True
            places.append(i)
    return tensors, places


def gradients(op, arrays, params, weights, create_graph=False):
    """What the tape says: gradients of the weighed outputs, and the leaves they belong to."""
    tensors, places = leaves(op, arrays)
    total = weighed(floats(op, op(*tensors, **params)), [wrap(w) for w in weights])
    wanted = [tensors[i] for i in places]
    return grad(total, wanted, create_graph=create_graph, materialize_grads=True), wanted, places


def check(op: Op, sample: Sample, rng) -> None:
    """First and second derivatives of one call against finite differences."""
    arrays = [drawn(spec, rng) for spec in sample.inputs]
    outputs = floats(op, op.forward(*arrays, **sample.params))
    weights = [rng.uniform(0.5, 1.5, np.shape(x)) for x in outputs]
    found, _, places = gradients(op, arrays, sample.params, weights)

    def value(moved):
        return weighed(floats(op, op.forward(*moved, **sample.params)), weights)

    for i, gradient in zip(places, found, strict=True):
        np.testing.assert_allclose(
            gradient._array, differences(value, arrays, i), rtol=1e-5, atol=1e-6,
            err_msg=f"{op.name}, by {op.slot(i)}")
    if op.name not in ONCE:
        check_second(op, arrays, sample.params, weights, rng)


def check_second(op, arrays, params, weights, rng) -> None:
    """The gradient of the gradient against finite differences of the gradient."""
    found, wanted, places = gradients(op, arrays, params, weights, create_graph=True)
    pulls = [rng.uniform(0.5, 1.5, g._array.shape) for g in found]
    total = weighed(found, [wrap(w) for w in pulls])
    if not total.requires_grad:
        second = [wrap(np.zeros(x._array.shape)) for x in wanted]
    else:
        second = grad(total, wanted, materialize_grads=True)

    def slope(moved):
        first, _, _ = gradients(op, moved, params, weights)
        return sum(float((g._array * w).sum()) for g, w in zip(first, pulls, strict=True))

    for i, gradient in zip(places, second, strict=True):
        np.testing.assert_allclose(
            gradient._array, differences(slope, arrays, i), rtol=1e-4, atol=1e-5,
            err_msg=f"{op.name}, twice, by {op.slot(i)}")


def is_elementwise(op: Op) -> bool:
    """An entry whose every input is a number and which asks for no parameter we do not give."""
    asked = {name for name, default in op.params.items() if default is inspect.Parameter.empty}
    return not op.variadic and asked <= ELEMENTWISE_PARAMS.get(op.name, {}).keys()


HELD = [name for name in DIFFERENTIABLE if name not in ELSEWHERE]


@pytest.mark.parametrize("name", by_day(HELD, 5))
@seed(0)
@settings(max_examples=3, deadline=None, database=None)
@given(st.data())
def test_an_entry_agrees_with_finite_differences_to_second_order(name, data):
    op = DIFFERENTIABLE[name]
    rng = np.random.default_rng(data.draw(st.integers(0, 999)))
    if name in SAMPLES:
        check(op, data.draw(st.sampled_from(SAMPLES[name])), rng)
        return
    assert is_elementwise(op), f"{name} needs a sample in tests/engine/samples.py"
    count = len(op.slots)
    shapes = data.draw(
        mutually_broadcastable_shapes(num_shapes=count, max_dims=2, max_side=3, min_side=1))
    low, high = DOMAINS.get(name, (0.2, 0.9))
    # Bands that do not touch, so that no two operands meet at a kink.
    bands = np.linspace(low, high, count + 1)
    inputs = tuple(map(Num, shapes.input_shapes, bands[:-1], bands[1:]))
    check(op, Sample(inputs, ELEMENTWISE_PARAMS.get(name, {})), rng)


CHAPTERS = {path.stem: importlib.import_module(f"{ops.__name__}.{path.stem}")
            for path in Path(ops.__file__).parent.glob("[!_]*.py")}


def test_the_name_of_an_entry_stands_for_nothing_else():
    # Chapters give all their public names to the table, those of what they import, too.
    bound = {}
    for chapter in CHAPTERS.values():
        for name, value in vars(chapter).items():
            if not name.startswith("_"):
                bound.setdefault(name, []).append(value)
    hidden = {name for name, values in bound.items() if any(isinstance(each, Op) for each in values)
              if len(set(map(id, values))) > 1 or name in CHAPTERS}
    assert hidden == set()


def test_the_name_of_a_chapter_stands_for_a_module():
    # For the chapter itself, or for its namesake among `kernels`, which it computes with.
    assert [name for name in CHAPTERS if not inspect.ismodule(vars(ops)[name])] == []


def test_what_stands_elsewhere_is_still_in_the_table():
    assert set(ELSEWHERE) | set(SAMPLES) | ONCE <= set(OPS)


def test_tex_speaks_of_the_formulas_own_names():
    for name, op in OPS.items():
        forward = set(op.slots) | set(op.params)
        assert set(Template(op.tex).get_identifiers()) <= forward, name
        assert Template(op.tex).is_valid(), name
        of_outputs = {"grad", "grads"} | {f"grads_{x}" for x in op.outputs}
        known = forward | set(op.outputs) | of_outputs
        for slot, gradient in op.gradients.items():
            assert set(Template(gradient.tex).get_identifiers()) <= known, f"{name}, by {slot}"
            assert Template(gradient.tex).is_valid(), f"{name}, by {slot}"
            assert slot in op.slots, name


def test_a_formula_asks_only_for_what_its_op_has():
    for name, op in DIFFERENTIABLE.items():
        shapes = {f"{slot}_{what}" for slot in op.slots for what in ("shape", "shapes", "strides")}
        known = {"grad", "grads"} | set(op.slots) | set(op.params) | set(op.outputs) | shapes
        for gradient in op.gradients.values():
            assert set(gradient.names) <= known.union(op.parts), name
        for _, asked in op.parts.values():
            assert set(asked) <= known, name
