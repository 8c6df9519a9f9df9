"""What torch refuses of indices, and of values to be written where they point, in its words."""

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

MASKS = frozenset(map(np.dtype, (np.uint8, bool)))
SHORT = "index out of range in self"


def check_index(name: str, input: Tensor, index: Tensor) -> None:
    """Raise torch's errors about an index of another rank or dtype."""
    if index._array.dtype not in (np.int64, np.int32):
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")
    if max(input._array.ndim, 1) != max(index._array.ndim, 1):
        raise RuntimeError(
            "Index tensor must have the same number of dimensions as "
            f"{'input' if name == 'gather' else 'self'} tensor")


def check_sources(
        target: Tensor, indices: Tensor, values: Tensor, accumulate: bool = False) -> None:
    """Refuse to write by index what lies in the memory written to, before most other refusals."""
    read = [x for x in (values, *indices) if isinstance(x, Tensor)]
    mapped = any(isinstance(x._array, BatchedArray) for x in (target, *read))
    if not mapped and len(indices) <= target.dim():
        check_overlaps(target, (target, *read), "index_put_")


def check_scattered(input: Tensor, dim: int, index: Tensor, src: Tensor | None) -> None:
    """Raise `scatter`'s errors about an index, and a `src` if any, that do not go together."""
    if src is not None and src._array.dtype != input._array.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    if not index._array.size:
        return
    check_index("scatter", input, index)
    shape = index._array.shape
    beyond = any(n > length(input, i) for i, n in enumerate(shape) if i != dim)
    beyond = beyond or src is not None and any(n > length(src, i) for i, n in enumerate(shape))
    if src is not None and max(src._array.ndim, 1) != max(index._array.ndim, 1):
        raise RuntimeError("Index tensor must have the same number of dimensions as src tensor")
    if beyond:
        also = "" if src is None else (
            f" and to be no larger size than src {list(src._array.shape)}")
        raise RuntimeError(
            f"Expected index {list(shape)} to be no larger than self {list(input._array.shape)} "
            f"apart from dimension {dim}{also}")
    check_range(input, index, dim)


def length(tensor: Tensor, dim: int) -> int:
    """The length of a dimension; a number counts as one entry."""
    return tensor.size(dim) if tensor._array.ndim else 1


def reduction(word: str) -> str:
    """What `scatter_reduce` calls what `scatter` is asked to do with what is there."""
    if word not in ("add", "multiply"):
        raise RuntimeError("reduce argument must be either add or multiply.")
    return {"add": "sum", "multiply": "prod"}[word]


def check_reduction(word: str) -> None:
    """Raise `scatter_reduce`'s error for what it does not know; it takes two names of extremes."""
    if word not in ("sum", "prod", "mean", "amax", "amin", "max", "min"):
        raise RuntimeError(
            f"reduce argument must be either sum, prod, mean, amax or amin, got {word}")


def source_of(given: Any, input: Tensor, index: Tensor) -> Tensor:
    """What `scatter` combines with `input`: a tensor, or one of a number's copies."""
    if not isinstance(given, Tensor):
        return wrap(np.full(index._array.shape, given, input._array.dtype))
    return given


def check_ranks(input: Tensor, indices: Tensor) -> None:
    """Raise `take_along_dim`'s error about indices of another rank."""
    ranks = [x._array.ndim for x in (input, indices)]
    if ranks[0] != ranks[1]:
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, "
            f"but got {ranks[0]} dimensions for input, and {ranks[1]} dimensions for indices")


def check_range(input: Tensor, index: Tensor, dim: FromEnd | int, short: str | None = None) -> None:
    """Raise torch's error, or the IndexError `short`, when an index points outside."""
    size, dim = length(input, dim), dim + len(batch_sizes((input, index)))  # mapped come first
    places = unwrap_all(index)._array  # of slices under vmap all
    if (outside := (places < 0) | (places >= size)).any():
        raise IndexError(short) if short else RuntimeError(
            f"index {places[outside].flat[0]} is out of bounds for dimension {dim} with size {size}"
        )


def check_places(input: Tensor, index: Tensor, name: str = "take") -> None:
    """Raise torch's errors when a place counted row by row lies outside, or is no int64."""
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


def refuse(kernel: str, input: Any, kinds: str) -> None:
    """torch's error where a kernel has no version for dtypes of some `kinds`, numpy's letters."""
    if input._array.dtype.kind in kinds:
        name = of(input._array.dtype).legacy_name
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{name}'")


