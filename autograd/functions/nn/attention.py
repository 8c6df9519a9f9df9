"""Attention of `torch.nn.functional`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_lower_precision
from autograd.functions.linalg.matmul import bmm
from autograd.functions.nn.activations import softmax
from autograd.functions.nn.attention_masks import (
    canonical_mask, check_biases, expand_mask, merge_masks, use_static, append_zeros)
from autograd.functions.nn.dropout import dropout
from autograd.functions.nn.interpolate import pad
from autograd.functions.nn.linear_embedding import linear
from autograd.functions.nn.sdp_backend import (
    check_math_operands, is_expandable, is_fusable_mask, use_fused_kernel)
from autograd.functions.shape.shapes import cat
from autograd.functions.shape.split import chunk, split
from autograd.kernels.sampling import C_NAMES
from autograd.runtime.function_record import GIVEN, NN_BUILTIN, Bool, Native, declare
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import bool_, float32, of_array
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

# --- The scaled dot product --------------------------------------------------------------------


@autocast_lower_precision
@declare(
    native=Native("torch.nn", "scaled_dot_product_attention"),
    bools=(
        Bool("is_causal", "scaled_dot_product_attention", GIVEN),
        Bool("enable_gqa", "scaled_dot_product_attention", GIVEN),
    ),
    home=NN_BUILTIN,
)
def scaled_dot_product_attention(
        query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None = None,
        dropout_p: float = 0.0, is_causal: bool = False, scale: Any = None, enable_gqa: bool = False
) -> Tensor:
    """Return `softmax(scale * query @ key.T + mask) @ value` over the last two dimensions."""
    check_operands(query, key, value)
    check_mask_dtype(attn_mask, query, dropout_p)
    if enable_gqa:
        key, value = (x.repeat_interleave(query.size(-3) // x.size(-3), -3) for x in (key, value))
    factor = 1 / math.sqrt(query.size(-1) or 1) if scale is None else scale
    learns_mask = attn_mask is not None and attn_mask.requires_grad
    attn_mask = as_additive_mask(attn_mask, query)
    fused = query.dim() == 4 and is_fusable_mask(attn_mask, query, key) and not dropout_p and (
        not learns_mask and query.size(-1) == key.size(-1) == value.size(-1)
        and key.numel() and query.numel() and query._array.dtype.kind in "fV"
        and query._array.shape[:2] == key._array.shape[:2] == value._array.shape[:2]
        and all(x.size(-1) == 1 or x.stride(-1) == 1 for x in (query, key, value))
    )
    if use_fused_kernel(query, key, value, dropout_p, fused):
        params = {"scale": factor, "is_causal": bool(is_causal)}
        return apply(ops.flash_attention, (query, key, value, attn_mask), params)[0]
    check_math_operands(query, attn_mask, is_causal)
    if is_causal:
        attn_mask = as_additive_mask(wrap(np.tri(query.size(-2), key.size(-2), dtype=bool)), query)
    return attention_math(query, key, value, attn_mask, dropout_p, factor)


def check_operands(query: Tensor, key: Tensor, value: Tensor) -> None:
    """Raise RuntimeError unless query, key and value have one dtype and two or more dimensions."""
    if len({x._array.dtype for x in (query, key, value)}) > 1:
        raise RuntimeError(
            "Expected query, key, and value to have the same dtype, but got query.dtype: "
            f"{c_name(query)} key.dtype: {c_name(key)} and value.dtype: {c_name(value)} instead."
        )
    if min(x.dim() for x in (query, key, value)) < 2:
        raise RuntimeError(
            "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: "
            f"{query.dim()} key.dim: {key.dim()} and value.dim: {value.dim()} instead."
        )


def c_name(tensor: Tensor) -> str:
    """The dtype of a tensor as torch's C++ has it."""
    return C_NAMES[of_array(tensor._array).name]


def check_mask_dtype(mask: Tensor | None, query: Tensor, dropout_p: float) -> None:
    """Raise RuntimeError for a mask of another dtype or a dropout probability above 1."""
    if mask is not None and mask.dtype not in (bool_, float32, query.dtype):
        raise RuntimeError(
            "Expected attn_mask dtype to be bool or float or to match query dtype, but got "
            f"attn_mask.dtype: {c_name(mask)} and  query.dtype: {c_name(query)} instead.")
    if dropout_p > 1:
        raise RuntimeError(
            f"dropout probability has to be between 0 and 1, but got {dropout_p:g}")


def as_additive_mask(mask: Tensor | None, like: Tensor) -> Tensor | None:
    """Convert a bool mask to an additive one: 0 where it is True, -inf elsewhere."""
    if mask is None or mask._array.dtype != bool:
        return mask
    return wrap(np.where(mask._array, 0, -np.inf).astype(like._array.dtype))


