"""Dimensions that remember how they were given: from the end, or left out."""

from __future__ import annotations


class NegativeIndex(int):
    """A non-negative index that was `given` as a negative one, counted from the end."""

    given: int


class OmittedInt(int):
    """An int that stands for an omitted argument; torch's nodes show that they have none."""


class OmittedSizes(tuple):
    """Sizes that stand for an omitted argument."""


def resolve_index(place: int, count: int) -> int:
    """Return a dimension or index among `count` as a non-negative number."""
    if place >= 0:
        return place
    made = NegativeIndex(place + count)
    made.given = place
    return made


def wrap_dim(dim: int, ndim: int, scalars: bool = True) -> int:
    """Return `dim` as a non-negative number; raises torch's IndexError if it is out of range.

    With `scalars` a tensor without dimensions has dimension 0.
    """
    if not ndim and not scalars:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    bound = max(ndim, 1)
    if not -bound <= dim < bound:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-bound}, {bound - 1}], but got "
            f"{dim})"
        )
    return resolve_index(dim, bound)
