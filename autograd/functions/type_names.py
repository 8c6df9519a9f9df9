"""A tensor's type by its former name, `"torch.FloatTensor"`, and casts to one."""

from __future__ import annotations

import builtins

from autograd.device import NO_LIBRARY
from autograd.dtype import NAMES, dtype as dtype_type, of_array
from autograd.functions.method import method

__all__: list[str] = []


@method()
def type(self, dtype=None):
    """The legacy type name, or this tensor in another dtype."""
    if dtype is None:
        return of_array(self._array).type_string
    if isinstance(dtype, str | builtins.type):
        name = dtype if isinstance(dtype, str) else getattr(dtype, "__name__", "")
        if name.startswith("torch.cuda.") or getattr(dtype, "is_cuda", False):
            raise RuntimeError(NO_LIBRARY.format("initialize CUDA"))
        if not hasattr(dtype, "dtype"):
            found = [d for d in NAMES.values() if d.type_string == name]
            if not found:
                raise ValueError(f"invalid type: '{name}'")
            dtype = found[0]
    elif not isinstance(dtype, dtype_type):
        raise TypeError("dtype must be a type, str, or dtype object")
    return self.to(getattr(dtype, "dtype", dtype) if not isinstance(dtype, dtype_type) else dtype)


@method()
def type_as(self, other):
    """This tensor in the dtype of another."""
    return self.to(of_array(other._array))
