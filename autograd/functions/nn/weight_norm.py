"""Weight normalization."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.functions.linalg.vector_norms import vector_norm
from autograd.functions.shape.shapes import view
from autograd.runtime.registry import export
from autograd.tensor.dimensions import wrap_dim

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


@export()
def norm_except_dim(v: Any, pow: int = 2, dim: int = 0) -> Any:
    """Return the norms of slices along `dim`, broadcastable to `v`; for -1 that of all entries."""
    if dim == -1:
        return vector_norm(v, pow)
    dim = wrap_dim(dim, v._array.ndim)
    count = v._array.shape[dim]
    flat = v.transpose(0, dim).reshape(count, -1) if dim else v.reshape(count, -1)
    shape = [count if i == dim else 1 for i in range(v._array.ndim)]
    return view(vector_norm(flat, pow, 1), *shape)


def apply_weight_norm(v: Tensor, g: Any, dim: int = 0) -> Any:
    """Return the weight of direction `v` and norms `g`, one for each slice along `dim`."""
    if dim in (0, v._array.ndim - 1):
        return apply(ops.weight_norm_interface, (v, g), {"dim": dim})[0]
    return v * (g / norm_except_dim(v, 2, dim))
