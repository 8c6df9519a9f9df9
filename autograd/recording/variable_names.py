"""Full names of the tensors that a variable holds: itself, in containers, in modules.

None of the program's own code runs: an object may be incomplete, or have properties that raise.
"""

from __future__ import annotations

import types
from typing import Any

from autograd.recording.value_text import PLAIN, is_a
from autograd.tensor.tensor import Tensor

MOST = 32  # most entries of a container that get names
MOST_THINGS = 512  # most containers and objects that are searched for one variable

_mro_of = type.__dict__["__mro__"].__get__
_module_of = type.__dict__["__module__"].__get__
_dict_of = type.__dict__["__dict__"].__get__
_keys = frozenset({int, str, bool})


def named_buffers(name: str, module: Any) -> list[tuple[str, Tensor]]:
    """Return `(full name, tensor)` for each buffer of a module, which becomes an event if used."""
    held = own_attributes(module).get("_buffers")
    return [(f"{name}.{part}", x) for part, x in dict_items(held) if is_a(x, Tensor)]


def named_parts(name: str, value: Any) -> list[tuple[str, Any]]:
    """Return `(full name, thing)` for each tensor and module that `value` is or holds, in order.

    An object that is held twice has both names, except within itself.
    """
    found: list[tuple[str, Any]] = []
    count = 0
    todo: list[tuple[str, object, tuple[Any, ...]]] = [(name, value, ())]
    while todo and count < MOST_THINGS:
        full, each, around = todo.pop()
        if is_a(each, Tensor):
            found.append((full, each))
        elif is_a(each, (list, tuple, dict)):
            todo += [(*part, around) for part in reversed(container_parts(full, each))]
        elif id(each) not in around:
            count += 1
            own = own_attributes(each)
            if is_module(own):
                found.append((full, each))
            inside = *around, id(each)
            todo += [(*part, inside) for part in reversed(object_parts(full, each, own))]
    return found


def container_parts(full: str, container: Any) -> list[tuple[str, object]]:
    """Return the entries of a container but nested containers, whose parts have too many names."""
    if is_a(container, dict):
        named = dict_items(container)
    else:
        base = list if is_a(container, list) else tuple
        if base.__len__(container) > MOST:
            return []
        named = [*enumerate(base.__iter__(container))]
    return [(f"{full}[{key!r}]", x) for key, x in named
            if type(key) in _keys and type(x) not in PLAIN and not is_a(x, (list, tuple, dict))]


def dict_items(value: Any) -> list[tuple[Any, ...]]:
    """Return the items of a small dictionary; an empty list for other values."""
    if not is_a(value, dict) or dict.__len__(value) > MOST_THINGS:
        return []
    return [*dict.items(value)]


def own_attributes(thing: Any) -> dict[str, Any]:
    """Return the attributes in an object's own `__dict__`."""
    try:
        own = object.__getattribute__(thing, "__dict__")
    except AttributeError:
        return {}
    return own if type(own) is dict else {}


def is_module(own: dict[str, Any]) -> bool:
    """Return whether these are the attributes of a module."""
    return is_a(own.get("_modules"), dict) and is_a(own.get("_parameters"), dict)


def object_parts(full: str, owner: Any, own: dict[str, Any]) -> list[tuple[str, object]]:
    """Return the attributes of a module, or of an object of the program's own classes."""
    kind = type(owner)
    parts: list[tuple[Any, ...]] = []
    if is_module(own):
        parts += [(key, x) for key, x in dict_items(own["_parameters"]) if is_a(x, Tensor)]
        parts += dict_items(own["_modules"])
    if is_program_class(kind):
        hidden = "_" if is_module(own) else " "  # torch's own attributes of a module
        parts += [(key, x) for key, x in [*dict_items(own), *slot_values(owner)]
                  if type(key) is str and not key.startswith(hidden)]
    return [(f"{full}.{part}", x) for part, x in parts
            if type(part) is str and type(x) not in PLAIN]


def is_program_class(kind: type) -> bool:
    """Return whether a class is one of the program's own."""
    module = _module_of(kind)
    return type(module) is str and module == "__main__"


def slot_values(owner: Any) -> list[tuple[Any, ...]]:
    """Return the values in the `__slots__` of an object's classes."""
    found = []
    for kind in _mro_of(type(owner)):
        if is_program_class(kind):
            for part, slot in [*_dict_of(kind).items()]:
                if type(slot) is types.MemberDescriptorType and slot.__objclass__ is kind:
                    try:
                        found.append((part, slot.__get__(owner)))
                    except AttributeError:
                        continue
    return found
