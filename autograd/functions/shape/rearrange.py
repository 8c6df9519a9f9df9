"""Copies with elements reordered or repeated: `flip`, `roll`, `repeat` etc."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.indexing.gather import index_select
from autograd.functions.kernel_dtypes import check_barebones_dtype, check_kernel_dtype
from autograd.functions.shape.reshape import parse_size_args, reshape
from autograd.functions.tensor_api.binding import method
from autograd.runtime.function_record import declare
from autograd.runtime.registry import export
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.memory_format import contiguous_format
from autograd.tensor.size import check_sizes
from autograd.tensor.tensor import Tensor, wrap


@export()
@method()
def flip(input: Tensor, *dims: Any) -> Tensor:
    """Return a copy with the elements along `dims` in reverse order."""
    dims = tuple(wrap_dim(i, input._array.ndim) for i in parse_size_args(dims))
    if len(set(dims)) < len(dims):
        twice = next(i for i in dims if dims.count(i) > 1)
        raise RuntimeError(f"dim {twice} appears multiple times in the list of dims")
    if input._array.ndim - 1 in dims and input._array.shape[-1] > 1:
        check_barebones_dtype("flip_cpu", input)
    return apply(ops.flip, (input,), {"dims": dims if input._array.ndim else ()})


@method("__reversed__", qualified=True)
@declare("__reversed__", python_method=True)
def reverse_first_dim(input: Tensor) -> Tensor:
    """Return a copy reversed along the first dimension; this is `Tensor.__reversed__`."""
    return flip(input, 0) if input._array.ndim else input


@export()
@method()
def fliplr(input: Tensor) -> Tensor:
    """Return a copy with the columns, dimension 1, in reverse order."""
    if input._array.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return flip(input, 1)


@export()
@method()
def flipud(input: Tensor) -> Tensor:
    """Return a copy with the rows, dimension 0, in reverse order."""
    if not input._array.ndim:
        raise RuntimeError("Input must be >= 1-d.")
    return flip(input, 0)


@export()
@method()
def roll(
        input: Tensor, shifts: int | tuple[int, ...], dims: int | tuple[int, ...] | None = None
) -> Tensor:
    """Return a copy shifted cyclically along `dims`, or of the flattened tensor without `dims`."""
    dims = None if dims is None or dims == () else dims
    if isinstance(dims, tuple | list):
        dims, shifts = tuple(dims), tuple(shifts) if isinstance(shifts, tuple | list) else (shifts,)
    elif isinstance(shifts, tuple | list) and len(shifts) == 1:
        (shifts,) = shifts
    check_shifts(shifts, dims)
    checked = dims is not None and input._array.size  # torch checks no dims of an empty tensor
    for dim in () if not checked else dims if isinstance(dims, tuple) else (dims,):
        wrap_dim(dim, input._array.ndim, scalars=False)
    return apply(ops.roll, (input,), {"shifts": shifts, "dims": dims})


def check_shifts(shifts: int | tuple[int, ...], dims: int | tuple[int, ...] | None) -> None:
    """Raise `roll`'s error unless there is one shift for each dim, or one shift without dims."""
    count, along = (len(x) if isinstance(x, tuple | list) else 1 for x in (shifts, dims))
    if count == along:
        return
    if not count:
        raise RuntimeError("`shifts` required")
    raise RuntimeError(
        f"shifts and dimensions must align. shifts: {count}, dims:{0 if dims is None else along}")


@export()
@method()
def rot90(input: Tensor, k: Tensor | int = 1, dims: tuple[int, ...] = (0, 1)) -> Tensor:
    """Return `input` rotated `k` times by 90 degrees in the plane of two dimensions."""
    ndim = input._array.ndim
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {ndim}")
    first, second = dims
    if first == second or abs(first - second) == ndim:
        raise RuntimeError("expected rotation dims to be different, but got dim0 = "
                           f"{first} and dim1 = {second}")
    dims = tuple(wrap_dim(i, ndim) for i in dims)
    return apply(ops.rot90, (input,), {"k": k, "dims": dims})


@method()
def repeat(self, *repeats: int) -> Tensor:
    """Return `self` repeated `repeats` times along each dimension."""
    repeats = parse_size_args(repeats)
    check_repeats(self._array.shape, repeats)
    return apply(ops.repeat, (self,), {"repeats": repeats})


