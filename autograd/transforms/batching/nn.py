"""Batching rules of neural network layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.apply import apply
from autograd.functions.shape.reshape import reshape, view
from autograd.ops.vmap_rules import (
    BATCH_NORM, BATCH_NORM_EVAL, CONVOLUTION, CONVOLUTION_INPUT_BACKWARD,
    CONVOLUTION_WEIGHT_BACKWARD, GROUP_NORM, LEADING_DIMS, PAD, POOL,
)
from autograd.tensor.tensor import wrap
from autograd.transforms.batching.batched_value import (
    BatchedValue, as_batched_values, batch_size, expand_batch, move_batch_to_front, register_rule,
)

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import Tensor

# --- Convolutions and pools ---------------------------------------------------------------------


def merge_batch_into(operand: BatchedValue, dim: int) -> Tensor:
    """Merge the batch dimension into dimension `dim` of each example."""
    whole = operand.value.movedim(operand.dim, dim)
    shape = whole._array.shape
    return reshape(whole, *shape[:dim], shape[dim] * shape[dim + 1], *shape[dim + 2:])


def split_batch_from(result: Tensor, dim: int, size: int) -> BatchedValue:
    """Split the batch dimension off dimension `dim`: undo `merge_batch_into`."""
    shape = result._array.shape
    apart = reshape(result, *shape[:dim], size, shape[dim] // size, *shape[dim + 1:])
    return BatchedValue(apart, dim, apart._array.ndim - 1)


@register_rule(CONVOLUTION)
def batch_convolution(
        op: Op, operands: Sequence[BatchedValue], params: dict[str, int | tuple[Any, ...]],
            dtype: Any
) -> BatchedValue:
    """Run a convolution: with one kernel for all, or with a group for each example."""
    input, weight, bias = operands
    size = batch_size(operands)
    if bias.dim is not None:
        return convolve_and_add_bias(op, operands, params, dtype)
    if weight.dim is None:
        made = apply(op, (merge_batch_into(input, 0), weight.value, bias.value), params, dtype)
        return split_batch_from(made, 0, size)
    if bias.value is not None:
        return convolve_and_add_bias(op, operands, params, dtype)
    given = {**params, "groups": params["groups"] * size}
    if input.dim is None:
        if params["groups"] != 1:
            return NotImplemented
        return split_batch_from(apply(op, (input.value, merge_batch_into(weight, 0), None), params,
            dtype), 1, size)
    made = apply(op, (merge_batch_into(input, 1), merge_batch_into(weight, 0), None), given, dtype)
    return split_batch_from(made, 1, size)


def convolve_and_add_bias(
        op: Op, operands: Any, params: dict[str, int | tuple[Any, ...]],
            dtype: Any) -> BatchedValue:
    """Run a convolution without its bias, then add the bias."""
    input, weight, bias = operands
    none = BatchedValue(None, None, 0)
    made = batch_convolution(op, (input, weight, none), params, dtype) if (
        input.dim is not None or weight.dim is not None) else as_batched_values(
            apply(op, (input.value, weight.value, None), params, dtype), None)
    spatial = made.ndim - 2
    shape = move_batch_to_front(bias)._array.shape
    wide = view(move_batch_to_front(bias), *shape[:-1], 1, shape[-1], *(1,) * spatial) if (
        bias.dim is not None) else view(bias.value, shape[-1], *(1,) * spatial)
    return as_batched_values(move_batch_to_front(made) + wide, 0)


@register_rule(CONVOLUTION_WEIGHT_BACKWARD)
def batch_convolution_weight_backward(
        op: Op, operands: list[BatchedValue], params: dict[str, tuple[Any, ...]],
            dtype: Any) -> Any:
    """Return the gradient of a kernel, with a group of channels for each example."""
    grad, input, _ = operands
    if grad.dim is None is input.dim:
        return as_batched_values(apply(op, (grad.value, input.value, None), params, dtype), None)
    size = batch_size(operands)
    grad, input = (merge_batch_into(BatchedValue(expand_batch(x, size), 0, x.ndim), 1)
        for x in (grad, input))
    shape = (params["size"][0] * size, *params["size"][1:])
    given = {**params, "size": shape, "groups": params["groups"] * size}
    return split_batch_from(apply(op, (grad, input, None), given, dtype), 0, size)


@register_rule(CONVOLUTION_INPUT_BACKWARD)
def batch_convolution_input_backward(
        op: Op, operands: list[BatchedValue], params: dict[str, tuple[Any, ...]],
            dtype: Any) -> Any:
    """Return the gradient of the images of each example."""
    grad, _, weight = operands
    if grad.dim is None is weight.dim:
        return as_batched_values(apply(op, (grad.value, None, weight.value), params, dtype), None)
    size, shape = batch_size(operands), params["size"]
    if weight.dim is None:
        given = {**params, "size": (shape[0] * size, *shape[1:])}
        return split_batch_from(apply(op, (merge_batch_into(grad, 0), None, weight.value), given,
            dtype), 0, size)
    images = merge_batch_into(BatchedValue(expand_batch(grad, size), 0, grad.ndim), 1)
    given = {**params, "size": (shape[0], shape[1] * size, *shape[2:]),
             "groups": params["groups"] * size}
    return split_batch_from(apply(op, (images, None, merge_batch_into(weight, 0)), given, dtype), 1,
        size)


@register_rule(POOL)
def batch_pool(
        op: Op, operands: list[BatchedValue], params: dict[str, Any],
            dtype: Any) -> BatchedValue | tuple[BatchedValue, ...]:
    """Run a pool of images, with or without a batch of their own."""
    (operand,) = operands
    if operand.ndim == 3:
        return as_batched_values(apply(op, (move_batch_to_front(operand),), params, dtype), 0)
    made = apply(op, (merge_batch_into(operand, 0),), params, dtype)
    if isinstance(made, tuple):
        return tuple(split_batch_from(each, 0, operand.size) for each in made)
    return split_batch_from(made, 0, operand.size)


@register_rule(PAD)
def batch_pad(op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Pad the last dimensions."""
    return as_batched_values(apply(op, (move_batch_to_front(operands[0]),), params, dtype), 0)


