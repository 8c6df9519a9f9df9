"""Decompositions of matrices: Cholesky, QR, SVD, eigenvalues, LU, least squares."""

from __future__ import annotations

import math
import numpy as np
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32, autocast_lower_precision
from autograd.engine.transform_levels import is_batched
from autograd.functions.indexing.index_checks import check_matching_dtypes
from autograd.functions.kernel_dtypes import check_kernel_dtype
from autograd.functions.linalg.matmul import vdot
from autograd.functions.linalg.matrices import (
    check_floating, check_matrix, check_square, compute_ranks, inv, run_with_info,
)
from autograd.functions.linalg.solve import solve
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.kernels.lapack import find_bad_minors, singular_values
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import EXPECTED, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once
from autograd.tensor.batched_tensor import unwrap_all, vmap_constant
from autograd.tensor.dtype import dtype_of
from autograd.tensor.return_types import make_named_tuple
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


@with_out
@autocast_float32
@declare(out=Out(called="linalg_cholesky_ex", dtype_error=EXPECTED))
def linalg_cholesky(A: Tensor, *, upper: bool = False) -> Tensor:
    """Return the lower, or `upper`, Cholesky factor of a positive definite matrix."""
    check_square("linalg.cholesky", A)
    return apply(ops.linalg_cholesky_ex, (A,), {"upper": upper})


@export()
@method()
@with_out
@autocast_float32
@declare(out=Out(castable="cholesky"))
def cholesky(input: Tensor, upper: bool = False) -> Tensor:
    """Return the Cholesky factor, as `torch.linalg.cholesky`; deprecated."""
    warn_once(
        "torch.cholesky is deprecated in favor of torch.linalg.cholesky and will be removed in a "
        "future PyTorch release.\nL = torch.cholesky(A)\nshould be replaced with\n"
        "L = torch.linalg.cholesky(A)\nand\nU = torch.cholesky(A, upper=True)\nshould be replaced "
        "with\nU = torch.linalg.cholesky(A).mH\nThis transform will produce equivalent results for "
        "all valid (symmetric positive definite) inputs.",
        at="aten/src/ATen/native/BatchLinearAlgebra.cpp:1765")
    check_square("cholesky", input, floating=False)
    return apply(ops.cholesky, (input,), {"upper": upper})


@autocast_float32
@declare(out=Out(dtype_errors=(EXPECTED,) * 3), fields=("Q", "R"))
def linalg_qr(A: Tensor, mode: str = "reduced") -> tuple[Any, ...]:
    """Return `(Q, R)`, an orthogonal and a triangular factor.

    `mode` is `reduced`, `complete`, or `r`, which leaves Q empty.
    """
    check_matrix("linalg.qr", A)
    check_floating("linalg.qr", A)
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(f"qr received unrecognized mode '{mode}' but expected one of 'reduced' "
                           "(default), 'r', or 'complete'")
    return make_named_tuple("linalg_qr", apply(ops.linalg_qr, (A,), {"mode": mode}))


@export()
@method()
@with_out
@autocast_float32
@declare(out=Out(called="linalg_qr", dtype_errors=(EXPECTED,) * 3), fields=("Q", "R"))
def qr(input: Tensor, some: bool = True) -> tuple[Tensor, ...]:
    """Return `(Q, R)`, as `torch.linalg.qr`; deprecated."""
    warn_once(
        "torch.qr is deprecated in favor of torch.linalg.qr and will be removed in a future "
        "PyTorch release.\nThe boolean parameter 'some' has been replaced with a string parameter "
        "'mode'.\nQ, R = torch.qr(A, some)\nshould be replaced with\n"
        "Q, R = torch.linalg.qr(A, 'reduced' if some else 'complete')",
        at="aten/src/ATen/native/BatchLinearAlgebra.cpp:2505")
    return make_named_tuple("qr", tuple(linalg_qr(input, "reduced" if some else "complete")))


