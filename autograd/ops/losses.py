"""Records of the losses of `torch.nn.functional`.

`reduction` is `mean`, `sum` or `none`; `weight` may be None. The target of a classification holds
class indices; `ignore_index` marks entries without a class.
"""

from __future__ import annotations

from typing import Any, TYPE_CHECKING

import numpy as np

from autograd.graph.node import grad_to_tensor
from autograd.graph.saved_attributes import WRAP, saved, saved_all, saved_by
from autograd.kernels import libm, reduction_order
from autograd.kernels.ctc import ctc_log_alpha, ctc_loss_forward, ctc_loss_gradient
from autograd.kernels.half_accumulation import IN_FLOAT32
from autograd.kernels.memory_formats import elementwise
from autograd.kernels.refused_dtypes import BOOL, COMPLEX, INTEGERS, REDUCED_FLOATS, unsupported
from autograd.ops.activations import log_sigmoid
from autograd.ops.double_backward import backward_op, double_backward_name, last_backward_op
from autograd.ops.pointwise import maximum, mul, raise_not_implemented, sigmoid, where
from autograd.ops.record import as_array, d, op
from autograd.ops.reductions import mean_of_array, sum_dim
from autograd.ops.shapes import unsqueeze, view
from autograd.ops.unary import logit
from autograd.ops.vmap_rules import LOSS, MSE_BACKWARD, NLL_LOSS
from autograd.tensor.batched_tensor import vmap_constant
from autograd.tensor.dtype import dtype_of_array
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import ArrayOrTensor

ARRAYS = np.ndarray | np.generic

# --- Of two tensors ----------------------------------------------------------------------------

mse_loss = op("mse_loss", "MseLossBackward0",
    lambda self, target, *, reduction: reduce_loss((self - target) ** 2, reduction),
    r"\overline{($self - $target)^2}",
    refuses=unsupported("mse_cpu", COMPLEX),
    memory_format=elementwise,
    self  =d(lambda grad, self, target, reduction:
             mse_loss_backward(grad, self, target, reduction=reduction),
             r"\tfrac{2}{N}\,$grad \odot ($self - $target)"),
    target=d(lambda grad, self, target, reduction:
             mse_loss_backward(grad, target, self, reduction=reduction),
             r"\tfrac{2}{N}\,$grad \odot ($target - $self)"),
    vmap=LOSS)

mse_loss_backward = op("mse_loss_backward", "MseLossBackwardBackward0",
    lambda grad_output, self, target, *, reduction:
        cast_like(grad_output * multiply_by_number(self - target,
            2 / mean_divisor(self, reduction)), self),
    r"\tfrac{2}{N}\,$grad_output \odot ($self - $target)",
    grad_output=d(lambda grad, self, target, reduction:
                  grad * ((self - target) * (2 / mean_divisor(self, reduction))),
                  r"\tfrac{2}{N}\,$grad \odot ($self - $target)"),
    self  =d(lambda grad, grad_output, self_shape, reduction:
             grad * grad_output * (2 / divisor_of_shape(self_shape, reduction)),
             r"\tfrac{2}{N}\,$grad \odot $grad_output"),
    target=d(lambda grad, grad_output, self_shape, reduction:
             -(grad * grad_output * (2 / divisor_of_shape(self_shape, reduction))),
             r"-\tfrac{2}{N}\,$grad \odot $grad_output"),
    saves=saved_all("self", "target"),
    vmap=MSE_BACKWARD)

huber_loss = op("huber_loss", "HuberLossBackward0",
    lambda self, target, *, delta, reduction:
        reduce_loss(huber_of_difference(self - target, delta), reduction),
    r"\overline{h_{$delta}($self - $target)}",
    refuses=unsupported("huber_cpu", INTEGERS, COMPLEX),
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self  =d(lambda grad, self, target, delta, reduction:
             huber_loss_backward(grad, self, target, delta=delta, reduction=reduction),
             r"\tfrac{1}{N}\,$grad \odot \mathrm{clip}($self - $target, \pm $delta)"),
    target=d(lambda grad, self, target, delta, reduction:
             huber_loss_backward(grad, target, self, delta=delta, reduction=reduction),
             r"\tfrac{1}{N}\,$grad \odot \mathrm{clip}($target - $self, \pm $delta)"),
    vmap=LOSS)

