"""Nested tuples, lists and dicts of tensors: taken apart, changed, put together again."""

from __future__ import annotations

LEAF = "*"


def flatten(tree) -> tuple[list, object]:
    """The leaves from left to right, and the structure that holds them."""
    leaves: list = []

    def walk(part):
        if isinstance(part, dict):
            return ("dict", tuple((key, walk(value)) for key, value in part.items()))
        if isinstance(part, list | tuple) and not hasattr(part, "_asdict"):
            kind = "list" if isinstance(part, list) else "tuple"
            return (kind, tuple(walk(each) for each in part))
        leaves.append(part)
        return LEAF

    structure = walk(tree)
    return leaves, structure


def rebuilt(leaves, structure):
    """The tree of a structure, from its leaves."""
    remaining = iter(leaves)

    def build(part):
        if part == LEAF:
            return next(remaining)
        kind, inner = part
        if kind == "dict":
            return {key: build(value) for key, value in inner}
        made = [build(each) for each in inner]
        return made if kind == "list" else tuple(made)

    return build(structure)


def leaves_of(tree) -> list:
    """The leaves from left to right."""
    return flatten(tree)[0]


def mapped(change, tree):
    """The same tree with `change` applied to every leaf."""
    leaves, structure = flatten(tree)
    return rebuilt([change(leaf) for leaf in leaves], structure)
