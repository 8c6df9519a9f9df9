"""The fallback of `vmap`, which runs a function on one example after the other.

Where gradients are taken inside of the mapped function, the whole function is one node. Its
backward runs the function again on each example and differentiates that; it is a batched function,
too, and so has a gradient of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograd.engine import transform_levels
from autograd.engine.missing_rules import warn_missing_rule
from autograd.functions.autograd.backward import grad
from autograd.graph.accumulate_grad import gradient_edge
from autograd.graph.node import Node, grad_to_tensor, sequence_numbers
from autograd.runtime import grad_mode
from autograd.runtime.execution_state import execution, override
from autograd.tensor.batched_tensor import (
    BatchedArray, NeedsFallback, innermost_interpreter, make_batched,
)
from autograd.tensor.pytree import flatten, list_leaves, map_tree, build_tree
from autograd.tensor.tensor import Tensor, wrap
from autograd.transforms.batching.batched_value import (
    BatchedValue, as_batched_values, run_per_example_loop, to_batched_value,
)

if TYPE_CHECKING:
    from autograd.tensor.pytree import TreeSpec
    from autograd.transforms.vmap_apply import VmapInterpreter


def run_per_example(
        function: Callable[..., Any], args: Any, options: Any) -> Tensor:
    """Call a function on one example after the other and stack the results."""
    leaves, structure = flatten((args, options))
    bare = [i for i, x in enumerate(leaves) if type(x) is BatchedArray]  # of a subscript
    leaves = [wrap(x) if type(x) is BatchedArray else x for x in leaves]
    level = innermost_interpreter(leaves)
    if level is None:
        raise NeedsFallback
    operands = [to_batched_value(x, level) for x in leaves]
    taped = execution.grad_enabled and any(needs_grad_inside(level, x) for x in leaves)
    warn_missing_rule(function.__name__, operands)

    def call(values):
        for i in bare:
            values[i] = values[i]._array
        args, options = build_tree(values, structure)
        try:
            return function(*args, **options)
        except NeedsFallback:  # batched at several levels
            return run_per_example(function, args, options)

    with transform_levels.run_below(level):
        if any(operand.dim is not None for operand in operands):
            made = run_per_example_loop(call, operands, level.vmap_state.size)
        else:  # equal for all examples
            made = map_tree(lambda x: as_batched_values(x, None) if isinstance(x, Tensor) else (
                BatchedValue(x, None, 0)), call([operand.value for operand in operands]))
    results = make_batched_results(level, made)
    if taped:
        record_per_example(level, function, leaves, structure, results)
    return results


def make_batched_results(level: VmapInterpreter, results: Any) -> Any:
    """Return the results of a loop over examples as batched tensors."""
    if isinstance(results, BatchedValue):
        if not isinstance(results.value, Tensor):
            return results.value
        return make_batched(level, results.value, results.dim)
    return type(results)(make_batched_results(level, each) for each in results)


def needs_grad_inside(level: VmapInterpreter, x: Any) -> bool:
    """Return whether a gradient taken inside of `level` needs that of `x`."""
    return (isinstance(x, Tensor) and type(x._array) is BatchedArray and x._array.level is level
            and x.requires_grad)


def record_per_example(
        level: VmapInterpreter, function: Callable[..., Any], leaves: list[Tensor],
            structure: TreeSpec,
        results: Any) -> None:
    """Record the node of a function that ran on one example after the other."""
    outputs = [x for x in list_leaves(results) if isinstance(x, Tensor)]
    if any(x._array.dtype.kind in "fcV" for x in outputs):
        node = PerExampleNode(level, function, leaves, structure, outputs)
        for number, output in enumerate(outputs):
            if output._array.dtype.kind in "fcV":
                output._edge, output._requires_grad = (node, number), True


class PerExampleNode(Node):
    """The node of a function that ran on one example after the other."""

    def __init__(self, level, function, leaves, structure, outputs):
        self.function, self.leaves, self.structure = function, leaves, structure
        self.moving = [i for i, x in enumerate(leaves) if needs_grad_inside(level, x)]
        self._edges = tuple([gradient_edge(leaves[i]) for i in self.moving])
        self.metadata_of_outputs = tuple([(x._array.shape, x._array.dtype) for x in outputs])
        self._sequence = next(sequence_numbers)

    def name(self) -> str:
        """Return the name of the function, in the form of node names."""
        return f"{self.function.__name__.title().replace('_', '')}Backward0"

    def backward(self, grads: Any, create_graph: Any) -> Any:
        live = [number for number, x in enumerate(grads) if x is not None]
        if not live:
            return [None] * len(self._edges)

        def back(*values):
            return self.example_gradients(live, values[:len(live)], list(values[len(live):]))

        given = [grad_to_tensor(grads[number]) for number in live]
        with override(grad_enabled=create_graph):
            return list(run_per_example(back, (*given, *self.leaves), {}))

    def example_gradients(self, live: Any, grads: Any, values: list[Any]) -> Any:
        """Return the gradients of one example, from the gradients of the `live` outputs."""
        keep = execution.grad_enabled and any(
            x.requires_grad for x in (*grads, *values) if isinstance(x, Tensor))
        with grad_mode.enable_grad():
            for i in self.moving:
                x = values[i]
                values[i] = x.view_as(x) if x.requires_grad else wrap(x._array, True)
            args, options = build_tree(values, self.structure)
            made = [x for x in list_leaves(self.function(*args, **options))
                    if isinstance(x, Tensor)]
            pairs = [(made[number], g) for number, g in zip(live, grads)
                     if made[number].requires_grad]
            own = [values[i] for i in self.moving]
            if not pairs:
                return tuple([x.new_zeros(x.shape) for x in own])
            found = grad([x for x, _ in pairs], own, [g for _, g in pairs], True, keep,
                         allow_unused=True)
        return tuple([x.new_zeros(x.shape) if g is None else g for x, g in zip(own, found)])
