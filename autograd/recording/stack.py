"""Events of the program's calls, whose stack is that of Python's frames.

Each means that a call is entered, left or entered again: the frames are compared with those at
the last event, so neither an exception nor a generator can leave the stack wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType, FrameType, TracebackType
from typing import TYPE_CHECKING, Any

from autograd.recording.events import encode
from autograd.recording.source_lines import (
    AWAITS, COMPREHENSIONS, Call, Place, call_of, frame_of, is_class_body,
)
from autograd.recording.value_text import value_content

if TYPE_CHECKING:
    from autograd.recording.deferred_events import DeferredEvents

NO_STEP: tuple[None, dict[str, Any]] = (None, {})
MOST_CALLS = 1000  # of one function, and values of one line, that become events one by one


class Stack:
    """The calls of one recorder: frame 0 is the module, others are numbered as they are entered."""

    def __init__(self, filename: str, emit: Callable[..., Any]):
        self.filename, self.emit = filename, emit
        self.frames = self.begun = 0  # numbered frames, and functions begun, so far
        self.heads: dict[CodeType, int | None] = {}  # the line of each `def`
        self.entered: dict[CodeType, int] = {}  # number of calls of each code
        self.running = self.base = self.adopt(Call(None, None))
        self.base.number = 0
        self.frames = 1
        self.calls = [self.base]
        self.emit_waiting: Callable[..., Any] = lambda call: None
        # The code of an optimizer's `step` of the program's own that begins, and its description.
        self.step: tuple[CodeType | None, dict[str, Any]] = NO_STEP

    def adopt(self, call: Call) -> Call:
        """Reset a call for this recorder, since another recorder may have used it before."""
        call.owner, call.number = self, -1  # the frame's number once it was entered
        call.names = {}  # the values of its names: see `variables.py`
        call.containers = {}  # the identities of the containers that its names are bound to
        call.paths = {}  # by the name that they begin with
        call.waiting = {}  # values that are emitted only with another event of this call
        call.returning = None  # its result and line, where a `finally` comes after its `return`
        call.delegates = False  # whether it waits in a `yield from`
        return call

    def has(self, call: Call) -> bool:
        """Return whether a call is on the stack."""
        return call.depth < len(self.calls) and self.calls[call.depth] is call

    def exceeds_limit(self, code: CodeType) -> bool:
        """Return True if a function was called too often for further events of its calls."""
        return self.entered.get(code, 0) >= MOST_CALLS

    def enter(self, frame: FrameType) -> Call:
        """Begin the call of a function of the program that runs in `frame`."""
        code = frame.f_code
        self.begun += 1
        if frame.f_trace is None and code.co_filename == self.filename:
            around = frame_of(frame.f_back, self.filename)
            outer = None if around is None else around.f_trace
            if around is not None and type(outer) is Call and (
                    outer is self.running or self.exceeds_limit(code)):
                call = frame.f_trace = self.adopt(Call(code, outer))
                if not self.exceeds_limit(code):
                    self.push(call, (around.f_code, around.f_lasti, None))
                return call
        return self.call_in(frame)

    def call_in(self, frame: FrameType) -> Call:
        """Return the call that runs in `frame`; enter it if it is new and below the limit."""
        around = frame_of(frame, self.filename)
        if around is None:
            return self.base
        call = around.f_trace if type(around.f_trace) is Call else call_of(around, self.filename)
        if call is self.running:
            return call
        if call is None or is_class_body(call.code) or call.owner is self and self.has(call):
            return self.follow(around)
        if self.exceeds_limit(call.code):
            return call if call.owner is self else self.adopt(call)
        return self.follow(around)

    def follow(self, frame: FrameType | None) -> Call:
        """Emit the calls left and entered since the last event, when `frame` runs."""
        call_of(frame, self.filename)
        fresh: list[list[Any]] = []
        found = self.base
        while frame is not None:
            code = frame.f_code
            if code.co_filename == self.filename:
                if fresh and fresh[-1][1] is None:
                    fresh[-1][1] = code, frame.f_lasti, None
                call = frame.f_trace
                if type(call) is Call and not is_class_body(code):
                    if call.owner is not self:
                        self.adopt(call)
                    if call.is_module() or self.has(call):
                        found = self.make_base(call) if call.is_module() else call
                        break
                    fresh.append([call, None])
            frame = frame.f_back
        self.pop_to(found)
        for call, place in reversed(fresh):
            self.push(call, place)
        return self.running

    def make_base(self, call: Call) -> Call:
        """Make a call of the program itself the base, with the names of frame 0."""
        if call is not self.base:
            base = self.base
            call.number, call.depth = 0, 0
            call.names, call.containers, call.paths = base.names, base.containers, base.paths
            if self.running is base:
                self.running = call
            self.base = self.calls[0] = call
        return call

    def push(self, call: Call, place: Place | None) -> None:
        """Emit that a call begins or resumes, from a position in its caller."""
        if call.number < 0:
            call.number, self.frames = self.frames, self.frames + 1
        code = call.code
        self.entered[code] = self.entered.get(code, 0) + 1
        caller = self.calls[-1].number
        call.depth = len(self.calls)
        self.calls.append(call)
        self.running = call
        described: dict[str, Any] = {}
        if code is self.step[0]:
            described, self.step = self.step[1], NO_STEP
        self.emit((enter_event, call.number, code, caller, place, described))
        if call.waiting:
            self.emit_waiting(call)

    def leave(
        self, call: Call, how: str, result: Any, line: Place | int | None
    ) -> None:
        """Emit that a call returns or yields."""
        if self.has(call) and call.depth:
            self.pop_to(call)
            self.calls.pop()
            self.running = self.innermost()
            self.emit((leave_event, call.number, how, result, line))

    def innermost(self) -> Call:
        """Return the innermost call of the program; calls of the library do not count."""
        return next(call for call in reversed(self.calls) if call.code is not LIBRARY)

    def pop_to(self, call: Call) -> None:
        """Emit that all calls above `call` have ended."""
        while len(self.calls) > call.depth + 1:
            last = self.calls[-1]
            if last.returning is not None:
                result, line = last.returning
                last.returning = None
                self.calls.pop()
                self.emit((leave_event, last.number, "return", result, line))
            elif last.delegates or last.code is not LIBRARY and is_suspended(last.code):
                self.calls.pop()
                self.emit((leave_event, last.number, "yield", None, None))
            else:
                self.drop_raised(call.depth + 1)
        self.running = self.innermost()

    def drop_raised(self, depth: int) -> None:
        """Emit that an exception left the top calls, down to `depth` or above a returning one."""
        first = len(self.calls) - 1
        while first > depth and self.calls[first - 1].returning is None:
            first -= 1
        gone = self.calls[first]
        del self.calls[first:]
        self.emit((leave_event, gone.number, "raise", None, line_left(gone)))

    def unwind(self, trace: TracebackType | None) -> None:
        """Emit the calls that were left before the exception with this traceback was raised."""
        inner = None
        while trace is not None:
            call = trace.tb_frame.f_trace
            if type(call) is Call and call.owner is self and self.has(call):
                inner = call
            trace = trace.tb_next
        if inner is not None:
            self.pop_to(inner)

    def begin_library(
        self, name: str, place: Place | None, described: dict[str, Any]
    ) -> Call | None:
        """Emit that a call of the library begins; within another one, only return None."""
        if self.calls[-1].code is LIBRARY:
            return None
        call = self.adopt(Call(LIBRARY, None))
        call.number, self.frames = self.frames, self.frames + 1
        caller = self.calls[-1].number
        call.depth = len(self.calls)
        self.calls.append(call)
        self.emit((library_event, call.number, name, caller, place, described))
        return call


# Stands for the code of a call of the library.
LIBRARY = compile("", "<library>", "exec")


def is_suspended(code: CodeType) -> bool:
    """Return whether a call off Python's stack may resume: a coroutine or a generator."""
    return bool(code.co_flags & AWAITS) or code.co_name == "<genexpr>"


