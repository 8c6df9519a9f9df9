"""Padding and resizing, as `torch.nn.functional` names them."""

from __future__ import annotations

import math
from operator import index
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.arguments.argument_parser import check
from autograd.arguments.signatures import fits_number, is_index
from autograd.engine.apply import apply
from autograd.engine.autocast import to_float32_if_active
from autograd.functions.nn.kernel_sizes import as_ints
from autograd.functions.nn.pooling import (
    adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d)
from autograd.kernels.resampling import scaled_length
from autograd.ops.resampling import (
    CUBIC, LINEAR, NEAREST, NEAREST_EXACT, REFLECTION, REPLICATION, SMOOTH,
)
from autograd.runtime.function_record import Native, Read, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import caution
from autograd.tensor.scalar import fitted, held

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import Tensor

# --- Padding -----------------------------------------------------------------------------------

PADDING_OPS = {"reflect": REFLECTION, "replicate": REPLICATION}


@declare(native=Native("torch.nn", "pad", ("input", "pad", "mode", "value")), compiled="torch.nn")
def pad(
        input: Any, pad: tuple[int, ...], mode: str = "constant", value: float | None = None
) -> Tensor:
    """Pad `input` at both ends of its last dimensions; negative widths crop.

    `pad` has two widths for each dimension, the last dimension first.
    """
    pad = as_ints(pad)
    if value is not None and not fits_number("float", value):
        raise TypeError(f"pad() of a {type(value).__name__}")
    if len(pad) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(pad) // 2 > input._array.ndim:
        raise RuntimeError(
            "Padding length should be less than or equal to two times the input dimension but got "
            f"padding length {len(pad)} and input of dimension {input._array.ndim}"
        )
    if mode == "constant":
        return pad_constant(input, pad, 0 if value is None else value)
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    count, ndim = len(pad) // 2, input._array.ndim
    if mode != "circular" and mode not in PADDING_OPS:
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if not (1 <= count <= 3 and ndim in (count + 1, count + 2)):
        raise NotImplementedError(
            f"Padding size {len(pad)} is not supported for {ndim}D input tensor.\nSupported "
            "combinations for non-constant padding:\n  - 2D or 3D input: padding size = 2 (pads "
            "last dimension)\n  - 3D or 4D input: padding size = 4 (pads last 2 dimensions)\n  - 4D"
            " or 5D input: padding size = 6 (pads last 3 dimensions)"
        )
    check_pad_widths(input, pad, mode)
    if mode == "circular":
        return pad_circular(input, pad)
    if mode == "replicate" or count < 3:
        input = to_float32_if_active(input)
    return apply(PADDING_OPS[mode][count - 1], (input,), {"pad": pad})


