"""Choice of the kernel of scaled dot product attention."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd.functions.nn.activations import dtype_name
from autograd.runtime.warnings import caution

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

enabled_backends = dict.fromkeys(("flash", "mem_efficient", "math", "cudnn"), True)


SDP_UTILS = "aten/src/ATen/native/transformers/sdp_utils_cpp"  # where the warnings come from


def use_fused_kernel(
        query: Tensor, key: Tensor, value: Tensor, dropout_p: float, fits: bool) -> bool:
    """Return True if the fused kernel runs, which needs operands that `fit` it.

    RuntimeError if neither kernel is enabled.
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
    kind = query._array.dtype.kind
    if kind in "biu":
        raise RuntimeError(f"expected scalar type Float but found {dtype_name(query)}")
    if kind == "c":
        raise NotImplementedError("\"softmax_lastdim_kernel_impl\" not implemented for "
                                  f"'{dtype_name(query)}'")
