"""Engine calls become events: `with record() as recorder:` and then `recorder.drain()`.

Ids are this recorder's own counters, kept on the objects themselves, so that nothing is kept alive
that the program let go. Values are taken at the moment of the event: small arrays that could still
be written are copied, large ones reduced to their picture at once.
"""

from __future__ import annotations

import traceback
import weakref
from contextlib import contextmanager

from autograd import engine, events, mode, observer
from autograd.frames import functions_in, line_in
from autograd.graph import AccumulateGrad
from autograd.identities import Identities
from autograd.ledger import Ledger
from autograd.naming import modules_in, tensors_in
from autograd.op import describe
from autograd.snapshots import Values, owner_of, plain, plain_value
from autograd.tensor import Tensor
from autograd.unknown import near
from autograd.views import Rewoven


class TooManyEvents(BaseException):
    """The limit of events was met; not an Exception, so that no snippet can swallow it."""


class Recorder(Ledger, Identities, observer.Observer):
    """Listens to the engine and keeps what happened as events.

    `filename` is the code whose lines are reported; `event_limit` bounds the tape.
    """

    def __init__(self, filename: str = "<snippet>", event_limit: int | None = None):
        super().__init__()
        self.filename = filename
        self.event_limit = event_limit
        self.pending: list = []
        self.made = 0
        self.calls = 0
        self.used_ops: dict = {}  # by name
        self.names: dict[str, str] = {}
        self.modules: list[str] = []  # the modules whose calls are under way, outermost first
        self.values = Values()
        self.kept, self.held = self.values.kept, self.values.held

    # -- what the server calls -----------------------------------------------------------------

    def drain(self) -> list[dict]:
        """The events not handed out yet, JSON-ready. Safe to call from a signal handler."""
        count = len(self.pending)
        batch = self.pending[:count]
        del self.pending[:count]
        return [events.to_json(event) for event in batch]

    def ops(self) -> dict:
        """Descriptions (node name and TeX) of the ops used so far."""
        return {name: describe(op) for name, op in sorted(self.used_ops.items())}

    def name(self, name: str, value, line: int | None) -> None:
        """A variable was bound; tensors inside modules and short containers get names too."""
        for full, module in modules_in(name, value):
            module.__dict__["_tape"] = (self, full)
        for full, tensor in tensors_in(name, value):
            tid = self.tensor(tensor, line)
            if self.names.get(full) != tid:
                self.names[full] = tid
                self.emit(events.Name(tid, full, line))

    def printed(self, text: str, how: str, line: int | None = None) -> None:
        """Text was written (`print`, `warning`), or a bare expression shown (`value`)."""
        self.emit(events.Print(text, how, self.line() if line is None else line))

    def failed(self, error: BaseException) -> None:
        """An exception ended the run: torch's message, the line, and what to point at."""
        frames = [f for f in traceback.extract_tb(error.__traceback__)
                  if f.filename == self.filename]
        line = frames[-1].lineno if frames else getattr(error, "lineno", None)
        message = error.msg if isinstance(error, SyntaxError) else str(error)
        notes = [*getattr(error, "__notes__", ()), near(error)]
        message = "\n".join([message, *filter(None, notes)])
        nodes, tensors = getattr(error, "blame", ((), ()))
        blame = {
            "nodes": [self.node(node) for node in nodes],
            "tensors": [self.blamed(tensor, line) for tensor in tensors],
        }
        trail = [f"line {f.lineno}, in {f.name}" for f in frames]
        self.emit(events.Fail(type(error).__name__, message, line, blame, trail))

    # -- ids -----------------------------------------------------------------------------------

    def emit(self, event) -> None:
        """Keep one event, unless there are too many."""
        if self.event_limit is not None and self.made >= self.event_limit:
            if not isinstance(event, events.Fail):
                raise TooManyEvents
        self.made += 1
        self.pending.append(event)

    def line(self) -> int | None:
        """The line of the program that is running now."""
        return line_in(self.filename)

    def tensor(self, tensor: Tensor, line: int | None = None) -> str:
        """The id of a tensor; one that is first seen here becomes a `leaf` event."""
        tid = self.known(tensor)
        if tid is None:
            tid = self.meet(tensor)
            self.emit(events.Leaf(
                tid, self.held(tensor._array), tensor._requires_grad, self.accumulator(tensor),
                type(tensor) is not Tensor, self.owner_of_grad(tensor),
                self.line() if line is None else line,
            ))
        return tid

    def blamed(self, tensor: Tensor, line: int | None) -> str:
        """The id of a tensor that an error points at: a saved result is not the one it was."""
        for ref in self.sharing.get(owner_of(tensor._array), ()):
            peer = ref()
            if peer is not None and peer._array is tensor._array:
                return self.known(peer)
        return self.tensor(tensor, line)

    def node(self, node) -> str:
        """The id of a node."""
        if type(node) is AccumulateGrad:
            self.tensor(node.variable)
            return self.accumulator(node.variable)
        nid = self.known(node)
        if nid is None:
            nid = self.next_node()
            node._tape = (self, nid)
        return nid

    # -- what the engine tells -----------------------------------------------------------------

    def op(self, op, inputs, params, outputs, node):
        line = self.line()
        self.used_ops[op.name] = op
        for x in inputs:
            if not any(x is output for output in outputs):
                self.rewoven(x)
        shown = [self.operand(op.slot(i), x, line) for i, x in enumerate(inputs)]
        for x in outputs:
            if self.known(x):  # written in place
                self.values.forget(owner_of(x._array))
        results = [
            {"tensor": self.known(x) or self.meet(x), "value": self.held(x._array),
             "requires_grad": x._requires_grad,
             "view_of": self.tensor(x._view_of.source, line) if x._view_of and op.view else None}
            for x in outputs
        ]
        described, saved = None, []
        if node is not None:
            described = {"id": self.node(node), "name": type(node).__name__, "edges": [
                {"slot": op.slot(i), "to": None if edge is None else self.node(edge[0]),
                 "nr": 0 if edge is None else edge[1]}
                for i, edge in enumerate(node.edges)
            ]}
            saved = self.saved(node, inputs, outputs)
        running = engine.running
        self.emit(events.Op(
            op.name, shown, plain(params), results, described, saved, mode.grad_enabled,
            None if running is None else self.node(running),
            functions_in(self.filename) + self.modules, line,
        ))

    def operand(self, slot, x, line) -> dict:
        """One input of an op: a tensor by id, or a plain number."""
        if isinstance(x, Tensor):
            return {"slot": slot, "tensor": self.tensor(x, line)}
        return {"slot": slot, "number": plain_value(x)}

    def saved(self, node, inputs, outputs) -> list:
        """What a node saved, by the formula's names: tensors by id, plain numbers themselves."""
        return [
            {"name": name, "tensor": self.tensor(x), "version": x._counter[0],
             "bytes": x._array.nbytes}
            if isinstance(x, Tensor) else {"name": name, "number": plain_value(x)}
            for name, x in node.shown(inputs, outputs) if x is not None
        ]

    def rewoven(self, tensor) -> None:
        """Tell as an op what a write through a view has put into the history of `tensor`."""
        edge = tensor._edge if isinstance(tensor, Tensor) else None
        if edge is None or not isinstance(edge[0], Rewoven) or self.known(edge[0]) is not None:
            return
        self.node(edge[0])  # known from here on
        base = tensor if tensor._base is None else tensor._base
        self.op(edge[0].told, [base], {}, (tensor,), edge[0])

    def wrote(self, tensor, by):
        line, via = self.line(), self.known(tensor)
        self.values.forget(owner_of(tensor._array))
        peers = self.sharing.setdefault(owner_of(tensor._array), [])
        alive = [peer for peer in (ref() for ref in peers) if peer is not None]
        if via is not None and not any(peer is tensor for peer in alive):  # given other memory
            peers.append(weakref.ref(tensor))
            alive.append(tensor)
        for peer in alive:
            tid = self.known(peer)
            through = None if peer is tensor else via
            self.emit(events.Write(tid, peer._version, self.held(peer._array), by, through, line))
        self.grad_written(tensor, by, line)
        for rewritten in (tensor._base, tensor):
            self.rewoven(rewritten)

    def grad_mode(self, enabled):
        self.emit(events.Mode("grad_mode", {"enabled": enabled}, self.line()))

    def detached(self, tensor, source):
        line = self.line()
        of = self.tensor(source, line)
        detail = {"tensor": self.meet(tensor), "of": of}
        self.emit(events.Mode("detach", detail, line))

    def required(self, tensor):
        if self.known(tensor) is None:
            return
        detail = {"tensor": self.tensor(tensor), "requires_grad": tensor._requires_grad,
                  "accumulate": self.accumulator(tensor)}
        self.emit(events.Mode("requires_grad_", detail, self.line()))

    def backward_began(self, api, roots, seeds, retain_graph, create_graph, inputs):
        line = self.line()
        self.calls += 1
        told = []
        for root, seed in zip(roots, seeds):
            self.rewoven(root)
            tid = self.tensor(root, line)
            nid = self.node(root._edge[0]) if root._edge else self.accumulator(root)
            told.append({"tensor": tid, "node": nid, "nr": root.output_nr,
                         "seed": self.held(seed._array)})
        ids = None if inputs is None else [self.tensor(x, line) for x in inputs]
        self.emit(events.Backward("begin", self.calls, {
            "api": api, "roots": told, "retain_graph": bool(retain_graph),
            "create_graph": bool(create_graph), "inputs": ids,
        }, line))

    def backward_ended(self, results):
        told = [{"tensor": self.tensor(x), "value": None if g is None else self.held(g._array)}
                for x, g in results]
        self.emit(events.Backward("end", self.calls, {"results": told}, self.line()))

    def ran(self, node, grads):
        self.emit(events.Run(self.node(node), [self.kept(g) for g in grads]))

    def flowed(self, node, edge, value, total, arrived, needed):
        target, nr = node.edges[edge]
        self.emit(events.Flow(
            self.node(node), edge, self.node(target), nr, self.kept(value), self.kept(total),
            arrived, needed,
        ))

    def hooked(self, where, node, tensor, function, before, after):
        self.emit(events.Hook(
            where, None if node is None else self.node(node),
            None if tensor is None else self.tensor(tensor),
            getattr(function, "__name__", type(function).__name__),
            self.kept(before), self.kept(after),
        ))

    def freed(self, node):
        self.emit(events.Free(self.node(node)))

    def entered(self, module):
        self.modules.append(self.known(module) or type(module).__name__)

    def left(self, module):
        self.modules.pop()


@contextmanager
def record(recorder: Recorder | None = None):
    """Record everything the engine does in the block; yields the recorder."""
    recorder = recorder or Recorder()
    with observer.observing(recorder):
        yield recorder
