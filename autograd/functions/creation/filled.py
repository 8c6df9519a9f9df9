"""Tensors of a given size, filled with a value or uninitialized."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.type_promotion import to_python_number
from autograd.functions.creation.from_data import array_from_sequence
from autograd.functions.creation.tensor_options import (
    array_like, device_or_meta, device_type_of, finish_tensor, make_array, numpy_dtype,
    resolve_dtype,
)
from autograd.functions.kernel_dtypes import check_factory_dtype
from autograd.functions.shape.reshape import parse_size_args
from autograd.functions.sparse.construction import sparse_zeros
from autograd.functions.tensor_api.binding import attach_method, attach_property, method
from autograd.kernels.allocation_errors import MAX_COUNT
from autograd.runtime import masked_rules
from autograd.runtime.function_record import Factory, add_facts, declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import ZEROS
from autograd.tensor import dtype as dtypes
from autograd.tensor.device import CPU
from autograd.tensor.allocation import MOST_ENTRIES, empty_array, zeros as extrapolated_zeros
from autograd.tensor.memory_format import copy_in_format, check_memory_format, strided
from autograd.tensor.meta import META
from autograd.tensor.scalar import checked_scalar
from autograd.tensor.size import check_sizes
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype


def parse_sizes(size: Any, name: str) -> tuple[int, ...]:
    """Return the sizes of a new tensor as a tuple of ints.

    `name` is the function for errors: TypeError for elements that are no ints, RuntimeError for
    negative ones.
    """
    first = size[0] if size else 0
    if len(size) == 1 and isinstance(first, str | float | None):
        raise TypeError(
            f"{name}(): argument 'size' (position 1) must be tuple of ints, not "
            f"{type(first).__name__}"
        )
    for position, n in enumerate(size, 1):
        if isinstance(n, str | float):
            raise TypeError(
                f"{name}(): argument 'size' failed to unpack the object at pos {position} with "
                f"error \"type must be tuple of ints,but got {type(n).__name__}\""
            )
    sizes = parse_size_args(size)
    if name == "zeros" and any(n < 0 for n in sizes):
        raise RuntimeError("zeros: Dimension size must be non-negative.")
    check_sizes(sizes)
    return sizes


FULL_SPARSE_ERROR = "full(...) is not implemented for sparse layout"


def make_fill_functions(
        make: Callable[..., Any], name: str, factory: Factory, like_factory: Factory,
        new_factory: Factory) -> tuple[Callable[..., Any], ...]:
    """Return `zeros`, `ones` or `empty` with its `_like` function; attach its `new_` method."""

    def filled(*size, out=None, dtype=None, device=None, requires_grad=False, memory_format=None,
               **layout):
        size = size or (layout.pop("size", ()),)
        sizes, kind = parse_sizes(size, name), numpy_dtype(resolve_dtype(out, dtype))
        if layout.get("layout") not in (None, strided) and out is None:
            return sparse_zeros(sizes, kind, layout["layout"], requires_grad)
        array = make_array(device, sizes, kind, lambda: make(sizes, kind))
        if memory_format is not None:
            check_memory_format(array.ndim, memory_format)
            array = copy_in_format(array, memory_format)
        return finish_tensor(array, requires_grad, device, out, name)

    def like(input, *, dtype=None, device=None, requires_grad=False, memory_format=None, **layout):
        kind = numpy_dtype(dtype, input._array.dtype)
        if layout.get("layout") not in (None, strided):
            return sparse_zeros(input._array.shape, kind, layout["layout"], requires_grad)
        array = array_like(input, kind, memory_format, device)
        if any(array.strides) or not array.ndim:
            array[...] = make((), array.dtype)
        return finish_tensor(array, requires_grad, device_or_meta(input, device))

    def new(self, *size, dtype=None, device=None, requires_grad=False, **layout):
        size = size or (layout.pop("size", ()),)
        sizes, kind = parse_sizes(size, f"new_{name}"), numpy_dtype(dtype, self._array.dtype)
        if layout.get("layout") not in (None, strided):
            return sparse_zeros(sizes, kind, layout["layout"], requires_grad)
        place = device_or_meta(self, device)
        array = make_array(place, sizes, kind, lambda: make(sizes, kind))
        return finish_tensor(array, requires_grad, place)

    for function, title, each in (
            (filled, name, factory), (like, f"{name}_like", like_factory),
            (new, f"new_{name}", new_factory)):
        function.__name__ = function.__qualname__ = title
        declare(factory=each, made_for_slices=function is not filled)(function)
    attach_method(f"new_{name}", new)
    return export()(filled), export()(like)


add_facts("ones_like", masked=masked_rules.ONES_LIKE)
zeros, zeros_like = make_fill_functions(
    np.zeros, "zeros", Factory(layouts=True, overlapping=True),
    like_factory=Factory(layouts=True), new_factory=Factory(layouts=True))
add_facts("zeros_like", sparse=ZEROS)
ones, ones_like = make_fill_functions(
    np.ones, "ones", Factory(sparse_error=FULL_SPARSE_ERROR, overlapping=True),
    like_factory=Factory(filled_by="empty_strided"), new_factory=Factory(filled_by="fill_.Scalar"))
empty, empty_like = make_fill_functions(
    empty_array, "empty", Factory(layouts=True, overlapping=True),
    like_factory=Factory(filled_by="empty_strided"), new_factory=Factory(layouts=True))


@export()
@declare(factory=Factory(sparse_error=FULL_SPARSE_ERROR, overlapping=True))
def full(
        size: Any, fill_value: float, *, out: Any = None, dtype: Any = None,
        device: Any = None, requires_grad: bool = False) -> Tensor:
    """Return a tensor of `size` filled with `fill_value`.

    Without `dtype` it has the dtype of the value: bool, int64, the default float or the default
    complex dtype.
    """
    dtype = resolve_dtype(out, dtype)
    value = fill_value.item() if isinstance(fill_value, Tensor) else to_python_number(fill_value)
    if dtype is None and isinstance(value, complex):
        dtype = dtypes.default_complex_dtype()
    target = numpy_dtype(dtype, array_from_sequence(value).dtype if dtype is None else None)
    sizes = parse_size_args((size,))
    array = make_array(device, sizes, target, lambda: full_array(sizes, value, target))
    return finish_tensor(array, requires_grad, device, out, "full")


def full_array(size: tuple[int, ...], value: Any, dtype: np.dtype) -> np.ndarray:
    """Return an array of `size` filled with `value`.

    Raise RuntimeError if `dtype` cannot hold the value; a single 16-bit float may overflow to
    infinity.
    """
    if isinstance(value, Tensor):
        value = value.item()
    size = parse_sizes((size,), "full")
    half = dtype.itemsize == 2 and dtype.kind in "fV"
    kind = np.dtype(np.float64) if half and math.prod(size) == 1 else dtype
    return np.full(size, checked_scalar(to_python_number(value), kind).astype(dtype), dtype)


@export()
@declare(factory=Factory(filled_by="empty_strided"), made_for_slices=True)
def full_like(
        input: Tensor, fill_value: float, *, dtype: Any = None, device: Any = None,
        requires_grad: bool = False, memory_format: Any = None) -> Tensor:
    """Return a tensor filled with `fill_value`, with the shape, dtype and strides of `input`."""
    array = array_like(input, numpy_dtype(dtype, input._array.dtype), memory_format, device)
    if any(array.strides) or not array.ndim:
        array[...] = full_array(array.shape, fill_value, array.dtype)
    return finish_tensor(array, requires_grad, device_or_meta(input, device))


@method()
@declare(factory=Factory(filled_by="fill_.Scalar"), made_for_slices=True)
def new_full(
        self, size: tuple[int, ...], fill_value: float, *, dtype: Any = None,
        device: Any = None, requires_grad: bool = False) -> Tensor:
    """Return a tensor of `size` filled with `fill_value`, of this tensor's dtype and device."""
    target, place = numpy_dtype(dtype, self._array.dtype), device_or_meta(self, device)
    array = make_array(place, size, target, lambda: full_array(size, fill_value, target))
    return finish_tensor(array, requires_grad, place)


