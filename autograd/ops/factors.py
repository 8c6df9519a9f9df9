"""Records of solutions from stored factors: LU, Cholesky, Householder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.saved_attributes import WHOLE, saved_constant, saved_length
from autograd.kernels import bunch_kaufman
from autograd.kernels.lapack import (
    householder_reflections, invert_from_cholesky, packed_lu, solve_triangular_system,
)
from autograd.kernels.lu import permutation_matrices
from autograd.kernels.memory_formats import column_major, column_major_on_the_left
from autograd.kernels.refused_dtypes import BOOL, INTEGERS, REDUCED_FLOATS, unsupported
from autograd.ops.linear import multiply_matrices, transpose_last_two
from autograd.ops.matrices import linalg_solve_triangular, lu_vjp
from autograd.ops.matrix_parts import adjoint as adjoint_of, to_column_major
from autograd.ops.pointwise import raise_not_implemented, raise_not_differentiable
from autograd.ops.record import as_array, d, op
from autograd.ops.shapes import cat, slice, squeeze_dim, tril, triu, unsqueeze
from autograd.ops.vmap_rules import MATRIX_FUNCTION, SOLVE
from autograd.runtime.execution_state import execution
from autograd.tensor.batched_tensor import vmap_constant
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

# --- LU ----------------------------------------------------------------------------------------

linalg_lu_factor_ex = op("linalg_lu_factor_ex", "LinalgLuFactorExBackward0",
    lambda A: packed_lu(A), r"$A = P L U",
    outputs=("LU", "pivots", "info"), holomorphic=False,
    refuses=unsupported("lu_cpu", BOOL, INTEGERS, REDUCED_FLOATS),
    memory_format=column_major,
    A=d(lambda grads, LU, pivots: packed_lu_vjp(grads[0], LU, pivots),
        r"P\,L^{-\top}\left[\mathrm{tril}(L^\top $grads) + "
        r"\mathrm{triu}($grads\,U^\top)\right] U^{-\top}"),
    saves={"pivot": saved_constant(True)},
    vmap=MATRIX_FUNCTION)

lu_unpack = op("lu_unpack", "LuUnpackBackward0",
    lambda LU_data, LU_pivots: unpack_lu(LU_data, LU_pivots), r"$LU_data \to P, L, U",
    outputs=("P", "L", "U"), holomorphic=False,
    LU_data=d(lambda grads, LU_data_shape: pack_triangles(grads[1], grads[2], LU_data_shape),
              r"\mathrm{tril}($grads_L) + \mathrm{triu}($grads_U)"),
    saves={
        "LU_data_sym_argsize_minus_1": saved_length(-1, "LU_data_shape"),
        "LU_data_sym_argsize_minus_2": saved_length(-2, "LU_data_shape"),
        "LU_data_sym_sizes": None})

linalg_lu_solve = op("linalg_lu_solve", "LinalgLuSolveBackward0",
    lambda LU, pivots, B, *, left=True, adjoint=False: solve_by_lu(LU, pivots, B, left, adjoint),
    r"(P L U)^{-1}\,$B",
    holomorphic=False,
    refuses=unsupported("linalg.lu_solve_cpu", REDUCED_FLOATS),
    memory_format=column_major_on_the_left,
    LU=d(lambda grad, LU, pivots, result, left, adjoint:
             lu_solve_vjp(grad, LU, pivots, result, left, adjoint),
         r"-\mathrm{tril}(L^{-\top} U^{-\top} $grad\,(U\,$result)^\top) - "
         r"\mathrm{triu}(U^{-\top} $grad\,$result^\top)"),
    B=d(lambda grad, LU, pivots, left, adjoint: linalg_lu_solve(
            LU, pivots, grad, left=left, adjoint=not adjoint), r"P L^{-\top} U^{-\top} $grad"))

linalg_ldl_factor_ex = op("linalg_ldl_factor_ex", "NotImplemented",
    lambda A, *, hermitian=False: factor_bunch_kaufman(A, hermitian), r"$A = L D L^\top",
    outputs=("LD", "pivots", "info"),
    refuses=unsupported("ldl_factor_kernel_cpu", REDUCED_FLOATS),
    memory_format=column_major,
    A=d(lambda grads: raise_not_implemented("aten::linalg_ldl_factor_ex"),
        r"\text{not implemented}"),
    underived=True,
    no_forward_ad="aten::linalg_ldl_factor_ex")

linalg_ldl_solve = op("linalg_ldl_solve", "NotImplemented",
    lambda LD, pivots, B, *, hermitian=False: solve_bunch_kaufman(LD, pivots, B, hermitian),
    r"(L D L^\top)^{-1}\,$B",
    memory_format=column_major,
    LD=d(lambda grad: raise_not_implemented("aten::linalg_ldl_solve"), r"\text{not implemented}"),
    B =d(lambda grad: raise_not_implemented("aten::linalg_ldl_solve"), r"\text{not implemented}"),
    underived=True,
    vmap_warning="linalg_ldl_solve")

# --- Cholesky ----------------------------------------------------------------------------------

cholesky_solve = op("cholesky_solve", "CholeskySolveBackward0",
    lambda self, input2, *, upper: solve_by_cholesky(self, input2, upper),
    r"($input2\,$input2^\top)^{-1}\,$self",
    holomorphic=False,
    refuses=unsupported("cholesky_solve_cpu", BOOL, INTEGERS, REDUCED_FLOATS),
    memory_format=column_major,
    self=d(lambda grad, input2, upper: cholesky_solve(grad, input2, upper=upper),
           r"($input2\,$input2^\top)^{-1}\,$grad"),
    input2=d(lambda grad, input2, result, upper: inverse_to_factor_vjp(
                 multiply_matrices(cholesky_solve(grad, input2, upper=upper), adjoint_of(result)),
                 input2, upper),
             r"-(S + S^\top)\,$input2,\ S = ($input2\,$input2^\top)^{-1} $grad\,$result^\top"),
    saves=WHOLE,
    vmap=SOLVE)

cholesky_inverse = op("cholesky_inverse", "CholeskyInverseBackward0",
    lambda self, *, upper: invert_by_cholesky(self, upper), r"($self\,$self^\top)^{-1}",
    holomorphic=False,
    refuses=unsupported("cholesky_inverse_out_cpu", BOOL, INTEGERS, REDUCED_FLOATS),
    memory_format=column_major,
    self=d(lambda grad, self, result, upper: cholesky_inverse_vjp(grad, self, result, upper),
           r"-$result ($grad + $grad^\top)\,$result\,$self"),
    vmap=MATRIX_FUNCTION)

# --- Householder reflections -------------------------------------------------------------------

geqrf = op("geqrf", "GeqrfBackward0",
    lambda self: factor_householder(self), r"$self \to v, \tau",
    outputs=("a", "tau"),
    refuses=unsupported("geqrf_cpu", BOOL, INTEGERS, REDUCED_FLOATS),
    memory_format=column_major,
    self=d(lambda grads: raise_not_differentiable("geqrf"), r"\text{not implemented}"),
    no_forward_ad="geqrf")

linalg_householder_product = op("linalg_householder_product", "LinalgHouseholderProductBackward0",
    lambda input, tau: apply_reflections(input, tau, identity_columns(input), range(tau.shape[-1])),
    r"\prod_i \left(I - ${tau}_i v_i v_i^\top\right)",
    holomorphic=False,
    refuses=unsupported("orgqr_cpu", BOOL, INTEGERS, REDUCED_FLOATS),
    memory_format=column_major,
    input=d(lambda grad, input, tau, result: reflections_vjp(grad, input, tau, result)[0],
            r"-\left(${tau}_i (K_i^\top + K_i)\,v_i\right)_i,\ K_0 = $result\,$grad^\top"),
    tau  =d(lambda grad, input, tau, result: reflections_vjp(grad, input, tau, result)[1],
            r"-\left(v_i^\top K_i^\top v_i\right)_i,\ K_0 = $result\,$grad^\top"))

ormqr = op("ormqr", "OrmqrBackward0",
    lambda self, input2, input3, *, left=True, transpose=False:
        multiply_by_reflections(self, input2, input3, left, transpose),
    r"\prod_i \left(I - ${input2}_i v_i v_i^\top\right) $input3",
    holomorphic=False,
    refuses=unsupported("ormqr_cpu", BOOL, INTEGERS, REDUCED_FLOATS),
    memory_format=column_major,
    self  =d(lambda grad, self, input2, input3, result, left, transpose: to_column_major(
                 reflections_vjp(
                     *orient_to_left(grad, self, input2, input3, result, left, transpose))[0]),
             r"-\left(${input2}_i (K_i^\top + K_i)\,v_i\right)_i,\ K_0 = $result\,$grad^\top"),
    input2=d(lambda grad, self, input2, input3, result, left, transpose: reflections_vjp(
                 *orient_to_left(grad, self, input2, input3, result, left, transpose))[1],
             r"-\left(v_i^\top K_i^\top v_i\right)_i,\ K_0 = $result\,$grad^\top"),
    input3=d(lambda grad, self, input2, left, transpose: ormqr(
                 self, input2, grad, left=left, transpose=not transpose),
             r"Q^\top $grad"),
    vmap_warning="ormqr",
    no_forward_ad="ormqr")


def split_lu(LU: np.ndarray) -> tuple[np.ndarray, ...]:
    """Split packed LU factors into the unit lower and the upper triangular factor."""
    n, m = LU.shape[-2:]
    k = min(n, m)
    L = np.tril(LU[..., :, :k], -1) + np.eye(n, k, dtype=LU.dtype)
    return L, np.triu(LU[..., :k, :])


@vmap_constant
def permutation_matrix(pivots: ArrayOrTensor, LU: ArrayOrTensor) -> np.ndarray:
    """Return the permutation matrices of pivots, in the dtype of `LU`."""
    return permutation_matrices(as_array(pivots), LU.shape[-2], as_array(LU).dtype)


def unpack_lu(LU: np.ndarray, pivots: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return `(P, L, U)` of packed factors."""
    return (permutation_matrices(pivots, LU.shape[-2], LU.dtype), *split_lu(LU))


