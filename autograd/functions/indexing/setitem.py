"""Writes to a tensor, or to the part that a subscript selects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import NO_PARAMS, apply, apply_into
from autograd.engine.broadcasting import check_broadcast
from autograd.engine.inplace_checks import check_inplace_history, check_writable
from autograd.engine.vmap_refusals import WRITTEN
from autograd.functions.indexing.getitem import beside, check_arrays, check_bounds, parse, pointed
from autograd.functions.indexing.index_checks import check_values, is_filling
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.operators import dispatch_operator
from autograd.runtime import grad_mode, interpreters, observer
from autograd.runtime.c_types import type_name
from autograd.runtime.function_record import InPlace, declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import IN_PLACE
from autograd.tensor.dtype import of_array
from autograd.tensor.mutation import are_apart
from autograd.tensor.overlap import OVERLAPPING, check_apart, check_overlaps, overlap
from autograd.tensor.scalar import held, wrapped
from autograd.tensor.tensor import Tensor, form_of, wrap

if TYPE_CHECKING:
    from autograd.ops.record import Op


SAFE = 1 << 24  # numbers that each float can hold, rounded once


@method("__setitem__")
def set(self, key: Any, value: Any) -> None:
    """Write `value` to `self[key]` through the views of the key; this is `Tensor.__setitem__`.

    torch/csrc/autograd/python_variable_indexing.cpp.
    """
    given = value
    try:
        value = source_of(self, given)
        steps, advanced, arrays = parse(self, key)
    except (IndexError, TypeError):
        if dispatch_operator("__setitem__", self, key, given) is NotImplemented:
            raise
        return
    target = self
    for entry, params in steps:
        target = apply(entry, (target,), params)
    if advanced is not None:
        check_inplace_history(target, value.requires_grad)
        if value._array.size or not ones_in_front(value):  # torch looks at it without these ones
            check_overlaps(target, (target, value), "index_put_")
        check_arrays(arrays, target)
        fills = is_filling(advanced, value)
        check_keys(target, key, fills)
        put(target, pointed(advanced, target, key), value, arrays)
        if fills:
            check_apart(target._array, "masked_fill_")
    else:
        overwrite_part(target, value)


def check_keys(target: Tensor, key: Tensor | list[int], fills: bool) -> None:
    """Raise RuntimeError if a tensor of the subscript overlaps the memory that is written.

    torch copies a mask to indices first, unless it fills with one value.
    """
    keys = [x for x in (key if isinstance(key, tuple) else (key,)) if isinstance(x, Tensor)]
    if fills:
        return check_overlaps(target, (target, *keys), "masked_fill_")
    keys = [x for x in keys if x._array.ndim and x._array.dtype.kind == "i"]
    check_overlaps(target, (target, *keys), "index_put_")


def overwrite_part(target: Tensor, value: Tensor) -> None:
    """Write a tensor over a view.

    Expanding it to the shape of the view is an op of its own, as in torch.
    """
    if value._array.shape == target._array.shape:
        apply_into(target, ops.copy, (target, value), by="copy_")
    elif not value._array.ndim:
        fill_(target, value)
    else:
        if value._array.size == 1 and overlap(target._array, value._array) != "no":
            check_inplace_history(target, value.requires_grad)
            raise RuntimeError(OVERLAPPING)  # one entry, stretched: torch looks at its strides
        wide = value.view(value._array.shape[ones_in_front(value):])
        if wide._array.shape != target._array.shape:
            wide = wide.expand(target._array.shape)
        apply_into(target, ops.copy, (target, wide), by="copy_")


def source_of(self, value: Tensor | float) -> Tensor:
    """Return an assigned value as a Tensor.

    Raise TypeError for anything but tensors and numbers, ValueError or RuntimeError for a number
    that the dtype of `self` cannot hold.
    """
    if isinstance(value, Tensor):
        return value
    if isinstance(value, np.integer):
        value = value.item()
    if not isinstance(value, bool | int | float | complex):
        kind = of_array(self._array).type_string
        raise TypeError(f"can't assign a {type_name(value)} to a {kind}")
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
        raise ValueError("Overflow when unpacking long long")
    dtype = self._array.dtype
    half = dtype.itemsize == 2 and dtype.kind in "fV"  # by way of which torch rounds to infinity
    if half and isinstance(value, complex) and value.imag:
        raise RuntimeError("value cannot be converted to type double without overflow")
    return wrap(wrapped(value, dtype) if half else held(value, dtype))


def put(target: Tensor, key: tuple[Any, ...], value: Tensor, arrays: list[Any]) -> None:
    """Write `value` at the index arrays of `key`, after torch's checks."""
    lead = ones_in_front(value)
    value = value.view(value._array.shape[lead:]) if lead else value
    if beside(target, key) is not target:
        raise RuntimeError(WRITTEN.of_slices.format(op="index_put_"))
    check_values(target, key, value)
    check_bounds(arrays, target)
    apply_into(target, ops.index_put, (target, value), {"key": key}, by="index_put_")


