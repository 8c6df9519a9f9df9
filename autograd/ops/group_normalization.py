"""The record of group norm, with gradients computed from sums as in torch."""

from __future__ import annotations

import math
from typing import Any, TYPE_CHECKING

import numpy as np

from autograd.graph.saved_attributes import saved, saved_by, saved_length
from autograd.kernels import welford
from autograd.kernels.half_accumulation import compute_in_float32
from autograd.kernels.memory_formats import channels_last_as_inputs
from autograd.kernels.refused_dtypes import BOOL, COMPLEX, INTEGERS, unsupported
from autograd.ops.normalization import (
    BACKWARD_TEX, cast_to_weight, non_channel_dims, normalize_with_moments, scale_and_shift,
    scale_channels, standardize, standardize_vjp, sums_in_torch_order,
)
from autograd.ops.record import d, op
from autograd.ops.reductions import mean_dim, sum_dim
from autograd.ops.shapes import expand, unsqueeze, view
from autograd.ops.vmap_rules import GROUP_NORM
from autograd.runtime.records import Record
from autograd.tensor.memory_format import is_channels_last, to_memory_format
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

# With a history, or gradients of the moments, formulas take torch's steps from common `sums`.
group_norm = op("group_norm", "NativeGroupNormBackward0",
    lambda input, weight, bias, *, groups, eps:
        group_norm_forward(input, weight, bias, groups, eps),
    r"\frac{$input - \mu}{\sigma} \odot $weight + $bias",
    outputs=("result", "mean", "rstd"),
    parts={"sums": lambda grads, input, mean, rstd, groups:
               sum_groups(grads, input, mean, rstd, groups)},
    refuses=unsupported("GroupNormKernelImpl", BOOL, INTEGERS, COMPLEX),
    memory_format=channels_last_as_inputs,
    input =d(lambda grads, input, weight, groups, eps, sums:
             group_input_vjp_in_steps(sums, input, weight) if sums else
             group_input_vjp(grads[0], input, weight, groups, eps,
                         stat_dtype=moments_dtype(grads[0], weight)),
                             BACKWARD_TEX.replace("$grad", "$grads"),
             at_once=True),
    weight=d(lambda grads, input, weight, groups, eps, sums:
             group_weight_vjp_in_steps(sums, weight) if sums else
             group_weight_vjp(*cast_to_weight(weight, grads[0], input), groups, eps,
                                stat_dtype=moments_dtype(grads[0], weight)),
             r"\textstyle\sum $grads \odot \hat x", at_once=True),
    bias  =d(lambda grads, weight, sums: group_bias_vjp_in_steps(sums) if sums else
             group_bias_vjp(*cast_to_weight(weight, grads[0])), r"\textstyle\sum $grads",
             at_once=True),
    saves={
        "groups": None, "group": saved("groups"), "N": saved_length(0, "input_shape"),
        "C": saved_length(1, "input_shape"),
        "HxW": saved_by(lambda input_shape: math.prod(input_shape[2:])),
        "result1": saved("mean"), "result2": saved("rstd"), "mean": None, "rstd": None},
    vmap=GROUP_NORM)


