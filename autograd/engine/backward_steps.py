"""Gradient formulas that take the steps of the ops on arrays, too, where numpy rounds otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.runtime import grad_mode, observer
from autograd.tensor.lazy_bits import held, resolved
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor


def in_steps(formula: Callable, numbers: list[bool]) -> Callable:
    """`formula`, which of arrays takes the steps of the ops: numpy rounds products of complex
    numbers, and numbers beside 16-bit floats, otherwise than torch does.

    `numbers` tells of each of its arguments whether it is one of those; a parameter stays.
    """

    def run(*values):
        if any(map(has_tensors, values)):
            return formula(*values)
        with observer.observing(None), grad_mode.quietly(False):
            found = formula(*[boxed(x) if own else x for x, own in zip(values, numbers)])
        return [bare(each) for each in found] if isinstance(found, list | tuple) else bare(found)

    return run


def has_tensors(value: ArrayOrTensor | Sequence[Any] | complex | None) -> bool:
    """Whether this is a Tensor, or several, as the gradients of an op of several outputs are."""
    return isinstance(value, Tensor) or isinstance(value, list | tuple) and any(
        isinstance(each, Tensor) for each in value)


def boxed(
        value: np.ndarray | Sequence[Any] | float | None) -> Any:
    """An array as a Tensor, those of a list too; what is no array stays."""
    if isinstance(value, list | tuple):
        return type(value)(map(boxed, value)) if any(map(is_array, value)) else value
    return wrap(held(value)) if is_array(value) else value


def is_array(value: Any) -> bool:
    """Whether this is an array, or an entry of one."""
    return isinstance(value, np.ndarray | np.generic)


def bare(value: Tensor) -> Any:
    """The numbers of a Tensor."""
    return resolved(value._array) if isinstance(value, Tensor) else value
