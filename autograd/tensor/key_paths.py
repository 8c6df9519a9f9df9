"""How to come to the leaves of a tree: by keys, places and attributes, as torch writes them."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from dataclasses import dataclass
from typing import Any

from autograd.tensor.pytree import is_named, opened, registered


@dataclass(frozen=True)
class SequenceKey:
    """A place in a list or tuple."""

    idx: int

    def __str__(self):
        return f"[{self.idx!r}]"

    def get(self, sequence: Any) -> Any:
        """What lies there."""
        return sequence[self.idx]


@dataclass(frozen=True)
class MappingKey:
    """A key of a dict."""

    key: object

    def __str__(self):
        return f"[{self.key!r}]"

    def get(self, mapping: Any) -> Any:
        """What lies there."""
        return mapping[self.key]


@dataclass(frozen=True)
class GetAttrKey:
    """The name of an attribute."""

    name: str

    def __str__(self):
        return f".{self.name}"

    def get(self, obj: Any) -> Any:
        """What lies there."""
        return getattr(obj, self.name)


def keys_of(node: Any) -> list:
    """The keys of the children of a node."""
    kind = type(node)
    if kind in registered:
        with_keys = registered[kind].with_keys
        if with_keys is None:
            raise ValueError(
                f"Did not find a flatten_with_keys_fn for type: {kind}. Please pass a "
                "flatten_with_keys_fn argument to register_pytree_node.")
        return [key for key, _ in with_keys(node)[0]]
    if kind in (dict, OrderedDict, defaultdict):
        return [MappingKey(key) for key in node]
    if is_named(kind):
        return [GetAttrKey(name) for name in kind._fields]
    return [SequenceKey(i) for i in range(len(node))]


def leaves_with_paths(tree: Any, is_leaf: Any = None, path: tuple[int, ...] = ()) -> list[tuple]:
    """The leaves of a tree from left to right, each after the keys that lead to it."""
    node = None if is_leaf is not None and is_leaf(tree) else opened(tree)
    if node is None:
        return [(path, tree)]
    return [found for key, child in zip(keys_of(tree), node[1])
            for found in leaves_with_paths(child, is_leaf, (*path, key))]
