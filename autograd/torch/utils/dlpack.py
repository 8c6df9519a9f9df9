"""`torch.utils.dlpack`: exchange of tensors with other libraries."""

from autograd.functions.creation.array_interchange import DLDeviceType, from_dlpack, to_dlpack

__all__ = ["DLDeviceType", "from_dlpack", "to_dlpack"]
