"""Cumulative sums, sorting, distinct values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine import transform_levels
from autograd.engine.apply import apply, apply_into
from autograd.engine.inplace_checks import check_inplace_history
from autograd.engine.vmap_refusals import ASK, DYNAMIC, declare_refusal, unwrap_for
from autograd.functions.indexing.index_checks import check_kernel_dtype
from autograd.functions.linalg.matmul import c_name
from autograd.functions.shape.shapes import cat
from autograd.functions.shape.split import narrow
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.kernels.sampling import C_NAMES
from autograd.runtime.bool_options import check_truths
from autograd.runtime.function_record import (
    EXPECTED, FUNCTIONAL, SAME_PLACE, SCALAR, Handed, Out, declare,
)
from autograd.runtime.registry import export
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import summed_in
from autograd.tensor.meta import NO_KERNEL
from autograd.tensor.return_types import named
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import Tensor


def cumulative(entry: Op) -> Callable[..., Any]:
    """Return `cumsum` or `cumprod`, and attach its in-place form; integers compute in int64."""

    @with_out
    def function(input, dim, *, dtype=None):
        params = {"dim": wrap_dim(dim, input._array.ndim)}
        return apply(entry, (input,), params, summed_in(dtype, input._array.dtype))

    def in_place(self, dim, *, dtype=None):
        check_inplace_history(self)
        params = {"dim": wrap_dim(dim, self._array.ndim)}
        if dtype is not None and dtype is not self.dtype:
            raise RuntimeError(f"Bad in-place call: input tensor dtype {c_name(self)} and output "
                               f"tensor dtype {C_NAMES[dtype.name]} should match")
        return apply_into(self, entry, (self,), params, by=f"{entry.name}_")

    function.__name__ = function.__qualname__ = entry.name
    function.__doc__ = f"`{entry.name}` along `dim`."
    attach_method(f"{entry.name}_", in_place)
    declare(out=Out(dtype_error=EXPECTED, reads=SAME_PLACE, gives_dtype=True))(function)
    return export()(method()(function))


cumsum, cumprod = cumulative(ops.cumsum), cumulative(ops.cumprod)


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
    return named(name, apply(entry, (input,), dim_param(input, dim if size else 0)))


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


def check_diff_operand(input: Tensor, dim: int, x: Tensor) -> None:
    """Raise `diff`'s error if `x` cannot be concatenated with `input` along `dim`."""
    ours, theirs = input._array.shape, x._array.shape
    if len(ours) != len(theirs):
        raise RuntimeError("diff expects prepend or append to be the same dimension as input")
    for i, (have, got) in enumerate(zip(ours, theirs)):
        if have != got and i != wrap_dim(dim, len(ours)):
            raise RuntimeError(
                "diff expects the shape of tensor to prepend or append to match that of input "
                f"except along the differencing dimension; input.size({i}) = {have}, but got "
                f"tensor.size({i}) = {got}")


@export()
@method()
@with_out
@declare(composite=True)
def diff(
        input: Tensor, n: int = 1, dim: int = -1, prepend: Any = None, append: Any = None
) -> Tensor:
    """Return the `n`-th differences of neighbouring elements along `dim`.

    `prepend` and `append` are concatenated before. Differences of bools are exclusive ors.
    """
    if not input._array.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    if not n:  # whatever is to stand beside it
        made = wrap(np.zeros_like(input._array))
        transform_levels.wrap_at_all((made,))
        return made.copy_(input)
    for x in (prepend, append):
        if x is not None:
            check_diff_operand(input, dim, x)
    parts = [x for x in (prepend, input, append) if x is not None]
    result = cat(parts, dim) if len(parts) > 1 else input
    for _ in range(n):
        length = result._array.shape[wrap_dim(dim, result._array.ndim)]
        if not length:
            return result
        earlier, later = narrow(result, dim, 0, length - 1), narrow(result, dim, 1, length - 1)
        result = later ^ earlier if result._array.dtype == bool else later - earlier
    return result


# --- Order -------------------------------------------------------------------------------------


@export()
@method()
@with_out
@declare(out=Out(dtype_errors=(EXPECTED, EXPECTED), reads=SAME_PLACE), fields=("values", "indices"))
def sort(
        input: Tensor, dim: int = -1, descending: bool = False, stable: Any = None
) -> tuple[Any, ...]:
    """Return sorted values along `dim` and their indices; torch names the node by `stable`."""
    params = {**dim_param(input, dim), "descending": bool(descending)}
    if stable is None:
        return named("sort", apply(ops.sort, (input,), params))
    return named("sort", apply(ops.sort_stable, (input,), params | {"stable": bool(stable)}))


