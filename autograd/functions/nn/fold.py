"""Rearrangements of image blocks: `unfold`, `fold`, `pixel_shuffle`, `channel_shuffle`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.nn.c_arguments import as_pair
from autograd.functions.nn.kernel_sizes import expand_setting
from autograd.functions.nn.pooling_windows import check_fold, check_unfold
from autograd.runtime.function_record import BUILTIN, Native, declare
from autograd.runtime.registry import export

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


@declare(native=Native(
    "torch.nn",
    "im2col",
    ("input", "kernel_size", "dilation", "padding", "stride"),
    pairs=True,
))
def unfold(
        input: Tensor, kernel_size: int | tuple[int, ...], dilation: int | tuple[int, ...] = 1,
        padding: int | tuple[int, ...] = 0, stride: int | tuple[int, ...] = 1) -> Any:
    """Return the sliding blocks of images (N, C, H, W) as columns (N, C * kernel area, L)."""
    settings = as_block_settings(kernel_size, dilation, padding, stride)
    check_unfold(input, lambda: count_blocks(input._array.shape[-2:], **settings), **settings)
    return apply(ops.im2col, (input,), settings)


@declare(native=Native(
    "torch.nn",
    "col2im",
    ("input", "output_size", "kernel_size", "dilation", "padding", "stride"),
    pairs=True,
))
def fold(
        input: Tensor, output_size: Any, kernel_size: int | tuple[int, ...],
        dilation: int | tuple[int, ...] = 1, padding: int | tuple[int, ...] = 0,
        stride: int | tuple[int, ...] = 1) -> Any:
    """Sum columns (N, C * kernel area, L) into images of `output_size`."""
    size = as_height_width(output_size, "output_size")
    settings = as_block_settings(kernel_size, dilation, padding, stride)
    check_fold(input, lambda: count_blocks(size, **settings), size, **settings)
    return apply(ops.col2im, (input,), {"output_size": size, **settings})


def as_block_settings(kernel_size: Any, dilation: Any, padding: Any, stride: Any) -> dict:
    """Return the settings of `unfold` and `fold`, each for height and width."""
    given = {"kernel_size": kernel_size, "dilation": dilation, "padding": padding,
             "stride": stride}
    return {name: as_height_width(value, name) for name, value in given.items()}


def as_height_width(value: Any, name: str) -> tuple[int, int]:
    """Return a setting as a pair for height and width; RuntimeError for another length."""
    value = as_pair(value)
    if len(value) != 2:
        raise RuntimeError(f"It is expected {name} equals to 2, but got size {len(value)}")
    return expand_setting(value, 2, name)


def count_blocks(
        size: tuple[int, ...], kernel_size: tuple[int, ...], dilation: tuple[int, ...],
        padding: tuple[int, ...], stride: tuple[int, ...]) -> list[int]:
    """Return the number of blocks along height and width of an image of that size."""
    return [(n + 2 * p - d * (k - 1) - 1) // s + 1
            for n, k, d, p, s in zip(size, kernel_size, dilation, padding, stride)]


@export()
@declare(native=Native("torch", "pixel_shuffle"), home=BUILTIN, compiled="torch")
def pixel_shuffle(input: Tensor, upscale_factor: int) -> Tensor:
    """Rearrange (N, C * r ** 2, H, W) to (N, C, H * r, W * r)."""
    if input.dim() < 3:
        raise RuntimeError(
            "pixel_shuffle expects input to have at least 3 dimensions, but got input with "
            f"{input.dim()} dimension(s)"
        )
    if upscale_factor <= 0:
        raise RuntimeError(
            f"pixel_shuffle expects a positive upscale_factor, but got {upscale_factor}")
    channels, square = input.size(-3), upscale_factor**2
    if channels % square:
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of"
            f" upscale_factor, but input.size(-3)={channels} is not divisible by {square}"
        )
    return apply(ops.pixel_shuffle, (input,), {"upscale_factor": upscale_factor})


@export()
@declare(native=Native("torch", "pixel_unshuffle"), home=BUILTIN, compiled="torch")
def pixel_unshuffle(input: Tensor, downscale_factor: Any) -> Any:
    """Rearrange (N, C, H * r, W * r) to (N, C * r ** 2, H, W)."""
    if input.dim() < 3:
        raise RuntimeError(
            "pixel_unshuffle expects input to have at least 3 dimensions, but got input with "
            f"{input.dim()} dimension(s)")
    if downscale_factor <= 0:
        raise RuntimeError(
            f"pixel_unshuffle expects a positive downscale_factor, but got {downscale_factor}")
    for dim, name in ((-2, "height"), (-1, "width")):
        if input.size(dim) % downscale_factor:
            raise RuntimeError(
                f"pixel_unshuffle expects {name} to be divisible by downscale_factor, but "
                f"input.size({dim})={input.size(dim)} is not divisible by {downscale_factor}"
            )
    return apply(ops.pixel_unshuffle, (input,), {"downscale_factor": downscale_factor})


@export()
@declare(native=Native("torch", "channel_shuffle"), home=BUILTIN, compiled="torch")
def channel_shuffle(input: Tensor, groups: int) -> Any:
    """Interleave the channels of `groups` groups."""
    if input._array.ndim < 3:
        raise RuntimeError(
            f"channel_shuffle expects input with > 2 dims, but got input with sizes "
            f"{list(input._array.shape)}"
        )
    if input.size(1) % groups:
        raise RuntimeError(
            "Number of channels must be divisible by groups. Got "
            f"{input.size(1)} channels and {groups} groups."
        )
    return apply(ops.channel_shuffle, (input,), {"groups": groups})


native_channel_shuffle = declare("native_channel_shuffle", home=BUILTIN)(channel_shuffle)
