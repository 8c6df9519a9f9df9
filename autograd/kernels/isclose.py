"""Whether numbers are near each other, in the precision in which torch asks."""

from __future__ import annotations

import numpy as np

from autograd.tensor.dtype import get_default_dtype


def isclose(
        one: np.ndarray, other: np.ndarray, rtol: float, atol: float, equal_nan: bool
) -> np.ndarray:
    """Where `|one - other| <= atol + |rtol * other|`, or where both are the same."""
    same = one == other
    if equal_nan and one.dtype.kind in "fcV":
        same |= np.isnan(one) & np.isnan(other)
    if rtol == 0 and atol == 0:
        return same
    floating = get_default_dtype().numpy
    one = one.astype(floating) if one.dtype.kind == "b" else one
    other = other.astype(floating) if other.dtype.kind in "biu" else other
    with np.errstate(all="ignore"):
        allowed = atol + abs(rtol * other)
        away = abs(one - other)
    return same | np.isfinite(away) & (away <= allowed)
