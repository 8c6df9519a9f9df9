"""Nodes of the tape, torch's `grad_fn`, which check the versions of the tensors they saved.

The edges of a node lead to the nodes that receive its gradients (`next_functions`). Gradients are
arrays, or Tensors under `create_graph`. Follows Node and SavedVariable of torch/csrc/autograd, as
seen from Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.saved_index import PackedIndex, version_error
from autograd.runtime import grad_mode, interpreters, observer
from autograd.runtime.blame import attach_blame
from autograd.runtime.execution_state import execution, override
from autograd.runtime.registry import OPS
from autograd.tensor.batched_tensor import NeedsFallback
from autograd.tensor.tensor import Tensor, new, regenerate_grad_fn, wrap
from autograd.tensor.version_counter import DETACHED, was_detached

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

ALREADY_FREED = (
    "Trying to backward through the graph a second time (or directly access saved tensors after "
    "they have already been freed). Saved intermediate values of the graph are freed when you call "
    ".backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the "
    "graph a second time or if you need to access saved tensors after calling backward."
)

# Above all of `sequence_numbers`: the engine runs AccumulateGrad nodes first.
MAX_SEQUENCE_NR = (1 << 64) - 1
sequence_numbers = count()


class NoPlan:
    """The plan of nodes that belong to no op of the table."""

    run_single_edge = None
    saved_inputs = saved_names = ()


class Node:
    """One recorded op; `_edges` are torch's `next_functions`, with None for no edge."""

    _edges: tuple = ()  # of (node, output number) or None, one for each tensor input
    metadata_of_outputs: tuple = ()  # of (shape, dtype), one for each forward output
    _held: tuple | None = ()  # of (tensor, version); None once freed
    _extras: tuple | list = ()  # plain values that the formulas use
    _plan: Any = NoPlan  # the `backward_plan.Plan` of a TableNode
    _sequence = MAX_SEQUENCE_NR
    _metadata: dict | None = None  # the user's notes
    _hooked = False  # whether it has hooks
    _tape = 0  # a recorder's number for it, or 0
    # Hooks, absent on most nodes: tensor hooks by output number, the others in order.
    tensor_hooks = None
    retain_hooks = None
    pre_hooks = None
    post_hooks = None

    def name(self) -> str:
        """Return torch's name of the node, e.g. `MulBackward0`."""
        return type(self).__name__

    @property
    def next_functions(self) -> tuple[Any, ...]:
        """Return `((node, output number), ...)`, with `(None, 0)` where no gradient is needed."""
        return tuple(edge if edge is not None else (None, 0) for edge in self._edges)

    def _sequence_nr(self) -> int:
        """Return the number by which the engine orders nodes: the highest runs first."""
        return self._sequence

    @property
    def metadata(self) -> dict:
        """Return a dict for the user's own notes about this node."""
        if self._metadata is None:
            self._metadata = {}
        return self._metadata

    def backward(self, grads: list, create_graph: bool) -> None:
        """Return gradients for `_edges`, from complete gradients of the forward's outputs."""
        raise NotImplementedError

    def _free(self) -> bool:
        """Free saved values; return True if there were any."""
        if self._held:
            self._held = None
            return True
        return False


def short_name(node: Node) -> str:
    """Return a node's name as in torch's errors: `Exp` of ExpBackward0, `Pow1` of PowBackward1."""
    head, _, number = node.name().rpartition("Backward")
    return head + number.removesuffix("0") if head and number != "s" else node.name()


def freed_error(node: Node) -> RuntimeError:
    """Return torch's error for a second run of a node whose saved values are freed."""
    return attach_blame(RuntimeError(ALREADY_FREED), [node])


