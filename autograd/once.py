"""Warnings, said of the line of the program that gave cause, as C++ in torch says them.

Python shows a warning once for each line, so it has to know the line whatever lies between.
"""

from __future__ import annotations

import sys
import warnings
from os.path import dirname

_HERE = dirname(__file__)
_said: set[str] = set()
always = False  # whether what is said once is said each time (`torch.set_warn_always`)


def caution(text: str, category: type[Warning] = UserWarning, at: str = "") -> None:
    """Warn with `text` of the innermost line that is not the engine's.

    `at` is where torch's C++ says it: the file among its sources, and the line.
    """
    if at:
        text += f" (Triggered internally at /__w/pytorch/pytorch/{at}.)"
    frame = sys._getframe(1)
    while frame.f_code.co_filename.startswith(_HERE) and frame.f_back:
        frame = frame.f_back
    names = frame.f_globals
    warnings.warn_explicit(
        text, category, frame.f_code.co_filename, frame.f_lineno, names.get("__name__"),
        names.setdefault("__warningregistry__", {}))


def warn_once(text: str, at: str = "") -> None:
    """`caution`, as torch does once in a process (TORCH_WARN_ONCE), however often there is cause.

    Not if that was done before from the same place, or with the same text where there is none:
    unless it is to be done `always`.
    """
    key = at or text
    if always or key not in _said:
        _said.add(key)
        caution(text, at=at)


def warn_of_lost_parts() -> None:
    """torch's warning about complex numbers that are copied into what is real."""
    warn_once(
        "Casting complex values to real discards the imaginary part",
        at="aten/src/ATen/native/Copy.cpp:307")
