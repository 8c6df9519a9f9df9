"""Which names mean which containers, so that one that changes in place is told anew."""

from __future__ import annotations

import re
import weakref
from operator import is_
from typing import TYPE_CHECKING, Any

from autograd.recording.short import FEW, PLAIN, described, type_name
from autograd.recording.source_lines import Call

if TYPE_CHECKING:
    from autograd.recording.variables import Variables

MORE = re.compile(r"… (\d+) more\]$")
MOST_RECHECKED = 32  # containers of the module that are looked at after a call of a function


class Containers:
    """The containers that names of one tape mean, by identity: none of them is kept alive."""

    def __init__(self, variables: Variables):
        self.variables = variables
        # Weakly the calls whose names mean it, and the names.
        self.owners: dict[int, list[Any]] = {}
        # Of lists of plain values: length, first entries, text.
        self.heads: dict[int, tuple[Any, ...]] = {}
        self.checked = 0  # how many calls had begun when the module's were looked at last

    def hold(self, call: Call, variable: str, container: Any) -> None:
        """Note which container a name means, so that its changes are told."""
        old, new = call.containers.get(variable), id(container)
        if old == new:
            return
        if old is not None:
            self.forget(old, call, variable)
        call.containers[variable] = new
        self.owners.setdefault(new, []).append((weakref.ref(call), variable))

    def drop(self, call: Call, variable: str) -> None:
        """Forget which container a name meant."""
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

    def let_go(self, call: Call) -> None:
        """Forget the containers of a call that is over."""
        for variable, identity in call.containers.items():
            self.forget(identity, call, variable)
        call.containers = {}

    def tell_changed(self, container: Any, line: Any) -> None:
        """Tell a container anew, for each name that means it, if its text has changed."""
        content = self.described(container)
        if content is None:
            return
        for ref, variable in [*self.owners.get(id(container), ())]:
            call = ref()
            if call is None or call.containers.get(variable) != id(container):
                self.forget(id(container), call, variable)
            elif call.names.get(variable) != content:
                call.names[variable] = content
                self.variables.put(call, variable, content, line)

    def described(self, container: Any) -> tuple[str, str] | None:
        """The type and text of a container; None if it is a list that shows what it showed before.

        Of a list that only grows, as most do, the entries that are shown stay: only their count is
        made anew.
        """
        if type(container) is not list:
            return described(container)
        head = container[:FEW]
        if not PLAIN.issuperset(map(type, head)):
            return described(container)
        length, before = len(container), self.heads.get(id(container))
        if before is not None and len(head) == len(before[1]) and all(map(is_, head, before[1])):
            if before[0] == length:
                return None
            beginning, comma, _ = before[2].rpartition("… ")
            more = length - before[0] + before[3]
            if comma and len(str(more)) == len(str(before[3])):
                return type_name(container), f"{beginning}… {more} more]"
        kind, text = described(container)
        shown = MORE.search(text)
        self.heads[id(container)] = length, head, text, int(shown[1]) if shown else 0
        return kind, text

    def recheck(self, found: dict[str, Any], line: Any) -> None:
        """Look at the containers of the module: a function that was called may have changed them.
        """
        self.checked = self.variables.stack.begun
        for variable, identity in [*self.variables.stack.base.containers.items()][:MOST_RECHECKED]:
            value = found.get(variable)
            if id(value) == identity:
                self.tell_changed(value, line)
