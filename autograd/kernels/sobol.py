"""Sobol's low-discrepancy points: direction numbers, scrambling, drawing.

Dimension d (from 1 on) has the d-th primitive polynomial over two elements, by degree and then by
value; the first direction numbers of each are S. Joe and F. Kuo's, found by their criterion D(6),
and the others follow from the polynomial (Bratley and Fox, ACM TOMS 659).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import numpy as np

BITS = 30
# Odd numbers of dimension 1, 2, ...: as many as the degree of its polynomial.
INITIAL = """
1 / 1 3 / 1 3 1 / 1 1 1 / 1 1 3 3 / 1 3 5 13 / 1 1 5 5 17 / 1 1 5 5 5 / 1 1 7 11 19 / 1 1 5 1 1 /
1 1 1 3 11 / 1 3 5 5 31 / 1 3 3 9 7 49 / 1 1 1 15 21 21 / 1 3 1 13 27 49 / 1 1 1 15 7 5 / 1 3 1 15
13 25 / 1 1 5 5 19 61 / 1 3 7 11 23 15 103 / 1 3 7 13 13 15 69 / 1 1 3 13 7 35 63 / 1 3 5 9 1 25
53 / 1 3 1 13 9 35 107 / 1 3 1 5 27 61 31 / 1 1 5 11 19 41 61 / 1 3 5 3 3 13 69 / 1 1 7 13 1 19 1
/ 1 3 7 5 13 19 59 / 1 1 3 9 25 29 41 / 1 3 5 13 23 1 55 / 1 3 7 3 13 59 17 / 1 3 1 3 5 53 69 / 1
1 5 5 23 33 13 / 1 1 7 7 1 61 123 / 1 1 7 9 13 61 49 / 1 3 3 5 3 55 33 / 1 3 1 15 31 13 49 245 / 1
3 5 15 31 59 63 97 / 1 3 1 11 11 11 77 249 / 1 3 1 11 27 43 71 9 / 1 1 7 15 21 11 81 45 / 1 3 7 3
25 31 65 79 / 1 3 1 1 19 11 3 205 / 1 1 5 9 19 21 29 157 / 1 3 7 11 1 33 89 185 / 1 3 3 3 15 9 79
71 / 1 3 7 11 15 39 119 27 / 1 1 3 1 11 31 97 225 / 1 1 1 3 23 43 57 177 / 1 3 7 7 17 17 37 71 / 1
3 1 5 27 63 123 213 / 1 1 3 5 11 43 53 133 / 1 3 5 5 29 17 47 173 479 / 1 3 3 11 3 1 109 9 69 / 1
1 1 5 17 39 23 5 343 / 1 3 1 5 25 15 31 103 499 / 1 1 1 11 11 17 63 105 183 / 1 1 5 11 9 29 97 231
363 / 1 1 5 15 19 45 41 7 383 / 1 3 7 7 31 19 83 137 221 / 1 1 1 3 23 15 111 223 83 / 1 1 5 13 31
15 55 25 161 / 1 1 3 13 25 47 39 87 257 / 1 1 1 11 21 53 125 249 293 / 1 1 7 11 11 7 57 79 323 / 1
1 5 5 17 13 81 3 131 / 1 1 7 13 23 7 65 251 475 / 1 3 5 1 9 43 3 149 11 / 1 1 3 13 31 13 13 255
487 / 1 3 3 1 5 63 89 91 127 / 1 1 3 3 1 19 123 127 237 / 1 1 5 7 23 31 37 243 289 / 1 1 5 11 17
53 117 183 491 / 1 1 1 5 1 13 13 209 345 / 1 1 3 15 1 57 115 7 33 / 1 3 1 11 7 43 81 207 175 / 1 3
1 1 15 27 63 255 49 / 1 3 5 3 27 61 105 171 305 / 1 1 5 3 1 3 57 249 149 / 1 1 3 5 5 57 15 13 159
/ 1 1 1 11 7 11 105 141 225 / 1 3 3 5 27 59 121 101 271 / 1 3 5 9 11 49 51 59 115 / 1 1 7 1 23 45
125 71 419 / 1 1 3 5 23 5 105 109 75 / 1 1 7 15 7 11 67 121 453 / 1 3 7 3 9 13 31 27 449 / 1 3 1
15 19 39 39 89 15 / 1 1 1 1 1 33 73 145 379 / 1 3 1 15 15 43 29 13 483 / 1 1 7 3 19 27 85 131 431
/ 1 3 3 3 5 35 23 195 349 / 1 3 3 7 9 27 39 59 297 / 1 1 3 9 11 17 13 241 157 / 1 3 7 15 25 57 33
189 213 / 1 1 7 1 9 55 73 83 217 / 1 3 3 13 19 27 23 113 249 / 1 3 5 3 23 43 3 253 479 / 1 1 5 5
11 5 45 117 217 / 1 3 3 7 29 37 33 123 147 / 1 3 1 15 5 5 37 227 223 459 / 1 1 7 5 5 39 63 255 135
487 / 1 3 1 7 9 7 87 249 217 599 / 1 1 3 13 9 47 7 225 363 247 / 1 3 7 13 19 13 9 67 9 737 / 1 3 5
5 19 59 7 41 319 677 / 1 1 5 3 31 63 15 43 207 789 / 1 1 7 9 13 39 3 47 497 169 / 1 3 1 7 21 17 97
19 415 905 / 1 3 7 1 3 31 71 111 165 127 / 1 1 5 11 1 61 83 119 203 847 / 1 3 3 13 9 61 19 97 47
35 / 1 1 7 7 15 29 63 95 417 469 / 1 3 1 9 25 9 71 57 213 385 / 1 3 5 13 31 47 101 57 39 341 / 1 1
3 3 31 57 125 173 365 551 / 1 3 7 1 13 57 67 157 451 707 / 1 1 1 7 21 13 105 89 429 965 / 1 1 5 9
17 51 45 119 157 141 / 1 3 7 7 13 45 91 9 129 741 / 1 3 7 1 23 57 67 141 151 571 / 1 1 3 11 17 47
93 107 375 157 / 1 3 3 5 11 21 43 51 169 915 / 1 1 5 3 15 55 101 67 455 625 / 1 3 5 9 1 23 29 47
345 595 / 1 3 7 7 5 49 29 155 323 589 / 1 3 3 7 5 41 127 61 261 717 / 1 3 7 7 17 23 117 67 129
1009 / 1 1 3 13 11 39 21 207 123 305 / 1 1 3 9 29 3 95 47 231 73 / 1 3 1 9 1 29 117 21 441 259 / 1
3 1 13 21 39 125 211 439 723 / 1 1 7 3 17 63 115 89 49 773 / 1 3 7 13 11 33 101 107 63 73 / 1 1 5
5 13 57 63 135 437 177 / 1 1 3 7 27 63 93 47 417 483 / 1 1 3 1 23 29 1 191 49 23 / 1 1 3 15 25 55
9 101 219 607 / 1 3 1 7 7 19 51 251 393 307 / 1 3 3 3 25 55 17 75 337 3 / 1 1 1 13 25 17 65 45 479
413 / 1 1 7 7 27 49 99 161 213 727 / 1 3 5 1 23 5 43 41 251 857 / 1 3 3 7 11 61 39 87 383 835 / 1
1 3 15 13 7 29 7 505 923 / 1 3 7 1 5 31 47 157 445 501 / 1 1 3 7 1 43 9 147 115 605 / 1 3 3 13 5 1
119 211 455 1001 / 1 1 3 5 13 19 3 243 75 843 / 1 3 7 7 1 19 91 249 357 589 / 1 1 1 9 1 25 109 197
279 411 / 1 3 1 15 23 57 59 135 191 75 / 1 1 5 15 29 21 39 253 383 349 / 1 3 3 5 19 45 61 151 199
981 / 1 3 5 13 9 61 107 141 141 1 / 1 3 1 11 27 25 85 105 309 979 / 1 3 3 11 19 7 115 223 349 43 /
1 1 7 9 21 39 123 21 275 927 / 1 1 7 13 15 41 47 243 303 437 / 1 1 1 7 7 3 15 99 409 719 / 1 3 3
15 27 49 113 123 113 67 469 / 1 3 7 11 3 23 87 169 119 483 199 / 1 1 5 15 7 17 109 229 179 213 741
/ 1 1 5 13 11 17 25 135 403 557 1433 / 1 3 1 1 1 61 67 215 189 945 1243 / 1 1 7 13 17 33 9 221 429
217 1679 / 1 1 3 11 27 3 15 93 93 865 1049 / 1 3 7 7 25 41 121 35 373 379 1547 / 1 3 3 9 11 35 45
205 241 9 59 / 1 3 1 7 3 51 7 177 53 975 89 / 1 1 3 5 27 1 113 231 299 759 861 / 1 3 3 15 25 29 5
255 139 891 2031 / 1 3 1 1 13 9 109 193 419 95 17 / 1 1 7 9 3 7 29 41 135 839 867 / 1 1 7 9 25 49
123 217 113 909 215 / 1 1 7 3 23 15 43 133 217 327 901 / 1 1 3 3 13 53 63 123 477 711 1387 / 1 1 3
15 7 29 75 119 181 957 247 / 1 1 1 11 27 25 109 151 267 99 1461 / 1 3 7 15 5 5 53 145 11 725 1501
/ 1 3 7 1 9 43 71 229 157 607 1835 / 1 3 3 13 25 1 5 27 471 349 127 / 1 1 1 1 23 37 9 221 269 897
1685 / 1 1 3 3 31 29 51 19 311 553 1969 / 1 3 7 5 5 55 17 39 475 671 1529 / 1 1 7 1 1 35 47 27 437
395 1635 / 1 1 7 3 13 23 43 135 327 139 389 / 1 3 7 3 9 25 91 25 429 219 513 / 1 1 3 5 13 29 119
201 277 157 2043 / 1 3 5 3 29 57 13 17 167 739 1031 / 1 3 3 5 29 21 95 27 255 679 1531 / 1 3 7 15
9 5 21 71 61 961 1201 / 1 3 5 13 15 57 33 93 459 867 223 / 1 1 1 15 17 43 127 191 67 177 1073 / 1
1 1 15 23 7 21 199 75 293 1611 / 1 3 7 13 15 39 21 149 65 741 319 / 1 3 7 11 23 13 101 89 277 519
711 / 1 3 7 15 19 27 85 203 441 97 1895 / 1 3 1 3 29 25 21 155 11 191 197
"""


def primitive_polynomials(degree: int) -> Iterator[Any]:
    """Yield the primitive polynomials of a degree, by value, as the bits of their coefficients."""
    period = 2**degree - 1
    parts = {n for n in range(2, period) if period % n == 0}
    for inner in range(2 ** (degree - 1)):
        polynomial = 1 << degree | inner << 1 | 1
        if degree == 1 or power_of_x(period, polynomial) == 1 and all(
                power_of_x(part, polynomial) != 1 for part in parts):
            yield polynomial


def power_of_x(exponent: int, polynomial: int) -> int:
    """Return `x ** exponent` modulo a polynomial, as bits."""
    result, base = 1, 2
    while exponent:
        if exponent & 1:
            result = multiply_polynomials(result, base, polynomial)
        base, exponent = multiply_polynomials(base, base, polynomial), exponent >> 1
    return result


def multiply_polynomials(a: int, b: int, polynomial: int) -> int:
    """Return the product of two polynomials modulo a third, as bits."""
    result, top = 0, 1 << (polynomial.bit_length() - 1)
    while b:
        if b & 1:
            result ^= a
        a, b = a << 1, b >> 1
        if a & top:
            a ^= polynomial
    return result


def max_dimension() -> int:
    """Return the number of dimensions that have direction numbers here."""
    return INITIAL.count("/") + 2


def direction_numbers(dimension: int) -> np.ndarray:
    """Return the direction numbers of each dimension, int64 of shape `(dimension, BITS)`."""
    result = [[1] * BITS]  # dimension 0 counts backwards
    polynomials = (each for degree in count(1) for each in primitive_polynomials(degree))
    rows = INITIAL.split("/")[:dimension - 1]
    for row, polynomial in zip(rows, islice(polynomials, dimension - 1)):
        numbers, degree = list(map(int, row.split())), polynomial.bit_length() - 1
        for k in range(degree, BITS):
            following = numbers[k - degree]
            for back in range(1, degree + 1):
                if polynomial >> (degree - back) & 1:
                    following ^= numbers[k - back] << back
            numbers.append(following)
        result.append(numbers)
    return np.array(result, np.int64) << np.arange(BITS - 1, -1, -1)


def scramble(state: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Return direction numbers times lower triangular bit matrices, whose diagonal counts as ones.
    """
    matrices = triangles | np.eye(BITS, dtype=np.int64)
    bits = state[..., None] >> np.arange(BITS - 1, -1, -1) & 1  # (dimension, number, bit)
    mixed = bits @ matrices.swapaxes(-1, -2) & 1
    return (mixed << np.arange(BITS - 1, -1, -1)).sum(-1)


def gray_code_differences(state: np.ndarray, first: int, n: int) -> np.ndarray:
    """Return the differences of `n` points after number `first` to the one before: `(n, d)`.

    The points go by Gray code: each differs from the one before in one direction number, that of
    the lowest 0 of its number.
    """
    numbers = np.arange(first, first + n, dtype=np.int64)
    lowest = np.log2(~numbers & numbers + 1).astype(np.int64)
    return np.bitwise_xor.accumulate(state[:, lowest].T, axis=0)
