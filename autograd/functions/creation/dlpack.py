"""Tensors exported to and imported from other libraries by the DLPack protocol."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from autograd.functions.creation.frombuffer import from_numpy
from autograd.functions.tensor_api.binding import method
from autograd.runtime.function_record import declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import Unsupported
from autograd.tensor.lazy_bits import is_turned
from autograd.tensor.tensor import Tensor

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
    if is_turned(self._array, np.conjugate):
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
    return export_capsule(tensor, max_version=(1, 0))  # of the older form numpy reads only


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
        made = ext_tensor.detach()
        return made.clone() if copy else made
    given = ext_tensor if hasattr(ext_tensor, "__dlpack__") else _Capsule(ext_tensor)
    try:
        array = np.from_dlpack(given)
    except ValueError:
        if given is ext_tensor:
            raise
        raise RuntimeError(CAPSULE_CONSUMED) from None
    return from_numpy(np.array(array) if copy else array)
