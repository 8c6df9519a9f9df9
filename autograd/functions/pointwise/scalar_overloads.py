"""Ops of a tensor with a Python number, which have nodes of their own in torch."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply, apply_into
from autograd.engine.elementwise import apply_unary, as_operand, binary
from autograd.engine.reduced_precision import round_scalar, wrap_integer
from autograd.engine.type_promotion import float_dtype_for, result_type, to_python_number
from autograd.tensor.dtype import get_default_dtype
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.ops.record import Op

NO_OPERAND = (None,)  # the number of an op is a parameter, no operand


def apply_with_number(
        entry: Op, number_entry: Op, input: Tensor, other: Tensor | int, out: Any) -> Tensor:
    """Apply a binary op, or `number_entry` if `other` is a number."""
    if isinstance(other, Tensor) or not (out is None or out is input) or as_operand(other) is None:
        return binary(entry, input, other, out)
    dtype = result_type(input, other)
    rounding = entry.rounds_number and dtype.kind in "fV" and dtype.itemsize == 2
    params = {"other": (round_scalar if rounding else wrap_integer)(to_python_number(other), dtype)}
    return apply_unary(
        number_entry, input, params, dtype, NO_OPERAND, into=out, by=f"{entry.name}_")


def mul_number(x: Tensor, factor: float) -> Tensor:
    """Return `x * factor`, with the node of a product with a number."""
    return apply(ops.mul_number, (x,), {"other": factor}, float_dtype_for(x))


def div_number(x: Tensor, divisor: Tensor | complex) -> Tensor:
    """Return `x / divisor`, which is a number or a tensor."""
    if isinstance(divisor, Tensor):
        return x / divisor
    return apply(ops.div_number, (x,), {"other": divisor}, float_dtype_for(x))


def float_result_type(a: Any, b: Tensor | complex) -> np.dtype:
    """Return the promoted dtype of two operands, the default float dtype for integers."""
    dtype = result_type(a, b)
    return get_default_dtype().numpy if dtype.kind in "biu" else dtype


def make_number_overloads(entry: Op, number_entry: Op, base_entry: Op) -> Callable[..., Any]:
    """Return the function of a binary op with ops of its own for a number on either side."""

    def function(input, other, *, out=None):
        input, other = as_operand(input), as_operand(other)
        if input is None or other is None:
            return NotImplemented
        check_one_tensor(input, other)
        dtype = float_result_type(input, other)
        if isinstance(input, Tensor) and isinstance(other, Tensor):
            return binary(entry, input, other, out, dtype)
        if isinstance(input, Tensor):
            tensor, chosen = input, number_entry
            params = {"other": dtype.type(to_python_number(other))}
        else:
            tensor, chosen = other, base_entry
            params = {"base": dtype.type(to_python_number(input))}
        if out is None:
            return apply(chosen, (tensor,), params, dtype)
        return apply_into(out, chosen, (tensor,), params, dtype, by=f"{entry.name}_")

    function.__doc__ = f"Return `{entry.name}(input, other)` elementwise; one may be a number."
    return function


def check_one_tensor(input: Any, other: Any) -> None:
    """Raise TypeError if both operands are numbers; the signature check rewords it."""
    if not isinstance(input, Tensor) and not isinstance(other, Tensor):
        raise TypeError("one of the two must be Tensor")


def apply_to_base(entry: Op, input: Tensor, other: int) -> Tensor:
    """Apply an op whose first operand is the number `other`, the second the tensor `input`."""
    if isinstance(other, Tensor):
        return NotImplemented
    dtype = result_type(input, other)
    return apply(entry, (input,), {"base": wrap_integer(to_python_number(other), dtype)}, dtype)
