"""The tangents that dual tensors carry in forward mode; `transforms.forward_ad` makes them."""

from __future__ import annotations

from autograd.runtime import interpreters
from autograd.tensor.tensor import Tensor

level = -1  # of the innermost dual level; -1 outside of all
serial = 0  # counts the levels that were ever begun: what one carried, the next does not


def tangent_of(x: Tensor | int) -> Tensor | None:
    """The tangent that `x` carries at the present level."""
    if not isinstance(x, Tensor) or level < 0 or interpreters.visible_up_to is not None:
        return None
    carried = x.__dict__.get("_tangent")
    return carried[1] if carried is not None and carried[0] == serial else None
