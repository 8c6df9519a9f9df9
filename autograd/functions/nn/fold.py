"""Rearrangements of image blocks: `unfold`, `fold`, `pixel_shuffle`, `channel_shuffle`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.nn.kernel_sizes import as_pair, expand_setting
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import BUILTIN, Native, declare
from autograd.runtime.registry import export
from autograd.tensor.dimensions import wrap_dim

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
        padding: int | tuple[int, ...] = 0, stride: int | tuple[int, ...] = 1) -> Tensor:
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
        stride: int | tuple[int, ...] = 1) -> Tensor:
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
def pixel_unshuffle(input: Tensor, downscale_factor: Any) -> Tensor:
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
def channel_shuffle(input: Tensor, groups: int) -> Tensor:
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


def check_block_settings(
        kernel_size: tuple[int, ...], dilation: tuple[int, ...], padding: tuple[int, ...],
        stride: tuple[int, ...]) -> None:
    """Raise RuntimeError for settings of `unfold` or `fold` that are too small."""
    for words, (down, right) in (
            ("kernel size should be greater than zero, but got kernel", kernel_size),
            ("stride should be greater than zero, but got stride", stride),
            ("dilation should be greater than zero, but got dilation", dilation)):
        if down <= 0 or right <= 0:
            name = words.rsplit(" ", 1)[1]
            raise RuntimeError(f"{words}_height: {down} {name}_width: {right}")
    if min(padding) < 0:
        raise RuntimeError(
            f"padding should be non-negative, but got pad_height: {padding[0]} pad_width: "
            f"{padding[1]}"
        )


def format_pairs(**settings: Any) -> str:
    """Format settings of two ints as torch does in errors."""
    return ", ".join(f"{name}=({a}, {b})" for name, (a, b) in settings.items())


def check_unfold(input: Tensor, counts: Callable[..., Any], **settings: tuple[Any, ...]) -> None:
    """Raise the errors of `unfold` about its input; `counts()` are the numbers of blocks."""
    check_block_settings(**settings)
    shape = input._array.shape
    # torch reads sizes before it checks the number of dimensions, in the gradient formula first.
    recorded = execution.grad_enabled and input.requires_grad
    for dim in (-1, -2, 1) if recorded else (1,):
        wrap_dim(dim, len(shape), scalars=False)
    if shape[1]:
        wrap_dim(2, len(shape))
    if len(shape) not in (3, 4) or not all(shape[-3:]):
        raise RuntimeError(
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero "
            f"dimensions for input, but got: {list(shape)}"
        )
    counts = counts()
    if min(counts) < 1:
        shown = {name: settings[name] for name in ("kernel_size", "dilation", "padding")}
        raise RuntimeError(
            f"Given input with spatial size ({shape[-2]}, {shape[-1]}), {format_pairs(**shown)}, "
            f"calculated shape of the array of sliding blocks as ({counts[0]}, {counts[1]}), but "
            "its components must be at least one."
        )


def check_fold(
        input: Tensor, counts: Callable[..., Any], output_size: Any, **settings: Any) -> None:
    """Raise the RuntimeErrors of `fold` about columns that are not `counts()` of blocks."""
    check_block_settings(**settings)
    shape, (tall, wide) = input._array.shape, settings["kernel_size"]
    if len(shape) not in (2, 3) or not all(shape[-2:]):
        raise RuntimeError(
            "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and "
            f"non-zero dimensions for input, but got: {list(shape)}"
        )
    if shape[-2] % (tall * wide):
        raise RuntimeError(
            "Expected size of input's dimension 1 to be divisible by the product of kernel_size, "
            f"but got input.size(1)={shape[-2]} and kernel_size=({tall}, {wide})."
        )
    counts = counts()
    ordered = {name: settings[name] for name in ("kernel_size", "dilation", "padding", "stride")}
    given = f"Given {format_pairs(output_size=output_size, **ordered)}"
    if shape[-1] != counts[0] * counts[1]:
        raise RuntimeError(
            f"{given}, expected size of input's dimension 2 to match the calculated number of "
            f"sliding blocks {counts[0]} * {counts[1]} = {counts[0] * counts[1]}, but got "
            f"input.size(2)={shape[-1]}."
        )
    if min(counts) < 1:
        raise RuntimeError(
            f"{given}, calculated shape of the array of sliding blocks as ({counts[0]}, "
            f"{counts[1]}), which is too small (non-positive)")
