"""What the program's names mean, frame by frame: told whenever it changes.

Of a value only its text is kept, never the value itself, unless it is a number or a short string;
of a tensor its id.
"""

from __future__ import annotations

from sys import _getframe
from typing import TYPE_CHECKING, Any

from autograd.recording import events
from autograd.recording.containers import Containers
from autograd.recording.deferred_reader import latest_events, value_event
from autograd.recording.paths import Paths
from autograd.recording.short import (
    CONTAINERS, MOST, PLAIN, UNTOLD, described, is_a, plain_text, type_name,
)
from autograd.recording.source_lines import Call
from autograd.recording.stack import MOST as MOST_TOLD
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.recording.recorder import Recorder

UNBOUND = None, None


class Variables:
    """The names of one tape's frames. What a name means is kept in its `Call`, as a plain value, as
    a type and a text, or of a tensor its id alone, each in a tuple."""

    def __init__(self, recorder: Recorder):
        self.recorder, self.stack, self.pending = recorder, recorder.stack, recorder.pending
        self.stack.tell_waiting = self.tell_waiting
        self.paths = Paths(recorder, self)
        self.spent: dict[int | None, int] = {}  # values told of a line
        self.containers = Containers(self)

    def bind(
        self, call: Call, variable: str, value: Any, line: Any, is_passing: bool = False
    ) -> None:
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

    def bind_plain(self, call: Call, variable: str, value: Any, line: Any, before: Any) -> None:
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

    def bind_alone(self, call: Call, variable: str, value: Any, line: Any) -> None:
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

    def unbind(self, call: Call, variable: str, line: Any) -> None:
        """A name means nothing any more, or what is no value."""
        if variable in call.names:
            self.release(call, variable)
            del call.names[variable]
            self.put(call, variable, UNBOUND, line)

    def tell_tensor(self, call: Call, full: str, tensor: Tensor, line: Any) -> None:
        """A name or a path now means a tensor."""
        line = program_line(line)
        tid = self.recorder.tensor(tensor, line)
        if call.names.get(full) != (tid,) and type(full) is str:
            if call.number < 0:
                self.stack.follow(_getframe())
            if call.number >= 0:
                call.names[full] = (tid,)
                self.recorder.emit(events.Name(tid, full, call.number, line))

    def tell_buffer(self, tensor: Tensor, line: Any) -> None:
        """Tell the path of a buffer that is met now."""
        if id(tensor) in self.paths.buffers:
            found = self.paths.buffer(tensor)
            if found is not None:
                path, call = found
                self.tell_tensor(call, path, tensor, line)

    def release(self, call: Call, variable: str) -> None:
        """Forget which container a name meant, and the paths that began with it."""
        self.containers.drop(call, variable)
        for full in call.paths.pop(variable, ()):
            call.names.pop(full, None)

    def put(self, call: Call, variable: str, content: Any, line: Any) -> None:
        """Tell one value, or keep it until it must be told."""
        stack = self.stack
        if call is not stack.running and not stack.has(call) and (
                call.number < 0 or stack.is_over(call.code)):
            call.waiting[variable] = content, line
            return
        line = program_line(line)
        spent = self.spent.get(line, 0)
        if spent < MOST_TOLD:
            self.spent[line] = spent + 1
            self.recorder.emit((value_event, call.number, variable, content, line))
        else:
            self.put_last(call.number, variable, content, line)

    def put_last(self, number: int, variable: str, content: Any, line: Any) -> None:
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
        waiting = call.waiting
        call.waiting = {}
        for variable, (content, line) in waiting.items():
            self.put(call, variable, content, line)

    def result_of(self, value: Any) -> tuple[Any, ...] | None:
        """What an event says of the result of a function."""
        if value is None:
            return None
        return (value if type(value) in PLAIN else described(value),)


def program_line(line: Any) -> int | None:
    """A line of the program, which may call these methods with anything."""
    return line if type(line) is int and 0 < line < 10**6 else None
