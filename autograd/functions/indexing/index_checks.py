"""Checks of index tensors, masks, and the values written where they point, with torch's errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.type_promotion import BAREBONES_UNSIGNED
from autograd.engine.vmap_factories import batch_sizes
from autograd.kernels.sampling import C_NAMES
from autograd.runtime.c_types import type_name
from autograd.tensor.batched_tensor import BatchedArray, unwrap_all
from autograd.tensor.dtype import of, of_array
from autograd.tensor.overlap import check_overlaps
from autograd.tensor.size import check_makeable
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.dimensions import FromEnd

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
        check_overlaps(target, (target, *read), "index_put_")


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


def as_scatter_source(given: Any, input: Tensor, index: Tensor) -> Tensor:
    """Return the source of `scatter` as a tensor; a number is repeated in the shape of `index`."""
    if not isinstance(given, Tensor):
        return wrap(np.full(index._array.shape, given, input._array.dtype))
    return given


def check_ranks(input: Tensor, indices: Tensor) -> None:
    """Raise `take_along_dim`'s error if `indices` has another rank than `input`."""
    ranks = [x._array.ndim for x in (input, indices)]
    if ranks[0] != ranks[1]:
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, "
            f"but got {ranks[0]} dimensions for input, and {ranks[1]} dimensions for indices")


def check_index_range(
    input: Tensor, index: Tensor, dim: FromEnd | int, short: str | None = None) -> None:
    """Raise torch's error for an index out of range along `dim`.

    It is an IndexError with the text `short` if that is given, else a RuntimeError.
    """
    size, dim = size_along(input, dim), dim + len(batch_sizes((input, index)))  # mapped come first
    places = unwrap_all(index)._array  # of slices under vmap all
    if (outside := (places < 0) | (places >= size)).any():
        raise IndexError(short) if short else RuntimeError(
            f"index {places[outside].flat[0]} is out of bounds for dimension {dim} with size {size}"
        )


def check_flat_index(input: Tensor, index: Tensor, name: str = "take") -> None:
    """Raise torch's error if an index of the flattened `input` is out of range or no int64."""
    if index._array.dtype != np.int64:
        raise RuntimeError(
            f"{name}(): Expected a long tensor for index, but got "
            + of_array(index._array).legacy_name)
    size = input._array.size
    index = unwrap_all(index)
    outside = index._array[(index._array < -size) | (index._array >= size)]
    if outside.size:
        raise IndexError(
            f"out of range: tried to access index {outside.flat[0]} on a tensor of {size} elements."
        )


def check_kernel_dtype(kernel: str, input: Any, kinds: str) -> None:
    """Raise NotImplementedError if `kernel` does not implement the dtype of `input`.

    `kinds` are numpy's letters of the kinds of dtypes that it lacks.
    """
    if input._array.dtype.kind in kinds:
        name = of(input._array.dtype).legacy_name
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{name}'")


def check_barebones_dtype(kernel: str, *inputs: Tensor) -> None:
    """Raise NotImplementedError for uint16, uint32 or uint64, which `kernel` lacks."""
    for x in inputs:
        if isinstance(x, Tensor) and x._array.dtype in BAREBONES_UNSIGNED:
            check_kernel_dtype(kernel, x, "u")


def check_mask(name: str, mask: Tensor, in_c: bool = False) -> None:
    """Raise RuntimeError unless `mask` is bool; the error has its dtype's C++ name if `in_c`."""
    if mask._array.dtype != bool:
        kind = of_array(mask._array)
        raise RuntimeError(f"{name} only supports boolean masks, but got mask with dtype "
                           f"{C_NAMES[kind.name] if in_c else kind.legacy_name}")


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
    kinds = [of_array(x._array).legacy_name for x in (input, source)]
    if kinds[0] != kinds[1]:
        raise RuntimeError(text.format(*kinds))


