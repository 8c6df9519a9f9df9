"""Containers that a statement may change in place, without binding a name anew."""

import ast
from collections.abc import Iterator

from .scopes import COMPREHENSIONS, Scope


def may_call(parts: list[ast.AST]) -> bool:
    """Return whether the code calls anything, which may change any container."""
    return any(isinstance(each, ast.Call) for each in certain(parts))


def changing(parts: list[ast.AST], scope: Scope) -> tuple[tuple[str, ...], list[str]]:
    """Return the names of containers that the code may change: the module's, then others.

    It may change an object whose method it calls, of which it sets or deletes an entry, or which it
    passes to a function.
    """
    found: dict[str, None] = {}
    for node in certain(parts):
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
        match node:
            case ast.Lambda():
                continue
            case ast.IfExp(test=first) | ast.BoolOp(values=[first, *_]):
                todo.append(first)
            case ast.Compare(left=left, comparators=[right, *_]):
                todo += [left, right]
            case _ if isinstance(node, COMPREHENSIONS):
                todo.append(node.generators[0].iter)
            case _:
                todo += ast.iter_child_nodes(node)
