"""Containers that names are bound to, whose changes in place become events."""

from __future__ import annotations

import re
import weakref
from itertools import islice
from operator import is_
from typing import TYPE_CHECKING, Any

from autograd.recording.source_lines import Call
from autograd.recording.value_text import FEW, MOST, PLAIN, is_a, type_and_text, type_name
from autograd.recording.variable_names import is_module, own_attributes
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.recording.variables import Variables

FIRST = 3  # entries at the beginning of a container whose tensors are told
MORE = re.compile(r"… (\d+) more\]$")
MOST_RECHECKED = 32  # containers of the module that are compared after a function call


class Containers:
    """The containers of one recorder's variables, by identity, without references to them."""

    def __init__(self, variables: Variables):
        self.variables = variables
        # The calls, as weak references, and names that are bound to each container.
        self.owners: dict[int, list[Any]] = {}
        # Length, first entries, text of each list of plain values.
        self.heads: dict[int, tuple[Any, ...]] = {}
        # The ids of the tensors in each container's last event, by path.
        self.entries: dict[int, dict[str, str]] = {}
        self.checked = 0  # calls begun before the last check of the module's containers

    def watch(self, call: Call, variable: str, container: Any) -> None:
        """Watch the container that a name is bound to."""
        old, new = call.containers.get(variable), id(container)
        if old == new:
            return
        if old is not None:
            self.forget(old, call, variable)
        call.containers[variable] = new
        self.owners.setdefault(new, []).append((weakref.ref(call), variable))

    def drop(self, call: Call, variable: str) -> None:
        """Forget the container that a name was bound to."""
        old = call.containers.pop(variable, None)
        if old is not None:
            self.forget(old, call, variable)

    def forget(self, identity: int, call: Call, variable: str) -> None:
        """Forget one name of a container."""
        left = [each for each in self.owners.get(identity, ())
                if each[1] != variable or each[0]() not in (call, None)]
        if left:
            self.owners[identity] = left
        else:
            self.owners.pop(identity, None)
            self.heads.pop(identity, None)
            self.entries.pop(identity, None)

    def forget_call(self, call: Call) -> None:
        """Forget the containers of a call that has ended."""
        for variable, identity in call.containers.items():
            self.forget(identity, call, variable)
        call.containers = {}

    def emit_if_changed(self, container: Any, line: Any) -> None:
        """Emit a container for each name bound to it, if its text or its tensors have changed."""
        content = self.new_text(container)
        if content is None:
            return
        tensors, with_modules = self.new_tensors(container), ends_with_module(container)
        for ref, variable in [*self.owners.get(id(container), ())]:
            call = ref()
            if call is None or call.containers.get(variable) != id(container):
                self.forget(id(container), call, variable)
            elif tensors or call.names.get(variable) != content:
                call.names[variable] = content
                told = (*content, tensors) if tensors else content
                self.variables.emit_value(call, variable, told, line)
                if with_modules:
                    self.variables.paths.emit(call, variable, container, line, is_passing=False)

    def new_tensors(self, container: Any) -> dict[str, str]:
        """Return the ids of tensors in a container, by path, where its last event had others.

        Of the first entries and the last, also in a list or dict that is one of these.
        """
        found = {}
        for path, each in ends_of(container):
            parts = [(path, each)] if is_a(each, Tensor) else [
                (path + inner, part) for inner, part in ends_of(each) if is_a(part, Tensor)]
            for full, tensor in parts:
                if (known := self.variables.log.ids.known(tensor)) is not None:
                    found[full] = known
        before = self.entries.get(id(container), {})
        if found or before:
            self.entries[id(container)] = found
        return {path: tensor for path, tensor in found.items() if before.get(path) != tensor}

    def new_text(self, container: Any) -> tuple[str, str] | None:
        """Return type and text of a container, or None for a list whose text has not changed.

        The text of a list that only grows, as most do, is reused: only the count is new.
        """
        if type(container) is not list:
            return type_and_text(container)
        head = container[:FEW]
        if not PLAIN.issuperset(map(type, head)):
            return type_and_text(container)
        length, before = len(container), self.heads.get(id(container))
        if before is not None and len(head) == len(before[1]) and all(map(is_, head, before[1])):
            if before[0] == length:
                return None
            beginning, comma, _ = before[2].rpartition("… ")
            more = length - before[0] + before[3]
            if comma and len(str(more)) == len(str(before[3])):
                return type_name(container), f"{beginning}… {more} more]"
        kind, text = type_and_text(container)
        shown = MORE.search(text)
        self.heads[id(container)] = length, head, text, int(shown[1]) if shown else 0
        return kind, text

    def recheck(self, found: dict[str, Any], line: Any) -> None:
        """Emit the module's containers that called functions have changed."""
        self.checked = self.variables.stack.begun
        for variable, identity in [*self.variables.stack.base.containers.items()][:MOST_RECHECKED]:
            value = found.get(variable)
            if id(value) == identity:
                self.emit_if_changed(value, line)


def ends_with_module(container: Any) -> bool:
    """Return whether the last entry of a list, tuple or dict is a module."""
    ends = ends_of(container)[-1:]
    return any(type(each) not in PLAIN and is_module(own_attributes(each)) for _, each in ends)


def ends_of(container: Any) -> list[tuple[str, Any]]:
    """Return the first entries and the last of a list, tuple or dict, with their paths."""
    if is_a(container, dict):
        first, last = dict.__iter__(container), dict.__reversed__(container)
        keys = [key for key in [*islice(first, FIRST), *islice(last, 1)]
                if type(key) is int or type(key) is str and len(key) <= MOST]
        return [(f"[{key!r}]", dict.__getitem__(container, key)) for key in dict.fromkeys(keys)]
    if type(container) not in (list, tuple):
        return []
    last = len(container) - 1
    return [(f"[{i}]", container[i]) for i in sorted({*range(min(FIRST, last)), last}) if i >= 0]
