"""The table of ops: one record an op, a chapter a module; `record.py` explains a record.

The records are attributes of the package: `ops.mul` is that of the op "mul".
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from autograd.ops import (  # noqa: F401
    pointwise, unary, binary, specials, shapes, indexing, reductions, strided_views, statistics,
    cumulative, sorting, complexes, fourier, linear, distances, matrices, factors, activations,
    losses, embeddings, sampling, convolutions, resampling, pooling, fold, grid_sampler,
    normalization, group_normalization, weight_norm, recurrent, attention, fake_quantize, sparse,
)
from autograd.runtime.registry import OPS

if TYPE_CHECKING:
    from autograd.ops.record import Op


def __getattr__(name: str) -> Op:
    """Return the record of an op, and cache it in the module."""
    try:
        entry = OPS[name]
    except KeyError:
        raise AttributeError(f"there is no op {name!r}") from None
    setattr(sys.modules[__name__], name, entry)
    return entry
