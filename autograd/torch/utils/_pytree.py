"""Trees of tuples, lists and dicts, as lessons on `torch.func` take them apart."""

from autograd.trees import LEAF, TreeSpec, flatten, leaves_of, mapped, rebuilt

__all__ = [
    "TreeSpec", "tree_all", "tree_any", "tree_flatten", "tree_leaves", "tree_map", "tree_map_",
    "tree_map_only", "tree_structure", "tree_unflatten", "treespec_leaf",
]

TreeSpec.__module__ = "torch.utils._pytree"


def tree_flatten(tree):
    """The leaves from left to right, and the structure that holds them."""
    return flatten(tree)


def tree_unflatten(leaves, treespec):
    """The tree of a structure, from its leaves."""
    leaves = list(leaves)
    if len(leaves) != treespec.num_leaves:
        raise ValueError(
            f"treespec.unflatten(leaves): `leaves` has length {len(leaves)} but the spec refers to "
            f"a pytree that holds {treespec.num_leaves} items ({treespec})."
        )
    return rebuilt(leaves, treespec)


def tree_leaves(tree):
    """The leaves from left to right."""
    return leaves_of(tree)


def tree_structure(tree):
    """The structure of a tree."""
    return flatten(tree)[1]


def treespec_leaf():
    """The structure of a lone leaf."""
    return LEAF


def tree_map(func, tree, *rests):
    """The tree with `func` applied to each leaf, and to those at its place in `rests`."""
    return mapped(func, tree, *rests)


def tree_map_(func, tree, *rests):
    """`func` called for each leaf, for what it does; the tree itself."""
    mapped(func, tree, *rests)
    return tree


def tree_map_only(type_or_types_or_pred, /, func, tree):
    """The tree with `func` applied to the leaves of a type, or to those that a function picks."""
    kind = type_or_types_or_pred
    is_type = isinstance(kind, type | tuple)
    return mapped(
        lambda leaf: func(leaf) if (isinstance(leaf, kind) if is_type else kind(leaf)) else leaf,
        tree)


def tree_all(pred, tree):
    """Whether `pred` holds for every leaf."""
    return all(map(pred, leaves_of(tree)))


def tree_any(pred, tree):
    """Whether `pred` holds for any leaf."""
    return any(map(pred, leaves_of(tree)))
