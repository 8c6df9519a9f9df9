"""`torch.utils.dlpack`: tensors handed to other libraries."""

from autograd.functions.creation.array_interchange import DLDeviceType, from_dlpack, to_dlpack

__all__ = ["DLDeviceType", "from_dlpack", "to_dlpack"]
