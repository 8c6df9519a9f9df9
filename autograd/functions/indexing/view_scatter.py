"""Copies of a tensor in which a view is replaced: `select_scatter` etc."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.shape.diagonals import diagonal_dims
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.memory import as_strided, check_reach
from autograd.runtime.function_record import EXPECTED, Out, declare
from autograd.runtime.registry import export
from autograd.tensor.dimensions import resolve_index, wrap_dim
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
    key = (np.s_[:],) * dim + (resolve_index(index, shape[dim]),)
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
        input: Tensor, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
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
    indices = wrap(np.arange(input._array.size).reshape(input._array.shape))
    selected = as_strided(indices, size, stride, storage_offset)._array
    check_source_shape(selected.shape, src)
    key = np.unravel_index(selected, input._array.shape)
    return apply(ops.as_strided_scatter, (input, src), {
        "key": key, "size": tuple(size), "stride": tuple(stride),
        "storage_offset": storage_offset})
