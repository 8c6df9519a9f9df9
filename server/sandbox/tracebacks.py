"""Limit what `traceback` or `logging` show of an error to the program's own frames.

Elsewhere torch is written in C++, whose calls stand in no traceback. Here they are Python, as is
the sandbox that calls the program; a reader who prints a traceback looks for neither.
"""

import os
import traceback
from pathlib import Path

from .instrument import FILENAME

_HIDDEN = tuple(
    os.path.join(Path(__file__).parents[2], each, "") for each in ("autograd", "server"))

_extract = traceback.StackSummary._extract_from_extended_frame_gen
_describe = traceback.TracebackException.__init__


def install() -> None:
    """Let everything that is told of a traceback be told of the program alone."""
    traceback.StackSummary._extract_from_extended_frame_gen = classmethod(_extracted)
    traceback.TracebackException.__init__ = _described


def _extracted(summary, frames, **options):
    return _extract.__func__(summary, _of_program(frames), **options)


def _of_program(frames):
    """The frames that are not the engine's or the sandbox's, nor called by those."""
    inside = False
    for frame, place in frames:
        name = frame.f_code.co_filename
        inside = name != FILENAME and (inside or name.startswith(_HIDDEN))
        if not inside:
            yield frame, place


def _described(self, kind, error, *arguments, **options):
    _forget(error)
    _describe(self, kind, error, *arguments, **options)


def _forget(error: BaseException | None) -> None:
    """Leave out of the history of `error` what the engine met with and did not tell."""
    while error is not None:
        history = error.__context__
        while history is not None and _is_engines(history):
            history = history.__context__
        if history is not error.__context__:
            error.__context__ = history
        error = history


def _is_engines(error: BaseException) -> bool:
    trace = error.__traceback__
    return trace is not None and next(_of_program(traceback.walk_tb(trace)), None) is None
