"""Cumulative sums, products, extremes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply, apply_into
from autograd.engine.inplace_checks import check_inplace_history
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime.function_record import EXPECTED, SAME_PLACE, SCALAR, Out, declare
from autograd.runtime.registry import export
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import cpp_name, sum_dtype
from autograd.tensor.return_types import make_named_tuple

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import Tensor


def make_cumulative(entry: Op) -> Callable[..., Any]:
    """Return `cumsum` or `cumprod`, and attach its in-place form; integers compute in int64."""

    @with_out
    def function(input, dim, *, dtype=None):
        params = {"dim": wrap_dim(dim, input._array.ndim)}
        return apply(entry, (input,), params, sum_dtype(dtype, input._array.dtype))

    def in_place(self, dim, *, dtype=None):
        check_inplace_history(self)
        params = {"dim": wrap_dim(dim, self._array.ndim)}
        if dtype is not None and dtype is not self.dtype:
            raise RuntimeError(
                f"Bad in-place call: input tensor dtype {cpp_name(self._array)} and output tensor "
                f"dtype {dtype.cpp_name} should match")
        return apply_into(self, entry, (self,), params, by=f"{entry.name}_")

    function.__name__ = function.__qualname__ = entry.name
    function.__doc__ = f"`{entry.name}` along `dim`."
    attach_method(f"{entry.name}_", in_place)
    declare(out=Out(dtype_error=EXPECTED, reads=SAME_PLACE, gives_dtype=True))(function)
    return export()(method()(function))


cumsum, cumprod = make_cumulative(ops.cumsum), make_cumulative(ops.cumprod)


@export()
@method()
@with_out
@declare(out=Out(dtype_errors=(SCALAR, SCALAR)), fields=("values", "indices"))
def cummax(input: Tensor, dim: int) -> tuple[Any, ...]:
    """Return the cumulative maximum along `dim` and its indices."""
    return apply_cumulative_extreme("cummax", ops.cummax, input, dim)


@export()
@method()
@with_out
@declare(out=Out(dtype_errors=(SCALAR, SCALAR)), fields=("values", "indices"))
def cummin(input: Tensor, dim: int) -> tuple[Any, ...]:
    """Return the cumulative minimum along `dim` and its indices."""
    return apply_cumulative_extreme("cummin", ops.cummin, input, dim)


def apply_cumulative_extreme(name: str, entry: Any, input: Tensor, dim: int) -> tuple[Any, ...]:
    """Return `cummax` or `cummin`; without elements `dim` is not checked, as in torch."""
    ndim, size = input._array.ndim, input._array.size
    if not ndim and dim not in (0, -1):
        raise IndexError(
            f"{name}(): Expected reduction dim -1 or 0 for scalar but got {dim}")
    return make_named_tuple(name, apply(entry, (input,), dim_param(input, dim if size else 0)))


@export()
@method()
@with_out
@declare(out=Out(dtype_error=SCALAR, reads=SAME_PLACE))
def logcumsumexp(input: Tensor, dim: int) -> Tensor:
    """Return the logarithm of cumulative sums of exponentials along `dim`."""
    return apply(ops.logcumsumexp, (input,), dim_param(input, dim))


def dim_param(input: Tensor, dim: int) -> dict:
    """Return the parameter `dim`, wrapped."""
    return {"dim": wrap_dim(dim, input._array.ndim)}
