"""Matrix products whose terms are added in the order of torch's libraries.

MKL multiplies small float32 and float64 matrices term by term without fused operations on the
machines that the goldens come from; wider float32 ones with fused operations, in blocks of terms.
Contiguous rows are multiplied in lanes, and what comes before the first entry that is aligned to 16
bytes goes before them. Found by passing torch ones among which two big numbers cancel (which shows
what is added to what), for 1 to 33 rows and columns and 72 terms, and by comparing all bits, for 1
to 100 rows, 1 to 256 columns and up to 2,000 terms.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from autograd.kernels.reduction_order import (
    move_last_dim_first, sum_first_dim, sum_in_four_chains, sum_in_four_registers,
)

# Products above which numpy multiplies, ten times as fast
MAX_FLOAT32_PRODUCTS = 1 << 17
MAX_FLOAT64_PRODUCTS, MAX_FLOAT64_TERMS = 1 << 14, 32  # likewise of float64, and terms
# The least size of a float32 product in fused operations
FUSED_ROWS, FUSED_COLUMNS = 4, 12
TERM_BLOCK = 192  # terms that are added before they are added to the earlier blocks
MAX_FUSED_PRODUCTS = 1 << 22  # products above which numpy multiplies
ALIGNMENT = 4  # numbers of float32 in 16 bytes
MAX_NATIVE_PRODUCTS = 400  # products of a batch's matrix below which torch uses its own loop
FLOAT32 = np.dtype(np.float32)  # comparing dtypes is faster than comparing with the type
ZERO = np.float32(0)
MAX_SLICES = 256  # slices of a batch, above which numpy multiplies


def matmul(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return `a @ b` of matrices, or of batches of them."""
    if a.ndim == 2 == b.ndim:
        return matmul_2d(a, b)
    rows, terms, columns = *a.shape[-2:], b.shape[-1]
    single, is_native = a.dtype == b.dtype == FLOAT32, rows * terms * columns < MAX_NATIVE_PRODUCTS
    if single and not is_native and a.ndim == 3 == b.ndim and 0 < len(a) <= MAX_SLICES:
        return matmul_batches(a, b)
    small = (terms <= MAX_FLOAT64_TERMS and a.size * columns <= MAX_FLOAT64_PRODUCTS
             and rounds_each_step(a))
    if terms < 2 or not (a.size and b.size and (small or single and is_native)):
        return numpy_matmul(a, b)
    left = move_last_dim_first(a)[..., None]
    right = np.moveaxis(b, -2, 0)[..., None, :]
    return sum_first_dim(np.multiply(left, right, order="C"))


def matmul_slices(
        a: np.ndarray, b: np.ndarray, behind: int = 0, factor: np.generic | int = 1,
        start: np.ndarray | None = None) -> np.ndarray:
    """Return `start + factor * a @ b` of batches where torch multiplies each slice separately.

    The result's memory begins `behind` elements after an aligned one.
    """
    if a.dtype != FLOAT32 or not len(a) or a.size * b.shape[2] > MAX_FUSED_PRODUCTS:
        return matmul(a, b) * factor + (0 if start is None else start)
    if factor != 1 and is_fused(a[0], b[0]):
        b = b * factor
    elif factor != 1 and is_row_contiguous(a[0]) and is_row_contiguous(b[0].T):
        result = matmul_batches(a, b, behind) * factor
        return result if start is None else result + start
    elif factor != 1:
        a = a * factor
    if start is None:
        return matmul_batches(a, b, behind)
    return np.stack([matmul_add(*each) for each in zip(start, a, b)])


