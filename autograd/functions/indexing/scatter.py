"""Writes to elements that an index or mask selects: `scatter`, `index_add`, `put` etc."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply, apply_into
from autograd.engine.broadcasting import check_broadcast, common_broadcast_shape
from autograd.engine.inplace_checks import check_inplace_history, check_writable
from autograd.engine.type_promotion import to_python_number
from autograd.functions.indexing.getitem import as_numpy_key, check_bounds, index_put_arrays
from autograd.functions.indexing.index_checks import (
    OUT_OF_RANGE, as_scatter_source, check_fill_value, check_flat_index, check_index_add,
    check_index_copy, check_index_fill, check_index_put_overlap, check_index_range,
    check_index_source, check_indexed_values, check_mask, check_matching_dtypes, check_reduction,
    check_scatter, scatter_reduction,
)
from autograd.functions.kernel_dtypes import check_kernel_dtype
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.functions.tensor_lists import check_tensor_list
from autograd.runtime import masked_rules
from autograd.runtime.function_record import (
    EXPECTED, NEVER, SAME_PLACE, InPlace, Out, declare, writes_of,
)
from autograd.runtime.registry import export
from autograd.runtime.warnings import caution, warn_once
from autograd.tensor.batched_tensor import unwrap_all, vmap_constant
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.tensor import Tensor, wrap


def publish_with_inplace(name: str, prepare: Callable[..., Any]) -> None:
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
            params = {"in_turn": True}  # the source may be read after it was written
        return apply_into(self, entry, inputs, params, by=f"{name}_")

    function.__doc__ = prepare.__doc__
    function.__wrapped__ = in_place.__wrapped__ = prepare  # for `inspect.signature`
    in_place.__doc__ = f"In-place form of `{name}`."
    for result, title in ((with_out(function), name), (in_place, f"{name}_")):
        result.__name__ = result.__qualname__ = title
        attach_method(title, result)
        if result is not in_place:
            export()(result)


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
        input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: float = 1
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


@declare(
    "masked_fill", masked=masked_rules.Unsupported("masked_fill.Scalar"),
    in_place=InPlace(
        uniform=True, tolerated=("tensor[mask] = scalar", 2450), inputs_read=2,
        check=lambda input, mask, value: check_broadcast(input, mask)))
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
    publish_with_inplace(_name, _prepare)


def warn_of_beta() -> None:
    """Emit torch's warning that `index_reduce` is in beta, once in a process."""
    warn_once(
        "index_reduce() is in beta and the API may change at any time.",
        at="aten/src/ATen/native/TensorAdvancedIndexing.cpp:1523")


def prepare_index_reduce(
        input: Tensor, dim: int, index: Tensor, source: Tensor, reduce: str, *,
        include_self: bool = True) -> tuple[Any, ...]:
    """Return the inputs and parameters of `index_reduce`; raise its errors."""
    if reduce not in ("prod", "mean", "amax", "amin"):
        raise RuntimeError(
            f"index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got "
            f"{reduce}."
        )
    dim = wrap_dim(dim, input._array.ndim)
    check_index_source("index_reduce", input, dim, index, source)
    warn_of_beta()
    check_index_range(input, index, dim, OUT_OF_RANGE)
    check_kernel_dtype("index_func_", input, "b")
    params = {"dim": dim, "reduce": reduce, "include_self": include_self}
    return (input, index, source), params


@export()
@method()
def index_reduce(
        input: Tensor, dim: int, index: Tensor, source: Tensor, reduce: str, *,
        include_self: bool = True) -> Tensor:
    """Return `input` with slices of `source` reduced into it at `index` along `dim`.

    `reduce` is "prod", "mean", "amax" or "amin". Without `include_self` slices of `input` that are
    written do not take part.
    """
    inputs, params = prepare_index_reduce(
        input, dim, index, source, reduce, include_self=include_self)
    return apply(ops.index_reduce, inputs, params)


@method()
def index_reduce_(
        self, dim: int, index: Tensor, source: Tensor, reduce: Any, *, include_self: bool = True
) -> Tensor:
    """In-place form of `index_reduce`."""
    check_writable(self, 0)
    inputs, params = prepare_index_reduce(
        self, dim, index, source, reduce, include_self=include_self)
    return apply_into(self, ops.index_reduce, inputs, params, by="index_reduce_")


@export()
def segment_reduce(
        data: Any, reduce: Any, *, lengths: Any = None, indices: Tensor | None = None,
        offsets: Any = None, axis: int = 0, unsafe: bool = False, initial: Any = None
) -> Tensor:
    """Return the reduction of consecutive slices of `data`, one result for each segment.

    Segments lie along `axis`, which must be the last dimension of `lengths` or `offsets`. `reduce`
    is "sum", "prod", "mean", "max" or "min".
    """
    if indices is not None:
        raise RuntimeError("segment_reduce(): indices based reduction is not supported yet.")
    if lengths is None and offsets is None:
        raise RuntimeError("segment_reduce(): Either lengths or offsets must be defined.")
    if reduce not in ("sum", "prod", "mean", "max", "min"):
        raise RuntimeError(
            f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    axis, what = wrap_dim(axis, data._array.ndim), "lengths" if offsets is None else "offsets"
    given = (lengths if offsets is None else offsets)._array
    if axis != given.ndim - 1:
        raise RuntimeError(f"segment_reduce(): Expected axis to be the last dimension of {what} "
                           f"but got {axis}.")
    if offsets is None and not unsafe:
        check_segment_lengths(given, data._array.shape[axis])
    params = {"reduce": reduce, "initial": initial, "axis": axis, "lengths": None, "offsets": None}
    params[what] = given.copy()
    return apply(ops.segment_reduce, (data,), params)


def check_segment_lengths(lengths: np.ndarray, size: int) -> None:
    """Raise RuntimeError for negative segment lengths, or lengths that do not add up to `size`."""
    if lengths.min() < 0:
        raise RuntimeError("lengths contains negative value!")
    if (lengths.sum(-1) != size).any():
        raise RuntimeError("segment_reduce(): Expected all rows of lengths along axis to sum to "
                           "data.size(lengths.dim()-1) when !unsafe.")
