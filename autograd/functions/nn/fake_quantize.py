"""Fake quantization: rounding to quantized values, with the gradient of the identity."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.kernel_dtypes import check_kernel_dtype
from autograd.runtime.registry import export
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import dtype_of_array
from autograd.tensor.tensor import Tensor


KERNEL_NAME = "fake_quantize_{}_cachemask_kernel_type_handling"


@export()
def fake_quantize_per_tensor_affine(
        input: Tensor, scale: Any, zero_point: Any, quant_min: int,
        quant_max: int) -> Tensor:
    """Round `input` to multiples of `scale`, clamped to [`quant_min`, `quant_max`] multiples."""
    check_bounds(quant_min, quant_max)
    params = {"quant_min": quant_min, "quant_max": quant_max}
    if isinstance(scale, Tensor):
        entry = ops.fake_quantize_by_tensors
        params |= {"scale": scale._array, "zero_point": zero_point._array.astype(np.int64)}
    else:
        entry = ops.fake_quantize_per_tensor_affine
        params |= {"scale": scale, "zero_point": zero_point}
        check_zero_point(np.asarray(zero_point), quant_min, quant_max)
    check_kernel_dtype(KERNEL_NAME.format("tensor"), input, "biuc")
    return apply(entry, (input,), params)[0]


@export()
def fake_quantize_per_channel_affine(
        input: Tensor, scale: Tensor, zero_point: Tensor, axis: int, quant_min: int, quant_max: int
) -> Tensor:
    """Round `input` with a scale and a zero point for each entry of dimension `axis`."""
    dtypes = [dtype_of_array(each._array) for each in (scale, zero_point)]
    if dtypes[0].name not in ("float32", "bfloat16"):
        raise RuntimeError(f"Scale must be Float or BFloat16, found {dtypes[0].legacy_name}")
    if dtypes[1].name not in ("int32", "float32", "float16"):
        raise RuntimeError(
            f"Zero-point must be Int32, Float or Half, found {dtypes[1].legacy_name}")
    axis = wrap_dim(axis, input._array.ndim)
    for each, words in ((scale, "scale"), (zero_point, "zero point")):
        if each._array.ndim != 1:
            raise RuntimeError(f"{words} should be a 1-D tensor")
        if each._array.size != input._array.shape[axis]:
            raise RuntimeError("dimensions of scale and zero-point are not consistent with input "
                               "tensor")
    check_bounds(quant_min, quant_max)
    check_zero_point(zero_point._array, quant_min, quant_max)
    check_kernel_dtype(KERNEL_NAME.format("channel"), input, "biuc")
    params = {"quant_min": quant_min, "quant_max": quant_max, "axis": axis,
              "scale": scale._array, "zero_point": zero_point._array}
    return apply(ops.fake_quantize_per_channel_affine, (input,), params)[0]


def check_bounds(quant_min: int, quant_max: int) -> None:
    """Raise RuntimeError if `quant_min` is greater than `quant_max`."""
    if quant_min > quant_max:
        raise RuntimeError("`quant_min` should be less than or         equal to `quant_max`.")


def check_zero_point(zero_point: np.ndarray, quant_min: int, quant_max: int) -> None:
    """Raise RuntimeError for a zero point outside of the bounds."""
    if zero_point.dtype.kind == "i" and not (
            (zero_point >= quant_min) & (zero_point <= quant_max)).all():
        raise RuntimeError("`zero_point` must be between `quant_min` and `quant_max`.")
