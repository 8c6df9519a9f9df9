"""Backward of masked tensors: gradients keep their masks from node to node."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.engine import backward
from autograd.engine.function.context import BackwardCFunction
from autograd.graph.accumulate_grad import AccumulateGrad
from autograd.graph.unbroadcast import sum_to_shape
from autograd.graph.node import TableNode
from autograd.tensor import masked as masking
from autograd.tensor.masked import MaskedArray, put_mask, is_masked, plain_values


def follow_masks() -> None:
    """Make the engine run nodes with masked gradients from now on."""
    backward.run_masked_node = run_node


masking.follow_masks = follow_masks


def run_node(node: Any, grads: Any, create_graph: bool) -> Any:
    """Run `node` on gradients that may be masked; a user's Function gets masked ones."""
    if create_graph:  # gradients are tensors, masked tensors have their masks
        leaf = node.variable if type(node) is AccumulateGrad else None
        masked = leaf is not None and is_masked(leaf._array)
        return accumulate_masked(node, grads, leaf._array.mask, True) if masked else (
            node.backward(grads, True))
    masks = [grad.mask if is_masked(grad) else None for grad in grads]
    if isinstance(node, BackwardCFunction) or all(mask is None for mask in masks):
        return node.backward(grads, False)
    if type(node) is AccumulateGrad:
        return accumulate_masked(node, grads, masks[0], False)
    sums = isinstance(node, TableNode) and node.op.sums_in_backward
    numbers = [plain_values(grad) for grad in grads]
    if sums:  # over the unmasked entries only
        numbers = [np.where(masks[0], each, 0) for each in numbers]
    numbers = node.backward(numbers, False)
    if sums:
        numbers = [np.where(masks[0], each, 0) for each in numbers]
    if isinstance(node, TableNode) and node.op.moves_entries:
        moved = node.backward([
            None if grad is None else mask.astype(grad.dtype)
            for grad, mask in zip(grads, masks)], False)
        masks = [None if each is None else each != 0 for each in moved]
    else:
        masks = [masks[0]] * len(numbers)
    return [each if each is None else sum_masked_to_shape(each, mask, edge)
            for each, mask, edge in zip(numbers, masks, node._edges)]


def sum_masked_to_shape(numbers: list[Any], mask: Any, edge: Any) -> Any:
    """Sum unmasked entries of a gradient to the shape required at `edge`."""
    if edge is None:
        return None
    shape = edge[0].metadata_of_outputs[edge[1]][0]
    if numbers.shape == shape:
        return MaskedArray(numbers, np.broadcast_to(mask, shape))
    mask = np.broadcast_to(mask, numbers.shape)
    total = sum_to_shape(np.where(mask, numbers, 0).astype(numbers.dtype), shape)
    return MaskedArray(total, sum_to_shape(mask.astype(int), shape) > 0)


def accumulate_masked(node: Any, grads: Any, mask: Any, create_graph: bool) -> Any:
    """Add a masked gradient to a leaf's `.grad`, which becomes masked."""
    leaf = node.variable
    first = leaf._grad is None
    if not first and not is_masked(leaf._grad._array):
        raise TypeError("Tapescope cannot add a masked gradient to one that is not masked: set "
                        "`.grad` to None between the two calls.")
    own = first and not create_graph
    node.backward([plain_values(grads[0])] if own else grads, create_graph)
    if not is_masked(leaf._grad._array):
        put_mask(leaf._grad, mask)
    return ()
