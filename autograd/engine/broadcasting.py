"""Broadcasting of shapes, with torch's errors for shapes that do not go together."""

from __future__ import annotations

import re
from typing import Any

from autograd.runtime.interpreters import stack
from autograd.tensor.batched_tensor import BatchedArray
from autograd.tensor.tensor import Tensor


def common_broadcast_shape(shapes: Any) -> tuple:
    """Return the shape to which all `shapes` broadcast; raise torch's error if they do not."""
    whole: tuple = ()
    for shape in shapes:
        ndim = max(len(whole), len(shape))
        first, second = ((1,) * (ndim - len(each)) + tuple(each) for each in (whole, shape))
        for dim in range(ndim - 1, -1, -1):
            m, n = first[dim], second[dim]
            if m != n and 1 not in (m, n):
                raise RuntimeError(
                    f"The size of tensor a ({m}) must match the size of tensor b ({n}) at "
                    f"non-singleton dimension {dim}"
                )
        whole = tuple([n if m == 1 else m for m, n in zip(first, second)])
    return whole


def physical_shapes(tensors: list[Tensor]) -> list:
    """Return the shapes of tensors; of batched ones under `vmap` with the batch dimension."""
    ndim = max(x._array.ndim for x in tensors)
    return [
        (face.level.vmap_state.size, *(1,) * (ndim - face.ndim), *face.shape)
        if type(face) is BatchedArray and face.dim is not None else face.shape
        for face in (x._array for x in tensors)]


def check_broadcast(a: Any, b: Any) -> None:
    """Raise torch's error if the shapes of two operands cannot be broadcast together."""
    tensors = [x for x in (a, b) if isinstance(x, Tensor)]
    shapes = physical_shapes(tensors) if stack else [x._array.shape for x in tensors]
    common_broadcast_shape(shapes)


def translate_shape_error(error: Exception) -> Exception:
    """Return torch's error in place of numpy's about two shapes; others as they are.

    A formula meets such shapes if a saved tensor was changed through `.data`.
    """
    shapes = re.findall(r"\(([\d,]*)\)", str(error))
    if "could not be broadcast together" not in str(error) or len(shapes) < 2:
        return error
    try:
        common_broadcast_shape([tuple([int(n) for n in shape.split(",") if n]) for shape in shapes])
    except RuntimeError as other:
        return other
    return error
