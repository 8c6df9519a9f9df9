"""Numbers in ranges, in torch's rounding, and window functions."""

from __future__ import annotations

import math

import numpy as np

from autograd import promotion
from autograd.dtype import default_complex, of, taken
from autograd.functions.creation import checked_sizes, filled
from autograd.functions.leaves import dtype_for, finished, numpy_dtype, unguarded
from autograd.numerics.lanes import evenly_spaced
from autograd.numerics.precise import cos
from autograd.numerics.room import MOST, check_countable
from autograd.numerics.sampling import C_NAMES
from autograd.once import caution, warn_once
from autograd.tensor import Tensor
from autograd.unset import unset
from autograd.writing import expose

__all__ = ["arange", "range", "linspace", "logspace", "scalar_tensor", "empty_strided",
           "hann_window", "hamming_window", "blackman_window", "bartlett_window", "kaiser_window",
           "frombuffer"]
RESIZED = (
    "The number of elements in the out tensor of shape {} is {} which does not match the computed "
    "number of elements {}. Note that this may occur as a result of rounding error. The out "
    "tensor will be resized to a tensor of shape ({},).")


def number(x):
    """A Python number for a 0-dim tensor or a number."""
    return x.item() if isinstance(x, Tensor) else promotion.number(x)


def arange(start=0, end=None, step=1, *, out=None, dtype=None, device=None, requires_grad=False,
           layout=None, pin_memory=False):
    """Numbers from `start` up to, not including, `end`."""
    if end is None:
        start, end = 0, start
    start, end, step = number(start), number(end), number(step)
    check_ends(start, end, step)
    if end != start and (end > start) != (step > 0):
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    whole = all(isinstance(x, int) for x in (start, end, step))
    target = numpy_dtype(dtype_for(out, dtype), np.dtype(np.int64) if whole else None)
    if target is not None and (target.kind in "bc" or target in promotion.BARE):
        raise NotImplementedError(f"\"arange_cpu\" not implemented for '{of(target).legacy_name}'")
    count = -((start - end) // step) if whole else math.ceil((end - start) / step)
    check_countable(count, target)
    made = steps_from(start, step, count, target)
    if out is not None and out._array.size not in (0, count):
        caution(RESIZED.format(list(out._array.shape), out._array.size, count, count),
                at="aten/src/ATen/native/RangeFactories.cpp:199")
    return spread(made, requires_grad, device, out, "arange")


def check_ends(start, end, step) -> None:
    """Raise torch's errors about a range that never ends or never begins."""
    if not step or step != step:
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start:g} -> {end:g}")


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
    check_ends(start, end, step)
    count = int((end - start) / step) + 1
    made = steps_from(start, step, count, numpy_dtype(dtype_for(out, dtype)))
    return spread(made, requires_grad, device, out, "range")


def linspace(start, end, steps, *, out=None, dtype=None, device=None, requires_grad=False,
             layout=None, pin_memory=False):
    """`steps` numbers at equal distances, both ends included."""
    start, end = ends_of("linspace", start, end)
    steps = number(steps)
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    target = target_of("linspace", start, end, dtype_for(out, dtype))
    check_countable(steps, target)
    made = spaced(start, end, steps, target)
    return spread(made, requires_grad, device, out, "linspace")


def spaced(start, end, steps: int, target: np.dtype) -> np.ndarray:
    """Numbers at equal distances; of complex ones both parts are."""
    if not (isinstance(start, complex) or isinstance(end, complex)):
        return evenly_spaced(start, end, steps, target)
    real, imag = (evenly_spaced(*parts, steps, np.finfo(target).dtype)
                  for parts in ((start.real, end.real), (start.imag, end.imag)))
    return (real + 1j * imag).astype(target)


def ends_of(name: str, start, end) -> tuple:
    """Both ends as numbers; torch's error about tensors of more dimensions."""
    ranks = [(end_, x._array.ndim) for end_, x in (("start", start), ("end", end))
             if isinstance(x, Tensor) and x._array.ndim]
    if ranks:
        told = " and ".join(f"{end_} with {ndim} dimension(s)" for end_, ndim in ranks)
        raise RuntimeError(
            f"{name} only supports 0-dimensional start and end tensors, but got {told}.")
    return number(start), number(end)


def target_of(name: str, start, end, dtype) -> np.dtype:
    """The numpy dtype of numbers between two ends; torch's error where that loses parts."""
    if not (isinstance(start, complex) or isinstance(end, complex)):
        return numpy_dtype(dtype)
    kind = default_complex()
    if dtype is not None and not taken(dtype).is_complex:
        part = "float" if kind.numpy == np.complex64 else "double"
        raise RuntimeError(
            f"torch.{name}(): inferred dtype c10::complex<{part}> can't be safely cast to passed "
            f"dtype {of(numpy_dtype(dtype)).legacy_name}")
    return numpy_dtype(dtype, kind.numpy)


def logspace(start, end, steps, base=10.0, *, out=None, dtype=None, device=None,
             requires_grad=False):
    """Powers of `base` whose exponents are at equal distances."""
    if number(steps) < 0:
        raise RuntimeError("number of steps must be non-negative")
    start, end = ends_of("logspace", start, end)
    target = target_of("logspace", start, end, dtype_for(out, dtype))
    wide = np.complex128 if target.kind == "c" else np.float64
    exponents = spaced(start, end, number(steps), np.dtype(wide))
    made = np.power(float(base), exponents).astype(target)
    return spread(made, requires_grad, device, out, "logspace")


def scalar_tensor(s, *, dtype=None, device=None, requires_grad=False):
    """A 0-dim tensor of the default dtype, or of `dtype`."""
    return finished(filled((), s, numpy_dtype(dtype)), requires_grad, device)