huber_loss_backward = backward_op("huber_loss_backward", "HuberLossBackwardBackward0",
    lambda grad_output, self, target, *, delta, reduction: mul(
        grad_output,
        clamp_symmetric(check_same_dtype(self, target) - target,
            delta) * (1 / mean_divisor(self, reduction))),
    r"\tfrac{1}{N}\,$grad_output \odot \mathrm{clip}($self - $target, \pm $delta)",
    by=("self", "target"))

smooth_l1_loss = op("smooth_l1_loss", "SmoothL1LossBackward0",
    lambda self, target, *, beta, reduction:
        reduce_loss(huber_of_difference(self - target, beta) / beta, reduction),
    r"\tfrac{1}{$beta}\overline{h_{$beta}($self - $target)}",
    refuses=unsupported("smooth_l1_cpu", INTEGERS, COMPLEX),
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self  =d(lambda grad, self, target, beta, reduction:
             smooth_l1_loss_backward(grad, self, target, beta=beta, reduction=reduction),
             r"\tfrac{1}{N}\,$grad \odot \mathrm{clip}(($self - $target) / $beta, \pm 1)"),
    target=d(lambda grad, self, target, beta, reduction:
             smooth_l1_loss_backward(grad, target, self, beta=beta, reduction=reduction),
             r"\tfrac{1}{N}\,$grad \odot \mathrm{clip}(($target - $self) / $beta, \pm 1)"),
    vmap=LOSS)

smooth_l1_loss_backward = backward_op("smooth_l1_loss_backward", "SmoothL1LossBackwardBackward0",
    lambda grad_output, self, target, *, beta, reduction: cast_like(mul(
        grad_output, clamp_symmetric((self - target) / beta,
            1) * (1 / mean_divisor(self, reduction))), self),
    r"\tfrac{1}{N}\,$grad_output \odot \mathrm{clip}(($self - $target) / $beta, \pm 1)",
    by=("self", "target"),
    accumulate=IN_FLOAT32)

soft_margin_loss = op("soft_margin_loss", "SoftMarginLossBackward0",
    lambda self, target, *, reduction:
        reduce_loss(libm.log1p(libm.exp(-target * self)), reduction),
    r"\overline{\ln(1 + e^{-$target \odot $self})}",
    self  =d(lambda grad, self, target, reduction:
             soft_margin_loss_backward(grad, self, target, reduction=reduction),
             r"-\tfrac{1}{N}\,$grad \odot $target \odot \sigma(-$target \odot $self)"),
    real_only="soft_margin_loss",
    vmap=LOSS,
    vmap_composed=("soft_margin_loss", None))

soft_margin_loss_backward = backward_op("soft_margin_loss_backward",
    "SoftMarginLossBackwardBackward0",
    lambda grad_output, self, target, *, reduction: mul(
        grad_output, -target * sigmoid(-target * self) * (1 / mean_divisor(self, reduction))),
    r"-\tfrac{1}{N}\,$grad_output \odot $target \odot \sigma(-$target \odot $self)",
    by=("self",),
    no_forward_ad="soft_margin_loss_backward")

# --- Of probabilities --------------------------------------------------------------------------

binary_cross_entropy = op("binary_cross_entropy", "BinaryCrossEntropyBackward0",
    lambda self, target, weight, *, reduction:
        reduce_loss(apply_weight(cross_entropy_of_probs(self, target), weight), reduction),
    r"-\overline{$target \odot \ln $self + (1 - $target) \odot \ln(1 - $self)}",
    refuses=unsupported("binary_cross_entropy", INTEGERS, COMPLEX),
    memory_format=elementwise,
    accumulate=IN_FLOAT32,
    self  =d(lambda grad, self, target, weight, reduction:
             binary_cross_entropy_backward(grad, self, target, weight, reduction=reduction),
             r"\tfrac{1}{N}\,$grad \odot \frac{$self - $target}{$self \odot (1 - $self)}"),
    target=d(lambda grad, self, weight, reduction:
             divide_by_mean(apply_weight(mul(-logit(self, eps=None), grad), weight), self,
                 reduction),
             r"\tfrac{1}{N}\,$grad \odot (\ln(1 - $self) - \ln $self)"),
    vmap=LOSS)