@autocast_float32
@declare(out=Out(called="_linalg_svd", dtype_errors=(EXPECTED,) * 3), fields=("U", "S", "Vh"))
def linalg_svd(A: Tensor, full_matrices: bool = True, *, driver: Any = None) -> tuple[Any, ...]:
    """Return the singular value decomposition `(U, S, Vh)`."""
    check_driver(driver)
    check_matrix("linalg.svd", A)
    check_floating("linalg.svd", A)
    return make_named_tuple("linalg_svd",
                            apply(ops.linalg_svd, (A,), {"full_matrices": full_matrices}))


@export()
@method()
@with_out
@autocast_float32
@declare(out=Out(called="_linalg_svd", dtype_errors=(EXPECTED,) * 3), fields=("U", "S", "V"))
def svd(input: Tensor, some: bool = True, compute_uv: bool = True) -> tuple[Any, ...]:
    """Return the singular value decomposition `(U, S, V)`, V not transposed.

    Without `compute_uv` U and V are zeros.
    """
    if input._array.ndim < 2:
        raise RuntimeError("linalg.svd: input should have at least 2 dimensions, but has "
                           f"{input._array.ndim} dimensions instead")
    if not compute_uv:
        *batch, m, n = input.shape
        S = svdvals(input)
        none = [input.new_zeros(*batch, size, size) for size in (m, n)]
        return make_named_tuple("svd", (none[0], S, none[1]))
    U, S, Vh = linalg_svd(input, not some)
    return make_named_tuple("svd", (U, S, Vh.mH))


@autocast_float32
@declare("linalg_svdvals", out=Out(called="_linalg_svd", dtype_error=EXPECTED))
def svdvals(A: Tensor, *, driver: Any = None) -> Tensor:
    """Return the singular values in descending order."""
    return linalg_svd(A, False, driver=driver)[1]


def check_driver(driver: Any) -> None:
    """Raise RuntimeError for a `driver`, which only CUDA has."""
    if driver is not None:
        raise RuntimeError("torch.linalg.svd: keyword argument `driver=` is only supported on CUDA "
                           "inputs with cuSOLVER backend.")


