"""The memory of tensors: storages, strided views, writes entry by entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply, apply_into, rebase_history, record_write, needs_grad_bits
from autograd.engine.conversions import notify_conversion
from autograd.engine.inplace_checks import check_inplace_histories
from autograd.engine.transform_levels import is_batched
from autograd.engine.vmap_refusals import declare_refusal, unwrap_for
from autograd.functions.creation.legacy_constructors import DEVICE_UNSUPPORTED, construct_tensor
from autograd.functions.tensor_api.binding import method
from autograd.runtime import masked_rules, observer
from autograd.runtime.c_types import type_name
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import declare
from autograd.tensor.version_counter import CountingInferenceCounter, mark_inference
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import COPY
from autograd.runtime.warnings import warn_once
from autograd.tensor.batched_tensor import BatchedArray
from autograd.tensor.dtype import cpp_name, dtype_of_array
from autograd.tensor.mutation import (
    bump_version, mark_externally_writable, overwrite, notify_shared)
from autograd.tensor.storage import (
    untyped_storage_of, typed_storage_of, TYPED_WARNING, TypedStorage)
from autograd.tensor.memory_format import contiguous_strides
from autograd.tensor.tensor import Tensor, keep_storage, set_data, storage_array, wrap

if TYPE_CHECKING:
    from autograd.tensor.storage import UntypedStorage


STORAGE_REFUSAL = declare_refusal("storage",
    "Cannot access storage of BatchedTensorImpl")


def check_storage(tensor: Tensor) -> None:
    """Raise torch's error for a batched tensor under `vmap`, which has no storage."""
    if is_batched(tensor):
        raise NotImplementedError(STORAGE_REFUSAL.of_slices)


@export()
@method()
def as_strided(
        input: Tensor, size: tuple[int, ...], stride: tuple[int, ...],
        storage_offset: int | None = None) -> Tensor:
    """Return a view of the same memory with the given lengths and strides."""
    if type(input._array) is BatchedArray:
        params = {"size": tuple(size), "stride": tuple(stride), "offset": storage_offset or 0}
        return apply(ops.as_strided, (input,), params)
    whole = storage_array(input)
    here = (input._array.ctypes.data - whole.ctypes.data) // input._array.itemsize
    offset = (here if storage_offset is None else storage_offset) - here
    params = {"size": tuple(size), "stride": tuple(stride), "offset": offset}
    check_reach(whole, params, here + offset)
    return apply(ops.as_strided, (input,), params)


def check_reach(array: np.ndarray, params: dict[str, Any], offset: int) -> None:
    """Raise torch's error if lengths and strides reach beyond the memory."""
    sizes, strides = params["size"], params["stride"]
    if len(sizes) != len(strides):
        raise RuntimeError("mismatch in length of strides and shape")
    if min(sizes, default=0) < 0:
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(sizes)} and "
                           f"strides={list(strides)}")
    if min(strides, default=0) < 0:
        raise RuntimeError("as_strided: Negative strides are not supported at the moment, got "
                           f"strides: {list(strides)}")
    if offset < 0:
        raise RuntimeError(f"Tensor: invalid storage offset {offset}")
    item, have = array.itemsize, array.nbytes
    reach = offset + 1 + sum((n - 1) * step for n, step in zip(sizes, strides))
    if 0 not in sizes and reach * item > have:
        raise RuntimeError(
            f"setStorage: sizes {list(sizes)}, strides {list(strides)}, storage offset {offset}, "
            f"and itemsize {item} requiring a storage size of {reach * item} are out of bounds for "
            f"storage of size {have}"
        )


@method(qualified=True)
def storage(self) -> TypedStorage:
    """Return the typed storage of this tensor and its views; warns once, as torch does."""
    check_storage(self)
    warn_once(TYPED_WARNING)
    return typed_storage_of(mark_externally_writable(self)._array)


@method()
@declare(masked=masked_rules.AS_DATA)
def untyped_storage(self) -> UntypedStorage:
    """Return the storage of this tensor and its views, as bytes."""
    check_storage(self)
    return untyped_storage_of(mark_externally_writable(self)._array)


