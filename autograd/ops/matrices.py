"""Records of inverses, determinants, matrix decompositions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.backward_plan import conjugate
from autograd.graph.saved_attributes import Source, saved, saved_all, saved_by, saved_constant
from autograd.kernels.lapack import (
    cholesky_factor, determinant, eigen, inverse, least_squares, log_determinant, lu_parts,
    packed_lu, pseudo_inverse, qr_factors, solve_system, solve_triangular_system, svd_factors,
    symmetric_eigen,
)
from autograd.kernels.matrix_exponential import expm
from autograd.kernels.memory_formats import column_major, column_major_on_the_left
from autograd.kernels.refused_dtypes import BOOL, INTEGERS, REDUCED_FLOATS, unsupported
from autograd.ops.linear import multiply_matrices, transpose_last_two
from autograd.ops.matrix_parts import (
    adjoint, upper_right_quarter, block_triangular, eigenvalue_gaps, half_diagonal_matrix,
        to_column_major, is_complex, split_at, replace_diagonal,
)
from autograd.ops.pointwise import mul
from autograd.ops.record import d, op
from autograd.ops.shapes import (
    cat, diag_embed, diagonal, expand, slice, squeeze_dim, tril, triu, unsqueeze, zeros_of_shape,
)
from autograd.ops.vmap_rules import MATRIX_FUNCTION, SOLVE
from autograd.runtime.execution_state import execution
from autograd.tensor.batched_tensor import BatchedArray
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import ArrayOrTensor, Tensor

# --- Inverses and solutions --------------------------------------------------------------------

linalg_inv_ex = op("linalg_inv_ex", "LinalgInvExBackward0",
    lambda A, *, check_errors=True: inverse(A, check_errors), r"$A^{-1}",
    memory_format=column_major,
    A=d(lambda grad, result: -multiply_matrices(transpose_last_two(result),
        multiply_matrices(grad, transpose_last_two(result))),
        r"-$result^\top\,$grad\,$result^\top"),
    saves={"result": None, "inverse": saved("result")},
    vmap=MATRIX_FUNCTION)


def saved_lu_factor(place: int) -> Source:
    """Return the source of the LU factors of a saved matrix (`place` 0), or of their pivots (1)."""
    return saved_by(lambda A: wrap(packed_lu(A._array)[place]))


PACKED_LU = {"LU": saved_lu_factor(0), "pivots": saved_lu_factor(1)}

linalg_solve_ex = op("linalg_solve_ex", "LinalgSolveExBackward0",
    lambda A, B, *, left=True, check_errors=True: solve_system(A, B, left, check_errors),
    r"$A^{-1}\,$B",
    refuses=unsupported("lu_cpu", REDUCED_FLOATS),
    memory_format=column_major_on_the_left,
    A=d(lambda grad, A, result, left: -combine_sides(
            solve_adjoint(A, grad, left), transpose_last_two(rhs_to_columns(result, A)), left),
        r"-$A^{-\top} $grad\,$result^\top"),
    B=d(lambda grad, A, left: lstsq_from_columns(
            len(grad.shape) < len(A.shape), solve_adjoint(A, grad, left)), r"$A^{-\top} $grad"),
    saves={**PACKED_LU, "B": None, **saved_all("left")},
    vmap=SOLVE)

linalg_solve_triangular = op("linalg_solve_triangular", "LinalgSolveTriangularBackward0",
    lambda A, B, *, upper, left, unitriangular:
        solve_triangular_system(A, B, upper, unitriangular, left),
    r"$A^{-1}\,$B",
    memory_format=column_major,
    A=d(lambda grad, A, result, upper, left, unitriangular: keep_triangle(-combine_sides(
            linalg_solve_triangular(
                transpose_last_two(A), grad, upper=not upper, left=left,
                    unitriangular=unitriangular),
            transpose_last_two(result), left), upper, unitriangular),
        r"-$A^{-\top} $grad\,$result^\top"),
    B=d(lambda grad, A, upper, left, unitriangular: linalg_solve_triangular(
            transpose_last_two(A), grad, upper=not upper, left=left, unitriangular=unitriangular),
        r"$A^{-\top} $grad"),
    saves={"A": None, "self": saved("A")},
    vmap=SOLVE)

triangular_solve = op("triangular_solve", "TriangularSolveBackward0",
    lambda self, A, *, upper, transpose, unitriangular: (solve_triangular_system(
        np.swapaxes(A, -1, -2) if transpose else A, self, upper != transpose, unitriangular),
        np.array(A)), r"$A^{-1}\,$self",
    outputs=("solution", "cloned_coefficient"),
    memory_format=column_major,
    self=d(lambda grads, A, upper, transpose, unitriangular: None if grads[0] is None else
           linalg_solve_triangular(A if transpose else transpose_last_two(A), grads[0],
                                   upper=upper == transpose, left=True,
                                   unitriangular=unitriangular), r"$A^{-\top} $grads"),
    A   =d(lambda grads, A, solution, upper, transpose, unitriangular: triangular_matrix_vjp(
               grads, A, solution, upper, transpose, unitriangular),
           r"-$A^{-\top} $grads\,$solution^\top"),
    saves=saved_all("self"))

linalg_pinv = op("linalg_pinv", "LinalgPinvBackward0",
    lambda A, *, rtol, hermitian, atol=None: pseudo_inverse(A, rtol, hermitian, atol), r"$A^{+}",
    holomorphic=False,
    A=d(lambda grad, A, result: pinv_vjp(grad, A, result),
        r"\frac{\partial $A^{+}}{\partial $A}\,$grad"),
    saves={"A": None, "self": saved("A")},
    vmap=MATRIX_FUNCTION)

linalg_lstsq = op("linalg_lstsq", "LinalgLstsqBackward0",
    lambda A, B, *, rtol=None, with_residuals=False, vectors=False:
        least_squares(A, B, rtol, with_residuals, vectors),
    r"\arg\min_X \lVert $A X - $B \rVert",
    outputs=("solution", "residuals"), holomorphic=False,
    A=d(lambda grads, A, B, solution, vectors:
            lstsq_matrix_vjp(*lstsq_as_columns(vectors, grads, A, B, solution)),
        r"\frac{\partial $A^{+}}{\partial $A}\,$grads\,$B^\top"),
    B=d(lambda grads, A, B, solution, vectors: lstsq_from_columns(
            vectors, lstsq_rhs_vjp(*lstsq_as_columns(vectors, grads, A, B, solution))),
        r"$A^{+\top} $grads"),
    saves={
        "A": None, "B": None, "with_residuals": None, "vectors": None, "self": saved("A"),
        "b": saved("B")})

# --- Determinants and functions of matrices ----------------------------------------------------

linalg_det = op("linalg_det", "LinalgDetBackward0",
    lambda A: determinant(A), r"\det $A",
    refuses=unsupported("lu_cpu", REDUCED_FLOATS),
    A=d(lambda grad, A, result: det_vjp(grad, A, result),
        r"$grad\,$result\,$A^{-\top}"),
    saves=PACKED_LU,
    vmap=MATRIX_FUNCTION)

linalg_slogdet = op("linalg_slogdet", "LinalgSlogdetBackward0",
    lambda A: log_determinant(A), r"\ln \lvert \det $A \rvert",
    outputs=("sign", "logabsdet"), holomorphic=False,
    A=d(lambda grads, A, sign: multiply_by_inverse(log_det_grad(grads, sign), A),
        r"$grads\,$A^{-\top}"),
    saves={**PACKED_LU, **saved_all("sign")},
    vmap=MATRIX_FUNCTION)

linalg_matrix_exp = op("linalg_matrix_exp", "LinalgMatrixExpBackward0",
    lambda self: expm(self), r"\mathrm{expm}($self)",
    self=d(lambda grad, self:
        upper_right_quarter(linalg_matrix_exp(block_triangular(transpose_last_two(self), grad))),
           r"\frac{\partial e^{$self}}{\partial $self}\,$grad"),
    vmap=MATRIX_FUNCTION)

# --- Decompositions ----------------------------------------------------------------------------

linalg_cholesky_ex = op("linalg_cholesky_ex", "LinalgCholeskyExBackward0",
    lambda self, *, upper, check_errors=True: cholesky_factor(self, upper, check_errors),
    r"\mathrm{chol}($self)",
    holomorphic=False,
    refuses=unsupported("cholesky_cpu", REDUCED_FLOATS),
    memory_format=column_major,
    self=d(lambda grad, result, upper: cholesky_vjp(grad, result, upper),
           r"$result^{-\top} \Phi($result^\top $grad)\,$result^{-1}"),
    saves={"result": None, "L": saved("result")},
    vmap=MATRIX_FUNCTION)

cholesky = op("cholesky", "CholeskyBackward0",
    lambda self, *, upper: cholesky_factor(self, upper, name="cholesky"), r"\mathrm{chol}($self)",
    holomorphic=False,
    refuses=unsupported("cholesky_cpu", BOOL, INTEGERS, REDUCED_FLOATS),
    memory_format=column_major,
    self=d(lambda grad, result, upper: cholesky_vjp(grad, result, upper),
           r"$result^{-\top} \Phi($result^\top $grad)\,$result^{-1}"),
    vmap=MATRIX_FUNCTION,
    no_forward_ad="cholesky")

linalg_qr = op("linalg_qr", "LinalgQrBackward0",
    lambda A, *, mode: qr_factors(A, mode), r"$A = Q R",
    outputs=("Q", "R"), holomorphic=False,
    refuses=unsupported("geqrf_cpu", REDUCED_FLOATS),
    memory_format=column_major,
    A=d(lambda grads, Q, R, mode: checked_qr_vjp(grads, Q, R, mode),
        r"\left($grads_Q + $Q\,\mathrm{sym}($R $grads_R^\top - $grads_Q^\top $Q)\right)"
        r" $R^{-\top}"),
    saves=saved_all("mode"),
    vmap=MATRIX_FUNCTION)

linalg_svd = op("linalg_svd", "LinalgSvdBackward0",
    lambda A, *, full_matrices: svd_factors(A, full_matrices), r"$A = U S V^{\top}",
    outputs=("U", "S", "Vh"), holomorphic=False,
    refuses=unsupported("linalg_svd_cpu", REDUCED_FLOATS),
    memory_format=column_major,
    A=d(lambda grads, U, S, Vh, full_matrices: svd_vjp(grads, U, S, Vh, full_matrices),
        r"$U \left(\mathrm{diag}($grads_S) + \dots\right) $Vh"),
    saves={
        **saved_all("full_matrices"), "S_sym_argsize_minus_1": saved_by(lambda S: S.shape[-1])},
    vmap=MATRIX_FUNCTION)

linalg_eigh = op("linalg_eigh", "LinalgEighBackward0",
    lambda A, *, upper: symmetric_eigen(A, upper), r"$A = V \Lambda V^{\top}",
    outputs=("eigenvalues", "eigenvectors"), holomorphic=False,
    refuses=unsupported("linalg_eigh_cpu", REDUCED_FLOATS),
    memory_format=column_major,
    A=d(lambda grads, eigenvalues, eigenvectors:
        eigh_vjp(grads, eigenvalues, eigenvectors),
        r"$eigenvectors\left(\mathrm{diag}(${grads}_\Lambda) + F \odot "
        r"\mathrm{skew}($eigenvectors^\top ${grads}_V)\right)$eigenvectors^\top"),
    vmap=MATRIX_FUNCTION)

linalg_eig = op("linalg_eig", "LinalgEigBackward0",
    lambda A: eigen(A), r"$A = V \Lambda V^{-1}",
    outputs=("eigenvalues", "eigenvectors"), holomorphic=False,
    refuses=unsupported("linalg_eig_out_cpu", REDUCED_FLOATS),
    memory_format=column_major,
    A=d(lambda grads, eigenvalues, eigenvectors: eig_vjp(grads, eigenvalues, eigenvectors),
        r"$eigenvectors^{-*}\left(\mathrm{diag}(${grads}_\Lambda) + F \odot "
        r"$eigenvectors^{*} ${grads}_V\right)$eigenvectors^{*}"),
    vmap=MATRIX_FUNCTION)

linalg_lu = op("linalg_lu", "LinalgLuBackward0",
    lambda A: lu_parts(A), r"$A = P L U",
    outputs=("P", "L", "U"), holomorphic=False,
    refuses=unsupported("lu_cpu", BOOL, INTEGERS, REDUCED_FLOATS),
    A=d(lambda grads, P, L, U: lu_vjp(grads, detach_permutation(P), L, U),
        r"$P\,$L^{-\top}\left[\mathrm{tril}($L^\top $grads_L) + "
        r"\mathrm{triu}($grads_U $U^\top)\right] $U^{-\top}"),
    saves={"pivot": saved_constant(True)},
    vmap=MATRIX_FUNCTION,
    vmap_warning="linalg_lu")


def rhs_to_columns(value: ArrayOrTensor, A: ArrayOrTensor) -> ArrayOrTensor:
    """Return the right side of a system as matrices: a vector becomes one column."""
    return unsqueeze(value, dim=len(value.shape)) if len(value.shape) < len(A.shape) else value


def solve_adjoint(A: ArrayOrTensor, grad: ArrayOrTensor, left: bool) -> ArrayOrTensor:
    """Solve the adjoint system with a gradient as its right side."""
    return linalg_solve_ex(transpose_last_two(A), rhs_to_columns(grad, A), left=left,
        check_errors=False)


def combine_sides(solution: ArrayOrTensor, result: ArrayOrTensor, left: bool) -> ArrayOrTensor:
    """Return the product of solution and gradient in the order of the system's sides."""
    return multiply_matrices(solution, result) if left else multiply_matrices(result, solution)


