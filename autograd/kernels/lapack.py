"""Inverses, solutions, decompositions of batches of matrices on arrays, with torch's errors.

numpy does the work. What it lacks (triangular systems) is here, LU with its pivots in `lu.py`, the
exponential in `matrix_exponential.py`, signs of vectors in `vector_signs.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.kernels import libm
from autograd.kernels.lapack_single import eig, eigh, svdvals
from autograd.kernels.lu import (
    can_follow_order, lu_diagonals, lu_factors, permutation_matrices, solve_by_lu, substitute,
)
from autograd.kernels.vector_signs import match_eigenvector_signs, svd_with_mkl_signs


class LinAlgError(RuntimeError):
    """A matrix that cannot be inverted or decomposed, as `torch.linalg.LinAlgError`."""


LinAlgError.__name__ = LinAlgError.__qualname__ = "_LinAlgError"
LinAlgError.__module__ = "torch._C"


def batch_prefix(A: np.ndarray, bad: Any) -> str:
    """Return torch's error text that names the first bad matrix of a batch."""
    return "" if A.ndim == 2 else f"(Batch element {int(np.flatnonzero(bad)[0])}): "


def find_zero_pivots(A: np.ndarray) -> np.ndarray:
    """Return for each matrix the number of its first zero pivot, or 0."""
    flat = A.reshape(-1, *A.shape[-2:])
    return np.array([lu_factors(matrix)[2] for matrix in flat], int)


def inverse(A: np.ndarray, check_errors: bool = True) -> Any:
    """Return the inverses.

    Raises torch's error for a singular matrix, or returns what division by its zero pivot gives.
    """
    try:
        result = solve_by_lu(A, np.eye(A.shape[-1], dtype=A.dtype)) if can_follow_order(A) else None
        return np.linalg.inv(A) if result is None else result
    except np.linalg.LinAlgError:
        if not check_errors:
            return solve_by_lu(A, np.eye(A.shape[-1], dtype=A.dtype), through=True)
        zeros = find_zero_pivots(A)
        raise LinAlgError(
            f"linalg.inv: {batch_prefix(A, zeros)}The diagonal element {zeros[zeros > 0][0]} is "
            "zero, the inversion could not be completed because the input matrix is singular."
        ) from None


def solve_system(
        A: np.ndarray, B: np.ndarray, left: bool = True, check_errors: bool = True) -> Any:
    """Return the solutions of `A X = B`, or of `X A = B`.

    `B` holds vectors if it has a dimension less. Raises torch's error for a singular matrix, or
    returns what division by its zero pivot gives.
    """
    if not left:
        return solve_system(A.swapaxes(-1, -2), B.swapaxes(-1, -2), True,
            check_errors).swapaxes(-1, -2)
    vectors = B.ndim == A.ndim - 1
    B = B[..., None] if vectors else B
    try:
        result = solve_by_lu(A, B) if can_follow_order(A) and A.dtype == B.dtype else None
        if result is None:
            result = np.linalg.solve(A, B)
    except np.linalg.LinAlgError:
        zeros = find_zero_pivots(A)
        if check_errors:
            raise LinAlgError(
                f"torch.linalg.solve: {batch_prefix(A, zeros)}The solver failed because the input "
                "matrix is singular."
            ) from None
        result = solve_by_lu(A, B, through=True)
    return result[..., 0] if vectors else result


def solve_triangular_system(
        A: Any, B: np.ndarray, upper: bool, unitriangular: bool, left: bool = True
) -> np.ndarray:
    """Return the solutions of `A X = B`, or of `X A = B`, for triangular A."""
    if not left:
        A, B, upper = A.swapaxes(-1, -2), B.swapaxes(-1, -2), not upper
    diagonal = None if unitriangular else np.diagonal(A, 0, -2, -1)[..., None]
    found = substitute(A, B, diagonal, upper, A.dtype == np.float32 and left)
    return found if left else found.swapaxes(-1, -2)


def pseudo_inverse(
        A: np.ndarray, rtol: Any, hermitian: bool, atol: Any = None) -> np.ndarray:
    """Return the Moore-Penrose inverses.

    Singular values up to `atol`, or up to `rtol` times the largest, count as 0.
    """
    if rtol is None:
        rtol = max(A.shape[-2:]) * np.finfo(A.dtype).eps
        rtol = rtol if atol is None else np.where(np.asarray(atol) > 0, 0.0, rtol)
    try:
        if atol is not None:
            largest = singular_values(A).max(-1, initial=0)
            rtol = np.maximum(rtol, atol / np.where(largest == 0, 1, largest))
        A = np.broadcast_to(A, np.broadcast_shapes(A.shape, (*np.shape(rtol), 1, 1)))
        return np.linalg.pinv(A, rcond=rtol, hermitian=hermitian).astype(A.dtype)
    except np.linalg.LinAlgError:
        raise svd_error(A) from None


