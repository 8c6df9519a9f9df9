"""Margin losses of `torch.nn.functional`, on classes or embeddings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.engine.missing_rules import warn_missing_rule_of_composite
from autograd.engine.type_promotion import float_dtype_for
from autograd.functions.creation.filled import full_like, zeros_like
from autograd.functions.indexing.gather import where
from autograd.functions.kernel_dtypes import check_kernel_dtype
from autograd.functions.nn.distance import pairwise_distance
from autograd.functions.nn.losses import (
    check_reduction, check_requires_no_grad, legacy_reduction, reduce_loss,
)
from autograd.functions.pointwise.binary import minimum
from autograd.runtime.function_record import Bool, Native, Read, declare
from autograd.tensor.batched_tensor import unwrap_all
from autograd.tensor.dtype import dtype_of_array

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


def add_number(input: Tensor, number: float) -> Tensor:
    """Return `input + number` by the op that torch's C++ records."""
    return apply(ops.add_number, (input,), {"other": number}, float_dtype_for(input))


@autocast_float32
@declare(native=Native("torch", "hinge_embedding_loss", ("input", "target", "margin", 1)))
def hinge_embedding_loss(
        input: Tensor, target: Tensor, margin: float = 1.0, size_average: Any = None,
        reduce: Any = None, reduction: str = "mean") -> Tensor:
    """Return `input` for targets 1 and `max(0, margin - input)` for targets -1, reduced."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    zero = zeros_like(input)
    bound = full_like(input, margin) if input._array.dtype.kind in "iu" else zero + margin
    other = where(target != 1, (bound - input).clamp_min(0), zero)
    same = where(target != -1, input, zero)
    return reduce_loss(other + same, reduction)


@autocast_float32
@declare(
    native=Native("torch", "margin_ranking_loss", ("input1", "input2", "target", "margin", 1)),
    reads_first=(Read("input1", "dim"), Read("input2", "dim"), Read("target", "dim")),
)
def margin_ranking_loss(
        input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0, size_average: Any = None,
        reduce: Any = None, reduction: str = "mean") -> Tensor:
    """Return `max(0, -target * (input1 - input2) + margin)`, reduced."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    if not input1.dim() == input2.dim() == target.dim():
        raise RuntimeError(
            "margin_ranking_loss : All input tensors should have same dimension but got sizes: "
            f"input1: {input1.size()}, input2: {input2.size()}, target: {target.size()} "
        )
    return compute_margin_ranking(input1, input2, target, margin, reduction)


def compute_margin_ranking(
        input1: Tensor, input2: Tensor, target: Tensor, margin: float, reduction: str) -> Tensor:
    """Compute `margin_ranking_loss` of tensors that broadcast."""
    warn_missing_rule_of_composite("margin_ranking_loss", input1, input2, target)
    lead = input1 - input2
    return reduce_loss(add_number(-target * lead, margin).clamp_min(0), reduction)


@autocast_float32
@declare(native=Native(
    "torch",
    "cosine_embedding_loss",
    ("input1", "input2", "target", "margin", 1),
))
def cosine_embedding_loss(
        input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0, size_average: Any = None,
        reduce: Any = None, reduction: str = "mean") -> Tensor:
    """Return `1 - cosine` for targets 1, `max(0, cosine - margin)` for targets -1, reduced."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    check_embeddings(input1, input2, target)
    dim = target.dim()
    product = (input1 * input2).sum(dim)
    squares = [add_number((x * x).sum(dim), 1e-12) for x in (input1, input2)]
    cosine = product / (squares[0] * squares[1]).sqrt()
    zero = zeros_like(cosine)
    near = where(target == 1, 1 + zero - cosine, zero)
    above = apply(ops.sub_number, (cosine,), {"other": margin})
    return reduce_loss(near + where(target == -1, above.clamp_min(0), zero), reduction)


def check_embeddings(input1: Tensor, input2: Tensor, target: Tensor) -> None:
    """Raise RuntimeError unless there is a target for each pair of vectors."""
    if target.dim() not in (0, 1):
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if input1.dim() != target.dim() + 1 or input2.dim() != target.dim() + 1:
        expected = "1D target tensor expects 2D" if target.dim() else "0D target tensor expects 1D"
        raise RuntimeError(
            f"{expected} input tensors, but found inputs with sizes {list(input1.size())} and "
            f"{list(input2.size())}."
        )


@autocast_float32
@declare(
    native=Native(
        "torch",
        "triplet_margin_loss",
        ("anchor", "positive", "negative", "margin", "p", "eps", "swap", 1),
    ),
    bools=(Bool("swap", "triplet_margin_loss", 7),),
)
def triplet_margin_loss(
        anchor: Any, positive: Any, negative: Any, margin: float = 1.0, p: float = 2,
        eps: float = 1e-6, swap: bool = False, size_average: Any = None, reduce: Any = None,
        reduction: str = "mean") -> Tensor:
    """Return `max(0, d(anchor, positive) - d(anchor, negative) + margin)`, reduced.

    `d` is the p-norm distance; with `swap` the negative may be nearer to the positive.
    """
    reduction = legacy_reduction(size_average, reduce, reduction)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    sizes = [x.dim() for x in (anchor, positive, negative)]
    if len(set(sizes)) > 1:
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same number of "
            f"dimensions, but got: anchor {sizes[0]}D, positive {sizes[1]}D, and negative "
            f"{sizes[2]}D inputs"
        )
    warn_missing_rule_of_composite("triplet_margin_loss", anchor, positive, negative)
    near = pairwise_distance(anchor, positive, p, eps)
    far = pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = minimum(far, pairwise_distance(positive, negative, p, eps))
    return reduce_loss((add_number(near, margin) - far).clamp_min(0), reduction)


def triplet_margin_with_distance_loss(
        anchor: Any, positive: Any, negative: Any, *, distance_function: Any = None,
        margin: float = 1.0, swap: bool = False, reduction: str = "mean") -> Tensor:
    """Return `triplet_margin_loss` with `distance_function`, by default the Euclidean distance."""
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    check_reduction(reduction)
    ranks = [x._array.ndim for x in (anchor, positive, negative)]
    if len(set(ranks)) > 1:
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same number of "
            f"dimensions, but got: anchor {ranks[0]}D, positive {ranks[1]}D, and negative "
            f"{ranks[2]}D inputs")
    distance = pairwise_distance if distance_function is None else distance_function
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = minimum(far, distance(positive, negative))
    return reduce_loss((near + margin - far).clamp_min(0), reduction)


@autocast_float32
@declare(native=Native(
    "torch.nn",
    "multi_margin_loss",
    ("input", "target", "p", "margin", "weight", 1),
))
def multi_margin_loss(
        input: Tensor, target: Tensor, p: float = 1, margin: float = 1.0, weight: Any = None,
        size_average: Any = None, reduce: Any = None, reduction: str = "mean") -> Tensor:
    """Return sums over classes of `max(0, margin - input[target] + input[class]) ** p`, reduced."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    check_reduction(reduction)
    if p != 1 and p != 2:
        raise ValueError("only p == 1 and p == 2 supported")
    check_requires_no_grad("multi_margin_loss", weight=weight)
    check_classes(input, target, weight)
    check_kernel_dtype(
        "multi_margin_loss_cpu_kernel", input, "biucV" if input.itemsize > 2 else "biufV")
    if not input._array.ndim:
        input = input.unsqueeze(0)
    params = {"p": p, "margin": margin, "reduction": reduction}
    return apply(ops.multi_margin_loss, (input, target, weight), params)


