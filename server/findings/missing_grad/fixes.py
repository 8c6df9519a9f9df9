"""Offer edits of the program that let a gradient through where it was cut off."""

from __future__ import annotations

import ast

from server.document.finding import Edit, Fix
from server.findings.missing_grad.cuts import Cut
from server.findings.program import Program, called, last_line
from server.findings.reading import Reading

# Distributions over what is counted or chosen have no rsample().
COUNTING = frozenset({"Bernoulli", "Binomial", "Categorical", "Geometric", "Multinomial",
                      "NegativeBinomial", "OneHotCategorical", "Poisson"})
# Methods that turn a tensor into whole numbers or truth values.
CASTS = ("long", "int", "bool", "short", "char", "byte")
# What needs no brackets where a call stood.
TIGHT = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)


def fixes_of(reading: Reading, cut: Cut | None) -> tuple[Fix, ...]:
    """Return the changes of the code that may end a cut; none where it is not plain which."""
    if cut is None or cut.line is None:
        return ()
    found = MAKERS[cut.how](reading.program, cut)
    return () if found is None else (found,)


def unwrapped(program: Program, node: ast.expr, inner: ast.expr) -> Edit:
    """Return the edit that leaves of an expression only a part of it."""
    text = program.text(inner)
    return program.replaced(node, text if isinstance(inner, TIGHT) else f"({text})")


def methods_at(program: Program, line: int, *names: str) -> list[ast.Call]:
    """Return the calls on a line of methods of these names."""
    return [call for name in names for call in program.calls_at(line, name)
            if isinstance(call.func, ast.Attribute)]


def without_method(program: Program, line: int, *names: str) -> Fix | None:
    """Return the fix that leaves out the one call on a line of a method without arguments."""
    calls = methods_at(program, line, *names)
    if len(calls) != 1 or calls[0].args or calls[0].keywords:
        return None
    function = calls[0].func
    assert isinstance(function, ast.Attribute)
    text = f".{function.attr}()"
    return Fix(f"leave out {text} on line {line}", f"去掉第 {line} 行的 {text}",
               (unwrapped(program, calls[0], function.value),))


def of_detach(program: Program, cut: Cut) -> Fix | None:
    """Leave out `.detach()`, where numpy does not ask for it."""
    if ".numpy(" in program.lines[(cut.line or 1) - 1]:
        return None
    return without_method(program, cut.line or 0, "detach")


def of_cast(program: Program, cut: Cut) -> Fix | None:
    """Leave out `.long()`."""
    return without_method(program, cut.line or 0, *CASTS)


def of_numbers(program: Program, cut: Cut) -> Fix | None:
    """Leave out `.item()`, or `float()` around a tensor, or what makes a tensor of a list again."""
    line, by = cut.line or 0, cut.by or ""
    if by in ("float", "int"):
        calls = [call for call in program.calls_at(line, by) if isinstance(call.func, ast.Name)]
        if len(calls) != 1 or len(calls[0].args) != 1:
            return None
        return Fix(f"leave out {by}() on line {line}", f"去掉第 {line} 行的 {by}()",
                   (unwrapped(program, calls[0], calls[0].args[0]),))
    if by in ("tolist", "item"):
        for outer in tensors_at(program, line):
            inner = outer.args[0]
            if isinstance(inner, ast.Call) and called(inner) == by \
                    and isinstance(inner.func, ast.Attribute):
                return itself(program, line, outer, inner.func.value)
    is_remade = any(tensors_at(program, each) for each in range(line, len(program.lines) + 1))
    return without_method(program, line, by) if by == "item" and not is_remade else None


def tensors_at(program: Program, line: int) -> list[ast.Call]:
    """Return the calls on a line that make a tensor of one argument."""
    return [call for name in ("tensor", "as_tensor") for call in program.calls_at(line, name)
            if len(call.args) == 1 and not call.keywords]


def itself(program: Program, line: int, outer: ast.Call, inner: ast.expr) -> Fix:
    """Return the fix that uses a tensor itself instead of a copy."""
    text = program.text(inner)
    return Fix(f"use {text} itself on line {line}", f"在第 {line} 行直接使用 {text}",
               (unwrapped(program, outer, inner),))