def pad_constant(input: Tensor, pad: tuple[int, ...], value: complex) -> Tensor:
    """Pad `input` with one value."""
    lengths = input._array.shape
    for i in range(len(pad) // 2):
        if lengths[-1 - i] + min(pad[2 * i], 0) + min(pad[2 * i + 1], 0) < 0:
            raise RuntimeError("narrow(): length must be non-negative.")
    kind = input._array.dtype.kind
    if kind in "iu" or isinstance(value, complex):
        held(-math.inf if kind == "u" and value < 0 else value, input._array.dtype)
    elif kind in "fV":
        fitted({"value": value}, input._array.dtype)
    return apply(ops.constant_pad, (input,), {"pad": pad, "value": value})


@export()
def constant_pad_nd(input: Tensor, pad: tuple[int, ...], value: complex = 0) -> Tensor:
    """Pad `input` with one value; RuntimeError for an odd number of widths or too many."""
    if len(pad) % 2:
        raise RuntimeError(f"Length of pad must be even but instead it equals {len(pad)}")
    if len(pad) > 2 * input.dim():
        raise RuntimeError(
            "Length of pad should be no more than twice the number of dimensions of the input. Pad "
            f"length is {len(pad)}while the input has {input.dim()}dimensions.")
    return pad_constant(input, tuple(pad), value)


def check_pad_widths(input: Tensor, pad: tuple[int, ...], mode: str) -> None:
    """Raise RuntimeError if a dimension has too few entries to reflect or wrap around."""
    count = len(pad) // 2
    if mode != "circular" and not all(input._array.shape[-count - 1:]):
        raise RuntimeError(
            f"Expected {count + 1}D or {count + 2}D (batch mode) tensor with possibly 0 batch size "
            f"and other non-zero dimensions for input, but got: {list(input._array.shape)}")
    for i in range(len(pad) // 2):
        length, both = input._array.shape[-1 - i], pad[2 * i:2 * i + 2]
        if mode == "reflect" and max(both) >= length:
            raise RuntimeError(
                "Argument #4: Padding size should be less than the corresponding input dimension, "
                f"but got: padding ({both[0]}, {both[1]}) at dimension {input.dim() - 1 - i} of "
                f"input {list(input.shape)}"
            )
        if mode == "circular" and max(both) > length:
            raise RuntimeError("Padding value causes wrapping around more than once.")


def pad_circular(input: Tensor, pad: tuple[int, ...]) -> Tensor:
    """Pad `input` with entries from its other end, written part by part as torch does."""
    last = input._array.ndim - 1
    sides = [(last - i, *pad[2 * i:2 * i + 2]) for i in range(len(pad) // 2)]
    shape = list(input._array.shape)
    for dim, before, after in sides:
        shape[dim] += before + after
        if shape[dim] < 0:
            raise RuntimeError("Negative padding value is resulting in an empty dimension")
    made = input.new_empty(shape)
    inner, middle = made, input
    for dim, before, after in sides:
        inner = slice_along(inner, dim, max(before, 0), shape[dim] - max(after, 0))
        middle = slice_along(middle, dim, max(-before, 0), input._array.shape[dim] - max(-after, 0))
    inner.copy_(middle)
    for dim, before, after in sides:
        first, end = max(before, 0), shape[dim] - max(after, 0)
        if before > 0:
            slice_along(made, dim, 0, before).copy_(slice_along(made, dim, end - before, end))
        if after > 0:
            slice_along(made, dim, end, shape[dim]).copy_(
                slice_along(made, dim, first, first + after))
    return made


def slice_along(tensor: Tensor, dim: int, start: int, end: int) -> Tensor:
    """Return the view of a tensor from `start` to `end` along `dim`."""
    return apply(ops.slice, (tensor,), {"dim": dim, "start": start, "end": end, "step": 1})


# --- Resizing ----------------------------------------------------------------------------------

MODES = (
    "nearest | linear | bilinear | bicubic | trilinear | lanczos | area | nearest-exact"
)
ALIGNABLE = {"linear": 1, "bilinear": 2, "bicubic": 2, "trilinear": 3}


@declare(reads_first=(Read("input", "dim"),))
def interpolate(
        input: Tensor, size: Tensor | int | tuple[Tensor | int | int, ...] | None = None,
        scale_factor: float | tuple[int, ...] | None = None, mode: str = "nearest",
        align_corners: bool | None = None, recompute_scale_factor: Any = None,
        antialias: bool = False) -> Tensor:
    """Resize `input` to `size` or by `scale_factor`, over one to three spatial dimensions."""
    if mode in ("nearest", "area", "nearest-exact"):
        if align_corners is not None:
            raise ValueError(
                "align_corners option can only be set with the interpolating modes: linear | "
                "bilinear | bicubic | trilinear"
            )
    given, count = size, input._array.ndim - 2
    size, scales = target_size(input, size, scale_factor, recompute_scale_factor, count)
    if align_corners is None:
        align_corners = False
    aligned = (align_corners,) if mode in ALIGNABLE else ()
    if not all(map(is_integer, size)):
        check("torch.nn", f"upsample_{mode}{count}d", (input, [*size], *aligned, None), {})
    if aligned and type(align_corners) is not bool:
        name = f"_upsample_{mode}{count}d_aa" if antialias else f"upsample_{mode}{count}d"
        args = upsample_arguments(given, scale_factor, size, recompute_scale_factor, aligned)
        check("torch.nn", name, (input, *args), {})
    size = tuple(map(index, size))
    if antialias and (mode not in ("bilinear", "bicubic", "lanczos") or count != 2):
        raise ValueError(
            "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires "
            "a 4-D tensor as input")
    if mode == "lanczos" and not antialias:
        raise ValueError("Lanczos mode requires antialias=True")
    if mode == "lanczos" and align_corners:
        raise ValueError("Lanczos mode does not support align_corners=True")
    check_sizes(input, size, count)
    if mode == "area":
        return resize_by_area(input, size, count)
    rule = SMOOTH[mode] if antialias else choose_op(mode, count, input)
    return apply(rule, (input,), {
        "size": size, "scales": scales, "align_corners": align_corners
    })


def upsample_arguments(
        size: Any, scale_factor: Any, made: tuple[int, ...],
        recompute: bool | None, aligned: tuple[int | str, ...]) -> tuple:
    """Return the arguments of torch's C++ after the input: a size or scales, the other None."""
    if size is None and recompute:
        return [*made], *aligned, None
    value = scale_factor if size is None else size
    listed = value if isinstance(value, list | tuple) else [value] * len(made)
    return (None, *aligned, listed) if size is None else (listed, *aligned, None)


def is_integer(value: Tensor | int) -> bool:
    """Return True if torch's Python takes `value` as a size."""
    return isinstance(value, bool) or is_index(value)


def check_sizes(input: Tensor, size: Any, count: int) -> None:
    """Raise RuntimeError for images without entries."""
    lengths, given = input._array.shape, [*zip("DHW"[3 - count:], input._array.shape[2:])]
    if len(given) != count or len(size) != count:
        return
    if 0 in lengths[2:] or any(n <= 0 for n in size):
        had, wanted = (", ".join(f"{name}: {n}" for (name, _), n in zip(given, sizes))
                       for sizes in (lengths[2:], size))
        raise RuntimeError(
            "Input and output sizes should be greater than 0, but got input "
            f"({had}){' and' if count == 1 else ''} output ({wanted})"
        )
    if not math.prod(lengths[1:]):
        raise RuntimeError(
            f"Non-empty {count + 2}D data tensor expected but got a tensor with sizes "
            f"{list(lengths)}"
        )


def resize_by_area(input: Tensor, size: Any, count: int) -> Tensor:
    """Average the entries of the input that overlap each entry of the result."""
    pools = (adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d)
    return pools[count - 1](input, size)


def choose_op(mode: str, count: int, input: Tensor) -> Op:
    """Return the op of a mode; NotImplementedError if the mode does not fit the dimensions."""
    if mode in ("nearest", "nearest-exact") and 1 <= count <= 3:
        return (NEAREST if mode == "nearest" else NEAREST_EXACT)[count - 1]
    if mode in ALIGNABLE and ALIGNABLE[mode] != count and 1 <= count <= 3:
        raise NotImplementedError(
            f"Got {count + 2}D input, but {mode} mode needs {ALIGNABLE[mode] + 2}D input"
        )
    if mode == "bicubic" and count == 2:
        return CUBIC
    if mode in ALIGNABLE and 1 <= count <= 3:
        return LINEAR[count - 1]
    raise NotImplementedError(
        "Input Error: Only 3D, 4D and 5D input Tensors supported (got "
        f"{input.dim()}D) for the modes: {MODES} (got {mode})"
    )


def target_size(
        input: Tensor, size: Tensor | int | tuple[Tensor | int | int, ...] | None,
        scale_factor: float | tuple[int, ...] | None, recompute: bool | None, count: int
) -> tuple[Any, ...]:
    """Return the sizes of the result, and the scales for index arithmetic, None if recomputed.

    ValueError unless exactly one of `size` and `scale_factor` is given, for each dimension.
    """
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is not None:
        listed = isinstance(size, tuple | list)
        given, size = size, tuple(size) if listed else (size,) * count
        if listed and len(size) != count:
            raise ValueError(
                "Input and output must have the same number of spatial dimensions, but got input "
                f"with spatial dimensions of {list(input.shape[2:])} and output size of "
                f"{given}. Please provide input tensor in (N, C, d1, d2, ...,dK) format and output "
                "size in (o1, o2, ...,oK) format."
            )
        if listed and not all(map(is_integer, size)):
            raise TypeError(
                "expected size to be one of int or Tuple[int] or Tuple[int, int] or Tuple[int, int,"
                f" int], but got size with types {[type(n) for n in size]}")
        if recompute:
            raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
        return size, (None,) * count
    if scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    scales = tuple(scale_factor) if isinstance(scale_factor, list | tuple) else (
        (scale_factor,) * count
    )
    if isinstance(scale_factor, list | tuple) and len(scales) != count:
        raise ValueError(
            "Input and scale_factor must have the same number of spatial dimensions, but got input "
            f"with spatial dimensions of {list(input.shape[2:])} and scale_factor of shape "
            f"{scale_factor}. Please provide input tensor in (N, C, d1, d2, ...,dK) format and "
            "scale_factor in (s1, s2, ...,sK) format."
        )
    if not all(abs(n * s) < 2**63 for n, s in zip(input._array.shape[2:], scales)):
        raise RuntimeError("value cannot be converted to type int64_t without overflow")
    size = tuple(scaled_length(n, s) for n, s in zip(input._array.shape[2:], scales))
    return size, (None,) * count if recompute else tuple(map(float, scales))


@declare(reads_first=(Read("input", "dim"),))
def upsample(
        input: Tensor, size: tuple[int, ...] | None = None, scale_factor: Any = None,
        mode: str = "nearest", align_corners: bool | None = None) -> Any:
    """Return `interpolate`; deprecated."""
    caution(
        "`nn.functional.upsample` is deprecated. Use `nn.functional.interpolate` instead.")
    return interpolate(input, size, scale_factor, mode, align_corners)


@declare(reads_first=(Read("input", "dim"),))
def upsample_nearest(input: Tensor, size: Any = None, scale_factor: int | None = None) -> Tensor:
    """Return `interpolate` in mode `nearest`; deprecated."""
    caution(
        "`nn.functional.upsample_nearest` is deprecated. Use `nn.functional.interpolate` instead.")
    return interpolate(input, size, scale_factor, "nearest")


@declare(reads_first=(Read("input", "dim"),))
def upsample_bilinear(
        input: Tensor, size: tuple[int, ...] | None = None, scale_factor: Any = None) -> Any:
    """Return `interpolate` in mode `bilinear` with `align_corners`; deprecated."""
    caution(
        "`nn.functional.upsample_bilinear` is deprecated. Use `nn.functional.interpolate` instead.")
    return interpolate(input, size, scale_factor, "bilinear", True)
