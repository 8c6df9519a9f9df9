"""Conversions of tensors to another dtype, device or memory format."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.creation.tensor_options import check_device, device_type_of
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.runtime import interpreters, masked_rules, observer
from autograd.runtime.execution_state import override
from autograd.runtime.function_record import add_facts, declare
from autograd.runtime.sparse_rules import COPY
from autograd.runtime.warnings import warn_complex_to_real
from autograd.tensor import meta
from autograd.tensor.device import NO_LIBRARY, device as device_type
from autograd.tensor.dtype import (
    NAMES, dtype as dtype_type, get_default_dtype, dtype_of_array, as_dtype)
from autograd.tensor.allocation import MOST_ENTRIES, zeros
from autograd.tensor.memory_format import check_memory_format, is_contiguous_in
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype


@method()
@declare(sparse=COPY, masked=masked_rules.MOVE_ENTRIES, takes_uninitialized=True)
def to(
        self, *args: Any, dtype: Any = None, device: Any = None,
        non_blocking: bool = False, copy: bool = False, memory_format: Any = None) -> Tensor:
    """Convert to a dtype, device or memory format; return the tensor itself if nothing changes."""
    for value in args:
        if isinstance(value, dtype_type | builtins.type):
            dtype = value
        elif isinstance(value, Tensor):
            dtype = dtype_of_array(value._array)
        elif isinstance(value, str | int | device_type) and not isinstance(value, bool):
            device = value
    copy = copy or [value for value in args if isinstance(value, bool)][1:2] == [True]
    dtype = as_dtype(dtype)
    if device_type_of(device, "cpu") == "meta" and not self._meta:
        kind = self._array.dtype if dtype is None else dtype.numpy
        if self._array.size > MOST_ENTRIES:
            return meta.move_to_meta(wrap(zeros(self._array.shape, kind)))
        return meta.move_to_meta(to(self, dtype=dtype, copy=True).detach())
    if self._meta and device_type_of(device, "meta") != "meta":
        raise NotImplementedError(meta.NO_DATA)
    same_dtype = dtype is None or dtype.numpy == self._array.dtype
    if memory_format is not None and not (
            same_dtype and is_contiguous_in(self._array, memory_format)):
        check_memory_format(self._array.ndim, memory_format)
        target = self._array.dtype if same_dtype else dtype.numpy
        return apply(ops.to_dtype, (self,), {"dtype": target, "format": memory_format})
    if same_dtype and not copy:
        return self
    dtype = dtype or dtype_of_array(self._array)
    if self._array.dtype.kind == "c" and dtype.numpy.kind not in "cb":
        warn_complex_to_real()
    params = {"dtype": dtype.numpy}
    if dtype.numpy.kind in "fcV":
        return apply(ops.to_dtype, (self,), params)
    return convert_unrecorded(self, params)


def convert_unrecorded(tensor: Tensor, params: dict[str, np.dtype]) -> Tensor:
    """Convert to a dtype without gradients: no history is recorded, in any grad mode."""
    listener = None if interpreters.stack else observer.current
    with override(grad_enabled=False):
        if listener is None:
            return apply(ops.to_dtype, (tensor,), params)
        with observer.observing(None):
            result = apply(ops.to_dtype, (tensor,), params)
    listener.op(ops.to_dtype, (tensor,), params, (result,), None)  # in the program's grad mode
    return result


def make_conversion(dtype: dtype) -> Callable[..., Any]:
    """Return the method that converts to one dtype."""

    def convert(self, *, memory_format=None):
        return to(self, dtype, memory_format=memory_format)

    return convert


for _name, _dtype in NAMES.items():
    if _name in ("float", "double", "half", "int", "long", "short", "bool", "bfloat16"):
        add_facts(_name, sparse=COPY)
        attach_method(_name, make_conversion(_dtype))
    if _name in ("float", "double", "half", "int", "long", "short", "bool"):
        add_facts(_name, masked=masked_rules.MOVE_ENTRIES)
add_facts("byte", sparse=COPY)
attach_method("char", make_conversion(NAMES["int8"]))
attach_method("byte", make_conversion(NAMES["uint8"]))
for _name in ("float", "double", "half", "int", "long", "short", "char"):
    add_facts(_name, takes_uninitialized=True)


@method()
@declare(sparse=COPY, masked=masked_rules.MOVE_ENTRIES, takes_uninitialized=True)
def cpu(self) -> Tensor:
    """Return the tensor itself, which is on the CPU; a meta tensor raises torch's error."""
    return to(self, device="cpu")


@method()
@declare(takes_uninitialized=True)
def cuda(self, device: Any = None, non_blocking: bool = False, memory_format: Any = None) -> None:
    """Raise torch's error for a build without CUDA, or for a device that is no GPU."""
    if device is not None and device_type(device).type != "cuda":
        raise RuntimeError("Invalid device, must be cuda device")
    check_device("cuda")


# --- Text --------------------------------------------------------------------------------------


@method()
@declare(masked=masked_rules.AS_DATA)
def type(self, dtype: dtype | str | type | None = None, non_blocking: bool = False) -> Tensor | str:
    """Return the legacy type name, or convert to a dtype; `torch.Tensor` stands for the default."""
    if dtype is None:
        return dtype_of_array(self._array).type_string
    if dtype is Tensor or dtype == "torch.Tensor":
        dtype = get_default_dtype()
    elif isinstance(dtype, str | builtins.type):
        name = dtype if isinstance(dtype, str) else getattr(dtype, "__name__", "")
        if name.startswith("torch.cuda.") or getattr(dtype, "is_cuda", False) is True:
            raise RuntimeError(NO_LIBRARY.format("initialize CUDA"))
        known = {d.type_string: d for d in NAMES.values()}
        dtype = getattr(dtype, "dtype", None)
        if not isinstance(dtype, dtype_type) and (dtype := known.get(name)) is None:
            raise ValueError(f"invalid type: '{name}'")
    elif not isinstance(dtype, dtype_type):
        raise TypeError("dtype must be a type, str, or dtype object")
    return self.to(dtype)


@method()
@declare(sparse=COPY)
def type_as(self, other: Tensor) -> Tensor:
    """Convert to the dtype of another tensor."""
    return self.to(dtype_of_array(other._array))


@method()
def cfloat(self) -> Tensor:
    """Convert to complex64."""
    return self.to(NAMES["complex64"])


@method()
def cdouble(self) -> Tensor:
    """Convert to complex128."""
    return self.to(NAMES["complex128"])