@autocast_float32
@declare(
    "linalg_eigh",
    out=Out(called="_linalg_eigh", dtype_errors=(EXPECTED,) * 3),
    fields=("eigenvalues", "eigenvectors"),
)
def eigh(A: Tensor, UPLO: str = "L") -> tuple[Any, ...]:
    """Return `(eigenvalues, eigenvectors)` of a symmetric or Hermitian matrix.

    `UPLO` is the triangle that is read, `L` or `U`.
    """
    check_square("linalg.eigh", A, floating=False)
    if UPLO.upper() not in ("L", "U"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    check_kernel_dtype("linalg_eigh_cpu", A, "biu")
    return make_named_tuple("linalg_eigh",
                            apply(ops.linalg_eigh, (A,), {"upper": UPLO.upper() == "U"}))


@autocast_float32
@declare("linalg_eigvalsh", out=Out(called="_linalg_eigh", dtype_error=EXPECTED))
def eigvalsh(A: Tensor, UPLO: str = "L") -> Tensor:
    """Return the eigenvalues of a symmetric or Hermitian matrix in ascending order."""
    return eigh(A, UPLO)[0]


@autocast_float32
@declare(
    "linalg_eig",
    out=Out(castable="torch.linalg.eig", results=("eigenvalues", "eigenvectors")),
    fields=("eigenvalues", "eigenvectors"),
)
def eig(A: Tensor) -> tuple[Any, ...]:
    """Return complex `(eigenvalues, eigenvectors)` of a square matrix."""
    check_has_complex_dtype(A)
    check_square("linalg.eig", A)
    return make_named_tuple("linalg_eig", apply(ops.linalg_eig, (A,)))


def check_has_complex_dtype(A: Tensor) -> None:
    """Raise RuntimeError for integers, which have no complex dtype for eigenvalues."""
    if A._array.dtype.kind in "biu":
        raise RuntimeError(f"Unknown Complex ScalarType for {dtype_of(A._array.dtype).legacy_name}")


@autocast_float32
@declare("linalg_eigvals", out=Out(
    copied=True,
    castable="torch.linalg.eigvals",
    results=("eigenvalues",),
))
def eigvals(A: Tensor) -> Tensor:
    """Return the complex eigenvalues of a square matrix."""
    check_has_complex_dtype(A)
    recorded = execution.grad_enabled and A.requires_grad  # then torch runs `eig`
    check_square("linalg.eig" if recorded else "linalg.eigvals", A)
    return eig(A)[0]


@declare("linalg_lu", out=Out(dtype_errors=(EXPECTED,) * 3), fields=("P", "L", "U"))
def lu(A: Tensor, *, pivot: bool = True) -> tuple[Tensor, ...]:
    """Return `(P, L, U)` with `A = P L U`."""
    check_two_dimensions("linalg.lu", A)
    if not pivot:
        raise RuntimeError("linalg.lu_factor: LU without pivoting is not implemented on the CPU")
    P, *factors = apply(ops.linalg_lu, (A,))
    return make_named_tuple("linalg_lu", (P.detach(), *factors))


def check_two_dimensions(name: str, A: Tensor) -> None:
    """Raise RuntimeError if `A` has fewer than two dimensions."""
    if A._array.ndim < 2:
        raise RuntimeError(f"{name}: Expected tensor with 2 or more dimensions. Got size: "
                           f"{list(A._array.shape)} instead")


@autocast_lower_precision
@declare("linalg_vecdot", out=Out(
    called="sum",
    dtype_error="linalg.vecdot: Expected out of dtype{want} but found {got}",
))
def vecdot(x: Tensor, y: Tensor, *, dim: int = -1) -> Tensor:
    """Return the inner products along `dim`, the first factor conjugated."""
    check_floating("linalg.vecdot", x)
    check_matching_dtypes(
        "linalg.vecdot: Expected x and y to have the same dtype, but found x of type {} "
        "and y of type {} instead", x, y)
    if x._array.ndim == y._array.ndim == 1:
        return vdot(x, y)
    return (x.conj() * y).sum(dim)


@autocast_float32
@declare("linalg_tensorinv", out=Out(copied=True, castable="tensorinv"))
def tensorinv(A: Tensor, ind: int = 2) -> Tensor:
    """Return the inverse for `tensordot` of `A`, whose first `ind` dimensions are its rows."""
    shape = A._array.shape
    if ind <= 0:
        raise RuntimeError(f"Expected a strictly positive integer for 'ind', but got {ind}")
    if ind > len(shape):
        raise RuntimeError(f"ArrayRef: invalid slice, N = {ind}; size = {len(shape)}")
    size, other = math.prod(shape[ind:]), math.prod(shape[:ind])
    if size != other:
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[ind:]) == "
            f"prod(self.shape[:ind]), but got {size} != {other}"
        )
    return inv(A.reshape(-1, size)).reshape((*shape[ind:], *shape[:ind]))


@autocast_float32
@declare("linalg_tensorsolve", out=Out(copied=True, castable="tensorsolve"))
def tensorsolve(A: Tensor, B: Tensor, dims: Any = None) -> Tensor:
    """Return the `X` with `tensordot(A, X) == B`."""
    if dims is not None:
        A = A.movedim(dims, list(range(-len(dims), 0)))
    shape = A._array.shape[B._array.ndim:]
    size = math.prod(shape)
    if size != B._array.size:
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
            f"prod(self.shape[:other.ndim]), but got {size} != {B._array.size}")
    return solve(A.reshape(size, size), B.reshape(-1)).reshape(shape)


