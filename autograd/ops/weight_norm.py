"""The record of weight norm: a weight by its norms along a dimension, times its direction."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autograd.graph.saved_attributes import saved
from autograd.ops.pointwise import sqrt
from autograd.ops.record import d, op
from autograd.ops.reductions import sum_dim

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

weight_norm_interface = op("weight_norm_interface", "WeightNormInterfaceBackward0",
    lambda v, g, *, dim: scale_direction(v, g, dim), r"$g \odot \frac{$v}{\lVert $v \rVert}",
    outputs=("result", "norms"),
    v=d(lambda grads, v, g, dim: direction_vjp(grads[0], v, g, dim),
        r"\frac{$g}{\lVert $v \rVert} \odot \left($grads - \frac{\langle $grads, $v \rangle}"
        r"{\lVert $v \rVert^2}\,$v\right)"),
    g=d(lambda grads, v, dim:
        sum_over_other_dims(grads[0] * v, dim) / sqrt(sum_over_other_dims(v * v, dim)),
        r"\frac{\langle $grads, $v \rangle}{\lVert $v \rVert}"),
    saves={"result1": saved("norms")})


def other_dims(dim: int, ndim: int) -> tuple[int, ...]:
    """Return all dimensions but `dim`."""
    return tuple(i for i in range(ndim) if i != dim)


def sum_over_other_dims(value: ArrayOrTensor, dim: int) -> ArrayOrTensor:
    """Sum over all dimensions but `dim`, which stay with length 1, by ops."""
    return sum_dim(value, dim=other_dims(dim, len(value.shape)), keepdim=True)


def scale_direction(v: np.ndarray, g: np.ndarray, dim: int) -> tuple[np.ndarray, ...]:
    """Return the weight of direction `v` and norms `g`, and the norms of `v`."""
    if v.dtype.itemsize == 2:  # rounded once, at the end
        weight, norms = scale_direction(v.astype(np.float32), g.astype(np.float32), dim)
        return weight.astype(v.dtype), norms
    norms = np.sqrt((v * v).sum(other_dims(dim, v.ndim), keepdims=True))
    return v * (g / norms), norms


def direction_vjp(
        grad: ArrayOrTensor, v: ArrayOrTensor, g: ArrayOrTensor, dim: int) -> ArrayOrTensor:
    """Return the gradient of the direction, which is orthogonal to it."""
    squares = sum_over_other_dims(v * v, dim)
    return g / sqrt(squares) * (grad - v * (sum_over_other_dims(grad * v, dim) / squares))
