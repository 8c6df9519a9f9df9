"""Elementwise functions of two or three tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply, apply_into
from autograd.engine.elementwise import apply_unary, binary, as_operand
from autograd.engine.broadcasting import check_broadcast
from autograd.engine.inplace_checks import check_inputs_fit
from autograd.engine.out_checks import check_clamp_out
from autograd.engine.type_promotion import BAREBONES_UNSIGNED, to_python_number, result_type
from autograd.functions.indexing.index_checks import check_matching_dtypes
from autograd.functions.pointwise.arithmetic import NO_OPERAND, make_augmented_operator
from autograd.functions.pointwise.comparisons import check_isclose
from autograd.functions.pointwise.scalar_overloads import by_numbers, float_result_type
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.functions.tensor_api.operators import operator
from autograd.functions.tensor_api.out_argument import make_in_place as form_in_place
from autograd.kernels.sampling import C_NAMES
from autograd.runtime import grad_mode
from autograd.runtime.function_record import FOUND, InPlace, Operator, Out, add_facts, declare
from autograd.runtime.registry import export
from autograd.tensor.dtype import of
from autograd.tensor.overlap import check_apart
from autograd.tensor.scalar import fitted
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.ops.record import Op


def publish(
        function: Callable[..., Any], *names: str, writes: bool = True,
        in_place: InPlace | None = None, **facts: Any) -> Callable[..., Any]:
    """Publish a binary function, and its in-place form if torch has one, by all names.

    `facts` are declared of the first name, `in_place` of all.
    """
    function.__name__ = function.__qualname__ = names[0]
    declare(*names, in_place=in_place)(declare(**facts)(function))
    write = form_in_place(function, f"{names[0]}_")
    for name in names:
        attach_method(name, function)
        if writes:
            attach_method(f"{name}_", write)
    return export(*names)(function)


def of_reals(entry: Op, number_entry: Op | None = None) -> Callable[..., Any]:
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


def of_numbers(entry: Op) -> Callable[..., Any]:
    """Return the function of a binary op that computes in the promoted dtype."""

    refusal = (entry.refuses or {}).get(np.dtype(np.complex64))
    first = refusal is not None and refusal.error is RuntimeError  # which no kernel raises

    def function(input, other, *, out=None):
        if not isinstance(input, Tensor) or not isinstance(other, Tensor):
            return NotImplemented
        if first and "c" in (input._array.dtype.kind, other._array.dtype.kind):
            raise RuntimeError(refusal.text)
        return binary(entry, input, other, out)

    function.__doc__ = f"Return `{entry.name}(input, other)` elementwise."
    return function


publish(of_reals(ops.atan2), "atan2", "arctan2")
publish(of_reals(ops.copysign, ops.copysign_number), "copysign")
xlogy = publish(by_numbers(ops.xlogy, ops.xlogy_number, ops.xlogy_base), "xlogy")
publish(of_numbers(ops.hypot), "hypot")
publish(of_numbers(ops.gcd), "gcd")
publish(of_numbers(ops.lcm), "lcm")
publish(of_numbers(ops.nextafter), "nextafter")
publish(of_numbers(ops.fmax), "fmax", writes=False)
publish(of_numbers(ops.fmin), "fmin", writes=False)
publish(of_numbers(ops.maximum), "maximum", writes=False)
minimum = publish(of_numbers(ops.minimum), "minimum", writes=False)
publish(of_numbers(ops.logaddexp), "logaddexp", writes=False)
publish(of_numbers(ops.logaddexp2), "logaddexp2", writes=False)
publish(of_numbers(ops.logical_and), "logical_and", derived=False)
publish(of_numbers(ops.logical_or), "logical_or", derived=False)
publish(of_numbers(ops.logical_xor), "logical_xor", derived=False)


def heaviside(input: Tensor, values: Tensor, *, out: Any = None) -> Tensor:
    """Return 0 where `input` is negative, 1 where it is positive, else `values`."""
    if isinstance(input, Tensor) and isinstance(values, Tensor):
        given = (input, values) if out is None else (input, values, out)
        if any(x._array.dtype.kind == "c" for x in given):
            raise RuntimeError("heaviside is not yet implemented for complex tensors.")
        check_matching_dtypes("heaviside is not yet implemented for tensors with different dtypes.",
                              input, values)
    return binary(ops.heaviside, input, values, out)


publish(heaviside, "heaviside")


def of_bits(entry: Op, symbol: str) -> Callable[..., Any]:
    """Return the function of a bitwise op on integers or bools, the operator `symbol` as well."""

    def function(input, other, *, out=None):
        if result_type(input, other).kind not in ("biu" if symbol in "&|^" else "iu"):
            if as_operand(input) is None or as_operand(other) is None:
                return NotImplemented
            name = of(result_type(input, other)).legacy_name
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
    _function = publish(of_bits(_entry, _symbol), _entry.name)
    operator(f"__{_dunder}__")(_function)
    add_facts(f"__{_dunder}__", operator=Operator(_symbol))
    operator(f"__r{_dunder}__")(lambda self, other, run=_function: run(other, self))
    if _symbol in "&|^":
        add_facts(f"__r{_dunder}__", operator=Operator(method=_entry.name))
    else:
        add_facts(f"__r{_dunder}__", python_method=True)
    _write = getattr(Tensor, f"{_entry.name}_")
    setattr(Tensor, f"__i{_dunder}__", make_augmented_operator(_write, f"__i{_dunder}__"))

# --- Clamping ----------------------------------------------------------------------------------


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
    params = fitted(params, dtype) if dtype.kind in "fV" else params
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
            check_apart(out._array, None)
            check_inputs_fit(out, (input, min, max))
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{of(dtype).legacy_name}'")


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


def bounded(entry: Op, tensor_entry: Op, bound: str, name: str) -> Callable[..., Any]:
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
        params = fitted(params, dtype) if dtype.kind in "fV" else params
        return apply_or_write(entry, (input,), params, dtype, out, f"{name}_")

    function.__doc__ = f"Return `input` clamped to the {bound}imum `{bound}`."
    return function


publish(clamp, "clamp", "clip", in_place=InPlace(dtypes_first=True))
publish(bounded(ops.clamp_min, ops.clamp_min_tensor, "min", "clamp_min"), "clamp_min",
        out=Out(dtype_error=FOUND), in_place=InPlace(dtypes_first=True))
publish(bounded(ops.clamp_max, ops.clamp_max_tensor, "max", "clamp_max"), "clamp_max",
        out=Out(dtype_error=FOUND), in_place=InPlace(dtypes_first=True))
export("clamp_")(Tensor.clamp_.__wrapped__)
export("clip_")(Tensor.clip_.__wrapped__)
export("clamp_min_")(Tensor.clamp_min_.__wrapped__)
export("clamp_max_")(Tensor.clamp_max_.__wrapped__)

# --- Of three ----------------------------------------------------------------------------------


@export()
@declare(in_place=InPlace(dtypes_first=True))
def lerp(
        input: Tensor, end: Tensor, weight: Tensor | float, *, out: Tensor | None = None) -> Tensor:
    """Return `input + weight * (end - input)`; all tensors must have one dtype."""
    if input._array.dtype != end._array.dtype:
        want, got = (C_NAMES[of(x._array.dtype).name] for x in (input, end))
        raise RuntimeError(f"expected dtype {want} for `end` but got dtype {got}")
    if isinstance(weight, Tensor):
        if input._array.dtype != weight._array.dtype:
            want, got = (C_NAMES[of(x._array.dtype).name] for x in (input, weight))
            raise RuntimeError(f"expected dtype {want} for `weight` but got dtype {got}")
        return apply_or_write(ops.lerp_tensor, (input, end, weight), {}, None, out, "lerp_")
    params = {"weight": to_python_number(weight)}
    if input._array.dtype.kind in "fV":
        fitted(params, input._array.dtype, wide=True)
    return apply_or_write(ops.lerp_scalar, (input, end), params, None, out, "lerp_")


@export()
@declare(factors=("value",))
def addcmul(
        input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: float = 1,
        out: Tensor | None = None) -> Tensor:
    """Return `input + value * tensor1 * tensor2`."""
    dtype = result_type(input, tensor1, tensor2)
    params = fitted({"value": to_python_number(value)}, dtype, wide=True)
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
    params = fitted({"value": to_python_number(value)}, dtype, wide=True)
    return apply_or_write(ops.addcdiv, (input, tensor1, tensor2), params, dtype, out, "addcdiv_")


for _function in (lerp, addcmul, addcdiv):
    attach_method(_function.__name__, _function)
    attach_method(f"{_function.__name__}_", form_in_place(_function, f"{_function.__name__}_"))


@export()
@method()
def isclose(
        input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08,
        equal_nan: bool = False) -> Tensor:
    """Return whether `|input - other| <= atol + rtol * |other|` elementwise, a bool tensor."""
    check_isclose(input, other, rtol, atol)
    params = {"rtol": rtol, "atol": atol, "equal_nan": equal_nan}
    made = apply(ops.isclose, (input, other), params)
    if not grad_mode.inference:  # torch puts it together in place
        made._counter[0] = int(bool(rtol or atol)) + int(
            equal_nan and input._array.dtype.kind in "fcV")
    return made
