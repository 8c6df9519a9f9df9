"""Factorizations L D L^T (or L D L^H) of symmetric matrices with Bunch-Kaufman pivoting.

One lower triangle at a time, in the steps of LAPACK's sytf2, or hetf2 if the matrix is Hermitian. D
has blocks of one or two rows, which the signs of the pivots distinguish (Bunch and Kaufman 1977).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.kernels.lu import lapack_magnitudes

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

ALPHA = (1 + math.sqrt(17)) / 8


def find_pivot(A: np.ndarray, k: Any) -> tuple[int, int]:
    """Return the row to exchange at step `k`, with the number of rows of its block, one or two."""
    n, size = len(A), lapack_magnitudes(A[k, k])
    if k == n - 1:
        return k, 1
    largest = k + 1 + int(np.argmax(lapack_magnitudes(A[k + 1:, k])))
    column = lapack_magnitudes(A[largest, k])
    if size >= ALPHA * column:
        return k, 1
    row = lapack_magnitudes(np.concatenate([A[largest, k:largest], A[largest + 1:, largest]])).max()
    if size >= ALPHA * column * (column / row):
        return k, 1
    return (largest, 1) if lapack_magnitudes(A[largest, largest]) >= ALPHA * row else (largest, 2)


def swap_rows_and_columns(
        A: np.ndarray, k: Any, one: Any, other: Any, width: Any, across: Any
) -> None:
    """Exchange two rows and columns of the remaining lower triangle.

    Entries from the other side of the diagonal go through `across` (the identity, or conjugation).
    """
    A[other + 1:, [one, other]] = A[other + 1:, [other, one]]
    between = across(A[one + 1:other, one].copy())
    A[one + 1:other, one] = across(A[other, one + 1:other])
    A[other, one + 1:other] = between
    A[other, one] = across(A[other, one])
    A[one, one], A[other, other] = A[other, other], A[one, one]
    if width == 2:
        A[k + 1, k], A[other, k] = A[other, k], A[k + 1, k]


def eliminate_block(A: np.ndarray, k: Any, width: Any, across: Any) -> None:
    """Subtract a block's columns from the remaining triangle, and leave L in them."""
    end = k + width
    rest = A[end:, k:end].copy()
    if width == 1:
        multipliers = rest / A[k, k]
    else:
        block = A[k:end, k:end].copy()
        block[0, 1] = across(block[1, 0])
        multipliers = rest @ np.linalg.inv(block)
    A[end:, end:] -= np.tril(multipliers @ across(rest).T)
    A[end:, k:end] = multipliers


def factor(matrix: np.ndarray, hermitian: bool = False) -> Any:
    """Return `(LD, pivots, info)` from the lower triangle; info is the first zero pivot's number,
    or 0."""
    across = np.conj if hermitian else np.asarray
    wide = np.complex128 if matrix.dtype.kind == "c" else np.float64
    A, k, zero = np.tril(matrix).astype(wide), 0, 0
    if hermitian:
        np.fill_diagonal(A, A.diagonal().real)
    pivots = np.zeros(len(A), np.int32)
    while k < len(A):
        if not np.abs(A[k:, k]).max():
            zero, pivots[k], width = zero or k + 1, k + 1, 1
        else:
            row, width = find_pivot(A, k)
            if row != k + width - 1:
                swap_rows_and_columns(A, k, k + width - 1, row, width, across)
            pivots[k:k + width] = row + 1 if width == 1 else -(row + 1)
            eliminate_block(A, k, width, across)
            if hermitian:
                np.fill_diagonal(A, A.diagonal().real)
        k += width
    return A.astype(matrix.dtype), pivots, zero


def list_blocks(pivots: np.ndarray) -> list[tuple[int, int, int]]:
    """Return start, width and exchanged row of each block."""
    result, k = [], 0
    while k < len(pivots):
        width = 1 if pivots[k] > 0 else 2
        result.append((k, width, abs(int(pivots[k])) - 1))
        k += width
    return result


def divide_by_block(block: Any, B: np.ndarray, across: Any) -> Any:
    """Return the rows of `B` divided by a block of D, as LAPACK's sytrs and hetrs scale them."""
    if len(block) == 1:
        return B / block[0, 0]
    side, other = block[1, 0], across(block[1, 0])
    first, last, rows = block[0, 0] / other, block[1, 1] / side, (B[0] / other, B[1] / side)
    scale = first * last - 1
    return np.stack([last * rows[0] - rows[1], first * rows[1] - rows[0]]) / scale


def solve(LD: Any, pivots: np.ndarray, B: Tensor, hermitian: bool = False) -> Tensor:
    """Solve the factored system for the columns of `B`."""
    across = np.conj if hermitian else np.asarray
    wide = np.complex128 if LD.dtype.kind == "c" else np.float64
    A, X, steps = LD.astype(wide), B.astype(wide), list_blocks(pivots)
    for k, width, row in steps:
        here = k + width - 1
        X[[here, row]] = X[[row, here]]
        end = k + width
        X[end:] -= A[end:, k:end] @ X[k:end]
        X[k:end] = divide_by_block(A[k:end, k:end], X[k:end], across)
    for k, width, row in reversed(steps):
        end, here = k + width, k + width - 1
        X[k:end] -= across(A[end:, k:end]).T @ X[end:]
        X[[here, row]] = X[[row, here]]
    return X.astype(B.dtype)
