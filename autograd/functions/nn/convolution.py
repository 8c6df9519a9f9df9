"""Convolutions of `torch.nn.functional`, over one to three spatial dimensions."""

from __future__ import annotations

import numpy as np
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_lower_precision
from autograd.functions.kernel_dtypes import check_barebones_dtype, check_kernel_dtype
from autograd.functions.nn.activations import dtype_name, require_tensor
from autograd.functions.nn.kernel_sizes import as_tuple, repeat_single
from autograd.functions.pointwise.complex_numbers import imag, real, resolve_conj
from autograd.functions.shape.reshape import unsqueeze
from autograd.runtime.function_record import BUILTIN, Native, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once
from autograd.tensor.batched_tensor import batched_arrays
from autograd.tensor.dtype import cpp_name, aten_type
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.ops.record import Op

UNEVEN_PADDING_WARNING = (
    "Using padding='same' with even kernel lengths and odd dilation may require a zero-padded copy "
    "of the input be created"
)


def add_batch_dimension(name: str, input: Tensor, count: int) -> tuple[Tensor, bool]:
    """Return `input` with a batch dimension, and whether it was added.

    RuntimeError unless `input` has `count + 1` or `count + 2` dimensions.
    """
    ndim = input._array.ndim
    if ndim == count + 2:
        return input, False
    if ndim == count + 1:
        return unsqueeze(input, 0), True
    raise RuntimeError(
        f"Expected {count + 1}D (unbatched) or {count + 2}D (batched) input to {name}, but got "
        f"input of size: {list(input.shape)}"
    )


def check_bias(input: Tensor, bias: Tensor | None) -> None:
    """Raise RuntimeError for a bias of another dtype, which torch checks before all sizes."""
    if isinstance(bias, Tensor) and input._array.dtype != bias._array.dtype:
        raise RuntimeError(
            f"Input type ({cpp_name(input._array)}) and bias type ({cpp_name(bias._array)}) should "
            "be the same")


def check_dtypes(input: Tensor, weight: Tensor, kernel: str = "slow_conv2d_cpu") -> None:
    """Raise RuntimeError if the dtypes of input and weight differ."""
    dtype = input._array.dtype
    if dtype == weight._array.dtype:
        return
    given = (f"Input type ({aten_type(input._array)}) and weight type ({aten_type(weight._array)}) "
             "should be the same")
    if dtype.kind == "c":
        raise RuntimeError(given)
    if dtype.kind == "V" or dtype == np.float32 and len(input._array) > 1:  # MKL-DNN runs
        raise RuntimeError(
            f"{given} or input should be a MKLDNN tensor and weight is a dense tensor")
    check_kernel_dtype(kernel, input, "b")
    raise RuntimeError(f"expected scalar type {dtype_name(input)} but found {dtype_name(weight)}")


def merge_batched_shapes(input: Tensor, weight: Tensor, groups: int) -> tuple[list, list, int]:
    """Return the shapes and groups of torch's error under `vmap`: the batch is in the channels."""
    x, w = list(input._array.shape), list(weight._array.shape)
    levels = [[array.level for array in batched_arrays(t) if array.dim is not None]
              for t in (input, weight)]
    for level in dict.fromkeys(levels[0] + levels[1]):
        count, batched = level.vmap_state.size, [level in each for each in levels]
        x[batched[1] if batched[0] else 0] *= count if batched[0] else 1
        w[0] *= count if batched[1] else 1
        groups *= count if all(batched) else 1
    return x, w, groups


def check_groups(w: tuple[int, ...], groups: int) -> None:
    """Raise RuntimeError unless the weight's shape `w` can be split into groups."""
    if w[0] < groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be at least {groups} at dimension 0, but "
            f"got weight of size {list(w)} instead")
    if w[0] % groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, "
            f"but got weight of size [{list(w)}] instead"
        )


def check_shapes(
        input: Tensor, weight: Tensor, bias: Tensor | None, padding: tuple[int, ...],
        dilation: tuple[int, ...], groups: int) -> None:
    """Raise RuntimeError if channels, bias or kernel sizes do not match."""
    x, w = input._array.shape, weight._array.shape
    check_groups(w, groups)
    if x[1] != w[1] * groups:
        x, w, groups = merge_batched_shapes(input, weight, groups)
        raise RuntimeError(
            f"Given groups={groups}, weight of size {list(w)}, expected input{list(x)} to have "
            f"{w[1] * groups} channels, but got {x[1]} channels instead"
        )
    if bias is not None and bias._array.shape != (w[0],):
        raise RuntimeError(
            f"Given weight of size {list(w)}, expected bias to be 1-dimensional with {w[0]} "
            f"elements, but got bias of size {list(bias.shape)} instead"
        )
    padded = [n + 2 * p for n, p in zip(x[2:], padding)]
    reach = [d * (k - 1) + 1 for k, d in zip(w[2:], dilation)]
    if any(a < b for a, b in zip(padded, reach)):
        raise RuntimeError(
            f"Calculated padded input size per channel: ({' x '.join(map(str, padded))}). Kernel "
            f"size: ({' x '.join(map(str, reach))}). Kernel size can't be greater than actual "
            "input size"
        )


