"""Records of reductions to statistics: variance, norms, logsumexp, amax."""

from __future__ import annotations

import math
from typing import Any, TYPE_CHECKING

import numpy as np

from autograd.engine.backward_plan import conjugate
from autograd.graph.saved_attributes import saved
from autograd.graph.unbroadcast import reject_complex
from autograd.kernels import libm, simd, sort_topk
from autograd.kernels.memory_formats import row_major
from autograd.kernels.reduction_order import cascade_sum, vector_norm
from autograd.kernels.refused_dtypes import COMPLEX, UNSIGNED, raises, unsupported
from autograd.ops.indexing import masked_fill
from autograd.ops.pointwise import (
    abs, exp, pow_scalar, raise_not_implemented, reciprocal, sgn, where,
)
from autograd.ops.record import d, op
from autograd.ops.reductions import (
    count_reduced, mean, mean_dim, restore_dims, sorted_dims, sum_dim,
)
from autograd.ops.shapes import expand, view
from autograd.ops.unary import isnan
from autograd.ops.vmap_rules import REDUCTION
from autograd.runtime import interpreters
from autograd.runtime.execution_state import execution
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

# --- Spread ------------------------------------------------------------------------------------

var = op("var", "VarBackward0",
    lambda self, *, dim, correction, keepdim: variance(self, dim, correction, keepdim),
    r"\mathrm{var}($self)",
    memory_format=row_major,
    self =d(lambda grad, self, dim, correction, keepdim:
            var_vjp(grad, self, dim, correction, keepdim),
            r"\tfrac{2}{N - $correction}\,$grad \odot ($self - \overline{$self})"),
    vmap=REDUCTION)

std = op("std", "StdBackward0",
    lambda self, *, dim, correction, keepdim: standard_deviation(self, dim, correction, keepdim),
    r"\mathrm{std}($self)",
    memory_format=row_major,
    self =d(lambda grad, self, result, dim, correction, keepdim:
            std_vjp(grad, result, self, dim, correction, keepdim),
            r"\frac{$grad}{(N - $correction)\,$result} \odot ($self - \overline{$self})"),
    vmap=REDUCTION)

var_mean = op("var_mean", "VarMeanBackward0",
    lambda self, *, dim, correction, keepdim:
        (variance(self, dim, correction, keepdim), mean_in_one_pass(self, dim, keepdim)),
    r"(\mathrm{var}($self), \overline{$self})", outputs=("spread", "mean"),
    memory_format=row_major,
    self=d(lambda grads, self, dim, correction, keepdim: add_present(
               None if grads[0] is None else var_vjp(grads[0], self, dim, correction, keepdim),
               None if grads[1] is None else mean_vjp(grads[1], self, dim, keepdim)),
           r"\tfrac{2}{N - $correction}\,${grads}_1 \odot ($self - \overline{$self})"
           r" + \tfrac{1}{N}\,${grads}_2"),
    saves={"spread": None},
    vmap=REDUCTION)
std_mean = op("std_mean", "StdMeanBackward0",
    lambda self, *, dim, correction, keepdim:
        (standard_deviation(self, dim, correction, keepdim), mean_in_one_pass(self, dim, keepdim)),
    r"(\mathrm{std}($self), \overline{$self})", outputs=("spread", "mean"),
    memory_format=row_major,
    self=d(lambda grads, self, spread, dim, correction, keepdim: add_present(
               None if grads[0] is None else std_vjp(
                   grads[0], spread, self, dim, correction, keepdim),
               None if grads[1] is None else mean_vjp(grads[1], self, dim, keepdim)),
           r"\frac{\partial $spread}{\partial $self}\,${grads}_1"
           r" + \tfrac{1}{N}\,${grads}_2"),
    saves={"spread": None, "result0": saved("spread")},
    vmap=REDUCTION)

# --- Norms -------------------------------------------------------------------------------------