def of_copy(program: Program, cut: Cut) -> Fix | None:
    """Leave out `.data`, stack a list of tensors, or use a tensor itself."""
    line = cut.line or 0
    if cut.by == "data":
        found = [node for node in ast.walk(program.tree) if isinstance(node, ast.Attribute)
                 and node.attr == "data" and node.lineno <= line <= last_line(node)]
        return None if len(found) != 1 else Fix(
            f"leave out .data on line {line}", f"去掉第 {line} 行的 .data",
            (unwrapped(program, found[0], found[0].value),))
    calls = tensors_at(program, line)
    if len(calls) != 1 or not isinstance(calls[0].func, ast.Attribute):
        return None
    if not cut.many:
        return itself(program, line, calls[0], calls[0].args[0])
    stacked = f"{program.text(calls[0].func.value)}.stack"
    return Fix(f"say {stacked}() on line {line}", f"在第 {line} 行改用 {stacked}()",
               (program.replaced(calls[0].func, stacked),))


def of_grad_mode(program: Program, cut: Cut) -> Fix | None:
    """Keep grad mode on: in the block, in what is decorated, or by a call that does."""
    off = cut.off
    if off is None or off.line is None:
        return None
    if off.how in ("block", "around"):
        return enabled(program, off.line)
    if off.how == "statement":
        return switched_on(program, off.line)
    if off.how == "decorator":
        return Fix(f"leave out {off.by} on line {off.line}", f"去掉第 {off.line} 行的 {off.by}",
                   (Edit(off.line, 0, off.line + 1, 0, ""),)) \
            if program.lines[off.line - 1].strip() == off.by else None
    calls = methods_at(program, off.line, "sample")
    if off.by != "sample()" or off.of in COUNTING or len(calls) != 1:
        return None
    function = calls[0].func
    assert isinstance(function, ast.Attribute)
    return Fix(f"call rsample() on line {off.line}", f"在第 {off.line} 行改用 rsample()",
               (program.replaced(function, f"{program.text(function.value)}.rsample"),))


def enabled(program: Program, line: int) -> Fix | None:
    """Keep grad mode on in a `with` block that switches it off."""
    statement = program.statement_at(line)
    if not isinstance(statement, ast.With) or len(statement.items) != 1:
        return None
    manager = statement.items[0].context_expr
    if not isinstance(manager, ast.Call) or called(manager) not in ("no_grad", "inference_mode") \
            or not isinstance(manager.func, ast.Attribute):
        return None
    text = f"{program.text(manager.func.value)}.enable_grad()"
    return Fix(f"say {text} on line {line}", f"在第 {line} 行改用 {text}",
               (program.replaced(manager, text),))


def switched_on(program: Program, line: int) -> Fix | None:
    """Keep grad mode on where a statement switches it off."""
    calls = [call for call in program.calls_at(line, "set_grad_enabled") if len(call.args) == 1
             and isinstance(call.args[0], ast.Constant) and call.args[0].value is False]
    return None if len(calls) != 1 else Fix(
        f"do not switch grad mode off on line {line}", f"在第 {line} 行保持梯度模式打开",
        (program.replaced(calls[0].args[0], "True"),))


def of_inside(program: Program, cut: Cut) -> Fix | None:
    """Let checkpoint() record what it runs."""
    line = cut.off.line if cut.off else None
    calls = program.calls_at(line, "checkpoint") if cut.by == "checkpoint" else []
    values = [keyword.value for call in calls for keyword in call.keywords
              if keyword.arg == "use_reentrant"]
    return None if len(calls) != 1 or len(values) != 1 else Fix(
        f"pass use_reentrant=False on line {line}", f"在第 {line} 行传入 use_reentrant=False",
        (program.replaced(values[0], "False"),))


def none_of(program: Program, cut: Cut) -> Fix | None:
    """What takes other functions is no edit of a few tokens."""
    return None


MAKERS = {"detach": of_detach, "cast": of_cast, "numbers": of_numbers, "copy": of_copy,
          "no_grad": of_grad_mode, "inside": of_inside, "underived": none_of, "indices": none_of}
