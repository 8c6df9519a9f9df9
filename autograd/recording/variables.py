"""Events of the program's variables: an event whenever a name is bound to something else.

Only the text of a value is kept, or its id if it is a tensor, or the value if it is a number or a
short string.
"""

from __future__ import annotations

from sys import _getframe
from typing import TYPE_CHECKING, Any

from autograd.recording import events
from autograd.recording.containers import Containers
from autograd.recording.paths import Paths
from autograd.recording.source_lines import Call
from autograd.recording.stack import MOST_CALLS
from autograd.recording.value_text import (
    CONTAINERS, HIDDEN, MOST, PLAIN, is_a, plain_text, type_and_text, type_name, value_content,
)
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.recording.deferred_events import DeferredEvents

UNBOUND = None, None


class Variables:
    """The variables of one recorder's calls.

    A `Call` keeps the value of each of its names: a plain value itself, a tensor as `(id,)`, others
    as `(type, text)`.
    """

    def __init__(self, log: DeferredEvents):
        self.log, self.stack, self.pending = log, log.stack, log.pending
        self.stack.emit_waiting = self.emit_waiting
        self.paths = Paths(log, self)
        self.spent: dict[int | None, int] = {}  # how many values of each line were emitted
        self.containers = Containers(self)

    def bind(
        self, call: Call, variable: str, value: Any, line: Any, is_passing: bool = False
    ) -> None:
        """Bind a name of a call to `value`; `is_passing` for variables of loops and arguments."""
        kind = type(value)
        before = call.names.get(variable, UNBOUND)
        if kind in PLAIN:
            if type(before) is not kind or before != value or not value:
                self.bind_plain(call, variable, value, line, before)
        elif issubclass(kind, Tensor):
            if type(before) is not tuple or len(before) > 1:
                self.release(call, variable)
            self.bind_tensor(call, variable, value, line)
        elif issubclass(kind, HIDDEN):
            self.unbind(call, variable, line)
        else:
            self.bind_alone(call, variable, value, line)
            self.paths.emit(call, variable, value, line, is_passing)

    def bind_plain(self, call: Call, variable: str, value: Any, line: Any, before: Any) -> None:
        """Bind a name to a number, a string or None, to which it may be bound already."""
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
        self.emit_value(call, variable, content, line)

    def bind_alone(self, call: Call, variable: str, value: Any, line: Any) -> None:
        """Bind a name to an object or container, without its parts."""
        content = type_and_text(value)
        before = call.names.get(variable)
        if type(before) is not tuple or before[0] != content[0]:
            self.release(call, variable)
        if is_a(value, CONTAINERS):
            self.containers.watch(call, variable, value)
        if before != content:
            call.names[variable] = content
            self.emit_value(call, variable, content, line)

    def unbind(self, call: Call, variable: str, line: Any) -> None:
        """Unbind a name that is deleted, or bound to a value that a debugger hides."""
        if variable in call.names:
            self.release(call, variable)
            del call.names[variable]
            self.emit_value(call, variable, UNBOUND, line)

    def bind_tensor(self, call: Call, full: str, tensor: Tensor, line: Any) -> None:
        """Bind a name or a path to a tensor."""
        line = program_line(line)
        tid = self.log.tensor(tensor, line)
        if call.names.get(full) != (tid,) and type(full) is str:
            if call.number < 0:
                self.stack.follow(_getframe())
            if call.number >= 0:
                call.names[full] = (tid,)
                self.log.emit(events.Name(tid, full, call.number, line))

    def name_buffer(self, tensor: Tensor, line: Any) -> None:
        """Bind the path of a buffer that has just got its number."""
        if id(tensor) in self.paths.buffers:
            found = self.paths.pop_buffer(tensor)
            if found is not None:
                path, call = found
                self.bind_tensor(call, path, tensor, line)

    def release(self, call: Call, variable: str) -> None:
        """Forget the container that a name was bound to, and the paths that begin with it."""
        self.containers.drop(call, variable)
        for full in call.paths.pop(variable, ()):
            call.names.pop(full, None)

    def emit_value(self, call: Call, variable: str, content: Any, line: Any) -> None:
        """Emit one value, or keep it until another event of its call is emitted."""
        stack = self.stack
        if call is not stack.running and not stack.has(call) and (
                call.number < 0 or stack.exceeds_limit(call.code)):
            call.waiting[variable] = content, line
            return
        line = program_line(line)
        spent = self.spent.get(line, 0)
        if spent < MOST_CALLS:
            self.spent[line] = spent + 1
            self.log.emit((value_event, call.number, variable, content, line))
        else:
            self.emit_latest(call.number, variable, content, line)

    def emit_latest(self, number: int, variable: str, content: Any, line: Any) -> None:
        """Emit a value in place of the name's last one, if no other event came between."""
        pending = self.pending
        last = pending[-1] if pending else None
        if type(last) is tuple and last[0] is latest_events:
            if (number, variable) not in last[1]:
                self.log.remaining -= 1
            last[1][number, variable] = content, line
            if pending and pending[-1] is last:
                return  # unless a signal handler has handed it out
        self.log.emit((latest_events, {(number, variable): (content, line)}))

    def emit_waiting(self, call: Call) -> None:
        """Emit the values of a call that wait for another event."""
        waiting = call.waiting
        call.waiting = {}
        for variable, (content, line) in waiting.items():
            self.emit_value(call, variable, content, line)

    def describe_result(self, value: Any) -> tuple[Any, ...] | None:
        """Return the description of a function's result for an event: a tuple, or None."""
        if value is None:
            return None
        return (value if type(value) in PLAIN else type_and_text(value),)


def program_line(line: Any) -> int | None:
    """Return a valid line number, else None: the program itself may call with any value."""
    return line if type(line) is int and 0 < line < 10**6 else None


def value_event(log: DeferredEvents, entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """Make the event of a name that was unbound, or bound to a value that is no tensor."""
    _, number, name, content, line = entry
    if type(name) is not str:
        return ()  # the program itself called an inserted function
    kind, text, *tensors = value_content(content)
    event = {"kind": "value", "frame": number, "name": name, "type": kind, "text": text,
             "line": line}
    return (event | {"tensors": tensors[0]} if tensors else event,)


def latest_events(log: DeferredEvents, entry: tuple[Any, ...]) -> list[Any]:
    """Make the events of the last values of names whose lines have emitted many."""
    return [event for (number, name), (content, line) in entry[1].items()
            for event in value_event(log, (None, number, name, content, line))]
