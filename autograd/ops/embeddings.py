"""Records of embedding tables: single rows, or bags of rows that are reduced."""

from __future__ import annotations

from typing import Any, TYPE_CHECKING

import numpy as np

from autograd.graph.saved_attributes import WRAP, saved_all, saved_by, saved_length
from autograd.kernels.half_accumulation import round_half_away
from autograd.ops.double_backward import backward_op, last_backward_op
from autograd.ops.pointwise import mul, raise_not_differentiable, raise_not_implemented
from autograd.ops.record import as_array, d, op
from autograd.ops.reductions import sum_dim
from autograd.ops.shapes import index, place
from autograd.ops.vmap_rules import LEADING_DIMS
from autograd.tensor.batched_tensor import vmap_constant
from autograd.tensor.sparse import from_entries
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

# --- Layers ------------------------------------------------------------------------------------

PADDING_INDEX = saved_by(lambda padding_idx: (-1 if padding_idx is None else padding_idx) % WRAP)

embedding = op("embedding", "EmbeddingBackward0",
    lambda weight, indices, *, padding_idx, scale_grad_by_freq, sparse: weight[indices],
    r"${weight}_{$indices}",
    weight=d(lambda grad, indices, weight_shape, padding_idx, scale_grad_by_freq, sparse:
             embedding_vjp(embedding_double_vjp(grad, indices, padding_idx, scale_grad_by_freq,
                 sparse), indices,
                      weight_shape, sparse, padding_idx) if sparse else embedding_dense_backward(
                 grad, indices, size=weight_shape, padding_idx=padding_idx,
                 scale_grad_by_freq=scale_grad_by_freq),
             r"$grad \text{ added at } $indices,\ 0 \text{ elsewhere}"),
    saves={
        "weight_sym_sizes": None, "weight_sym_argsize_0": saved_length(0, "weight_shape"),
        **saved_all("sparse"), "padding_idx": PADDING_INDEX},
    unpack_error=(RuntimeError,
        "Expected tensor for argument #2 'indices' to have one of the following scalar types: "
        "Long, Int; but got {whole} instead (while checking arguments for embedding_backward)"),
    real_only="embedding",
    vmap=LEADING_DIMS, vmap_input=1)

embedding_dense_backward = backward_op("embedding_dense_backward",
    "EmbeddingDenseBackwardBackward0",
    lambda grad_output, indices, *, size, padding_idx, scale_grad_by_freq: embedding_vjp(
        embedding_double_vjp(grad_output, indices, padding_idx, scale_grad_by_freq, False), indices,
            size,
        False),
    r"$grad_output \text{ added at } $indices,\ 0 \text{ elsewhere}", by=(),
    saves={
        "size": None, "scale_grad_by_freq": None, "padding_idx": PADDING_INDEX})


def embedding_vjp(
        grad: ArrayOrTensor, indices: ArrayOrTensor, shape: tuple[int, ...], sparse: bool,
        padding_idx: Any = None) -> ArrayOrTensor:
    """Return the gradient of an embedding table.

    With `sparse` it stores only the rows that were looked up.
    """
    if not sparse or isinstance(grad, Tensor):
        return place(None, grad, size=shape, key=(as_array(indices),))
    places, values = indices.reshape(1, -1), grad.reshape(indices.size, shape[1])
    if padding_idx is not None and padding_idx >= 0:
        kept = places[0] != padding_idx
        places, values = places[:, kept], values[kept]
    return from_entries(places.astype(np.int64), values, shape)


def embedding_double_vjp(
        grad: ArrayOrTensor, indices: ArrayOrTensor, padding_idx: int | None,
        scale_grad_by_freq: bool, sparse: bool) -> ArrayOrTensor:
    """Return the gradient of each looked-up row: 0 for padding, divided by frequency on request."""
    if sparse and scale_grad_by_freq:
        raise RuntimeError(
            "embedding_backward: scale_grad_by_freq not supported with sparse gradients")
    scale = frequency_factors(indices, padding_idx, scale_grad_by_freq, as_array(grad).dtype)
    if scale is None:
        return grad
    made = mul(grad, scale)
    if isinstance(made, np.ndarray):  # padding gets 0 even from NaN
        made = np.where(scale == 0, made.dtype.type(0), made)
    return made


@vmap_constant
def frequency_factors(
        indices: ArrayOrTensor, padding_idx: int | None, scale_grad_by_freq: bool, dtype: np.dtype
) -> Any:
    """Return the factor of each looked-up row's gradient; None where all are 1."""
    indices = as_array(indices)
    scale = np.ones(indices.shape)
    if scale_grad_by_freq and indices.size:
        scale = 1 / np.bincount(indices.ravel())[indices]
    if padding_idx is not None and padding_idx >= 0:
        scale = np.where(indices == padding_idx, 0.0, scale)
    if (scale == 1).all():
        return None
    return scale[..., None].astype(dtype)

