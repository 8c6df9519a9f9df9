"""Give eigenvectors or singular vectors of matrices the signs that MKL gives them.

numpy finds the same vectors as torch, but its LAPACK is younger than MKL. Its plane rotations keep
the sign of the entry that they rotate, where MKL's may make it positive: so the QR algorithm runs
once more with MKL's rotations, for the signs of eigenvectors alone. Before a singular value
decomposition MKL does a QR of real matrices with at least 1.5 times as many rows as columns, but
never an LQ of wide ones; numpy's LAPACK does either where one side is 11/6 of the other.
"""

from __future__ import annotations

from math import copysign, hypot, sqrt
from typing import Any

import numpy as np

from autograd.kernels.lapack_single import svd

MAX_QR_SIZE = 25  # above it LAPACK divides and conquers
# Entries of the batch up to which the signs are matched, for speed
MAX_EIGENVECTOR_ENTRIES = 1 << 12


def match_eigenvector_signs(vectors: np.ndarray, matrices: np.ndarray, upper: bool) -> np.ndarray:
    """Return eigenvectors, `(..., n, n)` in columns, with the signs that MKL gives them."""
    n = vectors.shape[-1]
    if not 2 < n <= MAX_QR_SIZE or vectors.size > MAX_EIGENVECTOR_ENTRIES or not np.isfinite(
            matrices).all():
        return vectors
    result = vectors.copy()
    for into, matrix in zip(result.reshape(-1, n, n), matrices.reshape(-1, n, n)):
        agreement = (qr_eigenvectors(matrix, upper).conj() * into).sum(0).real
        into *= np.where(agreement < 0, -1, 1).astype(into.real.dtype)
    return result


def qr_eigenvectors(matrix: np.ndarray, upper: bool) -> np.ndarray:
    """Return the eigenvectors of one matrix in ascending order, by reflections and then rotations.
    """
    half = np.triu(matrix)[::-1, ::-1] if upper else np.tril(matrix)
    middle, beside, turned = tridiagonalize(half + np.tril(half, -1).conj().T)
    if upper:
        middle, beside, turned = middle[::-1], beside[::-1], turned[::-1, ::-1]
    rows = np.eye(len(middle), dtype=middle.dtype)
    found = diagonalize_tridiagonal(list(middle), list(beside), rows,
        float(np.finfo(matrix.dtype).eps / 2))
    return (turned @ rows.T)[:, np.argsort(found, kind="stable")]