def packed_lu_vjp(grad: ArrayOrTensor, LU: ArrayOrTensor, pivots: ArrayOrTensor) -> ArrayOrTensor:
    """Return the gradient of packed factors."""
    k = min(LU.shape[-2:])
    (L, U), (gL, gU) = ((slice_from_end(x, -1, 0, k), slice_from_end(x, -2, 0, k))
        for x in (LU, grad))
    return lu_vjp((None, gL, gU), permutation_matrix(pivots, LU), unit_lower(L),
        triu(U, diagonal=0))


def unit_lower(LU: ArrayOrTensor) -> ArrayOrTensor:
    """Return the unit lower factor of packed factors, by ops."""
    eye = np.eye(*LU.shape[-2:], dtype=as_array(LU).dtype)
    return tril(LU, diagonal=-1) + (wrap(eye) if isinstance(LU, Tensor) else eye)


def pack_triangles(gL: ArrayOrTensor, gU: ArrayOrTensor, shape: tuple[int, ...]) -> ArrayOrTensor:
    """Return the gradients of both triangular factors in one matrix of `shape`."""
    n, m = shape[-2:]
    total = None
    if gL is not None:
        wider = np.eye(min(n, m), m, dtype=as_array(gL).dtype)
        total = multiply_matrices(tril(gL, diagonal=-1), wider)
    if gU is not None:
        part = multiply_matrices(np.eye(n, min(n, m), dtype=as_array(gU).dtype),
            triu(gU, diagonal=0))
        total = part if total is None else total + part
    return total


