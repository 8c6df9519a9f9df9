"""Numbers in ranges, in torch's rounding, and window functions."""

from __future__ import annotations

import math

import numpy as np

from autograd.dtype import of
from autograd.functions.creation import checked_sizes, filled
from autograd.functions.leaves import dtype_for, finished, numpy_dtype
from autograd.numerics.lanes import evenly_spaced
from autograd.once import caution
from autograd.tensor import Tensor, wrap
from autograd.unset import unset

__all__ = ["arange", "range", "linspace", "logspace", "scalar_tensor", "empty_strided",
           "hann_window", "hamming_window", "blackman_window", "bartlett_window", "kaiser_window",
           "frombuffer"]
RESIZED = (
    "The number of elements in the out tensor of shape {} is {} which does not match the computed "
    "number of elements {}. Note that this may occur as a result of rounding error. The out "
    "tensor will be resized to a tensor of shape ({},). (Triggered internally at "
    "/__w/pytorch/pytorch/aten/src/ATen/native/RangeFactories.cpp:199.)")


def number(x):
    """A Python number for a 0-dim tensor or a number."""
    return x.item() if isinstance(x, Tensor | np.generic) else x


def arange(start=0, end=None, step=1, *, out=None, dtype=None, device=None, requires_grad=False,
           layout=None, pin_memory=False):
    """Numbers from `start` up to, not including, `end`."""
    if end is None:
        start, end = 0, start
    start, end, step = number(start), number(end), number(step)
    if not step:
        raise RuntimeError("step must be nonzero")
    if (end - start) / step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    whole = all(isinstance(x, int) for x in (start, end, step))
    target = numpy_dtype(dtype_for(out, dtype), np.dtype(np.int64) if whole else None)
    if target is not None and target.kind in "bc":
        raise NotImplementedError(f"\"arange_cpu\" not implemented for '{of(target).legacy_name}'")
    count = -((start - end) // step) if whole else math.ceil((end - start) / step)
    made = steps_from(start, step, count, target)
    if out is not None and out._array.size not in (0, count):
        caution(RESIZED.format(list(out._array.shape), out._array.size, count, count))
    return spread(made, requires_grad, device, out, "arange")


def spread(array, requires_grad, device, out, by):
    """A leaf of numbers in a row, or `out=`, which keeps its shape where they fill it."""
    if out is not None and out._array.size == array.size:
        array = array.reshape(out._array.shape)
    return finished(array, requires_grad, device, out, by)


def steps_from(start, step, count, dtype) -> np.ndarray:
    """`start + i * step`: torch rounds the first of each 32 bytes, then counts on from there."""
    if dtype.kind != "f" or dtype.itemsize < 4:
        return (start + np.arange(count) * step).astype(dtype)
    lanes = 32 // dtype.itemsize
    whole = count // (2 * lanes) * 2 * lanes  # its loop takes two such at a time, the rest singly
    made = np.empty(count, dtype)
    # It multiplies and adds in one rounding, which a wider dtype stands for here.
    wide = np.float64 if dtype.itemsize == 4 else np.longdouble
    start, step = wide(start), wide(step)
    firsts = (start + np.arange(0, whole, lanes) * step).astype(dtype).astype(wide)
    # Straight into its place: of ten million numbers there is no second copy.
    np.add(firsts[:, None], np.arange(lanes) * step,
           out=made[:whole].reshape(-1, lanes), casting="unsafe")
    made[whole:] = start + np.arange(whole, count) * step
    return made


def range(start=0, end=None, step=1, *, out=None, dtype=None, device=None, requires_grad=False):
    """Numbers from `start` to `end`, which is included; torch advises against it."""
    caution(
        "torch.range is deprecated and will be removed in a future release because its behavior is "
        "inconsistent with Python's range builtin. Instead, use torch.arange, which produces "
        "values "
        "in [start, end).")
    start, end, step = number(start), number(end), number(step)
    count = int((end - start) / step) + 1
    made = steps_from(start, step, count, numpy_dtype(dtype_for(out, dtype)))
    return spread(made, requires_grad, device, out, "range")


def linspace(start, end, steps, *, out=None, dtype=None, device=None, requires_grad=False,
             layout=None, pin_memory=False):
    """`steps` numbers at equal distances, both ends included."""
    start, end, steps = number(start), number(end), number(steps)
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    made = evenly_spaced(start, end, steps, numpy_dtype(dtype_for(out, dtype)))
    return spread(made, requires_grad, device, out, "linspace")


def logspace(start, end, steps, base=10.0, *, out=None, dtype=None, device=None,
             requires_grad=False):
    """Powers of `base` whose exponents are at equal distances."""
    target = numpy_dtype(dtype_for(out, dtype))
    exponents = evenly_spaced(number(start), number(end), number(steps), np.dtype(np.float64))
    made = np.power(float(base), exponents).astype(target)
    return spread(made, requires_grad, device, out, "logspace")


def scalar_tensor(s, *, dtype=None, device=None, requires_grad=False):
    """A 0-dim tensor of the default dtype, or of `dtype`."""
    return finished(filled((), s, numpy_dtype(dtype)), requires_grad, device)


def empty_strided(size, stride, *, dtype=None, device=None, requires_grad=False):
    """Fresh memory with the given steps."""
    sizes = checked_sizes((size,), "empty_strided")
    kind = numpy_dtype(dtype)
    reach = np.sum([(n - 1) * step for n, step in zip(sizes, stride)], dtype=int)
    extent = 0 if 0 in sizes else 1 + int(reach)
    memory = unset(extent, kind)
    made = np.lib.stride_tricks.as_strided(memory, sizes, [n * kind.itemsize for n in stride])
    return finished(made, requires_grad, device)


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """A tensor on the memory of a buffer."""
    return wrap(np.frombuffer(buffer, dtype.numpy, count, offset), requires_grad)


def window(name, shape):
    """A window function from its formula over angles `2 pi k / n`."""

    def function(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False,
                 **options):
        n = window_length if periodic else window_length - 1
        if window_length == 1:
            return finished(np.ones(1, numpy_dtype(dtype)), requires_grad, device)
        place = np.arange(window_length) / n
        return finished(shape(place, **options).astype(numpy_dtype(dtype)), requires_grad, device)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"torch's `{name}`."
    return function


hann_window = window("hann_window", lambda t: 0.5 - 0.5 * np.cos(2 * np.pi * t))
hamming_window = window(
    "hamming_window", lambda t, alpha=0.54, beta=0.46: alpha - beta * np.cos(2 * np.pi * t))
blackman_window = window("blackman_window", lambda t: (
    0.42 - 0.5 * np.cos(2 * np.pi * t) + 0.08 * np.cos(4 * np.pi * t)))
bartlett_window = window("bartlett_window", lambda t: 1 - np.abs(2 * t - 1))


def kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, device=None,
                  requires_grad=False):
    """A window made of a Bessel function; `beta` says how narrow."""
    count = window_length + bool(periodic)
    array = np.kaiser(count, beta)[:window_length] if count > 1 else np.ones(window_length)
    return finished(array.astype(numpy_dtype(dtype)), requires_grad, device)
