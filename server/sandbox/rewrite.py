"""Rewrite a snippet so that it tells the recorder its variables and shows its bare expressions.

The rewritten program does what the original does, on the same lines. It calls two functions that
`program.py` puts among the builtins, where neither `dir()` nor `globals()` shows them:

- `__tape_name__(name, value, line)` after each binding of a variable; it returns `value`.
- `__tape_field__(name, owner, field, line)` after `owner.field = ...`; it reads no property.
- `__tape_value__(value, line)` around each expression at top level that a notebook would show.
"""

import ast
import re
from collections.abc import Iterator
from types import CodeType

FILENAME = "<snippet>"
NAME, FIELD, VALUE = "__tape_name__", "__tape_field__", "__tape_value__"

_SILENCED = re.compile(rb"\s*;\s*(?:#.*)?$")
# What a notebook takes beside Python: commands and questions. `%time` stands before a statement.
_COMMANDS = re.compile(
    r"^([ \t]*)(?:%time[ \t]+(?=\S)|[%!][^\s=].*|\?{1,2}[\w.]+[ \t]*$|[\w.]+\?{1,2}[ \t]*$)",
    re.MULTILINE)
_ANSWERED = re.compile(r"^([ \t]*\w+[ \t]*=[ \t]*)![^\s=].*", re.MULTILINE)
_EFFECTS = {
    "add_argument", "append", "apply", "collect", "eval", "extend", "insert", "load_state_dict",
    "manual_seed", "set_detect_anomaly", "set_grad_enabled", "step", "train", "write",
}  # fmt: skip
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_BLOCKS = ("body", "orelse", "finalbody")
_READ = ast.Load()


def compiled(code: str, interactive: bool = False) -> CodeType:
    """The rewritten program of `code`; `interactive` when it was typed at a prompt.

    Raises SyntaxError as `compile` does, and ValueError for text that cannot be a program.
    """
    tree = parsed(code)
    _show(tree.body, code, interactive)
    if ":=" in code:
        for node in list(ast.walk(tree)):
            _tell_walruses(node)
    _tell_blocks(tree)
    return compile(tree, FILENAME, "exec", dont_inherit=True)


def parsed(code: str) -> ast.Module:
    """The tree of `code`; commands to a notebook, as in `%matplotlib inline`, do nothing."""
    try:
        return ast.parse(code, FILENAME)
    except SyntaxError:
        plain = _ANSWERED.sub(r"\1[]", _COMMANDS.sub(r"\1", code))
        if plain == code:
            raise
        return ast.parse(plain, FILENAME)


def _tell_blocks(tree: ast.Module) -> None:
    """Tell what the statements of every block bind; expressions, most of a tree, have no blocks."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        blocks = {part: block for part in _BLOCKS if (block := getattr(node, part, None))}
        for block in blocks.values():
            todo += block
        for part in ("handlers", "cases"):
            todo += getattr(node, part, ())
        for part, block in blocks.items():
            setattr(node, part, [told for each in block for told in _told(each)])
        if isinstance(node, ast.ClassDef):
            for each in node.body:
                each.is_method = isinstance(each, _FUNCTIONS) and not _is_static(each)
        _tell_entries(node)


def _told(statement: ast.stmt) -> Iterator[ast.stmt]:
    """A statement, then a call for each variable that it bound."""
    yield statement
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AugAssign) or getattr(statement, "value", None):
        targets = [statement.target] if hasattr(statement, "target") else []
    else:
        return
    yield from _tellings(targets, statement)


def _tell_entries(node: ast.AST) -> None:
    """Tell what a block's header binds at the head of the block: loops, with, def and case."""
    if isinstance(node, ast.For | ast.AsyncFor):
        node.body[:0] = _tellings([node.target], node)
    elif isinstance(node, ast.With | ast.AsyncWith):
        targets = [item.optional_vars for item in node.items if item.optional_vars]
        node.body[:0] = _tellings(targets, node)
    elif isinstance(node, _FUNCTIONS):
        documented = ast.get_docstring(node, clean=False) is not None
        node.body[documented:documented] = _parameter_tellings(node)
    elif isinstance(node, ast.match_case):
        parts = list(ast.walk(node.pattern))
        names = [getattr(part, "name", None) or getattr(part, "rest", None) for part in parts]
        node.body[:0] = [_telling(name, node.pattern) for name in names if name]