def solve_lower(
        LU: ArrayOrTensor, B: ArrayOrTensor, flipped: bool = False, left: bool = True
) -> ArrayOrTensor:
    """Return `L^{-1} B`; with `flipped` by the adjoint of L, without `left` from the right."""
    return linalg_solve_triangular(adjoint_of(LU) if flipped else LU, B, upper=flipped,
                                   left=left, unitriangular=True)


def solve_upper(
        LU: ArrayOrTensor, B: ArrayOrTensor, flipped: bool = False, left: bool = True
) -> ArrayOrTensor:
    """Return `U^{-1} B`; with `flipped` by the adjoint of U, without `left` from the right."""
    return linalg_solve_triangular(adjoint_of(LU) if flipped else LU, B, upper=not flipped,
                                   left=left, unitriangular=False)


def solve_by_lu(
        LU: np.ndarray, pivots: np.ndarray, B: Any, left: bool, adjoint: bool) -> Any:
    """Solve `A X = B` from A's LU factors; `X A = B` without `left`, the adjoint with `adjoint`."""
    if not left:
        return adjoint_of(solve_by_lu(LU, pivots, adjoint_of(B), True, not adjoint))
    P = permutation_matrices(pivots, LU.shape[-2], LU.dtype)
    if adjoint:
        turned_LU = adjoint_of(LU)
        first = solve_triangular_system(turned_LU, B, False, False)
        return P @ solve_triangular_system(turned_LU, first, True, True)
    first = solve_triangular_system(LU, np.swapaxes(P, -1, -2) @ B, False, True)
    return solve_triangular_system(LU, first, True, False)


