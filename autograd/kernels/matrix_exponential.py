"""Matrix exponentials in torch's steps, by Taylor polynomials of few products.

Small matrices take a polynomial of as low a degree as the precision allows; large ones are halved,
and the exponential is squared again. Follows aten/src/ATen/native/LinearAlgebra.cpp; the
polynomials are those of Bader, Blanes and Casas, "Computing the Matrix Exponential with an
Optimized Taylor Polynomial Approximation" (2019).
"""

from __future__ import annotations

import math

import numpy as np

from autograd.kernels.gemm import matmul

# The largest norms for the degrees 1, 2, 4, 8, 12 and 18.
NORMS = {
    4: (1.192092800768788e-07, 5.978858893805233e-04, 5.116619363445086e-02,
        5.800524627688768e-01, 1.461661507209034e+00, 3.010066362817634e+00),
    8: (2.220446049250313e-16, 2.580956802971767e-08, 3.397168839976962e-04,
        4.991228871115323e-02, 2.996158913811580e-01, 1.090863719290036e+00),
}
DEGREE_12 = (
    (9.0198e-16, 0.46932117595418237389, -0.20099424927047284052, -0.04623946134063071740),
    (5.31597895759871264183, 1.19926790417132231573, 0.01179296240992997031,
     0.01108844528519167989),
    (0.18188869982170434744, 0.05502798439925399070, 0.09351590770535414968,
     0.00610700528898058230),
    (-2.0861320e-13, -0.13181061013830184015, -0.02027855540589259079, -0.00675951846863086359),
)
DEGREE_18 = (
    (0, -1.00365581030144618291e-01, -8.02924648241156932449e-03, -8.92138498045729985177e-04, 0),
    (0, 3.97849749499645077844e-01, 1.36783778460411720168e+00, 4.98289622525382669416e-01,
     -6.37898194594723280150e-04),
    (-1.09676396052962061844e+01, 1.68015813878906206114e+00, 5.71779846478865511061e-02,
     -6.98210122488052056106e-03, 3.34975017086070470649e-05),
    (-9.04316832390810593223e-02, -6.76404519071381882256e-02, 6.75961301770459654925e-02,
     2.95552570429315521194e-02, -1.39180257516060693404e-05),
    (0, 0, -9.23364619367118555360e-02, -1.69364939002081722752e-02, -1.40086798182036094347e-05),
)


def expm(A: np.ndarray) -> np.ndarray:
    """Return the exponentials of matrices; 16-bit floats are computed as float32."""
    if A.dtype.kind not in "fc" or A.dtype.itemsize < 4:
        return expm(A.astype(np.float32)).astype(A.dtype)
    if A.shape[-1] == 1 or not A.size:
        return np.exp(A)
    flat = A.reshape(-1, *A.shape[-2:])
    return np.concatenate([expm_of_one(matrix[None]) for matrix in flat]).reshape(A.shape)


def expm_of_one(A: np.ndarray) -> np.ndarray:
    """Return the exponential of one matrix, by a polynomial chosen by its 1-norm."""
    norm = np.abs(A).sum(-2).max()
    bounds = np.asarray(NORMS[norm.dtype.itemsize], norm.dtype)
    for bound, degree in zip(bounds, (degree_1, degree_2, degree_4, degree_8, degree_12),
                             strict=False):
        if norm <= bound:
            return degree(A)
    if not np.isfinite(norm):
        return np.full_like(A, np.nan)
    halvings = max(0, math.ceil(np.log2(norm / bounds[-1])))
    result = degree_18(A / norm.dtype.type(2 ** halvings))
    for _ in range(halvings):
        result = matmul(result, result)
    return result


def matrix_powers(A: np.ndarray, count: int) -> list[np.ndarray]:
    """Return the first `count` powers of a matrix, from the identity."""
    result = [np.broadcast_to(np.eye(A.shape[-1], dtype=A.dtype), A.shape), A]
    while len(result) < count:
        result.append(matmul(A, result[-1]))
    return result


def linear_combination(terms: list[np.ndarray], factors: tuple[float | int, ...]) -> np.ndarray:
    """Return the sum of `terms` times `factors`, added in turn."""
    total = np.zeros_like(terms[0])
    for term, factor in zip(terms, np.asarray(factors, total.real.dtype), strict=True):
        total = total + term * factor
    return total


def degree_1(A: np.ndarray) -> np.ndarray:
    """Return I + A."""
    identity, A = matrix_powers(A, 2)
    return identity + A


def degree_2(A: np.ndarray) -> np.ndarray:
    """Return I + A + A^2 / 2."""
    identity, A, squared = matrix_powers(A, 3)
    return identity + A + squared / 2


def degree_4(A: np.ndarray) -> np.ndarray:
    """Return I + A + A^2 (I / 2 + A / 6 + A^2 / 24)."""
    result = matrix_powers(A, 3)
    result.append(matmul(result[2], linear_combination(result, (1 / 2, 1 / 6, 1 / 24))))
    return linear_combination(result, (1, 1, 0, 1))


def degree_8(A: np.ndarray) -> np.ndarray:
    """Return eight terms of the series in three products."""
    root, x3 = (float(A.real.dtype.type(x)) for x in (math.sqrt(177), 2 / 3))
    result = matrix_powers(A, 3)
    result.append(matmul(result[2], linear_combination(
        result[1:], (x3 * ((1 + root) / 88), x3 * ((1 + root) / 352)))))
    result.append(matmul(linear_combination(result[2:], (x3, 1)), linear_combination(result, (
        (-271 + 29 * root) / (315 * x3), (-11 + 11 * root) / (1260 * x3),
        (-99 + 11 * root) / (5040 * x3), (89 - root) / (5040 * x3)))))
    return linear_combination(result, (1, 1, (857 - 58 * root) / 630, 0, 1))


def degree_12(A: np.ndarray) -> np.ndarray:
    """Return twelve terms of the series in four products."""
    result = matrix_powers(A, 4)
    first, second, third, fourth = (linear_combination(result, factors) for factors in DEGREE_12)
    sixth = third + matmul(fourth, fourth)
    return first + matmul(second + sixth, sixth)


def degree_18(A: np.ndarray) -> np.ndarray:
    """Return eighteen terms of the series in five products."""
    result = matrix_powers(A, 4)
    result.append(matmul(result[3], result[3]))
    first, second, third, fourth, fifth = (
        linear_combination(result, factors) for factors in DEGREE_18)
    ninth = fourth + matmul(first, fifth)
    return second + matmul(third + ninth, ninth)
