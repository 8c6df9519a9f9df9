"""What a custom function returned: torch's checks of it, and the history of each output.

Follows torch/csrc/autograd/custom_function.cpp.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd.graph.views import MANY, UNRECORDED, UNTRACKED, View
from autograd.engine.inplace_checks import check_history
from autograd.runtime.blame import blamed
from autograd.runtime.registry import OPS
from autograd.runtime.warnings import caution
from autograd.tensor.mutation import count, share
from autograd.tensor.tensor import Tensor, born, rejoin
from autograd.tensor.torch_function import is_foreign
from autograd.tensor.version_counter import sever

if TYPE_CHECKING:
    from autograd.graph.node import Node


def check_marked(node: Node) -> None:
    """Refuse what was marked and is no tensor; torch's words end before what it is."""
    if not all(isinstance(x, Tensor) for x in node.dirty_tensors):
        raise RuntimeError("mark_dirty can only accept variables, but argument ")
    if not all(isinstance(x, Tensor) for x in node.non_differentiable):
        raise RuntimeError("mark_non_differentiable only accepts variable arguments, but got ")


def check_dirty(
        node: Node, outputs: Any, tensors: list[Tensor], recorded: bool) -> None:
    """Raise torch's errors about inputs that were marked as changed in place; count the change."""
    for x in node.dirty_tensors:
        if not any(x is y for y in outputs):
            raise RuntimeError(
                "Some elements marked as dirty during the forward method were not returned as "
                "output. The inputs that are modified inplace must all be outputs of the Function."
            )
        if recorded and not any(x is y for y in tensors):
            told = ("ctx.mark_dirty() received a tensor that was not an input. Only input Tensors "
                    "that have been mutated should be passed to ctx.mark_dirty().")
            if x._base is not None:
                raise RuntimeError(told)
            caution(told, at="torch/csrc/autograd/custom_function.cpp:320")
        if recorded and x._base is not None and len(outputs) > 1:
            raise RuntimeError(VIEW_AND_MORE)
        count(x)
        lone = x._base is None or x._view_of.refusal in (
            UNRECORDED, UNTRACKED, IN_FUNCTION)
        if recorded and lone and x._edge is None and x.requires_grad:
            raise blamed(RuntimeError(
                "a leaf Variable that requires grad has been used in an in-place operation."
            ), tensors=[x])
        if recorded:
            check_history(x, 1)


def placed(
        node: Node, nr: Any, output: Tensor, tensors: list[Tensor], recorded: bool,
        kept: Any) -> Tensor:
    """One output of a custom function, with its history; `kept` is what a `setup_context` saved."""
    marked = nr in node._marked
    differentiable = recorded and output._array.dtype.kind in "fcV" and not marked
    dirty = any(output is x for x in node.dirty_tensors)
    if any(output is x for x in tensors) and not dirty:
        source, output = output, seen_again(output)
        if (recorded and not marked) or not source.requires_grad:
            if any(source is x for x in kept):
                raise RuntimeError(AS_IS)
            tie(output, source)
        else:
            output._edge, output._requires_grad = None, False
    if dirty and not differentiable and output.requires_grad:
        output = output.alias()
    elif not differentiable and output.requires_grad and output._view_of is None:
        sever(output)  # a tensor from elsewhere
    if differentiable:
        rejoin(output, (node, nr))
        if output._view_of is not None and not dirty:
            guard(output, len(node.metadata_of_outputs))
    elif not dirty and output._view_of is not None and output._view_of.refusal in (
            UNRECORDED, UNTRACKED):
        guard(output, 1)
    return output


def tie(output: Tensor, source: Tensor) -> None:
    """Make `output`, an input that is returned as it is, a view of that input."""
    View(OPS["view"], source, {"size": source._array.shape}).tie(output)
    share(output, source)


def guard(output: Tensor, number_of_outputs: int) -> None:
    """Refuse writes into a view that a custom function returned: they would bypass its backward.

    Those of its own forward have happened, and are part of its history.
    """
    output._seen_version = output._counter[0]
    output._view_of.refusal = MANY if number_of_outputs > 1 else IN_FUNCTION


def seen_again(tensor: Tensor) -> Tensor:
    """The same memory in a new tensor, of a class that asks what it is derived from to dispatch."""
    kind = type(tensor)
    return born(kind if is_foreign(kind) else Tensor, tensor._array, tensor._counter)


IN_FUNCTION = (
    " This view was created inside a custom Function (or because an input was returned as-is) and "
    "the autograd logic to handle view+inplace would override the custom backward associated with "
    "the custom Function, leading to incorrect gradients. This behavior is forbidden. You can fix "
    "this by cloning the output of the custom Function."
)

AS_IS = (
    "An input that has been returned as-is as output is being saved for backward. This is not "
    "supported if you override setup_context. You should return and save a view of the input "
    "instead, e.g. with x.view_as(x) or setup ctx inside the forward function itself."
)

VIEW_AND_MORE = (
    "If your Function modifies inplace an input that is a view of another Tensor, your Function "
    "cannot return more than one Tensor. This is not supported by the current autograd engine. You "
    "should either make sure the input is not a view (using .clone() for example) or make your "
    "Function only return one Tensor (potentially splitting it into two Functions: one doing the "
    "inplace that returns a single Tensor and a second one that does the other operations). You "
    "can ask on the forum https://discuss.pytorch.org/ if you need help to do this change."
)
