"""Checks of `index_add`, `index_fill`, `index_copy` before slices along a dimension are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.transform_levels import is_batched
from autograd.engine.type_promotion import to_python_number
from autograd.engine.vmap_factories import batch_sizes
from autograd.functions.indexing.index_checks import (
    OUT_OF_RANGE, check_index_range, check_matching_dtypes, size_along,
)
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import of_array
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.tensor.dimensions import FromEnd


def check_index_source(
        name: str, input: Tensor, dim: FromEnd | int, index: Tensor, source: Tensor) -> None:
    """Raise the errors of `index_add` or `index_reduce`, its `name`, about index and source.

    `index` must be a vector of int32 or int64, `source` of the dtype of `input` and of its shape
    apart from `dim`, where it has as many slices as `index` has elements.
    """
    array, kind = index._array, of_array(index._array).legacy_name
    if array.ndim > 1:
        raise IndexError(f"{name}_(): Index is supposed to be a vector, but got dim: {array.ndim} "
                         f"with type: {kind} and size: {list(array.shape)}")
    if array.dtype not in (np.int64, np.int32):
        raise RuntimeError(f"{name}_(): Expected dtype int32/int64 for index but got: {kind}")
    own, other = (of_array(x._array).legacy_name for x in (input, source))
    if own != other:
        raise RuntimeError(
            f"{name}_(): self ({own}) and source ({other}) must have the same scalar type")
    if dim and dim >= source._array.ndim:
        raise RuntimeError(
            f"{name}_(): Indexing dim {dim} is out of bounds of the source tensor with dim "
            f"{source._array.ndim}")
    count = index._array.size
    if count != size_along(source, dim):
        raise RuntimeError(
            f"{name}_(): Number of indices ({count}) should be equal to source.size(dim): "
            f"({source.size(dim)}), for dim: {dim}")
    shapes = [list(x._array.shape) for x in (input, source)]
    rests = [shape[:dim] + shape[dim + 1:] for shape in shapes]
    if len(shapes[0]) != len(shapes[1]) or rests[0] != rests[1]:
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified dimension. "
            f"Got self.shape = {shapes[0]} source.shape = {shapes[1]}")


def check_index_add(
        input: Tensor, dim: FromEnd | int, index: Tensor, source: Tensor, alpha: Any) -> None:
    """Raise `index_add`'s error about its source, or an index that is out of range."""
    check_index_source("index_add", input, dim, index, source)
    ndim = input._array.ndim
    if ndim > 1 and not input._array.size:
        return
    before = len(batch_sizes((input, index)))
    last, at = max(ndim - 1, 0) + before, dim + before
    scattered = last and at in (0, last) and alpha == 1 and index._array.dtype == np.int64
    check_index_range(
        input, index, dim, None if scattered else OUT_OF_RANGE)  # the text of adding by slices


def check_index_fill(input: Tensor, dim: int, index: Tensor, value: Tensor | int) -> int:
    """Return the wrapped dimension that `index_fill` fills; raise its errors."""
    if index._array.dtype != np.int64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    given = value.is_complex() if isinstance(value, Tensor) else (
        isinstance(to_python_number(value), complex))
    if given and not input.is_complex():
        raise RuntimeError(
            "index_fill_(): Converting complex Scalar to non-complex type is not supported")
    dim = wrap_dim(dim, input._array.ndim)
    if index._array.ndim > 1:
        raise RuntimeError("Index has to be a vector/scalar")
    sizes, count = list(input._array.shape) or [1], index._array.size
    if input._array.size:
        outside = index._array[(index._array < -sizes[dim]) | (index._array >= sizes[dim])]
        if outside.size:
            raise IndexError(
                f"index {outside.flat[0]} is out of bounds for dimension "
                f"{dim + len(batch_sizes((input, index)))} with size {sizes[dim]}")
    check_restride(input, dim, count)
    return dim


def check_restride(input: Tensor, dim: int, count: int) -> None:
    """Raise torch's error for viewing an empty tensor as `count` slices along `dim`."""
    sizes = list(input._array.shape)
    if not sizes or sizes[dim] or not count:
        return
    sizes[dim] = count
    strides = [int(np.prod([1 if i == dim else n for i, n in enumerate(sizes)][at + 1:]))
               for at in range(len(sizes))]
    strides[dim] = 0
    item = input._array.itemsize
    need = item * (1 + sum(step * (n - 1) for step, n in zip(strides, sizes)))
    if 0 not in sizes:
        raise RuntimeError(
            f"setStorage: sizes {sizes}, strides {strides}, storage offset 0, and itemsize {item} "
            f"requiring a storage size of {need} are out of bounds for storage of size 0"
        )


def check_index_copy(input: Tensor, dim: int, index: Tensor, source: Tensor) -> None:
    """Raise `index_copy`'s error about the index, or about rank, dtype or shape of the source."""
    have, want, count = source._array.ndim, input._array.ndim, index._array.size
    if index._array.ndim > 1:
        raise IndexError(
            f"index_copy_(): Index should have dimension 1 or 0 (got {index._array.ndim})")
    if not have and count != 1:
        raise IndexError(
            f"index_copy_(): When source is scalar, index should have one element (got {count})")
    if have and want and have != want:
        raise IndexError(
            "index_copy_(): When source and destination are not scalars, their dimensionality must "
            f"match. Source dimensionality ({have}), destination dimensionality ({want})"
        )
    if index._array.dtype != np.int64:
        raise RuntimeError(
            "index_copy_(): Expected a long tensor for index, but got "
            f"{of_array(index._array).legacy_name}"
        )
    check_matching_dtypes(
        "index_copy_(): self and source expected to have the same dtype, but got (self) {} "
        "and (source) {}", input, source)
    check_slice_shapes(input, dim, source)
    if count != size_along(source, dim):
        raise IndexError(
            f"index_copy_(): Number of indices ({count}) should be equal to "
            f"source.size(dim) ({size_along(source, dim)})"
        )
    check_restride(input, dim, count)
    try:
        check_index_range(input, index, dim)
    except RuntimeError as error:
        if is_batched(input):
            raise
        raise IndexError(f"index_copy_(): {error}") from None


def check_slice_shapes(input: Tensor, dim: int, source: Tensor) -> None:
    """Raise `index_copy`'s error unless slices of both along `dim` have one shape."""
    rests = [x._array.shape[:dim] + x._array.shape[dim + 1:] for x in (input, source)]
    if rests[0] != rests[1]:
        told = [" ".join(map(str, rest)) for rest in rests]
        raise RuntimeError(
            "index_copy_(): Source/destination tensor must have same slice shapes. Destination "
            f"slice shape: {told[0]} at dimension {dim} and source slice shape: {told[1]} at "
            "dimension 0."
        )
