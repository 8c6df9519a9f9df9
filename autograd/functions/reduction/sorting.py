"""Sorting of elements: `sort`, `topk`, `unique` etc."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.vmap_refusals import ASK, DYNAMIC, declare_refusal, unwrap_for
from autograd.functions.kernel_dtypes import check_kernel_dtype
from autograd.functions.reduction.cumulative import dim_param
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime.bool_options import check_bools
from autograd.runtime.function_record import EXPECTED, FUNCTIONAL, SAME_PLACE, Handed, Out, declare
from autograd.runtime.registry import export
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.meta import NO_KERNEL
from autograd.tensor.return_types import make_named_tuple
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import Tensor


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
        return make_named_tuple("sort", apply(ops.sort, (input,), params))
    return make_named_tuple("sort",
                            apply(ops.sort_stable, (input,), params | {"stable": bool(stable)}))


@export()
@method()
def argsort(input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> Tensor:
    """Return the indices that sort along `dim`."""
    return sort(input, dim, descending, stable or None)[1]


@export()
@method()
@with_out
@declare(out=Out(dtype_error=EXPECTED, reads=SAME_PLACE))
def msort(input: Tensor) -> Tensor:
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
    return make_named_tuple("topk", apply(ops.topk, (input,), params))


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
    check_bools("_unique2" if dim is None else "unique_dim", sorted=sorted,
                 return_inverse=return_inverse, return_counts=return_counts)
    unwrap_for(UNIQUE_REFUSAL, input)
    check_kernel_dtype("unique", input, "c")
    axis = None if dim is None else wrap_dim(dim, input._array.ndim, scalars=False)
    if axis is not None and 0 in np.delete(input._array.shape, axis):
        raise RuntimeError(
            "There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")
    array = input._array  # numpy cannot sort bfloat16
    array = array.astype(np.float32) if array.dtype.kind == "V" else array
    values, inverse, counts = np.unique(
        array, return_inverse=True, return_counts=True, axis=axis, equal_nan=False)
    values = values.astype(input._array.dtype, copy=False)
    inverse = inverse.reshape(input._array.shape if axis is None else -1)
    entry = ops.unique2 if dim is None else ops.unique_dim
    return pack_unique(entry, input, values, (inverse, return_inverse), (counts, return_counts))


def pack_unique(
        entry: Op, input: Tensor, values: np.ndarray, *extras: Any) -> Tensor | tuple[Tensor, ...]:
    """Return the distinct values, with the requested int64 tensors; they have no derivative."""
    result = [apply(entry, (input,), {"found": values})]
    result += [wrap(np.asarray(x, np.int64)) for x, is_requested in extras if is_requested]
    return result[0] if len(result) == 1 else tuple(result)


@export()
@method(qualified=True)
@declare(home=FUNCTIONAL, python_function=True)
def unique_consecutive(
        input: Tensor, return_inverse: bool = False, return_counts: bool = False,
        dim: int | None = None) -> Any:
    """Return the elements, or slices along `dim`, without consecutive repetitions.

    On request also the index of each element in them, and how often each occurs.
    """
    check_bools("unique_consecutive", return_inverse=return_inverse, return_counts=return_counts)
    check_kernel_dtype("unique", input, "c")
    array = input._array.reshape(-1) if dim is None else np.moveaxis(
        input._array, wrap_dim(dim, input._array.ndim), 0)
    new = np.ones(len(array), bool)
    if len(array):
        new[1:] = (array[1:] != array[:-1]).any(tuple(range(1, array.ndim)))
    inverse = np.cumsum(new) - 1
    starts = np.flatnonzero(new)
    counts = np.diff(np.append(starts, len(array)))
    values = array[new] if dim is None else np.moveaxis(
        array[new], 0, wrap_dim(dim, input._array.ndim))
    shape = input._array.shape if dim is None else -1
    return pack_unique(ops.unique_consecutive, input, values.copy(),
                       (inverse.reshape(shape), return_inverse), (counts, return_counts))