def modified_error(node: TableNode) -> RuntimeError:
    """Return torch's error for a tensor that was written in place after `node` had saved it."""
    names, inputs = node._plan.saved_names, len(node._plan.saved_inputs)
    stale = [i for i, (value, version) in enumerate(node._held) if value._counter[0] != version]
    # Nodes of table ops unpack in this order, custom functions in the order of saving.
    index = min(stale, key=lambda i: (i >= inputs, names[i])) if names else stale[0]
    tensor, saved_version = node._held[index]
    if tensor._base is not None:
        regenerate_grad_fn(tensor, asked=True)
    if was_detached(node, index, tensor):
        return attach_blame(RuntimeError(DETACHED), [node], [tensor])
    # A node of torch has output numbers only for its own results.
    maker, nr = node._origin(index) or ((tensor._edge or (None,))[0], 0)
    return attach_blame(outdated_error(tensor, saved_version, maker, nr), [node], [tensor])


def outdated_error(tensor: Tensor, version: int, maker: Node | None, nr: int = 0) -> RuntimeError:
    """Return torch's error for a saved tensor of another version; `maker` is its node."""
    described = f", which is output {nr} of {short_name(maker)}," if maker is not None else ""
    return version_error(tensor, version, described)


def run_formula(
        node: Node, formula: Callable[..., Any], values: Any
) -> Tensor | Sequence[None | Tensor]:
    """Run a gradient formula; under `vmap`, slice by slice if it needs concrete numbers."""
    try:
        return formula(*values)
    except NeedsFallback:
        level = interpreters.innermost_vmap()
        if level is None:
            raise
        return level.run_formula_per_example(node, formula, values)


def make_node(
        kind: type, plan: tuple[Any, ...], edges: list[Any], saved: tuple[Any, ...],
        extras: Sequence[Any], metadata: tuple[Any, ...]) -> TableNode:
    """Make a node of the type `kind`."""
    node = new(kind)
    node._plan = plan
    node._edges = edges
    node._held = saved
    node._extras = extras
    node.metadata_of_outputs = metadata
    node._sequence = next(sequence_numbers)
    node._hooked = False
    node._tape = 0
    return node


def clone_before_write(tensor: Tensor) -> Tensor:
    """Copy `tensor`, history included, into memory that the next write leaves unchanged."""
    clone = wrap(tensor._array.copy())
    clone._edge = tensor._edge
    clone._requires_grad = tensor._requires_grad
    clone._before = None  # its history ends in a clone node, made when it is unpacked
    return clone


def with_clone_node(clone: Tensor) -> Tensor:
    """Return a copy made by `clone_before_write`, with the node of torch's clone."""
    if clone._before is None and clone._edge is not None:
        observing = observer.current if execution.backward_node else None
        with observer.observing(observing), grad_mode.enable_grad():
            clone._before = OPS["clone"](clone)
    return clone if clone._before is None else clone._before


