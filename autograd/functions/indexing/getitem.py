"""Indexing by subscript, `x[...]`: basic subscripts return views, advanced ones copies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine import transform_levels
from autograd.engine.apply import apply
from autograd.engine.vmap_refusals import MASK, PLACE, unwrap_for
from autograd.functions.indexing.index_checks import MASK_DTYPES, is_mask, is_masked_fill
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.operators import dispatch_operator
from autograd.graph.saved_index import IndexTuple, make_index, warn_uint8_index
from autograd.runtime import masked_rules
from autograd.runtime.c_types import type_name
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import declare
from autograd.runtime.sparse_rules import MOVE_ENTRIES
from autograd.runtime.warnings import caution
from autograd.tensor.batched_tensor import (
    BatchedArray, innermost_interpreter, make_batched, unwrap_all,
)
from autograd.tensor.dimensions import resolve_index
from autograd.tensor.tensor import Tensor, regenerate_grad_fn, wrap

INDEX_DTYPES = frozenset(map(np.dtype, (np.int64, np.int32))) | MASK_DTYPES


@method("__getitem__")
@declare("__getitem__", sparse=MOVE_ENTRIES, masked=masked_rules.MOVE_ENTRIES)
def get_item(self, key: Any) -> Tensor:
    """Return `self[key]`; this is `Tensor.__getitem__`.

    Ints, slices, None and Ellipsis are applied one dimension after the other, each a view; index
    tensors, masks and sequences copy. Raise IndexError as torch does.
    torch/csrc/autograd/python_variable_indexing.cpp.
    """
    if type(key) is int and (shape := self._array.shape) and -shape[0] <= key < shape[0]:
        return apply(ops.select, (self,), {"dim": 0, "index": resolve_index(key, shape[0])})
    try:
        steps, advanced, arrays = parse_subscript(self, key, isinstance(key, slice))
    except IndexError:
        made = dispatch_operator("__getitem__", self, key)
        if made is NotImplemented:
            raise
        return made
    result = self
    for entry, params in steps:
        result = apply(entry, (result,), params)
    if advanced is not None:
        if execution.grad_enabled and result._base is not None and result.requires_grad:
            regenerate_grad_fn(result)
        check_index_arrays(arrays, result)
        check_bounds(arrays, result)
        advanced = as_numpy_key(advanced, result, key)
        result = apply(ops.index, (batch_like_key(result, advanced),), {"key": advanced})
    return apply(ops.alias, (self,)) if result is self else result


def batch_like_key(tensor: Tensor, key: tuple[Any, ...]) -> Tensor:
    """Return `tensor` batched by the innermost `vmap` level that maps an array of `key`."""
    level = innermost_interpreter([wrap(k) for k in key if type(k) is BatchedArray])
    own = innermost_interpreter([tensor])
    if level is None or own is not None and own.number >= level.number:
        return tensor
    return make_batched(level, tensor, None)


def parse_subscript(self, key: Any, keep: bool = False) -> tuple[Any, ...]:
    """Return the views of a subscript, the key of its advanced part or None, and its arrays.

    Views are pairs of an op and its parameters. Each array is paired with the dimension that it
    indexes in what the views return, None for a 0-dim mask. A slice of everything is left out
    unless `keep` is True.
    """
    keys, taken = normalize_key(self, key)
    ndim, steps, advanced, dim, source, arrays = self._array.ndim, [], [], 0, 0, []
    for position, k in enumerate(keys):
        if k is Ellipsis:
            skipped = ndim - taken
            advanced += [np.s_[:]] * skipped
            dim, source = dim + skipped, source + skipped
        elif k is None:
            steps.append((ops.unsqueeze, {"dim": dim}))
            advanced.append(np.s_[:])
            dim += 1
        elif isinstance(k, slice):
            if keep or not is_full_slice(k, self._array.shape[source]):
                steps.append((ops.slice, slice_params(k, dim)))
            advanced.append(np.s_[:])
            dim, source = dim + 1, source + 1
        elif isinstance(k, int):
            steps.append((ops.select, {"dim": dim, "index": wrap_index(self, k, source, position)}))
            source += 1
        elif is_mask(k) and not k.ndim:  # a 0-dim mask adds a dimension of size 0 or 1
            steps.append((ops.unsqueeze, {"dim": dim}))
            advanced.append(k.reshape(1).astype(bool))
            dim = dim + 1
            arrays.append((advanced[-1], None))
        else:
            advanced.append(k)
            width = k.ndim if is_mask(k) else 1
            arrays.append((k, dim))
            dim, source = dim + width, source + width
    while advanced and arrays and isinstance(advanced[-1], slice):
        advanced.pop()
    return steps, tuple(advanced) if arrays else None, arrays


def check_index_arrays(arrays: list[Any], indexed: Tensor) -> None:
    """Raise torch's errors about the shapes of index arrays.

    Each array is paired with the dimension of `indexed`, a tensor, that it indexes. `check_bounds`
    checks the indices themselves.
    """
    for array, dim in arrays:
        if dim is not None and is_mask(array):
            check_mask_shape(indexed, array, dim)
    if len(arrays) > 1:
        check_arrays_broadcast([array for array, _ in arrays])
    if not indexed._array.size:
        for array, dim in arrays:
            is_index = dim is not None and not is_mask(array) and array.size
            if is_index and not indexed._array.shape[dim]:
                raise IndexError("index is out of bounds for dimension with size 0")


def check_bounds(arrays: list[Any], indexed: Tensor) -> None:
    """Raise IndexError if an index array points out of range; the error numbers the arrays.

    Nothing is checked if `indexed`, the tensor, has no elements, as in torch.
    """
    for number, (array, dim) in enumerate(arrays if indexed._array.size else ()):
        array = unwrap_all(wrap(array))._array if type(array) is BatchedArray else array
        if dim is None or is_mask(array):
            continue
        size = indexed._array.shape[dim]
        outside = (array < -size) | (array >= size)
        if outside.any():
            raise IndexError(
                f"index {array[outside].flat[0]} is out of bounds for dimension {number} with "
                f"size {size}")


def as_numpy_key(
        key: tuple[np.ndarray, ...], indexed: Tensor, given: Tensor | Sequence[Any] | bool
) -> IndexTuple:
    """Return the key of an advanced subscript as numpy takes it.

    Masks of uint8 become bool, with torch's warning. Indices into a tensor without elements become
    0. `given` are the tensors that the user passed, which the node saves.
    """
    result = list(key)
    for i, k in enumerate(key):
        if is_mask(k) and k.dtype != bool:
            warn_uint8_index()
            result[i] = k.astype(bool)
        elif isinstance(k, np.ndarray) and not is_mask(k) and not indexed._array.size:
            result[i] = np.zeros_like(k)
    return make_index(result, given if isinstance(given, tuple | list) else (given,))


def normalize_key(self, key: Any) -> tuple[Any, ...]:
    """Return the parts of a subscript with its Ellipsis, and how many dimensions they index."""
    key = list_to_tuple(key)
    if not self._array.ndim and isinstance(key, Tensor | str) and (
            isinstance(key, str) or key._array.dtype.kind in "fc"):
        raise IndexError("too many indices for tensor of dimension 0")
    keys = [convert_key_part(k) for k in (key if isinstance(key, tuple) else [key])]
    indexed = sum(k.ndim if is_mask(k) else 1 for k in keys if k is not None and k is not Ellipsis)
    ndim = self._array.ndim
    if isinstance(key, slice) and not ndim and (key.step is None or key.step > 0):
        if execution.grad_enabled and self._base is not None and self.requires_grad:
            regenerate_grad_fn(self)
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    if indexed > ndim and not isinstance(key, int):
        raise IndexError(f"too many indices for tensor of dimension {ndim}")
    dots = sum(k is Ellipsis for k in keys)
    if dots > 1:
        return resolve_ellipses(keys, ndim, indexed), indexed
    return keys if dots else [*keys, Ellipsis], indexed


def list_to_tuple(key: Any) -> Any:
    """Return `key` as a tuple, with torch's warning, if it is a short list of more than numbers."""
    if not isinstance(key, list | str) or len(key) >= 32:
        return key
    parts = Tensor | np.ndarray | list | tuple | range | str | bytes | slice
    meant = [k for k in key if k is None or k is Ellipsis or isinstance(k, parts)]
    if not meant:
        return key
    caution(
        "Using a non-tuple sequence for multidimensional indexing is deprecated and will be "
        "changed in pytorch 2.9; use x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will "
        "be interpreted as tensor index, x[torch.tensor(seq)], which will result either in an "
        "error or a different result",
        at="torch/csrc/autograd/python_variable_indexing.cpp:"
        f"{349 if isinstance(meant[0], parts) else 359}")
    return tuple(key)


