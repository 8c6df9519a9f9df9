"""Cross entropy with class indices or class probabilities."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.arguments.signatures import fits_number
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.functions.nn.activations import log_softmax
from autograd.functions.nn.class_losses import as_ignore_index, nll_loss
from autograd.functions.nn.loss_reduction import check_reduction, legacy_reduction
from autograd.functions.tensor_api.binding import type_name
from autograd.runtime import grad_mode
from autograd.runtime.function_record import NN_BUILTIN, Native, declare
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


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


@declare(native=Native("torch.nn", "one_hot"), home=NN_BUILTIN, compiled="torch.nn")
def one_hot(input: Tensor, num_classes: int = -1) -> Tensor:
    """Return vectors (..., C) with a single 1 for classes (...)."""
    array = input._array
    if not fits_number("int", num_classes):
        raise TypeError(f"one_hot() of {type(num_classes).__name__} classes")
    if array.dtype != np.int64:
        raise RuntimeError(
            "one_hot is only applicable to index tensor of type LongTensor."
        )
    if not array.size and num_classes <= 0:
        raise RuntimeError("Can not infer total number of classes from empty tensor.")
    if array.size and array.min() < 0:
        raise RuntimeError("Class values must be non-negative.")
    if num_classes == -1:
        num_classes = int(array.max()) + 1
    elif array.size and array.max() >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    made = wrap((array[..., None] == np.arange(num_classes)).astype(np.int64, order="C"))
    if grad_mode.inference:
        return grad_mode.mark(made)
    made._counter[0] = 2 if array.size else 0  # torch writes the result in place
    return made


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
    kept = target.masked_fill(ignored, 0)
    return weight[kept].masked_fill(ignored, 0).sum()


def view_along_dim(weight: Tensor, axis: int, ndim: int) -> Any:
    """Return the weights of classes in a shape that broadcasts along `axis`."""
    return weight.view(*(-1 if i == axis else 1 for i in range(ndim)))