def attention_math(
        query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, dropout_p: float,
        factor: float) -> Tensor:
    """Compute attention by single ops, as without a fused kernel; half types in float32."""
    kind = query.dtype
    if kind.itemsize == 2:
        wide = [x.float() for x in (query, key, value)]
        return attention_math(*wide, mask, dropout_p, factor).to(kind)
    root = math.sqrt(abs(factor))
    left = apply(ops.mul_number, (query,), {"other": math.copysign(root, factor)})
    right = apply(ops.mul_number, (key.transpose(-2, -1),), {"other": root})
    scores = left @ right
    if mask is not None:
        scores = scores + mask if is_expandable(mask, scores.shape) else scores.add_(mask)
    shares = apply(ops.safe_softmax, (scores,), {"dim": wrap_dim(-1, scores.dim())})
    if dropout_p > 0:
        shares = dropout(shares, dropout_p, True)
    return shares @ value


# --- Several heads -----------------------------------------------------------------------------


def multi_head_attention_forward(
        query: Tensor, key: Tensor, value: Tensor, embed_dim_to_check: int, num_heads: int,
        in_proj_weight: Tensor, in_proj_bias: Tensor | None, bias_k: Any, bias_v: Any,
        add_zero_attn: bool, dropout_p: float, out_proj_weight: Tensor,
        out_proj_bias: Tensor | None, training: bool = True, key_padding_mask: Tensor | None = None,
        need_weights: bool = True, attn_mask: Any = None,
        use_separate_proj_weight: bool = False, q_proj_weight: Any = None,
        k_proj_weight: Any = None, v_proj_weight: Any = None, static_k: Any = None,
        static_v: Any = None, average_attn_weights: bool = True, is_causal: bool = False
) -> tuple[Tensor | Tensor | None, ...]:
    """Return multi-head attention over (length, batch, features), in torch's steps.

    The second result are the weights of each query for each key, None unless `need_weights`.
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


def remove_batch_dim(output: Tensor, shares: Any) -> Any:
    """Return output and attention weights without the batch dimension."""
    return output.squeeze(1), None if shares is None else shares.squeeze(0)


def add_batch_dim(query: Tensor, key: Tensor, value: Tensor) -> tuple[Tensor, ...]:
    """Add a batch dimension to all three; what was one tensor stays one."""
    wide = query.unsqueeze(1)
    k = wide if key is query else key.unsqueeze(1)
    v = k if value is key else wide if value is query else value.unsqueeze(1)
    return wide, k, v


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
    wanted = (num_heads, query.shape[0], key.shape[0])
    if dims == 2 and mask is not None and mask.dim() == 3 and mask.shape != wanted:
        raise AssertionError(f"Expected `attn_mask` shape to be {wanted} but got {mask.shape}")
    return dims == 3


def resolve_mask(
        mask: Tensor | None, padding: Tensor | None, is_causal: bool, need_weights: bool,
        query: Tensor) -> tuple[Tensor | bool | bool | None, ...]:
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
        features: int, wanted: int, num_heads: int, key: Tensor, value: Tensor, separate: bool
) -> None:
    """Raise AssertionError unless the features match `num_heads`, and keys match values."""
    if features != wanted:
        raise AssertionError(f"was expecting embedding dimension of {wanted}, but got {features}")
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
    wide = projected.unflatten(-1, (count, size)).unsqueeze(0).transpose(0, -2).squeeze(-2)
    wide = wide.contiguous()
    return tuple(wide[i] for i in range(count))


def project_separately(
        q: Tensor, k: Tensor, v: Tensor, weights: tuple[Any, ...], bias: Tensor | None) -> Any:
    """Project queries, keys and values by a weight each; AssertionError for other shapes."""
    for name, x, w in zip(("query", "key", "value"), (q, k, v), weights):
        if w.shape != (size := (q.size(-1), x.size(-1))):
            raise AssertionError(f"expecting {name} weights shape of {size}, but got {w.shape}")
    biases = (None,) * 3 if bias is None else chunk(bias, 3)
    return tuple(linear(x, w, b) for x, w, b in zip((q, k, v), weights, biases))


def append_bias(
        k: Tensor, v: Tensor, bias_k: Any, bias_v: Any, batch: int, mask: Tensor | None,
        padding: Tensor | None) -> tuple[Tensor | Tensor | None, ...]:
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
    turned = k.transpose(-2, -1)
    scores = bmm(scaled, turned) if mask is None else mask.baddbmm(scaled, turned)
    shares = softmax(scores, -1)
    if dropout_p > 0.0:
        shares = dropout(shares, dropout_p)
    output = bmm(shares, v).transpose(0, 1).reshape(length * batch, features)
    return output, shares


def attend_without_weights(
        q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, dropout_p: float, is_causal: bool,
        sizes: tuple[int, ...]) -> Tensor:
    """Return the output of the heads in rows."""
    length, batch, num_heads, features = sizes
    if mask is not None:
        alone = mask.size(0) == 1 and mask.dim() == 3
        mask = mask.unsqueeze(0) if alone else mask.view(batch, num_heads, -1, k.size(1))
    q, k, v = (x.reshape(batch, num_heads, x.size(1), x.size(2)) for x in (q, k, v))
    made = scaled_dot_product_attention(q, k, v, mask, dropout_p, is_causal)
    return made.permute(2, 0, 1, 3).reshape(batch * length, features)
