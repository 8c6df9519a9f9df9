"""Rules of ops under `vmap`: entry by entry, and along dimensions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd.engine.apply import apply
from autograd.functions.shape.shapes import reshape, unsqueeze
from autograd.ops.record import OPS
from autograd.ops.vmap_rules import (
    ALONG_DIM, BROADCAST, COMPARISON, COPY, ELEMENTWISE, ELEMENTWISE_IN_FRONT, FLAT_REDUCTION,
    FULL_REDUCTION, RANDOM, RANDOM_BY_SEVERAL, REDUCTION,
)
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.tensor import Tensor
from autograd.transforms.batching.slots import as_slots, in_front, padded, rule, size_of, spread_out

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.transforms.batching.slots import Slot

# --- Entry by entry ----------------------------------------------------------------------------


@rule(ELEMENTWISE)
def one_by_one(op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any | None) -> Any:
    """A function of each entry: slices stay where they are."""
    return as_slots(apply(op, [slot.value for slot in slots], params, dtype), slots[0].dim)


@rule(ELEMENTWISE_IN_FRONT)
def from_the_front(op: Op, slots: list[Slot], params: dict[str, float], dtype: Any) -> Any:
    """A function of each entry that torch runs with the slices in front."""
    return as_slots(apply(op, (in_front(slots[0]),), params, dtype), 0)


@rule(COMPARISON)
def compared(op: Op, slots: list[Slot], params: dict[Any, Any], dtype: Any | None) -> Slot:
    """Comparisons; with a number, slices stay where they are."""
    alone = [isinstance(slot.value, Tensor) for slot in slots] == [True, False]
    return (one_by_one if alone else together)(op, slots, params, dtype)


@rule(BROADCAST)
def together(op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any | None) -> Any:
    """A function of entries that belong together, broadcast."""
    ndim = max(slot.ndim for slot in slots)
    return as_slots(apply(op, [padded(slot, ndim) for slot in slots], params, dtype), 0)


@rule(COPY)
def copied(op: Op, slots: list[Slot], params: dict[Any, Any], dtype: Any) -> Any:
    """One tensor in the form of another, which it is broadcast to."""
    own, source = slots
    whole = spread_out(own, size_of(slots))
    return as_slots(apply(op, (whole, padded(source, own.ndim)), params, dtype), 0)


@rule(RANDOM)
def drawn(op: Op, slots: list[Slot], params: dict[Any, Any], dtype: Any) -> Any:
    """Numbers drawn for all slices at once."""
    whole = in_front(slots[0])
    return as_slots(apply(op, (whole,), params, dtype), 0)


@rule(RANDOM_BY_SEVERAL)
def drawn_by_several(op: Op, slots: list[Slot], params: dict[Any, Any], dtype: Any) -> Any:
    """Numbers drawn for all slices at once, by entries that belong together."""
    return together(op, slots, params, dtype)


# --- Along dimensions --------------------------------------------------------------------------


def shifted(dim: int | tuple[int, ...] | None, ndim: int) -> int | tuple[int, ...]:
    """A dimension of a slice, or several of them, as that of all slices; all if there is none."""
    if dim is None or dim == ():
        return tuple(range(1, ndim + 1))
    if isinstance(dim, tuple | list):
        return tuple(wrap_dim(each, ndim) + 1 for each in dim)
    return wrap_dim(dim, ndim) + 1


@rule(REDUCTION)
def reduced(op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any) -> Any:
    """A reduction, along dimensions that come after the mapped one."""
    (slot,) = slots
    whole = in_front(slot)
    dim = params.get("dim", op.params.get("dim"))
    if slot.ndim:
        return as_slots(apply(op, (whole,), {**params, "dim": shifted(dim, slot.ndim)}, dtype), 0)
    alone = (1,) if isinstance(dim, tuple | None) else 1
    given = {**params, "dim": alone, "keepdim": False}
    return as_slots(apply(op, (unsqueeze(whole, -1),), given, dtype), 0)


@rule(FULL_REDUCTION)
def reduced_wholly(op: Op, slots: list[Slot], params: dict[Any, Any], dtype: Any) -> Slot:
    """A sum or mean of all entries of a slice."""
    return reduced(OPS[op.with_dim], slots, {"dim": None, "keepdim": False}, dtype)


@rule(FLAT_REDUCTION)
def flattened(op: Op, slots: list[Slot], params: dict[Any, Any], dtype: Any) -> Any:
    """A reduction of all entries of a slice, along one dimension that holds them all."""
    whole = in_front(slots[0])
    flat = reshape(whole, whole._array.shape[0], -1)
    made = apply(OPS[op.with_dim], (flat,), {"dim": 1, "keepdim": False}, dtype)
    return as_slots(made[0] if isinstance(made, tuple) else made, 0)


@rule(ALONG_DIM)
def along(op: Op, slots: list[Slot], params: dict[str, int], dtype: Any) -> Slot | tuple[Slot, ...]:
    """What keeps the dimension that it goes along."""
    ndim = max(slot.ndim for slot in slots)
    size = size_of(slots)
    wholes = [spread_out(slot, size) for slot in slots]
    if not ndim:
        made = apply(op, [unsqueeze(x, -1) for x in wholes], {**params, "dim": 1}, dtype)
        several = isinstance(made, tuple)
        made = tuple(x.squeeze(-1) for x in (made if several else (made,)))
        return as_slots(made if several else made[0], 0)
    return as_slots(apply(op, wholes, {**params, "dim": shifted(params["dim"], ndim)}, dtype), 0)
