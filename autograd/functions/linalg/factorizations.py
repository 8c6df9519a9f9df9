"""Matrix factorizations for later use: LU, LDL, Cholesky, Householder, low rank."""

from __future__ import annotations

import numpy as np
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.engine.broadcasting import common_broadcast_shape
from autograd.functions.linalg.decompositions import check_two_dimensions, linalg_qr, linalg_svd
from autograd.functions.linalg.matmul import matmul
from autograd.functions.linalg.matrices import check_floating, check_matrix, check_square
from autograd.functions.linalg.solve import check_linear_system, shape_mismatch_error
from autograd.functions.random.random import randn
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.kernels.lapack import LinAlgError, batch_prefix
from autograd.runtime.bool_options import check_bool
from autograd.runtime.function_record import EXPECTED, FUNCTIONAL, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once
from autograd.tensor.dtype import dtype_of
from autograd.tensor.return_types import make_named_tuple
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

# --- LU ----------------------------------------------------------------------------------------


@declare(
    "linalg_lu_factor_ex",
    out=Out(dtype_errors=(EXPECTED,) * 3),
    fields=("LU", "pivots", "info"),
)
def lu_factor_ex(
        A: Tensor, *, pivot: bool = True, check_errors: bool = False) -> tuple[Tensor, ...]:
    """Return `(LU, pivots, info)`: the packed factors, row exchanges, the first zero pivot."""
    check_two_dimensions("torch.lu_factor", A)
    check_pivoting(pivot)
    result = apply(ops.linalg_lu_factor_ex, (A,))
    if check_errors:
        check_lu_diagonal(A, result[2])
    return make_named_tuple("linalg_lu_factor_ex", result)


@declare(
    "linalg_lu_factor",
    out=Out(called="linalg_lu_factor_ex", dtype_errors=(EXPECTED,) * 3),
    fields=("LU", "pivots"),
)
def lu_factor(A: Tensor, *, pivot: bool = True) -> tuple[Tensor, ...]:
    """Return `(LU, pivots)`: both factors in one matrix, and the row exchanges."""
    return make_named_tuple("linalg_lu_factor", lu_factor_ex(A, pivot=pivot, check_errors=True)[:2])


def check_pivoting(pivot: Any) -> None:
    """Raise RuntimeError for LU without pivoting."""
    if not pivot:
        raise RuntimeError("linalg.lu_factor: LU without pivoting is not implemented on the CPU")


def check_lu_diagonal(A: Tensor, info: Any) -> None:
    """Raise LinAlgError if a factor U has a zero on its diagonal."""
    zeros = info._array.reshape(-1)
    if not zeros.any():
        return
    first = zeros[zeros > 0][0]
    raise LinAlgError(
        f"torch.linalg.lu_factor: {batch_prefix(A._array, zeros)}U[{first},{first}] is zero and "
        "using it on lu_solve would result in a division by zero. If you still want to perform the "
        "factorization, consider calling linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)"
    )


@export()
@method(qualified=True)
@autocast_float32
@declare("_lu_with_info", fields=("LU", "pivots", "info"))
@declare(home=FUNCTIONAL, python_method=True)
def lu(
        A: Tensor, pivot: bool = True, get_infos: bool = False, out: Any = None
) -> tuple[Tensor, ...]:
    """Return `(LU, pivots)`, with `get_infos` also the first zero pivot; deprecated."""
    warn_once(
        "torch.lu is deprecated in favor of torch.linalg.lu_factor / torch.linalg.lu_factor_ex and "
        "will be removed in a future PyTorch release.\nLU, pivots = torch.lu(A, compute_pivots)\n"
        "should be replaced with\nLU, pivots = torch.linalg.lu_factor(A, compute_pivots)\nand\n"
        "LU, pivots, info = torch.lu(A, compute_pivots, get_infos=True)\nshould be replaced with\n"
        "LU, pivots, info = torch.linalg.lu_factor_ex(A, compute_pivots)",
        at="aten/src/ATen/native/BatchLinearAlgebra.cpp:2073")
    check_bool("_lu_with_info", "pivot", pivot)
    result = lu_factor_ex(A, pivot=pivot, check_errors=not get_infos)
    return make_named_tuple("_lu_with_info", result) if get_infos else tuple(result[:2])


