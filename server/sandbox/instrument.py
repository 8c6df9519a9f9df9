"""Rewrite a snippet to report its variables; its bare expressions show their values.

The rewritten program does what the original does, on the same lines. It calls functions that
`child.py` adds to the builtins, where neither `dir()` nor `globals()` lists them: those of
`inserted_calls.py`, which are the methods of `autograd/recording/inserted_calls.py`, and
`__tape_value__(value, line)`, around each top-level expression that a notebook would show.
"""

import ast
import re
from types import CodeType

from . import call_insertion, inserted_calls

FILENAME = "<snippet>"
VALUE = "__tape_value__"

_SILENCED = re.compile(rb"\s*;\s*(?:#.*)?$")
# Notebook commands and questions, which are not Python. `%time` precedes a statement.
_COMMANDS = re.compile(
    r"^([ \t]*)(?:%time[ \t]+(?=\S)|[%!][^\s=].*|\?{1,2}[\w.]+[ \t]*$|[\w.]+\?{1,2}[ \t]*$)",
    re.MULTILINE)
_ANSWERED = re.compile(r"^([ \t]*\w+[ \t]*=[ \t]*)![^\s=].*", re.MULTILINE)
_EFFECTS = {
    "add_argument", "append", "apply", "collect", "eval", "extend", "insert", "load_state_dict",
    "manual_seed", "set_detect_anomaly", "set_grad_enabled", "step", "train", "write",
}  # fmt: skip


def compiled(code: str, interactive: bool = False) -> CodeType:
    """Return the code object of the rewritten `code`; `interactive` if typed at a prompt.

    Raises SyntaxError as `compile` does, and ValueError for text that cannot be a program.
    """
    tree = parsed(code)
    _show(tree.body, code, interactive)
    call_insertion.tell_all(tree)
    return compile(tree, FILENAME, "exec", dont_inherit=True)


def parsed(code: str) -> ast.Module:
    """Return the tree of `code`; notebook commands, as `%matplotlib inline`, have no effect."""
    try:
        return ast.parse(code, FILENAME)
    except SyntaxError:
        plain = _ANSWERED.sub(r"\1[]", _COMMANDS.sub(r"\1", code))
        if plain == code:
            raise
        return ast.parse(plain, FILENAME)


def _show(body: list[ast.stmt], code: str, interactive: bool) -> None:
    """Wrap the top-level expressions of a program that a notebook would show."""
    lines = code.encode("utf-8").splitlines() if body else []
    for statement in body:
        if not isinstance(statement, ast.Expr):
            continue
        silenced = _SILENCED.match(lines[statement.end_lineno - 1], statement.end_col_offset)
        alone = interactive or statement is body[-1]
        if not silenced and (alone or not _for_effect(statement.value)):
            value = statement.value
            statement.value = inserted_calls.call(VALUE, value, value, statement.lineno)


def _for_effect(value: ast.expr) -> bool:
    """Return whether a statement before the last is an expression used for its effect.

    A notebook shows only the last line of a cell, but a pasted lesson has lost its cells. So every
    expression is shown, except strings, which are comments, and calls such as `w.zero_()`.
    """
    match value:
        case ast.Constant(value=str()):
            return True
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name.endswith("_") or name.startswith("register_") or name in _EFFECTS
    return False