embedding_bag = op("embedding_bag", "EmbeddingBagBackward0",
    lambda weight, indices, bags, per_sample_weights, *, count, mode, sparse=False:
        reduce_bags(weight, indices, bags, per_sample_weights, count, mode),
    r"\mathrm{bag}(${weight}_{$indices})",
    weight=d(lambda grad, weight, indices, bags, per_sample_weights, weight_shape, mode,
             sparse: embedding_bag_vjp(grad, weight, indices, bags, per_sample_weights,
                 weight_shape, mode,
                              True) if sparse else embedding_bag_backward(
                 grad, per_sample_weights, weight=as_array(weight),
                     indices=as_array(indices),
                 bags=as_array(bags), size=weight_shape, mode=mode),
             r"$grad \text{ added at } $indices"),
    per_sample_weights=d(lambda grad, weight, indices, bags: embedding_bag_weights_backward(
                             grad, weight, indices=as_array(indices),
                                 bags=as_array(bags)),
                         r"$grad \cdot ${weight}_{$indices}"),
    vmap_composed=("embedding_bag.padding_idx", "_embedding_bag"),
    no_forward_ad="_embedding_bag")

embedding_bag_backward = last_backward_op("embedding_bag_backward", "EmbeddingBagBackwardBackward0",
    lambda grad, per_sample_weights, *, weight, indices, bags, size, mode:
        embedding_bag_vjp(grad, weight, indices, bags, per_sample_weights, size, mode, False),
    r"$grad \text{ added at } $indices", lambda:
        raise_not_differentiable("_embedding_bag_backward"),
    vmap_warning="_embedding_bag_backward")

embedding_bag_weights_backward = last_backward_op("embedding_bag_weights_backward",
    "NotImplemented",
    lambda grad, weight, *, indices, bags: dot_rows(grad, weight, indices, bags),
    r"$grad \cdot ${weight}_{$indices}",
    lambda: raise_not_implemented("aten::_embedding_bag_per_sample_weights_backward"))


def embedding_bag_vjp(
        grad: ArrayOrTensor, weight: np.ndarray | None, indices: ArrayOrTensor, bags: np.ndarray,
        per_sample_weights: Any, size: tuple[int, ...], mode: str, sparse: bool) -> Any:
    """Return the gradient of the table of embedding bags, by ops."""
    slopes = bag_factors(weight, indices, bags, per_sample_weights, mode)
    return embedding_vjp(mul(select_bag_rows(grad, bags), slopes), indices, size, sparse)


def reduce_bags(
        weight: Any, indices: Any, bags: np.ndarray, factors: Any, count: int,
        mode: str) -> np.ndarray:
    """Return the sum, mean or maximum of the rows in each bag; 0 for an empty bag."""
    rows = weight[indices]
    if factors is not None:
        rows = rows * factors[:, None].astype(np.promote_types(weight.dtype, np.float32))
    if mode == "max":
        made = np.full((count, weight.shape[1]), -np.inf, weight.dtype)
        np.maximum.at(made, bags, rows)
        return np.where(np.isinf(made), weight.dtype.type(0), made)
    wide = np.promote_types(weight.dtype, np.float32)  # 16-bit floats are rounded once
    made = np.zeros((count, weight.shape[1]), wide)
    np.add.at(made, bags, rows.astype(wide))
    made = round_half_away(made, weight.dtype) if wide != weight.dtype else made
    if mode == "mean":
        made /= np.maximum(np.bincount(bags, minlength=count), 1)[:, None].astype(weight.dtype)
    return made


def bag_factors(
        weight: Any, indices: ArrayOrTensor, bags: np.ndarray, factors: Any, mode: str
) -> Any:
    """Return the constant derivative of each bag by its rows."""
    weight, indices, bags = as_array(weight), as_array(indices), as_array(bags)
    ones = np.ones((len(indices), 1), weight.dtype)
    if mode == "mean":
        return ones / np.bincount(bags)[bags][:, None].astype(weight.dtype)
    if mode == "max":
        best = reduce_bags(weight, indices, bags, None, int(bags.max(initial=-1)) + 1, "max")
        first = np.full(best.shape, len(indices))
        place_of = np.where(weight[indices] == best[bags], np.arange(len(indices))[:, None],
                            len(indices))
        np.minimum.at(first, bags, place_of)
        return (place_of == first[bags]).astype(weight.dtype)
    return ones if factors is None else as_array(factors)[:, None]


def select_bag_rows(grad: ArrayOrTensor, bags: np.ndarray) -> Any:
    """Return the gradient of each row's bag, by ops."""
    return index(grad, key=(as_array(bags),))


def dot_rows(
        grad: ArrayOrTensor, weight: np.ndarray | None, indices: ArrayOrTensor, bags: np.ndarray
) -> Any:
    """Return the dot product of each row with its bag's gradient, by ops."""
    rows = index(weight, key=(as_array(indices),))
    return sum_dim(rows * select_bag_rows(grad, bags), dim=(1,), keepdim=False)