def empty_strided(size, stride, *, dtype=None, device=None, requires_grad=False):
    """Fresh memory with the given steps."""
    sizes = checked_sizes((size,), "empty_strided")
    if len(sizes) != len(stride):
        raise RuntimeError(f"dimensionality of sizes ({len(sizes)}) must match dimensionality of "
                           f"strides ({len(stride)})")
    kind = numpy_dtype(dtype)
    extent = 0 if 0 in sizes else 1 + sum((n - 1) * int(by) for n, by in zip(sizes, stride))
    if any(step < 0 for step in stride) or extent * kind.itemsize > MOST:
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(sizes)} and "
                           f"strides={list(stride)}")
    memory = unset(extent, kind)
    made = np.lib.stride_tricks.as_strided(memory, sizes, [n * kind.itemsize for n in stride])
    return finished(made, requires_grad, device)


def frombuffer(buffer, *, dtype=None, count=-1, offset=0, requires_grad=False):
    """A tensor on the memory of a buffer, which is written where the tensor is."""
    if dtype is None:
        raise TypeError('frombuffer() missing 1 required positional arguments: "dtype"')
    kind = numpy_dtype(dtype)
    count = counted(taken_memory(buffer), kind.itemsize, count, offset)
    array = unguarded(np.frombuffer(buffer, kind, count, offset))
    return expose(finished(array, requires_grad))


def taken_memory(buffer) -> int:
    """The length of a buffer in bytes; torch's errors for what is none, its warning for bytes."""
    try:
        memory = memoryview(buffer)
    except TypeError:
        raise ValueError("object does not implement Python buffer protocol.") from None
    if not memory.contiguous:
        raise RuntimeError("could not retrieve buffer from object")
    if memory.readonly:
        warn_once(
            "The given buffer is not writable, and PyTorch does not support non-writable tensors. "
            "This means you can write to the underlying (supposedly non-writable) buffer using the "
            "tensor. You may want to copy the buffer to protect its data or make it writable "
            "before converting it to a tensor. This type of warning will be suppressed for the "
            "rest of this program.", at="torch/csrc/utils/tensor_new.cpp:1556")
    return memory.nbytes


def counted(length, width, count, offset) -> int:
    """How many entries a buffer has from `offset` on; torch's errors where they do not fit."""
    if not length or not count:
        raise ValueError(f"both buffer length ({length}) and count ({count}) must not be 0")
    if not 0 <= offset < length:
        raise ValueError(f"offset ({offset} bytes) must be non-negative and no greater than buffer "
                         f"length ({length} bytes) minus 1")
    rest = length - offset
    if count < 0 and rest % width:
        raise ValueError(f"buffer length ({rest} bytes) after offset ({offset} bytes) must be a "
                         f"multiple of element size ({width})")
    count = rest // width if count < 0 else count
    if count * width > rest:
        raise ValueError(
            f"requested buffer length ({count} * {width} bytes) after offset ({offset} bytes) must "
            f"not be greater than actual buffer length ({length} bytes)")
    return count


def checked_window(name, window_length, dtype) -> np.dtype:
    """The dtype of a window function; torch's errors for what it cannot be."""
    target = numpy_dtype(dtype)
    if target.kind in "biu":
        raise RuntimeError(
            f"{name} expects floating point dtypes, got: TensorOptions(dtype="
            f"{C_NAMES[target.name]}, device=cpu, layout=Strided (default), requires_grad=false "
            "(default), pinned_memory=false, memory_format=(nullopt))")
    if window_length < 0:
        raise RuntimeError(
            f"{name} requires non-negative window_length, got window_length={window_length}")
    if target.kind == "c" and window_length > 1:
        raise NotImplementedError(f"\"arange_cpu\" not implemented for '{of(target).legacy_name}'")
    return target


def window(name, shape):
    """A window function from its formula over the places `k` up to `last`, in torch's steps."""

    def function(window_length, periodic=True, *factors, dtype=None, device=None,
                 requires_grad=False, **options):
        target = checked_window(name, window_length, dtype)
        if window_length < 2:
            return finished(np.ones(window_length, target), requires_grad, device)
        last = window_length - (not periodic)
        places = np.arange(last + 1).astype(target)
        made = shape(places, last, *factors, **options)[:window_length].astype(target)
        return finished(made, requires_grad, device)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"torch's `{name}`."
    return function


def raised_cosine(k, last, alpha=0.54, beta=0.46):
    """`alpha - beta cos(2 pi k / last)`."""
    return cos(k * (2 * math.pi / last)) * -beta + alpha


def two_cosines(k, last):
    """Blackman's sum of two cosines."""
    angle = k * (math.pi / last)
    return cos(angle * 4) * 0.08 - cos(angle * 2) * 0.5 + 0.42


def triangle(k, last):
    """A way up to 1 and down again."""
    way = k * (2 / last)
    half = last // 2 + 1
    return np.concatenate([way[:half], 2 - way[half:]])


hann_window = window("hann_window", lambda k, last: raised_cosine(k, last, 0.5, 0.5))
hamming_window = window("hamming_window", raised_cosine)
blackman_window = window("blackman_window", two_cosines)
bartlett_window = window("bartlett_window", triangle)


def kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, device=None,
                  requires_grad=False):
    """A window made of a Bessel function; `beta` says how narrow."""
    target = checked_window("kaiser_window", window_length, dtype)
    count = window_length + bool(periodic)
    array = np.kaiser(count, beta) if window_length > 1 else np.ones(count)
    array = array[:window_length]
    return finished(array.astype(target), requires_grad, device)