def lu_solve_vjp(
        grad: ArrayOrTensor, LU: ArrayOrTensor, pivots: ArrayOrTensor, result: ArrayOrTensor,
        left: bool, adjoint: bool) -> ArrayOrTensor:
    """Return the gradient of the packed factors from that of a solution.

    Both factors share the inner product; for adjoint systems it is read from the other side.
    """
    if not left:
        grad, result = adjoint_of(grad), adjoint_of(result)
    if left != adjoint:
        middle = solve_upper(LU, multiply_matrices(-grad, adjoint_of(result)), True)
        below = solve_lower(LU, multiply_matrices(middle, adjoint_of(triu(LU, diagonal=0))), True)
        return tril(below, diagonal=-1) + triu(middle, diagonal=0)
    P = permutation_matrix(pivots, LU)
    middle = multiply_matrices(multiply_matrices(transpose_last_two(P), -result),
        multiply_matrices(adjoint_of(grad), P))
    below = solve_lower(LU, middle, True, left=False)
    above = solve_upper(LU, multiply_matrices(adjoint_of(unit_lower(LU)), below), True, left=False)
    return tril(below, diagonal=-1) + triu(above, diagonal=0)


def solve_by_cholesky(B: np.ndarray, factor: np.ndarray, upper: bool) -> np.ndarray:
    """Solve `A X = B` from the triangular factor of A."""
    turned_factor = np.conj(np.swapaxes(factor, -1, -2))
    low, high = (turned_factor, factor) if upper else (factor, turned_factor)
    return solve_triangular_system(high, solve_triangular_system(low, B, False, False), True, False)


def invert_by_cholesky(factor: np.ndarray, upper: bool) -> np.ndarray:
    """Return the inverses of matrices from their triangular factors."""
    return invert_from_cholesky(np.conj(np.swapaxes(factor, -1, -2)) if upper else factor)


def inverse_to_factor_vjp(grad: ArrayOrTensor, factor: Any, upper: bool) -> Any:
    """Return the gradient of the factor L from `-grad`, the gradient of the inverse of `L L^T`."""
    both = grad + adjoint_of(grad)
    return -multiply_matrices(factor, both) if upper else -multiply_matrices(both, factor)


def cholesky_inverse_vjp(grad: Tensor, factor: Tensor, result: Tensor, upper: bool) -> Any:
    """Return the gradient of `cholesky_inverse`.

    torch's tangent differs for a factor that does not move with its result: it is `T + T^H` of `T =
    -result dL result L^H`. In forward mode this is the transpose of that.
    """
    if not execution.double_vjp:
        return inverse_to_factor_vjp(multiply_matrices(result, multiply_matrices(grad, result)),
            factor, upper)
    both = grad + adjoint_of(grad)
    first, second = (factor, both) if upper else (both, factor)
    return -multiply_matrices(result, multiply_matrices(first, multiply_matrices(second, result)))


def factor_bunch_kaufman(A: ArrayOrTensor, hermitian: bool) -> Any:
    """Factor every matrix of a batch by `bunch_kaufman.factor`."""
    LD, pivots = np.empty(A.shape, A.dtype), np.empty(A.shape[:-1], np.int32)
    info = np.empty(A.shape[:-2], np.int32)
    for place in np.ndindex(info.shape):
        LD[place], pivots[place], info[place] = bunch_kaufman.factor(A[place], hermitian)
    return LD, pivots, info


def solve_bunch_kaufman(LD: Any, pivots: ArrayOrTensor, B: np.ndarray, hermitian: bool) -> Any:
    """Solve for every matrix of a batch by `bunch_kaufman.solve`."""
    batch = np.broadcast_shapes(LD.shape[:-2], B.shape[:-2])
    LD, pivots, B = (np.broadcast_to(x, batch + x.shape[-k:])
                     for x, k in ((LD, 2), (pivots, 1), (B, 2)))
    made = np.empty(B.shape, B.dtype)
    for place in np.ndindex(batch):
        made[place] = bunch_kaufman.solve(LD[place], pivots[place], B[place], hermitian)
    return made


