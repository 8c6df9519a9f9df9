"""What a rewritten program calls to tell of itself, with whatever it likes if it is hostile.

`server/sandbox/call_insertion.py` puts the calls into the program. Those that stand around a value
return it. Each finds the frame that it is called from, so it is called by the program directly.
"""

from __future__ import annotations

from sys import _getframe
from typing import TYPE_CHECKING, Any

from autograd.recording.short import PLAIN, UNTOLD, is_a
from autograd.recording.source_lines import COMPREHENSIONS, Call
from autograd.recording.variable_names import own_of, slots_of
from autograd.recording.variables import UNBOUND, program_line
from autograd.tensor.mutation import exposed
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.recording.variables import Variables


class Teller:
    """The functions that one program calls."""

    def __init__(self, variables: Variables):
        self.variables, self.stack = variables, variables.stack
        self.paths, self.containers = variables.paths, variables.containers

    def name(self, variable: Any, value: Any, line: Any) -> Any:
        """Tell that a variable was bound; the value is returned."""
        kind = type(value)
        call = _getframe(1).f_trace
        if call is not self.stack.running:
            call = self.stack.meet(_getframe(1))
        if kind in PLAIN:
            before = call.names.get(variable, UNBOUND)
            if type(before) is not kind or before != value or not value:
                self.variables.bind_plain(call, variable, value, line, before)
        else:
            self.variables.bind(call, variable, value, line)
        return value

    def loop(self, variable: Any, value: Any, line: Any) -> None:
        """Tell that a loop has bound a variable, which gives no new names to what has one."""
        call = _getframe(1).f_trace
        if call is not self.stack.running:
            call = self.stack.meet(_getframe(1))
        self.variables.bind(call, variable, value, line, is_passing=True)

    def outer(self, variable: Any, value: Any, line: Any, owner: Any) -> Any:
        """Tell that a variable of another frame was bound: of the module, or a function around."""
        here = self.stack.meet(_getframe(1))
        self.variables.bind(self.owner_of(owner, here), variable, value, line)
        return value

    def enter(self, instance: Any, names: Any, line: Any, *values: Any) -> None:
        """Tell that a function begins, and its parameters; `instance` is that of a method."""
        call = self.stack.enter(_getframe(1))
        if call.code is not None and call.code not in self.stack.heads:
            self.stack.heads[call.code] = program_line(line)
        for variable, value in zip(names, values):
            if type(value) in PLAIN:
                self.variables.bind_plain(call, variable, value, line, UNBOUND)
            elif variable == instance and not issubclass(type(value), (Tensor, *UNTOLD)):
                self.variables.bind_alone(call, variable, value, line)
            else:
                self.variables.bind(call, variable, value, line, is_passing=True)

    def turn(self, names: Any, line: Any, *values: Any) -> bool:
        """Tell what a comprehension binds in one turn; True, for its condition."""
        call = self.stack.meet(_getframe(1))
        for variable, value in zip(names, values):
            self.variables.bind(call, variable, value, line, is_passing=True)
        return True

    def done(self, value: Any, line: Any) -> Any:
        """Tell that the comprehension that made `value` is over."""
        last = self.stack.calls[-1]
        if last is self.stack.running and last.outer is _getframe(1).f_trace and (
                last.code is not None and last.code.co_name in COMPREHENSIONS):
            self.stack.leave(last, "return", self.variables.result_of(value), program_line(line))
        return value

    def leave(self, value: Any, line: Any, how: Any = "return") -> Any:
        """Tell that a function returns or yields `value`, which is returned."""
        call = self.stack.meet(_getframe(1))
        how = "yield" if how == "yield" else "return"
        self.stack.leave(call, how, self.variables.result_of(value), program_line(line))
        if how == "return" and call.containers:
            self.containers.let_go(call)
        return value

    def leave_lambda(self, entered: Any, value: Any, line: Any) -> Any:
        """Tell that a lambda returns `value`; `entered` is what telling its beginning returned."""
        call = self.stack.meet(_getframe(1))
        self.stack.leave(call, "return", self.variables.result_of(value), program_line(line))
        return value

    def returning(self, value: Any, line: Any) -> Any:
        """Note that a function is about to return: what comes last is still to run."""
        call = self.stack.meet(_getframe(1))
        call.returning = self.variables.result_of(value), program_line(line)
        return value

    def delegate(self, value: Any, begins: Any) -> Any:
        """Note that a generator waits in a `yield from`, or no longer."""
        self.stack.meet(_getframe(1)).delegates = begins is True
        return value

    def gone(self, variable: Any, line: Any) -> None:
        """Tell that a name is unbound."""
        self.variables.unbind(self.stack.meet(_getframe(1)), variable, line)

    def field(self, full: Any, owner: Any, part: Any, line: Any, where: Any = None) -> None:
        """Tell that an attribute was bound, if the owner holds it itself and it is or has tensors.
        """
        call = self.stack.meet(_getframe(1))
        own = own_of(owner)
        kept: tuple[Any, ...] = (
            own, own.get("_parameters"), own.get("_modules"), own.get("_buffers"),
            dict(slots_of(owner)) if not own else None,
        )
        for held in kept:
            if is_a(held, dict) and part in held:
                if type(held[part]) not in PLAIN:
                    owner = call if where is None else self.owner_of(where, call)
                    self.paths.tell(owner, full, held[part], line, is_passing=False)
                return

    def path(self, full: Any, value: Any, line: Any) -> None:
        """Tell the path of what a class holds."""
        if type(value) not in PLAIN:
            call = self.stack.meet(_getframe(1))
            self.paths.tell(call, full, value, line, is_passing=False)

    def check(self, line: Any, names: Any, *values: Any) -> None:
        """Tell anew what a statement may have changed in place: the containers that it mentions.

        `names` are those of the module, which are looked up; `values` are of other names.
        """
        frame = _getframe(1)
        if frame.f_trace is not self.stack.running:
            self.stack.meet(frame)
        if exposed:
            self.variables.recorder.outside.look(program_line(line))
        if not self.containers.owners:
            return
        found = frame.f_globals
        for name in names:
            if id(value := found.get(name)) in self.containers.owners:
                self.containers.tell_changed(value, line)
        for value in values:
            if id(value) in self.containers.owners:
                self.containers.tell_changed(value, line)
        if frame.f_code.co_name == "<module>" and self.containers.checked != self.stack.begun:
            self.containers.recheck(found, line)

    def checked_result(self, result: Any, line: Any, names: Any, *values: Any) -> Any:
        """`check` where a function returns `result`."""
        if exposed:
            self.variables.recorder.outside.look(program_line(line))
        for value in (*map(_getframe(1).f_globals.get, names), *values):
            if id(value) in self.containers.owners:
                self.containers.tell_changed(value, line)
        return result

    def owner_of(self, owner: Any, here: Call) -> Call:
        """The call whose name it is: of the module (0), or of the function whose code begins at a
        line, if one is running; else the call that runs."""
        if owner == 0:
            return self.stack.base
        for call in reversed(self.stack.calls):
            if not call.is_module() and call.code.co_firstlineno == owner:
                return call
        return here
