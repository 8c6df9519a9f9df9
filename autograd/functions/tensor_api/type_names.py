"""A tensor's type by its former name, `"torch.FloatTensor"`, and casts to one."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from autograd.functions.tensor_api.binding import method
from autograd.runtime.function_record import declare
from autograd.runtime.sparse_rules import COPY
from autograd.tensor.device import NO_LIBRARY
from autograd.tensor.dtype import NAMES, dtype as dtype_type, get_default_dtype, of_array
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype


@method()
def type(self, dtype: dtype | str | type | None = None, non_blocking: bool = False) -> Tensor | str:
    """The legacy type name, or this tensor in another dtype; `torch.Tensor` is the default one."""
    if dtype is None:
        return of_array(self._array).type_string
    if dtype is Tensor or dtype == "torch.Tensor":
        dtype = get_default_dtype()
    elif isinstance(dtype, str | builtins.type):
        name = dtype if isinstance(dtype, str) else getattr(dtype, "__name__", "")
        if name.startswith("torch.cuda.") or getattr(dtype, "is_cuda", False) is True:
            raise RuntimeError(NO_LIBRARY.format("initialize CUDA"))
        known = {d.type_string: d for d in NAMES.values()}
        dtype = getattr(dtype, "dtype", None)
        if not isinstance(dtype, dtype_type) and (dtype := known.get(name)) is None:
            raise ValueError(f"invalid type: '{name}'")
    elif not isinstance(dtype, dtype_type):
        raise TypeError("dtype must be a type, str, or dtype object")
    return self.to(dtype)


@method()
@declare(sparse=COPY)
def type_as(self, other: Tensor) -> Tensor:
    """This tensor in the dtype of another."""
    return self.to(of_array(other._array))