@method()
def new(self, *args: Any, **options: Any) -> Tensor:
    """Return a tensor of this dtype: zeros of the given sizes, or from data."""
    if options.get("device") is not None and len(args) == 1 and isinstance(args[0], Tensor):
        raise RuntimeError(DEVICE_UNSUPPORTED.format(
            "new of the form tensor.new(tensor, device=device)", ""))
    return construct_tensor(Tensor, args, options, dtype_of_array(self._array))


@method()
def apply_(self, callable: Callable[..., Any]) -> Tensor:
    """Replace each element by a Python function of it."""
    check_unrecorded(self, "apply_")
    values = [callable(value) for value in self._array.reshape(-1).tolist()]
    return overwrite(self, np.array(values).reshape(self._array.shape), "apply_", 0)


@method()
def map_(self, tensor: Tensor, callable: Callable[..., Any]) -> Tensor:
    """Replace each element by a Python function of it and another tensor's element."""
    for x in (self, tensor):
        check_unrecorded(x, "map_")
    other = tensor.expand(self.shape)._array
    pairs = zip(self._array.reshape(-1).tolist(), other.reshape(-1).tolist())
    values = [callable(a, b) for a, b in pairs]
    return overwrite(self, np.array(values).reshape(self._array.shape), "map_", 0)


def check_unrecorded(tensor: Tensor, name: str) -> None:
    """Raise torch's error for a Python function on a tensor that requires a gradient."""
    if tensor.requires_grad:
        raise RuntimeError(f"Can't call {name}() on Variable that requires grad. Use "
                           f"var.detach().{name}() instead.")


@method()
def fill_diagonal_(self, fill_value: float, wrap: bool = False, *, wrapped: Any = wrap) -> Tensor:
    """Fill the diagonal with one value, in place."""
    if self._array.ndim < 2:
        raise RuntimeError("dimensions must larger than 1")
    if self._array.ndim == 2 and not wrap:
        self.diagonal().fill_(fill_value)
        return self
    if len(set(self._array.shape)) > 1 and self._array.ndim > 2:
        raise RuntimeError("all dimensions of input must be of equal length")
    mask = np.zeros(self._array.shape, bool)
    np.fill_diagonal(mask, True, wrap)
    return apply_into(
        self, ops.masked_fill, (self, wrapped(mask)), {"value": fill_value},
        by="fill_diagonal_")


DATA_REFUSAL = declare_refusal("data",
    "accessing `data` under vmap transform is not allowed",
    inside="")


@declare("data", sparse=COPY, masked=masked_rules.MOVE_ENTRIES)
def read_data(self) -> Tensor:
    """Return a tensor that shares memory, without a history, with its own version counter."""
    unwrap_for(DATA_REFUSAL, self)
    if type(self._array) is BatchedArray:
        return self.detach()
    twin = keep_storage(self, wrap(self._array))
    notify_shared(mark_inference(twin, CountingInferenceCounter) if self._inference else twin, self)
    notify_conversion(self, "data", twin)
    return twin


def write_data(self, value: Tensor) -> None:
    """Replace this tensor's memory, unrecorded by autograd."""
    if not isinstance(value, Tensor):
        raise TypeError(f"Variable data has to be a tensor, but got {type_name(value)}")
    if (self.layout, self.device.type) != (value.layout, value.device.type):
        raise RuntimeError(
            "Attempted to call `variable.set_data(tensor)`, but `variable` and `tensor` have "
            "incompatible tensor type.")
    if self.requires_grad and value._array.dtype.kind not in "fcV":
        raise RuntimeError(
            "data set to a tensor that requires gradients must be floating point or complex dtype")
    notify_shared(point_to(self, value._array, value), value)
    self._meta = value._meta
    if observer.current is not None:
        observer.current.wrote(self, "data")


def delete_data(self) -> None:
    """Raise torch's error."""
    raise RuntimeError("Deleting tensor data is not allowed. Delete tensor instead!")


Tensor.data = property(read_data, write_data, delete_data)


