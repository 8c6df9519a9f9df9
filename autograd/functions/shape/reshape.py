"""Views in another shape: `reshape`, `squeeze`, `expand` etc., with `clone`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.broadcasting import common_broadcast_shape
from autograd.engine.vmap_factories import run_rule_for_errors, size_with_batch
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_lists import check_tensor_list
from autograd.runtime import masked_rules
from autograd.runtime.function_record import FUNCTIONAL, declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import Unsupported
from autograd.tensor import dtype as dtypes
from autograd.tensor.batched_tensor import BatchedArray
from autograd.tensor.dimensions import NegativeIndex, wrap_dim
from autograd.tensor.dtype import dtype_of_array
from autograd.tensor.lazy_bits import check_resolved
from autograd.tensor.memory_format import (
    contiguous_format, format_params, is_contiguous_in)
from autograd.tensor.mutation import notify_shared
from autograd.tensor.size import Size, check_shape, numel
from autograd.tensor.tensor import Tensor, new_tensor
from autograd.tensor.version_counter import mark_alias

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype
    from autograd.tensor.memory_format import memory_format


def parse_size_args(sizes: Any) -> tuple[int, ...]:
    """Return sizes passed as `f(2, 3)` or as `f((2, 3))` as a tuple of ints."""
    if len(sizes) == 1 and not isinstance(sizes[0], int | np.integer | Tensor):
        sizes = tuple(sizes[0])
    return tuple(n if type(n) is NegativeIndex else int(n) for n in sizes)


def check_size(input: Tensor, size: tuple[int, ...]) -> None:
    """Raise RuntimeError if `input` does not have as many elements as shape `size`.

    One size may be -1, which is inferred.
    """
    total = input._array.size
    if size.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    check_shape(size)
    known = numel([n for n in size if n != -1])
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
@declare(masked=masked_rules.MOVE_ENTRIES)
def view(input: Tensor, *sizes: Any) -> Tensor:
    """Return a view of the same memory in another shape or dtype.

    Raise RuntimeError if the strides do not allow it.
    """
    if sizes and isinstance(sizes[0], dtypes.dtype | type):
        check_view_dtype(input, kind := dtypes.as_dtype(sizes[0]))
        result = new_tensor(Tensor, input._array.view(kind.numpy), input._counter)
        return notify_shared(mark_alias(result, input), input)
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
@declare(
    composite=True, masked=masked_rules.MOVE_ENTRIES,
    sparse=Unsupported(RuntimeError, "reshape is not implemented for sparse tensors"))
def reshape(input: Tensor, *shape: Any) -> Tensor:
    """Return `input` in another shape: a view if the strides allow it, else a copy."""
    size = parse_size_args(shape)
    check_size(input, size)
    if can_reshape_in_place(input._array, size):
        is_contiguous = input._array.flags.c_contiguous
        return apply(ops.view if is_contiguous else ops.reshape_alias, (input,), {"size": size})
    copied = clone(input, memory_format=contiguous_format)
    return apply(ops.unsafe_view, (copied,), {"size": size})


@export()
@method()
@declare(composite=True, masked=masked_rules.MOVE_ENTRIES)
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
    merged = numel(shape[first:last + 1])
    return reshape(input, shape[:first] + (merged,) + shape[last + 1:])


@export()
@method()
@declare(masked=masked_rules.MOVE_ENTRIES)
def ravel(input: Tensor) -> Tensor:
    """Return all elements in one dimension: a view if `input` is contiguous, else a copy."""
    return apply(ops.view, (input.contiguous(),), {"size": (input._array.size,)})


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
@declare(masked=masked_rules.MOVE_ENTRIES)
def unsqueeze(input: Tensor, dim: int) -> Tensor:
    """Return a view with a new dimension of size 1 at `dim`."""
    return apply(ops.unsqueeze, (input,), {"dim": wrap_dim(dim, input._array.ndim + 1)})


@method()
@declare(masked=masked_rules.MOVE_ENTRIES)
def expand(input: Tensor, *sizes: Any, implicit: bool = False) -> Tensor:
    """Return a view with dimensions of size 1 expanded to `sizes`; -1 keeps a size.

    Raise RuntimeError for a dimension of another size.
    """
    size, shape = parse_size_args(sizes), input._array.shape
    lead = len(size) - len(shape)
    if lead < 0:
        raise RuntimeError(
            f"expand({dtypes.aten_type(input._array)}{{{list(shape)}}}, size={list(size)}): the "
            f"number of sizes provided ({len(size)}) must be greater or equal to the number of "
            f"dimensions in the tensor ({len(shape)})")
    full = tuple(shape[i - lead] if n == -1 and i >= lead else n for i, n in enumerate(size))
    for i, have in reversed(list(enumerate(shape))):
        if have not in (1, full[lead + i]):
            run_rule_for_errors(ops.expand, (input,), {"size": full})
            raise RuntimeError(
                f"The expanded size of the tensor ({full[lead + i]}) must match the existing size "
                f"({have}) at non-singleton dimension {lead + i}.  Target sizes: {list(size)}.  "
                f"Tensor sizes: {list(shape)}"
            )
    if -1 in size[:lead]:
        raise RuntimeError(
            "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing "
            f"dimension {lead - 1 - size[:lead][::-1].index(-1)}" if shape else
            "numel: integer multiplication overflow")
    return apply(ops.expand, (input,), {"size": full})


@method()
@declare(masked=masked_rules.MOVE_ENTRIES)
def expand_as(input: Tensor, other: Tensor) -> Tensor:
    """Return `input.expand(other.shape)`."""
    return expand(input, other._array.shape)


@export()
@method()
@declare(masked=masked_rules.MOVE_ENTRIES)
def broadcast_to(input: Tensor, *size: Any) -> Tensor:
    """Return `input.expand(size)`."""
    return expand(input, *size)


@method()
@declare(
    masked=masked_rules.MOVE_ENTRIES,
    sparse=Unsupported(RuntimeError, "unsupported memory format option Contiguous"))
def contiguous(input: Tensor, memory_format: memory_format = contiguous_format) -> Tensor:
    """Return `input` if it is contiguous in `memory_format`, else a copy that is."""
    return input if is_contiguous_in(input._array,
                                     memory_format) else clone(input, memory_format=memory_format)


@export()
@method()
@declare(masked=masked_rules.MOVE_ENTRIES)
def clone(input: Tensor, *, memory_format: memory_format | None = None) -> Tensor:
    """Return a copy that is recorded, so gradients flow back to `input`."""
    return apply(ops.clone, (input,), format_params(input._array.ndim, memory_format))


@export()
@method(qualified=True)
@declare(python_method=True, masked=masked_rules.MOVE_ENTRIES)
def unflatten(input: Tensor, dim: int, sizes: tuple[int, ...]) -> Tensor:
    """Return a view with dimension `dim` split into `sizes`, of which one may be -1."""
    shape, dim = input._array.shape, wrap_dim(dim, input._array.ndim)
    known = math.prod(n for n in sizes if n != -1)
    if shape[dim] != known if -1 not in sizes else not known or shape[dim] % known:
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} "
            f"({shape[dim]}) in the input tensor"
        )
    return input.view(*shape[:dim], *sizes, *shape[dim + 1:])


@method()
@declare(masked=masked_rules.MOVE_ENTRIES)
def view_as(input: Tensor, other: Tensor) -> Tensor:
    """Return `input.view(other.shape)`."""
    return input.view(other._array.shape)


@method()
@declare(masked=masked_rules.MOVE_ENTRIES)
def reshape_as(input: Tensor, other: Tensor) -> Tensor:
    """Return `input.reshape(other.shape)`."""
    return reshape(input, other._array.shape)


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
        for dim in range(-1, -len(size) - 1, -1):
            if size[dim] in (1, common[dim]):
                continue
            if common[dim] != 1:
                raise RuntimeError(
                    f"Attempting to broadcast a dimension of length {size[dim]} at {dim}! "
                    f"Mismatching argument at index {index} had {shapes[index]}; but expected "
                    f"shape should be broadcastable to {common}"
                )
            common[dim] = size[dim]
    return Size(common)


@method()
def sum_to_size(self, *size: Size) -> Tensor:
    """Return the sum over the dimensions that broadcasting from `size` would expand.

    Raise RuntimeError if `size` does not broadcast to the tensor's shape.
    """
    size = parse_size_args(size)
    shape = self._array.shape
    lead = len(shape) - len(size)
    if lead < 0 or any(n not in (1, shape[lead + i]) for i, n in enumerate(size)):
        raise RuntimeError(
            f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}.")
    if not size:
        return self.sum()
    over = [i for i, n in enumerate(shape) if i < lead or size[i - lead] == 1 != n]
    result = self.sum(over, keepdim=True) if over else self
    return result.view(size) if lead else result


def check_view_dtype(input: Tensor, target: dtype) -> None:
    """Raise torch's error where `input` cannot be viewed as a wider or narrower dtype.

    The last dimension must be contiguous and, for a wider dtype, sizes, strides and the offset be
    divisible by the ratio of the item sizes.
    """
    check_resolved(array := input._array)
    kind = dtype_of_array(array)
    if kind.itemsize == target.itemsize:
        return
    said = f"to view {kind.legacy_name} as {target.legacy_name} (different element sizes)"
    if not array.ndim:
        raise RuntimeError(f"self.dim() cannot be 0 {said}")
    ratio = target.itemsize // kind.itemsize
    if ratio and array.shape[-1] % ratio:
        raise RuntimeError(
            f"self.size(-1) must be divisible by {ratio} {said}, but got {array.shape[-1]}")
    (*outer, last), offset = input.stride(), input.storage_offset()
    if last != 1:
        raise RuntimeError(f"self.stride(-1) must be 1 {said}, but got {last}")
    if ratio and offset % ratio:
        raise RuntimeError(
            f"self.storage_offset() must be divisible by {ratio} {said}, but got {offset}")
    for dim, step in enumerate(outer):
        if ratio and step % ratio:
            raise RuntimeError(
                f"self.stride({dim}) must be divisible by {ratio} {said}, but got {step}")
