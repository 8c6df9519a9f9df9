"""Options that creation functions share: dtype, device, `requires_grad`, `out=`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import record
from autograd.tensor import dtype as dtypes
from autograd.tensor.allocation import MOST_ENTRIES, zeros
from autograd.tensor.device import CPU, current_device, device as device_type
from autograd.tensor.memory_format import empty_like_array
from autograd.tensor.meta import META, move_to_meta
from autograd.tensor.mutation import overwrite
from autograd.tensor.overlap import check_internal_overlap
from autograd.tensor.tensor import Tensor, set_data, wrap
from autograd.tensor.version_counter import mark_inference

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype
    from autograd.tensor.memory_format import memory_format

def check_device(device: Any) -> None:
    """Raise torch's error for a device other than the CPU and meta."""
    if device is None:
        device = current_device()
    kind = device_type(device).type
    if kind == "meta":
        return
    if kind == "cuda":
        raise AssertionError("Torch not compiled with CUDA enabled")
    if kind in ("mps", "xpu", "hpu", "mtia"):
        raise RuntimeError(f"PyTorch is not linked with support for {kind} devices")
    if kind != "cpu":
        raise RuntimeError(
            f"Tapescope runs on the CPU only: there is no device {kind!r} here. Use device='cpu'."
        )


def device_type_of(device: Any, usual: str | None = None) -> str:
    """Return the type of a device, "cpu" or "meta".

    For None it is `usual` if given, else the type of the current default device. Raise what
    `check_device` raises.
    """
    check_device(device)
    if device is None and usual is not None:
        return usual
    if device is None:
        device = current_device()
    return device_type(device).type


def device_or_meta(tensor: Tensor, device: Any) -> Any:
    """Return `device` if given, else the meta device for a meta tensor, else None."""
    return META if device is None and tensor._meta else device


def make_array(
        device: Any, shape: Any, dtype: np.dtype, make: Callable[..., Any]
) -> np.ndarray:
    """Return `make()`, or on the meta device zeros that take no memory."""
    if device is None and current_device() is CPU:  # the common case
        return make()
    return zeros(shape, dtype) if device_type_of(device) == "meta" else make()


def array_like(
        input: Tensor, dtype: np.dtype, format: memory_format | None, device: Any
) -> np.ndarray:
    """Return an uninitialized array shaped like `input`, in its strides or in `format`.

    Large arrays on the meta device take no memory.
    """
    array = input._array
    if array.size > MOST_ENTRIES and device_type_of(device_or_meta(input, device)) == "meta":
        return zeros(array.shape, dtype)
    return empty_like_array(array, dtype, format)


def numpy_dtype(dtype: dtype | type | None, default: np.dtype | None = None) -> np.dtype:
    """Return the numpy dtype of a torch dtype; for None `default` or the default float dtype."""
    if dtype is None:
        return default or dtypes.get_default_dtype().numpy
    return dtypes.as_dtype(dtype).numpy


def resolve_dtype(out: Any, dtype: Any) -> dtype | type | None:
    """Return the dtype of a new tensor: that of `out` if given, else `dtype`.

    Raise RuntimeError if both are given and differ.
    """
    if out is None:
        return dtype
    out_dtype = dtypes.dtype_of_array(out._array)
    if dtype is not None and numpy_dtype(dtype) != out_dtype.numpy:
        requested = dtypes.dtype_of(numpy_dtype(dtype))
        raise RuntimeError(f"dtype {requested.legacy_name} does not match dtype of out parameter "
                           f"({out_dtype.legacy_name})")
    return out_dtype


def finish_tensor(
        array: np.ndarray, requires_grad: bool = False, device: Any = None, out: Any = None,
        by: str = "") -> Tensor:
    """Return `array` as a leaf, or write it to `out` on behalf of the function `by`.

    Raise RuntimeError if `requires_grad` is set for an integer or bool dtype.
    """
    device_kind = device_type_of(device)
    if requires_grad and array.dtype.kind not in "fcV":
        raise RuntimeError(
            "Only Tensors of floating point and complex dtype can require gradients"
        )
    if out is not None:
        return write_out(out, array, requires_grad, by)
    result = wrap(array, requires_grad)
    if device_kind == "meta":
        move_to_meta(result)
    return mark_inference(result) if execution.inference_mode else result


def write_out(out: Any, array: np.ndarray, requires_grad: bool, by: str) -> Tensor:
    """Write `array` to `out`, resized to its shape if needed, and return `out`."""
    versions = 1
    if out._array.shape != array.shape:
        set_data(out, np.empty(array.shape, out._array.dtype))
        versions += by == "randn"  # torch bumps the version for the resize too, here only
    elif not is_overlapping_allowed(by):
        check_internal_overlap(out._array, None)
    overwrite(out, array, by, versions)
    out.requires_grad = requires_grad
    return out


def is_overlapping_allowed(by: str) -> bool:
    """Return True if the creation function `by` may write to an `out` with internal overlap."""
    factory = record(by).factory
    return factory is not None and factory.overlapping
