"""Transformer modules (`torch/nn/modules/transformer.py`).

Shapes: S source length, T target length, N batch dimension, E `d_model`. `src` is (S, N, E), with
`batch_first` (N, S, E), or (S, E); `tgt` and the output have T in place of S.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from inspect import unwrap
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.functions.creation.tensor_options import check_device
from autograd.functions.nn.multi_head_attention import canonical_mask
from autograd.runtime.execution_state import execution
from autograd.runtime.warnings import caution, warn_once
from autograd.tensor.dtype import get_default_dtype
from autograd.tensor.tensor import wrap
from torch.amp.autocast_mode import is_autocast_enabled
from torch.backends import mha
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.activation import GELU, ReLU
from torch.nn.modules.attention import MultiheadAttention
from torch.nn.modules.container import ModuleList
from torch.nn.modules.dropout import Dropout
from torch.nn.modules.linear import Linear
from torch.nn.modules.module import Module
from torch.nn.modules.normalization import LayerNorm

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

NESTED_TENSOR_PROTOTYPE = (
    "The PyTorch API of nested tensors is in prototype stage and will change in the near future. "
    "We recommend specifying layout=torch.jagged when constructing a nested tensor, as this layout "
    "receives active development, has better operator coverage, and works with torch.compile."
)


def _generate_square_subsequent_mask(sz, device=None, dtype=None):
    """Return a causal mask of shape (sz, sz): -inf above the diagonal, else 0."""
    check_device(device)
    dtype = (dtype or get_default_dtype()).numpy
    return wrap(np.triu(np.full((sz, sz), -np.inf, dtype), 1))


def _detect_is_causal_mask(mask, is_causal=None, size=None) -> bool:
    """Return `is_causal` if it is given, else whether `mask` is a causal mask."""
    if is_causal is not None or mask is None:
        return is_causal is True
    size = mask.size(-2) if size is None else size
    causal = np.triu(np.full((size, size), -np.inf), 1)
    return mask._array.shape == causal.shape and bool((mask._array == causal).all())


def _get_seq_len(src, batch_first) -> int:
    """Return the sequence length of `src`, whose `is_nested` torch reads first."""
    if src.is_nested:
        return 0
    return src.size(0) if src.dim() == 2 else src.size(1 if batch_first else 0)


def as_activation_function(activation: Callable[..., Any] | str) -> Callable[..., Any]:
    """Return an activation function given by name, or the function itself."""
    return _get_activation_fn(activation) if isinstance(activation, str) else activation


def _get_activation_fn(activation):
    """Return the function named "relu" or "gelu"."""
    if activation not in ("relu", "gelu"):
        raise RuntimeError(f"activation should be relu/gelu, not {activation}")
    return getattr(F, activation)


def _get_clones(module, N) -> ModuleList:
    """Return N copies of a module, each with its own parameters."""
    return ModuleList([copy.deepcopy(module) for _ in range(N)])


def _add_feed_forward(layer, d_model, dim_feedforward, dropout, eps, options):
    """Add the feed-forward network and two norms, in the order in which torch draws numbers."""
    layer.linear1 = Linear(d_model, dim_feedforward, **options)
    layer.dropout = Dropout(dropout)
    layer.linear2 = Linear(dim_feedforward, d_model, **options)
    layer.norm1 = LayerNorm(d_model, eps=eps, **options)
    layer.norm2 = LayerNorm(d_model, eps=eps, **options)


class TransformerEncoderLayer(Module):
    """Self-attention followed by a feed-forward network, with residuals and layer norms."""

    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu,
                 layer_norm_eps=1e-5, batch_first=False, norm_first=False, bias=True, device=None,
                 dtype=None):
        super().__init__()
        options = {"bias": bias, "device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout,
                                            batch_first=batch_first, **options)
        _add_feed_forward(self, d_model, dim_feedforward, dropout, layer_norm_eps, options)
        self.norm_first = norm_first
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.activation = as_activation_function(activation)
        self.activation_relu_or_gelu = 0
        function = unwrap(self.activation)  # tensor subclasses of the user wrap torch's functions
        if function is unwrap(F.relu) or isinstance(activation, ReLU):
            self.activation_relu_or_gelu = 1
        elif function is unwrap(F.gelu) or isinstance(activation, GELU):
            self.activation_relu_or_gelu = 2

    def forward(
            self, src: Tensor, src_mask: Tensor | None = None,
            src_key_padding_mask: Tensor | None = None, is_causal: bool = False) -> Tensor:
        dtype = getattr(src.dtype, "numpy", None)  # if src is no tensor, attention raises
        padding = canonical_mask(
            src_key_padding_mask, "src_key_padding_mask", src_mask, "src_mask", dtype
        )
        mask = canonical_mask(src_mask, "src_mask", None, "", dtype, False)
        x = src
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), mask, padding, is_causal)
            return x + self._ff_block(self.norm2(x))
        x = self.norm1(x + self._sa_block(x, mask, padding, is_causal))
        return self.norm2(x + self._ff_block(x))

    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal=False):
        x = self.self_attn(x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask,
                           need_weights=False, is_causal=is_causal)[0]
        return self.dropout1(x)

    def _ff_block(self, x):
        x = self.linear2(self.dropout(self.activation(self.linear1(x))))
        return self.dropout2(x)


class TransformerDecoderLayer(Module):
    """Self-attention, attention to the encoder's output `memory`, feed-forward network."""

    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu,
                 layer_norm_eps=1e-5, batch_first=False, norm_first=False, bias=True, device=None,
                 dtype=None):
        super().__init__()
        options = {"bias": bias, "device": device, "dtype": dtype}
        heads = {"dropout": dropout, "batch_first": batch_first, **options}
        self.self_attn = MultiheadAttention(d_model, nhead, **heads)
        self.multihead_attn = MultiheadAttention(d_model, nhead, **heads)
        _add_feed_forward(self, d_model, dim_feedforward, dropout, layer_norm_eps, options)
        self.norm_first = norm_first
        self.norm3 = LayerNorm(d_model, eps=layer_norm_eps, **options)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.dropout3 = Dropout(dropout)
        self.activation = as_activation_function(activation)

    def forward(
            self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None,
            memory_mask: Tensor | None = None, tgt_key_padding_mask: Tensor | None = None,
            memory_key_padding_mask: Tensor | None = None,
            tgt_is_causal: bool = False, memory_is_causal: bool = False) -> Tensor:
        self_args = (tgt_mask, tgt_key_padding_mask, tgt_is_causal)
        memory_args = (memory, memory_mask, memory_key_padding_mask, memory_is_causal)
        x = tgt
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), *self_args)
            x = x + self._mha_block(self.norm2(x), *memory_args)
            return x + self._ff_block(self.norm3(x))
        x = self.norm1(x + self._sa_block(x, *self_args))
        x = self.norm2(x + self._mha_block(x, *memory_args))
        return self.norm3(x + self._ff_block(x))

    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal=False):
        x = self.self_attn(x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask,
                           is_causal=is_causal, need_weights=False)[0]
        return self.dropout1(x)

    def _mha_block(self, x, mem, attn_mask, key_padding_mask, is_causal=False):
        x = self.multihead_attn(x, mem, mem, attn_mask=attn_mask,
                                key_padding_mask=key_padding_mask, is_causal=is_causal,
                                need_weights=False)[0]
        return self.dropout2(x)

    def _ff_block(self, x):
        x = self.linear2(self.dropout(self.activation(self.linear1(x))))
        return self.dropout3(x)


