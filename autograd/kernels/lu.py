"""LU decompositions with the solutions of linear systems, in the order of torch's CPU kernels.

Found by trying matrices against torch: a column is divided by its pivot through the reciprocal,
except in the last but one of a square matrix of fewer than five; nothing is fused; a solution
subtracts from each row the sum of its known terms, from below in the upper triangle.
"""

from __future__ import annotations

from typing import Any

import math

import numpy as np

MIN_COLUMNS = 5  # least number of columns without division by a pivot
MAX_UNKNOWNS = 7  # unknowns up to which torch's order is followed
MAX_ENTRIES = 1 << 12  # entries of the batch up to which it is followed


def lu_factors(A: np.ndarray) -> tuple[np.ndarray | int, ...]:
    """Return `(LU, pivots, info)` of one matrix; info is the number of the first zero pivot, or 0.
    """
    LU = A.astype(np.complex128) if A.dtype.kind == "c" else A.copy("C")
    n, m = LU.shape
    pivots, zero = [], 0
    for k in range(min(n, m)):
        best = k + int(np.argmax(lapack_magnitudes(LU[k:, k])))
        pivots.append(best + 1)
        pivot = LU[best, k]
        if pivot == 0:
            zero = zero or k + 1
            continue
        LU[[k, best]] = LU[[best, k]]
        if k == m - 2 and n == m < MIN_COLUMNS:
            LU[k + 1:, k] /= pivot
        else:
            LU[k + 1:, k] *= 1 / pivot
        LU[k + 1:, k + 1:] -= np.multiply.outer(LU[k + 1:, k], LU[k, k + 1:])
    return LU.astype(A.dtype, copy=False), np.array(pivots, np.int32), zero


def lapack_magnitudes(numbers: np.ndarray) -> np.ndarray:
    """Return the magnitudes that LAPACK compares; of complex numbers the sum of both parts."""
    if numbers.dtype.kind != "c":
        return np.abs(numbers)
    return np.abs(numbers.real) + np.abs(numbers.imag)


def substitute(
        A: np.ndarray, B: np.ndarray, diagonal: Any, upper: bool, summed: bool
) -> np.ndarray:
    """Return X of `A X = B` for a triangle of A, row by row; without `diagonal` it is all ones.

    Several columns are multiplied by the reciprocals of the diagonal, a single one is divided by
    it. Known terms are subtracted from a row one by one or, if `summed`, all at once.
    """
    n = A.shape[-1]
    X = np.array(np.broadcast_to(B, (*np.broadcast_shapes(A.shape[:-2], B.shape[:-2]),
                                     *B.shape[-2:])))
    known = np.zeros_like(X) if summed else X
    for i in reversed(range(n)) if upper else range(n):
        row = B[..., i, :] - known[..., i, :] if summed else X[..., i, :]
        if diagonal is not None:
            row = row / diagonal[..., i, :] if X.shape[-1] == 1 else row * (1 / diagonal[..., i, :])
        X[..., i, :] = row
        rest = slice(0, i) if upper else slice(i + 1, n)
        terms = A[..., rest, i, None] * X[..., i, None, :]
        known[..., rest, :] += terms if summed else -terms
    return X


def can_follow_order(A: np.ndarray) -> bool:
    """Return True if systems of these matrices are solved in torch's order."""
    return A.dtype.char in "fd" and 0 < A.shape[-1] <= MAX_UNKNOWNS and 0 < A.size <= MAX_ENTRIES


def solve_by_lu(A: np.ndarray, B: np.ndarray, through: bool = False) -> np.ndarray | None:
    """Return the solutions of `A X = B`, matrices of the same batch; None where a pivot is zero.

    With `through` zero pivots are divided by, which gives infinities and NaN.
    """
    n = A.shape[-1]
    lead = np.broadcast_shapes(A.shape[:-2], B.shape[:-2])
    factors = [lu_factors(matrix) for matrix in A.reshape(-1, n, n)]
    if not through and any(zero for _, _, zero in factors):
        return None
    LU = np.array([LU for LU, _, _ in factors]).reshape(A.shape)
    order = np.array([row_order(pivots) for _, pivots, _ in factors]).reshape(A.shape[:-1])
    X = np.take_along_axis(np.broadcast_to(B, lead + B.shape[-2:]), np.broadcast_to(
        order, lead + (n,))[..., None], -2)
    for i in range(1, n):
        X[..., i, :] -= sum_known_terms(LU[..., i, :i], X[..., :i, :])
    for i in reversed(range(n)):
        if i < n - 1:
            X[..., i, :] -= sum_known_terms(LU[..., i, :i:-1], X[..., :i:-1, :])
        X[..., i, :] *= 1 / LU[..., i, i, None]
    return X


def lu_diagonals(A: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return `(signs, diagonals)` whose products are the determinants.

    torch treats a row-major matrix as its transpose, to avoid a copy.
    """
    n = A.shape[-1]
    rows = A.swapaxes(-1, -2) if A.flags.c_contiguous else A
    factors = [lu_factors(matrix) for matrix in rows.reshape(-1, n, n)]
    exchanges = [np.count_nonzero(pivots != range(1, n + 1)) for _, pivots, _ in factors]
    signs = np.array([(-1) ** count for count in exchanges], A.dtype)
    found = np.array([LU.diagonal() for LU, _, _ in factors])
    return signs.reshape(A.shape[:-2]), found.reshape(A.shape[:-1])


def row_order(pivots: Any, n: int | None = None) -> list[int]:
    """Return the order of `n` rows after the first ones were exchanged with their pivots."""
    order = list(range(len(pivots) if n is None else n))
    for place, pivot in enumerate(pivots.tolist()):
        order[place], order[pivot - 1] = order[pivot - 1], order[place]
    return order


def permutation_matrices(pivots: Any, n: int, dtype: np.dtype) -> np.ndarray:
    """Return the `n` by `n` matrices P of the pivots, so that `A = P L U`."""
    count = math.prod(pivots.shape[:-1])
    flat = pivots.reshape(count, pivots.shape[-1])
    P = np.zeros((count, n, n), dtype)
    for i, row in enumerate(flat):
        P[i][row_order(row, n), range(n)] = 1
    return P.reshape(*pivots.shape[:-1], n, n)


def sum_known_terms(factors: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return the sums of rows times their factors, added from the first to the last."""
    return np.multiply(factors[..., None], rows, order="C").sum(-2)
