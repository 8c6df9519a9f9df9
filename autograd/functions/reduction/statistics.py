"""Statistics of all elements or over `dim`: `var`, `median`, `amax`, `cov` etc."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.conversions import observe_conversions
from autograd.engine.type_promotion import float_dtype_for
from autograd.functions.kernel_dtypes import check_barebones_dtype, check_kernel_dtype
from autograd.functions.pointwise.complex_numbers import complex
from autograd.functions.reduction.reductions import sum, wrap_dims
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime import masked_rules
from autograd.runtime.function_record import EXPECTED, NEVER, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import caution
from autograd.tensor.dimensions import OmittedInt, wrap_dim
from autograd.tensor.dtype import as_numpy_dtype, dtype_of, dtype_of_array
from autograd.tensor.return_types import make_named_tuple
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.ops.record import Op


def dims_or_all(dim: int | tuple[int, ...] | None, ndim: int) -> int | tuple[int, ...]:
    """Return `dim` wrapped, or all dimensions for None or an empty tuple."""
    if dim is None or isinstance(dim, tuple | list) and not dim:
        return tuple(range(ndim))
    return wrap_dims(dim, ndim)


def dims_to_save(dim: int | tuple[Any, ...], ndim: int) -> int | tuple[int, ...]:
    """Return `dims_or_all`, but dimension 0 for a 0-dim tensor, as torch saves it."""
    wrapped = dims_or_all(dim, ndim)
    return (0,) if isinstance(dim, int) and not ndim else wrapped


def variance_params(
        name: str, input: Tensor, dim: int | None, unbiased: bool | None, keepdim: bool,
        correction: int | None) -> dict:
    """Return the parameters of a variance, from `unbiased` or `correction`.

    Raise RuntimeError for integers; warn if there are no degrees of freedom.
    """
    if isinstance(dim, bool):  # x.var(False)
        dim, unbiased = None, dim
    for given in (unbiased, keepdim):
        if given is not None and not isinstance(given, bool):
            raise TypeError(f"{name}() takes no number for a truth value")
    if input._array.dtype.kind not in "fcV":
        named = name if name.endswith("_mean") else "std and var"
        raise RuntimeError(f"{named} only support floating point and complex dtypes")
    if correction is None:
        is_given = unbiased is not None or dim is not None
        correction = (1 if unbiased is None or unbiased else 0) if is_given else OmittedInt(1)
    axes = dims_or_all(dim, input._array.ndim)
    axes = axes if isinstance(axes, tuple) else (axes,)
    lengths = [input._array.shape[i] for i in axes if input._array.ndim]
    others = [n for i, n in enumerate(input._array.shape) if i not in axes]
    if (math.prod(lengths) if math.prod(others) else 0) - correction <= 0:
        caution(
            f"{name}(): degrees of freedom is <= 0. Correction should be strictly less than "
            "the reduction factor (input numel divided by output numel).",
            at="aten/src/ATen/native/ReduceOps.cpp:1861")
    return {"dim": None if dim is None else axes, "correction": correction, "keepdim": keepdim}


def make_variance(name: str, entry: Op) -> Callable[..., Any]:
    """Return `var`, `std`, `var_mean` or `std_mean`."""

    def function(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
        return apply(
            entry, (input,), variance_params(name, input, dim, unbiased, keepdim, correction))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Return the {name} of all elements or over `dim`, unbiased by default."
    return function


_declared = declare(out=Out(may_overlap=True), masked=masked_rules.REDUCTION)
var = export()(method()(with_out(_declared(make_variance("var", ops.var)))))
std = export()(method()(with_out(_declared(make_variance("std", ops.std)))))
var_mean = export()(make_variance("var_mean", ops.var_mean))
std_mean = export()(make_variance("std_mean", ops.std_mean))


@export()
@method()
@with_out
def logsumexp(input: Tensor, dim: int | tuple[int, ...], keepdim: bool = False) -> Tensor:
    """Return the logarithm of the sum of exponentials over `dim`."""
    params = {"dim": dims_or_all(dim, input._array.ndim), "keepdim": keepdim}
    return apply(ops.logsumexp, (input,), params, float_dtype_for(input))


def check_reducible(name: str, input: Tensor, dim: int | tuple[Any, ...]) -> None:
    """Raise torch's error for the largest or smallest of no elements."""
    array = input._array
    if array.size:
        return
    if dim == () or dim is None:
        raise RuntimeError(
            f"{name}: Expected reduction dim to be specified for input.numel() == 0. Specify the "
            "reduction dim with the 'dim' argument."
        )
    for each in (dim,) if isinstance(dim, int) else dim:
        if not array.shape[wrap_dim(each, array.ndim)]:
            raise IndexError(f"{name}: Expected reduction dim {each} to have non-zero size.")


