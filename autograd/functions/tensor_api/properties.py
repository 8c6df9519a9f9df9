"""Metadata of tensors: shape, dtype, strides, device, with predicates on them."""

from __future__ import annotations

import inspect
import math
from typing import Any

import numpy as np

from autograd.arguments.qualified_names import full_name
from autograd.engine.type_promotion import dtype_category, result_type as promoted
from autograd.engine.vmap_refusals import MEMORY, unwrap_for
from autograd.functions.tensor_api.binding import attach_property, method
from autograd.runtime import masked_rules
from autograd.runtime.function_record import TORCH, add_facts, declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import AS_DENSE
from autograd.runtime.warnings import caution
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import dtype, dtype_of, dtype_of_array, as_dtype
from autograd.tensor.memory_format import is_contiguous_in, strided
from autograd.tensor.size import Size
from autograd.tensor.storage import TypedStorage, UntypedStorage
from autograd.tensor.tensor import Tensor, make_readonly_setter, storage_array, wrap

attach_property("shape", lambda self: Size(self._array.shape), metadata=True)
attach_property("dtype", lambda self: dtype_of_array(self._array), metadata=True)
attach_property("ndim", lambda self: self._array.ndim, metadata=True)
attach_property("itemsize", lambda self: self._array.itemsize, metadata=True)
attach_property("nbytes", lambda self: self._array.nbytes)
attach_property("layout", lambda self: strided)
attach_property("_cdata", id)  # torch's address of the C++ tensor
attach_property("is_cpu", lambda self: not self._meta, metadata=True)
attach_property("is_meta", lambda self: bool(self._meta), metadata=True)
attach_property("is_cuda", lambda self: False, metadata=True)
attach_property("is_quantized", lambda self: False, metadata=True)
for _name in ("is_sparse", "is_sparse_csr", "is_mkldnn", "is_mps", "is_nested", "is_xla", "is_xpu",
              "is_vulkan"):
    attach_property(_name, lambda self: False)
for _name in ("nbytes", "layout", "is_sparse"):
    add_facts(_name, masked=masked_rules.AS_DATA)
add_facts("names", metadata=True)  # named tensors are not implemented


@method()
@declare(metadata=True, takes_uninitialized=True)
def size(self, dim: int | None = None) -> Size | int:
    """Return the shape, or the size of one dimension."""
    if dim is None:
        return Size(self._array.shape)
    return self._array.shape[wrap_dim(dim, self._array.ndim, scalars=False)]


@method("dim", "ndimension")
@declare("dim", "ndimension", metadata=True)
def dim(self) -> int:
    """Return the number of dimensions."""
    return self._array.ndim


@export()
@method("numel", "nelement")
@declare("numel", "nelement", metadata=True)
def numel(input: Tensor) -> int:
    """Return the number of elements."""
    return int(input._array.size)


