"""Elementwise functions of two or three tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply, apply_into
from autograd.engine.broadcasting import check_broadcast
from autograd.engine.elementwise import apply_unary, as_operand, binary
from autograd.engine.inplace_checks import check_inputs_fit
from autograd.engine.type_promotion import result_type, to_python_number
from autograd.functions.indexing.index_checks import check_matching_dtypes
from autograd.functions.pointwise.arithmetic import make_augmented_operator
from autograd.functions.pointwise.scalar_overloads import (
    NO_OPERAND, float_result_type, make_number_overloads,
)
from autograd.functions.tensor_api.binding import attach_method
from autograd.functions.tensor_api.operators import operator
from autograd.functions.tensor_api.out_argument import make_in_place as form_in_place
from autograd.runtime import masked_rules
from autograd.runtime.function_record import InPlace, Operator, add_facts, declare
from autograd.runtime.registry import export
from autograd.tensor.dtype import dtype_of
from autograd.tensor.scalar import checked_params
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.ops.record import Op


def publish_binary(
        function: Callable[..., Any], *names: str, writes: bool = True,
        in_place: InPlace | None = None, masked: masked_rules.MaskedRule | None = None,
        **facts: Any) -> Callable[..., Any]:
    """Publish a binary function, and its in-place form if torch has one, under all names.

    `facts` are declared for the first name, `in_place` and `masked` for all.
    """
    function.__name__ = function.__qualname__ = names[0]
    declare(*names, in_place=in_place, masked=masked)(declare(**facts)(function))
    write = form_in_place(function, f"{names[0]}_")
    for name in names:
        attach_method(name, function)
        if writes:
            attach_method(f"{name}_", write)
    return export(*names)(function)


def make_float_binary(entry: Op, number_entry: Op | None = None) -> Callable[..., Any]:
    """Return the function of a binary op that computes in floating point.

    With `number_entry` the second operand may be a number.
    """

    def function(input, other, *, out=None):
        plain = not (isinstance(input, Tensor) and isinstance(other, Tensor))
        if plain and number_entry is None:
            return NotImplemented
        dtype = float_result_type(input, other)
        if plain and isinstance(input, Tensor) and (out is None or out is input):
            params = {"other": to_python_number(other)}
            return apply_unary(
                number_entry, input, params, dtype, NO_OPERAND, out, f"{entry.name}_")
        return binary(entry, input, other, out, dtype)

    function.__doc__ = f"Return `{entry.name}(input, other)` elementwise."
    return function


def make_promoting_binary(entry: Op) -> Callable[..., Any]:
    """Return the function of a binary op that computes in the promoted dtype."""

    refusal = (entry.refuses or {}).get(np.dtype(np.complex64))
    first = refusal is not None and refusal.error is RuntimeError  # raised before any kernel

    def function(input, other, *, out=None):
        if not isinstance(input, Tensor) or not isinstance(other, Tensor):
            return NotImplemented
        if first and "c" in (input._array.dtype.kind, other._array.dtype.kind):
            raise RuntimeError(refusal.text)
        return binary(entry, input, other, out)

    function.__doc__ = f"Return `{entry.name}(input, other)` elementwise."
    return function


publish_binary(make_float_binary(ops.atan2), "atan2", "arctan2", masked=masked_rules.BINARY)
publish_binary(make_float_binary(ops.copysign, ops.copysign_number), "copysign")
xlogy = publish_binary(make_number_overloads(ops.xlogy, ops.xlogy_number, ops.xlogy_base), "xlogy")
publish_binary(make_promoting_binary(ops.hypot), "hypot")
publish_binary(make_promoting_binary(ops.gcd), "gcd")
publish_binary(make_promoting_binary(ops.lcm), "lcm")
publish_binary(make_promoting_binary(ops.nextafter), "nextafter", masked=masked_rules.BINARY)
publish_binary(make_promoting_binary(ops.fmax), "fmax", writes=False, masked=masked_rules.BINARY)
publish_binary(make_promoting_binary(ops.fmin), "fmin", writes=False, masked=masked_rules.BINARY)
publish_binary(
    make_promoting_binary(ops.maximum), "maximum", writes=False, masked=masked_rules.BINARY
)
minimum = publish_binary(
    make_promoting_binary(ops.minimum), "minimum", writes=False, masked=masked_rules.BINARY
)
publish_binary(
    make_promoting_binary(ops.logaddexp), "logaddexp", writes=False, masked=masked_rules.BINARY
)
publish_binary(
    make_promoting_binary(ops.logaddexp2), "logaddexp2", writes=False, masked=masked_rules.BINARY
)
publish_binary(make_promoting_binary(ops.logical_and), "logical_and", derived=False)
publish_binary(make_promoting_binary(ops.logical_or), "logical_or", derived=False)
publish_binary(make_promoting_binary(ops.logical_xor), "logical_xor", derived=False)


def heaviside(input: Tensor, values: Tensor, *, out: Any = None) -> Tensor:
    """Return 0 where `input` is negative, 1 where it is positive, else `values`."""
    if isinstance(input, Tensor) and isinstance(values, Tensor):
        given = (input, values) if out is None else (input, values, out)
        if any(x._array.dtype.kind == "c" for x in given):
            raise RuntimeError("heaviside is not yet implemented for complex tensors.")
        check_matching_dtypes("heaviside is not yet implemented for tensors with different dtypes.",
                              input, values)
    return binary(ops.heaviside, input, values, out)


publish_binary(heaviside, "heaviside")


def make_bitwise(entry: Op, symbol: str) -> Callable[..., Any]:
    """Return the function of a bitwise op on integers or bools, the operator `symbol` as well."""

    def function(input, other, *, out=None):
        if result_type(input, other).kind not in ("biu" if symbol in "&|^" else "iu"):
            if as_operand(input) is None or as_operand(other) is None:
                return NotImplemented
            name = dtype_of(result_type(input, other)).legacy_name
            check_broadcast(input, other)
            if out is not None:
                check_inputs_fit(out, (input, other))
            kernel = {"<<": "lshift_cpu", ">>": "rshift_cpu"}.get(symbol, f"{entry.name}_cpu")
            raise NotImplementedError(f"\"{kernel}\" not implemented for '{name}'")
        return binary(entry, input, other, out)

    function.__doc__ = f"Return `input {symbol} other` elementwise."
    return function


for _entry, _symbol, _dunder in (
    (ops.bitwise_and, "&", "and"), (ops.bitwise_or, "|", "or"), (ops.bitwise_xor, "^", "xor"),
    (ops.bitwise_left_shift, "<<", "lshift"), (ops.bitwise_right_shift, ">>", "rshift"),
):
    _function = publish_binary(
        make_bitwise(_entry, _symbol), _entry.name, masked=masked_rules.BINARY
    )
    operator(f"__{_dunder}__")(_function)
    add_facts(f"__{_dunder}__", operator=Operator(_symbol))
    operator(f"__r{_dunder}__")(lambda self, other, run=_function: run(other, self))
    if _symbol in "&|^":
        add_facts(f"__{_dunder}__", masked=masked_rules.BINARY)
        add_facts(f"__r{_dunder}__", operator=Operator(method=_entry.name))
    else:
        add_facts(f"__r{_dunder}__", python_method=True)
    _write = getattr(Tensor, f"{_entry.name}_")
    setattr(Tensor, f"__i{_dunder}__", make_augmented_operator(_write, f"__i{_dunder}__"))


def apply_or_write(
        entry: Op, inputs: tuple[Tensor | Tensor | None, ...], params: dict[str, Any],
        dtype: np.dtype | None, out: Tensor | None, by: str) -> Tensor:
    """Apply an op, or write its result to `out`.

    Raise torch's error if the inputs do not broadcast.
    """
    try:
        if out is None:
            return apply(entry, inputs, params, dtype)
        return apply_into(out, entry, inputs, params, dtype, by=by)
    except (ValueError, NotImplementedError):
        for other in inputs[1:]:
            check_broadcast(inputs[0], other)
        raise


@export()
@declare(in_place=InPlace(dtypes_first=True))
def lerp(
        input: Tensor, end: Tensor, weight: Tensor | float, *, out: Tensor | None = None) -> Tensor:
    """Return `input + weight * (end - input)`; all tensors must have one dtype."""
    if input._array.dtype != end._array.dtype:
        want, got = (dtype_of(x._array.dtype).cpp_name for x in (input, end))
        raise RuntimeError(f"expected dtype {want} for `end` but got dtype {got}")
    if isinstance(weight, Tensor):
        if input._array.dtype != weight._array.dtype:
            want, got = (dtype_of(x._array.dtype).cpp_name for x in (input, weight))
            raise RuntimeError(f"expected dtype {want} for `weight` but got dtype {got}")
        return apply_or_write(ops.lerp_tensor, (input, end, weight), {}, None, out, "lerp_")
    params = {"weight": to_python_number(weight)}
    if input._array.dtype.kind in "fV":
        checked_params(params, input._array.dtype, wide=True)
    return apply_or_write(ops.lerp_scalar, (input, end), params, None, out, "lerp_")


@export()
@declare(factors=("value",))
def addcmul(
        input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: float = 1,
        out: Tensor | None = None) -> Tensor:
    """Return `input + value * tensor1 * tensor2`."""
    dtype = result_type(input, tensor1, tensor2)
    params = checked_params({"value": to_python_number(value)}, dtype, wide=True)
    return apply_or_write(ops.addcmul, (input, tensor1, tensor2), params, dtype, out, "addcmul_")


@export()
@declare(in_place=InPlace(dtypes_first=True), factors=("value",))
def addcdiv(
        input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: float = 1,
        out: Tensor | None = None) -> Tensor:
    """Return `input + value * tensor1 / tensor2`; raise RuntimeError if both are integers."""
    dtype = result_type(input, tensor1, tensor2)
    if all(x._array.dtype.kind in "iub" for x in (tensor1, tensor2)):
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported, and in a future  release "
            "addcdiv will perform a true division of tensor1 and tensor2. The historic addcdiv "
            "behavior can be implemented as (input + value * torch.trunc(tensor1 / tensor2)).to("
            "input.dtype) for integer inputs and as (input + value * tensor1 / tensor2) for float "
            "inputs. The future addcdiv behavior is just the latter implementation: (input + value "
            "* tensor1 / tensor2), for all dtypes."
        )
    params = checked_params({"value": to_python_number(value)}, dtype, wide=True)
    return apply_or_write(ops.addcdiv, (input, tensor1, tensor2), params, dtype, out, "addcdiv_")


for _function in (lerp, addcmul, addcdiv):
    attach_method(_function.__name__, _function)
    attach_method(f"{_function.__name__}_", form_in_place(_function, f"{_function.__name__}_"))
