"""Nested tuples, lists and dicts of tensors: taken apart, changed, put together again.

Follows torch/utils/_pytree.py: named tuples, ordered dicts and what a program registers are nodes
too, whatever else there is, None included, is a leaf.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from textwrap import indent
from typing import TYPE_CHECKING, Any, NamedTuple

from autograd.tensor.return_types import NamedResult
from autograd.tensor.size import Size

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class Kind(NamedTuple):
    """How a program's own type of node is taken apart and put together again."""

    flatten: Callable  # children and what is needed besides, of a node
    unflatten: Callable  # the node, of these
    with_keys: Callable | None = None  # as `flatten`, each child after its key


registered: dict[type, Kind] = {}  # what programs make nodes of their own


@dataclass(frozen=True)
class TreeSpec:
    """The structure of a tree: the type of its root, what that needs besides, and its children."""

    type: type | None
    context: object = None
    children_specs: tuple[TreeSpec, ...] = field(default=())

    @property
    def num_leaves(self) -> int:
        """How many leaves the tree has."""
        return 1 if self.type is None else sum(each.num_leaves for each in self.children_specs)

    @property
    def num_children(self) -> int:
        """How many children its root has."""
        return len(self.children_specs)

    def is_leaf(self) -> bool:
        """Whether the tree is nothing but a leaf."""
        return self.type is None

    def __repr__(self):
        if self.type is None:
            return "*"
        children = ",\n".join(map(repr, self.children_specs))
        name = "namedtuple" if is_named(self.type) else self.type.__name__
        return f"TreeSpec({name}, {self.context}, [{indent(children, '  ').lstrip()}])"

    def built(self, children: Any) -> Any:
        """A node of this kind with these children."""
        if self.type in registered:
            return registered[self.type].unflatten(children, self.context)
        if self.type is deque:
            return deque(children, maxlen=self.context)
        if is_named(self.type):
            return self.type(*children)
        if self.type is defaultdict:
            factory, keys = self.context
            return defaultdict(factory, zip(keys, children))
        if issubclass(self.type, dict):
            return self.type(zip(self.context, children))
        return self.type(children)


LEAF = TreeSpec(None)


def is_named(kind: type) -> bool:
    """Whether a type is that of named tuples."""
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def opened(
        part: Any
) -> tuple[object, tuple] | None:
    """What a node needs besides its children, and these; None for a leaf."""
    kind = type(part)
    if kind in (dict, OrderedDict):
        return list(part), tuple(part.values())
    if kind is defaultdict:
        return [part.default_factory, list(part)], tuple(part.values())
    if kind in (list, tuple, Size) or isinstance(part, NamedResult):
        return None, tuple(part)
    if kind in registered:
        children, context = registered[kind].flatten(part)
        return context, tuple(children)
    if kind is deque:
        return part.maxlen, tuple(part)
    if is_named(kind):
        return kind, tuple(part)
    return None


def flatten(
        tree: Any, is_leaf: Any = None
) -> tuple[list, TreeSpec]:
    """The leaves from left to right, and the structure that holds them.

    What `is_leaf` says so of is a leaf, too.
    """
    leaves: list = []
    return leaves, gathered(tree, leaves, is_leaf)


def gathered(
        part: Tensor | Sequence[Tensor | int] | dict[Any, Any] | int | None, leaves: list,
        is_leaf: Any) -> TreeSpec:
    """The structure of a part of a tree, whose leaves are put into a list.

    Not a function in another, which would keep itself and the leaves alive.
    """
    node = None if is_leaf is not None and is_leaf(part) else opened(part)
    if node is None:
        leaves.append(part)
        return LEAF
    context, children = node
    return TreeSpec(
        type(part), context, tuple([gathered(each, leaves, is_leaf) for each in children]))


def rebuilt(leaves: list[Any], structure: TreeSpec) -> Any:
    """The tree of a structure, from its leaves."""
    return put_together(structure, iter(leaves))


def put_together(
        structure: TreeSpec, remaining: Any) -> Any:
    """The next part of a tree, from the leaves that remain."""
    if structure.type is None:
        return next(remaining)
    return structure.built([put_together(each, remaining) for each in structure.children_specs])


def leaves_of(tree: Tensor | Sequence[Tensor] | dict[Any, Any] | int, is_leaf: Any = None) -> list:
    """The leaves from left to right."""
    return flatten(tree, is_leaf)[0]


def mapped(
        change: Callable[..., Any], tree: Any, *others: Any,
        is_leaf: Any = None) -> Any:
    """The same tree with `change` applied to every leaf, and to those at its place in `others`."""
    leaves, structure = flatten(tree, is_leaf)
    columns = [leaves, *(parts_at(other, structure) for other in others)]
    return rebuilt([change(*each) for each in zip(*columns, strict=True)], structure)


def parts_at(tree: Any, structure: TreeSpec) -> list:
    """What lies in a tree where a structure has its leaves."""
    if structure.type is None:
        return [tree]
    node = opened(tree)
    children = () if node is None else node[1]
    return [part for child, each in zip(children, structure.children_specs, strict=True)
            for part in parts_at(child, each)]


def spread(tree: int | tuple[int | int | None, ...] | None, structure: TreeSpec) -> list | None:
    """A leaf for each of a structure's, where one leaf of `tree` may stand for a whole branch.

    None where the tree does not fit.
    """
    node = opened(tree)
    if node is None:
        return [tree] * structure.num_leaves
    context, children = node
    if (type(tree), context, len(children)) != (
            structure.type, structure.context, structure.num_children):
        return None
    parts = [spread(part, each) for part, each in zip(children, structure.children_specs)]
    return None if None in parts else [leaf for part in parts for leaf in part]
