"""Records of fake quantization, which rounds to the values of a quantized layer."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.ops.record import d, op


def quantize(
        self, scale: np.ndarray | float, zero_point: np.ndarray | int, low: Any, high: Any
) -> tuple[np.ndarray, ...]:
    """Round to the nearest quantization step; return also where it is between `low` and `high`."""
    wide = self.astype(np.float32) if self.itemsize == 2 else self
    steps = wide * (np.float32(1) / np.float32(scale))
    if np.asarray(zero_point).dtype.kind == "f":
        steps = np.rint(steps + zero_point)
    else:
        steps = zero_point + np.rint(steps)
    held = np.fmin(np.fmax(steps, low), high) - zero_point
    made = np.asarray(held, np.float32) * np.float32(scale)
    return made.astype(self.dtype), (steps >= low) & (steps <= high)


def expand_along_axis(values: np.ndarray, axis: int, ndim: int) -> np.ndarray:
    """Return one value for each entry of a dimension, in a shape that broadcasts."""
    return np.reshape(values, [-1 if i == axis else 1 for i in range(ndim)])


FAKE = "FakeQuantizePer{}AffineCachemask{}Backward0"
TEX = r"$scale \cdot \mathrm{round}($self / $scale)"

fake_quantize_per_tensor_affine = op(
    "fake_quantize_per_tensor_affine", FAKE.format("Tensor", ""),
    lambda self, *, scale, zero_point, quant_min, quant_max:
        quantize(self, scale, zero_point, quant_min, quant_max), TEX, outputs=("output", "mask"),
    self=d(lambda grads, mask: grads[0] * mask, r"${grads}_1 \odot $mask"))

fake_quantize_by_tensors = op(
    "fake_quantize_by_tensors", FAKE.format("Tensor", "TensorQparams"),
    lambda self, *, scale, zero_point, quant_min, quant_max:
        quantize(self, scale, zero_point, quant_min, quant_max), TEX, outputs=("output", "mask"),
    self=d(lambda grads, mask: grads[0] * mask, r"${grads}_1 \odot $mask"))

fake_quantize_per_channel_affine = op(
    "fake_quantize_per_channel_affine", FAKE.format("Channel", ""),
    lambda self, *, scale, zero_point, axis, quant_min, quant_max: quantize(
        self, *(expand_along_axis(each, axis, self.ndim) for each in (scale, zero_point)),
            quant_min,
        quant_max), TEX, outputs=("output", "mask"),
    self=d(lambda grads, mask: grads[0] * mask, r"${grads}_1 \odot $mask"))
