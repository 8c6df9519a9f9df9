"""Batching rules of elementwise ops, reductions, ops along a dimension."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd.engine.apply import apply
from autograd.functions.shape.reshape import reshape, unsqueeze
from autograd.ops.record import OPS
from autograd.ops.vmap_rules import (
    ALONG_DIM, BROADCAST, COMPARISON, COPY, ELEMENTWISE, ELEMENTWISE_IN_FRONT, FLAT_REDUCTION,
    FULL_REDUCTION, RANDOM, RANDOM_BY_SEVERAL, REDUCTION,
)
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.tensor import Tensor
from autograd.transforms.batching.batched_value import (
    as_batched_values, batch_size, expand_batch, move_batch_to_front, pad_dims, register_rule,
)

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.transforms.batching.batched_value import BatchedValue

# --- Entry by entry ----------------------------------------------------------------------------


@register_rule(ELEMENTWISE)
def batch_elementwise(
        op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Run an elementwise op of one tensor; the batch dimension stays."""
    return as_batched_values(apply(op, [operand.value for operand in operands], params, dtype),
        operands[0].dim)


@register_rule(ELEMENTWISE_IN_FRONT)
def batch_elementwise_in_front(
        op: Op, operands: list[BatchedValue], params: dict[str, float], dtype: Any) -> Any:
    """Run an elementwise op for which torch moves the batch dimension to the front."""
    return as_batched_values(apply(op, (move_batch_to_front(operands[0]),), params, dtype), 0)


@register_rule(COMPARISON)
def batch_comparison(op: Op, operands: list[BatchedValue], params: dict[str, Any],
        dtype: Any) -> BatchedValue:
    """Run a comparison; with a number the batch dimension stays."""
    alone = [isinstance(operand.value, Tensor) for operand in operands] == [True, False]
    return (batch_elementwise if alone else batch_broadcast)(op, operands, params, dtype)


@register_rule(BROADCAST)
def batch_broadcast(
        op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Run an elementwise op of several tensors, which are broadcast."""
    ndim = max(operand.ndim for operand in operands)
    return as_batched_values(apply(op, [pad_dims(operand, ndim) for operand in operands], params,
        dtype), 0)


@register_rule(COPY)
def batch_copy(op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Run a copy of one tensor with the shape of another."""
    own, source = operands
    whole = expand_batch(own, batch_size(operands))
    return as_batched_values(apply(op, (whole, pad_dims(source, own.ndim)), params, dtype), 0)


@register_rule(RANDOM)
def batch_random(op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Draw random numbers for the whole batch at once."""
    whole = move_batch_to_front(operands[0])
    return as_batched_values(apply(op, (whole,), params, dtype), 0)


@register_rule(RANDOM_BY_SEVERAL)
def batch_random_by_several(
        op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Draw random numbers for the whole batch at once, by broadcast parameters."""
    return batch_broadcast(op, operands, params, dtype)


# --- Along dimensions --------------------------------------------------------------------------


def shift_dims(dim: int | tuple[int, ...] | None, ndim: int) -> int | tuple[int, ...]:
    """Return dimensions of one example as dimensions of the batch; all of them for None."""
    if dim is None or dim == ():
        return tuple(range(1, ndim + 1))
    if isinstance(dim, tuple | list):
        return tuple(wrap_dim(each, ndim) + 1 for each in dim)
    return wrap_dim(dim, ndim) + 1


@register_rule(REDUCTION)
def batch_reduction(
        op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Run a reduction along dimensions, each shifted by one."""
    (operand,) = operands
    whole = move_batch_to_front(operand)
    dim = params.get("dim", op.params.get("dim"))
    if operand.ndim:
        return as_batched_values(apply(op, (whole,), {**params, "dim": shift_dims(dim,
            operand.ndim)}, dtype),
            0)
    alone = (1,) if isinstance(dim, tuple | None) else 1
    given = {**params, "dim": alone, "keepdim": False}
    return as_batched_values(apply(op, (unsqueeze(whole, -1),), given, dtype), 0)


@register_rule(FULL_REDUCTION)
def batch_full_reduction(
        op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> BatchedValue:
    """Run a sum or mean of all entries of each example."""
    return batch_reduction(OPS[op.with_dim], operands, {"dim": None, "keepdim": False}, dtype)


@register_rule(FLAT_REDUCTION)
def batch_flat_reduction(
        op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Run a reduction of all entries of each example, flattened into one dimension."""
    whole = move_batch_to_front(operands[0])
    flat = reshape(whole, whole._array.shape[0], -1)
    made = apply(OPS[op.with_dim], (flat,), {"dim": 1, "keepdim": False}, dtype)
    return as_batched_values(made[0] if isinstance(made, tuple) else made, 0)


@register_rule(ALONG_DIM)
def batch_along_dim(
        op: Op, operands: list[BatchedValue], params: dict[str, int],
            dtype: Any) -> BatchedValue | tuple[BatchedValue, ...]:
    """Run an op along a dimension that it keeps."""
    ndim = max(operand.ndim for operand in operands)
    size = batch_size(operands)
    wholes = [expand_batch(operand, size) for operand in operands]
    if not ndim:
        made = apply(op, [unsqueeze(x, -1) for x in wholes], {**params, "dim": 1}, dtype)
        several = isinstance(made, tuple)
        made = tuple(x.squeeze(-1) for x in (made if several else (made,)))
        return as_batched_values(made if several else made[0], 0)
    return as_batched_values(apply(op, wholes, {**params, "dim": shift_dims(params["dim"], ndim)},
        dtype), 0)
