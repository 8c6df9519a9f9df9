"""Sums of products in the order in which torch's CPU kernels add them, where that is known.

MKL multiplies small float32 and float64 matrices term by term without fused operations on the
machines that the goldens come from; wider float32 ones with fused operations, in blocks of terms
(found by comparing all bits, for 4 to 100 rows, 12 to 256 columns and up to 2,000 terms). Vector
norms run in eight lanes, cumulative sums in double precision.
"""

from __future__ import annotations

import numpy as np

MOST = 1 << 14  # products beyond which a matrix is left to numpy
LONGEST = 32  # terms of a sum beyond which it is
LANES = 8
ROWS, COLUMNS = 4, 12  # of a product from which on float32 is multiplied in fused operations
BLOCK = 192  # terms that are then added up before they meet what came before
MOST_DOTS = 1 << 16  # products beyond which sums in lanes are left to numpy
MOST_FUSED = 1 << 22  # products beyond which the blocks are left to numpy


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """`a @ b` of matrices, or of batches of them."""
    terms = a.shape[-1]
    if in_fused_operations(a, b):
        return in_blocks(a, b)
    if in_dots(a, b):
        return dots(a, b.T)
    if a.ndim == 2 == b.ndim and b.shape[1] == 1 and has_lanes(a, b[:, 0]):
        return matrix_vector(a, b[:, 0])[:, None]
    if a.dtype.kind != "f" or not 1 < terms <= LONGEST or a.size * b.shape[-1] > MOST:
        return times(a, b)
    if a.ndim == 2 == b.ndim:
        return in_order(np.multiply(a.T[:, :, None], b[:, None, :], order="C"))
    left = np.moveaxis(a, -1, 0)[..., None]
    right = np.moveaxis(b, -2, 0)[..., None, :]
    return in_order(np.multiply(left, right, order="C"))