linalg_vector_norm = op("linalg_vector_norm", "LinalgVectorNormBackward0",
    lambda self, *, ord, dim, keepdim: vector_norm(self, ord, dim, keepdim),
    r"\lVert $self \rVert_{$ord}",
    memory_format=row_major,
    self =d(lambda grad, self, result, self_shape, ord, dim, keepdim:
            None if ord == 0 and not execution.double_vjp else norm_vjp(
                       restore_dims(grad, self_shape, dim, keepdim), self,
                       restore_dims(result, self_shape, dim, keepdim), ord, dim),
            r"$grad \odot \frac{\partial}{\partial $self} \lVert $self \rVert_{$ord}"),
    vmap=REDUCTION)

norm_dim = op("norm_dim", "NormBackward1",
    lambda self, *, p, dim, keepdim: vector_norm(self, p, dim, keepdim),
    r"\lVert $self \rVert_{$p}",
    memory_format=row_major,
    self=d(lambda grad, self, result, self_shape, p, dim, keepdim: norm_vjp(
               restore_dims(grad, self_shape, dim, keepdim), self,
               restore_dims(result, self_shape, dim, keepdim), p, dim),
           r"$grad \odot \frac{\partial}{\partial $self} \lVert $self \rVert_{$p}"),
    saves_dim_as_list=True,
    vmap=REDUCTION)

dist = op("dist", "DistBackward0",
    lambda self, other, *, p: vector_norm(simd.subtract_scaled(self, other, 1), p, None, False),
    r"\lVert $self - $other \rVert_{$p}",
    self =d(lambda grad, self, other, result, p:
            reject_complex(norm_vjp(grad, self - other, result, p, None), self) if p else None,
            r"$grad \odot \frac{\partial}{\partial $self} \lVert $self - $other \rVert_{$p}"),
    other=d(lambda grad, self, other, result, p:
            reject_complex(-norm_vjp(grad, self - other, result, p, None), other) if p
            else raise_order_zero(),
            r"-$grad \odot \frac{\partial}{\partial $self} \lVert $self - $other \rVert_{$p}"))

renorm = op("renorm", "RenormBackward0",
    lambda self, *, p, dim, maxnorm: self * renorm_factor(self, p, dim, maxnorm),
    r"$self \odot \min(1, $maxnorm / \lVert $self \rVert_{$p})",
    memory_format=row_major,
    self =d(lambda grad, self, p, dim, maxnorm: renorm_vjp(grad, self, p, dim, maxnorm),
            r"\frac{\partial}{\partial $self}\left($self \odot \min(1, $maxnorm / "
            r"\lVert $self \rVert_{$p})\right) $grad",
            complex=lambda grad, self, p, dim, maxnorm: renorm_vjp(grad, self, p, dim, maxnorm)),
    vmap_warning="renorm",
    vmap_warning_in_place="renorm_")

# --- Smooth and plain extremes -----------------------------------------------------------------

logsumexp = op("logsumexp", "LogsumexpBackward0",
    lambda self, *, dim, keepdim: log_sum_exp(self, dim, keepdim),
    r"\ln \textstyle\sum_{$dim} e^{$self}",
    memory_format=row_major,
    self =d(lambda grad, self, result, self_shape, dim, keepdim:
            restore_dims(grad, self_shape, dim, keepdim)
            * exp(self - restore_dims(result, self_shape, dim, keepdim)),
            r"$grad \odot e^{$self - $result}",
            complex=lambda grad, self, result, self_shape, dim, keepdim:
            restore_dims(grad, self_shape, dim, keepdim)
            * conjugate(exp(self - restore_dims(result, self_shape, dim, keepdim)))),
    saves_dim_as_list=True,
    vmap=REDUCTION)

amax = op("amax", "AmaxBackward0",
    lambda self, *, dim, keepdim: sort_topk.reduce_extreme(np.max, self, dim, keepdim),
    r"\max_{$dim} $self",
    refuses=unsupported("max_values_cpu", UNSIGNED, COMPLEX, takes_empty=True),
    memory_format=row_major,
    self =d(lambda grad, self, result, dim, keepdim:
            share_evenly_along(grad, self, result, dim, keepdim),
            r"$grad \odot [$self = $result] / \mathrm{ties}"),
    saves_dim_as_list=True,
    real_only="amax",
    vmap=REDUCTION)

