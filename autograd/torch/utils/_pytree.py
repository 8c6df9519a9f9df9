"""`torch.utils._pytree`: nested containers as trees of leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograd.tensor.pytree import (
    LEAF, GetAttrKey, MappingKey, NodeType, SequenceKey, TreeSpec, build_tree, flatten,
    is_namedtuple_type, leaves_with_paths, list_leaves, map_tree, node_types,
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
    """Return the leaves, from left to right, and the structure of the tree."""
    return flatten(tree, is_leaf)


def tree_unflatten(leaves: Any, treespec: Any) -> Any:
    """Return the tree with the given structure and leaves."""
    leaves = list(leaves)
    if len(leaves) != treespec.num_leaves:
        raise ValueError(
            f"treespec.unflatten(leaves): `leaves` has length {len(leaves)} but the spec refers to "
            f"a pytree that holds {treespec.num_leaves} items ({treespec})."
        )
    return build_tree(leaves, treespec)


def tree_leaves(tree: Any, is_leaf: Any = None) -> Any:
    """Return the leaves, from left to right."""
    return list_leaves(tree, is_leaf)


def tree_structure(tree: Any, is_leaf: Any = None) -> Any:
    """Return the structure of a tree."""
    return flatten(tree, is_leaf)[1]


def treespec_leaf() -> Any:
    """Return the structure of a single leaf."""
    return LEAF


def tree_map(func: Callable[..., Any], tree: Any, *rests: Any, is_leaf: Any = None) -> Any:
    """Return the tree with `func` applied to each leaf and its counterparts in `rests`."""
    return map_tree(func, tree, *rests, is_leaf=is_leaf)


def tree_map_(func: Callable[..., Any], tree: Any, *rests: Any, is_leaf: Any = None) -> Any:
    """Call `func` for each leaf, and return the tree itself."""
    map_tree(func, tree, *rests, is_leaf=is_leaf)
    return tree


def _make_predicate(type_or_pred):
    """Return the predicate `kind`, or one that is true for instances of the types `kind`."""
    return (
        (lambda leaf: isinstance(leaf, type_or_pred))
        if isinstance(type_or_pred, type | tuple)
        else type_or_pred
    )


def tree_map_only(
        type_or_types_or_pred: Any, /, func: Callable[..., Any], tree: Any, is_leaf: Any = None
) -> Any:
    """Return the tree with `func` applied to the leaves that a type or predicate selects."""
    is_one = _make_predicate(type_or_types_or_pred)
    return map_tree(lambda leaf: func(leaf) if is_one(leaf) else leaf, tree, is_leaf=is_leaf)


def tree_map_only_(
        type_or_types_or_pred: Any, /, func: Callable[..., Any], tree: Any, is_leaf: Any = None
) -> Any:
    """Call `func` for the leaves that a type or predicate selects, and return the tree."""
    tree_map_only(type_or_types_or_pred, func, tree, is_leaf)
    return tree


def tree_all(pred: Any, tree: Any, is_leaf: Any = None) -> Any:
    """Return True if `pred` holds for every leaf."""
    return all(map(pred, list_leaves(tree, is_leaf)))


def tree_any(pred: Any, tree: Any, is_leaf: Any = None) -> Any:
    """Return True if `pred` holds for any leaf."""
    return any(map(pred, list_leaves(tree, is_leaf)))


def tree_all_only(type_or_types: Any, /, pred: Any, tree: Any, is_leaf: Any = None) -> Any:
    """Return True if `pred` holds for every leaf of a type."""
    return all(pred(leaf) for leaf in list_leaves(tree, is_leaf) if isinstance(leaf, type_or_types))


def tree_any_only(type_or_types: Any, /, pred: Any, tree: Any, is_leaf: Any = None) -> Any:
    """Return True if `pred` holds for any leaf of a type."""
    return any(pred(leaf) for leaf in list_leaves(tree, is_leaf) if isinstance(leaf, type_or_types))


def tree_iter(tree: Any, is_leaf: Any = None) -> Any:
    """Yield the leaves from left to right."""
    return iter(list_leaves(tree, is_leaf))


def tree_is_leaf(tree: Any, is_leaf: Any = None) -> bool:
    """Return True if the tree is a leaf."""
    return flatten(tree, is_leaf)[1].is_leaf()


def tree_flatten_with_path(tree: Any, is_leaf: Any = None) -> Any:
    """Return pairs of key path and leaf, and the structure of the tree."""
    return tree_leaves_with_path(tree, is_leaf), flatten(tree, is_leaf)[1]


def tree_leaves_with_path(tree: Any, is_leaf: Any = None) -> Any:
    """Return pairs of key path and leaf."""
    return leaves_with_paths(tree, is_leaf)


def tree_map_with_path(
        func: Callable[..., Any], tree: Any, *rests: Any, is_leaf: Any = None) -> Any:
    """Return the tree with `func` applied to each leaf's path, the leaf and its counterparts."""
    paths = iter([path for path, _ in leaves_with_paths(tree, is_leaf)])
    return map_tree(lambda *leaves: func(next(paths), *leaves), tree, *rests, is_leaf=is_leaf)


def keystr(kp: Any) -> str:
    """Format a key path as Python writes it."""
    return "".join(map(str, kp))


def key_get(obj: Any, kp: Any) -> Any:
    """Return the value at the end of a key path."""
    for key in kp:
        obj = key.get(obj)
    return obj


def register_pytree_node(
        cls, flatten_fn: Any, unflatten_fn: Any, *, serialized_type_name: Any = None,
        to_dumpable_context: Any = None, from_dumpable_context: Any = None,
        flatten_with_keys_fn: Any = None) -> None:
    """Register a class as a node, with functions that flatten and unflatten it."""
    if cls in node_types:
        raise ValueError(f"{cls} is already registered as pytree node.")
    node_types[cls] = NodeType(flatten_fn, unflatten_fn, flatten_with_keys_fn)


def is_namedtuple(obj: Any) -> bool:
    """Return True for a named tuple, or a class of them."""
    return is_namedtuple_type(obj if isinstance(obj, type) else type(obj))


def is_namedtuple_class(cls) -> bool:
    """Return True for a class of named tuples."""
    return isinstance(cls, type) and is_namedtuple_type(cls)


def is_namedtuple_instance(obj: Any) -> bool:
    """Return True for a named tuple."""
    return is_namedtuple_type(type(obj))
