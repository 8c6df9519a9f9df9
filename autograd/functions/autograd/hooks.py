"""User hooks on tensors or nodes, with the handles that remove them."""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from autograd.functions.tensor_api.binding import method
from autograd.graph import node_api  # noqa: F401 - defines the public attributes of nodes
from autograd.graph.node import Node
from autograd.runtime.function_record import declare
from autograd.tensor.tensor import Tensor


class RemovableHandle:
    """Handle of a registered hook, which `remove()` removes.

    The hook's key is also removed from each dict of `extra_dict`. The dicts are weakly referenced.
    """

    next_id = 0

    def __init__(self, hooks_dict: OrderedDict, *, extra_dict=None):
        extra = [extra_dict] if isinstance(extra_dict, dict) else extra_dict or ()
        self.__setstate__((hooks_dict, RemovableHandle.next_id, extra))

    def remove(self) -> None:
        """Remove the hook; a second call does nothing."""
        for reference in (self.hooks_dict_ref, *self.extra_dict_ref):
            hooks = reference()
            if hooks is not None:
                hooks.pop(self.id, None)

    def __getstate__(self):
        return self.hooks_dict_ref(), self.id, tuple(each() for each in self.extra_dict_ref)

    def __setstate__(self, state):
        hooks, self.id, extra = state
        self.hooks_dict_ref = weakref.ref(OrderedDict() if hooks is None else hooks)
        self.extra_dict_ref = tuple(weakref.ref(each) for each in extra if each is not None)
        RemovableHandle.next_id = max(RemovableHandle.next_id, self.id + 1)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.remove()


RemovableHandle.__module__ = "torch.utils.hooks"


def add_hook(
        hooks: OrderedDict, hook: Any, marked: Sequence[dict[Any, Any]] = (),
        first: bool = False) -> RemovableHandle:
    """Register `hook` in `hooks`, before all others if `first`, and return its handle.

    Each dict of `marked` gets True under the handle's id.
    """
    handle = RemovableHandle(hooks, extra_dict=marked)
    hooks[handle.id] = hook
    for each in marked:
        each[handle.id] = True
    if first:
        hooks.move_to_end(handle.id, last=False)
    return handle


@method(qualified=True)
@declare(metadata=True, python_method=True)
def register_hook(self, hook: Callable[..., Any] | int | type) -> RemovableHandle:
    """Call `hook(grad)` when this tensor's gradient is complete; a result replaces the gradient."""
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


def hooks_of(self) -> Any:
    """Return the hooks of a tensor by key; None if it never had one."""
    node = self.grad_fn
    return self._hooks if node is None else (node.tensor_hooks or {}).get(self.output_nr)


def set_hooks(self, hooks: dict[Any, Any]) -> None:
    """Set the hooks of a tensor by key, or None."""
    node = self.grad_fn
    if node is None:
        self._hooks = hooks
    elif hooks is not None:
        node.tensor_hooks = {**(node.tensor_hooks or {}), self.output_nr: hooks}
        node._hooked = True


def delete_hooks(self) -> None:
    """Raise torch's error."""
    raise RuntimeError("Deletion of _backwards_hooks not allowed!")


Tensor._backward_hooks = property(hooks_of, set_hooks, delete_hooks)


@method(qualified=True)
@declare(metadata=True)
def register_post_accumulate_grad_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
    """Call `hook(leaf)` after each accumulation into this leaf's `.grad`."""
    if not self.is_leaf:
        raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if self._post_accumulate is None:
        self._post_accumulate = OrderedDict()
    return add_hook(self._post_accumulate, hook)


def make_node_hook_method(attribute: str) -> Callable[..., Any]:
    """Return `Node.register_hook` or `register_prehook`; hooks are in the dict `attribute`."""

    def register(self, fn):
        if getattr(self, attribute) is None:
            setattr(self, attribute, OrderedDict())
        self._hooked = True
        return add_hook(getattr(self, attribute), fn)

    return register


Node.register_hook = make_node_hook_method("post_hooks")
Node.register_prehook = make_node_hook_method("pre_hooks")
