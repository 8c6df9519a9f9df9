"""Containers that a statement may change in place, without binding a name anew."""

import ast
from collections.abc import Iterator

from .scopes import COMPREHENSIONS, LEAVES, Scope, children


def may_call(changes: list[ast.AST]) -> bool:
    """Return whether one of the nodes calls anything, which may change any container."""
    return any(type(each) is ast.Call for each in changes)


def changes_in(parts: list[ast.AST]) -> list[ast.AST]:
    """Return the nodes that are certainly evaluated with the code and may change a container."""
    return [node for node in certain(parts) if type(node) in CHANGES]


CHANGES = {ast.Call, ast.Subscript, ast.AugAssign}


def changing(changes: list[ast.AST], scope: Scope) -> tuple[tuple[str, ...], list[str]]:
    """Return the names of containers that nodes may change: the module's, then others.

    They may change an object whose method they call, of which they set or delete an entry, or
    which they pass to a function.
    """
    found: dict[str, None] = {}
    for node in changes:
        match node:
            case ast.Call(func=function, args=arguments, keywords=keywords):
                held = [*arguments, *(each.value for each in keywords)]
                if isinstance(function, ast.Attribute):
                    held.append(function.value)
                found |= dict.fromkeys(map(root, held))
            case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.AugAssign():
                found |= dict.fromkeys([root(getattr(node, "target", node))])
    names = [name for name in found if name and scope.may_change(name)]
    of_module = tuple(name for name in names if scope.holder(name).kind == "module")
    return of_module, [name for name in names if name not in of_module]


def root(node: ast.expr) -> str | None:
    """Return the name of the container of which an expression is an entry, or its own name."""
    while isinstance(node, ast.Subscript | ast.Starred):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def certain(parts: list[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes of an expression that are certainly evaluated with it."""
    todo = list(parts)
    while todo:
        node = todo.pop()
        yield node
        if type(node) not in PARTLY:
            todo += [child for _, _, child in children(node) if type(child) not in LEAVES]
            continue
        match node:
            case ast.IfExp(test=first) | ast.BoolOp(values=[first, *_]):
                todo.append(first)
            case ast.Compare(left=left, comparators=[right, *_]):
                todo += [left, right]
            case _ if isinstance(node, COMPREHENSIONS):
                todo.append(node.generators[0].iter)


# Nodes of which only some parts are certainly evaluated.
PARTLY = {ast.Lambda, ast.IfExp, ast.BoolOp, ast.Compare, *COMPREHENSIONS}