def compute_same_padding(
        input: Any, weight: Tensor, stride: tuple[int, ...], dilation: tuple[int, ...],
        groups: int) -> tuple[Any, ...]:
    """Return the input and the padding that keeps its size.

    Where the padding of the two sides differs, the input is padded first.
    """
    check_kernels(weight, groups)
    check_rank(input, weight, space="")
    count = weight._array.ndim - 2
    for name, value in (("stride", stride), ("dilation", dilation)):
        if len(value) not in (1, count):
            raise RuntimeError(f"{name} cannot broadcast to {count} dimensions")
    if any(s != 1 for s in stride):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    dilation = dilation * count if len(dilation) == 1 else dilation
    totals = [d * (k - 1) for k, d in zip(weight._array.shape[2:], dilation)]
    if all(total % 2 == 0 for total in totals):
        return input, tuple(total // 2 for total in totals)
    warn_once(UNEVEN_PADDING_WARNING, at="aten/src/ATen/native/Convolution.cpp:1101")
    sides = [n for total in reversed(totals) for n in (0, total % 2)]
    return apply(ops.constant_pad, (input,), {"pad": tuple(sides), "value": 0}), tuple(
        total // 2 for total in totals
    )


def make_convolution(count: int) -> Callable[..., Any]:
    """Return `conv1d`, `conv2d` or `conv3d`."""

    def function(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
        require_tensor(name, input)
        check_bias(input, bias)
        input, unbatched = add_batch_dimension(name, input, count)
        stride, dilation = as_tuple(stride, count), as_tuple(dilation, count)
        if padding == "same":
            input, padding = compute_same_padding(input, weight, stride, dilation, groups)
        elif isinstance(padding, str) and padding != "valid":
            raise RuntimeError(f"Invalid padding string: '{padding}'")
        padding = (0,) if padding == "valid" else as_tuple(padding, count)
        if input._array.dtype.kind == "c":
            check_dtypes(input, weight)
        stride, padding, dilation, _ = expand_settings(
            weight, groups, stride=stride, padding=padding, dilation=dilation,
            output_padding=(0,) * count)
        check_rank(input, weight)
        check_shapes(input, weight, bias, padding, dilation, groups)
        check_dtypes(input, weight)
        check_kernel(input, weight, dilation, groups)
        kernel = "compute_columns3d" if count == 3 else "slow_conv2d_cpu"
        check_kernel_dtype(kernel, input, "b")
        check_barebones_dtype(kernel, input)
        params = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
        result = convolve(ops.convolution, input, weight, bias, params)
        return result.squeeze(0) if unbatched else result

    name = f"conv{count}d"
    function.__name__ = function.__qualname__ = name
    function.__doc__ = (
        f"Return the convolution of `input` with `weight` over {count} spatial dimensions.")
    return declare(native=Native("torch", name))(function)


def make_transposed_convolution(count: int) -> Callable[..., Any]:
    """Return `conv_transpose1d`, `conv_transpose2d` or `conv_transpose3d`."""

    def function(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1,
                 dilation=1):
        require_tensor(name, input)
        input, unbatched = add_batch_dimension(name, input, count)
        if input._array.dtype.kind == "c":
            check_dtypes(input, weight)
        stride, padding, dilation, extra = expand_settings(
            weight, groups, stride=as_tuple(stride, count), padding=as_tuple(padding, count),
            dilation=as_tuple(dilation, count), output_padding=as_tuple(output_padding, count))
        check_rank(input, weight)
        check_transposed_shapes(input, weight, bias, groups, extra, stride, dilation)
        check_not_empty(input, count)
        check_transposed_kernel(weight, dilation)
        kernel = f"slow_conv_transpose{max(count, 2)}d_out_cpu"
        check_dtypes(input, weight, kernel)
        if input._array.dtype != np.int64:
            check_kernel_dtype(kernel, input, "biu")
        x, w = input._array.shape, weight._array.shape
        spatial = tuple(
            (n - 1) * s - 2 * p + d * (k - 1) + e + 1
            for n, s, p, d, k, e in zip(x[2:], stride, padding, dilation, w[2:], extra)
        )
        params = {"size": (x[0], w[1] * groups, *spatial), "stride": stride, "padding": padding,
                  "dilation": dilation, "groups": groups}
        result = convolve(ops.convolution_transposed, input, weight, bias, params)
        return result.squeeze(0) if unbatched else result

    name = f"conv_transpose{count}d"
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Return the transposed convolution over {count} spatial dimensions."
    return declare(native=Native("torch", name))(function)


def check_not_empty(input: Tensor, count: int) -> None:
    """Raise RuntimeError for an input without entries in a spatial dimension."""
    n, channels, *sizes = input._array.shape
    if not all(sizes):
        shape = [n, channels, *(1,) * (count == 1), *sizes]
        raise RuntimeError(
            f"Only zero batch or zero channel inputs are supported, but got input shape: {shape}")


def check_transposed_shapes(
        input: Any, weight: Tensor, bias: Tensor | None, groups: int, extra: tuple[int, ...],
        stride: tuple[int, ...], dilation: tuple[int, ...]) -> None:
    """Raise RuntimeError if channels or bias do not match, or the output padding is too large."""
    x, w = input._array.shape, weight._array.shape
    check_groups(w, groups)
    if x[1] != w[0]:
        raise RuntimeError(
            f"Given transposed=1, weight of size {list(w)}, expected input{list(x)} to have "
            f"{w[0]} channels, but got {x[1]} channels instead"
        )
    if bias is not None and bias._array.shape != (w[1] * groups,):
        raise RuntimeError(
            f"Given transposed=1, weight of size {list(w)}, expected bias to be 1-dimensional with "
            f"{w[1] * groups} elements, but got bias of size {list(bias.shape)} instead"
        )
    if any(e >= max(s, d) for e, s, d in zip(extra, stride, dilation)):
        sides = ("depth", "height", "width")[-max(len(extra), 2):]
        ones = (1,) * (len(sides) - len(extra))  # conv1d runs as conv2d
        settings = {"output_padding": (*(0 for _ in ones), *extra), "stride": (*ones, *stride),
                    "dilation": (*ones, *dilation)}
        raise RuntimeError(
            "output padding must be smaller than either stride or dilation, but got "
            + " ".join(f"{name}_{side}: {n}" for name, values in settings.items()
                       for side, n in zip(sides, values))
        )


declare_builtin = declare(gain=1, home=BUILTIN, compiled="torch")
conv1d, conv2d, conv3d = (
    export()(autocast_lower_precision(declare_builtin(make_convolution(count))))
    for count in (1, 2, 3))
conv_transpose1d, conv_transpose2d, conv_transpose3d = (
    export()(autocast_lower_precision(declare_builtin(make_transposed_convolution(count))))
    for count in (1, 2, 3))


def convolve(
        entry: Op, input: Any, weight: Tensor, bias: Tensor | None, params: dict[str, Any]
) -> Tensor:
    """Run a convolution op; complex tensors in the three real convolutions that torch runs.

    With `a` that of real parts, `b` of imaginary parts and `c` of the sums of both, the result is
    `a - b + i(c - a - b)`.
    """
    dtype = input._array.dtype
    if dtype.kind != "c":
        return apply(entry, (input, weight, bias), params)
    x, w = split_complex(input), split_complex(weight)
    shift = (None, None, None) if bias is None else split_complex(bias)
    a = apply(entry, (x[0], w[0], shift[0]), params)
    b = apply(entry, (x[1], w[1], None), params)
    c = apply(entry, (x[2], w[2], shift[2]), params)
    return a - b + apply(ops.mul_number, (c - a - b,), {"other": 1j}, dtype)


def split_complex(x: Tensor) -> tuple:
    """Return the real parts, the imaginary parts, and the sums of both."""
    x = resolve_conj(x)
    first, second = real(x), imag(x)
    return first, second, first + second


DIMENSION_NAMES = ("depth", "height", "width")


def expand_settings(weight: Tensor, groups: int, **settings: tuple[Any, ...]) -> list[tuple]:
    """Return each setting with an entry for each kernel dimension; RuntimeError for bad values."""
    check_kernels(weight, groups)
    count = weight._array.ndim - 2
    result = [repeat_single(value, count, name) for name, value in settings.items()]
    for name in ("padding", "output_padding"):
        if any(n < 0 for n in settings[name]):
            raise RuntimeError(f"negative {name} is not supported")
    if any(s <= 0 for s in settings["stride"]):
        raise RuntimeError("non-positive stride is not supported")
    if any(d < 0 for d in settings["dilation"]):
        raise RuntimeError("dilation should be greater than zero")
    return result


def check_kernels(weight: Tensor, groups: int) -> None:
    """Raise RuntimeError for a weight without spatial dimensions, or for less than one group."""
    if weight._array.ndim < 3:
        raise RuntimeError("weight should have at least three dimensions")
    if groups <= 0:
        raise RuntimeError("non-positive groups is not supported")


def check_rank(input: Tensor, weight: Tensor, space: str = " ") -> None:
    """Raise RuntimeError if weight and input have different numbers of dimensions."""
    x, w = input._array.shape, weight._array.shape
    if len(w) != len(x):
        raise RuntimeError(
            f"Expected {len(w)}-dimensional input for {len(w)}-dimensional weight{space}{list(w)}, "
            f"but got {len(x)}-dimensional input of size {list(x)} instead"
        )


def check_kernel(input: Tensor, weight: Tensor, dilation: tuple[int, ...], groups: int) -> None:
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
        names = DIMENSION_NAMES[-len(steps):]
        got = ", ".join(f"dilation_{name}: {n}" for name, n in zip(names, steps))
        raise RuntimeError(f"dilation should be greater than zero, but got {got}")
