"""Edits that keep the argument of a root or a logarithm away from 0."""

from __future__ import annotations

import ast

from server.document.finding import Fix
from server.findings.nonfinite.births import Birth
from server.findings.reading import Reading

LOGS = frozenset({"log", "log2", "log10"})


def fixes_of(reading: Reading, birth: Birth, line: int | None) -> tuple[Fix, ...]:
    """Return the edit of the only root, or logarithm, on a line, where its argument was 0."""
    is_root = birth.op == "sqrt" and birth.rule in ("slope", "zero-times")
    is_log = birth.op in LOGS and birth.formula == f"{birth.op}(0)"
    if not is_root and not is_log:
        return ()
    program = reading.program
    calls = program.calls_at(line, birth.op)
    if len(calls) != 1:
        return ()
    call = calls[0]
    is_function = program.text(call.func).startswith("torch.")
    if len(call.args) != (1 if is_function else 0) or call.keywords:
        return ()
    given = call.args[0] if is_function else getattr(call.func, "value", None)
    if given is None:
        return ()
    text = program.text(given)
    is_plain = isinstance(given, (ast.Name, ast.Attribute, ast.Call, ast.Subscript))
    if is_log:
        new = f"{text}.clamp(min=1e-8)" if is_plain else f"({text}).clamp(min=1e-8)"
        if not is_function and not is_plain:
            return ()
    else:
        new = f"({text} + 1e-8)" if is_plain and not is_function else f"{text} + 1e-8"
    en, zh = ("clamp the argument to 1e-8 at least", "把输入 clamp 到至少 1e-8") if is_log else (
        "add 1e-8 under the root", "在根号下加上 1e-8")
    return (Fix(en, zh, (program.replaced(given, new),)),)
