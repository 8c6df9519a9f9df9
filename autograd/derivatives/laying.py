"""In which order results lie in memory, for entries where it is not simply that of the inputs.

A lesson sees the order where it calls `view`, where it draws a dropout mask, and in `stride()`.
Elsewhere results follow their inputs, in numpy as in torch.
"""

from functools import wraps

import numpy as np

from autograd.layout import has_channels_last, with_channels_last
from autograd.op import OPS

# Row by row, however the inputs lie.
ROWS = """
softmax log_softmax safe_softmax layer_norm masked_fill masked_fill_tensor gather tril triu
product baddbmm stack scatter scatter_value scatter_add scatter_reduce index_add index_copy
"""
# Row by row, or with the channels last where those of the inputs are.
CHANNELS = """
cat roll convolution convolution_transposed batch_norm batch_norm_eval group_norm
max_pool2d max_pool3d avg_pool2d avg_pool3d adaptive_avg_pool2d adaptive_avg_pool3d
adaptive_max_pool2d constant_pad pixel_shuffle pixel_unshuffle
upsample_nearest2d upsample_nearest3d upsample_nearest_exact2d upsample_bilinear2d
upsample_bicubic2d upsample_trilinear3d
"""
# As the input lies.
INPUT = "flip sort erf"


def by_rows(forward):
    """`forward` whose results lie row by row."""

    @wraps(forward)
    def laid(*arrays, **params):
        made = forward(*arrays, **params)
        if type(made) is tuple:
            return tuple([np.asarray(each, order="C") for each in made])
        return np.asarray(made, order="C")

    return laid


def by_channels(forward):
    """`forward` whose results lie row by row, or with the channels last like all of its inputs."""

    @wraps(forward)
    def laid(*arrays, **params):
        made = forward(*arrays, **params)
        first = arrays[0]
        last = has_channels_last(first) and all(
            has_channels_last(x) for x in arrays[1:] if np.ndim(x) == first.ndim
            and x.shape[0] == first.shape[0])
        if type(made) is tuple:
            return tuple([placed(each, last and each.ndim == first.ndim) for each in made])
        return placed(made, last)

    return laid


def by_input(forward):
    """`forward` whose results lie as its input does."""

    @wraps(forward)
    def laid(array, **params):
        made = forward(array, **params)
        if array.flags.c_contiguous:
            return made
        if type(made) is tuple:
            return tuple([copied_like(each, array) for each in made])
        return copied_like(made, array)

    return laid


def copied_like(made, array):
    """A copy of `made` that lies as `array` does."""
    copy = np.empty_like(array, made.dtype)
    copy[...] = made
    return copy


def placed(array, last: bool):
    """`array` row by row, or with its channels last."""
    return with_channels_last(array) if last else np.asarray(array, order="C")


def install() -> None:
    """Put the orders around the forwards of these entries."""
    for names, lay in ((ROWS, by_rows), (CHANNELS, by_channels), (INPUT, by_input)):
        for name in names.split():
            OPS[name].forward = lay(OPS[name].forward)


install()
