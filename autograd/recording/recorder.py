"""The recorder, which turns the engine's calls into events: `with record() as recorder:`.

Ids are the recorder's own counters, kept on the objects themselves, so that no object is kept
alive. Values are those of the moment of the event: small arrays that could still be written are
copied, others are computed when they are handed out or before the engine writes. Lines, names,
formulas and numbers as text are computed only when `drain` hands events out.
"""

from __future__ import annotations

import traceback
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from inspect import unwrap
from itertools import chain
from sys import _getframe
from traceback import walk_tb
from typing import Any

from numpy import ndarray

from autograd.engine.backward import backward
from autograd.frontend.missing_names import suggest_for_error
from autograd.graph.views import ViewRebase
from autograd.ops.record import describe
from autograd.recording import events
from autograd.recording.deferred_events import DeferredEvents, write_event
from autograd.recording.external_writes import ExternalWrites
from autograd.recording.grad_events import GradEvents
from autograd.recording.ids import Ids
from autograd.recording.inserted_calls import InsertedCalls
from autograd.recording.library_calls import LibraryCalls
from autograd.recording.optimizers import Optimizers
from autograd.recording.source_lines import called_by_program, serials
from autograd.recording.stack import library_event
from autograd.recording.value_text import module_text
from autograd.recording.values import Values, memory_id
from autograd.recording.variables import Variables
from autograd.runtime import grad_mode, observer
from autograd.tensor.batched_tensor import unwrap_all
from autograd.tensor.mutation import externally_writable
from autograd.tensor.tensor import Tensor

NOT_SEEN = None, None

SWITCHES = grad_mode.set_grad_mode.__code__.co_filename  # the module of `no_grad` and its kin


