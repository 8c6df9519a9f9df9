"""Concatenation, broadcasting, coordinate grids."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.broadcasting import common_broadcast_shape
from autograd.engine.missing_rules import warn_missing_rule_of_composite
from autograd.engine.transform_levels import is_batched
from autograd.engine.type_promotion import result_type
from autograd.functions.indexing.index_checks import check_nonempty_list, check_tensor_list
from autograd.functions.shape.shapes import as_tensor_tuple, cat, expand, reshape, stack, unsqueeze
from autograd.functions.shape.split import split, unbind
from autograd.functions.tensor_api.binding import attach_method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime.c_types import type_name
from autograd.runtime.function_record import FUNCTIONAL, NEVER, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.warnings import warn_once
from autograd.tensor.aten_printing import streamed
from autograd.tensor.dtype import get_default_dtype
from autograd.tensor.size import Size
from autograd.tensor.tensor import Tensor, wrap


# --- Joining -----------------------------------------------------------------------------------


@export()
@declare(home=FUNCTIONAL, python_function=True)
def atleast_1d(*tensors: Tensor) -> Tensor:
    """Return each tensor with at least one dimension."""
    return map_tensors("atleast_1d", tensors, lambda x: reshape(x, 1) if not x._array.ndim else x)


@export()
@declare(home=FUNCTIONAL, python_function=True)
def atleast_2d(*tensors: Any) -> Any:
    """Return each tensor with at least two dimensions; new ones come first."""
    return map_tensors("atleast_2d", tensors, to_2d)


def to_2d(x: Tensor) -> Tensor:
    """Return `x` with at least two dimensions; new ones come first."""
    return reshape(x, 1, 1) if not x._array.ndim else unsqueeze(x, 0) if x._array.ndim == 1 else x


@export()
@declare(home=FUNCTIONAL, python_function=True)
def atleast_3d(*tensors: Any) -> Any:
    """Return each tensor with at least three dimensions; a vector becomes the second one."""
    return map_tensors("atleast_3d", tensors, to_3d)


def to_3d(x: Tensor) -> Tensor:
    """Return `x` with at least three dimensions; a vector becomes the second one."""
    ndim = x._array.ndim
    if not ndim:
        return reshape(x, 1, 1, 1)
    if ndim == 1:
        return unsqueeze(unsqueeze(x, 0), -1)
    return unsqueeze(x, -1) if ndim == 2 else x


def map_tensors(name: str, tensors: tuple[Tensor, ...], change: Callable[..., Any]) -> Any:
    """Return `change` of one tensor, or a tuple of the changes of several.

    Raise the TypeError of the function `name` for others than tensors.
    """
    given = tensors[0] if len(tensors) == 1 else tensors
    if isinstance(given, Tensor):
        return change(given)
    if not isinstance(given, list | tuple):
        got = type_name(given)
        why = f"      didn't match because some of the arguments have invalid types: (!{got}!)\n"
        raise TypeError(
            f"{name}() received an invalid combination of arguments - got ({got}), but expected "
            f"one of:\n * (Tensor input)\n{why} * (tuple of Tensors tensors)\n{why}")
    return tuple(map(change, as_tensor_tuple(name, given)))


@export()
@with_out
@declare(out=Out(reads=NEVER))
def hstack(tensors: Any) -> Any:
    """Concatenate tensors along dimension 1; vectors along dimension 0."""
    check_nonempty_list("hstack", tensors)
    tensors = [atleast_1d(x) for x in tensors]
    return cat(tensors, 0 if tensors[0]._array.ndim == 1 else 1)


@export("vstack", "row_stack")
@with_out
@declare(out=Out(reads=NEVER))
def vstack(tensors: tuple[Tensor, ...]) -> Any:
    """Concatenate tensors along dimension 0; vectors become rows."""
    check_nonempty_list("vstack", tensors)
    return cat([to_2d(x) for x in tensors], 0)




@export()
@with_out
@declare(out=Out(reads=NEVER))
def dstack(tensors: tuple[Tensor, ...]) -> Any:
    """Concatenate tensors along dimension 2, after `atleast_3d`."""
    check_nonempty_list("dstack", tensors)
    return cat([to_3d(x) for x in tensors], 2)


@export()
@with_out
@declare(out=Out(reads=NEVER))
def column_stack(tensors: tuple[Tensor, ...]) -> Any:
    """Concatenate tensors along dimension 1; vectors become columns."""
    check_nonempty_list("column_stack", tensors)
    return cat([reshape(x, x._array.size, 1) if x._array.ndim <= 1 else x for x in tensors], 1)


@export()
@declare(home=FUNCTIONAL, python_function=True)
def block_diag(*tensors: Any) -> Any:
    """Return a matrix with the given matrices along its diagonal."""
    check_tensor_list(tensors, 0)
    for number, x in enumerate(tensors):
        if x._array.ndim > 2:
            raise RuntimeError(
                "torch.block_diag: Input tensors must have 2 or fewer dimensions. Input "
                f"{number} has {x._array.ndim} dimensions"
            )
    if not tensors:
        return wrap(np.zeros((1, 0), get_default_dtype().numpy))
    return apply(ops.block_diag, tensors, dtype=result_type(*tensors))


attach_method("split_with_sizes",
       lambda self, split_sizes, dim=0: split(self, list(split_sizes), dim))

# --- Broadcasting and grids --------------------------------------------------------------------


@export()
@declare(home=FUNCTIONAL, python_function=True)
def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]:
    """Return views of all tensors expanded to their common shape."""
    check_tensor_list(tensors, 0)
    shape = common_broadcast_shape([x._array.shape for x in tensors])
    return tuple(x if x._array.shape == shape else expand(x, *shape) for x in tensors)


@export()
@declare(home=FUNCTIONAL, dispatched=False)
def broadcast_shapes(*shapes: Any) -> Size:
    """Return the shape that all of `shapes` broadcast to. Raise RuntimeError if there is none."""
    sizes = [(s,) if isinstance(s, int) else tuple(s) for s in shapes]
    common = [1] * max(map(len, sizes), default=0)
    for index, size in enumerate(sizes):
        for place in range(-1, -len(size) - 1, -1):
            if size[place] in (1, common[place]):
                continue
            if common[place] != 1:
                raise RuntimeError(
                    f"Attempting to broadcast a dimension of length {size[place]} at {place}! "
                    f"Mismatching argument at index {index} had {shapes[index]}; but expected "
                    f"shape should be broadcastable to {common}"
                )
            common[place] = size[place]
    return Size(common)


@export()
@declare(home=FUNCTIONAL, python_function=True)
def meshgrid(*tensors: Any, indexing: Any = None) -> Any:
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
            given = streamed(x._array)
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
def cartesian_prod(*tensors: Any) -> Any:
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
def combinations(input: Tensor, r: int = 2, with_replacement: bool = False) -> Any:
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
def unravel_index(indices: Tensor, shape: tuple[int, ...]) -> Any:
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


@export()
def vander(x: Tensor, N: int | None = None, increasing: bool = False) -> Tensor:
    """Return the Vandermonde matrix of a vector: the powers of its elements in `N` columns.

    Powers decrease unless `increasing` is True.
    """
    if x._array.ndim != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    warn_missing_rule_of_composite("vander", x)
    n = x._array.size if N is None else N
    if n < 0:
        raise RuntimeError("N must be non-negative.")
    result_type(x, wrap(np.ones(1, np.int64)))  # in which torch counts, where it can
    x = x if x._array.dtype.kind in "fcV" else x.long()
    made = x.new_empty((x._array.size, n))
    if n > 0:
        made[:, 0] = 1
    if n > 1:
        made[:, 1:].copy_(x.unsqueeze(1))
        made[:, 1:].copy_(made[:, 1:].cumprod(1))
    return made if increasing else made.flip(1)
