"""The derivative table, chapter three: sums, means and extremes over dimensions."""

import math

import numpy as np

from autograd.derivatives.pointwise import where
from autograd.derivatives.shapes import expand, place, select, unsqueeze, view
from autograd.op import d, op
from autograd.summation import total

sum = op("sum", "SumBackward0",
    lambda self: total(self), r"\textstyle\sum $self",
    self =d(lambda grad, self_shape: expand(grad, size=self_shape), r"$grad"))

sum_dim = op("sum_dim", "SumBackward1",
    lambda self, *, dim, keepdim: total(self, dim, keepdim),
    r"\textstyle\sum_{$dim} $self",
    self =d(lambda grad, self_shape, dim, keepdim:
            expand(restore(grad, self_shape, dim, keepdim), size=self_shape), r"$grad"))

mean = op("mean", "MeanBackward0",
    lambda self: total(self) / self.dtype.type(self.size), r"\overline{$self}",
    self =d(lambda grad, self_shape: expand(grad, size=self_shape) / count(self_shape, None),
            r"\tfrac{1}{N}\,$grad"))

mean_dim = op("mean_dim", "MeanBackward1",
    lambda self, *, dim, keepdim:
        total(self, dim, keepdim) / self.dtype.type(count(self.shape, dim)),
    r"\overline{$self}^{\,$dim}",
    self =d(lambda grad, self_shape, dim, keepdim:
            expand(restore(grad, self_shape, dim, keepdim), size=self_shape)
            / count(self_shape, dim), r"\tfrac{1}{N}\,$grad"))

# Extremes over everything share the gradient among ties; over a dimension the index decides.
max_all = op("max_all", "MaxBackward1",
    lambda self: np.max(self), r"\max $self",
    self =d(lambda grad, self, result: evenly(grad, same(self, result)),
            r"$grad \odot [$self = $result]"))

min_all = op("min_all", "MinBackward1",
    lambda self: np.min(self), r"\min $self",
    self =d(lambda grad, self, result: evenly(grad, same(self, result)),
            r"$grad \odot [$self = $result]"))

max_dim = op("max_dim", "MaxBackward0",
    lambda self, *, dim, keepdim: extreme(self, np.argmax, dim, keepdim), r"\max_{$dim} $self",
    outputs=("values", "indices"),
    self =d(lambda grads, indices, self_shape, dim, keepdim:
            scatter_back(grads[0], indices, self_shape, dim, keepdim),
            r"$grads \text{ at } $indices"))

min_dim = op("min_dim", "MinBackward0",
    lambda self, *, dim, keepdim: extreme(self, np.argmin, dim, keepdim), r"\min_{$dim} $self",
    outputs=("values", "indices"),
    self =d(lambda grads, indices, self_shape, dim, keepdim:
            scatter_back(grads[0], indices, self_shape, dim, keepdim),
            r"$grads \text{ at } $indices"))

prod = op("prod", "ProdBackward0",
    lambda self: np.multiply.accumulate(self.reshape(-1))[-1] if self.size else np.prod(self),
    r"\textstyle\prod $self",
    self =d(lambda grad, self: prod_slope(grad, self),
            r"$grad \odot \textstyle\prod_{j \ne i} $self"))

prod_dim = op("prod_dim", "ProdBackward1",
    lambda self, *, dim, keepdim: np.prod(self, dim, keepdims=keepdim),
    r"\textstyle\prod_{$dim} $self",
    self =d(lambda grad, self, dim, keepdim:
            restore(grad, self.shape, dim, keepdim) * others_along(self, dim),
            r"$grad \odot \textstyle\prod_{j \ne i} $self"))


def dims_of(dim, ndim):
    """`dim`, an int, a tuple or None, as sorted non-negative dimensions."""
    dims = range(ndim) if dim is None or dim == () else (dim,) if isinstance(dim, int) else dim
    return sorted(i % ndim for i in dims) if ndim else []


def restore(grad, shape, dim, keepdim):
    """`grad` with the dimensions that a reduction over `dim` dropped, of length 1."""
    if keepdim:
        return grad
    for i in dims_of(dim, len(shape)):
        grad = unsqueeze(grad, dim=i)
    return grad


def count(shape, dim) -> int:
    """How many entries a reduction over `dim` takes together."""
    return math.prod([shape[i] for i in dims_of(dim, len(shape))])


def evenly(grad, mask):
    """`grad` shared in equal parts among the true entries of `mask`."""
    return where(mask, grad / sum(mask), 0.0)


def same(value, result):
    """Where `value` equals `result`, NaN equal to NaN."""
    return (value == result) + (value != value) * (result != result)


def extreme(array, arg, dim, keepdim):
    """Values and indices of an extreme along `dim`; of equal ones the first."""
    if array.ndim == 0:
        return array.copy(), np.zeros((), np.int64)
    indices = np.expand_dims(arg(array, dim), dim)
    values = np.take_along_axis(array, indices, dim)
    return (values, indices) if keepdim else (values.squeeze(dim), indices.squeeze(dim))


def scatter_back(grad, indices, shape, dim, keepdim):
    """Zeros of `shape` with `grad` where `indices` point along `dim`."""
    if not shape:
        return grad
    array = indices if isinstance(indices, np.ndarray) else indices._array
    if not keepdim:
        grad, array = unsqueeze(grad, dim=dim % len(shape)), np.expand_dims(array, dim)
    key = list(np.indices(array.shape, sparse=True))
    key[dim] = array
    return place(grad, size=shape, key=tuple(key))


def prod_slope(grad, values):
    """The gradient of a product of everything; with a zero among it torch ends in a view."""
    slope = grad * others(values)
    zero = values.shape and not getattr(values, "_array", values).all()
    return view(slope, size=values.shape) if zero else slope


def others(values):
    """For each entry the product of all other entries, correct with zeros too."""
    return view(others_along(view(values, size=(-1,)), 0), size=values.shape)


def others_along(values, dim):
    """For each entry the product of the others along `dim`, by table ops, so differentiable."""
    n, ndim = values.shape[dim], len(values.shape)
    if not n:
        return values * 1
    eye = np.eye(n, dtype=bool).reshape([n if i in (dim, dim + 1) else 1 for i in range(ndim + 1)])
    grid = where(eye, 1.0, unsqueeze(values, dim=dim))
    result = select(grid, dim=dim + 1, index=0)
    for i in range(1, n):
        result = result * select(grid, dim=dim + 1, index=i)
    return result

