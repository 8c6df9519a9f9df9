"""Tensors as torch's C++ writes them into an error: rows of one width, the type and sizes below."""

from __future__ import annotations

import itertools
import math

import numpy as np

from autograd.tensor.dtype import cpp_type

LINE = 80


def streamed(array: np.ndarray) -> str:
    """The numbers of an array of two or more dimensions, and what it is."""
    head = "[ " + cpp_type(array) + "{" + ",".join(map(str, array.shape)) + "} ]"
    if not array.size or array.dtype.kind == "c":
        return head
    numbers = array.astype(np.float64)
    if numbers.ndim == 2:
        return matrix(numbers, 0) + head
    parts = []
    for place in itertools.product(*map(range, reversed(numbers.shape[:-2]))):
        at = place[::-1]  # the first dimension runs fastest
        names = ",".join(str(i + 1) for i in at)
        parts.append(f"({names},.,.) = \n{matrix(numbers[at], 1)}")
    return "\n".join(parts) + head


def matrix(rows: np.ndarray, indent: int) -> str:
    """The rows, in as many pieces as a line of 80 needs; all but the first of each are indented."""
    scale, width, form = style(rows)
    count, columns, margin = (LINE - indent) // (width + 1), rows.shape[1], " " * indent
    pieces = []
    for first in range(0, columns, count):
        last = min(first + count, columns)
        lead = f"Columns {first + 1} to {last}{margin}" if count < columns else ""
        lead += "" if scale == 1 else f"{repr(scale).removesuffix('.0')} *\n{margin}"
        lines = [" ".join((form % (x / scale)).rjust(width) for x in row[first:last])
                 for row in rows]
        pieces.append(lead + ("\n" + margin + (" " if scale != 1 else "")).join(lines) + "\n")
    return "\n".join(pieces)


def style(rows: np.ndarray) -> tuple[float, int, str]:
    """What all numbers are divided by, the width of each, and how it is written."""
    finite = np.abs(rows[np.isfinite(rows)])
    whole = bool((finite == np.ceil(finite)).all())
    low, high = (math.floor(math.log10(x)) + 1 if x else 1 for x in (
        (finite.min(), finite.max()) if finite.size else (1, 1)))
    if whole:
        return (1, 11, "%.4e") if high > 9 else (1, high + 1, "%g")
    if high - low > 4:
        return 1, 11 + (abs(high) > 99 or abs(low) > 99), "%.4e"
    if high > 5 or high < 0:
        return 10.0 ** (high - 1), 7, "%.4f"
    return 1, 7 if high == 0 else high + 6, "%.4f"
