"""The derivative table: matrices that are put together of blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.ops.record import d, op
from autograd.ops.shapes import slice, view

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor, Tensor

block_diag = op("block_diag", "BlockDiagBackward0",
    lambda *tensors: join_blocks(tensors), r"\mathrm{diag}($tensors)",
    tensors=d(lambda grad, tensors_shapes: split_blocks(grad, tensors_shapes),
              r"$grad \text{ block by block}"))


def join_blocks(arrays: tuple[np.ndarray, ...]) -> np.ndarray:
    """The arrays, of at most two dimensions, as blocks along the diagonal of zeros."""
    blocks = [np.atleast_2d(array) for array in arrays]
    size = np.sum([block.shape for block in blocks], 0)
    result, row, column = np.zeros(size, np.result_type(*blocks)), 0, 0
    for block in blocks:
        n, m = block.shape
        result[row:row + n, column:column + m] = block
        row, column = row + n, column + m
    return result


def split_blocks(grad: ArrayOrTensor, shapes: list[Any]) -> list[Tensor | np.ndarray]:
    """The blocks along the diagonal of `grad`, in the shapes of what was joined."""
    pieces, row, column = [], 0, 0
    for shape in shapes:
        n, m = ((1, 1) + tuple(shape))[-2:]
        rows = slice(grad, dim=0, start=row, end=row + n, step=1)
        piece = slice(rows, dim=1, start=column, end=column + m, step=1)
        pieces.append(piece if len(shape) == 2 else view(piece, size=shape))
        row, column = row + n, column + m
    return pieces
