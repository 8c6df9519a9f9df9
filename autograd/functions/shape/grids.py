"""Coordinates of grids: `meshgrid`, `cartesian_prod`, `unravel_index` etc."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from autograd.engine.transform_levels import is_batched
from autograd.functions.shape.concatenation import stack
from autograd.functions.shape.reshape import expand, reshape, unsqueeze
from autograd.functions.shape.split import unbind
from autograd.functions.tensor_lists import check_tensor_list
from autograd.runtime.function_record import FUNCTIONAL, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once
from autograd.tensor.printing import aten_repr
from autograd.tensor.tensor import Tensor, wrap


@export()
@declare(home=FUNCTIONAL, python_function=True)
def meshgrid(*tensors: Any, indexing: Any = None) -> tuple[Tensor, ...]:
    """Return the coordinates of all points of a grid, one tensor for each axis."""
    tensors = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], list | tuple) else tensors
    check_tensor_list(tensors, 0)
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if len({x._meta for x in tensors}) > 1:
        raise RuntimeError("meshgrid expects all tensors to have the same device")
    if indexing not in (None, "ij", "xy"):
        if not isinstance(indexing, str):
            raise TypeError(
                "meshgrid(): argument 'indexing' must be str, not " + type(indexing).__name__)
        raise RuntimeError(
            f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    if indexing is None:
        warn_once(
            "torch.meshgrid: in an upcoming release, it will be required to pass the indexing "
            "argument.", at="aten/src/ATen/native/TensorShape.cpp:4215")
    axes = list(tensors)
    if any(x._array.dtype != axes[0]._array.dtype for x in axes):
        raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    for x in axes:
        if x._array.ndim > 1:
            if is_batched(x):
                raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")
            given = aten_repr(x._array)
            raise RuntimeError(
                f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {given}"
            )
    if indexing == "xy" and len(axes) >= 2:
        axes[:2] = axes[1::-1]
    shape = [x._array.size for x in axes]
    grids = [
        expand(x.view(*(-1 if j == i else 1 for j in range(len(axes)))), *shape)
        for i, x in enumerate(axes)
    ]
    if indexing == "xy" and len(axes) >= 2:
        grids[:2] = grids[1::-1]
    return tuple(grids)


@export()
@declare(home=FUNCTIONAL, python_function=True)
def cartesian_prod(*tensors: Any) -> Tensor:
    """Return all combinations of one element of each vector, one a row."""
    check_tensor_list(tensors, 0)
    for each in tensors:
        if each._array.ndim != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(each._array.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    grids = meshgrid(*tensors, indexing="ij")
    return stack([reshape(grid, -1) for grid in grids], 1)


@export()
def combinations(input: Tensor, r: int = 2, with_replacement: bool = False) -> Tensor:
    """Return all combinations of `r` elements of a vector, one a row."""
    if input._array.ndim != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(input._array.shape)}")
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    if not r:
        return input.new_empty(0)
    mask = np.zeros((input._array.size,) * r, bool)
    for row in choose(range(input._array.size), r):
        mask[row] = True
    grids = meshgrid(*[input] * r, indexing="ij")
    return stack([grid.masked_select(wrap(mask)) for grid in grids], 1)


@export()
@declare(home=FUNCTIONAL)
def unravel_index(indices: Tensor, shape: tuple[int, ...]) -> tuple[Tensor, ...]:
    """Return the coordinates of flat indices in `shape`, one tensor for each dimension.

    Raise TypeError or ValueError for an invalid shape.
    """
    if indices.is_complex() or indices.is_floating_point() or indices._array.dtype.kind == "b":
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    if not isinstance(shape, int | list | tuple):
        raise TypeError(
            f"expected 'shape' to be int or sequence of ints, but got {type(shape)}")
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    for n in shape:
        if not isinstance(n, int):
            raise TypeError(f"expected 'shape' sequence to only contain ints, but got {type(n)}")
    if min(shape, default=0) < 0:
        raise ValueError(f"'shape' cannot have negative values, but got {shape}")
    steps = [math.prod(shape[i + 1:]) for i in range(len(shape))]
    steps, lengths = (wrap(np.array(each, np.int64)) for each in (steps, shape))
    return unbind(unsqueeze(indices, -1) // steps % lengths, -1)