def tridiagonalize(A: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return `(d, e, Q)` with `A = Q T Q^H`, where T has d on its diagonal and e beside it."""
    n = len(A)
    Q, e = np.eye(n, dtype=A.dtype), np.zeros(n - 1, A.real.dtype)
    for i in range(n - 1):
        first, rest = A[i + 1, i], A[i + 2:, i]
        length = np.linalg.norm(rest)
        if length == 0 and first.imag == 0:
            e[i] = first.real
            continue
        e[i] = -copysign(hypot(abs(first), length), first.real)
        axis = np.zeros(n, A.dtype)
        axis[i + 1], axis[i + 2:] = 1, rest / (first - e[i])
        H = np.eye(n, dtype=A.dtype) - (e[i] - first) / e[i] * np.outer(axis, axis.conj())
        A, Q = H.conj().T @ A @ H, Q @ H
    return np.diag(A).real, e, Q


def diagonalize_tridiagonal(d: list[np.generic], e: list[np.generic], rows: np.ndarray,
        eps: float) -> list:
    """Return the eigenvalues of a tridiagonal matrix; turns `rows` into its eigenvectors."""
    start, n = 0, len(d)
    while start < n:
        end = start
        while end < n - 1 and abs(e[end]) > sqrt(abs(d[end])) * sqrt(abs(d[end + 1])) * eps:
            end += 1
        part, turn = slice(start, end + 1), 1
        if abs(d[end]) < abs(d[start]):
            turn = -1
        middle, beside = d[part][::turn], e[start:end][::turn]
        diagonalize_block(middle, beside, rows[part][::turn], turn < 0, eps * eps)
        d[part] = middle[::turn]
        start = end + 1
    return d


def diagonalize_block(
        d: list[np.generic], e: list[np.generic], rows: np.ndarray, mirrored: bool, limit: Any
) -> None:
    """Rotate an unreduced block until its off-diagonal entries vanish."""
    first, last, least = 0, len(d) - 1, float(np.finfo(type(d[0])).tiny)
    while first <= last:
        end = first
        while end < last and e[end] ** 2 > limit * abs(d[end]) * abs(d[end + 1]) + least:
            end += 1
        if end == first:
            first += 1
        elif end == first + 1:
            one, other = (end, first) if mirrored else (first, end)
            d[one], d[other], c, s = solve_2x2(d[one], e[first], d[other])
            rows[one], rows[other] = (
                c * rows[one] + s * rows[other], c * rows[other] - s * rows[one])
            first += 2
        else:
            qr_sweep(d, e, rows, first, end)


def qr_sweep(
        d: list[np.generic], e: Any, rows: np.ndarray, first: Any,
        end: Any) -> None:
    """Do one implicit QR step from the block's end to its beginning, with Wilkinson's shift."""
    shift, g = d[first], (d[first + 1] - d[first]) / (2 * e[first])
    g = d[end] - shift + e[first] / (g + copysign(hypot(g, 1), g))
    c, s, p = 1.0, 1.0, 0.0
    for i in range(end - 1, first - 1, -1):
        f, b = s * e[i], c * e[i]
        c, s, r = plane_rotation(g, f)
        if i != end - 1:
            e[i + 1] = r
        g = d[i + 1] - p
        r = (d[i] - g) * s + 2 * c * b
        p = s * r
        d[i + 1], g = g + p, c * r - b
        rows[i + 1], rows[i] = c * rows[i + 1] + s * rows[i], c * rows[i] - s * rows[i + 1]
    d[first], e[first], e[end - 1 if end - 1 > first else first] = (
        d[first] - p, g, g if end - 1 == first else e[end - 1])
    if end < len(e):
        e[end] = 0.0


def plane_rotation(f: Any, g: Any) -> tuple[float | np.generic, ...]:
    """Return `(c, s, r)` that rotates (f, g) into (r, 0): r is positive where g is the larger."""
    if g == 0:
        return 1.0, 0.0, f
    if f == 0:
        return 0.0, 1.0, g
    r = copysign(hypot(f, g), f if abs(f) > abs(g) else 1)
    return f / r, g / r, r


def solve_2x2(a: Any, b: Any, c: Any) -> tuple[float | np.generic, ...]:
    """Return the eigenvalues of [[a, b], [b, c]], the larger in size first, with its eigenvector.
    """
    total, apart, twice = a + c, a - c, 2 * b
    root = hypot(apart, twice)
    high, low = (a, c) if abs(a) > abs(c) else (c, a)
    side = -1 if total < 0 else 1
    large = (total + side * root) / 2
    small = high / large * low - b / large * b if total else -large
    other = 1 if apart >= 0 else -1
    slope = apart + other * root
    if abs(slope) > abs(twice):
        s = 1 / hypot(1, twice / slope)
        c = -twice / slope * s
    elif twice == 0:
        c, s = 1.0, 0.0
    else:
        c = 1 / hypot(1, slope / twice)
        s = -slope / twice * c
    return (large, small, -s, c) if side == other else (large, small, c, s)


# Entries of a batch of wide matrices up to which the signs are matched, which is slow
MAX_WIDE_ENTRIES = 1 << 15


def svd_with_mkl_signs(A: np.ndarray, full_matrices: bool) -> tuple[np.ndarray, ...]:
    """Return `(U, S, Vh)` of matrices, with the signs and the further vectors of MKL."""
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
    """Return `(U, S, Vh)` of tall matrices, from the triangle of their QR."""
    m, n = A.shape[-2:]
    Q, R = np.linalg.qr(A, "complete" if full_matrices else "reduced")
    U, S, Vh = svd(R[..., :n, :])
    return np.concatenate((Q[..., :n] @ U, Q[..., n:]), -1), S, Vh


def bidiagonalize(A: np.ndarray) -> Any:
    """Return `(B, Q, P)` with `A = Q B P^T` of a wide matrix, by reflections in turn."""
    m, n = A.shape
    B, Q, P = A.copy(), np.eye(m, dtype=A.dtype), np.eye(n, dtype=A.dtype)
    for i in range(m):
        apply_reflection(B.T, P, B[i, i:].copy(), i)
        if i < m - 1:
            apply_reflection(B, Q, B[i + 1:, i].copy(), i + 1)
    return B, Q, P


def apply_reflection(rows: np.ndarray, turned: Any, entries: Any, start: Any) -> None:
    """Reflect `rows` from `start` so that only the first of `entries` stays; `turned` as well."""
    length = np.linalg.norm(entries[1:])
    if length == 0:
        return
    left = -copysign(hypot(entries[0], length), entries[0])
    axis = np.concatenate(([1], entries[1:] / (entries[0] - left))).astype(rows.dtype)
    scale = rows.dtype.type((left - entries[0]) / left)
    rows[start:] -= scale * np.outer(axis, axis @ rows[start:])
    turned[:, start:] -= scale * np.outer(turned[:, start:] @ axis, axis)


def left_vectors_of_bidiagonal(B: np.ndarray) -> Any:
    """Return the left singular vectors of a lower bidiagonal matrix, rotated to an upper one."""
    n = len(B)
    turned, upper = np.eye(n, dtype=B.dtype), np.diag(np.diag(B)).copy()
    for i in range(n - 1):
        diagonal, below = upper[i, i], B[i + 1, i]
        if below == 0:
            continue
        r = copysign(hypot(diagonal, below), diagonal)
        c, s, upper[i, i] = diagonal / r, below / r, r
        upper[i, i + 1], upper[i + 1, i + 1] = s * upper[i + 1, i + 1], c * upper[i + 1, i + 1]
        one, other = turned[:, i].copy(), turned[:, i + 1].copy()
        turned[:, i], turned[:, i + 1] = c * one + s * other, c * other - s * one
    return turned @ svd(upper)[0]