binary_cross_entropy_backward = backward_op(
    "binary_cross_entropy_backward", "BinaryCrossEntropyBackwardBackward0",
    lambda grad_output, self, target, weight, *, reduction: divide_by_mean(apply_weight(
        mul(grad_output, self - target) / maximum((1 - self) * self, 1e-12), weight),
        self, reduction),
    r"\tfrac{1}{N}\,$grad_output \odot \frac{$self - $target}{$self \odot (1 - $self)}",
    by=("self", "target"))

binary_cross_entropy_with_logits = op(
    "binary_cross_entropy_with_logits", "BinaryCrossEntropyWithLogitsBackward0",
    lambda self, target, weight, pos_weight, *, reduction:
        reduce_loss(apply_weight(cross_entropy_of_logits(self, target, pos_weight), weight),
            reduction),
    r"-\overline{$target \odot \ln \sigma($self) + (1 - $target) \odot \ln \sigma(-$self)}",
    self  =d(lambda grad, self, target, weight, pos_weight, reduction:
             divide_by_mean(apply_weight(mul(logit_derivative(self, target, pos_weight), grad),
                 weight),
                    self, reduction),
             r"\tfrac{1}{N}\,$grad \odot (\sigma($self) - $target)"),
    target=d(lambda grad, self, weight, pos_weight, reduction:
             divide_by_mean(apply_weight(mul(target_derivative(self, pos_weight), grad), weight),
                 self, reduction),
             r"-\tfrac{1}{N}\,$grad \odot $self"),
    real_only="binary_cross_entropy_with_logits",
    vmap=LOSS)

# --- Of classes --------------------------------------------------------------------------------


IGNORE_INDEX = saved_by(lambda ignore_index: ignore_index % WRAP)


def nll_loss_op(name: str, node: str, **facts: Any) -> Op:
    """Declare a negative log likelihood loss; torch has one for rows of scores, one for images."""
    backward = backward_op(f"{name}_backward", double_backward_name(node),
        lambda grad_output, self, target, weight, *, reduction, ignore_index: where(
            as_constant(grad_output, nll_mask(self, target, ignore_index)),
            mul(expand_over_classes(grad_output / as_constant(grad_output, nll_divisor(
                    target, weight, reduction, ignore_index, grad_output)), reduction),
                as_constant(grad_output, nll_derivative(
                    self, target, weight, reduction, ignore_index, grad_output))), 0.0),
        r"-\tfrac{1}{N}\,$grad_output \text{ at } $target,\ 0 \text{ elsewhere}",
        by=(), flat=("self",), back=d(
            lambda grad, target, weight, reduction, ignore_index: loss(
                grad, target, weight, reduction=reduction, ignore_index=ignore_index)[0],
            r"-\overline{${grad}_{$target}}"),
        saves={"size": None, "ignore_index": IGNORE_INDEX})
    loss = op(name, node,
        lambda self, target, weight, *, reduction, ignore_index:
            nll_and_weight(self, target, weight, reduction, ignore_index),
        r"-\overline{${self}_{$target}}",
        outputs=("result", "total_weight"), **facts,
        self=d(lambda grads, self, target, weight, reduction, ignore_index: backward(
                   grads[0], self, target, weight, reduction=reduction, ignore_index=ignore_index),
               r"-\tfrac{1}{N}\,$grads \text{ at } $target,\ 0 \text{ elsewhere}"),
        saves={**saved_all("self", "total_weight"), "ignore_index": IGNORE_INDEX},
        first_output_only=True,
        vmap=NLL_LOSS)
    return loss


nll_loss = nll_loss_op("nll_loss", "NllLossBackward0",
    refuses=unsupported("nll_loss_out_frame", COMPLEX))
nll_loss2d = nll_loss_op("nll_loss2d", "NllLoss2DBackward0")

