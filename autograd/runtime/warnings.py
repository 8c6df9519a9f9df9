"""Emit warnings attributed to the user's source line, like TORCH_WARN.

Python shows a warning once for each line, so the line must be right whatever lies between.
"""

from __future__ import annotations

import sys
import warnings
from os.path import dirname, join

_HERE = dirname(dirname(__file__))
_FACE = join(_HERE, "torch", "")  # what stands for torch's own Python
_ENGINE = join(_HERE, "engine", "backward.py")
_said: set[str] = set()
_places: dict[tuple, tuple] = {}  # of what is said of lines within torch: where it was said first
_shown: dict = {}  # for each of these lines, Python's own memory of what it has shown
always = False  # whether what is said once is said each time (`torch.set_warn_always`)


def caution(text: str, category: type[Warning] = UserWarning, at: str = "", depth: int = 1,
            within: bool = False) -> None:
    """Warn with `text`, attributed to the innermost line outside of the engine.

    `at` is the file and line of torch's C++ that warns. A warning of torch's Python is attributed
    to the line that called the function, `depth` calls up. If that line is `within` torch, such as
    a module's, or in the loop that runs backward, it counts as one line, whoever called it.
    """
    if at:
        text += f" (Triggered internally at /__w/pytorch/pytorch/{at}.)"
    frame, origin = sys._getframe(1), None
    while frame.f_code.co_filename.startswith(_HERE) and frame.f_back:
        if depth <= 0 and not origin and not at and (
                within or frame.f_code.co_filename.startswith(_FACE)):
            origin = frame.f_code, frame.f_lineno
        within = within or frame.f_code.co_name == "loop" and frame.f_code.co_filename == _ENGINE
        frame = frame.f_back
        depth -= 1
    names, place = frame.f_globals, (frame.f_code.co_filename, frame.f_lineno)
    if not (within or origin):
        shown = names.setdefault("__warningregistry__", {})
        module = names.get("__name__", "<string>")  # without one it would not be shown
        return warnings.warn_explicit(text, category, *place, module, shown)
    place = _places.setdefault((text, origin), place)
    warnings.warn_explicit(text, category, *place, "torch", _shown.setdefault(origin, {}))


def warn_once(text: str, at: str = "") -> None:
    """Warn once in a process, as TORCH_WARN_ONCE does.

    `at` identifies the warning, or `text` where there is none. After `torch.set_warn_always(True)`
    every call warns.
    """
    key = at or text
    if always or key not in _said:
        _said.add(key)
        caution(text, at=at)


def warn_complex_to_real() -> None:
    """Emit torch's warning about complex numbers that are copied into a real tensor."""
    warn_once(
        "Casting complex values to real discards the imaginary part",
        at="aten/src/ATen/native/Copy.cpp:307")