def as_index_array(index: Tensor) -> np.ndarray:
    """Return the array of a tensor used as an index.

    Raise IndexError unless it is int64, int32, uint8 or bool; a 0-dim tensor may be of any integer
    dtype.
    """
    array = index._array
    if array.dtype.kind in "fVc" or array.ndim and array.dtype not in INDEX_DTYPES:
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    shared = (type(array) is BatchedArray and array.dtype in MASK_DTYPES
                  and not transform_levels.is_batched(index))
    return unwrap_all(index)._array if shared else array


def convert_key_part(key: Any) -> Any:
    """Return one part of a subscript as int, slice, None, Ellipsis or array.

    Raise IndexError for anything else.
    """
    if isinstance(key, Tensor):
        array = as_index_array(key)
        if array.dtype in MASK_DTYPES or not array.ndim:
            unwrap_for(MASK if array.dtype in MASK_DTYPES else PLACE, key)
        if array.ndim or array.dtype in MASK_DTYPES or type(array) is BatchedArray:
            return array
        return int(array)
    if isinstance(key, bool | np.bool_):
        return np.array(key)
    if isinstance(key, int | np.integer):
        return int(key)
    if isinstance(key, slice):
        ends = (x.item() if isinstance(x, Tensor) else x for x in (key.start, key.stop, key.step))
        return slice(*ends)
    if key is None or key is Ellipsis:
        return key
    if isinstance(key, list | tuple | range | np.ndarray):
        result = np.array([k.item() if isinstance(k, Tensor) else k for k in key]
                        if not isinstance(key, np.ndarray) else key)
        # torch truncates floats in lists.
        truncated = not result.size or result.dtype.kind == "f" and isinstance(key, list)
        return result.astype(np.int64) if truncated else result
    if isinstance(key, str | bytes):
        raise TypeError(f"new(): invalid data type '{type_name(key)}'")
    raise IndexError(
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
        f"indices (got {type_name(key)})"
    )


