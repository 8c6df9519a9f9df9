"""What torch's compiler calls instead of Python's functions of numbers; here they are those."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

__all__ = ["sym_float", "sym_int", "sym_ite", "sym_max", "sym_min", "sym_not", "sym_sqrt",
           "sym_sum"]


def sym_int(a: Tensor) -> Any:
    """`a` without its fraction."""
    return int(a)


def sym_float(a: Tensor) -> Any:
    """`a` as a float."""
    return float(a)


def sym_max(a: Tensor, b: Tensor) -> Any:
    """The greater of the two; a float where either is one."""
    return float(max(a, b)) if float in (type(a), type(b)) else max(a, b)


def sym_min(a: Tensor, b: Tensor) -> Any:
    """The smaller of the two; a float where either is one."""
    return float(min(a, b)) if float in (type(a), type(b)) else min(a, b)


def sym_not(a: Tensor) -> Any:
    """`not a`."""
    return not a


def sym_ite(b: Tensor, t: Any, f: Any) -> Any:
    """`t if b else f`."""
    return t if b else f


def sym_sqrt(a: Tensor) -> Any:
    """The square root."""
    return math.sqrt(a)


def sym_sum(args: tuple[Any, ...]) -> Any:
    """The sum of a list of numbers."""
    return sum(args)
