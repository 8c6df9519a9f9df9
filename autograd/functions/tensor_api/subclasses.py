"""Tensors of a subclass that share the memory of another tensor."""

from __future__ import annotations
from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.tensor_api.binding import method
from autograd.runtime.c_types import type_name
from autograd.runtime.function_record import declare
from autograd.tensor.tensor import Tensor
from autograd.tensor.torch_function import NO_TORCH_DISPATCH


@method()
@declare(dispatched=False)
def as_subclass(self, cls: type) -> Tensor:
    """Return a tensor of class `cls` with the same memory and history."""
    check_class(cls)
    twin = apply(ops.alias, (self,))
    twin.__class__ = cls
    return twin


def check_class(cls) -> None:
    """Raise torch's errors for what is no class of tensors."""
    if not isinstance(cls, type):
        raise TypeError(f"cls must be a type (got {type_name(cls)})")
    if not issubclass(cls, Tensor):
        raise TypeError(
            "Creating a Tensor subclass from a class that does not inherit from Tensor is not "
            "possible. Make sure your class inherits from Tensor.")


def _make_subclass(cls, data, require_grad=False):
    """Return the memory of `data` as a leaf of another class."""
    check_class(cls)
    if not isinstance(data, Tensor):
        raise TypeError("_make_subclass(): argument 'data' (position 2) must be Tensor, not "
                        f"{type_name(data)}")
    twin = data.detach()
    twin.__class__ = cls
    twin._requires_grad = require_grad
    return twin


def _make_wrapper_subclass(cls, size, **options):
    """Raise NotImplementedError: a wrapper is of use to `__torch_dispatch__` alone."""
    raise NotImplementedError(
        f"Every tensor of Tapescope has memory of its own. {NO_TORCH_DISPATCH}")

Tensor._make_subclass = staticmethod(_make_subclass)

Tensor._make_wrapper_subclass = staticmethod(_make_wrapper_subclass)