def fits(have: tuple[int, ...], want: tuple[int, ...]) -> bool:
    """Return True if shape `have` broadcasts to shape `want`."""
    lead = len(want) - len(have)
    return lead >= 0 and all(n in (1, want[lead + i]) for i, n in enumerate(have))


def ones_in_front(value: Tensor) -> int:
    """Return the number of leading dimensions of size 1."""
    shape = value._array.shape
    return next((i for i, n in enumerate(shape) if n != 1), len(shape))


def is_free(self) -> bool:
    """Return True if all elements can be overwritten without checks.

    That holds for a contiguous tensor of floats off the tape, which is no view, outside of
    transforms and inference mode.
    """
    if (self._form or form_of(self)) is None or self._inference or self._meta:
        return False
    flags = self._array.flags
    return (flags.c_contiguous and flags.writeable and not interpreters.stack
            and not (self._requires_grad and grad_mode.grad_enabled))


def is_free_for(self, src: Tensor | complex) -> bool:
    """Return True if `src` can be copied without checks: same form, off the tape, other memory."""
    return (isinstance(src, Tensor) and is_free(self) and (src._form or form_of(src)) is self._form
            and not (src._requires_grad and grad_mode.grad_enabled) and not src._meta
            and are_apart(self._array, src._array))


def overwritten(
        self, op: Op, inputs: Any, params: dict[str, Any],
        numbers: Any) -> Tensor:
    """Overwrite all elements of `self`, after `is_free`, and notify the observer; return `self`."""
    told = observer.current
    if told is not None:
        told.writing(self)
    self._array[...] = numbers
    self._counter[0] += 1
    if told is not None:
        told.op(op, inputs, params, (self,), None)
        told.wrote(self, f"{op.name}_")
    return self


@method()
@declare("copy", numbers=True)
def copy_(self, src: Any, non_blocking: bool = False) -> Tensor:
    """Overwrite this tensor with `src`, broadcast and cast; a number counts as a 0-dim tensor."""
    if is_free_for(self, src):
        return overwritten(self, ops.copy, (self, src), NO_PARAMS, src._array)
    if not isinstance(src, Tensor):
        src = wrap(np.asarray(src))
    mask = int(src.requires_grad and self._array.dtype.kind in "fcV")
    check_writable(self, mask, "copy_", src)
    check_overlaps(self, (src,), "copy_")
    shape, have = self._array.shape, src._array.shape
    if not fits(have, shape):
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
    if is_free(self):
        return overwritten(self, ops.zero, (self,), NO_PARAMS, 0.0)
    return apply_into(self, ops.zero, (self,), by="zero_")


@method()
@declare(in_place=InPlace(uniform=True, inputs_read=1))
def fill_(self, value: Tensor | float) -> Tensor:
    """Fill this tensor with `value`, a number or a 0-dim tensor."""
    if type(value) in (int, float) and -SAFE < value < SAFE and is_free(self):
        return overwritten(self, ops.fill, (self,), {"value": value}, value)
    if isinstance(value, Tensor):
        check_single(value)
        check_writable(self, 0)
        return apply_into(self, ops.fill_tensor, (self, value), by="fill_")
    return apply_into(self, ops.fill, (self,), {"value": value}, by="fill_")


@export()
def fill(input: Tensor, value: Tensor | int) -> Tensor:
    """Return a tensor like `input` filled with `value`, a number or a 0-dim tensor."""
    if not isinstance(value, Tensor):
        return apply(ops.fill_anew, (input,), {"value": value})
    check_single(value)
    return apply(ops.fill_anew_tensor, (input, value))


def check_single(value: Tensor) -> None:
    """Raise RuntimeError if the fill value is a tensor with dimensions."""
    if value._array.ndim:
        raise RuntimeError(
            "fill_ only supports 0-dimension value tensor but got tensor with "
            f"{value._array.ndim} dimensions.")
