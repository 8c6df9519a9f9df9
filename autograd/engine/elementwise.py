"""Elementwise ops of one or two operands, with torch's promotion, broadcasting, strides."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from autograd.engine.apply import NO_PARAMS, apply, apply_into, needs_grad_bits
from autograd.engine.broadcasting import check_broadcast
from autograd.engine.reduced_precision import (
    with_exact_scalar, narrow_operands, is_half_with_zero_dim,
)
from autograd.engine.type_promotion import NUMBERS, float_dtype_for, to_python_number, result_type
from autograd.runtime.execution_state import execution
from autograd.tensor.memory_format import cast, has_contiguous_strides, restride_result
from autograd.tensor.tensor import Tensor, wrap

# Floating dtypes in which torch computes without a cast.
FULL_PRECISION = (np.dtype(np.float32), np.dtype(np.float64))


def unary(op: Any, x: Tensor, into: Tensor | None = None, **params: int | None) -> Tensor:
    """Run an elementwise op of real numbers; integers are computed in the default dtype."""
    return apply_unary(op, x, params, float_dtype_for(x), into=into)


def apply_unary(
        op: Any, x: Any, params: dict[str, Any] = NO_PARAMS, dtype: np.dtype | None = None,
        beside: tuple[None | int, ...] = (), into: Tensor | None = None, by: str | None = None
) -> Tensor:
    """Run an elementwise op of one tensor; the result has torch's strides.

    `beside` holds the number that torch wraps as a second tensor, if any: it changes the strides.
    `into` is the tensor to write into, if any, `by` the name of the writing method.
    """
    array = x._array
    if into is not x and not (array.flags.c_contiguous and (
            not beside and (dtype is None or dtype is array.dtype) or not has_other_strides(x))):
        op, dtype = with_input_strides(op, dtype, beside), None
    if into is None:
        return apply(op, (x,), params, dtype)
    return apply_into(into, op, (x,), params, dtype, by=by or f"{op.name}_")


def binary(
        op: Any, a: Any, b: Any, into: Tensor | None = None, dtype: Any = None,
        **params: float) -> Any:
    """Run an elementwise op of two operands, Tensors or numbers, promoted and broadcast.

    Returns NotImplemented for other operands. Raises torch's RuntimeError if shapes do not
    broadcast.
    """
    a, b = as_operand(a), as_operand(b)
    if a is None or b is None:
        return NotImplemented
    if not (isinstance(a, Tensor) or isinstance(b, Tensor)):
        a = wrap(np.asarray(a, dtype or result_type(a, b)))
    if dtype is None:
        dtype = find_cast_dtype(a, b)
    if dtype is not None and (dtype.itemsize <= 2 or dtype.kind in "iu"):
        if op.exact_number and is_half_with_zero_dim(a, b, dtype):
            op, dtype = with_exact_scalar(op, dtype), None
        else:
            op, a, b = narrow_operands(op, a, b, dtype)
    try:
        if into is not a and (has_other_strides(a) or has_other_strides(b)):
            op, dtype = with_input_strides(op, dtype), None
        if into is None:
            return apply(op, (a, b), params, dtype)
        return apply_into(into, op, (a, b), params, dtype, by=f"{op.name}_")
    except NotImplementedError:  # of a kernel, which torch reaches only when the shapes fit
        check_broadcast(a, b)
        raise
    except (TypeError, ValueError) as error:
        raise_torch_error(op, a, b, error)


def has_other_strides(x: Tensor | complex) -> bool:
    """Return whether an operand has several dimensions and is not contiguous."""
    return (isinstance(x, Tensor) and x._form is None and x._array.ndim > 1
            and not has_contiguous_strides(x._array))


@cache
def with_input_strides(
        op: Any, dtype: np.dtype | None = None, beside: tuple[None | int, ...] = ()) -> Any:
    """Return the op with inputs cast to `dtype` and results of torch's strides."""

    def forward(*inputs, **params):
        if dtype is not None:
            inputs = [cast(x, dtype) if isinstance(x, np.ndarray) else x for x in inputs]
        return restride_result(op.forward(*inputs, **params), (*inputs, *beside))

    return op.computing(forward)


def check_saved(op: Any, inputs: tuple[Tensor, ...]) -> None:
    """Raise torch's error about saving an inference tensor, which comes before kernels' errors."""
    needs_grad = needs_grad_bits(inputs) if execution.grad_enabled and op.gradients else 0
    scalars = sum(1 << i for i, x in enumerate(inputs) if not isinstance(x, Tensor))
    for i in op.plan(needs_grad, scalars).saved_inputs if needs_grad else ():
        inputs[i]._counter[0]  # raises


def raise_torch_error(op: Any, a: Any, b: Any, error: Any) -> None:
    """Raise torch's error in place of numpy's `error`."""
    check_saved(op, (a, b))
    check_broadcast(a, b)
    if op.bool_error and isinstance(error, TypeError) and "boolean" in str(error):
        raise RuntimeError(op.bool_error) from None
    if "negative integer powers" in str(error):
        raise RuntimeError(str(error)) from None
    raise error


def as_operand(x: Any) -> Any:
    """Return `x` as an operand, a Tensor or a Python number; None for anything else.

    torch does not accept arrays: numpy's operator runs, whose result becomes a tensor
    (`Tensor.__array_wrap__`).
    """
    if isinstance(x, Tensor):
        return x
    if isinstance(x, np.generic):
        return to_python_number(x)
    return x if isinstance(x, NUMBERS) else None


def binary_reflected(op: Any, a: Tensor, b: Any) -> Any:
    """Run `binary` for the operand on the right; NotImplemented for an array on the left."""
    return NotImplemented if isinstance(b, np.ndarray) else binary(op, a, b)


def find_cast_dtype(a: Any, b: Tensor | complex) -> np.dtype | None:
    """Return the dtype to cast both to first, or None where numpy agrees with torch."""
    if isinstance(a, Tensor):
        if isinstance(b, Tensor):
            return None if a._array.dtype is b._array.dtype else result_type(a, b)
        if a._array.dtype in FULL_PRECISION and (type(b) is float or type(b) is int):
            return None
    elif isinstance(b, Tensor) and b._array.dtype in FULL_PRECISION and type(a) in (float, int):
        return None
    return result_type(a, b)
