"""`torch.storage`: the memory under tensors."""

from autograd.tensor.storage import TypedStorage, UntypedStorage
from autograd.unknown import missing

__all__ = ["TypedStorage", "UntypedStorage"]


def __getattr__(name):
    raise missing("torch.storage", name, globals())
