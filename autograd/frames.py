"""Where a program is: its line, and the functions of it that are running.

Asked at every op, so only what may be gone later is looked at: where in which code, and in which
functions. What line that is, is worked out when the tape is written.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from types import CodeType

# Frames that are no functions of their own to a reader; a module's `forward` is the module.
NO_SCOPE = {"<module>", "<lambda>", "<listcomp>", "<dictcomp>", "<genexpr>", "forward"}


# (code, instruction, outer): where in which code, and the codes of the functions around that, from
# the innermost. A plain tuple, because one is made at every op.
Place = tuple[CodeType, int, tuple[CodeType, ...]]


def place_in(filename: str) -> Place | None:
    """Where the code named `filename` is running now; None when it is not."""
    return place_of(sys._getframe(2), filename)


def place_of(frame, filename: str) -> Place | None:
    """Where the code named `filename` is running, in `frame` or around it."""
    code = frame.f_code
    while code.co_filename != filename:
        frame = frame.f_back
        if frame is None:
            return None
        code = frame.f_code
    if code.co_name == "<module>":
        return code, frame.f_lasti, ()
    instruction, outer = frame.f_lasti, []
    while (frame := frame.f_back) is not None:
        around = frame.f_code
        if around.co_filename == filename:
            if around.co_name == "<module>":
                break
            outer.append(around)
    return code, instruction, tuple(outer)


def functions_at(place: Place | None) -> list[str]:
    """The functions of the program that run at a place, outermost first: `step()`."""
    if place is None:
        return []
    code, _, outer = place
    names = [each.co_name for each in (code, *outer)]
    return [f"{name}()" for name in reversed(names) if name not in NO_SCOPE]


class Lines:
    """The lines of places."""

    def __init__(self):
        self.tables: dict[int, tuple] = {}  # by the identity of the code, which is kept

    def line(self, place: Place | int | None) -> int | None:
        """The line of a place; what is a line already stays."""
        if type(place) is not tuple:
            return place
        code, instruction, _ = place
        table = self.tables.get(id(code))
        if table is None:
            starts, _, lines = zip(*code.co_lines())
            table = self.tables[id(code)] = code, starts, lines
        _, starts, lines = table
        return lines[bisect_right(starts, instruction) - 1]
