"""Computation of 16-bit floats in float32, rounded once at the end, as torch's kernels do it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.runtime.wrapping import wraps


IN_FLOAT32 = "fV"  # numpy's kinds of float16 and bfloat16
BFLOAT16_IN_FLOAT32 = "V"  # float16 is rounded after each step


def compute_in_float32(formula: Callable[..., Any], kinds: str = IN_FLOAT32) -> Callable[..., Any]:
    """Wrap `formula` to compute 16-bit floats of the given numpy kinds in float32."""

    @wraps(formula)
    def in_float32(*arrays, **params):
        first = arrays[0]
        kind = first.dtype if isinstance(first, np.ndarray | np.generic) else None
        if kind is None or kind.itemsize != 2 or kind.kind not in kinds:
            return formula(*arrays, **params)
        result = formula(*[x.astype(np.float32) if isinstance(x, np.ndarray) and x.dtype == kind
                         else x for x in arrays], **params)
        return result.astype(kind)

    return in_float32


def round_half_away(array: np.ndarray, kind: np.dtype) -> np.ndarray:
    """Return float32 as 16-bit floats; bfloat16 rounds ties away from 0, as in `embedding_bag`."""
    if kind.kind == "f":
        return array.astype(kind)
    return ((array.view(np.uint32) + np.uint32(0x8000)) >> 16).astype(np.uint16).view(kind)


def sum_rows_16bit(rows: np.ndarray) -> np.ndarray:
    """Return the sum of rows of 16-bit floats, rounded to 16 bits after each."""
    total = np.zeros(rows.shape[1:], np.float32)
    for row in rows.astype(np.float32):
        total = (total + row).astype(rows.dtype).astype(np.float32)
    return total.astype(rows.dtype)
