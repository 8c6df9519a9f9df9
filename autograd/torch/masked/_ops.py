"""Operations on tensors that ignore masked-out elements.

`mask` is a bool tensor, true at specified elements, which broadcasts to the input. An output
without any specified element has the identity of the reduction, or NaN if there is none. Follows
torch/masked/_ops.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch
from autograd.tensor.masked import put_mask, is_masked, plain_values
from autograd.tensor.tensor import wrap
from torch.autograd import Function

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype
    from autograd.tensor.tensor import Tensor
    from numpy import generic

SMALL_INTEGERS = (torch.uint8, torch.bool, torch.int8, torch.int16, torch.int32)


def canonical_dims(dim: Any, ndim: int) -> tuple[int, ...]:
    """Return the dimensions as sorted nonnegative ints; all for None and ().

    RuntimeError for repeated ones, IndexError for those out of range.
    """
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


def reduction_identity(op: str, dtype: dtype, order: Any = None) -> float:
    """Return the identity of the reduction `op` for `dtype`."""
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


def broadcast_mask(input: Tensor, mask: Tensor) -> Tensor:
    """Return the mask broadcast to the shape of the input; IndexError if it has more dimensions."""
    if mask.ndim > input.ndim:
        raise IndexError("_input_mask expected broadcastable mask (got mask dimensionality higher "
                         "than of the input)")
    if mask.shape != input.shape:
        mask = torch.broadcast_to(mask.clone(), input.shape)
    return mask.to(dtype=torch.bool)


def fill_masked(op: str, input: Any, mask: Any, order: Any = None) -> Tensor:
    """Return the input with masked-out elements replaced by the identity of `op`."""
    if is_masked(input._array):
        return Combine.apply(input.get_data(), input.get_mask(), op, order)
    return input if mask is None else fill_dense(op, input, mask, order)


def fill_dense(op: str, input: Tensor, mask: Tensor, order: Any) -> Tensor:
    """Return a dense input with the identity of `op` where `mask` is false."""
    value = torch.tensor(reduction_identity(op, input.dtype, order), dtype=input.dtype)
    return torch.where(broadcast_mask(input, mask), input, value)


class Combine(Function):
    """Fills the masked-out elements of a masked tensor; its gradient is masked."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, mask: Tensor, op: str, order: Any) -> Any:
        ctx.mask = mask._array
        ctx.mark_non_differentiable(mask)
        return fill_dense(op, data, mask, order)

    @staticmethod
    def backward(ctx: Any, grad_output: Any) -> Any:
        return put_mask(wrap(plain_values(grad_output._array)), ctx.mask), None, None, None


# --- Reductions --------------------------------------------------------------------------------


def sum(
        input: Tensor, dim: Any = None, *, keepdim: bool = False, dtype: type | None = None,
        mask: Tensor | None = None) -> Tensor:
    """Return the sum over `dim`, an int, a tuple or None for all; 0 without specified elements."""
    if dtype is None:
        dtype = torch.int64 if input.dtype in SMALL_INTEGERS else input.dtype
    dims = canonical_dims(dim, input.ndim)
    return torch.sum(fill_masked("sum", input, mask), dims, bool(keepdim), dtype=dtype)


def prod(
        input: Tensor, dim: int | None = None, *, keepdim: bool = False, dtype: type | None = None,
        mask: Tensor | None = None) -> Tensor:
    """Return the product over `dim`; 1 without specified elements."""
    if dtype is None:
        dtype = torch.int64 if input.dtype in SMALL_INTEGERS else input.dtype
    dims = canonical_dims(dim, input.ndim)
    result = fill_masked("prod", input, mask).to(dtype=dtype)
    for each in reversed(dims):
        result = result.prod(dim=each, keepdim=bool(keepdim))
    return result