def keep_triangle(value: ArrayOrTensor, upper: bool, unitriangular: bool) -> ArrayOrTensor:
    """Return the part of a gradient that belongs to a triangular matrix."""
    shift = 1 if unitriangular else 0
    return triu(value, diagonal=shift) if upper else tril(value, diagonal=-shift)


def log_det_grad(grads: list[Tensor | np.generic], sign: ArrayOrTensor) -> Any:
    """Return the gradient of the logarithm of a determinant, with the phase of a complex sign."""
    g_sign, grad = grads
    if g_sign is None or (sign if isinstance(sign, np.ndarray) else sign._array).dtype.kind != "c":
        return grad
    across = (conjugate(g_sign) * sign).imag * 1j
    return add_optional(grad, -across)


def triangular_matrix_vjp(
        grads: list[Any], A: ArrayOrTensor, solution: ArrayOrTensor, upper: bool, transpose: bool,
        unitriangular: bool) -> ArrayOrTensor:
    """Return the gradient of the matrix of a triangular system, from its solution and its copy."""
    grad, copied = grads
    if grad is None:
        return copied
    back = linalg_solve_triangular(A if transpose else transpose_last_two(A), grad,
        upper=upper == transpose,
                                   left=True, unitriangular=unitriangular)
    if execution.double_vjp:  # torch uses the full matrix, in its memory layout
        return add_optional(-multiply_matrices(back, transpose_last_two(solution)), copied)
    sides = (solution, back) if transpose else (back, solution)
    made = keep_triangle(-multiply_matrices(sides[0], transpose_last_two(sides[1])), upper,
        unitriangular)
    return add_optional(made, copied)


