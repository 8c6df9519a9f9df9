"""Checks of index tensors or masks, with the values that are written at them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from autograd.engine.transform_levels import is_batched
from autograd.engine.type_promotion import to_python_number
from autograd.engine.vmap_factories import batch_sizes
from autograd.tensor.batched_tensor import BatchedArray, unwrap_all
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import dtype_of_array
from autograd.tensor.overlap import check_partial_overlap
from autograd.tensor.tensor import Tensor, wrap

MASK_DTYPES = frozenset(map(np.dtype, (np.uint8, bool)))
OUT_OF_RANGE = "index out of range in self"


def check_index(name: str, input: Tensor, index: Tensor) -> None:
    """Raise torch's error if `index` is not int32 or int64, or differs in rank from `input`."""
    if index._array.dtype not in (np.int64, np.int32):
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")
    if max(input._array.ndim, 1) != max(index._array.ndim, 1):
        raise RuntimeError(
            "Index tensor must have the same number of dimensions as "
            f"{'input' if name == 'gather' else 'self'} tensor")


def check_index_put_overlap(
        target: Tensor, indices: Tensor, values: Tensor, accumulate: bool = False) -> None:
    """Raise RuntimeError if `index_put_` reads memory that it writes.

    torch checks this before most other arguments. Under `vmap` nothing is checked.
    """
    read = [x for x in (values, *indices) if isinstance(x, Tensor)]
    mapped = any(isinstance(x._array, BatchedArray) for x in (target, *read))
    if not mapped and len(indices) <= target.dim():
        check_partial_overlap(target, (target, *read), "index_put_")


def check_scatter(input: Tensor, dim: int, index: Tensor, src: Tensor | None) -> None:
    """Raise `scatter`'s error about rank, size or dtype of `index` and `src`, which may be None."""
    if src is not None and src._array.dtype != input._array.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    if not index._array.size:
        return
    check_index("scatter", input, index)
    shape = index._array.shape
    beyond = any(n > size_along(input, i) for i, n in enumerate(shape) if i != dim)
    beyond = beyond or src is not None and any(n > size_along(src, i) for i, n in enumerate(shape))
    if src is not None and max(src._array.ndim, 1) != max(index._array.ndim, 1):
        raise RuntimeError("Index tensor must have the same number of dimensions as src tensor")
    if beyond:
        also = "" if src is None else (
            f" and to be no larger size than src {list(src._array.shape)}")
        raise RuntimeError(
            f"Expected index {list(shape)} to be no larger than self {list(input._array.shape)} "
            f"apart from dimension {dim}{also}")
    check_index_range(input, index, dim)


def size_along(tensor: Tensor, dim: int) -> int:
    """Return the size of a dimension; a 0-dim tensor counts as one element."""
    return tensor.size(dim) if tensor._array.ndim else 1


def scatter_reduction(word: str) -> str:
    """Return `scatter_reduce`'s name of a reduction of `scatter`: "add" or "multiply".

    Raise RuntimeError for another one.
    """
    if word not in ("add", "multiply"):
        raise RuntimeError("reduce argument must be either add or multiply.")
    return {"add": "sum", "multiply": "prod"}[word]


def check_reduction(word: str) -> None:
    """Raise `scatter_reduce`'s error for an unknown reduction; it knows "max" and "min" too."""
    if word not in ("sum", "prod", "mean", "amax", "amin", "max", "min"):
        raise RuntimeError(
            f"reduce argument must be either sum, prod, mean, amax or amin, got {word}")


def as_scatter_source(source: Any, input: Tensor, index: Tensor) -> Tensor:
    """Return the source of `scatter` as a tensor; a number is repeated in the shape of `index`."""
    if not isinstance(source, Tensor):
        return wrap(np.full(index._array.shape, source, input._array.dtype))
    return source


def check_ranks(input: Tensor, indices: Tensor) -> None:
    """Raise `take_along_dim`'s error if `indices` has another rank than `input`."""
    ranks = [x._array.ndim for x in (input, indices)]
    if ranks[0] != ranks[1]:
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, "
            f"but got {ranks[0]} dimensions for input, and {ranks[1]} dimensions for indices")


def check_index_range(
    input: Tensor, index: Tensor, dim: int, short: str | None = None) -> None:
    """Raise torch's error for an index out of range along `dim`.

    It is an IndexError with the text `short` if that is given, else a RuntimeError.
    """
    size = size_along(input, dim)
    dim += len(batch_sizes((input, index)))  # batch dimensions come first
    values = unwrap_all(index)._array  # all examples under vmap
    if (outside := (values < 0) | (values >= size)).any():
        raise IndexError(short) if short else RuntimeError(
            f"index {values[outside].flat[0]} is out of bounds for dimension {dim} with size {size}"
        )


