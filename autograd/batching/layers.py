"""Rules of ops under `vmap`: products of matrices, linear algebra, losses and layers."""

from __future__ import annotations

from autograd import derivatives as table
from autograd.apply import apply
from autograd.batching.slots import (
    Slot,
    as_slots,
    composed,
    in_front,
    padded,
    rule,
    size_of,
    spread_out,
)
from autograd.functions.choices import where
from autograd.functions.linear import matmul
from autograd.functions.places import gather
from autograd.functions.shapes import reshape, squeeze, unsqueeze

# --- Products ----------------------------------------------------------------------------------


@rule("mm bmm product")
def products(op, slots, params, dtype):
    """Products of matrices."""
    first, second = slots
    if op.name != "mm" and first.ndim != second.ndim:
        return NotImplemented
    left, right = in_front(first), in_front(second)
    if first.ndim > 2:  # of many matrices each: those of the slice come before them all
        size = size_of(slots)
        left, right = spread_out(first, size), spread_out(second, size)
    return as_slots(matmul(left, right), 0)


@rule("mv")
def by_vectors(op, slots, params, dtype):
    """Products of matrices and vectors."""
    first, second = slots
    if second.dim is None:
        return as_slots(matmul(in_front(first), second.value), 0)
    if first.dim is None:
        return as_slots(matmul(in_front(second), first.value.t()), 0)
    made = matmul(in_front(first), unsqueeze(in_front(second), -1))
    return as_slots(squeeze(made, -1), 0)


@rule("dot")
def inner_products(op, slots, params, dtype):
    """Products of vectors."""
    first, second = slots
    if second.dim is None:
        return as_slots(matmul(in_front(first), second.value), 0)
    if first.dim is None:
        return as_slots(matmul(in_front(second), first.value), 0)
    made = matmul(unsqueeze(in_front(first), -2), unsqueeze(in_front(second), -1))
    return as_slots(squeeze(squeeze(made, -1), -1), 0)


@rule("outer")
def outer_products(op, slots, params, dtype):
    """All products of the entries of two vectors."""
    left, right = (Slot(unsqueeze(in_front(x), -1 - place), x.dim and 0, 2)
                   for place, x in ((0, slots[0]), (1, slots[1])))
    return as_slots(left.value * right.value, 0)


@rule("addmm baddbmm addmv")
def added_products(op, slots, params, dtype):
    """A tensor and a product, added."""
    start, first, second = slots
    entry = {"addmm": table.mm, "baddbmm": table.bmm, "addmv": table.mv}[op.name]
    made = Slot(apply(entry, (first.value, second.value)), None, 1 + (op.name != "addmv")) if (
        first.dim is None is second.dim) else (
            by_vectors if op.name == "addmv" else products)(entry, (first, second), {}, None)
    beta, alpha = params.get("beta", 1), params.get("alpha", 1)
    ndim = made.ndim
    scaled = apply(table.mul_number, (start.value,), {"other": beta})
    left, right = padded(Slot(scaled, start.dim, start.ndim), ndim), padded(made, ndim)
    right = right if alpha == 1 else right * alpha
    return as_slots(left + right, 0)


@rule("""linalg_inv_ex linalg_det linalg_slogdet linalg_matrix_exp linalg_cholesky_ex linalg_qr
    linalg_svd linalg_eigh linalg_eig cholesky_inverse linalg_pinv linalg_lu_factor_ex linalg_lu""")
def of_matrices(op, slots, params, dtype):
    """Functions of matrices, of which there may be many."""
    return as_slots(apply(op, (in_front(slots[0]),), params, dtype), 0)


@rule("linalg_solve_ex linalg_solve_triangular cholesky_solve")
def solved(op, slots, params, dtype):
    """Systems of equations with matrices on both sides."""
    if any(slot.ndim != 2 for slot in slots):
        return NotImplemented
    size = size_of(slots)
    return as_slots(apply(op, [spread_out(slot, size) for slot in slots], params, dtype), 0)


# --- Losses ------------------------------------------------------------------------------------


@rule("mse_loss huber_loss smooth_l1_loss soft_margin_loss binary_cross_entropy "
      "binary_cross_entropy_with_logits")