def to_groups(value: Any, groups: int) -> np.ndarray:
    """Return samples and groups in two dimensions, all entries of a group in the third."""
    return view(value, size=(value.shape[0], groups, math.prod(value.shape[1:]) // groups))


def from_groups(value: Any, like: np.ndarray) -> np.ndarray:
    """Undo `to_groups`, to the shape of `like`."""
    return view(value, size=tuple(like.shape))


def group_norm_forward(
        input: Any, weight: np.ndarray | None, bias: np.ndarray | None, groups: Any,
        eps: Any) -> tuple[np.ndarray, ...]:
    """Return `input` normalized over groups of channels, the groups' means, the inverse deviations.

    16-bit floats are rounded at the end; the moments have the dtype of the weights.
    """
    if input.dtype.itemsize == 2:
        kept = next((x.dtype for x in (weight, bias) if x is not None), input.dtype)
        wide = [None if x is None else x.astype(np.float32) for x in (input, weight, bias)]
        return tuple([x.astype(kind) for x, kind in zip(
            group_norm_forward(*wide, groups, eps), (input.dtype, kept, kept))])
    if sums_in_torch_order(input, weight, bias):
        return (welford.group_norm_forward(input, groups, weight, bias, eps),
                *welford.group_moments(input, groups, eps))
    made, mean, rate = normalize_with_moments(to_groups(input, groups), -1, None, None, eps)
    size = len(input), groups
    return scale_and_shift(from_groups(made, input), weight,
        bias), mean.reshape(size), rate.reshape(size)


def moments_dtype(grad: np.ndarray, weight: np.ndarray | None) -> Any:
    """Return the dtype in which torch keeps the moments: that of 16-bit floats if all are."""
    known = isinstance(grad, np.ndarray) and (weight is None or weight.dtype == grad.dtype)
    return grad.dtype if known and grad.dtype.itemsize == 2 else None


class GroupSums(Record):
    """The sums by sample, group and channel from which the gradients of a group norm are computed.
    """

    value: object
    mean: object
    rate: object
    grad: object = None  # of the result; `along` sums it times the value, `total` sums it
    along: object = None
    total: object = None
    moments: tuple = (None, None)  # the gradients of the mean and of the rate


def sum_groups(
        grads: list[Any], input: ArrayOrTensor, mean: ArrayOrTensor, rate: ArrayOrTensor,
        groups: int) -> GroupSums | None:
    """Return the first sums of torch's steps; None where its kernel computes gradients at once."""
    if isinstance(input, np.ndarray) and grads[1] is None and grads[2] is None:
        return None
    samples, channels = input.shape[:2]
    size = samples, groups, channels // groups, math.prod(input.shape[2:])
    one = samples, groups, 1, 1
    moved = tuple(None if grad is None else view(grad, size=one) for grad in grads[1:])
    sums = GroupSums(view(input, size=size), view(mean, size=one), view(rate, size=one),
        moments=moved)
    if grads[0] is not None:
        sums.grad = grad = view(grads[0], size=size)
        sums.along, sums.total = sum_spatial(grad * sums.value), sum_spatial(grad)
    return sums


def sum_spatial(value: ArrayOrTensor) -> ArrayOrTensor:
    """Sum over all spatial dimensions, which become one of length 1."""
    return unsqueeze_in_place(sum_dim(value, dim=(3,), keepdim=False), -1)


def unsqueeze_in_place(value: ArrayOrTensor, dim: int) -> ArrayOrTensor:
    """Give `value` a new dimension of length 1; torch does so in place."""
    return value.unsqueeze_(dim) if isinstance(value, Tensor) else unsqueeze(value, dim=dim)


def group_input_vjp_in_steps(
        sums: Any, input: ArrayOrTensor, weight: ArrayOrTensor) -> Any:
    """Return the gradient of the input of a group norm, step by step."""
    value, mean, rate, grad = sums.value, sums.mean, sums.rate, sums.grad
    _, groups, depth, places = value.shape
    made, cube = None, rate * rate * rate
    if grad is not None:
        share, steep, along, total = 1 / (depth * places), rate, sums.along, sums.total
        if weight is not None:
            wide = view(weight, size=(1, groups, depth, 1))
            steep, along, total = rate * wide, along * wide, total * wide
        along, total = (unsqueeze_in_place(sum_dim(x, dim=(2,), keepdim=False), -2)
            for x in (along, total))
        slope = (total * mean - along) * cube * share
        start = -slope * mean - total * rate * share
        made = steep * grad + slope * value + start
    from_mean, from_rate = sums.moments
    if from_mean is not None and from_rate is not None:
        spread = -0.5 * cube * from_rate
        count = depth * places
        moved = (2.0 / count) * spread * (value - mean_dim(value, dim=(2, 3), keepdim=True))
        moved = moved + expand(from_mean, size=tuple(value.shape)) / count
        made = moved if made is None else made + moved
    return None if made is None else view(made, size=tuple(input.shape))


def group_weight_vjp_in_steps(sums: Any, weight: ArrayOrTensor) -> ArrayOrTensor | None:
    """Return the gradient of the weight of a group norm, step by step."""
    if sums.grad is None:
        return None
    along = (sums.along - sums.total * sums.mean) * sums.rate
    return view(sum_dim(along, dim=(0,), keepdim=False), size=tuple(weight.shape))


def group_bias_vjp_in_steps(sums: Any) -> ArrayOrTensor | None:
    """Return the gradient of the bias of a group norm, step by step."""
    if sums.grad is None:
        return None
    made = sum_dim(sums.total, dim=(0,), keepdim=False)
    return view(made, size=(made.shape[0] * made.shape[1],))


@compute_in_float32
def group_input_vjp(
        grad: np.ndarray, value: np.ndarray, weight: np.ndarray | None, groups: int, eps: float, *,
        stat_dtype: Any = None) -> np.ndarray:
    """Return the gradient of the input of a group norm."""
    if sums_in_torch_order(grad, value, weight):
        made = welford.group_norm_gradient(grad, value, weight, groups, eps, stat_dtype)
        return to_memory_format(made, is_channels_last(value))
    normal = standardize_vjp(to_groups(scale_channels(grad, weight), groups),
        to_groups(value, groups), -1, eps)
    return from_groups(normal, value)


@compute_in_float32
def group_weight_vjp(
        grad: np.ndarray, value: np.ndarray, groups: int, eps: float, *, stat_dtype: Any = None
) -> np.ndarray:
    """Return the gradient of the weight of a group norm."""
    if sums_in_torch_order(grad, value):
        return welford.group_norm_weight_gradient(grad, value, groups, eps, stat_dtype)
    along = grad * from_groups(standardize(to_groups(value, groups), -1, eps)[0], value)
    return sum_dim(along, dim=non_channel_dims(value), keepdim=False)


@compute_in_float32
def group_bias_vjp(grad: ArrayOrTensor) -> Any:
    """Return the gradient of the bias of a group norm."""
    if sums_in_torch_order(grad):
        return welford.group_norm_bias_gradient(grad)
    return sum_dim(grad, dim=non_channel_dims(grad), keepdim=False)