def multiply_by_inverse(grad: Tensor | np.generic, A: ArrayOrTensor) -> Any:
    """Return `grad` times the inverse of the adjoint of A; None without a gradient."""
    if grad is None:
        return None
    last = len(A.shape) - 1
    each = expand(unsqueeze(grad, dim=last - 1), size=tuple(A.shape[:-1]))
    square = diag_embed(each, offset=0, dim1=last - 1, dim2=last)
    return linalg_solve_ex(adjoint(A), transpose_last_two(square), check_errors=False)


def det_vjp(grad: Tensor | np.generic, A: ArrayOrTensor, result: ArrayOrTensor) -> ArrayOrTensor:
    """Return `grad` times the cofactors; of a singular matrix by its singular values."""
    last = len(grad.shape)
    array = A if isinstance(A, np.ndarray) else A._array
    values = result if isinstance(result, np.ndarray | np.generic) else result._array
    if type(values) is BatchedArray or np.all(values != 0):  # batched values cannot be tested
        n = array.shape[-1]
        if array is not A and type(values) is not BatchedArray and not array.size:
            return wrap(np.zeros_like(array))
        if array is not A and n == 1:
            return expand(unsqueeze(unsqueeze(grad, dim=last), dim=last + 1), size=array.shape)
        if array is not A:
            grown = expand(unsqueeze(grad * result, dim=last), size=(*grad.shape, n))
            right = diag_embed(grown, offset=0, dim1=last, dim2=last + 1)
            return linalg_solve_ex(transpose_last_two(A), transpose_last_two(right))
        ones = np.array(np.broadcast_to(np.eye(n, dtype=array.dtype), array.shape))
        return linalg_solve_ex(transpose_last_two(A), ones * (grad * result)[..., None, None])
    U, S, Vh = svd_factors(array, True)
    others = np.stack([
        np.prod(np.delete(S, i, -1), -1) for i in range(S.shape[-1])
    ], -1)
    sign = (determinant(U) * determinant(Vh))[..., None, None]
    cofactors = (U * others[..., None, :]) @ Vh * sign
    return mul(cofactors, unsqueeze(unsqueeze(grad, dim=last), dim=last + 1))


