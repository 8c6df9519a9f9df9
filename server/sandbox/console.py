"""Record a snippet's console on the tape: print, stdout, stderr, warnings, input."""

from __future__ import annotations

import _sitebuiltins
import builtins
import functools
import io
import sys
import warnings
from collections.abc import Callable
from typing import Any

from .instrument import FILENAME
from .stubs.no_op import Nothing

_print = builtins.print
# The characters kept of the end of the output, for clients that follow the run: more than is sent
# (protocol.TAIL_BYTES), so that it shows whether something is missing.
_TAIL = 2_001


class Console:
    """Writes text to the tape until `budget` bytes are used; then it calls `overflow`.

    `record(text, how, line)` is the recorder's method; `overflow(line)` ends the run and does not
    return.
    """

    def __init__(self, record: Callable, budget: int, overflow: Callable[[int | None], None]):
        self._record, self._left, self._overflow = record, budget, overflow
        self.tail = ""

    def write(self, text: str, how: str, line: int | None = None) -> None:
        """Write `text` as output of `line`, by default the snippet's current line."""
        line = line or current_line()
        encoded = text[: self._left + 1].encode("utf-8", "replace")
        if len(encoded) > self._left:
            self._record(encoded[: self._left].decode("utf-8", "ignore"), how, line)
            self._overflow(line)
        self._left -= len(encoded)
        end = "" if how == "print" else "\n"
        self.tail = (self.tail + text[-_TAIL:] + end)[-_TAIL:]
        if text:
            self._record(text, how, line)

    def close(self) -> None:
        """Ignore further text, such as output of finalizers after the end of the run."""
        self._record = lambda *_: None

    def value(self, value: object, line: int | None) -> None:
        """Write the value of a bare expression, as a notebook does; None and plots are skipped."""
        if value is not None and not isinstance(value, Nothing):
            self.write(repr(value), "value", line)

    def warn(
            self, message: Warning | str, category: type[Warning], filename: str, lineno: int,
            file: Any = None, line: str | None = None) -> None:
        """Write a warning, in place of `warnings.showwarning`."""
        at = lineno if filename == FILENAME else None
        self.write(f"{category.__name__}: {message}", "warning", at)


class Stream(io.TextIOBase):
    """A standard stream that writes to the console."""

    encoding = "utf-8"

    def __init__(self, console: Console):
        self._console = console

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._console.write(text, "print")
        return len(text)


def current_line() -> int | None:
    """Return the line of the snippet that is running, from within any function it called."""
    frame = sys._getframe(1)
    while frame and frame.f_code.co_filename != FILENAME:
        frame = frame.f_back
    return frame.f_lineno if frame else None


def install(console: Console) -> None:
    """Redirect this process's standard streams, warnings, `print` and `input` to `console`."""
    sys.stdout = sys.__stdout__ = Stream(console)
    sys.stderr = sys.__stderr__ = Stream(console)
    sys.stdin = sys.__stdin__ = io.StringIO()
    warnings.showwarning = console.warn
    builtins.print = _print_whole
    builtins.input = _ask_nobody
    builtins.help = _sitebuiltins._Helper()
    builtins.exit = builtins.quit = sys.exit


@functools.wraps(_print)
def _print_whole(*values, file=None, flush=False, **form):
    # Python writes arguments and separators one by one; one print is one event on the tape.
    file = sys.stdout if file is None else file
    if isinstance(file, Stream):
        whole = io.StringIO()
        _print(*values, file=whole, **form)
        file.write(whole.getvalue())
    else:
        _print(*values, file=file, flush=flush, **form)


def _ask_nobody(prompt=""):
    raise EOFError(
        "input() has nobody to ask here. Write the value into the code instead, as in x = 3."
    )
