"""In which order results lie in memory, for entries where it is not simply that of the inputs.

A lesson sees the order where it calls `view`, where it draws a dropout mask, and in `stride()`.
Elsewhere results follow their inputs, in numpy as in torch.
"""

from functools import wraps

import numpy as np

from autograd.formats import channels_last, channels_last_3d
from autograd.layout import (
    arranged, has_channels_last, in_rows, laid_like, lies_in_rows, placed, runs_channels_last,
    settled,
)
from autograd.registry import OPS

# Row by row, however the inputs lie.
ROWS = """
softmax log_softmax safe_softmax layer_norm masked_fill masked_fill_tensor gather tril triu
product baddbmm scatter scatter_value scatter_add scatter_reduce index_add index_copy
sum_dim mean_dim prod_dim var std var_mean std_mean logsumexp amax amin norm_dim nansum
linalg_vector_norm nanmedian_dim aminmax logcumsumexp cummax cummin renorm masked_scatter
linalg_cross log_sigmoid rrelu angle
"""
# Matrices column by column, as LAPACK leaves them.
COLUMNS = """
linalg_inv_ex linalg_cholesky_ex linalg_qr linalg_svd linalg_eigh linalg_eig
linalg_solve_triangular cholesky_solve cholesky_inverse linalg_ldl_factor_ex
linalg_lu_factor_ex linalg_householder_product linalg_ldl_solve cholesky
triangular_solve ormqr geqrf
"""
# As torch's elementwise kernels lay what they make of one input or several.
ELEMENTS = """
addcmul addcdiv lerp_scalar lerp_tensor where clamp clamp_tensor clamp_min_tensor clamp_max_tensor
mse_loss binary_cross_entropy smooth_l1_loss huber_loss isclose complex
gelu_backward elu_backward hardsigmoid_backward polar erf gelu
relu elu celu leaky_relu softplus silu mish hardsigmoid hardswish hardshrink softshrink
threshold prelu isinf isnan isposinf isneginf isreal signbit
"""
# Row by row, or with the channels last where those of the inputs are.
CHANNELS = """
cat roll batch_norm batch_norm_eval group_norm
max_pool2d max_pool3d avg_pool2d avg_pool3d adaptive_avg_pool2d adaptive_avg_pool3d
adaptive_max_pool2d transposed_input pixel_shuffle pixel_unshuffle
upsample_nearest2d upsample_nearest3d upsample_nearest_exact2d upsample_bilinear2d
upsample_bicubic2d upsample_trilinear3d
upsample_bilinear2d_aa upsample_bicubic2d_aa upsample_lanczos2d_aa
"""
# Row by row, or of images with the channels last where those of the input or the weight are.
KERNELS = "convolution convolution_transposed"
# Row by row, or with the channels last where those of the second input are.
SECOND = "batch_norm_backward batch_norm_eval_backward"
# As the input lies.
INPUT = "flip sort nan_to_num hardtanh deg2rad frexp"


def by_rows(forward):
    """`forward` whose results lie row by row."""

    @wraps(forward)
    def laid(*arrays, **params):
        made = forward(*arrays, **params)
        return tuple(map(in_rows, made)) if type(made) is tuple else in_rows(made)

    return laid


def by_columns(forward):
    """`forward` whose matrices lie column by column, one after the other."""

    @wraps(forward)
    def laid(*arrays, **params):
        made = forward(*arrays, **params)
        if type(made) is not tuple:
            return turned(made)
        most = max(each.ndim for each in made)
        return tuple([turned(each) if each.ndim == most else each for each in made])

    return laid


def by_side(forward):
    """`forward` whose matrices lie column by column, or row by row where they are found on the
    left side of what they are multiplied with."""
    columns, rows = by_columns(forward), by_rows(forward)

    @wraps(forward)
    def laid(*arrays, left=True, **params):
        return (columns if left else rows)(*arrays, left=left, **params)

    return laid


def turned(array):
    """`array` with its last two dimensions in the other order in memory."""
    if array.ndim < 2:
        return array
    if not array.size:
        return nothing_in_columns(array.shape, array.dtype)
    return in_rows(array.swapaxes(-1, -2)).swapaxes(-1, -2)


def nothing_in_columns(shape, dtype):
    """Matrices without entries, with the steps that they would have column by column."""
    steps = [dtype.itemsize]
    for n in (*shape[-2:], *shape[-3:0:-1]):
        steps.append(steps[-1] * max(n, 1))
    steps = (*steps[len(shape) - 1:1:-1], *steps[:2])
    return np.ndarray(shape, dtype, np.empty(0, np.uint8), 0, steps)


def by_inputs(forward):
    """`forward` whose results lie as those of torch's elementwise kernels."""

    @wraps(forward)
    def laid(*arrays, **params):
        made = forward(*arrays, **params)
        return made if made.ndim < 2 or rows(arrays) else settled(made, arrays)

    return laid


def rows(arrays) -> bool:
    """Whether all arrays lie row by row."""
    for array in arrays:
        if isinstance(array, np.ndarray) and not lies_in_rows(array):
            return False
    return True


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


def by_kernels(forward):
    """`forward` whose images lie row by row, or channels last like its input or its weight."""

    @wraps(forward)
    def laid(input, weight, *others, **params):
        made = forward(input, weight, *others, **params)
        last = made.ndim == 4 and (has_channels_last(input) or has_channels_last(weight))
        return placed(made, last)

    return laid


def by_second(forward):
    """`forward` whose results lie row by row, or with the channels last like its second input."""

    @wraps(forward)
    def laid(first, second, *others, **params):
        return placed(forward(first, second, *others, **params), has_channels_last(second))

    return laid


def by_slices(forward):
    """`stack`, which for torch is `cat` seen with a dimension more, or at the end `cat` of tensors
    with a dimension more."""

    @wraps(forward)
    def laid(*arrays, dim):
        shape = arrays[0].shape
        if dim < len(shape):
            joined = OPS["cat"].forward(*arrays, dim=dim)
            return joined.reshape(*shape[:dim], len(arrays), *shape[dim:])
        made = forward(*arrays, dim=dim)
        if dim == len(shape) in (3, 4) and all([runs_channels_last(x) for x in arrays]):
            return arranged(made, channels_last if made.ndim == 4 else channels_last_3d)
        return in_rows(made)

    return laid


def by_input(forward):
    """`forward` whose results lie as its input does."""

    @wraps(forward)
    def laid(array, **params):
        made = forward(array, **params)
        if lies_in_rows(array):
            return made
        if type(made) is tuple:
            return tuple([copied_like(each, array) for each in made])
        return copied_like(made, array)

    return laid


def copied_like(made, array):
    """A copy of `made` that lies as `array` does."""
    copy = laid_like(array, made.dtype, None)
    copy[...] = made
    return copy


def install() -> None:
    """Put the orders around the forwards of these entries."""
    for names, lay in (
            (ROWS, by_rows), (COLUMNS, by_columns), (CHANNELS, by_channels), (INPUT, by_input),
            (ELEMENTS, by_inputs), (SECOND, by_second), (KERNELS, by_kernels), ("stack", by_slices),
            ("linalg_lu_solve linalg_solve_ex", by_side)):
        for name in names.split():
            OPS[name].forward = lay(OPS[name].forward)


install()