def line_left(call: Call) -> int | None:
    """Return the line at which the exception that is being handled left a call, or None."""
    trace = sys.exc_info()[2]
    while trace is not None:
        if trace.tb_frame.f_trace is call:
            return trace.tb_lineno
        trace = trace.tb_next
    return None


def enter_event(log: DeferredEvents, entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """Make the event of a function of the program that begins, or of a generator that resumes."""
    _, number, code, caller, place, described = entry
    name = code.co_name
    of = ("comprehension" if name in COMPREHENSIONS else
          "lambda" if name == "<lambda>" else "function")
    return ({
        "kind": "enter", "frame": number, "of": of,
        "name": code.co_qualname.rpartition("<locals>.")[2], "caller": caller,
        "from": log.line_of(place), "line": log.stack.heads.get(code, code.co_firstlineno),
        **encode(described),
    },)


def library_event(log: DeferredEvents, entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """Make the event of a call of the library that begins, which is shown as one step."""
    _, number, name, caller, place, described = entry
    line = log.line_of(place)
    return ({
        "kind": "enter", "frame": number, "of": "library", "name": name, "caller": caller,
        "from": line, "line": line, **encode(described),
    },)


def leave_event(log: DeferredEvents, entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """Make the event of a call that ended, or of a generator that waits."""
    _, number, how, result, place = entry
    if type(result) is tuple:  # the result of a function: a plain value, or type and text
        result = value_content(*result)[1]
    return ({
        "kind": "leave", "frame": number, "how": how, "result": result,
        "line": log.line_of(place),
    },)