@export()
@method()
@with_out
@declare(out=Out(dtype_errors=(EXPECTED,) * 3), fields=("P", "L", "U"))
def lu_unpack(
        LU_data: Any, LU_pivots: Any, unpack_data: bool = True, unpack_pivots: bool = True
) -> tuple[Tensor, ...]:
    """Return `(P, L, U)` of the packed factors and the pivots."""
    check_two_dimensions("torch.lu_unpack", LU_data)
    if unpack_pivots:
        check_pivot_range(LU_data, LU_pivots)
    else:
        *lead, n, m = LU_data._array.shape
        LU_pivots = wrap(np.broadcast_to(np.arange(1, min(n, m) + 1), (*lead, min(n, m))))
    P, L, U = apply(ops.lu_unpack, (LU_data, LU_pivots))
    P = P.detach()
    nothing = LU_data.new_empty(0)
    return make_named_tuple("lu_unpack", (
        P if unpack_pivots else nothing, L if unpack_data else nothing,
        U if unpack_data else nothing))


def check_pivot_range(LU: Any, pivots: Any) -> None:
    """Raise RuntimeError for pivots that `lu_factor` does not return."""
    if pivots._array.dtype != np.int32:
        raise RuntimeError(
            "torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype."
            "\nNote: this function is intended to be used with the output produced by "
            "torch.linalg.lu_factor")
    if ((pivots._array < 1) | (pivots._array > LU._array.shape[-2])).any():
        raise RuntimeError(
            "pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive.Did you "
            "properly pass the result of lu_factor?")


def check_lu_solve(LU: Any, pivots: Any, B: Tensor, left: bool) -> None:
    """Raise RuntimeError unless factors, pivots and right-hand sides match."""
    name = "linalg.lu_solve"
    check_floating(f"torch.{name}", LU)
    if LU._array.dtype != B._array.dtype:
        dtype_names = [dtype_of(x._array.dtype).legacy_name for x in (LU, B)]
        raise RuntimeError(
            f"{name}: Expected LU and B to have the same dtype, but found LU of type "
            f"{dtype_names[0]} and B of type {dtype_names[1]} instead")
    if pivots._array.dtype != np.int32:
        raise RuntimeError(f"{name}: pivots should be a Tensor of scalar type torch.int32")
    check_square(f"torch.{name}", LU)
    check_matrix(name, B, "B")
    n, size = LU._array.shape[-1], B._array.shape[-2:]
    if size[0 if left else 1] != n:
        raise shape_mismatch_error(name, (n, n), size, left)
    if pivots._array.shape[-1:] != (n,):
        raise RuntimeError(
            f"{name}: Number of pivots per batch should be same as the dimension of the matrix")
    if pivots._array.shape != LU._array.shape[:-1]:
        raise RuntimeError(
            f"{name}: Expected LU.shape[:-1] and pivots.shape to be the same, but got pivots with "
            f"shape {list(pivots._array.shape)} instead")
    common_broadcast_shape([B._array.shape[:-2], LU._array.shape[:-2]])
    for wrong, requirement in ((pivots._array < 1, "greater or equal to 1"),
                       (pivots._array > n, "smaller or equal to LU.size(-2)")):
        if wrong.any():
            raise RuntimeError(f"Pivots given to lu_solve must all be {requirement}. Did you "
                               "properly pass the result of lu_factor?")


@declare(out=Out(dtype_error=EXPECTED))
def linalg_lu_solve(
        LU: Any, pivots: Any, B: Tensor, *, left: bool = True, adjoint: bool = False) -> Tensor:
    """Return the solution of `A X = B` by LU factors of `A`.

    With `left=False` the equation is `X A = B`; with `adjoint` it has the adjoint of `A`.
    """
    check_lu_solve(LU, pivots, B, left)
    return apply(ops.linalg_lu_solve, (LU, pivots, B), {"left": left, "adjoint": adjoint})


