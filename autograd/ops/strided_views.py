"""Records of as_strided, whose gradient goes through the memory of the base."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.saved_attributes import UNSIZED, saved
from autograd.kernels.views import zeros_with_written
from autograd.ops.pointwise import raise_not_implemented, where
from autograd.ops.record import d, op
from autograd.ops.reductions import sum_dim
from autograd.ops.shapes import place, squeeze_dim
from autograd.ops.vmap_rules import AS_STRIDED
from autograd.runtime import interpreters
from autograd.tensor.overlap import has_internal_overlap
from autograd.tensor.memory_format import contiguous_strides
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

as_strided = op("as_strided", "AsStridedBackward0",
    lambda self, *, size, stride, offset: strided_view(self, size, stride, offset),
    r"\mathrm{as\_strided}($self)",
    view=True,
    self =d(lambda grad, self_shape, self_strides, size, stride, offset:
            as_strided_vjp(grad, self_shape, self_strides, size, stride, offset),
            r"$grad \text{ added where it came from}"),
    saves={
        **UNSIZED, "self_strides": None, "offset": None, "storage_offset": saved("offset")},
    vmap=AS_STRIDED)

# `set_` to the memory of another tensor; torch's node has an edge for each of both.
set_source = op("set_source", "NotImplemented",
    lambda self, source: source, r"$source",
    self  =d(lambda grad: raise_not_implemented("set_"), r"\text{not implemented}"),
    source=d(lambda grad: raise_not_implemented("set_"), r"\text{not implemented}"),
    underived=True,
    empty_edges=True)

set_memory = op("set_memory", "NotImplemented",
    lambda self: self, r"$self",
    self  =d(lambda grad: raise_not_implemented("set_"), r"\text{not implemented}"),
    underived=True,
    empty_edges=True)


def strided_view(
        array: np.ndarray, size: tuple[int, ...], stride: Sequence[int], offset: int) -> np.ndarray:
    """Return a view of the memory of `array` with other sizes and strides, counted in entries."""
    item, way = array.itemsize, -1 if offset < 0 else 1
    flat = np.lib.stride_tricks.as_strided(array, (1,), (item,), subok=True)
    way_there = np.lib.stride_tricks.as_strided(
        flat, (abs(offset) + 1,), (way * item,), subok=True)
    steps = [n * item for n in stride]
    return np.lib.stride_tricks.as_strided(way_there[abs(offset):], size, steps, subok=True)


def as_strided_vjp(
        grad: ArrayOrTensor, shape: tuple[int, ...], strides: list[int], size: tuple[int, ...],
        stride: tuple[int, ...], offset: int) -> ArrayOrTensor:
    """Return the gradient of a tensor of `shape` and `strides` from that of a strided view of it.

    With a history it takes torch's own way: into zeros for the memory, then out of them.
    """
    if isinstance(grad, Tensor) and not math.prod((*shape, *size)):
        return wrap(np.zeros(shape, grad._array.dtype))  # which has no history in torch either
    if not isinstance(grad, Tensor) or interpreters.stack:
        return scatter_to_memory(grad, shape, strides, memory_offsets(size, stride) + offset)
    grad, size, stride = sum_expanded(grad, size, stride)
    first = min(offset, 0)
    ends = [start + sum(step * (n - 1) for n, step in zip(*geometry)) for start, geometry in (
        (-first, (shape, strides)), (offset - first, (size, stride)))]
    storage = wrap(np.zeros(max(ends) + 1, grad._array.dtype))
    window = as_strided(storage, size=size, stride=stride, offset=offset - first)
    if has_internal_overlap(window._array):
        places = memory_offsets(size, stride).reshape(-1) + (offset - first)
        storage.index_add_(0, wrap(places), grad.reshape(-1))
    else:
        window.copy_(grad)
    own = as_strided.forward(storage._array, size=shape, stride=strides, offset=-first)
    if has_internal_overlap(own):
        times = np.bincount(memory_offsets(shape, strides).reshape(-1) - first, None, max(ends) + 1)
        storage.div_(wrap(times.astype(own.dtype)))
    return as_strided(storage, size=shape, stride=strides, offset=-first)


def sum_expanded(grad: Tensor, size: tuple[int, ...], stride: tuple[int, ...]) -> tuple[Any, ...]:
    """Sum `grad` over expanded dimensions; return it with the sizes and strides that remain."""
    for dim in range(len(size) - 1, -1, -1):
        if size[dim] == 1:
            grad = squeeze_dim(grad, dim=dim)
        elif not stride[dim]:
            grad = sum_dim(grad, dim=(dim,), keepdim=False)
    kept = [(n, step) for n, step in zip(size, stride) if n != 1 and step]
    return grad, tuple(n for n, _ in kept), tuple(step for _, step in kept)


def scatter_to_memory(
        grad: ArrayOrTensor, shape: tuple[int, ...], strides: list[int], steps: np.ndarray
) -> ArrayOrTensor:
    """Add `grad` at the entries of a tensor of `shape` that are `steps` from its first.

    Memory outside of that tensor gets nothing.
    """
    own = memory_offsets(shape, strides).reshape(-1)
    if isinstance(grad, np.ndarray) and has_overlap(own):
        return share_overlapping(grad, own, steps).reshape(shape)
    order = np.argsort(own, kind="stable")
    found = np.searchsorted(own[order], steps).clip(0, own.size - 1)
    beside = own[order][found] != steps
    key, size = np.unravel_index(order[found], shape or (1,)), shape or (1,)
    if not (isinstance(grad, Tensor) or beside.any() or has_overlap(steps)):
        return zeros_with_written(grad, size, key).reshape(shape)
    if beside.any():
        grad = where(wrap(beside) if isinstance(grad, Tensor) else beside, 0.0, grad)
    whole = place(None, grad, size=size, key=key)
    return as_strided(whole, size=shape, stride=contiguous_strides(tuple(shape), 1), offset=0)


def has_overlap(own: np.ndarray) -> bool:
    """Return whether several entries share one memory location."""
    return np.unique(own).size < own.size


def share_overlapping(grad: ArrayOrTensor, own: np.ndarray, steps: Any) -> Any:
    """Return `scatter_to_memory` for overlapping entries, which share their sum evenly."""
    first = min(own.min(), steps.min(initial=0))
    places = (steps - first).reshape(-1)
    memory = np.zeros(max(own.max() - first, places.max(initial=0)) + 1, grad.dtype)
    np.add.at(memory, places, grad.reshape(-1))
    return (memory / np.bincount(own - first, None, memory.size).clip(1))[own - first].astype(
        grad.dtype)


def memory_offsets(size: tuple[int, ...], stride: Sequence[int]) -> np.ndarray:
    """Return the offset of each entry from the first, in entries."""
    numbers = sum(
        np.arange(n).reshape([-1] + [1] * (len(size) - 1 - i)) * step
        for i, (n, step) in enumerate(zip(size, stride))
    )
    return np.broadcast_to(numbers, size)
