"""Hooks around the run of a node, called in torch's order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.accumulate_grad import AccumulateGrad, check_hook_result
from autograd.graph.unbroadcast import validate_grad
from autograd.graph.node import TableNode, grad_to_tensor, differentiable_outputs, tensor_to_grad
from autograd.graph.views import CopySlices
from autograd.runtime import observer
from autograd.tensor.memory_format import contiguous_format
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.graph.node import Node
    from autograd.tensor.tensor import ArrayOrTensor


def run_pre_hooks(node: Node, grads: list[Any], create_graph: bool) -> list[Any]:
    """Run tensor hooks, `retain_grad`, then node pre-hooks; return the new gradients."""
    if type(node) is AccumulateGrad and not (
            node.variable._hooks or node.retain_hooks or node.pre_hooks):
        return grads
    grads = run_tensor_hooks(node, grads, create_graph)
    for hook in list((node.pre_hooks or {}).values()):
        shown = grads_to_tensors(node, grads)
        changed = hook(shown)
        if changed is not None:
            check_hook_results(hook, shown, changed)
            for nr, grad in zip(differentiable_outputs(node), changed):
                grads[nr] = tensor_to_grad(grad, create_graph)
        if observer.current is not None:
            observer.current.hooked("node_pre", node, None, hook, shown[0], first_or_none(grads))
    return grads


def run_tensor_hooks(node: Node, grads: list[Any], create_graph: bool) -> list[Any]:
    """Run tensor hooks, then `retain_grad`; they run even if `node` does not."""
    grads = list(grads)
    for nr, hooks in tensor_hooks_of(node):
        for hook in list(hooks.values()):
            grads[nr] = run_tensor_hook("tensor", node, nr, hook, grads[nr], create_graph)
    for nr, retain in (node.retain_hooks or {}).items():
        if grads[nr] is not None:
            retain(grads[nr], node)
    return grads


def grads_to_tensors(node: Node, grads: list[np.generic | np.ndarray]) -> tuple:
    """Return the gradients of a node's outputs as Tensors, for its hooks."""
    outputs = differentiable_outputs(node)
    return tuple([None if grads[nr] is None else grad_to_tensor(grads[nr]) for nr in outputs])


def tensor_hooks_of(node: Node) -> list[Any]:
    """Return `(output number, hooks)` of the outputs of `node`, or of its leaf."""
    if type(node) is AccumulateGrad:
        return [(0, node.variable._hooks)] if node.variable._hooks else []
    return sorted((node.tensor_hooks or {}).items())


def run_tensor_hook(
        where: str, node: Node, nr: int, hook: Callable[..., Any], grad: ArrayOrTensor,
        create_graph: bool) -> ArrayOrTensor:
    """Run one tensor hook; return its result, if any, in place of the gradient."""
    shown = None if grad is None else grad_to_tensor(grad)
    changed = hook(shown)
    if changed is not None:
        check_hook_result(hook, shown, changed)
    after = grad if changed is None else validate_grad(
        tensor_to_grad(changed, create_graph), node.metadata_of_outputs[nr]
    )
    if observer.current is not None and shown is not None:
        tensor = node.variable if type(node) is AccumulateGrad else None
        observer.current.hooked(where, node, tensor, hook, shown, after)
    return after


def check_hook_results(hook: Callable[..., Any], before: tuple, after: tuple[Tensor, ...]) -> None:
    """Raise torch's error if the result of a node's hook cannot replace the gradients."""
    if not isinstance(after, tuple):
        raise TypeError(f"expected tuple, but hook returned '{type(after).__name__}'")
    if len(after) != len(before):
        name = getattr(hook, "__name__", type(hook).__name__)
        raise RuntimeError(
            f"hook '{name}' has returned an incorrect number of values (got {len(after)}, but "
            f"expected {len(before)})"
        )
    for old, new in zip(before, after):
        if new is not None:
            check_hook_result(hook, old, new)


def run_post_hooks(
        node: Node, results: list[Any], grads: list[np.generic | np.ndarray], create_graph: bool,
        needed: Any) -> list[Any]:
    """Run node post-hooks on outgoing and incoming gradients; return the new outgoing ones.

    torch computes no gradients for nodes outside of `needed`, if it is given.
    """
    results = list(results)
    got = grads_to_tensors(node, grads)
    slots = differentiable_edges(node)
    for hook in list(node.post_hooks.values()):
        sent = tuple([grad_for_hooks(node, results[i], node._edges[i], needed) for i in slots])
        changed = hook(sent, got)
        if changed is not None:
            check_hook_results(hook, sent, changed)
            for i, gradient in zip(slots, changed):
                results[i] = tensor_to_grad(gradient, create_graph)
        if observer.current is not None:
            before, after = first_or_none(sent), first_or_none(results)
            observer.current.hooked("node_post", node, None, hook, before, after)
    return results


def differentiable_edges(node: Node) -> list[int]:
    """Return the indices of edges that can have a gradient: not those of conditions or indices."""
    if not isinstance(node, TableNode) or node.op.variadic:
        return list(range(len(node._edges)))
    return [i for i, slot in enumerate(node.op.slots) if slot in node.op.gradients]


def grad_for_hooks(
        node: Node, gradient: Any, edge: Any, needed: Any
) -> Tensor | None:
    """Return a gradient as post-hooks get it, or None where torch's formula does not compute it.

    A `Function` and an op like `cat`, with one formula, compute gradients for all edges.
    """
    if gradient is None:
        return None
    asked = edge is not None and (needed is None or edge[0] in needed)
    if not asked and computes_grads_separately(node):
        if edge is not None or type(node) is not CopySlices:
            return None
    if edge is not None:
        gradient = validate_grad(gradient, edge[0].metadata_of_outputs[edge[1]])
    return grad_to_tensor(gradient)


def computes_grads_separately(node: Any) -> bool:
    """Return whether a node computes each of its gradients by a formula of its own."""
    return type(node) is CopySlices or isinstance(node, TableNode) and not node.op.variadic


def first_or_none(values: Sequence[Any]) -> Any:
    """Return the first entry of `values`, or None."""
    return values[0] if values else None


def accumulate_retained_grad(tensor: Tensor, gradient: np.ndarray, node: Node) -> None:
    """Set or add to the retained `.grad` of a non-leaf; a first dense one is contiguous."""
    array = gradient._array if isinstance(gradient, Tensor) else np.asarray(gradient)
    old = tensor._grad
    if old is None:
        dense = not hasattr(array, "as_tensor")
        tensor._grad = gradient.clone(memory_format=contiguous_format if dense else None) if (
            isinstance(gradient, Tensor)) else grad_to_tensor(gradient.copy("C"))
    else:
        tensor._grad = old + grad_to_tensor(gradient)
    if observer.current is not None:
        before = None if old is None else old._array
        observer.current.accumulated(
            tensor, node, before, array, tensor._grad._array, "retain_grad"
        )
