"""The backward choke point: runs a tape in torch's order, sums what meets, undoes broadcasting.

A node runs when all gradients that can reach it have come; among the ready ones the youngest runs
first, leaves' accumulation before anything. Follows torch/csrc/autograd/engine.cpp as seen from
Python.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count

from autograd import mode, observer
from autograd.gradients import as_tensor, fit
from autograd.graph import Node, accumulate, edge_to
from autograd.hooking import after_node, before_node

running: Node | None = None  # the node that runs now, for whoever records an op it makes


def backward(roots, seeds, *, retain_graph, create_graph, inputs=None, api="backward"):
    """Run the tape behind `roots`, tensors, from the gradients `seeds`, Tensors of equal length.

    With `inputs`, tensors, only what lies on the way to them runs. For `api="backward"` gradients
    are added to `.grad`; for `api="grad"` they are returned, one for each input, None where
    unreachable.
    """
    starts = [edge_to(root) for root in roots]
    wanted = None if inputs is None else [edge_to(x) for x in inputs]
    if observer.current is not None:
        observer.current.backward_began(api, roots, seeds, retain_graph, create_graph, inputs)
    captured: dict = {}
    kept = [] if wanted is None else [
        (x, edge) for x, edge in zip(inputs, wanted) if api == "grad" or x._edge is not None]
    capture = {edge: captured for _, edge in kept}
    run = _Run(retain_graph, create_graph, capture)
    before = mode.grad_enabled
    mode.grad_enabled = bool(create_graph)
    try:
        run.start(starts, seeds, wanted)
        run.loop()
    finally:
        mode.grad_enabled = before
    results = [] if wanted is None or api != "grad" else [captured.get(edge) for edge in wanted]
    if api != "grad":
        keep(kept, captured, create_graph)
    if observer.current is not None:
        told = zip(inputs, results) if api == "grad" else ()
        observer.current.backward_ended(list(told))
    return results


def keep(kept, captured, create_graph) -> None:
    """Add to the `.grad` of results that were named as `inputs`: leaves have nodes for that."""
    for x, edge in kept:
        gradient = captured.get(edge)
        if gradient is not None:
            accumulate(x, gradient if create_graph else gradient._array, None, create_graph)


class _Run:
    """One backward call: what is waiting, what is ready, and what has arrived where."""

    def __init__(self, retain_graph, create_graph, capture):
        self.retain_graph = retain_graph
        self.create_graph = create_graph
        self.capture = capture  # edges whose gradient is returned instead of travelling on
        self.ready: list = []
        self.ticket = count()
        self.buffers: dict = {}
        self.arrived: dict = {}
        self.dependencies: dict = {}
        self.needed: set | None = None
        self.targets: set = set()

    def start(self, starts, seeds, wanted):
        """Count who waits for how many, then lay the seeds at the roots."""
        roots = dict.fromkeys(edge[0] for edge in starts)
        if wanted is not None:
            self.targets = {edge[0] for edge in wanted}
            self.needed = on_the_way(roots, self.targets)
        self.dependencies = count_dependencies(roots, self.needed)
        for (node, nr), seed in zip(starts, seeds):
            value = fit(seed if self.create_graph else seed._array, node.metadata_of_outputs[nr])
            buffer = self.buffers.setdefault(node, [None] * len(node.metadata_of_outputs))
            buffer[nr] = value if buffer[nr] is None else buffer[nr] + value
        for node in roots:
            if not self.dependencies.get(node) and (wanted is None or node in self.needed):
                heappush(self.ready, (-node.sequence, next(self.ticket), node))

    def loop(self):
        """Run ready nodes until none is left."""
        global running
        outer, buffers, ready, deliver = running, self.buffers, self.ready, self.deliver
        create_graph, capture, letting_go = self.create_graph, self.capture, not self.retain_graph
        try:
            while ready:
                node = heappop(ready)[2]
                running = node
                grads = buffers.pop(node)
                if node.hooked:
                    grads = before_node(node, grads, create_graph)
                if capture and self.caught(node, grads):
                    continue
                if observer.current is not None:
                    observer.current.ran(node, grads)
                results = node.backward(grads, create_graph)
                if node.hooked and node.post_hooks:
                    results = after_node(node, results, grads, create_graph)
                deliver(node, results)
                if letting_go and node.free() and observer.current is not None:
                    observer.current.freed(node)
        except Exception as error:
            if observer.current is not None:
                observer.current.broke(running, error)
            raise
        finally:
            running = outer

    def caught(self, node, grads) -> bool:
        """Keep what was asked for; true when nothing past `node` is wanted."""
        found = False
        for nr, grad in enumerate(grads):
            box = self.capture.get((node, nr))
            if box is not None:
                found, box[(node, nr)] = True, None if grad is None else as_tensor(grad)
        return found and not any(
            edge is not None and edge[0] in self.needed for edge in node.edges
        )

    def deliver(self, node, results):
        """Send each gradient along its edge; whoever has all of theirs becomes ready."""
        needed, dependencies, buffers = self.needed, self.dependencies, self.buffers
        index = -1
        for edge, value in zip(node.edges, results):
            index += 1
            if edge is None:
                continue
            target, nr = edge
            if needed is not None and target not in needed:
                continue
            metadata = target.metadata_of_outputs
            buffer = buffers.get(target)
            if buffer is None:
                buffer = buffers[target] = [None] * len(metadata)
            if value is not None:
                shape, dtype = metadata[nr]
                if value.dtype is not dtype or value.shape != shape:
                    value = fit(value, (shape, dtype))
                total = buffer[nr]
                total = buffer[nr] = value if total is None else total + value
            left = dependencies[target] - 1
            if observer.current is not None and value is not None:
                self.tell(node, index, value, total, left)
            if left:
                dependencies[target] = left
            else:
                heappush(self.ready, (-target.sequence, next(self.ticket), target))

    def tell(self, node, edge, value, total, left):
        """Tell of one contribution, and how many of those expected at the receiver have come."""
        expected = self.arrived.setdefault(node.edges[edge][0], [0, left + 1])
        expected[0] += 1
        observer.current.flowed(node, edge, value, total, *expected)


def count_dependencies(roots, only=None) -> dict:
    """How many edges lead to each node from the part of the tape behind `roots`."""
    counts: dict = {}
    seen = set(roots)
    stack = list(seen)
    while stack:
        node = stack.pop()
        if only is not None and node not in only:
            continue
        for edge in node.edges:
            if edge is None:
                continue
            target = edge[0]
            counts[target] = counts.get(target, 0) + 1
            if target not in seen:
                seen.add(target)
                stack.append(target)
    return counts


def on_the_way(roots, targets) -> set:
    """The nodes behind `roots` from which a target can be reached, targets included."""
    parents: dict = {}
    seen = set(roots)
    stack = list(seen)
    while stack:
        node = stack.pop()
        for edge in node.edges:
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
