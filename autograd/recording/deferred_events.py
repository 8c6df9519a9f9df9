"""Deferred events: tuples written while the program runs, converted when they are handed out.

A tuple begins with the function that makes its events. It holds numbers of tensors and nodes,
arrays that are never written or their bytes, and places in the program: nothing that is slow to get
or that keeps a tensor or a node alive. Events of calls, names and gradients are written and read in
`stack.py`, `variables.py` and `grad_events.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from operator import itemgetter
from sys import _getframe, maxsize
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import ndarray

from autograd.graph.accumulate_grad import AccumulateGrad
from autograd.graph.node import NoPlan
from autograd.recording.events import FEW, Full, encode
from autograd.recording.source_lines import Call, Lines, Place, calls_at, place_of
from autograd.recording.stack import Stack
from autograd.recording.value_text import modules_json
from autograd.recording.values import MetaValue, Values, memory_id, params_to_json, value_to_json
from autograd.runtime import interpreters
from autograd.runtime.execution_state import execution
from autograd.tensor.batched_tensor import BatchedArray, unwrap_all
from autograd.tensor.mutation import externally_writable
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.recording.external_writes import ExternalWrites
    from autograd.recording.grad_events import GradEvents
    from autograd.recording.ids import Ids
    from autograd.recording.variables import Variables

NOTHING_SAVED: tuple[None, list[Any]] = (None, [])
NO_GRADIENT = None, None


class DeferredEvents:
    """The events of one recorder not handed out yet, with the callbacks that write frequent ones.

    The recorder's callbacks `op`, `pair`, `ran`, `flowed`, `passed`, `freed` are bound methods of
    this object, so that no call is added to each op.
    """

    variables: Variables
    grads: GradEvents
    external_writes: ExternalWrites
    rebased: Callable[[Any], None]  # emits view-rebase nodes

    def __init__(self, filename: str, event_limit: int | None, ids: Ids, values: Values):
        self.filename = filename
        self.remaining = maxsize if event_limit is None else event_limit  # events until full
        self.is_full = False
        self.pending: list[Any] = []  # events and tuples, in order of time
        self.ids, self.values = ids, values
        self.first, self.end = ids.first, ids.end
        self.capture: Callable[[Any], Any] = values.capture
        self.capture_array: Callable[[Any], Any] = values.capture_array
        self.capture_twice: Callable[[Any], tuple[Any, Any]] = values.capture_twice
        self.on_full: Callable[[], None] = lambda: None
        self.line_of = Lines().line
        self.used_ops: dict[str, Any] = {}  # by name
        self.call_numbers: dict[int, int] = {}  # of calls in events, by serial
        self.stack = Stack(filename, self.emit)
        # Running calls of modules: their names, serials and texts; the last text of each name.
        self.modules: list[tuple[str, int, tuple[str, str]]] = []
        self.module_texts: dict[str, tuple[str, str]] = {}
        self.passed_on: tuple[Any, Any] = NO_GRADIENT  # a node and the copy it was sent
        self.view_written = False  # whether a write may have changed the history of a view

    def emit(self, event: Any) -> None:
        """Append one event, if there is room for it."""
        if len(self.pending) >= self.remaining:
            return self.fill()
        self.pending.append(event)

    def fill(self) -> None:
        """End the recording here: later calls of the engine emit nothing, and cost little."""
        if self.is_full:
            return
        self.is_full, self.remaining = True, -maxsize
        self.capture = self.capture_array = lambda value: None
        self.capture_twice = lambda value: (None, None)
        self.pending.append(Full(self.line()))
        self.on_full()

    def line(self) -> Place | None:
        """Return the source position that is running now."""
        frame = _getframe(1)
        place = place_of(frame, self.filename)
        if place is not None and place[2] is not self.stack.running and not self.is_full:
            self.stack.follow(frame)
        return place

    def tensor(self, tensor: Tensor, line: Any = None) -> str:
        """Return the id of a tensor; one that is first seen here becomes a `leaf` event."""
        return self.ids.tensor_id(self.tensor_number(tensor, line))

    def tensor_number(self, tensor: Tensor, line: Any = None) -> int:
        """Return the number of a tensor; emit a `leaf` event if it has none yet."""
        number = tensor._tape
        if self.first <= number < self.end:
            return number
        if type(tensor._array) is BatchedArray:
            return self.tensor_number(unwrap_all(tensor), line)
        ids = self.ids
        saved = None if tensor._edge is None else ids.saved_by_function(tensor)
        if saved is not None:
            tensor._tape = saved
            return saved
        array, number = tensor._array, ids.number_tensor(tensor)
        line = self.line() if line is None else line
        ids.share(tensor)
        self.emit((
            leaf_event, number, self.values.capture_tensor(tensor), tensor._requires_grad,
            ids.accumulator(tensor) if tensor._requires_grad else None,
            type(tensor) is not Tensor and getattr(tensor, "_is_param", False),
            self.grads.owner_of_grad(tensor) if -memory_id(array) in ids.sharing else None, line,
        ))
        self.variables.name_buffer(tensor, line)
        return number

    def node(self, node: Any) -> str:
        """Return the id of a node."""
        return self.ids.node_id(self.node_number(node))

    def node_number(self, node: Any) -> int:
        """Return the number of a node, given to it now if it has none."""
        number = node._tape
        if self.first <= number < self.end:
            return number
        ids = self.ids
        if type(node) is AccumulateGrad:
            self.tensor_number(node.variable)
            before = ids.next_node
            node._tape = ids.accumulator_of_leaf(node.variable)
            if ids.next_node > before:  # the event of the leaf does not name it
                ids.unnamed[node._tape] = type(node).__name__
        else:
            node._tape = ids.take_node_number()
            ids.unnamed[node._tape] = type(node).__name__
        return node._tape

    def op(self, op: Any, inputs: Any, params: dict[str, Any], outputs: Any, node: Any) -> None:
        """Append the deferred event of an op, which `op_event` reads."""
        if len(self.pending) >= self.remaining:
            return self.fill()
        place = place_of(_getframe(2), self.filename)
        if place is not None and place[2] is not self.stack.running:
            self.stack.follow(_getframe(2))
        if externally_writable:
            self.check_memory(inputs)
        if self.view_written:
            for x in inputs:
                if not any(x is output for output in outputs):
                    self.rebased(x)
        first, end, described, saved = self.first, self.end, None, NOTHING_SAVED
        given: list[Any] = []
        for x in inputs:
            if isinstance(x, Tensor):
                if not first <= x._tape < end:
                    if x._base is not None:
                        self.rebased(x)
                    self.tensor_number(x, place)
                given.append(x._tape)
            else:
                given.append((x,))
        made: Any = (self.describe_output(op, outputs[0]),) if len(outputs) == 1 else (
            [self.describe_output(op, x) for x in outputs])
        if interpreters.any_meta_tensors and any(isinstance(x, Tensor) and x._meta for x in inputs):
            made = [(number, MetaValue(x._array), *more)
                    for x, (number, _, *more) in zip(outputs, made)]
        if node is not None:
            described = self.describe_node(node)
            if node._held or node._extras:
                saved = self.describe_saved(node, inputs, outputs)
        running = execution.backward_node
        self.pending.append((
            op_event, op, given, params_to_json(params) if params else {}, made, described, saved,
            execution.grad_enabled, None if running is None else self.node_number(running),
            tuple(self.modules) if self.modules else (), place,
        ))

    def pair(self, op: Any, a: Tensor, b: Any, result: Any, node: Any) -> None:
        """Append the deferred event of a fast-path op, which `pair_event` reads."""
        if (self.view_written or interpreters.any_meta_tensors
                or len(self.pending) >= self.remaining):
            return self.op(op, (a, b), {}, (result,), node)
        frame = _getframe(2)
        call = frame.f_trace  # as `place_of`, without the call
        place = (call.code, frame.f_lasti, call) if type(call) is Call else (
            place_of(frame, self.filename))
        if place is not None and place[2] is not self.stack.running:
            self.stack.follow(frame)
        if externally_writable:
            self.check_memory((a, b))
        ids, first, end, left, right = self.ids, self.first, self.end, a._tape, (b,)
        if not first <= left < end:
            left = self.tensor_number(a, place)
        nid = plan = kind = one = two = one_nr = two_nr = version = None
        if isinstance(b, Tensor):
            right, (version,) = b._tape, b._counter  # an inference tensor's [0] raises
            if not first <= right < end:
                right = self.tensor_number(b, place)
        if node is not None:
            nid = node._tape = ids.next_node
            ids.next_node = nid + 1
            plan, kind, (to, other) = node._plan, type(node), node._edges
            if to is not None:
                to, one_nr = to
                one = to._tape if first <= to._tape < end else self.node_number(to)
            if other is not None:
                to, two_nr = other
                two = to._tape if first <= to._tape < end else self.node_number(to)
        number = result._tape = ids.next_tensor
        ids.next_tensor = number + 1
        running, array, (own_version,) = execution.backward_node, result._array, a._counter
        data = array.tobytes() if array.size <= FEW else self.values.defer(array)
        self.pending.append((
            pair_event, op, left, right, own_version, version, number, data, result._form,
            nid, plan, kind, one, one_nr, two, two_nr, execution.grad_enabled,
            None if running is None else self.node_number(running),
            tuple(self.modules) if self.modules else (), place))

    def check_memory(self, inputs: Sequence[Any]) -> None:
        """Emit writes from outside of the engine into memory that an op or a function reads."""
        for x in inputs:
            if isinstance(x, Tensor) and memory_id(x._array) in externally_writable:
                self.external_writes.check(x._array)

    def describe_output(self, op: Any, x: Any) -> tuple[Any, ...]:
        """Return one output of an op: number, value, whether it requires grad, whose view it is."""
        array, number, source = x._array, x._tape, None
        if not self.first <= number < self.end:  # other outputs were written in place
            ids = self.ids
            number = x._tape = ids.next_tensor
            ids.next_tensor = number + 1
        if op.view and x._view_of:
            source = self.tensor_number(x._view_of.source)
            self.ids.share(x._view_of.source)
            self.ids.share(x)
        value = array.copy() if array.size <= FEW else self.values.defer(array)
        return number, value, x._requires_grad, source

    def describe_node(self, node: Any) -> tuple[Any, ...]:
        """Return a node's number and type, and its edges as numbers."""
        first, end, number = self.first, self.end, node._tape
        edges: list[Any] = []
        if first <= number < end:
            self.ids.unnamed.pop(number, None)
        else:
            number = node._tape = self.ids.take_node_number()
        for edge in node._edges:
            if edge is not None:
                to = edge[0]._tape
                edge = to if first <= to < end else self.node_number(edge[0]), edge[1]
            edges.append(edge)
        return number, type(node), edges

    def describe_saved(
        self, node: Any, inputs: Sequence[Any], outputs: Sequence[Any]
    ) -> tuple[Any, ...]:
        """Return the plan of a node, and the version and size in bytes of each saved tensor."""
        plan = node._plan
        if plan is NoPlan:
            for x in outputs:
                self.ids.share(x)
            return None, [
                {"name": name, "tensor": self.tensor(x), "version": x._counter[0],
                 "bytes": x._array.nbytes}
                if isinstance(x, Tensor) else {"name": name, "number": value_to_json(x)}
                for name, x in node._shown(inputs, outputs) if x is not None
            ]
        sizes = []
        for i in plan.saved_inputs:
            x = inputs[i]
            sizes.append((x._counter[0], x._array.nbytes))
        for i in plan.saved_outputs:
            x = outputs[i]
            sizes.append((x._counter[0], x._array.nbytes))
            node._held[len(sizes) - 1][0]._tape = x._tape  # an alias: an error may point at it
        return plan, sizes

    def ran(self, node: Any, grads: Sequence[Any]) -> None:
        """Append the deferred event of a node that begins, which `run_event` reads."""
        if len(self.pending) >= self.remaining:
            return self.fill()
        self.passed_on = NO_GRADIENT
        capture = self.capture
        self.pending.append((
            run_event, self.node_number(node), [capture(grad) for grad in grads]))

    def flowed(
        self, node: Any, edge: int, value: Any, total: Any, arrived: int, needed: int
    ) -> None:
        """Append the deferred event of a gradient sent along one edge, which `flow_event` reads."""
        if len(self.pending) >= self.remaining:
            return self.fill()
        target, nr = node._edges[edge]
        shown, summed = self.capture_twice(value) if total is value else (
            self.capture(value), self.capture(total))
        self.pending.append((
            flow_event, self.node_number(node), edge, self.node_number(target), nr, shown, summed,
            arrived, needed,
        ))

    def passed(self, node: Any, grad: Any, edge: int, value: Any, freed: bool) -> None:
        """Append the deferred event of a node of a chain; `passed_events` makes two or three of it.
        """
        self.remaining -= 1 + freed
        if len(self.pending) >= self.remaining:
            self.remaining += 1 + freed
            self.ran(node, [grad])
            self.flowed(node, edge, value, value, 1, 1)
            return self.freed(node) if freed else None
        first, end, number = self.first, self.end, node._tape
        target, nr = node._edges[edge]
        to = target._tape
        if not first <= number < end:
            number = self.node_number(node)
        if not first <= to < end:
            to = self.node_number(target)
        came, arrived = self.passed_on
        grad = arrived if came == number else self.capture(grad)
        if type(value) is ndarray and value.size <= FEW and not self.values.is_meta:
            value = value.tobytes(), target.metadata_of_outputs[nr]
            self.passed_on = to, value
            total = None
        else:
            self.passed_on = NO_GRADIENT
            value, total = self.capture_twice(value)
        self.pending.append((
            passed_events, number, grad, edge, to, nr, value, total, freed,
        ))

    def freed(self, node: Any) -> None:
        """Append the deferred event of a node that freed saved values, which `free_event` reads."""
        if len(self.pending) >= self.remaining:
            return self.fill()
        self.pending.append((free_event, self.node_number(node)))


