"""Python's container protocol of Tensor: length, iteration, membership."""

from __future__ import annotations
from typing import Any
from autograd.functions.shape.split import unbind
from autograd.functions.tensor_api.binding import method
from autograd.runtime import masked_rules
from autograd.runtime.function_record import declare
from autograd.tensor.tensor import Tensor


@method("__len__", qualified=True)
@declare("__len__", metadata=True, python_method=True)
def get_length(self) -> int:
    """Return the length of the first dimension; TypeError for a 0-dim tensor."""
    if not self._array.ndim:
        raise TypeError("len() of a 0-d tensor")
    return self._array.shape[0]


@method("__iter__", qualified=True)
@declare("__iter__", masked=masked_rules.Unsupported("unbind.int"))
def iterate(self) -> Any:
    """Return an iterator over the slices along the first dimension."""
    if not self._array.ndim:
        raise TypeError("iteration over a 0-d tensor")
    return iter(unbind(self, 0))


@method("__delitem__")
def refuse_deletion(self, key: Tensor) -> None:
    """Raise TypeError: a tensor keeps its length."""
    raise TypeError("Tensor does not support deleting items")


@method("__contains__", qualified=True)
@declare("__contains__", python_method=True)
def has_entry(self, element: Tensor | float) -> bool:
    """Return whether any element equals `element`, a number or a tensor."""
    if not isinstance(element, Tensor | int | float | complex):
        raise RuntimeError(
            "Tensor.__contains__ only supports Tensor or scalar, but you passed in a "
            f"{element.__class__}."
        )
    value = element._array if isinstance(element, Tensor) else element
    return bool((self._array == value).any())
