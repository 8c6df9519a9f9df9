"""Places in a program, each of which is an instruction in a call.

A place is taken at every op, so it holds only what may be gone later: code, instruction and call.
Its line is computed when the event is handed out.
"""

from __future__ import annotations

import inspect
from bisect import bisect_right
from itertools import count
from types import CodeType, FrameType
from typing import Any

# Frames that are no functions of their own to a reader; a module's `forward` is the module.
NO_SCOPE = {"<module>", "<lambda>", "<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>", "forward"}

COMPREHENSIONS = {"<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>"}
AWAITS = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR

serials = count(1)  # of calls, in order of first appearance


class Call:
    """One call of a function, and the call around it (or None) in which it was first seen.

    It is stored as the frame's `f_trace`, which only debuggers use otherwise: so it lives as long
    as the frame, has no reference to it, and is found without a search.
    """

    __slots__ = (
        "code", "outer", "serial", "owner", "number", "depth", "names", "containers", "paths",
        "waiting", "returning", "delegates", "__weakref__",
    )
    number: int
    names: dict[str, Any]
    containers: dict[str, int]
    paths: dict[str, list[str]]
    waiting: dict[str, tuple[Any, Any]]
    returning: tuple[Any, int | None] | None
    delegates: bool

    def __init__(self, code: CodeType | None, outer: Call | None):
        self.code: Any = code  # None for the program itself, until its frame is found
        self.outer, self.serial = outer, next(serials)
        self.owner: Any = None  # the stack that has adopted it, which sets the other attributes
        self.depth = 0  # its index there, if it is running

    def __call__(self, *ignored: Any) -> None:
        """Do nothing, if a tracer is set meanwhile and Python calls the frame's `f_trace`."""

    def is_module(self) -> bool:
        """Return whether it is the program itself."""
        return self.code is None or self.code.co_name == "<module>"


# (code, instruction, call): where in which code, and in which call, if any. A plain tuple, because
# one is made at every op.
Place = tuple[CodeType, int, Call | None]


def place_of(frame: FrameType, filename: str) -> Place | None:
    """Return where the code named `filename` is running, from `frame` outward, or None."""
    call = frame.f_trace
    if type(call) is Call:  # as on frames of the program alone
        return call.code, frame.f_lasti, call
    around = frame_of(frame, filename)
    if around is None:
        return None
    call = around.f_trace
    return around.f_code, around.f_lasti, call if type(call) is Call else call_of(around, filename)


def frame_of(frame: FrameType | None, filename: str) -> FrameType | None:
    """Return the innermost frame of the code named `filename`, from `frame` outward."""
    while frame is not None and frame.f_code.co_filename != filename:
        frame = frame.f_back
    return frame


def called_by_program(frame: FrameType | None, filename: str, ignored: str) -> str | None:
    """Return the name of the library function, called by the program, in which `frame` runs.

    Of a decorated one the name without the decorator; None for others of the file `ignored`.
    """
    last = None
    while frame is not None and frame.f_code.co_filename != filename:
        last, frame = frame, frame.f_back
    if last is None or frame is None:
        return None
    name = last.f_code.co_qualname
    if last.f_code.co_filename == ignored or "<locals>" in name:
        name = getattr(last.f_locals.get("function"), "__qualname__", None)
    return name


def call_of(frame: FrameType | None, filename: str) -> Call | None:
    """Return the call of a frame of the program; it and those around it get one if they have none.

    A frame that a debugger holds has no call of its own.
    """
    fresh: list[FrameType] = []
    call: Call | None = None
    while frame is not None and call is None:
        if frame.f_code.co_filename == filename:
            if type(frame.f_trace) is Call:
                call = frame.f_trace
            elif frame.f_trace is None:
                fresh.append(frame)
        frame = frame.f_back
    for each in reversed(fresh):
        call = each.f_trace = Call(each.f_code, call)
    return call


def is_class_body(code: CodeType) -> bool:
    """Return whether the code is the body of a class, which is no call of a function."""
    return not code.co_flags & inspect.CO_OPTIMIZED and code.co_name != "<module>"


def calls_at(place: Place | None) -> list[tuple[str, int]]:
    """Return the functions that run at a place, outermost first: `("step()", serial)`."""
    call = None if place is None else place[2]
    found = []
    while call is not None:
        if call.code.co_name not in NO_SCOPE:
            found.append((f"{call.code.co_name}()", call.serial))
        call = call.outer
    return found[::-1]


class Lines:
    """The line numbers of places, from the tables of their code."""

    def __init__(self):
        self.tables: dict[int, tuple[Any, ...]] = {}  # by the identity of the code, which is kept

    def line(self, place: Place | int | None) -> int | None:
        """Return the line of a place; what is a line already stays."""
        if not isinstance(place, tuple):
            return place
        code, instruction, _ = place
        table = self.tables.get(id(code))
        if table is None:
            starts, _, lines = zip(*code.co_lines())
            table = self.tables[id(code)] = code, starts, lines
        _, starts, lines = table
        return lines[bisect_right(starts, instruction) - 1]
