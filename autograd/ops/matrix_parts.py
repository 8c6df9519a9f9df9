"""Parts of matrices by ops, for formulas: diagonals, blocks, adjoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.backward_plan import conjugate
from autograd.ops.linear import transpose_last_two
from autograd.ops.shapes import cat, diag_embed, diagonal, slice, unsqueeze

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor, Tensor


def adjoint(value: Any) -> ArrayOrTensor:
    """Return the conjugate transpose of matrices."""
    return transpose_last_two(conjugate(value)) if is_complex(value) else transpose_last_two(value)


def is_complex(value: ArrayOrTensor) -> bool:
    """Return whether an array or Tensor holds complex numbers."""
    return (value if isinstance(value, np.ndarray) else value._array).dtype.kind == "c"


def block_triangular(matrix: ArrayOrTensor, grad: ArrayOrTensor) -> ArrayOrTensor:
    """Return the block matrix whose exponential has the derivative of an exponential in its corner.
    """
    array = matrix if isinstance(matrix, np.ndarray) else matrix._array
    axis = array.ndim - 2
    upper = cat(matrix, grad, dim=axis + 1)
    lower = cat(np.zeros(array.shape, array.dtype), matrix, dim=axis + 1)
    return cat(upper, lower, dim=axis)


def upper_right_quarter(matrix: ArrayOrTensor) -> ArrayOrTensor:
    """Return the upper right quarter of a matrix."""
    axis, n = len(matrix.shape) - 2, matrix.shape[-1] // 2
    rows = slice(matrix, dim=axis, start=0, end=n, step=1)
    return slice(rows, dim=axis + 1, start=n, end=2 * n, step=1)


def half_diagonal_matrix(matrix: ArrayOrTensor) -> ArrayOrTensor:
    """Return half of the diagonal, as a matrix."""
    last = len(matrix.shape) - 1
    half = diagonal(matrix, offset=0, dim1=last - 1, dim2=last) * 0.5
    return diag_embed(half, offset=0, dim1=last - 1, dim2=last)


def eigenvalue_gaps(values: Any) -> ArrayOrTensor:
    """Return `v_j - v_i` off the diagonal, 1 on it.

    A division by equal values gives infinity, as in torch.
    """
    last = len(values.shape)
    apart = unsqueeze(values, dim=last - 1) - unsqueeze(values, dim=last)
    ones = diagonal(apart, offset=0, dim1=last - 1, dim2=last) + 1.0
    return apart + diag_embed(ones, offset=0, dim1=last - 1, dim2=last)


def replace_diagonal(matrix: ArrayOrTensor, entries: Any) -> Any:
    """Return `matrix` with other entries on the diagonal, 0 for None."""
    last = len(matrix.shape) - 1
    own = diagonal(matrix, offset=0, dim1=last - 1, dim2=last)
    change = -own if entries is None else entries - own
    return matrix + diag_embed(change, offset=0, dim1=last - 1, dim2=last)


def split_at(matrix: ArrayOrTensor, dim: int, k: int) -> tuple[Tensor | np.ndarray, ...]:
    """Split a matrix at index `k` along `dim`."""
    return (slice(matrix, dim=dim, start=0, end=k, step=1),
            slice(matrix, dim=dim, start=k, end=matrix.shape[dim], step=1))


def to_column_major(value: ArrayOrTensor) -> ArrayOrTensor:
    """Return a sum of matrices in column-major memory, as torch's is; a Tensor unchanged."""
    if not isinstance(value, np.ndarray):
        return value
    return np.array(value.swapaxes(-1, -2), order="C").swapaxes(-1, -2)
