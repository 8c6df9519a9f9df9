"""`torch.nn.attention.bias`: causal masks that `scaled_dot_product_attention` takes by name."""

from __future__ import annotations

from enum import IntEnum, auto
from typing import Any

import torch
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor
from autograd.tensor.torch_function import wrap_layers

__all__ = ["CausalBias", "CausalVariant", "causal_lower_right", "causal_upper_left"]


class CausalVariant(IntEnum):
    """The corner of the scores to which a causal mask is aligned."""

    UPPER_LEFT = auto()
    LOWER_RIGHT = auto()


class CausalBias(Tensor):
    """A causal mask of shape `(seq_len_q, seq_len_kv)`, which prints as what it stands for."""

    @staticmethod
    def __new__(cls, variant, seq_len_q, seq_len_kv):
        wrap_layers()  # attention is to ask the class of its mask
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
        """The mask itself: True where a query may look."""
        late = self.variant == CausalVariant.LOWER_RIGHT
        whole = torch.ones(self.seq_len_q, self.seq_len_kv, dtype=torch.bool)
        return whole.tril(self.seq_len_kv - self.seq_len_q if late else 0)

    def __repr__(self):
        return repr(self._materialize())

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        """Attention with the mask; everything else as for any tensor."""
        kwargs = kwargs or {}
        if func is torch.nn.functional.scaled_dot_product_attention:
            return attend(*args, **kwargs)
        return super().__torch_function__(func, types, args, kwargs)


def attend(
        query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor, dropout_p: float = 0.0,
        is_causal: bool = False, scale: Any = None, enable_gqa: bool = False) -> Tensor:
    """Scaled dot product attention with a CausalBias for its mask."""
    if is_causal:
        raise ValueError("CausalBias should not be used with causal=True")
    early = attn_mask.variant == CausalVariant.UPPER_LEFT
    early = early or attn_mask.seq_len_q == attn_mask.seq_len_kv
    return torch.nn.functional.scaled_dot_product_attention(
        query, key, value, None if early else attn_mask._materialize(), dropout_p, early,
        scale=scale, enable_gqa=enable_gqa)


def causal_upper_left(*size: int) -> CausalBias:
    """A mask by which query 0 sees key 0 only."""
    if len(size) != 2:
        raise AssertionError("causal_upper_left only supports 2D tensors")
    return CausalBias(CausalVariant.UPPER_LEFT, *size)


def causal_lower_right(*size: int) -> CausalBias:
    """A mask by which the last query sees every key."""
    if len(size) != 2:
        raise AssertionError("causal_lower_right only supports 2D tensors")
    return CausalBias(CausalVariant.LOWER_RIGHT, *size)
