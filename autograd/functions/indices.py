"""What torch refuses of indices, and of values to be written where they point, in its words."""

from __future__ import annotations

import numpy as np

from autograd.dtype import of, of_array
from autograd.functions.method import type_name
from autograd.numerics.sampling import C_NAMES
from autograd.promotion import BARE, result_type
from autograd.tensor import Tensor, wrap
from autograd.transforms.faces import Face, bottom
from autograd.transforms.levels import is_mapped
from autograd.transforms.sliced import mapped_sizes

SHORT = "index out of range in self"


def check_index(name, input, index) -> None:
    """Raise torch's errors about an index of another rank or dtype."""
    if index._array.dtype not in (np.int64, np.int32):
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")
    if max(input._array.ndim, 1) != max(index._array.ndim, 1):
        raise RuntimeError(
            "Index tensor must have the same number of dimensions as "
            f"{'input' if name == 'gather' else 'self'} tensor")


def check_scattered(input, dim, index, src) -> None:
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


def length(tensor, dim: int) -> int:
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


def source_of(given, input, index) -> Tensor:
    """What `scatter` combines with `input`: a tensor, or one of a number's copies."""
    if not isinstance(given, Tensor):
        return wrap(np.full(index._array.shape, given, input._array.dtype))
    return given


def check_ranks(input, indices) -> None:
    """Raise `take_along_dim`'s error about indices of another rank."""
    ranks = [x._array.ndim for x in (input, indices)]
    if ranks[0] != ranks[1]:
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, "
            f"but got {ranks[0]} dimensions for input, and {ranks[1]} dimensions for indices")


def check_range(input, index, dim, short=None) -> None:
    """Raise torch's error, or the IndexError `short`, when an index points outside."""
    size, dim = length(input, dim), dim + len(mapped_sizes((input, index)))  # mapped come first
    places = bottom(index)._array  # of slices under vmap all
    if (outside := (places < 0) | (places >= size)).any():
        raise IndexError(short) if short else RuntimeError(
            f"index {places[outside].flat[0]} is out of bounds for dimension {dim} with size {size}"
        )


def check_vector(name, index) -> None:
    """Raise the errors of `index_add` and `index_reduce` about an index."""
    array, kind = index._array, of_array(index._array).legacy_name
    if array.ndim > 1:
        raise IndexError(f"{name}_(): Index is supposed to be a vector, but got dim: {array.ndim} "
                         f"with type: {kind} and size: {list(array.shape)}")
    if array.dtype not in (np.int64, np.int32):
        raise RuntimeError(f"{name}_(): Expected dtype int32/int64 for index but got: {kind}")


def check_addable(input, dim, index, source, alpha) -> None:
    """Raise `index_add`'s errors about a source's dtype, length or shape, or an index outside."""
    check_vector("index_add", index)
    own, other = (of_array(x._array).legacy_name for x in (input, source))
    if own != other:
        raise RuntimeError(
            f"index_add_(): self ({own}) and source ({other}) must have the same scalar type")
    count = index._array.size
    if source._array.ndim and source._array.shape[dim] != count:
        raise RuntimeError(
            f"index_add_(): Number of indices ({count}) should be equal to source.size(dim): "
            f"({source._array.shape[dim]}), for dim: {dim}")
    shapes = [list(x._array.shape) for x in (input, source)]
    rests = [shape[:dim] + shape[dim + 1:] for shape in shapes]
    if len(shapes[0]) != len(shapes[1]) or rests[0] != rests[1]:
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified dimension. "
            f"Got self.shape = {shapes[0]} source.shape = {shapes[1]}")
    before = len(mapped_sizes((input, index)))
    last, at = max(len(shapes[0]) - 1, 0) + before, dim + before
    scattered = last and at in (0, last) and alpha == 1 and index._array.dtype == np.int64
    check_range(input, index, dim, None if scattered else SHORT)  # SHORT of adding by slices


def check_fillable(input, dim, index, value) -> None:
    """Raise `index_fill`'s errors about an index outside, or into a dimension without entries."""
    if index._array.dtype != np.int64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    if result_type(value).kind == "c" and not input.is_complex():
        raise RuntimeError(
            "index_fill_(): Converting complex Scalar to non-complex type is not supported")
    sizes, count = list(input._array.shape), index._array.size
    if sizes and sizes[dim]:
        outside = index._array[(index._array < -sizes[dim]) | (index._array >= sizes[dim])]
        if outside.size:
            raise IndexError(
                f"index {outside.flat[0]} is out of bounds for dimension "
                f"{dim + len(mapped_sizes((input, index)))} with size {sizes[dim]}")
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