def check_score_shape(shape: tuple[int, ...]) -> None:
    """Raise RuntimeError unless scores are a vector or a matrix with one or more classes."""
    if len(shape) > 2 or not (1, *shape)[-1]:
        raise RuntimeError("Expected non-empty vector or matrix with optional 0-dim batch size, "
                           f"but got: {list(shape)}")


def check_classes(input: Tensor, target: Tensor, weight: Any) -> None:
    """Raise torch's errors about the targets of `multi_margin_loss`, and the weights of classes."""
    shape, given = input._array.shape, target._array.shape
    rows, count = (1, *(shape or (1,)))[-2:]
    check_score_shape(shape)
    if given != (rows,) and (given or rows != 1):
        raise RuntimeError(
            "multi_margin_loss: target tensor should be 1-D with size equal to the number of input "
            f"samples (batch size). Expected target size [{rows}], but got {list(given)}. "
            f"Input has shape {list(shape)}."
        )
    if weight is not None and weight._array.ndim != 1:
        raise ValueError("weight must be one-dimensional")
    if weight is not None and weight._array.shape != (count,):
        raise RuntimeError(
            f"inconsistent weight size, expected {count} but got {list(weight._array.shape)}")
    if target._array.dtype != np.int64:
        raise RuntimeError(
            f"expected scalar type Long but found {dtype_of_array(target._array).legacy_name}")
    if not is_within(target, 0, count):
        raise RuntimeError("target out of range")


def is_within(target: Tensor, low: int, high: int) -> bool:
    """Return True if all labels are at least `low` and below `high`."""
    labels = unwrap_all(target)._array
    return not ((labels < low) | (labels >= high)).any()


@autocast_float32
@declare(native=Native("torch.nn", "multilabel_margin_loss", ("input", "target", 1)))
def multilabel_margin_loss(
        input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None,
        reduction: str = "mean") -> Tensor:
    """Return the sum of `max(0, 1 - input[label] + input[class])` over labels and other classes."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    check_reduction(reduction)
    check_score_shape(input._array.shape)
    one_row = input._array.ndim < 2 and target._array.ndim < 2
    if (input._array.size != target._array.size if one_row else
            input._array.shape != target._array.shape):
        raise RuntimeError(
            f"inconsistent target size: {list(target.shape)} for input of size: "
            f"{list(input.shape)}"
        )
    labels = target.trunc() if target._array.dtype.kind in "fV" else target  # torch truncates
    if not is_within(labels, -1, (1, *input._array.shape)[-1]):
        raise RuntimeError("argument #2 'target' is out of range")
    if target._array.dtype != np.int64:
        raise RuntimeError(
            f"expected scalar type Long but found {dtype_of_array(target._array).legacy_name}")
    if one_row:
        input, target = (x if x._array.ndim else x.unsqueeze(0) for x in (input, target))
    return apply(ops.multilabel_margin_loss, (input, target), {"reduction": reduction})
