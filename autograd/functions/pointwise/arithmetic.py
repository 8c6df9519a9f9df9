"""Arithmetic operators: `add`, `mul`, `pow` etc."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply, apply_into
from autograd.engine.broadcasting import check_broadcast
from autograd.engine.elementwise import (
    apply_unary, as_operand, binary, binary_reflected, find_cast_dtype, unary,
)
from autograd.engine.fast_path import binary_fast_path, inplace_fast_path
from autograd.engine.inplace_checks import check_inputs_fit
from autograd.engine.out_checks import resize_out
from autograd.engine.reduced_precision import round_scalar, wrap_integer
from autograd.engine.type_promotion import (
    BAREBONES_UNSIGNED, NUMBERS, result_type, to_python_number,
)
from autograd.functions.kernel_dtypes import check_barebones_dtype, check_kernel_dtype
from autograd.functions.pointwise.scalar_overloads import (
    NO_OPERAND, apply_to_base, apply_with_number, float_result_type,
)
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.functions.tensor_api.call_errors import check_views
from autograd.functions.tensor_api.operators import (
    attach_operator, dispatch_operator, operator, refuse_non_tensor, with_dispatch,
)
from autograd.functions.tensor_api.out_argument import make_in_place
from autograd.runtime import masked_rules
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import InPlace, Operator, add_facts, declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import IN_PLACE, LINEAR, SUBTRACTION, ZERO_PRESERVING
from autograd.tensor import torch_function
from autograd.tensor.dtype import NAMES, get_default_dtype, dtype_of
from autograd.tensor.overlap import check_internal_overlap, check_partial_overlap
from autograd.tensor.scalar import check_factor, checked_scalar
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.dtype import dtype


# The operators call these very functions: an extra layer would cost as much as the arithmetic.
def apply_subtraction(
        op: Op, a: Tensor | complex, b: Any, into: Tensor | None = None, **params: float) -> Any:
    """Apply a binary subtraction op; raise RuntimeError if an operand is bool."""
    check_no_bool(a, b)
    return binary(op, a, b, into, **params)


def check_no_bool(a: Tensor | complex, b: Any) -> None:
    """Raise RuntimeError if an operand of a subtraction is bool."""
    kinds = [is_bool(x) for x in (a, b)]
    if any(kinds) and as_operand(a) is not None and as_operand(b) is not None:
        check_views("sub", (a, b))
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
            "`logical_xor()` operator instead." if all(kinds) else
            "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying "
            "to invert a mask, use the `~` or `logical_not()` operator instead."
        )


def is_bool(operand: Tensor | Sequence[int] | complex | str) -> bool:
    """Return True for a bool or a bool tensor."""
    if isinstance(operand, Tensor):
        return operand._array.dtype.kind == "b"
    return isinstance(operand, bool)


fast_add, fast_sub, fast_mul = [binary_fast_path(entry, general) for entry, general in (
    (ops.add, binary), (ops.sub, apply_subtraction), (ops.mul, binary))]
attach_operator(
    "__add__", binary_fast_path(ops.add, with_dispatch("__add__", binary)), Operator("+", "add"))
attach_operator(
    "__sub__", binary_fast_path(ops.sub, with_dispatch("__sub__", apply_subtraction)),
    Operator("-", "sub"))
attach_operator(
    "__mul__", binary_fast_path(ops.mul, with_dispatch("__mul__", binary)), Operator("*", "mul"))
attach_operator(
    "__radd__", binary_fast_path(ops.add, with_dispatch("__radd__", binary_reflected)),
    Operator("", "add"))
attach_operator(
    "__rmul__", binary_fast_path(ops.mul, with_dispatch("__rmul__", binary_reflected)),
    Operator("", "mul"))


@export()
@method()
@declare(numbers=True, factors=("alpha",), masked=masked_rules.BINARY)
@declare("add_", "__iadd__", sparse=IN_PLACE)
@declare("__iadd__", masked=masked_rules.BINARY_IN_PLACE)
def add(
        input: Tensor | float, other: Tensor | complex, *, alpha: float = 1,
        out: Tensor | None = None) -> Tensor:
    """Return `input + alpha * other`."""
    if type(alpha) is int and alpha == 1:
        return fast_add(input, other) if out is None else binary(ops.add, input, other, out)
    check_alpha(input, other, alpha, out)
    if result_type(input, other).kind == "b":
        alpha = bool(alpha)
    alpha = cast_alpha(alpha, result_type(input, other))
    return binary(ops.add, input, other, out, alpha=alpha)


def cast_alpha(alpha: float, dtype: np.dtype) -> float:
    """Return `alpha` as an integer `dtype` holds it; raise RuntimeError if it overflows."""
    result = checked_scalar(alpha, dtype)
    return result.item() if dtype.kind in "iu" else alpha


def check_alpha(
        input: Any, other: Tensor | complex, alpha: float, out: Tensor | None = None
) -> None:
    """Raise RuntimeError if `alpha` is of a higher category than the dtype of the result.

    torch checks shapes and overlap of memory before.
    """
    try:
        check_factor("alpha", alpha, result_type(input, other).kind)
    except RuntimeError:
        check_broadcast(input, other)  # torch checks shapes and overlap before
        if out is input:
            check_partial_overlap(out, (input, other), None)
            check_inputs_fit(out, (input, other))
        raise


@export("sub", "subtract")
@method("sub", "subtract")
@declare(in_place=InPlace(dtypes_first=True), factors=("alpha",))
@declare("sub", "subtract", numbers=True, masked=masked_rules.BINARY)
@declare("subtract", sparse=SUBTRACTION)
@declare("sub_", "__isub__", sparse=IN_PLACE)
@declare("__isub__", masked=masked_rules.BINARY_IN_PLACE)
def sub(
        input: Tensor | complex, other: Tensor | complex, *, alpha: float = 1,
        out: Tensor | None = None) -> Tensor:
    """Return `input - alpha * other`; raise RuntimeError for bool."""
    if type(alpha) is int and alpha == 1 or is_bool(input) or is_bool(other):
        if out is None:
            return fast_sub(input, other)
        return apply_subtraction(ops.sub, input, other, out)
    check_alpha(input, other, alpha, out)
    alpha = cast_alpha(alpha, result_type(input, other))
    return apply_subtraction(ops.sub, input, other, out, alpha=alpha)


@export()
@operator("__rsub__")
@declare("__rsub__", python_method=True)
def rsub(input: Tensor, other: Tensor | complex, *, alpha: float = 1) -> Tensor:
    """Return `other - alpha * input`."""
    if isinstance(other, Tensor):
        check_no_bool(input, other)
        check_alpha(other, input, alpha)
        check_broadcast(other, input)
        return apply_subtraction(ops.rsub_tensor, input, other, alpha=alpha)
    if type(alpha) is not int:
        check_alpha(input, other, alpha)
    if alpha != 1:
        return rsub(mul(input, alpha), other)
    if is_bool(input) or isinstance(other, bool):
        apply_subtraction(ops.sub, input, other)
    dtype = result_type(input, other)
    half = dtype.kind in "fV" and dtype.itemsize == 2
    value = (round_scalar if half else wrap_integer)(to_python_number(other), dtype)
    if execution.in_formula:  # formulas record `sub` of a number, as torch's C++ does
        return apply(ops.sub, (value, input), dtype=dtype)
    params = {"other": value}
    return apply_unary(ops.rsub, input, params, dtype, NO_OPERAND)


@export("mul", "multiply")
@method("mul", "multiply")
@declare("mul", "multiply", numbers=True, masked=masked_rules.BINARY)
@declare("multiply", sparse=LINEAR)
@declare("mul_", "__imul__", sparse=IN_PLACE)
@declare("__imul__", masked=masked_rules.BINARY_IN_PLACE)
def mul(input: Tensor | float, other: Tensor | int, *, out: Tensor | None = None) -> Tensor:
    """Return `input * other`."""
    return fast_mul(input, other) if out is None else binary(ops.mul, input, other, out)


@export("div", "divide", "true_divide")
@operator("__truediv__", "__div__")
@declare("__truediv__", operator=Operator("/", "div"))
@method("div", "divide", "true_divide")
@declare("div", "divide", "true_divide", numbers=True, masked=masked_rules.BINARY)
@declare("divide", "true_divide", sparse=LINEAR)
@declare("div_", sparse=IN_PLACE)
@declare("__itruediv__", masked=masked_rules.BINARY_IN_PLACE)
def div(
        input: Any, other: Any, *, rounding_mode: str | None = None,
        out: Any = None) -> Tensor:
    """Return `input / other`, rounded if `rounding_mode` is "trunc" or "floor".

    Without it integers are divided in the default float dtype.
    """
    if rounding_mode is not None:
        rounding_op = {"floor": ops.quotient, "trunc": ops.trunc_quotient}.get(rounding_mode)
        if rounding_op is None:
            raise RuntimeError(
                "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found "
                f"'{rounding_mode}'"
            )
        return binary(rounding_op, input, other, out)
    input, other = as_operand(input), as_operand(other)
    if input is None or other is None:
        return NotImplemented
    dtype = result_type(input, other)
    if dtype.kind in "biu":
        dtype = get_default_dtype().numpy
    if not isinstance(input, Tensor):
        input = wrap(np.asarray(input, dtype)) if not isinstance(other, Tensor) else input
    return binary(ops.div, input, other, out, dtype)


@declare("__rdiv__", "__rtruediv__", python_method=True)
@declare("__rtruediv__", operator=Operator(name="__rdiv__"))
def rdiv(input: Tensor, other: Any) -> Tensor | int:
    """Return `other / input`, recorded as a reciprocal and a product as in torch."""
    if as_operand(other) is None and not isinstance(other, np.ndarray):
        return dispatch_operator("__rtruediv__", input, other)
    inverse = unary(ops.reciprocal, input) if isinstance(input, Tensor) else input.reciprocal()
    return inverse * other


@export()
@operator("__floordiv__")
@declare("__floordiv__", python_method=True, operator=Operator("//"))
@method("floor_divide")
@declare(numbers=True)
@declare("floor_divide", "__floordiv__", masked=masked_rules.BINARY)
def floor_divide(input: Tensor, other: Tensor | int, *, out: Any = None) -> Tensor:
    """Return `input // other`, rounded toward negative infinity."""
    if isinstance(input, NUMBERS) and isinstance(other, NUMBERS):
        input = wrap(np.asarray(input, result_type(input, other)))
    return apply_with_number(ops.floor_divide, ops.floor_divide_number, input, other, out)


@operator("__rfloordiv__")
@declare("__rfloordiv__", python_method=True)
def rfloordiv(input: Tensor, other: int) -> Tensor:
    """Return `other // input`, rounded toward negative infinity."""
    if is_bool(input) and is_bool(other):
        raise NotImplementedError("\"div_floor_cpu\" not implemented for 'Bool'")
    return apply_to_base(ops.floor_divide_base, input, other)


@export()
@operator("__mod__")
@declare("__mod__", operator=Operator("%", "remainder"))
@declare("remainder_tensor_", vmap_warnings=("remainder_.Tensor",))
@method("remainder")
@declare("remainder", "__mod__", masked=masked_rules.BINARY)
def remainder(input: Tensor, other: Tensor | int, *, out: Any = None) -> Tensor:
    """Return `input % other` with the sign of `other`, as in Python."""
    if out is None and isinstance(other, Tensor) and not isinstance(input, Tensor):
        return apply_to_base(ops.remainder_base, other, input)
    return apply_with_number(ops.remainder, ops.remainder_number, input, other, out)


@operator("__rmod__")
@declare("__rmod__", python_method=True)
def rremainder(input: Tensor, other: int) -> Tensor:
    """Return `other % input` with the sign of `input`."""
    return remainder(other, input) if isinstance(other, Tensor) else apply_to_base(
        ops.remainder_base, input, other)


@export()
@method("fmod")
@declare("fmod_tensor_", vmap_warnings=("fmod_.Tensor",))
@declare(masked=masked_rules.BINARY)
def fmod(input: Tensor, other: Tensor | int, *, out: Any = None) -> Tensor:
    """Return the remainder of `input / other` with the sign of `input`, as in C."""
    return apply_with_number(ops.fmod, ops.fmod_number, input, other, out)


@export()
@operator("__pow__")
@declare("__pow__", python_method=True, operator=Operator("**", name="pow"))
@method("pow")
@declare(in_place=InPlace(dtypes_first=True), sparse=ZERO_PRESERVING, masked=masked_rules.UNARY)
def pow(input: Any, exponent: Any, *, out: Any = None) -> Tensor:
    """Return `input ** exponent`; a number as base or exponent has an op of its own.

    Raise RuntimeError for an integer tensor with a negative exponent.
    """
    input, exponent = as_operand(input), as_operand(exponent)
    if input is None or exponent is None:
        return NotImplemented
    if not isinstance(exponent, Tensor):
        params = {"exponent": to_python_number(exponent)}
        dtype = find_cast_dtype(input, exponent) or input._array.dtype
        if dtype.kind == "b" and exponent:
            return input.clone() if out is None else out.copy_(input)
        if dtype.kind == "b":
            if out is not None:
                check_internal_overlap(out._array, "pow_")
            raise NotImplementedError("\"pow\" not implemented for 'Bool'")
        if dtype.kind in "iu" and exponent < 0:
            raise RuntimeError("Integers to negative integer powers are not allowed.")
        if dtype.kind in "iu" or dtype.itemsize == 2:
            checked_scalar(exponent, dtype)  # raises for overflow
        if dtype in BAREBONES_UNSIGNED and exponent == 1:
            return input.clone() if out is None else out.copy_(input)
        return apply_unary(ops.pow_scalar, input, params, dtype, into=out, by="pow_")
    if not isinstance(input, Tensor):
        dtype = result_type(input, exponent)
        if dtype.kind == "b":
            raise NotImplementedError("\"pow\" not implemented for 'Bool'")
        base = dtype.type(wrap_integer(to_python_number(input), dtype))
        if out is None:
            return apply(ops.pow_base, (exponent,), {"base": base}, dtype)
        return apply_into(out, ops.pow_base, (exponent,), {"base": base}, dtype)
    return binary(ops.pow_tensor, input, exponent, out)


@operator("__rpow__")
@declare("__rpow__", python_method=True)
def rpow(input: Tensor, other: int) -> Tensor:
    """Return `other ** input`."""
    return pow(other, input)


def make_augmented_operator(write: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return the operator `name`, such as `__iadd__`, that calls the in-place method `write`.

    Operands that it does not take, and classes with `__torch_function__`, are dispatched as for the
    operator without `=`.
    """
    def operate(self, other):
        if not isinstance(self, Tensor):
            return refuse_non_tensor("__idiv__" if name == "__itruediv__" else name, self)
        unknown = as_operand(other) is None
        if unknown or torch_function.in_use and not torch_function.disabled and (
                torch_function.has_handler(type(other))):
            return dispatch_operator(name, self, other)
        return write(self, other)

    return operate