def _tell_walruses(node: ast.AST) -> None:
    """Wrap each `name := value` that stands directly under `node`."""
    for part, value in ast.iter_fields(node):
        if isinstance(value, ast.NamedExpr):
            setattr(node, part, _call(NAME, value, value.target.id, value, value.lineno))
        elif isinstance(value, list):
            value[:] = [
                _call(NAME, each, each.target.id, each, each.lineno)
                if isinstance(each, ast.NamedExpr)
                else each
                for each in value
            ]


def _parameter_tellings(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    arguments = function.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    # A module is known by its variable outside; `self`, by whatever name, would rename all that it
    # holds at each call.
    named = named[getattr(function, "is_method", False) :]
    return [_telling(each.arg, function) for each in named if each.arg not in ("self", "cls")]


def _is_static(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function in a class gets no instance: `forward` of a custom function, mostly."""
    return any(getattr(each, "id", None) == "staticmethod" for each in function.decorator_list)


def _tellings(targets: list[ast.expr], at: ast.stmt) -> list[ast.stmt]:
    """A call for each variable among `targets`, from left to right, unpacking included."""
    made = []
    todo = list(reversed(targets))
    while todo:
        match todo.pop():
            case ast.Name(id=name):
                made.append(_telling(name, at))
            case ast.Attribute(value=ast.Name(id=owner), attr=field):
                told = _call(FIELD, at, f"{owner}.{field}", _load(owner, at), field, at.lineno)
                made.append(_alone(told, at))
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                todo += reversed(parts)
            case ast.Starred(value=rest):
                todo.append(rest)
    return made


def _telling(name: str, at: ast.AST) -> ast.stmt:
    return _alone(_call(NAME, at, name, _load(name, at), at.lineno), at)


def _alone(call: ast.Call, at: ast.AST) -> ast.stmt:
    return ast.Expr(call, **_place(at))


def _show(body: list[ast.stmt], code: str, interactive: bool) -> None:
    """Wrap those expressions of a program's top level that a notebook would show."""
    lines = code.encode("utf-8").splitlines() if body else []
    for statement in body:
        if not isinstance(statement, ast.Expr):
            continue
        silenced = _SILENCED.match(lines[statement.end_lineno - 1], statement.end_col_offset)
        alone = interactive or statement is body[-1]
        if not silenced and (alone or not _for_effect(statement.value)):
            value = statement.value
            statement.value = _call(VALUE, value, value, statement.lineno)


def _for_effect(value: ast.expr) -> bool:
    """Whether an expression in the middle of a program is there for what it does, not what it is.

    A notebook shows only the last line of a cell, but a pasted lesson has lost its cells. So every
    expression shows, except strings, which are comments, and calls such as `w.zero_()`.
    """
    match value:
        case ast.Constant(value=str()):
            return True
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name.endswith("_") or name.startswith("register_") or name in _EFFECTS
    return False


def _load(name: str, at: ast.AST) -> ast.Name:
    return ast.Name(name, _READ, **_place(at))


def _call(function: str, at: ast.AST, *arguments: ast.expr | str | int) -> ast.Call:
    """A call placed at `at`, so that tracebacks point where the user's own code stands."""
    place = _place(at)
    values = [
        each if isinstance(each, ast.AST) else ast.Constant(each, **place) for each in arguments
    ]
    return ast.Call(ast.Name(function, _READ, **place), values, [], **place)


def _place(at: ast.AST) -> dict[str, int]:
    """Where `at` stands, as every node of a tree must know it."""
    return {
        "lineno": at.lineno,
        "col_offset": at.col_offset,
        "end_lineno": at.end_lineno,
        "end_col_offset": at.end_col_offset,
    }