def cholesky_vjp(grad: ArrayOrTensor, factor: np.ndarray, upper: bool) -> Any:
    """Return the symmetric gradient of a Cholesky factor."""
    if upper:
        factor, grad = adjoint(factor), adjoint(grad)
    inner = tril(multiply_matrices(adjoint(factor), grad), diagonal=0)
    if execution.double_vjp:  # tangents need not be symmetric; half of each diagonal entry counts
        inner = inner - half_diagonal_matrix(inner)
    else:
        inner = (inner + adjoint(tril(inner, diagonal=-1))) * 0.5
    inner = solve_by_substitution(adjoint(factor), inner, upper=True, left=True)
    return solve_by_substitution(factor, inner, upper=False, left=False)


def solve_by_substitution(
        A: ArrayOrTensor, B: ArrayOrTensor, upper: bool, left: bool, unitriangular: bool = False
) -> ArrayOrTensor:
    """Return `A^{-1} B`, or `B A^{-1}`, of a triangular A; the other triangle is not read."""
    return linalg_solve_triangular(A, B, upper=upper, left=left, unitriangular=unitriangular)


def checked_qr_vjp(
        grads: list[Tensor | np.ndarray], Q: ArrayOrTensor, R: ArrayOrTensor, mode: str
) -> ArrayOrTensor:
    """Return `qr_vjp`, or raise torch's errors where the decomposition has no gradient."""
    if mode == "r":
        raise RuntimeError(
            "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please "
            "use linalg.qr(A, mode='reduced') if you are going to differentiate through linalg.qr.")
    if mode == "complete" and R.shape[-2] > R.shape[-1]:
        raise RuntimeError("The QR decomposition is not differentiable when mode='complete' and "
                           "nrows > ncols.")
    return qr_vjp(grads, Q, R)


