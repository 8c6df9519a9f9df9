"""The derivative table, chapter thirteen: attention, and bags of embeddings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.saved_attributes import saved_constant
from autograd.kernels import flash_attention as attending
from autograd.kernels.half_accumulation import half_up
from autograd.kernels.memory_formats import row_major
from autograd.ops.activations import softmax, softmax_backward
from autograd.ops.double_backward import last_backward_op
from autograd.ops.embedding_linear import as_index_array, embedding_vjp
from autograd.ops.pointwise import mul, raise_not_implemented, raise_not_differentiable
from autograd.ops.record import d, op
from autograd.ops.reductions import sum_dim
from autograd.ops.shapes import index
from autograd.ops.vmap_rules import ALONG_DIM

if TYPE_CHECKING:
    from autograd.tensor.dimensions import FromEnd
    from autograd.tensor.tensor import ArrayOrTensor

# A row without any key to look at is all zeros, not NaN.
safe_softmax = op("safe_softmax", "SafeSoftmaxBackward0",
    lambda self, *, dim: zero_masked_rows(softmax(self, dim=dim), self, dim),
    r"\mathrm{softmax}($self)",
    memory_format=row_major,
    self =d(lambda grad, result, dim: softmax_backward(grad, result, dim=dim),
            r"$result \odot \left($grad - \textstyle\sum_{$dim} $grad \odot $result\right)"),
    vmap=ALONG_DIM)


def _select_gradient(slot, name):
    """The gradient of one of the three, out of the kernel that finds all of them."""
    return d(lambda grads, query, key, value, attn_mask, output, logsumexp, scale, is_causal:
             attention_vjp(grads, query, key, value, attn_mask, output, logsumexp, scale,
                       is_causal)[slot],
             r"\partial\,\mathrm{attention} / \partial\,$" + name + r" \cdot $grads")


# Query (B, H, L, E), key (B, H, S, E), value (B, H, S, F); the mask is added to the scores.
flash_attention = op("flash_attention", "ScaledDotProductFlashAttentionForCpuBackward0",
    lambda query, key, value, attn_mask, *, scale, is_causal:
        attending.attended(query, key, value, attn_mask, scale, is_causal),
    r"\mathrm{softmax}\!\left($scale\,$query\,$key^\top + $attn_mask\right) $value",
    outputs=("output", "logsumexp"),
    query=_select_gradient(0, "query"), key=_select_gradient(1, "key"),
        value=_select_gradient(2, "value"),
    saves={"dropout_p": saved_constant(0.0)},
    vmap_warning="_scaled_dot_product_flash_attention_for_cpu",
    no_forward_ad="_scaled_dot_product_flash_attention_for_cpu")

FLASH_BACKWARD = "aten::_scaled_dot_product_flash_attention_for_cpu_backward"
flash_attention_backward = op("flash_attention_backward", "NotImplemented",
    lambda grad, query, key, value, attn_mask, output, logsumexp, *, scale, is_causal:
        attending.sent_back(grad, query, key, value, attn_mask, output, logsumexp, scale,
                            is_causal),
    r"\partial\,\mathrm{attention} \cdot $grad",
    outputs=("grad_query", "grad_key", "grad_value"),
    **{slot: d(lambda grads: raise_not_implemented(FLASH_BACKWARD), r"\text{not implemented}")
       for slot in ("grad", "query", "key", "value", "output")},
    vmap_warning="_scaled_dot_product_flash_attention_for_cpu_backward")

embedding_bag = op("embedding_bag", "EmbeddingBagBackward0",
    lambda weight, indices, bags, per_sample_weights, *, count, mode, sparse=False:
        reduce_bags(weight, indices, bags, per_sample_weights, count, mode),
    r"\mathrm{bag}(${weight}_{$indices})",
    weight=d(lambda grad, weight, indices, bags, per_sample_weights, weight_shape, mode,
             sparse: embedding_bag_vjp(grad, weight, indices, bags, per_sample_weights,
                 weight_shape, mode,
                              True) if sparse else embedding_bag_backward(
                 grad, per_sample_weights, weight=as_index_array(weight),
                     indices=as_index_array(indices),
                 bags=as_index_array(bags), size=weight_shape, mode=mode),
             r"$grad \text{ added at } $indices"),
    per_sample_weights=d(lambda grad, weight, indices, bags: embedding_bag_weights_backward(
                             grad, weight, indices=as_index_array(indices),
                                 bags=as_index_array(bags)),
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
    """The gradient of the rows that bags were made of, by table ops."""
    slopes = bag_factors(weight, indices, bags, per_sample_weights, mode)
    return embedding_vjp(mul(select_bag_rows(grad, bags), slopes), indices, size, sparse)


def zero_masked_rows(shares: np.ndarray, scores: np.ndarray, dim: FromEnd | int) -> np.ndarray:
    """The same shares, 0 where every score along `dim` is minus infinity."""
    return np.where(np.isneginf(scores).all(dim, keepdims=True), shares.dtype.type(0), shares)


_walked = [None, None]  # the gradients that were asked for last, and all that they became


def attention_vjp(
        grads: Any, query: ArrayOrTensor, key: ArrayOrTensor,
        value: ArrayOrTensor, attn_mask: ArrayOrTensor | None, output: ArrayOrTensor,
        logsumexp: ArrayOrTensor, scale: float, is_causal: bool) -> Any:
    """The gradients of all three; formulas ask one after the other with the very same `grads`."""
    if _walked[0] is not grads:
        _walked[:] = grads, flash_attention_backward(
            grads[0], query, key, value, attn_mask, output, logsumexp, scale=scale,
            is_causal=is_causal)
    return _walked[1]


def reduce_bags(
        weight: Any, indices: Any, bags: np.ndarray, factors: Any, count: int,
        mode: str) -> np.ndarray:
    """Sum, mean or maximum of the rows in each bag; empty bags are zeros."""
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
    made = half_up(made, weight.dtype) if wide != weight.dtype else made
    if mode == "mean":
        made /= np.maximum(np.bincount(bags, minlength=count), 1)[:, None].astype(weight.dtype)
    return made


def bag_factors(
        weight: Any, indices: ArrayOrTensor, bags: np.ndarray, factors: Any, mode: str
) -> Any:
    """The constant by which each row's bag depends on it."""
    weight, indices, bags = as_index_array(weight), as_index_array(indices), as_index_array(bags)
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
    return ones if factors is None else as_index_array(factors)[:, None]


def select_bag_rows(grad: ArrayOrTensor, bags: np.ndarray) -> Any:
    """The gradient of each row's bag, by table ops."""
    return index(grad, key=(as_index_array(bags),))


def dot_rows(
        grad: ArrayOrTensor, weight: np.ndarray | None, indices: ArrayOrTensor, bags: np.ndarray
) -> Any:
    """The product of each row with its bag's gradient, by table ops."""
    rows = index(weight, key=(as_index_array(indices),))
    return sum_dim(rows * select_bag_rows(grad, bags), dim=(1,), keepdim=False)
