"""Records of sums, means, products or extremes over dimensions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.backward_plan import conjugate
from autograd.graph.saved_attributes import saved_all
from autograd.kernels import reduction_order
from autograd.kernels.memory_formats import row_major
from autograd.kernels.reduction_order import cascade_sum
from autograd.kernels.refused_dtypes import COMPLEX, UNSIGNED, raises, unsupported
from autograd.ops.record import d, op
from autograd.ops.shapes import cat, expand, flip, slice, unsqueeze, view, zeros_of_shape
from autograd.ops.vmap_rules import FLAT_REDUCTION, FULL_REDUCTION, REDUCTION
from autograd.runtime import interpreters
from autograd.runtime.registry import OPS
from autograd.runtime.sparse_rules import SUM
from autograd.tensor.batched_tensor import BatchedArray
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

sum = op("sum", "SumBackward0",
    lambda self: cascade_sum(self), r"\textstyle\sum $self",
    self =d(lambda grad, self_shape: expand(grad, size=self_shape), r"$grad"),
    vmap=FULL_REDUCTION,
    with_dim="sum_dim", sparse=SUM)

sum_dim = op("sum_dim", "SumBackward1",
    lambda self, *, dim, keepdim: cascade_sum(self, dim, keepdim),
    r"\textstyle\sum_{$dim} $self",
    memory_format=row_major,
    self =d(lambda grad, self_shape, dim, keepdim:
            expand(restore_dims(grad, self_shape, dim, keepdim), size=self_shape), r"$grad"),
    saves_dim_as_list=True,
    vmap=REDUCTION)

mean = op("mean", "MeanBackward0",
    lambda self: mean_of_array(self, None, False), r"\overline{$self}",
    self =d(lambda grad, self_shape:
        expand(grad, size=self_shape) / count_reduced(self_shape, None),
            r"\tfrac{1}{N}\,$grad"),
    vmap=FULL_REDUCTION,
    with_dim="mean_dim",
    saves_numel=True)

mean_dim = op("mean_dim", "MeanBackward1",
    lambda self, *, dim, keepdim: mean_of_array(self, dim, keepdim), r"\overline{$self}^{\,$dim}",
    memory_format=row_major,
    self =d(lambda grad, self_shape, dim, keepdim:
            expand(restore_dims(grad, self_shape, dim, keepdim), size=self_shape)
            / count_reduced(self_shape, dim), r"\tfrac{1}{N}\,$grad"),
    saves_dim_as_list=True,
    vmap=REDUCTION,
    saves_numel=True)

# Extremes over everything share the gradient among ties; over a dimension the index decides.
max_all = op("max_all", "MaxBackward1",
    lambda self: np.max(self), r"\max $self",
    refuses=unsupported("max_all", UNSIGNED, COMPLEX, takes_empty=True),
    self =d(lambda grad, self, result: share_evenly(grad, equal_or_both_nan(self, result)),
            r"$grad \odot [$self = $result] / \mathrm{ties}"),
    vmap=FLAT_REDUCTION,
    with_dim="max_dim")

min_all = op("min_all", "MinBackward1",
    lambda self: np.min(self), r"\min $self",
    refuses=unsupported("min_all", UNSIGNED, COMPLEX, takes_empty=True),
    self =d(lambda grad, self, result: share_evenly(grad, equal_or_both_nan(self, result)),
            r"$grad \odot [$self = $result] / \mathrm{ties}"),
    vmap=FLAT_REDUCTION,
    with_dim="min_dim")

max_dim = op("max_dim", "MaxBackward0",
    lambda self, *, dim, keepdim: extreme_along_dim(self, np.argmax, dim, keepdim),
        r"\max_{$dim} $self",
    outputs=("values", "indices"),
    refuses=unsupported("max_cpu", UNSIGNED, takes_0d=True, takes_empty=True)
            | raises(RuntimeError, "max(): does not support complex input", COMPLEX),
    self =d(lambda grads, indices, self_shape, dim, keepdim:
            scatter_to_indices(grads[0], indices, self_shape, dim, keepdim),
            r"$grads \text{ at } $indices"),
    vmap=REDUCTION)

min_dim = op("min_dim", "MinBackward0",
    lambda self, *, dim, keepdim: extreme_along_dim(self, np.argmin, dim, keepdim),
        r"\min_{$dim} $self",
    outputs=("values", "indices"),
    refuses=unsupported("min_cpu", UNSIGNED, takes_0d=True, takes_empty=True)
            | raises(RuntimeError, "min(): does not support complex input", COMPLEX),
    self =d(lambda grads, indices, self_shape, dim, keepdim:
            scatter_to_indices(grads[0], indices, self_shape, dim, keepdim),
            r"$grads \text{ at } $indices"),
    vmap=REDUCTION)

prod = op("prod", "ProdBackward0",
    lambda self: reduction_order.prod(self),
    r"\textstyle\prod $self",
    holomorphic=False,
    self =d(lambda grad, self, result: prod_vjp(grad, self, result),
            r"$grad \odot \textstyle\prod_{j \ne i} $self"),
    saves=saved_all("result"),
    vmap=FLAT_REDUCTION,
    with_dim="prod_dim")

prod_dim = op("prod_dim", "ProdBackward1",
    lambda self, *, dim, keepdim: reduction_order.prod(self, dim, keepdim),
    r"\textstyle\prod_{$dim} $self",
    holomorphic=False,
    memory_format=row_major,
    self =d(lambda grad, self, result, dim, keepdim:
            prod_dim_vjp(restore_dims(grad, self.shape, dim, keepdim), self,
                                restore_dims(result, self.shape, dim, keepdim), dim),
            r"$grad \odot \textstyle\prod_{j \ne i} $self"),
    saves=saved_all("result"),
    vmap=REDUCTION)


def sorted_dims(dim: int | tuple[int, ...] | None, ndim: int) -> list[int]:
    """Return `dim`, an int, a tuple or None, as sorted non-negative dimensions."""
    dims = range(ndim) if dim is None or dim == () else (dim,) if isinstance(dim, int) else dim
    return sorted(i % ndim for i in dims) if ndim else []


def restore_dims(
        grad: ArrayOrTensor, shape: Any, dim: int | tuple[int, ...] | None,
        keepdim: bool) -> ArrayOrTensor:
    """Give `grad` the dimensions that a reduction over `dim` dropped, with length 1."""
    if keepdim or dim is None:
        return grad
    given = (dim,) if isinstance(dim, int) else dim
    dims = given if shape and len(given) == 1 else sorted_dims(dim,
        len(shape))  # a single one unsorted
    for i in dims:
        grad = unsqueeze(grad, dim=i)
    return grad


def count_reduced(shape: Any, dim: int | tuple[int, ...] | None) -> int:
    """Return how many entries a reduction over `dim` combines into one."""
    if dim is None:
        return math.prod(shape)
    return math.prod([shape[i] for i in sorted_dims(dim, len(shape))])


def mean_of_array(
        array: np.ndarray, dim: int | tuple[int, ...] | None, keepdim: bool
) -> np.ndarray:
    """Return the mean; 16-bit floats are summed and divided in float32, then rounded once."""
    kind = array.dtype
    if kind.itemsize == 2:
        return mean_of_array(array.astype(np.float32), dim, keepdim).astype(kind)
    many = array.size if dim is None else count_reduced(array.shape, dim)
    return cascade_sum(array, dim, keepdim) / kind.type(many)


def share_evenly(grad: ArrayOrTensor, mask: ArrayOrTensor) -> ArrayOrTensor:
    """Divide `grad` in equal parts among the true entries of `mask`."""
    masked_fill_tensor = OPS["masked_fill_tensor"]
    share = grad / sum(mask)
    if interpreters.stack:
        return share * mask
    if not isinstance(mask, Tensor):
        return masked_fill_tensor(np.zeros(np.shape(mask), share.dtype), mask, share)
    return masked_fill_tensor(wrap(np.zeros(mask._array.shape, share._array.dtype)), mask, share)


def equal_or_both_nan(value: ArrayOrTensor, result: ArrayOrTensor) -> ArrayOrTensor:
    """Return where `value` equals `result`; NaN equals NaN."""
    return (value == result) + (value != value) * (result != result)


def extreme_along_dim(
        array: np.ndarray, arg: Any, dim: int, keepdim: bool) -> tuple[np.ndarray, ...]:
    """Return values and indices of an extreme along `dim`, of equal entries the first."""
    if array.ndim == 0:
        return array.copy(), np.zeros((), np.int64)
    indices = np.expand_dims(arg(array, dim), dim)
    values = np.take_along_axis(array, indices, dim)
    return (values, indices) if keepdim else (values.squeeze(dim), indices.squeeze(dim))


def scatter_to_indices(
        grad: ArrayOrTensor, indices: ArrayOrTensor, shape: tuple[int, ...], dim: int, keepdim: bool
) -> ArrayOrTensor:
    """Return zeros of `shape` with `grad` at the indices along `dim`."""
    if shape and not keepdim:
        dim %= len(shape)
        grad, indices = unsqueeze(grad, dim=dim), unsqueeze(indices, dim=dim)
    return OPS["scatter"](zeros_of_shape(shape, grad), indices, grad, dim=dim)


def count_zeros(values: ArrayOrTensor) -> int:
    """Count the zeros among `values`; return 1 inside of transforms, where torch does not count."""
    array = values if isinstance(values, np.ndarray) else values._array
    if interpreters.stack or type(array) is BatchedArray:
        return 1
    return array.size - np.count_nonzero(array)


def prod_vjp(
        grad: ArrayOrTensor, values: ArrayOrTensor, result: ArrayOrTensor) -> ArrayOrTensor:
    """Return the gradient of the product of all entries, by torch's three cases."""
    if not values.shape:
        return grad
    zeros = count_zeros(values)
    if not zeros:
        return grad * conjugate(result / values)
    if zeros > 1 and isinstance(values, np.ndarray):
        return np.zeros_like(values)
    return view(prod_of_others(grad, view(values, size=(-1,)), 0), size=values.shape)


def prod_dim_vjp(
        grad: ArrayOrTensor, values: ArrayOrTensor, result: ArrayOrTensor, dim: int
) -> ArrayOrTensor:
    """Return the gradient of products along `dim`; `grad` and `result` still have this dimension.
    """
    if not values.shape:
        return grad
    if count_zeros(values):
        return prod_of_others(grad, values, dim)
    return grad * conjugate(result / values)


def prod_of_others(grad: Any, values: Any, dim: int) -> Tensor:
    """Return `grad` times, for each entry, the product of the others along `dim`."""
    cumprod = OPS["cumprod"]
    n = values.shape[dim]
    if n == 1:
        return grad
    ones = np.ones([1 if i == dim else m for i, m in enumerate(values.shape)])
    if isinstance(values, np.ndarray):
        ones = ones.astype(values.dtype)
    else:
        ones = wrap(ones.astype(values._array.dtype))
    before = cat(ones, slice(values, dim=dim, start=0, end=n - 1, step=1), dim=dim)
    behind = flip(slice(values, dim=dim, start=1, end=n, step=1), dims=(dim,))
    after = flip(cumprod(cat(ones, behind, dim=dim), dim=dim), dims=(dim,))
    return grad * conjugate(cumprod(before, dim=dim) * after)
