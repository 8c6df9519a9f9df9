"""Resizing of images: `interpolate`, with its deprecated forms `upsample`."""

from __future__ import annotations

import math
from operator import index
from typing import TYPE_CHECKING, Any

from autograd.arguments.argument_parser import check_arguments
from autograd.arguments.signatures import is_index
from autograd.engine.apply import apply
from autograd.functions.nn.pooling import (
    adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d)
from autograd.kernels.resampling import scaled_length
from autograd.ops.resampling import CUBIC, LINEAR, NEAREST, NEAREST_EXACT, SMOOTH
from autograd.runtime.function_record import Read, declare
from autograd.runtime.warnings import caution

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import Tensor


MODES = (
    "nearest | linear | bilinear | bicubic | trilinear | lanczos | area | nearest-exact"
)
ALIGNABLE = {"linear": 1, "bilinear": 2, "bicubic": 2, "trilinear": 3}


@declare(reads_first=(Read("input", "dim"),))
def interpolate(
        input: Tensor, size: int | tuple[int, ...] | None = None,
        scale_factor: float | tuple[float, ...] | None = None, mode: str = "nearest",
        align_corners: bool | None = None, recompute_scale_factor: bool | None = None,
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
        check_arguments(
            "torch.nn", f"upsample_{mode}{count}d", (input, [*size], *aligned, None), {})
    if aligned and type(align_corners) is not bool:
        name = f"_upsample_{mode}{count}d_aa" if antialias else f"upsample_{mode}{count}d"
        args = upsample_arguments(given, scale_factor, size, recompute_scale_factor, aligned)
        check_arguments("torch.nn", name, (input, *args), {})
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
        size: Any, scale_factor: Any, result: tuple[int, ...],
        recompute: bool | None, aligned: tuple[int | str, ...]) -> tuple:
    """Return the arguments of torch's C++ after the input: a size or scales, the other None."""
    if size is None and recompute:
        return [*result], *aligned, None
    value = scale_factor if size is None else size
    listed = value if isinstance(value, list | tuple) else [value] * len(result)
    return (None, *aligned, listed) if size is None else (listed, *aligned, None)


def is_integer(value: object) -> bool:
    """Return True if torch's Python takes `value` as a size."""
    return isinstance(value, bool) or is_index(value)


def check_sizes(input: Tensor, size: Any, count: int) -> None:
    """Raise RuntimeError for images without entries."""
    lengths, given = input._array.shape, [*zip("DHW"[3 - count:], input._array.shape[2:])]
    if len(given) != count or len(size) != count:
        return
    if 0 in lengths[2:] or any(n <= 0 for n in size):
        given_text, wanted_text = (", ".join(f"{name}: {n}" for (name, _), n in zip(given, sizes))
                       for sizes in (lengths[2:], size))
        raise RuntimeError(
            "Input and output sizes should be greater than 0, but got input "
            f"({given_text}){' and' if count == 1 else ''} output ({wanted_text})"
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
        input: Tensor, size: Any,
        scale_factor: float | tuple[float, ...] | None, recompute: bool | None, count: int
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
        mode: str = "nearest", align_corners: bool | None = None) -> Tensor:
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
        input: Tensor, size: tuple[int, ...] | None = None, scale_factor: Any = None) -> Tensor:
    """Return `interpolate` in mode `bilinear` with `align_corners`; deprecated."""
    caution(
        "`nn.functional.upsample_bilinear` is deprecated. Use `nn.functional.interpolate` instead.")
    return interpolate(input, size, scale_factor, "bilinear", True)
