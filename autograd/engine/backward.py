"""The run of a backward: nodes in torch's order, gradients summed, broadcasting undone.

A node runs when all gradients that can reach it have arrived. Among the ready ones the youngest
runs first, and AccumulateGrad nodes before all others. Follows torch/csrc/autograd/engine.cpp.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Sequence
from heapq import heappop, heappush
from operator import add, index
from typing import TYPE_CHECKING, Any

from numpy import ndarray

from autograd.engine.hooks import run_post_hooks, run_pre_hooks, run_tensor_hooks
from autograd.engine.broadcasting import translate_shape_error
from autograd.graph.accumulate_grad import COMPLEX_DTYPES, gradient_edge, times_complex_one
from autograd.graph.node import MAX_SEQUENCE_NR, grad_to_tensor
from autograd.graph.traversal import count_dependencies, nodes_leading_to
from autograd.graph.unbroadcast import InvalidGradShape, validate_grad, INVALID_COMPLEX
from autograd.runtime import observer
from autograd.runtime.execution_state import execution, override
from autograd.tensor.allocation import large
from autograd.tensor.memory_format import restride_result

if TYPE_CHECKING:
    from autograd.graph.node import Node
    from autograd.tensor.tensor import ArrayOrTensor, Tensor

MAX_NESTED_CALLS = 1000  # nested backward calls for which the recursion limit is raised
FRAMES_PER_CALL = 20  # Python frames that each of them and its nodes may take
run_masked_node = None  # runs nodes once there are masked tensors: `masked_backward.run_node`


def backward(
        roots: list[Tensor], seeds: list[Tensor], *, retain_graph: bool, create_graph: bool,
        inputs: list[Tensor] | None = None, api: str = "backward", slices: bool = False
) -> list[Any]:
    """Run the nodes behind the tensors `roots`, from their gradients `seeds`, one for each.

    With `inputs`, only nodes that lead to these tensors run. With `api="backward"` gradients are
    added to `.grad`; with "grad" they are returned, None where unreachable. Gradients are Tensors
    under `create_graph`, in forward mode, of meta tensors, and of `slices` under `vmap`.
    """
    starts = [gradient_edge(root) for root in roots]
    wanted = None if inputs is None else [gradient_edge(x) for x in inputs]
    watching = observer.current
    if watching is not None:
        watching.backward_began(api, roots, seeds, retain_graph, create_graph, inputs)
    captured: dict = {}
    capture = dict.fromkeys(wanted if api == "grad" else (), captured)
    as_tensors = (create_graph or slices or execution.forward_mode
                  or any(x._meta for x in roots if large))
    run = GraphTask(index(retain_graph), as_tensors, capture)
    outer = execution.backward_call
    if outer is not None:
        run.depth = extend_recursion_limit(outer.depth, 1)
    with override(backward_call=run, grad_enabled=bool(create_graph)):
        try:
            run.start(starts, seeds, wanted)
            run.loop()
            while run.callbacks:
                run.callbacks.pop(0)()
        except BaseException:
            if watching is not None:
                watching.backward_failed()
            raise
        finally:
            if run.restore is not None:
                run.restore()
            if outer is not None:
                extend_recursion_limit(run.depth, -1)
    results = [] if wanted is None or api != "grad" else [captured.get(edge) for edge in wanted]
    if watching is not None:
        watching.backward_ended(list(zip(inputs, results)) if api == "grad" else [])
    return results


def extend_recursion_limit(depth: int, by: int) -> int:
    """Raise Python's recursion limit for a nested backward call, or lower it again.

    torch instead continues in another thread, with an empty stack, after each 60 nested calls.
    """
    if max(depth, depth + by) <= MAX_NESTED_CALLS:
        sys.setrecursionlimit(sys.getrecursionlimit() + by * FRAMES_PER_CALL)
    return depth + by


class GraphTask:
    """One backward call: the gradients that have arrived, and the nodes that are ready.

    An edge always leads to an older node, so the youngest node that any gradient has reached is
    complete. Only AccumulateGrad nodes, which run first, must wait for their dependencies.
    """

    depth = 0  # how many backward calls it is nested in
    callbacks: list | tuple = ()  # run after all nodes
    restore = None  # undoes a node's change of the saved tensor hooks, which ends with the node

    def __init__(self, retain_graph, create_graph, capture):
        self.retain_graph = retain_graph
        self.create_graph = create_graph
        self.capture = capture  # edges whose gradient is returned instead of sent on
        self.ready: list = []  # a heap of (-sequence, node)
        self.leaves: deque = deque()  # AccumulateGrad nodes that are complete
        self.buffers: dict = {}
        self.arrived: dict = {}
        self.roots: dict = {}
        self.dependencies: dict | None = None  # gradients still to come, once counted
        self.needed: set | None = None
        self.targets: set = set()

    def start(self, starts: list[Any], seeds: list[Tensor], wanted: Any) -> None:
        """Put the gradients of the roots into their buffers, and make roots ready."""
        self.roots = dict.fromkeys(edge[0] for edge in starts)
        if wanted is not None:
            self.targets = {edge[0] for edge in wanted}
            self.needed = nodes_leading_to(self.roots, self.targets)
        for (node, nr), seed in zip(starts, seeds):
            value = seed if self.create_graph else seed._array
            value = validate_grad(value, node.metadata_of_outputs[nr])
            buffer = self.buffers.setdefault(node, [None] * len(node.metadata_of_outputs))
            buffer[nr] = value if buffer[nr] is None else sum_grads(buffer[nr], value)
        for node in self.roots:
            if wanted is not None and node not in self.needed:
                if len(starts) == 1:  # torch runs the hooks of a single root anyway
                    run_tensor_hooks(node, self.buffers[node], self.create_graph)
                continue
            if node._sequence != MAX_SEQUENCE_NR:
                heappush(self.ready, (-node._sequence, node))
            elif not self.count().get(node):
                self.leaves.append(node)

    def count(self) -> dict:
        """Return the number of missing gradients by node; first called before any arrives."""
        if self.dependencies is None:
            self.dependencies = count_dependencies(self.roots, self.needed)
        return self.dependencies

    def loop(self) -> None:
        """Run nodes until none is ready."""
        outer = execution.backward_node
        buffers, ready, leaves = self.buffers, self.ready, self.leaves
        create_graph, capture, frees = self.create_graph, self.capture, not self.retain_graph
        through = run_masked_node
        plain = not create_graph and self.needed is None and through is None
        try:
            while ready or leaves:
                if self.restore is not None:
                    self.restore()
                node = leaves.popleft() if leaves else heappop(ready)[1]
                execution.backward_node, grads = node, buffers.pop(node)
                run_chain = self.run_chain if observer.current is None else self.run_observed_chain
                if plain and run_chain(node, grads[0]):
                    continue
                if capture and self.capture_grads(node, grads):
                    continue
                if node._hooked:
                    grads = run_pre_hooks(node, grads, create_graph)
                if observer.current is not None:
                    observer.current.ran(node, grads)
                results = (node.backward(grads, create_graph) if through is None
                           else through(node, grads, create_graph))
                if node._hooked and node.post_hooks:
                    results = run_post_hooks(node, results, grads, create_graph, self.needed)
                self.send_grads(node, results)
                results = None  # a leaf may steal a gradient that has no other owner
                if frees and node._free() and observer.current is not None:
                    observer.current.freed(node)
        except Exception as error:
            error = translate_shape_error(error)
            if observer.current is not None:
                observer.current.broke(execution.backward_node, error)
            raise error
        finally:
            execution.backward_node = outer

    def run_chain(self, node: Node, grad: ndarray | None) -> bool:
        """Run `node` and those after it while each has a single edge; return False if none ran."""
        frees, step = not self.retain_graph, node._plan.run_single_edge
        sent = None if step is None or grad is None else step(node, grad, frees)
        if sent is None:
            return False
        first = -self.ready[0][0] if self.ready else -1
        edge, value = sent
        while edge is not None:
            node, sent = edge[0], None
            step = node._plan.run_single_edge
            if (step is not None and node._sequence > first and value is not None
                    and self.restore is None):
                sent = step(node, value, frees)
            if sent is None:
                self.add_to_buffer(edge, value)
                break
            edge, value = sent
        return True

    def run_observed_chain(self, node: Node, grad: ndarray) -> bool:
        """Run a chain as `run_chain` does, and notify the observer of each node."""
        watching, frees = observer.current, not self.retain_graph
        first = -self.ready[0][0] if self.ready else -1
        if node._hooked or node._plan.run_single_edge is None or grad is None:
            return False
        while True:
            execution.backward_node, plan = node, node._plan
            try:
                edge, value = plan.run_single_edge(node, grad, frees)
            except Exception:
                watching.ran(node, [grad])
                raise
            freed = frees and plan.has_saved
            if edge is not None and value is not None:
                target = edge[0]
                has_step = target._plan.run_single_edge and not target._hooked
                if has_step and self.restore is None and target._sequence > first:
                    watching.passed(node, grad, plan.last_edge, value, freed)
                    node, grad = target, value
                    continue
            watching.ran(node, [grad])
            if edge is not None:
                total = self.add_to_buffer(edge, value)
                if value is not None and observer.current is not None:
                    self.notify_flow(node, plan.last_edge, value, total)
            if freed:
                watching.freed(node)
            return True

    def capture_grads(self, node: Node, grads: list[Any]) -> bool:
        """Keep the gradients that are to be returned; return True if `node` need not run.

        Tensor hooks change a captured gradient only if the node does not run, as in torch.
        """
        wanted = [nr for nr in range(len(grads)) if (node, nr) in self.capture]
        if not wanted:
            return False
        runs = any(edge is not None and edge[0] in self.needed for edge in node._edges)
        if node._hooked and not runs:
            grads = run_tensor_hooks(node, grads, self.create_graph)
        for nr in wanted:
            kept = None if grads[nr] is None else grad_to_tensor(grads[nr])
            self.capture[(node, nr)][(node, nr)] = kept
        return not runs

    def send_grads(self, node: Node, results: Sequence[Any]) -> None:
        """Send each gradient along its edge."""
        needed = self.needed
        for number, (edge, value) in enumerate(zip(node._edges, results)):
            if edge is None or needed is not None and edge[0] not in needed:
                if observer.current is not None and value is not None:
                    if value is not INVALID_COMPLEX:
                        observer.current.withheld(node, number, value)
                continue
            if value is not None:
                shape, dtype = edge[0].metadata_of_outputs[edge[1]]
                if value.dtype is not dtype or value.shape != shape:
                    try:
                        value = validate_grad(value, (shape, dtype))
                    except InvalidGradShape as error:
                        raise error.blame(node, number) from None
            total = self.add_to_buffer(edge, value)
            if observer.current is not None and value is not None:
                self.notify_flow(node, number, value, total)

    def add_to_buffer(self, edge: tuple[Node | int, ...], value: ArrayOrTensor) -> ArrayOrTensor:
        """Add `value`, a gradient or None, to the buffer at `edge`; return the sum so far."""
        target, nr = edge
        buffer = self.buffers.get(target)
        fresh = buffer is None
        if fresh:
            buffer = self.buffers[target] = [None] * len(target.metadata_of_outputs)
        if value is not None:
            total = buffer[nr]
            if total is not None:  # one-dimensional sums need no choice of strides
                plus = sum_grads if total.ndim > 1 or total.dtype in COMPLEX_DTYPES else add
                value = plus(total, value)
            buffer[nr] = value
        waits = target._sequence == MAX_SEQUENCE_NR
        if self.dependencies is None and (
            target.users != 1 if waits else observer.current is not None
        ):
            self.count()
        if self.dependencies is not None:
            self.dependencies[target] -= 1
        if waits and not (self.dependencies and self.dependencies[target]):
            self.leaves.append(target)
        elif fresh and not waits:
            heappush(self.ready, (-target._sequence, target))
        return buffer[nr]

    def notify_flow(
            self, node: Node, edge: Any, value: ArrayOrTensor, total: ArrayOrTensor) -> None:
        """Notify the observer of one gradient, and how many have arrived of those expected."""
        target = node._edges[edge][0]
        left = self.dependencies[target] if self.dependencies else 0
        arrived = self.arrived.setdefault(target, [0, left + 1])
        arrived[0] += 1
        observer.current.flowed(node, edge, value, total, *arrived)


def sum_grads(first: ArrayOrTensor, second: ArrayOrTensor) -> ArrayOrTensor:
    """Return the sum of two gradients of one tensor, with the strides of torch's sum."""
    total = first + times_complex_one(second)
    if type(first) is ndarray and type(second) is ndarray and first.strides != second.strides:
        return restride_result(total, (first, second))
    return total


class EngineBase:
    """torch's engine as seen from Python: `Variable._execution_engine`."""

    def queue_callback(self, callback: Any) -> None:
        """Call `callback()` at the end of the backward call that runs now."""
        if execution.backward_call is None:
            raise RuntimeError("Final callbacks can only be installed during backward pass.")
        execution.backward_call.callbacks = [*execution.backward_call.callbacks, callback]


EngineBase.__name__ = EngineBase.__qualname__ = "_EngineBase"
EngineBase.__module__ = "torch._C"
