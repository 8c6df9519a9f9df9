"""The `reduction` of losses, with its deprecated forms."""

from __future__ import annotations

from typing import Any

from autograd.runtime.warnings import caution

REDUCTIONS = ("none", "mean", "sum")


def check_reduction(reduction: str) -> None:
    """Raise ValueError for an unknown `reduction`."""
    if reduction not in REDUCTIONS:
        raise ValueError(f"{reduction} is not a valid value for reduction")


def legacy_reduction(size_average: Any, reduce: Any, reduction: str, warn: bool = True) -> str:
    """Return the `reduction` that the two deprecated arguments mean, with torch's warning."""
    if size_average is None and reduce is None:
        return current_reduction(reduction)
    size_average = True if size_average is None else size_average
    reduce = True if reduce is None else reduce
    meant = ("mean" if size_average else "sum") if reduce else "none"
    if warn:
        caution(
            "size_average and reduce args will be deprecated, please use "
            f"reduction='{meant}' instead.", within=True)
    return meant


def current_reduction(reduction: str) -> str:
    """Return `reduction`, or today's name of `elementwise_mean`, with torch's warning."""
    if reduction != "elementwise_mean":
        return reduction
    caution("reduction='elementwise_mean' is deprecated. Please use reduction='mean' instead.")
    return "mean"
