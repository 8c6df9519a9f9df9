"""The events of what was written down in haste, made when they are handed out.

Each function makes the events, in the form of the run document, of one kind of tuple;
`deferred_writer.py` says what is in them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import itemgetter
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.backward import backward
from autograd.recording.events import Backward, encoded
from autograd.recording.short import plain_text, type_name
from autograd.recording.source_lines import COMPREHENSIONS, calls_at
from autograd.recording.values import plain_value

if TYPE_CHECKING:
    from autograd.recording.recorder import Recorder


def leaf_event(tape: Recorder, told: tuple[Any, ...]) -> tuple[Any, ...]:
    """A tensor that no recorded op made was first seen."""
    _, number, value, requires_grad, accumulate, parameter, grad_of, place = told
    return ({
        "kind": "leaf", "tensor": tape.tid(number), "value": encoded(value),
        "requires_grad": requires_grad,
        "accumulate": None if accumulate is None else tape.nid(accumulate),
        "parameter": parameter, "grad_of": None if grad_of is None else tape.tid(grad_of),
        "line": tape.line_of(place),
    },)


def op_event(tape: Recorder, told: tuple[Any, ...]) -> tuple[Any, ...]:
    """An op returned: an input is a tensor's number, or a plain value in a tuple of its own."""
    _, op, inputs, params, outputs, node, saved, grad_mode, during, modules, place = told
    tape.used_ops[op.name] = op
    calls = sorted([*calls_at(place), *modules], key=itemgetter(1))
    return ({
        "kind": "op", "op": op.name,
        "inputs": [operand(tape, op.slot(i), x) for i, x in enumerate(inputs)],
        "params": encoded(params),
        "outputs": [
            {"tensor": tape.tid(number), "value": encoded(value), "requires_grad": requires_grad,
             "view_of": None if source is None else tape.tid(source)}
            for number, value, requires_grad, source in outputs
        ],
        "node": None if node is None else described(tape, op, *node),
        "saved": saved_values(tape, inputs, outputs, *saved),
        "grad_mode": grad_mode,
        "during": None if during is None else tape.nid(during),
        "scope": [name for name, _ in calls],
        "calls": [tape.numbers.setdefault(call, len(tape.numbers) + 1) for _, call in calls],
        "line": tape.line_of(place),
    },)


def pair_event(tape: Recorder, told: tuple[Any, ...]) -> tuple[Any, ...]:
    """An op of the fast lane returned: it made bytes of an array of `form`, or one that waits."""
    _, op, left, right, *versions, number, data, form, nid, plan, kind, one, one_nr = told[:14]
    two, two_nr, grad_mode, during, modules, place = told[14:]
    ((shape, dtype),) = form
    value = opened((data, form[0])) if type(data) is bytes else data
    made = [(number, value, nid is not None, None)]
    described: Any = None
    saved: tuple[Any, list[Any]] = (None, [])
    if nid is not None:
        edges = [None if one is None else (one, one_nr), None if two is None else (two, two_nr)]
        described = nid, kind, edges
        size = math.prod(shape) * dtype.itemsize
        saved = plan, [(versions[i], size) for i in plan.saved_inputs]
    return op_event(tape, (
        None, op, (left, right), {}, made, described, saved, grad_mode, during, modules, place,
    ))


def convert_event(tape: Recorder, told: tuple[Any, ...]) -> tuple[Any, ...]:
    """The numbers of a tensor went where autograd does not follow."""
    _, number, by, made, place = told
    return ({
        "kind": "mode", "what": "convert", "tensor": tape.tid(number), "by": by,
        "to": None if made is None else tape.tid(made), "line": tape.line_of(place),
    },)


def opened(told: Any) -> Any:
    """What was told of a value: of a small one its bytes, in a tuple with its shape and dtype."""
    if type(told) is not tuple:
        return told
    data, (shape, dtype) = told
    return np.frombuffer(data, dtype).reshape(shape)


def operand(tape: Recorder, slot: str, x: Any) -> dict[str, Any]:
    """One input of an op: a tensor by id, or a plain number."""
    if type(x) is tuple:
        return {"slot": slot, "number": encoded(plain_value(x[0]))}
    return {"slot": slot, "tensor": tape.tid(x)}


def described(
    tape: Recorder, op: Any, number: int, kind: type, edges: Sequence[Any]
) -> dict[str, Any]:
    """The node of an op."""
    return {"id": tape.nid(number), "name": kind.__name__, "edges": [
        {"slot": op.slot(i), "to": None, "nr": 0} if edge is None else
        {"slot": op.slot(i), "to": tape.nid(edge[0]), "nr": edge[1]}
        for i, edge in enumerate(edges)
    ]}


def saved_values(
    tape: Recorder, inputs: Sequence[Any], outputs: Sequence[Any], plan: Any, sizes: Any
) -> list[Any]:
    """What a node saved, by the formula's names; `sizes` are versions and bytes of the tensors."""
    if plan is None:
        return sizes
    numbers = [inputs[i] for i in plan.saved_inputs] + [outputs[i][0] for i in plan.saved_outputs]
    plain = [(name, inputs[i][0]) for name, i in zip(plan.plain_names, plan.plain_inputs)]
    return [
        {"name": name, "tensor": tape.tid(number), "version": version, "bytes": size}
        for name, number, (version, size) in zip(plan.saved_names, numbers, sizes)
    ] + [
        {"name": name, "number": encoded(plain_value(x))} for name, x in plain if x is not None
    ]


