"""Concatenation of tensors: `cat`, `stack`, `hstack`, `block_diag` etc."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_promote
from autograd.engine.type_promotion import result_type
from autograd.engine.vmap_factories import batch_sizes
from autograd.functions.shape.reshape import reshape, unsqueeze
from autograd.functions.shape.split import split
from autograd.functions.tensor_api.binding import attach_method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.functions.tensor_lists import as_tensor_tuple, check_nonempty_list, check_tensor_list
from autograd.runtime import masked_rules
from autograd.runtime.c_types import type_name
from autograd.runtime.function_record import FUNCTIONAL, NEVER, Out, declare
from autograd.runtime.registry import export
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import get_default_dtype
from autograd.tensor.tensor import Tensor, wrap


@export("cat", "concat", "concatenate")
@with_out
@autocast_promote
@declare(out=Out(reads=NEVER))
@declare("cat", "concat", masked=masked_rules.MOVE_ENTRIES)
def cat(tensors: list[Tensor], dim: int = 0) -> Tensor:
    """Concatenate tensors along `dim`; empty vectors are skipped.

    Raise RuntimeError if shapes differ in another dimension.
    """
    tensors = as_tensor_tuple("cat", tensors)
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    for position, x in enumerate(tensors):
        if not x._array.ndim:
            raise RuntimeError(
                f"zero-dimensional tensor (at position {position}) cannot be concatenated")
    nonempty = next((x for x in tensors if x._array.shape != (0,)), None)
    dim = wrap_dim(dim, nonempty._array.ndim) if nonempty is not None else 0
    check_cat_shapes(tensors, dim)
    return apply(ops.cat, tensors, {"dim": dim}, result_type(*tensors))


def check_cat_shapes(tensors: Any, dim: int) -> None:
    """Raise RuntimeError if a tensor differs from the first in another dimension than `dim`."""
    first = tensors[0]._array.shape
    for number, tensor in enumerate(tensors):
        shape = tensor._array.shape
        if shape == (0,) or first == (0,):
            continue
        if len(shape) != len(first):
            lead = len(batch_sizes(tensors))
            raise RuntimeError(
                f"Tensors must have same number of dimensions: got {lead + len(first)} and "
                f"{lead + len(shape)}"
            )
        for i, (have, want) in enumerate(zip(shape, first)):
            if i != dim and have != want:
                dim += len(batch_sizes(tensors))
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {dim}. Expected size {want} "
                    f"but got size {have} for tensor number {number} in the list."
                )


@export()
@with_out
@autocast_promote
@declare(out=Out(reads=NEVER), masked=masked_rules.MOVE_ENTRIES)
def stack(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Concatenate tensors of one shape along a new dimension."""
    tensors = as_tensor_tuple("stack", tensors)
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    first = tensors[0]._array.shape
    for i, x in enumerate(tensors):
        if x._array.shape != first:
            lead = batch_sizes(tensors)
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {[*lead, *first]} at entry 0 "
                f"and {[*lead, *x._array.shape]} at entry {i}"
            )
    return apply(ops.stack, tensors, {"dim": wrap_dim(dim, len(first) + 1)},
                 result_type(*tensors))


@export()
@declare(home=FUNCTIONAL, python_function=True)
def atleast_1d(*tensors: Tensor) -> Any:
    """Return each tensor with at least one dimension."""
    return map_tensors("atleast_1d", tensors, lambda x: reshape(x, 1) if not x._array.ndim else x)


@export()
@declare(home=FUNCTIONAL, python_function=True)
def atleast_2d(*tensors: Any) -> Tensor | tuple[Tensor, ...]:
    """Return each tensor with at least two dimensions; new ones come first."""
    return map_tensors("atleast_2d", tensors, to_2d)


def to_2d(x: Tensor) -> Tensor:
    """Return `x` with at least two dimensions; new ones come first."""
    return reshape(x, 1, 1) if not x._array.ndim else unsqueeze(x, 0) if x._array.ndim == 1 else x


@export()
@declare(home=FUNCTIONAL, python_function=True)
def atleast_3d(*tensors: Any) -> Tensor | tuple[Tensor, ...]:
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


def map_tensors(
        name: str, tensors: tuple[Tensor, ...], change: Callable[..., Any]
) -> Tensor | tuple[Tensor, ...]:
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
def hstack(tensors: Any) -> Tensor:
    """Concatenate tensors along dimension 1; vectors along dimension 0."""
    check_nonempty_list("hstack", tensors)
    tensors = [atleast_1d(x) for x in tensors]
    return cat(tensors, 0 if tensors[0]._array.ndim == 1 else 1)


@export("vstack", "row_stack")
@with_out
@declare(out=Out(reads=NEVER))
def vstack(tensors: tuple[Tensor, ...]) -> Tensor:
    """Concatenate tensors along dimension 0; vectors become rows."""
    check_nonempty_list("vstack", tensors)
    return cat([to_2d(x) for x in tensors], 0)


@export()
@with_out
@declare(out=Out(reads=NEVER))
def dstack(tensors: tuple[Tensor, ...]) -> Tensor:
    """Concatenate tensors along dimension 2, after `atleast_3d`."""
    check_nonempty_list("dstack", tensors)
    return cat([to_3d(x) for x in tensors], 2)


@export()
@with_out
@declare(out=Out(reads=NEVER))
def column_stack(tensors: tuple[Tensor, ...]) -> Tensor:
    """Concatenate tensors along dimension 1; vectors become columns."""
    check_nonempty_list("column_stack", tensors)
    return cat([reshape(x, x._array.size, 1) if x._array.ndim <= 1 else x for x in tensors], 1)


@export()
@declare(home=FUNCTIONAL, python_function=True)
def block_diag(*tensors: Any) -> Tensor:
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
