"""The exact schema of events in JSON, as docs/run-document.md defines it.

The tests are a table, so that this file and the document can be compared side by side.
"""

import binascii
from functools import partial

from server.sandbox.value_schema import (
    Test, anything, by_field, either, is_count, is_flag, is_index, is_line, is_node, is_number,
    is_plain, is_tensor, is_text, is_value, listed, one_of, or_null, record,
)

_ENTRIES = 16  # most tensors of a container in one event
_ODD = 64  # most entries of a slice that are not finite
_ROWS = 20  # most slopes of a check


def is_event(event: object) -> bool:
    """Return whether `event` has the form of its kind."""
    if type(event) is not dict:
        return False
    form = _EVENTS.get(event.get("kind")) if type(event.get("kind")) is str else None
    return form is not None and form(event)


_maybe_value = or_null(is_value)
_maybe_node = or_null(is_node)
_maybe_tensor = or_null(is_tensor)


_input = either(record(slot=is_text, tensor=is_tensor), record(slot=is_text, number=is_plain))
_OUTPUT = record(tensor=is_tensor, value=is_value, requires_grad=is_flag, view_of=_maybe_tensor)
_EDGE = record(slot=or_null(is_text), to=_maybe_node, nr=is_index)
_NODE = record(id=is_node, name=is_text, edges=listed(_EDGE))
_saved = either(
    record(name=is_text, tensor=is_tensor, version=is_index, bytes=is_count),
    record(name=is_text, number=is_plain),
)
_ROOT = record(tensor=is_tensor, node=_maybe_node, nr=is_index, seed=is_value)

_at = partial(record, kind=anything, line=is_line)
_BEGIN = dict(
    kind=anything, line=is_line, phase=anything, call=is_index, api=one_of("backward", "grad"),
    within=or_null(is_index), roots=listed(_ROOT), retain_graph=is_flag, create_graph=is_flag,
    inputs=or_null(listed(is_tensor)),
)  # fmt: skip
_FINISH = _at(
    phase=anything, call=is_index, failed=is_flag,
    results=listed(record(tensor=is_tensor, value=_maybe_value)),
)  # fmt: skip

_OP = dict(
    kind=anything, op=is_text, inputs=listed(_input), params=is_plain, outputs=listed(_OUTPUT),
    node=or_null(_NODE), saved=listed(_saved), grad_mode=is_flag, during=_maybe_node,
    scope=listed(is_text), calls=listed(is_index), line=is_line,
)  # fmt: skip
_MODULE = record(name=is_text, type=is_text, extra=is_text)
_has_op_form = either(record(**_OP), record(**_OP, modules=listed(_MODULE)))


def _op(value: object) -> bool:
    return _has_op_form(value) and len(value["scope"]) == len(value["calls"])


_RUN = dict(kind=anything, node=is_node, grads=listed(_maybe_value))
_FLOW = dict(
    kind=anything, node=is_node, edge=is_index, to=is_node, nr=is_index, value=is_value,
    sum=is_value, arrived=is_index, needed=is_index,
)

_ENTER = dict(
    kind=anything, frame=is_index, name=is_text, caller=is_index, line=is_line,
    of=one_of("function", "lambda", "comprehension", "library"), **{"from": is_line},
)  # fmt: skip
_VALUE = dict(
    kind=anything, line=is_line, frame=is_index, name=is_text, type=or_null(is_text),
    text=or_null(is_text),
)  # fmt: skip


def _are_named(value: object) -> bool:
    """Return whether `value` maps the paths of entries of a container to tensors."""
    return (type(value) is dict and 0 < len(value) <= _ENTRIES
            and all(map(is_tensor, value.values())))


_RATE = or_null(is_number)

