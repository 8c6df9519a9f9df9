"""Reshaping, transposition, concatenation, copies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_promote
from autograd.engine.type_promotion import result_type
from autograd.engine.vmap_factories import batch_sizes, size_with_batch, run_rule_for_errors
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime import grad_mode
from autograd.runtime.c_types import type_name
from autograd.runtime.function_record import NEVER, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import TRANSPOSE, Unsupported
from autograd.tensor import dtype as dtypes
from autograd.tensor.batched_tensor import BatchedArray
from autograd.tensor.dimensions import FromEnd, wrap_dim
from autograd.tensor.memory_format import contiguous_format
from autograd.tensor.mutation import share
from autograd.tensor.size import check_lengths, entries_of
from autograd.tensor.strides import check_width, chosen, lies
from autograd.tensor.tensor import Tensor, born

if TYPE_CHECKING:
    from autograd.tensor.memory_format import memory_format


def parse_size_args(sizes: Any) -> tuple[int, ...]:
    """Return sizes passed as `f(2, 3)` or as `f((2, 3))` as a tuple of ints."""
    if len(sizes) == 1 and not isinstance(sizes[0], int | np.integer | Tensor):
        sizes = tuple(sizes[0])
    return tuple(n if type(n) is FromEnd else int(n) for n in sizes)


def check_size(input: Tensor, size: tuple[int, ...]) -> None:
    """Raise RuntimeError if `input` does not have as many elements as shape `size`.

    One size may be -1, which is inferred.
    """
    total = input._array.size
    if size.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    check_lengths(size)
    known = entries_of([n for n in size if n != -1])
    fits = known == total or -1 in size and known and total % known == 0
    if not fits:
        size, total = size_with_batch(input, size)
        raise RuntimeError(f"shape '{list(size)}' is invalid for input of size {total}")
    if -1 in size and not known:
        raise RuntimeError(
            f"cannot reshape tensor of 0 elements into shape {list(size)} because the unspecified "
            "dimension size -1 can be any value and is ambiguous"
        )


@method()
def view(input: Tensor, *sizes: Any) -> Tensor:
    """Return a view of the same memory in another shape or dtype.

    Raise RuntimeError if the strides do not allow it.
    """
    if sizes and isinstance(sizes[0], dtypes.dtype | type):
        check_width(input, kind := dtypes.taken(sizes[0]))
        made = born(Tensor, input._array.view(kind.numpy), input._counter)
        return share(grad_mode.marked_anew(made, input), input)
    size = parse_size_args(sizes)
    check_size(input, size)
    check_viewable(input, size)
    return apply(ops.view, (input,), {"size": size})


def check_viewable(input: Tensor, size: tuple[int, ...]) -> None:
    """Raise RuntimeError if the strides of `input` do not allow the shape `size`."""
    if not can_reshape_in_place(input._array, size):
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one "
            "dimension spans across two contiguous subspaces). Use .reshape(...) instead.")


def can_reshape_in_place(array: np.ndarray | BatchedArray, size: tuple[int, ...]) -> bool:
    """Return True if numpy can give `array` another shape without copying."""
    if array.flags.c_contiguous:
        return True
    try:
        np.reshape(array.stand_in() if type(array) is BatchedArray else array, size, copy=False)
    except ValueError:
        return False
    return True


@export()
@method()
@declare(composite=True, sparse=Unsupported(
    RuntimeError, "reshape is not implemented for sparse tensors"))
def reshape(input: Tensor, *shape: Any) -> Tensor:
    """Return `input` in another shape: a view if the strides allow it, else a copy."""
    size = parse_size_args(shape)
    check_size(input, size)
    if can_reshape_in_place(input._array, size):
        whole = input._array.flags.c_contiguous
        return apply(ops.view if whole else ops.reshape_alias, (input,), {"size": size})
    copied = clone(input, memory_format=contiguous_format)
    return apply(ops.unsafe_view, (copied,), {"size": size})


@export()
@method()
@declare(composite=True)
def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """Return `input` with the dimensions from `start_dim` to `end_dim` merged into one."""
    shape = input._array.shape
    if not shape:
        wrap_dim(start_dim, 0), wrap_dim(end_dim, 0)
        return reshape(input, 1)
    first, last = wrap_dim(start_dim, len(shape)), wrap_dim(end_dim, len(shape))
    if first > last:
        raise RuntimeError(
            "flatten() has invalid args: start_dim cannot come after end_dim"
        )
    if first == last:
        return input
    merged = entries_of(shape[first:last + 1])
    return reshape(input, shape[:first] + (merged,) + shape[last + 1:])


@export()
@method()
def ravel(input: Tensor) -> Tensor:
    """Return all elements in one dimension: a view if `input` is contiguous, else a copy."""
    return apply(ops.view, (input.contiguous(),), {"size": (input._array.size,)})


@export()
@method()
def t(input: Tensor) -> Tensor:
    """Return the transpose of a matrix, a view; a vector or number itself.

    Raise RuntimeError for more than two dimensions.
    """
    ndim = input._array.ndim
    if ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {ndim}D")
    return apply(ops.t, (input,))


@export("transpose", "swapaxes", "swapdims")
@method("transpose", "swapaxes", "swapdims")
@declare("swapaxes", composite=True, sparse=TRANSPOSE)
def transpose(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """Return a view with `dim0` and `dim1` swapped."""
    ndim = input._array.ndim
    dims = {"dim0": wrap_dim(dim0, ndim), "dim1": wrap_dim(dim1, ndim)}
    return apply(ops.transpose, (input,), dims)


@export()
@method()
def permute(input: Tensor, *dims: Any) -> Tensor:
    """Return a view with the dimensions in the order `dims`."""
    if not dims:
        raise TypeError('permute() missing 1 required positional arguments: "dims"')
    dims = parse_size_args(dims)
    if len(dims) != input._array.ndim:
        mapped = len(batch_sizes((input,)))
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the "
            "length of the desired ordering of dimensions i.e. input.dim() = "
            f"{input._array.ndim + mapped} is not equal to len(dims) = {len(dims) + mapped}")
    dims = tuple(wrap_dim(i, len(dims)) for i in dims)
    if len(set(dims)) < len(dims):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return apply(ops.permute, (input,), {"dims": dims})


@export()
@method()
def squeeze(input: Tensor, *dims: int, dim: Any = None) -> Tensor:
    """Return a view without the dimensions of size 1, or without those of them in `dim`."""
    dim = dims if len(dims) > 1 else dims[0] if dims else dim
    if dim is None:
        return apply(ops.squeeze, (input,))
    if isinstance(dim, tuple | list):
        dims = tuple(sorted(wrap_dim(i, input._array.ndim) for i in dim))
        twice = next((i for i in dims if dims.count(i) > 1), None)
        if twice is not None:
            raise RuntimeError(f"dim {twice} appears multiple times in the list of dims")
        return apply(ops.squeeze_dims, (input,), {"dim": dims})
    return apply(ops.squeeze_dim, (input,), {"dim": wrap_dim(dim, input._array.ndim)})


@export()
@method()
def unsqueeze(input: Tensor, dim: int) -> Tensor:
    """Return a view with a new dimension of size 1 at `dim`."""
    return apply(ops.unsqueeze, (input,), {"dim": wrap_dim(dim, input._array.ndim + 1)})


@method()
def expand(input: Tensor, *sizes: Any, implicit: bool = False) -> Tensor:
    """Return a view with dimensions of size 1 expanded to `sizes`; -1 keeps a size.

    Raise RuntimeError for a dimension of another size.
    """
    size, shape = parse_size_args(sizes), input._array.shape
    lead = len(size) - len(shape)
    if lead < 0:
        raise RuntimeError(
            f"expand({dtypes.cpp_type(input._array)}{{{list(shape)}}}, size={list(size)}): the "
            f"number of sizes provided ({len(size)}) must be greater or equal to the number of "
            f"dimensions in the tensor ({len(shape)})")
    whole = tuple(shape[i - lead] if n == -1 and i >= lead else n for i, n in enumerate(size))
    for i, have in reversed(list(enumerate(shape))):
        if have not in (1, whole[lead + i]):
            run_rule_for_errors(ops.expand, (input,), {"size": whole})
            raise RuntimeError(
                f"The expanded size of the tensor ({whole[lead + i]}) must match the existing size "
                f"({have}) at non-singleton dimension {lead + i}.  Target sizes: {list(size)}.  "
                f"Tensor sizes: {list(shape)}"
            )
    if -1 in size[:lead]:
        raise RuntimeError(
            "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing "
            f"dimension {lead - 1 - size[:lead][::-1].index(-1)}" if shape else
            "numel: integer multiplication overflow")
    return apply(ops.expand, (input,), {"size": whole})


@method()
def expand_as(input: Tensor, other: Tensor) -> Any:
    """Return `input.expand(other.shape)`."""
    return expand(input, other._array.shape)


@export()
@method()
def broadcast_to(input: Tensor, *size: Any) -> Tensor:
    """Return `input.expand(size)`."""
    return expand(input, *size)


@method()
@declare(sparse=Unsupported(
    RuntimeError, "unsupported memory format option Contiguous"))
def contiguous(input: Tensor, memory_format: memory_format = contiguous_format) -> Tensor:
    """Return `input` if it is contiguous in `memory_format`, else a copy that is."""
    return input if lies(input._array, memory_format) else clone(input, memory_format=memory_format)


@export()
@method()
def clone(input: Tensor, *, memory_format: memory_format | None = None) -> Tensor:
    """Return a copy that is recorded, so gradients flow back to `input`."""
    return apply(ops.clone, (input,), chosen(input._array.ndim, memory_format))


@export("cat", "concat", "concatenate")
@with_out
@autocast_promote
@declare(out=Out(reads=NEVER))
def cat(tensors: list[Tensor], dim: int = 0) -> Tensor:
    """Concatenate tensors along `dim`; empty vectors are skipped.

    Raise RuntimeError if shapes differ in another dimension.
    """
    tensors = as_tensor_tuple("cat", tensors)
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    for place, x in enumerate(tensors):
        if not x._array.ndim:
            raise RuntimeError(
                f"zero-dimensional tensor (at position {place}) cannot be concatenated")
    whole = next((x for x in tensors if x._array.shape != (0,)), None)
    dim = wrap_dim(dim, whole._array.ndim) if whole is not None else 0
    check_cat_shapes(tensors, dim)
    return apply(ops.cat, tensors, {"dim": dim}, result_type(*tensors))




def check_cat_shapes(tensors: Any, dim: FromEnd | int) -> None:
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


def as_tensor_tuple(name: str, tensors: Sequence[Tensor]) -> tuple:
    """Return a sequence of tensors as a tuple.

    Raise TypeError, which names the function `name`, for anything else.
    """
    if not isinstance(tensors, list | tuple):
        raise TypeError(f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not "
                        + type_name(tensors))
    for i, x in enumerate(tensors):
        if not isinstance(x, Tensor):
            raise TypeError(
                f"expected Tensor as element {i} in argument 0, but got {type_name(x)}")
    return tuple(tensors)


@export()
@with_out
@autocast_promote
@declare(out=Out(reads=NEVER))
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