multi_margin_loss = op("multi_margin_loss", "MultiMarginLossBackward0",
    lambda self, target, weight, *, p, margin, reduction:
        reduce_loss(multi_margin(self, target, weight, p, margin).sum(-1) / self.shape[-1],
            reduction),
    r"\overline{\max(0, $margin - ${self}_{$target} + $self)^{$p}}",
    self=d(lambda grad, self, target, weight, p, margin, reduction:
           multi_margin_loss_backward(grad, self, target, weight, p=p, margin=margin,
                                      reduction=reduction),
           r"\tfrac{1}{N}\,$grad \odot [$self > ${self}_{$target} - $margin]"),
    vmap_warning="multi_margin_loss",
    no_forward_ad="multi_margin_loss")

multi_margin_loss_backward = last_backward_op("multi_margin_loss_backward", "NotImplemented",
    lambda grad_output, self, target, weight, *, p, margin, reduction: mul(
        expand_over_rows(grad_output, reduction),
            multi_margin_derivative(self, target, weight, p, margin)
        / (self.shape[-1] * divisor_of_rows(self, reduction))),
    r"\tfrac{1}{N}\,$grad_output \odot [$self > ${self}_{$target} - $margin]",
    lambda: raise_not_implemented("aten::multi_margin_loss_backward"),
    vmap_warning="multi_margin_loss_backward")


def mark_labels(self, target: np.ndarray) -> Any:
    """Return 1 at the labels of each sample, which end at the first negative one."""
    made, labels = np.zeros(self._array.shape, self._array.dtype), target._array
    rows = zip(made.reshape(-1, made.shape[-1]), labels.reshape(-1, labels.shape[-1]))
    for row, names in rows:
        row[names[:int(np.argmax(names < 0)) if (names < 0).any() else None]] = 1
    return wrap(made)


multilabel_margin_loss = op("multilabel_margin_loss", "MultilabelMarginLossBackward0",
    lambda self, target, *, reduction:
        reduce_loss(multilabel_margins(self, target)[0].sum((-2, -1)) / self.shape[-1], reduction),
    r"\overline{\max(0, 1 - ${self}_{$target} + $self)}",
    refuses=unsupported(
            "multilabel_margin_loss_forward_out_frame", BOOL, INTEGERS, REDUCED_FLOATS, COMPLEX),
    self=d(lambda grad, self, target, reduction:
           multilabel_margin_loss_backward(grad, self, target, reduction=reduction),
           r"\tfrac{1}{N}\,$grad \odot [$self > ${self}_{$target} - 1]"),
    saves={"is_target": saved_by(mark_labels)},
    vmap_composed=("multilabel_margin_loss", "multilabel_margin_loss_forward"),
    no_forward_ad="multilabel_margin_loss_forward")

multilabel_margin_loss_backward = last_backward_op("multilabel_margin_loss_backward",
    "NotImplemented",
    lambda grad_output, self, target, *, reduction: mul(
        expand_over_rows(grad_output, reduction), multilabel_derivative(self, target)
        / (self.shape[-1] * divisor_of_rows(self, reduction))),
    r"\tfrac{1}{N}\,$grad_output \odot [$self > ${self}_{$target} - 1]",
    lambda: raise_not_implemented("aten::multilabel_margin_loss_backward"),
    vmap_warning="multilabel_margin_loss_backward")


# --- Parts of formulas -------------------------------------------------------------------------


def reduce_loss(array: Any, reduction: str) -> np.ndarray:
    """Reduce an array by the name of the reduction: `mean`, `sum` or `none`."""
    if reduction == "none":
        return array
    array = np.asarray(array)
    return mean_of_array(array, None,
        False) if reduction == "mean" else reduction_order.cascade_sum(array)


def multiply_by_number(array: np.ndarray, number: float) -> np.ndarray:
    """Multiply `array` by a number in the dtype of `array`."""
    return array * array.dtype.type(number)


def mean_divisor(value: ArrayOrTensor, reduction: str) -> int:
    """Return the divisor of the reduction: the number of entries for `mean`, else 1."""
    return divisor_of_shape(value.shape, reduction)


def divide_by_mean(slope: ArrayOrTensor, value: ArrayOrTensor, reduction: str) -> ArrayOrTensor:
    """Divide a derivative by the number of entries of `value` where the reduction is `mean`."""
    return slope / mean_divisor(value, reduction) if reduction == "mean" else slope


def divisor_of_shape(shape: Any, reduction: str) -> int:
    """Return the divisor of the reduction for this shape; 1 for an empty one."""
    return max(int(np.prod(shape, dtype=int)), 1) if reduction == "mean" else 1


