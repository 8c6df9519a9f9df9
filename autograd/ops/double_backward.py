"""Backward formulas that are one node under `create_graph`, as torch's own backward ops are.

A formula is written once, in table ops. Its own gradients are computed by running it on a small
graph of its own, so that a second derivative needs no second formula.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine import transform_levels
from autograd.ops.pointwise import zeros_like_grad
from autograd.ops.record import Gradient, parameter_names, d, op
from autograd.runtime import interpreters
from autograd.runtime.execution_state import execution, override
from autograd.runtime.observer import observing
from autograd.runtime.registry import COMPOSITES
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import ArrayOrTensor


BACKWARD_OPS: list[str] = []  # the names of the ops declared here


no_gradient = d(lambda: None, "0")  # for an input with an edge that gets no gradient


def backward_op(
        name: str, node_name: str, formula: Callable[..., Any], tex: str, by: tuple[str, ...],
        flat: tuple[int | str, ...] = (), idle: tuple[int | str, ...] = (),
        back: Gradient | None = None, **facts: Any) -> Callable[..., Any]:
    """Declare a backward op; return the function that computes `formula`, as one node if recorded.

    The formula is linear in its first input, the gradient of the result, whose own gradient may be
    given as `back`. `by` names the other inputs that have a gradient, `flat` those whose gradient
    is zero, and `idle` those that have an edge only. Under `vmap` the formula itself is computed:
    the op may read numbers.
    """
    code = formula.__code__
    count = code.co_argcount
    slots = code.co_varnames[:count]
    params = code.co_varnames[count:count + code.co_kwonlyargcount]
    gradients = {slot: Gradient(
        partial(vjp_along_input, formula, params, slots.index(slot)),
        rf"\frac{{\partial}}{{\partial ${slot}}} \cdot $grad",
        ("grad", f"{slots[0]}_shape" if slot == slots[0] else slots[0], *slots[1:], *params))
        for slot in (slots[0], *by)}
    gradients |= {slots[0]: back} if back else {}
    gradients |= {slot: zero_vjp(gradients[slots[0]], slots) for slot in flat}
    gradients |= dict.fromkeys(idle, no_gradient)
    entry = op(name, node_name, formula, tex, **facts, **gradients)
    BACKWARD_OPS.append(name)
    return fused_part(entry, formula)


def fused_part(entry: Op, mapped: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Return the function that formulas call for `entry`; ops that are `joint` wait for the others.

    `mapped` is called instead under `vmap`.
    """

    def run(*inputs, **options):
        if execution.collected_vjps is not None:
            execution.collected_vjps.append((entry, inputs, options))
            return entry  # a placeholder for the later result
        if mapped is not None and interpreters.stack and transform_levels.is_vmap_running():
            return mapped(*inputs, **options)
        return entry(*inputs, **options)

    run.entry = entry
    return run


class FusedBackward:
    """Backward ops of one op that are a single node under `create_graph`, as in torch."""

    def __init__(self, name, tex, *parts, **facts: Any):
        self.parts = tuple(each.entry for each in parts)
        first = self.parts[0]
        names = ("grads", *first.slots, *first.params, "each")
        self.entry = op(
            name, first.node_name, self.forward, tex, like=first, joins=self,
            outputs=tuple(f"grad_{i}" for i in range(len(parts))),
            **{slot: Gradient(partial(self.sum_gradients, slot, names), gradient.tex, names)
               for slot, gradient in first.gradients.items()},
            **facts)
        BACKWARD_OPS.append(name)

    def forward(
            self, *arrays: np.ndarray | None, each: tuple[int, ...] = (),
            **params: float | tuple[Any, ...]) -> tuple[np.ndarray, ...]:
        """Return the result of each backward op, None for those without options."""
        return tuple([
            np.zeros(0, arrays[0].dtype) if options is None else part.forward(*arrays, **options)
            for part, options in zip(self.parts, each)])

    def sum_gradients(self, slot: str, names: tuple[str, ...], *values: Any) -> np.ndarray | None:
        """Return the gradient of one input: the sum over all backward ops."""
        known, total = dict(zip(names, values)), None
        for part, grad, options in zip(self.parts, known["grads"], known["each"]):
            if grad is None:
                continue
            here = known | options | {"grad": grad}
            found = part.gradients[slot].formula(*[
                here[name] if name in here else find_shape(here, name)
                for name in part.gradients[slot].names])
            total = found if total is None else total if found is None else total + found
        return total

    def join_gradients(
            self, results: list[Op | Op | None], gathered: list[Any]
    ) -> Any:
        """Return the gradients of an op, those that were `gathered` as outputs of one node."""
        (_, inputs, options), *_ = gathered
        asked = {entry: options for entry, _, options in gathered}
        each = tuple(asked.get(part) for part in self.parts)
        made = self.entry(*inputs, **options, each=each)
        return [made[self.parts.index(x)] if x in asked else x for x in results]


