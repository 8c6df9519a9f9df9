"""Normalization of activations, of vectors, of weights."""

from __future__ import annotations

import math
import numpy as np
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.arguments.argument_parser import check_arguments
from autograd.engine.apply import apply
from autograd.engine.transform_levels import is_batched, run_per_example
from autograd.engine.vmap_factories import batch_sizes
from autograd.engine.vmap_refusals import declare_refusal
from autograd.functions.kernel_dtypes import check_kernel_dtype
from autograd.functions.linalg.norms import vector_norm
from autograd.functions.nn.activations import dtype_name, require_floating, require_real
from autograd.functions.nn.padding import pad
from autograd.functions.nn.pooling import avg_pool2d, avg_pool3d
from autograd.functions.pointwise.arithmetic import div
from autograd.functions.shape.reshape import contiguous, unsqueeze, view
from autograd.kernels.welford import channel_moments
from autograd.runtime.function_record import Bool, Native, Read, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once
from autograd.tensor.batched_tensor import BatchedArray
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import bfloat16, cpp_name, dtype_of
from autograd.tensor.dtype_limits import finfo
from autograd.tensor.mutation import overwrite
from autograd.tensor.memory_format import suggest_memory_format

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


@declare(
    native=Native(
        "torch",
        "batch_norm",
        (
            "input",
            "weight",
            "bias",
            "running_mean",
            "running_var",
            "training",
            "momentum",
            "eps",
            True,
        ),
    ),
    reads_first=(Read("input", "size"),),
    bools=(Bool("training", "batch_norm", 6),),
)
def batch_norm(
        input: Tensor, running_mean: Tensor | None, running_var: Tensor | None,
        weight: Tensor | None = None, bias: Tensor | None = None, training: bool = False,
        momentum: float | None = 0.1, eps: float = 1e-5) -> Tensor:
    """Normalize each channel to mean 0 and variance 1 over the batch in training.

    In evaluation the running statistics are used.
    """
    shape = input._array.shape
    if training and shape and math.prod(shape[:1] + shape[2:]) == 1:
        raise ValueError(
            f"Expected more than 1 value per channel when training, got input size {input.size()}"
        )
    if training and eps <= 0:
        raise ValueError(f"batch_norm eps must be positive during training, but got {eps}")
    if eps < 0:
        raise ValueError(f"batch_norm eps must be non-negative, but got {eps}")
    return normalize_channels(input, running_mean, running_var, weight, bias, training, momentum,
                              eps)


def normalize_channels(
        input: Tensor, running_mean: Tensor | None, running_var: Tensor | None,
        weight: Tensor | None, bias: Tensor | None, training: Any, momentum: float | None,
        eps: Any) -> Tensor:
    """Run batch norm without the check of the number of values."""
    if not input._array.size:
        result = input.clone()
        result = result if weight is None else result * weight[0]
        return result if bias is None else result + bias[0]
    channels = input._array.shape[1] if input._array.ndim != 1 else 0
    named = {"running_mean": running_mean, "running_var": running_var, "weight": weight,
             "bias": bias}
    for name, x in named.items():
        if x is not None and x._array.size != channels:
            raise RuntimeError(f"{name} should contain {channels} elements not {x._array.size}")
    require_real(input, "batch_norm")
    check_mixed_dtypes(input, weight, bias, running_mean, running_var)
    inputs = (input, weight, bias, running_mean, running_var)
    if not training:
        for name in ("running_mean", "running_var"):
            if named[name] is None:
                raise RuntimeError(f"{name} must be defined in evaluation mode")
        return apply(ops.batch_norm_eval, inputs, {"eps": eps})
    result = apply(ops.batch_norm, inputs, {"eps": eps})[0]
    if BatchedArray in map(type, (input._array, getattr(running_mean, "_array", None))):
        update_mapped_statistics(input, running_mean, running_var, momentum)
        return result
    if not input._meta:
        update_statistics(input._array, running_mean, running_var, momentum)
    return result


STATISTICS_REFUSAL = declare_refusal("statistics",
    "Batch norm got a batched tensor as input while the running_mean or "
    "running_var, which will be updated in place, were not batched.\nIf you are "
    "using a module and do not need eval mode, please set `track_running_stats` to "
    "be False.If you are using a prebuilt module and do not need eval mode, please "
    "see the functorch website for resources on how to patch your module to work "
    "with vmap")


