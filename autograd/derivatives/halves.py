"""Which entries compute 16-bit floats in float32 and round once at the end, as torch's kernels do.

Their forwards are written with plain numbers, which would leave a bfloat16 array as float32. The
loss with logits has the dtype of its target, for torch begins it with `1 - target`.
"""

from functools import wraps

import numpy as np

from autograd.op import OPS

ENTRIES = """
deg2rad rad2deg elu celu clamp clamp_min clamp_max gelu softplus leaky_relu sinc
rsub huber_loss smooth_l1_loss softmax logit hardtanh hardsigmoid hardswish hardshrink
addcmul addcdiv lerp_scalar lerp_tensor hypot mish silu sigmoid log_sigmoid asinh
tanh_backward sigmoid_backward gelu_backward softplus_backward elu_backward
ldexp group_norm batch_norm_eval binary_cross_entropy
layer_norm_backward layer_norm_weight_backward layer_norm_bias_backward
log_sigmoid_backward hardswish_backward smooth_l1_loss_backward
add_number sub_number mul_number div_number floor_divide_number remainder_number fmod_number
"""


def rounded(forward):
    """`forward`, computed in float32 for arrays of 16-bit floats."""

    @wraps(forward)
    def in_float32(*arrays, **params):
        first = arrays[0]
        kind = getattr(first, "dtype", None)
        if kind is None or kind.itemsize != 2 or kind.kind not in "fV":
            return forward(*arrays, **params)
        made = forward(*[x.astype(np.float32) if isinstance(x, np.ndarray) and x.dtype == kind
                         else x for x in arrays], **params)
        return made.astype(kind)

    return in_float32


def install() -> None:
    """Put the rounding around the forwards of these entries."""
    for name in ENTRIES.split():
        OPS[name].forward = rounded(OPS[name].forward)


install()
