"""Rules of ops under `vmap`: views, joins, and what indices point at."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.shape.shapes import expand, reshape, reshapes_in_place
from autograd.ops.vmap_rules import (
    AS_STRIDED, DIAGONAL, EXPAND, JOIN, PART, PERMUTE, REORDER, REPEAT, RESHAPE, SQUEEZE,
    SQUEEZE_FRONT, TRACE, TRANSPOSE, TRIANGLE, UNFOLD, UNSQUEEZE,
)
from autograd.tensor.batched_tensor import Face
from autograd.tensor.dimensions import wrap_dim
from autograd.transforms.batching.entries import one_by_one, shifted
from autograd.transforms.batching.slots import as_slots, in_front, padded, rule, size_of, spread_out

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.transforms.batching.slots import Slot

# --- Views and arrangements --------------------------------------------------------------------


@rule(PART)
def cut(op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any) -> Slot | tuple[Slot, ...]:
    """A part along one dimension."""
    (slot,) = slots
    if not slot.ndim:
        return one_by_one(ops.alias, slots, {}, None)
    dim = shifted(params.get("dim", op.params.get("dim")), slot.ndim)
    return as_slots(apply(op, (in_front(slot),), {**params, "dim": dim}), 0)


@rule(SQUEEZE)
def squeezed(op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any) -> Any:
    """Without dimensions of length 1, but for the mapped one; slices stay where they are."""
    (slot,) = slots
    shape, own = slot.value._array.shape, slot.dim
    dims = params.get("dim", tuple(range(slot.ndim)))
    dims = [wrap_dim(i, slot.ndim) for i in (dims if isinstance(dims, tuple) else (dims,))]
    dims = [i + (i >= own) for i in dims] if slot.ndim else []
    gone = [i for i in dims if shape[i] == 1]
    after = own - sum(1 for i in gone if i < own)
    if op.name == "squeeze":
        kept = [n for i, n in enumerate(shape) if i not in gone]
        return as_slots(reshape(slot.value, *kept), after)
    return as_slots(apply(ops.squeeze_dims, (slot.value,), {"dim": tuple(dims)}), after)


@rule(SQUEEZE_FRONT)
def squeezed_front(op: Op, slots: list[Slot], params: dict[str, int], dtype: Any) -> Any:
    """A product of a vector without the dimension that it was given, in place."""
    dims = params["dim"] if isinstance(params["dim"], tuple) else (params["dim"],)
    dims = tuple(dim + 1 for dim in dims)
    return as_slots(apply(squeezed_in_place(), (in_front(slots[0]),), {"dim": dims}), 0)


@cache
def squeezed_in_place() -> Op:
    """The table entry whose node is that of `squeeze_` by several dimensions."""
    kind = type("SqueezeBackward5", (ops.squeeze_front.node_type,), {"__slots__": ()})
    kind.__module__ = "builtins"
    made = replace(ops.squeeze_front, plans={})
    made.node_type = kind
    return made


@rule(AS_STRIDED)
def strided(
        op: Op, slots: list[Slot], params: Any, dtype: Any) -> Any:
    """A view with any lengths and steps, from slice to slice as far as slices lie apart."""
    whole = in_front(slots[0])
    array = whole._array
    if type(array) is Face:
        return NotImplemented
    size = (array.shape[0], *params["size"])
    stride = (array.strides[0] // array.itemsize, *params["stride"])
    return as_slots(apply(op, (whole,), {**params, "size": size, "stride": stride}), 0)


@rule(TRACE)
def traced(op: Op, slots: list[Slot], params: dict[Any, Any], dtype: Any) -> Any:
    """The sum of each diagonal."""
    parts = apply(ops.diagonal, (in_front(slots[0]),), {"offset": 0, "dim1": 1, "dim2": 2})
    return as_slots(apply(ops.sum_dim, (parts,), {"dim": (1,), "keepdim": False}), 0)


@rule(UNSQUEEZE)
def unsqueezed(op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any) -> Any:
    """With a new dimension."""
    dim = wrap_dim(params["dim"], slots[0].ndim + 1) + 1
    return as_slots(apply(op, (in_front(slots[0]),), {"dim": dim}), 0)


@rule(TRANSPOSE)
def exchanged(op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any) -> Any:
    """Two dimensions exchanged."""
    (slot,) = slots
    if slot.ndim < 2:
        return one_by_one(ops.alias, slots, {}, None)
    given = params or {"dim0": 0, "dim1": 1}
    dims = {name: wrap_dim(dim, slot.ndim) + 1 for name, dim in given.items()}
    return as_slots(apply(ops.transpose, (in_front(slot),), dims), 0)


@rule(PERMUTE)
def permuted(op: Op, slots: list[Slot], params: dict[str, tuple[Any, ...]], dtype: Any) -> Any:
    """The dimensions in another order."""
    dims = (0, *[dim + 1 for dim in params["dims"]])
    return as_slots(apply(op, (in_front(slots[0]),), {"dims": dims}), 0)


@rule(RESHAPE)
def reshaped(op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any) -> Any:
    """Another shape, which only that of a slice is."""
    whole = in_front(slots[0])
    size = tuple(params["size"])
    if -1 in size:
        known = -int(np.prod(size, dtype=int))
        count = int(np.prod(whole._array.shape[1:], dtype=int))
        size = tuple(count // known if n == -1 else n for n in size)
    size = (whole._array.shape[0], *size)
    if not reshapes_in_place(whole._array, size):
        return as_slots(reshape(whole, *size), 0)
    return as_slots(apply(op, (whole,), {"size": size}), 0)


@rule(EXPAND)
def expanded(op: Op, slots: list[Slot], params: dict[str, tuple[Any, ...]], dtype: Any) -> Any:
    """Dimensions of length 1 stretched."""
    size = tuple(params["size"])
    whole = padded(slots[0], len(size))
    return as_slots(expand(whole, whole._array.shape[0], *size), 0)


@rule(DIAGONAL)
def diagonals(op: Op, slots: list[Slot], params: dict[str, int], dtype: Any) -> Any:
    """A diagonal between two dimensions that come after the mapped one."""
    if op.name == "diagonal_copy":
        dims = {"dim1": 1, "dim2": 2}
        made = apply(ops.diagonal, (in_front(slots[0]),), {**params, **dims})
        return as_slots(made.clone(), 0)
    ndim = slots[0].ndim + (op.name == "diag_embed")
    dims = {key: wrap_dim(params.get(key, op.params[key]), ndim) + 1 for key in ("dim1", "dim2")}
    return as_slots(apply(op, (in_front(slots[0]),), {**params, **dims}), 0)


@rule(UNFOLD)
def unfolded(op: Op, slots: list[Slot], params: dict[str, int], dtype: Any) -> Any:
    """Windows along a dimension."""
    if not slots[0].ndim:
        return NotImplemented
    dim = wrap_dim(params["dimension"], slots[0].ndim) + 1
    return as_slots(apply(op, (in_front(slots[0]),), {**params, "dimension": dim}), 0)


@rule(REORDER)
def turned(op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any) -> Any:
    """The entries in another order along some dimensions."""
    dims = params["dims"]
    if dims is None or dims == () or not slots[0].ndim:
        return NotImplemented
    dims = shifted(dims, slots[0].ndim)
    return as_slots(apply(op, (in_front(slots[0]),), {**params, "dims": dims}), 0)


@rule(REPEAT)
def repeated(op: Op, slots: list[Slot], params: dict[str, tuple[Any, ...]], dtype: Any) -> Any:
    """Copies side by side."""
    repeats = tuple(params["repeats"])
    whole = padded(slots[0], len(repeats))
    return as_slots(apply(op, (whole,), {"repeats": (1, *repeats)}), 0)


@rule(TRIANGLE)
def triangles(op: Op, slots: list[Slot], params: dict[str, int], dtype: Any) -> Any:
    """One side of the diagonal of each matrix."""
    return as_slots(apply(op, (in_front(slots[0]),), params), 0)


# --- Joins -------------------------------------------------------------------------------------


@rule(JOIN)
def joins(op: Op, slots: list[Slot], params: dict[str, int], dtype: Any) -> Any:
    """Tensors joined along a dimension that comes after the mapped one."""
    size = size_of(slots)
    ndim = max(slot.ndim for slot in slots) + (op.name == "stack")
    if any(slot.value._array.shape == (0,) for slot in slots):
        return NotImplemented
    dim = wrap_dim(params["dim"], ndim) + 1
    return as_slots(apply(op, [spread_out(slot, size) for slot in slots], {"dim": dim}, dtype), 0)
