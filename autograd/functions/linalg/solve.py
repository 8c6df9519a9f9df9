"""Solutions of systems of linear equations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.engine.broadcasting import common_broadcast_shape
from autograd.engine.vmap_factories import batch_sizes
from autograd.functions.linalg.matrices import (
    check_floating, check_matrix, check_square, run_with_info)
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.kernels.lapack import find_zero_pivots
from autograd.runtime.function_record import EXPECTED, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once
from autograd.tensor.dtype import dtype_of
from autograd.tensor.return_types import make_named_tuple

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


@with_out
@autocast_float32
@declare("linalg_solve", out=Out(called="_linalg_solve_ex", dtype_error=EXPECTED))
def solve(A: Tensor, B: Tensor, *, left: bool = True) -> Tensor:
    """Return the solution of `A X = B`, or of `X A = B` if not `left`."""
    return run_solve(A, B, left, {})


def run_solve(A: Tensor, B: Tensor, left: bool, params: dict[str, Any]) -> Tensor:
    """Check the operands of `solve` and run its op with further parameters."""
    check_floating("linalg.solve", A)
    if A._array.dtype != B._array.dtype:
        a, b = (dtype_of(x._array.dtype).legacy_name for x in (A, B))
        raise RuntimeError(
            "linalg.solve: Expected A and B to have the same dtype, but found A of type "
            f"{a} and B of type {b} instead"
        )
    check_square("linalg.solve", A)
    vectors = B._array.ndim == 1 or (
        A._array.ndim - 1 == B._array.ndim and B._array.shape == A._array.shape[:-1])
    size = (B._array.shape[-1], 1) if vectors else B._array.shape[-2:]
    if size[0 if left else 1] != A._array.shape[-1]:
        mapped = batch_sizes((A, B)) if B._array.ndim == 1 and A._array.ndim == 2 else ()
        size = (mapped[-1], size[0]) if mapped else size  # torch takes batched vectors for rows
        raise shape_mismatch_error("linalg.solve", A._array.shape[-2:], size, left)
    if not vectors:
        lead = common_broadcast_shape([B._array.shape[:-2], A._array.shape[:-2]])
        A, B = (x if x._array.shape[:-2] == lead else x.expand(*lead, *x._array.shape[-2:])
                for x in (A, B))
    elif B._array.ndim == 1 < A._array.ndim - 1:  # one vector for all systems
        B = B.expand(A._array.shape[:-1])
    return apply(ops.linalg_solve_ex, (A, B), {"left": left, **params})


def shape_mismatch_error(
        name: str, A: tuple[int, ...], B: tuple[int, ...], left: bool) -> RuntimeError:
    """Return torch's error for matrices of sizes that make no equation."""
    a, b = ("x".join(map(str, shape)) for shape in (A, B))
    return RuntimeError(
        f"{name}: Incompatible shapes of A and B for the equation {'AX' if left else 'XA'} = B "
        f"({a} and {b})")


@with_out
@declare("linalg_solve_triangular", out=Out(
    dtype_error="expected scalar type {want} but found {got}",
))
def solve_triangular(
        A: Tensor, B: Tensor, *, upper: bool, left: bool = True, unitriangular: bool = False
) -> Tensor:
    """Return the solution of `A X = B`, or `X A = B`, for a triangular `A`."""
    check_square("linalg.solve_triangular", A, floating=False)
    check_matrix("linalg.solve_triangular", B, "B")
    a, b = (x._array.shape[-2:] for x in (A, B))
    if a[0] != b[0 if left else 1]:
        raise shape_mismatch_error("linalg.solve_triangular", a, b, left)
    params = {"upper": upper, "left": left, "unitriangular": unitriangular}
    return run_solve_triangular(A, B, params)


def run_solve_triangular(A: Tensor, B: Tensor, params: dict[str, Any]) -> Tensor:
    """Solve a triangular system of matching sizes in the dtype of `A`."""
    common_broadcast_shape([B._array.shape[:-2], A._array.shape[:-2]])
    dtype = A._array.dtype
    check_triangular_dtype(dtype)
    return apply(ops.linalg_solve_triangular, (A, B), params, dtype)


def check_triangular_dtype(dtype: Any) -> None:
    """Raise NotImplementedError for dtypes that the triangular kernel does not take."""
    if dtype.kind not in "fc" or dtype.itemsize == 2:
        raise NotImplementedError(
            f"\"triangular_solve_cpu\" not implemented for '{dtype_of(dtype).legacy_name}'")


def check_linear_system(name: str, b: Tensor, A: Tensor) -> None:
    """Raise the RuntimeErrors of torch's older solvers unless `A x = b` is a system."""
    if b._array.dtype != A._array.dtype:
        raise RuntimeError(
            "Expected b and A to have the same dtype, but found b of type "
            f"{dtype_of(b._array.dtype).legacy_name} and A of type "
            f"{dtype_of(A._array.dtype).legacy_name} "
            "instead.")
    n, m = A._array.shape[-2:]
    if n != m:
        raise RuntimeError(
            f"A must be batches of square matrices, but they are {n} by {m} matrices")
    rows, columns = b._array.shape[-2:]
    if rows != n:
        raise RuntimeError(
            f"Incompatible matrix sizes for {name}: each A matrix is {n} by {n} but each b matrix "
            f"is {rows} by {columns}")
    common_broadcast_shape([b._array.shape[:-2], A._array.shape[:-2]])


@export()
@method()
@with_out
@autocast_float32
@declare(out=Out(dtype_errors=(EXPECTED,) * 3), fields=("solution", "cloned_coefficient"))
def triangular_solve(
        b: Tensor, A: Tensor, upper: bool = True, transpose: bool = False,
        unitriangular: bool = False) -> tuple[Any, ...]:
    """Return `(solution, cloned_coefficient)` of `A x = b` for a triangular `A`; deprecated."""
    warn_once(
        "torch.triangular_solve is deprecated in favor of torch.linalg.solve_triangularand will be "
        "removed in a future PyTorch release.\ntorch.linalg.solve_triangular has its arguments "
        "reversed and does not return a copy of one of the inputs.\nX = torch.triangular_solve(B, "
        "A).solution\nshould be replaced with\nX = torch.linalg.solve_triangular(A, B).",
        at="aten/src/ATen/native/BatchLinearAlgebra.cpp:2273")
    for name, x in (("b", b), ("A", A)):
        if x._array.ndim < 2:
            raise RuntimeError(
                f"torch.triangular_solve: Expected {name} to have at least 2 dimensions, but it "
                f"has {x._array.ndim} dimensions instead")
    check_linear_system("triangular_solve", b, A)
    check_triangular_dtype(A._array.dtype)
    return make_named_tuple("triangular_solve", apply(ops.triangular_solve, (b, A), {
        "upper": upper, "transpose": transpose, "unitriangular": unitriangular}))


@declare(
    "linalg_solve_ex",
    out=Out(called="_linalg_solve_ex", dtype_errors=(EXPECTED,) * 3),
    fields=("result", "info"),
)
def solve_ex(
        A: Tensor, B: Tensor, *, left: bool = True, check_errors: bool = False
) -> tuple[Tensor, ...]:
    """Return `(result, info)`, the solution of `A X = B`.

    `info` is the first zero pivot of a singular `A`, else 0.
    """
    return run_with_info("linalg_solve_ex", A, check_errors,
                     lambda params: run_solve(A, B, left, params), find_zero_pivots)
