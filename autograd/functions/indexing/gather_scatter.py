"""Elements selected or written by index or mask: `gather`, `scatter`, `take`, `put` etc."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply, apply_into
from autograd.engine.conversions import observe_conversions
from autograd.engine.inplace_checks import check_inplace_history
from autograd.engine.broadcasting import check_broadcast, common_broadcast_shape
from autograd.engine.transform_levels import is_batched
from autograd.engine.type_promotion import to_python_number
from autograd.engine.vmap_refusals import ASK, DYNAMIC, declare_refusal, unwrap_for
from autograd.functions.indexing.along import check_index_add, check_index_copy, check_index_fill
from autograd.functions.indexing.getitem import index_put_arrays, check_bounds, as_numpy_key
from autograd.functions.indexing.index_checks import (
    OUT_OF_RANGE, as_scatter_source, check_barebones_dtype, check_fill_value, check_flat_index,
    check_index, check_index_put_overlap, check_index_range, check_indexed_values, check_mask,
    check_matching_dtypes, check_ranks, check_reduction, check_scatter, check_tensor_list,
    scatter_reduction,
)
from autograd.functions.shape.shapes import reshape
from autograd.functions.shape.split import unbind
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime.function_record import (
    EXPECTED, NEVER, SAME_PLACE, InPlace, Out, declare, writes_of,
)
from autograd.runtime.registry import export
from autograd.runtime.warnings import caution, warn_once
from autograd.tensor.batched_tensor import unwrap_all, vmap_constant
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.meta import NONZERO as META_NONZERO, NO_KERNEL
from autograd.tensor.tensor import Tensor, wrap


def out_of_place(name: str, prepare: Callable[..., Any]) -> None:
    """Publish the functions `name` and `name_` made from `prepare`.

    `prepare` takes the arguments of the function and returns the op, its inputs and its parameters.
    """

    def function(input, *args, **options):
        return apply(*prepare(input, *args, **options))

    check = writes_of(f"{name}_").check

    def in_place(self, *args, **options):
        check_inplace_history(self)
        if check is not None:
            check(self, *args, **options)
        entry, inputs, params = prepare(self, *args, **options)
        if entry is ops.masked_scatter and inputs[2] is self:
            params = {"in_turn": True}  # what was written may be read
        return apply_into(self, entry, inputs, params, by=f"{name}_")

    function.__doc__ = prepare.__doc__
    function.__wrapped__ = in_place.__wrapped__ = prepare  # whose signature these have
    in_place.__doc__ = f"In-place form of `{name}`."
    for made, title in ((with_out(function), name), (in_place, f"{name}_")):
        made.__name__ = made.__qualname__ = title
        attach_method(title, made)
        if made is not in_place:
            export()(made)


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


@declare("scatter", out=Out(dtype_error=EXPECTED, reads=SAME_PLACE), in_place=InPlace(reads=NEVER))
def prepare_scatter(
        input: Tensor, dim: int, index: Tensor, src: Tensor | float | None = None, *,
        value: Any = None, reduce: Any = None) -> tuple[Any, ...]:
    """Return `input` with `src`, a tensor or number, written at `index` along `dim`.

    `reduce`, "add" or "multiply", combines it with the element that is there.
    """
    dim = wrap_dim(dim, input._array.ndim)
    given = value if src is None else src
    if reduce is not None and isinstance(given, Tensor):
        warn_once(
            "The reduce argument of torch.scatter with Tensor src is deprecated and will be removed"
            " in a future PyTorch release. Use torch.scatter_reduce instead for more reduction "
            "options.", at="aten/src/ATen/native/TensorAdvancedIndexing.cpp:225")
    check_scatter(input, dim, index, given if isinstance(given, Tensor) else None)
    if reduce is not None:
        return ops.scatter_with, (input, index, as_scatter_source(given, input, index)), {
            "dim": dim, "reduce": scatter_reduction(reduce)}
    if isinstance(given, Tensor):
        return ops.scatter, (input, index, given), {"dim": dim}
    return ops.scatter_value, (input, index), {"dim": dim, "value": to_python_number(given)}


@declare("scatter_add", in_place=InPlace(reads=NEVER))
def prepare_scatter_add(input: Tensor, dim: int, index: Tensor, src: Tensor) -> tuple[Any, ...]:
    """Return `input` with `src` added at `index` along `dim`."""
    dim = wrap_dim(dim, input._array.ndim)
    check_scatter(input, dim, index, src)
    return ops.scatter_add, (input, index, src), {"dim": dim}


@declare("scatter_reduce", in_place=InPlace(reads=NEVER))
def prepare_scatter_reduce(
        input: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, *,
        include_self: bool = True) -> tuple[Any, ...]:
    """Return `input` with `src` reduced into it at `index` along `dim`.

    `reduce` is "sum", "prod", "mean", "amax" or "amin". Without `include_self` elements of `input`
    that are written do not take part.
    """
    dim = wrap_dim(dim, input._array.ndim)
    check_scatter(input, dim, index, src)
    check_reduction(reduce)
    params = {"dim": dim, "reduce": reduce, "include_self": include_self}
    return ops.scatter_reduce, (input, index, src), params


@declare(
    "index_add",
    out=Out(dtype_error=EXPECTED, reads=SAME_PLACE),
    in_place=InPlace(reads=NEVER),
)
def prepare_index_add(
        input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: int = 1
) -> tuple[Any, ...]:
    """Return `input` with `alpha` times slices of `source` added at `index` along `dim`."""
    params = {"dim": wrap_dim(dim, input._array.ndim), "alpha": to_python_number(alpha)}
    check_index_add(input, params["dim"], index, source, params["alpha"])
    return ops.index_add, (input, index, source), params


@declare("index_copy", out=Out(reads=SAME_PLACE), in_place=InPlace(reads=NEVER))
def prepare_index_copy(input: Tensor, dim: int, index: Tensor, source: Tensor) -> tuple[Any, ...]:
    """Return `input` with slices of `source` written at `index` along `dim`."""
    dim = wrap_dim(dim, input._array.ndim)
    check_index_copy(input, dim, index, source)
    return ops.index_copy, (input, index, source), {"dim": dim}


@declare("index_fill", in_place=InPlace(
    uniform=True,
    tolerated=("tensor[mask] = scalar", 1913),
    reads=NEVER,
    inputs_read=2,
))
def prepare_index_fill(
        input: Tensor, dim: int, index: Tensor, value: Tensor | int) -> tuple[Any, ...]:
    """Return `input` with the slices at `index` along `dim` filled with `value`."""
    check_fill_value("index_fill_", value)
    params = {"dim": check_index_fill(input, dim, index, value)}
    if isinstance(value, Tensor):
        return ops.index_fill_tensor, (input, index, value), params
    return ops.index_fill, (input, index), {**params, "value": to_python_number(value)}


@declare("index_put", in_place=InPlace(
    uniform=True,
    tolerated=("tensor[indices] = tensor", 976),
    reads=NEVER,
    check=check_index_put_overlap,
))
def prepare_index_put(
        input: Tensor, indices: Tensor, values: Tensor, accumulate: bool = False) -> Any:
    """Return `input` with `values` written, or added, at a tuple of index tensors."""
    check_tensor_list(indices, 0)
    arrays = index_put_arrays(input, indices, None if accumulate else values)
    key = as_numpy_key(tuple([array for array, _ in arrays]), input, indices)
    check_indexed_values(input, key, values, accumulate)
    check_bounds(arrays, input)
    entry = ops.index_put_add if accumulate else ops.index_put
    return entry, (input, values), {"key": key}


@declare("masked_fill", in_place=InPlace(
    uniform=True,
    tolerated=("tensor[mask] = scalar", 2450),
    inputs_read=2,
    check=lambda input, mask, value: check_broadcast(input, mask),
))
def prepare_masked_fill(input: Tensor, mask: Tensor, value: Tensor | float) -> tuple[Any, ...]:
    """Return `input` with `value` where `mask`, which is broadcast, is True."""
    check_broadcast(mask, input)
    check_mask("masked_fill_", mask, in_c=True)
    check_fill_value("masked_fill_", value)
    if isinstance(value, Tensor):
        return ops.masked_fill_tensor, (input, mask, value), {}
    return ops.masked_fill, (input, mask), {"value": to_python_number(value)}


@declare("masked_scatter", in_place=InPlace(
    reads=NEVER,
    reads_itself=True,
    check=lambda input, mask, source: mask.detach().expand(input._array.shape),
))
def prepare_masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> tuple[Any, ...]:
    """Return `input` with the elements of `source`, in order, where `mask` is True."""
    shape = common_broadcast_shape([mask._array.shape, input._array.shape])
    check_matching_dtypes(
        "masked_scatter: expected self and source to have same dtypes but got{} and {}",
                input, source)
    if mask._array.dtype == np.uint8:
        caution("masked_scatter_ received a mask with dtype torch.uint8, this behavior is now "
                "deprecated,please use a mask with dtype torch.bool instead.",
                at="aten/src/ATen/native/TensorAdvancedIndexing.cpp:3130")
    check_mask("masked_scatter_", mask)
    if source._array.size < unwrap_all(count_marked(mask, shape))._array.max(initial=0):
        raise RuntimeError("Number of elements of source < number of ones in mask")
    return ops.masked_scatter, (input, mask, source), {}


@vmap_constant
def count_marked(mask: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Return the number of True elements of `mask`, broadcast to `shape`, as a 0-dim tensor."""
    return wrap(np.asarray(np.count_nonzero(np.broadcast_to(mask._array, shape))))


