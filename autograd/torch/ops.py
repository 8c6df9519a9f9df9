"""`torch.ops`: the operators that `torch.library.custom_op` made, by namespace and name."""

from torch.library import _DEFINED


class _Namespace:
    """The operators of one namespace, as attributes."""

    def __init__(self, name: str):
        self.name = name

    def __getattr__(self, name):
        if (found := _DEFINED.get(f"{self.name}::{name}")) is None:
            raise AttributeError(
                f"'_OpNamespace' '{self.name}' object has no attribute '{name}'")
        return found


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return _Namespace(name)
