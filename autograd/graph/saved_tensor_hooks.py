"""Saved tensor hooks: functions of the user through which every saved tensor passes.

An observer packs each when a node saves it; it is unpacked when the node runs. Follows
`torch.autograd.graph.saved_tensors_hooks` and torch/csrc/autograd/saved_variable.cpp.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np

from autograd.graph.accumulate_grad import AccumulateGrad, gradient_edge
from autograd.graph.node import Node, TableNode
from autograd.graph.op_facts import Facts
from autograd.graph.saved_index import PackedIndex, check_unpacked_index
from autograd.runtime import observer
from autograd.runtime.execution_state import execution, override
from autograd.tensor.tensor import Tensor, wrap

hooks: list = []  # (pack, unpack) pairs of the running blocks; the last one is used
refused: list[str] = []  # messages of the running blocks that forbid such hooks


STACK_EMPTY = (
    "is_initialized && !tls.stack.empty() INTERNAL ASSERT FAILED at "
    '"/__w/pytorch/pytorch/aten/src/ATen/SavedTensorHooks.cpp":69, please report a bug to PyTorch. '
)


class PackedTensor:
    """A saved tensor in the form that the user's pack hook returned."""

    view_node = None  # weak reference to a view's node, for the result of a write into it

    def __init__(self, tensor: Tensor, pack, unpack, user: Facts | None = None):
        self.unpack, self.user, self.dtype = unpack, user, tensor._array.dtype
        self.own = gradient_edge(tensor)
        self.requires_grad = tensor.requires_grad  # also without an edge: a view from no_grad
        self._counter = [0]  # the version of a packed tensor is not checked
        before = tensor._version
        with override(grad_enabled=False):
            self.content = pack(tensor)
        if tensor._version != before:
            raise RuntimeError(
                "A saved tensor pack hook is modifying its input in place. Tensors provided as "
                "input to pack hook cannot be modified by in-place operations as this can lead to "
                "unexpected side-effects. Please open an issue if you need to perform in-place "
                "operations on the input to a pack hook."
            )

    @property
    def _array(self):
        array = self.open()._array
        if self.user and self.dtype.kind in "biu" and array.dtype != self.dtype:
            check_unpacked_index(self.user, array)
        return array

    @property
    def edge(self) -> tuple[Node, int] | None:
        """Return the gradient edge of the tensor: that of the view's node, while it exists."""
        view_node = self.view_node and self.view_node()
        if view_node or self.own is None or type(self.own[0]) is not weakref.ref:
            return (view_node, 0) if view_node else self.own
        return self.own[0](), self.own[1]

    def open(self) -> Tensor:
        """Unpack the tensor and restore its history."""
        result = self.unpack(self.content)
        if not isinstance(result, Tensor):
            raise TypeError(
                "Output of saved tensor unpack_hook expected to be a Tensor but got result of type "
                f"{type(result).__name__}"
            )
        if self.edge is None and self.requires_grad:
            result = result.alias()
            result._requires_grad = True
        if self.edge is None or gradient_edge(result) == self.edge:
            return result
        if type(self.edge[0]) is AccumulateGrad:
            return alias_as_leaf(result, self.edge[0])
        alias = result.alias()
        alias._edge, alias._requires_grad = self.edge, True
        return alias


def alias_as_leaf(tensor: Tensor, node: AccumulateGrad) -> Tensor:
    """Return an alias of `tensor` that is a leaf of the AccumulateGrad `node`."""
    alias = tensor.alias()
    alias._requires_grad, alias._accumulate = True, weakref.ref(node)
    return alias


class _Packer(observer.Observer):
    """An observer that packs the saved tensors of each new node."""

    def op(
            self, op: Any, inputs: Sequence[Tensor | Tensor | int], params: dict[str, Any],
            outputs: Sequence[Tensor], node: Node | None) -> None:
        if isinstance(node, TableNode):
            pack_saved_tensors(node)


def pack_saved_tensors(node: TableNode, results: bool = True) -> TableNode:
    """Pack the saved tensors of `node` and return it; skip its own results unless `results`."""
    order = sorted(range(len(node._held) if hooks else 0), key=lambda i: packing_order(node, i))
    for index in order:
        if type(node._held[index][0]) is not PackedTensor and (results or not node._origin(index)):
            pack_saved_tensor(node, index, *hooks[-1])
    if hooks and node.op.saves_subscript:
        pack_index(node, *hooks[-1])
    return node


