"""Creation of tensors from data, or filled with a value."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.conversions import notify_conversions
from autograd.engine.type_promotion import to_python_number
from autograd.functions.creation.dlpack import from_dlpack
from autograd.functions.creation.from_data import array_from_data, array_from_sequence
from autograd.functions.creation.frombuffer import from_numpy, frombuffer
from autograd.functions.creation.tensor_options import (
    array_like, device_or_meta, device_type_of, finish_tensor, make_array, numpy_dtype,
    resolve_dtype,
)
from autograd.functions.shape.shapes import parse_size_args
from autograd.functions.sparse.construction import sparse_zeros
from autograd.functions.tensor_api.binding import attach_method, attach_property, method
from autograd.runtime.bool_options import check_truths
from autograd.runtime.function_record import Factory, add_facts, declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import COPY, ZEROS
from autograd.runtime.warnings import warn_once
from autograd.tensor import dtype as dtypes
from autograd.tensor.device import CPU
from autograd.tensor.memory_format import strided
from autograd.tensor.meta import META
from autograd.tensor.scalar import held
from autograd.tensor.size import check_makeable
from autograd.tensor.strides import arranged, check_format
from autograd.tensor.tensor import Tensor
from autograd.tensor.uninitialized import unset

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype
    from autograd.tensor.tensor import ArrayOrTensor

# --- From data ---------------------------------------------------------------------------------


@export()
@declare(factory=Factory(), dispatched_on=0)
def tensor(
        data: Tensor | Sequence[Any] | float, *, dtype: dtype | type | None = None,
        device: Any = None, requires_grad: bool = False) -> Tensor:
    """Return a new leaf with a copy of `data`: a number, nested sequence, array or tensor.

    Without `dtype` it is inferred: bool, int64, the default float or the default complex dtype;
    arrays and tensors keep theirs.
    """
    made = finish_tensor(array_from_data(data, dtype), requires_grad, device)
    notify_conversions(data, "tensor", made)
    return made


@export()
@declare(sparse=COPY, dispatched_on=0)
def as_tensor(
        data: Any, dtype: dtype | None = None, device: str | None = None
) -> Tensor:
    """Return `data` as a tensor, which shares its memory where dtype and device allow it."""
    where = device_type_of(device)
    if isinstance(data, np.ndarray):
        data = from_numpy(data)
    if isinstance(data, Tensor):
        return data.to(dtype=dtype, device=where if where == "meta" else device)
    return tensor(data, dtype=dtype, device=device)


@export()
@declare(dispatched_on=0)
def asarray(
        obj: Any, *, dtype: Any = None, device: str | None = None,
        copy: Any = None, requires_grad: bool | None = None) -> Tensor:
    """Return `obj` as a tensor, copied if `copy` is True, sharing memory if it is False.

    `obj` may also be a buffer or a DLPack capsule. Without `requires_grad` the result requires a
    gradient if `obj` does, with torch's warning. Raise what `check_alias` raises if `copy` is
    False. torch/csrc/utils/tensor_new.cpp.
    """
    check_truths("asarray", **{name: value for name, value in (
        ("copy", copy), ("requires_grad", requires_grad)) if value is not None})
    obj, wanted = tensor_from_buffer(obj, dtype), getattr(obj, "requires_grad", False)
    if copy is False:
        check_alias(obj, dtype, device)
    made = as_tensor(obj, dtype, device)
    array = obj._array if isinstance(obj, Tensor) else obj
    if isinstance(array, np.ndarray) and np.may_share_memory(made._array, array):
        if copy or copy is None and array is obj and not obj.ndim:  # numpy's scalars are copied
            made = made.clone()
    if requires_grad is None and wanted:
        warn_once(
            "torch.asarray: unspecified requires_grad now defaults to obj.requires_grad instead of "
            "False. Pass requires_grad=False explicitly to get the old behavior and silence this "
            "warning.", at="torch/csrc/utils/tensor_new.cpp:1737")
    if requires_grad is False and made.requires_grad:
        return made.detach()
    if requires_grad is None:
        requires_grad = wanted  # also where nothing is recorded
    return made.requires_grad_() if requires_grad and not made.requires_grad else made


def tensor_from_buffer(obj: ArrayOrTensor | list[float], dtype: Any) -> ArrayOrTensor | list[float]:
    """Return a tensor that shares the memory of a buffer or DLPack capsule; others as they are."""
    if type(obj).__name__ == "PyCapsule":
        return from_dlpack(obj)
    if isinstance(obj, bytes | bytearray | memoryview):
        return frombuffer(obj, dtype=dtype or dtypes.get_default_dtype())
    return obj


def check_alias(obj: Any, dtype: Any, device: Any) -> None:
    """Raise torch's error if a tensor of `dtype` on `device` cannot share memory with `obj`.

    RuntimeError for numpy scalars, ValueError for sequences, another dtype or the meta device.
    """
    if isinstance(obj, np.generic):
        raise RuntimeError("can't alias NumPy scalars. Either remove copy=False or transform it in "
                           "a ndarray. ")
    if not isinstance(obj, Tensor | np.ndarray):
        raise ValueError("can't alias arbitrary sequence into a tensor.")
    kind = dtypes.of_array(obj._array if isinstance(obj, Tensor) else obj)
    if device_type_of(device) == "meta":
        raise ValueError("can't alias tensor from device 'cpu' to 'meta'.")
    if dtype not in (None, kind):
        raise ValueError(f"can't alias tensor with dtype '{kind.legacy_name}' into dtype "
                         f"'{dtype.legacy_name}'.")


# --- Filled ------------------------------------------------------------------------------------


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
    check_makeable(sizes)
    return sizes


FULL_SPARSE_ERROR = "full(...) is not implemented for sparse layout"


def filler(
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
            check_format(array.ndim, memory_format)
            array = arranged(array, memory_format)
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


zeros, zeros_like = filler(
    np.zeros, "zeros", Factory(layouts=True, overlapping=True),
    like_factory=Factory(layouts=True), new_factory=Factory(layouts=True))
add_facts("zeros_like", sparse=ZEROS)
ones, ones_like = filler(
    np.ones, "ones", Factory(sparse_error=FULL_SPARSE_ERROR, overlapping=True),
    like_factory=Factory(filled_by="empty_strided"), new_factory=Factory(filled_by="fill_.Scalar"))
empty, empty_like = filler(
    unset, "empty", Factory(layouts=True, overlapping=True),
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
        dtype = dtypes.complex_of_default()
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
    return np.full(size, held(to_python_number(value), kind).astype(dtype), dtype)


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
@declare(dispatched_on=1)
def new_tensor(
        self, data: float | list[int], *, dtype: Any = None, device: Any = None,
        requires_grad: bool = False) -> Tensor:
    """Return a new leaf with a copy of `data`, of this tensor's dtype and device."""
    array = array_from_data(data, dtype or dtypes.of_array(self._array), "tensor.new_tensor")
    return finish_tensor(array, requires_grad, device_or_meta(self, device))


@method()
@declare(factory=Factory(filled_by="fill_.Scalar"), made_for_slices=True)
def new_full(
        self, size: tuple[int, ...], fill_value: float, *, dtype: Any = None,
        device: str | None = None, requires_grad: bool = False) -> Tensor:
    """Return a tensor of `size` filled with `fill_value`, of this tensor's dtype and device."""
    target, place = numpy_dtype(dtype, self._array.dtype), device_or_meta(self, device)
    array = make_array(place, size, target, lambda: full_array(size, fill_value, target))
    return finish_tensor(array, requires_grad, place)


attach_property("device", lambda self: META if self._meta else CPU, metadata=True)
