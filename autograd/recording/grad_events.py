"""Events of changes to a `.grad`.

A gradient is accumulated by a backward, or the program writes or resets it.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from typing import Any

from autograd.recording.deferred_events import DeferredEvents, write_event
from autograd.recording.events import encode
from autograd.recording.values import memory_id
from autograd.tensor.mutation import externally_writable
from autograd.tensor.tensor import Tensor


class GradEvents:
    """The writer of `grad` events; a leaf stores the gradient that its last one showed."""

    def __init__(self, log: DeferredEvents):
        self.log, self.ids, self.values = log, log.ids, log.values
        self.calls = 0  # backward calls so far
        self.running: list[int] = []  # the numbers of running backward calls, innermost last
        # Weak references to the nodes that backward calls began at, by call, while they live.
        self.roots: dict[int, list[weakref.ref[Any]]] = {}

    def kept_graphs(self) -> dict[str, int]:
        """Return how many earlier calls began at nodes that still live, and the first of them."""
        return {"kept": len(self.roots), "oldest": next(iter(self.roots))} if self.roots else {}

    def watch_roots(self, call: int, nodes: Iterable[Any]) -> None:
        """Count a call among those of `kept_graphs` for as long as one of its nodes lives."""

        def forget(gone: weakref.ref[Any]) -> None:
            left = [ref for ref in roots.get(call, ()) if ref is not gone]
            roots[call] = left
            if not left:
                del roots[call]

        roots = self.roots
        if refs := [weakref.ref(node, forget) for node in nodes]:
            roots[call] = refs

    def owner_of_grad(self, tensor: Tensor) -> int | None:
        """Return the number of the tensor whose `.grad` this is, if it has one."""
        ids = self.ids
        for ref in ids.sharing.get(-memory_id(tensor._array), ()):
            leaf = ref()
            if leaf is not None and leaf._grad is tensor:
                return leaf._tape if ids.first <= leaf._tape < ids.end else None
        return None

    def written(self, tensor: Tensor | None, memory: int, by: str, line: Any) -> None:
        """Emit that a write into `memory` has changed the `.grad` that lies there, if any."""
        for ref in self.ids.sharing.get(-memory, ()):
            leaf = ref()
            if leaf is not None and leaf._grad is not None:
                after = leaf._grad._array
                if memory_id(after) == memory:
                    why = "zero_grad" if by == "zero_" else "write"
                    before = leaf.__dict__.get("_tape_grad")
                    leaf._tape_grad = self.log.capture_array(after)
                    self.log.emit((
                        grad_event, self.log.tensor_number(leaf), None, before, None,
                        leaf._tape_grad, why, None, line,
                    ))

    def accumulated(
        self, tensor: Tensor, node: Any, before: Any, added: Any, after: Any, by: str
    ) -> None:
        """Emit that a `.grad` was set or added to, by a backward or by the program."""
        log, ids, values = self.log, self.ids, self.values
        number = log.tensor_number(tensor)
        nid = None if node is None else log.node_number(node)
        # A program may call a node itself, outside of any backward.
        call = self.running[-1] if self.running and by in ("accumulate", "retain_grad") else None
        is_meta, values.is_meta = values.is_meta, bool(tensor._meta)
        old = log.capture(before)
        new, now = log.capture_twice(added)
        if after is not None and before is not None:
            values.mark_written(memory_id(after))
        # A first gradient equals the added one: it needs no second capture.
        first = before is None and added is not None
        tensor._tape_grad = now if first else log.capture_array(after)
        values.is_meta = is_meta
        line, grad = log.line(), tensor._grad
        log.emit((grad_event, number, nid, old, new, tensor._tape_grad, by, call, line))
        if grad is not None:
            if externally_writable:
                log.external_writes.end(grad._array)
            ids.sharing[-memory_id(grad._array)] = [weakref.ref(tensor)]
            if by == "accumulate" and ids.first <= grad._tape < ids.end:
                log.emit((
                    write_event, grad._tape, grad._version, tensor._tape_grad, by, None, line,
                ))


def grad_event(log: DeferredEvents, entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """Make the event of a `.grad` that was written."""
    _, number, node, before, added, after, by, call, place = entry
    return ({
        "kind": "grad", "tensor": log.ids.tensor_id(number),
        "node": None if node is None else log.ids.node_id(node),
        "before": encode(before), "added": encode(added), "after": encode(after),
        "by": by, "call": call, "line": log.line_of(place),
    },)
