"""Losses of classes: `nll_loss`, `cross_entropy`, `linear_cross_entropy`."""

from __future__ import annotations

import math
import numpy as np
from typing import Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.engine.transform_levels import is_batched
from autograd.functions.indexing.index_checks import check_matching_dtypes
from autograd.functions.nn.activations import dtype_name, log_softmax, require_floating
from autograd.functions.nn.linear import linear
from autograd.functions.nn.losses import check_reduction, check_requires_no_grad, legacy_reduction
from autograd.functions.shape.reshape import reshape, view
from autograd.runtime.c_types import type_name
from autograd.runtime.function_record import Native, declare
from autograd.tensor.batched_tensor import BatchedArray
from autograd.tensor.tensor import Tensor


@autocast_float32
@declare(native=Native("torch.nn", "nll_loss_nd", ("input", "target", "weight", 1, "ignore_index")))
def nll_loss(
        input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None,
        ignore_index: int = -100, reduce: Any = None, reduction: str = "mean") -> Tensor:
    """Return the negative log likelihood of the target classes; `input` holds log probabilities.

    `input` has shape (N, C, d1, ...) or (C,), `target` (N, d1, ...) or ().
    """
    reduction = legacy_reduction(size_average, reduce, reduction)
    check_reduction(reduction)
    ignore_index = as_ignore_index("nll_loss_nd", ignore_index)
    check_nll_operands(input, target, weight, ignore_index)
    params = {"reduction": reduction, "ignore_index": ignore_index}
    if input.dim() <= 2:
        return apply(ops.nll_loss, (input, target, weight), params)[0]
    if input.dim() == 4:
        return apply(ops.nll_loss2d, (input, target, weight), params)[0]
    n, c = input._array.shape[:2]
    flat = view(input.contiguous(), n, c, 1, -1), view(target.contiguous(), n, 1, -1)
    loss = apply(ops.nll_loss2d, (*flat, weight), params)[0]
    return view(loss, (n,) + input._array.shape[2:]) if reduction == "none" else loss


def as_ignore_index(name: str, value: int) -> int:
    """Return `ignore_index` as an int; TypeError for a value that is none."""
    if isinstance(value, Tensor) and not value._array.ndim and value._array.dtype.kind in "iu":
        return int(value)
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return int(value)
    raise TypeError(f"{name}(): argument 'ignore_index' (position 5) must be int, not "
                    f"{type_name(value)}")


def check_nll_operands(
        input: Tensor, target: Tensor, weight: Tensor | None, ignore_index: int) -> None:
    """Raise torch's errors if targets do not match the scores or are no class."""
    check_nll_shapes(input._array.shape, target._array.shape, weight)
    check_nll_dtypes(input, target, weight)
    if type(target._array) is BatchedArray or is_batched(input):
        return  # torch does not check values under vmap
    classes = input._array.shape[input._array.ndim > 1]
    valid = target._array.view(f"u{target._array.itemsize}") < np.array(classes, np.uint64)
    if valid.all():  # negative classes are large unsigned numbers
        return
    outside = (target._array != ignore_index) & ~valid
    if outside.any():
        raise IndexError(f"Target {target._array[outside].flat[0]} is out of bounds.")


def check_nll_shapes(shape: tuple[int, ...], given: tuple[int, ...], weight: Tensor | None) -> None:
    """Raise torch's errors unless there is a target for each row of scores."""
    if len(shape) < 1:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    if len(shape) > 1 and len(given) == 0 or len(shape) > 1 and shape[0] != given[0]:
        raise ValueError(
            f"Expected input batch_size ({shape[0]}) to match target batch_size "
            f"({given[0] if given else 0})."
        )
    check_requires_no_grad(f"nll_loss{'2d' * (len(shape) > 2)}_forward", weight=weight)
    if len(shape) <= 2 and len(given) > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if len(shape) == 4 and len(given) != 3:
        raise RuntimeError("only batches of spatial targets supported (3D tensors) but got targets "
                           f"of dimension: {len(given)}")
    if len(shape) > 2 and given != shape[:1] + shape[2:]:
        if len(shape) == 4:  # torch's text lacks the closing bracket
            raise RuntimeError(
                f"size mismatch (got input: {list(shape)} , target: {list(given)}")
        raise RuntimeError(
            f"Expected target size {list(shape[:1] + shape[2:])}, got {list(given)}"
        )


