"""Checks of arguments that are lists of tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograd.runtime.c_types import type_name
from autograd.tensor.tensor import Tensor


def check_tensor_list(values: Any, argument: int) -> None:
    """Raise TypeError for an element that is not a Tensor; `argument` is its list's position."""
    for number, value in enumerate(values):
        if not isinstance(value, Tensor):
            raise TypeError(
                f"expected Tensor as element {number} in argument {argument}, but got "
                f"{type_name(value)}"
            )


def check_nonempty_list(name: str, tensors: Sequence[Tensor]) -> None:
    """Raise torch's error for an empty list, or an element that is not a Tensor."""
    check_tensor_list(tensors, 0)
    if not len(tensors):
        raise RuntimeError(f"{name} expects a non-empty TensorList")


def as_tensor_tuple(name: str, tensors: Sequence[Tensor]) -> tuple:
    """Return a sequence of tensors as a tuple.

    Raise TypeError, which names the function `name`, for anything else.
    """
    if not isinstance(tensors, list | tuple):
        raise TypeError(f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not "
                        + type_name(tensors))
    for i, x in enumerate(tensors):
        if not isinstance(x, Tensor):
            raise TypeError(
                f"expected Tensor as element {i} in argument 0, but got {type_name(x)}")
    return tuple(tensors)