@export()
@method()
def argsort(input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> Tensor:
    """Return the indices that sort along `dim`."""
    return sort(input, dim, descending, stable or None)[1]


@export()
@method()
@with_out
@declare(out=Out(dtype_error=EXPECTED, reads=SAME_PLACE))
def msort(input: Tensor) -> Any:
    """Return `input` sorted along the first dimension."""
    return sort(input, 0)[0]


@export()
@method()
@with_out
@declare(out=Out(dtype_errors=(EXPECTED, EXPECTED)), indices=("k",), fields=("values", "indices"))
def topk(
        input: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> tuple[Any, ...]:
    """Return the `k` largest, or smallest, values along `dim` and their indices."""
    k = int(k)
    axis = wrap_dim(dim, input._array.ndim)
    if not 0 <= k <= (input._array.shape[axis] if input._array.ndim else 1):
        raise RuntimeError("selected index k out of range")
    params = {"k": k, "dim": axis, "largest": bool(largest), "sorted": bool(sorted)}
    return named("topk", apply(ops.topk, (input,), params))


UNIQUE_REFUSAL = declare_refusal("unique",
    f"{DYNAMIC} Attempted to vmap over aten::_unique2. {ASK}",
    of_meta=NotImplementedError(NO_KERNEL.format("aten::_unique2")))


@export()
@method(qualified=True)
@declare(
    home=FUNCTIONAL, python_function=True, python_method=True,
    handed=Handed(
        1, {"sorted": True, "return_inverse": False, "return_counts": False, "dim": None}),
)
def unique(
        input: Tensor, sorted: bool = True, return_inverse: bool = False,
        return_counts: bool = False, dim: Any = None) -> Tensor | tuple[Tensor, ...]:
    """Return the distinct elements, or slices along `dim`, sorted.

    On request also the index of each element in them, and how often each occurs.
    """
    check_truths("_unique2" if dim is None else "unique_dim", sorted=sorted,
                 return_inverse=return_inverse, return_counts=return_counts)
    unwrap_for(UNIQUE_REFUSAL, input)
    check_kernel_dtype("unique", input, "c")
    axis = None if dim is None else wrap_dim(dim, input._array.ndim, scalars=False)
    if axis is not None and 0 in np.delete(input._array.shape, axis):
        raise RuntimeError(
            "There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")
    array = input._array
    array = array.astype(np.float32) if array.dtype.kind == "V" else array  # which has an order
    found, inverse, counts = np.unique(
        array, return_inverse=True, return_counts=True, axis=axis, equal_nan=False)
    found = found.astype(input._array.dtype, copy=False)
    inverse = inverse.reshape(input._array.shape if axis is None else -1)
    entry = ops.unique2 if dim is None else ops.unique_dim
    return pack_unique(entry, input, found, (inverse, return_inverse), (counts, return_counts))


def pack_unique(
        entry: Op, input: Tensor, found: np.ndarray, *extras: Any) -> Tensor | tuple[Tensor, ...]:
    """Return the distinct values, with the requested int64 tensors; they have no derivative."""
    made = [apply(entry, (input,), {"found": found})]
    made += [wrap(np.asarray(x, np.int64)) for x, asked in extras if asked]
    return made[0] if len(made) == 1 else tuple(made)


@export()
@method(qualified=True)
@declare(home=FUNCTIONAL, python_function=True)
def unique_consecutive(
        input: Tensor, return_inverse: bool = False, return_counts: bool = False,
        dim: int | None = None) -> Any:
    """Return the elements, or slices along `dim`, without consecutive repetitions.

    On request also the index of each element in them, and how often each occurs.
    """
    check_truths("unique_consecutive", return_inverse=return_inverse, return_counts=return_counts)
    check_kernel_dtype("unique", input, "c")
    array = input._array.reshape(-1) if dim is None else np.moveaxis(
        input._array, wrap_dim(dim, input._array.ndim), 0)
    new = np.ones(len(array), bool)
    if len(array):
        new[1:] = (array[1:] != array[:-1]).any(tuple(range(1, array.ndim)))
    inverse = np.cumsum(new) - 1
    starts = np.flatnonzero(new)
    counts = np.diff(np.append(starts, len(array)))
    found = array[new] if dim is None else np.moveaxis(
        array[new], 0, wrap_dim(dim, input._array.ndim))
    shape = input._array.shape if dim is None else -1
    return pack_unique(ops.unique_consecutive, input, found.copy(),
                       (inverse.reshape(shape), return_inverse), (counts, return_counts))
