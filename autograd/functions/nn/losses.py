"""Losses of an input with a target: differences, probabilities, likelihoods."""

from __future__ import annotations

import math
import numpy as np
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.arguments.argument_parser import check_arguments
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.engine.broadcasting import check_broadcast, common_broadcast_shape
from autograd.engine.missing_rules import warn_missing_rule_of_composite
from autograd.engine.type_promotion import (
    BAREBONES_UNSIGNED, dtype_category, float_dtype_for, result_type,
)
from autograd.engine.vmap_refusals import TRUTH, unwrap_for
from autograd.functions.creation.filled import ones_like
from autograd.functions.nn.activations import dtype_name, logsigmoid, require_real, require_tensor
from autograd.functions.pointwise.arithmetic import apply_subtraction
from autograd.functions.reduction import reductions
from autograd.functions.shape.reshape import expand
from autograd.graph.saved_attributes import REDUCTIONS
from autograd.ops.binary import check_negatable
from autograd.runtime import grad_mode
from autograd.runtime.c_types import type_name
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import Bool, Keyword, Native, Read, declare
from autograd.runtime.warnings import caution
from autograd.tensor.batched_tensor import unwrap_all
from autograd.tensor.dtype import get_default_dtype, dtype_of
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.ops.record import Op

# --- Reduction ---------------------------------------------------------------------------------


def check_reduction(reduction: str) -> None:
    """Raise ValueError for an unknown `reduction`."""
    if reduction not in REDUCTIONS:
        raise ValueError(f"{reduction} is not a valid value for reduction")


def legacy_reduction(size_average: Any, reduce: Any, reduction: str, warn: bool = True) -> str:
    """Return the `reduction` that the two deprecated arguments mean, with torch's warning."""
    if size_average is None and reduce is None:
        return current_reduction(reduction)
    size_average = True if size_average is None else size_average
    reduce = True if reduce is None else reduce
    meant = ("mean" if size_average else "sum") if reduce else "none"
    if warn:
        caution(
            "size_average and reduce args will be deprecated, please use "
            f"reduction='{meant}' instead.", within=True)
    return meant


def current_reduction(reduction: str) -> str:
    """Return `reduction`, or today's name of `elementwise_mean`, with torch's warning."""
    if reduction != "elementwise_mean":
        return reduction
    caution("reduction='elementwise_mean' is deprecated. Please use reduction='mean' instead.")
    return "mean"


def reduce_loss(loss: Tensor, reduction: str) -> Tensor:
    """Return the mean, the sum or the losses themselves, by recorded ops."""
    reduction = current_reduction(reduction)
    check_reduction(reduction)
    return loss.mean() if reduction == "mean" else loss.sum() if reduction == "sum" else loss


# --- Checks ------------------------------------------------------------------------------------


def check_requires_no_grad(function: str, **inputs: Tensor | None) -> None:
    """Raise RuntimeError for an input that requires grad but has no derivative in `function`."""
    for argument, x in inputs.items():
        if x is not None and execution.grad_enabled and x.requires_grad:
            raise RuntimeError(
                f"The function '{function}' is not differentiable with respect to argument "
                f"'{argument}'. This input cannot have requires_grad True.")


def broadcast_pair(input: Tensor, target: Tensor) -> tuple[Tensor, ...]:
    """Return both tensors broadcast to one shape, with torch's warning if shapes differ."""
    for x in (target, input):
        if not isinstance(x, Tensor):
            raise AttributeError(f"'{type_name(x)}' object has no attribute 'size'")
    if input._array.shape == target._array.shape:
        return input, target
    caution(
        f"Using a target size ({target.size()}) that is different to the input size "
        f"({input.size()}). This will likely lead to incorrect results due to broadcasting. Please "
        "ensure they have the same size.")
    try:
        shape = np.broadcast_shapes(input._array.shape, target._array.shape)
    except ValueError:
        common_broadcast_shape([input._array.shape, target._array.shape])
        raise
    pair = (input, target)
    return tuple(x if x._array.shape == shape else expand(x, *shape) for x in pair)


def apply_loss(
        entry: Op, input: Tensor, target: Tensor, kernel: str, params: dict[str, Any],
        result_dtype: np.dtype | None = None) -> Tensor:
    """Run the op of a loss in `result_dtype`, by default the promoted dtype.

    NotImplementedError, with the name of the `kernel`, if the promoted dtype is an integer one.
    """
    dtype = result_type(input, target)
    if dtype.kind not in "fcV":
        raise NotImplementedError(
            f"\"{kernel}\" not implemented for '{dtype_of(dtype).legacy_name}'")
    check_reduction(params["reduction"])
    return apply(entry, (input, target), params, result_dtype or dtype)


