"""Which names mean which containers, so that one that changes in place is told anew."""

from __future__ import annotations

import weakref
from operator import is_

from autograd.recording.frames import Call
from autograd.recording.short import FEW, PLAIN, described

MOST_RECHECKED = 32  # containers of the module that are looked at after a call of a function


class Containers:
    """The containers that names of one tape mean, by identity: none of them is kept alive."""

    def __init__(self, variables):
        self.variables = variables
        self.owners: dict[int, list] = {}  # weakly the calls whose names mean it, and the names
        self.heads: dict[int, tuple] = {}  # of lists of plain values: lengths and first entries
        self.checked = 0  # how many calls had begun when the module's were looked at last

    def hold(self, call: Call, variable: str, container) -> None:
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

    def tell_changed(self, container, line) -> None:
        """Tell a container anew, for each name that means it, if its text has changed."""
        if self.is_as_before(container):
            return
        content = described(container)
        for ref, variable in [*self.owners.get(id(container), ())]:
            call = ref()
            if call is None or call.containers.get(variable) != id(container):
                self.forget(id(container), call, variable)
            elif call.names.get(variable) != content:
                call.names[variable] = content
                self.variables.put(call, variable, content, line)

    def is_as_before(self, container) -> bool:
        """Whether a list of plain values surely shows what it showed when it was looked at last."""
        if type(container) is not list:
            return False
        head = container[:FEW]
        if not PLAIN.issuperset(map(type, head)):
            return False
        length, before = len(container), self.heads.get(id(container))
        if before is not None and before[0] == length and all(map(is_, head, before[1])):
            return True
        self.heads[id(container)] = length, head
        return False

    def recheck(self, found: dict, line) -> None:
        """Look at the containers of the module: a function that was called may have changed them.
        """
        self.checked = self.variables.stack.begun
        for variable, identity in [*self.variables.stack.base.containers.items()][:MOST_RECHECKED]:
            value = found.get(variable)
            if id(value) == identity:
                self.tell_changed(value, line)
