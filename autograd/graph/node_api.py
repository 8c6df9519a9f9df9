"""The Python interface of nodes: what a user reads or calls on a `grad_fn`.

Follows THPCppFunction of torch/csrc/autograd/python_cpp_function.cpp, and
torch/autograd/graph.py.
"""

from __future__ import annotations

import weakref
from collections import namedtuple
from typing import Any

import numpy as np

from autograd.graph.accumulate_grad import AccumulateGrad, gradient_edge
from autograd.graph.node import Node, TableNode, grad_to_tensor
from autograd.graph.saved_attributes import raw_names
from autograd.graph.views import AsStridedBackward0, CopySlices
from autograd.tensor import dtype as dtypes
from autograd.tensor.tensor import Tensor, wrap

ATTRIBUTES = (
    "_input_metadata", "_register_hook_dict", "_sequence_nr", "_set_sequence_nr", "metadata",
    "name", "next_functions", "register_hook", "register_prehook", "requires_grad",
)


class InputMetadata:
    """Shape and dtype of one gradient that a node takes: those of its forward output."""

    is_cpp_nested_tensor = False

    def __init__(self, shape: list[int], dtype):
        self.shape, self.dtype = shape, dtype


def call_node(node: Node, *grads: Tensor) -> Any:
    """Call a node on gradients of its outputs; return one gradient or a tuple of them.

    Raises TypeError if there are not as many gradients as differentiable forward outputs.
    """
    forms = node.metadata_of_outputs
    expected = sum(kind.kind in "fcV" for _, kind in forms)
    if len(grads) != expected:
        raise TypeError(f"expected {expected} arguments, got {len(grads)} instead")
    for index, grad in enumerate(grads):
        if grad is not None and not isinstance(grad, Tensor):
            raise TypeError(f"argument {index} is not a Variable")
    results = node.backward([*grads, *[None] * (len(forms) - expected)], True)
    shown = tuple(None if grad is None else grad_to_tensor(grad) for grad in results)
    return shown[0] if len(shown) == 1 else shown


def list_attributes(node: Node) -> list[str]:
    """Return the names that `dir` lists: torch's attributes and saved values."""
    own = ["__call__", *(name for name in vars(node) if name == "variable")]
    saved = [name for name in dir(type(node)) if name.startswith("_saved_")]
    saves = isinstance(node, TableNode)
    raw = [f"_raw_saved_{name}" for name in raw_names(node)] if saves else []
    return sorted({*dir(object), *ATTRIBUTES, *own, *saved, *raw})


def set_sequence(node: Node, number: int) -> None:
    """Set the number by which the engine orders the node."""
    node._sequence = number


def set_post_hooks(node: Node, hooks: dict) -> None:
    """Use this dict of hooks as the node's post-hooks."""
    node.post_hooks, node._hooked = hooks, True


def input_metadata(node: Node) -> tuple[InputMetadata, ...]:
    """Return shape and dtype of each gradient that the node takes."""
    return tuple(
        InputMetadata(list(shape), dtypes.dtype_of(kind))
        for shape, kind in node.metadata_of_outputs
    )


for _kind in (TableNode, AccumulateGrad, CopySlices, AsStridedBackward0):
    _kind.__call__, _kind.__dir__ = call_node, list_attributes
Node.requires_grad = property(lambda node: True)
Node._input_metadata = property(input_metadata)
Node._set_sequence_nr = set_sequence
Node._register_hook_dict = set_post_hooks
InputMetadata.__module__ = "torch._C._autograd"
InputMetadata.__qualname__ = InputMetadata.__name__ = "_InputMetadata"


GradientEdge = namedtuple("GradientEdge", "node output_nr ownership_token", defaults=(None,))
GradientEdge.__module__ = "torch.autograd.graph"


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """Return the gradient edge of `tensor`: a node and an output number.

    Raises RuntimeError if the tensor requires no grad.
    """
    if not isinstance(tensor, Tensor):
        tensor.requires_grad  # noqa: B018 - raises Python's AttributeError, as in torch
    edge = gradient_edge(tensor)
    if edge is None:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not "
                           "require gradients")
    return GradientEdge(*edge)


def edge_to_tensor(edge: Any) -> Any:
    """Return a tensor with the shape and dtype of a gradient edge; other values unchanged."""
    if not isinstance(edge, GradientEdge):
        return edge
    node = edge.node
    if type(node) is AccumulateGrad and node.variable._accumulate == weakref.ref(node):
        return node.variable  # still the node of that tensor
    shape, dtype = node.metadata_of_outputs[edge.output_nr]
    stand_in: Tensor = wrap(np.zeros(shape, dtype))
    stand_in._edge, stand_in._requires_grad = (node, edge.output_nr), True
    return stand_in
