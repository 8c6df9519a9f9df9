"""Records of scaled dot product attention."""

from __future__ import annotations

from typing import Any, TYPE_CHECKING

import numpy as np

from autograd.graph.saved_attributes import saved_constant
from autograd.kernels.flash_attention import attention_backward, attention_forward
from autograd.kernels.memory_formats import row_major
from autograd.ops.activations import softmax, softmax_backward
from autograd.ops.pointwise import raise_not_implemented
from autograd.ops.record import d, op
from autograd.ops.vmap_rules import ALONG_DIM

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

# A row whose keys are all masked is zero, not NaN.
safe_softmax = op("safe_softmax", "SafeSoftmaxBackward0",
    lambda self, *, dim: zero_masked_rows(softmax(self, dim=dim), self, dim),
    r"\mathrm{softmax}($self)",
    memory_format=row_major,
    self =d(lambda grad, result, dim: softmax_backward(grad, result, dim=dim),
            r"$result \odot \left($grad - \textstyle\sum_{$dim} $grad \odot $result\right)"),
    vmap=ALONG_DIM)


def _select_gradient(slot, name):
    """Return the gradient record of one input, by the kernel that computes all three."""
    return d(lambda grads, query, key, value, attn_mask, output, logsumexp, scale, is_causal:
             attention_vjp(grads, query, key, value, attn_mask, output, logsumexp, scale,
                       is_causal)[slot],
             r"\partial\,\mathrm{attention} / \partial\,$" + name + r" \cdot $grads")


# Query (B, H, L, E), key (B, H, S, E), value (B, H, S, F); the mask is added to the scores.
flash_attention = op("flash_attention", "ScaledDotProductFlashAttentionForCpuBackward0",
    lambda query, key, value, attn_mask, *, scale, is_causal:
        attention_forward(query, key, value, attn_mask, scale, is_causal),
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
        attention_backward(grad, query, key, value, attn_mask, output, logsumexp,
            scale,
                            is_causal),
    r"\partial\,\mathrm{attention} \cdot $grad",
    outputs=("grad_query", "grad_key", "grad_value"),
    **{slot: d(lambda grads: raise_not_implemented(FLASH_BACKWARD), r"\text{not implemented}")
       for slot in ("grad", "query", "key", "value", "output")},
    vmap_warning="_scaled_dot_product_flash_attention_for_cpu_backward")


def zero_masked_rows(shares: np.ndarray, scores: np.ndarray, dim: int) -> np.ndarray:
    """Replace the softmax `shares` by 0 where all scores along `dim` are minus infinity."""
    return np.where(np.isneginf(scores).all(dim, keepdims=True), shares.dtype.type(0), shares)


_walked = [None, None]  # the output gradients of the last call, and all input gradients


def attention_vjp(
        grads: Any, query: ArrayOrTensor, key: ArrayOrTensor,
        value: ArrayOrTensor, attn_mask: ArrayOrTensor | None, output: ArrayOrTensor,
        logsumexp: ArrayOrTensor, scale: float, is_causal: bool) -> Any:
    """Return the gradients of query, key and value; computed once for the same `grads`."""
    if _walked[0] is not grads:
        _walked[:] = grads, flash_attention_backward(
            grads[0], query, key, value, attn_mask, output, logsumexp, scale=scale,
            is_causal=is_causal)
    return _walked[1]