@export()
@method()
@declare(vmap_composed=("lu_solve", None))
@with_out
@autocast_float32
@declare(out=Out(called="linalg_lu_solve", dtype_error=EXPECTED))
def lu_solve(b: Tensor, LU_data: Any, LU_pivots: Any) -> Tensor:
    """Return the solution of `A x = b` by LU factors of `A`; deprecated."""
    warn_once(
        "torch.lu_solve is deprecated in favor of torch.linalg.lu_solveand will be removed in a "
        "future PyTorch release.\nNote that torch.linalg.lu_solve has its arguments reversed.\n"
        "X = torch.lu_solve(B, LU, pivots)\nshould be replaced with\n"
        "X = torch.linalg.lu_solve(LU, pivots, B)",
        at="aten/src/ATen/native/BatchLinearAlgebra.cpp:2230")
    return linalg_lu_solve(LU_data, LU_pivots, b)


# --- Cholesky ----------------------------------------------------------------------------------


@export()
@method()
@with_out
@autocast_float32
@declare(out=Out(castable="cholesky_solve"))
def cholesky_solve(B: Tensor, L: Tensor, upper: bool = False) -> Tensor:
    """Return the solution of `A X = B` by the Cholesky factor of `A`."""
    for name, x in (("b", B), ("u", L)):
        if x._array.ndim < 2:
            raise RuntimeError(f"{name} should have at least 2 dimensions, but has "
                               f"{x._array.ndim} dimensions instead")
    check_linear_system("cholesky_solve", B, L)
    return apply(ops.cholesky_solve, (B, L), {"upper": upper})


@export()
@method()
@with_out
@autocast_float32
@declare(out=Out(castable="cholesky_inverse"))
def cholesky_inverse(input: Tensor, upper: bool = False) -> Tensor:
    """Return the inverse of `A` by its Cholesky factor."""
    check_square("cholesky_inverse", input, floating=False)
    return apply(ops.cholesky_inverse, (input,), {"upper": upper})


# --- Householder reflections -------------------------------------------------------------------


@export()
@method()
@with_out
@autocast_float32
@declare(out=Out(castable="torch.geqrf", results=("a", "tau")), fields=("a", "tau"))
def geqrf(input: Tensor) -> tuple[Any, ...]:
    """Return `(a, tau)`: a QR decomposition as Householder reflections, not differentiable."""
    if input._array.ndim < 2:
        raise RuntimeError("torch.geqrf: input must have at least 2 dimensions.")
    return make_named_tuple("geqrf", apply(ops.geqrf, (input,)))


@with_out
@autocast_float32
@declare("linalg_householder_product", out=Out(castable="torch.linalg.householder_product"))
def householder_product(input: Tensor, tau: Tensor) -> Tensor:
    """Return the first columns of the product of Householder reflections that `geqrf` returns."""
    check_householder(input, tau)
    return apply(ops.linalg_householder_product, (input, tau))


def check_householder(input: Tensor, tau: Tensor) -> None:
    """Raise RuntimeError unless `tau` has a factor for each of the first reflections of `input`."""
    shape, lengths = input._array.shape, tau._array.shape
    dtype_names = [dtype_of(x._array.dtype).legacy_name for x in (tau, input)]
    if len(shape) < 2:
        message = "input must have at least 2 dimensions."
    elif shape[-2] < shape[-1]:
        message = "input.shape[-2] must be greater than or equal to input.shape[-1]"
    elif not lengths:
        raise IndexError("Dimension specified as -1 but tensor has no dimensions")
    elif shape[-1] < lengths[-1]:
        message = "input.shape[-1] must be greater than or equal to tau.shape[-1]"
    elif len(lengths) != len(shape) - 1:
        message = ("Expected tau to have one dimension less than input, but got tau.ndim equal to "
                f"{len(lengths)} and input.ndim is equal to {len(shape)}")
    elif lengths[:-1] != shape[:-2]:
        message = ("Expected batch dimensions of tau to be equal to input.shape[:-2], but got "
                f"{list(lengths[:-1])}")
    elif dtype_names[0] != dtype_names[1]:
        message = f"tau dtype {dtype_names[0]} does not match input dtype {dtype_names[1]}"
    else:
        return
    raise RuntimeError(f"torch.linalg.householder_product: {message}")


