"""Forward mode: dual tensors, whose tangents an observer carries through each op.

The tangent of an op comes from its gradient formulas, differentiated once more: a vector-Jacobian
product is linear in its vector, and the transpose of that linear map is the Jacobian-vector
product. So forward mode needs no table of its own. Follows `torch.autograd.forward_ad`.
"""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np

from autograd import mode, observer
from autograd.custom import CustomOp
from autograd.functions.gradients import grad
from autograd.tensor import Tensor, wrap

level = -1  # of the innermost dual level; -1 outside of all


class _Forward(observer.Observer):
    """Gives each op's outputs their tangents."""

    def op(self, op, inputs, params, outputs, node):
        if not any(tangent_of(x) is not None for x in inputs):
            return
        if any(x is y for x in inputs for y in outputs):
            raise NotImplementedError(
                f"Tapescope does not change dual tensors in place ({op.name}_): write "
                f"x = x.{op.name}(...) instead."
            )
        with unobserved():
            tangents = custom(op, inputs) if isinstance(op, CustomOp) else pushed(
                op, inputs, params
            )
        for output, tangent in zip(outputs, tangents):
            if tangent is not None:
                output._tangent = (level, tangent)


_forward = _Forward()


@contextmanager
def unobserved():
    """Nobody is told of what happens in the block."""
    before, observer.current = observer.current, None
    try:
        yield
    finally:
        observer.current = before


def tangent_of(x) -> Tensor | None:
    """The tangent that `x` carries at the present level."""
    carried = x.__dict__.get("_tangent") if isinstance(x, Tensor) else None
    return carried[1] if carried is not None and carried[0] == level else None


def pushed(op, inputs, params) -> list:
    """The tangents of a table op's outputs; None for all when it has no gradient."""
    if not op.gradients:
        return []
    with mode.enable_grad():
        own = [
            wrap(x._array, True) if tangent_of(x) is not None and not x.requires_grad else x
            for x in inputs
        ]
        made = op(*own, **params)
        made = made if isinstance(made, tuple) else (made,)
        seeds = [
            wrap(np.zeros_like(y._array), True) if y._array.dtype.kind in "fcV" else None
            for y in made
        ]
        live = [(y, s) for y, s in zip(made, seeds) if s is not None and y.requires_grad]
        if not live:
            return []
        moving = [(x, tangent_of(given)) for x, given in zip(own, inputs)
                  if tangent_of(given) is not None]
        back = grad([y for y, _ in live], [x for x, _ in moving], [s for _, s in live],
                    create_graph=True, allow_unused=True)
        pairs = [(g, t) for g, (_, t) in zip(back, moving) if g is not None and g.requires_grad]
        if not pairs:
            return []
        forward = iter(grad(
            [g for g, _ in pairs], [s for _, s in live], [t for _, t in pairs],
            allow_unused=True, create_graph=mode.grad_enabled,
        ))
    results = [None if s is None or not y.requires_grad else next(forward)
               for y, s in zip(made, seeds)]
    keep = any(x.requires_grad for x in inputs if isinstance(x, Tensor))
    return [t if t is None or keep else t.detach() for t in results]


def custom(op: CustomOp, inputs) -> tuple:
    """The tangents of a custom function's outputs, by its own `jvp`."""
    tangents = iter([tangent_of(x) for x in inputs])
    given = [next(tangents) if is_tensor else None for is_tensor in op.context.takes_tensor]
    made = op.function.jvp(op.context, *given)
    return made if isinstance(made, tuple) else (made,)


def enter_dual_level() -> int:
    """Begin a level: dual tensors made in it carry tangents until it ends."""
    global level
    if level == 0:
        raise RuntimeError(
            "Nested forward mode AD is not supported at the moment"
        )
    level += 1
    observer.join(_forward)
    return level


def exit_dual_level(*, level=None) -> None:
    """End the level that was begun last."""
    here = globals()["level"]
    if level is not None and level != here:
        raise RuntimeError(
            "Trying to exit a forward AD level that was not the last one that was created. This is "
            "not supported."
        )
    observer.leave(_forward)
    globals()["level"] = here - 1
