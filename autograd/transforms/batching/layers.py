"""Rules of ops under `vmap`: the layers of networks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.apply import apply
from autograd.functions.shape.shapes import reshape, view
from autograd.ops.vmap_rules import (
    BATCH_NORM, BATCH_NORM_EVAL, CONVOLUTION, GROUP_NORM, IMAGE_SLOPE, KERNEL_SLOPE, LEADING_DIMS,
    PAD, POOL,
)
from autograd.tensor.tensor import wrap
from autograd.transforms.batching.slots import Slot, as_slots, in_front, rule, size_of, spread_out

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import Tensor

# --- Convolutions and pools ---------------------------------------------------------------------


def merged(slot: Slot, dim: int) -> Tensor:
    """All slices run together with dimension `dim` of each."""
    whole = slot.value.movedim(slot.dim, dim)
    shape = whole._array.shape
    return reshape(whole, *shape[:dim], shape[dim] * shape[dim + 1], *shape[dim + 2:])


def parted(made: Tensor, dim: int, size: int) -> Slot:
    """Slices that were run together with dimension `dim`, on their own again."""
    shape = made._array.shape
    apart = reshape(made, *shape[:dim], size, shape[dim] // size, *shape[dim + 1:])
    return Slot(apart, dim, apart._array.ndim - 1)


@rule(CONVOLUTION)
def convolved(
        op: Op, slots: Sequence[Slot], params: dict[str, int | tuple[Any, ...]], dtype: Any
) -> Slot:
    """Convolutions: of one kernel for all slices, or with as many groups as slices."""
    input, weight, bias = slots
    size = size_of(slots)
    if bias.dim is not None:
        return biased(op, slots, params, dtype)
    if weight.dim is None:
        made = apply(op, (merged(input, 0), weight.value, bias.value), params, dtype)
        return parted(made, 0, size)
    if bias.value is not None:
        return biased(op, slots, params, dtype)
    given = {**params, "groups": params["groups"] * size}
    if input.dim is None:
        if params["groups"] != 1:
            return NotImplemented
        return parted(apply(op, (input.value, merged(weight, 0), None), params, dtype), 1, size)
    made = apply(op, (merged(input, 1), merged(weight, 0), None), given, dtype)
    return parted(made, 1, size)


def biased(op: Op, slots: Any, params: dict[str, int | tuple[Any, ...]], dtype: Any) -> Slot:
    """A convolution without its bias, which is added."""
    input, weight, bias = slots
    none = Slot(None, None, 0)
    made = convolved(op, (input, weight, none), params, dtype) if (
        input.dim is not None or weight.dim is not None) else as_slots(
            apply(op, (input.value, weight.value, None), params, dtype), None)
    spatial = made.ndim - 2
    shape = in_front(bias)._array.shape
    wide = view(in_front(bias), *shape[:-1], 1, shape[-1], *(1,) * spatial) if (
        bias.dim is not None) else view(bias.value, shape[-1], *(1,) * spatial)
    return as_slots(in_front(made) + wide, 0)


@rule(KERNEL_SLOPE)
def kernel_slopes(
        op: Op, slots: list[Slot], params: dict[str, tuple[Any, ...]], dtype: Any) -> Any:
    """What each slice sends back to a kernel: one group of channels for each."""
    grad, input, _ = slots
    if grad.dim is None is input.dim:
        return as_slots(apply(op, (grad.value, input.value, None), params, dtype), None)
    size = size_of(slots)
    grad, input = (merged(Slot(spread_out(x, size), 0, x.ndim), 1) for x in (grad, input))
    shape = (params["size"][0] * size, *params["size"][1:])
    given = {**params, "size": shape, "groups": params["groups"] * size}
    return parted(apply(op, (grad, input, None), given, dtype), 0, size)


@rule(IMAGE_SLOPE)
def image_slopes(op: Op, slots: list[Slot], params: dict[str, tuple[Any, ...]], dtype: Any) -> Any:
    """What each slice sends back to its images."""
    grad, _, weight = slots
    if grad.dim is None is weight.dim:
        return as_slots(apply(op, (grad.value, None, weight.value), params, dtype), None)
    size, shape = size_of(slots), params["size"]
    if weight.dim is None:
        given = {**params, "size": (shape[0] * size, *shape[1:])}
        return parted(apply(op, (merged(grad, 0), None, weight.value), given, dtype), 0, size)
    images = merged(Slot(spread_out(grad, size), 0, grad.ndim), 1)
    given = {**params, "size": (shape[0], shape[1] * size, *shape[2:]),
             "groups": params["groups"] * size}
    return parted(apply(op, (images, None, merged(weight, 0)), given, dtype), 1, size)


@rule(POOL)
def pooled(
        op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any) -> Slot | tuple[Slot, ...]:
    """Pools, of images with a batch of their own or without."""
    (slot,) = slots
    if slot.ndim == 3:
        return as_slots(apply(op, (in_front(slot),), params, dtype), 0)
    made = apply(op, (merged(slot, 0),), params, dtype)
    if isinstance(made, tuple):
        return tuple(parted(each, 0, slot.size) for each in made)
    return parted(made, 0, slot.size)


@rule(PAD)
def padded_with(op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any) -> Any:
    """A frame around the last dimensions."""
    return as_slots(apply(op, (in_front(slots[0]),), params, dtype), 0)


@rule(LEADING_DIMS)
def as_they_are(op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any) -> Any:
    """Layers to which dimensions in front make no difference."""
    mapped = slots[0] if op.name == "layer_norm" else slots[1]
    if op.name == "embedding" and slots[0].dim is not None:
        found = looked_up if slots[1].dim is not None else looked_up_alike
        return found(op, slots, params)
    if any(slot.dim is not None for slot in slots if slot is not mapped):
        return NotImplemented
    values = [in_front(slot) for slot in slots]
    return as_slots(apply(op, values, params, dtype), 0)


def looked_up(op: Op, slots: list[Slot], params: dict[Any, Any]) -> Any:
    """Rows of tables of which each slice has its own: of all of them in one."""
    tables, indices = (in_front(slot) for slot in slots)
    size, rows = tables._array.shape[:2]
    first = wrap(np.arange(size).reshape(size, *(1,) * slots[1].ndim) * rows)
    whole = tables.reshape(size * rows, -1)
    return as_slots(apply(op, (whole, indices + first), params), 0)


def looked_up_alike(op: Op, slots: list[Slot], params: dict[str, int]) -> Any:
    """The same rows of tables of which each slice has its own: of all of them side by side."""
    tables, indices = in_front(slots[0]).permute(1, 0, 2), slots[1].value
    rows, size, width = tables._array.shape
    made = apply(op, (reshape(tables, rows, size * width), indices), params)
    apart = view(made, *indices._array.shape, size, width)
    dim = indices._array.ndim
    return as_slots(apart.permute(dim, *range(dim), dim + 1), 0)


@rule(BATCH_NORM)
def normed_over_batches(
        op: Op, slots: list[Slot], params: dict[str, float], dtype: Any) -> tuple[Slot, ...]:
    """Norms of channels over a batch: each slice has channels of its own."""
    input, weight, bias, *_ = slots
    size = size_of(slots)
    images = merged(Slot(spread_out(input, size), 0, input.ndim), 1)
    made, *statistics = apply(op, (images, None, None, None, None), params, dtype)
    made = scaled_channels(made, weight, bias, size)
    return made, *[parted(each, 0, size) for each in statistics]


@rule(BATCH_NORM_EVAL)
def normed_by_statistics(op: Op, slots: list[Slot], params: dict[str, float], dtype: Any) -> Slot:
    """Norms of channels by running statistics, which slices share or not."""
    input, weight, bias, *running = slots
    size = size_of(slots)
    images = merged(Slot(spread_out(input, size), 0, input.ndim), 1)
    running = [spread_out(slot, size).reshape(-1) for slot in running]
    made = apply(op, (images, None, None, *running), params, dtype)
    return scaled_channels(made, weight, bias, size)


def scaled_channels(made: Tensor, weight: Slot, bias: Slot, size: int) -> Slot:
    """Normalised channels of all slices, scaled and moved; the batch of each slice comes first."""
    apart = parted(made.transpose(0, 1), 0, size)
    whole, ndim = apart.value, apart.ndim
    wide = [None if slot.value is None else in_front(slot).view(
        *in_front(slot)._array.shape, *(1,) * (ndim - 1)) for slot in (weight, bias)]
    whole = whole if wide[0] is None else whole * wide[0]
    whole = whole if wide[1] is None else whole + wide[1]
    return Slot(whole.transpose(1, 2), 0, ndim)


@rule(GROUP_NORM)
def normed(op: Op, slots: list[Slot], params: dict[str, float], dtype: Any) -> Any:
    """Norms of groups of channels, over a batch that may be larger."""
    input, *others = slots
    if any(slot.dim is not None for slot in others):
        return NotImplemented
    made = apply(op, (merged(input, 0), *[slot.value for slot in others]), params, dtype)
    return tuple(parted(each, 0, input.size) for each in made)
