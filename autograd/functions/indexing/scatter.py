"""Copies of a tensor in which a part is replaced or reduced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply, apply_into
from autograd.engine.inplace_checks import check_writable
from autograd.functions.indexing.along import check_index_source
from autograd.functions.indexing.index_checks import (
    OUT_OF_RANGE, check_index_range, check_kernel_dtype,
)
from autograd.functions.shape.arrangements import diagonal_dims
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.memory import as_strided, check_reach
from autograd.runtime.function_record import EXPECTED, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once
from autograd.tensor.dimensions import from_end, wrap_dim
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


@export()
@method()
def select_scatter(input: Tensor, src: Tensor, dim: int, index: int) -> Tensor:
    """Return a copy of `input` with `src` written to the slice at `index` along `dim`."""
    shape = input._array.shape
    if not shape:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim = wrap_dim(dim, len(shape))
    if not -shape[dim] <= index < shape[dim]:
        raise IndexError(f"select(): index {index} out of range for tensor of size {list(shape)} "
                         f"at dimension {dim}")
    key = (np.s_[:],) * dim + (from_end(index, shape[dim]),)
    check_source_shape(input._array[key].shape, src)
    return apply(ops.select_scatter, (input, src), {"key": key})


def slice_key(input: Tensor, dim: int, start: Any, end: Any, step: int) -> tuple:
    """Return numpy's key of `start:end:step` along `dim`.

    Raise IndexError for a 0-dim tensor, RuntimeError for a step that is not positive.
    """
    if not input._array.ndim:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    dim = wrap_dim(dim, input._array.ndim)
    if step <= 0:
        raise RuntimeError("slice step must be positive")
    return (np.s_[:],) * dim + (np.s_[start:end:step],)


def check_source_shape(shape: tuple[int, ...], src: Tensor) -> None:
    """Raise RuntimeError if `src` has another shape than the part that it replaces."""
    if tuple(src._array.shape) != tuple(shape):
        raise RuntimeError(
            "expected src to have a size equal to the slice of self. src size = "
            f"{list(src._array.shape)}, slice size = {list(shape)}"
        )


@export()
@method()
@declare(out=Out(dtype_error=EXPECTED))
def slice_scatter(
        input: Tensor, src: Tensor, dim: int = 0, start: int | None = None, end: int | None = None,
        step: int = 1) -> Tensor:
    """Return a copy of `input` with `src` written to `start:end:step` along `dim`."""
    key = slice_key(input, dim, start, end, step)
    check_source_shape(input._array[key].shape, src)
    return apply(ops.slice_scatter, (input, src), {"key": key})


@export()
@method()
def diagonal_scatter(
        input: Tensor, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    """Return a copy of `input` with `src` written to the diagonal of `dim1` and `dim2`."""
    dims = diagonal_dims(input, dim1, dim2)
    check_source_shape(np.diagonal(input._array, offset, *dims.values()).shape, src)
    return apply(ops.diagonal_scatter, (input, src), {"offset": offset, **dims})


@export()
@method()
def as_strided_scatter(
        input: Tensor, src: Tensor, size: tuple[int, ...], stride: tuple[int, ...],
        storage_offset: Any = None) -> Tensor:
    """Return a copy of `input` with `src` written to the elements of `as_strided`."""
    check_reach(input._array, {"size": size, "stride": stride}, storage_offset or 0)
    places = wrap(np.arange(input._array.size).reshape(input._array.shape))
    shown = as_strided(places, size, stride, storage_offset)._array
    check_source_shape(shown.shape, src)
    key = np.unravel_index(shown, input._array.shape)
    return apply(ops.as_strided_scatter, (input, src), {
        "key": key, "size": tuple(size), "stride": tuple(stride),
        "storage_offset": storage_offset})


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
) -> Any:
    """In-place form of `index_reduce`."""
    check_writable(self, 0)
    inputs, params = prepare_index_reduce(
        self, dim, index, source, reduce, include_self=include_self)
    return apply_into(self, ops.index_reduce, inputs, params, by="index_reduce_")


@export()
def segment_reduce(
        data: Any, reduce: Any, *, lengths: Any = None, indices: Tensor | None = None,
        offsets: Any = None, axis: int = 0, unsafe: bool = False, initial: Any = None
) -> Any:
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
