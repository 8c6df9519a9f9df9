"""Which entries compute 16-bit floats in float32 and round once at the end, as torch's kernels do.

Their forwards are written with plain numbers, which would leave a bfloat16 array as float32. The
loss with logits has the dtype of its target, for torch begins it with `1 - target`.
"""

from autograd.numerics.halves import rounded
from autograd.registry import OPS

ENTRIES = """
deg2rad rad2deg elu celu clamp clamp_min clamp_max gelu softplus leaky_relu leaky_relu_
sinc rsub huber_loss smooth_l1_loss logit hardtanh inside hardsigmoid hardswish threshold
past_threshold round_decimals addcmul addcdiv lerp_scalar lerp_tensor hypot mish silu sigmoid
log_sigmoid asinh tanh_backward gelu_backward softplus_backward elu_backward
scatter_add index_add ldexp batch_norm_eval binary_cross_entropy
layer_norm_backward
leaky_relu_backward hardswish_backward smooth_l1_loss_backward glu
add_number sub_number mul_number div_number floor_divide_number remainder_number fmod_number
avg_pool2d avg_pool3d adaptive_avg_pool2d adaptive_avg_pool3d convolution
"""
# float16 is rounded after each step there.
OF_BFLOAT16 = (
    "sigmoid_backward convolution_input convolution_weight convolution_transposed")
# Entries whose gradient is no entry of its own.
GRADIENTS = "silu mish"
THEIR_OWN = "group_norm"  # and whose formulas see to it themselves


def install() -> None:
    """Put the rounding around the forwards and the gradients of these entries."""
    for name in ENTRIES.split():
        OPS[name].forward = rounded(OPS[name].forward)
    for name in OF_BFLOAT16.split():
        OPS[name].forward = rounded(OPS[name].forward, "V")
    for name in GRADIENTS.split():
        for slot, gradient in OPS[name].gradients.items():
            made = gradient._replace(formula=rounded(gradient.formula), at_once=True)
            OPS[name].gradients[slot] = made
    for name in THEIR_OWN.split():
        for slot, gradient in OPS[name].gradients.items():
            OPS[name].gradients[slot] = gradient._replace(at_once=True)


install()