MATCHING_DTYPE = (
    "Expected the dtype for input and out to match, but got {want} for input's dtype and {got} for "
    "out's dtype.")


@export()
@method()
@with_out
@declare(out=Out(dtype_error=MATCHING_DTYPE, may_overlap=True), masked=masked_rules.REDUCTION)
def amax(input: Tensor, dim: int | tuple[int, ...] = (), keepdim: bool = False) -> Tensor:
    """Return the largest element over `dim`; equal ones share the gradient."""
    check_reducible("amax()", input, dim)
    params = {"dim": dims_to_save(dim, input._array.ndim), "keepdim": keepdim}
    return apply(ops.amax, (input,), params)


@export()
@method()
@with_out
@declare(out=Out(dtype_error=MATCHING_DTYPE, may_overlap=True), masked=masked_rules.REDUCTION)
def amin(input: Tensor, dim: tuple[int, ...] = (), keepdim: bool = False) -> Tensor:
    """Return the smallest element over `dim`; equal ones share the gradient."""
    check_reducible("amin()", input, dim)
    params = {"dim": dims_to_save(dim, input._array.ndim), "keepdim": keepdim}
    return apply(ops.amin, (input,), params)


@export()
@method()
@with_out
@declare(out=Out(dtype_errors=(EXPECTED, EXPECTED)), fields=("min", "max"))
def aminmax(input: Tensor, *, dim: Any = None, keepdim: bool = False) -> tuple[Any, ...]:
    """Return the smallest and the largest element, of all or along `dim`."""
    axis = None if dim is None else wrap_dim(dim, input._array.ndim)
    if axis is not None and input._array.ndim and not input._array.shape[axis]:
        raise IndexError(f"aminmax: Expected reduction dim {axis} to have non-zero size.")
    if axis is None and not input._array.size:
        raise RuntimeError(
            "aminmax(): cannot compute aminmax over an empty dimension as the operation has no "
            "identity."
        )
    return make_named_tuple("aminmax",
                            apply(ops.aminmax, (input,), {"dim": axis, "keepdim": keepdim}))


def check_selectable(name: str, input: Tensor, dim: int) -> None:
    """Raise IndexError for a selection from no elements along `dim`."""
    dim = wrap_dim(dim, input._array.ndim)
    if input._array.ndim and not input._array.shape[dim]:
        raise IndexError(f"{name}(): Expected reduction dim {dim} to have non-zero size.")


MEDIAN_DTYPES = (
    "Expected tensor for 'values' to have the same type as tensor for argument #2 'self'; but type "
    "torch.{got}Tensor does not equal torch.{want}Tensor (while checking arguments for median)",
    "Expected tensor for argument #1 'indices' to have scalar type Long; but got torch.{got}Tensor "
    "instead (while checking arguments for median)")


def make_median(name: str, over_all: Op, over_dim: Any) -> Callable[..., Any]:
    """Return `median` or `nanmedian`."""

    @with_out
    def function(input, dim=None, keepdim=False):
        if dim is None:
            if not input._array.size and input._array.dtype == bool:
                return input.new_full((), True)  # NaN as a bool, without a kernel
            return apply(over_all, (input,))
        check_selectable("median", input, dim)
        params = {"dim": wrap_dim(dim, input._array.ndim), "keepdim": keepdim}
        return make_named_tuple(name, apply(over_dim, (input,), params))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Return the lower {name} of all elements, or along `dim` with its index."
    return declare(
        out=Out(dtype_errors=MEDIAN_DTYPES, last_first=True), fields=("values", "indices"),
    )(export()(method()(function)))