def check_fill_value(name: str, value: Tensor | float) -> None:
    """Raise RuntimeError if the fill value is a tensor with dimensions."""
    if isinstance(value, Tensor) and value._array.ndim:
        raise RuntimeError(
            f"{name} only supports a 0-dimensional value tensor, but got tensor with "
            f"{value._array.ndim} dimension(s).")


def check_indexed_values(
    input: Tensor, key: tuple[Any, ...], values: Tensor, added: bool = False) -> None:
    """Raise RuntimeError if `values` do not broadcast to `input[key]` or are of another dtype."""
    seen = tuple(np.zeros(k.shape, int) if type(k) is BatchedArray or isinstance(k, np.ndarray)
                 and not is_mask(k) else k for k in key)
    want, have = np.broadcast_to(False, input._array.shape)[seen].shape, values._array.shape
    lead = len(want) - len(have)
    if lead < 0 or any(n not in (1, want[lead + i]) for i, n in enumerate(have)):
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(have)} cannot be broadcast to indexing "
            f"result of shape {list(want)}"
        )
    if added or not is_masked_fill(key, values):
        check_matching_dtypes(
            "Index put requires the source and destination dtypes match, got {} for the "
            "destination and {} for the source.", input, values)


def check_interleave_repeats(repeats: int) -> None:
    """Raise `repeat_interleave`'s error for negative repeats."""
    if isinstance(repeats, int) and repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    if isinstance(repeats, Tensor) and (repeats._array < 0).any():
        raise RuntimeError("repeats can not be negative")


def check_tensor_list(values: Any, argument: int) -> None:
    """Raise TypeError for an element that is not a Tensor; `argument` is its list's position."""
    for number, value in enumerate(values):
        if not isinstance(value, Tensor):
            raise TypeError(
                f"expected Tensor as element {number} in argument {argument}, but got "
                f"{type_name(value)}"
            )


def check_nonempty_list(name: str, tensors: Sequence[Tensor]) -> None:
    """Raise torch's error for an empty list, or an element that is not a Tensor."""
    check_tensor_list(tensors, 0)
    if not len(tensors):
        raise RuntimeError(f"{name} expects a non-empty TensorList")


def check_repeats(shape: tuple[int, ...], repeats: tuple[int, ...]) -> None:
    """Raise `repeat`'s error for fewer repeats than dimensions, or negative ones."""
    if len(repeats) < len(shape):
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
            "tensor"
        )
    if min(repeats, default=0) >= 0:
        return
    wide = (1,) * (len(repeats) - len(shape)) + tuple(shape)
    check_makeable([n * times for n, times in zip(wide, repeats)])


def resolve_ellipses(keys: list, ndim: int, taken: int) -> list:
    """Return the parts of a subscript with several Ellipses.

    Each Ellipsis skips `ndim - taken` dimensions, so later parts lie beyond all dimensions: slices
    of everything are left out, others raise torch's IndexError.
    """
    kept, dim, live = [], 0, ndim
    for place, key in enumerate(keys):
        width = 1
        if key is Ellipsis:
            width = ndim - taken
        elif isinstance(key, slice) and dim >= live and key.start in (None, 0) and (
                key.step in (None, 1) and (key.stop is None or key.stop >= 0)):
            width = 0
        elif key is None or isinstance(key, slice) or is_mask(key) and not key.ndim:
            live += not isinstance(key, slice)
            if dim >= live:
                raise IndexError("Dimension out of range (expected to be in range of "
                                 f"[{-live}, {live - 1}], but got {dim})")
        elif isinstance(key, int):
            if dim >= live:
                raise IndexError(
                    f"index {key} is out of bounds for dimension {place} with size 0")
            live, width = live - 1, 0
        elif dim + (width := key.ndim if is_mask(key) else 1) > live:
            raise IndexError(
                f"too many indices for tensor of dimension {live} (got {dim + width})")
        kept += [key] if width or isinstance(key, int) or key is Ellipsis else []
        dim += width
    return kept
