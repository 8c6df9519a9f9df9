"""Batching rules of views, joins, copies in another order."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.shape.reshape import can_reshape_in_place, expand, reshape
from autograd.ops.vmap_rules import (
    AS_STRIDED, CONCATENATE, DIAGONAL, EXPAND, FLIP_OR_ROLL, PERMUTE, REPEAT, RESHAPE,
    SELECT_OR_SPLIT, SQUEEZE, SQUEEZE_FRONT, TRACE, TRANSPOSE, TRIANGULAR, UNFOLD, UNSQUEEZE,
)
from autograd.tensor.batched_tensor import BatchedArray
from autograd.tensor.dimensions import wrap_dim
from autograd.transforms.batching.batched_value import (
    as_batched_values, batch_size, expand_batch, move_batch_to_front, pad_dims, register_rule,
)
from autograd.transforms.batching.elementwise import batch_elementwise, shift_dims

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.transforms.batching.batched_value import BatchedValue

# --- Views and arrangements --------------------------------------------------------------------


@register_rule(SELECT_OR_SPLIT)
def batch_select_or_split(
        op: Op, operands: list[BatchedValue], params: dict[str, Any],
            dtype: Any) -> BatchedValue | tuple[BatchedValue, ...]:
    """Run an op that selects or splits along one dimension."""
    (operand,) = operands
    if not operand.ndim:
        return batch_elementwise(ops.alias, operands, {}, None)
    dim = shift_dims(params.get("dim", op.params.get("dim")), operand.ndim)
    return as_batched_values(apply(op, (move_batch_to_front(operand),), {**params, "dim": dim}), 0)


@register_rule(SQUEEZE)
def batch_squeeze(op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Remove dimensions of length 1 but not the batch dimension, which stays."""
    (operand,) = operands
    shape, own = operand.value._array.shape, operand.dim
    dims = params.get("dim", tuple(range(operand.ndim)))
    dims = [wrap_dim(i, operand.ndim) for i in (dims if isinstance(dims, tuple) else (dims,))]
    dims = [i + (i >= own) for i in dims] if operand.ndim else []
    gone = [i for i in dims if shape[i] == 1]
    after = own - sum(1 for i in gone if i < own)
    if "dim" not in params:
        kept = [n for i, n in enumerate(shape) if i not in gone]
        return as_batched_values(reshape(operand.value, *kept), after)
    return as_batched_values(apply(ops.squeeze_dims, (operand.value,), {"dim": tuple(dims)}), after)


@register_rule(SQUEEZE_FRONT)
def batch_squeeze_front(
        op: Op, operands: list[BatchedValue], params: dict[str, int], dtype: Any) -> Any:
    """Remove in place the dimension that a product with a vector added."""
    dims = params["dim"] if isinstance(params["dim"], tuple) else (params["dim"],)
    dims = tuple(dim + 1 for dim in dims)
    return as_batched_values(apply(squeeze_front_op(), (move_batch_to_front(operands[0]),),
        {"dim": dims}), 0)


@cache
def squeeze_front_op() -> Op:
    """Return the op whose node is that of `squeeze_` by several dimensions."""
    kind = type("SqueezeBackward5", (ops.squeeze_front.node_type,), {"__slots__": ()})
    kind.__module__ = "builtins"
    made = ops.squeeze_front.changed()
    made.node_type = kind
    return made