median = make_median("median", ops.median, ops.median_dim)
nanmedian = make_median("nanmedian", ops.nanmedian, ops.nanmedian_dim)


@export()
@method()
@with_out
@declare(
    out=Out(
        dtype_errors=(
            "expected scalar type '{want}' but got '{got}' for values output",
            "expected scalar type '{want}' but got '{got}' for indices output",
        ),
        reads=NEVER,
    ),
    fields=("values", "indices"),
)
def mode(input: Tensor, dim: int = -1, keepdim: bool = False) -> tuple[Any, ...]:
    """Return the most frequent value along `dim` and its last index."""
    check_selectable("mode", input, dim)
    params = {"dim": wrap_dim(dim, input._array.ndim), "keepdim": keepdim}
    return make_named_tuple("mode", apply(ops.mode, (input,), params))


@export()
@method()
@with_out
@declare(
    out=Out(
        dtype_errors=(
            "output values must be of same type as input",
            "output indices must be of scalar type Long",
        ),
        reads=NEVER,
    ),
    fields=("values", "indices"),
)
def kthvalue(input: Tensor, k: int, dim: int = -1, keepdim: bool = False) -> tuple[Any, ...]:
    """Return the `k`-th smallest value along `dim` and its index."""
    dim = wrap_dim(dim, input._array.ndim)
    check_selectable("kthvalue", input, dim)
    if not 1 <= k <= (input._array.shape[dim] if input._array.ndim else 1):
        raise RuntimeError("kthvalue(): selected number k out of range for dimension " f"{dim}")
    params = {"k": k, "dim": dim, "keepdim": keepdim}
    return make_named_tuple("kthvalue", apply(ops.kthvalue, (input,), params))


