"""Pools and blocks of images, as `torch.nn.functional` names them."""

from __future__ import annotations

import math

from autograd import derivatives as table
from autograd.apply import apply
from autograd.functions.activations import needs_floating, relu
from autograd.functions.convolution import each
from autograd.functions.shapes import unsqueeze
from autograd.taps import pooled_length


def check_image(name, input, count) -> None:
    """Raise torch's error unless `input` has `count` spatial dimensions."""
    if input._array.ndim not in (count + 1, count + 2):
        if name == "max_pool1d":
            raise RuntimeError(
                "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size "
                f"for input, but got:{list(input.shape)}"
            )
        raise RuntimeError(
            f"non-empty {count + 1}D or {count + 2}D (batch mode) tensor expected for input"
        )


def settings(name, input, count, kernel_size, stride, padding, dilation=1, ceil_mode=False):
    """All settings of a pool, one entry for each dimension, checked as torch does."""
    kernel = each(kernel_size, count, "kernel_size")
    stride = kernel if stride is None or stride == [] else each(stride, count, "stride")
    padding, dilation = each(padding, count, "padding"), each(dilation, count, "dilation")
    if any(s == 0 for s in stride):
        raise RuntimeError("stride should not be zero")
    if any(p < 0 or p > k // 2 for p, k in zip(padding, kernel)):
        raise RuntimeError(
            "pad should be at most half of effective kernel size, but got "
            f"pad={padding[0]}, kernel_size={kernel[0]} and dilation={dilation[0]}"
        )
    lengths = input._array.shape[-count:]
    sizes = [
        pooled_length(n, k, s, p, d, ceil_mode)
        for n, k, s, p, d in zip(lengths, kernel, stride, padding, dilation)
    ]
    if min(sizes) < 1:
        whole = "x".join(map(str, (input.size(-count - 1), *lengths)))
        wanted = "x".join(map(str, (input.size(-count - 1), *sizes)))
        raise RuntimeError(
            f"Given input size: ({whole}). Calculated output size: ({wanted}). Output size is too "
            "small"
        )
    return kernel, stride, padding, dilation


def as_image(function, input):
    """A pool of one dimension, done on images of height 1; the result is squeezed again."""
    made = function(unsqueeze(input, -2))
    return tuple(x.squeeze(-2) for x in made) if isinstance(made, tuple) else made.squeeze(-2)


# --- The largest -------------------------------------------------------------------------------


def maximum_pool(count):
    """`max_pool2d` or `max_pool3d`, with `return_indices` a pair."""

    def function(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                 return_indices=False):
        check_image(name, input, count)
        kernel, stride, padding, dilation = settings(
            name, input, count, kernel_size, stride, padding, dilation, ceil_mode
        )
        params = {"kernel_size": kernel, "stride": stride, "padding": padding,
                  "dilation": dilation, "ceil_mode": ceil_mode}
        made = apply(table.MAXIMUM[count], (input,), params)
        return made if return_indices else made[0]

    name = f"max_pool{count}d"
    function.__name__, function.__qualname__ = name, f"_{name}"  # as torch's inner one
    function.__doc__ = f"The largest entry of each window over {count} dimensions."
    return function


max_pool2d, max_pool3d = map(maximum_pool, (2, 3))


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
               return_indices=False):
    """The largest entry of each window over the last dimension."""
    check_image("max_pool1d", input, 1)
    needs_floating(input, "max_pool1d_impl")
    kernel, stride, padding, dilation = settings(
        "max_pool1d", input, 1, kernel_size, stride, padding, dilation, ceil_mode
    )
    return as_image(lambda x: max_pool2d(
        x, (1, *kernel), (1, *stride), (0, *padding), (1, *dilation), ceil_mode, return_indices
    ), input)


def goals(input, output_size, count) -> tuple[int, ...]:
    """The lengths that an adaptive pool makes; None keeps a length."""
    size = (output_size,) * count if output_size is None or isinstance(output_size, int) \
        else tuple(output_size)
    if len(size) != count:
        raise RuntimeError(f"adaptive pool: internal error: output_size.size() must be {count}")
    lengths = input._array.shape[-count:]
    return tuple(n if m is None else int(m) for n, m in zip(lengths, size))


def adaptive_maximum(count):
    """`adaptive_max_pool2d` or `adaptive_max_pool3d`."""

    def function(input, output_size, return_indices=False):
        check_image(name, input, count)
        params = {"output_size": goals(input, output_size, count)}
        made = apply(table.ADAPTIVE_MAXIMUM[count], (input,), params)
        return made if return_indices else made[0]

    name = f"adaptive_max_pool{count}d"
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"The largest entry of each of `output_size` parts, over {count} dimensions."
    return function


adaptive_max_pool2d, adaptive_max_pool3d = map(adaptive_maximum, (2, 3))


def adaptive_max_pool1d(input, output_size, return_indices=False):
    """The largest entry of each of `output_size` parts of the last dimension."""
    check_image("adaptive_max_pool1d", input, 1)
    size = goals(input, output_size, 1)
    return as_image(lambda x: adaptive_max_pool2d(x, (1, *size), return_indices), input)