def attach_in_place(
        name: str, function: Callable[..., Any], dunder: str, operator: Operator,
        aliases: tuple[str, ...] = (), entry: Op | None = None, ufunc: Any = None) -> None:
    """Attach the in-place form of a binary function as a method and as the operator `dunder`.

    With `entry`, its op, plain tensors take the fast path, which calls numpy's `ufunc`.
    """
    write = make_in_place(function, f"{name}_")
    if entry is not None:
        write = inplace_fast_path(entry, ufunc, write)
    for each in (name, *aliases):
        attach_method(f"{each}_", write)
    attach_operator(dunder, make_augmented_operator(write, dunder), operator)


attach_in_place("add", add, "__iadd__", Operator(method="add_"), (), ops.add, np.add)
attach_in_place(
    "sub", sub, "__isub__", Operator(method="sub_"), ("subtract",), ops.sub, np.subtract)
attach_in_place(
    "mul", mul, "__imul__", Operator(method="mul_"), ("multiply",), ops.mul, np.multiply)
attach_in_place(
    "div", div, "__itruediv__", Operator(method="div_", name="__idiv__"),
    ("divide", "true_divide"), ops.div, np.true_divide)
attach_in_place("pow", pow, "__ipow__", Operator(name="pow_"))
add_facts("__ipow__", python_method=True)
attach_in_place("remainder", remainder, "__imod__", Operator(method="remainder_"))
attach_in_place(
    "floor_divide", floor_divide, "__ifloordiv__", Operator(method="floor_divide_"))
