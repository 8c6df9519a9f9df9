"""Inverses, determinants, powers, ranks of matrices."""

from __future__ import annotations

import math
import numpy as np
from collections.abc import Callable
from typing import Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.engine.broadcasting import common_broadcast_shape
from autograd.engine.out_checks import resize_out
from autograd.engine.transform_levels import is_batched
from autograd.functions.linalg.matmul import matmul
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.kernels.lapack import LinAlgError, find_zero_pivots, singular_values
from autograd.kernels.lapack_single import eigvalsh
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import EXPECTED, Out, declare
from autograd.runtime.registry import export
from autograd.tensor.batched_tensor import NeedsFallback, vmap_constant
from autograd.tensor.dtype import dtype_of
from autograd.tensor.memory_format import contiguous_format
from autograd.tensor.return_types import make_named_tuple
from autograd.tensor.tensor import Tensor, wrap


def check_floating(name: str, A: Tensor, argument: str = "A") -> None:
    """Raise RuntimeError for a matrix of integers or bools."""
    if A._array.dtype.kind not in "fcV":
        raise RuntimeError(
            f"{name}: Expected a floating point or complex tensor as input. Got "
            f"{dtype_of(A._array.dtype).legacy_name}"
        )


def check_not_half(name: str, A: Tensor) -> None:
    """Raise RuntimeError for a matrix of 16-bit floats."""
    if A._array.dtype.itemsize == 2:
        raise RuntimeError(
            f"{name}: Low precision dtypes not supported. Got "
            f"{dtype_of(A._array.dtype).legacy_name}")


def check_matrix(name: str, A: Tensor, argument: str = "A") -> None:
    """Raise RuntimeError if a tensor has fewer than two dimensions."""
    if A._array.ndim < 2:
        raise RuntimeError(
            f"{name}: The input tensor {argument} must have at least 2 dimensions."
        )


def check_square(name: str, A: Tensor, floating: bool = True) -> None:
    """Raise RuntimeError unless the last two dimensions have the same size."""
    check_matrix(name, A)
    n, m = A._array.shape[-2:]
    if n != m:
        raise RuntimeError(
            f"{name}: A must be batches of square matrices, but they are {n} by {m} matrices"
        )
    if floating:
        check_floating(name, A)


# --- Inverses ----------------------------------------------------------------------------------


@with_out
@autocast_float32
@declare("linalg_inv", out=Out(called="linalg_inv_ex", dtype_error=EXPECTED))
def inv(A: Tensor) -> Tensor:
    """Return the inverse of square matrices."""
    check_square("linalg.inv", A)
    check_not_half("linalg.inv", A)
    return apply(ops.linalg_inv_ex, (A,))


@export()
@method("inverse")
@with_out
@autocast_float32
@declare(out=Out(called="linalg_inv_ex", dtype_error=EXPECTED))
def inverse(input: Tensor) -> Tensor:
    """Return the inverse, as `torch.linalg.inv`."""
    return inv(input)


@with_out
@declare("linalg_pinv", out=Out(castable="linalg.pinv"))
def pinv(
        A: Tensor, rcond: Any = None, hermitian: bool = False, *, atol: Any = None,
        rtol: float | None = None) -> Tensor:
    """Return the Moore-Penrose inverse.

    Singular values below `atol`, or below `rtol` (also `rcond`) times the largest, count as zero.
    """
    if A._array.ndim < 2 or A._array.dtype.char not in "fdFD":
        raise RuntimeError(
            f"linalg.pinv({dtype_of(A._array.dtype).legacy_name}{{{list(A._array.shape)}}}): "
            "expected a "
            "tensor with 2 or more dimensions of float, double, cfloat or cdouble types"
        )
    limits = {"atol": atol, "rtol": rtol if rcond is None else rcond}
    for name, limit in limits.items():
        if isinstance(limit, Tensor):
            if limit.is_complex():
                argument = name if rcond is None else "rcond"
                raise RuntimeError(
                    f"torch.linalg.pinv: {argument} tensor of complex type is not supported. Got "
                    f"{dtype_of(limit._array.dtype).legacy_name}")
            if limit.requires_grad and execution.grad_enabled:
                raise RuntimeError(
                    f"The function 'linalg_pinv' is not differentiable with respect to argument "
                    f"'{name}'. This input cannot have requires_grad True.")
            if is_batched(limit):
                raise NeedsFallback
            limits[name] = limit._array
    common_broadcast_shape([*map(np.shape, limits.values()), A._array.shape[:-2]])
    return apply(ops.linalg_pinv, (A,), {"hermitian": hermitian, **limits})


@export()
@method()
@autocast_float32
def pinverse(input: Tensor, rcond: float = 1e-15) -> Tensor:
    """Return the pseudoinverse; singular values below `rcond` times the largest are zero."""
    return pinv(input, rtol=rcond)


# --- Determinants, powers, norms ---------------------------------------------------------------


@export()
@method()
@with_out
@declare("linalg_det", out=Out(called="_linalg_det", dtype_error=EXPECTED))
def det(input: Tensor) -> Tensor:
    """Return the determinant of square matrices."""
    check_square("linalg.det", input)
    return apply(ops.linalg_det, (input,))


def slogdet_of(A: Tensor, name: str = "linalg.slogdet") -> tuple[Tensor, ...]:
    """Return the sign and the logarithm of the absolute value of the determinant."""
    check_square(name, A)
    check_not_half(name, A)
    return apply(ops.linalg_slogdet, (A,))


@export()
@method()
@with_out
@declare(
    out=Out(called="_linalg_slogdet", dtype_errors=(EXPECTED,) * 3),
    fields=("sign", "logabsdet"),
)
def slogdet(input: Tensor) -> tuple[Tensor, ...]:
    """Return `(sign, logabsdet)`, as `torch.linalg.slogdet`."""
    return make_named_tuple("slogdet", slogdet_of(input))


