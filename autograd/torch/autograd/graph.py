"""`torch.autograd.graph`: the graph of autograd, with hooks on its tensors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from typing import Any

from autograd.functions.autograd.hooks import RemovableHandle
from autograd.graph.node_api import GradientEdge, get_gradient_edge
from autograd.graph.node import Node
from autograd.graph.saved_attributes import SavedTensor  # noqa: F401
from autograd.graph.saved_tensor_hooks import (
    allow_mutation_on_saved_tensors, disable_saved_tensors_hooks, save_on_cpu, saved_tensors_hooks,
)
from autograd.graph.traversal import will_execute
from autograd.runtime.execution_state import execution
from autograd.tensor.tensor import Tensor

__all__ = [
    "GradientEdge", "Node", "allow_mutation_on_saved_tensors", "disable_saved_tensors_hooks",
    "get_gradient_edge", "increment_version", "region_activation_memory_budget",
    "register_multi_grad_hook", "save_on_cpu", "saved_tensors_hooks",
    "set_override_stale_capture_stream", "set_warn_on_accumulate_grad_stream_mismatch",
]


def increment_version(tensor: Tensor) -> None:
    """Increment the version of a tensor, or of each tensor of an iterable."""
    if not isinstance(tensor, Tensor | Iterable):
        raise RuntimeError("increment_version expect a Iterable[Tensor] as input")
    for each in (tensor,) if isinstance(tensor, Tensor) else tensor:
        if not each.is_inference():
            each._counter[0] += 1


def set_warn_on_accumulate_grad_stream_mismatch(enabled: bool) -> None:
    """Do nothing: there are no CUDA streams."""


def set_override_stale_capture_stream(enabled: bool) -> None:
    """Do nothing: there are no CUDA streams."""


def region_activation_memory_budget(budget: float) -> Any:
    """Return a context without effect: nothing is compiled."""
    return nullcontext()


class _MultiHandle(RemovableHandle):
    """A handle that removes several hooks at once."""

    def __init__(self, handles):
        self.handles = tuple(handles)

    def remove(self) -> None:
        """Remove all hooks."""
        for handle in self.handles:
            handle.remove()


def get_gradient_node(tensor: Tensor) -> Node:
    """Return the node that the gradient of `tensor` reaches; RuntimeError if there is none."""
    if not tensor.requires_grad:
        raise AssertionError("Expected gradient function to be set")
    return get_gradient_edge(tensor).node


def register_multi_grad_hook(
        tensors: list[Tensor], fn: Callable[..., Any], *, mode: str = "all") -> _MultiHandle:
    """Call `fn` with all gradients of `tensors` (`mode="all"`), or with the first (`"any"`).

    Returns a handle that removes the hook.
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    if mode == "any":
        tensors = [tensor for tensor in tensors if tensor.requires_grad]
    nodes = [get_gradient_node(tensor) for tensor in tensors]
    task, received, count, expected = None, [], 0, 0

    def listener(index):
        def listen(grad):
            nonlocal task, received, count, expected
            if execution.backward_call is not task:  # another call of backward
                task, received, count = execution.backward_call, [None] * len(tensors), 0
                expected = 1 if mode == "any" else sum(will_execute(nodes))
            received[index] = grad
            count += 1
            if count == expected:
                fn(grad if mode == "any" else received)

        return listen

    return _MultiHandle(t.register_hook(listener(i)) for i, t in enumerate(tensors))