def matmul_batches(a: np.ndarray, b: np.ndarray, behind: int | None = None) -> np.ndarray:
    """Return `a @ b` of float32, slice by slice unless all slices are added up in one way."""
    rows, terms, columns = *a.shape[1:], b.shape[2]
    if rows >= FUSED_ROWS and columns >= FUSED_COLUMNS and 1 < terms <= TERM_BLOCK:
        return numpy_matmul(np.ascontiguousarray(a.swapaxes(1, 2)).swapaxes(1, 2), b)
    if 1 < rows and 1 < columns and 1 < terms and a.size * columns <= MAX_FLOAT32_PRODUCTS:
        if not (is_row_contiguous(a[0]) and is_row_contiguous(b[0].T)):
            if columns % ALIGNMENT == 0 and not (behind or 0) % ALIGNMENT:
                left, right = move_last_dim_first(a)[..., None], np.moveaxis(b, -2, 0)[..., None, :]
                return sum_first_dim(np.multiply(left, right, order="C"))
        elif are_rows_aligned(a):
            return dot_aligned_rows(a, b.swapaxes(1, 2))
    places = [i * rows * columns for i in range(len(a))] if behind is None else [behind] * len(a)
    return np.stack([matmul_2d(*each) for each in zip(a, b, places)])


def are_rows_aligned(a: np.ndarray) -> bool:
    """Return True if every row begins at a multiple of 16 bytes."""
    return not any(stride % 16 for stride in (a.__array_interface__["data"][0], *a.strides[:-1]))


