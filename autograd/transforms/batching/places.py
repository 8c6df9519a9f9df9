"""Rules of ops under `vmap`: what subscripts and indices point at, and how it is put back.

An array of a subscript that is mapped, too, comes as a `Slot`: each slice then has places of its
own, and a number of the slice in front of them says whose they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.shape.arrangements import movedim
from autograd.ops.vmap_rules import (
    ALONG_INDEX, BY_INDEX, INDEX, INDEX_PUT, PUT_APART, PUT_BACK, PUT_BACK_DIAGONAL, TAKE,
)
from autograd.tensor.batched_tensor import Face, innermost, shell
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.tensor import Tensor, wrap
from autograd.transforms.batching.slots import (
    Slot, as_slots, in_front, padded, put, rule, size_of, spread_out,
)

if TYPE_CHECKING:
    from autograd.ops.record import Op

# --- Subscripts --------------------------------------------------------------------------------


def is_connected(key: Any) -> bool:
    """Whether the arrays of a subscript stand side by side, so that their dimensions stay there."""
    places = [i for i, each in enumerate(key) if not isinstance(each, slice)]
    return not places or places == list(range(places[0], places[-1] + 1))


class Key:
    """A subscript of one slice, as one of all slices."""

    def __init__(self, key, batched: bool, size: int):
        key = key if isinstance(key, tuple) else (key,)
        own = [k for k in key if isinstance(k, Slot) and k.dim is not None]
        if own:
            key = [part for k in key for part in (np.nonzero(k) if is_mask(k) else (k,))]
        self.connected = is_connected(key)
        self.width = max((k.ndim for k in key if hasattr(k, "ndim")), default=0)
        self.lead = next((i for i, k in enumerate(key) if not isinstance(k, slice)), 0)
        self.turned = bool(own) and batched and self.lead > 0  # what arrays point at comes first
        arrays = tuple(padded(k, self.width)._array if isinstance(k, Slot) else k for k in key)
        numbers = np.arange(size).reshape(size, *(1,) * self.width) if own else np.s_[:]
        self.parts = (numbers, *arrays) if batched else arrays
        self.dim = 0 if batched else self.lead

    def run(
            self, op: Op, inputs: Sequence[Any], params: dict[str, Any], dtype: Any = None
    ) -> Tensor | tuple[Tensor, ...]:
        """An op by this subscript; other levels may map its arrays, too."""
        inputs = [*inputs]
        first = next(i for i, x in enumerate(inputs) if x is not None)
        level = innermost([wrap(k) for k in self.parts if type(k) is Face])
        if level is not None and innermost([inputs[first]]) is not level:
            inputs[first] = shell(level, inputs[first], None)
        return apply(op, inputs, {**params, "key": self.parts}, dtype)

    def taken(self, made: Tensor) -> Tensor:
        """What was taken, with its dimensions in the order that a slice has."""
        return self.moved(made, 1, 1 + self.lead)

    def given(self, value: Any) -> Tensor:
        """What is to be put there, with its dimensions in the order that numpy wants."""
        return self.moved(value, 1 + self.lead, 1)

    def moved(self, value: Tensor, start: int, end: int) -> Tensor:
        """The dimensions that arrays stand for, moved if they have to be."""
        if not self.turned or not self.width:
            return value
        wide = range(self.width)
        return movedim(value, [start + i for i in wide], [end + i for i in wide])


def is_mask(key: np.ndarray | slice) -> bool:
    """Whether a part of a subscript is an array of truth values."""
    return isinstance(key, np.ndarray) and key.dtype == bool


@rule(INDEX)
def indexed(op: Op, slots: list[Slot], params: dict[str, tuple[Any, ...]], dtype: Any) -> Any:
    """What arrays of places point at."""
    (own,) = slots
    size = size_of([own, *slots_in(params["key"])])
    key = Key(params["key"], own.dim is not None, size)
    if not key.connected:
        return NotImplemented
    made = key.run(op, (in_front(own),), {})
    return as_slots(key.taken(made), key.dim)


def slots_in(key: tuple[np.ndarray, ...]) -> list[Slot]:
    """The arrays of a subscript that are mapped."""
    return [k for k in (key if isinstance(key, tuple) else (key,)) if isinstance(k, Slot)]


@rule(PUT_BACK)
def put_back(op: Op, slots: list[Slot], params: dict[str, tuple[Any, ...]], dtype: Any) -> Any:
    """Zeros but for one part."""
    size = size_of([*slots, *slots_in(params["key"])])
    key = Key(params["key"], True, size)
    if not key.connected:
        return NotImplemented
    *zeros, values = slots
    given = [None] * len(zeros) + [key.given(spread_out(values, size))]
    return as_slots(key.run(op, given, {"size": (size, *params["size"])}), 0)


@rule(INDEX_PUT)
def put_at(op: Op, slots: list[Slot], params: dict[str, tuple[Any, ...]], dtype: Any) -> Any:
    """Values written where arrays of places point."""
    found = to_put(slots, params)
    if found is NotImplemented:
        return NotImplemented
    key, given = found
    return as_slots(key.run(op, given, {}, dtype), 0)


@rule(PUT_APART)
def told_apart(
        op: Op, slots: list[Slot], params: dict[str, tuple[Any, ...]], dtype: Any
) -> Any:
    """What stays and what arrays of places point at."""
    (own,) = slots
    size = size_of([own, *slots_in(params["key"])])
    key = Key(params["key"], True, size)
    if not key.connected:
        return NotImplemented
    kept, taken = key.run(op, (spread_out(own, size),), {})
    return as_slots((kept, key.taken(taken)), 0)


@put(INDEX_PUT)
def to_put(slots: list[Slot], params: dict[str, tuple[Any, ...]]) -> tuple[Any, ...]:
    """The subscript of a write, and its target and values as they go with it."""
    own, values = slots
    size = size_of([*slots, *slots_in(params["key"])])
    key = Key(params["key"], True, size)
    if not key.connected:
        return NotImplemented
    whole = spread_out(own, size)
    ndim = own.ndim - sum(1 for k in key.parts[1:] if not isinstance(k, slice)) + key.width
    if any(is_mask(k) for k in key.parts):
        ndim = np.broadcast_to(False, whole._array.shape)[key.parts].ndim - 1
    if key.turned and isinstance(values.value, Tensor):
        values = Slot(spread_out(values, size), 0, values.ndim)
    given = padded(values, ndim)
    return key, (whole, given if values.dim is None else key.given(given))


@rule(PUT_BACK_DIAGONAL)
def put_back_diagonals(
        op: Op, slots: list[Slot], params: Any, dtype: Any) -> Any:
    """Zeros but for one diagonal."""
    whole, ndim = in_front(slots[0]), len(params["size"])
    given = {**params, "size": (whole._array.shape[0], *params["size"])}
    given |= {key: wrap_dim(params.get(key, op.params[key]), ndim) + 1 for key in ("dim1", "dim2")}
    return as_slots(apply(op, (whole,), given), 0)

# --- Indices -----------------------------------------------------------------------------------


@rule(BY_INDEX)
def by_index(op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any) -> Any:
    """What an index of the same number of dimensions points at."""
    if any(not slot.ndim for slot in slots):
        return NotImplemented
    size = size_of(slots)
    wholes = [spread_out(slot, size) for slot in slots]
    dim = wrap_dim(params["dim"], slots[0].ndim) + 1
    return as_slots(apply(op, wholes, {**params, "dim": dim}, dtype), 0)


@rule(ALONG_INDEX)
def along_index(op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any) -> Any:
    """Slices along a dimension by an index, most by one that is the same for all."""
    own, index, *others = slots
    if op.name == "index_select" and index.dim is not None and own.ndim:
        return picked(own, index, wrap_dim(params["dim"], own.ndim))
    if index.dim is not None or not own.ndim:
        return NotImplemented
    size = size_of(slots)
    wholes = [spread_out(own, size), index.value, *[spread_out(x, size) for x in others]]
    dim = wrap_dim(params["dim"], own.ndim) + 1
    return as_slots(apply(op, wholes, {**params, "dim": dim}, dtype), 0)


def picked(own: Any, index: Any, dim: int) -> Any:
    """Slices along a dimension by an index of each: entry by entry, as torch gathers them."""
    size = index.size
    whole, places = spread_out(own, size), in_front(index)
    shape = list(whole._array.shape)
    shape[dim + 1] = places._array.shape[1]
    wide = places.view(size, *(-1 if i == dim else 1 for i in range(own.ndim))).expand(shape)
    return as_slots(apply(ops.gather, (whole, wide), {"dim": dim + 1}), 0)


@rule(TAKE)
def taken(op: Op, slots: list[Slot], params: dict[Any, Any], dtype: Any) -> Any:
    """Entries by their number, row by row."""
    own, index = slots
    size = size_of(slots)
    whole = spread_out(own, size).reshape(size, -1)
    places = spread_out(index, size)
    flat = apply(ops.gather, (whole, places.reshape(size, -1)), {"dim": 1})
    return as_slots(flat.view(places._array.shape), 0)
