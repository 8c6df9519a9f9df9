"""Checks of the arguments of pooling functions, with torch's errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd.functions.nn.kernel_sizes import expand_setting
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.size import check_sizes

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

INT_COUNTS = {1: "one int", 2: "two ints", 3: "three ints"}


def expand_pool_setting(name: str, value: Any, count: int, setting: str) -> tuple[int, ...]:
    """Return a setting with an entry for each pooled dimension; RuntimeError for other lengths."""
    if not isinstance(value, tuple | list) or len(value) in (1, count):
        return expand_setting(value, count, setting)
    omitted = "be omitted, a single int, or" if setting == "stride" else "be a single int, or"
    raise RuntimeError(
        f"{name}: {setting} must either {omitted} a tuple of {INT_COUNTS[count]}")


def check_pool1d_input(name: str, input: Any) -> None:
    """Raise RuntimeError unless the input of a one-dimensional pool has two or three dimensions."""
    ndim = input._array.ndim
    if ndim not in (2, 3):
        raise RuntimeError(
            f"Expected 2 to 3 dimensions, but got {ndim}-dimensional tensor for argument #1 'self' "
            f"(while checking arguments for {name})"
        )


def check_pool_input(name: str, input: Tensor, count: int) -> None:
    """Raise torch's error unless `input` has `count` spatial dimensions, none empty."""
    shape = input._array.shape
    if name == "avg_pool2d" and len(shape) < 3:
        wrap_dim(-3, len(shape), scalars=False)
    if len(shape) not in (count + 1, count + 2) and name != "avg_pool2d":
        raise RuntimeError(
            f"non-empty {count + 1}D or {count + 2}D (batch mode) tensor expected for input"
        )
    inner = shape[-count - 1:]
    if count == 2 and (len(shape) not in (3, 4) or not all(inner)):
        raise RuntimeError(
            "Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but "
            f"got:{list(shape)}"
        )
    if not all(inner):
        kernel = name if name.startswith("avg") else f"{name}_with_indices_out_cpu_template"
        raise RuntimeError(  # torch prints dimension 0 whichever is empty
            f"{kernel}(): Expected input's non-batch dimensions to have positive length, but input "
            f"has a shape of {list(shape)} and non-batch dimension 0 has length zero!")


def check_max_pool1d(
        input: Tensor, kernel: int, stride: int, padding: int, dilation: int,
        length: Any) -> None:
    """Raise the RuntimeErrors of `max_pool1d`; `length` maps the input's size to the result's."""
    shape = input._array.shape
    if len(shape) not in (2, 3) or not all(shape[-2:]):
        raise RuntimeError(
            "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size "
            f"for input, but got:{list(shape)}"
        )
    for setting, value in (("kernel_size", kernel), ("stride", stride), ("dilation", dilation)):
        if value <= 0:
            raise RuntimeError(f"max_pool1d() {setting} must be greater than zero, but got {value}")
    if padding < 0:
        raise RuntimeError(f"max_pool1d() padding must be non-negative, but got {padding}")
    if padding > kernel // 2:
        raise RuntimeError(
            "max_pool1d() padding should be at most half of kernel size, but got "
            f"padding={padding} and kernel_size={kernel}"
        )
    if length(shape[-1]) < 1:
        raise RuntimeError(f"max_pool1d() Invalid computed output size: {length(shape[-1])}")


def check_adaptive(name: str, input: Tensor, size: tuple[int, ...], count: int) -> None:
    """Raise the RuntimeErrors of an adaptive pool about sizes and input, in its kernel's order."""
    shape, average = input._array.shape, name.startswith("adaptive_avg")
    if name != "adaptive_avg_pool3d":
        check_adaptive_dimensions(name, shape, count)
    first = len(shape) - count if average and count < 3 else 1
    for dim in range(first, len(shape)):
        if not shape[dim]:
            raise RuntimeError(
                f"{name}(): Expected input to have non-zero size for non-batch dimensions, but "
                f"input has sizes {list(shape)} with dimension {dim} being empty"
            )
    check_adaptive_dimensions(name, shape, count)
    if not average:
        check_output_size(name, size, count)
        check_sizes((*shape[:-count], *(1,) * (count == 1), *size))


def check_output_size(name: str, size: tuple[int, ...], count: int) -> None:
    """Raise the RuntimeErrors of an adaptive pool about its output sizes."""
    average = name.startswith("adaptive_avg")
    if len(size) != count:
        raise RuntimeError(
            f"{name}: output_size must be {count}" if average else
            f"{name}(): internal error: output_size.size() must be {count}")
    if average and any(m < 0 for m in size):
        text = ", ".join(map(str, size[:2])) + "".join(f",{m}" for m in size[2:])
        raise RuntimeError(
            f"{name}: elements of output_size must be greater than or equal to 0 but received "
            f"{{{text}}}")


def check_adaptive_dimensions(name: str, shape: tuple[int, ...], count: int) -> None:
    """Raise RuntimeError unless the input of an adaptive pool has `count` spatial dimensions."""
    if len(shape) not in (count + 1, count + 2):
        colon = "" if name.startswith("adaptive_avg") else ":"
        raise RuntimeError(
            f"{name}(): Expected {count + 1}D or {count + 2}D tensor, but got{colon} {list(shape)}")


def check_unpool(input: Tensor, indices: Tensor, size: tuple[int, ...], count: int) -> None:
    """Raise RuntimeError about indices of an unpooling that do not match input or output."""
    shape, given = input._array.shape, indices._array.shape
    if indices.dtype.name != "int64":
        raise RuntimeError(
            f"elements in indices should be type int64 but got: {indices.type()[6:-6]}")
    if len(shape) not in (count + 1, count + 2):
        raise RuntimeError(
            f"Input to max_unpooling{count}d should be a {count + 1}d or {count + 2}d Tensor, but "
            f"got a tensor with {len(shape)} dimensions."
        )
    if shape != given:
        raise RuntimeError(
            "Expected shape of indices to be same as that of the input tensor "
            f"({list(shape)}) but got indices tensor with shape: {list(given)}"
        )
    volume = 1
    for n in size:
        volume *= n
    outside = indices._array[(indices._array < 0) | (indices._array >= volume)]
    if outside.size:
        raise RuntimeError(
            f"Found an invalid max index: {outside[0]} (output volumes are of size "
            f"{'x'.join(map(str, size))})"
        )