@register_rule(AS_STRIDED)
def batch_as_strided(
        op: Op, operands: list[BatchedValue], params: Any, dtype: Any) -> Any:
    """Run as_strided with the stride of the batch dimension in front."""
    whole = move_batch_to_front(operands[0])
    array = whole._array
    if type(array) is BatchedArray:
        return NotImplemented
    size = (array.shape[0], *params["size"])
    stride = (array.strides[0] // array.itemsize, *params["stride"])
    return as_batched_values(apply(op, (whole,), {**params, "size": size, "stride": stride}), 0)


@register_rule(TRACE)
def batch_trace(op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Sum each diagonal."""
    parts = apply(ops.diagonal, (move_batch_to_front(operands[0]),),
        {"offset": 0, "dim1": 1, "dim2": 2})
    return as_batched_values(apply(ops.sum_dim, (parts,), {"dim": (1,), "keepdim": False}), 0)


@register_rule(UNSQUEEZE)
def batch_unsqueeze(
        op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Insert a dimension."""
    dim = wrap_dim(params["dim"], operands[0].ndim + 1) + 1
    return as_batched_values(apply(op, (move_batch_to_front(operands[0]),), {"dim": dim}), 0)


@register_rule(TRANSPOSE)
def batch_transpose(
        op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Swap two dimensions."""
    (operand,) = operands
    if operand.ndim < 2:
        return batch_elementwise(ops.alias, operands, {}, None)
    given = params or {"dim0": 0, "dim1": 1}
    dims = {name: wrap_dim(dim, operand.ndim) + 1 for name, dim in given.items()}
    return as_batched_values(apply(ops.transpose, (move_batch_to_front(operand),), dims), 0)


@register_rule(PERMUTE)
def batch_permute(op: Op, operands: list[BatchedValue], params: dict[str, tuple[Any, ...]],
        dtype: Any) -> Any:
    """Permute the dimensions."""
    dims = (0, *[dim + 1 for dim in params["dims"]])
    return as_batched_values(apply(op, (move_batch_to_front(operands[0]),), {"dims": dims}), 0)


@register_rule(RESHAPE)
def batch_reshape(op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Reshape each example, as a view if that is possible."""
    whole = move_batch_to_front(operands[0])
    size = tuple(params["size"])
    if -1 in size:
        known = -int(np.prod(size, dtype=int))
        count = int(np.prod(whole._array.shape[1:], dtype=int))
        size = tuple(count // known if n == -1 else n for n in size)
    size = (whole._array.shape[0], *size)
    if not can_reshape_in_place(whole._array, size):
        return as_batched_values(reshape(whole, *size), 0)
    return as_batched_values(apply(op, (whole,), {"size": size}), 0)


@register_rule(EXPAND)
def batch_expand(op: Op, operands: list[BatchedValue], params: dict[str, tuple[Any, ...]],
        dtype: Any) -> Any:
    """Expand dimensions of length 1."""
    size = tuple(params["size"])
    whole = pad_dims(operands[0], len(size))
    return as_batched_values(expand(whole, whole._array.shape[0], *size), 0)


@register_rule(DIAGONAL)
def batch_diagonal(op: Op, operands: list[BatchedValue], params: dict[str, int], dtype: Any) -> Any:
    """Run an op on the diagonals between two dimensions behind the batch dimension."""
    if op.vmap_clones:
        dims = {"dim1": 1, "dim2": 2}
        view = apply(ops.diagonal, (move_batch_to_front(operands[0]),), {**params, **dims})
        return as_batched_values(view.clone(), 0)
    ndim = operands[0].ndim + op.adds_dim
    dims = {key: wrap_dim(params.get(key, op.params[key]), ndim) + 1 for key in ("dim1", "dim2")}
    return as_batched_values(apply(op, (move_batch_to_front(operands[0]),), {**params, **dims}), 0)


@register_rule(UNFOLD)
def batch_unfold(op: Op, operands: list[BatchedValue], params: dict[str, int], dtype: Any) -> Any:
    """Return windows along a dimension."""
    if not operands[0].ndim:
        return NotImplemented
    dim = wrap_dim(params["dimension"], operands[0].ndim) + 1
    return as_batched_values(apply(op, (move_batch_to_front(operands[0]),), {**params,
        "dimension": dim}), 0)


@register_rule(FLIP_OR_ROLL)
def batch_flip_or_roll(
        op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Run an op that reorders entries along some dimensions."""
    dims = params["dims"]
    if dims is None or dims == () or not operands[0].ndim:
        return NotImplemented
    dims = shift_dims(dims, operands[0].ndim)
    return as_batched_values(apply(op, (move_batch_to_front(operands[0]),), {**params,
        "dims": dims}), 0)


@register_rule(REPEAT)
def batch_repeat(op: Op, operands: list[BatchedValue], params: dict[str, tuple[Any, ...]],
        dtype: Any) -> Any:
    """Repeat each example along its dimensions."""
    repeats = tuple(params["repeats"])
    whole = pad_dims(operands[0], len(repeats))
    return as_batched_values(apply(op, (whole,), {"repeats": (1, *repeats)}), 0)


@register_rule(TRIANGULAR)
def batch_triangular(
        op: Op, operands: list[BatchedValue], params: dict[str, int], dtype: Any) -> Any:
    """Run an op that keeps one triangle of each matrix."""
    return as_batched_values(apply(op, (move_batch_to_front(operands[0]),), params), 0)


# --- Joins -------------------------------------------------------------------------------------


@register_rule(CONCATENATE)
def batch_concatenate(
        op: Op, operands: list[BatchedValue], params: dict[str, int], dtype: Any) -> Any:
    """Join tensors along a dimension behind the batch dimension."""
    size = batch_size(operands)
    ndim = max(operand.ndim for operand in operands) + op.adds_dim
    if any(operand.value._array.shape == (0,) for operand in operands):
        return NotImplemented
    dim = wrap_dim(params["dim"], ndim) + 1
    return as_batched_values(apply(op, [expand_batch(operand, size) for operand in operands],
        {"dim": dim}, dtype), 0)
