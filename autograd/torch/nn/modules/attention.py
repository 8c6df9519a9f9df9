"""MultiheadAttention, which torch has in `torch/nn/modules/activation.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autograd.functions.nn.multi_head_attention import is_float_mask, multi_head_attention_forward
from torch import empty
from torch.nn import init
from torch.nn.modules.linear import NonDynamicallyQuantizableLinear
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class MultiheadAttention(Module):
    """Attention of `num_heads` heads; returns the output and the attention weights.

    Shapes: `query` and output (L, N, E), `key` and `value` (S, N, E), weights (N, L, S), with
    `batch_first` N first; inputs without N are allowed.
    """

    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False,
                 add_zero_attn=False, kdim=None, vdim=None, batch_first=False, device=None,
                 dtype=None):
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(
                f"embed_dim and num_heads must be greater than 0, got embed_dim={embed_dim} and "
                f"num_heads={num_heads} instead"
            )
        super().__init__()
        self.embed_dim = embed_dim
        self.kdim = kdim if kdim is not None else embed_dim
        self.vdim = vdim if vdim is not None else embed_dim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError("embed_dim must be divisible by num_heads")
        options = {"device": device, "dtype": dtype}
        self._register_weights(bias, options)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, **options)
        self.bias_k = self.bias_v = None
        if add_bias_kv:
            self.bias_k = Parameter(empty((1, 1, embed_dim), **options))
            self.bias_v = Parameter(empty((1, 1, embed_dim), **options))
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _register_weights(self, bias, options):
        size = self.embed_dim
        shapes = {"q_proj_weight": (size, size), "k_proj_weight": (size, self.kdim),
                  "v_proj_weight": (size, self.vdim), "in_proj_weight": None}
        if self._qkv_same_embed_dim:
            shapes = {"in_proj_weight": (3 * size, size), "q_proj_weight": None,
                      "k_proj_weight": None, "v_proj_weight": None}
        shapes["in_proj_bias"] = (3 * size,) if bias else None
        for name, shape in shapes.items():
            parameter = None if shape is None else Parameter(empty(shape, **options))
            self.register_parameter(name, parameter)

    def _reset_parameters(self):
        for name in ("in_proj_weight", "q_proj_weight", "k_proj_weight", "v_proj_weight"):
            weight = getattr(self, name)
            if weight is not None:
                init.xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                init.xavier_normal_(bias)

    def forward(
            self, query: Tensor, key: Tensor, value: Tensor, key_padding_mask: Tensor | None = None,
            need_weights: bool = True, attn_mask: Tensor | None = None,
            average_attn_weights: bool = True, is_causal: bool = False
    ) -> tuple[Tensor, Tensor | None]:
        for mask in (attn_mask, key_padding_mask):
            if mask is not None and is_float_mask(mask):
                break
        transpose = query.dim() == 3 and self.batch_first
        if key.is_nested or value.is_nested:
            raise NotImplementedError("Tapescope has no nested tensors: pad the sequences.")
        if transpose:
            query, key, value = swap_batch_and_length(query, key, value)
        output, weights = multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight,
            self.in_proj_bias, self.bias_k, self.bias_v, self.add_zero_attn, self.dropout,
            self.out_proj.weight, self.out_proj.bias, training=self.training,
            key_padding_mask=key_padding_mask, need_weights=need_weights, attn_mask=attn_mask,
            use_separate_proj_weight=not self._qkv_same_embed_dim,
            q_proj_weight=self.q_proj_weight, k_proj_weight=self.k_proj_weight,
            v_proj_weight=self.v_proj_weight, average_attn_weights=average_attn_weights,
            is_causal=is_causal,
        )
        return (output.transpose(1, 0) if transpose else output), weights


def swap_batch_and_length(
        query: Tensor, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Return the three with dimensions 0 and 1 swapped; equal objects stay equal objects."""
    if key is value:
        if query is key:
            query = query.transpose(1, 0)
            return query, query, query
        query, key = query.transpose(1, 0), key.transpose(1, 0)
        return query, key, key
    return tuple(x.transpose(1, 0) for x in (query, key, value))


MultiheadAttention.__module__ = "torch.nn.modules.activation"
