"""Reductions and normalizations that leave out what a mask says does not count.

`mask` has truth values, true where an entry counts, and is broadcast to the input. An output none
of whose entries count holds the identity of the reduction, NaN where there is none. Follows
torch/masked/_ops.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch
from autograd.tensor.masked import dressed, is_masked, numbers_of
from autograd.tensor.tensor import wrap
from torch.autograd import Function

if TYPE_CHECKING:
    from autograd.graph.node import Node
    from autograd.tensor.dtype import dtype
    from autograd.tensor.tensor import Tensor
    from numpy import generic

SMALL = (torch.uint8, torch.bool, torch.int8, torch.int16, torch.int32)


def canonical(dim: Any, ndim: int) -> tuple[int, ...]:
    """The dimensions that are meant, in order; all for None and ()."""
    if dim is None or dim == ():
        return tuple(range(ndim))
    ndim, dims = max(ndim, 1), []
    for each in (dim,) if isinstance(dim, int) else dim:
        if each in dims:
            raise RuntimeError(f"dim={each} appears multiple times in the list of dims")
        if not -ndim <= each < ndim:
            raise IndexError(
                f"Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], but "
                f"got {each})")
        dims.append(each % ndim)
    return tuple(sorted(dims))


def identity(op: str, dtype: dtype, order: Any = None) -> float:
    """What adds nothing to a reduction of numbers of `dtype`."""
    if op in ("sum", "cumsum", "prod", "cumprod"):
        return int("prod" in op)
    if op == "norm":
        return torch.inf if order == -torch.inf else 0
    if op == "median":
        return torch.nan
    if dtype.is_floating_point or dtype.is_complex and op in ("logsumexp", "logaddexp"):
        return torch.inf if op in ("amin", "argmin") else -torch.inf
    limits = torch.iinfo(dtype)
    return limits.max if op in ("amin", "argmin") else limits.min


def mask_for(input: Tensor, mask: Tensor) -> Tensor:
    """A mask in the shape of the input."""
    if mask.ndim > input.ndim:
        raise IndexError("_input_mask expected broadcastable mask (got mask dimensionality higher "
                         "than of the input)")
    if mask.shape != input.shape:
        mask = torch.broadcast_to(mask.clone(), input.shape)
    return mask.to(dtype=torch.bool)


def combined(op: str, input: Any, mask: Any, order: Any = None) -> Tensor:
    """The input, with the identity of `op` where it does not count."""
    if is_masked(input._array):
        return Combine.apply(input.get_data(), input.get_mask(), op, order)
    return input if mask is None else filled(op, input, mask, order)


def filled(op: str, input: Tensor, mask: Tensor, order: Any) -> Tensor:
    """An input that is not masked, with the identity of `op` where `mask` is not true."""
    value = torch.tensor(identity(op, input.dtype, order), dtype=input.dtype)
    return torch.where(mask_for(input, mask), input, value)


class Combine(Function):
    """The numbers of a masked tensor, filled where they do not count; their gradient is masked."""

    @staticmethod
    def forward(ctx: Node, data: Tensor, mask: Tensor, op: str, order: Any) -> Any:
        ctx.mask = mask._array
        ctx.mark_non_differentiable(mask)
        return filled(op, data, mask, order)

    @staticmethod
    def backward(ctx: Node, grad_output: Any) -> Any:
        return dressed(wrap(numbers_of(grad_output._array)), ctx.mask), None, None, None


# --- Reductions --------------------------------------------------------------------------------


def sum(
        input: Tensor, dim: Any = None, *, keepdim: bool = False, dtype: type | None = None,
        mask: Tensor | None = None) -> Tensor:
    """The sum of what counts over `dim`, an int, a tuple or None for all; 0 where nothing does."""
    if dtype is None:
        dtype = torch.int64 if input.dtype in SMALL else input.dtype
    dims = canonical(dim, input.ndim)
    return torch.sum(combined("sum", input, mask), dims, bool(keepdim), dtype=dtype)


def prod(
        input: Tensor, dim: int | None = None, *, keepdim: bool = False, dtype: type | None = None,
        mask: Tensor | None = None) -> Tensor:
    """The product of what counts over `dim`; 1 where nothing does."""
    if dtype is None:
        dtype = torch.int64 if input.dtype in SMALL else input.dtype
    dims = canonical(dim, input.ndim)
    result = combined("prod", input, mask).to(dtype=dtype)
    for each in reversed(dims):
        result = result.prod(dim=each, keepdim=bool(keepdim))
    return result


def cumsum(input: Tensor, dim: int, *, dtype: Any = None, mask: Tensor | None = None) -> Any:
    """The running sum of what counts along `dim`."""
    (dim,), dtype = canonical(dim, input.ndim)[:1], dtype or input.dtype
    return torch.cumsum(combined("sum", input, mask), dim, dtype=dtype)


def cumprod(input: Tensor, dim: int, *, dtype: Any = None, mask: Tensor | None = None) -> Any:
    """The running product of what counts along `dim`."""
    (dim,), dtype = canonical(dim, input.ndim)[:1], dtype or input.dtype
    return torch.cumprod(combined("prod", input, mask), dim, dtype=dtype)


def amax(
        input: Tensor, dim: int | tuple[Any, ...] | None = None, *, keepdim: bool = False,
        dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """The largest of what counts over `dim`."""
    return extreme(torch.amax, input, dim, keepdim, dtype, mask)


def amin(
        input: Tensor, dim: tuple[Any, ...] | None = None, *, keepdim: bool = False,
        dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """The smallest of what counts over `dim`."""
    return extreme(torch.amin, input, dim, keepdim, dtype, mask)


def extreme(
        function: Callable[..., Any], input: Tensor, dim: Any, keepdim: bool, dtype: Any,
        mask: Any) -> Any:
    """`amax` or `amin` of what counts."""
    dims, dtype = canonical(dim, input.ndim), dtype or input.dtype
    return function(combined(function.__name__, input, mask), dims, bool(keepdim)).to(dtype=dtype)


def argmax(
        input: Tensor, dim: int | None = None, *, keepdim: bool = False, dtype: Any = None,
        mask: Tensor | None = None) -> Tensor:
    """The place of the largest of what counts along `dim`, an int, or among all for None."""
    return place(torch.argmax, input, dim, keepdim, dtype, mask)


def argmin(
        input: Tensor, dim: int | None = None, *, keepdim: bool = False, dtype: Any = None,
        mask: Tensor | None = None) -> Tensor:
    """The place of the smallest of what counts along `dim`, an int, or among all for None."""
    return place(torch.argmin, input, dim, keepdim, dtype, mask)


def place(
        function: Callable[..., Any], input: Tensor, dim: Any, keepdim: bool, dtype: Any,
        mask: Any) -> Any:
    """`argmax` or `argmin` of what counts, in the dtype of the input unless told otherwise."""
    found = function(combined(function.__name__, input, mask), dim, bool(keepdim))
    return found.to(dtype=dtype or input.dtype)


def mean(
        input: Tensor, dim: Any = None, *, keepdim: bool = False, dtype: Any = None,
        mask: Tensor | None = None) -> Tensor:
    """The mean of what counts over `dim`; NaN where nothing does. ValueError for integers."""
    source = "Input" if dtype is None else "Optional"
    dtype = dtype or input.dtype
    if not (dtype.is_floating_point or dtype.is_complex):
        raise ValueError(
            f"mean(): Could not infer output dtype. {source} dtype must be either a floating point "
            f"or complex dtype. Got: {dtype}")
    count, mask = counted(input, dim, keepdim, mask)
    return sum(input, dim, keepdim=keepdim, dtype=dtype, mask=mask) / count


def counted(input: Tensor, dim: Any, keepdim: bool, mask: Any) -> Any:
    """How many entries count along `dim`, and the mask in the shape of the input, if there is."""
    if mask is None:
        ones = torch.ones(input.shape, dtype=torch.int64)
        return sum(ones, dim, keepdim=keepdim), None
    mask = mask_for(input, mask)
    return mask.sum(dim=dim, keepdim=bool(keepdim)), mask


def median(
        input: Tensor, dim: int = -1, *, keepdim: bool = False, dtype: Any = None,
        mask: Tensor | None = None) -> Any:
    """The lower median of what counts along `dim`; NaN, or ValueError for integers, for none."""
    dtype, real = dtype or input.dtype, input.dtype.is_floating_point
    dim = canonical(dim, input.ndim)[0]
    given = input if real else input.to(dtype=torch.float)
    found = torch.nanmedian(combined("median", given, mask), dim, keepdim).values
    if real:
        return found
    if torch.isnan(found).any():
        raise ValueError(
            "masked median expects no fully masked out rows if dtype is not floating point")
    return found.to(dtype=dtype)


def logsumexp(
        input: Tensor, dim: int | None = None, *, keepdim: bool = False, dtype: Any = None,
        mask: Tensor | None = None) -> Tensor:
    """The logarithm of the sum of exponentials of what counts over `dim`."""
    dims, dtype = canonical(dim, input.ndim), dtype or input.dtype
    return torch.logsumexp(combined("logsumexp", input, mask), dims, keepdim=keepdim).to(
        dtype=dtype)


def logaddexp(
        input: Tensor, other: int, *, dtype: Any = None, input_mask: Any = None,
        other_mask: Any = None) -> Any:
    """The logarithm of the sum of two exponentials, each left out where it does not count."""
    pair = combined("logaddexp", input, input_mask), combined("logaddexp", other, other_mask)
    return torch.logaddexp(*pair).to(dtype=dtype or input.dtype)


def norm(
        input: Tensor, ord: float = 2.0, dim: generic | int | None = None, *, keepdim: bool = False,
        dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """The vector norm of order `ord` of what counts over `dim`."""
    given, dims = combined("norm", input, mask, ord), canonical(dim, input.ndim)
    return torch.linalg.vector_norm(given, ord, dims, bool(keepdim), dtype=dtype or input.dtype)


def var(
        input: Tensor, dim: int | None = None, unbiased: Any = None, *, correction: Any = None,
        keepdim: bool = False, dtype: Any = None, mask: Tensor | None = None) -> Any:
    """The variance of what counts over `dim`; NaN where nothing does."""
    if unbiased is not None and correction is not None:
        raise AssertionError("Only one of unbiased and correction may be given")
    correction = float(unbiased is not False) if correction is None else float(correction)
    floating = input.dtype.is_floating_point or input.dtype.is_complex
    dtype = dtype or (input.dtype if floating else torch.float32)
    inner = dtype if dtype.is_floating_point or dtype.is_complex else torch.float32
    count, mask = counted(input, dim, True, mask)
    centre = torch.divide(sum(input, dim, keepdim=True, dtype=dtype, mask=mask), count)
    away = torch.subtract(input, centre)
    total = sum(away * away.conj(), dim, keepdim=keepdim, dtype=inner, mask=mask)
    count = count if keepdim else count.reshape(total.shape)
    if correction:
        count = torch.subtract(count.to(inner.to_real()), correction)
        count = torch.maximum(count, count.new_zeros([]))
    return torch.divide(total, count).to(dtype=dtype)


def std(
        input: Tensor, dim: int | None = None, unbiased: Any = None, *, correction: Any = None,
        keepdim: bool = False, dtype: Any = None, mask: Tensor | None = None) -> Any:
    """The standard deviation of what counts over `dim`; NaN where nothing does."""
    return torch.sqrt(var(input, dim, unbiased, correction=correction, keepdim=keepdim,
                          dtype=dtype, mask=mask))


# --- Normalizations ----------------------------------------------------------------------------


def softmax(input: Tensor, dim: int, *, dtype: Any = None, mask: Tensor | None = None) -> Any:
    """`softmax` along `dim` over what counts; 0 for what does not, NaN where nothing does."""
    return normalized(torch.nn.functional.softmax, "amax", input, dim, dtype, mask)


def log_softmax(input: Tensor, dim: int, *, dtype: Any = None, mask: Tensor | None = None) -> Any:
    """`log_softmax` along `dim` over what counts."""
    return normalized(torch.nn.functional.log_softmax, "amax", input, dim, dtype, mask)


def softmin(input: Tensor, dim: int, *, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """`softmin` along `dim` over what counts."""
    return normalized(torch.nn.functional.softmin, "amin", input, dim, dtype, mask)


def normalized(
        function: Callable[..., Any], op: str, input: Tensor, dim: int, dtype: type | None,
        mask: Any) -> Tensor:
    """A normalization of the input with what does not count out of its way."""
    dim, dtype = canonical(dim, input.ndim)[0], dtype or input.dtype
    return function(combined(op, input, mask), dim, dtype=dtype)


def normalize(
        input: Tensor, ord: Any, dim: int, *, eps: float = 1e-12, dtype: Any = None,
        mask: Tensor | None = None) -> Any:
    """What counts along `dim`, divided by its norm of order `ord` or by `eps`, the larger."""
    given = combined("sum", input, mask)
    size = norm(input, ord, dim, keepdim=True, dtype=dtype or input.dtype, mask=mask)
    return torch.divide(given, torch.maximum(size, size.new_full([], eps)))