attach_property("device", lambda self: META if self._meta else CPU, metadata=True)


@export()
@declare(factory=Factory())
def scalar_tensor(
        s: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """Return a 0-dim tensor with the value `s`, of the default dtype or `dtype`."""
    return finish_tensor(full_array((), s, numpy_dtype(dtype)), requires_grad, device)


@export()
@declare(factory=Factory(filled_by="empty_strided"))
def empty_strided(
        size: tuple[int, ...], stride: tuple[int, ...], *, dtype: Any = None, device: Any = None,
        requires_grad: bool = False) -> Tensor:
    """Return an uninitialized tensor of the given size and strides, counted in elements.

    Raise RuntimeError if their lengths differ, a stride is negative, or the storage would overflow.
    """
    sizes = parse_sizes((size,), "empty_strided")
    if len(sizes) != len(stride):
        raise RuntimeError(f"dimensionality of sizes ({len(sizes)}) must match dimensionality of "
                           f"strides ({len(stride)})")
    kind = numpy_dtype(dtype)
    extent = 0 if 0 in sizes else 1 + sum((n - 1) * int(by) for n, by in zip(sizes, stride))
    if any(step < 0 for step in stride) or extent * kind.itemsize > MAX_COUNT:
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(sizes)} and "
                           f"strides={list(stride)}")
    if device_type_of(device) == "meta" and extent > MOST_ENTRIES:
        return finish_tensor(extrapolated_zeros(sizes, kind), requires_grad, device)
    memory = empty_array(extent, kind)
    result = np.lib.stride_tricks.as_strided(memory, sizes, [n * kind.itemsize for n in stride])
    return finish_tensor(result, requires_grad, device)


@export()
@declare(factory=Factory(filled_by="eye.m_out", overlapping=True), indices=("n", "m"))
def eye(
        n: int, m: Any = None, *, out: Any = None, dtype: dtype | None = None, device: Any = None,
        requires_grad: bool = False) -> Tensor:
    """Return an `n` x `m` matrix, by default square, with ones on the diagonal."""
    if n < 0:
        raise RuntimeError(f"n must be greater or equal to 0, got {n}")
    if m is not None and m < 0:
        raise RuntimeError(f"m must be greater or equal to 0, got {m}")
    target = numpy_dtype(resolve_dtype(out, dtype))
    array = make_array(
        device, (n, n if m is None else m), target, lambda: np.eye(n, m, dtype=target))
    check_factory_dtype("eye", array.dtype)
    return finish_tensor(array, requires_grad, device, out, "eye")
