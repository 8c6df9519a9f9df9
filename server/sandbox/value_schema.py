"""Tests of the parts of an untrusted event: texts, counts, ids, values, records of these.

A test takes any JSON value and returns whether it has the form.
"""

import math
import re
from collections.abc import Callable

Test = Callable[[object], bool]

ENTRIES = 256  # values up to this size are sent whole; a picture has no more cells
FEW, HEAD = 16, 4  # values up to FEW are sent whole each time, of large ones a HEAD of row 0
_BINS, _DIMENSIONS = 24, 64
_DEPTH = 8  # of values without a form of their own, such as an op's parameters
_LARGEST = 10**40  # longer integers only cost time
_NUMBERS = 2**53  # the bound of ids: below it hashes differ, and browsers have exact integers
_WORDS = {"nan", "inf", "-inf"}


def record(**fields: Test) -> Test:
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


def either(*forms: Test) -> Test:
    return lambda value: any(has_form(value) for has_form in forms)


def listed(is_right: Test) -> Test:
    return lambda value: type(value) is list and all(map(is_right, value))


def or_null(is_right: Test) -> Test:
    return lambda value: value is None or is_right(value)


def one_of(*words: str) -> Test:
    allowed = frozenset(words)
    return lambda value: type(value) is str and value in allowed


def by_field(field: str, **forms: Test) -> Test:
    """Return the test for an object whose `field` names the one of `forms` that it must have."""

    def test(value):
        form = forms.get(value[field]) if type(value.get(field)) is str else None
        return form is not None and form(value)

    return test


def anything(_: object) -> bool:
    return True


def is_flag(value: object) -> bool:
    return type(value) is bool


def is_text(value: object) -> bool:
    return type(value) is str


def is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < _LARGEST


def is_index(value: object) -> bool:
    """Return whether `value` is a number that identifies something, such as a backward call."""
    return type(value) is int and 0 <= value < _NUMBERS


def is_line(value: object) -> bool:
    return value is None or (type(value) is int and 0 < value < 10**6)


def is_number(value: object) -> bool:
    """Return whether `value` is a JSON number, or the word for one that JSON lacks."""
    if type(value) is float:
        return math.isfinite(value)
    if type(value) is str:
        return value in _WORDS
    return type(value) is int and -_LARGEST < value < _LARGEST


def is_entry(value: object) -> bool:
    """Return whether `value` is an entry: a number, a bool, a complex pair, or "?" for unknown."""
    if type(value) is list:
        return len(value) == 2 and all(map(is_number, value))
    return type(value) is bool or value == "?" or is_number(value)


def is_plain(value: object, depth: int = _DEPTH) -> bool:
    """Return whether `value` is JSON of limited depth."""
    if type(value) is list:
        return depth > 0 and all(is_plain(each, depth - 1) for each in value)
    if type(value) is dict:
        return depth > 0 and all(is_plain(each, depth - 1) for each in value.values())
    return value is None or type(value) in (bool, str) or is_number(value)


_TENSOR_ID = re.compile(r"t\d{1,9}", re.ASCII).fullmatch
_NODE_ID = re.compile(r"n\d{1,9}", re.ASCII).fullmatch


def is_tensor(value: object) -> bool:
    return type(value) is str and _TENSOR_ID(value) is not None


def is_node(value: object) -> bool:
    return type(value) is str and _NODE_ID(value) is not None


def are_entries(value: object) -> bool:
    if type(value) is not list or len(value) > ENTRIES:
        return False
    if set(map(type, value)) == {float}:
        return -math.inf < min(value) and max(value) < math.inf
    return all(map(is_entry, value))


def are_counts(value: object) -> bool:
    return type(value) is list and len(value) <= _BINS and all(map(is_count, value))


def is_shape(value: object) -> bool:
    if type(value) is not list or len(value) > _DIMENSIONS:
        return False
    return all(type(each) is int and 0 <= each < 2**63 for each in value)


_WHOLE = record(shape=is_shape, dtype=is_text, data=are_entries)
_WHOLE_NUMBERED = record(shape=is_shape, dtype=is_text, data=are_entries, id=is_index)
_FACTS = dict(
    shape=is_shape,
    dtype=is_text,
    stats=record(
        **dict.fromkeys(("min", "max", "mean", "std"), or_null(is_entry)),
        **dict.fromkeys(("zeros", "nans", "infs"), is_count), histogram=or_null(are_counts),
    ),
    picture=record(rows=is_count, cols=is_count, data=are_entries),
    head=are_entries,
)
_SUMMARY, _NUMBERED = record(**_FACTS), record(**_FACTS, id=is_index)
_SAME = record(same=is_index, shape=is_shape, dtype=is_text)


def is_value(value: object) -> bool:
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
