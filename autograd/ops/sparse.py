"""Records of sparse tensors: conversions, products, softmax over stored entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.saved_attributes import UNSIZED, saved, saved_all, saved_constant
from autograd.ops.linear import mm
from autograd.ops.pointwise import exp, where
from autograd.ops.record import d, op
from autograd.ops.reductions import sum_dim
from autograd.ops.shapes import expand, index, place, t, unsqueeze
from autograd.tensor.sparse import restrict_to, coalesce_entries, from_dense, is_sparse, dense_array
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.batched_tensor import BatchedArray
    from autograd.tensor.tensor import ArrayOrTensor

sparse_coo_tensor = op("sparse_coo_tensor", "SparseCooTensorWithDimsAndTensorsBackward0",
    lambda values, *, size, key: place.forward(None, values, size=size, key=key),
    r"\mathrm{sparse}($values)",
    values=d(lambda grad, key: index(to_dense_array(grad), key=key), r"${grad}_{$key}"),
    saves={"key": None, **saved_all("result")})

# Three nodes: without and with a number of sparse dimensions, and by rows or columns.
to_sparse, to_sparse_dim, to_sparse_rows = (
    op(name, node_name, lambda self: dense_array(self).copy(), r"\mathrm{sparse}($self)",
       self=d(lambda grad: to_dense_array(grad), r"$grad"),
       saves={"self_self_sym_blocksize_opt": saved_constant(None)})
    for name, node_name in (
        ("to_sparse", "ToSparseBackward1"), ("to_sparse_dim", "ToSparseBackward0"),
        ("to_sparse_rows", "ToSparseCsrBackward0"),
    )
)

to_dense = op("to_dense", "ToDenseBackward0",
    lambda self, *, masked_grad=True: dense_array(self).copy(), r"\mathrm{dense}($self)",
    self =d(lambda grad, self, masked_grad:
        (keep_stored if masked_grad else keep_nonzero)(grad, self),
            r"$grad \odot [$self \text{ stored}]"),
    saves={"masked_grad": None})

coalesce = op("coalesce", "CoalesceBackward0",
    lambda self: dense_array(self).copy(), r"$self",
    self =d(lambda grad: grad, r"$grad"))

stored_values = op("stored_values", "ValuesBackward0",
    lambda self, *, key: dense_array(self)[key], r"{$self}_{$key}",
    self =d(lambda grad, self, self_shape, key:
            keep_stored(place(None, grad, size=self_shape, key=key), self),
            r"$grad \text{ at } $key"),
    saves={"key": None, **UNSIZED})

sparse_mask = op("sparse_mask", "SparseMaskBackward0",
    lambda self, mask: np.where(stored_mask(mask), self, 0).astype(self.dtype),
    r"$self \odot [$mask \text{ stored}]",
    self =d(lambda grad, mask: to_dense_array(keep_stored(grad, mask)),
        r"$grad \odot [$mask \text{ stored}]"))

sparse_addmm = op("sparse_addmm", "SparseAddmmBackward0",
    lambda self, mat1, mat2, *, beta=1, alpha=1:
        add_scaled(self, mm.forward(dense_array(mat1), dense_array(mat2)), beta, alpha),
    r"$self + $mat1\,$mat2",
    self=d(lambda grad, beta: multiply_unless_one(grad, beta), r"$grad"),
    mat1=d(lambda grad, mat1, mat2, alpha:
        keep_stored(multiply_unless_one(mm(grad, t(mat2)), alpha), mat1),
           r"$grad\,$mat2^\top"),
    mat2=d(lambda grad, mat1, alpha: multiply_unless_one(mm(t(to_dense_array(mat1)), grad), alpha),
           r"$mat1^\top\,$grad"),
    saves={
        "mat2_sym_sizes": saved("mat2_shape"), "mat2_sym_strides": saved("mat2_strides")})

sparse_sparse_matmul = op("sparse_sparse_matmul", "SparseSparseMatmulBackward0",
    lambda self, other: mm.forward(dense_array(self), dense_array(other)), r"$self\,$other",
    self =d(lambda grad, self, other:
        keep_stored(mm(to_dense_array(grad), t(to_dense_array(other))), self),
            r"$grad\,$other^\top"),
    other=d(lambda grad, self, other:
        keep_stored(mm(t(to_dense_array(self)), to_dense_array(grad)), other),
            r"$self^\top\,$grad"))

sparse_sum = op("sparse_sum", "SparseSumBackward0",
    lambda self, *, dim: dense_array(self).sum(dim, dtype=self.dtype), r"\sum_{$dim} $self",
    self =d(lambda grad, self, self_shape, dim:
            keep_stored(expand_reduced(to_dense_array(grad), self_shape, dim), self), r"$grad"),
    saves=UNSIZED)

sparse_softmax = op("sparse_softmax", "SparseSoftmaxBackward0",
    lambda self, *, dim: softmax_of_stored(self, dim), r"\mathrm{softmax}($self)",
    self =d(lambda grad, self, result, dim: keep_stored(
        (to_dense_array(grad) - sum_dim(to_dense_array(grad) * result, dim=(dim,),
            keepdim=True)) * result, self),
            r"$result \odot ($grad - \textstyle\sum $grad \odot $result)"))

sparse_log_softmax = op("sparse_log_softmax", "SparseLogSoftmaxBackward0",
    lambda self, *, dim: log_softmax_of_stored(self, dim), r"\ln \mathrm{softmax}($self)",
    self =d(lambda grad, self, result, dim: keep_stored(
        to_dense_array(grad) - exp(result) * sum_dim(to_dense_array(grad), dim=(dim,),
            keepdim=True), self),
            r"$grad - e^{$result} \textstyle\sum $grad"))


def to_dense_array(value: ArrayOrTensor) -> ArrayOrTensor:
    """Return a dense array of a sparse one; a Tensor unchanged."""
    return dense_array(value)


def keep_stored(grad: ArrayOrTensor, like: ArrayOrTensor) -> ArrayOrTensor:
    """Return a gradient where `like` has entries stored, zeros elsewhere."""
    if isinstance(grad, Tensor):
        return where(wrap(stored_mask(like._array)), grad, 0.0)
    if not is_sparse(like):
        return grad
    return restrict_to(dense_array(np.asarray(grad)), coalesce_entries(like))


def keep_nonzero(grad: ArrayOrTensor, like: np.ndarray) -> Any:
    """Return the nonzero entries of a gradient, stored as those of `like`; all with a history."""
    if isinstance(grad, Tensor) or not is_sparse(like):
        return to_dense_array(grad)
    return from_dense(dense_array(np.asarray(grad)), len(like.places), like.order)


def stored_mask(array: np.ndarray | BatchedArray) -> np.ndarray:
    """Return whether each entry is stored."""
    if not is_sparse(array):
        return np.ones(array.shape, bool)
    mask = np.zeros(array.shape, bool)
    mask[tuple(coalesce_entries(array).places)] = True
    return mask


def multiply_unless_one(value: ArrayOrTensor, factor: int) -> ArrayOrTensor:
    """Return `value * factor`, or `value` itself for a factor of 1."""
    return value if factor == 1 else value * factor


def add_scaled(self, product: np.ndarray, beta: int, alpha: int) -> Any:
    """Return `beta * self + alpha * product`."""
    return multiply_unless_one(product, alpha) if beta == 0 else multiply_unless_one(self,
        beta) + multiply_unless_one(product, alpha)


def expand_reduced(
        grad: ArrayOrTensor, shape: tuple[int, ...], dims: tuple[int, ...]) -> ArrayOrTensor:
    """Expand a gradient of sums over `dims` to the shape of the input."""
    for dim in sorted(dims):
        grad = unsqueeze(grad, dim=dim)
    return expand(grad, size=shape)


def softmax_of_stored(array: np.ndarray, dim: int) -> np.ndarray:
    """Return `softmax` along `dim` over the stored entries, 0 elsewhere."""
    kept = stored_mask(array)
    low = np.where(kept, dense_array(array), -np.inf)
    with np.errstate(invalid="ignore"):
        powers = np.where(kept, np.exp(low - low.max(dim, keepdims=True)), 0)
        return (powers / np.where(powers == 0, 1, powers.sum(dim, keepdims=True))).astype(
            array.dtype)


def log_softmax_of_stored(array: np.ndarray, dim: int) -> np.ndarray:
    """Return the logarithm of `softmax_of_stored`, 0 where nothing is stored."""
    kept = stored_mask(array)
    low = np.where(kept, dense_array(array).astype(np.float64), -np.inf)
    with np.errstate(invalid="ignore", divide="ignore"):
        top = low.max(dim, keepdims=True)
        total = np.log(np.exp(low - top).sum(dim, keepdims=True))
        return np.where(kept, low - top - total, 0).astype(array.dtype)
