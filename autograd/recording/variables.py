"""What the program's names mean, frame by frame: told whenever it changes.

The rewritten program (server/sandbox/rewrite.py) calls the first half of these methods, with
whatever it likes if it is hostile. Of a value only its text is kept, never the value itself, unless
it is a number or a short string; of a tensor its id.
"""

from __future__ import annotations

from sys import _getframe

from autograd.recording import events
from autograd.recording.containers import Containers
from autograd.recording.frames import COMPREHENSIONS, Call
from autograd.recording.naming import own_of, slots_of
from autograd.recording.late import latest_events, value_event
from autograd.recording.paths import Paths
from autograd.recording.short import (
    CONTAINERS, MOST, PLAIN, UNTOLD, described, is_a, plain_text, type_name,
)
from autograd.recording.stack import MOST as MOST_TOLD
from autograd.tensor import Tensor

UNBOUND = None, None


class Variables:
    """The names of one tape's frames. What a name means is kept in its `Call`, as a plain value, as
    a type and a text, or of a tensor its id alone, each in a tuple."""

    def __init__(self, recorder):
        self.recorder, self.stack, self.pending = recorder, recorder.stack, recorder.pending
        self.stack.tell_waiting = self.tell_waiting
        self.paths = Paths(recorder, self)
        self.spent: dict[int, int] = {}  # values told of a line
        self.containers = Containers(self)

    # -- what the rewritten program calls --------------------------------------------------------

    def name(self, variable, value, line):
        """Tell that a variable was bound; the value is returned."""
        kind = type(value)
        call = _getframe(1).f_trace
        if call is not self.stack.running:
            call = self.stack.meet(_getframe(1))
        if kind in PLAIN:
            before = call.names.get(variable, UNBOUND)
            if type(before) is not kind or before != value or not value:
                self.bind_plain(call, variable, value, line, before)
        else:
            self.bind(call, variable, value, line)
        return value

    def loop(self, variable, value, line):
        """Tell that a loop has bound a variable, which gives no new names to what has one."""
        call = _getframe(1).f_trace
        if call is not self.stack.running:
            call = self.stack.meet(_getframe(1))
        self.bind(call, variable, value, line, is_passing=True)

    def outer(self, variable, value, line, owner):
        """Tell that a variable of another frame was bound: of the module, or a function around."""
        here = self.stack.meet(_getframe(1))
        self.bind(self.owner_of(owner, here), variable, value, line)
        return value

    def enter(self, instance, names, line, *values):
        """Tell that a function begins, and its parameters; `instance` is that of a method."""
        call = self.stack.enter(_getframe(1))
        if call.code is not None and call.code not in self.recorder.heads:
            self.recorder.heads[call.code] = line
        for variable, value in zip(names, values):
            if type(value) in PLAIN:
                self.bind_plain(call, variable, value, line, UNBOUND)
            elif variable == instance and not issubclass(type(value), (Tensor, *UNTOLD)):
                self.bind_alone(call, variable, value, line)
            else:
                self.bind(call, variable, value, line, is_passing=True)

    def turn(self, names, line, *values):
        """Tell what a comprehension binds in one turn; True, for its condition."""
        call = self.stack.meet(_getframe(1))
        for variable, value in zip(names, values):
            self.bind(call, variable, value, line, is_passing=True)
        return True

    def done(self, value, line):
        """Tell that the comprehension that made `value` is over."""
        last = self.stack.calls[-1]
        if last is self.stack.running and last.outer is _getframe(1).f_trace and (
                last.code is not None and last.code.co_name in COMPREHENSIONS):
            self.stack.leave(last, "return", self.result_of(value), line)
        return value

    def leave(self, value, line, how="return"):
        """Tell that a function returns or yields `value`, which is returned."""
        call = self.stack.meet(_getframe(1))
        self.stack.leave(call, how, self.result_of(value), line)
        if how == "return" and call.containers:
            self.containers.let_go(call)
        return value

    def leave_lambda(self, entered, value, line):
        """Tell that a lambda returns `value`; `entered` is what telling its beginning returned."""
        call = self.stack.meet(_getframe(1))
        self.stack.leave(call, "return", self.result_of(value), line)
        return value

    def returning(self, value, line):
        """Note that a function is about to return: what comes last is still to run."""
        self.stack.meet(_getframe(1)).returning = self.result_of(value), line
        return value

    def delegate(self, value, begins):
        """Note that a generator waits in a `yield from`, or no longer."""
        self.stack.meet(_getframe(1)).delegates = begins
        return value

    def gone(self, variable, line):
        """Tell that a name is unbound."""
        self.unbind(self.stack.meet(_getframe(1)), variable, line)

    def field(self, full, owner, part, line, where=None):
        """Tell that an attribute was bound, if the owner holds it itself and it is or has tensors.
        """
        call = self.stack.meet(_getframe(1))
        own = own_of(owner)
        for held in (own, own.get("_parameters"), own.get("_modules"), own.get("_buffers"),
                     dict(slots_of(owner)) if not own else None):
            if is_a(held, dict) and part in held:
                if type(held[part]) not in PLAIN:
                    owner = call if where is None else self.owner_of(where, call)
                    self.paths.tell(owner, full, held[part], line, is_passing=False)
                return

    def path(self, full, value, line):
        """Tell the path of what a class holds."""
        if type(value) not in PLAIN:
            self.paths.tell(self.stack.meet(_getframe(1)), full, value, line, is_passing=False)

    def check(self, line, names, *values):
        """Tell anew what a statement may have changed in place: the containers that it mentions.

        `names` are those of the module, which are looked up; `values` are of other names.
        """
        frame = _getframe(1)
        if frame.f_trace is not self.stack.running:
            self.stack.meet(frame)
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

    def checked_result(self, result, line, names, *values):
        """`check` where a function returns `result`."""
        for value in (*map(_getframe(1).f_globals.get, names), *values):
            if id(value) in self.containers.owners:
                self.containers.tell_changed(value, line)
        return result

    # -- bindings ----------------------------------------------------------------------------------

    def bind(self, call: Call, variable: str, value, line, is_passing: bool = False) -> None:
        """A name of a call now means `value`; `is_passing` where a loop or an argument says so."""
        kind = type(value)
        before = call.names.get(variable, UNBOUND)
        if kind in PLAIN:
            if type(before) is not kind or before != value or not value:
                self.bind_plain(call, variable, value, line, before)
        elif issubclass(kind, Tensor):
            if type(before) is not tuple or len(before) > 1:
                self.release(call, variable)
            self.tell_tensor(call, variable, value, line)
        elif issubclass(kind, UNTOLD):
            self.unbind(call, variable, line)
        else:
            self.bind_alone(call, variable, value, line)
            self.paths.tell(call, variable, value, line, is_passing)

    def bind_plain(self, call: Call, variable: str, value, line, before) -> None:
        """A name now means a number, a string or None, which it may have meant before."""
        kind = type(value)
        content = value
        if kind is str and len(value) > MOST or kind is int and value.bit_length() > 64:
            content = type_name(value), plain_text(value)
        if type(before) is type(content) and before == content and (
                value or repr(before) == repr(content)):
            return
        if call.containers or call.paths:
            self.release(call, variable)
        call.names[variable] = content
        self.put(call, variable, content, line)

    def bind_alone(self, call: Call, variable: str, value, line) -> None:
        """A name now means an object or container, whatever is in it."""
        content = described(value)
        before = call.names.get(variable)
        if type(before) is not tuple or before[0] != content[0]:
            self.release(call, variable)
        if is_a(value, CONTAINERS):
            self.containers.hold(call, variable, value)
        if before != content:
            call.names[variable] = content
            self.put(call, variable, content, line)

    def unbind(self, call: Call, variable: str, line) -> None:
        """A name means nothing any more, or what is no value."""
        if variable in call.names:
            self.release(call, variable)
            del call.names[variable]
            self.put(call, variable, UNBOUND, line)

    def tell_tensor(self, call: Call, full: str, tensor: Tensor, line) -> None:
        """A name or a path now means a tensor."""
        tid = self.recorder.tensor(tensor, line)
        if call.names.get(full) != (tid,):
            if call.number < 0:
                self.stack.follow(_getframe())
            if call.number >= 0:
                call.names[full] = (tid,)
                self.recorder.emit(events.Name(tid, full, call.number, line))

    def tell_buffer(self, tensor: Tensor, line) -> None:
        """Tell the path of a buffer that is met now."""
        if id(tensor) in self.paths.buffers:
            path, call = self.paths.buffer(tensor) or (None, None)
            if path is not None:
                self.tell_tensor(call, path, tensor, line)

    def release(self, call: Call, variable: str) -> None:
        """Forget which container a name meant, and the paths that began with it."""
        self.containers.drop(call, variable)
        for full in call.paths.pop(variable, ()):
            call.names.pop(full, None)

    # -- events ------------------------------------------------------------------------------------

    def put(self, call: Call, variable: str, content, line) -> None:
        """Tell one value, or keep it until it must be told."""
        stack = self.stack
        if call is not stack.running and not stack.has(call) and (
                call.number < 0 or stack.is_over(call.code)):
            call.waiting[variable] = content, line
            return
        spent = self.spent.get(line, 0)
        if spent < MOST_TOLD:
            self.spent[line] = spent + 1
            self.recorder.emit((value_event, call.number, variable, content, line))
        else:
            self.put_last(call.number, variable, content, line)

    def put_last(self, number: int, variable: str, content, line) -> None:
        """Let a value be told in place of what the name meant before, if nothing came between."""
        pending = self.pending
        last = pending[-1] if pending else None
        if type(last) is tuple and last[0] is latest_events:
            if (number, variable) not in last[1]:
                self.recorder.room -= 1
            last[1][number, variable] = content, line
            if pending and pending[-1] is last:
                return  # else a signal has had it handed out meanwhile
        self.recorder.emit((latest_events, {(number, variable): (content, line)}))

    def tell_waiting(self, call: Call) -> None:
        """Tell the values of a call that must be told after all."""
        waiting, call.waiting = call.waiting, {}
        for variable, (content, line) in waiting.items():
            self.put(call, variable, content, line)

    def result_of(self, value):
        """What an event says of the result of a function."""
        if value is None:
            return None
        return (value if type(value) in PLAIN else described(value),)

    # -- frames of other names ---------------------------------------------------------------------

    def owner_of(self, owner, here: Call) -> Call:
        """The call whose name it is: of the module (0), or of the function whose code begins at a
        line, if one is running; else the call that runs."""
        if owner == 0:
            return self.stack.base
        for call in reversed(self.stack.calls):
            if call.code is not None and call.code.co_firstlineno == owner:
                return call
        return here
