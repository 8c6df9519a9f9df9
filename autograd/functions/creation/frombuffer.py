"""Tensors that share the memory of numpy arrays or Python buffers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.functions.creation.from_data import check_strides
from autograd.functions.creation.tensor_options import finish_tensor, numpy_dtype, writable_view
from autograd.runtime.c_types import type_name
from autograd.runtime.function_record import declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once
from autograd.tensor import dtype as dtypes
from autograd.tensor.mutation import expose
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype
    from autograd.tensor.tensor import Tensor


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
    return expose(finish_tensor(array, requires_grad))


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
    dtypes.of(ndarray.dtype)
    return expose(wrap(writable_view(ndarray)))