def qr_vjp(grads: Any, Q: ArrayOrTensor, R: ArrayOrTensor) -> ArrayOrTensor:
    """Return the gradient of a reduced QR decomposition; a wide matrix is split in two."""
    gQ, gR = grads
    n, m = R.shape[-2], R.shape[-1]
    if m > n:
        return wide_qr_vjp(gQ, gR, Q, R)
    middle = None
    if gR is not None:
        middle = multiply_matrices(gR, adjoint(R))
    if gQ is not None:
        other = multiply_matrices(adjoint(Q), gQ)
        middle = -other if middle is None else middle - other
    upper = triu(middle, diagonal=0)
    both = upper + adjoint(upper)
    inner = multiply_matrices(Q, both - half_diagonal_matrix(both))
    if gQ is not None:
        inner = inner + gQ
    return solve_by_substitution(adjoint(R), inner, upper=False, left=False)


def wide_qr_vjp(gQ: Any, gR: Any, Q: ArrayOrTensor, R: ArrayOrTensor) -> Any:
    """Return `qr_vjp` where R has more columns than rows."""
    n, m = R.shape[-2], R.shape[-1]
    last = len(R.shape) - 1
    U, V = (slice(R, dim=last, start=a, end=b, step=1) for a, b in ((0, n), (n, m)))
    gU = gV = None
    if gR is not None:
        gU, gV = (slice(gR, dim=last, start=a, end=b, step=1) for a, b in ((0, n), (n, m)))
    right = multiply_matrices(Q, V)  # the columns of A behind the square
    extra = None if gV is None else multiply_matrices(right, adjoint(gV))
    gQ = add_optional(gQ, extra)
    first = qr_vjp((gQ, gU), Q, U)
    dtype = (R if isinstance(R, np.ndarray) else R._array).dtype
    second = multiply_matrices(Q, gV) if gV is not None else np.zeros((*R.shape[:-2], n, m - n),
        dtype)
    return cat(first, second, dim=last)


