"""Inverses, solutions and factors beside a number that tells of failure; the condition number."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.functions.linalg.decompositions import svdvals
from autograd.functions.linalg.matrices import check_square, check_not_half
from autograd.functions.linalg.matrix_norms import matrix_norm
from autograd.functions.linalg.solve import run_solve
from autograd.functions.tensor_api.binding import with_out
from autograd.kernels.lapack import LinAlgError, bad_minors, zero_pivots
from autograd.runtime.function_record import EXPECTED, Out, declare
from autograd.tensor.return_types import named
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

WITHOUT_ERRORS = {"check_errors": False}


def run_with_info(
        name: str, A: Tensor, check_errors: bool, run: Callable[..., Any],
        failures: Callable[..., Any]) -> tuple[Any, ...]:
    """Return `run(params)` and `info`: 0 for a matrix, or its number from `failures` if it fails.

    With `check_errors` a failure raises LinAlgError. `failures` maps the array of all matrices to
    the numbers.
    """
    lead = A._array.shape[:-2]
    try:
        made, info = run({}), np.zeros(lead, np.int32)
    except LinAlgError as error:
        if check_errors:
            place = name.removeprefix("linalg_")
            said = str(error).replace(f"{place[:-3]}:", f"{place}:", 1)
            raise LinAlgError(said) from None
        made = run(WITHOUT_ERRORS)
        info = np.asarray(failures(A._array), np.int32).reshape(lead)
    return named(name, (made, wrap(info)))


@autocast_float32
@declare("linalg_inv_ex", out=Out(dtype_errors=(EXPECTED,) * 3), fields=("inverse", "info"))
def inv_ex(A: Tensor, *, check_errors: bool = False) -> tuple[Any, ...]:
    """Return `(inverse, info)`: `info` is the first zero pivot of a singular matrix, else 0."""
    check_square("linalg.inv", A)
    check_not_half("linalg.inv", A)
    return run_with_info("linalg_inv_ex", A, check_errors,
                     lambda params: apply(ops.linalg_inv_ex, (A,), params), zero_pivots)


@declare(
    "linalg_solve_ex",
    out=Out(called="_linalg_solve_ex", dtype_errors=(EXPECTED,) * 3),
    fields=("result", "info"),
)
def solve_ex(A: Tensor, B: Tensor, *, left: bool = True, check_errors: bool = False) -> Any:
    """Return `(result, info)`, the solution of `A X = B`.

    `info` is the first zero pivot of a singular `A`, else 0.
    """
    return run_with_info("linalg_solve_ex", A, check_errors,
                     lambda params: run_solve(A, B, left, params), zero_pivots)


@autocast_float32
@declare("linalg_cholesky_ex", out=Out(dtype_errors=(EXPECTED,) * 3), fields=("L", "info"))
def cholesky_ex(A: Tensor, *, upper: bool = False, check_errors: bool = False) -> tuple[Any, ...]:
    """Return `(L, info)`: `info` is the leading minor that is not positive, 0 if all are."""
    check_square("linalg.cholesky", A)
    return run_with_info(
        "linalg_cholesky_ex", A, check_errors,
        lambda params: apply(ops.linalg_cholesky_ex, (A,), {"upper": upper, **params}),
        bad_minors)


NORMS = (None, 2, -2, 1, -1, math.inf, -math.inf, "fro", "nuc")


@with_out
@autocast_float32
@declare("linalg_cond", out=Out(copied=True, castable="linalg.cond"))
def cond(A: Tensor, p: Any = None) -> Tensor:
    """Return the condition number in the norm `p`, None for 2; inf for a singular matrix.

    Follows `torch.linalg.cond`, which writes into the inverse: only the orders 2, -2 and "nuc"
    have a gradient.
    """
    if A._array.ndim < 2 and not isinstance(p, str):
        raise RuntimeError("linalg.cond: The input tensor must have at least 2 dimensions.")
    if isinstance(p, complex):
        raise RuntimeError("value cannot be converted to type double without overflow")
    empty = not A._array.size
    if isinstance(p, str) or p in NORMS[3:7] and not empty:
        check_square(f"linalg.cond(ord={p})", A, floating=False)
    if p not in NORMS:
        raise RuntimeError(f"linalg.cond got an invalid norm type: {p}")
    if empty:
        return A.new_zeros(A._array.shape[:-2]).real.zero_()
    if p not in (None, 2, -2, "nuc"):
        return cond_by_inverse(A, p)
    values = svdvals(A)
    if p == "nuc":
        return values.sum(-1) * values.reciprocal().sum(-1)
    first, last = values.narrow(-1, 0, 1), values.narrow(-1, -1, 1)
    return (last / first if p == -2 else first / last).squeeze(-1)


def cond_by_inverse(A: Tensor, p: Any) -> Any:
    """Return the norm of `A` times the norm of its inverse; inf for a singular matrix."""
    inverse, info = inv_ex(A)
    inverse.masked_fill_((info > 0).unsqueeze(-1).unsqueeze(-1), math.inf)
    made = matrix_norm(A, p) * matrix_norm(inverse, p)
    return made.nan_to_num_(math.inf, math.inf, math.inf)