def pack_index(
        node: TableNode, pack_hook: Callable[..., Any], unpack_hook: Callable[..., Any]) -> None:
    """Replace each array of a saved index by the pack hook's result."""
    at = node._plan.extra_names.index("key") + len(node._plan.scalar_names)
    key = node._extras[at]
    parts = key.parts if type(key) is PackedIndex else key
    if not any(type(part) is PackedTensor for part in parts):
        parts = [PackedTensor(wrap(part), pack_hook, unpack_hook, node.op)
                 if isinstance(part, np.ndarray) else part for part in parts]
        node._extras = [*node._extras[:at], PackedIndex(parts), *node._extras[at + 1:]]


def packing_order(node: TableNode, index: int) -> tuple[bool, str]:
    """Return the sort key of a saved tensor: torch's generated code packs in this order.

    Inputs come before outputs, both in alphabetical order.
    """
    return index >= len(node._plan.saved_inputs), node._plan.saved_names[index]


def pack_saved_tensor(
        node: Node, index: int, pack_hook: Callable[..., Any], unpack_hook: Callable[..., Any]
) -> None:
    """Replace the saved tensor at `index` by the pack hook's result."""
    saved = list(node._held)
    tensor = saved[index][0]
    user = node.op if isinstance(node, TableNode) else None
    packed = PackedTensor(node._with_history(tensor, index), pack_hook, unpack_hook, user)
    number = index - len(node._plan.saved_inputs)
    if isinstance(node, TableNode) and number >= 0 and tensor._view_node is not None:
        packed.view_node, packed.own = tensor._view_node, (node, node._plan.saved_outputs[number])
    if packed.own is not None and packed.own[0] is node:  # avoids a reference cycle
        packed.own = weakref.ref(node), packed.own[1]
    saved[index] = (packed, 0)
    node._held = saved


def restore_after_node() -> None:
    """Make a running backward restore the present hooks after its current node."""
    run = execution.backward_call
    if run is not None and run.restore is None:
        run.restore = partial(restore_hooks, run, list(hooks), list(refused))


def restore_hooks(run: Any, old_hooks: list, old_refused: list) -> None:
    """Restore the hooks and messages that were in force when a backward began."""
    run.restore = None
    if bool(hooks) != bool(old_hooks):
        change = observer.add_observer if old_hooks else observer.remove_observer
        change(saved_tensors_hooks._packer)
    hooks[:], refused[:] = old_hooks, old_refused


class saved_tensors_hooks:
    """Context: tensors saved in the block pass through `pack_hook`, later `unpack_hook`."""

    _packer = _Packer()

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook

    def __enter__(self):
        if refused:
            raise RuntimeError(refused[-1])
        restore_after_node()
        if not hooks:
            observer.add_observer(self._packer)
        hooks.append((self.pack_hook, self.unpack_hook))

    def __exit__(self, *error):
        if not hooks:
            raise RuntimeError(STACK_EMPTY)
        restore_after_node()
        hooks.pop()
        if not hooks:
            observer.remove_observer(self._packer)


class save_on_cpu(saved_tensors_hooks):
    """Context: save tensors on the CPU, which is the only device with memory here."""

    def __init__(self, pin_memory=False, device_type="cuda"):
        super().__init__(lambda tensor: tensor, lambda tensor: tensor)


class disable_saved_tensors_hooks:
    """Context: using saved tensor hooks raises RuntimeError(`error_message`)."""

    def __init__(self, error_message: str):
        self.message = error_message

    def __enter__(self):
        if hooks:
            raise RuntimeError(self.message)
        restore_after_node()
        refused.append(self.message)

    def __exit__(self, *error):
        restore_after_node()
        refused.pop()


class _AllowMutationOnSavedContext:
    """The handle of one block of `allow_mutation_on_saved_tensors`, which can clear copies."""

    def __init__(self):
        self.times = 0  # how often it was cleared

    def clear(self) -> None:
        """Invalidate the tensors saved so far."""
        self.times += 1


for _type in (_AllowMutationOnSavedContext, saved_tensors_hooks, save_on_cpu):
    _type.__module__ = "torch.autograd.graph"
_within: list[_AllowMutationOnSavedContext] = []  # the running block: one at most


@contextmanager
def allow_mutation_on_saved_tensors() -> Iterator[Any]:
    """Save copies of tensors in the block, so that in-place writes do not invalidate them.

    `backward` must be called in the block, too.
    """
    context = _AllowMutationOnSavedContext()

    def pack(tensor):
        with observer.observing(None):  # torch copies below autograd
            return tensor.clone(), context.times

    def unpack(kept):
        tensor, times = kept
        if context not in _within or times != context.times:
            raise AssertionError(
                "Trying to backward outside of the 'allow_mutation_on_saved_tensors' context"
                "in which the graph was originally recorded.")
        return tensor

    if _within:
        raise RuntimeError("allow_mutation_on_saved_tensors contexts cannot be nested")
    with saved_tensors_hooks(pack, unpack):
        _within.append(context)
        try:
            yield context
        finally:
            _within.remove(context)
