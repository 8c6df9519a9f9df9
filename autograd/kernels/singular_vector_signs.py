"""The signs of singular vectors, which hang on what LAPACK does to a matrix first.

MKL begins with a QR of real matrices that are half as tall again as wide, and never with an LQ of
wide ones; numpy's LAPACK begins with either where one side is 11/6 of the other.
"""

from __future__ import annotations

from math import copysign, hypot
from typing import Any

import numpy as np

from autograd.kernels.lapack_single import svd

# Entries of all wide matrices that are looked at again, which takes much longer
MAX_WIDE_ENTRIES = 1 << 15


def svd_with_mkl_signs(A: np.ndarray, full_matrices: bool) -> tuple[np.ndarray, ...]:
    """`(U, S, Vh)` of matrices, with the signs and the further vectors that MKL finds."""
    m, n = A.shape[-2:]
    if A.dtype.kind != "c" and int(1.5 * n) <= m < int(11 * n / 6) and m > n:
        return svd_through_qr(A, full_matrices)
    U, S, Vh = svd(A, full_matrices)
    if A.dtype.kind != "c" and n >= int(11 * m / 6) and n > m > 1 and A.size <= MAX_WIDE_ENTRIES:
        for matrix, left, right in zip(*(x.reshape(-1, *x.shape[-2:]) for x in (A, U, Vh))):
            reduced, Q, P = bidiagonalize(matrix)
            own = Q @ left_vectors_of_bidiagonal(reduced[:, :m])
            sign = np.where((own * left).sum(0) < 0, -1, 1).astype(A.dtype)
            left *= sign
            right[:m] *= sign[:, None]
            right[m:] = P.T[m:len(right)]
    return U, S, Vh


def svd_through_qr(A: np.ndarray, full_matrices: bool) -> tuple[np.ndarray, ...]:
    """`(U, S, Vh)` of tall matrices, from the triangle of their QR."""
    m, n = A.shape[-2:]
    Q, R = np.linalg.qr(A, "complete" if full_matrices else "reduced")
    U, S, Vh = svd(R[..., :n, :])
    return np.concatenate((Q[..., :n] @ U, Q[..., n:]), -1), S, Vh


def bidiagonalize(A: np.ndarray) -> Any:
    """`(B, Q, P)` with `A = Q B P^T` of a wide matrix, by reflections in turn."""
    m, n = A.shape
    B, Q, P = A.copy(), np.eye(m, dtype=A.dtype), np.eye(n, dtype=A.dtype)
    for i in range(m):
        apply_reflection(B.T, P, B[i, i:].copy(), i)
        if i < m - 1:
            apply_reflection(B, Q, B[i + 1:, i].copy(), i + 1)
    return B, Q, P


def apply_reflection(rows: np.ndarray, turned: Any, entries: Any, start: Any) -> None:
    """Reflect `rows` from `start` so that of `entries` the first alone stays; `turned` as well."""
    length = np.linalg.norm(entries[1:])
    if length == 0:
        return
    left = -copysign(hypot(entries[0], length), entries[0])
    axis = np.concatenate(([1], entries[1:] / (entries[0] - left))).astype(rows.dtype)
    scale = rows.dtype.type((left - entries[0]) / left)
    rows[start:] -= scale * np.outer(axis, axis @ rows[start:])
    turned[:, start:] -= scale * np.outer(turned[:, start:] @ axis, axis)


def left_vectors_of_bidiagonal(B: np.ndarray) -> Any:
    """The left singular vectors of a lower bidiagonal matrix, which rotations make an upper one."""
    n = len(B)
    turned, upper = np.eye(n, dtype=B.dtype), np.diag(np.diag(B)).copy()
    for i in range(n - 1):
        here, below = upper[i, i], B[i + 1, i]
        if below == 0:
            continue
        r = copysign(hypot(here, below), here)
        c, s, upper[i, i] = here / r, below / r, r
        upper[i, i + 1], upper[i + 1, i + 1] = s * upper[i + 1, i + 1], c * upper[i + 1, i + 1]
        one, other = turned[:, i].copy(), turned[:, i + 1].copy()
        turned[:, i], turned[:, i + 1] = c * one + s * other, c * other - s * one
    return turned @ svd(upper)[0]
