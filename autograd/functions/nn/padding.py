"""Padding of the last dimensions: `pad` with its modes, `constant_pad_nd`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.arguments.signatures import match_number
from autograd.engine.apply import apply
from autograd.engine.autocast import to_float32_if_active
from autograd.functions.nn.kernel_sizes import as_ints
from autograd.ops.resampling import REFLECTION, REPLICATION
from autograd.runtime.function_record import Native, declare
from autograd.runtime.registry import export
from autograd.tensor.scalar import checked_params, checked_scalar

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

PADDING_OPS = {"reflect": REFLECTION, "replicate": REPLICATION}


@declare(native=Native("torch.nn", "pad", ("input", "pad", "mode", "value")), compiled="torch.nn")
def pad(
        input: Any, pad: tuple[int, ...], mode: str = "constant", value: float | None = None
) -> Tensor:
    """Pad `input` at both ends of its last dimensions; negative widths crop.

    `pad` has two widths for each dimension, the last dimension first.
    """
    pad = as_ints(pad)
    if value is not None and not match_number("float", value):
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
        checked_scalar(-math.inf if kind == "u" and value < 0 else value, input._array.dtype)
    elif kind in "fV":
        checked_params({"value": value}, input._array.dtype)
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
    result = input.new_empty(shape)
    inner, middle = result, input
    for dim, before, after in sides:
        inner = slice_along(inner, dim, max(before, 0), shape[dim] - max(after, 0))
        middle = slice_along(middle, dim, max(-before, 0), input._array.shape[dim] - max(-after, 0))
    inner.copy_(middle)
    for dim, before, after in sides:
        first, end = max(before, 0), shape[dim] - max(after, 0)
        if before > 0:
            slice_along(result, dim, 0, before).copy_(slice_along(result, dim, end - before, end))
        if after > 0:
            slice_along(result, dim, end, shape[dim]).copy_(
                slice_along(result, dim, first, first + after))
    return result


def slice_along(tensor: Tensor, dim: int, start: int, end: int) -> Tensor:
    """Return the view of a tensor from `start` to `end` along `dim`."""
    return apply(ops.slice, (tensor,), {"dim": dim, "start": start, "end": end, "step": 1})
