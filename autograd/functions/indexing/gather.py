"""Selection of elements by index, mask or condition: `gather`, `take`, `where` etc."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.broadcasting import check_broadcast, common_broadcast_shape, physical_shapes
from autograd.engine.conversions import observe_conversions
from autograd.engine.transform_levels import is_batched
from autograd.engine.type_promotion import result_type, to_python_number
from autograd.engine.vmap_refusals import ASK, DYNAMIC, declare_refusal, unwrap_for
from autograd.functions.indexing.index_checks import (
    OUT_OF_RANGE, check_flat_index, check_index, check_index_range, check_ranks,
)
from autograd.functions.kernel_dtypes import check_barebones_dtype
from autograd.functions.shape.reshape import reshape
from autograd.functions.shape.split import unbind
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.functions.tensor_api.out_argument import with_out, write_out
from autograd.runtime import masked_rules
from autograd.runtime.function_record import EXPECTED, NEVER, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import dtype_of
from autograd.tensor.meta import NONZERO as META_NONZERO, NO_KERNEL
from autograd.tensor.scalar import checked_params, checked_scalar, wrap_scalar
from autograd.tensor.tensor import Tensor, wrap


@export()
@method()
@with_out
@declare(out=Out(dtype_error=EXPECTED, reads=NEVER))
def gather(input: Tensor, dim: int, index: Tensor, *, sparse_grad: bool = False) -> Tensor:
    """Return the elements of `input` that `index` selects along `dim`.

    For `dim` 0 `out[i][j] = input[index[i][j]][j]`; the result has the shape of `index`. Raise
    RuntimeError for an index that is not int32 or int64, is larger than `input` in another
    dimension, or is out of range.
    """
    dim = wrap_dim(dim, input._array.ndim)
    if not index._array.size:
        return apply(ops.gather, (input, index), {"dim": dim, "sparse_grad": sparse_grad})
    check_index("gather", input, index)
    shape, want = input._array.shape, index._array.shape
    if any(i != dim and n > shape[i] for i, n in enumerate(want)):
        raise RuntimeError(
            f"Size does not match at dimension "
            f"{next(i for i, n in enumerate(want) if i != dim and n > shape[i])} expected index "
            f"{list(want)} to be no larger than self {list(shape)} apart from dimension {dim}"
        )
    check_index_range(input, index, dim)
    return apply(ops.gather, (input, index), {"dim": dim, "sparse_grad": sparse_grad})


SCALAR_TYPE = "{name}(): self and result must have the same scalar type"


@export()
@method()
@with_out
@declare(out=Out(dtype_error=SCALAR_TYPE, reads=NEVER))
def index_select(input: Tensor, dim: int, index: Tensor) -> Tensor:
    """Return the slices of `input` at `index`, a vector of int32 or int64, along `dim`."""
    dim = wrap_dim(dim, input._array.ndim)
    if index._array.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if index._array.dtype not in (np.int64, np.int32):
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")
    size = input._array.shape[dim] if input._array.ndim else 1
    if not input._array.ndim and (count := index._array.size) != 1:
        raise RuntimeError(
            f"index_select(): Index to scalar can have only 1 value, got {count} value(s)")
    if not size and input._array.ndim > 1 and index._array.size:
        raise RuntimeError("index_select(): self indexing axis dim should be positive")
    if is_batched(input) or is_batched(index):
        check_index_range(input, index, dim)
    elif (outside := ((indices := index._array) < 0) | (indices >= size)).any():
        if input._array.ndim < 2 or input._array.size and not dim:
            raise IndexError(OUT_OF_RANGE)
        at = indices[outside].flat[0]
        raise RuntimeError(f"INDICES element is out of DATA bounds, id={at} axis_dim={size}")
    if input._array.ndim < 2:
        check_barebones_dtype("index_select", input)
    index = index if index._array.ndim else index.view(1)
    return apply(ops.index_select, (input, index), {"dim": dim})


MASKED_SELECT_REFUSAL = declare_refusal("masked_select",
    "vmap: Attempted to vmap over `mask` in torch.masked_select(self, mask) We cannot support this "
    f"because for each batch this would return a differently shaped Tensor. {ASK}",
    of_meta=NotImplementedError(NO_KERNEL.format("aten::masked_select")))


@export()
@method()
@with_out
@declare(out=Out(dtype_error=SCALAR_TYPE, reads=NEVER))
def masked_select(input: Tensor, mask: Tensor) -> Tensor:
    """Return the elements of `input` where `mask` is True, in one dimension."""
    unwrap_for(MASKED_SELECT_REFUSAL, mask)
    if mask._array.dtype != bool:
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    check_broadcast(mask, input)
    return apply(ops.masked_select, (input, mask))


@export()
@method()
@with_out
@declare(out=Out(
    dtype_error=(
        "take(): self and out expected to have the same dtype, but got self.dtype = {want} and "
        "out.dtype = {got}"),
    reads=NEVER,
))
def take(input: Tensor, index: Tensor) -> Tensor:
    """Return the elements of the flattened `input` at `index`, in the shape of `index`."""
    if not input._array.size and index._array.size and index._array.dtype == np.int64:
        raise IndexError("take(): tried to take from an empty tensor")
    check_flat_index(input, index)
    return apply(ops.take, (input, index))


@export()
@method()
@with_out
@declare(out=Out(reads=NEVER))
def take_along_dim(input: Tensor, indices: Tensor, dim: int | None = None) -> Tensor:
    """Return the elements at `indices` along `dim`, where both tensors are broadcast.

    Without `dim` both are flattened. `indices` must be int64; negative ones count from the end.
    """
    if dim is None:
        return gather(reshape(input, -1), 0, reshape(indices, -1))
    check_ranks(input, indices)
    if indices._array.dtype != np.int64:
        raise RuntimeError("torch.take_along_dim(): dtype of indices should be Long but got "
                           f"{indices.dtype.legacy_name}")
    dim = int(wrap_dim(dim, input._array.ndim))
    size = input.size(dim if input._array.ndim else 0)  # raises for a 0-dim tensor
    shape = list(common_broadcast_shape(
        [tuple(1 if i == dim else n for i, n in enumerate(x._array.shape))
         for x in (input, indices)]))
    expanded = [x.expand([x._array.shape[dim] if i == dim else n for i, n in enumerate(shape)])
                for x in (input, indices)]
    return gather(expanded[0], dim, expanded[1].remainder(size))


NONZERO_REFUSAL = declare_refusal("nonzero",
    f"{DYNAMIC} Attempted to vmap over aten::nonzero. {ASK}",
    of_meta=NotImplementedError(META_NONZERO))


@export()
@method()
@with_out
@observe_conversions
@declare(
    derived=False,
    out=Out(
        dtype_error=(
            "{name}: Expected out tensor to have scalar type {want} but got scalar type{got}"),
    ),
)
def nonzero(input: Tensor, *, as_tuple: bool = False) -> Tensor | tuple[Tensor, ...]:
    """Return the indices of nonzero elements, int64 of shape `(count, ndim)`.

    With `as_tuple` return a tuple of one vector for each dimension.
    """
    unwrap_for(NONZERO_REFUSAL, input)
    check_barebones_dtype("nonzero_count_cpu", input)
    result = wrap(np.array(np.nonzero(np.atleast_1d(input._array)), np.int64).T)  # torch's strides
    if as_tuple:
        return unbind(result, 1)
    return result if input._array.ndim else result[:, :0].clone()


@export()
@method()
@observe_conversions
def argwhere(input: Tensor) -> Tensor:
    """Return the indices of nonzero elements, int64 of shape `(count, ndim)`."""
    return nonzero(input)


@export()
@method()
@with_out
@declare(out=Out(
    dtype_error="{name}: Expected out tensor to have scalar type {want} but got scalar type{got}",
))
def nonzero_static(input: Tensor, *, size: int, fill_value: int = -1) -> Tensor:
    """Return the first `size` indices of nonzero elements, padded with `fill_value`."""
    if size < 0:
        raise RuntimeError("nonzero_static: 'size' must be an non-negative integer")
    indices = np.ascontiguousarray(nonzero(input)._array[:size])
    widths = ((0, size - len(indices)), (0, 0))
    return wrap(np.pad(indices, widths, constant_values=fill_value))


WHERE_REFUSAL = declare_refusal("where",
    f"{DYNAMIC} Attempted to vmap over aten::where. {ASK}")


@export()
@method()
@declare(
    out=Out(dtype_error="Expected out type to be {want} but got {got}"), masked=masked_rules.WHERE)
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
            f"{dtype_of(condition._array.dtype).legacy_name}"
        )
    if condition._array.dtype == np.uint8:
        warn_once(
            "where received a uint8 condition tensor. This behavior is deprecated and will be "
            "removed in a future version of PyTorch. Use a boolean condition instead.",
            at="aten/src/ATen/native/TensorCompare.cpp:621")
    input, other = to_python_number(input), to_python_number(other)
    dtype = result_type(input, other)
    if dtype == np.float32:
        checked_params({"input": input, "other": other}, dtype)
    cast = None if have_same_dtype(input, other) else dtype
    if dtype.kind in "Viu":  # numpy would promote for, or truncate, Python numbers
        input, other = (x if isinstance(x, Tensor)
                        else (wrap_scalar if dtype.kind == "V" else checked_scalar)(
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