# --- Differences -------------------------------------------------------------------------------


@autocast_float32
@declare(reads_first=(Read("target", "size"), Read("input", "size")))
def mse_loss(
        input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None,
        reduction: str = "mean", weight: Any = None) -> Tensor:
    """Return the squared differences, reduced."""
    input, target = broadcast_pair(input, target)
    reduction = legacy_reduction(size_average, reduce, reduction)
    if weight is not None:
        return weight_losses((input - target).pow(2), weight, reduction)
    return apply_loss(ops.mse_loss, input, target, "mse_cpu", {"reduction": reduction})


@autocast_float32
@declare(reads_first=(Read("target", "size"), Read("input", "size")))
def l1_loss(
        input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None,
        reduction: str = "mean", weight: Any = None) -> Tensor:
    """Return the absolute differences, reduced."""
    input, target = broadcast_pair(input, target)
    reduction = legacy_reduction(size_average, reduce, reduction)
    if weight is not None:
        return weight_losses((input - target).abs(), weight, reduction)
    return reduce_loss((input - target).abs(), reduction)


def weight_losses(losses: Tensor, weight: Tensor, reduction: str) -> Tensor:
    """Multiply losses by weights of their shape; a mean is divided by the sum of the weights."""
    if weight.size() != losses.size():
        raise ValueError("Weights and input must have the same size.")
    losses = losses * weight
    if reduction == "mean":
        return losses.sum() / weight.sum()
    if reduction not in ("none", "sum"):
        raise ValueError(f"Invalid reduction mode: {reduction}. Expected one of 'none', 'mean', "
                         "'sum'.")
    return reduce_loss(losses, reduction)


@autocast_float32
@declare(
    native=Native("torch.nn", "smooth_l1_loss", ("input", "target", 1, "beta")),
    reads_first=(Read("target", "size"), Read("input", "size")),
)
def smooth_l1_loss(
        input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None,
        reduction: str = "mean", beta: float = 1.0) -> Tensor:
    """Return half the squared difference over `beta`, beyond `beta` the absolute difference."""
    input, target = broadcast_pair(input, target)
    reduction = legacy_reduction(size_average, reduce, reduction)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return reduce_loss((input - target).abs(), reduction)
    params = {"beta": float(beta), "reduction": reduction}
    return apply_loss(ops.smooth_l1_loss, input, target, "smooth_l1_cpu", params)


@autocast_float32
@declare(
    native=Native("torch.nn", "huber_loss", ("input", "target", 1, "delta")),
    reads_first=(Read("target", "size"), Read("input", "size")),
)
def huber_loss(
        input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0,
        weight: Any = None) -> Tensor:
    """Return half the squared difference up to `delta`, beyond it a line of slope `delta`."""
    (input, target), reduction = broadcast_pair(input, target), current_reduction(reduction)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    check_result_type(result_type(input, target), input)
    if weight is not None:
        params = {"delta": delta, "reduction": "none"}
        losses = apply_loss(ops.huber_loss, input, target, "huber_cpu", params)
        if reduction == "mean":  # torch's mean is over all entries here
            return weight_losses(losses, weight, "none").mean()
        return weight_losses(losses, weight, reduction)
    params = {"delta": delta, "reduction": reduction}
    result_dtype = None if input._array.dtype.kind == "c" else input._array.dtype
    return apply_loss(ops.huber_loss, input, target, "huber_cpu", params, result_dtype)


def check_result_type(dtype: np.dtype, output: Tensor) -> None:
    """Raise RuntimeError if a result of `dtype` cannot be cast to the dtype of `output`."""
    if dtype_category(dtype) > dtype_category(output._array.dtype):
        raise RuntimeError(f"result type {dtype_of(dtype).legacy_name} can't be cast to the "
                           "desired "
                           f"output type {dtype_name(output)}")


