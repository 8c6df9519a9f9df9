"""The exact schema of events in JSON, as docs/run-document.md defines it.

A test takes any JSON value and returns whether it has the form. The tests are a table, so that this
file and the document can be compared side by side.
"""

import binascii
import math
import re
from collections.abc import Callable
from functools import partial

Test = Callable[[object], bool]

ENTRIES = 256  # values up to this size are sent whole; a picture has no more cells
FEW, HEAD = 16, 4  # values up to FEW are sent whole each time, of large ones a HEAD of row 0
_BINS, _ODD, _DIMENSIONS = 24, 64, 64
_DEPTH = 8  # of values without a form of their own, such as an op's parameters
_LARGEST = 10**40  # longer integers only cost time
_NUMBERS = 2**53  # the bound of ids: below it hashes differ, and browsers have exact integers
_WORDS = {"nan", "inf", "-inf"}


def is_event(event: object) -> bool:
    """Return whether `event` has the form of its kind."""
    if type(event) is not dict:
        return False
    form = _EVENTS.get(event.get("kind")) if type(event.get("kind")) is str else None
    return form is not None and form(event)


def _record(**fields: Test) -> Test:
    """Return the test for an object with exactly these fields."""
    tests = tuple(fields.items())

    def test(value):
        if type(value) is not dict or len(value) != len(tests):
            return False
        for name, is_right in tests:
            if name not in value or not is_right(value[name]):
                return False
        return True

    return test


def _either(*forms: Test) -> Test:
    return lambda value: any(has_form(value) for has_form in forms)


def _listed(is_right: Test) -> Test:
    return lambda value: type(value) is list and all(map(is_right, value))


def _or_null(is_right: Test) -> Test:
    return lambda value: value is None or is_right(value)


def _one_of(*words: str) -> Test:
    allowed = frozenset(words)
    return lambda value: type(value) is str and value in allowed


def _by(field: str, **forms: Test) -> Test:
    """Return the test for an object whose `field` names the one of `forms` that it must have."""

    def test(value):
        form = forms.get(value[field]) if type(value.get(field)) is str else None
        return form is not None and form(value)

    return test


def _any(_: object) -> bool:
    return True


def _flag(value: object) -> bool:
    return type(value) is bool


def _text(value: object) -> bool:
    return type(value) is str


def _count(value: object) -> bool:
    return type(value) is int and 0 <= value < _LARGEST


def _nr(value: object) -> bool:
    """Return whether `value` is a number that identifies something, such as a backward call."""
    return type(value) is int and 0 <= value < _NUMBERS


def _line(value: object) -> bool:
    return value is None or (type(value) is int and 0 < value < 10**6)


def _number(value: object) -> bool:
    """Return whether `value` is a JSON number, or the word for one that JSON lacks."""
    if type(value) is float:
        return math.isfinite(value)
    if type(value) is str:
        return value in _WORDS
    return type(value) is int and -_LARGEST < value < _LARGEST


def _entry(value: object) -> bool:
    """Return whether `value` is an entry: a number, a bool, a complex pair, or "?" for unknown."""
    if type(value) is list:
        return len(value) == 2 and all(map(_number, value))
    return type(value) is bool or value == "?" or _number(value)


def _plain(value: object, depth: int = _DEPTH) -> bool:
    """Return whether `value` is JSON of limited depth."""
    if type(value) is list:
        return depth > 0 and all(_plain(each, depth - 1) for each in value)
    if type(value) is dict:
        return depth > 0 and all(_plain(each, depth - 1) for each in value.values())
    return value is None or type(value) in (bool, str) or _number(value)


_TENSOR_ID = re.compile(r"t\d{1,9}", re.ASCII).fullmatch
_NODE_ID = re.compile(r"n\d{1,9}", re.ASCII).fullmatch


def _tensor(value: object) -> bool:
    return type(value) is str and _TENSOR_ID(value) is not None


def _node(value: object) -> bool:
    return type(value) is str and _NODE_ID(value) is not None


def _entries(value: object) -> bool:
    if type(value) is not list or len(value) > ENTRIES:
        return False
    if set(map(type, value)) == {float}:
        return -math.inf < min(value) and max(value) < math.inf
    return all(map(_entry, value))


def _counts(value: object) -> bool:
    return type(value) is list and len(value) <= _BINS and all(map(_count, value))


def _shape(value: object) -> bool:
    if type(value) is not list or len(value) > _DIMENSIONS:
        return False
    return all(type(each) is int and 0 <= each < 2**63 for each in value)


_WHOLE = _record(shape=_shape, dtype=_text, data=_entries)
_WHOLE_NUMBERED = _record(shape=_shape, dtype=_text, data=_entries, id=_nr)
_FACTS = dict(
    shape=_shape,
    dtype=_text,
    stats=_record(
        **dict.fromkeys(("min", "max", "mean", "std"), _or_null(_entry)),
        **dict.fromkeys(("zeros", "nans", "infs"), _count), histogram=_or_null(_counts),
    ),
    picture=_record(rows=_count, cols=_count, data=_entries),
    head=_entries,
)  # fmt: skip
_SUMMARY, _NUMBERED = _record(**_FACTS), _record(**_FACTS, id=_nr)
_SAME = _record(same=_nr, shape=_shape, dtype=_text)