attach_method("fmod_", make_in_place(fmod, "fmod_"))
Tensor.__rtruediv__ = Tensor.__rdiv__ = rdiv
# Python 2's name of the operator, which torch still has.
attach_operator("__idiv__", Tensor.__itruediv__, Operator(method="div_"))


def double_dtype(*operands: Tensor | int) -> dtype:
    """Return the dtype of a computation in double precision: float64 or complex128."""
    complex_one = any(x.is_complex() if isinstance(x, Tensor) else isinstance(x, complex)
                      for x in operands)
    return NAMES["complex128" if complex_one else "float64"]


@export()
@method()
def float_power(input: Tensor, exponent: Tensor | int, *, out: Any = None) -> Tensor:
    """Return `input ** exponent` in double precision.

    Raise RuntimeError if `out` has another dtype.
    """
    dtype = double_dtype(input, exponent)
    if out is not None and out.dtype is not dtype:
        raise RuntimeError(
            f"the output given to float_power has dtype {out.dtype.legacy_name} but the "
            f"operation's result requires dtype {dtype.legacy_name}")
    operands = [x.to(dtype) if isinstance(x, Tensor) else x for x in (input, exponent)]
    return pow(*operands, out=out)


@method()
def float_power_(self, exponent: Any) -> Tensor:
    """Raise this tensor, which must be of double precision, to a power in place."""
    result = double_dtype(self, exponent).legacy_name
    have = dtype_of(self._array.dtype).legacy_name
    if have != result:
        raise RuntimeError(
            f"the base given to float_power_ has dtype {have} but the operation's result requires "
            f"dtype {result}"
        )
    return self.pow_(exponent)


