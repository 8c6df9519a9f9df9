"""Writes to a tensor, or to the part that a subscript selects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import NO_PARAMS, apply, apply_into
from autograd.engine.broadcasting import check_broadcast
from autograd.engine.inplace_checks import check_inplace_history, check_writable
from autograd.engine.vmap_refusals import WRITTEN
from autograd.functions.indexing.getitem import (
    as_numpy_key, batch_like_key, check_bounds, check_index_arrays, parse_subscript,
)
from autograd.functions.indexing.index_checks import check_indexed_values, is_masked_fill
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.operators import dispatch_operator
from autograd.runtime import interpreters, observer
from autograd.runtime.c_types import type_name
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import InPlace, declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import IN_PLACE
from autograd.tensor.dtype import dtype_of_array
from autograd.tensor.mutation import have_separate_memory
from autograd.tensor.overlap import (
    OVERLAPPING, check_internal_overlap, check_partial_overlap, memory_overlap)
from autograd.tensor.scalar import checked_scalar, wrap_scalar
from autograd.tensor.tensor import Tensor, tensor_meta, wrap

if TYPE_CHECKING:
    from autograd.ops.record import Op


EXACT_IN_FLOATS = 1 << 24  # integers up to it are exact in float32


@method("__setitem__")
def set_item(self, key: Any, value: Any) -> None:
    """Write `value` to `self[key]` through the views of the key; this is `Tensor.__setitem__`.

    torch/csrc/autograd/python_variable_indexing.cpp.
    """
    original = value
    try:
        value = as_assigned_tensor(self, original)
        steps, advanced, arrays = parse_subscript(self, key)
    except (IndexError, TypeError):
        if dispatch_operator("__setitem__", self, key, original) is NotImplemented:
            raise
        return
    target = self
    for entry, params in steps:
        target = apply(entry, (target,), params)
    if advanced is not None:
        check_inplace_history(target, value.requires_grad)
        # torch drops leading dimensions of size 1 first.
        if value._array.size or not count_leading_ones(value):
            check_partial_overlap(target, (target, value), "index_put_")
        check_index_arrays(arrays, target)
        fills = is_masked_fill(advanced, value)
        check_key_overlap(target, key, fills)
        write_at_arrays(target, as_numpy_key(advanced, target, key), value, arrays)
        if fills:
            check_internal_overlap(target._array, "masked_fill_")
    else:
        write_view(target, value)


def check_key_overlap(target: Tensor, key: Any, fills: bool) -> None:
    """Raise RuntimeError if a tensor of the subscript overlaps the memory that is written.

    torch copies a mask to indices first, unless it fills with one value.
    """
    keys = [x for x in (key if isinstance(key, tuple) else (key,)) if isinstance(x, Tensor)]
    if fills:
        return check_partial_overlap(target, (target, *keys), "masked_fill_")
    keys = [x for x in keys if x._array.ndim and x._array.dtype.kind == "i"]
    check_partial_overlap(target, (target, *keys), "index_put_")


def write_view(target: Tensor, value: Tensor) -> None:
    """Write a tensor over a view.

    Expanding it to the shape of the view is an op of its own, as in torch.
    """
    if value._array.shape == target._array.shape:
        apply_into(target, ops.copy, (target, value), by="copy_")
    elif not value._array.ndim:
        fill_(target, value)
    else:
        if value._array.size == 1 and memory_overlap(target._array, value._array) != "no":
            check_inplace_history(target, value.requires_grad)
            raise RuntimeError(OVERLAPPING)  # expanded, with one element: torch checks strides
        expanded = value.view(value._array.shape[count_leading_ones(value):])
        if expanded._array.shape != target._array.shape:
            expanded = expanded.expand(target._array.shape)
        apply_into(target, ops.copy, (target, expanded), by="copy_")


def as_assigned_tensor(self, value: Tensor | float) -> Tensor:
    """Return an assigned value as a Tensor.

    Raise TypeError for anything but tensors and numbers, ValueError or RuntimeError for a number
    that the dtype of `self` cannot hold.
    """
    if isinstance(value, Tensor):
        return value
    if isinstance(value, np.integer):
        value = value.item()
    if not isinstance(value, bool | int | float | complex):
        kind = dtype_of_array(self._array).type_string
        raise TypeError(f"can't assign a {type_name(value)} to a {kind}")
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
        raise ValueError("Overflow when unpacking long long")
    dtype = self._array.dtype
    # torch converts to 16-bit floats by way of float32, which may round to infinity.
    half = dtype.itemsize == 2 and dtype.kind in "fV"
    if half and isinstance(value, complex) and value.imag:
        raise RuntimeError("value cannot be converted to type double without overflow")
    return wrap(wrap_scalar(value, dtype) if half else checked_scalar(value, dtype))


def write_at_arrays(target: Tensor, key: tuple[Any, ...], value: Tensor, arrays: list[Any]) -> None:
    """Write `value` at the index arrays of `key`, after torch's checks."""
    lead = count_leading_ones(value)
    value = value.view(value._array.shape[lead:]) if lead else value
    if batch_like_key(target, key) is not target:
        raise RuntimeError(WRITTEN.of_slices.format(op="index_put_"))
    check_indexed_values(target, key, value)
    check_bounds(arrays, target)
    apply_into(target, ops.index_put, (target, value), {"key": key}, by="index_put_")