def check_copied(input, dim, index, source) -> None:
    """Raise `index_copy`'s errors about a source of another rank, dtype, shape or length."""
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
    check_kinds("index_copy_(): self and source expected to have the same dtype, but got (self) {} "
                "and (source) {}", input, source)
    check_slices(input, dim, source)
    if count != length(source, dim):
        raise IndexError(
            f"index_copy_(): Number of indices ({count}) should be equal to "
            f"source.size(dim) ({length(source, dim)})"
        )
    try:
        check_range(input, index, dim)
    except RuntimeError as error:
        if is_mapped(input):
            raise
        raise IndexError(f"index_copy_(): {error}") from None


def check_slices(input, dim, source) -> None:
    """Raise `index_copy`'s error unless the slices along `dim` have one shape."""
    rests = [x._array.shape[:dim] + x._array.shape[dim + 1:] for x in (input, source)]
    if rests[0] != rests[1]:
        told = [" ".join(map(str, rest)) for rest in rests]
        raise RuntimeError(
            "index_copy_(): Source/destination tensor must have same slice shapes. Destination "
            f"slice shape: {told[0]} at dimension {dim} and source slice shape: {told[1]} at "
            "dimension 0."
        )


def check_places(input, index, name="take") -> None:
    """Raise torch's errors when a place counted row by row lies outside, or is no int64."""
    if index._array.dtype != np.int64:
        raise RuntimeError(
            f"{name}(): Expected a long tensor for index, but got "
            + of_array(index._array).legacy_name)
    size = input._array.size
    index = bottom(index)
    outside = index._array[(index._array < -size) | (index._array >= size)]
    if outside.size:
        raise IndexError(
            f"out of range: tried to access index {outside.flat[0]} on a tensor of {size} elements."
        )


def refuse(kernel, input, kinds) -> None:
    """torch's error where a kernel has no version for dtypes of some `kinds`, numpy's letters."""
    if input._array.dtype.kind in kinds:
        name = of(input._array.dtype).legacy_name
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{name}'")


def refuse_held(kernel, *inputs) -> None:
    """torch's error of a kernel that has no version for integers which torch only holds."""
    for x in inputs:
        if isinstance(x, Tensor) and x._array.dtype in BARE:
            refuse(kernel, x, "u")


def check_mask(name: str, mask, in_c=False) -> None:
    """Refuse a mask of another dtype than bool, which is given its name in C if `in_c`."""
    if mask._array.dtype != bool:
        kind = of_array(mask._array)
        raise RuntimeError(f"{name} only supports boolean masks, but got mask with dtype "
                           f"{C_NAMES[kind.name] if in_c else kind.legacy_name}")


def check_kinds(text: str, input, source) -> None:
    """Refuse a source of another dtype, in the words of `text`, which asks for both."""
    kinds = [of_array(x._array).legacy_name for x in (input, source)]
    if kinds[0] != kinds[1]:
        raise RuntimeError(text.format(*kinds))


def check_one_value(name: str, value) -> None:
    """Refuse to fill with a tensor of more than no dimensions."""
    if value._array.ndim:
        raise RuntimeError(
            f"{name} only supports a 0-dimensional value tensor, but got tensor with "
            f"{value._array.ndim} dimension(s).")


def is_one_mask(key) -> bool:
    """Whether a key is one mask, with slices beside it: torch then fills, and casts a number."""
    arrays = [k for k in (key if isinstance(key, tuple) else (key,)) if isinstance(k, np.ndarray)]
    return len(arrays) == 1 and arrays[0].dtype == bool


def check_values(input, key, values) -> None:
    """Refuse values that cannot be broadcast to what the key takes, or of another dtype."""
    seen = tuple(np.zeros(k.shape, int) if type(k) is Face else k for k in key)
    want, have = np.broadcast_to(False, input._array.shape)[seen].shape, values._array.shape
    lead = len(want) - len(have)
    if lead < 0 or any(n not in (1, want[lead + i]) for i, n in enumerate(have)):
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(have)} cannot be broadcast to indexing "
            f"result of shape {list(want)}"
        )
    if values._array.size != 1 or not is_one_mask(key):
        check_kinds("Index put requires the source and destination dtypes match, got {} for the "
                    "destination and {} for the source.", input, values)


def check_tensors(values, argument) -> None:
    """torch's error for what is no tensor in a list that must hold only tensors."""
    for number, value in enumerate(values):
        if not isinstance(value, Tensor):
            raise TypeError(
                f"expected Tensor as element {number} in argument {argument}, but got "
                f"{type_name(value)}"
            )


def check_repeats(shape, repeats) -> None:
    """Raise torch's errors about too few numbers, or numbers below 0, for `repeat`."""
    if len(repeats) < len(shape):
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
            "tensor"
        )
    if min(repeats, default=0) >= 0:
        return
    wide = (1,) * (len(repeats) - len(shape)) + tuple(shape)
    made = [n * times for n, times in zip(wide, repeats)]
    raise RuntimeError(
        f"Trying to create tensor with negative dimension {next(n for n in made if n < 0)}: {made}")
