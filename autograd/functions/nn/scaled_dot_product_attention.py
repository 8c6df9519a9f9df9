"""Scaled dot product attention, by a fused kernel or by single ops."""

from __future__ import annotations

import math
import numpy as np
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_lower_precision
from autograd.functions.nn.activations import dtype_name
from autograd.functions.nn.dropout import dropout
from autograd.runtime.function_record import GIVEN, NN_BUILTIN, Bool, Native, declare
from autograd.runtime.warnings import caution
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import bool_, cpp_name, float32
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


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
            f"{cpp_name(query._array)} key.dtype: {cpp_name(key._array)} and value.dtype: "
            f"{cpp_name(value._array)} instead."
        )
    if min(x.dim() for x in (query, key, value)) < 2:
        raise RuntimeError(
            "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: "
            f"{query.dim()} key.dim: {key.dim()} and value.dim: {value.dim()} instead."
        )


def check_mask_dtype(mask: Tensor | None, query: Tensor, dropout_p: float) -> None:
    """Raise RuntimeError for a mask of another dtype or a dropout probability above 1."""
    if mask is not None and mask.dtype not in (bool_, float32, query.dtype):
        raise RuntimeError(
            "Expected attn_mask dtype to be bool or float or to match query dtype, but got "
            f"attn_mask.dtype: {cpp_name(mask._array)} and  query.dtype: "
            f"{cpp_name(query._array)} instead.")
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
    dtype = query.dtype
    if dtype.itemsize == 2:
        wide = [x.float() for x in (query, key, value)]
        return attention_math(*wide, mask, dropout_p, factor).to(dtype)
    root = math.sqrt(abs(factor))
    left = apply(ops.mul_number, (query,), {"other": math.copysign(root, factor)})
    right = apply(ops.mul_number, (key.transpose(-2, -1),), {"other": root})
    scores = left @ right
    if mask is not None:
        scores = scores + mask if is_expandable(mask, scores.shape) else scores.add_(mask)
    weights = apply(ops.safe_softmax, (scores,), {"dim": wrap_dim(-1, scores.dim())})
    if dropout_p > 0:
        weights = dropout(weights, dropout_p, True)
    return weights @ value


enabled_backends = dict.fromkeys(("flash", "mem_efficient", "math", "cudnn"), True)
SDP_UTILS = "aten/src/ATen/native/transformers/sdp_utils_cpp"  # where the warnings come from


def use_fused_kernel(
        query: Tensor, key: Tensor, value: Tensor, dropout_p: float, fits: bool) -> bool:
    """Return True if the fused kernel is to run; `fits` is True if it supports the operands.

    RuntimeError if no enabled kernel supports them.
    """
    if enabled_backends["math"]:
        return fits and enabled_backends["flash"]
    if not enabled_backends["flash"]:
        raise RuntimeError(
            "No viable backend for scaled_dot_product_attention was found. This is likely due to "
            "turning off both the math kernel and the fused kernels.")
    if not fits:
        caution("Flash attention kernel not used because:", at=f"{SDP_UTILS}.cpp:99")
        dims = [x.dim() for x in (query, key, value)]
        if dropout_p:
            caution("Both fused kernels do not support non-zero dropout.", at=f"{SDP_UTILS}.h:241")
        elif dims != [4, 4, 4]:
            caution("All fused kernels requires query, key and value to be 4 dimensional, but got "
                    "Query dim: {}, Key dim: {}, Value dim: {} instead.".format(*dims),
                    at=f"{SDP_UTILS}.h:327")
        raise RuntimeError("No available kernel.  Aborting execution.")
    return True


def is_fusable_mask(mask: Tensor | None, query: Tensor, key: Tensor) -> bool:
    """Return True if the fused kernel takes this mask: it broadcasts to the scores."""
    if mask is None:
        return True
    mask.size(-2)  # for torch's IndexError
    return mask.dim() in (2, 4) and is_expandable(mask, (*query.shape[:-1], key.size(-2)))


def is_expandable(mask: Tensor, shape: Any) -> bool:
    """Return True if a mask can be expanded to `shape`."""
    return mask.dim() <= len(shape) and all(
        m in (1, n) for m, n in zip(reversed(mask.shape), reversed(shape)))


def check_math_operands(query: Tensor, mask: Tensor | None, is_causal: bool) -> None:
    """Raise the errors of attention by single ops about masks and dtypes."""
    if is_causal and mask is not None:
        raise RuntimeError(
            "_scaled_dot_product_attention: Explicit attn_mask should not be set when "
            "is_causal=True")
    dtype_kind = query._array.dtype.kind
    if dtype_kind in "biu":
        raise RuntimeError(f"expected scalar type Float but found {dtype_name(query)}")
    if dtype_kind == "c":
        raise NotImplementedError("\"softmax_lastdim_kernel_impl\" not implemented for "
                                  f"'{dtype_name(query)}'")
