"""The calls that a rewritten program makes: their names, with their syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

(NAME, LOOP, OUTER, FIELD, PATH, ENTER, TURN, DONE, LEAVE, LEAVE_LAMBDA, RETURNING, DELEGATE, GONE,
 CHECK, CHECKED) = NAMES = tuple(f"__tape_{name}__" for name in (
    "name", "loop", "outer", "field", "path", "enter", "turn", "done", "leave", "leave_lambda",
    "returning", "delegate", "gone", "check", "checked_result"))
_READ = ast.Load()


def functions(teller: Any) -> dict[str, Callable]:
    """The functions of `autograd/recording/inserted_calls.py` that a program calls, by name."""
    return {name: getattr(teller, name.strip("_").removeprefix("tape_")) for name in NAMES}


# What they do once nothing is told any more: those that stand around a value return it.
SILENT: dict[str, Callable] = {
    NAME: lambda name, value, *_: value, OUTER: lambda name, value, *_: value,
    TURN: lambda *_: True, LEAVE_LAMBDA: lambda entered, value, line: value,
    **dict.fromkeys((LOOP, FIELD, PATH, ENTER, GONE, CHECK), lambda *_: None),
    **dict.fromkeys((DONE, LEAVE, RETURNING, DELEGATE, CHECKED), lambda value, *_: value),
}


def alone(told: ast.Call, at: ast.AST) -> ast.stmt:
    """A call as a statement."""
    return ast.Expr(told, **place(at))


def load(name: str, at: ast.AST) -> ast.Name:
    """A variable that is read."""
    return ast.Name(name, _READ, **place(at))


def constant(value: object, at: ast.AST) -> ast.Constant:
    """A value that stands in the tree."""
    return ast.Constant(value, **place(at))


def call(function: str, at: ast.AST, *arguments: ast.expr | str | int | bool | None) -> ast.Call:
    """A call placed at `at`, so that tracebacks point where the user's own code stands."""
    values = [
        each if isinstance(each, ast.AST) else constant(each, at) for each in arguments
    ]
    return ast.Call(ast.Name(function, _READ, **place(at)), values, [], **place(at))


def place(at: ast.AST) -> dict[str, int]:
    """Where `at` stands, as every node of a tree must know it."""
    return {
        "lineno": at.lineno,
        "col_offset": at.col_offset,
        "end_lineno": at.end_lineno,
        "end_col_offset": at.end_col_offset,
    }