@export()
@method()
def logdet(input: Tensor) -> Tensor:
    """Return the logarithm of the determinant; NaN where that is negative."""
    sign, logarithm = slogdet_of(input, "logdet")
    if input._array.dtype.kind == "c":
        return sign.log() + logarithm
    return apply(ops.where, (wrap(sign._array == -1), math.nan, logarithm))


@export()
@method()
@with_out
@declare("linalg_matrix_power", out=Out(called="matmul", castable="matrix_power"))
@declare(out=Out(castable="matrix_power"))
def matrix_power(input: Tensor, n: int) -> Any:
    """Return the `n`-th power of a square matrix; a negative `n` inverts it first."""
    check_square("linalg.matrix_power", input, floating=False)
    if n < 0:
        return inv(input) if n == -1 else matrix_power(inv(input), -n)
    if n == 0:
        size = input._array.shape
        fresh = input.clone(memory_format=contiguous_format)
        return fresh.copy_(wrap(np.broadcast_to(np.eye(size[-1]), size).astype(
            input._array.dtype)))
    if n == 3:
        return matmul(matmul(input, input), input)
    result, square = None, input
    while n:
        if n & 1:
            result = square if result is None else matmul(result, square)
        n >>= 1
        square = matmul(square, square) if n else square
    return result.clone(memory_format=contiguous_format) if result is input else result


@export()
@method()
def matrix_exp(input: Tensor) -> Tensor:
    """Return the matrix exponential of square matrices."""
    check_square("linalg.matrix_exp", input)
    return apply(ops.linalg_matrix_exp, (input,))


@autocast_float32
@declare("linalg_matrix_rank", out=Out(castable="torch.linalg.matrix_rank"))
def matrix_rank(
        A: Tensor, tol: Any = None, hermitian: bool = False, *, atol: Any = None, rtol: Any = None
) -> Tensor:
    """Return the number of singular values above `atol` and above `rtol` times the largest.

    `tol` is an older form of `atol` without `rtol`. A tensor holds a limit for each matrix.
    """
    if A._array.ndim < 2:
        raise RuntimeError("torch.linalg.matrix_rank: The input tensor input must have at least 2 "
                           "dimensions.")
    if A._array.dtype.char not in "fdFD":
        raise RuntimeError("This function doesn't handle types other than float and double")
    atol, rtol = (atol, rtol) if tol is None else (tol, 0.0)
    limits = [as_limits(name, value) for name, value in (("atol", atol), ("rtol", rtol))]
    return compute_ranks(A, *limits, hermitian)


@vmap_constant
def compute_ranks(A: Tensor, atol: Any, rtol: Any, hermitian: bool) -> Tensor:
    """Return `matrix_rank`; the limits are numbers or arrays."""
    values = (np.abs(eigvalsh(A._array)) if hermitian
              else singular_values(A._array))
    if rtol is None:
        share = max(A._array.shape[-2:]) * np.finfo(A._array.dtype).eps
        rtol = share if atol is None else np.where(atol > 0, 0.0, share)
    largest = values.max(-1, keepdims=True, initial=0)
    common_broadcast_shape([*map(np.shape, (atol, rtol)), largest.shape])
    limit = np.maximum(0.0 if atol is None else atol, largest * rtol)
    ranks = np.asarray((values > limit).sum(-1), np.int64)
    resize_out(wrap(np.empty(values.shape[:-1], np.int64)), ranks.shape)  # for torch's warning
    return wrap(ranks)


def as_limits(name: str, limit: Any) -> np.ndarray | None:
    """Return a limit as an array with a last dimension of size 1; None stays None."""
    if isinstance(limit, Tensor):
        if limit.is_complex():
            raise RuntimeError(
                f"torch.linalg.matrix_rank: {name} tensor of complex type is not supported. Got "
                f"{dtype_of(limit._array.dtype).legacy_name}")
        limit = limit._array
    return None if limit is None else np.asarray(limit)[..., None]

# --- Inverses with an error code ---------------------------------------------------------------

WITHOUT_ERRORS = {"check_errors": False}


def run_with_info(
        name: str, A: Tensor, check_errors: bool, run: Callable[..., Any],
        failures: Callable[..., Any]) -> tuple[Any, ...]:
    """Return `run(params)` and `info`, an int32 error code for each matrix, 0 for success.

    With `check_errors` a failure raises LinAlgError. `failures` returns the codes of an array of
    matrices.
    """
    lead = A._array.shape[:-2]
    try:
        result, info = run({}), np.zeros(lead, np.int32)
    except LinAlgError as error:
        if check_errors:
            function = name.removeprefix("linalg_")
            message = str(error).replace(f"{function[:-3]}:", f"{function}:", 1)
            raise LinAlgError(message) from None
        result = run(WITHOUT_ERRORS)
        info = np.asarray(failures(A._array), np.int32).reshape(lead)
    return make_named_tuple(name, (result, wrap(info)))


@autocast_float32
@declare("linalg_inv_ex", out=Out(dtype_errors=(EXPECTED,) * 3), fields=("inverse", "info"))
def inv_ex(A: Tensor, *, check_errors: bool = False) -> tuple[Any, ...]:
    """Return `(inverse, info)`: `info` is the first zero pivot of a singular matrix, else 0."""
    check_square("linalg.inv", A)
    check_not_half("linalg.inv", A)
    return run_with_info("linalg_inv_ex", A, check_errors,
                         lambda params: apply(ops.linalg_inv_ex, (A,), params), find_zero_pivots)
