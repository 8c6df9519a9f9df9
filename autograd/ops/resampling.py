"""Records of ops that pad or resize along spatial dimensions: linear maps of each dimension.

The maps are made by kernels/resampling.py; the derivative is the transpose of the map.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TYPE_CHECKING

import numpy as np

from autograd.graph.saved_attributes import Source, WHOLE, saved_by
from autograd.kernels import bilinear, resampling
from autograd.kernels.memory_formats import channels_last_as_inputs
from autograd.kernels.refused_dtypes import (
    BOOL, COMPLEX, INTEGERS, REDUCED_FLOATS, SIGNED, UNSIGNED, unsupported,
)
from autograd.ops.double_backward import double_backward_name, linear_backward_op
from autograd.ops.record import d, op
from autograd.ops.vmap_rules import PAD
from autograd.tensor.memory_format import (
    is_channels_last, copy_preserving_strides, to_memory_format)

if TYPE_CHECKING:
    from autograd.ops.record import Op

# --- The maps and their transpose --------------------------------------------------------------


def apply_maps(array: np.ndarray, maps: tuple[Any, ...]) -> np.ndarray:
    """Apply one linear map to each of the last dimensions of `array`."""
    first = array.ndim - len(maps)
    for axis, (indices, weights) in enumerate(maps, first):
        shape = (-1,) + (1,) * (array.ndim - axis - 1)
        total = None
        for tap in range(indices.shape[1]):
            part = multiply_weights(array.take(indices[:, tap], axis),
                weights[:, tap].reshape(shape))
            total = part if total is None else total + part
        array = total
    return array


def multiply_weights(part: np.ndarray, factor: np.ndarray) -> np.ndarray:
    """Return `part * factor`, 0 where the factor is 0 even if `part` is not finite."""
    if (factor == 1).all():
        return part
    part = part * factor.astype(part.dtype)
    return np.where(factor == 0, part.dtype.type(0), part) if (factor == 0).any() else part


def apply_maps_transposed(
        grad: np.ndarray, maps: tuple[Any, ...], size: tuple[int, ...]) -> np.ndarray:
    """Apply the transpose of `apply_maps`, into an array of `size`."""
    first, last = grad.ndim - len(maps), is_channels_last(grad)
    for axis in reversed(range(first, grad.ndim)):
        indices, weights = maps[axis - first]
        moved = np.moveaxis(grad, axis, 0)
        made = np.zeros((size[axis], *moved.shape[1:]), grad.dtype)
        shape = (-1,) + (1,) * (moved.ndim - 1)
        for tap in range(indices.shape[1]):
            factor = weights[:, tap].reshape(shape).astype(grad.dtype)
            np.add.at(made, indices[:, tap], moved * factor)
        grad = np.moveaxis(made, 0, axis)
    return to_memory_format(grad, last)


# --- Padding -----------------------------------------------------------------------------------

constant_pad = op("constant_pad", "ConstantPadNdBackward0",
    lambda self, *, pad, value: pad_constant(self, pad, value), r"\mathrm{pad}($self, $value)",
    self=d(lambda grad, pad: constant_pad(grad, pad=tuple(-n for n in pad), value=0),
           r"\mathrm{crop}($grad)"),
    vmap=PAD)


def pad_constant(array: np.ndarray, pad: tuple[int, ...], value: complex) -> np.ndarray:
    """Pad `array` with `value`.

    `pad` is torch's, last dimension first; negative numbers crop. Without padding the crop is
    copied with the strides of the input.
    """
    widths = [(0, 0)] * (array.ndim - len(pad) // 2)
    widths += [(pad[i], pad[i + 1]) for i in range(len(pad) - 2, -1, -2)]
    crop = tuple(
        np.s_[max(-before, 0):length - max(-after, 0)]
        for (before, after), length in zip(widths, array.shape)
    )
    if max(pad, default=0) <= 0:
        return copy_preserving_strides(array[crop], array.dtype)
    added = [(max(before, 0), max(after, 0)) for before, after in widths]
    made = np.pad(array[crop], added, constant_values=array.dtype.type(value))
    return to_memory_format(made, is_channels_last(array))


def padding_op(name: str, node: str, rule: Callable[..., Any], **facts: Any) -> Op:
    """Declare a padding that repeats entries of the input, by a rule of `taps`."""
    back = linear_backward_op(f"{name}_backward", double_backward_name(node),
        lambda grad_output, self, *, pad:
            apply_maps_transposed(grad_output, resampling.padding_maps(rule, self.shape, pad),
                self.shape),
        r"\textstyle\sum_{\text{copies}} $grad_output",
        d(lambda grad, pad: entry(grad, pad=pad), r"\mathrm{pad}($grad)"),
        saved_as={"padding": "pad"})
    entry = op(name, node,
        lambda self, *, pad: apply_maps(self, resampling.padding_maps(rule, self.shape, pad)),
        r"\mathrm{pad}($self)", **facts,
        self=d(lambda grad, self, pad: back(grad, self, pad=pad),
               r"\textstyle\sum_{\text{copies}} $grad"),
        saves=WHOLE, saved_as={"padding": "pad"})
    return entry


REFLECTION = [
    padding_op("reflection_pad1d", "ReflectionPad1DBackward0", resampling.reflection_pad,
        refuses=unsupported("reflection_pad1d", BOOL, UNSIGNED)),
    padding_op("reflection_pad2d", "ReflectionPad2DBackward0", resampling.reflection_pad,
        refuses=unsupported("reflection_pad2d", BOOL, UNSIGNED)),
    padding_op("reflection_pad3d", "ReflectionPad3DBackward0", resampling.reflection_pad,
        refuses=unsupported("reflection_pad3d", BOOL, UNSIGNED)),
]
REPLICATION = [
    padding_op("replication_pad1d", "ReplicationPad1DBackward0", resampling.replication_pad,
        refuses=unsupported("replication_pad1d", BOOL, UNSIGNED)),
    padding_op("replication_pad2d", "ReplicationPad2DBackward0", resampling.replication_pad,
        refuses=unsupported("replication_pad2d", BOOL, UNSIGNED)),
    padding_op("replication_pad3d", "ReplicationPad3DBackward0", resampling.replication_pad,
        refuses=unsupported("replication_pad3d", BOOL, UNSIGNED)),
]

# --- Resizing ----------------------------------------------------------------------------------


def upsample_op(
        name: str, node: str, rule: Callable[..., Any], *, saves: dict[str, Any],
        single: Callable[..., Any] | None = None, **facts: Any) -> Op:
    """Declare an op that resizes images by a rule of `taps`.

    `size` and `scales` have one entry a dimension. `single` computes in float32 where the order of
    torch's sums is known.
    """
    def forward(self, *, size, scales, align_corners):
        if single and self.dtype == np.float32:
            return single(self, size, scales, align_corners)
        maps = resampling.resizing_maps(rule, self.shape, size, scales, align_corners)
        if self.dtype == np.uint8 and rule in IN_BYTES and len(size) == 2:
            return resampling.resize_uint8(self, maps)
        return apply_maps(self, maps)

    back = linear_backward_op(f"{name}_backward", double_backward_name(node),
        lambda grad_output, *, size, scales, align_corners, input_size: apply_maps_transposed(
            grad_output, resampling.resizing_maps(rule, input_size, size, scales, align_corners),
            input_size),
        r"\textstyle\sum_{\text{uses}} w\,$grad_output",
        d(lambda grad, size, scales, align_corners:
          entry(grad, size=size, scales=scales, align_corners=align_corners),
          r"\mathrm{resize}($grad)"),
        saves=saves, saved_as={"output_size": "size"})
    entry = op(name, node, forward, r"\mathrm{resize}($self)", **facts,
        self=d(lambda grad, self_shape, size, scales, align_corners: back(
                   grad, size=size, scales=scales, align_corners=align_corners,
                   input_size=self_shape),
               r"\textstyle\sum_{\text{uses}} w\,$grad"),
        saves=saves, saved_as={"output_size": "size"})
    return entry


def scale_of_side(place: int) -> Source:
    """Return the source of one saved scale, None without scales."""
    return saved_by(lambda scales: scales and scales[place])


def scale_of_each_side(*sides: str) -> dict[str, Source | None]:
    """Return the sources of the saved scales of the sides of an image."""
    made = {f"scales_{side}": scale_of_side(i) for i, side in enumerate(sides)}
    return {**made, "scales": None}


IN_BYTES = (resampling.linear, resampling.cubic, *resampling.ANTIALIASED.values())
NEAREST = [
    upsample_op("upsample_nearest1d", "UpsampleNearest1DBackward0", resampling.nearest,
        refuses=unsupported("compute_indices_weights_nearest", BOOL, SIGNED, UNSIGNED, COMPLEX),
        saves={"scales": scale_of_side(0), "align_corners": None}),
    upsample_op("upsample_nearest2d", "UpsampleNearest2DBackward0", resampling.nearest,
        refuses=unsupported("upsample_nearest2d_channels_last", BOOL, SIGNED, UNSIGNED, COMPLEX),
        memory_format=channels_last_as_inputs,
        saves={**scale_of_each_side("h", "w"), "align_corners": None}),
    upsample_op("upsample_nearest3d", "UpsampleNearest3DBackward0", resampling.nearest,
        refuses=unsupported("compute_indices_weights_nearest", BOOL, SIGNED, UNSIGNED, COMPLEX),
        memory_format=channels_last_as_inputs,
        saves={**scale_of_each_side("d", "h", "w"), "align_corners": None}),
]
upsample_nearest_exact1d = upsample_op(
    "upsample_nearest_exact1d", "UpsampleNearestExact1DBackward0", resampling.nearest_exact,
    refuses=unsupported("compute_indices_weights_nearest", BOOL, SIGNED, UNSIGNED, COMPLEX),
    saves={"scales": scale_of_side(0), "align_corners": None},
    vmap_composed=("_upsample_nearest_exact1d.vec", "_upsample_nearest_exact1d"))
NEAREST_EXACT = [
    upsample_nearest_exact1d,
    upsample_op("upsample_nearest_exact2d", "UpsampleNearestExact2DBackward0",
        resampling.nearest_exact,
        refuses=unsupported("upsample_nearest2d_channels_last", BOOL, SIGNED, UNSIGNED, COMPLEX),
        memory_format=channels_last_as_inputs,
        saves={**scale_of_each_side("h", "w"), "align_corners": None}),
    upsample_op("upsample_nearest_exact3d", "UpsampleNearestExact3DBackward0",
        resampling.nearest_exact,
        refuses=unsupported("compute_indices_weights_nearest", BOOL, SIGNED, UNSIGNED, COMPLEX),
        saves={**scale_of_each_side("d", "h", "w"), "align_corners": None}),
]
LINEAR = [
    upsample_op("upsample_linear1d", "UpsampleLinear1DBackward0", resampling.linear,
        refuses=unsupported("compute_indices_weights_linear", BOOL, INTEGERS, COMPLEX),
        saves={"scales": scale_of_side(0)}),
    upsample_op("upsample_bilinear2d", "UpsampleBilinear2DBackward0", resampling.linear,
        single=bilinear.upsample_bilinear,
        refuses=unsupported("upsample_bilinear2d_channels_last", BOOL, SIGNED, UNSIGNED, COMPLEX),
        memory_format=channels_last_as_inputs,
        saves=scale_of_each_side("h", "w")),
    upsample_op("upsample_trilinear3d", "UpsampleTrilinear3DBackward0", resampling.linear,
        refuses=unsupported("compute_indices_weights_linear", BOOL, INTEGERS, COMPLEX),
        memory_format=channels_last_as_inputs,
        saves=scale_of_each_side("d", "h", "w")),
]
CUBIC = upsample_op("upsample_bicubic2d", "UpsampleBicubic2DBackward0", resampling.cubic,
    refuses=unsupported("compute_indices_weights_cubic", BOOL, SIGNED, UNSIGNED, COMPLEX),
    memory_format=channels_last_as_inputs,
    saves=scale_of_each_side("h", "w"))
SMOOTH = {
    mode: upsample_op(
        f"upsample_{mode}2d_aa", f"Upsample{mode.title()}2DAaBackward0", rule,
        refuses=unsupported(
            "compute_index_ranges_weights", BOOL, SIGNED, UNSIGNED, REDUCED_FLOATS, COMPLEX),
        memory_format=channels_last_as_inputs,
        saves=scale_of_each_side("h", "w"))
    for mode, rule in resampling.ANTIALIASED.items()
}