def least_squares(
        A: np.ndarray, B: np.ndarray, rtol: Any, with_residuals: bool, vectors: bool
) -> tuple[np.ndarray, ...]:
    """Return least-squares solutions, of least norm if there are several, with the squared
    residuals."""
    B = B[..., None] if vectors else B
    result, (m, n) = pseudo_inverse(A, rtol, False) @ B, A.shape[-2:]
    # The layout of LAPACK's B
    padded = np.empty((*result.shape[:-2], result.shape[-1], max(m, n)), A.dtype)
    padded[..., :n] = result.swapaxes(-1, -2)
    left = (np.abs(A @ result - B) ** 2).sum(-2) if with_residuals else np.empty(0)
    result = padded[..., 0, :n] if vectors else padded.swapaxes(-1, -2)[..., :n, :]
    return result, left.astype(A.real.dtype)


def determinant(A: np.ndarray) -> np.ndarray:
    """Return the determinants."""
    if can_follow_order(A):
        signs, found = lu_diagonals(A)
        return np.asarray(np.prod(found, -1) * signs)
    return np.asarray(np.linalg.det(A)).astype(A.dtype)


def log_determinant(A: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return signs and logarithms of the absolute values of determinants."""
    if can_follow_order(A):
        signs, found = lu_diagonals(A)
        sides = np.where(np.isnan(found), 0, np.sign(found)).astype(A.dtype)
        return (np.asarray(np.prod(sides, -1) * signs),
                np.asarray(libm.log(np.abs(found)).sum(-1)))
    sign, logarithm = np.linalg.slogdet(A)
    real = A.real.dtype
    return np.asarray(sign).astype(A.dtype), np.asarray(logarithm).astype(real)


def cholesky_factor(
        A: np.ndarray, upper: bool, check_errors: bool = True, name: str = "linalg.cholesky"
) -> np.ndarray:
    """Return the triangular factors of positive definite matrices.

    Raises torch's error for others, or returns LAPACK's partial factor.
    """
    try:
        factor = np.linalg.cholesky(A)
    except np.linalg.LinAlgError:
        if not check_errors:
            flat = A.reshape(-1, *A.shape[-2:])
            factor = np.array([partial_cholesky(matrix) for matrix in flat]).reshape(A.shape)
            return np.conj(np.swapaxes(factor, -1, -2)) if upper else factor
        bad = find_bad_minors(A)
        raise LinAlgError(
            f"{name}: {batch_prefix(A, bad)}The factorization could not be completed because the "
            "input is not positive-definite (the leading minor of order "
            f"{bad[bad > 0][0]} is not positive-definite)."
        ) from None
    if factor.dtype.kind == "c":  # the diagonal is real; numpy rounds its imaginary part
        np.einsum("...ii->...i", factor).imag[...] = 0
    return np.conj(np.swapaxes(factor, -1, -2)) if upper else factor


def invert_from_cholesky(L: np.ndarray) -> np.ndarray:
    """Return `(L L^H)^{-1}` from the lower factor, in the steps of LAPACK's `trtri` and `lauum`."""
    result, n = np.tril(L), L.shape[-1]
    zero = np.diagonal(L, 0, -2, -1).reshape(-1, max(n, 1)) == 0
    if zero.any():
        raise LinAlgError(
            f"cholesky_inverse: {batch_prefix(L, zero.any(1))}The diagonal element "
            f"{np.argwhere(zero)[0, 1] + 1} is zero, the inversion could not be completed because "
            "the input matrix is singular.")
    for j in reversed(range(n)):
        result[..., j, j] = 1 / result[..., j, j]
        below = result[..., j + 1:, j + 1:] @ result[..., j + 1:, j, None]
        result[..., j + 1:, j] = below[..., 0] * -result[..., j, j, None]
    for i in range(n):
        column = np.conj(result[..., i + 1:, i])
        result[..., i, :i] *= result[..., i, i, None]
        if i + 1 < n:
            result[..., i, :i] += (column[..., None, :] @ result[..., i + 1:, :i])[..., 0, :]
        result[..., i, i] = result[..., i, i] ** 2 + (abs(column) ** 2).sum(-1)
    return np.where(np.tri(n, dtype=bool), result, np.conj(np.swapaxes(result, -1, -2)))


def partial_cholesky(A: np.ndarray) -> np.ndarray:
    """Return the triangle that LAPACK leaves of a matrix when it stops at a minor that is not
    positive."""
    factor = np.tril(A)
    for k in range(len(A)):
        pivot = factor[k, k].real - (np.abs(factor[k, :k]) ** 2).sum()
        factor[k, k] = pivot
        if not pivot > 0:
            break
        factor[k, k] = np.sqrt(pivot)
        below = factor[k + 1:, k] - factor[k + 1:, :k] @ np.conj(factor[k, :k])
        factor[k + 1:, k] = below / factor[k, k]
    return factor


def find_bad_minors(A: np.ndarray) -> np.ndarray:
    """Return for each matrix the order of its first leading minor that is not positive, or 0."""
    return np.array([find_bad_minor(matrix) for matrix in A.reshape(-1, *A.shape[-2:])], int)


def find_bad_minor(matrix: np.ndarray) -> int:
    """Return the order of the first leading minor that is not positive, or 0."""
    for k in range(1, len(matrix) + 1):
        try:
            np.linalg.cholesky(matrix[:k, :k])
        except np.linalg.LinAlgError:
            return k
    return 0


def qr_factors(A: np.ndarray, mode: str) -> Any:
    """Return `(Q, R)`, reduced, complete or, for mode `r`, with an empty Q."""
    if mode == "r":
        Q, R = np.empty((0,), A.dtype), np.linalg.qr(A, "r")
    else:
        Q, R = map(np.ascontiguousarray, np.linalg.qr(A, mode))
    if A.dtype.kind == "f" and not np.isfinite(A).all():
        result = [np.triu(householder_reflections(matrix)[0])
                for matrix in A.reshape(-1, *A.shape[-2:])]
        R[...] = np.reshape(result, A.shape)[..., :R.shape[-2], :]
    return Q, R


def householder_reflections(matrix: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return `(a, tau)` of Householder reflections, as LAPACK's geqrf.

    MKL also performs reflections that change nothing: inf * 0 is NaN.
    """
    if matrix.dtype.kind == "c" or np.isfinite(matrix).all():
        raw, tau = np.linalg.qr(matrix, "raw")
        return raw.T, tau
    a = matrix.astype(np.float64)
    tau = np.zeros(min(a.shape), a.dtype)
    with np.errstate(all="ignore"):
        for i in range(len(tau)):
            first, rest = a[i, i].copy(), a[i + 1:, i]
            length = np.sqrt(rest @ rest) if np.isinf(rest).sum() < 2 else np.nan
            if length != 0:
                a[i, i] = reflected_entry(first, length)
                tau[i] = (a[i, i] - first) / a[i, i]
                rest /= first - a[i, i]
            axis = np.concatenate(([1], rest))
            a[i:, i + 1:] -= tau[i] * np.outer(axis, axis @ a[i:, i + 1:])
    return a, tau


def reflected_entry(first: Callable[..., Any], length: Any) -> Any:
    """Return the first entry of a reflected column, from its old value and the norm of the others.
    """
    size = abs(first)
    high, low = (size if size > length else length), (size if size < length else length)
    result = high * np.sqrt(1 + (low / high) ** 2)
    return -result if np.copysign(1, first) > 0 and not np.isnan(first) else result


def svd_factors(A: np.ndarray, full_matrices: bool) -> tuple[np.ndarray, ...]:
    """Return `(U, S, Vh)`."""
    try:
        return svd_with_mkl_signs(A, full_matrices)
    except np.linalg.LinAlgError:
        raise svd_error(A) from None


def singular_values(A: np.ndarray) -> np.ndarray:
    """Return the singular values alone, the largest first."""
    try:
        return svdvals(A)
    except np.linalg.LinAlgError:
        raise svd_error(A) from None


def svd_error(A: np.ndarray) -> LinAlgError:
    """Return torch's error for matrices whose singular values LAPACK cannot find."""
    bad = ~np.isfinite(A).all((-1, -2))
    return LinAlgError(
        f"linalg.svd: {batch_prefix(A, bad)}The algorithm failed to converge because the input "
        "matrix contained non-finite values.")


def symmetric_eigen(A: np.ndarray, upper: bool) -> tuple[np.ndarray, ...]:
    """Return eigenvalues in ascending order and eigenvectors of symmetric matrices."""
    return (found := eigh(A, upper))[0], match_eigenvector_signs(found[1], A, upper)


def eigen(A: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return complex eigenvalues and eigenvectors."""
    if not np.isfinite(A).all():
        raise RuntimeError("torch.linalg.eig: input tensor should not contain infs or NaNs.")
    result = np.complex64 if A.dtype.char in "fF" else np.complex128
    values, vectors = eig(A)
    return values.astype(result), vectors.astype(result)


def packed_lu(A: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return `(LU, pivots, info)`: both factors in one matrix, rows exchanged, the first zero
    pivot."""
    n, m = A.shape[-2:]
    lead, flat = A.shape[:-2], A.reshape(math.prod(A.shape[:-2]), n, m)
    LU = np.empty_like(flat)
    pivots = np.empty((len(flat), min(n, m)), np.int32)
    info = np.empty(len(flat), np.int32)
    for i, matrix in enumerate(flat):
        LU[i], pivots[i], info[i] = lu_factors(matrix)
    return LU.reshape(A.shape), pivots.reshape(*lead, min(n, m)), info.reshape(lead)


def lu_parts(A: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return `(P, L, U)` with `A = P L U`."""
    n, m = A.shape[-2:]
    LU, pivots, _ = packed_lu(A)
    L = np.tril(LU[..., :, :min(n, m)], -1) + np.eye(n, min(n, m), dtype=A.dtype)
    return permutation_matrices(pivots, n, A.dtype), L, np.triu(LU[..., :min(n, m), :])