def write_event(tape: Recorder, told: tuple[Any, ...]) -> tuple[Any, ...]:
    """A tensor's memory was changed in place, perhaps `via` another tensor that lies over it."""
    _, number, version, value, by, via, place = told
    return ({
        "kind": "write", "tensor": tape.tid(number), "version": version, "value": encoded(value),
        "by": by, "via": None if via is None else tape.tid(via), "line": tape.line_of(place),
    },)


def grad_event(tape: Recorder, told: tuple[Any, ...]) -> tuple[Any, ...]:
    """A `.grad` was written."""
    _, number, node, before, added, after, by, call, place = told
    return ({
        "kind": "grad", "tensor": tape.tid(number),
        "node": None if node is None else tape.nid(node),
        "before": encoded(before), "added": encoded(added), "after": encoded(after),
        "by": by, "call": call, "line": tape.line_of(place),
    },)


def run_event(tape: Recorder, told: tuple[Any, ...]) -> tuple[Any, ...]:
    """A node begins."""
    _, node, grads = told
    event = {"kind": "run", "node": tape.nid(node), "grads": [encoded(grad) for grad in grads]}
    if node in tape.untold:
        event["name"] = tape.untold[node]
    return (event,)


def flow_event(tape: Recorder, told: tuple[Any, ...]) -> tuple[Any, ...]:
    """One contribution went along one edge."""
    _, node, edge, to, nr, value, total, arrived, needed = told
    shown = encoded(value)
    event = {
        "kind": "flow", "node": tape.nid(node), "edge": edge, "to": tape.nid(to), "nr": nr,
        "value": shown, "sum": shown if total is value else encoded(total),
        "arrived": arrived, "needed": needed,
    }
    if to in tape.untold:
        event["name"] = tape.untold[to]
    return (event,)


def free_event(tape: Recorder, told: tuple[Any, ...]) -> tuple[Any, ...]:
    """A node let go of what it saved."""
    return ({"kind": "free", "node": tape.nid(told[1])},)


def passed_events(tape: Recorder, told: tuple[Any, ...]) -> list[Any]:
    """A node ran, sent one gradient along one edge, and may have let go of what it saved."""
    _, node, grad, edge, to, nr, value, total, freed = told
    grad, value = opened(grad), opened(value)
    total = value if total is None else total
    return [
        *run_event(tape, (None, node, [grad])),
        *flow_event(tape, (None, node, edge, to, nr, value, total, 1, 1)),
        *(free_event(tape, (None, node)) if freed else ()),
    ]


def enter_event(tape: Recorder, told: tuple[Any, ...]) -> tuple[Any, ...]:
    """A function of the program began, or a generator goes on."""
    _, number, code, caller, place = told
    name = code.co_name
    of = ("comprehension" if name in COMPREHENSIONS else
          "lambda" if name == "<lambda>" else "function")
    return ({
        "kind": "enter", "frame": number, "of": of,
        "name": code.co_qualname.rpartition("<locals>.")[2], "caller": caller,
        "from": tape.line_of(place), "line": tape.stack.heads.get(code, code.co_firstlineno),
    },)


def library_event(tape: Recorder, told: tuple[Any, ...]) -> tuple[Any, ...]:
    """A call of the library began whose inside is one step."""
    _, number, name, caller, place = told
    line = tape.line_of(place)
    return ({
        "kind": "enter", "frame": number, "of": "library", "name": name, "caller": caller,
        "from": line, "line": line,
    },)


def leave_event(tape: Recorder, told: tuple[Any, ...]) -> tuple[Any, ...]:
    """A call ended, or a generator waits."""
    _, number, how, result, place = told
    if type(result) is tuple:  # the result of a function: a plain value, or what its text was
        result = told_value(*result)[1]
    return ({
        "kind": "leave", "frame": number, "how": how, "result": result,
        "line": tape.line_of(place),
    },)


def value_event(tape: Recorder, told: tuple[Any, ...]) -> tuple[Any, ...]:
    """A name of a frame was bound to what is no tensor, or unbound."""
    _, number, name, content, line = told
    if type(name) is not str:
        return ()  # the program itself has called what it is rewritten to call
    kind, text = told_value(content)
    return ({"kind": "value", "frame": number, "name": name, "type": kind, "text": text,
             "line": line},)


def latest_events(tape: Recorder, told: tuple[Any, ...]) -> list[Any]:
    """The last values of names whose lines have told many."""
    return [event for (number, name), (content, line) in told[1].items()
            for event in value_event(tape, (None, number, name, content, line))]


def is_end_by(told: Any, error: BaseException) -> bool:
    """Whether an event is the end of the backward call that an exception came out of."""
    return (type(told) is Backward and told.detail.get("failed", False)
            and any(frame.f_code is backward.__code__
                    for frame, _ in walk_tb(error.__traceback__)))


def told_value(content: Any) -> tuple[Any, ...]:
    """The type's name and the text of a value: a plain one, or both already."""
    return content if type(content) is tuple else (type_name(content), plain_text(content))
