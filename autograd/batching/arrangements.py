"""Rules of ops under `vmap`: views, joins, and what indices point at."""

from __future__ import annotations

import numpy as np

from autograd import derivatives as table
from autograd.apply import apply
from autograd.batching.entries import one_by_one, shifted
from autograd.batching.slots import as_slots, in_front, padded, rule, size_of, spread_out
from autograd.functions.shapes import expand, reshape, reshapes_in_place
from autograd.promotion import wrap_dim

# --- Views and arrangements --------------------------------------------------------------------


@rule("select slice unbind split split_with_sizes unsafe_split squeeze_dim")
def cut(op, slots, params, dtype):
    """A part along one dimension."""
    (slot,) = slots
    if not slot.ndim:
        return one_by_one(table.alias, slots, {}, None)
    dim = shifted(params.get("dim", op.params.get("dim")), slot.ndim)
    return as_slots(apply(op, (in_front(slot),), {**params, "dim": dim}), 0)


@rule("squeeze_dims")
def squeezed_some(op, slots, params, dtype):
    """Without some dimensions of length 1."""
    (slot,) = slots
    dims = tuple(wrap_dim(dim, slot.ndim) + 1 for dim in params["dim"]) if slot.ndim else ()
    return as_slots(apply(op, (in_front(slot),), {"dim": dims}), 0)


@rule("squeeze")
def squeezed(op, slots, params, dtype):
    """Without all dimensions of length 1, but for the mapped one."""
    whole = in_front(slots[0])
    dims = tuple(i for i, n in enumerate(whole._array.shape) if n == 1 and i)
    return as_slots(apply(table.squeeze_dims, (whole,), {"dim": dims}), 0)


@rule("unsqueeze")
def unsqueezed(op, slots, params, dtype):
    """With a new dimension."""
    dim = wrap_dim(params["dim"], slots[0].ndim + 1) + 1
    return as_slots(apply(op, (in_front(slots[0]),), {"dim": dim}), 0)


@rule("transpose transposed t")
def exchanged(op, slots, params, dtype):
    """Two dimensions exchanged."""
    (slot,) = slots
    if slot.ndim < 2:
        return one_by_one(table.alias, slots, {}, None)
    given = params or {"dim0": 0, "dim1": 1}
    dims = {name: wrap_dim(dim, slot.ndim) + 1 for name, dim in given.items()}
    return as_slots(apply(table.transpose, (in_front(slot),), dims), 0)


@rule("permute")
def permuted(op, slots, params, dtype):
    """The dimensions in another order."""
    dims = (0, *[dim + 1 for dim in params["dims"]])
    return as_slots(apply(op, (in_front(slots[0]),), {"dims": dims}), 0)


@rule("view reshape_alias unsafe_view")
def reshaped(op, slots, params, dtype):
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


@rule("expand")
def expanded(op, slots, params, dtype):
    """Dimensions of length 1 stretched."""
    size = tuple(params["size"])
    whole = padded(slots[0], len(size))
    return as_slots(expand(whole, whole._array.shape[0], *size), 0)


@rule("diagonal diag_embed diagonal_copy")
def diagonals(op, slots, params, dtype):
    """A diagonal between two dimensions that come after the mapped one."""
    if op.name == "diagonal_copy":
        dims = {"dim1": 1, "dim2": 2}
        made = apply(table.diagonal, (in_front(slots[0]),), {**params, **dims})
        return as_slots(made.clone(), 0)
    ndim = slots[0].ndim + (op.name == "diag_embed")
    dims = {key: wrap_dim(params.get(key, op.params[key]), ndim) + 1 for key in ("dim1", "dim2")}
    return as_slots(apply(op, (in_front(slots[0]),), {**params, **dims}), 0)


@rule("unfold")
def unfolded(op, slots, params, dtype):
    """Windows along a dimension."""
    if not slots[0].ndim:
        return NotImplemented
    dim = wrap_dim(params["dimension"], slots[0].ndim) + 1
    return as_slots(apply(op, (in_front(slots[0]),), {**params, "dimension": dim}), 0)


@rule("flip roll rot90")
def turned(op, slots, params, dtype):
    """The entries in another order along some dimensions."""
    if not params["dims"] or not slots[0].ndim:
        return NotImplemented
    dims = shifted(tuple(params["dims"]), slots[0].ndim)
    return as_slots(apply(op, (in_front(slots[0]),), {**params, "dims": dims}), 0)