@declare("put", in_place=InPlace(reads=NEVER))
def prepare_put(
        input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> tuple[Any, ...]:
    """Return `input` with `source` written, or added, at indices of the flattened `input`."""
    check_matching_dtypes(
        "put_(): self and source expected to have the same dtype, but got self.dtype = {} "
        "and source.dtype = {}", input, source)
    counts = source._array.size, index._array.size
    if counts[0] != counts[1]:
        raise IndexError(
            "put_(): Expected source and index to have the same number of elements, but got "
            f"source.numel() = {counts[0]}, index.numel() = {counts[1]}")
    if index._array.size and not input._array.size:
        raise IndexError("put_(): Tried to put elements into an empty tensor")
    check_flat_index(input, index, "put_")
    return ops.put, (input, index, source), {"accumulate": accumulate}


for _name, _prepare in (
    ("scatter", prepare_scatter), ("scatter_add", prepare_scatter_add),
    ("scatter_reduce", prepare_scatter_reduce), ("index_add", prepare_index_add),
    ("index_copy", prepare_index_copy), ("index_fill", prepare_index_fill),
    ("index_put", prepare_index_put), ("masked_fill", prepare_masked_fill),
    ("masked_scatter", prepare_masked_scatter), ("put", prepare_put),
):
    out_of_place(_name, _prepare)


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
    elif (outside := ((places := index._array) < 0) | (places >= size)).any():
        if input._array.ndim < 2 or input._array.size and not dim:
            raise IndexError(OUT_OF_RANGE)
        at = places[outside].flat[0]
        raise RuntimeError(f"INDICES element is out of DATA bounds, id={at} axis_dim={size}")
    if input._array.ndim < 2:
        check_barebones_dtype("index_select", input)
    index = index if index._array.ndim else index.view(1)
    return apply(ops.index_select, (input, index), {"dim": dim})


MASKED_SELECT = declare_refusal("masked_select",
    "vmap: Attempted to vmap over `mask` in torch.masked_select(self, mask) We cannot support this "
    f"because for each batch this would return a differently shaped Tensor. {ASK}",
    of_meta=NotImplementedError(NO_KERNEL.format("aten::masked_select")))


@export()
@method()
@with_out
@declare(out=Out(dtype_error=SCALAR_TYPE, reads=NEVER))
def masked_select(input: Tensor, mask: Tensor) -> Tensor:
    """Return the elements of `input` where `mask` is True, in one dimension."""
    unwrap_for(MASKED_SELECT, mask)
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
    size = input.size(dim if input._array.ndim else 0)  # which no number has
    shape = list(common_broadcast_shape(
        [tuple(1 if i == dim else n for i, n in enumerate(x._array.shape))
         for x in (input, indices)]))
    wide = [x.expand([x._array.shape[dim] if i == dim else n for i, n in enumerate(shape)])
            for x in (input, indices)]
    return gather(wide[0], dim, wide[1].remainder(size))


NONZERO = declare_refusal("nonzero", f"{DYNAMIC} Attempted to vmap over aten::nonzero. {ASK}",
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
    unwrap_for(NONZERO, input)
    check_barebones_dtype("nonzero_count_cpu", input)
    made = wrap(np.array(np.nonzero(np.atleast_1d(input._array)), np.int64).T)  # laid as torch's
    if as_tuple:
        return unbind(made, 1)
    return made if input._array.ndim else made[:, :0].clone()


@export()
@method()
@observe_conversions
def argwhere(input: Tensor) -> Any:
    """Return the indices of nonzero elements, int64 of shape `(count, ndim)`."""
    return nonzero(input)


@export()
@method()
@with_out
@declare(out=Out(
    dtype_error="{name}: Expected out tensor to have scalar type {want} but got scalar type{got}",
))
def nonzero_static(input: Tensor, *, size: int, fill_value: int = -1) -> Tensor:
    """The first `size` places of entries that are not zero, filled up with `fill_value`."""
    if size < 0:
        raise RuntimeError("nonzero_static: 'size' must be an non-negative integer")
    found = np.ascontiguousarray(nonzero(input)._array[:size])
    missing = ((0, size - len(found)), (0, 0))
    return wrap(np.pad(found, missing, constant_values=fill_value))
