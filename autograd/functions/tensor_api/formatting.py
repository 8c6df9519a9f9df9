"""`repr` of tensors, with their format in f-strings."""

from __future__ import annotations
from typing import Any
from autograd.engine import transform_levels
from autograd.engine.wrapped_repr import format_wrapped
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.python_numbers import only_entry
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import Handed, declare
from autograd.tensor.batched_tensor import BatchedArray
from autograd.tensor.printing import tensor_repr
from autograd.tensor.tensor import tangent_of, Tensor


@method("__repr__", qualified=True)
@declare("__repr__", python_method=True, handed=Handed(1, {"tensor_contents": None}))
def repr_of_tensor(self, *, tensor_contents: Any = None) -> str:
    """Return torch's `repr` of a tensor, or with `tensor_contents` in place of its numbers."""
    if type(self._array) is BatchedArray or self._levels and (
            execution.visible_level is not None or transform_levels.printed_wrappers(self)):
        return format_wrapped(self)
    try:
        node = self.grad_fn
    except RuntimeError:  # a view whose history is invalid
        return tensor_repr(self._array, grad_fn_name="Invalid")
    name = None if node is None else node.__class__.__name__
    foreign = not self.__class__.__module__.startswith("torch")
    text = tensor_repr(
        self._array, self.requires_grad, name, is_meta=bool(self._meta),
        prefix=self.__class__.__name__ if foreign else "tensor", tangent=repr_of_tangent(self),
        contents=tensor_contents,
    )
    return f"Parameter({text})" if foreign and getattr(self, "_is_param", False) else text


def repr_of_tangent(self) -> str | None:
    """Return the `repr` of a dual tensor's tangent at the current level, else None."""
    carried = self.__dict__.get("_tangent")
    if carried is None:
        return None
    tangent = tangent_of(self)
    return None if tangent is None else f"{tangent}"


@method("__format__", qualified=True)
@declare("__format__", python_method=True)
def format_tensor(self, spec: str) -> str:
    """Format a 0-dim tensor as its number, all others as their `repr`."""
    plain = self.__class__ is Tensor and not self._array.ndim and not self._meta
    return format(only_entry(self), spec) if plain else object.__format__(self, spec)