def _value(value: object) -> bool:
    """Return whether `value` is a value V: whole, a summary, or the number of an earlier one."""
    if _WHOLE(value) or _WHOLE_NUMBERED(value):
        return math.prod(value["shape"]) == len(value["data"])
    if _SAME(value):
        return math.prod(value["shape"]) > FEW
    if not (_SUMMARY(value) or _NUMBERED(value)):
        return False
    picture = value["picture"]
    is_full = picture["rows"] * picture["cols"] == len(picture["data"])
    return is_full and len(value["head"]) <= HEAD and math.prod(value["shape"]) > ENTRIES


_maybe_value = _or_null(_value)
_maybe_node = _or_null(_node)
_maybe_tensor = _or_null(_tensor)


_input = _either(_record(slot=_text, tensor=_tensor), _record(slot=_text, number=_plain))
_OUTPUT = _record(tensor=_tensor, value=_value, requires_grad=_flag, view_of=_maybe_tensor)
_EDGE = _record(slot=_or_null(_text), to=_maybe_node, nr=_nr)
_NODE = _record(id=_node, name=_text, edges=_listed(_EDGE))
_saved = _either(
    _record(name=_text, tensor=_tensor, version=_nr, bytes=_count),
    _record(name=_text, number=_plain),
)
_ROOT = _record(tensor=_tensor, node=_maybe_node, nr=_nr, seed=_value)

_at = partial(_record, kind=_any, line=_line)
_BEGIN = _at(
    phase=_any, call=_nr, api=_one_of("backward", "grad"), within=_or_null(_nr),
    roots=_listed(_ROOT), retain_graph=_flag, create_graph=_flag,
    inputs=_or_null(_listed(_tensor)),
)  # fmt: skip
_FINISH = _at(
    phase=_any, call=_nr, failed=_flag,
    results=_listed(_record(tensor=_tensor, value=_maybe_value)),
)  # fmt: skip

_OP = dict(
    kind=_any, op=_text, inputs=_listed(_input), params=_plain, outputs=_listed(_OUTPUT),
    node=_or_null(_NODE), saved=_listed(_saved), grad_mode=_flag, during=_maybe_node,
    scope=_listed(_text), calls=_listed(_nr), line=_line,
)  # fmt: skip
_MODULE = _record(name=_text, type=_text, extra=_text)
_has_op_form = _either(_record(**_OP), _record(**_OP, modules=_listed(_MODULE)))


def _op(value: object) -> bool:
    return _has_op_form(value) and len(value["scope"]) == len(value["calls"])


_RUN = dict(kind=_any, node=_node, grads=_listed(_maybe_value))
_FLOW = dict(
    kind=_any, node=_node, edge=_nr, to=_node, nr=_nr, value=_value, sum=_value, arrived=_nr,
    needed=_nr,
)

_EVENTS: dict[str, Test] = {
    "leaf": _at(
        tensor=_tensor, value=_value, requires_grad=_flag, accumulate=_maybe_node,
        parameter=_flag, grad_of=_maybe_tensor,
    ),
    "op": _op,
    "name": _at(tensor=_tensor, name=_text, frame=_nr),
    "value": _at(frame=_nr, name=_text, type=_or_null(_text), text=_or_null(_text)),
    "enter": _at(
        frame=_nr, name=_text, caller=_nr, **{"from": _line},
        of=_one_of("function", "lambda", "comprehension", "library"),
    ),
    "leave": _at(frame=_nr, how=_one_of("return", "yield", "raise"), result=_plain),
    "write": _at(tensor=_tensor, version=_nr, value=_value, by=_text, via=_maybe_tensor),
    "mode": _by(
        "what",
        grad_mode=_at(what=_any, enabled=_flag),
        detach=_at(what=_any, tensor=_tensor, of=_tensor),
        requires_grad_=_at(what=_any, tensor=_tensor, requires_grad=_flag, accumulate=_maybe_node),
        convert=_at(what=_any, tensor=_tensor, by=_text, to=_maybe_tensor),
    ),
    "backward": _by("phase", begin=_BEGIN, end=_FINISH),
    "run": _either(_record(**_RUN), _record(**_RUN, name=_text)),
    "flow": _either(_record(**_FLOW), _record(**_FLOW, name=_text)),
    "hook": _record(
        kind=_any, node=_maybe_node, tensor=_maybe_tensor, name=_text, before=_maybe_value,
        after=_maybe_value,
        where=_one_of("tensor", "node_pre", "node_post", "retain_grad", "post_accumulate"),
    ),
    "grad": _at(
        tensor=_tensor, node=_maybe_node, before=_maybe_value, added=_maybe_value,
        after=_maybe_value, call=_or_null(_nr),
        by=_one_of("accumulate", "retain_grad", "zero_grad", "user", "write"),
    ),
    "free": _record(kind=_any, node=_node),
    "full": _at(),
    "print": _at(text=_text, how=_one_of("print", "value", "warning")),
    "fail": _at(
        type=_text, message=_text, traceback=_listed(_text),
        blame=_record(nodes=_listed(_node), tensors=_listed(_tensor)),
    ),
}  # fmt: skip


_DESCRIPTION = _record(node=_text, outputs=_listed(_text), forward=_text, gradients=_plain)


def is_ops(value: object) -> bool:
    """Return whether `value` maps names of ops to their descriptions."""
    return type(value) is dict and all(map(_DESCRIPTION, value.values()))


_PLACE = _or_null(_count)
_SLICE = _record(
    value=_value, min=_PLACE, max=_PLACE, odd=_listed(_count), form=_one_of("f4", "f8"),
    entries=_or_null(_text),
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