def matmul_add(start: np.ndarray | None, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return `start + a @ b`.

    Sums that run term by term begin with `start`; others are added to it.
    """
    if is_fused(a, b):
        return matmul_in_blocks(a, b, start)
    small = (1 < a.shape[1] and 0 < a.size * b.shape[1] <= MAX_FLOAT32_PRODUCTS
             and a.dtype == b.dtype == FLOAT32)
    one = len(a) == 1 == b.shape[1]
    if start is None or one or not small or is_row_contiguous(a) and is_row_contiguous(b.T):
        result = matmul_2d(a, b)
        return result if start is None else result + start
    start = np.broadcast_to(start, (len(a), b.shape[1]))
    return correct_unaligned(matmul_term_by_term(a, b, start), a, b, 0, start)


def matmul_2d(a: np.ndarray, b: np.ndarray, behind: int | None = None) -> np.ndarray:
    """Return `a @ b`, alone or as a slice of a batch.

    `behind` is the number of elements between an aligned one and the result's first.
    """
    if is_fused(a, b):
        return matmul_in_blocks(a, b)
    (rows, terms), columns = a.shape, b.shape[1]
    if terms < 2 or not a.size or not columns:
        alone = terms and rows > 1 < columns and behind is None and a.dtype.kind == "f"
        # np.multiply keeps the sign of zeros
        return np.multiply(a, b, order="C") if alone else numpy_matmul(a, b)
    if a.dtype != FLOAT32 or b.dtype != FLOAT32:
        small = terms <= MAX_FLOAT64_TERMS and a.size * columns <= MAX_FLOAT64_PRODUCTS
        return matmul_term_by_term(a, b) if small and rounds_each_step(a) else numpy_matmul(a, b)
    if a.size * columns > MAX_FLOAT32_PRODUCTS:
        return numpy_matmul(a, b)
    lies_flat = columns == 1 and b.strides[1] == b.itemsize  # torch treats it as rows
    if is_row_contiguous(a) and is_row_contiguous(b.T):
        if columns == 1 and behind is None and not (lies_flat and rows == 1):
            return gemv(a, b[:, 0])[:, None]
        if not lies_flat:
            return gemv(b.T, a[0])[None] if rows == 1 else dot_rows(a, b.T)
    return correct_unaligned(matmul_term_by_term(a, b), a, b, behind or 0)


def is_row_contiguous(matrix: np.ndarray) -> bool:
    """Return True if each row is contiguous."""
    return matrix.strides[1] == matrix.itemsize and (
        len(matrix) == 1 or matrix.strides[0] >= matrix.shape[1] * matrix.itemsize)


def is_fused(a: np.ndarray, b: np.ndarray) -> bool:
    """Return True if torch multiplies these two in fused operations, as `matmul_in_blocks` does."""
    return (a.ndim == 2 == b.ndim and a.dtype == b.dtype == FLOAT32
            and len(a) >= FUSED_ROWS and b.shape[1] >= FUSED_COLUMNS
            and 1 < a.shape[1] and a.size * b.shape[1] <= MAX_FUSED_PRODUCTS)


def matmul_in_blocks(a: np.ndarray, b: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """Return `start + a @ b`, the terms of each entry added in fused operations, in blocks.

    numpy's library does the same where the first matrix is column-major.
    """
    a, terms = np.asfortranarray(a), a.shape[1]
    if terms <= TERM_BLOCK:
        return a @ b if start is None else a @ b + start
    step = terms // 2 if terms < 2 * TERM_BLOCK else TERM_BLOCK
    result = a[:, :step] @ b[:step]
    if start is not None:
        result = result + start
    for first in range(step, terms, step):
        result += a[:, first : first + step] @ b[first : first + step]
    return result


def matmul_term_by_term(a: np.ndarray, b: np.ndarray,
        start: np.ndarray | None = None) -> np.ndarray:
    """Return `start + a @ b`, the terms of each entry added one after the other."""
    if len(a) > b.shape[1]:  # long rows are faster
        return np.ascontiguousarray(matmul_transposed(a, b, start).T)
    terms = np.multiply(a.T[:, :, None], b[:, None, :], order="C")
    return sum_first_dim(terms if start is None else np.concatenate((start[None], terms)))


def matmul_transposed(a: np.ndarray, b: np.ndarray, start: np.ndarray | None) -> np.ndarray:
    """Return the transpose of `matmul_term_by_term`."""
    terms = multiply_terms(a, b)
    return sum_first_dim(terms if start is None else np.concatenate((start.T[None], terms)))


def multiply_terms(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the terms of `a @ b`: `(terms, columns, rows)`."""
    return np.multiply(np.ascontiguousarray(a.T)[:, None, :], b[:, :, None], order="C")


def correct_unaligned(made: np.ndarray, a: np.ndarray, b: np.ndarray, behind: int,
                   start: np.ndarray | None = None) -> np.ndarray:
    """Return `made`, with the entries before the first aligned one of a row in MKL's order.

    They take eight terms at a time. Four of the eight are added to what came before, the other four
    among themselves first.
    """
    rows, columns = made.shape
    if columns <= ALIGNMENT or a.shape[1] < 8 or not (columns % ALIGNMENT or behind % ALIGNMENT):
        return made
    before = find_unaligned(rows, columns, behind % ALIGNMENT)
    if before is None:
        return made
    turns = a.shape[1] // 8
    terms = multiply_terms(a, b[:, : ALIGNMENT - 1])
    eights = terms[: turns * 8].reshape(turns, 8, *terms.shape[1:])
    fours = eights[:, 4] + eights[:, 5] + eights[:, 6] + eights[:, 7]
    parts = np.concatenate((eights[:, :4], fours[:, None]), 1)
    parts = [parts.reshape(-1, *terms.shape[1:]), terms[turns * 8 :]]
    if start is not None:
        parts.insert(0, start.T[None, : ALIGNMENT - 1])
    first = made[:, : ALIGNMENT - 1]
    others = sum_first_dim(np.concatenate(parts)).T
    np.copyto(first, others, where=before)
    return made


@lru_cache
def find_unaligned(rows: int, columns: int, behind: int) -> np.ndarray | None:
    """Return a mask of the first three entries of each row before its first aligned one, or None.
    """
    heads = -(behind + np.arange(rows) * columns) % ALIGNMENT
    heads[columns - heads < ALIGNMENT] = 0
    return np.arange(ALIGNMENT - 1) < heads[:, None] if heads.any() else None


def dot_terms(a: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return the terms of `a @ rows.T`, those of each entry along the first dimension."""
    return np.multiply(move_last_dim_first(a)[..., None], move_last_dim_first(rows)[..., None, :],
        order="C")


def dot_rows(a: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return `a @ rows.T`: four of `rows` at a time in four lanes, the rest in eight."""
    if are_rows_aligned(a):
        return dot_aligned_rows(a, rows)
    terms = dot_terms(a, rows)
    fours, apart = len(rows) // 4 * 4, a.strides[0] // a.itemsize
    result = np.empty(terms.shape[1:], np.float32)
    period = 1 if apart % 4 == 0 else 2 if apart % 2 == 0 else 4
    start = a.__array_interface__["data"][0] // a.itemsize
    for i in range(min(period, len(a))):
        some, head = terms[:, i::period], -(start + i * apart) % ALIGNMENT
        result[i::period, :fours] = sum_in_lanes(some[..., :fours], head, 4, 4)
        result[i::period, fours:] = sum_in_lanes(some[..., fours:], head, 8, 8)
    return result


def dot_aligned_rows(a: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return `dot_rows` of rows that begin at multiples of 16 bytes, or of batches of them."""
    terms, fours = dot_terms(a, rows), rows.shape[-2] // 4 * 4
    if fours == rows.shape[-2]:
        return sum_in_lanes(terms, 0, 4, 4)
    parts = sum_in_lanes(terms[..., :fours], 0, 4, 4), sum_in_lanes(terms[..., fours:], 0, 8, 8)
    return np.concatenate(parts, -1)


def sum_in_lanes(terms: np.ndarray, head: int, lanes: int, turn: int) -> np.ndarray:
    """Return sums over the first dimension: some terms one by one, whole turns in lanes, then the
    rest.

    The first lane begins with what came before; the lanes are added by halves.
    """
    whole = (len(terms) - head) // turn * turn
    if whole <= 0 or not terms.size:
        return sum_first_dim(terms) if terms.size else np.zeros(terms.shape[1:], np.float32)
    parts = terms[head : head + whole].reshape(whole // lanes, lanes, *terms.shape[1:])
    if head:
        parts[0, 0] += sum_first_dim(terms[:head])
    sums = sum_first_dim(parts)
    while len(sums) > 1:
        half = len(sums) // 2
        sums = sums[:half] + sums[half:]
    total = sums[0]
    for term in terms[head + whole :]:
        total = total + term
    return total


def gemv(matrix: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """Return `matrix @ vector` of contiguous rows, four rows at a time, then two, then one."""
    terms = np.multiply(matrix.T, vector[:, None], order="C")
    (n, rows), fours = terms.shape, len(matrix) // 4 * 4
    if fours == rows:
        return sum_in_lanes(terms, n % 4 or 4, 4, 4)
    result = np.empty(rows, np.float32)
    result[:fours] = sum_in_lanes(terms[:, :fours], n % 4 or 4, 4, 4)
    result[fours::2] = sum_in_lanes(terms[:, fours::2], 4, 8, 8)
    result[fours + 1 :: 2] = sum_in_lanes(terms[:, fours + 1 :: 2], 4, 4, 8)
    return result


def rounds_each_step(a: np.ndarray) -> bool:
    """Return True if sums of these floats are rounded at each step; 16-bit ones only at the end."""
    return a.dtype.kind == "f" and a.dtype.itemsize > 2


def numpy_matmul(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return `a @ b` in the dtype of `a`: numpy multiplies matrices of 16-bit floats in float32."""
    result = np.matmul(a, b, order="C")
    return result if result.dtype == a.dtype else result.astype(a.dtype)


def matrix_vector(matrix: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """Return `matrix @ vector`."""
    return matmul_2d(matrix, vector[:, None])[:, 0]


def dot(a: np.ndarray, b: np.ndarray) -> np.generic:
    """Return the inner product of two vectors: up to nine terms in four sums, from sixteen on in
    lanes."""
    n = len(a)
    if a.dtype != FLOAT32 or n < 2 or (n > 9 and (n % 4 or n < 16)):
        return np.dot(a, b) + a.dtype.type(0)  # a sum begins with 0, and is never -0
    terms = a * b
    if n <= 4:
        return np.add.accumulate(terms)[-1] + ZERO
    return (sum_in_four_chains(terms) if n <= 9 else sum_in_four_registers(terms)) + ZERO
