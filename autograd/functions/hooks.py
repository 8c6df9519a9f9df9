"""Hooks that users register on tensors and nodes, and the handles that take them away again."""

from __future__ import annotations

import itertools
from collections import OrderedDict

from autograd import anatomy  # noqa: F401 - gives nodes what programs ask them for
from autograd.functions.method import method
from autograd.graph import Node
from autograd.tensor import Tensor


class RemovableHandle:
    """What registering a hook returns; `remove()` takes the hook away again."""

    _numbers = itertools.count()

    def __init__(self, hooks: dict):
        self.hooks = hooks
        self.id = next(RemovableHandle._numbers)

    def remove(self):
        """Take the hook away; a second time does nothing."""
        self.hooks.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.remove()


RemovableHandle.__module__ = "torch.utils.hooks"


def add_hook(hooks: dict, hook) -> RemovableHandle:
    """Register `hook` in `hooks` and return its handle."""
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    return handle


@method()
def register_hook(self, hook):
    """Call `hook(grad)` when this tensor's gradient is complete; what it returns replaces it."""
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    node = self.grad_fn
    if node is None:
        if self._hooks is None:
            self._hooks = OrderedDict()
        return add_hook(self._hooks, hook)
    if node.tensor_hooks is None:
        node.tensor_hooks = {}
    node._hooked = True
    return add_hook(node.tensor_hooks.setdefault(self.output_nr, OrderedDict()), hook)


def hooks_of(self):
    """The hooks of a tensor by their numbers; None where there never was one."""
    node = self.grad_fn
    return self._hooks if node is None else (node.tensor_hooks or {}).get(self.output_nr)


Tensor._backward_hooks = property(hooks_of)


@method()
def register_post_accumulate_grad_hook(self, hook):
    """Call `hook(leaf)` after each time that this leaf's `.grad` was accumulated."""
    if not self.is_leaf:
        raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if self._post_accumulate is None:
        self._post_accumulate = {}
    return add_hook(self._post_accumulate, hook)


def node_hook(place):
    """`Node.register_hook` or `register_prehook`, by the dict that keeps such hooks."""

    def register(self, fn):
        if getattr(self, place) is None:
            setattr(self, place, {})
        self._hooked = True
        return add_hook(getattr(self, place), fn)

    return register


Node.register_hook = node_hook("post_hooks")
Node.register_prehook = node_hook("pre_hooks")

__all__ = ["RemovableHandle"]