def update_mapped_statistics(
        input: Tensor, running_mean: Tensor | None, running_var: Tensor | None,
        momentum: float | None) -> None:
    """Update the running statistics under `vmap`; RuntimeError if examples share them."""
    running = [x for x in (running_mean, running_var) if x is not None]
    if not running:
        return
    if is_batched(input) and not all(is_batched(x) for x in running):
        raise RuntimeError(STATISTICS_REFUSAL.of_slices)

    def learn(images, *statistics):
        update_statistics(images._array, *statistics, momentum)
        return images

    run_per_example(learn, (input.detach(), running_mean, running_var), {})


def update_statistics(
        array: np.ndarray, running_mean: Tensor | None, running_var: Tensor | None,
        momentum: float | None) -> None:
    """Update running statistics by those of a batch; as in torch their version stays."""
    dims = (0, *range(2, array.ndim))
    count = array.size // array.shape[1]
    if array.dtype == np.float32:
        mean, var = channel_moments(array)
    else:
        wide = array.astype(np.float64)
        mean, var = np.mean(wide, dims), np.var(wide, dims)
    if running_mean is not None:
        short = running_mean._array.dtype == bfloat16.numpy
        update_running(running_mean, mean.astype(bfloat16.numpy) if short else mean, momentum)
    if running_var is not None:
        squares = var * var.dtype.type(count)
        short = running_var._array.dtype == bfloat16.numpy
        squares = squares.astype(bfloat16.numpy) if short else squares
        var = squares / squares.dtype.type(count - 1) if count > 1 else var * math.nan
        update_running(running_var, var.astype(np.float32) if short else var, momentum)


def update_running(running: Tensor, batch_value: np.ndarray, momentum: Any) -> None:
    """Set a running statistic to `momentum * batch_value + (1 - momentum) * running`.

    float16 is rounded once, bfloat16 at each step except for the term of a variance, in float32.
    """
    old, rest = running._array, 1 - momentum
    if old.dtype == np.float16:
        old, batch_value = old.astype(np.float64), batch_value.astype(np.float64)
    elif old.dtype == bfloat16.numpy:
        momentum, rest = old.dtype.type(momentum), old.dtype.type(rest)
    overwrite(running, momentum * batch_value + rest * old, "batch_norm", 0)


@declare(
    native=Native(
        "torch",
        "instance_norm",
        (
            "input",
            "weight",
            "bias",
            "running_mean",
            "running_var",
            "use_input_stats",
            "momentum",
            "eps",
            True,
        ),
    ),
    reads_first=(Read("input", "size"),),
    bools=(Bool("use_input_stats", "instance_norm", 6),),
)
def instance_norm(
        input: Tensor, running_mean: Tensor | None = None, running_var: Tensor | None = None,
        weight: Tensor | None = None, bias: Tensor | None = None, use_input_stats: bool = True,
        momentum: float = 0.1, eps: float = 1e-5) -> Tensor:
    """Normalize each channel of each sample to mean 0 and variance 1."""
    if use_input_stats and math.prod(input._array.shape[2:]) == 1:
        raise ValueError(
            "Expected more than 1 spatial element when training, got input size "
            f"{input.size()}"
        )
    n, c, *spatial = input._array.shape
    flat = view(input.contiguous(), (1, n * c, *spatial))
    statistics = (None, None) if use_input_stats else (running_mean, running_var)
    repeated = [None if x is None else x.repeat(n) for x in (*statistics, weight, bias)]
    result = normalize_channels(flat, *repeated, use_input_stats, momentum, eps)
    if running_mean is not None and use_input_stats:
        update_instance_statistics(input._array, running_mean, running_var, momentum)
    return view(result, input._array.shape)


def update_instance_statistics(
        array: np.ndarray, running_mean: Tensor, running_var: Any, momentum: float) -> None:
    """Update running statistics by the mean over samples of the samples' own statistics."""
    dims, wide = tuple(range(2, array.ndim)), array.astype(np.float64)
    for running, result in (
        (running_mean, wide.mean(dims)), (running_var, wide.var(dims, ddof=1)),
    ):
        new = (1 - momentum) * running._array + momentum * result.mean(0)
        overwrite(running, new, "instance_norm")


