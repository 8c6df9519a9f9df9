"""`torch.storage`: the memory of tensors."""

from autograd.frontend.missing_names import missing_name_error
from autograd.tensor.storage import TypedStorage, UntypedStorage

__all__ = ["TypedStorage", "UntypedStorage"]


def __getattr__(name):
    raise missing_name_error("torch.storage", name, globals())
