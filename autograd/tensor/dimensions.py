"""Dimensions and indices as they were given: counted from the end, or left out."""

from __future__ import annotations


class FromEnd(int):
    """A place as a non-negative number, and as it was `given`: counted from the end."""

    given: int


class Unsaid(int):
    """A number that stands for one that was left out, as nodes of torch tell that they know none.
    """


class UnsaidSizes(tuple):
    """The same of sizes."""


def from_end(place: int, count: int) -> int:
    """A place among `count`, a dimension or an index, as a non-negative number."""
    if place >= 0:
        return place
    made = FromEnd(place + count)
    made.given = place
    return made


def wrap_dim(dim: int, ndim: int, scalars: bool = True) -> int:
    """`dim` as a non-negative number, or torch's IndexError; for `scalars`, 0 is a dimension."""
    if not ndim and not scalars:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    bound = max(ndim, 1)
    if not -bound <= dim < bound:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-bound}, {bound - 1}], but got "
            f"{dim})"
        )
    return from_end(dim, bound)