@export()
@method()
def tile(input: Tensor, *dims: Any) -> Tensor:
    """Return `input` repeated `dims` times along its last dimensions."""
    dims = parse_size_args(dims)
    return repeat(input, *((1,) * (input._array.ndim - len(dims)) + dims))


def check_repeats(shape: tuple[int, ...], repeats: tuple[int, ...]) -> None:
    """Raise `repeat`'s error for fewer repeats than dimensions, or negative ones."""
    if len(repeats) < len(shape):
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
            "tensor"
        )
    if min(repeats, default=0) >= 0:
        return
    padded = (1,) * (len(repeats) - len(shape)) + tuple(shape)
    check_sizes([n * times for n, times in zip(padded, repeats)])


@export()
@method()
@declare(indices=("repeats", "output_size"), vmap_warnings=("repeat_interleave.Tensor",))
def repeat_interleave(
        input: Tensor | None = None, repeats: Any = None, dim: Any = None, *,
        output_size: Any = None) -> Tensor:
    """Return `input` with each element, or slice along `dim`, repeated.

    `repeats` is one number or one for each slice. Given only a tensor of counts, return the index
    of each count, repeated that many times. Raise RuntimeError for negative repeats or a wrong
    `output_size`.
    """
    if input is None or repeats is None:
        indices = repeat_indices(repeats if input is None else input)
        check_output_size(indices, output_size)
        return wrap(indices)
    if dim is None:
        input, dim = input if input._array.ndim == 1 else reshape(input, -1), 0
    dim = wrap_dim(dim, input._array.ndim)
    check_interleave_repeats(repeats)
    if isinstance(repeats, int):
        return repeat_slices(input, repeats, dim, output_size)
    if isinstance(repeats, Tensor) and repeats._array.ndim > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    n = input._array.shape[dim] if input._array.ndim else 1
    if np.size(repeats._array if isinstance(repeats, Tensor) else repeats) not in (1, n):
        count = np.size(repeats._array if isinstance(repeats, Tensor) else repeats)
        raise RuntimeError(
            "repeats must have the same size as input along dim, but got repeats.size(0) = "
            f"{count} and input.size({dim}) = {n}")
    repeats = repeats if isinstance(repeats, Tensor) else wrap(np.asarray(repeats))
    indices = repeat_indices(repeats.reshape(-1).expand(n))
    check_output_size(indices, output_size)
    return index_select(input, dim, wrap(indices))


def repeat_slices(input: Tensor, repeats: int, dim: int, output_size: Any) -> Tensor:
    """Return `input` with each slice along `dim` repeated `repeats` times.

    Raise RuntimeError if `output_size` is another length.
    """
    shape = list(input._array.shape)
    length = shape[dim] * repeats
    if output_size not in (None, length):
        raise RuntimeError(f"repeat_interleave: Invalid output_size, expected {length} but got "
                           f"{output_size}")
    expanded = input.unsqueeze(dim + 1).expand(*shape[:dim + 1], repeats, *shape[dim + 1:])
    copied = expanded.clone(memory_format=contiguous_format)
    return copied.view((*shape[:dim], length, *shape[dim + 1:]))


def check_output_size(indices: Any, output_size: int | None) -> None:
    """Raise RuntimeError if `output_size` is given and is not the length of `indices`."""
    if output_size not in (None, indices.size):
        raise RuntimeError("allocated size does not match required size")


def repeat_indices(repeats: Any) -> np.ndarray:
    """Return the index of each element of `repeats`, repeated that many times.

    Raise torch's error unless `repeats` is a vector of int32 or int64 without negative elements.
    """
    counts = repeats._array
    if counts.dtype not in (np.int32, np.int64):
        check_kernel_dtype("repeat_interleave_cpu", repeats, "biufcV")
    if counts.ndim != 1:
        raise RuntimeError("repeat_interleave only accept 1D vector as repeat")
    if (counts < 0).any():
        raise RuntimeError("repeats can not be negative")
    return np.repeat(np.arange(counts.size, dtype=counts.dtype), counts)


def check_interleave_repeats(repeats: int) -> None:
    """Raise `repeat_interleave`'s error for negative repeats."""
    if isinstance(repeats, int) and repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    if isinstance(repeats, Tensor) and (repeats._array < 0).any():
        raise RuntimeError("repeats can not be negative")
