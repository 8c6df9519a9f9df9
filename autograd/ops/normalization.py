"""Records of batch norm, layer norm."""

from __future__ import annotations

import math
from typing import Any, TYPE_CHECKING

import numpy as np

from autograd.graph.saved_attributes import saved, saved_all, saved_by, saved_constant
from autograd.graph.unbroadcast import sum_to_shape
from autograd.kernels import reduction_order, welford
from autograd.kernels.half_accumulation import IN_FLOAT32, compute_in_float32, sum_rows_16bit
from autograd.kernels.memory_formats import (
    channels_last_as_inputs, channels_last_as_second, row_major,
)
from autograd.kernels.refused_dtypes import COMPLEX, unsupported
from autograd.ops.double_backward import FusedBackward, backward_op
from autograd.ops.pointwise import sqrt
from autograd.ops.record import d, op
from autograd.ops.reductions import mean_dim, sum_dim
from autograd.ops.shapes import to_dtype, view
from autograd.ops.vmap_rules import BATCH_NORM, BATCH_NORM_EVAL, LEADING_DIMS
from autograd.tensor.dtype import bfloat16
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

BACKWARD_TEX = (r"\frac{$weight}{\sigma} \odot \left($grad - \overline{$grad} - \hat x\,"
         r"\overline{$grad \odot \hat x}\right)")

# Saved values of batch norm, of its backward ops, of those of layer norm.
SAVES_RUNNING = saved_all("running_mean", "running_var", "input", "weight")
NO_MOMENTS = saved_by(lambda input: wrap(input._array[:0].reshape(-1)))
SAVES_BATCH_BACKWARD = {
    **SAVES_RUNNING, **saved_all("grad_out"), "train": saved_constant(True), "each": None,
}
SAVES_BATCH_EVAL_BACKWARD = {
    **SAVES_BATCH_BACKWARD, "train": saved_constant(False), "save_mean": NO_MOMENTS,
    "save_invstd": NO_MOMENTS,
}
SAVES_LAYER_BACKWARD = {
    **saved_all("grad_out", "normalized_shape"), "bias": None, "eps": None, "each": None,
    "normalized_sym_sizes": None,
}

# --- Over the batch ----------------------------------------------------------------------------

batch_norm = op("batch_norm", "NativeBatchNormBackward0",
    lambda input, weight, bias, running_mean, running_var, *, eps:
        normalize_with_moments(input, non_channel_dims(input), weight, bias, eps),
    r"\frac{$input - \mu}{\sigma} \odot $weight + $bias",
    outputs=("result", "save_mean", "save_invstd"),
    refuses=unsupported("batch_norm", COMPLEX),
    memory_format=channels_last_as_inputs,
    input =d(lambda grads, input, weight, running_mean, running_var, save_mean, save_invstd, eps:
             batch_norm_backward(grads[0], input, weight, running_mean, running_var,
                                 detach_saved(save_mean), detach_saved(save_invstd), eps=eps),
             BACKWARD_TEX.replace("$grad", "$grads")),
    weight=d(lambda grads, input, weight, running_mean, running_var, save_mean, save_invstd, eps:
             batch_norm_weight_backward(grads[0], input, weight, running_mean, running_var,
                                        detach_saved(save_mean), detach_saved(save_invstd),
                                            eps=eps),
             r"\textstyle\sum $grads \odot \hat x"),
    bias  =d(lambda grads, input, weight, running_mean, running_var, save_mean, save_invstd, eps:
             batch_norm_bias_backward(grads[0], input, weight, running_mean, running_var,
                                      detach_saved(save_mean), detach_saved(save_invstd), eps=eps),
             r"\textstyle\sum $grads"),
    joint="batch_norm_slopes",
    saves={
        **SAVES_RUNNING, "result1": saved("save_mean"), "result2": saved("save_invstd"),
        "training": saved_constant(True), "save_mean": None, "save_invstd": None},
    first_output_only=True,
    vmap=BATCH_NORM)

