"""Functions that the rewritten program calls to report bindings, calls, returns.

`server/sandbox/call_insertion.py` inserts the calls into the program. Those that wrap a value
return it. Each finds the frame that it is called from, so the program must call it directly. A
hostile program may call them with anything.
"""

from __future__ import annotations

from sys import _getframe
from typing import TYPE_CHECKING, Any

from autograd.recording.source_lines import COMPREHENSIONS, Call
from autograd.recording.value_text import HIDDEN, PLAIN, is_a
from autograd.recording.variable_names import own_attributes, slot_values
from autograd.recording.variables import UNBOUND, program_line
from autograd.tensor.mutation import externally_writable
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.recording.variables import Variables


class InsertedCalls:
    """The functions that one program calls."""

    def __init__(self, variables: Variables):
        self.variables, self.stack = variables, variables.stack
        self.paths, self.containers = variables.paths, variables.containers

    def name(self, variable: Any, value: Any, line: Any) -> Any:
        """Record that a variable was bound; return the value."""
        kind = type(value)
        call = _getframe(1).f_trace
        if call is not self.stack.running:
            call = self.stack.call_in(_getframe(1))
        if kind in PLAIN:
            before = call.names.get(variable, UNBOUND)
            if type(before) is not kind or before != value or not value:
                self.variables.bind_plain(call, variable, value, line, before)
        else:
            self.variables.bind(call, variable, value, line)
        return value

    def loop(self, variable: Any, value: Any, line: Any) -> None:
        """Record that a loop has bound a variable; tensors keep the names that they have."""
        call = _getframe(1).f_trace
        if call is not self.stack.running:
            call = self.stack.call_in(_getframe(1))
        self.variables.bind(call, variable, value, line, is_passing=True)

    def outer(self, variable: Any, value: Any, line: Any, owner: Any) -> Any:
        """Record that a variable of the module or of an outer function was bound."""
        here = self.stack.call_in(_getframe(1))
        self.variables.bind(self.owner_of(owner, here), variable, value, line)
        return value

    def enter(self, instance: Any, names: Any, line: Any, *values: Any) -> None:
        """Record that a function begins, with its parameters; `instance` is the name of `self`."""
        call = self.stack.enter(_getframe(1))
        if call.code is not None and call.code not in self.stack.heads:
            self.stack.heads[call.code] = program_line(line)
        for variable, value in zip(names, values):
            if type(value) in PLAIN:
                self.variables.bind_plain(call, variable, value, line, UNBOUND)
            elif variable == instance and not issubclass(type(value), (Tensor, *HIDDEN)):
                self.variables.bind_alone(call, variable, value, line)
            else:
                self.variables.bind(call, variable, value, line, is_passing=True)

    def turn(self, names: Any, line: Any, *values: Any) -> bool:
        """Record the variables of one iteration of a comprehension; return True."""
        call = self.stack.call_in(_getframe(1))
        for variable, value in zip(names, values):
            self.variables.bind(call, variable, value, line, is_passing=True)
        return True

    def done(self, value: Any, line: Any) -> Any:
        """Record that the comprehension of `value` has ended; return the value."""
        last = self.stack.calls[-1]
        if last is self.stack.running and last.outer is _getframe(1).f_trace and (
                last.code is not None and last.code.co_name in COMPREHENSIONS):
            result = self.variables.describe_result(value)
            self.stack.leave(last, "return", result, program_line(line))
        return value

    def leave(self, value: Any, line: Any, how: Any = "return") -> Any:
        """Record that a function returns or yields `value`; return the value."""
        call = self.stack.call_in(_getframe(1))
        how = "yield" if how == "yield" else "return"
        self.stack.leave(call, how, self.variables.describe_result(value), program_line(line))
        if how == "return" and call.containers:
            self.containers.forget_call(call)
        return value

    def leave_lambda(self, entered: Any, value: Any, line: Any) -> Any:
        """Record that a lambda returns `value`; `entered` is the result of `enter` before."""
        call = self.stack.call_in(_getframe(1))
        self.stack.leave(call, "return", self.variables.describe_result(value), program_line(line))
        return value

    def returning(self, value: Any, line: Any) -> Any:
        """Record that a function is about to return, with a `finally` still to run."""
        call = self.stack.call_in(_getframe(1))
        call.returning = self.variables.describe_result(value), program_line(line)
        return value

    def delegate(self, value: Any, begins: Any) -> Any:
        """Record that a generator begins or ends waiting in a `yield from`."""
        self.stack.call_in(_getframe(1)).delegates = begins is True
        return value

    def gone(self, variable: Any, line: Any) -> None:
        """Record that a name was unbound."""
        self.variables.unbind(self.stack.call_in(_getframe(1)), variable, line)

    def field(self, full: Any, owner: Any, part: Any, line: Any, where: Any = None) -> None:
        """Record that an attribute was bound, if the owner itself has it and it has tensors."""
        call = self.stack.call_in(_getframe(1))
        own = own_attributes(owner)
        kept: tuple[Any, ...] = (
            own, own.get("_parameters"), own.get("_modules"), own.get("_buffers"),
            dict(slot_values(owner)) if not own else None,
        )
        for held in kept:
            if is_a(held, dict) and part in held:
                if type(held[part]) not in PLAIN:
                    owner = call if where is None else self.owner_of(where, call)
                    self.paths.emit(owner, full, held[part], line, is_passing=False)
                return

    def path(self, full: Any, value: Any, line: Any) -> None:
        """Record the path of an attribute of a class."""
        if type(value) not in PLAIN:
            call = self.stack.call_in(_getframe(1))
            self.paths.emit(call, full, value, line, is_passing=False)

    def check(self, line: Any, names: Any, *values: Any) -> None:
        """Emit the containers that a statement mentions, if it has changed them in place.

        `names` are those of the module, which are looked up; `values` are of other names.
        """
        frame = _getframe(1)
        if frame.f_trace is not self.stack.running:
            self.stack.call_in(frame)
        if externally_writable:
            self.variables.log.external_writes.check_all(program_line(line))
        if not self.containers.owners:
            return
        found = frame.f_globals
        for name in names:
            if id(value := found.get(name)) in self.containers.owners:
                self.containers.emit_if_changed(value, line)
        for value in values:
            if id(value) in self.containers.owners:
                self.containers.emit_if_changed(value, line)
        if frame.f_code.co_name == "<module>" and self.containers.checked != self.stack.begun:
            self.containers.recheck(found, line)

    def checked_result(self, result: Any, line: Any, names: Any, *values: Any) -> Any:
        """Emit changed containers as `check` does, where a function returns `result`."""
        if externally_writable:
            self.variables.log.external_writes.check_all(program_line(line))
        for value in (*map(_getframe(1).f_globals.get, names), *values):
            if id(value) in self.containers.owners:
                self.containers.emit_if_changed(value, line)
        return result

    def owner_of(self, owner: Any, here: Call) -> Call:
        """Return the call that owns a name: the module (0), or the function that begins at a line.

        The call that runs, `here`, where no such function is running.
        """
        if owner == 0:
            return self.stack.base
        for call in reversed(self.stack.calls):
            if not call.is_module() and call.code.co_firstlineno == owner:
                return call
        return here
