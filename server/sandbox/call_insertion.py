"""Insert calls into a program's syntax tree that report what it binds, enters or leaves.

Each call has the position of the user's code that it reports, so that tracebacks point there. It
reads only names that are bound at this point, so that it raises nothing.
"""

import ast
from collections.abc import Iterator

from .inserted_calls import (
    CHECK, CHECKED, DELEGATE, DONE, ENTER, FIELD, GONE, LEAVE, LEAVE_LAMBDA, LOOP, NAME, OUTER,
    PATH, RETURNING, TURN, alone, call, constant, load, place,
)
from .mutations import changes_in, changing, may_call
from .scopes import FRAMED, FUNCTIONS, MODULE, Scope, parameters, scopes_of

_BLOCKS = ("body", "orelse", "finalbody")
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_WITHS = (ast.With, ast.AsyncWith)
_SIMPLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete, ast.Assert)


def tell_all(tree: ast.Module) -> None:
    """Insert the calls into the whole tree of a program, in place."""
    module, wraps = scopes_of(tree)
    for parent, part, index, scope in reversed(wraps):  # inner expressions before outer ones
        held = getattr(parent, part)
        wrapped = _wrapped(held if index is None else held[index], scope)
        if index is None:
            setattr(parent, part, wrapped)
        else:
            held[index] = wrapped
    _tell_blocks(tree, module)


# -- expressions -----------------------------------------------------------------------------------


def _wrapped(node: ast.expr, scope: Scope) -> ast.expr:
    """Return the expression with calls that report what it binds, enters or leaves."""
    line = node.lineno
    match node:
        case ast.NamedExpr(target=ast.Name(id=name)):
            around = scope
            while around.kind == "comprehension":
                around = around.parent
            if around is scope and scope.owner(name) is None:
                return call(NAME, node, name, node, line)
            owner = around.owner(name)
            if owner is None:
                owner = MODULE if around.kind == "module" else around.line
            return call(OUTER, node, name, node, line, owner)
        case ast.Lambda():
            told = _entered(node, node, None)
            node.body = call(LEAVE_LAMBDA, node.body, told, node.body, line)
        case ast.Yield():
            value = node.value or ast.Constant(None, **place(node))
            node.value = call(LEAVE, node, value, line, "yield")
        case ast.YieldFrom():
            node.value = call(DELEGATE, node, node.value, True)
            return call(DELEGATE, node, node, False)
        case _ if isinstance(node, FRAMED):
            return _told_comprehension(node)
    return node


def _told_comprehension(node: ast.expr) -> ast.expr:
    if any(each.is_async for each in node.generators):
        return node
    for each in node.generators:
        names = _names_in(each.target)
        if names:
            values = [load(name, each.target) for name in names]
            told = call(TURN, each.target, constant(tuple(names), node), node.lineno, *values)
            each.ifs.insert(0, told)
    return node if isinstance(node, ast.GeneratorExp) else call(DONE, node, node, node.lineno)


def _entered(function: ast.AST, at: ast.AST, instance: str | None) -> ast.Call:
    """Return a call that reports the start of a function, with all its parameters."""
    names = [each.arg for each in parameters(function.args)]
    values = [load(name, at) for name in names]
    return call(ENTER, at, instance, constant(tuple(names), at), function.lineno, *values)


# -- statements ------------------------------------------------------------------------------------


def _tell_blocks(tree: ast.Module, module: Scope) -> None:
    """Insert reports into every block of the tree, for its statements and its header.

    `guarded` is True where code of the function may still run after a `return`.
    """
    todo: list[tuple[ast.AST, Scope, bool]] = [(tree, module, False)]
    while todo:
        node, around, guarded = todo.pop()
        scope = getattr(node, "scope", around)
        if isinstance(node, FUNCTIONS) and (instance := _instance_of(node)):
            scope.plain.add(instance)
        guarded = _is_guarded(node, guarded)
        blocks = {part: block for part in _BLOCKS if (block := getattr(node, part, None))}
        for part in ("handlers", "cases"):
            todo += [(each, scope, guarded) for each in getattr(node, part, ())]
        for part, block in blocks.items():
            if isinstance(block, list):
                todo += [(each, scope, guarded) for each in block]
                told = [told for each in block for told in _told(each, scope, guarded)]
                setattr(node, part, told)
        if isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, FUNCTIONS) and not _is_static(each):
                    each.is_method = True
        _tell_entries(node, scope)


