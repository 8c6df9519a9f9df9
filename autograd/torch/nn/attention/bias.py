"""`torch.nn.attention.bias`: causal masks as tensor subclasses."""

from __future__ import annotations

from enum import IntEnum, auto

import torch
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor
from autograd.tensor.torch_function import wrap_layers

__all__ = ["CausalBias", "CausalVariant", "causal_lower_right", "causal_upper_left"]


class CausalVariant(IntEnum):
    """Corner of the attention scores to which a causal mask is aligned."""

    UPPER_LEFT = auto()
    LOWER_RIGHT = auto()


class CausalBias(Tensor):
    """Causal mask of shape (seq_len_q, seq_len_kv), whose repr is that of the mask."""

    @staticmethod
    def __new__(cls, variant, seq_len_q, seq_len_kv):
        wrap_layers()  # so that attention dispatches to `__torch_function__`
        return Tensor._make_subclass(cls, torch.empty(0))

    def __init__(self, variant, seq_len_q, seq_len_kv):
        if not isinstance(variant, CausalVariant):
            raise AssertionError(f"variant must be a CausalVariant, got {type(variant)}")
        self.variant, self.seq_len_q, self.seq_len_kv = variant, seq_len_q, seq_len_kv
        if seq_len_q > seq_len_kv and variant == CausalVariant.LOWER_RIGHT:
            caution(
                "Lower right causal bias will produce NaNs in the output when seq_len_q > "
                "seq_len_kv!")

    def _materialize(self, device=None):
        """Return the mask as a bool tensor: True where a query attends to a key."""
        is_lower_right = self.variant == CausalVariant.LOWER_RIGHT
        mask = torch.ones(self.seq_len_q, self.seq_len_kv, dtype=torch.bool)
        return mask.tril(self.seq_len_kv - self.seq_len_q if is_lower_right else 0)

    def __repr__(self):
        return repr(self._materialize())

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        """Compute attention with the mask; other functions as for any tensor."""
        kwargs = kwargs or {}
        if func is torch.nn.functional.scaled_dot_product_attention:
            return attend_causal(*args, **kwargs)
        return super().__torch_function__(func, types, args, kwargs)


def attend_causal(
        query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor, dropout_p: float = 0.0,
        is_causal: bool = False, scale: float | None = None, enable_gqa: bool = False) -> Tensor:
    """Compute scaled dot product attention with a CausalBias as mask."""
    if is_causal:
        raise ValueError("CausalBias should not be used with causal=True")
    is_causal = attn_mask.variant == CausalVariant.UPPER_LEFT
    is_causal = is_causal or attn_mask.seq_len_q == attn_mask.seq_len_kv
    return torch.nn.functional.scaled_dot_product_attention(
        query, key, value, None if is_causal else attn_mask._materialize(), dropout_p, is_causal,
        scale=scale, enable_gqa=enable_gqa)


def causal_upper_left(*size: int) -> CausalBias:
    """Return a mask by which query 0 attends to key 0 only."""
    if len(size) != 2:
        raise AssertionError("causal_upper_left only supports 2D tensors")
    return CausalBias(CausalVariant.UPPER_LEFT, *size)


def causal_lower_right(*size: int) -> CausalBias:
    """Return a mask by which the last query attends to every key."""
    if len(size) != 2:
        raise AssertionError("causal_lower_right only supports 2D tensors")
    return CausalBias(CausalVariant.LOWER_RIGHT, *size)
