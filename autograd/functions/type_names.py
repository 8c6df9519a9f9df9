"""A tensor's type by its former name, `"torch.FloatTensor"`, and casts to one."""

from __future__ import annotations

import builtins

from autograd.dtype import NAMES, dtype as dtype_type, of_array
from autograd.functions.method import method

__all__: list[str] = []

NO_LIBRARY = (
    "Cannot initialize CUDA without ATen_cuda library. PyTorch splits its backend into two shared "
    "libraries: a CPU library and a CUDA library; this error has occurred because you are trying "
    "to use some CUDA functionality, but the CUDA library has not been loaded by the dynamic linker"
    " for some reason.  The CUDA library MUST be loaded, EVEN IF you don't directly use any symbols"
    " from the CUDA library! One common culprit is a lack of -Wl,--no-as-needed in your link "
    "arguments; many dynamic linkers will delete dynamic library dependencies if you don't depend "
    "on any of their symbols.  You can check if this has occurred by using ldd on your binary to "
    "see if there is a dependency on *_cuda.so library."
)


@method()
def type(self, dtype=None):
    """The legacy type name, or this tensor in another dtype."""
    if dtype is None:
        return of_array(self._array).type_string
    if isinstance(dtype, str | builtins.type):
        name = dtype if isinstance(dtype, str) else getattr(dtype, "__name__", "")
        if name.startswith("torch.cuda.") or getattr(dtype, "is_cuda", False):
            raise RuntimeError(NO_LIBRARY)
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