def factor_householder(A: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return `lapack.reflections` of every matrix of a batch, column by column."""
    a = np.empty(A.shape[:-2] + A.shape[:-3:-1], A.dtype).swapaxes(-1, -2)
    tau = np.empty((*A.shape[:-2], min(A.shape[-2:])), A.dtype)
    for place in np.ndindex(A.shape[:-2]) if a.size else ():
        a[place], tau[place] = householder_reflections(A[place])
    return a, tau


def identity_columns(A: np.ndarray) -> np.ndarray:
    """Return as many columns of the identity as A has."""
    return np.broadcast_to(np.eye(*A.shape[-2:], dtype=A.dtype), A.shape)


def apply_reflections(
        A: np.ndarray, tau: np.ndarray, other: np.ndarray, order: range) -> np.ndarray:
    """Apply the Householder reflections in A to `other`, the last of `order` first, by ops.

    Their coefficients are in `tau`.
    """
    vectors, lengths = unit_lower(A), unsqueeze(tau, dim=len(tau.shape))
    for i in reversed(order):
        v = slice_from_end(vectors, -1, i)
        other = other - slice_from_end(lengths, -2, i) * v * multiply_matrices(adjoint_of(v), other)
    return other


def multiply_by_reflections(
        A: np.ndarray, tau: np.ndarray, other: Any, left: bool, transpose: bool
) -> Any:
    """Multiply `other` by all reflections in A, or by their adjoint, on either side."""
    if not left:
        return adjoint_of(multiply_by_reflections(A, tau, adjoint_of(other), True, not transpose))
    order = range(tau.shape[-1])
    if transpose:
        return apply_reflections(A, np.conj(tau), other, order[::-1])
    return apply_reflections(A, tau, other, order)


def orient_to_left(
        grad: ArrayOrTensor, A: ArrayOrTensor, tau: ArrayOrTensor, other: ArrayOrTensor,
        result: ArrayOrTensor, left: bool, transpose: bool) -> tuple:
    """Return the arguments of `reflections_vjp` for a product on either side.

    A product from the right, or with the adjoint, is the transpose of a product from the left.
    """
    if left and not transpose:
        return grad, A, tau, result
    if left:
        return other, A, tau, ormqr(A, tau, grad)
    if transpose:
        return adjoint_of(grad), A, tau, adjoint_of(result)
    return adjoint_of(other), A, tau, ormqr(A, tau, adjoint_of(grad))


def reflections_vjp(
        grad: ArrayOrTensor, A: ArrayOrTensor, tau: ArrayOrTensor, result: ArrayOrTensor) -> tuple:
    """Return the gradients of the reflections' vectors and of their coefficients.

    `K` starts as the result times the adjoint of its gradient. Reflection by reflection, each is
    undone on the left of `K` and applied on its right. Follows torch's
    `householder_product_backward`.
    """
    vectors, lengths = unit_lower(A), unsqueeze(tau, dim=len(tau.shape))
    K, ways, rates = multiply_matrices(result, adjoint_of(grad)), [], []
    for i in range(tau.shape[-1]):
        v, t = slice_from_end(vectors, -1, i), slice_from_end(lengths, -2, i)
        left = adjoint_of(v)
        K = K - t / (t * multiply_matrices(left, v) - 1) * v * multiply_matrices(left, K)
        back = multiply_matrices(adjoint_of(K), v)
        ways.append(-(adjoint_of(t) * back + t * multiply_matrices(K, v)))
        rates.append(-multiply_matrices(left, back))
        K = K - multiply_matrices(K, t * v) * left
    if not rates:
        return None, None
    along, width = len(A.shape) - 1, A.shape[-1] - len(rates)
    rest = np.zeros((*A.shape[:-1], width),
        as_array(A).dtype)  # for columns without a reflection
    rest = wrap(rest) if isinstance(K, Tensor) else rest
    return (tril(cat(*ways, rest, dim=along), diagonal=-1),
            squeeze_dim(cat(*rates, dim=along - 1), dim=along))


def slice_from_end(value: ArrayOrTensor, dim: int, i: int, end: int | None = None) -> ArrayOrTensor:
    """Slice a dimension counted from the end from index `i` to `end`, by default one entry."""
    end = i + 1 if end is None else end
    return slice(value, dim=len(value.shape) + dim, start=i, end=end, step=1)
