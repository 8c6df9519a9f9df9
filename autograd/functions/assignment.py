"""`x[...] = ...` and its kin: writes into part of a tensor, or over all of it."""

from __future__ import annotations

import numpy as np

from autograd import derivatives as table
from autograd.apply import apply, apply_into
from autograd.dtype import of_array
from autograd.functions.method import method
from autograd.functions.subscripts import parse
from autograd.graph import type_string
from autograd.promotion import check_broadcast
from autograd.scalars import held
from autograd.tensor import Tensor, wrap


@method("__setitem__")
def set(self, key, value):
    """Write into part of the tensor: a view is taken and written through."""
    steps, advanced = parse(self, key)
    value = source_of(self, value)
    target = self
    for entry, params in steps:
        target = apply(entry, (target,), params)
    if advanced is not None:
        put(target, advanced, value)
    else:
        value = without_ones_in_front(value, target._array.ndim)
        check_expands(value, target._array.shape)
        apply_into(target, table.copy, (target, value), by="copy_")


def source_of(self, value) -> Tensor:
    """What is assigned as a Tensor: torch takes tensors and numbers, no lists and no arrays."""
    if isinstance(value, Tensor):
        return value
    if isinstance(value, np.generic):
        value = value.item()
    if not isinstance(value, bool | int | float | complex):
        raise TypeError(f"can't assign a {type(value).__name__} to a {type_string(self)}")
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
        raise ValueError("Overflow when unpacking long long")
    return wrap(held(value, self._array.dtype))


def put(target, key, value) -> None:
    """Write where index arrays point, after torch's checks."""
    kinds = [of_array(x._array).legacy_name for x in (target, value)]
    if kinds[0] != kinds[1]:
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{kinds[0]} for the destination and {kinds[1]} for the source."
        )
    value = without_ones_in_front(value, target._array[key].ndim)
    check_indexed(target, key, value)
    apply_into(target, table.index_put, (target, value), {"key": key}, by="index_put_")


def check_indexed(target, key, value) -> None:
    """Refuse values that cannot be broadcast to what a subscript takes."""
    want, have = target._array[key].shape, value._array.shape
    if not fits(have, want):
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(have)} cannot be broadcast to indexing "
            f"result of shape {list(want)}"
        )


def fits(have, want) -> bool:
    """Whether a tensor of one shape can be broadcast to another."""
    lead = len(want) - len(have)
    return lead >= 0 and all(n in (1, want[lead + i]) for i, n in enumerate(have))


def without_ones_in_front(value, ndim) -> Tensor:
    """`value` without leading dimensions of length 1 beyond `ndim`."""
    shape = value._array.shape
    lead = len(shape) - ndim
    if lead > 0 and shape[:lead] == (1,) * lead:
        return value.reshape(shape[lead:])
    return value


def check_expands(value, shape) -> None:
    """Raise the error of `expand` where an assigned value does not fit."""
    if not fits(value._array.shape, shape):
        value.detach().expand(shape)


@method()
def copy_(self, src, non_blocking=False):
    """Overwrite this tensor with `src`, broadcast and cast."""
    shape, have = self._array.shape, src._array.shape
    if not fits(have, shape):
        check_broadcast(self, src)
        raise RuntimeError(
            f"output with shape {list(shape)} doesn't match the broadcast shape "
            f"{list(np.broadcast_shapes(shape, have))}"
        )
    return apply_into(self, table.copy, (self, src), by="copy_")


@method()
def zero_(self):
    """Every entry becomes 0."""
    return apply_into(self, table.zero, (self,), by="zero_")


@method()
def fill_(self, value):
    """Every entry becomes `value`."""
    if isinstance(value, Tensor):
        if value._array.ndim:
            raise RuntimeError(
                "fill_ only supports 0-dimension value tensor but got tensor with "
                f"{value._array.ndim} dimensions."
            )
        return apply_into(self, table.fill_tensor, (self, value), by="fill_")
    return apply_into(self, table.fill, (self,), {"value": value}, by="fill_")


__all__: list[str] = []