amin = op("amin", "AminBackward0",
    lambda self, *, dim, keepdim: sort_topk.reduce_extreme(np.min, self, dim, keepdim),
    r"\min_{$dim} $self",
    refuses=unsupported("min_values_cpu", UNSIGNED, COMPLEX, takes_empty=True),
    memory_format=row_major,
    self =d(lambda grad, self, result, dim, keepdim:
            share_evenly_along(grad, self, result, dim, keepdim),
            r"$grad \odot [$self = $result] / \mathrm{ties}"),
    saves_dim_as_list=True,
    real_only="amin",
    vmap=REDUCTION)

aminmax = op("aminmax", "AminmaxBackward0",
    lambda self, *, dim, keepdim:
        tuple(pick(self, dim, keepdims=keepdim) if dim is None
              else sort_topk.reduce_extreme(pick, self, dim, keepdim) for pick in (np.min, np.max)),
    r"(\min_{$dim} $self, \max_{$dim} $self)", outputs=("min", "max"),
    refuses=unsupported("aminmax_cpu", UNSIGNED, COMPLEX, takes_empty=True),
    memory_format=row_major,
    self =d(lambda grads, self, min, max, dim, keepdim: add_present(
                *(None if g is None else share_evenly_along(g, self, extreme, dim, keepdim)
                  for g, extreme in zip(grads, (min, max)))),
            r"$grads \odot [$self = $min],\ $grads \odot [$self = $max]"),
    vmap=REDUCTION)

# --- Sums that skip NaN ------------------------------------------------------------------------

nansum = op("nansum", "NansumBackward0",
    lambda self, *, dim, keepdim:
        cascade_sum(np.where(np.isnan(self), self.dtype.type(0), self), dim, keepdim),
    r"\textstyle\sum $self",
    refuses=raises(RuntimeError, "nansum on CPU does not support complex inputs", COMPLEX),
    memory_format=row_major,
    self =d(lambda grad, self, self_shape, dim, keepdim:
            expand(restore_dims(grad, self_shape, dim, keepdim),
                size=self_shape) * (isnan(self) == 0),
            r"$grad \odot [$self \ne \mathrm{NaN}]"),
    saves_dim_as_list=True,
    vmap=REDUCTION)


def variance(
        array: np.ndarray, dim: tuple[int, ...] | None, correction: int,
        keepdim: bool, dtype: type | None = None) -> np.ndarray:
    """Return the variance over `dim`, computed in double precision as in torch."""
    if array.dtype.kind == "c":
        parts = (variance(part, dim, correction, keepdim, np.float64)
                 for part in (array.real, array.imag))
        return np.add(*parts).astype(dtype or array.real.dtype)
    n = count_reduced(array.shape, dim)
    axes = tuple(sorted_dims(dim, array.ndim))
    wide = array.astype(np.float64)
    away = wide - np.mean(wide, axes, keepdims=True) if wide.size else wide
    with np.errstate(all="ignore"):
        squares = np.sum(away * away, axes, keepdims=keepdim)
        made = squares / np.float64(max(n - correction, 0) if n else 0)
    return np.asarray(made).astype(dtype or array.dtype)


def var_vjp(
        grad: ArrayOrTensor, value: ArrayOrTensor, dim: tuple[int, ...] | None,
        correction: int, keepdim: bool) -> ArrayOrTensor:
    """Return `grad` times the derivative of the variance."""
    n = count_reduced(value.shape, dim)
    if n <= correction and (dim is None or not value.shape):
        return grad * where(value == mean(value), np.float32(np.nan), np.float32(np.inf))
    scale = 2 / (n - correction) if n != correction else math.inf
    if dim is None or not value.shape:
        return grad * scale * (value - mean(value))
    away = value - mean_dim(value, dim=tuple(sorted_dims(dim, len(value.shape))), keepdim=True)
    if len(value.shape) > 1:
        grad = restore_dims(grad, value.shape, dim, keepdim)
    return grad * scale * away