@register_rule(LEADING_DIMS)
def batch_leading_dims(
        op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Run a layer that ignores leading dimensions."""
    mapped = operands[op.vmap_input]
    if mapped is not operands[0] and operands[0].dim is not None:  # a table for each example
        found = embed_batched_tables if operands[1].dim is not None else embed_shared_indices
        return found(op, operands, params)
    if any(operand.dim is not None for operand in operands if operand is not mapped):
        return NotImplemented
    values = [move_batch_to_front(operand) for operand in operands]
    return as_batched_values(apply(op, values, params, dtype), 0)


def embed_batched_tables(op: Op, operands: list[BatchedValue], params: dict[str, Any]) -> Any:
    """Look up rows of a table of each example, in one table of them all."""
    tables, indices = (move_batch_to_front(operand) for operand in operands)
    size, rows = tables._array.shape[:2]
    first = wrap(np.arange(size).reshape(size, *(1,) * operands[1].ndim) * rows)
    whole = tables.reshape(size * rows, -1)
    return as_batched_values(apply(op, (whole, indices + first), params), 0)


def embed_shared_indices(op: Op, operands: list[BatchedValue], params: dict[str, int]) -> Any:
    """Look up the same rows of a table of each example, in tables side by side."""
    tables, indices = move_batch_to_front(operands[0]).permute(1, 0, 2), operands[1].value
    rows, size, width = tables._array.shape
    made = apply(op, (reshape(tables, rows, size * width), indices), params)
    apart = view(made, *indices._array.shape, size, width)
    dim = indices._array.ndim
    return as_batched_values(apart.permute(dim, *range(dim), dim + 1), 0)


@register_rule(BATCH_NORM)
def batch_batch_norm(
        op: Op, operands: list[BatchedValue], params: dict[str, float],
            dtype: Any) -> tuple[BatchedValue, ...]:
    """Run batch norm with channels of its own for each example."""
    input, weight, bias, *_ = operands
    size = batch_size(operands)
    images = merge_batch_into(BatchedValue(expand_batch(input, size), 0, input.ndim), 1)
    made, *statistics = apply(op, (images, None, None, None, None), params, dtype)
    made = scale_channels(made, weight, bias, size)
    return made, *[split_batch_from(each, 0, size) for each in statistics]


@register_rule(BATCH_NORM_EVAL)
def batch_batch_norm_eval(
        op: Op, operands: list[BatchedValue], params: dict[str, float], dtype: Any) -> BatchedValue:
    """Run batch norm by running statistics, which examples share or not."""
    input, weight, bias, *running = operands
    size = batch_size(operands)
    images = merge_batch_into(BatchedValue(expand_batch(input, size), 0, input.ndim), 1)
    running = [expand_batch(operand, size).reshape(-1) for operand in running]
    made = apply(op, (images, None, None, *running), params, dtype)
    return scale_channels(made, weight, bias, size)


def scale_channels(
        normalized: Tensor, weight: BatchedValue, bias: BatchedValue, size: int) -> BatchedValue:
    """Scale and shift normalized channels of the whole batch; the batch comes first."""
    apart = split_batch_from(normalized.transpose(0, 1), 0, size)
    whole, ndim = apart.value, apart.ndim
    wide = [None if operand.value is None else move_batch_to_front(operand).view(
        *move_batch_to_front(operand)._array.shape, *(1,) * (ndim - 1))
            for operand in (weight, bias)]
    whole = whole if wide[0] is None else whole * wide[0]
    whole = whole if wide[1] is None else whole + wide[1]
    return BatchedValue(whole.transpose(1, 2), 0, ndim)


@register_rule(GROUP_NORM)
def batch_group_norm(
        op: Op, operands: list[BatchedValue], params: dict[str, float], dtype: Any) -> Any:
    """Run group norm with the batch dimension merged into the samples."""
    input, *others = operands
    if any(operand.dim is not None for operand in others):
        return NotImplemented
    made = apply(op, (merge_batch_into(input, 0), *[operand.value for operand in others]), params,
        dtype)
    return tuple(split_batch_from(each, 0, input.size) for each in made)