def in_fused_operations(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether torch multiplies these two in fused operations, and so can `in_blocks`."""
    return (a.ndim == 2 == b.ndim and a.dtype == b.dtype == np.float32
            and len(a) >= ROWS and b.shape[1] >= COLUMNS
            and 1 < a.shape[1] and a.size * b.shape[1] <= MOST_FUSED)


def in_blocks(a: np.ndarray, b: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """`start + a @ b`, each entry's terms added one after the other in fused operations.

    numpy's library does the same where the first matrix lies in memory column by column.
    """
    a, terms = np.asfortranarray(a), a.shape[1]
    if terms <= BLOCK:
        return a @ b if start is None else a @ b + start
    step = terms // 2 if terms < 2 * BLOCK else BLOCK
    made = a[:, :step] @ b[:step]
    if start is not None:
        made = made + start
    for first in range(step, terms, step):
        made += a[:, first : first + step] @ b[first : first + step]
    return made


def in_dots(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether torch multiplies rows of `a` by columns of `b`, both of which lie in one piece."""
    return (a.ndim == 2 == b.ndim and a.dtype == b.dtype == np.float32 and a.shape[1] % 4 == 0
            and 1 < len(a) and 1 < b.shape[1] and a.size * b.shape[1] <= MOST_DOTS
            and a.flags.c_contiguous and b.flags.f_contiguous and a.size > 0)


def dots(a: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """`a @ rows.T` as MKL has it for few rows: four at a time in four lanes, the rest in eight."""
    terms = a[:, None, :] * rows[None]
    fours = len(rows) // 4 * 4
    return np.concatenate((in_four_lanes(terms[:, :fours]), in_eight_lanes(terms[:, fours:])), 1)


def in_four_lanes(terms: np.ndarray) -> np.ndarray:
    """Sums over the last dimension, a multiple of four long."""
    lanes = in_order(np.moveaxis(terms.reshape(*terms.shape[:2], terms.shape[2] // 4, 4), 2, 0))
    return (lanes[..., 0] + lanes[..., 2]) + (lanes[..., 1] + lanes[..., 3])


def in_four_lanes_behind_four(terms: np.ndarray) -> np.ndarray:
    """Sums of rows: of their first four terms in order, to which the first lane adds its own."""
    start = np.add.accumulate(terms[:, :4], 1)[:, -1]
    if terms.shape[1] == 4:
        return start
    lanes = terms[:, 4:].reshape(len(terms), -1, 4)
    lanes[:, 0, 0] += start
    lanes = np.add.accumulate(lanes, 1)[:, -1]
    return (lanes[:, 0] + lanes[:, 2]) + (lanes[:, 1] + lanes[:, 3])


def in_eight_lanes(terms: np.ndarray) -> np.ndarray:
    """Sums over the last dimension: whole turns in eight lanes, then what is left in order."""
    turns = terms.shape[-1] // 8 * 8
    if not turns:
        return np.add.accumulate(terms, -1)[..., -1]
    lanes = in_order(np.moveaxis(terms[..., :turns].reshape(*terms.shape[:2], turns // 8, 8), 2, 0))
    halves = lanes[..., :4] + lanes[..., 4:]
    total = (halves[..., 0] + halves[..., 2]) + (halves[..., 1] + halves[..., 3])
    for term in np.moveaxis(terms[..., turns:], -1, 0):
        total = total + term
    return total


def times(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """`a @ b` in the dtype of `a`: numpy multiplies matrices of bfloat16 in float32."""
    made = np.matmul(a, b, order="C")
    return made if made.dtype == a.dtype else made.astype(a.dtype)


def has_lanes(matrix: np.ndarray, vector: np.ndarray) -> bool:
    """Whether `matrix_vector` knows torch's order of terms for most rows."""
    return (len(matrix) >= 4 <= len(vector) and len(vector) % 4 == 0
            and matrix.dtype == vector.dtype == np.float32
            and matrix.flags.c_contiguous and matrix.size <= MOST_DOTS)


def matrix_vector(matrix: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """`matrix @ vector`; of float32 four rows at a time, as far as they go, have lanes."""
    if has_lanes(matrix, vector):
        rows = len(matrix) // 4 * 4
        most = in_four_lanes_behind_four(matrix[:rows] * vector)
        if rows == len(matrix):
            return most
        return np.concatenate((most, matrix_vector(matrix[rows:], vector)))
    if matrix.dtype.kind != "f" or not 1 < len(vector) <= 10 or matrix.size > MOST:
        return times(matrix, vector)
    return in_order(matrix.T * vector[:, None])


def in_order(terms: np.ndarray) -> np.ndarray:
    """The sum over the first dimension, one term after the other."""
    if terms[0].size == 1:
        return np.add.accumulate(terms, 0)[-1]
    return np.add.reduce(terms, 0)


def inner(a: np.ndarray, b: np.ndarray):
    """The inner product of two vectors: up to nine terms in four sums, from sixteen on in lanes."""
    n = len(a)
    if a.dtype != np.float32 or n < 2 or (n > 9 and (n % 4 or n < 16)):
        return np.dot(a, b)
    terms = a * b
    if n <= 4:
        return np.add.accumulate(terms)[-1]
    if n <= 9:
        return pairwise_of_four(terms)
    return lanes_of_four(terms)


def pairwise_of_four(terms: np.ndarray):
    """Four running sums, of which the first takes what is left over; then two and two."""
    whole = len(terms) // 4 * 4
    sums = in_order(terms[:whole].reshape(-1, 4))
    first = np.add.accumulate(np.append(sums[:1], terms[whole:]))[-1]
    return (first + sums[2]) + (sums[1] + sums[3])


def lanes_of_four(terms: np.ndarray):
    """Four registers of four lanes, whole turns only; the rest goes to the first register."""
    turns = len(terms) // 16 * 16
    registers = in_order(terms[:turns].reshape(-1, 4, 4))
    first = in_order(np.concatenate((registers[:1], terms[turns:].reshape(-1, 4))))
    lanes = ((first + registers[1]) + registers[2]) + registers[3]
    return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3])


def root_of_squares(size: np.ndarray, axes, keepdim: bool) -> np.ndarray:
    """The Euclidean norm of non-negative numbers over `axes` (None for all)."""
    rows, shape = as_rows(size, axes, keepdim)
    squares = rows * rows
    whole = squares.shape[1] // LANES * LANES
    if whole and size.dtype == np.float32:
        lanes = in_order(np.moveaxis(squares[:, :whole].reshape(len(rows), -1, LANES), 1, 0))
        squares = np.concatenate((lanes, squares[:, whole:]), 1)
    return np.sqrt(first_to_last(squares)).reshape(shape)


def absolute_sum(size: np.ndarray, axes, keepdim: bool) -> np.ndarray:
    """The sum of non-negative numbers over `axes` (None for all), from the first to the last."""
    rows, shape = as_rows(size, axes, keepdim)
    return first_to_last(rows).reshape(shape)


def as_rows(array, axes, keepdim):
    """`array` with what `axes` reduce in rows, and the shape of the result."""
    reduced = tuple(range(array.ndim)) if axes is None else tuple(i % array.ndim for i in axes)
    kept = [i for i in range(array.ndim) if i not in reduced]
    shape = [1 if i in reduced else n for i, n in enumerate(array.shape)] if keepdim else [
        array.shape[i] for i in kept]
    count = int(np.prod([array.shape[i] for i in kept], dtype=int))
    each = int(np.prod([array.shape[i] for i in reduced], dtype=int))
    return array.transpose([*kept, *sorted(reduced)]).reshape(count, each), shape


def first_to_last(rows: np.ndarray) -> np.ndarray:
    """The sum of each row, term by term."""
    if not rows.shape[1]:
        return np.zeros(len(rows), rows.dtype)
    return np.add.accumulate(rows, 1)[:, -1]


def running(ufunc, array: np.ndarray, dim: int) -> np.ndarray:
    """`np.add` or `np.multiply` accumulated along `dim`, float32 in double precision."""
    if not array.ndim:
        return array.copy()
    wide = array.astype(np.float64) if array.dtype.char in "ef" else array
    return ufunc.accumulate(wide, dim).astype(array.dtype, order="C")


def by_sixteens(terms: np.ndarray):
    """The sum of all numbers as torch's losses of classes add them up (`LossNLL.cpp`).

    Groups of 16, then of 256 and so on, each term by term, what is left over first and the very
    first number last.
    """
    if terms.size < 2:
        return np.sum(terms)
    first, rest = terms.flat[0], terms.reshape(-1)[1:]
    made = np.zeros((), terms.dtype)
    while rest.size:
        whole = rest.size // 16 * 16
        if whole < rest.size:
            made = made + np.add.accumulate(rest[whole:])[-1]
        rest = np.add.accumulate(rest[:whole].reshape(-1, 16), 1)[:, -1]
    return made + first