def check_phase_gradient(decomposition: tuple[str, ...], gradient: ArrayOrTensor) -> None:
    """Raise torch's error about a gradient that depends on the phase of complex vectors."""
    array = gradient if isinstance(gradient, np.ndarray) else gradient._array
    if isinstance(array, np.ndarray) and array.dtype.kind == "c" and not (
            np.abs(array.imag) <= 0.01).all():
        name, vectors, end = decomposition
        raise RuntimeError(
            f"{name}_backward: The {vectors} in the complex case are specified up to "
            f"multiplication by e^{{i phi}}. The specified loss function depends on this {end}.")


OF_EIGH = "linalg_eigh", "eigenvectors", "quantity, so it is ill-defined"
OF_EIG = "linalg_eig", *OF_EIGH[1:]
OF_SVD = "svd", "singular vectors", "phase term, making it ill-defined"


def svd_vjp(
        grads: list[Tensor | np.ndarray], U: ArrayOrTensor, S: ArrayOrTensor, Vh: ArrayOrTensor,
        full_matrices: bool) -> ArrayOrTensor:
    """Return the gradient of a (reduced) singular value decomposition."""
    gU, gS, gVh = grads
    k = S.shape[-1]
    last = len(U.shape) - 1
    if full_matrices:
        U = slice(U, dim=last, start=0, end=k, step=1)
        gU = None if gU is None else slice(gU, dim=last, start=0, end=k, step=1)
        Vh = slice(Vh, dim=last - 1, start=0, end=k, step=1)
        gVh = None if gVh is None else slice(gVh, dim=last - 1, start=0, end=k, step=1)
    if gU is None and gVh is None:
        if U.shape[-2] >= Vh.shape[-1]:
            return multiply_matrices(U, unsqueeze(gS, dim=len(S.shape)) * Vh)
        return multiply_matrices(U * unsqueeze(gS, dim=len(S.shape) - 1), Vh)
    V, row = adjoint(Vh), unsqueeze(S, dim=len(S.shape) - 1)
    inner = svd_inner_vjp(gU, gS, gVh, U, S, Vh)
    result = multiply_matrices(U, multiply_matrices(inner, Vh))
    if gU is not None and U.shape[-2] > k:
        rest = gU / row
        result = result + multiply_matrices(rest - multiply_matrices(U, multiply_matrices(adjoint(
            U), rest)), Vh)
    if gVh is not None and V.shape[-2] > k:
        rest = gVh / unsqueeze(S, dim=len(S.shape))
        result = result + multiply_matrices(U,
            rest - multiply_matrices(multiply_matrices(rest, V), Vh))
    return result


def svd_inner_vjp(
        gU: Any, gS: ArrayOrTensor, gVh: Any, U: ArrayOrTensor,
        S: ArrayOrTensor, Vh: ArrayOrTensor) -> ArrayOrTensor:
    """Return the inner matrix of `svd_vjp`: rotations off the diagonal, singular values on it."""
    last = len(U.shape) - 1
    row, column = unsqueeze(S, dim=last - 1), unsqueeze(S, dim=last)
    of_U = None if gU is None else multiply_matrices(adjoint(U), gU)
    of_V = None if gVh is None else multiply_matrices(Vh, adjoint(gVh))
    check_phase_gradient(OF_SVD,
        diagonal(add_optional(of_U, of_V), offset=0, dim1=last - 1, dim2=last))
    left, right = (None if x is None else x - adjoint(x) for x in (of_U, of_V))
    E = eigenvalue_gaps(S * S)
    if left is None or right is None:
        inner = left / E * row if right is None else column * (right / E)
    else:
        inner = (left * row + column * right) / E
    inner = inner if gS is None else inner + diag_embed(gS, offset=0, dim1=last - 1, dim2=last)
    if is_complex(U) and left is not None and right is not None:
        phases = diagonal(left, offset=0, dim1=last - 1, dim2=last) / (S * 2.0)
        inner = inner + diag_embed(phases, offset=0, dim1=last - 1, dim2=last)
    return inner


