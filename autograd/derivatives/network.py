"""The derivative table, chapter five: what neural networks put between and behind their layers."""

import numpy as np

from autograd.derivatives.pointwise import exp, mul
from autograd.derivatives.reductions import sum_dim
from autograd.op import d, op

softmax = op("softmax", "SoftmaxBackward0",
    lambda self, *, dim: softmaxed(self, dim), r"\mathrm{softmax}($self)",
    self =d(lambda grad, result, dim:
            result * (grad - sum_dim(grad * result, dim=dim, keepdim=True)),
            r"$result \odot \left($grad - \textstyle\sum_{$dim} $grad \odot $result\right)"))

log_softmax = op("log_softmax", "LogSoftmaxBackward0",
    lambda self, *, dim: log_softmaxed(self, dim), r"\ln \mathrm{softmax}($self)",
    self =d(lambda grad, result, dim:
            grad - exp(result) * sum_dim(grad, dim=dim, keepdim=True),
            r"$grad - e^{$result} \textstyle\sum_{$dim} $grad"))

mse_loss = op("mse_loss", "MseLossBackward0",
    lambda self, target, *, reduction: reduced((self - target) ** 2, reduction),
    r"\overline{($self - $target)^2}",
    self  =d(lambda grad, self, target, reduction:
             mul(grad, (self - target) * (2 / share(self, reduction))),
             r"\tfrac{2}{N}\,$grad \odot ($self - $target)"),
    target=d(lambda grad, self, target, reduction:
             mul(grad, (target - self) * (2 / share(self, reduction))),
             r"\tfrac{2}{N}\,$grad \odot ($target - $self)"))


def softmaxed(array, dim):
    """`exp` over its sum along `dim`, shifted so that nothing overflows."""
    powers = np.exp(array - np.max(array, dim, keepdims=True))
    return powers / np.sum(powers, dim, keepdims=True)


def log_softmaxed(array, dim):
    """The logarithm of softmax along `dim`, without the overflow of either."""
    shifted = array - np.max(array, dim, keepdims=True)
    return shifted - np.log(np.sum(np.exp(shifted), dim, keepdims=True))


def reduced(array, reduction):
    """`mean`, `sum` or nothing, by the name that torch gives it."""
    if reduction == "none":
        return array
    return np.mean(array) if reduction == "mean" else np.sum(array)


def share(value, reduction) -> int:
    """By how much the reduction divides: the number of entries for `mean`, else 1."""
    return int(np.prod(value.shape, dtype=int)) if reduction == "mean" else 1