def is_full_slice(key: slice, length: int) -> bool:
    """Return True if torch sees that a slice takes all elements; negative starts do not count."""
    whole = key.stop is None or key.stop >= length
    return whole and key.start in (None, 0) and key.step in (None, 1)


def slice_params(key: slice, dim: int) -> dict:
    """Return the parameters of the op `slice`; raise ValueError unless the step is positive."""
    if key.step == 0:
        raise ValueError("slice step cannot be zero")
    if key.step is not None and key.step < 0:
        raise ValueError("step must be greater than zero")
    return {"dim": dim, "start": key.start, "end": key.stop, "step": key.step}


def wrap_index(self, index: int, dim: int, position: int) -> int:
    """Return `index` as a non-negative number.

    Raise IndexError if dimension `dim` is shorter; it names `position`, the one in the key.
    """
    if not self._array.ndim and index == 0:
        raise IndexError(
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
            "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
        )
    size = self._array.shape[dim] if self._array.ndim else 0
    if not -size <= index < size:
        raise IndexError(
            f"index {index} is out of bounds for dimension {position} with size {size}")
    return resolve_index(index, size)


def check_mask_shape(indexed: Tensor, key: np.ndarray, dim: int) -> None:
    """Raise IndexError if a mask differs in shape from what it indexes, from `dim` on."""
    shape = indexed._array.shape
    if key.ndim and shape[dim:dim + key.ndim] != key.shape:
        at = next(i for i, n in enumerate(key.shape) if shape[dim + i] != n)
        raise IndexError(
            f"The shape of the mask {list(key.shape)} at index {at} does not match the shape "
            f"of the indexed tensor {list(shape)} at index {dim + at}"
        )


def index_put_arrays(self, indices: Any, written: Tensor | None = None) -> list:
    """Return the arrays of `index_put`'s index tensors, each with the dimension it indexes.

    `written` are the values that replace elements, None if they are added.
    """
    check_index_count(len(indices), self._array.ndim)
    arrays, dim = [], 0
    for array in map(as_index_array, indices):
        arrays.append((array, dim))
        dim += array.ndim if is_mask(array) else 1
    check_index_count(dim, self._array.ndim)
    check_index_arrays(arrays, self)
    if written is not None:
        is_masked_fill([array for array, _ in arrays], written)
    return arrays


def check_index_count(count: int, ndim: int) -> None:
    """Raise IndexError for more indices than dimensions."""
    if count > ndim:
        raise IndexError(f"too many indices for tensor of dimension {ndim} (got {count})")


def check_arrays_broadcast(arrays: list[Any]) -> None:
    """Raise IndexError if the arrays of a subscript do not broadcast."""
    shapes = []
    for array in arrays:
        if is_mask(array):
            shapes += [[int(np.count_nonzero(array))]] * array.ndim
        else:
            shapes.append(list(array.shape))
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        raise IndexError(
            "shape mismatch: indexing tensors could not be broadcast together with shapes "
            + ", ".join(map(str, shapes))
        ) from None


def resolve_ellipses(keys: list, ndim: int, indexed: int) -> list:
    """Return the parts of a subscript with several Ellipses.

    Each Ellipsis skips `ndim - indexed` dimensions, so later parts index past the last dimension:
    slices of everything are dropped, others raise torch's IndexError.
    """
    parts, dim, remaining = [], 0, ndim
    for position, key in enumerate(keys):
        width = 1
        if key is Ellipsis:
            width = ndim - indexed
        elif isinstance(key, slice) and dim >= remaining and key.start in (None, 0) and (
                key.step in (None, 1) and (key.stop is None or key.stop >= 0)):
            width = 0
        elif key is None or isinstance(key, slice) or is_mask(key) and not key.ndim:
            remaining += not isinstance(key, slice)
            if dim >= remaining:
                raise IndexError("Dimension out of range (expected to be in range of "
                                 f"[{-remaining}, {remaining - 1}], but got {dim})")
        elif isinstance(key, int):
            if dim >= remaining:
                raise IndexError(
                    f"index {key} is out of bounds for dimension {position} with size 0")
            remaining, width = remaining - 1, 0
        elif dim + (width := key.ndim if is_mask(key) else 1) > remaining:
            raise IndexError(
                f"too many indices for tensor of dimension {remaining} (got {dim + width})")
        parts += [key] if width or isinstance(key, int) or key is Ellipsis else []
        dim += width
    return parts