class TransformerEncoder(Module):
    """Stack of `num_layers` copies of an encoder layer."""

    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True,
                 mask_check=True):
        super().__init__()
        self.layers = _get_clones(encoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm
        self.enable_nested_tensor = enable_nested_tensor
        self.mask_check = mask_check
        reason = reason_against_nested_tensor(encoder_layer)
        self.use_nested_tensor = enable_nested_tensor and not reason
        if enable_nested_tensor and reason:
            caution(
                "enable_nested_tensor is True, but self.use_nested_tensor is False because "
                f"{reason}")

    def forward(
            self, src: Tensor, mask: Tensor | None = None,
            src_key_padding_mask: Tensor | None = None, is_causal: bool | None = None) -> Tensor:
        dtype = getattr(src.dtype, "numpy", None)  # if src is no tensor, attention raises
        padding = canonical_mask(
            src_key_padding_mask, "src_key_padding_mask", mask, "mask", dtype
        )
        mask = canonical_mask(mask, "mask", None, "", dtype, False)
        nested = mask is None and padding is not None and uses_nested_tensor(self, src, padding)
        size = _get_seq_len(src, self.layers[0].self_attn.batch_first)
        is_causal = _detect_is_causal_mask(mask, is_causal, size)
        output = src
        for layer in self.layers:
            output = layer(output, src_mask=mask, is_causal=is_causal,
                           src_key_padding_mask=padding)
        if nested:
            output = output.masked_fill((padding != 0).unsqueeze(-1), 0.0)
        return output if self.norm is None else self.norm(output)


def uses_nested_tensor(encoder: TransformerEncoder, src: Tensor, padding: Tensor) -> bool:
    """Return True, with torch's warning, if torch computes on a nested tensor without padding.

    It does if nothing is recorded or trained and no padding (where `padding` is not 0) comes
    before an entry of its sequence. Its output has zeros there.
    """
    first = encoder.layers[0]
    if not encoder.use_nested_tensor or not mha.get_fastpath_enabled() or first.training:
        return False
    if src.dim() != 3 or is_autocast_enabled():
        return False
    if execution.grad_enabled and any(x.requires_grad for x in (src, *first.parameters())):
        return False
    hidden = padding != 0
    if encoder.mask_check and bool((hidden[:, :-1] & ~hidden[:, 1:]).any()):
        return False
    warn_once(NESTED_TENSOR_PROTOTYPE, at="aten/src/ATen/NestedTensorImpl.cpp:177")
    return True


def reason_against_nested_tensor(layer: Module) -> str:
    """Return torch's reason not to compute on nested tensors, or an empty string."""
    if not isinstance(layer, TransformerEncoderLayer):
        return "encoder_layer was not TransformerEncoderLayer"
    attention = layer.self_attn
    reasons = {
        ".norm_first was True": layer.norm_first,
        ".self_attn.batch_first was not True(use batch_first for better inference performance)":
            not attention.batch_first,
        ".self_attn._qkv_same_embed_dim was not True": not attention._qkv_same_embed_dim,
        ".self_attn was passed bias=False": attention.in_proj_bias is None,
        ".activation_relu_or_gelu was not True": not layer.activation_relu_or_gelu,
        ".norm1.eps was not equal to encoder_layer.norm2.eps": layer.norm1.eps != layer.norm2.eps,
        ".self_attn.num_heads is odd": attention.num_heads % 2 == 1,
    }
    return next((f"encoder_layer{text}" for text, holds in reasons.items() if holds), "")


class TransformerDecoder(Module):
    """Stack of `num_layers` copies of a decoder layer."""

    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = _get_clones(decoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def forward(
            self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None,
            memory_mask: Tensor | None = None, tgt_key_padding_mask: Tensor | None = None,
            memory_key_padding_mask: Tensor | None = None,
            tgt_is_causal: bool | None = None, memory_is_causal: bool = False) -> Tensor:
        size = _get_seq_len(tgt, self.layers[0].self_attn.batch_first)
        tgt_is_causal = _detect_is_causal_mask(tgt_mask, tgt_is_causal, size)
        output = tgt
        for layer in self.layers:
            output = layer(
                output, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
                tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=tgt_is_causal,
                memory_is_causal=memory_is_causal,
            )
        return output if self.norm is None else self.norm(output)


class Transformer(Module):
    """Encoder-decoder transformer."""

    def __init__(self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6,
                 dim_feedforward=2048, dropout=0.1, activation=F.relu, custom_encoder=None,
                 custom_decoder=None, layer_norm_eps=1e-5, batch_first=False, norm_first=False,
                 bias=True, device=None, dtype=None):
        super().__init__()
        options = {"bias": bias, "device": device, "dtype": dtype}
        layer = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first,
                 norm_first)
        self.encoder = custom_encoder or TransformerEncoder(
            TransformerEncoderLayer(*layer, **options), num_encoder_layers,
            LayerNorm(d_model, eps=layer_norm_eps, **options),
        )
        self.decoder = custom_decoder or TransformerDecoder(
            TransformerDecoderLayer(*layer, **options), num_decoder_layers,
            LayerNorm(d_model, eps=layer_norm_eps, **options),
        )
        self._reset_parameters()
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def _reset_parameters(self):
        for parameter in self.parameters():
            if parameter.dim() > 1:
                init.xavier_uniform_(parameter)

    def forward(
            self, src: Tensor, tgt: Tensor, src_mask: Tensor | None = None,
            tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None,
            src_key_padding_mask: Tensor | None = None, tgt_key_padding_mask: Tensor | None = None,
            memory_key_padding_mask: Tensor | None = None, src_is_causal: bool | None = None,
            tgt_is_causal: bool | None = None, memory_is_causal: bool = False
    ) -> Tensor:
        batched, batch = src.dim() == 3, 0 if self.batch_first else 1
        if src.size(batch) != tgt.size(batch) and batched:
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask,
                              is_causal=src_is_causal)
        return self.decoder(
            tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )

    @staticmethod
    def generate_square_subsequent_mask(sz: int, device: Any = None, dtype: Any = None) -> Tensor:
        """Return a causal mask of shape (sz, sz): -inf above the diagonal, else 0."""
        return _generate_square_subsequent_mask(sz, device, dtype)
