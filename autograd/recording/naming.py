"""What a variable names: a tensor, a container's tensors, a module with all it holds."""

from __future__ import annotations

import weakref

from autograd.tensor import Tensor

MOST = 32  # entries of a container that get names
MOST_THINGS = 256  # containers and objects that are looked into for one variable
NOBODY = None, None  # where a weak reference and a name would stand
PLAIN = (int, float, str, bool, type(None))


def tensors_in(name: str, value) -> list[tuple[str, Tensor]]:
    """`(full name, tensor)` for each tensor that `value` brings, e.g. `("net.0.weight", ...)`."""
    if isinstance(value, Tensor):
        return [(name, value)]
    if type(value) in PLAIN:
        return []
    seen, found, todo = set(), [], [(name, value)]
    while todo and len(seen) < MOST_THINGS:
        full, each = todo.pop()
        if isinstance(each, Tensor):
            found.append((full, each))
        elif isinstance(each, list | tuple | dict):
            todo += reversed(entries(full, each))
        elif id(each) not in seen:
            seen.add(id(each))
            todo += reversed(attributes(full, each, seen))
    return found


def entries(full: str, container) -> list[tuple[str, object]]:
    """What a container holds; what stands in containers in it has too many names."""
    if len(container) > MOST:
        return []
    named = container.items() if isinstance(container, dict) else enumerate(container)
    return [(f"{full}[{key!r}]", x) for key, x in named
            if type(x) not in PLAIN and not isinstance(x, list | tuple | dict)]


def attributes(full: str, owner, seen: set[int]) -> list[tuple[str, object]]:
    """What a module or an object of the program's own classes holds, each parameter once.

    Nothing of the program's own is asked for it: it may be half made, or have another mind.
    """
    try:
        own = object.__getattribute__(owner, "__dict__")
    except AttributeError:
        return []
    if "_modules" in own and "_parameters" in own:
        mine = {part: x for part, x in own["_parameters"].items()
                if isinstance(x, Tensor) and id(x) not in seen}
        seen.update(map(id, mine.values()))
        parts = [*mine.items(), *own["_modules"].items()]
    elif type.__getattribute__(type(owner), "__module__") == "__main__":
        parts = own.items()
    else:
        return []
    return [(f"{full}.{part}", x) for part, x in parts if type(x) not in PLAIN]


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


def has_path(paths: dict[str, str], names: dict[str, str], tid: str, full: str) -> bool:
    """Whether a tensor is called by a path from outside; else `full` is its path from now on.

    A loop over the layers of a net would else name all they hold again at each turn.
    """
    path = paths.get(tid, full)
    if path != full and names.get(path) == tid and not path.startswith("self."):
        return True
    paths[tid] = full
    return False


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
