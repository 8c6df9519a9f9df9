"""Factors L D L^T of symmetric matrices, and what is solved with them."""

from __future__ import annotations

from autograd import derivatives as table
from autograd.apply import apply
from autograd.functions.matrices import check_square
from autograd.return_types import named


def check_real(name, A, hermitian) -> None:
    """Raise for what is not factored here: matrices that equal their conjugate transpose."""
    check_square(f"torch.linalg.{name}", A)
    if hermitian and A.is_complex():
        raise NotImplementedError(
            "Tapescope factors symmetric matrices: leave hermitian=True out, or use "
            "torch.linalg.cholesky."
        )


def ldl_factor_ex(A, *, hermitian=False, check_errors=False):
    """`(LD, pivots, info)`: L and D in one matrix, rows exchanged, the first zero pivot."""
    check_real("ldl_factor_ex", A, hermitian)
    made = apply(table.linalg_ldl_factor_ex, (A,))
    code = int(made[2]._array.max(initial=0))
    if check_errors and code:
        raise RuntimeError(
            'false INTERNAL ASSERT FAILED at "/__w/pytorch/pytorch/aten/src/ATen/native/'
            'BatchLinearAlgebra.cpp":1642, please report a bug to PyTorch. torch.linalg.ldl_factor:'
            f" Unknown error code: {code}."
        )
    return named("linalg_ldl_factor_ex", made)


def ldl_factor(A, *, hermitian=False):
    """`(LD, pivots)` of a symmetric matrix, of which the lower triangle is read."""
    return named("linalg_ldl_factor", ldl_factor_ex(A, hermitian=hermitian, check_errors=True)[:2])


def ldl_solve(LD, pivots, B, *, hermitian=False):
    """The solution of `A X = B` from the factors of A."""
    check_real("ldl_solve", LD, hermitian)
    return apply(table.linalg_ldl_solve, (LD, pivots, B))
