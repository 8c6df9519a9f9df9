"""Tensors of evenly spaced numbers: `arange`, `linspace`, `logspace`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine import type_promotion
from autograd.functions.creation.filled import empty_strided, full_array
from autograd.functions.creation.tensor_options import (
    finish_tensor, make_array, numpy_dtype, resolve_dtype,
)
from autograd.functions.kernel_dtypes import check_factory_dtype
from autograd.functions.tensor_api.binding import method
from autograd.kernels.allocation_errors import check_countable
from autograd.kernels.simd import linspace_values
from autograd.runtime.function_record import Factory, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import caution
from autograd.tensor.dtype import complex_scalar_dtype, dtype_of, as_dtype
from autograd.tensor.scalar import checked_scalar
from autograd.tensor.tensor import Tensor
from autograd.tensor.allocation import empty_array

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype

RESIZE_WARNING = (
    "The number of elements in the out tensor of shape {} is {} which does not match the computed "
    "number of elements {}. Note that this may occur as a result of rounding error. The out "
    "tensor will be resized to a tensor of shape ({},).")


def to_python_number(x: Any) -> Any:
    """Return the Python number of a 0-dim tensor or of a number."""
    return x.item() if isinstance(x, Tensor) else type_promotion.to_python_number(x)


@export()
@declare(factory=Factory(filled_by="arange.start_out"))
def arange(
        start: Any = 0, end: Any = None, step: Any = 1, *, out: Any = None,
        dtype: dtype | None = None, device: Any = None, requires_grad: bool = False
) -> Tensor:
    """Return the numbers from `start` to `end`, exclusive, in steps of `step`.

    The dtype is int64 if all three are ints, else the default dtype. Raise RuntimeError for a step
    of 0 or of the wrong sign; warn if `out` is resized. aten/src/ATen/native/RangeFactories.cpp.
    """
    if end is None:
        start, end = 0, start
    start, end, step = to_python_number(start), to_python_number(end), to_python_number(step)
    check_ends(start, end, step)
    if end != start and (end > start) != (step > 0):
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    is_integral = all(isinstance(x, int) for x in (start, end, step))
    target = numpy_dtype(resolve_dtype(out, dtype), np.dtype(np.int64) if is_integral else None)
    check_factory_dtype("arange_cpu", target, "bc")
    if target == np.int64:
        start, end, step = (int(checked_scalar(x, target)) for x in (start, end, step))
        if not step:
            raise ValueError("step must be nonzero")
    is_integral = is_integral or target == np.int64
    count = -((start - end) // step) if is_integral else math.ceil((end - start) / step)
    check_countable(count, target)
    result = make_array(device, (count,), target, lambda: arange_array(start, step, count, target))
    if out is not None and out._array.size not in (0, count):
        caution(RESIZE_WARNING.format(list(out._array.shape), out._array.size, count, count),
                at="aten/src/ATen/native/RangeFactories.cpp:199")
    return finish_range(result, requires_grad, device, out, "arange")


def check_ends(start: float, end: Any, step: int) -> None:
    """Raise torch's error for a step of 0 or NaN and for an infinite end."""
    if not step or step != step:
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start:g} -> {end:g}")


def finish_range(
        array: np.ndarray, requires_grad: bool, device: Any, out: Any, by: str) -> Tensor:
    """Return `array` as a leaf, or write it to `out`, which keeps its shape if the counts match."""
    if out is not None and out._array.size == array.size:
        array = array.reshape(out._array.shape)
    return finish_tensor(array, requires_grad, device, out, by)


def arange_array(start: Any, step: Any, count: Any, dtype: np.dtype) -> np.ndarray:
    """Return `start + i * step` for `count` indices, rounded as torch's vectorized kernel does.

    The kernel rounds the first element of each 32 bytes and counts on from there. For integer
    dtypes `start` and `step` are truncated first.
    """
    if dtype.kind in "iu":
        start, step = int(start), int(step)
    if dtype.kind != "f" or dtype.itemsize < 4:
        return (start + np.arange(count) * step).astype(dtype)
    lanes = 32 // dtype.itemsize
    bulk = count // (2 * lanes) * 2 * lanes  # the vectorized loop takes two vectors a step
    result = np.empty(count, dtype)
    # The kernel's fused multiply-add rounds once, as does a cast from a wider dtype.
    wide_dtype = np.float64 if dtype.itemsize == 4 else np.longdouble
    start, step = wide_dtype(start), wide_dtype(step)
    firsts = (start + np.arange(0, bulk, lanes) * step).astype(dtype).astype(wide_dtype)
    # Write to the result directly, without a temporary of its size.
    np.add(firsts[:, None], np.arange(lanes) * step,
           out=result[:bulk].reshape(-1, lanes), casting="unsafe")
    result[bulk:] = start + np.arange(bulk, count) * step
    return result