# All three have all inputs, because torch's one node computes all gradients and saves for them.
BATCH, KEPT = "NativeBatchNormBackwardBackward0", ("running_mean", "running_var")
batch_norm_backward = backward_op("batch_norm_backward", BATCH,
    lambda grad_out, input, weight, running_mean, running_var, save_mean, save_invstd, *, eps:
        batch_input_vjp(grad_out, input, weight, save_mean, save_invstd, eps),
    BACKWARD_TEX.replace("$grad", "$grad_out"), by=("input", "weight"), idle=KEPT,
    memory_format=channels_last_as_second,
    saves=SAVES_BATCH_BACKWARD)
batch_norm_weight_backward = backward_op("batch_norm_weight_backward", BATCH,
    lambda grad_out, input, weight, running_mean, running_var, save_mean, save_invstd, *, eps:
        batch_weight_vjp(*cast_to_weight(weight, grad_out, input), save_mean, save_invstd, eps),
    r"\textstyle\sum $grad_out \odot \hat x", by=("input",), idle=("weight", *KEPT),
    saves=SAVES_BATCH_BACKWARD)
batch_norm_bias_backward = backward_op("batch_norm_bias_backward", BATCH,
    lambda grad_out, input, weight, running_mean, running_var, save_mean, save_invstd, *, eps:
        batch_bias_vjp(*cast_to_weight(weight, grad_out)), r"\textstyle\sum $grad_out", by=(),
    idle=("input", "weight", *KEPT),
    saves=SAVES_BATCH_BACKWARD)

batch_norm_eval = op("batch_norm_eval", "NativeBatchNormBackward0",
    lambda input, weight, bias, running_mean, running_var, *, eps:
        normalize_by_running(input, weight, bias, running_mean, running_var, eps),
    r"\frac{$input - $running_mean}{\sqrt{$running_var + \epsilon}} \odot $weight + $bias",
    refuses=unsupported("batch_norm", COMPLEX),
    memory_format=channels_last_as_inputs,
    accumulate=IN_FLOAT32,
    input =d(lambda grad, input, weight, running_mean, running_var, eps:
             batch_norm_eval_backward(grad, input, weight, running_mean, running_var, eps=eps),
             r"\frac{$weight}{\sqrt{$running_var + \epsilon}} \odot $grad"),
    weight=d(lambda grad, input, weight, running_mean, running_var, eps:
             batch_norm_eval_weight_backward(grad, input, weight, running_mean, running_var,
                                             eps=eps), r"\textstyle\sum $grad \odot \hat x"),
    bias  =d(lambda grad, input, weight, running_mean, running_var, eps:
             batch_norm_eval_bias_backward(grad, input, weight, running_mean, running_var,
                                           eps=eps), r"\textstyle\sum $grad"),
    joint="batch_norm_eval_slopes",
    saves={
        **SAVES_RUNNING, "training": saved_constant(False), "result1": NO_MOMENTS,
            "result2": NO_MOMENTS},
    vmap=BATCH_NORM_EVAL)

batch_norm_eval_backward = backward_op("batch_norm_eval_backward", BATCH,
    lambda grad_out, input, weight, running_mean, running_var, *, eps:
        running_input_vjp(grad_out, weight, running_invstd(running_var, eps)),
    r"\frac{$weight}{\sqrt{$running_var + \epsilon}} \odot $grad_out", by=("weight",),
    idle=("input", *KEPT),
    memory_format=channels_last_as_second,
    saves=SAVES_BATCH_EVAL_BACKWARD)
batch_norm_eval_weight_backward = backward_op("batch_norm_eval_weight_backward", BATCH,
    lambda grad_out, input, weight, running_mean, running_var, *, eps:
        running_weight_vjp(*cast_to_weight(weight, grad_out, input), running_mean,
                          running_invstd(running_var, eps)),
    r"\textstyle\sum $grad_out \odot \hat x", by=("input",), idle=("weight", *KEPT),
    saves=SAVES_BATCH_EVAL_BACKWARD)