@autocast_float32
@declare(
    "linalg_lstsq",
    out=Out(
        castable="torch.linalg.lstsq",
        results=("solution", "solution", "rank", "singular_values"),
    ),
    fields=("solution", "residuals", "rank", "singular_values"),
)
def lstsq(A: Tensor, B: Tensor, rcond: Any = None, *, driver: Any = None) -> tuple[Any, ...]:
    """Return `(solution, residuals, rank, singular_values)` of a least-squares problem.

    The LAPACK `driver` decides which of the last three are empty, as in torch; default is `gelsy`.
    """
    driver = "gelsy" if driver is None else driver.lower()
    if is_batched(B):  # torch takes no example for a single vector
        B = B[(None,) * (A.dim() - B.dim())]
    check_lstsq_operands(A, B, driver)
    m, n = A._array.shape[-2:]
    rtol = None if rcond is None or rcond < 0 else rcond
    ranks, nothing = compute_ranks(A, None, rtol, False), A.new_empty(0)
    with_residuals = driver != "gelsy" and m > n and bool((unwrap_all(ranks)._array == n).all())
    params = {"rtol": rtol, "with_residuals": with_residuals, "vectors": are_vectors(A, B)}
    result, residuals = apply(ops.linalg_lstsq, (A, B), params)
    values = singular_values_of(A) if driver in ("gelsd", "gelss") else nothing.real
    rank = ranks if driver != "gels" else wrap(np.empty(0, np.int64))
    return make_named_tuple("linalg_lstsq", (result, residuals, rank, values))


@vmap_constant
def singular_values_of(A: Tensor) -> Tensor:
    """Return the singular values without a history."""
    return wrap(singular_values(A._array))


def are_vectors(A: Tensor, B: Tensor) -> bool:
    """Return True if the right-hand sides of systems are vectors rather than matrices."""
    return B._array.ndim == 1 or B._array.shape == A._array.shape[:-1]


def check_lstsq_operands(A: Tensor, B: Tensor, driver: str) -> None:
    """Raise RuntimeError unless `driver` solves the systems of `A` and `B`."""
    name, m, n = "torch.linalg.lstsq", A._array.ndim, B._array.ndim
    if m < 2:
        raise RuntimeError(f"{name}: input must have at least 2 dimensions.")
    if n < 1:
        raise RuntimeError(f"{name}: other must have at least 1 dimension.")
    dtype_names = [dtype_of(x._array.dtype).legacy_name for x in (A, B)]
    if dtype_names[0] != dtype_names[1]:
        raise RuntimeError(
            f"{name}: Expected input and other to have the same dtype, but got input's dtype "
            f"{dtype_names[0]} and other's dtype {dtype_names[1]}"
        )
    if not 0 <= m - n <= 1:
        raise RuntimeError(
            f"{name}: input.dim() must be greater or equal to other.dim() and (input.dim() - "
            "other.dim()) <= 1"
        )
    axis = -1 if are_vectors(A, B) else -2
    if A._array.shape[-2] != B._array.shape[axis]:
        raise RuntimeError(f"{name}: input.size(-2) should match other.size({axis})")
    if driver not in ("gels", "gelsy", "gelsd", "gelss"):
        raise RuntimeError(
            f"{name}: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)")
    if A._array.dtype.char not in "fdFD":
        raise RuntimeError("This function doesn't handle types other than float and double")


@autocast_float32
@declare("linalg_cholesky_ex", out=Out(dtype_errors=(EXPECTED,) * 3), fields=("L", "info"))
def cholesky_ex(A: Tensor, *, upper: bool = False, check_errors: bool = False) -> tuple[Any, ...]:
    """Return `(L, info)`: `info` is the leading minor that is not positive, 0 if all are."""
    check_square("linalg.cholesky", A)
    return run_with_info(
        "linalg_cholesky_ex", A, check_errors,
        lambda params: apply(ops.linalg_cholesky_ex, (A,), {"upper": upper, **params}),
        find_bad_minors)