def check_flat_index(input: Tensor, index: Tensor, name: str = "take") -> None:
    """Raise torch's error if an index of the flattened `input` is out of range or no int64."""
    if index._array.dtype != np.int64:
        raise RuntimeError(
            f"{name}(): Expected a long tensor for index, but got "
            + dtype_of_array(index._array).legacy_name)
    size = input._array.size
    index = unwrap_all(index)
    outside = index._array[(index._array < -size) | (index._array >= size)]
    if outside.size:
        raise IndexError(
            f"out of range: tried to access index {outside.flat[0]} on a tensor of {size} elements."
        )


def check_mask(name: str, mask: Tensor, in_c: bool = False) -> None:
    """Raise RuntimeError unless `mask` is bool; the error has its dtype's C++ name if `in_c`."""
    if mask._array.dtype != bool:
        kind = dtype_of_array(mask._array)
        raise RuntimeError(f"{name} only supports boolean masks, but got mask with dtype "
                           f"{kind.cpp_name if in_c else kind.legacy_name}")


def is_mask(key: np.ndarray | int | slice) -> bool:
    """Return True if `key` is an array of bool, or of uint8, which stands for bool."""
    return isinstance(key, np.ndarray) and key.dtype in MASK_DTYPES


def is_masked_fill(key: Sequence[np.ndarray], value: Tensor) -> bool:
    """Return True if torch assigns through `masked_fill_`: one value and one mask as key.

    Raise RuntimeError for a mask of uint8, which `masked_fill_` does not take.
    """
    arrays = [k for k in key if isinstance(k, np.ndarray)]
    if value._array.size != 1 or len(arrays) != 1 or not is_mask(arrays[0]):
        return False
    check_mask("masked_fill_", wrap(arrays[0]), in_c=True)
    return True


def check_matching_dtypes(text: str, input: Tensor, source: Tensor) -> None:
    """Raise RuntimeError with `text`, filled with both dtypes, if `source` is of another dtype."""
    kinds = [dtype_of_array(x._array).legacy_name for x in (input, source)]
    if kinds[0] != kinds[1]:
        raise RuntimeError(text.format(*kinds))


def check_fill_value(name: str, value: Tensor | float) -> None:
    """Raise RuntimeError if the fill value is a tensor with dimensions."""
    if isinstance(value, Tensor) and value._array.ndim:
        raise RuntimeError(
            f"{name} only supports a 0-dimensional value tensor, but got tensor with "
            f"{value._array.ndim} dimension(s).")


def check_indexed_values(
    input: Tensor, key: tuple[Any, ...], values: Tensor, accumulated: bool = False) -> None:
    """Raise RuntimeError if `values` do not broadcast to `input[key]` or are of another dtype."""
    numpy_key = tuple(np.zeros(k.shape, int) if type(k) is BatchedArray or isinstance(k, np.ndarray)
                      and not is_mask(k) else k for k in key)
    want, have = np.broadcast_to(False, input._array.shape)[numpy_key].shape, values._array.shape
    lead = len(want) - len(have)
    if lead < 0 or any(n not in (1, want[lead + i]) for i, n in enumerate(have)):
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(have)} cannot be broadcast to indexing "
            f"result of shape {list(want)}"
        )
    if accumulated or not is_masked_fill(key, values):
        check_matching_dtypes(
            "Index put requires the source and destination dtypes match, got {} for the "
            "destination and {} for the source.", input, values)


def check_index_source(
        name: str, input: Tensor, dim: int, index: Tensor, source: Tensor) -> None:
    """Raise the errors of `index_add` or `index_reduce`, its `name`, about index and source.

    `index` must be a vector of int32 or int64, `source` of the dtype of `input` and of its shape
    apart from `dim`, where it has as many slices as `index` has elements.
    """
    array, kind = index._array, dtype_of_array(index._array).legacy_name
    if array.ndim > 1:
        raise IndexError(f"{name}_(): Index is supposed to be a vector, but got dim: {array.ndim} "
                         f"with type: {kind} and size: {list(array.shape)}")
    if array.dtype not in (np.int64, np.int32):
        raise RuntimeError(f"{name}_(): Expected dtype int32/int64 for index but got: {kind}")
    own, other = (dtype_of_array(x._array).legacy_name for x in (input, source))
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
        input: Tensor, dim: int, index: Tensor, source: Tensor, alpha: Any) -> None:
    """Raise `index_add`'s error about its source, or an index that is out of range."""
    check_index_source("index_add", input, dim, index, source)
    ndim = input._array.ndim
    if ndim > 1 and not input._array.size:
        return
    before = len(batch_sizes((input, index)))
    last, at = max(ndim - 1, 0) + before, dim + before
    scattered = last and at in (0, last) and alpha == 1 and index._array.dtype == np.int64
    # OUT_OF_RANGE is the error of the kernel that adds slice by slice.
    check_index_range(input, index, dim, None if scattered else OUT_OF_RANGE)


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
            f"{dtype_of_array(index._array).legacy_name}"
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
        texts = [" ".join(map(str, rest)) for rest in rests]
        raise RuntimeError(
            "index_copy_(): Source/destination tensor must have same slice shapes. Destination "
            f"slice shape: {texts[0]} at dimension {dim} and source slice shape: {texts[1]} at "
            "dimension 0."
        )