def losses(op, slots, params, dtype):
    """Losses of entries, summed up for each slice alone."""
    reduction = params.get("reduction", op.params.get("reduction"))
    ndim = max(slot.ndim for slot in slots)
    each = apply(op, [padded(slot, ndim) for slot in slots], {**params, "reduction": "none"}, dtype)
    if reduction == "none":
        return as_slots(each, 0)
    entry = {"mean": table.mean_dim, "sum": table.sum_dim}[reduction]
    flat = reshape(each, each._array.shape[0], -1)
    return as_slots(apply(entry, (flat,), {"dim": (1,), "keepdim": False}), 0)


@rule("mse_loss_backward")
def mse_slopes(op, slots, params, dtype):
    """The slope of the mean of squares, over as many entries as one slice has."""
    ndim = max(slot.ndim for slot in slots)
    grad, left, right = (padded(slot, ndim) for slot in slots)
    count = left._array.size // (size_of(slots) if slots[1].dim is not None else 1)
    share = count if params["reduction"] == "mean" else 1
    return as_slots(grad * ((left - right) * (2 / share)), 0)


@rule("nll_loss nll_loss2d")
def likelihoods(op, slots, params, dtype):
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

    return composed(one, slots, size_of(slots))


# --- Layers ------------------------------------------------------------------------------------


def merged(slot: Slot, dim: int):
    """All slices run together with dimension `dim` of each."""
    whole = slot.value.movedim(slot.dim, dim)
    shape = whole._array.shape
    return reshape(whole, *shape[:dim], shape[dim] * shape[dim + 1], *shape[dim + 2:])


def parted(made, dim: int, size: int) -> Slot:
    """Slices that were run together with dimension `dim`, on their own again."""
    shape = made._array.shape
    apart = reshape(made, *shape[:dim], size, shape[dim] // size, *shape[dim + 1:])
    return Slot(apart, dim, apart._array.ndim - 1)


@rule("convolution")
def convolved(op, slots, params, dtype):
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


def biased(op, slots, params, dtype) -> Slot:
    """A convolution without its bias, which is added."""
    from autograd.functions.shapes import view

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


@rule("convolution_weight")
def kernel_slopes(op, slots, params, dtype):
    """What each slice sends back to a kernel: one group of channels for each."""
    size = size_of(slots)
    grad, input = (merged(Slot(spread_out(slot, size), 0, slot.ndim), 1) for slot in slots)
    shape = (params["size"][0] * size, *params["size"][1:])
    given = {**params, "size": shape, "groups": params["groups"] * size}
    return parted(apply(op, (grad, input), given, dtype), 0, size)


@rule("convolution_input")
def image_slopes(op, slots, params, dtype):
    """What each slice sends back to its images."""
    grad, weight = slots
    size, shape = size_of(slots), params["size"]
    if weight.dim is None:
        given = {**params, "size": (shape[0] * size, *shape[1:])}
        return parted(apply(op, (merged(grad, 0), weight.value), given, dtype), 0, size)
    images = merged(Slot(spread_out(grad, size), 0, grad.ndim), 1)
    given = {**params, "size": (shape[0], shape[1] * size, *shape[2:]),
             "groups": params["groups"] * size}
    return parted(apply(op, (images, merged(weight, 0)), given, dtype), 1, size)


@rule("avg_pool2d adaptive_avg_pool2d max_pool2d adaptive_max_pool2d")
def pooled(op, slots, params, dtype):
    """Pools, of images with a batch of their own or without."""
    (slot,) = slots
    if slot.ndim == 3:
        return as_slots(apply(op, (in_front(slot),), params, dtype), 0)
    made = apply(op, (merged(slot, 0),), params, dtype)
    if isinstance(made, tuple):
        return tuple(parted(each, 0, slot.size) for each in made)
    return parted(made, 0, slot.size)


@rule("layer_norm embedding")
def as_they_are(op, slots, params, dtype):
    """Layers to which dimensions in front make no difference."""
    mapped = slots[0] if op.name == "layer_norm" else slots[1]
    if any(slot.dim is not None for slot in slots if slot is not mapped):
        return NotImplemented
    values = [in_front(slot) for slot in slots]
    return as_slots(apply(op, values, params, dtype), 0)


@rule("group_norm")
def normed(op, slots, params, dtype):
    """Norms of groups of channels, over a batch that may be larger."""
    input, *others = slots
    if any(slot.dim is not None for slot in others):
        return NotImplemented
    made = apply(op, (merged(input, 0), *[slot.value for slot in others]), params, dtype)
    return parted(made, 0, input.size)