@export()
@method()
def ldexp(input: Tensor, other: Tensor, *, out: Any = None) -> Tensor:
    """Return `input * 2 ** other`."""
    if input._array.dtype.kind in "fV" and other._array.dtype.kind in "biu":
        check_kernel_dtype("ldexp_cpu_exp", other, "b")
        check_barebones_dtype("ldexp_cpu_exp", other)
        if out is None:  # torch allocates a result shaped like `input`, and resizes it
            shape = np.broadcast_shapes(input._array.shape, other._array.shape)
            resize_out(wrap(np.empty_like(input._array)), shape)
    elif input.is_complex() and other._array.dtype == np.float16:
        raise NotImplementedError("\"pow\" not implemented for 'ComplexHalf'")
    elif other._array.dtype.kind in "biu" and (
            {input._array.dtype, other._array.dtype} & set(BAREBONES_UNSIGNED)):
        other = other.to(get_default_dtype())  # the dtype of torch's power of two
    return binary(ops.ldexp, input, other, out, float_result_type(input, other))


def ldexp_(self, other: Tensor) -> Tensor:
    """Multiply this tensor by `2 ** other` in place; raise RuntimeError for integers."""
    if self._array.dtype.kind in "biu":
        have = dtype_of(self._array.dtype).legacy_name
        raise RuntimeError(f"ldexp can't be cast to the desired output type {have}")
    return ldexp(self, other, out=self)


attach_method("ldexp_", ldexp_)