def find_shape(known: dict[str, np.ndarray | list[Any]], name: str) -> Any:
    """Return the shape of an input, by the name that formulas have for it."""
    value = known[name.removesuffix("_shape")]
    return None if value is None else tuple(value.shape)


def zero_vjp(back: Gradient, slots: Any) -> Gradient:
    """Return a gradient record of zeros, which saves the same inputs as `back`.
    """
    kept = [each for each in back.names if each in slots[1:]]
    return Gradient(lambda grad, *kept: zeros_like_grad(grad), "0", ("grad", *kept))


def linear_backward_op(
        name: str, node_name: str, formula: Callable[..., Any], tex: str, back: Gradient,
        **facts: Any) -> Op:
    """Declare the backward op of a linear map of `grad_output`, whose own gradient is `back`.

    It may have an input `self`, which was an input of the forward and has a gradient of zero.
    """
    slots = parameter_names(formula)
    flat = {"self": zero_vjp(back, slots)} if "self" in slots else {}
    entry = op(name, node_name, formula, tex, grad_output=back, **flat, **facts)
    BACKWARD_OPS.append(name)
    return entry


def last_backward_op(
        name: str, node_name: str, formula: Callable[..., Any], tex: str,
        refuse: Callable[..., Any], **facts: Any) -> Op:
    """Declare a backward op that torch cannot differentiate: `refuse()` raises its error.

    A node named NotImplemented is one that torch's own table leaves out.
    """
    code = formula.__code__
    entry = op(name, node_name, formula, tex, underived=node_name == "NotImplemented", **{
        slot: d(lambda grad: refuse(), r"\text{not implemented}")
        for slot in code.co_varnames[:code.co_argcount]}, **facts)
    BACKWARD_OPS.append(name)
    return entry


def vjp_along_input(
        formula: Callable[..., Any], params: tuple[str, ...], index: int, grad: ArrayOrTensor,
        *values: Any) -> ArrayOrTensor:
    """Return the VJP of `formula` with `grad`, by its input at `index`."""
    inputs, options = list(values[:len(values) - len(params)]), {}
    if params:
        options = dict(zip(params, values[-len(params):]))
    if not index:  # the formula is linear in it: any value is right
        like = grad._array if isinstance(grad, Tensor) else grad
        inputs[0] = np.zeros(inputs[0], like.dtype)
    if any(isinstance(x, Tensor) for x in (grad, *inputs)):
        if not index:
            inputs[0] = wrap(inputs[0], True)
        return grad_by_input(formula, inputs, options, index, grad, True)
    tensors = [wrap(np.asarray(x), x.dtype.kind in "fcV")
               if isinstance(x, np.ndarray | np.generic) else x for x in inputs]
    with observing(None), override(grad_enabled=True):
        return grad_by_input(formula, tensors, options, index, wrap(np.asarray(grad)), False)._array


def grad_by_input(
        formula: Callable[..., Any], inputs: Any, options: dict[str, Any],
        index: Any, grad_output: Any, create_graph: bool) -> Any:
    """Return the gradient by one input alone, even if others are the same tensor."""
    grad = COMPOSITES["grad"]
    apart = [x.view_as(x) if isinstance(x, Tensor) else x for x in inputs]
    output = formula(*apart, **options)
    if not output.requires_grad:
        return inputs[index] * 0
    if grad_output._array.shape != output._array.shape:  # the engine undoes the broadcasting
        grad_output = grad_output.expand(output._array.shape)
    (result,) = grad(output, apart[index], grad_output, create_graph=create_graph,
                     allow_unused=True)
    return inputs[index] * 0 if result is None else result


def double_backward_name(node_name: str) -> str:
    """Return the name of the node that a node's backward records under `create_graph`."""
    return f"{node_name.removesuffix('0')}Backward0"