def check_nll_dtypes(input: Tensor, target: Tensor, weight: Tensor | None) -> None:
    """Raise torch's errors about dtypes, and about a weight of another size than the classes."""
    shape, given = input._array.shape, target._array.shape
    if is_batched(input) or is_batched(target):  # torch gathers all examples at once
        if target._array.dtype not in (np.int64, np.int32):
            raise RuntimeError("gather(): Expected dtype int32/int64 for index")
    elif target._array.dtype not in (np.int64, np.uint8):
        raise RuntimeError(
            f"expected target dtype to be Long or Byte, but got {dtype_name(target)}"
        )
    if len(shape) == len(given) == 1 and given[0] != 1:
        raise ValueError(
            f"For 1D input, 1D target must have size 1, but got target size: {given[0]}")
    require_floating(input, "nll_loss_out_frame")
    classes = shape[0] if len(shape) == 1 else shape[1]
    if weight is not None and weight._array.shape != (classes,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no classes but "
            f"got weight tensor of shape: {list(weight.shape)}"
        )
    if weight is not None:
        check_matching_dtypes("expected scalar type {} but found {}", input, weight)


@autocast_float32
@declare(native=Native(
    "torch.nn",
    "cross_entropy_loss",
    ("input", "target", "weight", 1, "ignore_index", "label_smoothing"),
))
def cross_entropy(
        input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None,
        ignore_index: int = -100, reduce: Any = None, reduction: str = "mean",
        label_smoothing: float = 0.0) -> Tensor:
    """Return `nll_loss` of `log_softmax(input)`; `target` holds classes or class probabilities."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    check_reduction(reduction)
    axis = 0 if input.dim() == 1 else 1
    if not isinstance(label_smoothing, float | int):
        raise TypeError("cross_entropy_loss(): argument 'label_smoothing' (position 6) must be "
                        f"float, not {type_name(label_smoothing)}")
    if label_smoothing > 1.0:  # below 0 torch does not smooth
        raise RuntimeError(
            f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}"
        )
    label_smoothing = max(label_smoothing, 0.0)
    ignore_index = as_ignore_index("cross_entropy_loss", ignore_index)
    if input._array.shape == target._array.shape:
        if ignore_index >= 0 and target._array.dtype.kind in "fV":
            raise RuntimeError("ignore_index is not supported for floating point target")
        return cross_entropy_of_probabilities(
            input, target, weight, reduction, label_smoothing, axis)
    if label_smoothing > 0:
        return smoothed_cross_entropy(
            input, target, weight, reduction, ignore_index, label_smoothing, axis)
    scores = log_softmax(input, axis)
    return nll_loss(scores, target, weight, None, ignore_index, None, reduction)


def cross_entropy_of_probabilities(
        input: Tensor, target: Tensor, weight: Any, reduction: str, label_smoothing: float,
        axis: int) -> Tensor:
    """Return the cross entropy if `target` has a probability for each class along `axis`."""
    if target._array.dtype.kind not in "fV":
        raise RuntimeError(
            "Expected floating point type for target with class probabilities, got "
            + target.type()[6:-6]
        )
    classes = input.size(axis)
    if weight is not None and weight.shape != (classes,):
        raise RuntimeError(
            f"cross_entropy: weight tensor should be defined either for all {classes} classes or "
            f"no classes but got weight tensor of shape: {list(weight.shape)}")
    scores = log_softmax(input, axis)
    if label_smoothing > 0:
        target = apply(ops.mul_number, (target,), {"other": 1 - label_smoothing})
        share = smoothing_per_class(label_smoothing, classes)
        target = apply(ops.add_number, (target,), {"other": share})
    products = scores * target
    if weight is not None:
        products = products * view_along_dim(weight, axis, input.dim())
    if reduction == "none":
        return -products.sum(axis)
    if reduction == "mean" and not products._array.size:
        return -products.sum().fill_(math.nan)
    total = -products.sum()
    if reduction == "sum":
        return total
    count = input.numel() // classes if input.dim() > 1 else 1
    return apply(ops.div_number, (total,), {"other": count})


def smoothing_per_class(label_smoothing: float, classes: int) -> float:
    """Return the smoothing of each class; inf for no classes, as C++ divides."""
    return label_smoothing / classes if classes else math.inf


def smoothed_cross_entropy(
        input: Tensor, target: Tensor, weight: Any, reduction: str, ignore_index: int,
        label_smoothing: float, axis: int) -> Tensor:
    """Return the cross entropy with a share of each target spread over all classes."""
    scores, classes = log_softmax(input, axis), input.size(axis)
    hard = nll_loss(scores, target, weight, None, ignore_index, None, reduction)
    weighted = scores if weight is None else scores * view_along_dim(weight, axis, input.dim())
    ignored = target == ignore_index
    spread = (-weighted.sum(axis)).masked_fill(ignored, 0.0)
    if reduction == "mean":
        spread = spread.sum() / mean_denominator(spread, target, weight, ignored)
    elif reduction == "sum":
        spread = spread.sum()
    parts = (hard, 1 - label_smoothing), (spread, smoothing_per_class(label_smoothing, classes))
    first, second = (
        apply(ops.mul_number, (value,), {"other": share}) for value, share in parts
    )
    return first + second


def mean_denominator(spread: Tensor, target: Tensor, weight: Any, ignored: Tensor) -> Tensor:
    """Return the number of targets that are not ignored, or the sum of their weights."""
    if weight is None:
        return spread.new_tensor(float((~ignored._array).sum()))
    classes = target.masked_fill(ignored, 0)
    return weight[classes].masked_fill(ignored, 0).sum()


def view_along_dim(weight: Tensor, axis: int, ndim: int) -> Tensor:
    """Return the weights of classes in a shape that broadcasts along `axis`."""
    return weight.view(*(-1 if i == axis else 1 for i in range(ndim)))


@declare(compiled="torch")
def linear_cross_entropy(
        input: Tensor, linear_weight: Tensor, target: Tensor, *, linear_bias: Any = None,
        weight: Tensor | None = None, reduction: str = "mean", ignore_index: int | None = None,
        label_smoothing: float = 0.0, options: Any = None) -> Tensor:
    """Return `cross_entropy(linear(input, linear_weight, linear_bias), target)`.

    With `linear_weight` of shape (C, d1, ..., in_features) the logits are (N, C, d1, ...).
    """
    if options is not None:
        raise NotImplementedError(
            "Losses are never computed in chunks in Tapescope: leave `options` out.")
    outer = check_linear_cross_entropy(input, linear_weight, linear_bias)
    logits_shape = (*input.shape[:-1], *outer)
    if tuple(target.shape) == logits_shape and ignore_index is not None:
        raise RuntimeError("ignore_index cannot be specified when target contains probabilities")
    if len(outer) > 1:
        count = math.prod(outer)
        linear_weight = reshape(linear_weight, count, input.shape[-1])
        linear_bias = None if linear_bias is None else reshape(linear_bias, count)
    logits = reshape(linear(input, linear_weight, linear_bias), *logits_shape)
    return cross_entropy(
        logits, target, weight=weight, reduction=reduction, label_smoothing=label_smoothing,
        ignore_index=-100 if ignore_index is None else ignore_index)


def check_linear_cross_entropy(
        input: Tensor, linear_weight: Any, linear_bias: Any) -> tuple[int, ...]:
    """Return the sizes of the logits without the batch; RuntimeError if operands do not match."""
    if not 1 <= input.dim() <= 2:
        raise RuntimeError(f"expected input with dimensionality 1 or 2, got {input.dim()}")
    if linear_weight.dim() < 2:
        raise RuntimeError(
            f"expected linear_weight with dimensionality at least 2, got {linear_weight.dim()}")
    if input.shape[-1] != linear_weight.shape[-1]:
        raise RuntimeError(
            "expected equal input and linear_weight last dimensions (in_features), got "
            f"{input.shape[-1]} and {linear_weight.shape[-1]}, respectively"
        )
    outer = tuple(linear_weight.shape[:-1])
    if linear_bias is not None and tuple(linear_bias.shape) != outer:
        raise RuntimeError(
            f"expected linear_bias shape {outer}, got {tuple(linear_bias.shape)}")
    if len(outer) > 1 and input.dim() == 1:
        raise RuntimeError(
            f"K-dimensional loss defined by linear_weight shape {tuple(linear_weight.shape)} "
            f"requires batched input, (N, {input.shape[-1]}), got unbatched input with shape "
            f"{tuple(input.shape)}"
        )
    return outer
