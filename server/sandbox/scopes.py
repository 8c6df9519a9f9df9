"""Scopes of a program's names, as Python's own compiler resolves them."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# Since Python 3.12 generator expressions are the only comprehensions compiled to functions.
FRAMED = COMPREHENSIONS if sys.version_info < (3, 12) else (ast.GeneratorExp,)
MODULE = 0  # the owner of names of the module


@dataclass(eq=False)
class Scope:
    """A scope: `kind` is module, function, lambda, comprehension or class."""

    kind: str
    name: str
    line: int  # the first line of its code
    parent: "Scope | None" = None
    bound: set[str] = field(default_factory=set)
    plain: set[str] = field(default_factory=set)  # bound by import, def or class: no containers
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    unbound: set[str] = field(default_factory=set)  # by del or at the end of an except

    def owner(self, name: str) -> int | None:
        """Return the owner of a name: None for this scope, MODULE, or the line of a function."""
        is_own = name in self.bound and name not in self.globals | self.nonlocals
        if self.kind == "module" or is_own:
            return None
        return MODULE if (found := self.holder(name)).kind == "module" else found.line

    def holder(self, name: str) -> "Scope":
        """Return the scope that binds a name which this scope reads."""
        scope = self
        while scope.parent is not None:
            if name in scope.globals:
                break
            is_seen = scope is self or scope.kind != "class"
            if is_seen and name in scope.bound and name not in scope.nonlocals:
                return scope
            scope = scope.parent
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def may_change(self, name: str) -> bool:
        """Return whether a name may be a container that is certainly bound once it was read."""
        holder = self.holder(name)
        return name in holder.bound and name not in holder.plain and (
            holder.kind == "module" or name not in holder.unbound)


# An expression to wrap: its parent, the field, the index in that, and its scope.
Wrap = tuple[ast.AST, str, int | None, Scope]


def scopes_of(tree: ast.Module) -> tuple[Scope, list[Wrap]]:
    """Return the module's scope and the expressions to wrap; set `scope` of nodes that make one."""
    module = Scope("module", "", 0)
    wraps: list[Wrap] = []
    todo: list[tuple[ast.AST, Scope]] = [(tree, module)]
    while todo:
        node, scope = todo.pop()
        kind = type(node)
        if kind in BINDING:
            note_bindings(node, scope)
        for part, index, child in children(node):
            inner = inner_scope(node, part, index, scope) if kind in SCOPED else scope
            if type(child) in WRAPPED:
                wraps.append((node, part, index, inner))
            if type(child) not in LEAVES:
                todo.append((child, inner))
    return module, wraps


WRAPPED = {ast.NamedExpr, ast.Lambda, ast.Yield, ast.YieldFrom, *FRAMED}
# Nodes of which the children may be in another scope; nodes that may bind names.
SCOPED = {*FUNCTIONS, ast.Lambda, ast.ClassDef, *COMPREHENSIONS, ast.comprehension}
BINDING = {
    ast.Name, ast.NamedExpr, *FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Global,
    ast.Nonlocal, ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.MatchMapping,
}  # fmt: skip
# Nodes that have no children and bind nothing: most of all nodes.
LEAVES = {ast.Constant, ast.Load, ast.Store, ast.Del}


def children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    """Yield the child nodes of a node, with field and index."""
    for part in node._fields:
        value = getattr(node, part, None)
        if type(value) is list:
            for index, each in enumerate(value):
                if isinstance(each, ast.AST):
                    yield part, index, each
        elif isinstance(value, ast.AST):
            if part == "target" and type(node) is ast.NamedExpr:
                continue  # belongs to the scope around a comprehension: see `note_bindings`
            yield part, None, value


def inner_scope(node: ast.AST, part: str, index: int | None, scope: Scope) -> Scope:
    """Return the scope of the nodes in one field of a node, which is in `scope` itself."""
    if isinstance(node, (*FUNCTIONS, ast.Lambda)) and part == "body":
        return scope_of(node, scope)
    if isinstance(node, ast.arguments):
        return scope
    if isinstance(node, ast.ClassDef) and part == "body":
        return scope_of(node, scope)
    if isinstance(node, COMPREHENSIONS):
        return scope_of(node, scope)
    if isinstance(node, ast.comprehension) and part == "iter" and getattr(node, "is_first", False):
        return scope.parent or scope
    return scope


def scope_of(node: ast.AST, around: Scope) -> Scope:
    """Return the scope that a node makes; create it at the first call."""
    if not hasattr(node, "scope"):
        line = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        kind, name = KINDS.get(type(node), "comprehension"), getattr(node, "name", "")
        node.scope = made = Scope(kind, name, line, around)
        if isinstance(node, COMPREHENSIONS):
            node.generators[0].is_first = True
        elif not isinstance(node, ast.ClassDef):
            made.bound |= {each.arg for each in parameters(node.args)}
    return node.scope


KINDS = {
    ast.FunctionDef: "function", ast.AsyncFunctionDef: "function", ast.Lambda: "lambda",
    ast.ClassDef: "class",
}  # fmt: skip


def parameters(arguments: ast.arguments) -> list[ast.arg]:
    """Return all parameters, in the order of Python's code objects."""
    named = [*arguments.posonlyargs, *arguments.args]
    starred = [arguments.vararg] if arguments.vararg else []
    double = [arguments.kwarg] if arguments.kwarg else []
    return [*named, *starred, *arguments.kwonlyargs, *double]


def note_bindings(node: ast.AST, scope: Scope) -> None:
    """Add the names that a node binds to its scope."""
    match node:
        case ast.Name(ctx=ast.Load()):
            pass
        case ast.Name(id=name, ctx=ast.Store()):
            scope.bound.add(name)
        case ast.Name(id=name, ctx=ast.Del()):
            scope.bound.add(name)
            scope.unbound.add(name)
        case ast.NamedExpr(target=ast.Name(id=name)):
            while scope.kind == "comprehension":
                scope = scope.parent
            scope.bound.add(name)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            scope.bound.add(node.name)
            scope.plain.add(node.name)
        case ast.Import() | ast.ImportFrom():
            names = {(each.asname or each.name).partition(".")[0] for each in node.names}
            scope.bound |= names
            scope.plain |= names
        case ast.Global(names=names):
            scope.globals |= set(names)
            while scope.parent is not None:
                scope = scope.parent
            scope.bound |= set(names)
        case ast.Nonlocal(names=names):
            scope.nonlocals |= set(names)
        case ast.ExceptHandler(name=str(name)):
            scope.bound.add(name)
            scope.unbound.add(name)
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            scope.bound.add(name)
        case ast.MatchMapping(rest=str(name)):
            scope.bound.add(name)
