"""Views of parts of a tensor along one dimension: `split`, `select`, `narrow` etc."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.arguments.argument_parser import check_arguments
from autograd.engine.apply import apply
from autograd.engine.vmap_factories import batch_sizes
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.call_errors import check_views
from autograd.runtime import masked_rules
from autograd.runtime.function_record import FUNCTIONAL, Handed, declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import MOVE_ENTRIES
from autograd.tensor.dimensions import resolve_index, wrap_dim
from autograd.tensor.dtype import dtype_of
from autograd.tensor.mutation import notify_shared
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.ops.record import Op


@export()
@method()
@declare(indices=("index",), masked=masked_rules.MOVE_ENTRIES)
def select(input: Tensor, dim: int, index: int) -> Tensor:
    """Return the slice at `index` along `dim`, a view without that dimension.

    Raise IndexError if the index is out of range or the tensor has no dimensions.
    """
    if not input._array.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim = wrap_dim(dim, input._array.ndim)
    size = input._array.shape[dim]
    if not -size <= index < size:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(input._array.shape)} "
            "at "
            f"dimension {dim}"
        )
    return apply(ops.select, (input,), {"dim": dim, "index": resolve_index(index, size)})


@method()
@declare(masked=masked_rules.MOVE_ENTRIES)
def unfold(self, dimension: int, size: int, step: int) -> Tensor:
    """Return a view of all windows of `size` along `dimension`, `step` apart.

    The elements of a window become the last dimension. Raise RuntimeError for a size beyond that of
    the dimension.
    """
    dimension = wrap_dim(dimension, self._array.ndim)
    length = self._array.shape[dimension] if self._array.ndim else 1
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    if size > length:
        raise RuntimeError(
            f"maximum size for tensor at dimension {dimension} is {length} but size is {size}"
        )
    return apply(ops.unfold, (self,), {"dimension": dimension, "size": size, "step": step})


@export()
@method()
@declare(masked=masked_rules.Unsupported("unbind.int"))
def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """Return the slices along `dim`, a tuple of views."""
    dim = wrap_dim(dim, input._array.ndim)
    if not input._array.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    if not input._array.shape[dim]:
        check_views("unbind", [input])
        return ()
    return apply(ops.unbind, (input,), {"dim": dim})


@export()
@declare(needs="split", home=FUNCTIONAL, python_function=True, masked=masked_rules.MOVE_ENTRIES)
def split(
        tensor: Tensor, split_size_or_sections: Sequence[int] | int, dim: int = 0
) -> tuple[Tensor, ...]:
    """Return views of `tensor` split along `dim` into pieces of the given size or sizes.

    The last piece is smaller if one size does not divide the dimension.
    """
    return apply_split(ops.split, tensor, split_size_or_sections, dim)


@method("split", qualified=True)
@declare("split", python_method=True, handed=Handed(2, {"dim": 0}))
def split_method(self, split_size: int, dim: int = 0) -> tuple[Tensor, ...]:
    """Return `split` of this tensor; the method has another argument name than the function."""
    return apply_split(ops.split, self, split_size, dim)


@export()
@method()
def unsafe_split(tensor: Tensor, split_size: int, dim: int = 0) -> tuple[Tensor, ...]:
    """Return `split` as tensors that share memory but count as no views, so each may be written."""
    pieces = apply_split(ops.unsafe_split, tensor, split_size, dim)
    for piece in pieces:
        notify_shared(piece, tensor)
    return pieces


def apply_split(
        entry: Op, tensor: Tensor, split_size_or_sections: Sequence[int] | int, dim: int
) -> tuple[Tensor, ...]:
    """Apply a split op with the sections that one size or a list of sizes stands for.

    Raise RuntimeError if they are negative or do not add up to the dimension.
    """
    if not tensor._array.ndim:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    given = split_size_or_sections
    if isinstance(given, Tensor) and given.numel() == 1:
        split_size_or_sections = int(given)
    if not isinstance(split_size_or_sections, int):
        check_arguments("torch", "split_with_sizes", (tensor, split_size_or_sections, dim), {})
    named_dim, dim = dim, wrap_dim(dim, tensor._array.ndim)
    total, size = tensor._array.shape[dim], split_size_or_sections
    if isinstance(size, int):
        if size < 0:
            raise RuntimeError(
                f"split expects split_size be non-negative, but got split_size={size}")
        if not size and total:
            raise RuntimeError(
                "split_size can only be 0 if dimension size is 0, but got dimension size of "
                f"{total}"
            )
        sections = tuple(min(size, total - i) for i in range(0, total, size or 1)) or (0,)
        return apply(entry, (tensor,), {"sections": sections, "dim": dim})
    sections = tuple(size)
    if any(n < 0 for n in sections):
        raise RuntimeError("split_with_sizes expects split_sizes have only non-negative entries, "
                           f"but got split_sizes={list(sections)}")
    if sum(sections) != total:
        lead = len(batch_sizes((tensor,)))
        named_dim = dim + lead if lead else named_dim
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {total} (input tensor's size "
            f"at dimension {named_dim}), but got split_sizes={list(sections)}"
        )
    entry = ops.split_with_sizes if entry is ops.split else ops.unsafe_split_with_sizes
    return apply(entry, (tensor,), {"sections": sections, "dim": dim})


@export()
@method()
@declare(composite=True, masked=masked_rules.MOVE_ENTRIES)
def chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """Return at most `chunks` views of nearly equal size along `dim`."""
    return split_in_chunks(split, input, chunks, dim)


@export()
@method()
def unsafe_chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """Return `chunk` as tensors that share memory but count as no views, so each may be written."""
    return split_in_chunks(unsafe_split, input, chunks, dim)


def split_in_chunks(
        divide: Callable[..., Any], input: Tensor, chunks: int, dim: int) -> tuple[Tensor, ...]:
    """Return `divide` of `input` in at most `chunks` pieces of nearly equal size.

    Raise RuntimeError unless `chunks` is positive.
    """
    if not input._array.ndim:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    total = input._array.shape[wrap_dim(dim, input._array.ndim)]
    if not total:
        return divide(input, [0] * int(chunks), dim)
    return divide(input, max(1, -(-total // int(chunks))), dim)


@export()
@method()
@declare(
    composite=True, indices=("start", "length"), sparse=MOVE_ENTRIES,
    masked=masked_rules.MOVE_ENTRIES)
def narrow(input: Tensor, dim: int, start: int, length: int) -> Tensor:
    """Return a view of `length` elements from `start` on along `dim`."""
    if not input._array.ndim:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    dim = wrap_dim(dim, input._array.ndim)
    size = input._array.shape[dim]
    if isinstance(start, Tensor) and (start._array.ndim or start._array.dtype.kind not in "iu"):
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    start = int(start)
    if not -size <= start <= size:
        raise IndexError(
            f"start out of range (expected to be in range of [{-size}, {size}], but got {start})"
        )
    start = start + size if start < 0 else start
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if start + length > size:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    params = {"dim": dim, "start": start, "end": start + length, "step": 1}
    return apply(ops.slice, (input,), params)


@export()
def split_with_sizes(
        input: Tensor, split_sizes: list[int] | tuple[int, ...], dim: int = 0
) -> tuple[Tensor, ...]:
    """Return views of the given sizes along `dim`."""
    return split(input, list(split_sizes), dim)


@export()
@method()
def unsafe_split_with_sizes(
        input: Tensor, split_sizes: list[int] | tuple[int, ...], dim: int = 0
) -> tuple[Tensor, ...]:
    """Return `unsafe_split` of a list of sizes."""
    return unsafe_split(input, list(split_sizes), dim)


@export()
@method()
def tensor_split(input: Tensor, indices_or_sections: Any, dim: int = 0) -> tuple[Tensor, ...]:
    """Return views along `dim`: sections of nearly equal size, or pieces cut at indices."""
    if not input._array.ndim:
        raise RuntimeError(
            "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    dim = int(wrap_dim(dim, input._array.ndim))
    n, given = input._array.shape[dim], indices_or_sections
    if isinstance(given, Tensor):
        given = parse_sections(given)
    if isinstance(given, int) and given <= 0:
        raise RuntimeError(f"number of sections must be larger than 0, got {given}")
    if isinstance(given, int):
        more = n % given
        cuts = list(itertools.accumulate([n // given + (i < more) for i in range(given - 1)]))
    else:
        cuts = list(given)
    ends = [0, *(min(c, n) if c >= 0 else max(n + c, 0) for c in cuts), n]
    return tuple(
        apply(ops.slice, (input,), {"dim": dim, "start": a, "end": max(a, b), "step": 1})
        for a, b in zip(ends, ends[1:])
    )


def parse_sections(cuts: Tensor) -> Any:
    """Return a tensor argument of `tensor_split` as a number of sections or a list of indices."""
    expected = "tensor_split expected tensor_indices_or_sections to"
    if cuts._array.dtype != np.int64:
        kind = dtype_of(cuts._array.dtype).legacy_name
        raise RuntimeError(f"{expected} have dtype of long, but got {kind}")
    if cuts._array.ndim > 1:
        raise RuntimeError(f"{expected} be a zero-dimensional or one-dimensional tensor, but got a "
                           f"tensor with {cuts._array.ndim} dims")
    return cuts.tolist()


@export()
@method()
def hsplit(
        input: Tensor, *cuts: Any, indices: Tensor | None = None, sections: Any = None
) -> tuple[Tensor, ...]:
    """Return `tensor_split` along dimension 1; of a vector along dimension 0."""
    dim = 0 if input._array.ndim == 1 else 1
    return split_along("hsplit", input, (*cuts, indices, sections), dim, 1)


@export()
@method()
def vsplit(
        input: Tensor, *cuts: Any, indices: Tensor | None = None, sections: Any = None
) -> tuple[Tensor, ...]:
    """Return `tensor_split` along dimension 0."""
    return split_along("vsplit", input, (*cuts, indices, sections), 0, 2)


@export()
@method()
def dsplit(
        input: Tensor, *cuts: Any, indices: Tensor | None = None, sections: Any = None
) -> tuple[Tensor, ...]:
    """Return `tensor_split` along dimension 2."""
    return split_along("dsplit", input, (*cuts, indices, sections), 2, 3)


def split_along(name: str, input: Tensor, cuts: Any, dim: int, least: Any) -> tuple[Tensor, ...]:
    """Return `tensor_split` along `dim`.

    Raise the RuntimeError of `torch.{name}` for fewer than `least` dimensions, or for a number of
    sections that does not divide the dimension.
    """
    cuts = tuple([cut for cut in cuts if cut is not None])
    given = cuts[0] if len(cuts) == 1 else cuts
    shape = input._array.shape
    if len(shape) < least:
        raise RuntimeError(
            f"torch.{name} requires a tensor with at least {least} dimension, but got a tensor "
            f"with {len(shape)} dimensions!"
        )
    if isinstance(given, int) and (not given or shape[dim] % abs(given)):
        raise RuntimeError(
            f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension "
            f"{shape[dim]} is not divisible by the split_size {given}!"
        )
    return tensor_split(input, given, dim)