def eigh_vjp(
        grads: list[Tensor | None | np.ndarray | None], eigenvalues: Any, eigenvectors: Any) -> Any:
    """Return the gradient of a symmetric eigendecomposition."""
    gL, gV = grads
    last = len(eigenvectors.shape) - 1
    if gV is None:
        return multiply_matrices(eigenvectors * unsqueeze(gL, dim=last - 1), adjoint(eigenvectors))
    VhgV = multiply_matrices(adjoint(eigenvectors), gV)
    check_phase_gradient(OF_EIGH, diagonal(VhgV, offset=0, dim1=last - 1, dim2=last))
    if execution.double_vjp:  # tangents need not be symmetric
        inner = replace_diagonal(VhgV / eigenvalue_gaps(eigenvalues), gL)
    else:  # eigenvectors keep their length
        inner = (VhgV - adjoint(VhgV)) * 0.5 / eigenvalue_gaps(eigenvalues)
        inner = inner if gL is None else replace_diagonal(inner, gL)
    return multiply_matrices(eigenvectors, multiply_matrices(inner, adjoint(eigenvectors)))


def eig_vjp(
        grads: list[Tensor | None | np.ndarray | None], eigenvalues: Any, eigenvectors: Any) -> Any:
    """Return the gradient of a general eigendecomposition with eigenvectors of length 1."""
    gL, gV = grads
    last = len(eigenvectors.shape) - 1
    Vh = adjoint(eigenvectors)
    if gV is None:
        return linalg_solve_ex(Vh, unsqueeze(gL, dim=last) * Vh)
    VhgV = multiply_matrices(Vh, gV)
    along = diagonal(VhgV, offset=0, dim1=last - 1, dim2=last)
    check_phase_gradient(OF_EIG, along)
    real_part = (along + conjugate(along)) * 0.5
    moved = VhgV - multiply_matrices(Vh, eigenvectors * unsqueeze(real_part, dim=last - 1))
    inner = replace_diagonal(moved / eigenvalue_gaps(conjugate(eigenvalues)), gL)
    return linalg_solve_ex(Vh, multiply_matrices(inner, Vh))


def detach_permutation(P: ArrayOrTensor) -> ArrayOrTensor:
    """Return permutation matrices without history: they have no derivative."""
    return P if isinstance(P, np.ndarray) else wrap(P._array)


def lu_vjp(
        grads: Sequence[Any], P: ArrayOrTensor, L: ArrayOrTensor, U: ArrayOrTensor
) -> ArrayOrTensor:
    """Return the gradient of an LU decomposition, also of matrices that are not square."""
    _, gL, gU = grads
    n, m = L.shape[-2], U.shape[-1]
    k, last = min(n, m), len(L.shape) - 1
    L, below = (L, None) if n == k else split_at(L, last - 1, k)
    U, beside = (U, None) if m == k else split_at(U, last, k)
    gL, g_below = (gL, None) if below is None or gL is None else split_at(gL, last - 1, k)
    gU, g_beside = (gU, None) if beside is None or gU is None else split_at(gU, last, k)
    inner = lu_factor_vjp(gL, L, g_beside, beside, tril, -1)
    part = lu_factor_vjp(gU, U, g_below, below, triu, 0)
    inner = add_optional(inner, part)
    right = solve_by_substitution(adjoint(U), inner, upper=False, left=False)
    made = solve_by_substitution(adjoint(L), right, upper=True, left=True, unitriangular=True)
    if below is not None:
        rest = zeros_of_shape(below.shape, made) if g_below is None else solve_by_substitution(
            adjoint(U), g_below, upper=False, left=False)
        made = cat(made, rest, dim=last - 1)
    if beside is not None:
        rest = zeros_of_shape(beside.shape, made) if g_beside is None else solve_by_substitution(
            adjoint(L), g_beside, upper=True, left=True, unitriangular=True)
        made = cat(made, rest, dim=last)
    return multiply_matrices(P, made)


