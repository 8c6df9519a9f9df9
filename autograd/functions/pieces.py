"""Views of parts of a tensor along one dimension, as torch names them."""

from __future__ import annotations

from autograd import derivatives as table
from autograd.apply import apply
from autograd.functions.method import check_views, method
from autograd.promotion import wrap_dim
from autograd.tensor import Tensor
from autograd.transforms.sliced import mapped_sizes


@method()
def unbind(input, dim=0):
    """The slices along `dim`, as a tuple of views."""
    dim = wrap_dim(dim, input._array.ndim)
    if not input._array.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    if not input._array.shape[dim]:
        check_views("unbind", [input])
        return ()
    return apply(table.unbind, (input,), {"dim": dim})


@method()
def split(tensor, split_size_or_sections, dim=0):
    """Views of the given length (or lengths) along `dim`."""
    return divided(table.split, tensor, split_size_or_sections, dim)


@method()
def unsafe_split(tensor, split_size, dim=0):
    """`split` into tensors that share their memory and may each be written: no views."""
    return divided(table.unsafe_split, tensor, split_size, dim)


def divided(entry, tensor, split_size_or_sections, dim):
    """What `entry` makes of the parts that a length, or lengths, stand for; torch's errors."""
    if not tensor._array.ndim:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    given = split_size_or_sections
    if isinstance(given, Tensor) and given.numel() == 1:
        split_size_or_sections = int(given)
    if not isinstance(split_size_or_sections, int):
        from autograd.arguments import check

        check("torch", "split_with_sizes", (tensor, split_size_or_sections, dim), {})
    said, dim = dim, wrap_dim(dim, tensor._array.ndim)
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
    if sum(sections) != total:
        lead = len(mapped_sizes((tensor,)))
        said = dim + lead if lead else said
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {total} (input tensor's size "
            f"at dimension {said}), but got split_sizes={list(sections)}"
        )
    entry = table.split_with_sizes if entry is table.split else table.unsafe_split_with_sizes
    return apply(entry, (tensor,), {"sections": sections, "dim": dim})


@method()
def chunk(input, chunks, dim=0):
    """At most `chunks` views of nearly equal length along `dim`."""
    return chunked(split, input, chunks, dim)


@method()
def unsafe_chunk(input, chunks, dim=0):
    """`chunk` into tensors that share their memory and may each be written: no views."""
    return chunked(unsafe_split, input, chunks, dim)


def chunked(divide, input, chunks, dim):
    """What `divide` makes of at most `chunks` nearly equal lengths; torch's errors."""
    if not input._array.ndim:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    total = input._array.shape[wrap_dim(dim, input._array.ndim)]
    if not total:
        return divide(input, [0] * chunks, dim)
    return divide(input, max(1, -(-total // chunks)), dim)


@method()
def narrow(input, dim, start, length):
    """`length` entries from `start` on along `dim`, a view."""
    if not input._array.ndim:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    dim = wrap_dim(dim, input._array.ndim)
    size = input._array.shape[dim]
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
    return apply(table.slice, (input,), params)


def split_with_sizes(input, split_sizes, dim=0):
    """`split` by a list of lengths."""
    return split(input, list(split_sizes), dim)


@method()
def unsafe_split_with_sizes(input, split_sizes, dim=0):
    """`unsafe_split` by a list of lengths."""
    return unsafe_split(input, list(split_sizes), dim)


__all__ = [
    "unbind", "split", "split_with_sizes", "chunk", "narrow", "unsafe_split", "unsafe_chunk",
    "unsafe_split_with_sizes",
]