@rule("repeat")
def repeated(op, slots, params, dtype):
    """Copies side by side."""
    repeats = tuple(params["repeats"])
    whole = padded(slots[0], len(repeats))
    return as_slots(apply(op, (whole,), {"repeats": (1, *repeats)}), 0)


@rule("tril triu")
def triangles(op, slots, params, dtype):
    """One side of the diagonal of each matrix."""
    return as_slots(apply(op, (in_front(slots[0]),), params), 0)


# --- Joins and places --------------------------------------------------------------------------


@rule("cat stack")
def joins(op, slots, params, dtype):
    """Tensors joined along a dimension that comes after the mapped one."""
    size = size_of(slots)
    ndim = max(slot.ndim for slot in slots) + (op.name == "stack")
    if any(slot.value._array.shape == (0,) for slot in slots):
        return NotImplemented
    dim = wrap_dim(params["dim"], ndim) + 1
    return as_slots(apply(op, [spread_out(slot, size) for slot in slots], {"dim": dim}, dtype), 0)


def is_connected(key) -> bool:
    """Whether the arrays of a subscript stand side by side, so that their dimensions stay there."""
    places = [i for i, each in enumerate(key) if not isinstance(each, slice)]
    return not places or places == list(range(places[0], places[-1] + 1))


@rule("select_backward slice_backward place")
def put_back(op, slots, params, dtype):
    """Zeros but for one part."""
    key = params["key"] if isinstance(params["key"], tuple) else (params["key"],)
    if not is_connected(key):
        return NotImplemented
    whole = in_front(slots[0])
    size = (whole._array.shape[0], *params["size"])
    return as_slots(apply(op, (whole,), {"size": size, "key": (np.s_[:], *key)}), 0)


@rule("diagonal_backward")
def put_back_diagonals(op, slots, params, dtype):
    """Zeros but for one diagonal."""
    whole, ndim = in_front(slots[0]), len(params["size"])
    given = {**params, "size": (whole._array.shape[0], *params["size"])}
    given |= {key: wrap_dim(params.get(key, op.params[key]), ndim) + 1 for key in ("dim1", "dim2")}
    return as_slots(apply(op, (whole,), given), 0)


@rule("index")
def indexed(op, slots, params, dtype):
    """What arrays of places, the same for all slices, point at."""
    if not is_connected(params["key"]):
        return NotImplemented
    return as_slots(apply(op, (in_front(slots[0]),), {"key": (np.s_[:], *params["key"])}), 0)


@rule("index_put index_put_add")
def put_at(op, slots, params, dtype):
    """Values written where arrays of places point, the same for all slices."""
    own, values = slots
    if not is_connected(params["key"]):
        return NotImplemented
    shape = own.value._array.shape
    inner = shape if own.dim is None else shape[:own.dim] + shape[own.dim + 1:]
    ndim = np.broadcast_to(False, inner)[params["key"]].ndim
    whole = spread_out(own, size_of(slots))
    given = (whole, padded(values, ndim))
    return as_slots(apply(op, given, {"key": (np.s_[:], *params["key"])}, dtype), 0)


@rule("gather scatter scatter_value scatter_add scatter_reduce")
def by_index(op, slots, params, dtype):
    """What an index of the same number of dimensions points at."""
    if any(not slot.ndim for slot in slots):
        return NotImplemented
    size = size_of(slots)
    wholes = [spread_out(slot, size) for slot in slots]
    dim = wrap_dim(params["dim"], slots[0].ndim) + 1
    return as_slots(apply(op, wholes, {**params, "dim": dim}, dtype), 0)


@rule("index_select index_add index_copy index_fill")
def along_index(op, slots, params, dtype):
    """Slices along a dimension by an index that is the same for all."""
    own, index, *others = slots
    if index.dim is not None or not own.ndim:
        return NotImplemented
    size = size_of(slots)
    wholes = [spread_out(own, size), index.value, *[spread_out(x, size) for x in others]]
    dim = wrap_dim(params["dim"], own.ndim) + 1
    return as_slots(apply(op, wholes, {**params, "dim": dim}, dtype), 0)
