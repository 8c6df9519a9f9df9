"""Quantiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.engine.autocast import autocast_float32
from autograd.engine.missing_rules import uses_fallback
from autograd.functions.reduction.sorting import sort
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime.function_record import Out, declare
from autograd.runtime.registry import export
from autograd.tensor.batched_tensor import NeedsFallback, unwrap_all, vmap_constant
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.tensor import Tensor, wrap

INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")


def make_quantile(name: str, ignoring: bool) -> Callable[..., Any]:
    """Return `quantile` or `nanquantile`: sort, gather and interpolate, in torch's order."""

    @with_out
    @autocast_float32
    def function(input, q, dim=None, keepdim=False, *, interpolation="linear"):
        if not isinstance(q, Tensor) and not 0 <= q <= 1:
            raise RuntimeError(f"quantile() q must be in the range [0, 1] but got {q:g}")
        if interpolation not in INTERPOLATIONS:
            raise RuntimeError("quantile() interpolation must be one of linear, lower, higher, "
                               f"midpoint or nearest, but got {interpolation}")
        check_quantile(input, q)
        if uses_fallback(input, q):
            raise NeedsFallback
        if not isinstance(q, Tensor):
            q = wrap(np.asarray(q, input._array.dtype))
        ordered = sort_for_quantile(input, dim, keepdim)
        if not ((unwrap_all(q)._array >= 0) & (unwrap_all(q)._array <= 1)).all():
            raise RuntimeError("quantile() q values must be in the range [0, 1]")
        ranks = quantile_ranks(ordered, q, ignoring, interpolation)._array
        below, kind = np.floor(ranks), input._array.dtype
        result = ordered.gather(-1, wrap(below.astype(np.int64)))
        if interpolation in ("linear", "midpoint"):
            half = ranks - below if interpolation == "linear" else below * 0 + kind.type(0.5)
            above = ordered.gather(-1, wrap(np.ceil(ranks).astype(np.int64)))
            moves = q.requires_grad and interpolation == "linear"
            result.lerp_(
                above, differentiable_weights(q, ordered, ignoring, half) if moves else wrap(half))
        if q._array.ndim:  # the quantiles come first
            result.unsqueeze_(0).transpose_(0, -1)
        return result.squeeze_(-1)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Return the {name} `q` of all elements, or along `dim`."
    declare(
        out=Out(dtype_error="quantile() out tensor must be same dtype as the input tensor"),
        vmap_warnings=(name, f"{name}.scalar"),
    )(function)
    return export()(method()(function))


def check_quantile(input: Tensor, q: Tensor | float) -> None:
    """Raise torch's error about dtypes and numbers of elements."""
    if not input._array.size:
        raise RuntimeError("quantile() input tensor must be non-empty")
    if isinstance(q, Tensor) and q._array.ndim > 1:
        raise RuntimeError("quantile() q must be a scalar or 1D tensor")
    if input._array.dtype not in (np.float32, np.float64):
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if isinstance(q, Tensor) and q._array.dtype != input._array.dtype:
        raise RuntimeError("quantile() q tensor must be same dtype as the input tensor")


def sort_for_quantile(input: Tensor, dim: int | None, keepdim: bool) -> Tensor:
    """Return `input` sorted along a last dimension; the others have the shape of one quantile."""
    ndim = input._array.ndim
    if dim is None:
        ordered, shape = sort(input.flatten())[0], [1] * ndim if keepdim else []
    else:
        axis = wrap_dim(dim, ndim)
        last = axis == ndim - 1
        ordered = sort(input if last else input.unsqueeze(-1).transpose(axis, -1))[0]
        shape = [n for i, n in enumerate(input._array.shape) if keepdim or i != axis]
        if keepdim and ndim:
            shape[axis] = 1
    return ordered.view(*shape, ordered._array.shape[-1])


@vmap_constant
def quantile_ranks(ordered: Tensor, q: Tensor, ignoring: bool, interpolation: str) -> Tensor:
    """Return the fractional indices of the quantiles in sorted rows.

    In a row with NaN it is the index of the NaN, which sorts last, unless `ignoring`.
    """
    ordered, q = ordered._array, np.atleast_1d(q._array)
    is_nan = np.isnan(ordered)
    if ignoring:
        ranks = np.maximum(q * (np.sum(~is_nan, -1, keepdims=True) - 1).astype(q.dtype), 0)
    else:
        last = ordered.shape[-1] - 1
        any_nan = is_nan.any(-1, keepdims=True)
        ranks = np.where(any_nan, last, np.broadcast_to(q * last, (*any_nan.shape[:-1], len(q))))
    rounding = {"lower": np.floor, "higher": np.ceil, "nearest": np.rint}.get(interpolation)
    return wrap((ranks if rounding is None else rounding(ranks)).astype(q.dtype))


def differentiable_weights(
        q: Tensor, ordered: Tensor, ignoring: bool, weights: np.ndarray) -> Tensor:
    """Return the interpolation weights as a differentiable function of `q`."""
    last = (count_numbers(ordered) if ignoring else ordered.shape[-1]) - 1
    constant = last < 0 if ignoring else has_nan(ordered)
    ranks = (q * last).expand(weights.shape).masked_fill(constant, 0)
    return ranks - (ranks.detach() - wrap(weights))


@vmap_constant
def count_numbers(ordered: Tensor) -> Tensor:
    """Return the number of elements of each row that are not NaN."""
    return wrap(np.sum(~np.isnan(ordered._array), -1, keepdims=True).astype(ordered._array.dtype))


@vmap_constant
def has_nan(ordered: Tensor) -> Tensor:
    """Return whether each row has a NaN."""
    return wrap(np.isnan(ordered._array).any(-1, keepdims=True))


quantile, nanquantile = make_quantile("quantile", False), make_quantile("nanquantile", True)