class Recorder(observer.Observer):
    """An observer of the engine that records its calls as events.

    `filename` is the code whose lines are reported. After `event_limit` events the recording is
    full: a `full` follows, then only prints and the exception.
    """

    def __init__(self, filename: str = "<snippet>", event_limit: int | None = None):
        self.filename = filename
        self.ids = Ids()
        self.values = Values()
        self.log = log = DeferredEvents(filename, event_limit, self.ids, self.values)
        self.pending = log.pending
        self.stack = log.stack
        self.variables = log.variables = Variables(log)
        self.external_writes = log.external_writes = ExternalWrites(log)
        self.grads = log.grads = GradEvents(log)
        self.library_calls = LibraryCalls(log)
        self.optimizers = Optimizers(log)
        self.inserted_calls = InsertedCalls(self.variables)
        # Weak references to modules that were called, and their texts, by identity.
        self.module_texts: dict[int, tuple[Any, Any]] = {}
        self.has_ended = False  # whether `full` was handed out
        log.rebased = self.rebased
        # Methods of the parts: methods here that call them would cost 3 % of each op.
        vars(self).update(op=log.op, pair=log.pair, ran=log.ran, flowed=log.flowed,
                          passed=log.passed, freed=log.freed, accumulated=self.grads.accumulated)

    # -- what the server calls -----------------------------------------------------------------

    def drain(self) -> list[dict[str, Any]]:
        """Return the events not handed out yet, JSON-ready. Safe to call from a signal handler."""
        log, pending = self.log, self.pending
        count = len(pending)
        if count and pending[count - 1][0] is library_event:
            count -= 1  # its event is removed if nothing happens in the call
        batch = pending[:count]
        del pending[:count]
        log.remaining -= count
        if log.is_full:
            batch = self.without_engine(batch)
        return list(chain.from_iterable(map(self.read_entry, batch)))

    def read_entry(self, entry: Any) -> tuple[Any, ...] | list[Any]:
        """Return the events of one entry of `pending`."""
        if type(entry) is tuple:
            return entry[0](self.log, entry)
        return (events.to_json(entry, self.log.line_of),)

    def without_engine(self, batch: list[Any]) -> list[Any]:
        """Return `batch` without events of the engine from after the recording was full."""
        full = [i for i, entry in enumerate(batch) if type(entry) is events.Full]
        if not (full or self.has_ended):
            return batch  # a signal handler may call this before `Full` is written
        first = 0 if self.has_ended else full[0] + 1
        self.has_ended = True
        return batch[:first] + [
            x for x in batch[first:] if type(x) in (events.Print, events.Fail)]

    def on_full(self, call: Callable[[], None]) -> None:
        """Call `call()` once the recording is full."""
        self.log.on_full = call

    def fill(self) -> None:
        """End the recording here, as if it had reached its limit."""
        self.log.fill()

    def ops(self) -> dict[str, Any]:
        """Return descriptions (node name and TeX) of the ops used so far."""
        return {name: describe(op) for name, op in sorted(self.log.used_ops.items())}

    def name(self, name: str, value: Any, line: int | None) -> None:
        """Record that a variable was bound in the call that runs; its parts get names, too."""
        if not self.log.is_full:
            self.variables.bind(self.stack.running, name, value, line)

    def printed(self, text: str, how: str, line: int | None = None) -> None:
        """Record text that was written (`print`, `warning`) or a bare expression (`value`)."""
        self.external_writes.check_all()
        place = self.log.line()
        if len(self.pending) >= self.log.remaining:
            self.fill()
        self.pending.append(events.Print(text, how, place if line is None else line))

    def failed(self, error: BaseException) -> None:
        """Record the exception that ended the run: message, line, nodes and tensors to point at."""
        frames = [f for f in traceback.extract_tb(error.__traceback__)
                  if f.filename == self.filename]
        line = frames[-1].lineno if frames else getattr(error, "lineno", None)
        message = error.msg if isinstance(error, SyntaxError) else str(error)
        notes = [*getattr(error, "__notes__", ()), suggest_for_error(error)]
        message = "\n".join([message, *filter(None, notes)])
        if self.pending and ends_backward(self.pending[-1], error):
            self.pending.pop()  # the run ends within this backward
        self.stack.unwind(error.__traceback__)
        nodes, tensors = getattr(error, "blame", ((), ()))
        if self.log.is_full:
            nodes = tensors = ()  # they may not be recorded
        blame = {"nodes": [self.log.node(node) for node in nodes],
                 "tensors": [self.blamed_id(tensor, line) for tensor in tensors]}
        trail = [f"line {f.lineno}, in {f.name}" for f in frames]
        self.pending.append(events.Fail(type(error).__name__, message, line, blame, trail))

    def blamed_id(self, tensor: Tensor, line: Any) -> str:
        """Return the id of a tensor that an error names, of the result for its saved alias."""
        tensor = unwrap_all(tensor)
        for ref in self.ids.sharing.get(memory_id(tensor._array), ()):
            other = ref()
            if other is not None and other._array is tensor._array and (
                    known := self.ids.known(other)):
                return known
        return self.log.tensor(tensor, line)

    # -- the forward ---------------------------------------------------------------------------

    def converted(self, tensor: Tensor, by: str, made: Tensor | None) -> None:
        log = self.log
        if len(self.pending) >= log.remaining:
            return log.fill()
        if externally_writable:
            log.check_memory((tensor,))
        line = log.line()
        detail = {"tensor": log.tensor(tensor, line), "by": by,
                  "to": None if made is None else log.tensor(made, line)}
        log.emit(events.Mode("convert", detail, line))

    def reshaped(self, tensor: Tensor, by: str) -> None:
        if self.ids.known(tensor) is not None:
            (version,), value = tensor._counter, self.values.capture_tensor(tensor)
            self.log.emit((
                write_event, tensor._tape, version, value, by, None, self.log.line()))

    def rebased(self, tensor: Any, /) -> None:
        """Record as an op the view-rebase node in the history of `tensor`, if there is one."""
        edge = tensor._edge if isinstance(tensor, Tensor) else None
        if edge is None or not isinstance(edge[0], ViewRebase):
            return
        if self.ids.known(edge[0]) is not None:
            return
        self.log.node(edge[0])  # known from here on
        base = tensor if tensor._base is None else tensor._base
        self.log.op(edge[0].description, [base], {}, (tensor,), edge[0])

    def shared(self, tensor: Tensor, source: Tensor) -> None:
        self.ids.share(source)
        self.ids.share(tensor)
        if externally_writable:
            self.external_writes.end(tensor._array)

    def holding(self, array: Any) -> int:
        return self.values.count_holders(array) if type(array) is ndarray else 0

    def writing(self, tensor: Tensor, op: Any = None) -> None:
        if op is not None and "$self" in op.tex:
            self.log.tensor_number(tensor)  # an op's inputs are recorded before the write
        if externally_writable:
            self.external_writes.begin(tensor._array)
        self.values.preserve(tensor._array)
        if self.library_calls.before_step is not None:
            self.library_calls.copy_before_write(tensor)

    def wrote(self, tensor: Tensor, by: str) -> None:
        log, ids = self.log, self.ids
        line, memory, via = log.line(), memory_id(tensor._array), tensor._tape
        if ids.first <= via < ids.end:
            ids.share(tensor)
        else:
            via = None
        if externally_writable:
            self.external_writes.end(tensor._array)
        written = ids.tensors_in(memory)
        log.view_written = log.view_written or tensor._base is not None or len(written) > 1
        for each in written:
            (version,) = each._counter  # an inference tensor's `_version` raises
            log.emit((
                write_event, each._tape, version, self.values.capture_tensor(each), by,
                None if each is tensor else via, line,
            ))
        self.grads.written(tensor, memory, by, line)
        for rebased in (tensor._base, tensor):
            self.rebased(rebased)

    def grad_mode(self, enabled: bool, by: str) -> None:
        within = called_by_program(_getframe(1), self.filename, SWITCHES)
        detail = {"enabled": enabled, "by": by, "within": within}
        self.log.emit(events.Mode("grad_mode", detail, self.log.line()))

    def detached(self, tensor: Tensor, source: Tensor) -> None:
        line = self.log.line()
        of = self.log.tensor(source, line)
        detail = {"tensor": self.ids.tensor_id(self.ids.number_tensor(tensor)), "of": of}
        self.shared(tensor, source)
        self.log.emit(events.Mode("detach", detail, line))

    def required(self, tensor: Tensor) -> None:
        if self.ids.known(tensor) is None:
            return
        leaf = self.ids.accumulator(tensor)
        detail = {"tensor": self.log.tensor(tensor), "requires_grad": tensor._requires_grad,
                  "accumulate": None if leaf is None else self.ids.node_id(leaf)}
        self.log.emit(events.Mode("requires_grad_", detail, self.log.line()))

    # -- the backward --------------------------------------------------------------------------

    def backward_began(
        self, api: str, roots: Sequence[Tensor], seeds: Sequence[Any], retain_graph: Any,
        create_graph: Any, inputs: Sequence[Tensor] | None,
    ) -> None:  # fmt: skip
        self.external_writes.check_all()
        log, grads = self.log, self.grads
        line = log.line()
        outer = grads.running[-1] if grads.running else None
        grads.calls += 1
        grads.running.append(grads.calls)
        self.values.is_meta = any(root._meta for root in roots)
        starts = [self.described_root(root, seed, line) for root, seed in zip(roots, seeds)]
        ids = None if inputs is None else [log.tensor(x, line) for x in inputs]
        log.emit(events.Backward("begin", grads.calls, {
            "api": api, "within": outer, "roots": starts, "retain_graph": bool(retain_graph),
            "create_graph": bool(create_graph), "inputs": ids, **grads.kept_graphs(),
        }, line))
        grads.watch_roots(grads.calls, [root._edge[0] for root in roots if root._edge])

    def described_root(self, root: Tensor, seed: Any, line: Any) -> dict[str, Any]:
        """Describe one root of a backward call, with its node and its gradient."""
        self.rebased(root)
        tid = self.log.tensor(root, line)
        leaf = self.log.node_number(root._edge[0]) if root._edge else self.ids.accumulator(root)
        return {"tensor": tid, "node": None if leaf is None else self.ids.node_id(leaf),
                "nr": root.output_nr, "seed": self.values.capture_tensor(seed)}

    def backward_ended(self, results: Sequence[tuple[Tensor, Any]], failed: bool = False) -> None:
        shown = [{"tensor": self.log.tensor(x),
                  "value": None if g is None else self.values.capture_tensor(g)}
                 for x, g in results]
        detail = {"failed": failed, "results": shown}
        self.values.is_meta = False
        self.log.emit(
            events.Backward("end", self.grads.running.pop(), detail, self.log.line()))

    def backward_failed(self) -> None:
        self.backward_ended([], failed=True)

    def hooked(
        self, where: str, node: Any, tensor: Tensor | None, function: Any, before: Any, after: Any
    ) -> None:
        log = self.log
        log.emit(events.Hook(
            where, None if node is None else log.node(node),
            None if tensor is None else log.tensor(tensor),
            getattr(function, "__name__", type(function).__name__),
            log.capture(before), log.capture(after),
        ))

    # -- calls of modules and of the library ---------------------------------------------------

    def entered(self, module: Any) -> None:
        self.log.line()  # so that the functions around it get their numbers before it
        name = self.variables.paths.module_path(module) or type(module).__name__
        seen, text = self.module_texts.get(id(module), NOT_SEEN)
        if seen is None or seen() is not module:
            text = module_text(module)
            self.module_texts[id(module)] = weakref.ref(module), text
        self.log.modules.append((name, next(serials), text))

    def left(self, module: Any) -> None:
        self.log.modules.pop()

    def optimizer_made(self, optimizer: Any) -> None:
        self.optimizers.emit_if_changed(optimizer, self.log.line())

    def group_added(self, optimizer: Any) -> None:
        if self.optimizers.knows(optimizer):
            self.optimizers.emit_if_changed(optimizer, self.log.line())

    def step_called(self, optimizer: Any, step: Any) -> None:
        code = getattr(unwrap(step), "__code__", None)
        if not self.log.is_full:
            self.stack.step = code, self.optimizers.describe_call(optimizer, True, self.log.line())

    def library_entered(self, name: str, optimizer: Any) -> None:
        self.external_writes.check_all()
        line, is_step = self.log.line(), name.endswith(".step")
        described = {} if optimizer is None else self.optimizers.describe_call(
            optimizer, is_step, line)
        self.library_calls.enter(name, line, is_step, described)

    def library_left(self, result: Any, raised: bool) -> None:
        self.library_calls.leave(result, raised)


def ends_backward(event: Any, error: BaseException) -> bool:
    """Return whether an event is the end of the backward call that an exception came out of."""
    return (type(event) is events.Backward and event.detail.get("failed", False)
            and any(frame.f_code is backward.__code__
                    for frame, _ in walk_tb(error.__traceback__)))


@contextmanager
def record(recorder: Recorder | None = None) -> Iterator[Recorder]:
    """Record everything the engine does in the block; yields the recorder."""
    recorder = recorder or Recorder()
    with observer.observing(recorder):
        try:
            yield recorder
        finally:
            recorder.external_writes.check_all()