def unpool(count):
    """`max_unpool1d`, `max_unpool2d` or `max_unpool3d`."""

    def function(input, indices, kernel_size, stride=None, padding=0, output_size=None):
        kernel = each(kernel_size, count, "kernel_size")
        stride = kernel if stride is None else each(stride, count, "stride")
        padding = each(padding, count, "padding")
        size = unpooled_size(input, kernel, stride, padding, output_size)
        if count == 1:
            params = {"output_size": (*size, 1)}
            inputs = (input.unsqueeze(-1), indices.unsqueeze(-1))
            return apply(table.UNPOOL[2], inputs, params).squeeze(-1)
        return apply(table.UNPOOL[count], (input, indices), {"output_size": size})

    function.__name__ = function.__qualname__ = f"max_unpool{count}d"
    function.__doc__ = "Values back at the places where a pool of maxima took them from."
    return function


def unpooled_size(input, kernel, stride, padding, wanted) -> tuple[int, ...]:
    """The size before a pool of maxima: the usual one, or `wanted` when that is possible."""
    count = len(kernel)
    usual = tuple(
        (n - 1) * s + k - 2 * p
        for n, s, k, p in zip(input._array.shape[-count:], stride, kernel, padding)
    )
    if wanted is None:
        return usual
    wanted = tuple(wanted)[-count:]
    for dim, (size, given, step) in enumerate(zip(usual, wanted, stride)):
        if not size - step < given < size + step:
            raise ValueError(
                f'invalid output_size "{wanted}" (dim {dim} must be between {size - step} and '
                f"{size + step})"
            )
    return wanted


max_unpool1d, max_unpool2d, max_unpool3d = map(unpool, (1, 2, 3))

# --- The average -------------------------------------------------------------------------------


def average_pool(count):
    """`avg_pool2d` or `avg_pool3d`."""

    def function(input, kernel_size, stride=None, padding=0, ceil_mode=False,
                 count_include_pad=True, divisor_override=None):
        check_image(name, input, count)
        kernel, stride, padding, _ = settings(
            name, input, count, kernel_size, stride, padding, 1, ceil_mode
        )
        if divisor_override == 0:
            raise RuntimeError("divisor must be not zero")
        params = {
            "kernel_size": kernel, "stride": stride, "padding": padding, "ceil_mode": ceil_mode,
            "count_include_pad": count_include_pad, "divisor_override": divisor_override,
        }
        return apply(table.AVERAGE[count], (input,), params)

    name = f"avg_pool{count}d"
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"The average of each window over {count} dimensions."
    return function


avg_pool2d, avg_pool3d = map(average_pool, (2, 3))


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False,
               count_include_pad=True):
    """The average of each window over the last dimension."""
    check_image("avg_pool1d", input, 1)
    kernel, stride, padding, _ = settings(
        "avg_pool1d", input, 1, kernel_size, stride, padding, 1, ceil_mode
    )
    return as_image(lambda x: avg_pool2d(
        x, (1, *kernel), (1, *stride), (0, *padding), ceil_mode, count_include_pad
    ), input)


def adaptive_average(count):
    """`adaptive_avg_pool2d` or `adaptive_avg_pool3d`; to size 1 it is a mean, as in torch."""

    def function(input, output_size):
        check_image(name, input, count)
        size = goals(input, output_size, count)
        if all(m == 1 for m in size):
            return input.mean(tuple(range(-count, 0)), keepdim=True)
        return apply(table.ADAPTIVE_AVERAGE[count], (input,), {"output_size": size})

    name = f"adaptive_avg_pool{count}d"
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"The average of each of `output_size` parts, over {count} dimensions."
    return function


adaptive_avg_pool2d, adaptive_avg_pool3d = map(adaptive_average, (2, 3))


def adaptive_avg_pool1d(input, output_size):
    """The average of each of `output_size` parts of the last dimension."""
    check_image("adaptive_avg_pool1d", input, 1)
    size = goals(input, output_size, 1)
    return as_image(lambda x: adaptive_avg_pool2d(x, (1, *size)), input)


def lp_pool(count, average, largest):
    """`lp_pool1d`, `lp_pool2d` or `lp_pool3d`, in the steps that torch takes."""

    def function(input, norm_type, kernel_size, stride=None, ceil_mode=False):
        kernel = each(kernel_size, count, "kernel_size")
        if norm_type == math.inf:
            return largest(input.abs(), kernel_size, stride, 0, 1, ceil_mode)
        powers = average(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
        positive = powers.sign() * relu(powers.abs())
        return positive.mul(math.prod(kernel)).pow(1.0 / norm_type)

    function.__name__ = function.__qualname__ = f"lp_pool{count}d"
    function.__doc__ = "The p-norm of each window."
    return function


lp_pool1d = lp_pool(1, avg_pool1d, max_pool1d)
lp_pool2d = lp_pool(2, avg_pool2d, max_pool2d)
lp_pool3d = lp_pool(3, avg_pool3d, max_pool3d)