@export()
@declare(factory=Factory(filled_by="range.out"))
def range(
        start: Any = 0, end: Any = None, step: Any = 1, *, out: Any = None,
        dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """Return the numbers from `start` to `end`, inclusive, in steps of `step`; deprecated."""
    caution(
        "torch.range is deprecated and will be removed in a future release because its behavior is "
        "inconsistent with Python's range builtin. Instead, use torch.arange, which produces "
        "values "
        "in [start, end).")
    start, end, step = to_python_number(start), to_python_number(end), to_python_number(step)
    check_ends(start, end, step)
    if end != start and (end > start) != (step > 0):
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    target = numpy_dtype(resolve_dtype(out, dtype))
    check_factory_dtype("range_cpu", target, "bc")
    if target.kind in "iu":
        start, end, step = int(start), int(end), int(step)
        check_ends(start, end, step)
    count = int((end - start) / step) + 1
    result = make_array(device, (count,), target, lambda: arange_array(start, step, count, target))
    return finish_range(result, requires_grad, device, out, "range")


@export()
@declare(factory=Factory(filled_by="linspace.out"))
def linspace(
        start: Tensor | float, end: Tensor | float, steps: Any, *, out: Any = None,
        dtype: dtype | None = None, device: Any = None, requires_grad: bool = False
) -> Tensor:
    """Return `steps` evenly spaced numbers from `start` to `end`, inclusive."""
    start, end = parse_ends("linspace", start, end)
    steps = to_python_number(steps)
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    target = infer_range_dtype("linspace", start, end, resolve_dtype(out, dtype))
    check_countable(steps, target)
    result = make_array(
        device, (steps,), target, lambda: linspace_array("linspace_cpu", start, end, steps, target))
    return finish_range(result, requires_grad, device, out, "linspace")


def linspace_array(name: str, start: Any, end: Any, steps: int, target: np.dtype) -> np.ndarray:
    """Return evenly spaced numbers; of complex ends both parts are evenly spaced.

    Raise NotImplementedError, which names the kernel `name`, for bool.
    """
    if not steps:
        return np.empty(0, target)
    if steps == 1:
        return full_array((1,), start, target)
    check_factory_dtype(name, target, "b")
    if target.kind != "c":
        return linspace_values(*(checked_scalar(x, target) for x in (start, end)), steps, target)
    start, end = complex(start), complex(end)
    real, imag = (linspace_values(*parts, steps, np.finfo(target).dtype)
                  for parts in ((start.real, end.real), (start.imag, end.imag)))
    return (real + 1j * imag).astype(target)


def parse_ends(name: str, start: Tensor | float, end: Tensor | complex) -> tuple:
    """Return both ends of a range as Python numbers.

    Raise RuntimeError if one is a tensor with dimensions.
    """
    ranks = [(end_, x._array.ndim) for end_, x in (("start", start), ("end", end))
             if isinstance(x, Tensor) and x._array.ndim]
    if ranks:
        text = " and ".join(f"{end_} with {ndim} dimension(s)" for end_, ndim in ranks)
        raise RuntimeError(
            f"{name} only supports 0-dimensional start and end tensors, but got {text}.")
    return to_python_number(start), to_python_number(end)


def infer_range_dtype(name: str, start: float, end: float, dtype: Any) -> np.dtype:
    """Return the numpy dtype of a range from `start` to `end`.

    Raise RuntimeError if an end is complex and `dtype` is not.
    """
    if not (isinstance(start, complex) or isinstance(end, complex)):
        return numpy_dtype(dtype)
    kind = complex_scalar_dtype()
    if dtype is not None and not as_dtype(dtype).is_complex:
        part = "float" if kind.numpy == np.complex64 else "double"
        raise RuntimeError(
            f"torch.{name}(): inferred dtype c10::complex<{part}> can't be safely cast to passed "
            f"dtype {dtype_of(numpy_dtype(dtype)).legacy_name}")
    return numpy_dtype(dtype, kind.numpy)


@export()
@declare(factory=Factory(filled_by="logspace.out"))
def logspace(
        start: int, end: int, steps: Any, base: float = 10.0, *, out: Any = None, dtype: Any = None,
        device: Any = None, requires_grad: bool = False) -> Tensor:
    """Return `steps` powers of `base` whose exponents are evenly spaced."""
    if to_python_number(steps) < 0:
        raise RuntimeError("number of steps must be non-negative")
    start, end = parse_ends("logspace", start, end)
    target = infer_range_dtype("logspace", start, end, resolve_dtype(out, dtype))
    steps, name = to_python_number(steps), "logspace_cpu"
    if steps > 1 and target.kind != "c":
        check_factory_dtype(name, target, "b")
        start, end = (checked_scalar(x, target).item() for x in (start, end))
    wide_dtype = np.dtype(np.complex128 if target.kind == "c" else np.float64)
    result = make_array(device, (steps,), target, lambda: np.power(
        float(base), linspace_array(name, start, end, steps, wide_dtype)).astype(target))
    return finish_range(result, requires_grad, device, out, "logspace")


@export()
@declare(factory=Factory(filled_by="as_strided"))
def empty_permuted(
        size: tuple[int, ...], physical_layout: Any, *, dtype: Any = None, device: Any = None,
        requires_grad: bool = False) -> Tensor:
    """Return an uninitialized tensor, dense in memory in the dimension order `physical_layout`."""
    order, count = tuple(physical_layout), len(size)
    if len(order) != count:
        raise RuntimeError(
            f"Number of dimensions in size does not match the length of the physical_layout; "
            f"i.e. len(size) = {count} is not equal to len(physical_layout) = {len(order)}")
    for position, dim in enumerate(order):
        if not 0 <= dim < count:
            raise RuntimeError(
                f"Dimension out of range (expected to be between 0 and {count - 1}, but got {dim} "
                f"at index {position}).  NB: negative dims not currently supported; file an issue "
                "if you want it.")
        if dim in order[:position]:
            raise RuntimeError("Duplicate dim not allowed")
    memory = empty_array([size[d] for d in order], numpy_dtype(dtype))
    return finish_tensor(memory.transpose(np.argsort(order)), requires_grad, device)


@method()
@declare(factory=Factory(filled_by="empty_strided"))
def new_empty_strided(
        self, size: tuple[int, ...], stride: tuple[int, ...], *, dtype: Any = None,
        device: Any = None, requires_grad: bool = False) -> Tensor:
    """Return an uninitialized tensor of the given size and strides, of this tensor's dtype."""
    kind = self.dtype if dtype is None else dtype
    return empty_strided(size, stride, dtype=kind, device=device, requires_grad=requires_grad)
