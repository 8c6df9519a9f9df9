"""The settings of kernels: one for each dimension, and what torch says of those that do not fit."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

SIDES = ("depth", "height", "width")


def expand_setting(value: int | tuple[int, ...], count: int, name: str) -> tuple[int, ...]:
    """Return a setting with an int for each of `count` dimensions, from an int or a sequence."""
    return repeat_single(as_tuple(value, count), count, name)


def repeat_single(value: tuple[int, ...], count: int, name: str) -> tuple[int, ...]:
    """Return a tuple of `count` entries, a single one repeated; RuntimeError for other lengths."""
    if len(value) not in (1, count):
        raise RuntimeError(
            f"expected {name} to be a single integer value or a list of {count} values to match "
            f"the convolution dimensions, but got {name}={list(value)}"
        )
    return value * count if len(value) == 1 else value


def as_ints(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the ints of a setting; TypeError, for which torch's parser has words, for others.

    As that parser does, it takes bools behind the first entry.
    """
    if values and isinstance(values[0], bool):
        raise TypeError("a setting begins with a bool")
    return tuple(map(index, values))


def as_tuple(value: int | tuple[int, ...], count: int) -> tuple[int, ...]:
    """Return a setting as torch's parser passes it on: an int becomes `count` of them."""
    return (value,) * count if type(value) is int else as_ints(
        value if isinstance(value, tuple | list) else (value,))


def expand_settings(weight: Tensor, groups: int, **settings: tuple[Any, ...]) -> list[tuple]:
    """Return each setting with an entry for each kernel dimension; RuntimeError for bad values."""
    check_kernels(weight, groups)
    made = [repeat_single(value, weight._array.ndim - 2, name) for name, value in settings.items()]
    for name in ("padding", "output_padding"):
        if any(n < 0 for n in settings[name]):
            raise RuntimeError(f"negative {name} is not supported")
    if any(s <= 0 for s in settings["stride"]):
        raise RuntimeError("non-positive stride is not supported")
    if any(d < 0 for d in settings["dilation"]):
        raise RuntimeError("dilation should be greater than zero")
    return made


def check_kernels(weight: Tensor, groups: int) -> None:
    """Raise RuntimeError for a weight without spatial dimensions, or for less than one group."""
    if weight._array.ndim < 3:
        raise RuntimeError("weight should have at least three dimensions")
    if groups <= 0:
        raise RuntimeError("non-positive groups is not supported")


def check_rank(input: Any, weight: Tensor, space: str = " ") -> None:
    """Raise RuntimeError if weight and input have different numbers of dimensions."""
    x, w = input._array.shape, weight._array.shape
    if len(w) != len(x):
        raise RuntimeError(
            f"Expected {len(w)}-dimensional input for {len(w)}-dimensional weight{space}{list(w)}, "
            f"but got {len(x)}-dimensional input of size {list(x)} instead"
        )


def check_kernel(input: Any, weight: Tensor, dilation: tuple[int, ...], groups: int) -> None:
    """Raise the error of torch's convolution kernel for an empty weight or a dilation of 0."""
    count, sizes = len(dilation), weight._array.shape[2:]
    if 0 not in sizes and 0 not in dilation:
        return
    kernel, steps = ([*(1,) * (count == 1), *each] for each in (sizes, dilation))
    if input._array.dtype.name == "float32" and (len(input._array) > 1 or groups > 1):
        raise RuntimeError(
            "non-positive dilation is not supported" if 0 in dilation else
            "could not create a primitive descriptor for the convolution forward propagation "
            "primitive. Run workload with environment variable ONEDNN_VERBOSE=all to get "
            "additional diagnostic information.")
    if any(step != 1 for step in dilation):
        what, got = ("kernel size", kernel) if 0 in sizes else ("dilation", steps)
        raise RuntimeError(f"{what} should be greater than zero, but got {got}")
    got = (f"kernel_height: {kernel[0]} kernel_width: {kernel[1]}" if count < 3 else
           ": {} x {} x {} (TxHxW)".format(*kernel))
    raise RuntimeError(f"kernel size should be greater than zero, but got{' ' * (count < 3)}{got}")


def check_transposed_kernel(weight: Tensor, dilation: tuple[int, ...]) -> None:
    """Raise the RuntimeError of torch's transposed convolution kernel for an empty kernel."""
    count, sizes = len(dilation), weight._array.shape[2:]
    kernel, steps = ([*(1,) * (count == 1), *each] for each in (sizes, dilation))
    if 0 in sizes and count == 3:
        raise RuntimeError(
            "non-empty 5D (n_output_plane x n_input_plane x kernel_depth x kernel_height x "
            f"kernel_width) tensor expected for weight, but got: {list(weight._array.shape)}")
    if 0 in sizes:
        raise RuntimeError("kernel size should be greater than zero, but got kernel_height: "
                           f"{kernel[0]} kernel_width: {kernel[1]}")
    if 0 in dilation:
        got = ", ".join(f"dilation_{side}: {n}" for side, n in zip(SIDES[-len(steps):], steps))
        raise RuntimeError(f"dilation should be greater than zero, but got {got}")