class TableNode(Node):
    """A node whose formulas are in the record of an op; each node name has a subclass."""

    __slots__ = (
        "_plan", "_edges", "_held", "_extras", "metadata_of_outputs", "_sequence", "_hooked",
        "_tape",
    )
    op = None

    def backward(self, grads: list[Any], create_graph: bool) -> Any:
        plan = self._plan
        if grads[0] is None and all(grad is None for grad in grads):
            if self._held is None:
                raise freed_error(self)
            self.unpack()  # as torch does: a saved tensor may be stale
            return [None] * len(self._edges)
        if not create_graph:
            return plan.backward(self, grads)
        values = self.unpack()
        values |= self.known()
        values |= {"grads": grads, "grad": grads[0]}
        results = [None] * len(self._edges)
        by_number = type(self) is not self.op.node_type
        plain = by_number or all(values[name] is None for name in plan.scalar_names)
        apart = interpreters.stack or execution.forward_mode or execution.double_vjp
        joint = None if apart else self.op.joining
        gathered = None if joint is None else []
        with override(in_formula=plain, collected_vjps=gathered):
            for part, formula, names in plan.parts:
                values[part] = run_formula(self, formula, [values[name] for name in names])
            for first, formula, names in plan.formulas:
                result = run_formula(self, formula, [values[name] for name in names])
                if plan.variadic:
                    return result
                results[first] = result
        return joint.join_gradients(results, gathered) if gathered else results

    @property
    def next_functions(self) -> tuple[Any, ...]:
        """Return `((node, output number), ...)` of the inputs for which the op has a gradient."""
        if self.op.variadic:
            return super().next_functions
        slots, known = self.op.slots, self.op.gradients
        return tuple(
            edge or (None, 0) for slot, edge in zip(slots, self._edges) if slot in known
        )

    def known(self) -> dict:
        """Return the plain values that were saved, by name."""
        names = self._plan.scalar_names + self._plan.extra_names
        return {name: value.open() if type(value) is PackedIndex else value
                for name, value in zip(names, self._extras)}

    def unpack(self) -> dict:
        """Return saved tensors by name, with their history; raise if a version has changed."""
        if self._held is None:
            raise freed_error(self)
        if any(value._counter[0] != version for value, version in self._held):
            raise modified_error(self)
        names, inputs = self._plan.saved_names, len(self._plan.saved_inputs)
        order = sorted(range(len(names)), key=lambda i: (i >= inputs, names[i]))
        return {names[i]: self._with_history(self._held[i][0], i) for i in order}

    def _free(self):
        if self._plan.has_saved and self._held is not None:
            self._held = None
            return True
        return False

    def _with_history(self, value: Tensor, index: int) -> Tensor:
        """Return a saved tensor; a result, which is saved detached, gets its node back."""
        if not isinstance(value, Tensor):
            return value.open()  # saved_tensor_hooks.PackedTensor
        origin = self._origin(index)
        if origin is None and "_before" in value.__dict__:
            return with_clone_node(value)
        if origin is None or value._array.dtype.kind not in "fcV":
            return value
        alias = value.alias()
        alias._edge, alias._requires_grad = origin, True
        if execution.forward_mode:
            alias._tangent = value.__dict__.get("_tangent")
        return alias

    def _shown(self, inputs, outputs) -> list:
        """Return `(name, tensor or plain value)` of saved values, for display."""
        plan = self._plan
        sources = [inputs[i] for i in plan.saved_inputs] + [outputs[i] for i in plan.saved_outputs]
        plain = [inputs[i] for i in plan.scalar_inputs]
        return [*zip(plan.saved_names, sources), *zip(plan.scalar_names, plain)]

    def _origin(self, index: int):
        """Return the edge of the saved value at `index` if it is a result of this node, else None.

        A result that was written into a view has the view's new history, while that exists.
        """
        number = index - len(self._plan.saved_inputs)
        if number < 0:
            return None
        ref = getattr(self._held[index][0], "_view_node", None)
        view_node = ref and ref()
        return (view_node, 0) if view_node else (self, self._plan.saved_outputs[number])


def grad_to_tensor(gradient: Any) -> Tensor:
    """Return a gradient as the Tensor that hooks and callers get."""
    if isinstance(gradient, Tensor):
        return gradient
    make = getattr(gradient, "as_tensor", None)
    return wrap(np.asarray(gradient)) if make is None else make()


def tensor_to_grad(gradient: Tensor, create_graph: bool) -> ArrayOrTensor:
    """Return a gradient in the form sent along edges: an array, a Tensor under `create_graph`."""
    if gradient is None or create_graph:
        return gradient
    return gradient._array


def differentiable_outputs(node: Node) -> list[int]:
    """Return the numbers of outputs that can have a gradient: all outputs of a custom function."""
    outputs = node.metadata_of_outputs
    if not isinstance(node, TableNode):
        return list(range(len(outputs)))
    if len(outputs) > 1 and node.op and node.op.first_output_only:
        return [0]
    return [nr for nr, (_, dtype) in enumerate(outputs) if dtype.kind in "fcV"]


for _type in (Node, TableNode):
    _type.__module__ = "torch.autograd.graph"
