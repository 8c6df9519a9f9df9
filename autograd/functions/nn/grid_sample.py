"""Sampling of images at the points of a grid: `grid_sample`, `affine_grid`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.ops.grid_sampler import GRID_SAMPLER
from autograd.runtime.function_record import Bool, Native, Read, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import caution
from autograd.tensor.dtype import dtype_of

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

ALIGN_CORNERS_CHANGED = (
    "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. "
    "Please specify align_corners=True if the old behavior is desired. See the documentation of "
    "grid_sample for details."
)
UNIT_SIZE_CHANGED = (
    "Since version 1.3.0, affine_grid behavior has changed for unit-size grids when align_corners="
    "True. This is not an intended use case of affine_grid. See the documentation of affine_grid "
    "for details."
)
MODES = ("bilinear", "nearest", "bicubic")
PADDINGS = ("zeros", "border", "reflection")


@autocast_float32
@declare(
    native=Native("torch", "grid_sampler", ("input", "grid", 1, 1, True)),
    bools=(Bool("align_corners", "grid_sampler", 5),),
)
def grid_sample(
        input: Tensor, grid: Tensor, mode: str = "bilinear", padding_mode: str = "zeros",
        align_corners: bool | None = None) -> Tensor:
    """Sample images (N, C, ...) at points (N, ..., d) with coordinates in [-1, 1]."""
    if mode not in MODES:
        raise ValueError(
            "nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', "
            f"but got: '{mode}'"
        )
    if padding_mode not in PADDINGS:
        raise ValueError(
            "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or "
            f"'reflection', but got: '{padding_mode}'"
        )
    if align_corners is None:
        caution(ALIGN_CORNERS_CHANGED)
        align_corners = False
    check_grid(input, grid, mode)
    params = {"mode": mode, "padding_mode": padding_mode, "align_corners": bool(align_corners)}
    return apply(GRID_SAMPLER[input._array.ndim - 2], (input, grid), params)


def check_grid(input: Tensor, grid: Tensor, mode: str) -> None:
    """Raise RuntimeError unless the grid matches the images, with torch's order of checks."""
    count, shape, sizes = input._array.ndim - 2, list(input._array.shape), list(grid._array.shape)
    if shape[0] != sizes[0]:
        raise RuntimeError(
            "grid_sampler(): expected grid and input to have same batch size, but got input with "
            f"sizes {shape} and grid with sizes {sizes}"
        )
    if sizes[-1] != count:
        raise RuntimeError(
            f"grid_sampler(): expected grid to have size {count} in last dimension, but got grid "
            f"with sizes {sizes}"
        )
    for axis, length in enumerate(shape[2:], 2):
        if not length:
            raise RuntimeError(
                "grid_sampler(): expected input to have non-empty spatial dimensions, but input has"
                f" sizes {shape} with dimension {axis} being empty")
    if count not in (2, 3) or len(shape) != len(sizes):
        raise RuntimeError(
            f"grid_sampler(): expected {4 if count == 2 else 5}D input and grid with same number of"
            f" dimensions, but got input with sizes {shape} and grid with sizes {sizes}")
    if mode == "bicubic" and count == 3:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    if input._array.dtype != grid._array.dtype and input.is_floating_point() and (
            0 not in (*shape[:2], *sizes)):
        expected, found = (
            dtype_of(x._array.dtype).legacy_name.removesuffix("Tensor") for x in (input, grid))
        raise RuntimeError(f"expected scalar type {expected} but found {found}")


@export("grid_sampler", "grid_sampler_2d", "grid_sampler_3d")
def grid_sampler(
        input: Tensor, grid: Tensor, interpolation_mode: Any, padding_mode: str,
        align_corners: bool | None) -> Tensor:
    """Return `grid_sample`, with its modes given as ints."""
    return grid_sample(input, grid, MODES[interpolation_mode], PADDINGS[padding_mode],
                       align_corners)


@export()
def affine_grid_generator(
        theta: Tensor, size: list[int] | tuple[int, ...], align_corners: bool) -> Tensor:
    """Return the points of images of `size` under affine maps."""
    batch, count = theta._array.shape[0], len(size) - 2
    if batch != size[0]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{size[0]}, "
            f"{count + 1}] but got: [{batch}, {count + 1}].")
    params = {"size": tuple(size), "align_corners": bool(align_corners)}
    return apply(ops.affine_grid_generator, (theta,), params)


@declare(
    reads_first=(Read("theta", "is_floating_point"),),
    bools=(Bool("align_corners", "affine_grid_generator", 3),),
)
def affine_grid(
        theta: Tensor, size: list[int] | tuple[int, ...], align_corners: bool | None = None
) -> Tensor:
    """Return the points (N, ..., d) of images of `size` under affine maps (N, d, d + 1)."""
    if align_corners is None:
        caution(ALIGN_CORNERS_CHANGED)
        align_corners = False
    if theta._array.dtype.kind not in "fV":
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) not in (4, 5):
        raise NotImplementedError(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, "
            f"respectively. Got size {size}."
        )
    count = len(size) - 2
    if theta._array.ndim != 3 or theta._array.shape[1:] != (count, count + 1):
        raise ValueError(
            f"Expected a batch of {count}D affine matrices of shape Nx{count}x{count + 1} for size "
            f"{size}. Got {theta.shape}."
        )
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")
    if align_corners and min(size[2:]) == 1:
        caution(UNIT_SIZE_CHANGED)
    return affine_grid_generator(theta, size, align_corners)


