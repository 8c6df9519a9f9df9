"""The code of a run as a syntax tree, from which edits are made."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cached_property

from server.document.finding import Edit


class Program:
    """Code, and what stands where in it; a program that is not plain Python has no statements."""

    def __init__(self, code: str):
        self.code = code
        self.lines = code.split("\n")
        self.tree = parsed(code)

    @cached_property
    def nn(self) -> str | None:
        """What the program calls `torch.nn`; None if it has no name for it."""
        names = {alias.asname or alias.name for node in ast.walk(self.tree)
                 if isinstance(node, (ast.Import, ast.ImportFrom)) for alias in node.names}
        return "nn" if "nn" in names else "torch.nn" if "torch" in names else None

    def text(self, node: ast.expr | ast.stmt) -> str:
        """Return the code of a node."""
        return ast.get_source_segment(self.code, node) or ""

    def statements(self) -> Iterator[ast.stmt]:
        """Yield all statements, an outer one before those within it."""
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.stmt))

    def statement_at(self, line: int | None) -> ast.stmt | None:
        """Return the innermost statement that has code on a line; the first of several."""
        if line is None:
            return None
        over = [each for each in self.statements() if each.lineno <= line <= last_line(each)]
        return min(over, key=lambda each: (last_line(each) - each.lineno, each.col_offset),
                   default=None)

    def calls_at(self, line: int | None, name: str) -> list[ast.Call]:
        """Return the calls on a line of a function or method of that name, without its path."""
        return [node for node in ast.walk(self.tree) if isinstance(node, ast.Call)
                and node.lineno <= (line or 0) <= last_line(node) and called(node) == name]

    def replaced(self, node: ast.expr | ast.stmt, text: str) -> Edit:
        """Return the edit that writes `text` for a node."""
        return Edit(node.lineno, self._column(node.lineno, node.col_offset),
                    last_line(node), self._end_column(node), text)

    def inserted_before(self, statement: ast.stmt, text: str) -> Edit:
        """Return the edit that adds a simple statement before another."""
        line, column = first_line(statement), self._column(statement.lineno, statement.col_offset)
        if self._begins_line(statement):
            return Edit(line, 0, line, 0, f"{self._indent(statement)}{text}\n")
        return Edit(statement.lineno, column, statement.lineno, column, f"{text}; ")

    def inserted_after(self, statement: ast.stmt, text: str) -> Edit:
        """Return the edit that adds a simple statement behind another."""
        line, column = last_line(statement), self._end_column(statement)
        rest = self.lines[line - 1][column:].strip()
        if self._begins_line(statement) and (not rest or rest.startswith("#")):
            end = len(self.lines[line - 1].rstrip("\r"))
            return Edit(line, end, line, end, f"\n{self._indent(statement)}{text}")
        return Edit(line, column, line, column, f"; {text}")

    def removed(self, statement: ast.stmt) -> Edit:
        """Return the edit that takes a simple statement out, with its line if it stands alone."""
        line, column = last_line(statement), self._end_column(statement)
        rest = self.lines[line - 1][column:].strip()
        siblings = next(block for block in self.blocks() if statement in block)
        if len(siblings) == 1 or not self._begins_line(statement):
            return self.replaced(statement, "pass")
        if rest.startswith(";"):
            end = column + len(self.lines[line - 1][column:].split(";", 1)[0]) + 1
            end += len(self.lines[line - 1][end:]) - len(self.lines[line - 1][end:].lstrip())
            start = self._column(statement.lineno, statement.col_offset)
            return Edit(statement.lineno, start, line, end, "")
        if line < len(self.lines):
            return Edit(statement.lineno, 0, line + 1, 0, "")
        return Edit(statement.lineno, 0, line, len(self.lines[line - 1]), "")

    def blocks(self) -> Iterator[list[ast.stmt]]:
        """Yield each list of statements that stand under one another."""
        for node in ast.walk(self.tree):
            for field in ("body", "orelse", "finalbody"):
                block = getattr(node, field, None)
                if isinstance(block, list):
                    yield block

    def block_of(self, statement: ast.stmt | None) -> list[ast.stmt]:
        """Return the list of statements in which one stands; an empty one for none."""
        return next((block for block in self.blocks() if statement in block), list[ast.stmt]())

    def _begins_line(self, statement: ast.stmt) -> bool:
        column = self._column(statement.lineno, statement.col_offset)
        return not self.lines[statement.lineno - 1][:column].strip()

    def _indent(self, statement: ast.stmt) -> str:
        line = self.lines[statement.lineno - 1]
        return line[: self._column(statement.lineno, statement.col_offset)]

    def _column(self, line: int, offset: int) -> int:
        """Return the column by characters; the syntax tree counts bytes of UTF-8."""
        return len(self.lines[line - 1].encode()[:offset].decode())

    def _end_column(self, node: ast.expr | ast.stmt) -> int:
        return self._column(last_line(node), node.end_col_offset or 0)


def parsed(code: str) -> ast.Module:
    """Return the syntax tree of a program; an empty one if it is not plain Python."""
    try:
        return ast.parse(code) if "\r" not in code.replace("\r\n", "\n") else ast.parse("")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.parse("")


def first_line(statement: ast.stmt) -> int:
    """Return the line where a statement begins, with its decorators."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])


def last_line(node: ast.expr | ast.stmt) -> int:
    """Return the line where a node ends."""
    return node.end_lineno or node.lineno


def called(call: ast.Call) -> str:
    """Return the name of what is called, without its path: `backward` of `loss.backward()`."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def applied(code: str, edits: Iterable[Edit]) -> str:
    """Return code with edits made, which do not overlap. Raises ValueError at a place not in it."""
    lines = code.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)

    def place(line: int, column: int) -> int:
        if not (1 <= line <= len(lines) and 0 <= column <= len(lines[line - 1])):
            raise ValueError(f"There is no line {line} with a column {column}.")
        return starts[line - 1] + column

    for edit in sorted(edits, key=lambda each: (each.line, each.column), reverse=True):
        start, end = place(edit.line, edit.column), place(edit.end_line, edit.end_column)
        code = code[:start] + edit.text + code[end:]
    return code
