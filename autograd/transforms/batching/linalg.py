"""Batching rules of matrix products, linear algebra, losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.indexing.gather import gather, where
from autograd.functions.linalg.matmul import matmul
from autograd.functions.shape.reshape import reshape, squeeze, unsqueeze
from autograd.ops.vmap_rules import (
    ADDMM, DOT, LOSS, MATMUL, MATRIX_FUNCTION, MATRIX_VECTOR, MSE_BACKWARD, NLL_LOSS, OUTER, SOLVE,
)
from autograd.runtime.registry import OPS
from autograd.transforms.batching.batched_value import (
    BatchedValue, as_batched_values, batch_size, expand_batch, move_batch_to_front, pad_dims,
    register_rule,
)
from autograd.transforms.vmap_apply import run_composite

if TYPE_CHECKING:
    from autograd.ops.record import Op

# --- Products ----------------------------------------------------------------------------------


@register_rule(MATMUL)
def batch_matmul(
        op: Op, operands: Sequence[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Run a product of matrices."""
    first, second = operands
    if first.ndim != second.ndim:
        return NotImplemented
    left, right = move_batch_to_front(first), move_batch_to_front(second)
    if first.ndim > 2:  # of many matrices each: those of the slice come before them all
        size = batch_size(operands)
        left, right = expand_batch(first, size), expand_batch(second, size)
    return as_batched_values(matmul(left, right), 0)


@register_rule(MATRIX_VECTOR)
def batch_matrix_vector(
        op: Op, operands: Sequence[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Run a product of a matrix and a vector."""
    first, second = operands
    if second.dim is None:
        return as_batched_values(matmul(move_batch_to_front(first), second.value), 0)
    if first.dim is None:
        return as_batched_values(matmul(move_batch_to_front(second), first.value.t()), 0)
    made = matmul(move_batch_to_front(first), unsqueeze(move_batch_to_front(second), -1))
    return as_batched_values(squeeze(made, -1), 0)


@register_rule(DOT)
def batch_dot(op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Run a product of two vectors."""
    first, second = operands
    if second.dim is None:
        return as_batched_values(matmul(move_batch_to_front(first), second.value), 0)
    if first.dim is None:
        return as_batched_values(matmul(move_batch_to_front(second), first.value), 0)
    made = matmul(unsqueeze(move_batch_to_front(first), -2),
        unsqueeze(move_batch_to_front(second), -1))
    return as_batched_values(squeeze(squeeze(made, -1), -1), 0)


@register_rule(OUTER)
def batch_outer(op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Run an outer product of two vectors."""
    left, right = (BatchedValue(unsqueeze(move_batch_to_front(x), -1 - place), x.dim and 0, 2)
                   for place, x in ((0, operands[0]), (1, operands[1])))
    return as_batched_values(left.value * right.value, 0)


@register_rule(ADDMM)
def batch_addmm(op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Run a product that is added to a tensor."""
    start, first, second = operands
    entry = OPS[op.product]
    if first.dim is None is second.dim:
        product = as_batched_values(apply(entry, (first.value, second.value)), None)
    else:
        product = entry.vmap.run(entry, (first, second), {}, None)
    beta, alpha = params.get("beta", 1), params.get("alpha", 1)
    ndim = product.ndim
    scaled = apply(ops.mul_number, (start.value,), {"other": beta})
    left = pad_dims(BatchedValue(scaled, start.dim, start.ndim), ndim)
    right = pad_dims(product, ndim)
    right = right if alpha == 1 else right * alpha
    return as_batched_values(left + right, 0)


@register_rule(MATRIX_FUNCTION)
def batch_matrix_function(
        op: Op, operands: list[BatchedValue], params: dict[str, Any],
            dtype: Any) -> BatchedValue | tuple[BatchedValue, ...]:
    """Run a function of matrices that takes batches of them."""
    return as_batched_values(apply(op, (move_batch_to_front(operands[0]),), params, dtype), 0)


@register_rule(SOLVE)
def batch_solve(op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Solve systems of equations with matrices, or with a vector on the right."""
    if operands[0].ndim != 2 or operands[1].ndim > 2:
        return NotImplemented
    size = batch_size(operands)
    return as_batched_values(apply(op, [expand_batch(operand, size) for operand in operands],
        params, dtype), 0)


# --- Losses ------------------------------------------------------------------------------------


@register_rule(LOSS)
def batch_loss(op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any) -> Any:
    """Run an elementwise loss, reduced for each example alone."""
    reduction = params.get("reduction", op.params.get("reduction"))
    ndim = max(operand.ndim for operand in operands)
    each = apply(op, [pad_dims(operand, ndim) for operand in operands],
        {**params, "reduction": "none"},
        dtype)
    if reduction == "none":
        return as_batched_values(each, 0)
    entry = {"mean": ops.mean_dim, "sum": ops.sum_dim}[reduction]
    flat = reshape(each, each._array.shape[0], -1)
    return as_batched_values(apply(entry, (flat,), {"dim": (1,), "keepdim": False}), 0)


@register_rule(MSE_BACKWARD)
def batch_mse_backward(
        op: Op, operands: list[BatchedValue], params: dict[str, str], dtype: Any) -> Any:
    """Return the gradient of the mean squared error, divided by the entries of one example."""
    ndim = max(operand.ndim for operand in operands)
    grad, left, right = (pad_dims(operand, ndim) for operand in operands)
    count = left._array.size // (batch_size(operands) if operands[1].dim is not None else 1)
    share = count if params["reduction"] == "mean" else 1
    return as_batched_values(grad * ((left - right) * (2 / share)), 0)


@register_rule(NLL_LOSS)
def batch_nll_loss(
        op: Op, operands: list[BatchedValue], params: dict[str, int | str],
            dtype: Any) -> tuple[BatchedValue, ...]:
    """Run the negative log likelihood as torch's decomposition does."""
    ignored = params["ignore_index"]

    def one(scores, target, weight):
        axis = 0 if scores.dim() < 2 else 1
        counts = target != ignored
        if weight is not None:
            shape = [-1 if i == axis else 1 for i in range(scores.dim())]
            scores = scores * weight.view(*shape)
        safe = where(counts, target, 0)
        picked = -gather(scores, axis, safe.unsqueeze(axis)).squeeze(axis)
        picked = where(counts, picked, 0)
        if params["reduction"] == "none" and scores.dim() > 1:
            return picked, scores.new_full((), 0.0)
        share = counts.sum().to(scores.dtype) if weight is None else where(
            counts, gather(weight, 0, safe.reshape(-1)).view(safe.shape), 0).sum()
        total = picked.sum()
        return total / share if params["reduction"] == "mean" else total, share

    return run_composite(one, operands, batch_size(operands))