def leaf_event(log: DeferredEvents, entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """Make the event of a tensor that no recorded op made, when it is first seen."""
    _, number, value, requires_grad, accumulate, parameter, grad_of, place = entry
    ids = log.ids
    return ({
        "kind": "leaf", "tensor": ids.tensor_id(number), "value": encode(value),
        "requires_grad": requires_grad,
        "accumulate": None if accumulate is None else ids.node_id(accumulate),
        "parameter": parameter, "grad_of": None if grad_of is None else ids.tensor_id(grad_of),
        "line": log.line_of(place),
    },)


def op_event(log: DeferredEvents, entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """Make the event of an op; an input is a tensor's number, or a plain value in a tuple."""
    _, op, inputs, params, outputs, node, saved, grad_mode, during, modules, place = entry
    log.used_ops[op.name] = op
    ids, numbers = log.ids, log.call_numbers
    calls: list[Any] = sorted([*calls_at(place), *modules], key=itemgetter(1))
    return ({
        "kind": "op", "op": op.name,
        "inputs": [input_json(ids, op.slot(i), x) for i, x in enumerate(inputs)],
        "params": encode(params),
        "outputs": [
            {"tensor": ids.tensor_id(number), "value": encode(value),
             "requires_grad": requires_grad,
             "view_of": None if source is None else ids.tensor_id(source)}
            for number, value, requires_grad, source in outputs
        ],
        "node": None if node is None else node_json(ids, op, *node),
        "saved": saved_json(ids, inputs, outputs, *saved),
        "grad_mode": grad_mode,
        "during": None if during is None else ids.node_id(during),
        "scope": [name for name, *_ in calls],
        "calls": [numbers.setdefault(call, len(numbers) + 1) for _, call, *_ in calls],
        "line": log.line_of(place), **modules_json(log.module_texts, modules),
    },)


def pair_event(log: DeferredEvents, entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """Make the event of a fast-path op; its value is bytes of an array of `form`, or deferred.
    """
    _, op, left, right, *versions, number, data, form, nid, plan, kind, one, one_nr = entry[:14]
    two, two_nr, grad_mode, during, modules, place = entry[14:]
    ((shape, dtype),) = form
    value = open_value((data, form[0])) if type(data) is bytes else data
    made = [(number, value, nid is not None, None)]
    described: Any = None
    saved: tuple[Any, list[Any]] = (None, [])
    if nid is not None:
        edges = [None if one is None else (one, one_nr), None if two is None else (two, two_nr)]
        described = nid, kind, edges
        size = math.prod(shape) * dtype.itemsize
        saved = plan, [(versions[i], size) for i in plan.saved_inputs]
    return op_event(log, (
        None, op, (left, right), {}, made, described, saved, grad_mode, during, modules, place,
    ))


def open_value(content: Any) -> Any:
    """Return the array of a tuple of bytes, shape and dtype; other values unchanged."""
    if type(content) is not tuple:
        return content
    data, (shape, dtype) = content
    return np.frombuffer(data, dtype).reshape(shape)


def input_json(ids: Ids, slot: str, x: Any) -> dict[str, Any]:
    """Describe one input of an op: a tensor by id, or a plain number."""
    if type(x) is tuple:
        return {"slot": slot, "number": encode(value_to_json(x[0]))}
    return {"slot": slot, "tensor": ids.tensor_id(x)}


def node_json(
    ids: Ids, op: Any, number: int, kind: type, edges: Sequence[Any]
) -> dict[str, Any]:
    """Describe the node of an op."""
    return {"id": ids.node_id(number), "name": kind.__name__, "edges": [
        {"slot": op.slot(i), "to": None, "nr": 0} if edge is None else
        {"slot": op.slot(i), "to": ids.node_id(edge[0]), "nr": edge[1]}
        for i, edge in enumerate(edges)
    ]}


def saved_json(
    ids: Ids, inputs: Sequence[Any], outputs: Sequence[Any], plan: Any, sizes: Any
) -> list[Any]:
    """Describe what a node saved, by the formula's names; `sizes` are versions and bytes."""
    if plan is None:
        return sizes
    numbers = [inputs[i] for i in plan.saved_inputs] + [outputs[i][0] for i in plan.saved_outputs]
    plain = [(name, inputs[i][0]) for name, i in zip(plan.scalar_names, plan.scalar_inputs)]
    return [
        {"name": name, "tensor": ids.tensor_id(number), "version": version, "bytes": size}
        for name, number, (version, size) in zip(plan.saved_names, numbers, sizes)
    ] + [
        {"name": name, "number": encode(value_to_json(x))} for name, x in plain if x is not None
    ]


def write_event(log: DeferredEvents, entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """Make the event of a write in place, perhaps `via` another tensor in the same memory."""
    _, number, version, value, by, via, place = entry
    ids = log.ids
    return ({
        "kind": "write", "tensor": ids.tensor_id(number), "version": version,
        "value": encode(value), "by": by, "via": None if via is None else ids.tensor_id(via),
        "line": log.line_of(place),
    },)


def run_event(log: DeferredEvents, entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """Make the event of a node that begins."""
    _, node, grads = entry
    event = {
        "kind": "run", "node": log.ids.node_id(node), "grads": [encode(grad) for grad in grads]}
    if node in log.ids.unnamed:
        event["name"] = log.ids.unnamed[node]
    return (event,)


def flow_event(log: DeferredEvents, entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """Make the event of one gradient that went along one edge."""
    _, node, edge, to, nr, value, total, arrived, needed = entry
    ids, shown = log.ids, encode(value)
    event = {
        "kind": "flow", "node": ids.node_id(node), "edge": edge, "to": ids.node_id(to), "nr": nr,
        "value": shown, "sum": shown if total is value else encode(total),
        "arrived": arrived, "needed": needed,
    }
    if to in ids.unnamed:
        event["name"] = ids.unnamed[to]
    return (event,)


def free_event(log: DeferredEvents, entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """Make the event of a node that freed saved values."""
    return ({"kind": "free", "node": log.ids.node_id(entry[1])},)


def passed_events(log: DeferredEvents, entry: tuple[Any, ...]) -> list[Any]:
    """Make the events of a node that ran and sent one gradient along one edge."""
    _, node, grad, edge, to, nr, value, total, freed = entry
    grad, value = open_value(grad), open_value(value)
    total = value if total is None else total
    return [
        *run_event(log, (None, node, [grad])),
        *flow_event(log, (None, node, edge, to, nr, value, total, 1, 1)),
        *(free_event(log, (None, node)) if freed else ()),
    ]
