"""Syntax trees of the calls that a rewritten program makes, with the functions' names."""

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
    """Return the functions that a program calls, by name.

    They are methods of the class in `autograd/recording/inserted_calls.py`.
    """
    return {name: getattr(teller, name.strip("_").removeprefix("tape_")) for name in NAMES}


# Replacements once nothing is reported any more: those that wrap a value return it.
SILENT: dict[str, Callable] = {
    NAME: lambda name, value, *_: value, OUTER: lambda name, value, *_: value,
    TURN: lambda *_: True, LEAVE_LAMBDA: lambda entered, value, line: value,
    **dict.fromkeys((LOOP, FIELD, PATH, ENTER, GONE, CHECK), lambda *_: None),
    **dict.fromkeys((DONE, LEAVE, RETURNING, DELEGATE, CHECKED), lambda value, *_: value),
}


def alone(told: ast.Call, at: ast.AST) -> ast.stmt:
    """Return a call as a statement."""
    return ast.Expr(told, **place(at))


def load(name: str, at: ast.AST) -> ast.Name:
    """Return the expression that reads a variable."""
    return ast.Name(name, _READ, **place(at))


def constant(value: object, at: ast.AST) -> ast.Constant:
    """Return the expression of a constant."""
    return ast.Constant(value, **place(at))


def call(function: str, at: ast.AST, *arguments: ast.expr | str | int | bool | None) -> ast.Call:
    """Return a call at the position of `at`, so that tracebacks point to the user's code."""
    values = [
        each if isinstance(each, ast.AST) else constant(each, at) for each in arguments
    ]
    return ast.Call(ast.Name(function, _READ, **place(at)), values, [], **place(at))


def place(at: ast.AST) -> dict[str, int]:
    """Return the position of `at`, as keywords for a new node."""
    return {
        "lineno": at.lineno,
        "col_offset": at.col_offset,
        "end_lineno": at.end_lineno,
        "end_col_offset": at.end_col_offset,
    }
