"""A part of a large value, for whoever looks inside: its numbers, and where the value is extreme.
"""

from __future__ import annotations

import base64
import math
from typing import Any

import numpy as np

from autograd.recording import events

MOST_ENTRIES = 1 << 18  # of a region
MOST_ODD = 64  # places of what is not finite that are told
BLOCK = 1 << 20  # entries that are looked at together: a value may fill the memory that there is


def cut(array: np.ndarray, region: list[Any]) -> dict[str, Any]:
    """What stands in a region of an array: of each of its axes `size` places from `start` on.

    `value` is the whole as the run document tells it; `min` and `max` are the places of the least
    and the greatest finite entry (by their size where they are complex), `odd` of the first that
    are not finite, all counted row-major. `entries` are the region's numbers in base64, row-major
    and little-endian, each a `form` ("f4" or "f8"), of a complex one two; None where the array has
    no such region, or where it is larger than MOST_ENTRIES.
    """
    form = "f4" if array.dtype.name in ("bfloat16", "float16", "float32", "complex64") else "f8"
    return {
        "value": events.value(array), **landmarks(array),
        "form": form, "entries": entries(array, region, form),
    }


def entries(array: np.ndarray, region: list[Any], form: str) -> str | None:
    """The numbers of a region as bytes in base64."""
    if len(region) != array.ndim or math.prod(size for _, size in region) > MOST_ENTRIES:
        return None
    if any(start + size > length for (start, size), length in zip(region, array.shape)):
        return None
    part = array[tuple(slice(start, start + size) for start, size in region)]
    if part.dtype.kind == "c":
        part = np.stack([part.real, part.imag], -1)
    return base64.b64encode(np.ascontiguousarray(part, dtype=f"<{form}").tobytes()).decode("ascii")


def landmarks(array: np.ndarray) -> dict[str, Any]:
    """Where the least and the greatest finite entry stand, and the first that are not finite."""
    flat = array.reshape(-1)
    lows: list[tuple[Any, int]] = []
    highs: list[tuple[Any, int]] = []
    odd: list[int] = []
    for start in range(0, flat.size, BLOCK):
        block = sizes(flat[start : start + BLOCK])
        places = None
        if block.dtype.kind == "f" and not np.isfinite(block).all():
            finite = np.isfinite(block)
            odd += (np.flatnonzero(~finite)[: MOST_ODD - len(odd)] + start).tolist()
            places, block = np.flatnonzero(finite), block[finite]
        if block.size:
            for found, at in ((lows, int(block.argmin())), (highs, int(block.argmax()))):
                found.append((block[at], start + int(at if places is None else places[at])))
    return {
        "min": min(lows, key=lambda one: one[0])[1] if lows else None,
        "max": max(highs, key=lambda one: one[0])[1] if highs else None,
        "odd": odd,
    }


def sizes(block: np.ndarray) -> np.ndarray:
    """Entries as real numbers that can be compared."""
    if block.dtype.kind == "c":
        return np.abs(block)
    return block.astype(np.float32) if block.dtype.kind == "V" else block
