"""Pooling functions of `torch.nn.functional`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from autograd.arguments.argument_parser import check_arguments
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32, to_float32_if_active
from autograd.functions.nn.activations import relu, require_floating
from autograd.functions.nn.kernel_sizes import expand_setting
from autograd.functions.nn.pooling_checks import (
    check_adaptive, check_max_pool1d, check_output_size, check_pool1d_input, check_pool_input,
    check_unpool, expand_pool_setting,
)
from autograd.functions.random.random import rand
from autograd.functions.shape.reshape import unsqueeze
from autograd.kernels.resampling import pooled_length
from autograd.ops.pooling import (
    ADAPTIVE_AVERAGE, ADAPTIVE_MAXIMUM, AVERAGE, FRACTIONAL, MAXIMUM, UNPOOL,
)
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import (
    BUILTIN, GIVEN, NN_BUILTIN, Bool, Native, Read, add_facts, declare,
)
from autograd.runtime.registry import export
from autograd.tensor.dimensions import OmittedSizes
from autograd.tensor.mutation import bump_version

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


def is_stride_omitted(stride: Sequence[int] | int | None) -> bool:
    """Return True if the stride of a pool is its kernel size."""
    return stride is None or isinstance(stride, list | tuple) and not stride


def check_settings(
        name: str, input: Tensor, count: int, kernel_size: int | tuple[int, ...],
        stride: Sequence[int] | int | None, padding: int | tuple[int, ...],
        dilation: int | tuple[int, ...] = 1, ceil_mode: bool = False) -> tuple[Any, ...]:
    """Return the settings of a pool, an entry for each dimension; RuntimeError for bad values."""
    kernel = expand_pool_setting(name, kernel_size, count, "kernel_size")
    stride = (OmittedSizes(kernel) if is_stride_omitted(stride) else
              expand_pool_setting(name, stride, count, "stride"))
    padding = expand_pool_setting(name, padding, count, "padding")
    dilation = expand_pool_setting(name, dilation, count, "dilation")
    if any(s == 0 for s in stride):
        raise RuntimeError("stride should not be zero")
    for p, k, d in zip(padding, kernel, dilation):
        if p < 0:
            raise RuntimeError(f"pad must be non-negative, but got pad: {p}")
        if p > k // 2:
            raise RuntimeError(
                "pad should be at most half of effective kernel size, but got "
                f"pad={p}, kernel_size={k} and dilation={d}"
            )
    if any(d <= 0 for d in dilation):
        words = " ".join(f"dilation{side}: {d}" for side, d in zip("THW"[-count:], dilation))
        raise RuntimeError(f"dilation should be greater than zero, but got {words}")
    lengths = input._array.shape[-count:]
    check_pool_input(name, input, count)
    sizes = [
        pooled_length(n, k, s, p, d, ceil_mode)
        for n, k, s, p, d in zip(lengths, kernel, stride, padding, dilation)
    ]
    if min(sizes) < 1:
        if name == "avg_pool3d" and any(n + 2 * p < k for n, p, k in zip(lengths, padding, kernel)):
            raise RuntimeError(
                "input image (T: {} H: {} W: {}) smaller than kernel size (kT: {} kH: {} kW: {})"
                .format(*lengths, *kernel))
        input_size = "x".join(map(str, (input.size(-count - 1), *lengths)))
        output_size = "x".join(map(str, (input.size(-count - 1), *sizes)))
        raise RuntimeError(
            f"Given input size: ({input_size}). Calculated output size: ({output_size}). Output "
            "size is too small"
        )
    return kernel, stride, padding, dilation


def run_as_image(function: Callable[..., Any], input: Tensor) -> Tensor | tuple[Tensor, ...]:
    """Run a one-dimensional pool on images of height 1, and squeeze the result."""
    result = function(unsqueeze(input, -2))
    return tuple(x.squeeze(-2) for x in result) if isinstance(result, tuple) else result.squeeze(-2)


# --- Maximum -----------------------------------------------------------------------------------


POOL_ARGUMENTS = ("input", "kernel_size", "stride", "padding", "dilation", "ceil_mode")


def make_max_pool(count: int) -> Callable[..., Any]:
    """Return `max_pool2d` or `max_pool3d`, which with `return_indices` return a pair."""

    def function(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                 return_indices=False):
        kernel, stride, padding, dilation = check_settings(
            name, input, count, kernel_size, stride, padding, dilation, ceil_mode
        )
        params = {"kernel_size": kernel, "stride": stride, "padding": padding,
                  "dilation": dilation, "ceil_mode": ceil_mode}
        result = apply(MAXIMUM[count], (input,), params)
        return result if return_indices else result[0]

    name = f"max_pool{count}d"
    function.__name__, function.__qualname__ = name, f"_{name}"  # as in torch
    function.__doc__ = f"Return the maximum of each window over {count} dimensions."
    native = Native("torch.nn", f"{name}_with_indices", POOL_ARGUMENTS)
    declare(f"{name}_with_indices", native=native)(function)
    return declare(
        native=Native("torch", name, POOL_ARGUMENTS), bools=(Bool("ceil_mode", name, 6),))(function)


max_pool2d, max_pool3d = make_max_pool(2), autocast_float32(make_max_pool(3))
export()(max_pool2d)
export()(max_pool3d)
declare("max_pool3d_with_indices", reads_first=(Read("input", "is_cuda"),))(max_pool3d)


@export()
@declare(
    native=Native(
        "torch",
        "max_pool1d",
        POOL_ARGUMENTS,
    ),
    bools=(Bool("ceil_mode", "max_pool1d", 6),),
)
@declare("max_pool1d_with_indices", native=Native(
    "torch",
    "max_pool1d_with_indices",
    POOL_ARGUMENTS,
))
def max_pool1d(
        input: Tensor, kernel_size: Any, stride: Any = None, padding: Any = 0,
        dilation: Any = 1, ceil_mode: bool = False, return_indices: bool = False
) -> Tensor | tuple[Tensor, ...]:
    """Return the maximum of each window over the last dimension."""
    stride = kernel_size if is_stride_omitted(stride) else stride
    kernel, stride, padding, dilation = (
        expand_pool_setting("max_pool1d", value, 1, name) for name, value in (
            ("kernel_size", kernel_size), ("stride", stride), ("padding", padding),
            ("dilation", dilation)))
    if return_indices:
        check_pool1d_input("max_pool1d", input)
    else:
        check_max_pool1d(input, *kernel, *stride, *padding, *dilation, lambda n: pooled_length(
            n, *kernel, *stride, *padding, *dilation, ceil_mode))
        require_floating(input, "max_pool1d_impl")
    result = run_as_image(lambda x: max_pool2d(
        x, (1, *kernel), (1, *stride), (0, *padding), (1, *dilation), ceil_mode, return_indices
    ), input)
    recorded = execution.grad_enabled and input.requires_grad
    if not (return_indices or recorded) and input._array.ndim == 2:
        bump_version(result)  # torch's kernel squeezes the batch in place
    return result


max_pool1d.__qualname__ = "_max_pool1d"


def parse_output_size(
        name: str, input: Any, output_size: int | tuple[int, ...], count: int
) -> tuple[int, ...]:
    """Return the output sizes of an adaptive pool; None keeps the size of a dimension."""
    size = output_size
    if count > 1 and not isinstance(size, int):
        shape = input._array.shape
        if len(shape) <= len(size):
            raise ValueError(f"Input dimension should be at least {len(size) + 1}")
        size = [length if m is None else m for m, length in zip(size, shape[-len(size):])]
    plain = size if isinstance(size, list | tuple) else (size,)
    if not all(type(m) is int for m in plain):
        check_arguments("torch" if count == 1 else "torch.nn", name, (input, size), {})
    if count == 1:
        check_pool1d_input(name, input)
    size = tuple(map(int, plain)) if plain is size else (int(size),) * count
    if count == 1 != len(size):
        raise RuntimeError(
            f"{name}() argument 'output_size' should contain one int (got {len(size)})")
    return size


def make_adaptive_max_pool(count: int) -> Callable[..., Any]:
    """Return `adaptive_max_pool2d` or `adaptive_max_pool3d`."""

    def function(input, output_size, return_indices=False):
        size = parse_output_size(name, input, output_size, count)
        check_adaptive(name, input, size, count)
        params = {"output_size": size}
        result = apply(ADAPTIVE_MAXIMUM[count], (input,), params)
        return result if return_indices else result[0]

    name = f"adaptive_max_pool{count}d"
    function.__name__, function.__qualname__ = name, f"_{name}"
    function.__doc__ = f"Return the maximum of each of `output_size` parts over {count} dimensions."
    return declare(name, f"{name}_with_indices", reads_first=(Read("input", "size"),))(function)


adaptive_max_pool2d = make_adaptive_max_pool(2)
adaptive_max_pool3d = autocast_float32(make_adaptive_max_pool(3))


@declare(native=Native("torch", "adaptive_max_pool1d", ("input", "output_size")))
@declare("adaptive_max_pool1d_with_indices", native=Native(
    "torch",
    "adaptive_max_pool1d",
    ("input", "output_size"),
))
def adaptive_max_pool1d(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """Return the maximum of each of `output_size` parts of the last dimension."""
    size = parse_output_size("adaptive_max_pool1d", input, output_size, 1)
    check_adaptive("adaptive_max_pool1d", input, size, 1)
    return run_as_image(lambda x: adaptive_max_pool2d(x, (1, *size), return_indices), input)


adaptive_max_pool1d.__qualname__ = "_adaptive_max_pool1d"


def make_unpool(count: int) -> Callable[..., Any]:
    """Return `max_unpool1d`, `max_unpool2d` or `max_unpool3d`."""

    def function(input, indices, kernel_size, stride=None, padding=0, output_size=None):
        kernel = expand_setting(kernel_size, count, "kernel_size")
        stride = kernel if stride is None else expand_setting(stride, count, "stride")
        padding = expand_setting(padding, count, "padding")
        size = unpooled_size(input, kernel, stride, padding, output_size)
        if count == 1:
            check_unpool(input.unsqueeze(-1), indices.unsqueeze(-1), (*size, 1), 2)
            params = {"output_size": (*size, 1)}
            inputs = (input.unsqueeze(-1), indices.unsqueeze(-1))
            return apply(UNPOOL[2], inputs, params).squeeze(-1)
        check_unpool(input, indices, size, count)
        return apply(UNPOOL[count], (input, indices), {"output_size": size})

    function.__name__ = function.__qualname__ = f"max_unpool{count}d"
    function.__doc__ = "Put values back at the indices that a max pool returned."
    return function


def unpooled_size(
        input: Tensor, kernel: tuple[int, ...], stride: tuple[int, ...], padding: tuple[int, ...],
        wanted: Any) -> tuple[int, ...]:
    """Return the size before a max pool: the default, or `wanted` if that is possible."""
    count = len(kernel)
    default = tuple(
        (n - 1) * s + k - 2 * p
        for n, s, k, p in zip(input._array.shape[-count:], stride, kernel, padding)
    )
    if wanted is None:
        return default
    wanted = tuple(wanted)[-count:]
    for dim, (size, given, step) in enumerate(zip(default, wanted, stride)):
        if not size - step < given < size + step:
            raise ValueError(
                f'invalid output_size "{wanted}" (dim {dim} must be between {size - step} and '
                f"{size + step})"
            )
    return wanted


max_unpool1d, max_unpool2d, max_unpool3d = (
    autocast_float32(make_unpool(count)) for count in (1, 2, 3))
add_facts("max_unpool1d", vmap_warnings=("max_unpool2d",))  # it runs as max_unpool2d

# --- Average -----------------------------------------------------------------------------------


def make_avg_pool(count: int) -> Callable[..., Any]:
    """Return `avg_pool2d` or `avg_pool3d`."""

    def function(input, kernel_size, stride=None, padding=0, ceil_mode=False,
                 count_include_pad=True, divisor_override=None):
        kernel, stride, padding, _ = check_settings(
            name, input, count, kernel_size, stride, padding, 1, ceil_mode
        )
        if divisor_override == 0:
            raise RuntimeError("divisor must be not zero")
        params = {
            "kernel_size": kernel, "stride": stride, "padding": padding, "ceil_mode": ceil_mode,
            "count_include_pad": count_include_pad, "divisor_override": divisor_override,
        }
        return apply(AVERAGE[count], (input,), params)

    name = f"avg_pool{count}d"
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Return the average of each window over {count} dimensions."
    return declare(
        home=NN_BUILTIN, compiled="torch.nn", native=Native("torch.nn", name),
        bools=(Bool("ceil_mode", name, GIVEN), Bool("count_include_pad", name, GIVEN)),
    )(function)


avg_pool2d, avg_pool3d = make_avg_pool(2), autocast_float32(make_avg_pool(3))


@export()
@declare(
    native=Native("torch", "avg_pool1d"),
    bools=(Bool("ceil_mode", "avg_pool1d", GIVEN), Bool("count_include_pad", "avg_pool1d", GIVEN)),
    home=BUILTIN, compiled="torch",
)
def avg_pool1d(
        input: Tensor, kernel_size: Any, stride: Any = None,
        padding: int | tuple[int, ...] = 0, ceil_mode: bool = False, count_include_pad: bool = True
) -> Any:
    """Return the average of each window over the last dimension."""
    check_pool1d_input("avg_pool1d", input)
    stride = kernel_size if is_stride_omitted(stride) else stride
    kernel, stride, padding = (
        expand_pool_setting("avg_pool1d", value, 1, name) for name, value in (
            ("kernel_size", kernel_size), ("stride", stride), ("padding", padding)))
    return run_as_image(lambda x: avg_pool2d(
        x, (1, *kernel), (1, *stride), (0, *padding), ceil_mode, count_include_pad
    ), input)


def make_adaptive_avg_pool(count: int) -> Callable[..., Any]:
    """Return `adaptive_avg_pool2d` or `adaptive_avg_pool3d`, which to size 1 are a mean."""

    def function(input, output_size):
        size = parse_output_size(name, input, output_size, count)
        check_output_size(name, size, count)
        if all(m == 1 for m in size):
            return input.mean(tuple(range(-1, -count - 1, -1)), keepdim=True)
        check_adaptive(name, input, size, count)
        return apply(ADAPTIVE_AVERAGE[count], (input,), {"output_size": size})

    name = f"adaptive_avg_pool{count}d"
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Return the average of each of `output_size` parts over {count} dimensions."
    return declare(reads_first=(Read("input", "size"),))(function)


adaptive_avg_pool2d = make_adaptive_avg_pool(2)
adaptive_avg_pool3d = autocast_float32(make_adaptive_avg_pool(3))


@export()
@declare(native=Native("torch", "adaptive_avg_pool1d"), home=BUILTIN)
def adaptive_avg_pool1d(input: Tensor, output_size: tuple[int, ...]) -> Any:
    """Return the average of each of `output_size` parts of the last dimension."""
    size = parse_output_size("adaptive_avg_pool1d", input, output_size, 1)
    return run_as_image(lambda x: adaptive_avg_pool2d(x, (1, *size)), input)


def make_lp_pool(
        count: int, average: Callable[..., Any], largest: Callable[..., Any]) -> Callable[..., Any]:
    """Return `lp_pool1d`, `lp_pool2d` or `lp_pool3d`, in torch's steps."""

    def function(input, norm_type, kernel_size, stride=None, ceil_mode=False):
        if norm_type == math.inf:
            return largest(input.abs(), kernel_size, stride, 0, 1, ceil_mode)
        powers = average(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
        positive = powers.sign() * relu(powers.abs())
        kernel = expand_setting(kernel_size, count, "kernel_size")
        return positive.mul(math.prod(kernel)).pow(1.0 / norm_type)

    function.__name__ = function.__qualname__ = f"lp_pool{count}d"
    function.__doc__ = "Return the p-norm of each window."
    return declare(bools=(Bool("ceil_mode", f"avg_pool{count}d"),))(function)


lp_pool1d = make_lp_pool(1, avg_pool1d, max_pool1d)
lp_pool2d = make_lp_pool(2, avg_pool2d, max_pool2d)
lp_pool3d = make_lp_pool(3, avg_pool3d, max_pool3d)

# --- Fractional windows ------------------------------------------------------------------------


def make_fractional_pool(count: int) -> Callable[..., Any]:
    """Return `fractional_max_pool2d` or `fractional_max_pool3d`."""
    name = f"fractional_max_pool{count}d"

    def function(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                 _random_samples=None):
        if output_size is None and output_ratio is None:
            raise ValueError(
                f"{name} requires specifying either an output_size or an output_ratio"
            )
        kernel = expand_setting(kernel_size, count, "kernel_size")
        lengths = input._array.shape[-count:]
        if output_size is None:
            if len(output_ratio) > count:
                raise ValueError(f"{name} requires output_ratio to either be a single Int or tuple "
                                 "of Ints.")
            size = tuple(int(n * ratio) for n, ratio in zip(lengths, output_ratio))
        else:
            size = expand_setting(output_size, count, "output_size")
        check_window_sizes(name, lengths, kernel, size)
        if _random_samples is None:
            batch = 1 if input._array.ndim == count + 1 else input._array.shape[0]
            channels = input._array.shape[-count - 1]
            _random_samples = rand(batch, channels, count, dtype=input.dtype)
        input, samples = to_float32_if_active(input), to_float32_if_active(_random_samples)
        params = {"kernel_size": kernel, "output_size": size, "samples": samples._array}
        result = apply(FRACTIONAL[count], (input,), params)
        return result if return_indices else result[0]

    function.__name__, function.__qualname__ = name, f"_{name}"  # as in torch
    function.__doc__ = f"Return the maxima of windows at random positions over {count} dimensions."
    return function


def check_window_sizes(
        name: str, lengths: tuple[int, ...], kernel: tuple[int, ...], size: tuple[int, ...]
) -> None:
    """Raise RuntimeError for windows that are larger than the input."""
    titles = ("time", "height", "width")[-len(lengths):]
    for title, n, k, m in zip(titles, lengths, kernel, size):
        if m + k - 1 > n:
            raise RuntimeError(
                f"{name}(): pool {title} {k} too large relative to input {title} {n}"
            )


fractional_max_pool2d, fractional_max_pool3d = map(make_fractional_pool, (2, 3))
