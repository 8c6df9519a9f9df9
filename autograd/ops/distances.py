"""Records of distances between the rows of matrices: cdist, pdist."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from autograd.kernels import gemm
from autograd.kernels.reduction_order import add_squares, cascade_sum, vector_norm
from autograd.kernels.refused_dtypes import (
    BOOL, COMPLEX, INTEGERS, REDUCED_FLOATS, raises, unsupported,
)
from autograd.ops.double_backward import last_backward_op
from autograd.ops.indexing import masked_fill
from autograd.ops.linear import multiply_matrices, transpose_last_two
from autograd.ops.pointwise import raise_not_differentiable
from autograd.ops.record import d, op
from autograd.ops.reductions import sum_dim
from autograd.ops.shapes import unsqueeze
from autograd.ops.statistics import norm_vjp

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

cdist = op("cdist", "CdistBackward0",
    lambda x1, x2, *, p: norms_of_differences(x1[..., :, None, :] - x2[..., None, :, :], p),
    r"\lVert ${x1}_i - ${x2}_j \rVert_{$p}",
    x1=d(lambda grad, x1, x2, result, p: cdist_backward(grad, x1, x2, result, p=p),
         r"\textstyle\sum_j ${grad}_{ij} \frac{\partial}{\partial ${x1}_i}"
         r" \lVert ${x1}_i - ${x2}_j \rVert"),
    x2=d(lambda grad, x1, x2, result, p:
         cdist_backward(transpose_last_two(grad), x2, x1, transpose_last_two(result), p=p),
         r"\textstyle\sum_i ${grad}_{ij} \frac{\partial}{\partial ${x2}_j}"
         r" \lVert ${x1}_i - ${x2}_j \rVert"),
    no_forward_ad="_cdist_forward")

cdist_backward = last_backward_op("cdist_backward", "CdistBackwardBackward0",
    lambda grad, x1, x2, cdist, *, p: cdist_vjp(grad, x1, x2, cdist, p),
    r"\textstyle\sum_j ${grad}_{ij} \frac{\partial ${cdist}_{ij}}{\partial ${x1}_i}",
    lambda: raise_not_differentiable("_cdist_backward"))

euclidean_dist = op("euclidean_dist", "EuclideanDistBackward0",
    lambda x1, x2: euclidean_by_matmul(x1, x2), r"\lVert ${x1}_i - ${x2}_j \rVert",
    x1=d(lambda grad, x1, x2, result: euclidean_vjp(divide_by_distance(grad, result), x1, x2),
         r"\textstyle\sum_j \tfrac{${grad}_{ij}}{${result}_{ij}} (${x1}_i - ${x2}_j)"),
    x2=d(lambda grad, x1, x2, result:
        euclidean_vjp(transpose_last_two(divide_by_distance(grad, result)), x2, x1),
         r"\textstyle\sum_i \tfrac{${grad}_{ij}}{${result}_{ij}} (${x2}_j - ${x1}_i)"))

pdist = op("pdist", "PdistBackward0",
    lambda self, *, p: norms_of_differences(pair_differences(len(self), self.dtype) @ self, p)
        if len(self) > 1 else np.empty(0, self.dtype),
    r"\lVert ${self}_i - ${self}_j \rVert_{$p},\ i < j",
    refuses=unsupported("pdist", REDUCED_FLOATS)
            | raises(RuntimeError,
                "pdist only supports floating-point dtypes", BOOL, INTEGERS, COMPLEX),
    self=d(lambda grad, self, result, p: pdist_backward(grad, self, result, p=p),
           r"\textstyle\sum_j ${grad}_{ij} \frac{\partial}{\partial ${self}_i}"
           r" \lVert ${self}_i - ${self}_j \rVert"),
    vmap_composed=("pdist", "_pdist_forward"),
    no_forward_ad="_pdist_forward")

pdist_backward = last_backward_op("pdist_backward", "PdistBackwardBackward0",
    lambda grad, self, pdist, *, p: pdist_vjp(grad, self, pdist, p),
    r"\textstyle\sum_j ${grad}_{ij} \frac{\partial ${pdist}_{ij}}{\partial ${self}_i}",
    lambda: raise_not_differentiable("_pdist_backward"),
    vmap_warning="_pdist_backward")


def cdist_vjp(
        grad: ArrayOrTensor, rows: ArrayOrTensor, others: ArrayOrTensor, result: ArrayOrTensor,
        p: float) -> ArrayOrTensor:
    """Return the gradient of the rows from their distances to all other rows."""
    away = (unsqueeze(rows, dim=len(rows.shape) - 1)
            - unsqueeze(others, dim=len(others.shape) - 2))
    last = len(away.shape) - 1
    slope = norm_vjp(
        unsqueeze(grad, dim=last), away, unsqueeze(result, dim=last), p, last)
    return sum_dim(slope, dim=(last - 1,), keepdim=False)


def norms_of_differences(away: np.ndarray, p: float) -> np.ndarray:
    """Return the norms of differences, with sums of squares that are not vectorized."""
    if not away.shape[-1]:
        return np.zeros(away.shape[:-1], away.dtype)
    if p != 2:
        return vector_norm(away, p, -1, False)
    rows = away.reshape(int(np.prod(away.shape[:-1])), away.shape[-1])
    return np.sqrt(add_squares(None, rows)).reshape(away.shape[:-1])


def euclidean_by_matmul(x1: np.ndarray, x2: np.ndarray) -> np.ndarray:
    """Return euclidean distances of rows from one matrix product, which is inexact for near rows.
    """
    lengths, others = (cascade_sum(x * x, -1, True) for x in (x1, x2))
    left = np.concatenate((x1 * x1.dtype.type(-2), lengths, np.ones_like(lengths)), -1)
    right = np.concatenate((x2, np.ones_like(others), others), -1)
    return np.sqrt(np.maximum(gemm.matmul(left, right.swapaxes(-1, -2)), 0))


def divide_by_distance(grad: ArrayOrTensor, result: ArrayOrTensor) -> ArrayOrTensor:
    """Divide the gradient of distances by the distances; 0 where these are 0."""
    return masked_fill(grad / result, result == 0, value=0)


def euclidean_vjp(
        share: ArrayOrTensor, rows: ArrayOrTensor, others: ArrayOrTensor) -> ArrayOrTensor:
    """Return the gradient of `rows` from their distances to `others`, given the shares of each."""
    last = len(share.shape) - 1
    return rows * sum_dim(share, dim=(last,), keepdim=True) - multiply_matrices(share, others)


def pair_differences(n: int, dtype: np.dtype) -> np.ndarray:
    """Return the matrix that maps rows to the differences of all pairs of rows."""
    first, second = np.triu_indices(n, 1)
    made = np.zeros((len(first), n), dtype)
    made[range(len(first)), first], made[range(len(first)), second] = 1, -1
    return made


def pdist_vjp(
        grad: ArrayOrTensor, rows: ArrayOrTensor, result: ArrayOrTensor, p: float
) -> ArrayOrTensor:
    """Return the gradient of the rows from the distances of all pairs."""
    pairs = pair_differences(rows.shape[0], getattr(rows, "_array", rows).dtype)
    slope = norm_vjp(
        unsqueeze(grad, dim=1), multiply_matrices(pairs, rows), unsqueeze(result, dim=1), p, 1)
    return multiply_matrices(np.ascontiguousarray(pairs.T), slope) + 0  # torch adds to 0: no -0
