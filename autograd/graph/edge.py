"""Places of the tape that a program names by themselves: `torch.autograd.graph.GradientEdge`."""

from __future__ import annotations

from typing import Any

import weakref
from collections import namedtuple

import numpy as np

from autograd.graph.accumulate_grad import AccumulateGrad, edge_to
from autograd.tensor.tensor import Tensor, wrap

GradientEdge = namedtuple("GradientEdge", "node output_nr ownership_token", defaults=(None,))
GradientEdge.__module__ = "torch.autograd.graph"


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """Where a gradient of `tensor` goes: a node and which of its outputs."""
    if not isinstance(tensor, Tensor):
        tensor.requires_grad  # noqa: B018 - what torch asks first, in Python's own words
    edge = edge_to(tensor)
    if edge is None:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not "
                           "require gradients")
    return GradientEdge(*edge)


def tensor_at(place: Any) -> Tensor | float | str | None:
    """A tensor that stands for a gradient edge, with its shape and dtype; others as they are."""
    if not isinstance(place, GradientEdge):
        return place
    node = place.node
    if type(node) is AccumulateGrad and node.variable._accumulate == weakref.ref(node):
        return node.variable  # which was not put over other memory since
    shape, dtype = node.metadata_of_outputs[place.output_nr]
    stand_in: Tensor = wrap(np.zeros(shape, dtype))
    stand_in._edge, stand_in._requires_grad = (node, place.output_nr), True
    return stand_in
