"""Limit what `traceback` or `logging` show of an error to the program's own frames.

torch itself is written in C++, whose calls are in no traceback. Here they are Python frames, as are
those of the sandbox; a reader of a traceback looks for neither.
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
    """Patch `traceback` so that it shows the program's frames only."""
    traceback.StackSummary._extract_from_extended_frame_gen = classmethod(_extracted)
    traceback.TracebackException.__init__ = _described


def _extracted(summary, frames, **options):
    return _extract.__func__(summary, _of_program(frames), **options)


def _of_program(frames):
    """Yield the frames that are not the engine's or the sandbox's, nor called by those."""
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
    """Remove the engine's own handled errors from the contexts of `error`."""
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
