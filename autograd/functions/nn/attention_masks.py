"""Masks of attention: one form for all of them, and the places that are added to them."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.functions.nn.interpolate import pad
from autograd.functions.shape.shapes import cat
from autograd.functions.tensor_api.binding import type_name
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor, wrap

# --- The scaled dot product --------------------------------------------------------------------


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
    kind, floats = mask.dtype, is_float_mask(mask)
    held = kind.numpy
    if held.kind != "b" and not floats:
        raise AssertionError(f"only bool and floating types of {name} are supported")
    if check_other and other is not None and held != other._array.dtype:
        caution(
            f"Support for mismatched {name} and {other_name} is deprecated. Use same type for both "
            "instead.")
    if held.kind == "b":
        return wrap(np.where(mask._array, -np.inf, 0).astype(dtype))
    return mask


def expand_mask(mask: Any, length: int, keys: int, rows: int) -> Tensor | None:
    """Return the mask with a dimension for heads; RuntimeError for other shapes."""
    if mask is None:
        return mask
    wanted = {2: (length, keys), 3: (rows, length, keys)}.get(mask.dim())
    if wanted is None:
        raise RuntimeError(f"attn_mask's dimension {mask.dim()} is not supported")
    if mask._array.shape != wanted:
        raise RuntimeError(
            f"The shape of the {mask.dim()}D attn_mask is {mask.shape}, but should be {wanted}."
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
    """Return the static keys or values if given, which must have the sizes of `x`."""
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
