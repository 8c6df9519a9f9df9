"""`torch.utils.dlpack`: tensors handed to other libraries."""

from autograd.functions.exchange import from_dlpack, to_dlpack

__all__ = ["from_dlpack", "to_dlpack"]