def _is_guarded(node: ast.AST, guarded: bool) -> bool:
    """Return whether code of the function may still run after a `return` in this statement."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        return False
    return guarded or isinstance(node, _WITHS) or bool(getattr(node, "finalbody", None))


def _told(statement: ast.stmt, scope: Scope, guarded: bool) -> Iterator[ast.stmt]:
    """Yield a statement, then reports of variables it bound and containers it may have changed."""
    if isinstance(statement, ast.Return) and scope.kind == "function":
        _tell_return(statement, scope, guarded)
    yield statement
    targets = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AugAssign) or getattr(statement, "value", None):
        targets = [statement.target] if hasattr(statement, "target") else []
    elif isinstance(statement, ast.Delete):
        names = [each.id for each in statement.targets if isinstance(each, ast.Name)]
        for name in names:
            if scope.kind != "class" and scope.owner(name) is None:
                yield alone(call(GONE, statement, name, statement.lineno), statement)
    yield from _tellings(targets, statement, scope)
    if isinstance(statement, _SIMPLE):
        yield from _checks([statement], statement, scope)


def _tell_return(statement: ast.Return, scope: Scope, guarded: bool) -> None:
    value = statement.value or ast.Constant(None, **place(statement))
    names, others = changing(changes_in([value]), scope)
    if names or others:
        value = call(CHECKED, statement, value, statement.lineno, constant(names, statement),
                      *[load(name, statement) for name in others])
    how = RETURNING if guarded else LEAVE
    statement.value = call(how, statement, value, statement.lineno)


def _tell_entries(node: ast.AST, scope: Scope) -> None:
    """Insert reports of what a block's header binds: loops, with, def, case and except."""
    if isinstance(node, ast.For | ast.AsyncFor):
        heads = [*_tellings([node.target], node, scope, LOOP), *_checks([node.iter], node, scope)]
    elif isinstance(node, ast.While | ast.If):
        heads = list(_checks([node.test], node, scope))
    elif isinstance(node, _WITHS):
        targets = [item.optional_vars for item in node.items if item.optional_vars]
        heads = list(_tellings(targets, node, scope))
    elif isinstance(node, ast.match_case):
        parts = list(ast.walk(node.pattern))
        names = [getattr(part, "name", None) or getattr(part, "rest", None) for part in parts]
        loads = [load(name, node.pattern) for name in names if name]
        heads = list(_tellings(loads, node.pattern, scope))
    elif isinstance(node, ast.ExceptHandler) and node.name and scope.kind != "class":
        heads = list(_tellings([load(node.name, node)], node, scope))
        _tell_end_of_handler(node)
    elif isinstance(node, FUNCTIONS):
        _tell_function(node)
        return
    else:
        return
    node.body[:0] = heads


def _instance_of(function: ast.AST) -> str | None:
    """Return the name of a method's instance parameter, or None.

    The attributes of the instance have better names than those through this parameter.
    """
    named = [*function.args.posonlyargs, *function.args.args]
    return named[0].arg if named and getattr(function, "is_method", False) else None


def _tell_function(node: ast.AST) -> None:
    documented = ast.get_docstring(node, clean=False) is not None
    instance = _instance_of(node)
    last = node.body[-1]
    node.body[documented:documented] = [alone(_entered(node, node, instance), node)]
    if not isinstance(last, ast.Return | ast.Raise):
        node.body.append(alone(call(LEAVE, last, None, last.lineno), last))


def _tell_end_of_handler(node: ast.ExceptHandler) -> None:
    """Report that an exception's name is unbound: before jumps and at its handler's end."""
    last = node.body[-1]
    todo = [node]
    while todo:
        each = todo.pop()
        for part in (*_BLOCKS, "handlers", "cases"):
            block = getattr(each, part, None)
            if isinstance(each, _LOOPS) and part == "body" or not isinstance(block, list):
                continue
            for index in reversed(range(len(block))):
                if isinstance(block[index], ast.Continue | ast.Break):
                    told = call(GONE, block[index], node.name, block[index].lineno)
                    block.insert(index, alone(told, block[index]))
                elif not isinstance(block[index], (*FUNCTIONS, ast.ClassDef)):
                    todo.append(block[index])
    if not isinstance(last, ast.Return | ast.Raise | ast.Continue | ast.Break):
        node.body.append(alone(call(GONE, last, node.name, last.end_lineno), last))


def _is_static(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether a function in a class is static, as `forward` of a custom Function."""
    return any(getattr(each, "id", None) == "staticmethod" for each in function.decorator_list)


def _tellings(targets: list[ast.expr], at: ast.AST, scope: Scope, how: str = NAME
              ) -> Iterator[ast.stmt]:
    """Yield a call for each variable among `targets`, from left to right, unpacking included."""
    todo = list(reversed(targets))
    while todo:
        match todo.pop():
            case ast.Name(id=name):
                yield alone(_telling(name, at, scope, how), at)
            case ast.Attribute(value=ast.Name(id=owner), attr=field) if scope.kind != "class":
                where = () if (line := scope.owner(owner)) is None else (line,)
                told = call(
                    FIELD, at, f"{owner}.{field}", load(owner, at), field, at.lineno, *where)
                yield alone(told, at)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                todo += reversed(parts)
            case ast.Starred(value=rest):
                todo.append(rest)


def _telling(name: str, at: ast.AST, scope: Scope, how: str) -> ast.Call:
    if scope.kind == "class":  # an attribute of a class is no variable, but may have a path
        return call(PATH, at, f"{scope.name}.{name}", load(name, at), at.lineno)
    owner = scope.owner(name)
    if owner is not None:
        return call(OUTER, at, name, load(name, at), at.lineno, owner)
    return call(how, at, name, load(name, at), at.lineno)


def _checks(parts: list[ast.AST], at: ast.stmt, scope: Scope) -> Iterator[ast.stmt]:
    """Yield a call that checks the containers which the code may have changed in place."""
    if scope.kind == "class":
        return
    changes = changes_in(parts)
    names, others = changing(changes, scope)
    if names or others or scope.kind == "module" and may_call(changes):
        values = [load(name, at) for name in others]
        yield alone(call(CHECK, at, at.lineno, constant(names, at), *values), at)


def _names_in(target: ast.expr) -> list[str]:
    """Return the names of the variables that a target binds."""
    return [each.id for each in ast.walk(target)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