_EVENTS: dict[str, Test] = {
    "leaf": _at(
        tensor=is_tensor, value=is_value, requires_grad=is_flag, accumulate=_maybe_node,
        parameter=is_flag, grad_of=_maybe_tensor,
    ),
    "op": _op,
    "name": _at(tensor=is_tensor, name=is_text, frame=is_index),
    "value": either(record(**_VALUE), record(**_VALUE, tensors=_are_named)),
    "enter": either(
        record(**_ENTER), record(**_ENTER, optimizer=is_index),
        record(**_ENTER, optimizer=is_index, rates=listed(_RATE)),
    ),
    "leave": _at(frame=is_index, how=one_of("return", "yield", "raise"), result=is_plain),
    "optimizer": _at(
        optimizer=is_index, name=is_text, first=is_index,
        groups=listed(record(params=listed(is_tensor), lr=_RATE)),
    ),
    "write": _at(tensor=is_tensor, version=is_index, value=is_value, by=is_text, via=_maybe_tensor),
    "mode": by_field(
        "what",
        grad_mode=_at(what=anything, enabled=is_flag, by=is_text, within=or_null(is_text)),
        detach=_at(what=anything, tensor=is_tensor, of=is_tensor),
        requires_grad_=_at(
            what=anything, tensor=is_tensor, requires_grad=is_flag, accumulate=_maybe_node),
        convert=_at(what=anything, tensor=is_tensor, by=is_text, to=_maybe_tensor),
    ),
    "backward": by_field(
        "phase", end=_FINISH,
        begin=either(record(**_BEGIN), record(**_BEGIN, kept=is_index, oldest=is_index)),
    ),
    "run": either(record(**_RUN), record(**_RUN, name=is_text)),
    "flow": either(record(**_FLOW), record(**_FLOW, name=is_text)),
    "hook": record(
        kind=anything, node=_maybe_node, tensor=_maybe_tensor, name=is_text, before=_maybe_value,
        after=_maybe_value,
        where=one_of("tensor", "node_pre", "node_post", "retain_grad", "post_accumulate"),
    ),
    "grad": _at(
        tensor=is_tensor, node=_maybe_node, before=_maybe_value, added=_maybe_value,
        after=_maybe_value, call=or_null(is_index),
        by=one_of("accumulate", "retain_grad", "zero_grad", "user", "write"),
    ),
    "free": record(kind=anything, node=is_node),
    "full": _at(),
    "print": _at(text=is_text, how=one_of("print", "value", "warning")),
    "fail": _at(
        type=is_text, message=is_text, traceback=listed(is_text),
        blame=record(nodes=listed(is_node), tensors=listed(is_tensor)),
    ),
}  # fmt: skip


_DESCRIPTION = record(node=is_text, outputs=listed(is_text), forward=is_text, gradients=is_plain)


def is_ops(value: object) -> bool:
    """Return whether `value` maps names of ops to their descriptions."""
    return type(value) is dict and all(map(_DESCRIPTION, value.values()))


_REFUSALS = (
    "nothing", "complex", "in_place", "transform", "large", "random", "narrow", "forward",
    "backward", "failed",
)
_SLOPE = either(is_number, one_of("nan", "inf", "-inf"))
_CHECK = record(
    custom=is_flag, refused=or_null(one_of(*_REFUSALS)), message=or_null(is_text), each=is_flag,
    eps=is_number, rounding=or_null(is_number),
    operands=listed(record(
        slot=is_text, entries=is_count, tried=is_count, differing=is_count, kinks=is_count)),
    rows=listed(record(
        slot=is_text, index=listed(is_count), output=or_null(is_count), analytic=_SLOPE,
        numeric=_SLOPE, left=_SLOPE, right=_SLOPE,
        reason=one_of("kink", "jump", "nonfinite", "missing", "other"))),
)  # fmt: skip


def is_check(value: object) -> bool:
    """Return whether `value` is the numeric check of a node (gradient_check.py)."""
    return type(value) is dict and _CHECK(value) and len(value["rows"]) <= _ROWS


_PLACE = or_null(is_count)
_SLICE = record(
    value=is_value, min=_PLACE, max=_PLACE, odd=listed(is_count), form=one_of("f4", "f8"),
    entries=or_null(is_text),
)  # fmt: skip


def is_slice(value: object, size: int) -> bool:
    """Return whether `value` is a part, of `size` entries, of a large value."""
    if not _SLICE(value) or len(value["odd"]) > _ODD:
        return False
    entries, dtype = value["entries"], value["value"]["dtype"]
    if entries is None:
        return True
    width = int(value["form"][1]) * (2 if dtype.startswith("complex") else 1)
    try:
        return len(binascii.a2b_base64(entries, strict_mode=True)) == size * width
    except ValueError:
        return False
