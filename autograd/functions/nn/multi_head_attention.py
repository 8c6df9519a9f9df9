"""Multi-head attention, in the steps of `torch.nn.functional`."""

from __future__ import annotations

import math
import numpy as np
from typing import Any

from autograd.functions.linalg.matmul import bmm
from autograd.functions.nn.activations import softmax
from autograd.functions.nn.dropout import dropout
from autograd.functions.nn.linear import linear
from autograd.functions.nn.padding import pad
from autograd.functions.nn.scaled_dot_product_attention import scaled_dot_product_attention
from autograd.functions.shape.concatenation import cat
from autograd.functions.shape.split import chunk, split
from autograd.runtime.c_types import type_name
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor, wrap



def multi_head_attention_forward(
        query: Tensor, key: Tensor, value: Tensor, embed_dim_to_check: int, num_heads: int,
        in_proj_weight: Tensor, in_proj_bias: Tensor | None, bias_k: Any, bias_v: Any,
        add_zero_attn: bool, dropout_p: float, out_proj_weight: Tensor,
        out_proj_bias: Tensor | None, training: bool = True, key_padding_mask: Tensor | None = None,
        need_weights: bool = True, attn_mask: Any = None,
        use_separate_proj_weight: bool = False, q_proj_weight: Any = None,
        k_proj_weight: Any = None, v_proj_weight: Any = None, static_k: Any = None,
        static_v: Any = None, average_attn_weights: bool = True, is_causal: bool = False
) -> tuple[Tensor, Tensor | None]:
    """Return multi-head attention over (length, batch, features), in torch's steps.

    The second result is the attention weights, None unless `need_weights`.
    """
    batched = check_shapes(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not batched:
        query, key, value = add_batch_dim(query, key, value)
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    length, batch, features = query._array.shape
    padding = canonical_mask(key_padding_mask, "key_padding_mask", attn_mask, "attn_mask",
                             query._array.dtype)
    attn_mask, is_causal = resolve_mask(attn_mask, padding, is_causal, need_weights, query)
    check_embedding_size(
        features, embed_dim_to_check, num_heads, key, value, use_separate_proj_weight)
    if use_separate_proj_weight:
        weights = (q_proj_weight, k_proj_weight, v_proj_weight)
        q, k, v = project_separately(query, key, value, weights, in_proj_bias)
    else:
        q, k, v = project_packed(query, key, value, in_proj_weight, in_proj_bias)
    attn_mask = expand_mask(attn_mask, length, key.size(0), batch * num_heads)
    check_biases(bias_k, bias_v, static_k, static_v)
    k, v, attn_mask, padding = append_bias(k, v, bias_k, bias_v, batch, attn_mask, padding)
    q, k, v = (split_heads(x, batch * num_heads, features // num_heads) for x in (q, k, v))
    k, v = use_static(k, static_k, "k"), use_static(v, static_v, "v")
    if add_zero_attn:
        k, v, attn_mask, padding = append_zeros(k, v, attn_mask, padding)
    attn_mask = merge_masks(attn_mask, padding, batch, num_heads, k.size(1))
    sizes, dropped = (length, batch, num_heads, features), dropout_p if training else 0.0
    if need_weights:
        output, shares = attend_with_weights(q, k, v, attn_mask, dropped, sizes)
        shares = shares.view(batch, num_heads, length, k.size(1))
        shares = shares.mean(dim=1) if average_attn_weights else shares
    else:
        output, shares = attend_without_weights(q, k, v, attn_mask, dropped, is_causal, sizes), None
    output = linear(output, out_proj_weight, out_proj_bias)
    output = output.view(length, batch, output.size(1))
    return (output, shares) if batched else remove_batch_dim(output, shares)


def remove_batch_dim(output: Tensor, weights: Any) -> tuple[Tensor, Tensor | None]:
    """Return output and attention weights without the batch dimension."""
    return output.squeeze(1), None if weights is None else weights.squeeze(0)


def add_batch_dim(query: Tensor, key: Tensor, value: Tensor) -> tuple[Tensor, ...]:
    """Add a batch dimension to all three; tensors that are identical stay so."""
    batched_query = query.unsqueeze(1)
    k = batched_query if key is query else key.unsqueeze(1)
    v = k if value is key else batched_query if value is query else value.unsqueeze(1)
    return batched_query, k, v


def check_shapes(
        query: Tensor, key: Tensor, value: Tensor, padding: Tensor | None, mask: Tensor | None,
        num_heads: int) -> bool:
    """Return True if there is a batch dimension; AssertionError for shapes that do not match."""
    dims = query.dim()
    if dims not in (2, 3):
        raise AssertionError(
            f"query should be unbatched 2D or batched 3D tensor but received {dims}-D query tensor"
        )
    start = f"For {'batched' if dims == 3 else 'unbatched'} ({dims}-D) `query`, expected "
    if key.dim() != dims or value.dim() != dims:
        raise AssertionError(
            f"{start}`key` and `value` to be {dims}-D but found {key.dim()}-D and {value.dim()}-D "
            "tensors respectively"
        )
    if padding is not None and padding.dim() != dims - 1:
        raise AssertionError(
            f"{start}`key_padding_mask` to be `None` or {dims - 1}-D but found {padding.dim()}-D "
            "tensor instead"
        )
    if mask is not None and mask.dim() not in (2, 3):
        raise AssertionError(
            f"{start}`attn_mask` to be `None`, 2-D or 3-D but found {mask.dim()}-D tensor instead"
        )
    expected = (num_heads, query.shape[0], key.shape[0])
    if dims == 2 and mask is not None and mask.dim() == 3 and mask.shape != expected:
        raise AssertionError(f"Expected `attn_mask` shape to be {expected} but got {mask.shape}")
    return dims == 3


def resolve_mask(
        mask: Tensor | None, padding: Tensor | None, is_causal: bool, need_weights: bool,
        query: Tensor) -> tuple[Tensor | None, bool]:
    """Return the mask as floats, and whether `is_causal` replaces it."""
    if is_causal and mask is None:
        raise RuntimeError(
            "Need attn_mask if specifying the is_causal hint. You may use the Transformer module "
            "method `generate_square_subsequent_mask` to create this mask."
        )
    if is_causal and padding is None and not need_weights:
        return None, True
    mask = canonical_mask(mask, "attn_mask", None, "", query._array.dtype, False)
    return mask, is_causal and padding is None


def check_embedding_size(
        features: int, expected: int, num_heads: int, key: Tensor, value: Tensor, separate: bool
) -> None:
    """Raise AssertionError unless the features match `num_heads`, and keys match values."""
    if features != expected:
        raise AssertionError(f"was expecting embedding dimension of {expected}, but got {features}")
    if features % num_heads:
        raise AssertionError(f"embed_dim {features} not divisible by num_heads {num_heads}")
    if separate and key.shape[:2] != value.shape[:2]:
        raise AssertionError(
            f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}"
        )
    if not separate and key.shape != value.shape:
        raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")


def project_packed(
        q: Tensor, k: Tensor, v: Tensor, weight: Tensor, bias: Tensor | None = None
) -> tuple[Tensor, ...]:
    """Project queries, keys and values by one packed weight, in as few products as torch."""
    size = q.size(-1)
    if q is k and k is v:
        return unpack_projection(linear(q, weight, bias), 3, size)
    if k is v:
        w_q, w_kv = split(weight, [size, 2 * size])
        b_q, b_kv = (None, None) if bias is None else split(bias, [size, 2 * size])
        return linear(q, w_q, b_q), *unpack_projection(linear(k, w_kv, b_kv), 2, size)
    biases = (None,) * 3 if bias is None else chunk(bias, 3)
    return tuple(linear(x, w, b) for x, w, b in zip((q, k, v), chunk(weight, 3), biases))


def unpack_projection(projected: Tensor, count: int, size: int) -> tuple[Tensor, ...]:
    """Split the features of a packed projection into `count` projections."""
    stacked = projected.unflatten(-1, (count, size)).unsqueeze(0).transpose(0, -2).squeeze(-2)
    stacked = stacked.contiguous()
    return tuple(stacked[i] for i in range(count))


def project_separately(
        q: Tensor, k: Tensor, v: Tensor, weights: tuple[Any, ...], bias: Tensor | None
) -> tuple[Tensor, ...]:
    """Project queries, keys and values by a weight each; AssertionError for other shapes."""
    for name, x, w in zip(("query", "key", "value"), (q, k, v), weights):
        if w.shape != (size := (q.size(-1), x.size(-1))):
            raise AssertionError(f"expecting {name} weights shape of {size}, but got {w.shape}")
    biases = (None,) * 3 if bias is None else chunk(bias, 3)
    return tuple(linear(x, w, b) for x, w, b in zip((q, k, v), weights, biases))


def append_bias(
        k: Tensor, v: Tensor, bias_k: Any, bias_v: Any, batch: int, mask: Tensor | None,
        padding: Tensor | None) -> tuple[Any, ...]:
    """Append a learned row to keys and values, and a column to the masks."""
    if bias_k is None or bias_v is None:
        return k, v, mask, padding
    k, v = (cat([x, b.repeat(1, batch, 1)]) for x, b in ((k, bias_k), (v, bias_v)))
    mask, padding = (None if m is None else pad(m, (0, 1)) for m in (mask, padding))
    return k, v, mask, padding


def split_heads(x: Any, rows: int, size: int) -> Tensor:
    """Reshape (length, batch, features) to (batch * heads, length, size)."""
    return x.contiguous().view(x.size(0), rows, size).transpose(0, 1)


def attend_with_weights(
        q: Tensor, k: Tensor, v: Tensor, mask: Any, dropout_p: float, sizes: tuple[int, ...]
) -> tuple[Tensor, ...]:
    """Return the output of the heads in rows, and the attention weights."""
    length, batch, _, features = sizes
    scaled = q * math.sqrt(1.0 / float(q.size(2)))
    k_transposed = k.transpose(-2, -1)
    scores = bmm(scaled, k_transposed) if mask is None else mask.baddbmm(scaled, k_transposed)
    weights = softmax(scores, -1)
    if dropout_p > 0.0:
        weights = dropout(weights, dropout_p)
    output = bmm(weights, v).transpose(0, 1).reshape(length * batch, features)
    return output, weights


def attend_without_weights(
        q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, dropout_p: float, is_causal: bool,
        sizes: tuple[int, ...]) -> Tensor:
    """Return the output of the heads in rows."""
    length, batch, num_heads, features = sizes
    if mask is not None:
        is_single = mask.size(0) == 1 and mask.dim() == 3
        mask = mask.unsqueeze(0) if is_single else mask.view(batch, num_heads, -1, k.size(1))
    q, k, v = (x.reshape(batch, num_heads, x.size(1), x.size(2)) for x in (q, k, v))
    result = scaled_dot_product_attention(q, k, v, mask, dropout_p, is_causal)
    return result.permute(2, 0, 1, 3).reshape(batch * length, features)


# --- Masks -------------------------------------------------------------------------------------


def is_float_mask(mask: Tensor) -> bool:
    """Return True if a mask has a floating dtype; TypeError if it is no tensor."""
    if not isinstance(mask, Tensor):
        raise TypeError("is_floating_point(): argument 'input' (position 1) must be Tensor, not "
                        + type_name(mask))
    return mask._array.dtype.kind in "fV"


def canonical_mask(
        mask: Tensor | None, name: str, other: Tensor | None, other_name: str,
        dtype: np.dtype | None, check_other: bool = True) -> Tensor | None:
    """Convert a bool mask to floats that are added to scores; None stays None.

    Warns if the dtype differs from that of `other`, the other mask.
    """
    if not isinstance(other, Tensor | None):
        raise RuntimeError("input to _none_or_dtype() must be None or torch.Tensor")
    if mask is None:
        return None
    mask_dtype, floats = mask.dtype, is_float_mask(mask)
    numpy_dtype = mask_dtype.numpy
    if numpy_dtype.kind != "b" and not floats:
        raise AssertionError(f"only bool and floating types of {name} are supported")
    if check_other and other is not None and numpy_dtype != other._array.dtype:
        caution(
            f"Support for mismatched {name} and {other_name} is deprecated. Use same type for both "
            "instead.")
    if numpy_dtype.kind == "b":
        return wrap(np.where(mask._array, -np.inf, 0).astype(dtype))
    return mask


def expand_mask(mask: Any, length: int, keys: int, rows: int) -> Tensor | None:
    """Return the mask with a dimension for heads; RuntimeError for other shapes."""
    if mask is None:
        return mask
    expected = {2: (length, keys), 3: (rows, length, keys)}.get(mask.dim())
    if expected is None:
        raise RuntimeError(f"attn_mask's dimension {mask.dim()} is not supported")
    if mask._array.shape != expected:
        raise RuntimeError(
            f"The shape of the {mask.dim()}D attn_mask is {mask.shape}, but should be {expected}."
        )
    return mask.unsqueeze(0) if mask.dim() == 2 else mask


def merge_masks(
        mask: Tensor | None, padding: Tensor | None, batch: int, num_heads: int, keys: int
) -> Tensor | None:
    """Add the key padding mask to the attention mask, one for each head."""
    if padding is None:
        return mask
    for i, length in enumerate((batch, keys)):
        if padding.size(i) != length:
            raise AssertionError(
                f"Expected key_padded_mask.shape[{i}] to be {length}, but got {padding.size(i)}")
    padding = padding.view(batch, 1, 1, keys).expand(-1, num_heads, -1, -1)
    padding = padding.reshape(batch * num_heads, 1, keys)
    return padding if mask is None else mask + padding


def check_biases(bias_k: Any, bias_v: Any, static_k: Any, static_v: Any) -> None:
    """Raise AssertionError unless both biases are given, without static keys or values, or none."""
    if bias_k is not None and bias_v is not None:
        for name, static in (("key", static_k), ("value", static_v)):
            if static is not None:
                raise AssertionError(f"bias cannot be added to static {name}.")
    elif bias_k is not None:
        raise AssertionError("bias_k is set but bias_v is None")
    elif bias_v is not None:
        raise AssertionError("bias_v is set but bias_k is None")


def use_static(x: Tensor, static: Any, name: str) -> Tensor:
    """Return the static keys or values if given, else `x`; AssertionError if sizes differ."""
    if static is None:
        return x
    for i in (0, 2):
        if static.size(i) != x.size(i):
            raise AssertionError(
                f"expecting static_{name}.size({i}) of {x.size(i)}, but got {static.size(i)}")
    return static


def append_zeros(k: Tensor, v: Tensor, attn_mask: Tensor | None, padding: Any) -> Any:
    """Append a row of zeros to keys and values, and a column to the masks."""
    k, v = (cat([x, x.new_zeros((x.size(0), 1, x.size(2)))], 1) for x in (k, v))
    return k, v, *(None if m is None else pad(m, (0, 1)) for m in (attn_mask, padding))