@autocast_float32
@declare(native=Native("torch.nn", "soft_margin_loss", ("input", "target", 1)))
def soft_margin_loss(
        input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None,
        reduction: str = "mean") -> Tensor:
    """Return `log(1 + exp(-target * input))` for targets 1 and -1, reduced."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    check_requires_no_grad("soft_margin_loss", target=target)
    check_negatable(input._array)
    shape = common_broadcast_shape([input._array.shape, target._array.shape])
    if shape != input._array.shape:
        raise RuntimeError(f"output with shape {list(input._array.shape)} doesn't match the "
                           f"broadcast shape {list(shape)}")
    result_dtype, dtype = input._array.dtype, result_type(input, target)
    if result_dtype.kind not in "fcV":  # torch computes in tensors of the input's dtype
        check_result_type(dtype if dtype.kind in "fcV" else get_default_dtype().numpy,
                          (-target).to(input.dtype))
    params = {"reduction": reduction}
    return apply_loss(ops.soft_margin_loss, input, target, "", params, result_dtype)


# --- Probabilities -----------------------------------------------------------------------------


@autocast_float32
@declare(
    native=Native("torch.nn", "binary_cross_entropy", ("input", "target", "weight", 1)),
    reads_first=(Read("target", "size"), Read("input", "size")),
)
def binary_cross_entropy(
        input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None,
        reduce: Any = None, reduction: str = "mean") -> Tensor:
    """Return the cross entropy of probabilities between 0 and 1, reduced."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    if target._array.shape != input._array.shape:
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input size "
            f"({input.size()}) is deprecated. Please ensure they have the same size."
        )
    check_reduction(reduction)
    check_requires_no_grad("binary_cross_entropy", weight=weight)
    if target._array.dtype != input._array.dtype:
        raise RuntimeError(f"Found dtype {dtype_name(target)} but expected {dtype_name(input)}")
    require_real(input, "binary_cross_entropy")
    check_probabilities(input, target)
    if weight is not None and weight._array.shape != input._array.shape:
        weight = expand_weight(weight, input._array.shape)
    return apply(ops.binary_cross_entropy, (input, target, weight), {"reduction": reduction})