def standard_deviation(
        array: np.ndarray, dim: tuple[int, ...] | None, correction: int,
        keepdim: bool) -> np.ndarray:
    """Return the standard deviation, rounded once."""
    return np.sqrt(variance(array, dim, correction, keepdim, np.float64)).astype(array.real.dtype)


def std_vjp(
        grad: ArrayOrTensor, result: ArrayOrTensor, value: ArrayOrTensor,
        dim: tuple[int, ...] | None, correction: int, keepdim: bool) -> ArrayOrTensor:
    """Return `grad` times the derivative of the standard deviation, 0 where that is 0."""
    twice = result * 2
    if execution.double_vjp:  # 0 times infinity is NaN
        twice = masked_fill(twice, result == 0, value=1)
    halved = masked_fill(grad / twice, result == 0, value=0)
    return var_vjp(halved, value, dim, correction, keepdim)


def mean_in_one_pass(array: np.ndarray, dim: tuple[int, ...] | None, keepdim: bool) -> np.ndarray:
    """Return the mean beside a variance, updated by each number as in torch: NaN after an infinity.
    """
    if array.dtype.kind == "c":
        made = np.asarray(mean_in_one_pass(array.real, dim, keepdim)).astype(array.dtype)
        made.imag = mean_in_one_pass(array.imag, dim, keepdim)
        return made
    axes = tuple(sorted_dims(dim, array.ndim))
    wide = array.astype(np.float64)
    with np.errstate(all="ignore"):
        made = np.sum(wide, axes, keepdims=keepdim) / np.float64(count_reduced(array.shape, dim))
    if wide.size and not np.isfinite(made).all():
        lost = np.asarray(np.isinf(wide))
        lost[tuple(-1 if i in axes else slice(None) for i in range(wide.ndim))] = False
        made = np.where(lost.any(axes, keepdims=keepdim), np.nan, made)
    return np.asarray(made).astype(array.dtype)


def mean_vjp(
        grad: ArrayOrTensor, value: ArrayOrTensor, dim: tuple[int, ...], keepdim: bool
) -> ArrayOrTensor:
    """Return the gradient of the mean: an equal share for each entry."""
    spread = expand(restore_dims(grad, value.shape, dim, keepdim), size=tuple(value.shape))
    return spread / count_reduced(value.shape, dim)


def raise_order_zero() -> None:
    """Raise torch's error: it negates the gradient that the norm of order 0 does not have."""
    raise RuntimeError("Expected a proper Tensor but got None (or an undefined Tensor in C++) for "
                       "argument #0 'self'")


def norm_vjp(
        grad: ArrayOrTensor, value: ArrayOrTensor, norm: ArrayOrTensor, ord: float,
        dim: int | tuple[int, ...] | None) -> ArrayOrTensor:
    """Return `grad` times the derivative of the norm, 0 where torch defines it so."""
    if ord == 0:
        return value * 0
    if ord == 1:
        return sgn(value) * grad
    if ord == 2:
        return grad * masked_fill(value / norm, norm == 0, value=0)
    size, ord = abs(value), float(ord) if isinstance(value, Tensor) else ord
    if ord in (math.inf, -math.inf):
        hits = (size == norm) | (size != size)  # a NaN is the norm
        axes = tuple(sorted_dims(dim, len(value.shape)))
        return sgn(value) * (hits * grad / sum_dim(hits * 1.0, dim=axes, keepdim=True))
    if ord < 1:
        powers = masked_fill(power_of_size(size, ord - 1), value == 0, value=0)
        return sgn(value) * powers * grad * pow_scalar(norm, exponent=1 - ord)
    along = sgn(value) * power_of_size(size, ord - 1) if ord < 2 else value * power_of_size(size,
        ord - 2)
    if execution.double_vjp:
        rate = reciprocal(pow_scalar(norm, exponent=ord - 1))
        return along * grad * masked_fill(rate, norm == 0, value=0)
    return along * masked_fill(grad / pow_scalar(norm, exponent=ord - 1), norm == 0, value=0)


