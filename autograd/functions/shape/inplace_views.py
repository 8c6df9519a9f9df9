"""In-place changes of a tensor's shape or strides: `unsqueeze_`, `resize_` etc."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.inplace_checks import check_inplace_history
from autograd.functions.shape.reshape import parse_size_args
from autograd.functions.tensor_api import memory  # noqa: F401
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.runtime import observer
from autograd.runtime.execution_state import execution
from autograd.runtime.warnings import caution
from autograd.tensor.lazy_bits import resolve
from autograd.tensor.memory_format import (
    check_memory_format, contiguous_format, preserve_format, suggest_memory_format)
from autograd.tensor.mutation import bump_version, base_array
from autograd.tensor.tensor import Tensor, set_data
from autograd.tensor.allocation import empty_array

if TYPE_CHECKING:
    from autograd.tensor.memory_format import memory_format

# torch's node names of the in-place forms, by the view's.
INPLACE_NODE_NAMES = {
    "SqueezeBackward0": "SqueezeBackward3", "SqueezeBackward1": "SqueezeBackward4",
    "SqueezeBackward2": "SqueezeBackward5", "UnsqueezeBackward0": "UnsqueezeBackward1",
    "TransposeBackward0": "TransposeBackward1", "TBackward0": "TBackward1",
    "AsStridedBackward0": "AsStridedBackward1",
}


@cache
def inplace_node_type(kind: type) -> type:
    """Return the node type of the in-place form, which has a number of its own in torch."""
    name = INPLACE_NODE_NAMES.get(kind.__name__)
    if name is None:
        return kind
    return type(name, (kind,), {"__slots__": (), "__module__": kind.__module__})


def alias_with_view_metadata(tensor: Tensor) -> Tensor:
    """Return an alias of `tensor` with its current view metadata, as source of the new view."""
    twin = tensor.alias()
    twin._base, twin._view_of = tensor._base, tensor._view_of
    return twin


def attach_inplace_view(name: str, function: Callable[..., Any]) -> None:
    """Attach the in-place form `name` of a view function to Tensor.

    It changes shape and strides, not the memory, and bumps the version counter.
    """

    def in_place(self, *args, **options):
        if self.requires_grad and execution.grad_enabled:
            check_inplace_history(self)
        before = alias_with_view_metadata(self)
        try:
            result = function(self, *args, **options)
        except RuntimeError as error:
            raise RuntimeError(str(error).replace("t() expects", "t_() expects")) from None
        if result._view_of is not None and result._view_of.source is self:
            result._view_of.source = before
        set_data(self, result._array)
        if "_tangent" in result.__dict__:  # the same view of the tangent, in forward mode
            self._tangent = result._tangent
        if self._base is not None:
            result._view_of.refusal = self._view_of.refusal
            self._view_of = result._view_of
        if result._edge is not None:
            node, nr = result._edge
            node.__class__ = inplace_node_type(type(node))
            self._edge, self._requires_grad = (node, nr), True
        bump_version(self)
        if execution.grad_enabled and not self._inference:  # else the history is unchanged
            self._seen_version = self._counter[0]
        if observer.current is not None:
            observer.current.reshaped(self, name)
        return self

    in_place.__name__ = in_place.__qualname__ = name
    in_place.__doc__ = f"In-place form of `{function.__name__}`."
    in_place.__wrapped__ = function  # for `inspect.signature`
    attach_method(name, in_place)


for _name in ("squeeze", "unsqueeze", "t", "transpose", "swapaxes", "swapdims", "as_strided"):
    attach_inplace_view(f"{_name}_", getattr(Tensor, _name).__wrapped__)


@method()
def resize_(self, *sizes: Any, memory_format: Any = None) -> Tensor:
    """Resize this tensor in place; elements beyond the old memory are uninitialized.

    Raise RuntimeError if it requires a gradient or the size overflows 64 bits.
    """
    size = parse_size_args(sizes)
    if self.requires_grad and not self._inference:
        raise RuntimeError("cannot resize variables that require grad")
    check_size_overflow(size, self._array.itemsize)
    if size != self._array.shape:
        set_data(self, resize_array(self._array, size))
        bump_version(self)
    if memory_format is not None:
        if memory_format is preserve_format:
            raise RuntimeError("Unsupported memory formatPreserve")
        check_memory_format(len(size), memory_format)
        set_data(self, restride(self._array, memory_format))
    if observer.current is not None:
        observer.current.reshaped(self, "resize_")
    return self


def check_size_overflow(size: tuple[int, ...], itemsize: int) -> None:
    """Raise RuntimeError if the product, the strides or the bytes of `size` overflow 64 bits."""
    if min(size, default=0) < 0 or math.prod(size) >= 1 << 63:
        raise RuntimeError("numel: integer multiplication overflow")
    if math.prod([max(n, 1) for n in size[1:]]) >= 1 << 63:
        raise RuntimeError("Stride calculation overflowed")
    if math.prod(size) * itemsize >= 1 << 63:
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)}")


def restride(array: np.ndarray, format: memory_format | None) -> np.ndarray:
    """Return `array`, which is contiguous, with the strides of a memory format."""
    if format is contiguous_format:
        return array
    first, channels, *rest = array.shape
    return np.moveaxis(array.reshape(first, *rest, channels), -1, 1)


def resize_array(array: np.ndarray, size: Any) -> np.ndarray:
    """Return the memory that starts at `array` as a contiguous array of another size.

    If the memory is too short it is copied; the rest is uninitialized.
    """
    n, owner = math.prod(size), base_array(array)
    if type(array) is np.ndarray is type(owner):
        available = (owner.ctypes.data + owner.nbytes - array.ctypes.data) // array.itemsize
        memory = np.lib.stride_tricks.as_strided(array, (min(n, available),), (array.itemsize,))
    else:
        memory = resolve(array.reshape(-1)[:n])
    if memory.size == n:
        return memory.reshape(size)
    flat = empty_array(n, array.dtype)
    flat[:memory.size] = memory
    return flat.reshape(size)


@method()
def resize_as_(self, the_template: Any, memory_format: Any = None) -> Tensor:
    """Resize this tensor in place to the shape of `the_template`."""
    if memory_format is preserve_format:
        memory_format = suggest_memory_format(the_template._array)
    return resize_(self, *the_template._array.shape, memory_format=memory_format)


@method()
def resize(self, *sizes: Any) -> Tensor:
    """Return a copy with the given sizes and as many elements; deprecated."""
    caution("non-inplace resize is deprecated")
    return resize_copy(self, sizes)


@method()
def resize_as(self, tensor: Tensor) -> Tensor:
    """Return a copy in the shape of another tensor; deprecated."""
    caution("non-inplace resize_as is deprecated")
    return resize_copy(self, tensor._array.shape)


def resize_copy(self, sizes: tuple[int, ...]) -> Tensor:
    """Return a copy resized by `resize_`, or a reshaped tensor if a gradient is required."""
    return resize_(self.detach().clone(), *sizes) if not self.requires_grad else self.reshape(
        *sizes)
