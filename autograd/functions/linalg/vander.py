"""Vandermonde matrices."""

from __future__ import annotations

import numpy as np

from autograd.engine.missing_rules import warn_missing_rule_of_composite
from autograd.engine.type_promotion import result_type
from autograd.functions.reduction.cumulative import cumprod
from autograd.functions.shape.concatenation import cat
from autograd.functions.shape.reshape import expand, unsqueeze
from autograd.runtime.registry import export
from autograd.tensor.dtype import dtype_of_array
from autograd.tensor.tensor import Tensor, wrap


@export()
def vander(x: Tensor, N: int | None = None, increasing: bool = False) -> Tensor:
    """Return the Vandermonde matrix of a vector: the powers of its elements in `N` columns.

    Powers decrease unless `increasing` is True.
    """
    if x._array.ndim != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    warn_missing_rule_of_composite("vander", x)
    n = x._array.size if N is None else N
    if n < 0:
        raise RuntimeError("N must be non-negative.")
    result_type(x, wrap(np.ones(1, np.int64)))  # raises if torch cannot promote to int64
    x = x if x._array.dtype.kind in "fcV" else x.long()
    made = x.new_empty((x._array.size, n))
    if n > 0:
        made[:, 0] = 1
    if n > 1:
        made[:, 1:].copy_(x.unsqueeze(1))
        made[:, 1:].copy_(made[:, 1:].cumprod(1))
    return made if increasing else made.flip(1)


def vandermonde_matrices(x: Tensor, count: int | None = None) -> Tensor:
    """Return the Vandermonde matrices of the rows of `x`, as `torch.linalg.vander` does.

    Powers from 0 to `count - 1` are the last dimension; `count` is the size of the last one by
    default.
    """
    array = x._array
    if array.dtype.kind not in "fciu" or array.dtype.itemsize == 2 and array.dtype.kind == "f":
        raise RuntimeError(
            "linalg.vander supports floating point, complex, and integer tensors, but got "
            f"{dtype_of_array(array).legacy_name}")
    x = x if array.ndim else unsqueeze(x, -1)
    shape = x._array.shape
    count = shape[-1] if count is None else count
    if count <= 1:
        raise RuntimeError("N must be greater than 1.")
    powers = cumprod(expand(unsqueeze(x, -1), *shape, count - 1), -1)
    return cat([powers.new_ones((*shape, 1)), powers], -1)
