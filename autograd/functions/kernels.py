"""Which kernels of attention may be chosen, and what torch says where none is left."""

from __future__ import annotations

from autograd.once import caution

allowed = dict.fromkeys(("flash", "mem_efficient", "math", "cudnn"), True)


def fused_allowed(query, key, value, dropout_p, fits: bool) -> bool:
    """Whether the fused kernel is taken, which it is where it `fits`; torch's errors if neither."""
    if allowed["math"]:
        return fits and allowed["flash"]
    if not allowed["flash"]:
        raise RuntimeError(
            "No viable backend for scaled_dot_product_attention was found. This is likely due to "
            "turning off both the math kernel and the fused kernels.")
    if not fits:
        caution("Flash attention kernel not used because:")
        dims = [x.dim() for x in (query, key, value)]
        if dropout_p:
            caution("Both fused kernels do not support non-zero dropout.")
        elif dims != [4, 4, 4]:
            caution("All fused kernels requires query, key and value to be 4 dimensional, but got "
                    "Query dim: {}, Key dim: {}, Value dim: {} instead.".format(*dims))
        raise RuntimeError("No available kernel.  Aborting execution.")
    return True
