"""What a variable names: a tensor, a container's tensors, a module with all it holds."""

from __future__ import annotations

import weakref

from autograd.tensor import Tensor

MOST = 32  # entries of a container that get names
NOBODY = None, None  # where a weak reference and a name would stand


def tensors_in(name: str, value) -> list[tuple[str, Tensor]]:
    """`(full name, tensor)` for each tensor that `value` brings, e.g. `("net.0.weight", ...)`."""
    if isinstance(value, Tensor):
        return [(name, value)]
    if type(value) in (int, float, str, bool):
        return []
    if isinstance(value, list | tuple) and len(value) <= MOST:
        return [(f"{name}[{i}]", x) for i, x in enumerate(value) if isinstance(x, Tensor)]
    if isinstance(value, dict) and len(value) <= MOST:
        return [(f"{name}[{key!r}]", x) for key, x in value.items() if isinstance(x, Tensor)]
    seen, found = set(), []
    for full, module in modules_in(name, value):
        for part, tensor in object.__getattribute__(module, "__dict__")["_parameters"].items():
            if isinstance(tensor, Tensor) and id(tensor) not in seen:
                seen.add(id(tensor))
                found.append((f"{full}.{part}", tensor))
    return found


def buffers_in(name: str, value) -> list[tuple[str, Tensor]]:
    """`(full name, tensor)` for each buffer of a module: told of only where it is used."""
    return [(f"{full}.{part}", tensor) for full, module in modules_in(name, value)
            for part, tensor in object.__getattribute__(module, "__dict__").get(
                "_buffers", {}).items() if isinstance(tensor, Tensor)]


def call(known: dict[int, tuple], thing, name: str) -> None:
    """Give a thing its name in `known`, unless it has one that is not an object's own for it."""
    seen, before = known.get(id(thing), NOBODY)
    if seen is None or seen() is not thing or before.startswith("self."):
        known[id(thing)] = weakref.ref(thing), name


def modules_in(name: str, value) -> list:
    """`(full name, module)` for a module and everything inside it, e.g. `("net.0", ...)`.

    Nothing of the program's own is asked for it: it may be half made, or have another mind.
    """
    seen, found, todo = set(), [], [(name, value)]
    while todo:
        full, module = todo.pop()
        try:
            own = object.__getattribute__(module, "__dict__")
        except AttributeError:
            continue
        if "_modules" in own and "_parameters" in own and id(module) not in seen:
            seen.add(id(module))
            found.append((full, module))
            todo += [(f"{full}.{part}", each) for part, each in reversed(own["_modules"].items())]
    return found