@method()
def stride(self, dim: int | None = None) -> int | tuple[int, ...]:
    """Return the strides in elements, or that of one dimension."""
    array = self._array
    if not array.size and not any(array.strides) or (
            self._base is None and 0 in array.strides and array.flags.c_contiguous):
        # numpy's strides of dimensions of size 0 or 1 are arbitrary, and 0 in empty arrays.
        steps = tuple(math.prod(max(n, 1) for n in array.shape[i + 1:]) for i in range(array.ndim))
    else:
        steps = tuple(n // array.itemsize for n in array.strides)
    return steps if dim is None else steps[wrap_dim(dim, array.ndim, scalars=False)]


@method()
@declare(masked=masked_rules.AS_DATA)
def storage_offset(self) -> int:
    """Return the offset of the first element in its storage, in elements."""
    return (self._array.ctypes.data - storage_array(self).ctypes.data) // self._array.itemsize


@method()
@declare(metadata=True)
def element_size(self) -> int:
    """Return the number of bytes of an element."""
    return self._array.itemsize


@method()
@declare(masked=masked_rules.AS_DATA, takes_uninitialized=True)
def data_ptr(self) -> int:
    """Return the address of the first element, 0 if there is none."""
    return 0 if self._meta or not self.numel() else unwrap_for(MEMORY, self)._array.ctypes.data


@method()
@declare(masked=masked_rules.AS_DATA)
def is_contiguous(self, memory_format: Any = None) -> bool:
    """Return whether the tensor is contiguous in a memory format."""
    return is_contiguous_in(self._array, memory_format)


@export()
@method()
@declare(metadata=True, takes_uninitialized=True)
def is_floating_point(input: Tensor) -> bool:
    """Return whether the dtype is a real floating point one."""
    return input._array.dtype.kind in "fV"


@export()
@method()
@declare(metadata=True, takes_uninitialized=True)
def is_complex(input: Tensor) -> bool:
    """Return whether the dtype is complex."""
    return input._array.dtype.kind == "c"


@export()
@method()
@declare(metadata=True)
def is_signed(input: Tensor) -> bool:
    """Return whether the dtype has negative numbers."""
    return dtype_of_array(input._array).is_signed


@export()
@method()
@declare(metadata=True)
def is_inference(input: Tensor) -> bool:
    """Return whether the tensor was made in inference mode."""
    return input._inference


@export()
@method()
@declare(metadata=True)
def is_same_size(input: Tensor, other: Tensor) -> bool:
    """Return whether the shapes are equal."""
    return input._array.shape == other._array.shape


@export()
@method()
@declare(takes_uninitialized=True)
def get_device(self) -> int:
    """Return -1: the CPU has no index."""
    return -1


def read_volatile(self) -> bool:
    """Return False, with torch's warning that `volatile` was removed."""
    caution("volatile was removed (Variable.volatile is always False)")
    return False


def write_volatile(self, value: Tensor | None = None) -> None:
    """Emit torch's warning that `volatile` has no effect."""
    caution("volatile was removed and now has no effect. Use `with torch.no_grad():` instead.")


Tensor.volatile = property(read_volatile, write_volatile, write_volatile)


@method("_is_view")
@declare("_is_view", metadata=True)
def is_view(self) -> bool:
    """Return whether autograd counts the tensor as a view."""
    return self._base is not None


for _name in ("is_pinned", "is_distributed"):
    setattr(Tensor, _name, lambda self, *args: False)
Tensor.is_set_to = lambda self, tensor: (
    self._array.ctypes.data == tensor._array.ctypes.data
    and self._array.shape == tensor._array.shape
    and self._array.strides == tensor._array.strides
)


@export()
@declare(home=TORCH, dispatched=False, sparse=AS_DENSE)
def is_tensor(obj: Tensor | int) -> bool:
    """Return whether `obj` is a Tensor."""
    return isinstance(obj, Tensor)


@export()
@declare(home=TORCH, dispatched=False)
def is_storage(obj: UntypedStorage) -> bool:
    """Return whether `obj` is a storage."""
    return isinstance(obj, TypedStorage | UntypedStorage)


@export()
@declare(home=TORCH, dispatched=False)
def typename(obj: Any, /) -> str:
    """Return the legacy type name of a tensor, or the full name of a type, function or object."""
    if isinstance(obj, Tensor):
        return dtype_of_array(obj._array).type_string
    if inspect.isfunction(obj) and "." not in obj.__qualname__:
        return full_name(obj)
    kind = obj if hasattr(obj, "__qualname__") else type(obj)
    module = getattr(kind, "__module__", "")
    prefix = "" if module in ("builtins", "__builtin__", None) else f"{module}."
    return prefix + kind.__qualname__


@export()
def result_type(tensor1: Tensor, tensor2: Tensor | float) -> dtype:
    """Return the dtype of an op on two tensors or numbers."""
    return dtype_of(promoted(tensor1, tensor2))


def check_is_dtype(function: str, name: str, position: int, value: dtype | type) -> None:
    """Raise torch's TypeError for an argument that is no dtype."""
    if not isinstance(as_dtype(value), dtype):
        raise TypeError(
            f"{function}(): argument '{name}' (position {position}) must be torch.dtype, not "
            f"{type(value).__name__}"
        )


@export()
def promote_types(type1: dtype | type, type2: dtype | type) -> dtype:
    """Return the smallest dtype to which both can be cast without losing their category."""
    for position, each in enumerate((type1, type2), 1):
        check_is_dtype("promote_types", f"type{position}", position, each)
    return dtype_of(promoted(*(wrap(np.empty(1, as_dtype(each).numpy)) for each in (type1, type2))))


@export()
def can_cast(from_: dtype, to: dtype) -> bool:
    """Return whether torch casts a result of one dtype into an `out` of another."""
    for position, (name, each) in enumerate((("from_", from_), ("to", to)), 1):
        check_is_dtype("can_cast", name, position, each)
    have, want = (dtype_category(as_dtype(each).numpy) for each in (from_, to))
    return have <= want


@method(qualified=True)
def dim_order(self, *, ambiguity_check: bool = False) -> tuple[int, ...]:
    """Return the dimensions in the order of their strides, the longest first.

    With `ambiguity_check`, RuntimeError if the order is not unique, or if not exactly one of a list
    of memory formats fits.
    """
    if not isinstance(ambiguity_check, bool | list):
        raise TypeError("The ambiguity_check argument must be a bool or a list of memory formats.")
    steps = self.stride()
    many = 1 in self.shape or any(a == b for a, b in zip(steps, steps[1:]))
    if isinstance(ambiguity_check, list):
        formats = [each for each in ambiguity_check if self.is_contiguous(memory_format=each)]
        many = len(formats) != 1
    if many and ambiguity_check is not False:
        raise RuntimeError("The tensor does not have unique dim order, or cannot map to exact one "
                           "of the given memory formats.")
    return tuple(sorted(range(len(steps)), key=lambda d: -steps[d]))


@method()
def const_data_ptr(self) -> int:
    """Return the address of the first element, for reading only."""
    return self.data_ptr()


Tensor.name = property(
    lambda self: None, make_readonly_setter("name"), doc="None: tensors have no names.")
