"""Elements repeated consecutively."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.functions.indexing.gather_scatter import index_select
from autograd.functions.indexing.index_checks import check_interleave_repeats, check_kernel_dtype
from autograd.functions.shape.shapes import reshape
from autograd.functions.tensor_api.binding import method
from autograd.runtime.function_record import declare
from autograd.runtime.registry import export
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.memory_format import contiguous_format
from autograd.tensor.tensor import Tensor, wrap


@export()
@method()
@declare(indices=("repeats", "output_size"), vmap_warnings=("repeat_interleave.Tensor",))
def repeat_interleave(
        input: Tensor | None = None, repeats: Any = None, dim: Any = None, *,
        output_size: Any = None) -> Tensor:
    """Return `input` with each element, or slice along `dim`, repeated.

    `repeats` is one number or one for each slice. With one tensor of counts alone the result has
    the index of each count as often as it says. Raise RuntimeError for negative repeats or a wrong
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
    """Return `input` with each slice along `dim` repeated equally often.

    Raise RuntimeError if `output_size` is another length.
    """
    shape = list(input._array.shape)
    length = shape[dim] * repeats
    if output_size not in (None, length):
        raise RuntimeError(f"repeat_interleave: Invalid output_size, expected {length} but got "
                           f"{output_size}")
    wide = input.unsqueeze(dim + 1).expand(*shape[:dim + 1], repeats, *shape[dim + 1:])
    copied = wide.clone(memory_format=contiguous_format)
    return copied.view((*shape[:dim], length, *shape[dim + 1:]))


def check_output_size(indices: Any, output_size: int | None) -> None:
    """Raise RuntimeError if `output_size` is given and is not the length of `indices`."""
    if output_size not in (None, indices.size):
        raise RuntimeError("allocated size does not match required size")


def repeat_indices(repeats: Any) -> np.ndarray:
    """Return the index of each element of `repeats` as often as the element says.

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
