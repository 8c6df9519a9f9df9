"""Tensors that share memory with numpy arrays, Python buffers or DLPack capsules."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.functions.creation.tensor_options import finish_tensor, numpy_dtype
from autograd.functions.tensor_api.binding import method
from autograd.runtime.c_types import type_name
from autograd.runtime.function_record import declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import Unsupported
from autograd.runtime.warnings import warn_once
from autograd.tensor import dtype as dtypes
from autograd.tensor.lazy_bits import is_pending
from autograd.tensor.mutation import mark_externally_writable
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype


def check_strides(array: np.ndarray) -> None:
    """Raise ValueError for strides that are negative or no multiple of the element size."""
    if any(step < 0 for step in array.strides):
        raise ValueError(
            "At least one stride in the given numpy array is negative, and tensors with negative "
            "strides are not currently supported. (You can probably work around this by making a "
            "copy of your array  with array.copy().) "
        )
    if any(step % array.itemsize for step in array.strides):
        raise ValueError(
            "given numpy array strides not a multiple of the element byte size. Copy the numpy "
            "array to reallocate the memory."
        )


class _WritableMemory:
    """Array interface of an array that lets read-only memory be written, as torch does."""

    def __init__(self, owner):
        interface = owner.__array_interface__
        self.owner = owner
        self.__array_interface__ = interface | {"data": (interface["data"][0], False)}


def writable_view(array: np.ndarray) -> np.ndarray:
    """Return a view of `array` that may be written, even if `array` is read-only."""
    if array.flags.writeable:
        return array.view()
    return np.asarray(_WritableMemory(array)).view(array.dtype)


@export()
def frombuffer(
        buffer: Any, *, dtype: dtype | None = None, count: int = -1, offset: int = 0,
        requires_grad: bool = False) -> Tensor:
    """Return a 1-D tensor that shares the memory of `buffer`, from byte `offset` on.

    It has `count` elements, or all that fit if `count` is negative. Raise ValueError if they do not
    fit; warn of a read-only buffer. torch/csrc/utils/tensor_new.cpp.
    """
    if dtype is None:
        raise TypeError('frombuffer() missing 1 required positional arguments: "dtype"')
    kind = numpy_dtype(dtype)
    count = count_elements(buffer_length(buffer), kind.itemsize, count, offset)
    array = writable_view(np.frombuffer(buffer, kind, count, offset))
    return mark_externally_writable(finish_tensor(array, requires_grad))


def buffer_length(buffer: Any) -> int:
    """Return the length of a buffer in bytes.

    Raise ValueError for an object without the buffer protocol, RuntimeError for memory that is not
    contiguous; warn once of a read-only one.
    """
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


def count_elements(length: int, width: int, count: int, offset: int) -> int:
    """Return how many elements of `width` bytes to read from a buffer of `length` bytes.

    A negative `count` means all from byte `offset` on. Raise ValueError if they do not fit.
    """
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


@export()
@declare(dispatched=False)
def from_numpy(ndarray: np.ndarray) -> Tensor:
    """Return a tensor that shares memory with `ndarray`.

    Raise TypeError for other objects and for dtypes that torch lacks, ValueError for negative
    strides; warn once of a read-only array. torch/csrc/utils/tensor_numpy.cpp.
    """
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type_name(ndarray)})")
    check_strides(ndarray)
    if not ndarray.flags.writeable:
        warn_once(
            "The given NumPy array is not writable, and PyTorch does not support non-writable "
            "tensors. This means writing to this tensor will result in undefined behavior. You may "
            "want to copy the array to protect its data or make it writable before converting it "
            "to a tensor. This type of warning will be suppressed for the rest of this program.",
            at="torch/csrc/utils/tensor_numpy.cpp:213")
    dtypes.dtype_of(ndarray.dtype)
    return mark_externally_writable(wrap(writable_view(ndarray)))


CAPSULE_CONSUMED = (
    "from_dlpack received an invalid capsule. Note that DLTensor capsules can be consumed only "
    "once, so you might have already constructed a tensor from it once.")
DLDeviceType = IntEnum("DLDeviceType", {
    "kDLCPU": 1, "kDLCUDA": 2, "kDLCUDAHost": 3, "kDLOpenCL": 4, "kDLVulkan": 7, "kDLMetal": 8,
    "kDLVPI": 9, "kDLROCM": 10, "kDLROCMHost": 11, "kDLExtDev": 12, "kDLCUDAManaged": 13,
    "kDLOneAPI": 14, "kDLWebGPU": 15, "kDLHexagon": 16, "kDLMAIA": 17,
}, module="torch.utils.dlpack")


@method("__dlpack__")
@declare("__dlpack__", sparse=Unsupported(
    BufferError, "Can't export tensors with layout other than torch.strided"))
def export_capsule(
        self, *, stream: int = -1, max_version: tuple[int, ...] | None = None,
        dl_device: Any = None, copy: Any = None) -> Any:
    """Return a DLPack capsule that shares this tensor's memory; this is `Tensor.__dlpack__`."""
    check_exportable(self, stream)
    return self.numpy().__dlpack__(max_version=max_version)


def check_exportable(self, stream: int = -1) -> None:
    """Raise torch's error if this tensor cannot be exported through DLPack.

    BufferError if it requires a gradient or has the conj bit set; TypeError or AssertionError for a
    `stream`, which the CPU lacks. torch/_tensor.py.
    """
    if self.requires_grad:
        raise BufferError(
            "Can't export tensors that require gradient, use tensor.detach()")
    if is_pending(self._array, np.conjugate):
        raise BufferError("Can't export tensors with the conjugate bit set")
    if stream is not None and type(stream) is not int:
        raise TypeError("stream must be ``int`` or ``none``")
    if stream not in (None, -1):
        raise AssertionError("stream should be None on cpu.")


@method("__dlpack_device__")
def dlpack_device(self) -> Any:
    """Return DLPack's device type and index of the CPU; this is `Tensor.__dlpack_device__`."""
    return DLDeviceType.kDLCPU, 0


@export()
def to_dlpack(tensor: Tensor) -> Any:
    """Return a DLPack capsule that shares the memory of `tensor`."""
    return export_capsule(tensor, max_version=(1, 0))  # numpy only reads unversioned capsules


class _Capsule:
    """Object with DLPack's methods around a bare capsule, for `numpy.from_dlpack`."""

    def __init__(self, capsule):
        self.capsule = capsule

    def __dlpack__(self, **options):
        return self.capsule

    def __dlpack_device__(self):
        return 1, 0


@export()
def from_dlpack(ext_tensor: Any, *, device: Any = None, copy: bool | None = None) -> Tensor:
    """Return a tensor that shares the memory of another library's array or a DLPack capsule.

    `copy` copies it. Raise RuntimeError for a capsule that was consumed before.
    """
    if isinstance(ext_tensor, Tensor):
        check_exportable(ext_tensor)
        result = ext_tensor.detach()
        return result.clone() if copy else result
    given = ext_tensor if hasattr(ext_tensor, "__dlpack__") else _Capsule(ext_tensor)
    try:
        array = np.from_dlpack(given)
    except ValueError:
        if given is ext_tensor:
            raise
        raise RuntimeError(CAPSULE_CONSUMED) from None
    return from_numpy(np.array(array) if copy else array)