def expand_weight(weight: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Expand a weight to the shape of what it weights; RuntimeError if it does not broadcast."""
    given = weight._array.shape
    for i, (n, m) in enumerate(zip(reversed(given), reversed(shape)), 1):
        if n not in (1, m):
            raise RuntimeError(
                f"Attempting to broadcast a dimension of length {n} at {-i}! Mismatching argument "
                f"at index 1 had {weight.size()}; but expected shape should be broadcastable to "
                f"{list(shape)}"
            )
    if len(given) > len(shape):
        raise RuntimeError(f"output with shape {list(shape)} doesn't match the broadcast shape "
                           f"{list(np.broadcast_shapes(given, shape))}")
    return expand(weight, shape)


def check_probabilities(input: Tensor, target: Tensor) -> None:
    """Raise RuntimeError for the first entry of input or target that is no probability."""
    wrong = [~((x._array >= 0) & (x._array <= 1)).ravel() for x in map(unwrap_all, (input, target))]
    first = [each.argmax() if each.any() else len(each) for each in wrong]
    if any(each.any() for each in wrong):
        name = "input" if first[0] <= first[1] else "target"
        raise RuntimeError(f"all elements of {name} should be between 0 and 1")


@autocast_float32
@declare(
    native=Native(
        "torch",
        "binary_cross_entropy_with_logits",
        ("input", "target", "weight", "pos_weight", 1),
    ),
    reads_first=(Read("target", "size"), Read("input", "size")),
)
def binary_cross_entropy_with_logits(
        input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None,
        reduce: Any = None, reduction: str = "mean", pos_weight: Tensor | None = None) -> Tensor:
    """Return the cross entropy of the sigmoids of logits, computed without overflow, reduced."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    if target._array.shape != input._array.shape:
        raise ValueError(
            f"Target size ({target.size()}) must be the same as input size ({input.size()})"
        )
    check_reduction(reduction)
    check_requires_no_grad("binary_cross_entropy_with_logits", weight=weight, pos_weight=pos_weight)
    require_real(input, "log_sigmoid_cpu")
    if target._array.dtype.kind == "b" or target._array.dtype in BAREBONES_UNSIGNED:
        apply_subtraction(ops.sub, target, target)
    if target._array.dtype.kind in "biu":
        raise RuntimeError(
            f"result type {dtype_name(input)} can't be cast to the desired output type "
            f"{dtype_name(target)}"
        )
    if pos_weight is not None:
        check_broadcast(pos_weight, target)
    if weight is not None:
        check_broadcast(input, weight)
    inputs, dtype = (input, target, weight, pos_weight), target._array.dtype
    # torch computes `1 - target` first, then in place: the result has the target's dtype.
    cast = None if input._array.dtype == dtype or dtype.kind == "c" else dtype
    return apply(ops.binary_cross_entropy_with_logits, inputs, {"reduction": reduction}, cast)


@autocast_float32
@declare(
    native=Native("torch", "kl_div", ("input", "target", 1, Keyword("log_target"))),
    bools=(Bool("log_target", "kl_div"),),
)
def kl_div(
        input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None,
        reduction: str = "mean", log_target: bool = False) -> Tensor:
    """Return `target * (log(target) - input)`, reduced; `input` holds log probabilities.

    With `log_target` the target holds logarithms, too.
    """
    over_batch = reduction == "batchmean"
    if size_average is not None or reduce is not None:
        reduction = legacy_reduction(size_average, reduce, reduction)
    elif reduction == "mean":
        caution(
            "reduction: 'mean' divides the total loss by both the batch size and the support size."
            "'batchmean' divides only by the batch size, and aligns with the KL div math "
            "definition.'mean' will be changed to behave the same as 'batchmean' in the next major "
            "release.")
    if "c" in (input._array.dtype.kind, target._array.dtype.kind):
        raise RuntimeError("kl_div: Complex inputs not supported.")
    if input._array.dtype.kind not in "fcV" or target._array.dtype.kind not in "fcV":
        raise RuntimeError("kl_div: Integral inputs not supported.")
    warn_missing_rule_of_composite("kl_div", input, target)
    if log_target:
        difference = target - input  # before `exp`, as in torch's compiled code
        losses = target.exp() * difference
    else:
        cross = target * input
        losses = target.xlogy(target) - cross
    if not over_batch:
        return reduce_loss(losses, reduction)
    losses = losses.sum() if reduction == "batchmean" else reduce_loss(losses, reduction)
    return losses / (input.size(0) if input.dim() else 1)


def multilabel_soft_margin_loss(
        input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None,
        reduce: Any = None, reduction: str = "mean") -> Tensor:
    """Return the binary cross entropy of each class's logit, averaged over classes, reduced."""
    reduction = legacy_reduction(size_average, reduce, reduction)
    loss = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    if weight is not None:
        loss = loss * weight
    return reduce_loss(loss.sum(dim=input.dim() - 1) / input.size(input.dim() - 1), reduction)


# --- Likelihoods -------------------------------------------------------------------------------


@autocast_float32
@declare(
    native=Native("torch", "poisson_nll_loss", ("input", "target", "log_input", "full", "eps", 1)),
    bools=(Bool("log_input", "poisson_nll_loss", 3), Bool("full", "poisson_nll_loss", 4)),
)
def poisson_nll_loss(
        input: Tensor, target: Tensor, log_input: bool = True, full: bool = False,
        size_average: Any = None, eps: float = 1e-8, reduce: Any = None,
        reduction: str = "mean") -> Tensor:
    """Return the negative log likelihood of counts under a Poisson distribution.

    `input` is the logarithm of the rate if `log_input`; `full` adds Stirling's approximation.
    """
    reduction = legacy_reduction(size_average, reduce, reduction)
    check_reduction(reduction)
    require_tensor("poisson_nll_loss", input)
    require_tensor("poisson_nll_loss", target, "target", 2)
    if log_input:
        expected = target * input  # before `exp`, as in torch's compiled code
        loss = input.exp() - expected
    else:
        shifted = apply(ops.add_number, (input,), {"other": eps}, float_dtype_for(input))
        loss = input - target * shifted.log()
    if full:
        scaled = apply(ops.mul_number, (target,), {"other": 2 * math.pi}, float_dtype_for(target))
        last = apply(ops.mul_number, (scaled.log(),), {"other": 0.5})
        stirling = target * target.log() - target + last
        loss = loss + stirling.masked_fill(target <= 1, 0)
    return reduce_loss(loss, reduction)


def gaussian_nll_loss(
        input: Tensor, target: Tensor, var: Any, full: bool = False, eps: float = 1e-6,
        reduction: str = "mean") -> Tensor:
    """Return the negative log likelihood under a normal distribution of variance `var`."""
    negative = var < 0
    if not isinstance(var, float):
        check_arguments("torch", "any", (negative,), {})
        negative = reductions.any(unwrap_for(TRUTH, negative))
    if negative:
        raise ValueError("var has negative entry/entries")
    if isinstance(var, float):
        var = var * ones_like(input)
    if var.size() != input.size():
        var = align_variance(input, var)
    if reduction not in REDUCTIONS:
        raise ValueError(f"{reduction} is not valid")
    var = var.clone()
    with grad_mode.no_grad():
        var.clamp_(min=eps)
    loss = 0.5 * (var.log() + (input - target) ** 2 / var)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return reduce_loss(loss, reduction)


def align_variance(input: Tensor, var: Any) -> Tensor:
    """Return `var` in a shape that broadcasts to `input`; ValueError for other shapes."""
    if input.size()[:-1] == var.size():
        return var.unsqueeze(-1)
    sizes = zip(input.size(), var.size())
    if input.dim() == var.dim() and sum(n for wanted, n in sizes if n != wanted) == 1:
        return var
    raise ValueError("var is of incorrect size")
