"""Elementwise comparisons: `eq`, `lt`, `isclose` etc."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply, apply_into
from autograd.engine.elementwise import binary
from autograd.engine.type_promotion import result_type
from autograd.engine.vmap_refusals import ASK, declare_refusal, unwrap_for
from autograd.functions.indexing.index_checks import check_matching_dtypes
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.functions.tensor_api.call_errors import check_is_tensor
from autograd.functions.tensor_api.operators import attach_operator, dispatch_operator
from autograd.functions.tensor_api.out_argument import make_in_place
from autograd.runtime import masked_rules
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import Operator, add_facts, declare
from autograd.runtime.registry import export
from autograd.tensor.meta import ITEM as META_ITEM, NO_KERNEL
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.ops.record import Op


def make_comparison(entry: Op, dunder: str, symbol: str, *other_names: str) -> Callable[..., Any]:
    """Return the function of a comparison op; attach its methods and the operator `dunder`."""

    def function(input, other, *, out=None):
        if out is input and isinstance(other, Tensor):
            return binary(written, input, other, out)
        if out is input and execution.grad_enabled and input.requires_grad:
            return apply_into(out, by_number, (input,), {"other": other}, by=f"{entry.name}_")
        return binary(entry, input, other, out)

    written, by_number = (getattr(ops, f"{entry.name}_{kind}") for kind in ("", "number_"))
    function.__name__ = function.__qualname__ = entry.name
    function.__doc__ = f"Return `{entry.name}(input, other)` elementwise, a bool tensor."
    declare(composite=True)(function)
    declared = declare(entry.name, *other_names, derived=False, masked=masked_rules.BINARY)
    declared(method(entry.name, *other_names)(function))

    def compare(self, other):
        if isinstance(other, np.ndarray) and dunder in ("__eq__", "__ne__"):
            other = wrap(other)
        check_is_tensor(dunder, (self,))
        result = binary(entry, self, other)
        return dispatch_operator(dunder, self, other) if result is NotImplemented else result

    handed = "" if dunder == "__eq__" else entry.name
    attach_operator(dunder, compare, Operator(symbol, handed))
    write = make_in_place(function, f"{entry.name}_")
    for name in (entry.name, *other_names):
        attach_method(f"{name}_", write)
    return export(entry.name, *other_names)(function)


eq = make_comparison(ops.eq, "__eq__", "==")
add_facts("__eq__", dispatched_on=1)
ne = make_comparison(ops.ne, "__ne__", "!=", "not_equal")
lt = make_comparison(ops.lt, "__lt__", "<", "less")
le = make_comparison(ops.le, "__le__", "<=", "less_equal")
gt = make_comparison(ops.gt, "__gt__", ">", "greater")
ge = make_comparison(ops.ge, "__ge__", ">=", "greater_equal")
Tensor.__hash__ = lambda self: id(self)


def check_isclose(input: Tensor, other: Tensor, rtol: float, atol: float) -> None:
    """Raise `isclose`'s error for different dtypes or a negative tolerance."""
    check_matching_dtypes("{} did not match {}", input, other)
    for name, value in (("rtol", rtol), ("atol", atol)):
        if not value >= 0:
            raise RuntimeError(f"{name} must be greater than or equal to zero, but got {value:g}")


EQUAL_REFUSAL = declare_refusal("equal",
    "Batching rule not implemented for aten::equal. We could not generate a fallback.",
    of_meta=NotImplementedError(NO_KERNEL.format("aten::equal")))

ALLCLOSE_REFUSAL = declare_refusal("allclose",
    f"vmap over torch.allclose isn't supported yet. {ASK}",
    of_meta=RuntimeError(META_ITEM))


@export()
@method()
def equal(input: Tensor, other: Tensor) -> bool:
    """Return whether both tensors have equal shapes and elements."""
    unwrap_for(EQUAL_REFUSAL, input, other)
    if input._array.shape == other._array.shape:
        result_type(input, other)  # raises for dtypes that torch does not promote
    return input._array.shape == other._array.shape and bool(np.all(input._array == other._array))


@export()
@method()
def allclose(
        input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08,
        equal_nan: bool = False) -> bool:
    """Return whether `|input - other| <= atol + rtol * |other|` for all elements."""
    unwrap_for(ALLCLOSE_REFUSAL, input, other)
    check_isclose(input, other, rtol, atol)
    return bool(np.allclose(input._array, other._array, rtol, atol, equal_nan))


@export()
@method()
def isclose(
        input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08,
        equal_nan: bool = False) -> Tensor:
    """Return whether `|input - other| <= atol + rtol * |other|` elementwise, a bool tensor."""
    check_isclose(input, other, rtol, atol)
    params = {"rtol": rtol, "atol": atol, "equal_nan": equal_nan}
    result = apply(ops.isclose, (input, other), params)
    if not execution.inference_mode:  # torch combines its terms in place
        result._counter[0] = int(bool(rtol or atol)) + int(
            equal_nan and input._array.dtype.kind in "fcV")
    return result
