"""Where a program is: its line, and the functions of it that are running."""

from __future__ import annotations

import sys

# Frames that are no functions of their own to a reader; a module's `forward` is the module.
NO_SCOPE = {"<module>", "<lambda>", "<listcomp>", "<dictcomp>", "<genexpr>", "forward"}


def line_in(filename: str) -> int | None:
    """The line of the code named `filename` that is running now."""
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == filename:
            return frame.f_lineno
        frame = frame.f_back
    return None


def functions_in(filename: str) -> list[str]:
    """The functions of the code named `filename` that are running, outermost first: `step()`."""
    functions, frame = [], sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if code.co_filename == filename and code.co_name not in NO_SCOPE:
            functions.append(f"{code.co_name}()")
        frame = frame.f_back
    return functions[::-1]
