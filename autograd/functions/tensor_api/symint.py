"""`torch.sym_*`: functions of Python numbers, which torch's compiler traces."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any
from autograd.runtime.function_record import TORCH, declare
from autograd.runtime.registry import export

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


@export()
@declare(home=TORCH)
def sym_int(a: Tensor) -> int:
    """Return `a` without its fraction."""
    return int(a)


@export()
@declare(home=TORCH)
def sym_float(a: Tensor) -> float:
    """Return `a` as a float."""
    return float(a)


@export()
@declare(home=TORCH)
def sym_max(a: Tensor, b: Tensor) -> Any:
    """Return the greater of the two; a float if either is one."""
    return float(max(a, b)) if float in (type(a), type(b)) else max(a, b)


@export()
@declare(home=TORCH)
def sym_min(a: Tensor, b: Tensor) -> Any:
    """Return the smaller of the two; a float if either is one."""
    return float(min(a, b)) if float in (type(a), type(b)) else min(a, b)


@export()
@declare(home=TORCH)
def sym_not(a: Tensor) -> bool:
    """Return `not a`."""
    return not a


@export()
@declare(home=TORCH)
def sym_ite(b: Tensor, t: Any, f: Any) -> Any:
    """Return `t if b else f`."""
    return t if b else f


@export()
def sym_sqrt(a: Tensor) -> float:
    """Return the square root."""
    return math.sqrt(a)


@export()
@declare(home=TORCH)
def sym_sum(args: tuple[Any, ...]) -> Any:
    """Return the sum of a list of numbers."""
    return sum(args)
