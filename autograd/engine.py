"""The backward choke point: runs a tape in torch's order, sums what meets, undoes broadcasting.

A node runs when all gradients that can reach it have come; among the ready ones the youngest runs
first, leaves' accumulation before anything. Follows torch/csrc/autograd/engine.cpp as seen from
Python.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count

import numpy as np

from autograd import mode, observer
from autograd.graph import AccumulateGrad, Node, edge_to
from autograd.tensor import Tensor, wrap

running: Node | None = None  # the node that runs now: whoever records an op under create_graph asks


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
    capture = {edge: captured for edge in wanted} if api == "grad" else {}
    run = _Run(retain_graph, create_graph, capture)
    before = mode.grad_enabled
    mode.grad_enabled = bool(create_graph)
    try:
        run.start(starts, seeds, wanted)
        run.loop()
    finally:
        mode.grad_enabled = before
    results = [] if wanted is None or api != "grad" else [captured.get(edge) for edge in wanted]
    if observer.current is not None:
        told = zip(inputs, results) if api == "grad" else ()
        observer.current.backward_ended(list(told))
    return results


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
        """Keep what `autograd.grad` asked for; true when nothing past `node` is wanted."""
        for nr, grad in enumerate(grads):
            box = self.capture.get((node, nr))
            if box is not None:
                box[(node, nr)] = None if grad is None else as_tensor(grad)
        return node in self.targets and not any(
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


def fit(gradient, metadata):
    """`gradient` in the shape and dtype of the tensor it belongs to, broadcasting undone."""
    shape, dtype = metadata
    array = gradient._array if isinstance(gradient, Tensor) else gradient
    if array.shape != shape:
        gradient = sum_to(gradient, shape)
    if array.dtype != dtype:
        gradient = cast(gradient, dtype)
    return gradient


def sum_to(gradient, shape):
    """Sum over the dimensions that broadcasting to `gradient.shape` added or stretched."""
    from autograd.derivatives import sum_dim, view

    have = np.shape(gradient._array if isinstance(gradient, Tensor) else gradient)
    extra = len(have) - len(shape)
    stretched = [extra + i for i, n in enumerate(shape) if n == 1 and have[extra + i] != 1]
    dims = tuple(range(extra)) + tuple(stretched)
    if extra < 0:
        return view(gradient, size=shape)
    if dims:
        gradient = sum_dim(gradient, dim=dims, keepdim=True)
    return view(gradient, size=shape) if extra else gradient


def cast(gradient, dtype):
    """`gradient` in another dtype; a complex one falls onto its real part where that is wanted."""
    if isinstance(gradient, Tensor):
        from autograd.derivatives import to_dtype

        return to_dtype(gradient, dtype=dtype)
    if gradient.dtype.kind == "c" and dtype.kind != "c":
        gradient = gradient.real
    return gradient.astype(dtype)


def as_tensor(gradient) -> Tensor:
    """A gradient as the Tensor that hooks and callers see."""
    return gradient if isinstance(gradient, Tensor) else wrap(np.asarray(gradient))


def before_node(node, grads, create_graph):
    """Tensor hooks, node pre-hooks, then `retain_grad`, in torch's order."""
    grads = list(grads)
    for nr, hooks in hooks_on_outputs(node):
        for hook in list(hooks.values()):
            if grads[nr] is not None:
                grads[nr] = call_hook("tensor", node, nr, hook, grads[nr], create_graph)
    for hook in list((node.pre_hooks or {}).values()):
        shown = tuple(None if g is None else as_tensor(g) for g in grads)
        changed = hook(shown)
        if changed is not None:
            changed = changed if isinstance(changed, tuple) else (changed,)
            grads = [unwrap(g, create_graph) for g in changed]
        if observer.current is not None:
            observer.current.hooked("node_pre", node, None, hook, shown[0], first(grads))
    for nr, retain in (node.retain_hooks or {}).items():
        if grads[nr] is not None:
            retain(grads[nr], node)
    return grads


def hooks_on_outputs(node):
    """`(output number, hooks)` of the tensors that `node` made; a leaf keeps its own hooks."""
    if type(node) is AccumulateGrad:
        return [(0, node.variable._hooks)] if node.variable._hooks else []
    return sorted((node.tensor_hooks or {}).items())


def call_hook(where, node, nr, hook, grad, create_graph):
    """One tensor hook: what it returns, if anything, replaces the gradient."""
    shown = as_tensor(grad)
    changed = hook(shown)
    if changed is not None and not isinstance(changed, Tensor):
        raise TypeError(f"hooks should return None or a Tensor, but got {type(changed).__name__}")
    after = grad if changed is None else fit(
        unwrap(changed, create_graph), node.metadata_of_outputs[nr]
    )
    if observer.current is not None:
        tensor = node.variable if type(node) is AccumulateGrad else None
        observer.current.hooked(where, node, tensor, hook, shown, after)
    return after


def after_node(node, results, grads, create_graph):
    """Node post-hooks: each sees what the node sends and what it got."""
    results = list(results)
    got = tuple(None if g is None else as_tensor(g) for g in grads)
    for hook in list(node.post_hooks.values()):
        sent = tuple(None if g is None else as_tensor(g) for g in results)
        changed = hook(sent, got)
        if changed is not None:
            changed = changed if isinstance(changed, tuple) else (changed,)
            results = [unwrap(g, create_graph) for g in changed]
        if observer.current is not None:
            observer.current.hooked("node_post", node, None, hook, first(sent), first(results))
    return results


def first(values):
    """The first entry of `values`, or None."""
    return values[0] if values else None


def unwrap(gradient, create_graph):
    """What travels on the tape: a Tensor when its own history is wanted, else an array."""
    if gradient is None or create_graph:
        return gradient
    return gradient._array