batch_norm_eval_bias_backward = backward_op("batch_norm_eval_bias_backward", BATCH,
    lambda grad_out, input, weight, running_mean, running_var, *, eps:
        batch_bias_vjp(*cast_to_weight(weight, grad_out)), r"\textstyle\sum $grad_out", by=(),
    idle=("input", "weight", *KEPT),
    saves=SAVES_BATCH_EVAL_BACKWARD)

FusedBackward(
    "batch_norm_slopes", BACKWARD_TEX.replace("$grad", "$grad_out"), batch_norm_backward,
    batch_norm_weight_backward, batch_norm_bias_backward,
    saves=SAVES_BATCH_BACKWARD)
FusedBackward(
    "batch_norm_eval_slopes", BACKWARD_TEX.replace("$grad", "$grad_out"), batch_norm_eval_backward,
    batch_norm_eval_weight_backward, batch_norm_eval_bias_backward,
    saves=SAVES_BATCH_EVAL_BACKWARD)

# --- Over the last dimensions ------------------------------------------------------------------

layer_norm = op("layer_norm", "NativeLayerNormBackward0",
    lambda input, weight, bias, *, normalized_shape, eps:
        normalize_with_moments(input, layer_dims(normalized_shape), weight, bias, eps,
            along_rows=True),
    r"\frac{$input - \mu}{\sigma} \odot $weight + $bias",
    outputs=("result", "mean", "rstd"),
    refuses=unsupported("LayerNormKernelImpl", COMPLEX),
    memory_format=row_major,
    input =d(lambda grads, input, weight, bias, mean, rstd, normalized_shape, eps:
             layer_norm_backward(grads[0], input, detach_saved(mean), detach_saved(rstd), weight,
                 bias,
                                 normalized_shape=normalized_shape, eps=eps),
             BACKWARD_TEX.replace("$grad", "$grads")),
    weight=d(lambda grads, input, weight, bias, mean, rstd, normalized_shape, eps:
             layer_norm_weight_backward(grads[0], input, detach_saved(mean), detach_saved(rstd),
                 weight, bias,
                                        normalized_shape=normalized_shape, eps=eps),
             r"\textstyle\sum $grads \odot \hat x"),
    bias  =d(lambda grads, input, weight, bias, mean, rstd, normalized_shape, eps:
             layer_norm_bias_backward(grads[0], input, detach_saved(mean), detach_saved(rstd),
                 weight, bias,
                                      normalized_shape=normalized_shape, eps=eps),
             r"\textstyle\sum $grads"),
    joint="layer_norm_slopes",
    saves={
        **saved_all("bias", "normalized_shape"), "result1": saved("mean"), "result2": saved("rstd"),
        "eps": None, "normalized_sym_sizes": None, "mean": None, "rstd": None},
    first_output_only=True,
    vmap=LEADING_DIMS)

LAYER, MOMENTS = "NativeLayerNormBackwardBackward0", ("mean", "rstd")
layer_norm_backward = backward_op("layer_norm_backward", LAYER,
    lambda grad_out, input, mean, rstd, weight, bias, *, normalized_shape, eps:
        layer_input_vjp(grad_out, input, weight, mean, rstd, layer_dims(normalized_shape), eps),
    BACKWARD_TEX.replace("$grad", "$grad_out"), by=("input", "weight"), idle=(*MOMENTS, "bias"),
    accumulate=IN_FLOAT32,
    saves=SAVES_LAYER_BACKWARD)
layer_norm_weight_backward = backward_op("layer_norm_weight_backward", LAYER,
    lambda grad_out, input, mean, rstd, weight, bias, *, normalized_shape, eps:
        layer_weight_vjp(grad_out, input, mean, rstd, layer_dims(normalized_shape), eps),
    r"$grad_out \odot \hat x", by=("input",), idle=(*MOMENTS, "weight", "bias"),
    saves=SAVES_LAYER_BACKWARD)
