"""Names that a notebook adds to Python: `display`, `get_ipython` with its commands."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from typing import Any

from .no_op import Nothing

# Magic whose cell is a part of the program.
_RUN = {"capture", "prun", "time"}


class Display(Nothing):
    """`display(x)` shows `x`; as the module of this name it has what does nothing."""

    def __init__(self, show: Callable):
        super().__init__("display")
        self.__dict__["show"] = show

    def __getattr__(self, name):
        return self if name == "display" else super().__getattr__(name)

    def __call__(self, *values, **options):
        for value in values:
            self.show(value)


class Shell(Nothing):
    """The shell of a notebook: it runs what is Python and does nothing for the rest."""

    def __call__(self):
        return self

    def run_line_magic(self, name: str, line: str, *_: Any, **__: Any) -> Any:
        """`%name line`."""
        return self.run_cell_magic(name, "", line)

    def run_cell_magic(self, name: str, line: str, cell: str) -> None:
        """`%%name line` above a cell."""
        if name in _RUN:
            exec(compile(cell, "<cell>", "exec"), sys.modules["__main__"].__dict__)

    def magic(self, text: str) -> Any:
        """`%text`."""
        return self.run_line_magic(*text.partition(" ")[::2])

    def getoutput(self, *_: Any, **__: Any) -> list:
        """What a command would print: nothing."""
        return []


def install(show: Callable) -> dict:
    """Give programs `display`, which calls `show`, and the shell; what IPython has of these."""
    found = {"display": Display(show), "get_ipython": Shell("get_ipython")}
    builtins.__dict__.update(found)
    return found
