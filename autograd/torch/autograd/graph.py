"""`torch.autograd.graph`: nodes, edges, and the hooks on what nodes save and receive."""

from collections import namedtuple

from autograd import engine
from autograd.functions.hooks import RemovableHandle
from autograd.graph import Node, edge_to
from autograd.saving import (
    SavedTensor,
    allow_mutation_on_saved_tensors,
    disable_saved_tensors_hooks,
    save_on_cpu,
    saved_tensors_hooks,
)

__all__ = [
    "GradientEdge", "Node", "SavedTensor", "allow_mutation_on_saved_tensors",
    "disable_saved_tensors_hooks", "get_gradient_edge", "increment_version",
    "register_multi_grad_hook", "save_on_cpu", "saved_tensors_hooks",
]

GradientEdge = namedtuple("GradientEdge", "node output_nr ownership_token", defaults=(None,))


def get_gradient_edge(tensor) -> GradientEdge:
    """Where a gradient of `tensor` goes: a node and which of its outputs."""
    edge = edge_to(tensor)
    if edge is None:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not "
                           "require gradients")
    return GradientEdge(*edge)


def increment_version(tensor) -> None:
    """Count a change of a tensor (or of each of several) that autograd did not see."""
    for each in (tensor,) if hasattr(tensor, "_counter") else tensor:
        each._counter[0] += 1


class _MultiHandle(RemovableHandle):
    """Removes several hooks at once."""

    def __init__(self, handles):
        self.handles = tuple(handles)

    def remove(self):
        for handle in self.handles:
            handle.remove()


def how_many_run(nodes) -> int:
    """How many of `nodes` the backward call that runs now runs; a root alone is not counted.

    Follows `_will_engine_execute_node` of torch/csrc/autograd/python_engine.cpp.
    """
    task = engine.at_work
    roots = task.roots if len(task.roots) > 1 else ()
    counted = task.needed or {*engine.count_dependencies(task.roots), *roots}
    return sum(node in counted for node in nodes)


def register_multi_grad_hook(tensors, fn, *, mode="all"):
    """Call `fn` with all gradients once they came (`mode="all"`), or with the first (`"any"`)."""
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    nodes = [get_gradient_edge(tensor).node for tensor in tensors]
    task, received, count, expected = None, [], 0, 0

    def listener(index):
        def listen(grad):
            nonlocal task, received, count, expected
            if engine.at_work is not task:  # another call of backward
                task, received, count = engine.at_work, [None] * len(tensors), 0
                expected = 1 if mode == "any" else how_many_run(nodes)
            received[index] = grad
            count += 1
            if count == expected:
                fn(grad if mode == "any" else received)

        return listen

    return _MultiHandle(t.register_hook(listener(i)) for i, t in enumerate(tensors))
