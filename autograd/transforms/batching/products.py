"""Rules of ops under `vmap`: products of matrices, linear algebra, losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.indexing.gather_scatter import gather
from autograd.functions.linalg.matmul import matmul
from autograd.functions.pointwise.where import where
from autograd.functions.shape.shapes import reshape, squeeze, unsqueeze
from autograd.ops.vmap_rules import (
    ADDMM, DOT, NLL_LOSS, LOSS, MATMUL, MATRIX_FUNCTION, MATRIX_VECTOR, MSE_BACKWARD, OUTER, SOLVE,
)
from autograd.transforms.batching.slots import (
    Slot, as_slots, move_batch_to_front, pad_dims, register_rule, batch_size, expand_batch,
)
from autograd.transforms.vmap_apply import run_composite

if TYPE_CHECKING:
    from autograd.ops.record import Op

# --- Products ----------------------------------------------------------------------------------


@register_rule(MATMUL)
def batch_matmul(op: Op, slots: Sequence[Slot], params: dict[Any, Any], dtype: Any) -> Any:
    """Products of matrices."""
    first, second = slots
    if op.name != "mm" and first.ndim != second.ndim:
        return NotImplemented
    left, right = move_batch_to_front(first), move_batch_to_front(second)
    if first.ndim > 2:  # of many matrices each: those of the slice come before them all
        size = batch_size(slots)
        left, right = expand_batch(first, size), expand_batch(second, size)
    return as_slots(matmul(left, right), 0)


@register_rule(MATRIX_VECTOR)
def batch_matrix_vector(op: Op, slots: Sequence[Slot], params: dict[Any, Any], dtype: Any) -> Any:
    """Products of matrices and vectors."""
    first, second = slots
    if second.dim is None:
        return as_slots(matmul(move_batch_to_front(first), second.value), 0)
    if first.dim is None:
        return as_slots(matmul(move_batch_to_front(second), first.value.t()), 0)
    made = matmul(move_batch_to_front(first), unsqueeze(move_batch_to_front(second), -1))
    return as_slots(squeeze(made, -1), 0)


@register_rule(DOT)
def batch_dot(op: Op, slots: list[Slot], params: dict[Any, Any], dtype: Any) -> Any:
    """Products of vectors."""
    first, second = slots
    if second.dim is None:
        return as_slots(matmul(move_batch_to_front(first), second.value), 0)
    if first.dim is None:
        return as_slots(matmul(move_batch_to_front(second), first.value), 0)
    made = matmul(unsqueeze(move_batch_to_front(first), -2),
        unsqueeze(move_batch_to_front(second), -1))
    return as_slots(squeeze(squeeze(made, -1), -1), 0)


@register_rule(OUTER)
def batch_outer(op: Op, slots: list[Slot], params: dict[Any, Any], dtype: Any) -> Any:
    """All products of the entries of two vectors."""
    left, right = (Slot(unsqueeze(move_batch_to_front(x), -1 - place), x.dim and 0, 2)
                   for place, x in ((0, slots[0]), (1, slots[1])))
    return as_slots(left.value * right.value, 0)


@register_rule(ADDMM)
def batch_addmm(op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any) -> Any:
    """A tensor and a product, added."""
    start, first, second = slots
    entry = {"addmm": ops.mm, "baddbmm": ops.bmm, "addmv": ops.mv}[op.name]
    made = Slot(apply(entry, (first.value, second.value)), None, 1 + (op.name != "addmv")) if (
        first.dim is None is second.dim) else (
            batch_matrix_vector if op.name == "addmv" else batch_matmul)(entry, (first, second), {},
                None)
    beta, alpha = params.get("beta", 1), params.get("alpha", 1)
    ndim = made.ndim
    scaled = apply(ops.mul_number, (start.value,), {"other": beta})
    left, right = pad_dims(Slot(scaled, start.dim, start.ndim), ndim), pad_dims(made, ndim)
    right = right if alpha == 1 else right * alpha
    return as_slots(left + right, 0)


@register_rule(MATRIX_FUNCTION)
def batch_matrix_function(
        op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any) -> Slot | tuple[Slot, ...]:
    """Functions of matrices, of which there may be many."""
    return as_slots(apply(op, (move_batch_to_front(slots[0]),), params, dtype), 0)


@register_rule(SOLVE)
def batch_solve(op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any) -> Any:
    """Systems of equations with matrices, or with a vector on the right."""
    if slots[0].ndim != 2 or slots[1].ndim > 2:
        return NotImplemented
    size = batch_size(slots)
    return as_slots(apply(op, [expand_batch(slot, size) for slot in slots], params, dtype), 0)


# --- Losses ------------------------------------------------------------------------------------


@register_rule(LOSS)
def batch_loss(op: Op, slots: list[Slot], params: dict[str, Any], dtype: Any) -> Any:
    """Losses of entries, summed up for each slice alone."""
    reduction = params.get("reduction", op.params.get("reduction"))
    ndim = max(slot.ndim for slot in slots)
    each = apply(op, [pad_dims(slot, ndim) for slot in slots], {**params, "reduction": "none"},
        dtype)
    if reduction == "none":
        return as_slots(each, 0)
    entry = {"mean": ops.mean_dim, "sum": ops.sum_dim}[reduction]
    flat = reshape(each, each._array.shape[0], -1)
    return as_slots(apply(entry, (flat,), {"dim": (1,), "keepdim": False}), 0)


@register_rule(MSE_BACKWARD)
def batch_mse_backward(op: Op, slots: list[Slot], params: dict[str, str], dtype: Any) -> Any:
    """The slope of the mean of squares, over as many entries as one slice has."""
    ndim = max(slot.ndim for slot in slots)
    grad, left, right = (pad_dims(slot, ndim) for slot in slots)
    count = left._array.size // (batch_size(slots) if slots[1].dim is not None else 1)
    share = count if params["reduction"] == "mean" else 1
    return as_slots(grad * ((left - right) * (2 / share)), 0)


@register_rule(NLL_LOSS)
def batch_nll_loss(
        op: Op, slots: list[Slot], params: dict[str, int | str], dtype: Any) -> tuple[Slot, ...]:
    """The negative log likelihood, put together as torch's decomposition does it."""
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

    return run_composite(one, slots, batch_size(slots))
