"""Edits of the program that may end an exception."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from server.document.finding import Fix
from server.findings.failure.scene import Scene
from server.findings.program import last_line


def on_line(scene: Scene, line: int | None) -> Iterator[ast.expr]:
    """Yield the expressions that have code on a line."""
    for node in ast.walk(scene.reading.program.tree):
        if isinstance(node, ast.expr) and node.lineno <= (line or 0) <= last_line(node):
            yield node


def calling(scene: Scene, line: int | None, name: str, given: str) -> tuple[Fix, ...]:
    """Return the fix that gives a keyword to the only call of that name on a line."""
    program = scene.reading.program
    calls = program.calls_at(line, name)
    keyword = given.partition("=")[0]
    if len(calls) != 1 or any(each.arg == keyword for each in calls[0].keywords):
        return ()
    text = program.text(calls[0])
    if not text.endswith(")"):
        return ()
    comma = ", " if calls[0].args or calls[0].keywords else ""
    inner = text[:-1].rstrip().removesuffix(",")
    new = f"{inner}{comma}{given})"
    return (Fix(f"pass {given} on line {line}", f"在第 {line} 行传入 {given}",
                (program.replaced(calls[0], new),)),)


def without(scene: Scene, line: int | None, keyword: str) -> tuple[Fix, ...]:
    """Return the fix that takes a keyword from the only call on a line that has it."""
    program = scene.reading.program
    calls = [node for node in on_line(scene, line) if isinstance(node, ast.Call)
             and any(each.arg == keyword for each in node.keywords)]
    if len(calls) != 1:
        return ()
    call = calls[0]
    parts = [program.text(each) for each in call.args]
    parts += [f"{each.arg}={program.text(each.value)}" if each.arg
              else f"**{program.text(each.value)}" for each in call.keywords
              if each.arg != keyword]
    new = f"{program.text(call.func)}({', '.join(parts)})"
    return (Fix(f"leave out {keyword} on line {line}", f"去掉第 {line} 行的 {keyword}",
                (program.replaced(call, new),)),)


def in_place_of(scene: Scene, line: int | None, new: str) -> tuple[Fix, ...]:
    """Return the fix that writes another simple statement for the one on a line."""
    statement = scene.reading.program.statement_at(line)
    if statement is None or not isinstance(statement, (ast.Expr, ast.Assign, ast.AugAssign)):
        return ()
    return (Fix(f"write {new} on line {line}", f"在第 {line} 行写 {new}",
                (scene.reading.program.replaced(statement, new),)),)


def before(scene: Scene, line: int | None, new: str) -> tuple[Fix, ...]:
    """Return the fix that adds a statement before the one on a line."""
    statement = scene.reading.program.statement_at(line)
    if statement is None:
        return ()
    return (Fix(f"add {new} before line {line}", f"在第 {line} 行之前加上 {new}",
                (scene.reading.program.inserted_before(statement, new),)),)


def for_text(scene: Scene, old: str | None, new: str) -> tuple[Fix, ...]:
    """Return the fix that writes `new` for the only expression of that text where it failed."""
    program = scene.reading.program
    found = [node for node in on_line(scene, scene.line) if program.text(node) == old]
    if old is None or len(found) != 1:
        return ()
    return (Fix(f"write {new} instead of {old}", f"把 {old} 写成 {new}",
                (program.replaced(found[0], new),)),)


def between_turns(scene: Scene, line: int | None, cut: str) -> tuple[Fix, ...]:
    """Return the fix that adds a statement to the end of each turn of the loop around a line."""
    program = scene.reading.program
    loop = loop_around(scene, line)
    root = cut.partition(" ")[0]
    if loop is None:
        return ()
    given = [node.lineno for node in ast.walk(loop) if isinstance(node, (ast.Name, ast.Attribute))
             and isinstance(node.ctx, ast.Store) and program.text(node) == root]
    if not given:
        return ()
    backward = program.statement_at(line)
    is_early = backward is not None and backward in loop.body and max(given) <= (line or 0)
    last = backward if is_early and backward is not None else loop.body[-1]
    return (Fix(f"add {cut} at the end of each turn", f"在每一轮的最后加上 {cut}",
                (program.inserted_after(last, cut),)),)


def loop_around(scene: Scene, line: int | None) -> ast.For | ast.While | None:
    """Return the innermost loop around a line that is not outside of its function."""
    found: ast.For | ast.While | None = None
    for node in scene.reading.program.statements():
        if not node.lineno <= (line or 0) <= last_line(node):
            continue
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found = None
        elif isinstance(node, (ast.For, ast.While)):
            found = node
    return found
