"""What happens most often, written down in haste: a tuple each, made an event by
`deferred_reader.py`.

A tuple begins with the function that will make its events, and holds numbers of tensors and nodes,
arrays that nobody will write or their bytes, and places: nothing that costs time to take or that
would keep a tensor or a node alive.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import _getframe, maxsize
from typing import TYPE_CHECKING, Any

from numpy import ndarray

from autograd.graph.node import NoPlan
from autograd.recording.deferred_reader import (
    convert_event, flow_event, free_event, op_event, pair_event, passed_events, run_event,
    write_event,
)
from autograd.recording.events import FEW, Fail, Full, Print
from autograd.recording.source_lines import Place, place_of
from autograd.recording.values import Hollow, memory_of, plain, plain_value
from autograd.runtime import grad_mode, interpreters, observer
from autograd.runtime.backward_state import current
from autograd.tensor.mutation import exposed
from autograd.tensor.tensor import Tensor

NOTHING_SAVED: tuple[None, list[Any]] = (None, [])
NOWHERE = None, None


class Haste(observer.Observer):
    """The part of the recorder that is told of ops and of nodes that run."""

    if TYPE_CHECKING:
        kept: Callable[[Any], Any]
        held: Callable[[Any], Any]
        twice: Callable[[Any], tuple[Any, Any]]

        def __getattr__(self, name: str) -> Any:
            """The rest of the recorder, of which this is a part."""

    def op(self, op: Any, inputs: Any, params: dict[str, Any], outputs: Any, node: Any) -> None:
        if len(self.pending) >= self.room:
            return self.fill()
        place = place_of(_getframe(2), self.filename)
        if place is not None and place[2] is not self.stack.running:
            self.stack.follow(_getframe(2))
        if exposed:
            self.look_at(inputs)
        if self.rewriting:
            for x in inputs:
                if not any(x is output for output in outputs):
                    self.rewoven(x)
        first, end = self.first, self.end
        given: list[Any] = []
        for x in inputs:
            if isinstance(x, Tensor):
                if not first <= x._tape < end:
                    self.introduced(x, place)
                given.append(x._tape)
            else:
                given.append((x,))
        if len(outputs) == 1:
            made = (self.output(op, outputs[0]),)
        else:
            made = [self.output(op, x) for x in outputs]
        if interpreters.hollow and any(isinstance(x, Tensor) and x._meta for x in inputs):
            made = [(number, Hollow(x._array), *more)
                    for x, (number, _, *more) in zip(outputs, made)]
        described, saved = None, NOTHING_SAVED
        if node is not None:
            described = self.described(node)
            if node._held or node._extras:
                saved = self.saved(node, inputs, outputs)
        running = current.node
        self.pending.append((
            op_event, op, given, plain(params) if params else {}, made, described, saved,
            grad_mode.grad_enabled, None if running is None else self.node_number(running),
            tuple(self.modules) if self.modules else (), place,
        ))

    def pair(self, op: Any, a: Tensor, b: Any, result: Any, node: Any) -> None:
        array, form = result._array, result._form
        if self.rewriting or interpreters.hollow or len(self.pending) >= self.room:
            return self.op(op, (a, b), {}, (result,), node)
        place = place_of(_getframe(2), self.filename)
        if place is not None and place[2] is not self.stack.running:
            self.stack.follow(_getframe(2))
        if exposed:
            self.look_at((a, b))
        first, end, left, right, version = self.first, self.end, a._tape, (b,), 0
        if not first <= left < end:
            left = self.tensor_number(a, place)
        if isinstance(b, Tensor):
            right, (version,) = b._tape, b._counter  # [0] may refuse, where nothing is saved, too
            if not first <= right < end:
                right = self.tensor_number(b, place)
        nid = plan = kind = one = two = None
        one_nr = two_nr = 0
        if node is not None:
            nid = node._tape = self.nodes
            self.nodes = nid + 1
            plan, kind = node._plan, type(node)
            to, other = node._edges
            if to is not None:
                to, one_nr = to
                one = to._tape if first <= to._tape < end else self.node_number(to)
            if other is not None:
                to, two_nr = other
                two = to._tape if first <= to._tape < end else self.node_number(to)
        number = result._tape = self.tensors
        self.tensors = number + 1
        running = current.node
        (own_version,) = a._counter
        data = array.tobytes() if array.size <= FEW else self.values.pictured(array)
        self.pending.append((
            pair_event, op, left, right, own_version, version, number, data, form,
            nid, plan, kind, one, one_nr, two, two_nr, grad_mode.grad_enabled,
            None if running is None else self.node_number(running),
            tuple(self.modules) if self.modules else (), place,
        ))

    def look_at(self, inputs: Sequence[Any]) -> None:
        """Emit what has been written outside of the engine into what an op or a function reads."""
        for x in inputs:
            if isinstance(x, Tensor) and memory_of(x._array) in exposed:
                self.outside.check(x._array)

    def converted(self, tensor: Tensor, by: str, made: Tensor | None) -> None:
        if len(self.pending) >= self.room:
            return self.fill()
        if exposed:
            self.look_at((tensor,))
        place = place_of(_getframe(2), self.filename)
        number = self.tensor_number(tensor, place)
        to = None if made is None else self.tensor_number(made, place)
        self.pending.append((convert_event, number, by, to, place))

    def reshaped(self, tensor: Tensor, by: str) -> None:
        if self.known(tensor) is not None:
            (version,), held = tensor._counter, self.values.of(tensor)
            self.emit((write_event, tensor._tape, version, held, by, None, self.line()))

    def introduced(self, tensor: Tensor, place: Place | None) -> None:
        """An op takes a tensor that was not met before."""
        if tensor._base is not None:
            self.rewoven(tensor)
        self.tensor_number(tensor, place)

    def output(self, op: Any, x: Any) -> tuple[Any, ...]:
        """One output of an op: number, value, whether it is on the tape, whose view it is."""
        array, number, source = x._array, x._tape, None
        if not self.first <= number < self.end:  # else written in place
            number = x._tape = self.tensors
            self.tensors += 1
        if op.view and x._view_of:
            source = self.tensor_number(x._view_of.source)
            self.share(x._view_of.source)
            self.share(x)
        value = array.copy() if array.size <= FEW else self.values.pictured(array)
        return number, value, x._requires_grad, source

    def described(self, node: Any) -> tuple[Any, ...]:
        """A node's number and name, and where its edges lead."""
        first, end, number = self.first, self.end, node._tape
        edges: list[Any] = []
        if first <= number < end:
            self.untold.pop(number, None)
        else:
            number = node._tape = self.next_node()
        for edge in node._edges:
            if edge is not None:
                to = edge[0]._tape
                edge = to if first <= to < end else self.node_number(edge[0]), edge[1]
            edges.append(edge)
        return number, type(node), edges

    def saved(
        self, node: Any, inputs: Sequence[Any], outputs: Sequence[Any]
    ) -> tuple[Any, ...]:
        """What a node saved: its plan, and of each tensor the version and the bytes."""
        plan = node._plan
        if plan is NoPlan:
            return None, self.saved_at_once(node, inputs, outputs)
        sizes = []
        for i in plan.saved_inputs:
            x = inputs[i]
            sizes.append((x._counter[0], x._array.nbytes))
        for i in plan.saved_outputs:
            x = outputs[i]
            sizes.append((x._counter[0], x._array.nbytes))
            node._held[len(sizes) - 1][0]._tape = x._tape  # an alias: an error may point at it
        return plan, sizes

    def saved_at_once(
        self, node: Any, inputs: Sequence[Any], outputs: Sequence[Any]
    ) -> list[Any]:
        """What a node that is not of the table saved."""
        for x in outputs:
            self.share(x)
        return [
            {"name": name, "tensor": self.tensor(x), "version": x._counter[0],
             "bytes": x._array.nbytes}
            if isinstance(x, Tensor) else {"name": name, "number": plain_value(x)}
            for name, x in node._shown(inputs, outputs) if x is not None
        ]

    def ran(self, node: Any, grads: Sequence[Any]) -> None:
        if len(self.pending) >= self.room:
            return self.fill()
        self.onward = NOWHERE
        kept = self.kept
        self.pending.append((run_event, self.node_number(node), [kept(grad) for grad in grads]))

    def flowed(
        self, node: Any, edge: int, value: Any, total: Any, arrived: int, needed: int
    ) -> None:
        if len(self.pending) >= self.room:
            return self.fill()
        target, nr = node._edges[edge]
        shown, summed = self.twice(value) if total is value else (
            self.kept(value), self.kept(total))
        self.pending.append((
            flow_event, self.node_number(node), edge, self.node_number(target), nr, shown, summed,
            arrived, needed,
        ))

    def passed(self, node: Any, grad: Any, edge: int, value: Any, freed: bool) -> None:
        self.room -= 1 + freed  # three events in one
        if len(self.pending) >= self.room:
            self.room += 1 + freed
            return super().passed(node, grad, edge, value, freed)
        first, end, number = self.first, self.end, node._tape
        target, nr = node._edges[edge]
        to = target._tape
        if not first <= number < end:
            number = self.node_number(node)
        if not first <= to < end:
            to = self.node_number(target)
        came, arrived = self.onward
        grad = arrived if came == number else self.kept(grad)
        if type(value) is ndarray and value.size <= FEW and not self.values.hollow:
            value = value.tobytes(), target.metadata_of_outputs[nr]
            self.onward = to, value
            total = None
        else:
            self.onward = NOWHERE
            value, total = self.twice(value)
        self.pending.append((
            passed_events, number, grad, edge, to, nr, value, total, freed,
        ))

    def freed(self, node: Any) -> None:
        if len(self.pending) >= self.room:
            return self.fill()
        self.pending.append((free_event, self.node_number(node)))

    def fill(self) -> None:
        """End the tape here: what the engine does is told no longer, and costs little."""
        if self.is_full:
            return
        self.is_full, self.room = True, -maxsize
        self.kept = self.held = lambda value: None
        self.twice = lambda value: (None, None)
        self.pending.append(Full(self.line()))
        self.filled()

    def closed(self, batch: list[Any]) -> list[Any]:
        """`batch` without what was told of the engine after the tape was full."""
        full = [i for i, told in enumerate(batch) if type(told) is Full]
        if not (full or self.has_ended):
            return batch  # a signal's handler asks in the moment before it is written
        first = 0 if self.has_ended else full[0] + 1
        self.has_ended = True
        return batch[:first] + [x for x in batch[first:] if type(x) in (Print, Fail)]