def lu_factor_vjp(
        grad: ArrayOrTensor, factor: ArrayOrTensor, g_rest: ArrayOrTensor | None,
        rest: ArrayOrTensor | None, half: Op, diagonal: int) -> Any:
    """Return the part of one factor in `lu_vjp`: of its square, less that of the rest; or None."""
    left = half is tril
    made = None
    if grad is not None:
        made = multiply_matrices(adjoint(factor), grad) if left else multiply_matrices(grad,
            adjoint(factor))
    if g_rest is not None:
        owed = multiply_matrices(g_rest,
            adjoint(rest)) if left else multiply_matrices(adjoint(rest), g_rest)
        made = -owed if made is None else made - owed
    return None if made is None else half(made, diagonal=diagonal)


def pinv_vjp(grad: ArrayOrTensor, A: ArrayOrTensor, result: ArrayOrTensor) -> ArrayOrTensor:
    """Return the gradient of the pseudo-inverse (Golub and Pereyra 1973), by its shorter side."""
    up, gh = adjoint(result), adjoint(grad)
    if A.shape[-2] <= A.shape[-1]:
        K = multiply_matrices(gh, result)
        wide = multiply_matrices(K, up)
        return to_column_major(-adjoint(multiply_matrices(result, K)) + wide - multiply_matrices(
            multiply_matrices(A, result), wide)
                          + multiply_matrices(multiply_matrices(up, result),
                              gh - multiply_matrices(K, A)))
    K = multiply_matrices(result, gh)
    tall = multiply_matrices(up, K)
    first = -adjoint(multiply_matrices(K, result)) + multiply_matrices(multiply_matrices(
        gh - multiply_matrices(A, K), result), up)
    return to_column_major(first + tall - multiply_matrices(multiply_matrices(tall, result), A))


def lstsq_as_columns(
        vectors: bool, grads: list[np.ndarray], A: np.ndarray, B: np.ndarray, solution: np.ndarray
) -> tuple[Any, ...]:
    """Return the arguments of the least-squares VJPs, vectors as matrices of one column."""
    if not vectors:
        return grads, A, B, solution
    grad = None if grads[0] is None else unsqueeze(grads[0], dim=len(solution.shape))
    return ((grad, grads[1]), A, unsqueeze(B, dim=len(B.shape)),
            unsqueeze(solution, dim=len(solution.shape)))


def lstsq_from_columns(vectors: bool, grad: ArrayOrTensor) -> ArrayOrTensor:
    """Return a gradient of vectors from its single column."""
    return squeeze_dim(grad, dim=len(grad.shape) - 1) if vectors and grad is not None else grad


def lstsq_matrix_vjp(
        grads: list[np.ndarray], A: np.ndarray, B: np.ndarray, solution: np.ndarray) -> Any:
    """Return the gradient of the matrix from a least-squares solution and its residuals."""
    grad, missed = grads[0], residual_grad(grads[1], A, B, solution)
    through = None if grad is None else pinv_vjp(
        multiply_matrices(grad, adjoint(B)), A, linalg_pinv(A, rtol=None, hermitian=False))
    return to_column_major(add_optional(
        through, None if missed is None else multiply_matrices(missed, adjoint(solution))))


def lstsq_rhs_vjp(
        grads: list[np.ndarray], A: np.ndarray, B: np.ndarray, solution: np.ndarray) -> Any:
    """Return the gradient of the right side from a least-squares solution and its residuals."""
    grad, missed = grads[0], residual_grad(grads[1], A, B, solution)
    through = None if grad is None else multiply_matrices(
        adjoint(linalg_pinv(A, rtol=None, hermitian=False)), grad)
    return add_optional(through, None if missed is None else -missed)


def residual_grad(
        rest: np.ndarray, A: np.ndarray, B: np.ndarray, solution: np.ndarray) -> np.ndarray | None:
    """Return the gradient of `A X` from that of the residuals, if there is one."""
    if rest is None or rest.shape[-1:] != B.shape[-1:]:
        return None
    return (multiply_matrices(A, solution) - B) * unsqueeze(rest * 2, dim=len(rest.shape) - 1)


def add_optional(one: Any, other: ArrayOrTensor | None) -> Any:
    """Return the sum of two gradients, either of which may be None."""
    return other if one is None else one if other is None else one + other
