"""The powers of a vector's entries, as `torch.linalg` makes them."""

from __future__ import annotations

from autograd.dtype import of_array
from autograd.functions.joins import cat
from autograd.functions.scans import cumprod
from autograd.functions.shapes import expand, unsqueeze


def ascending_powers(x, count=None):
    """The powers from 0 on of each entry, `count` of them, in a last dimension of their own.

    Without a `count` as many as there are entries in the last dimension.
    """
    array = x._array
    if array.dtype.kind not in "fciu" or array.dtype.itemsize == 2 and array.dtype.kind == "f":
        raise RuntimeError(
            "linalg.vander supports floating point, complex, and integer tensors, but got "
            f"{of_array(array).legacy_name}")
    shape = array.shape
    count = (shape[-1] if shape else 1) if count is None else count
    if count <= 1:
        raise RuntimeError("N must be greater than 1.")
    powers = cumprod(expand(unsqueeze(x, -1), *shape, count - 1), -1)
    return cat([powers.new_ones((*shape, 1)), powers], -1)
