"""Names that a notebook adds to Python: `display`, `get_ipython` with its commands."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from typing import Any

from .no_op import Nothing

# Magics whose cell is run as a part of the program.
_RUN = {"capture", "prun", "time"}


class Display(Nothing):
    """`display(x)` shows `x`; as a module of this name its other attributes do nothing."""

    def __init__(self, show: Callable):
        super().__init__("display")
        self.__dict__["show"] = show

    def __getattr__(self, name):
        return self if name == "display" else super().__getattr__(name)

    def __call__(self, *values, **options):
        for value in values:
            self.show(value)


class Shell(Nothing):
    """The shell of a notebook: it runs Python cells and does nothing for other commands."""

    def __call__(self):
        return self

    def run_line_magic(self, name: str, line: str, *_: Any, **__: Any) -> Any:
        """Run `%name line`."""
        return self.run_cell_magic(name, "", line)

    def run_cell_magic(self, name: str, line: str, cell: str) -> None:
        """Run `%%name line` above a cell."""
        if name in _RUN:
            exec(compile(cell, "<cell>", "exec"), sys.modules["__main__"].__dict__)

    def magic(self, text: str) -> Any:
        """Run `%text`."""
        return self.run_line_magic(*text.partition(" ")[::2])

    def getoutput(self, *_: Any, **__: Any) -> list:
        """Return the output of a command: nothing."""
        return []


def install(show: Callable) -> dict:
    """Define `display`, which calls `show`, and the shell; return these for IPython."""
    found = {"display": Display(show), "get_ipython": Shell("get_ipython")}
    builtins.__dict__.update(found)
    return found
