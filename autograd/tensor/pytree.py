"""Pytrees: nested containers of tensors, flattened, mapped, rebuilt or addressed by key paths.

Follows torch/utils/_pytree.py: named tuples, ordered dicts and types that a program registers are
nodes too; anything else, None included, is a leaf.
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


class NodeType(NamedTuple):
    """The functions that flatten and rebuild nodes of a registered type."""

    flatten: Callable  # children and what is needed besides, of a node
    unflatten: Callable  # the node, of these
    with_keys: Callable | None = None  # as `flatten`, each child after its key


node_types: dict[type, NodeType] = {}  # what programs make nodes of their own


@dataclass(frozen=True)
class TreeSpec:
    """The structure of a tree: the type of its root, the context to rebuild it, its children."""

    type: type | None
    context: object = None
    children_specs: tuple[TreeSpec, ...] = field(default=())

    @property
    def num_leaves(self) -> int:
        """The number of leaves of the tree."""
        return 1 if self.type is None else sum(each.num_leaves for each in self.children_specs)

    @property
    def num_children(self) -> int:
        """The number of children of the root."""
        return len(self.children_specs)

    def is_leaf(self) -> bool:
        """Return whether the tree is a single leaf."""
        return self.type is None

    def __repr__(self):
        if self.type is None:
            return "*"
        children = ",\n".join(map(repr, self.children_specs))
        name = "namedtuple" if is_namedtuple_type(self.type) else self.type.__name__
        return f"TreeSpec({name}, {self.context}, [{indent(children, '  ').lstrip()}])"

    def built(self, children: Any) -> Any:
        """Return a node of this type with the given children."""
        if self.type in node_types:
            return node_types[self.type].unflatten(children, self.context)
        if self.type is deque:
            return deque(children, maxlen=self.context)
        if is_namedtuple_type(self.type):
            return self.type(*children)
        if self.type is defaultdict:
            factory, keys = self.context
            return defaultdict(factory, zip(keys, children))
        if issubclass(self.type, dict):
            return self.type(zip(self.context, children))
        return self.type(children)


LEAF = TreeSpec(None)


def is_namedtuple_type(kind: type) -> bool:
    """Return whether `kind` is a type of named tuples."""
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def flatten_node(
        part: Any
) -> tuple[object, tuple] | None:
    """Return the context and the children of a node; None for a leaf."""
    kind = type(part)
    if kind in (dict, OrderedDict):
        return list(part), tuple(part.values())
    if kind is defaultdict:
        return [part.default_factory, list(part)], tuple(part.values())
    if kind in (list, tuple, Size) or isinstance(part, NamedResult):
        return None, tuple(part)
    if kind in node_types:
        children, context = node_types[kind].flatten(part)
        return context, tuple(children)
    if kind is deque:
        return part.maxlen, tuple(part)
    if is_namedtuple_type(kind):
        return kind, tuple(part)
    return None


def flatten(
        tree: Any, is_leaf: Any = None
) -> tuple[list, TreeSpec]:
    """Return the leaves from left to right, and the structure of the tree.

    A node for which `is_leaf` returns True is a leaf.
    """
    leaves: list = []
    return leaves, flatten_into(tree, leaves, is_leaf)


def flatten_into(
        part: Tensor | Sequence[Tensor | int] | dict[Any, Any] | int | None, leaves: list,
        is_leaf: Any) -> TreeSpec:
    """Append the leaves of a subtree to `leaves`, and return its structure.

    A module-level function: a nested one would form a cycle that keeps the leaves alive.
    """
    node = None if is_leaf is not None and is_leaf(part) else flatten_node(part)
    if node is None:
        leaves.append(part)
        return LEAF
    context, children = node
    return TreeSpec(
        type(part), context, tuple([flatten_into(each, leaves, is_leaf) for each in children]))


def build_tree(leaves: list[Any], structure: TreeSpec) -> Any:
    """Return the tree of a structure with the given leaves."""
    return build_subtree(structure, iter(leaves))


def build_subtree(
        structure: TreeSpec, remaining: Any) -> Any:
    """Return a subtree, with leaves taken from an iterator."""
    if structure.type is None:
        return next(remaining)
    return structure.built([build_subtree(each, remaining) for each in structure.children_specs])


def list_leaves(tree: Tensor | Sequence[Tensor] | dict[Any, Any] | int,
                is_leaf: Any = None) -> list:
    """Return the leaves from left to right."""
    return flatten(tree, is_leaf)[0]


def map_tree(
        change: Callable[..., Any], tree: Any, *others: Any,
        is_leaf: Any = None) -> Any:
    """Apply `change` to every leaf, with the subtrees of `others` at its position."""
    leaves, structure = flatten(tree, is_leaf)
    columns = [leaves, *(flatten_up_to(other, structure) for other in others)]
    return build_tree([change(*each) for each in zip(*columns, strict=True)], structure)


def flatten_up_to(tree: Any, structure: TreeSpec) -> list:
    """Return the subtrees of a tree at the leaves of `structure`."""
    if structure.type is None:
        return [tree]
    node = flatten_node(tree)
    children = () if node is None else node[1]
    return [part for child, each in zip(children, structure.children_specs, strict=True)
            for part in flatten_up_to(child, each)]


def broadcast_prefix(tree: int | tuple[int | int | None, ...] | None,
                     structure: TreeSpec) -> list | None:
    """Return a value for each leaf of `structure`, where a leaf of `tree` may stand for a subtree.

    Returns None if the tree does not match.
    """
    node = flatten_node(tree)
    if node is None:
        return [tree] * structure.num_leaves
    context, children = node
    if (type(tree), context, len(children)) != (
            structure.type, structure.context, structure.num_children):
        return None
    parts = [broadcast_prefix(part, each) for part, each in zip(children, structure.children_specs)]
    return None if None in parts else [leaf for part in parts for leaf in part]


# -- key paths -------------------------------------------------------------------------------


@dataclass(frozen=True)
class SequenceKey:
    """An index of a list or tuple."""

    idx: int

    def __str__(self):
        return f"[{self.idx!r}]"

    def get(self, sequence: Any) -> Any:
        """Return the child at the index."""
        return sequence[self.idx]


@dataclass(frozen=True)
class MappingKey:
    """A key of a dict."""

    key: object

    def __str__(self):
        return f"[{self.key!r}]"

    def get(self, mapping: Any) -> Any:
        """Return the child under the key."""
        return mapping[self.key]


@dataclass(frozen=True)
class GetAttrKey:
    """The name of an attribute."""

    name: str

    def __str__(self):
        return f".{self.name}"

    def get(self, obj: Any) -> Any:
        """Return the child with the name."""
        return getattr(obj, self.name)


def keys_of(node: Any) -> list:
    """Return the keys of the children of a node."""
    kind = type(node)
    if kind in node_types:
        with_keys = node_types[kind].with_keys
        if with_keys is None:
            raise ValueError(
                f"Did not find a flatten_with_keys_fn for type: {kind}. Please pass a "
                "flatten_with_keys_fn argument to register_pytree_node.")
        return [key for key, _ in with_keys(node)[0]]
    if kind in (dict, OrderedDict, defaultdict):
        return [MappingKey(key) for key in node]
    if is_namedtuple_type(kind):
        return [GetAttrKey(name) for name in kind._fields]
    return [SequenceKey(i) for i in range(len(node))]


def leaves_with_paths(tree: Any, is_leaf: Any = None, path: tuple[int, ...] = ()) -> list[tuple]:
    """Return `(path, leaf)` pairs from left to right; a path is the keys from the root."""
    node = None if is_leaf is not None and is_leaf(tree) else flatten_node(tree)
    if node is None:
        return [(path, tree)]
    return [found for key, child in zip(keys_of(tree), node[1])
            for found in leaves_with_paths(child, is_leaf, (*path, key))]