@export()
@method()
@with_out
def nansum(input: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Return the sum of all elements that are not NaN, or over `dim`."""
    if input._array.dtype.kind in "biu":
        return sum(input, dim, keepdim, dtype=dtype)
    params = {
        "dim": None if dim is None else dims_or_all(dim, input._array.ndim), "keepdim": keepdim}
    return apply(ops.nansum, (input,), params, as_numpy_dtype(dtype))


@export()
@method()
@with_out
def nanmean(
        input: Tensor, dim: int | None = None, keepdim: bool = False, *, dtype: Any = None
) -> Tensor:
    """Return the mean of all elements that are not NaN, or over `dim`."""
    if input._array.dtype.kind not in "fcV":
        raise RuntimeError(
            "nanmean(): expected input to have floating point or complex dtype but got "
            + dtype_of(input._array.dtype).legacy_name
        )
    if dtype is not None and as_numpy_dtype(dtype).kind in "biu":
        raise RuntimeError(
            "nanmean(): could not infer output dtype. Optional dtype must be either a floating "
            f"point or complex dtype. Got: {dtype.legacy_name}")
    present = sum(input.isnan().logical_not(), dim, keepdim)
    return nansum(input, dim, keepdim, dtype=dtype) / present


@export()
@method()
@observe_conversions
def count_nonzero(input: Tensor, *over: Any, dim: Any = None) -> Tensor:
    """Return the number of nonzero elements, of all or over `dim`, as int64."""
    dim = over if len(over) > 1 else over[0] if over else dim
    check_barebones_dtype("nonzero_count_cpu", input)
    axes = None if dim is None else wrap_dims(dim, input._array.ndim)
    return wrap(np.asarray(np.count_nonzero(input._array, axes), np.int64, order="C"))


@export()
@method()
@with_out
@declare(out=Out(dtype_error="Expected result to be of dtype uint64, but got {got}"))
def hash_tensor(
        input: Tensor, dim: int | tuple[int, ...] = (), *, keepdim: bool = False,
        mode: int | str = 0) -> Tensor:
    """Return the exclusive or of the bits of all elements, or over `dim`, as uint64."""
    check_reducible("hash_tensor", input, dim)
    if mode:
        raise RuntimeError(f"Unknown hash_tensor mode: {mode}")
    axes = dims_to_save(dim, input._array.ndim) if input._array.ndim else None
    check_kernel_dtype("xor_sum_cpu", input, "c")
    check_barebones_dtype("xor_sum_cpu", input)
    wide = np.float64 if input.is_floating_point() else np.int64
    bits = input._array.astype(wide).view(np.uint64)
    return wrap(np.asarray(np.bitwise_xor.reduce(bits, axes, keepdims=keepdim)))


@export()
@method()
def cov(
        input: Tensor, *, correction: int = 1, fweights: Any = None, aweights: Any = None
) -> Tensor:
    """Return the covariance matrix of variables in rows, observations in columns.

    `fweights` are integer frequencies, `aweights` floating point weights of the observations.
    """
    return covariance_matrix("cov", input, correction, fweights, aweights)


def check_cov_weights(name: str, weights: np.ndarray, count: int) -> None:
    """Raise torch's error about weights of `count` observations."""
    if weights.ndim > 1:
        raise RuntimeError(f"cov(): expected {name} to have one or fewer dimensions but got {name} "
                           f"with {weights.ndim} dimensions")
    kind, kinds = ("integral", "iu") if name == "fweights" else ("floating point", "fV")
    if weights.dtype.kind not in kinds:
        raise RuntimeError(f"cov(): expected {name} to have {kind} dtype but got {name} with "
                           f"{dtype_of_array(weights).legacy_name} dtype")
    if weights.size != count:
        raise RuntimeError(f"cov(): expected {name} to have the same numel as there are "
                           f"observations in the input but got {weights.size} != {count}")
    if count and weights.min() < 0:
        raise RuntimeError(f"cov(): {name} cannot be negative")


def covariance_matrix(
        name: str, input: Tensor, correction: int = 1, fweights: Any = None, aweights: Any = None
) -> Tensor:
    """Return `cov`; errors about the shape are those of `name`."""
    if input._array.ndim > 2:
        raise RuntimeError(
            f"{name}(): expected input to have two or fewer dimensions but got an input with "
            f"{input._array.ndim} dimensions"
        )
    if input._array.dtype.kind == "b":
        raise RuntimeError("cov(): bool dtype is not supported for input")
    input = input if input._array.dtype.kind in "fcV" else input.float()
    rows = input.reshape(1, -1) if input._array.ndim < 2 else input
    weights, n = None, rows._array.shape[1]
    for word, given in (("fweights", fweights), ("aweights", aweights)):
        if given is not None:
            check_cov_weights(word, given._array, n)
            weights = given if weights is None else weights * given
    if n - correction <= 0:
        caution(
            "cov(): degrees of freedom is <= 0. Correction should be strictly less than the number "
            "of observations.", at="aten/src/ATen/native/Correlation.cpp:129")
    if weights is None:
        mean = rows.sum(1) / wrap(np.asarray(n, rows._array.dtype))
        centered, factor = rows - mean.unsqueeze(1), n - correction
        result = centered @ centered.t().conj() / max(factor, 0)
    else:
        total = weights.sum()
        centered = rows - (rows * weights).sum(1, keepdim=True) / total
        factor = total - correction if aweights is None else (
            total - correction * (weights * aweights).sum() / total)
        result = (centered * weights) @ centered.t().conj() / factor
    return result.squeeze()


@export()
@method()
def corrcoef(input: Tensor) -> Tensor:
    """Return the matrix of correlation coefficients of variables in rows."""
    result = covariance_matrix("corrcoef", input)
    if not result._array.ndim:
        return result / result
    spread_of = result.diagonal().real.sqrt()
    scaled = result / spread_of.view(-1, 1) / spread_of.view(1, -1)
    if scaled.is_complex():
        return complex(scaled.real.clip(-1, 1), scaled.imag.clip(-1, 1))
    return scaled.clip(-1, 1)