@export()
@method()
@with_out
@autocast_float32
@declare(out=Out(called="linalg_householder_product", castable="torch.linalg.householder_product"))
def orgqr(input: Tensor, input2: Tensor) -> Tensor:
    """Return `torch.linalg.householder_product` of its arguments."""
    return householder_product(input, input2)


@export()
@method()
@with_out
@autocast_float32
@declare(out=Out(
    dtype_error=(
        "torch.ormqr: Expected input and result to have the same dtype, but input has "
        "dtype{want} and result has dtype {got}"),
))
def ormqr(
        input: Tensor, tau: Tensor, other: Tensor, left: bool = True, transpose: bool = False
) -> Tensor:
    """Multiply `other` by the orthogonal matrix of Householder reflections."""
    check_ormqr(input, tau, other, -2 if left else -1)
    return apply(ops.ormqr, (input, tau, other), {"left": left, "transpose": transpose})


# --- Low rank ----------------------------------------------------------------------------------


@export()
@declare(needs="shape")
def svd_lowrank(A: Tensor, q: Any = 6, niter: int = 2, M: Any = None) -> tuple[Tensor, ...]:
    """Return `(U, S, V)` of rank `q` by a random projection (Halko and others 2009)."""
    A = A if M is None else A - M
    q, niter = 6 if q is None else q, 2 if niter is None else niter
    wide = A._array.shape[-2] < A._array.shape[-1]
    A = A.mH if wide else A
    Q = linalg_qr(matmul(A, randn(A._array.shape[-1], q, dtype=A.dtype)))[0]
    for _ in range(niter):
        Q = linalg_qr(matmul(A.mH, Q))[0]
        Q = linalg_qr(matmul(A, Q))[0]
    U, S, Vh = linalg_svd(matmul(Q.mH, A), full_matrices=False)
    U, V = matmul(Q, U), Vh.mH
    return (V, S, U) if wide else (U, S, V)


@export()
@declare(needs="shape")
def pca_lowrank(
        A: Tensor, q: Any = None, center: bool = True, niter: int = 2) -> tuple[Tensor, ...]:
    """Return `(U, S, V)`, the principal components of the rows of `A`, centred first."""
    m, n = A._array.shape[-2:]
    q = min(6, m, n) if q is None else q
    if not (q >= 0 and q <= min(m, n)):  # for a str it raises torch's TypeError
        raise ValueError(
            f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(m, n)}"
        )
    if not niter >= 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    return svd_lowrank(A - A.mean((-2,), True) if center else A, q, niter)


# --- LDL ---------------------------------------------------------------------------------------


@declare(
    "linalg_ldl_factor_ex",
    derived=False,
    out=Out(dtype_errors=(EXPECTED,) * 3),
    fields=("LD", "pivots", "info"),
)
def ldl_factor_ex(
        A: Tensor, *, hermitian: bool = False, check_errors: bool = False) -> tuple[Tensor, ...]:
    """Return `(LD, pivots, info)`: both factors in one matrix, pivots, the first zero pivot."""
    result = factor_ldl(A, hermitian)
    if check_errors:
        check_ldl_info("ldl_factor_ex", result[2])
    return make_named_tuple("linalg_ldl_factor_ex", result)


@declare(
    "linalg_ldl_factor",
    out=Out(called="linalg_ldl_factor_ex", dtype_errors=(EXPECTED,) * 3),
    fields=("LD", "pivots"),
)
def ldl_factor(A: Tensor, *, hermitian: bool = False) -> tuple[Tensor, ...]:
    """Return `(LD, pivots)` of a symmetric matrix, of which the lower triangle is read."""
    result = factor_ldl(A, hermitian)
    check_ldl_info("ldl_factor", result[2])
    return make_named_tuple("linalg_ldl_factor", result[:2])