def power_of_size(size: np.ndarray, exponent: float) -> np.ndarray:
    """Return a power of `size`; torch computes it in place."""
    followed = interpreters.stack or execution.double_vjp or execution.forward_mode
    if isinstance(size, Tensor) and not followed:
        return size.pow_(exponent)
    return pow_scalar(size, exponent=exponent)


def renorm_factor(array: np.ndarray, p: int, dim: int, maxnorm: float) -> np.ndarray:
    """Return the factor by which `renorm` shrinks each slice along `dim`."""
    others = tuple(i for i in range(array.ndim) if i != dim)
    norms = vector_norm(array, p, others, True)
    return np.where(norms > maxnorm, maxnorm / (norms + 1e-7), 1).astype(array.dtype)


def renorm_vjp(
        grad: ArrayOrTensor, value: ArrayOrTensor, p: int, dim: int, maxnorm: float
) -> ArrayOrTensor:
    """Return the gradient of `renorm`: scaled, less the share of the norm itself."""
    others = tuple(i for i in range(len(value.shape)) if i != dim)
    norm = linalg_vector_norm(value, ord=p, dim=others, keepdim=True)
    along = grad * conjugate(value)
    if getattr(along, "_array", along).dtype.kind == "c":
        along = (along + conjugate(along)) / 2  # a real number
    inner = sum_dim(along, dim=others, keepdim=True)
    slope = norm_vjp(inner, value, norm, p, others)
    rate = reciprocal(norm + 1e-7)
    return where(norm > maxnorm, rate * maxnorm * (grad - rate * slope), grad)


def log_sum_exp(
        array: np.ndarray, dim: int | tuple[int, ...], keepdim: bool) -> np.ndarray:
    """Return the logarithm of the sum of exponentials, shifted so that nothing overflows."""
    axes = tuple(sorted_dims(dim, array.ndim))
    lowest = -np.inf if array.dtype.kind in "fc" or not array.size else None
    top = np.max(array.real, axes, keepdims=True, initial=lowest)
    top = np.where(np.isinf(top), 0, top).astype(array.real.dtype)
    result = libm.log(np.asarray(cascade_sum(libm.exp(array - top), axes, True))) + top
    return result if keepdim else np.squeeze(result, axes)


def share_evenly_along(
        grad: ArrayOrTensor, value: ArrayOrTensor, extreme: ArrayOrTensor,
        dim: int | tuple[int, ...], keepdim: bool) -> ArrayOrTensor:
    """Divide `grad` in equal parts among the entries that equal the `extreme` along `dim`."""
    if not keepdim:
        size = size_with_keepdim(grad.shape, dim)
        grad, extreme = view(grad, size=size), view(extreme, size=size)
    mask = value == extreme
    hits = mask.astype(grad.dtype) if isinstance(mask, np.ndarray) else mask
    return grad / sum_dim(hits, dim=tuple(sorted_dims(dim, len(mask.shape))), keepdim=True) * mask


def size_with_keepdim(shape: Any, dim: int | tuple[int, ...]) -> tuple:
    """Return the `shape` of a reduction's input with the dimensions `dim` as 1."""
    dims = () if dim is None else (dim,) if isinstance(dim, int) else dim
    size = list(shape)
    for i in sorted(i % (len(shape) + len(dims)) for i in dims):
        size.insert(i, 1)
    return tuple(size)


def add_present(*parts: ArrayOrTensor | None) -> ArrayOrTensor:
    """Return the sum of the parts that are not None."""
    present = [part for part in parts if part is not None]
    return present[0] if len(present) == 1 else present[0] + present[1]

histogram = op("histogram", "NotImplemented",
    lambda self, *, counts, edges: (counts, edges), r"\mathrm{histogram}($self)",
    outputs=("hist", "bin_edges"),
    self=d(lambda grad: raise_not_implemented("aten::histogram"), r"\text{not implemented}"),
    underived=True,
    vmap_warning="histogram.bin_ct")
