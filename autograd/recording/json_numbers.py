"""Conversion of arrays to JSON numbers: the shortest decimals that are exact in their dtype."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

FEW = 16  # up to so many entries a loop is as fast
# Powers of ten that are exact in double precision, and numbers of digits to try for a float32: six
# significant digits always survive, nine always suffice, and a logarithm may be one too large.
POWERS = 10.0 ** np.arange(23)
FEWEST, TRIED = 5, np.arange(6)[:, None]
LOW, HIGH = 1e-12, 1e7  # between them POWERS suffice, and integers are exact

arrays_too = False  # whether arrays of finite float32 and float64 are left as arrays


@contextmanager
def leave_arrays() -> Iterator[None]:
    """In the block, leave arrays of finite floats to the JSON writer, which is much faster."""
    global arrays_too
    arrays_too = True
    try:
        yield
    finally:
        arrays_too = False


def array_to_numbers(array: np.ndarray) -> list[Any] | np.ndarray:
    """Return the entries, row-major, each the shortest number that is exact in its dtype."""
    if arrays_too and array.dtype.char in "fd" and np.isfinite(array).all():
        return array.flatten()
    if array.dtype.kind == "c":
        return [[float_to_number(x.real), float_to_number(x.imag)] for x in array.ravel().tolist()]
    if array.dtype.kind != "f":
        return array.ravel().tolist()
    found = shortest_decimals(array.ravel())
    # The sum is finite only if all entries are: one test instead of one per entry.
    return found if math.isfinite(sum(found)) else [float_to_number(x) for x in found]


def float_to_number(x: float) -> float | str:
    """Return a float as JSON; where JSON has no number, torch's word (`nan`, `inf`)."""
    if math.isfinite(x):
        return x
    return "nan" if math.isnan(x) else "inf" if x > 0 else "-inf"


def shortest_decimals(flat: np.ndarray) -> list[float]:
    """Return the shortest decimals of real numbers, of many float32 all at once."""
    if flat.dtype.itemsize >= 8:
        return flat.tolist()
    if flat.dtype.itemsize < 4 or flat.size <= FEW:
        return [*map(float, map(str, flat))]
    wide = flat.astype(np.float64)
    sizes = np.abs(wide)
    usual = (sizes >= LOW) & (sizes < HIGH)
    if not usual.all():
        wide = np.where(usual, wide, 1.0)
        sizes = np.abs(wide)
    lead = np.floor(np.log10(sizes)).astype(np.intp)
    scale = POWERS[np.maximum(FEWEST - 1 - lead, 0) + TRIED]
    decimals = np.rint(wide * scale) / scale
    fits = decimals.astype(np.float32) == wide
    found = decimals[fits.argmax(0), np.arange(flat.size)].tolist()
    for i in np.flatnonzero(~usual).tolist():
        found[i] = float(str(flat[i])) if flat[i] else float(flat[i])
    return found
