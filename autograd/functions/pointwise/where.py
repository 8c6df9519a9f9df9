"""Selection of elements by a condition: `where`, `relu`."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply, apply_into
from autograd.engine.elementwise import apply_unary
from autograd.engine.inplace_checks import check_inplace_history
from autograd.engine.broadcasting import common_broadcast_shape, physical_shapes
from autograd.engine.type_promotion import to_python_number, result_type
from autograd.engine.vmap_refusals import ASK, DYNAMIC, declare_refusal, unwrap_for
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.functions.tensor_api.out_argument import write_out
from autograd.runtime.function_record import BUILTIN, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once
from autograd.tensor.dtype import of
from autograd.tensor.scalar import fitted, held, wrapped
from autograd.tensor.tensor import Tensor, wrap


WHERE_REFUSAL = declare_refusal("where",
    f"{DYNAMIC} Attempted to vmap over aten::where. {ASK}")


@export()
@method()
@declare(out=Out(dtype_error="Expected out type to be {want} but got {got}"))
def where(
        condition: Tensor, input: Any = None, other: Any = None, *,
        out: Any = None) -> Tensor | tuple[Tensor, ...]:
    """Return elements of `input` where `condition` is True, else of `other`; both broadcast.

    Without them return the indices of True elements, a vector for each dimension. `condition` is
    bool, or uint8 with torch's warning.
    """
    if out is not None:
        return write_out(out, "where", where(condition, input, other))
    if input is None:
        unwrap_for(WHERE_REFUSAL, condition)
        return condition.nonzero(as_tuple=True)
    if condition._array.dtype.kind not in "b" and condition._array.dtype != np.uint8:
        raise RuntimeError(
            "where expected condition to be a boolean tensor, but got a tensor with dtype "
            f"{of(condition._array.dtype).legacy_name}"
        )
    if condition._array.dtype == np.uint8:
        warn_once(
            "where received a uint8 condition tensor. This behavior is deprecated and will be "
            "removed in a future version of PyTorch. Use a boolean condition instead.",
            at="aten/src/ATen/native/TensorCompare.cpp:621")
    input, other = to_python_number(input), to_python_number(other)
    dtype = result_type(input, other)
    if dtype == np.float32:
        fitted({"input": input, "other": other}, dtype)
    cast = None if have_same_dtype(input, other) else dtype
    if dtype.kind in "Viu":  # plain numbers that numpy would widen for, or cut off
        input, other = (x if isinstance(x, Tensor) else (wrapped if dtype.kind == "V" else held)(
            x, dtype) for x in (input, other))
    if not isinstance(input, Tensor) and not isinstance(other, Tensor):
        input = wrap(np.asarray(input, dtype))
    try:
        return apply(ops.where, (condition, input, other), dtype=cast)
    except ValueError as error:
        tensors = [x for x in (condition, input, other) if isinstance(x, Tensor)]
        common_broadcast_shape(physical_shapes(tensors))
        raise error


# `x.where(condition, other)` has its arguments in another order than `torch.where`.
attach_method("where", lambda self, condition, other: where(condition, self, other))


def have_same_dtype(a: Any, b: Any) -> bool:
    """Return True if both operands are tensors of one dtype."""
    return isinstance(a, Tensor) and isinstance(b, Tensor) and a._array.dtype == b._array.dtype


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