def can_broadcast_to(have: tuple[int, ...], want: tuple[int, ...]) -> bool:
    """Return True if shape `have` broadcasts to shape `want`."""
    lead = len(want) - len(have)
    return lead >= 0 and all(n in (1, want[lead + i]) for i, n in enumerate(have))


def count_leading_ones(value: Tensor) -> int:
    """Return the number of leading dimensions of size 1."""
    shape = value._array.shape
    return next((i for i, n in enumerate(shape) if n != 1), len(shape))


def can_overwrite(self) -> bool:
    """Return True if all elements can be overwritten without checks.

    That holds for a contiguous tensor of floats off the tape, which is no view, outside of
    transforms and inference mode.
    """
    if (self._form or tensor_meta(self)) is None or self._inference or self._meta:
        return False
    flags = self._array.flags
    return (flags.c_contiguous and flags.writeable and not interpreters.stack
            and not (self._requires_grad and execution.grad_enabled))


def can_copy_directly(self, src: Tensor | complex) -> bool:
    """Return True if `src` can be copied without checks.

    That holds for a tensor of equal shape and dtype, off the tape and in other memory.
    """
    return (isinstance(src, Tensor) and can_overwrite(self)
            and (src._form or tensor_meta(src)) is self._form
            and not (src._requires_grad and execution.grad_enabled) and not src._meta
            and have_separate_memory(self._array, src._array))


def overwrite_all(
        self, op: Op, inputs: Any, params: dict[str, Any],
        numbers: Any) -> Tensor:
    """Overwrite all elements of `self` without checks; notify the observer."""
    listener = observer.current
    if listener is not None:
        listener.writing(self)
    self._array[...] = numbers
    self._counter[0] += 1
    if listener is not None:
        listener.op(op, inputs, params, (self,), None)
        listener.wrote(self, f"{op.name}_")
    return self


@method()
@declare("copy", numbers=True)
@declare(takes_uninitialized=True)
def copy_(self, src: Any, non_blocking: bool = False) -> Tensor:
    """Overwrite this tensor with `src`, broadcast and cast; a number counts as a 0-dim tensor."""
    if can_copy_directly(self, src):
        return overwrite_all(self, ops.copy, (self, src), NO_PARAMS, src._array)
    if not isinstance(src, Tensor):
        src = wrap(np.asarray(src))
    mask = int(src.requires_grad and self._array.dtype.kind in "fcV")
    check_writable(self, mask, "copy_", src)
    check_partial_overlap(self, (src,), "copy_")
    shape, have = self._array.shape, src._array.shape
    if not can_broadcast_to(have, shape):
        check_broadcast(self, src)
        raise RuntimeError(
            f"output with shape {list(shape)} doesn't match the broadcast shape "
            f"{list(np.broadcast_shapes(shape, have))}"
        )
    return apply_into(self, ops.copy, (self, src), by="copy_")


@method()
@declare(in_place=InPlace(uniform=True), sparse=IN_PLACE)
def zero_(self) -> Tensor:
    """Fill this tensor with 0."""
    if can_overwrite(self):
        return overwrite_all(self, ops.zero, (self,), NO_PARAMS, 0.0)
    return apply_into(self, ops.zero, (self,), by="zero_")


@method()
@declare(in_place=InPlace(uniform=True, inputs_read=1))
def fill_(self, value: Tensor | float) -> Tensor:
    """Fill this tensor with `value`, a number or a 0-dim tensor."""
    is_exact = type(value) in (int, float) and -EXACT_IN_FLOATS < value < EXACT_IN_FLOATS
    if is_exact and can_overwrite(self):
        return overwrite_all(self, ops.fill, (self,), {"value": value}, value)
    if isinstance(value, Tensor):
        check_zero_dim(value)
        check_writable(self, 0)
        return apply_into(self, ops.fill_tensor, (self, value), by="fill_")
    return apply_into(self, ops.fill, (self,), {"value": value}, by="fill_")


@export()
def fill(input: Tensor, value: Tensor | int) -> Tensor:
    """Return a tensor like `input` filled with `value`, a number or a 0-dim tensor."""
    if not isinstance(value, Tensor):
        return apply(ops.fill_anew, (input,), {"value": value})
    check_zero_dim(value)
    return apply(ops.fill_anew_tensor, (input, value))


def check_zero_dim(value: Tensor) -> None:
    """Raise RuntimeError if the fill value is a tensor with dimensions."""
    if value._array.ndim:
        raise RuntimeError(
            "fill_ only supports 0-dimension value tensor but got tensor with "
            f"{value._array.ndim} dimensions.")