@method()
def set_(
        self, source: Tensor | TypedStorage | UntypedStorage | None = None, storage_offset: int = 0,
        size: tuple[int, ...] | None = None, stride: tuple[int, ...] | None = None) -> Tensor:
    """Make this tensor share the memory of another tensor or of a storage.

    `storage_offset`, `size` and `stride`, in elements, select a part of it.
    """
    check_source(self, source)
    inputs = (self, source) if isinstance(source, Tensor) and size is None else (self,)
    mask = needs_grad_bits(inputs) if execution.grad_enabled else 0
    check_inplace_histories(self, inputs, mask)
    array = np.empty(0, self._array.dtype) if source is None else memory_of(source, self)
    array = array if size is None else slice_memory(array, storage_offset, size, stride, self)
    entry = ops.set_memory if len(inputs) == 1 else ops.set_source
    node = record_write(entry, inputs, {}, mask, self, array) if mask else None
    point_to(self, array, source)
    bump_version(self)
    self._accumulate = None  # gradients of the former memory no longer accumulate here
    if node is not None:
        rebase_history(self, node)
        if observer.current is not None:
            observer.current.op(entry, inputs, {}, (self,), node)
    elif observer.current is not None:
        observer.current.reshaped(self, "set_")
    return notify_shared(self, source if isinstance(source, Tensor) else self)


def point_to(
        tensor: Tensor, array: np.ndarray, source: Tensor | TypedStorage | UntypedStorage | None
) -> Tensor:
    """Make `array`, part of the memory of `source`, the memory of `tensor`, and return it."""
    set_data(tensor, array)._whole = None
    if isinstance(source, Tensor):
        return keep_storage(source, tensor)
    if source is not None:
        tensor._whole = memory_of(source, tensor)
    return tensor


def slice_memory(
        array: np.ndarray, offset: int, size: tuple[int, ...], stride: tuple[int, ...] | None,
        like: Tensor) -> np.ndarray:
    """Return a view of the memory of `array`; offset and strides are in elements."""
    flat = memory_of(TypedStorage(array), like)
    strides = stride if stride is not None else contiguous_strides(tuple(size), 1)
    last = offset + sum((n - 1) * step for n, step in zip(size, strides))
    if 0 not in tuple(size) and last >= flat.size:
        raise NotImplementedError(
            "Tapescope cannot make a storage larger: set a tensor to memory that is there.")
    return np.lib.stride_tricks.as_strided(
        flat[offset:], tuple(size), [step * flat.itemsize for step in strides])


def check_source(tensor: Tensor, source: Tensor | TypedStorage | UntypedStorage | None) -> None:
    """Raise torch's error if a tensor is set to memory of another dtype."""
    if isinstance(source, Tensor) and source._array.dtype != tensor._array.dtype:
        raise RuntimeError(
            f"Could not set tensor of type {cpp_name(source._array)} to a tensor of type "
            f"{cpp_name(tensor._array)}")
    if isinstance(source, TypedStorage) and source.dtype is not dtype_of_array(tensor._array):
        got = source.type().removeprefix("torch.").removesuffix("Storage")
        raise RuntimeError(
            f"Expected a Storage of type {cpp_name(tensor._array)} or an UntypedStorage, but got "
            f"type {got} for argument 1 'storage'")


def memory_of(source: Tensor | TypedStorage | UntypedStorage, like: Tensor) -> np.ndarray:
    """Return the array of a tensor, or all elements of a storage in the dtype of `like`."""
    if isinstance(source, Tensor):
        return source._array
    whole = source.untyped() if isinstance(source, TypedStorage) else source
    return whole.array.reshape(-1).view(np.uint8).view(like._array.dtype)


@method(qualified=True)
def share_memory_(self) -> Tensor:
    """Mark the storage as shared, and return the tensor; there is one process only."""
    self.untyped_storage().share_memory_()
    return self


@method(qualified=True)
def is_shared(self) -> bool:
    """Return whether the storage was marked as shared."""
    return self.untyped_storage().is_shared()


@method()
def pin_memory(self, device: Any = None) -> None:
    """Raise torch's error: there is no accelerator to copy to."""
    raise RuntimeError(
        "Cannot access accelerator device when none is available."
    )


@method()
def map2_(self, x: Tensor, y: Tensor, callable: Callable[..., Any]) -> Tensor:
    """Replace each element by a Python function of it and two other tensors' elements."""
    others = [t.expand(self.shape)._array.ravel().tolist() for t in (x, y)]
    values = [callable(*each) for each in zip(self._array.ravel().tolist(), *others)]
    return overwrite(self, np.array(values).reshape(self._array.shape), "map2_")