def cumsum(input: Tensor, dim: int, *, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """Return the cumulative sum along `dim`."""
    (dim,), dtype = canonical_dims(dim, input.ndim)[:1], dtype or input.dtype
    return torch.cumsum(fill_masked("sum", input, mask), dim, dtype=dtype)


def cumprod(input: Tensor, dim: int, *, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """Return the cumulative product along `dim`."""
    (dim,), dtype = canonical_dims(dim, input.ndim)[:1], dtype or input.dtype
    return torch.cumprod(fill_masked("prod", input, mask), dim, dtype=dtype)


def amax(
        input: Tensor, dim: int | tuple[Any, ...] | None = None, *, keepdim: bool = False,
        dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """Return the maximum over `dim`."""
    return reduce_extreme(torch.amax, input, dim, keepdim, dtype, mask)


def amin(
        input: Tensor, dim: tuple[Any, ...] | None = None, *, keepdim: bool = False,
        dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """Return the minimum over `dim`."""
    return reduce_extreme(torch.amin, input, dim, keepdim, dtype, mask)


def reduce_extreme(
        function: Callable[..., Any], input: Tensor, dim: Any, keepdim: bool, dtype: Any,
        mask: Any) -> Tensor:
    """Return `function`, `torch.amax` or `torch.amin`, of the specified elements."""
    dims, dtype = canonical_dims(dim, input.ndim), dtype or input.dtype
    return function(fill_masked(function.__name__, input, mask), dims, bool(keepdim)).to(
        dtype=dtype
    )


def argmax(
        input: Tensor, dim: int | None = None, *, keepdim: bool = False, dtype: Any = None,
        mask: Tensor | None = None) -> Tensor:
    """Return the index of the maximum along `dim`, or of all elements for None."""
    return find_extreme_index(torch.argmax, input, dim, keepdim, dtype, mask)


def argmin(
        input: Tensor, dim: int | None = None, *, keepdim: bool = False, dtype: Any = None,
        mask: Tensor | None = None) -> Tensor:
    """Return the index of the minimum along `dim`, or of all elements for None."""
    return find_extreme_index(torch.argmin, input, dim, keepdim, dtype, mask)


def find_extreme_index(
        function: Callable[..., Any], input: Tensor, dim: Any, keepdim: bool, dtype: Any,
        mask: Any) -> Tensor:
    """Return `function`, `torch.argmax` or `torch.argmin`, of the specified elements.

    The result has the dtype of the input by default.
    """
    index = function(fill_masked(function.__name__, input, mask), dim, bool(keepdim))
    return index.to(dtype=dtype or input.dtype)


def mean(
        input: Tensor, dim: Any = None, *, keepdim: bool = False, dtype: Any = None,
        mask: Tensor | None = None) -> Tensor:
    """Return the mean over `dim`; NaN without specified elements. ValueError for integers."""
    source = "Input" if dtype is None else "Optional"
    dtype = dtype or input.dtype
    if not (dtype.is_floating_point or dtype.is_complex):
        raise ValueError(
            f"mean(): Could not infer output dtype. {source} dtype must be either a floating point "
            f"or complex dtype. Got: {dtype}")
    count, mask = count_specified(input, dim, keepdim, mask)
    return sum(input, dim, keepdim=keepdim, dtype=dtype, mask=mask) / count


def count_specified(input: Tensor, dim: Any, keepdim: bool, mask: Any) -> Any:
    """Return the number of specified elements over `dim`, and the broadcast mask, or None."""
    if mask is None:
        ones = torch.ones(input.shape, dtype=torch.int64)
        return sum(ones, dim, keepdim=keepdim), None
    mask = broadcast_mask(input, mask)
    return mask.sum(dim=dim, keepdim=bool(keepdim)), mask


def median(
        input: Tensor, dim: int = -1, *, keepdim: bool = False, dtype: Any = None,
        mask: Tensor | None = None) -> Tensor:
    """Return the lower median along `dim`.

    Without specified elements NaN, or ValueError for integers.
    """
    dtype, real = dtype or input.dtype, input.dtype.is_floating_point
    dim = canonical_dims(dim, input.ndim)[0]
    given = input if real else input.to(dtype=torch.float)
    found = torch.nanmedian(fill_masked("median", given, mask), dim, keepdim).values
    if real:
        return found
    if torch.isnan(found).any():
        raise ValueError(
            "masked median expects no fully masked out rows if dtype is not floating point")
    return found.to(dtype=dtype)


def logsumexp(
        input: Tensor, dim: int | None = None, *, keepdim: bool = False, dtype: Any = None,
        mask: Tensor | None = None) -> Tensor:
    """Return the log of the sum of exponentials over `dim`."""
    dims, dtype = canonical_dims(dim, input.ndim), dtype or input.dtype
    return torch.logsumexp(fill_masked("logsumexp", input, mask), dims, keepdim=keepdim).to(
        dtype=dtype)


def logaddexp(
        input: Tensor, other: int, *, dtype: Any = None, input_mask: Any = None,
        other_mask: Any = None) -> Tensor:
    """Return the log of the sum of two exponentials, without masked-out terms."""
    pair = fill_masked("logaddexp", input, input_mask), fill_masked("logaddexp", other, other_mask)
    return torch.logaddexp(*pair).to(dtype=dtype or input.dtype)


def norm(
        input: Tensor, ord: float = 2.0, dim: generic | int | None = None, *, keepdim: bool = False,
        dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """Return the vector norm of order `ord` over `dim`."""
    filled, dims = fill_masked("norm", input, mask, ord), canonical_dims(dim, input.ndim)
    return torch.linalg.vector_norm(filled, ord, dims, bool(keepdim), dtype=dtype or input.dtype)


def var(
        input: Tensor, dim: int | None = None, unbiased: Any = None, *, correction: Any = None,
        keepdim: bool = False, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """Return the variance over `dim`; NaN without specified elements."""
    if unbiased is not None and correction is not None:
        raise AssertionError("Only one of unbiased and correction may be given")
    correction = float(unbiased is not False) if correction is None else float(correction)
    floating = input.dtype.is_floating_point or input.dtype.is_complex
    dtype = dtype or (input.dtype if floating else torch.float32)
    inner = dtype if dtype.is_floating_point or dtype.is_complex else torch.float32
    count, mask = count_specified(input, dim, True, mask)
    mean_value = torch.divide(sum(input, dim, keepdim=True, dtype=dtype, mask=mask), count)
    difference = torch.subtract(input, mean_value)
    total = sum(difference * difference.conj(), dim, keepdim=keepdim, dtype=inner, mask=mask)
    count = count if keepdim else count.reshape(total.shape)
    if correction:
        count = torch.subtract(count.to(inner.to_real()), correction)
        count = torch.maximum(count, count.new_zeros([]))
    return torch.divide(total, count).to(dtype=dtype)


def std(
        input: Tensor, dim: int | None = None, unbiased: Any = None, *, correction: Any = None,
        keepdim: bool = False, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """Return the standard deviation over `dim`; NaN without specified elements."""
    return torch.sqrt(var(input, dim, unbiased, correction=correction, keepdim=keepdim,
                          dtype=dtype, mask=mask))


# --- Normalizations ----------------------------------------------------------------------------


def softmax(input: Tensor, dim: int, *, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """Return `softmax` along `dim`: 0 at masked-out elements, NaN if there is no other."""
    return apply_normalization(torch.nn.functional.softmax, "amax", input, dim, dtype, mask)


def log_softmax(
        input: Tensor, dim: int, *, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """Return `log_softmax` along `dim`."""
    return apply_normalization(torch.nn.functional.log_softmax, "amax", input, dim, dtype, mask)


def softmin(input: Tensor, dim: int, *, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """Return `softmin` along `dim`."""
    return apply_normalization(torch.nn.functional.softmin, "amin", input, dim, dtype, mask)


def apply_normalization(
        function: Callable[..., Any], op: str, input: Tensor, dim: int, dtype: type | None,
        mask: Any) -> Tensor:
    """Return a normalization of the input, with masked-out elements set to the identity of `op`."""
    dim, dtype = canonical_dims(dim, input.ndim)[0], dtype or input.dtype
    return function(fill_masked(op, input, mask), dim, dtype=dtype)


def normalize(
        input: Tensor, ord: Any, dim: int, *, eps: float = 1e-12, dtype: Any = None,
        mask: Tensor | None = None) -> Tensor:
    """Return the specified elements divided by the maximum of their norm and `eps`."""
    filled = fill_masked("sum", input, mask)
    size = norm(input, ord, dim, keepdim=True, dtype=dtype or input.dtype, mask=mask)
    return torch.divide(filled, torch.maximum(size, size.new_full([], eps)))