@declare(native=Native(
    "torch",
    "layer_norm",
    ("input", "normalized_shape", "weight", "bias", "eps"),
))
def layer_norm(
        input: Tensor, normalized_shape: tuple[int, ...], weight: Tensor | None = None,
        bias: Tensor | None = None, eps: float | None = 1e-5) -> Tensor:
    """Normalize over the last dimensions, of sizes `normalized_shape`, to mean 0 and variance 1."""
    shape = tuple(normalized_shape)
    check_mixed_dtypes(input, weight, bias)
    check_normalized_shape("layer_norm", input, shape, weight, bias)
    require_floating(input, "LayerNormKernelImpl")
    params = {"normalized_shape": shape, "eps": eps}
    return apply(ops.layer_norm, (input, weight, bias), params)[0]


def check_normalized_shape(
        name: str, input: Tensor, shape: tuple[int, ...], weight: Tensor | None,
        bias: Tensor | None = None) -> None:
    """Raise torch's errors if the last dimensions do not have the sizes `shape`."""
    if not shape:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one "
            "element, but got normalized_shape = []"
        )
    for title, x in (("weight", weight), ("bias", bias)):
        if x is not None and x._array.shape != shape:
            raise RuntimeError(
                f"Expected {title} to be of same shape as normalized_shape, but got {title} of "
                f"shape {list(x.shape)} and normalized_shape = {list(shape)}"
            )
    if input._array.shape[-len(shape):] != shape:
        if name == "rms_norm" and input._array.ndim < len(shape):
            raise ValueError(
                f"Input tensor must have at least {len(shape)} dimensions, but got "
                f"{input._array.ndim}"
            )
        text = ", ".join(map(str, shape))
        expected = f"*{text}" if name == "rms_norm" else f"*, {text}"
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [{expected}], but "
            f"got input of size{[*batch_sizes((input,)), *input.shape]}"
        )


def check_mixed_dtypes(input: Tensor, *parameters: Tensor | None) -> None:
    """Raise RuntimeError unless all have one dtype, or `input` 16 bits and parameters float32."""
    dtypes = [x._array.dtype for x in parameters if x is not None]
    if not dtypes or dtypes[0] == input._array.dtype:
        for dtype in dtypes:
            if dtype != input._array.dtype:
                raise RuntimeError(f"expected scalar type {dtype_name(input)} but found "
                                   f"{dtype_of(dtype).legacy_name}")
        return
    if any(dtype != np.float32 for dtype in dtypes):
        raise RuntimeError("mixed dtype (CPU): expect parameter to have scalar type of Float")
    if not input.is_floating_point() or input.element_size() != 2:
        raise RuntimeError("mixed dtype (CPU): all inputs must share same datatype.")