def factor_ldl(A: Tensor, hermitian: bool) -> tuple[Tensor, ...]:
    """Factor matrices that equal their transpose or, if `hermitian`, their conjugate transpose."""
    check_square("torch.linalg.ldl_factor_ex", A)
    params = {"hermitian": bool(hermitian and A.is_complex())}
    return apply(ops.linalg_ldl_factor_ex, (A,), params)


def check_ldl_info(name: str, info: Any) -> None:
    """Raise RuntimeError for a zero pivot."""
    code = int(info._array.max(initial=0))
    if code:
        raise RuntimeError(
            'false INTERNAL ASSERT FAILED at "/__w/pytorch/pytorch/aten/src/ATen/native/'
            f'BatchLinearAlgebra.cpp":1642, please report a bug to PyTorch. torch.linalg.{name}: '
            f"Unknown error code: {code}."
        )


@declare("linalg_ldl_solve", derived=False, out=Out(dtype_error=EXPECTED))
def ldl_solve(LD: Any, pivots: Any, B: Tensor, *, hermitian: bool = False) -> Tensor:
    """Return the solution of `A X = B` by the LDL factors of `A`."""
    name = "torch.linalg.ldl_solve"
    check_square(name, LD)
    B.size(-2)
    check_linear_system(name, B, LD)
    if pivots._array.shape != LD._array.shape[:-1]:
        raise RuntimeError(
            f"{name}: Expected LD.shape[:-1] and pivots.shape to be the same, but got pivots with "
            f"shape {list(pivots._array.shape)} instead")
    if pivots._array.dtype.kind not in "iu":
        raise RuntimeError(f"{name}: Expected pivots to be integers. Got "
                           f"{dtype_of(pivots._array.dtype).legacy_name}")
    params = {"hermitian": bool(hermitian and LD.is_complex())}
    return apply(ops.linalg_ldl_solve, (LD, pivots, B), params)


def check_ormqr(input: Tensor, tau: Tensor, other: Tensor, side: int) -> None:
    """Raise RuntimeError unless `ormqr` can multiply `other` along the dimension `side`."""
    for name, x in (("input", input), ("other", other)):
        if x._array.ndim < 2:
            raise_ormqr_error(f"{name} must have at least 2 dimensions.")
    shape, length = input._array.shape, other._array.shape[side]
    if length != shape[-2]:
        raise_ormqr_error(f"other.shape[{side}] must be equal to input.shape[-2]")
    if tau.size(-1) != min(length, shape[-1]):
        raise_ormqr_error(
            f"tau.shape[-1] must be equal to min(other.shape[{side}], input.shape[-1])")
    for name, x, words, less in (("tau", tau, "one dimension less than", 1),
                                 ("other", other, "the same number of dimensions as", 0)):
        if x._array.ndim + less != len(shape):
            raise_ormqr_error(
                f"Expected {name} to have {words} input, but got {name}.ndim equal to "
                f"{x._array.ndim} and input.ndim is equal to {len(shape)}")
    for name, x, core in (("tau", tau, 1), ("other", other, 2)):
        if x._array.shape[:-core] != shape[:-2]:
            raise_ormqr_error(f"Expected batch dimensions of {name} to be equal to "
                              f"input.shape[:-2], but got {list(x._array.shape[:-core])}")
    dtype_name = dtype_of(input._array.dtype).legacy_name
    for name, x in (("tau", tau), ("other", other)):
        other_name = dtype_of(x._array.dtype).legacy_name
        if other_name != dtype_name:
            raise_ormqr_error(f"Expected input and {name} to have the same dtype, but input has "
                              f"dtype{dtype_name} and {name} has dtype {other_name}")


def raise_ormqr_error(reason: str) -> None:
    """Raise RuntimeError with the reason that `ormqr` has."""
    raise RuntimeError(f"torch.ormqr: {reason}")