def refuse_held(kernel: str, *inputs: Tensor) -> None:
    """torch's error of a kernel that has no version for integers which torch only holds."""
    for x in inputs:
        if isinstance(x, Tensor) and x._array.dtype in BAREBONES_UNSIGNED:
            refuse(kernel, x, "u")


def check_mask(name: str, mask: Tensor, in_c: bool = False) -> None:
    """Refuse a mask of another dtype than bool, which is given its name in C if `in_c`."""
    if mask._array.dtype != bool:
        kind = of_array(mask._array)
        raise RuntimeError(f"{name} only supports boolean masks, but got mask with dtype "
                           f"{C_NAMES[kind.name] if in_c else kind.legacy_name}")


def is_mask(key: np.ndarray | int | slice) -> bool:
    """Whether a key is an array of bools, or of bytes that stand for them."""
    return isinstance(key, np.ndarray) and key.dtype in MASKS


def is_filling(key: Sequence[np.ndarray], value: Tensor) -> bool:
    """Whether torch leaves a write to `masked_fill_`: one mask says where one value goes.

    RuntimeError for a mask of bytes, which that does not take.
    """
    arrays = [k for k in key if isinstance(k, np.ndarray)]
    if value._array.size != 1 or len(arrays) != 1 or not is_mask(arrays[0]):
        return False
    check_mask("masked_fill_", wrap(arrays[0]), in_c=True)
    return True


def check_kinds(text: str, input: Tensor, source: Tensor) -> None:
    """Refuse a source of another dtype, in the words of `text`, which asks for both."""
    kinds = [of_array(x._array).legacy_name for x in (input, source)]
    if kinds[0] != kinds[1]:
        raise RuntimeError(text.format(*kinds))


def check_one_value(name: str, value: Tensor | float) -> None:
    """Refuse to fill with a tensor of more than no dimensions."""
    if isinstance(value, Tensor) and value._array.ndim:
        raise RuntimeError(
            f"{name} only supports a 0-dimensional value tensor, but got tensor with "
            f"{value._array.ndim} dimension(s).")


def check_values(input: Tensor, key: tuple[Any, ...], values: Tensor, added: bool = False) -> None:
    """Refuse values that cannot be broadcast to what the key takes, or of another dtype."""
    seen = tuple(np.zeros(k.shape, int) if type(k) is BatchedArray or isinstance(k, np.ndarray)
                 and not is_mask(k) else k for k in key)
    want, have = np.broadcast_to(False, input._array.shape)[seen].shape, values._array.shape
    lead = len(want) - len(have)
    if lead < 0 or any(n not in (1, want[lead + i]) for i, n in enumerate(have)):
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(have)} cannot be broadcast to indexing "
            f"result of shape {list(want)}"
        )
    if added or not is_filling(key, values):
        check_kinds("Index put requires the source and destination dtypes match, got {} for the "
                    "destination and {} for the source.", input, values)


def check_not_negative(repeats: int) -> None:
    """Refuse to repeat entries less often than not at all."""
    if isinstance(repeats, int) and repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    if isinstance(repeats, Tensor) and (repeats._array < 0).any():
        raise RuntimeError("repeats can not be negative")


def check_tensors(values: Any, argument: int) -> None:
    """torch's error for what is no tensor in a list that must hold only tensors."""
    for number, value in enumerate(values):
        if not isinstance(value, Tensor):
            raise TypeError(
                f"expected Tensor as element {number} in argument {argument}, but got "
                f"{type_name(value)}"
            )


def check_some(name: str, tensors: Sequence[Tensor]) -> None:
    """Refuse a list of no tensors, or of others than tensors."""
    check_tensors(tensors, 0)
    if not len(tensors):
        raise RuntimeError(f"{name} expects a non-empty TensorList")


def check_repeats(shape: tuple[int, ...], repeats: tuple[int, ...]) -> None:
    """Raise torch's errors about too few numbers, or numbers below 0, for `repeat`."""
    if len(repeats) < len(shape):
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
            "tensor"
        )
    if min(repeats, default=0) >= 0:
        return
    wide = (1,) * (len(repeats) - len(shape)) + tuple(shape)
    check_makeable([n * times for n, times in zip(wide, repeats)])


def within(keys: list, ndim: int, taken: int) -> list:
    """A subscript of several Ellipses, each of which passes all that the other keys leave.

    What comes then lies beyond all dimensions: slices that take all of nothing are left out, and
    torch's IndexError is raised of others.
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
