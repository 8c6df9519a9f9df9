"""Regions of large values: the numbers of a part, with the indices of the whole's extremes."""

from __future__ import annotations

import base64
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from autograd.recording import events

MOST_ENTRIES = 1 << 18  # of a region
MOST_NONFINITE = 64  # most indices of non-finite entries that are returned
BLOCK = 1 << 20  # entries of one block, since the value itself may fill the memory


def cut_region(array: np.ndarray, region: Sequence[Any]) -> dict[str, Any]:
    """Return a region of an array: along each dimension `(start, size)`.

    `value` is the whole as in the run document; `min` and `max` are the indices of the least and
    the greatest finite entry (by absolute value if complex), `odd` those of the first non-finite
    entries, all row-major. `entries` are the region's numbers in base64, row-major and
    little-endian, each a `form` ("f4" or "f8"), two for a complex one; None if the array has no
    such region, or if it has more than MOST_ENTRIES.
    """
    form = "f4" if array.dtype.name in ("bfloat16", "float16", "float32", "complex64") else "f8"
    return {
        "value": events.array_to_value(array), **find_extremes(array),
        "form": form, "entries": encode_entries(array, region, form),
    }


def encode_entries(array: np.ndarray, region: Sequence[Any], form: str) -> str | None:
    """Return the numbers of a region as bytes in base64, or None if there is no such region."""
    if len(region) != array.ndim or math.prod(size for _, size in region) > MOST_ENTRIES:
        return None
    if any(start + size > length for (start, size), length in zip(region, array.shape)):
        return None
    part = array[tuple(slice(start, start + size) for start, size in region)]
    if part.dtype.kind == "c":
        part = np.stack([part.real, part.imag], -1)
    return base64.b64encode(np.ascontiguousarray(part, dtype=f"<{form}").tobytes()).decode("ascii")


def find_extremes(array: np.ndarray) -> dict[str, Any]:
    """Return the indices of the least and the greatest finite entry, and of non-finite ones."""
    flat = array.reshape(-1)
    lows: list[tuple[Any, int]] = []
    highs: list[tuple[Any, int]] = []
    odd: list[int] = []
    for start in range(0, flat.size, BLOCK):
        block = comparable(flat[start : start + BLOCK])
        places = None
        if block.dtype.kind == "f" and not np.isfinite(block).all():
            finite = np.isfinite(block)
            odd += (np.flatnonzero(~finite)[: MOST_NONFINITE - len(odd)] + start).tolist()
            places, block = np.flatnonzero(finite), block[finite]
        if block.size:
            for found, at in ((lows, int(block.argmin())), (highs, int(block.argmax()))):
                found.append((block[at], start + int(at if places is None else places[at])))
    return {
        "min": min(lows, key=lambda one: one[0])[1] if lows else None,
        "max": max(highs, key=lambda one: one[0])[1] if highs else None,
        "odd": odd,
    }


def comparable(block: np.ndarray) -> np.ndarray:
    """Return entries as real numbers that can be compared."""
    if block.dtype.kind == "c":
        return np.abs(block)
    return block.astype(np.float32) if block.dtype.kind == "V" else block