def divisor_of_rows(value: np.ndarray, reduction: str) -> int:
    """Return the divisor of a reduction over rows, whose last dimension is already reduced."""
    return mean_divisor(value, reduction) // value.shape[-1] if reduction == "mean" else 1


def apply_weight(value: ArrayOrTensor, weight: np.ndarray | None) -> ArrayOrTensor:
    """Multiply `value` by an optional weight, in the dtype of `value`."""
    return value if weight is None else value * cast_like(weight, value)


def cast_like(weight: ArrayOrTensor, value: ArrayOrTensor) -> ArrayOrTensor:
    """Cast a weight or gradient array to the dtype of `value`; Tensors promote by themselves."""
    return weight.astype(value.dtype, copy=False) if isinstance(weight, ARRAYS) else weight


def huber_of_difference(difference: np.ndarray, delta: float) -> np.ndarray:
    """Return the Huber loss: half the square near 0, a line of slope `delta` farther out."""
    size = np.abs(difference)
    return np.where(size < delta, 0.5 * size * size, delta * (size - 0.5 * delta))


def check_same_dtype(value: ArrayOrTensor, other: ArrayOrTensor) -> ArrayOrTensor:
    """Return `value`, or raise torch's error where the dtypes differ."""
    kinds = [dtype_of_array(getattr(x, "_array", x)).legacy_name for x in (value, other)]
    if kinds[0] != kinds[1]:
        raise RuntimeError(f"Found dtype {kinds[1]} but expected {kinds[0]}")
    return value


def clamp_symmetric(value: ArrayOrTensor, bound: float) -> ArrayOrTensor:
    """Clamp `value` between `-bound` and `bound` by ops, with derivative 0 outside."""
    return where(value >= bound, bound, where(value <= -bound, -bound, value))


