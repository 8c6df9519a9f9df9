"""numpy's floating-point warnings for the program's own numpy, silence for the engine's.

The program's `np.errstate`, `np.seterr` etc. are replaced: they keep the program's settings and let
numpy pass each warning to an object that ignores those whose caller is the engine. It costs nothing
unless a warning fires.
"""

from __future__ import annotations

import sys
import threading
import warnings
from contextlib import ContextDecorator
from typing import Any

import numpy as np

_KINDS = {"divide by zero": "divide", "overflow": "over", "underflow": "under"}
_FLAGS = {"divide": 1, "over": 2, "under": 4, "invalid": 8}
_ENGINE = ("autograd", "torch", "functorch", None)  # None: what the engine writes itself
_UNSAID = object()
DEFAULT = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}

_errstate, _seterr, _geterr = np.errstate, np.seterr, np.geterr
_seterrcall, _geterrcall = np.seterrcall, np.geterrcall
_bootstrap = threading.Thread._bootstrap_inner


class _Words:
    """Handles numpy's messages according to the program's settings."""

    def __init__(self, wishes: dict[str, str], call: object):
        self.wishes, self.call = wishes, call

    def write(self, text: str) -> None:
        """Handle one message; numpy calls this from the function that computed."""
        frame = sys._getframe(1)
        while frame and _package(frame) == "numpy":
            frame = frame.f_back
        if frame is None or _package(frame) in _ENGINE:
            return
        said = text.removeprefix("Warning: ").rstrip("\n")
        about = said.partition(" encountered")[0]
        kind = _KINDS.get(about, "invalid")
        wish = self.wishes[kind]
        if wish == "warn":
            warnings.warn(said, RuntimeWarning, stacklevel=2)
        elif wish == "raise":
            raise FloatingPointError(said)
        elif wish == "print":
            sys.stderr.write(text)
        elif wish == "call":
            self.call(about, _FLAGS[kind])
        else:
            self.call.write(text)


def _package(frame) -> str | None:
    name = frame.f_globals.get("__name__")
    return name and name.partition(".")[0]


def _wish(call: object = _UNSAID, all: str | None = None, **kinds: str | None) -> None:
    # numpy's own context says what is wrong with a wish.
    with _errstate(all=all, **kinds, **({} if call is _UNSAID else {"call": call})):
        pass
    wishes = {kind: kinds.get(kind) or all or before for kind, before in geterr().items()}
    words = _Words(wishes, geterrcall() if call is _UNSAID else call)
    _seterr(**{kind: "ignore" if wish == "ignore" else "log" for kind, wish in wishes.items()})
    _seterrcall(words)


def geterr() -> dict[str, str]:
    """Return the program's settings, as `np.geterr`."""
    words = _geterrcall()
    return dict(words.wishes) if type(words) is _Words else _geterr()


def geterrcall() -> object:
    """Return the program's callback, as `np.geterrcall`."""
    words = _geterrcall()
    return words.call if type(words) is _Words else words


def seterr(
        all: Any = None, divide: Any = None, over: Any = None,
        under: Any = None, invalid: Any = None) -> dict[str, str]:
    """Change the program's settings, as `np.seterr`; returns the previous ones."""
    before = geterr()
    _wish(all=all, divide=divide, over=over, under=under, invalid=invalid)
    return before


def seterrcall(func: object) -> object:
    """Set the program's callback, as `np.seterrcall`; returns the previous one."""
    before = geterrcall()
    _wish(call=func)
    return before


class errstate(ContextDecorator):
    """Change the settings inside of a block, as `np.errstate`."""

    def __init__(
        self, *, call=_UNSAID, all=None, divide=None, over=None, under=None, invalid=None
    ):
        kinds = {"divide": divide, "over": over, "under": under, "invalid": invalid}
        self._wished, self._around = {"call": call, "all": all, **kinds}, None

    def __enter__(self):
        if self._around is not None:
            raise TypeError("Cannot enter `np.errstate` twice.")
        around = _errstate()
        around.__enter__()
        try:
            _wish(**self._wished)
        except BaseException:
            around.__exit__()
            raise
        self._around = around

    def __exit__(self, *exc_info):
        self._around.__exit__(*exc_info)

    def _recreate_cm(self):
        return errstate(**self._wished)


def install() -> None:
    """Replace numpy's functions in this process; the settings begin as numpy's own."""
    for stand_in in (errstate, seterr, geterr, seterrcall, geterrcall):
        stand_in.__module__ = "numpy"
        setattr(np, stand_in.__name__, stand_in)
    seterr(**DEFAULT)
    threading.Thread._bootstrap_inner = _begin


def _begin(thread: threading.Thread) -> None:
    # A thread begins with numpy's own settings.
    seterr(**DEFAULT)
    _bootstrap(thread)