layer_norm_bias_backward = backward_op("layer_norm_bias_backward", LAYER,
    lambda grad_out, input, mean, rstd, weight, bias, *, normalized_shape, eps:
        layer_bias_vjp(grad_out, normalized_shape), r"$grad_out", by=(),
    idle=("input", *MOMENTS, "weight", "bias"),
    saves=SAVES_LAYER_BACKWARD)

FusedBackward(
    "layer_norm_slopes", BACKWARD_TEX.replace("$grad", "$grad_out"), layer_norm_backward,
    layer_norm_weight_backward, layer_norm_bias_backward,
    saves=SAVES_LAYER_BACKWARD)


# --- Parts of formulas -------------------------------------------------------------------------


def detach_saved(value: ArrayOrTensor) -> ArrayOrTensor:
    """Return a saved result without its history: formulas differentiate by the input alone."""
    return value.alias() if isinstance(value, Tensor) else value


def non_channel_dims(value: ArrayOrTensor) -> tuple[int, ...]:
    """Return all dimensions but that of the channels."""
    return (0, *range(2, len(value.shape)))


def layer_dims(normalized_shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the dimensions that a layer norm reduces."""
    return tuple(range(-len(normalized_shape), 0))


def expand_to_channels(vector: ArrayOrTensor, like: ArrayOrTensor) -> ArrayOrTensor:
    """Return one number for each channel in a shape that broadcasts, by ops."""
    return view(vector, size=(1, -1) + (1,) * (len(like.shape) - 2))


def scale_channels(value: ArrayOrTensor, factor: ArrayOrTensor | None) -> ArrayOrTensor:
    """Multiply `value` by one number for each channel, or return it for None."""
    return value if factor is None else value * expand_to_channels(factor, value)


def multiply_optional(value: ArrayOrTensor, factor: Any) -> ArrayOrTensor:
    """Multiply `value` by a factor, or return it for None."""
    return value if factor is None else value * factor


def scale_and_shift(array: Any, weight: Any, bias: np.ndarray | None) -> Any:
    """Multiply each channel of `array` by its weight, then add its bias."""
    array = scale_channels(array, weight)
    return array if bias is None else array + expand_to_channels(bias, array)


def cast_to_weight(weight: ArrayOrTensor, *arrays: ArrayOrTensor) -> list[Tensor | np.ndarray]:
    """Cast 16-bit floats to float32 where the weight is float32, so that its gradient is, too."""
    mixed = isinstance(weight, np.ndarray) and weight.dtype == np.float32
    return [x.astype(np.float32) if mixed and isinstance(x, np.ndarray) and x.itemsize == 2 else x
            for x in arrays]


def are_float32(*arrays: np.ndarray | None) -> bool:
    """Return whether all are float32 or None."""
    return all(x is None or x.dtype == np.float32 for x in arrays)


def normalize_by_running(
        input: np.ndarray, weight: np.ndarray | None, bias: np.ndarray | None,
        running_mean: np.ndarray, running_var: np.ndarray, eps: float) -> np.ndarray:
    """Normalize `input` by the running moments of its channels, then scale and shift it."""
    rate = 1 / np.sqrt(running_var + running_var.dtype.type(eps))
    if are_float32(input, weight, bias, rate):
        return welford.apply_affine(input, running_mean, rate, weight, bias)
    return scale_and_shift(scale_channels(input - expand_to_channels(running_mean, input), rate),
        weight, bias)


def normalize_with_moments(
        array: Any, dims: int | tuple[int, ...], weight: np.ndarray | None,
        bias: np.ndarray | None, eps: Any, along_rows: Any = False
) -> Any:
    """Return the normalized array, scaled and shifted; its means; its inverse standard deviations.
    """
    if array.dtype.itemsize == 2:
        return normalize_half(array, dims, weight, bias, eps, along_rows)
    if are_float32(array, weight, bias):
        if along_rows:
            return welford.layer_norm_forward(array, len(dims), weight, bias, eps)
        if dims == non_channel_dims(array):
            return welford.batch_norm_forward(array, weight, bias, eps)
    mean = np.mean(array, dims, keepdims=True, dtype=np.float64)
    spread = np.mean((array - mean) ** 2, dims, keepdims=True)
    rate = 1 / np.sqrt(spread + eps)
    made = ((array - mean) * rate).astype(array.dtype)
    if along_rows:
        made = multiply_optional(made, weight)
        made = made if bias is None else made + bias
    else:
        made = scale_and_shift(made, weight, bias)
        mean, rate = mean.ravel(), rate.ravel()
    return made, mean.astype(array.dtype), rate.astype(array.dtype)


def normalize_half(
        array: np.ndarray, dims: Any, weight: np.ndarray | None,
        bias: np.ndarray | None, eps: Any, along_rows: bool) -> Any:
    """Return `normalize_with_moments` of 16-bit floats, computed in float32.

    The moments have the dtype of the weights. A batch is normalized by its rounded moments.
    bfloat16 also rounds the variance before, and the sum of squares before that.
    """
    given = next((x.dtype for x in (weight, bias) if x is not None), array.dtype)
    wide = [None if x is None else x.astype(np.float32) for x in (array, weight, bias)]
    made, mean, rate = normalize_with_moments(wide[0], dims, *wide[1:], eps, along_rows)
    if not along_rows and dims == non_channel_dims(array):
        if given == bfloat16.numpy:
            count = array.size // array.shape[1]
            spread = (wide[0].var(dims, dtype=np.float64) * count).astype(given) / given.type(count)
            rate = 1 / np.sqrt(spread.astype(np.float64) + eps)
        mean, rate = mean.astype(given), rate.astype(given)
        made = welford.apply_affine(
            wide[0], mean.astype(np.float32), rate.astype(np.float32), *wide[1:])
    return made.astype(array.dtype), mean.astype(given), rate.astype(given)


def standardize(
        value: ArrayOrTensor, dims: Any, eps: float) -> tuple[Tensor | np.ndarray, ...]:
    """Return `value` minus its mean over its standard deviation, and the inverse deviation, by ops.
    """
    centred = value - mean_dim(value, dim=dims, keepdim=True)
    rate = 1 / sqrt(mean_dim(centred * centred, dim=dims, keepdim=True) + eps)
    return centred * rate, rate


def standardize_vjp(
        grad: ArrayOrTensor, value: ArrayOrTensor, dims: Any, eps: float
) -> ArrayOrTensor:
    """Return the gradient of `standardize`: `grad` without its mean, without its part along the
    result.
    """
    if isinstance(value, np.ndarray) and value.dtype.itemsize == 2:  # rounded once, at the end
        wide = standardize_vjp(grad.astype(np.float32), value.astype(np.float32), dims, eps)
        return wide.astype(value.dtype)
    normal, rate = standardize(value, dims, eps)
    along = mean_dim(grad * normal, dim=dims, keepdim=True)
    return rate * (grad - mean_dim(grad, dim=dims, keepdim=True) - normal * along)


def sums_in_torch_order(*arrays: ArrayOrTensor | None) -> bool:
    """Return whether all are small float32 arrays (or None), whose sums follow torch's order."""
    return all(x is None or isinstance(x, np.ndarray) and x.dtype == np.float32
               and 0 < x.size <= welford.MAX_FOLLOWED for x in arrays)


@compute_in_float32
def batch_input_vjp(
        grad: ArrayOrTensor, value: ArrayOrTensor, weight: ArrayOrTensor | None,
        mean: ArrayOrTensor, rate: ArrayOrTensor, eps: float) -> ArrayOrTensor:
    """Return the gradient of the input of a batch norm."""
    if sums_in_torch_order(grad, value, weight):
        return welford.batch_norm_gradient(grad, value, weight, mean, rate)
    return standardize_vjp(scale_channels(grad, weight), value, non_channel_dims(value), eps)


@compute_in_float32
def batch_weight_vjp(
        grad: ArrayOrTensor, value: ArrayOrTensor, mean: ArrayOrTensor, rate: ArrayOrTensor,
        eps: float) -> ArrayOrTensor:
    """Return the gradient of the weight of a batch norm."""
    if sums_in_torch_order(grad, value):
        return welford.batch_norm_weight_gradient(grad, value, mean, rate)
    along = grad * standardize(value, non_channel_dims(value), eps)[0]
    return sum_dim(along, dim=non_channel_dims(value), keepdim=False)


def running_invstd(spread: ArrayOrTensor, eps: float) -> ArrayOrTensor:
    """Return the inverse of the running deviations, by way of double precision as in torch."""
    kept = spread._array.dtype if isinstance(spread, Tensor) else spread.dtype
    wide = to_dtype(spread, dtype=np.dtype(np.float64))
    return to_dtype(1 / sqrt(wide + eps), dtype=kept)


def running_input_vjp(
        grad: ArrayOrTensor, weight: ArrayOrTensor, rate: ArrayOrTensor) -> ArrayOrTensor:
    """Return the gradient of the input by running moments: `grad * rate * weight`."""
    first, then = (weight, rate) if isinstance(grad, Tensor) else (rate, weight)
    return scale_channels(scale_channels(grad, first), then)


def running_weight_vjp(
        grad: Any, value: Any, mean: Any, rate: Any) -> np.ndarray:
    """Return the gradient of the weight of a batch norm by running moments."""
    if sums_in_torch_order(grad, value):
        return welford.batch_norm_weight_gradient(grad, value, mean, rate)
    along = grad * scale_channels(value - expand_to_channels(mean, value), rate)
    return sum_dim(along, dim=non_channel_dims(value), keepdim=False)


@compute_in_float32
def batch_bias_vjp(grad: ArrayOrTensor) -> ArrayOrTensor:
    """Return the gradient of the bias of a batch norm."""
    if sums_in_torch_order(grad):
        return welford.batch_norm_bias_gradient(grad)
    return sum_dim(grad, dim=non_channel_dims(grad), keepdim=False)


def layer_input_vjp(
        grad: ArrayOrTensor, value: ArrayOrTensor, weight: ArrayOrTensor | None,
        mean: ArrayOrTensor, rate: ArrayOrTensor, dims: tuple[int, ...], eps: float
) -> ArrayOrTensor:
    """Return the gradient of the input of a layer norm."""
    if sums_in_torch_order(grad, value, weight):
        return welford.layer_norm_gradient(grad, value, weight, mean, rate)
    return standardize_vjp(multiply_optional(grad, weight), value, dims, eps)


def layer_weight_vjp(
        grad: ArrayOrTensor, value: ArrayOrTensor, mean: ArrayOrTensor, rate: ArrayOrTensor,
        dims: tuple[int, ...], eps: float) -> ArrayOrTensor:
    """Return the gradient of the weight of a layer norm."""
    if is_half_array(grad):
        shape = value.shape[dims[0]:]
        made = welford.layer_norm_weight_gradient_16bit(grad, value, mean, rate, math.prod(shape))
        return made.reshape(shape)
    if sums_in_torch_order(grad, value):
        return welford.layer_norm_weight_gradient(grad, value, mean,
            rate).reshape(value.shape[dims[0]:])
    return sum_to_shape(grad * standardize(value, dims, eps)[0], value.shape[dims[0]:])


def layer_bias_vjp(grad: ArrayOrTensor, normalized_shape: tuple[int, ...]) -> ArrayOrTensor:
    """Return the gradient of the bias of a layer norm, summed from the first row to the last."""
    if sums_in_torch_order(grad):
        rows = grad.reshape(-1, int(np.prod(normalized_shape)))
        return reduction_order.sum_first_dim(rows).reshape(normalized_shape)
    if is_half_array(grad):
        rows = grad.size // max(math.prod(normalized_shape), 1)
        return sum_rows_16bit(grad.reshape(rows, *normalized_shape))
    return sum_to_shape(grad, tuple(normalized_shape))


def is_half_array(grad: ArrayOrTensor) -> bool:
    """Return whether a gradient is an array of 16-bit floats."""
    return isinstance(grad, np.ndarray) and grad.dtype.itemsize == 2