def cross_entropy_of_probs(share_of_one: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Return the cross entropy of probabilities, with logarithms clamped at -100 as in torch."""
    return ((target - 1) * np.maximum(libm.log1p(-share_of_one), -100)
            - target * np.maximum(libm.log(share_of_one), -100))


def cross_entropy_of_logits(
        logits: np.ndarray, target: np.ndarray, pos_weight: np.ndarray | None) -> np.ndarray:
    """Return the cross entropy of the sigmoid of logits, without overflow."""
    log_share = log_sigmoid(logits)
    if pos_weight is not None:
        log_share = ((cast_like(pos_weight, logits) - 1) * target + 1) * log_share
    return (1 - target) * logits - log_share


def logit_derivative(
        logits: ArrayOrTensor, target: ArrayOrTensor, pos_weight: np.ndarray | None
) -> ArrayOrTensor:
    """Return the derivative of `cross_entropy_of_logits` by the logits, by ops."""
    if pos_weight is None:
        return sigmoid(logits) - target
    positive = cast_like(pos_weight, logits) * target
    return (positive + 1 - target) * sigmoid(logits) - positive


def target_derivative(logits: ArrayOrTensor, pos_weight: Any) -> ArrayOrTensor:
    """Return the derivative of `cross_entropy_of_logits` by the target, by ops."""
    if pos_weight is None:
        return -logits
    return log_sigmoid(-logits) - pos_weight * log_sigmoid(logits)


def class_dim(ndim: int) -> int:
    """Return the dimension of the classes: the only one, or the second."""
    return 0 if ndim == 1 else 1


def class_weights(
        target: Any, weight: Any, ignore_index: int, dtype: np.dtype
) -> tuple[np.ndarray, ...]:
    """Return the weight of each target's class, 0 where ignored, and targets that are valid
    indices.
    """
    counted = target != ignore_index
    safe = np.where(counted, target, 0)
    weights = counted.astype(dtype) if weight is None else np.where(counted, weight[safe], 0)
    return weights.astype(dtype), safe


def nll_and_weight(
        scores: np.ndarray, target: np.ndarray, weight: np.ndarray | None, reduction: str,
        ignore_index: int) -> tuple[np.generic | np.ndarray, ...]:
    """Return the negative log likelihood of the targets, and the sum of their weights."""
    axis = class_dim(scores.ndim)
    weights, safe = class_weights(target, weight, ignore_index, scores.dtype)
    if scores.ndim == 1:
        safe, weights = safe.reshape(()), weights.reshape(())
    if scores.ndim == 2:
        picked = scores[np.arange(len(scores)), safe]
    else:
        picked = np.take_along_axis(scores, np.expand_dims(safe, axis), axis).squeeze(axis)
    losses = np.where((target != ignore_index).reshape(picked.shape), -picked * weights, 0)
    losses = losses.astype(scores.dtype, copy=False)
    total = reduction_order.sum_in_groups_of_16(weights)
    if reduction == "none":
        return losses, np.zeros_like(total)
    lost = reduction_order.sum_in_groups_of_16(losses)
    return (lost / total if reduction == "mean" else lost), total


@vmap_constant
def nll_divisor(
        target: ArrayOrTensor, weight: Any, reduction: str, ignore_index: Any, like: ArrayOrTensor
) -> np.ndarray:
    """Return the divisor of the gradient of `nll_and_weight`: the sum of weights for `mean`."""
    weights, _ = class_weights(as_array(target), as_array(weight), ignore_index,
        as_array(like).dtype)
    total = reduction_order.sum_in_groups_of_16(weights)
    return np.asarray(total if reduction == "mean" and total else total.dtype.type(1))


@vmap_constant
def nll_mask(scores: ArrayOrTensor, target: ArrayOrTensor, ignore_index: Any) -> np.ndarray:
    """Return True at the score of each target that is not ignored, else False."""
    target, axis = as_array(target), class_dim(len(scores.shape))
    return scatter_to_targets(scores.shape, np.where(target != ignore_index, target, 0), axis,
                      target != ignore_index)


@vmap_constant
def nll_derivative(
        scores: ArrayOrTensor, target: ArrayOrTensor, weight: Any, reduction: str,
        ignore_index: Any, like: ArrayOrTensor) -> np.ndarray:
    """Return the derivative of the summed loss by the scores, 0 for scores of ignored targets.

    If the weights sum to 0, it is the result of torch's division by 0.
    """
    if as_array(target).dtype.kind not in "iu":  # returned by an unpack hook
        raise RuntimeError("expected scalar type Long but found Float")
    weights, safe = class_weights(as_array(target), as_array(weight), ignore_index,
        as_array(like).dtype)
    if reduction == "mean" and not reduction_order.sum_in_groups_of_16(weights):
        with np.errstate(all="ignore"):
            weights = weights * weights.dtype.type(np.inf)
    return scatter_to_targets(scores.shape, safe, class_dim(len(scores.shape)), -weights)


def scatter_to_targets(shape: Any, target: np.ndarray, axis: int, values: np.ndarray) -> np.ndarray:
    """Return zeros of `shape` with `values` at each target along `axis`."""
    made = np.zeros(shape, values.dtype)
    if len(shape) == 1:
        target, values = target.reshape(()), values.reshape(())
    np.put_along_axis(made, np.expand_dims(target, axis), np.expand_dims(values, axis), axis)
    return made


def as_constant(grad: ArrayOrTensor, slope: ArrayOrTensor) -> ArrayOrTensor:
    """Wrap a constant in a Tensor where the gradient is one, so that it can have a history."""
    return grad_to_tensor(slope) if hasattr(grad, "_array") else slope


def expand_over_classes(grad: ArrayOrTensor, reduction: str) -> ArrayOrTensor:
    """Give the loss of each row a dimension of length 1 for the classes."""
    return unsqueeze(grad, dim=1) if reduction == "none" and len(grad.shape) else grad


def expand_over_rows(grad: np.ndarray, reduction: str) -> np.ndarray:
    """Give the loss of each row a last dimension of length 1."""
    return view(grad, size=tuple(grad.shape) + (1,)) if reduction == "none" else grad


@vmap_constant
def target_one_hot(target: np.ndarray, like: np.ndarray) -> np.ndarray:
    """Return 1 at each row's target class, else 0, in the shape and dtype of the scores."""
    return (np.arange(like.shape[-1]) == np.expand_dims(as_array(target), -1)).astype(
        as_array(like).dtype)


def margin_violations(scores: np.ndarray, one_hot: np.ndarray, margin: float) -> np.ndarray:
    """Return by how much each other class violates the margin to the target, by ops."""
    gap = margin - sum_dim(scores * one_hot, dim=-1, keepdim=True) + scores
    return where((gap > 0) * (one_hot == 0), gap, 0.0)


def multi_margin(
        scores: np.ndarray, target: np.ndarray, weight: Any, p: int, margin: float) -> Any:
    """Return the multi-margin penalty of each class."""
    penalty = margin_violations(scores, target_one_hot(target, scores), margin) ** p
    return apply_weight(penalty, None if weight is None else np.expand_dims(weight[target], -1))


def multi_margin_derivative(
        scores: np.ndarray, target: np.ndarray, weight: Any, p: int, margin: float) -> np.ndarray:
    """Return the derivative of the sum of `multi_margin`, by ops."""
    one_hot, weight = target_one_hot(target, scores), as_array(weight)
    short = margin_violations(scores, one_hot, margin)
    pull = where(short > 0, 1.0, 0.0) if p == 1 else short * 2
    pull = apply_weight(pull, None if weight is None
        else np.expand_dims(weight[as_array(target)], -1))
    return (pull - one_hot * sum_dim(pull, dim=-1, keepdim=True)).astype(scores.dtype, copy=False)


@vmap_constant
def multilabel_derivative(scores: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Return the derivative of the sum of `multilabel_margins`."""
    return multilabel_margins(as_array(scores), as_array(target))[1]


def multilabel_margins(scores: Any, target: Any) -> tuple[np.ndarray, ...]:
    """Return the margin violations by each other class for each label, and their derivative.

    The labels of a row end at the first negative entry.
    """
    listed = np.cumprod(target >= 0, axis=-1).astype(bool)
    one_hot = (target[..., None] == np.arange(scores.shape[-1])) & listed[..., None]
    own = np.take_along_axis(scores, np.where(listed, target, 0), -1)
    gap = 1 - own[..., :, None] + scores[..., None, :]
    near = (gap > 0) & listed[..., None] & ~one_hot.any(-2)[..., None, :]
    pull = near.astype(scores.dtype)
    slope = pull.sum(-2) - (one_hot * pull.sum(-1)[..., None]).sum(-2)
    return np.where(near, gap, 0).astype(scores.dtype), slope.astype(scores.dtype)


def alignment_log_probs(log_probs: Any, targets: Any, input_lengths: Any, blank: Any) -> Any:
    """Return the log probabilities of all alignments of each prefix, step by step."""
    return wrap(ctc_log_alpha(log_probs._array, targets, input_lengths, blank))


ctc_loss = op("ctc_loss", "CtcLossBackward0",
    lambda log_probs, labels, *, targets, input_lengths, target_lengths, blank, zero_infinity:
        ctc_loss_forward(log_probs, targets, input_lengths, blank),
    r"-\ln \textstyle\sum_{\text{alignments}} e^{\sum $log_probs}",
    log_probs=d(lambda grad, log_probs, result, targets, input_lengths, blank, zero_infinity:
                ctc_loss_backward(grad, log_probs, result, targets=targets,
                                  input_lengths=input_lengths, blank=blank,
                                  zero_infinity=zero_infinity),
                r"$grad \odot \left(e^{$log_probs} - p(\text{label} \mid \text{target})\right)"),
    saves={
        **saved_all("input_lengths", "target_lengths"), "targets": saved("labels"),
        "result0": saved("result"), "result": None, "result1": saved_by(alignment_log_probs)},
    vmap_composed=("ctc_loss.IntList", "_ctc_loss"),
    no_forward_ad="_ctc_loss")

ctc_loss_backward = last_backward_op("ctc_loss_backward", "NotImplemented",
    lambda grad, log_probs, neg_log_likelihood, *, targets, input_lengths, blank, zero_infinity:
        ctc_loss_gradient(grad, log_probs, targets, input_lengths, blank, zero_infinity),
    r"$grad \odot \left(e^{$log_probs} - p(\text{label} \mid \text{target})\right)",
    lambda: raise_no_double_backward(),
    vmap_warning="_ctc_loss_backward")


def raise_no_double_backward() -> None:
    """Raise torch's error: ctc_loss has no second derivative."""
    raise RuntimeError("derivative for aten::_ctc_loss_backward is not implemented")
