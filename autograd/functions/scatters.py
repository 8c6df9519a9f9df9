"""Copies of a tensor in which a part is replaced, as torch names them."""

from __future__ import annotations

import numpy as np

from autograd import derivatives as table
from autograd.apply import apply
from autograd.functions.method import method
from autograd.promotion import wrap_dim

__all__ = ["select_scatter", "slice_scatter", "diagonal_scatter"]


@method()
def select_scatter(input, src, dim, index):
    """A copy of `input` with `src` in the slice at `index`."""
    key = (np.s_[:],) * wrap_dim(dim, input._array.ndim) + (index,)
    return apply(table.select_scatter, (input, src), {"key": key})


@method()
def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    """A copy of `input` with `src` in a slice along `dim`."""
    key = (np.s_[:],) * wrap_dim(dim, input._array.ndim) + (np.s_[start:end:step],)
    return apply(table.slice_scatter, (input, src), {"key": key})


@method()
def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    """A copy of `input` with `src` on a diagonal."""
    dims = {"dim1": wrap_dim(dim1, input._array.ndim), "dim2": wrap_dim(dim2, input._array.ndim)}
    return apply(table.diagonal_scatter, (input, src), {"offset": offset, **dims})
