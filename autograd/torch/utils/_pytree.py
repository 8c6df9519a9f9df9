"""Trees of tuples, lists and dicts, as lessons on `torch.func` take them apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograd.tensor.key_paths import GetAttrKey, MappingKey, SequenceKey, leaves_with_paths
from autograd.tensor.pytree import (
    LEAF, Kind, TreeSpec, flatten, is_named, leaves_of, mapped, rebuilt, registered,
)

__all__ = [
    "GetAttrKey", "MappingKey", "PyTreeSpec", "SequenceKey", "TreeSpec", "is_namedtuple",
    "is_namedtuple_class", "is_namedtuple_instance", "key_get", "keystr", "register_pytree_node",
    "tree_all", "tree_all_only", "tree_any", "tree_any_only", "tree_flatten",
    "tree_flatten_with_path", "tree_is_leaf", "tree_iter", "tree_leaves", "tree_leaves_with_path",
    "tree_map", "tree_map_", "tree_map_only", "tree_map_only_", "tree_map_with_path",
    "tree_structure", "tree_unflatten", "treespec_leaf",
]

PyTreeSpec = TreeSpec
for _kind in (TreeSpec, GetAttrKey, MappingKey, SequenceKey):
    _kind.__module__ = "torch.utils._pytree"


def tree_flatten(tree: Any, is_leaf: Any = None) -> Any:
    """The leaves from left to right, and the structure that holds them."""
    return flatten(tree, is_leaf)


def tree_unflatten(leaves: Any, treespec: Any) -> Any:
    """The tree of a structure, from its leaves."""
    leaves = list(leaves)
    if len(leaves) != treespec.num_leaves:
        raise ValueError(
            f"treespec.unflatten(leaves): `leaves` has length {len(leaves)} but the spec refers to "
            f"a pytree that holds {treespec.num_leaves} items ({treespec})."
        )
    return rebuilt(leaves, treespec)


def tree_leaves(tree: Any, is_leaf: Any = None) -> Any:
    """The leaves from left to right."""
    return leaves_of(tree, is_leaf)


def tree_structure(tree: Any, is_leaf: Any = None) -> Any:
    """The structure of a tree."""
    return flatten(tree, is_leaf)[1]


def treespec_leaf() -> Any:
    """The structure of a lone leaf."""
    return LEAF


def tree_map(func: Callable[..., Any], tree: Any, *rests: Any, is_leaf: Any = None) -> Any:
    """The tree with `func` applied to each leaf, and to those at its place in `rests`."""
    return mapped(func, tree, *rests, is_leaf=is_leaf)


def tree_map_(func: Callable[..., Any], tree: Any, *rests: Any, is_leaf: Any = None) -> Any:
    """`func` called for each leaf, for what it does; the tree itself."""
    mapped(func, tree, *rests, is_leaf=is_leaf)
    return tree


def _chosen(kind):
    """Whether a leaf is of a type, of one of several, or one that a function picks."""
    return (lambda leaf: isinstance(leaf, kind)) if isinstance(kind, type | tuple) else kind


def tree_map_only(
        type_or_types_or_pred: Any, /, func: Callable[..., Any], tree: Any, is_leaf: Any = None
) -> Any:
    """The tree with `func` applied to the leaves of a type, or to those that a function picks."""
    is_one = _chosen(type_or_types_or_pred)
    return mapped(lambda leaf: func(leaf) if is_one(leaf) else leaf, tree, is_leaf=is_leaf)


def tree_map_only_(
        type_or_types_or_pred: Any, /, func: Callable[..., Any], tree: Any, is_leaf: Any = None
) -> Any:
    """`func` called for these leaves, for what it does; the tree itself."""
    tree_map_only(type_or_types_or_pred, func, tree, is_leaf)
    return tree


def tree_all(pred: Any, tree: Any, is_leaf: Any = None) -> Any:
    """Whether `pred` holds for every leaf."""
    return all(map(pred, leaves_of(tree, is_leaf)))


def tree_any(pred: Any, tree: Any, is_leaf: Any = None) -> Any:
    """Whether `pred` holds for any leaf."""
    return any(map(pred, leaves_of(tree, is_leaf)))


def tree_all_only(type_or_types: Any, /, pred: Any, tree: Any, is_leaf: Any = None) -> Any:
    """Whether `pred` holds for every leaf of a type."""
    return all(pred(leaf) for leaf in leaves_of(tree, is_leaf) if isinstance(leaf, type_or_types))


def tree_any_only(type_or_types: Any, /, pred: Any, tree: Any, is_leaf: Any = None) -> Any:
    """Whether `pred` holds for any leaf of a type."""
    return any(pred(leaf) for leaf in leaves_of(tree, is_leaf) if isinstance(leaf, type_or_types))


def tree_iter(tree: Any, is_leaf: Any = None) -> Any:
    """The leaves from left to right, one after the other."""
    return iter(leaves_of(tree, is_leaf))


def tree_is_leaf(tree: Any, is_leaf: Any = None) -> bool:
    """Whether a tree is nothing but a leaf."""
    return flatten(tree, is_leaf)[1].is_leaf()


def tree_flatten_with_path(tree: Any, is_leaf: Any = None) -> Any:
    """The leaves, each after the keys that lead to it, and the structure that holds them."""
    return tree_leaves_with_path(tree, is_leaf), flatten(tree, is_leaf)[1]


def tree_leaves_with_path(tree: Any, is_leaf: Any = None) -> Any:
    """The leaves, each after the keys that lead to it."""
    return leaves_with_paths(tree, is_leaf)


def tree_map_with_path(
        func: Callable[..., Any], tree: Any, *rests: Any, is_leaf: Any = None) -> Any:
    """The tree with `func` applied to the path of each leaf, to it and those at its place."""
    paths = iter([path for path, _ in leaves_with_paths(tree, is_leaf)])
    return mapped(lambda *leaves: func(next(paths), *leaves), tree, *rests, is_leaf=is_leaf)


def keystr(kp: Any) -> str:
    """The keys of a path as Python writes them."""
    return "".join(map(str, kp))


def key_get(obj: Any, kp: Any) -> Any:
    """What lies at the end of a path."""
    for key in kp:
        obj = key.get(obj)
    return obj


def register_pytree_node(
        cls, flatten_fn: Any, unflatten_fn: Any, *, serialized_type_name: Any = None,
        to_dumpable_context: Any = None, from_dumpable_context: Any = None,
        flatten_with_keys_fn: Any = None) -> None:
    """Let a class be a node: how to take one apart, and how to put it together again."""
    if cls in registered:
        raise ValueError(f"{cls} is already registered as pytree node.")
    registered[cls] = Kind(flatten_fn, unflatten_fn, flatten_with_keys_fn)


def is_namedtuple(obj: Any) -> bool:
    """Whether this is a named tuple, or a class of them."""
    return is_named(obj if isinstance(obj, type) else type(obj))


def is_namedtuple_class(cls) -> bool:
    """Whether this is a class of named tuples."""
    return isinstance(cls, type) and is_named(cls)


def is_namedtuple_instance(obj: Any) -> bool:
    """Whether this is a named tuple."""
    return is_named(type(obj))
