"""LDL factorizations of symmetric matrices, with the solver that uses them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.linalg.matrices import check_square
from autograd.functions.linalg.solve import check_linear_system
from autograd.runtime.function_record import EXPECTED, Out, declare
from autograd.tensor.dtype import of
from autograd.tensor.return_types import named

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


@declare(
    "linalg_ldl_factor_ex",
    derived=False,
    out=Out(dtype_errors=(EXPECTED,) * 3),
    fields=("LD", "pivots", "info"),
)
def ldl_factor_ex(A: Tensor, *, hermitian: bool = False, check_errors: bool = False) -> Any:
    """Return `(LD, pivots, info)`: both factors in one matrix, pivots, the first zero pivot."""
    made = factor_ldl(A, hermitian)
    if check_errors:
        check_ldl_info("ldl_factor_ex", made[2])
    return named("linalg_ldl_factor_ex", made)


@declare(
    "linalg_ldl_factor",
    out=Out(called="linalg_ldl_factor_ex", dtype_errors=(EXPECTED,) * 3),
    fields=("LD", "pivots"),
)
def ldl_factor(A: Tensor, *, hermitian: bool = False) -> Any:
    """Return `(LD, pivots)` of a symmetric matrix, of which the lower triangle is read."""
    made = factor_ldl(A, hermitian)
    check_ldl_info("ldl_factor", made[2])
    return named("linalg_ldl_factor", made[:2])


def factor_ldl(A: Tensor, hermitian: bool) -> Any:
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
def ldl_solve(LD: Any, pivots: Any, B: Tensor, *, hermitian: bool = False) -> Any:
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
                           f"{of(pivots._array.dtype).legacy_name}")
    params = {"hermitian": bool(hermitian and LD.is_complex())}
    return apply(ops.linalg_ldl_solve, (LD, pivots, B), params)
