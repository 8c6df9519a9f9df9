"""Quantiles and covariances, as torch names them."""

from __future__ import annotations

import math

import numpy as np

from autograd.functions.method import method, with_out
from autograd.promotion import wrap_dim
from autograd.tensor import Tensor, wrap


def interpolated(name, ignoring):
    """`quantile` or `nanquantile`: made of sorting, picking and interpolating."""

    @with_out
    def function(input, q, dim=None, keepdim=False, *, interpolation="linear"):
        from autograd.functions.scans import sort

        check_quantile(name, input, q)
        if not isinstance(q, Tensor):
            if not 0 <= q <= 1:
                raise RuntimeError(f"{name}() q must be in the range [0, 1] but got {q:g}")
            q = wrap(np.asarray(q, input._array.dtype))
        if not ((q._array >= 0) & (q._array <= 1)).all():
            raise RuntimeError(f"{name}() q values must be in the range [0, 1]")
        axis = 0 if dim is None else wrap_dim(dim, input._array.ndim)
        rows = (input.reshape(-1) if dim is None else input).transpose(axis, -1)
        ordered = sort(rows, -1)[0]
        n = rows._array.shape[-1]
        last = ~np.isnan(rows._array)
        top = (last.sum(-1, keepdims=True) - 1) if ignoring else np.full((1,) * rows.ndim, n - 1)
        hole = ~last.all(-1, keepdims=True) & (not ignoring) | (top < 0)
        picked = [
            between(ordered, np.maximum(top, 0) * float(each), hole, interpolation)
            for each in np.ravel(q._array)
        ]
        results = [
            (x.transpose(axis, -1) if keepdim else x.transpose(axis, -1).squeeze(axis))
            for x in picked
        ]
        if dim is None and keepdim:
            results = [x.reshape([1] * input._array.ndim) for x in results]
        from autograd.functions.shapes import stack

        return results[0] if not q._array.ndim else stack(results)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"The {name} `q` of all entries, or along `dim`."
    return method(name)(function)


def check_quantile(name, input, q) -> None:
    """torch's errors about the dtypes and the number of entries."""
    if not input._array.size:
        raise RuntimeError(f"{name}() input tensor must be non-empty")
    if input._array.dtype not in (np.float32, np.float64):
        raise RuntimeError(f"{name}() input tensor must be either float or double dtype")
    if isinstance(q, Tensor) and q._array.dtype != input._array.dtype:
        raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor")


def between(ordered, rank, hole, interpolation):
    """The value at a fractional rank of sorted entries; NaN where `hole` says so."""
    below, above = np.floor(rank), np.ceil(rank)
    rank = {"lower": below, "higher": above, "nearest": np.rint(rank),
            "midpoint": (below + above) / 2}.get(interpolation, rank)
    shape = (*ordered._array.shape[:-1], 1)
    low = np.broadcast_to(np.floor(rank), shape).astype(np.int64)
    weight = (rank - np.floor(rank)).astype(ordered._array.dtype)
    start = ordered.gather(-1, wrap(low))
    end = ordered.gather(-1, wrap(np.broadcast_to(np.ceil(rank), shape).astype(np.int64)))
    made = start.lerp(end, wrap(np.broadcast_to(weight, shape).copy()))
    return made.masked_fill(wrap(np.broadcast_to(hole, shape)), math.nan) if hole.any() else made


quantile, nanquantile = interpolated("quantile", False), interpolated("nanquantile", True)


@method()
def cov(input, *, correction=1, fweights=None, aweights=None):
    """The covariance matrix of variables in rows, observations in columns."""
    if input._array.dtype.kind == "b":
        raise RuntimeError("cov(): bool dtype is not supported for input")
    input = input if input._array.dtype.kind in "fcV" else input.float()
    rows = input.reshape(1, -1) if input._array.ndim < 2 else input
    weights = None
    for given in (fweights, aweights):
        if given is not None:
            weights = given if weights is None else weights * given
    n = rows._array.shape[1]
    if weights is None:
        away, factor = rows - rows.mean(1, keepdim=True), n - correction
        made = away @ away.t().conj() / max(factor, 0)
    else:
        whole = weights.sum()
        away = rows - (rows * weights).sum(1, keepdim=True) / whole
        factor = whole - correction if aweights is None else (
            whole - correction * (weights * aweights).sum() / whole)
        made = (away * weights) @ away.t().conj() / factor
    return made.squeeze()


@method()
def corrcoef(input):
    """The correlation coefficients of variables in rows."""
    made = cov(input)
    if not made._array.ndim:
        return made / made
    spread_of = made.diagonal().sqrt()
    scaled = made / spread_of.unsqueeze(1) / spread_of.unsqueeze(0)
    return scaled if scaled.is_complex() else scaled.clip(-1, 1)


__all__ = [
    "quantile",
    "nanquantile",
    "cov",
    "corrcoef",
]
