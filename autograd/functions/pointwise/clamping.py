"""Clamping of elements: `clamp`, `clamp_min`, `relu` etc."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply_into
from autograd.engine.broadcasting import check_broadcast
from autograd.engine.elementwise import apply_unary
from autograd.engine.inplace_checks import check_inplace_history, check_inputs_fit
from autograd.engine.out_checks import check_clamp_out
from autograd.engine.type_promotion import BAREBONES_UNSIGNED, result_type, to_python_number
from autograd.functions.pointwise.binary import apply_or_write, publish_binary
from autograd.functions.tensor_api.binding import method
from autograd.runtime import masked_rules
from autograd.runtime.function_record import BUILTIN, FOUND, InPlace, Out, declare
from autograd.runtime.registry import export
from autograd.tensor.dtype import dtype_of
from autograd.tensor.overlap import check_internal_overlap
from autograd.tensor.scalar import checked_params
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.ops.record import Op


@declare(out=Out(dtype_error=FOUND))
def clamp(
        input: Tensor, min: Tensor | float | None = None, max: float | None = None, *,
        out: Tensor | None = None) -> Tensor:
    """Return `input` clamped to `min` and `max`, numbers or tensors.

    At a bound the gradient passes.
    """
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    check_clamp_real(input, min, max)
    dtype = result_type(*[x for x in (input, min, max) if x is not None])
    if isinstance(min, Tensor) or isinstance(max, Tensor):
        check_clamp_dtype(input, min, max, dtype, out)
        low, high = (x if x is None or isinstance(x, Tensor) else input.new_tensor(x)
                     for x in (min, max))
        return apply_or_write(ops.clamp_tensor, (input, low, high), {}, dtype, out, "clamp_")
    check_clamp_out(out, dtype)
    check_clamp_dtype(input, min, max, dtype, out)
    params = {"min": to_python_number(min), "max": to_python_number(max)}
    params = checked_params(params, dtype) if dtype.kind in "fV" else params
    return apply_or_write(ops.clamp, (input,), params, dtype, out, "clamp_")


def check_clamp_real(input: Tensor, min: Tensor | float | None, max: float | None) -> None:
    """Raise torch's error if the input or a bound of `clamp` is complex."""
    kind = input._array.dtype.kind
    numbers = any(isinstance(bound, complex) for bound in (min, max))
    if kind == "c" or numbers and input._array.dtype in BAREBONES_UNSIGNED:
        raise NotImplementedError("clamp is not supported for complex types")
    if numbers and kind in "fV" and not any(isinstance(bound, Tensor) for bound in (min, max)):
        raise RuntimeError("value cannot be converted to type double without overflow")


def clamp_kernel_name(min: Tensor | float | None, max: float | None) -> str:
    """Return the name of torch's kernel that clamps to such bounds."""
    if isinstance(min, Tensor) or isinstance(max, Tensor):
        return "minimum_cpu" if min is None else "maximum_cpu" if max is None else "clamp_cpu"
    side = "max_" if min is None else "min_" if max is None else ""
    return f"clamp_{side}scalar_cpu"


def check_clamp_dtype(
        input: Tensor, min: Tensor | float | None, max: float | None, dtype: np.dtype,
        out: Tensor | None) -> None:
    """Raise NotImplementedError if the kernel for such bounds does not implement `dtype`.

    Shapes and the memory of `out` are checked before, as in torch.
    """
    kernel = clamp_kernel_name(min, max)
    plain = dtype.kind == "b" and kernel in ("minimum_cpu", "maximum_cpu")
    if dtype in BAREBONES_UNSIGNED or dtype.kind == "b" and not plain or (
            dtype.kind == "c" and "scalar" not in kernel):
        for bound in (min, max):
            check_broadcast(input, bound)
        if out is not None:
            check_internal_overlap(out._array, None)
            check_inputs_fit(out, (input, min, max))
        raise NotImplementedError(
            f"\"{kernel}\" not implemented for '{dtype_of(dtype).legacy_name}'")


def make_one_sided_clamp(entry: Op, tensor_entry: Op, bound: str, name: str) -> Callable[..., Any]:
    """Return `clamp_min` or `clamp_max`."""

    def function(input, limit=None, *, out=None, **named):
        limit = named.pop(bound) if limit is None else limit
        dtype = result_type(input, limit)
        if dtype.kind == "b":
            check_clamp_dtype(
                input, *((limit, None) if bound == "min" else (None, limit)), dtype, out)
        if isinstance(limit, Tensor):
            return apply_or_write(tensor_entry, (input, limit), {}, dtype, out, f"{name}_")
        check_clamp_out(out, dtype)
        params = {bound: to_python_number(limit)}
        params = checked_params(params, dtype) if dtype.kind in "fV" else params
        return apply_or_write(entry, (input,), params, dtype, out, f"{name}_")

    function.__doc__ = f"Return `input` clamped to the {bound}imum `{bound}`."
    return function


publish_binary(
    clamp, "clamp", "clip", in_place=InPlace(dtypes_first=True), masked=masked_rules.UNARY)
publish_binary(
    make_one_sided_clamp(ops.clamp_min, ops.clamp_min_tensor, "min", "clamp_min"), "clamp_min",
    out=Out(dtype_error=FOUND), in_place=InPlace(dtypes_first=True))
publish_binary(
    make_one_sided_clamp(ops.clamp_max, ops.clamp_max_tensor, "max", "clamp_max"), "clamp_max",
    out=Out(dtype_error=FOUND), in_place=InPlace(dtypes_first=True))
export("clamp_")(Tensor.clamp_.__wrapped__)
export("clip_")(Tensor.clip_.__wrapped__)
export("clamp_min_")(Tensor.clamp_min_.__wrapped__)
export("clamp_max_")(Tensor.clamp_max_.__wrapped__)


def check_relu(input: Tensor, written: int = False) -> None:
    """Raise torch's error for bool and complex dtypes, in place after the check of history."""
    if written:
        check_inplace_history(input)
    kind = input._array.dtype.kind
    if kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu")
    if kind == "c":
        raise NotImplementedError("clamp is not supported for complex types")


@export()
@method()
def relu(input: Tensor) -> Tensor:
    """Return `max(input, 0)`; its derivative at 0 is 0."""
    if not isinstance(input, Tensor):
        return NotImplemented
    check_relu(input)
    return apply_unary(ops.relu, input)


@export()
@method()
@declare(home=BUILTIN)
def relu_(input: Tensor) -> Tensor:
    """Replace negative elements by 0 in place."""
    check_relu(input, True)
    return apply_into(input, ops.relu, (input,), by="relu_")
