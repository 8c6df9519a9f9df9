"""Traversal of the tape: numbers of edges to a node, nodes from which others are reachable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd.graph.accumulate_grad import AccumulateGrad
from autograd.runtime.execution_state import execution

if TYPE_CHECKING:
    from autograd.graph.node import Node


def count_dependencies(roots: dict[Node, None], only: set[Node] | None = None) -> dict:
    """Count the edges to each node from nodes that are reachable from `roots`."""
    counts: dict = {}
    seen = set(roots)
    stack = list(seen)
    while stack:
        node = stack.pop()
        if only is not None and node not in only:
            continue
        for edge in node._edges:
            if edge is None:
                continue
            target = edge[0]
            counts[target] = counts.get(target, 0) + 1
            if target not in seen:
                seen.add(target)
                stack.append(target)
    return counts


def nodes_leading_to(roots: Any, targets: set[Node]) -> set:
    """Return the nodes behind `roots` from which a target can be reached, targets included."""
    parents: dict = {}
    seen = set(roots)
    stack = list(seen)
    while stack:
        node = stack.pop()
        for edge in node._edges:
            if edge is not None:
                parents.setdefault(edge[0], []).append(node)
                if edge[0] not in seen:
                    seen.add(edge[0])
                    stack.append(edge[0])
    reached = seen & targets
    stack = list(reached)
    while stack:
        for parent in parents.get(stack.pop(), ()):
            if parent not in reached:
                reached.add(parent)
                stack.append(parent)
    return reached


def will_execute(nodes: Any) -> list[bool]:
    """Return which of `nodes` the running backward call runs; a lone root does not count.

    Follows `_will_engine_execute_node` of torch/csrc/autograd/python_engine.cpp.
    """
    task = execution.backward_call
    if task is None:
        raise RuntimeError(
            "_get_should_execute_nodes should only be called during the backward pass")
    if any(isinstance(node, AccumulateGrad) and (node, 0) in task.capture for node in nodes):
        raise RuntimeError(
            "A leaf node was passed to _will_engine_execute_node but we are currently running "
            "autograd.grad(). This is currently not supported.")
    roots = task.roots if len(task.roots) > 1 else ()
    counted = task.needed or {*count_dependencies(task.roots), *roots}
    return [node in counted for node in nodes]
