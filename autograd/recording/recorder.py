"""Engine calls become events: `with record() as recorder:` and then `recorder.drain()`.

Ids are this recorder's own counters, kept on the objects themselves, so that nothing is kept alive
that the program let go. Values are those of the moment of the event: small arrays that could still
be written are copied, others wait to be worked out until they are handed out or the engine
announces a write. All that can wait until then does: lines, names, formulas, numbers as text.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

from numpy import ndarray

from autograd.frontend.missing_names import near
from autograd.graph.views import Rewoven
from autograd.ops.record import describe
from autograd.recording import events
from autograd.recording.deferred_reader import is_end_by, leaf_event, library_event, write_event
from autograd.recording.deferred_writer import NOWHERE, Haste
from autograd.recording.grad_events import Ledger
from autograd.recording.ids import Identities
from autograd.recording.library import Library
from autograd.recording.outside import Outside
from autograd.recording.source_lines import Lines, Place, place_of, serials
from autograd.recording.stack import Stack
from autograd.recording.teller import Teller
from autograd.recording.values import Values, memory_of
from autograd.recording.variables import Variables
from autograd.runtime import observer
from autograd.tensor.batched_tensor import Face, bottom
from autograd.tensor.mutation import exposed
from autograd.tensor.tensor import Tensor


class Recorder(Haste, Ledger, Library, Identities, observer.Observer):
    """Listens to the engine and keeps what happened as events.

    `filename` is the code whose lines are reported. A tape of `event_limit` events is full: after
    them come a `full`, and of what happens then only what is printed and the exception.
    """

    def __init__(self, filename: str = "<snippet>", event_limit: int | None = None):
        super().__init__()
        self.filename = filename
        self.room = sys.maxsize if event_limit is None else event_limit  # for events to come
        self.is_full = self.has_ended = False  # has_ended: and that was handed out
        self.pending: list[Any] = []  # events, and tuples of `haste`, in the order of what happened
        self.line_of = Lines().line
        self.calls = 0  # of backward
        self.under: list[int] = []  # those under way, one in another
        self.used_ops: dict[str, Any] = {}  # by name
        self.filled = lambda: None  # what to do once the tape is full
        self.stack = Stack(filename, self.emit)
        self.variables = Variables(self)
        self.teller = Teller(self.variables)
        self.modules: list[tuple[str, int]] = []  # whose calls are under way, with serials
        self.numbers: dict[int, int] = {}  # of calls on the tape, by serial
        self.values = Values()
        self.kept, self.held, self.twice = self.values.kept, self.values.held, self.values.twice
        self.outside = Outside(self)
        self.onward = NOWHERE  # to which node a gradient was just passed on, and its copy
        self.rewriting = False  # whether a write may have put something into a view's history

    # -- what the server calls -----------------------------------------------------------------

    def drain(self) -> list[dict[str, Any]]:
        """The events not handed out yet, JSON-ready. Safe to call from a signal handler."""
        count = len(self.pending)
        if count and self.pending[count - 1][0] is library_event:
            count -= 1  # which is taken back if nothing happens in it
        batch = self.pending[:count]
        del self.pending[:count]
        self.room -= count
        if self.is_full:
            batch = self.closed(batch)
        return list(chain.from_iterable(map(self.made_of, batch)))

    def made_of(self, told: Any) -> tuple[Any, ...] | list[Any]:
        """The events of one entry of `pending`."""
        if type(told) is tuple:
            return told[0](self, told)
        return (events.to_json(told, self.line_of),)

    def ops(self) -> dict[str, Any]:
        """Descriptions (node name and TeX) of the ops used so far."""
        return {name: describe(op) for name, op in sorted(self.used_ops.items())}

    def name(self, name: str, value: Any, line: int | None) -> None:
        """A variable was bound in the call that runs; its parts get names, too."""
        if not self.is_full:
            self.variables.bind(self.stack.running, name, value, line)

    def printed(self, text: str, how: str, line: int | None = None) -> None:
        """Text was written (`print`, `warning`), or a bare expression shown (`value`)."""
        self.outside.look()
        place = self.line()
        if len(self.pending) >= self.room:
            self.fill()
        self.pending.append(events.Print(text, how, place if line is None else line))

    def failed(self, error: BaseException) -> None:
        """An exception ended the run: torch's message, the line, and what to point at."""
        frames = [f for f in traceback.extract_tb(error.__traceback__)
                  if f.filename == self.filename]
        line = frames[-1].lineno if frames else getattr(error, "lineno", None)
        message = error.msg if isinstance(error, SyntaxError) else str(error)
        notes = [*getattr(error, "__notes__", ()), near(error)]
        message = "\n".join([message, *filter(None, notes)])
        if self.pending and is_end_by(self.pending[-1], error):
            self.pending.pop()  # the run ends within this backward
        self.stack.unwind(error.__traceback__)
        nodes, tensors = getattr(error, "blame", ((), ()))
        if self.is_full:
            nodes = tensors = ()  # they may not be on it
        blame = {"nodes": [self.node(node) for node in nodes],
                 "tensors": [self.blamed(tensor, line) for tensor in tensors]}
        trail = [f"line {f.lineno}, in {f.name}" for f in frames]
        self.pending.append(events.Fail(type(error).__name__, message, line, blame, trail))

    # -- ids -----------------------------------------------------------------------------------

    def emit(self, event: Any) -> None:
        """Keep one event, if there is room for it."""
        if len(self.pending) >= self.room:
            return self.fill()
        self.pending.append(event)

    def line(self) -> Place | None:
        """The line of the program that is running now, or the place that will tell it."""
        frame = sys._getframe(1)
        place = place_of(frame, self.filename)
        if place is not None and place[2] is not self.stack.running and not self.is_full:
            self.stack.follow(frame)
        return place

    def tensor(self, tensor: Tensor, line: Any = None) -> str:
        """The id of a tensor; one that is first seen here becomes a `leaf` event."""
        return self.tid(self.tensor_number(tensor, line))

    def tensor_number(self, tensor: Tensor, line: Any = None) -> int:
        """The number of a tensor, likewise."""
        number = tensor._tape
        if self.first <= number < self.end:
            return number
        if type(tensor._array) is Face:
            return self.tensor_number(bottom(tensor), line)
        twin = None if tensor._edge is None else self.twin(tensor)
        if twin is not None:
            tensor._tape = twin
            return twin
        array, number = tensor._array, self.meet(tensor)
        line = self.line() if line is None else line
        self.share(tensor)
        self.emit((
            leaf_event, number, self.values.of(tensor), tensor._requires_grad,
            self.accumulator(tensor) if tensor._requires_grad else None,
            type(tensor) is not Tensor and getattr(tensor, "_is_param", False),
            self.owner_of_grad(tensor) if -memory_of(array) in self.sharing else None, line,
        ))
        self.variables.tell_buffer(tensor, line)
        return number

    # -- what the engine tells -----------------------------------------------------------------

    def rewoven(self, tensor: Any, /) -> None:
        """Tell as an op what a write through a view has put into the history of `tensor`."""
        edge = tensor._edge if isinstance(tensor, Tensor) else None
        if edge is None or not isinstance(edge[0], Rewoven) or self.known(edge[0]) is not None:
            return
        self.node(edge[0])  # known from here on
        base = tensor if tensor._base is None else tensor._base
        self.op(edge[0].told, [base], {}, (tensor,), edge[0])

    def shared(self, tensor: Tensor, source: Tensor) -> None:
        self.share(source)
        self.share(tensor)
        if exposed:
            self.outside.end(tensor._array)

    def holding(self, array: Any) -> int:
        return self.values.holding(array) if type(array) is ndarray else 0

    def writing(self, tensor: Tensor, op: Any = None) -> None:
        if op is not None and "$self" in op.tex:
            self.tensor_number(tensor)  # what an op reads must be told before it is written over
        if exposed:
            self.outside.begin(tensor._array)
        self.values.preserve(tensor._array)
        if self.old is not None:
            self.about_to_step(tensor)

    def wrote(self, tensor: Tensor, by: str) -> None:
        if self.old is not None:
            self.stepped(tensor)
        line, memory = self.line(), memory_of(tensor._array)
        first, end, via = self.first, self.end, tensor._tape
        if first <= via < end:
            self.share(tensor)
        else:
            via = None
        if exposed:
            self.outside.end(tensor._array)
        alive = self.peers(memory)
        self.rewriting = self.rewriting or tensor._base is not None or len(alive) > 1
        for peer in alive:
            (version,) = peer._counter  # which a tensor of inference mode would not tell
            self.emit((
                write_event, peer._tape, version, self.values.of(peer), by,
                None if peer is tensor else via, line,
            ))
        self.grad_written(tensor, memory, by, line)
        for rewritten in (tensor._base, tensor):
            self.rewoven(rewritten)

    def grad_mode(self, enabled: bool) -> None:
        self.emit(events.Mode("grad_mode", {"enabled": enabled}, self.line()))

    def detached(self, tensor: Tensor, source: Tensor) -> None:
        line = self.line()
        of = self.tensor(source, line)
        detail = {"tensor": self.tid(self.meet(tensor)), "of": of}
        self.shared(tensor, source)
        self.emit(events.Mode("detach", detail, line))

    def required(self, tensor: Tensor) -> None:
        if self.known(tensor) is None:
            return
        leaf = self.accumulator(tensor)
        detail = {"tensor": self.tensor(tensor), "requires_grad": tensor._requires_grad,
                  "accumulate": None if leaf is None else self.nid(leaf)}
        self.emit(events.Mode("requires_grad_", detail, self.line()))

    def backward_began(
        self, api: str, roots: Sequence[Tensor], seeds: Sequence[Any], retain_graph: Any,
        create_graph: Any, inputs: Sequence[Tensor] | None,
    ) -> None:  # fmt: skip
        self.outside.look()
        line = self.line()
        within = self.under[-1] if self.under else None
        self.calls += 1
        self.under.append(self.calls)
        told = []
        self.values.hollow = any(root._meta for root in roots)
        for root, seed in zip(roots, seeds):
            self.rewoven(root)
            tid = self.tensor(root, line)
            leaf = self.node_number(root._edge[0]) if root._edge else self.accumulator(root)
            nid = None if leaf is None else self.nid(leaf)
            told.append({"tensor": tid, "node": nid, "nr": root.output_nr,
                         "seed": self.values.of(seed)})
        ids = None if inputs is None else [self.tensor(x, line) for x in inputs]
        self.emit(events.Backward("begin", self.calls, {
            "api": api, "within": within, "roots": told, "retain_graph": bool(retain_graph),
            "create_graph": bool(create_graph), "inputs": ids,
        }, line))

    def backward_ended(self, results: Sequence[tuple[Tensor, Any]], failed: bool = False) -> None:
        told = [{"tensor": self.tensor(x), "value": None if g is None else self.values.of(g)}
                for x, g in results]
        detail = {"failed": failed, "results": told}
        self.values.hollow = False
        self.emit(events.Backward("end", self.under.pop(), detail, self.line()))

    def backward_failed(self) -> None:
        self.backward_ended([], failed=True)

    def hooked(
        self, where: str, node: Any, tensor: Tensor | None, function: Any, before: Any, after: Any
    ) -> None:
        self.emit(events.Hook(
            where, None if node is None else self.node(node),
            None if tensor is None else self.tensor(tensor),
            getattr(function, "__name__", type(function).__name__),
            self.kept(before), self.kept(after),
        ))

    def entered(self, module: Any) -> None:
        self.line()  # so that the functions around it are known as calls before it is one
        named = self.variables.paths.layer(module) or type(module).__name__
        self.modules.append((named, next(serials)))

    def left(self, module: Any) -> None:
        self.modules.pop()


@contextmanager
def record(recorder: Recorder | None = None) -> Iterator[Recorder]:
    """Record everything the engine does in the block; yields the recorder."""
    recorder = recorder or Recorder()
    with observer.observing(recorder):
        try:
            yield recorder
        finally:
            recorder.outside.look()