@declare(
    native=Native("torch", "group_norm", ("input", "num_groups", "weight", "bias", "eps")),
    reads_first=(Read("input", "dim"),),
)
def group_norm(
        input: Tensor, num_groups: int, weight: Tensor | None = None, bias: Tensor | None = None,
        eps: float = 1e-5) -> Tensor:
    """Normalize each group of channels of each sample to mean 0 and variance 1."""
    if input._array.ndim < 2:
        raise RuntimeError(
            f"Expected at least 2 dimensions for input tensor but received {input.dim()}"
        )
    sizes = [input.size(0) * input.size(1) // num_groups, num_groups, *input._array.shape[2:]]
    if sizes[0] * math.prod(sizes[2:]) == 1:
        raise ValueError(
            f"Expected more than 1 value per channel when training, got input size {sizes}")
    if type(num_groups) is not int:
        check_arguments("torch", "group_norm", (input, num_groups, weight, bias, eps), {})
    return normalize_groups(input, num_groups, weight, bias, eps)


def normalize_groups(
        input: Tensor, num_groups: int, weight: Tensor | None, bias: Tensor | None, eps: float
) -> Tensor:
    """Run group norm without the check of the number of values."""
    if num_groups <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {num_groups}")
    channels = input.size(1)
    if channels % num_groups:
        raise RuntimeError(
            "Expected number of channels in input to be divisible by num_groups, but got input of "
            f"shape {list(input.shape)} and num_groups={num_groups}"
        )
    shape = input._array.shape
    for name, x in (("weight", weight), ("bias", bias)):
        if x is not None and x._array.shape != (channels,):
            shown = x if weight is None else weight  # torch's error about a bias shows the weight
            raise RuntimeError(
                f"Expected {name} to be a vector of size equal to the number of channels in input, "
                f"but got {name} of shape {list(shown.shape)} and input of shape {list(shape)}"
            )
    check_mixed_dtypes(input, weight, bias)
    input = contiguous(input, suggest_memory_format(input._array))
    return apply(ops.group_norm, (input, weight, bias), {"groups": num_groups, "eps": eps})[0]


@declare(native=Native("torch", "rms_norm", ("input", "normalized_shape", "weight", "eps")))
def rms_norm(
        input: Tensor, normalized_shape: tuple[int, ...], weight: Tensor | None = None,
        eps: float | None = None) -> Tensor:
    """Divide `input` by its root mean square over the last dimensions, in torch's steps."""
    shape = tuple(normalized_shape)
    check_normalized_shape("rms_norm", input, shape, weight)
    given = input.dtype
    if weight is not None and weight.dtype != given:
        dtype_names = cpp_name(input._array), cpp_name(weight._array)
        warn_once(
            "Mismatch dtype between input and weight: input dtype = {}, weight dtype = {}, Cannot "
            "dispatch to fused implementation.".format(*dtype_names), 
            at="aten/src/ATen/native/layer_norm.cpp:346")
    half = given.is_floating_point and given.itemsize == 2
    if half:
        input = input.float()
    if eps is None:
        check_kernel_dtype("rms_norm", input, "biu")
        eps = finfo(input.dtype).eps
    dims = tuple(input.dim() - 1 - i for i in range(len(shape)))  # in torch's order
    square = input.pow(2).mean(dims, keepdim=True)
    rate = apply(ops.add_number, (square,), {"other": eps}).rsqrt()
    result = input * rate
    if weight is not None:
        result = result * weight
    result = result.to(given)
    return contiguous(result, suggest_memory_format(result._array))


def local_response_norm(
        input: Tensor, size: int, alpha: float = 1e-4, beta: float = 0.75,
        k: float = 1.0) -> Tensor:
    """Divide `input` by a power of the mean square of `size` neighbouring channels."""
    dim = input.dim()
    if dim < 3:
        raise ValueError(
            f"Expected 3D or higher dimensionality                          input (got {dim} "
            "dimensions)"
        )
    if not input.numel():
        return input
    square = unsqueeze(input.mul(input), 1)
    margins = (size // 2, (size - 1) // 2)
    if dim == 3:
        mean = avg_pool2d(pad(square, (0, 0, *margins)), (size, 1), stride=1).squeeze(1)
    else:
        sizes = input.size()
        square = square.view(sizes[0], 1, sizes[1], sizes[2], -1)
        square = pad(square, (0, 0, 0, 0, *margins))
        mean = avg_pool3d(square, (size, 1, 1), stride=1).squeeze(1).view(sizes)
    return input / mean.mul(alpha).add(k).pow(beta)


@declare(reads_first=(Read("input", "norm"),))
def normalize(
        input: Any, p: float = 2.0, dim: int = 1, eps: float = 1e-12, out: Any = None) -> Tensor:
    """Divide `input` by its p-norm along `dim`."""
    return div(input, input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input), out=out)


@export()
def norm_except_dim(v: Any, pow: int = 2, dim: int = 0) -> Tensor:
    """Return the norms of slices along `dim`, broadcastable to `v`; for -1 that of all entries."""
    if dim == -1:
        return vector_norm(v, pow)
    dim = wrap_dim(dim, v._array.ndim)
    count = v._array.shape[dim]
    flat = v.transpose(0, dim).reshape(count, -1) if dim else v.reshape(count, -1)
    shape = [count if i == dim else 1 for i in range(v._array.ndim)]
    return view(vector_norm(flat, pow, 1), *shape)


def apply_weight_norm(v: Tensor, g: Any, dim: int = 0) -> Tensor:
    """Return the weight of direction `v` and norms `g`, one for each slice along `dim`."""
    if dim in (0, v._array.ndim - 1):
        return apply(ops.weight_norm_interface, (v, g), {"dim": dim})[0]
    return v * (g / norm_except_dim(v, 2, dim))
