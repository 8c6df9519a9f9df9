"""Short texts of Python values: one line, as a debugger shows a variable.

None of the program's own code runs: no `__repr__`, no `__len__`, no property. Containers are read
by the methods of their built-in class; of any other object only the name of its class is shown, and
of a module what torch's own `extra_repr` returns.
"""

from __future__ import annotations

import types
from collections import deque
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import numpy as np

from autograd.tensor.device import device
from autograd.tensor.dtype import dtype
from autograd.tensor.tensor import Tensor

MOST = 60  # characters of a text
MOST_OF_MODULE = 80  # characters of what a module was made with
MOST_INSIDE = 20  # characters of a string in a container
DEPTH = 2  # levels of nested containers that are shown
FEW = 30  # entries of a container that are read: more do not fit
SMALL = 10**15
DIGITS = 200  # most digits of an integer that are computed

PLAIN = frozenset({int, float, bool, str, complex, type(None)})
# Types that a debugger omits from its list of variables.
HIDDEN = (
    type, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType,
    types.MethodWrapperType, types.WrapperDescriptorType, types.MethodDescriptorType,
    types.ClassMethodDescriptorType, types.GenericAlias, types.UnionType, np.ufunc,
)
CONTAINERS = (list, tuple, dict, set, frozenset, deque)

_name_of = type.__dict__["__name__"].__get__
_array_of = Tensor.__dict__["_array"].__get__


def is_a(value: Any, kinds: Any) -> bool:
    """Return whether the class of `value` is one of `kinds`, without reading `__class__`."""
    return issubclass(type(value), kinds)


def type_name(value: Any) -> str:
    """Return the name of the class of a value."""
    return _name_of(type(value)).rpartition(".")[2]


def type_and_text(value: Any) -> tuple[str, str]:
    """Return the name of the class of a value, and a text of at most 60 characters."""
    return type_name(value), text_of(value)


def text_of(value: Any) -> str:
    """Return a value as a text of at most 60 characters."""
    if type(value) in PLAIN:
        return plain_text(value)
    return shorten(nested_text(value, DEPTH))


def module_text(module: Any) -> tuple[str, str]:
    """Return the name of a module's class, and torch's `extra_repr` of it: `Linear`, `in_...`.

    An `extra_repr` that the program defines does not run: the text is empty then.
    """
    describe = type(module).extra_repr
    if not str(getattr(describe, "__module__", "")).startswith("torch.nn."):
        return type_name(module), ""
    try:
        extra = " ".join(describe(module).split())
    except Exception:  # of a subclass that deleted or renamed what torch's text is made of
        extra = ""
    return type_name(module), shorten(extra, MOST_OF_MODULE)


def modules_json(
    known: dict[str, tuple[str, str]], modules: Sequence[tuple[str, int, tuple[str, str]]]
) -> dict[str, Any]:
    """Return the field `modules` of an op; add to `known`, the texts by name, what it describes.

    There is no such field where `known` has the texts of all modules around the op.
    """
    fresh = [(name, text) for name, _, text in modules if known.get(name) != text]
    known.update(fresh)
    described = [{"name": name, "type": kind, "extra": extra} for name, (kind, extra) in fresh]
    return {"modules": described} if described else {}


def plain_text(value: Any, most: int = MOST) -> str:
    """Return a number, a string or None as Python shows it, shortened to `most` characters."""
    kind = type(value)
    if kind is int and value.bit_length() > 3 * DIGITS:
        return f"int of {value.bit_length()} bits"
    if kind is str and len(value) > most:
        return shorten(repr(value[:most]), most)
    return shorten(repr(value), most)


def shorten(text: str, most: int = MOST) -> str:
    """Return a text, or its beginning if it is longer than `most` characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def nested_text(value: Any, depth: int) -> str:
    """Return the text of a value in a container; a container shows `depth` levels of containers."""
    kind = type(value)
    if kind is int and -SMALL < value < SMALL:
        return repr(value)
    if kind is float:
        text = repr(value)
        return text if len(text) <= 8 else f"{value:.6g}"
    if kind in PLAIN:
        return plain_text(value, MOST_INSIDE)
    if issubclass(kind, Tensor):
        return f"tensor({list(_array_of(value).shape)})"
    if issubclass(kind, CONTAINERS):
        return container_text(value, depth)
    if kind in (dtype, device, range):
        return repr(value)
    if issubclass(kind, np.generic) and kind.__module__ == "numpy":
        return plain_text(value.item()) if value.dtype.kind in "biuf" else f"{type_name(value)}(…)"
    if kind is np.ndarray:
        return f"ndarray({list(value.shape)})"
    if issubclass(kind, (bytes, bytearray)):
        return f"{type_name(value)}({kind.__mro__[-2].__len__(value)} bytes)"
    if issubclass(kind, HIDDEN):
        return callable_text(value)
    return f"{type_name(value)}(…)"


def callable_text(value: Any) -> str:
    """Return the text of a class or function in a container: its name."""
    if issubclass(type(value), type):
        return _name_of(value)
    if type(value) in (types.FunctionType, types.BuiltinFunctionType, types.MethodType):
        return value.__name__
    return f"{type_name(value)}(…)"


def container_text(value: Any, depth: int) -> str:
    """Return the text of a container: the entries that fit, and how many more there are."""
    base = next(kind for kind in CONTAINERS if issubclass(type(value), kind))
    begin, end = BRACKETS[base]
    count = base.__len__(value)
    if not count:
        return "set()" if base is set else begin + end
    if not depth:
        return f"{begin}…{end}"
    if base is dict:
        items = islice(dict.items(value), FEW)
        parts = (f"{nested_text(key, depth - 1)}: {nested_text(x, depth - 1)}" for key, x in items)
    else:
        entries = islice(base.__iter__(value), FEW)
        if base in (set, frozenset):
            entries = sort_plain(entries)
        parts = (nested_text(each, depth - 1) for each in entries)
    fitting = fit_parts(parts, count, MOST - len(begin) - len(end))
    comma = "," if base is tuple and count == 1 else ""
    return f"{begin}{', '.join(fitting)}{comma}{end}"


BRACKETS = {
    list: ("[", "]"), tuple: ("(", ")"), dict: ("{", "}"), set: ("{", "}"),
    frozenset: ("frozenset({", "})"), deque: ("deque([", "])"),
}  # fmt: skip


def sort_plain(entries: Iterable[Any]) -> list[Any]:
    """Return entries of a set, sorted if they are of one type, so that all runs show the same."""
    entries = list(entries)
    kinds = set(map(type, entries))
    return sorted(entries) if len(kinds) == 1 and kinds <= {int, float, str} else entries


def fit_parts(parts: Iterable[str], count: int, most: int) -> list[str]:
    """Return the first of `count` parts that fit in `most` characters, and `… n more` for the rest.
    """
    fitting: list[str] = []
    length = 0
    for part in parts:
        left = count - len(fitting) - 1
        more = len(f", … {left} more") if left else 0
        if length + len(part) + more > most and (fitting or count > 1):
            break
        fitting.append(part)
        length += len(part) + 2
    left = count - len(fitting)
    return [*fitting, f"… {left} more"] if left else fitting


def value_content(content: Any) -> tuple[Any, ...]:
    """Return type name and text of a value, which is plain or a tuple of both already."""
    return content if type(content) is tuple else (type_name(content), plain_text(content))
