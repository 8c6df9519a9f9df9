"""Which calls' names the code of a call sees: those of the functions that it is written in."""

from __future__ import annotations

import ast
from functools import lru_cache

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def enclosing(tree: ast.Module, stack: list[dict], frame: int) -> list[int]:
    """The frames under way whose functions are around that of a frame, the innermost first."""
    entered = next((one for one in stack if one["frame"] == frame), None)
    if entered is None or entered["of"] == "library":
        return []
    found, lines = [], lines_around(tree, entered["name"], entered["line"])
    for line in lines:
        calls = [one["frame"] for one in stack if one["line"] == line and one is not entered]
        found += calls[-1:]
    return found


@lru_cache(maxsize=4096)
def lines_around(tree: ast.Module, name: str, line: int) -> list[int]:
    """The lines of the functions around one that begins on a line, the innermost first."""
    name = name.rpartition(".")[2].strip("<>")
    around = [one for one in ast.walk(tree) if isinstance(one, FUNCTIONS)
              and one.lineno <= line <= (one.end_lineno or 0)
              and (one.lineno, getattr(one, "name", "lambda")) != (line, name)]
    return [one.lineno for one in sorted(around, key=lambda one: -one.lineno)]
