"""The fused linear layer with cross entropy, `linear_cross_entropy`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from autograd.functions.nn.linear_embedding import linear
from autograd.functions.nn.soft_labels import cross_entropy
from autograd.functions.shape.shapes import reshape
from autograd.runtime.function_record import declare

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


@declare(compiled="torch")
def linear_cross_entropy(
        input: Tensor, linear_weight: Any, target: Tensor, *, linear_bias: Any = None,
        weight: Tensor | None = None, reduction: str = "mean", ignore_index: int | None = None,
        label_smoothing: float = 0.0, options: dict[Any, Any] | None = None) -> Any:
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
