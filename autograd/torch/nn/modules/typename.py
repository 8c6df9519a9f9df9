"""How torch's error messages name the type of an object."""

from autograd.tensor import Tensor


def typename(thing) -> str:
    """`torch.FloatTensor` for a tensor, else the type's full name, as `torch.typename`."""
    if isinstance(thing, Tensor):
        return thing.type()
    cls = thing if isinstance(thing, type) else type(thing)
    module = cls.__module__
    return cls.__qualname__ if module in ("builtins", "") else f"{module}.{cls.__qualname__}"
