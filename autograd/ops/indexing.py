"""Records of ops that read or write at an index or a mask: gather, scatter, masked_fill."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.broadcasting import common_broadcast_shape
from autograd.graph.saved_attributes import UNSIZED, WHOLE, saved_all, saved_by, saved_constant
from autograd.kernels import segment_reduce as rows
from autograd.kernels.half_accumulation import IN_FLOAT32
from autograd.kernels.memory_formats import row_major
from autograd.kernels.refused_dtypes import BOOL, COMPLEX, INTEGERS, UNSIGNED, unsupported
from autograd.kernels.scatter import (
    add_at, fill_slices, put_flat, reduce_at, select_slices, set_at, set_diagonal, set_masked,
)
from autograd.kernels.views import index_array, index_dim
from autograd.ops.double_backward import last_backward_op, backward_op
from autograd.ops.pointwise import div, zeros_like_grad, raise_not_implemented, where, zero_like
from autograd.ops.record import d, op
from autograd.ops.reductions import sum
from autograd.ops.shapes import (
    KEY_INDEX, KEY_SLICE, cat, diagonal, expand, fill, fill_tensor, index, select, slice, view,
    zeros_of_shape,
)
from autograd.ops.vmap_rules import (
    BROADCAST, GATHER_SCATTER, INDEX_ALONG_DIM, INDEX_PUT, INDEX_SPLIT, TAKE,
)
from autograd.runtime import interpreters
from autograd.runtime.execution_state import execution
from autograd.tensor.batched_tensor import (
    BatchedArray, NeedsFallback, innermost_interpreter, vmap_constant,
)
from autograd.tensor.scalar import checked_scalar
from autograd.tensor.sparse import from_entries
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import ArrayOrTensor

# Saved values of ops that write a source along a dimension.
SOURCE = {
    **saved_all("dim", "source"), "source_dim": saved_by(lambda source_shape: len(source_shape)),
}
# The errors of backwards for indices and masks of another dtype.
NOT_A_MASK = (
    RuntimeError, "masked_fill_ only supports boolean masks, but got mask with dtype {plain}")
NOT_A_LONG = (RuntimeError, "put_(): Expected a long tensor for index, but got {kind}")
NOT_FOR_INDEX_FILL = (IndexError, "index_fill_(): Expected dtype int64 for index.")
NOT_FOR_GATHER = (RuntimeError, "gather(): Expected dtype int32/int64 for index")

# --- Along a dimension, by an index for each entry ---------------------------------------------

gather = op("gather", "GatherBackward0",
    lambda self, index, *, dim, sparse_grad=False:
        take_at_key(self, index_to_key(index, dim, self), index),
    r"\mathrm{gather}($self, $index)",
    refuses=unsupported("scatter_gather_tensor_cpu", UNSIGNED, takes_empty=True),
    memory_format=row_major,
    self=d(lambda grad, index, self_shape, dim, sparse_grad:
           scatter_sparse(grad, index, self_shape, dim) if sparse_grad else
           scatter_add(zeros_of_shape(self_shape, grad), index, grad, dim=dim),
           r"$grad \text{ added at } $index"),
    saves=WHOLE,
    vmap=GATHER_SCATTER)

scatter = op("scatter", "ScatterBackward0",
    lambda self, index, src, *, dim:
        set_at(self, index_to_key(index, dim, self), crop_to_index(src, index, self)),
    r"$self \text{ with } $src \text{ at } $index",
    refuses=unsupported("scatter_gather_tensor_cpu", UNSIGNED, takes_empty=True),
    memory_format=row_major,
    self=d(lambda grad, index, dim: scatter_value(grad, index, dim=dim, value=0),
           r"$grad,\ 0 \text{ at } $index"),
    src =d(lambda grad, index, dim: gather(grad, index, dim=dim),
           r"$grad \text{ at } $index"),
    vmap=GATHER_SCATTER,
    vmap_warning_in_place="scatter_.src",
    tangents_as_values=True, vmap_write="inplace arithmetic")

scatter_value = op("scatter_value", "ScatterBackward1",
    lambda self, index, *, dim, value:
        set_at(self, index_to_key(index, dim, self), checked_scalar(value, self.dtype)),
    r"$self \text{ with } $value \text{ at } $index",
    refuses=unsupported("scatter_gather_scalar_cpu", UNSIGNED, takes_empty=True),
    memory_format=row_major,
    self=d(lambda grad, index, dim: scatter_value(grad, index, dim=dim, value=0),
           r"$grad,\ 0 \text{ at } $index"),
    vmap=GATHER_SCATTER,
    vmap_warning_in_place="scatter_.value", vmap_write="inplace arithmetic")

scatter_add = op("scatter_add", "ScatterAddBackward0",
    lambda self, index, src, *, dim:
        add_at(self, index_to_key(index, dim, self), crop_to_index(src, index, self)),
    r"$self + $src \text{ at } $index",
    refuses=unsupported("scatter_gather_tensor_cpu", UNSIGNED, takes_empty=True),
    memory_format=row_major,
    accumulate=IN_FLOAT32,
    self=d(lambda grad: grad, r"$grad"),
    src =d(lambda grad, index, dim: gather(grad, index, dim=dim),
           r"$grad \text{ at } $index"),
    unpack_error=NOT_FOR_GATHER,
    vmap=GATHER_SCATTER,
    tangents_as_values=True, vmap_write="inplace arithmetic")

scatter_reduce = op("scatter_reduce", "ScatterReduceBackward0",
    lambda self, index, src, *, dim, reduce, include_self:
        reduce_at(self, index_to_key(index, dim, self), crop_to_index(src, index, self), reduce,
            include_self),
    r"$self \text{ and } $src \text{ combined at } $index",
    memory_format=row_major,
    self=d(lambda grad, self, index, src, result, dim, reduce, include_self:
           scatter_reduce_vjp(grad, self, index, src, result, dim, reduce, include_self)[0],
           r"$grad \odot \frac{\partial $result}{\partial $self}"),
    src =d(lambda grad, self, index, src, result, dim, reduce, include_self:
           scatter_reduce_vjp(grad, self, index, src, result, dim, reduce, include_self)[1],
           r"$grad \odot \frac{\partial $result}{\partial $src}"),
    unpack_error=NOT_FOR_GATHER,
    vmap=GATHER_SCATTER,
    tangents_as_values=True, vmap_write="inplace arithmetic")

scatter_with = op("scatter_with", "NotImplemented",
    lambda self, index, src, *, dim, reduce:
        scatter_reduce.forward(self, index, src, dim=dim, reduce=reduce, include_self=True),
    r"$self \text{ and } $src \text{ combined at } $index",
    self=d(lambda grad: raise_not_implemented("aten::scatter"), r"\text{not implemented}"),
    src =d(lambda grad: raise_not_implemented("aten::scatter"), r"\text{not implemented}"),
    underived=True,
    vmap_warning_in_place="scatter_.reduce", vmap_write="inplace arithmetic")

index_reduce = op("index_reduce", "IndexReduceBackward0",
    lambda self, index, source, *, dim, reduce, include_self: scatter_reduce.forward(
        self, expand_index(index, source, dim), source, dim=dim, reduce=reduce,
            include_self=include_self),
    r"$self \text{ and } $source \text{ combined at } $index",
    self  =d(lambda grad, self, index, source, result, dim, reduce, include_self:
        scatter_reduce_vjp(
                 grad, self, expand_index(index, source, dim), source, result, dim, reduce,
                 include_self, index)[0],
             r"$grad \odot \frac{\partial $result}{\partial $self}"),
    source=d(lambda grad, self, index, source, result, dim, reduce, include_self:
        scatter_reduce_vjp(
                 grad, self, expand_index(index, source, dim), source, result, dim, reduce,
                 include_self, index)[1],
             r"$grad \odot \frac{\partial $result}{\partial $source}"),
    vmap_warning="index_reduce",
    vmap_warning_in_place="index_reduce_",
    no_forward_ad="index_reduce", vmap_write="index_put_")

segment_reduce = op("segment_reduce", "SegmentReduceBackward0",
    lambda data, *, reduce, lengths, offsets, axis, initial:
        rows.reduce_segments(data, reduce, lengths, offsets, axis, initial),
    r"$data \text{ combined in segments}",
    refuses=unsupported("_segment_reduce_cpu", BOOL, INTEGERS, UNSIGNED, COMPLEX),
    data=d(lambda grad, data, result, reduce, lengths, offsets, axis, initial:
               segment_reduce_backward(grad, data, result, reduce=reduce, lengths=lengths,
                                       offsets=offsets, axis=axis, initial=initial),
           r"$grad \odot \frac{\partial $result}{\partial $data}"),
    saves={
        **saved_all("axis", "initial"),
        "lengths": saved_by(lambda lengths: lengths if lengths is None else wrap(lengths)),
        "offsets": saved_by(lambda offsets: offsets if offsets is None else wrap(offsets))},
    vmap_warning="segment_reduce",
    no_forward_ad="segment_reduce")

segment_reduce_backward = last_backward_op("segment_reduce_backward", "NotImplemented",
    lambda grad, data, output, *, reduce, lengths, offsets, axis, initial:
        rows.reduce_segments_backward(grad, data, output, reduce, lengths, offsets, axis, initial),
    r"$grad \odot \frac{\partial $output}{\partial $data}",
    lambda: raise_not_implemented("aten::_segment_reduce_backward"),
    vmap_warning="_segment_reduce_backward")


def declare_split(name: str, entry: Op, kept: Callable[..., Any]) -> Op:
    """Declare an op that separates the tangent that stays from the tangent that a write adds.

    A sum of both, with zeros where the other is, would lose the sign of a zero.
    """
    return op(name, "NotImplemented",
        lambda self, *, key: (kept(self, key), index_array(self, key)),
        r"$self,\ ${self}_{$key}", outputs=("kept", "taken"),
        self=d(lambda grads, self_shape, key: entry(
                   zeros_of_shape(self_shape, grads[1]) if grads[0] is None else grads[0],
                   0 if grads[1] is None else grads[1], key=key),
               r"$grads \text{ at } $key"),
        vmap=INDEX_SPLIT)


index_put = op("index_put", "IndexPutBackward0",
    lambda self, values, *, key: set_at(self, key, values), r"$self \text{ with } $values",
    parts={"halves": lambda grad, key:
           put_apart(grad, key=key) if execution.double_vjp else (None, None)},
    self  =d(lambda grad, key, halves:
             halves[0] if execution.double_vjp else index_put(grad, 0, key=key),
             r"$grad,\ 0 \text{ at } $key"),
    values=d(lambda grad, key, halves:
             halves[1] if execution.double_vjp else index(grad, key=key), r"${grad}_{$key}"),
    saves={"accumulate": saved_constant(False)},
    saves_subscript=True,
    vmap=INDEX_PUT,
    saved_as={"indices": "key"}, vmap_write="index_put_")

index_put_add = op("index_put_add", "IndexPutBackward0",
    lambda self, values, *, key: add_at(self, key, values), r"$self + $values \text{ at } $key",
    parts={"halves": lambda grad, key:
           add_apart(grad, key=key) if execution.double_vjp else (None, None)},
    self  =d(lambda grad, halves: halves[0] if execution.double_vjp else grad, r"$grad"),
    values=d(lambda grad, key, halves:
             halves[1] if execution.double_vjp else index(grad, key=key), r"${grad}_{$key}"),
    saves={"accumulate": saved_constant(True)},
    saves_subscript=True,
    vmap=INDEX_PUT,
    saved_as={"indices": "key"}, vmap_write="index_put_")

put_apart = declare_split("put_apart", index_put, lambda self, key: set_at(self, key, 0))
add_apart = declare_split("add_apart", index_put_add, lambda self, key: np.array(self))


def scatter_view_op(name: str, node_name: str, **facts: Any) -> Op:
    """Declare an op that returns a copy with another tensor written into a view of it."""
    entry = op(name, node_name,
        lambda self, src, *, key: set_at(self, key, src),
        r"$self \text{ with } $src \text{ at } $key",
        self=d(lambda grad, src_shape, key: entry(grad, zeros_of_shape(src_shape, grad), key=key),
               r"$grad,\ 0 \text{ at } $key"),
        src =d(lambda grad, key: view_of_key(grad, key), r"${grad}_{$key}"),
        **facts)
    return entry


def view_of_key(value: ArrayOrTensor, key: tuple[Any, ...]) -> ArrayOrTensor:
    """Return the view of a tensor at an index of whole dimensions and one number or slice."""
    dim, place = len(key) - 1, key[-1]
    if isinstance(place, int):
        return select(value, dim=dim, index=place)
    start, end, step = place.indices(value.shape[dim])
    return slice(value, dim=dim, start=start, end=end, step=step)


select_scatter = scatter_view_op("select_scatter", "SelectScatterBackward0",
    saves={**KEY_INDEX, "src_sym_sizes": None},
    real_only="select_scatter")
slice_scatter = scatter_view_op("slice_scatter", "SliceScatterBackward0",
    saves={**KEY_SLICE, "src_sym_sizes": None},
    real_only="slice_scatter")

as_strided_scatter = op("as_strided_scatter", "AsStridedScatterBackward0",
    lambda self, src, *, key, size, stride, storage_offset: set_at(self, key, src),
    r"$self \text{ with } $src \text{ at } $key",
    # Surprising, but torch 2.13 computes it: the gradient of the part that is replaced.
    self=d(lambda grad, self_shape, key: index_put(
               zeros_of_shape(self_shape, grad), index(grad, key=key), key=key),
           r"$grad \text{ at } $key,\ 0"),
    src =d(lambda grad, key: index(grad, key=key), r"${grad}_{$key}"),
    saves={"key": None, **UNSIZED, **saved_all("size", "stride", "storage_offset")},
    tangents_as_values=True)

diagonal_scatter = op("diagonal_scatter", "DiagonalScatterBackward0",
    lambda self, src, *, offset, dim1, dim2: set_diagonal(self, src, offset, dim1, dim2),
    r"$self \text{ with } $src \text{ on the diagonal}",
    self=d(lambda grad, src_shape, offset, dim1, dim2: diagonal_scatter(
               grad, zeros_of_shape(src_shape, grad), offset=offset, dim1=dim1, dim2=dim2),
           r"$grad,\ 0 \text{ on the diagonal}"),
    src =d(lambda grad, offset, dim1, dim2: diagonal(grad, offset=offset, dim1=dim1, dim2=dim2),
           r"\mathrm{diag}($grad)"),
    saves={"src_sym_sizes": None})

# --- Whole slices by index ---------------------------------------------------------------------

index_select = op("index_select", "IndexSelectBackward0",
    lambda self, index, *, dim: select_slices(self, index, dim),
    r"${self}_{$index}",
    self=d(lambda grad, index, self_shape, dim:
           index_add(zeros_of_shape(self_shape, grad), index, grad, dim=dim, alpha=1),
           r"$grad \text{ added at } $index"),
    unpack_error=(
        RuntimeError, "index_add_(): Expected dtype int32/int64 for index but got: {kind}"),
    vmap=INDEX_ALONG_DIM, vmap_write="index_put_", vmap_gathers=True)

index_add = op("index_add", "IndexAddBackward0",
    lambda self, index, source, *, dim, alpha:
        add_at(np.atleast_1d(self), index_dim(dim, np.atleast_1d(index)),
               multiply_unless_one(source, alpha)
              ).reshape(self.shape),
    r"$self + $source \text{ at } $index",
    refuses=unsupported("index_add_", UNSIGNED),
    memory_format=row_major,
    accumulate=IN_FLOAT32,
    self  =d(lambda grad: grad, r"$grad"),
    source=d(lambda grad, index, source, dim, alpha:
             multiply_unless_one(reshape_like_source(index_select(grad, index, dim=dim), source),
                 alpha),
             r"$alpha\,$grad \text{ at } $index"),
    saves={**SOURCE, **saved_all("alpha")},
    saves_if_needed=True,
    unpack_error=(RuntimeError, "index_select(): Expected dtype int32 or int64 for index"),
    vmap=INDEX_ALONG_DIM, vmap_write="index_put_")

index_copy = op("index_copy", "IndexCopyBackward0",
    lambda self, index, source, *, dim: set_at(self, index_dim(dim, np.ravel(index)), source),
    r"$self \text{ with } $source \text{ at } $index",
    refuses=unsupported("index_copy_cpu", UNSIGNED),
    memory_format=row_major,
    self  =d(lambda grad, index, dim: index_fill(grad, index, dim=dim, value=0),
             r"$grad,\ 0 \text{ at } $index"),
    source=d(lambda grad, index, source, dim:
             reshape_like_source(index_select(grad, index, dim=dim), source),
             r"$grad \text{ at } $index"),
    saves=SOURCE,
    saves_if_needed=True,
    unpack_error=NOT_FOR_INDEX_FILL,
    vmap=INDEX_ALONG_DIM,
    vmap_warning_in_place="index_copy_", vmap_write="index_put_")

index_fill = op("index_fill", "IndexFillBackward0",
    lambda self, index, *, dim, value:
        fill_slices(self, dim, index, checked_scalar(value, self.dtype)),
    r"$self \text{ with } $value \text{ at } $index",
    refuses=unsupported("index_fill_cpu", UNSIGNED, takes_empty=True),
    self=d(lambda grad, index, dim: index_fill(grad, index, dim=dim, value=0),
           r"$grad,\ 0 \text{ at } $index"),
    unpack_error=NOT_FOR_INDEX_FILL,
    vmap=INDEX_ALONG_DIM, vmap_write="index_put_")

index_fill_tensor = op("index_fill_tensor", "IndexFillBackward1",
    lambda self, index, value, *, dim:
        fill_slices(self, dim, index, checked_scalar(value.item(), self.dtype)),
    r"$self \text{ with } $value \text{ at } $index",
    self =d(lambda grad, index, dim: index_fill(grad, index, dim=dim, value=0),
            r"$grad,\ 0 \text{ at } $index"),
    value=d(lambda grad, index, dim: sum(index_select(grad, unique_indices(index), dim=dim)),
            r"\textstyle\sum $grad \text{ at } $index"),
    unpack_error=NOT_FOR_INDEX_FILL, vmap_write="index_put_")

# --- By mask -----------------------------------------------------------------------------------

fill_anew = op("fill_anew", "FillBackward0",
    lambda self, *, value: fill.forward(self, value=value), r"$value",
    self =d(lambda grad: zeros_like_grad(grad), r"0"),
    vmap_warning="fill.Scalar")

fill_anew_tensor = op("fill_anew_tensor", "FillBackward1",
    lambda self, value: fill_tensor.forward(self, value), r"$value",
    self =d(lambda grad: zeros_like_grad(grad), r"0"),
    value=d(lambda grad: grad.sum(), r"\sum $grad"),
    vmap_warning="fill.Tensor")

masked_fill = op("masked_fill", "MaskedFillBackward0",
    lambda self, mask, *, value: np.where(mask, checked_scalar(value, self.dtype), self),
    r"$value \text{ where } $mask, \text{ else } $self",
    refuses=unsupported("masked_fill", UNSIGNED),
    memory_format=row_major,
    self=d(lambda grad, mask: masked_fill(grad, mask, value=0), r"$grad \odot [\lnot $mask]"),
    unpack_error=NOT_A_MASK,
    vmap=BROADCAST)

masked_fill_tensor = op("masked_fill_tensor", "MaskedFillBackward1",
    lambda self, mask, value: np.where(mask, checked_scalar(value.item(), self.dtype), self),
    r"$value \text{ where } $mask, \text{ else } $self",
    memory_format=row_major,
    self =d(lambda grad, mask: masked_fill(grad, mask, value=0), r"$grad \odot [\lnot $mask]"),
    value=d(lambda grad, mask: where(mask, grad, zero_like(grad)) if interpreters.stack else
                sum(select_by_mask(grad, mask)),
            r"\textstyle\sum $grad \odot [$mask]"),
    unpack_error=NOT_A_MASK,
    vmap_warning="masked_fill.Tensor",
    vmap_warning_in_place="masked_fill_.Tensor")

masked_select = op("masked_select", "MaskedSelectBackward0",
    lambda self, mask: np.broadcast_arrays(self, mask)[0][np.broadcast_arrays(self, mask)[1]],
    r"${self}_{$mask}",
    refuses=unsupported("masked_select", UNSIGNED),
    self=d(lambda grad, mask, self_shape:
           masked_scatter(zeros_of_shape(np.broadcast_shapes(self_shape, mask.shape), grad), mask,
               grad),
           r"$grad \text{ where } $mask,\ 0 \text{ elsewhere}"),
    saves=WHOLE,
    unpack_error=(RuntimeError,
                  "masked_scatter_ only supports boolean masks, but got mask with dtype {kind}"))

masked_scatter = op("masked_scatter", "MaskedScatterBackward0",
    lambda self, mask, source, *, in_turn=False: set_masked(self, mask, source, in_turn),
    r"$source \text{ in turn where } $mask, \text{ else } $self",
    refuses=unsupported("masked_scatter", UNSIGNED),
    memory_format=row_major,
    self  =d(lambda grad, mask: masked_fill(grad, mask, value=0), r"$grad \odot [\lnot $mask]"),
    source=d(lambda grad, mask, source_shape:
             masked_scatter_backward(grad, mask, size=tuple(source_shape)), r"${grad}_{$mask}"),
    unpack_error=NOT_A_MASK,
    vmap_warning="masked_scatter",
    vmap_warning_in_place="masked_scatter_", vmap_write="inplace arithmetic")

masked_scatter_backward = backward_op("masked_scatter_backward", "MaskedScatterBackwardBackward0",
    lambda grad_output, mask, *, size: pad_end(select_by_mask(grad_output, mask), size),
    r"${grad_output}_{$mask}", by=(),
    vmap_warning="masked_scatter_backward")

# --- By flat index -----------------------------------------------------------------------------

take = op("take", "TakeBackward0",
    lambda self, index: np.asarray(np.ravel(self)[index], order="C"),
    r"\mathrm{take}($self, $index)",
    refuses=unsupported("take_cpu", UNSIGNED, takes_empty=True),
    self=d(lambda grad, index, self_shape:
           put(zeros_of_shape(self_shape, grad), index, grad, accumulate=True),
           r"$grad \text{ added at } $index"),
    saves=WHOLE,
    unpack_error=NOT_A_LONG,
    vmap=TAKE,
    vmap_warning="take")

put = op("put", "PutBackward0",
    lambda self, index, source, *, accumulate: put_flat(self, index, source, accumulate),
    r"$self \text{ with } $source \text{ at } $index",
    refuses=unsupported("take_put_cpu", UNSIGNED),
    self  =d(lambda grad, index, accumulate:
             grad if accumulate
                 else put(grad, index, zeros_of_shape(index.shape, grad), accumulate=False),
             r"$grad,\ 0 \text{ at } $index"),
    source=d(lambda grad, index, source_shape: view(take(grad, index), size=source_shape),
             r"${grad}_{$index}"),
    saves=saved_all("source"),
    saves_if_needed=True,
    unpack_error=NOT_A_LONG,
    vmap_warning="put",
    vmap_warning_in_place="put_")


def index_to_key(
        index: np.ndarray, dim: int, array: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the subscript for an `index` that has one number for each entry along `dim`.

    An array without dimensions counts as a row of one entry, which `index` may name many times.
    """
    if index.dtype.kind not in "iu" and index.size:  # an unpack hook may return another dtype
        raise RuntimeError("scatter(): Expected dtype int32/int64 for index")
    if not index.size:  # of any shape
        return (np.zeros(array.shape or 1, bool),)
    if not array.ndim:
        return (index.reshape(-1),)
    if not index.ndim:
        return (index,)
    key = list(np.indices(index.shape, sparse=True))
    key[dim] = index
    return tuple(key)


def take_at_key(array: np.ndarray, key: tuple[np.ndarray, ...], index: np.ndarray) -> np.ndarray:
    """Take the entries at `key`, in the shape of its `index`."""
    if not index.size:
        return np.empty(index.shape, array.dtype)
    return np.atleast_1d(array)[key].reshape(index.shape)


def crop_to_index(src: np.ndarray, index: np.ndarray, array: np.ndarray) -> np.ndarray:
    """Return the part of `src` that an index of another shape uses, to be written into `array`."""
    if not index.size:
        return src.reshape(-1)[:0]
    if not (src.ndim and index.ndim and array.ndim):
        return src.reshape(-1)[:index.size].reshape(index.shape if array.ndim else -1)
    return src if src.shape == index.shape else src[tuple(np.s_[:n] for n in index.shape)]


def scatter_sparse(
        grad: ArrayOrTensor, index: ArrayOrTensor, shape: tuple[int, ...], dim: int) -> Any:
    """Scatter `grad` into a sparse tensor of the indexed entries; into a dense one with a history.
    """
    if isinstance(grad, Tensor):
        return scatter_add(zeros_of_shape(shape, grad), index, grad, dim=dim)
    places = np.indices(index.shape).reshape(index.ndim, -1) if shape else np.zeros((0, 1), int)
    if shape:
        places[dim] = index.reshape(-1)
    return from_entries(places.astype(np.int64), grad.reshape(-1), shape)


def multiply_unless_one(value: ArrayOrTensor, factor: Any) -> ArrayOrTensor:
    """Return `factor * value`, or `value` itself for a factor of 1."""
    if factor != 1 and isinstance(value, np.ndarray) and value.dtype.kind in "iu":
        factor = checked_scalar(factor, value.dtype)
    return value if factor == 1 else value * factor


def select_by_mask(grad: ArrayOrTensor, mask: ArrayOrTensor) -> ArrayOrTensor:
    """Take the entries of `grad` where `mask` is true; one example after the other under `vmap`."""
    if isinstance(grad, Tensor) and type(getattr(mask, "_array", mask)) is BatchedArray:
        raise NeedsFallback
    return masked_select(grad, mask)


def pad_end(values: ArrayOrTensor, shape: tuple[int, ...]) -> ArrayOrTensor:
    """Return a tensor of `shape` that starts with `values`, followed by zeros."""
    missing = int(np.prod(shape, dtype=int)) - values.shape[0]
    if missing:
        values = cat(values, zeros_of_shape((missing,), values), dim=0)
    return view(values, size=shape)


def unique_indices(index: ArrayOrTensor) -> ArrayOrTensor:
    """Return the distinct numbers of an index."""
    return wrap(np.unique(index._array)) if isinstance(index, Tensor) else np.unique(index)


def scatter_reduce_vjp(
        grad: ArrayOrTensor, self: ArrayOrTensor, index: ArrayOrTensor, src: ArrayOrTensor,
        result: ArrayOrTensor, dim: int, reduce: str, include_self: bool,
        rows: ArrayOrTensor | None = None) -> tuple[Any, ...]:
    """Return the gradients of `scatter_reduce` for `self` and `src`, by ops.

    Also those of `index_reduce`, whose own index is `rows`.
    """
    if reduce in ("max", "min"):  # the names that its forward takes as well
        raise RuntimeError("Expected 'reduce' to be one of 'sum', 'prod', 'mean', 'amax', 'amin' "
                           f"but got {reduce}.")
    def pick(value):
        return gather(value, index, dim=dim) if rows is None else index_select(value, rows, dim=dim)

    picked = pick(grad)
    if reduce not in ("sum", "mean") and len(src.shape) == len(index.shape):
        common_broadcast_shape((src.shape, index.shape))
    if reduce == "sum":
        parts = grad, picked
    elif reduce == "mean":
        start = (np.ones if include_self else np.zeros)(self.shape)
        counts = scatter_add(start, index, np.ones(index.shape), dim=dim)
        counts = np.maximum(counts if isinstance(counts, np.ndarray) else counts._array, 1)
        counts = counts.astype(zeros_of_shape((), grad).dtype)
        share = div(grad, wrap(counts) if isinstance(grad, Tensor) else counts)
        there = gather(counts, index, dim=dim)
        known = isinstance(there, Tensor) or not isinstance(grad, Tensor)
        parts = share, div(picked, there if known else wrap(there))
    elif reduce == "prod":
        parts = scatter_prod_vjp(grad, self, index, src, result, dim, include_self, pick, rows)
    else:
        at_self = (self == result) * 1
        at_src = (src == gather(result, index, dim=dim)) * 1
        hits = scatter_add(at_self, index, at_src, dim=dim)  # `self` counts even if it is excluded
        shared = grad / where(hits == 0, 1, hits)
        parts = at_self * shared, at_src * pick(shared)
    if not include_self:
        blank, places = (scatter_value, index) if rows is None else (index_fill, rows)
        parts = blank(parts[0], places, dim=dim, value=0), parts[1]
    return parts


def scatter_prod_vjp(
        grad: ArrayOrTensor, self: ArrayOrTensor, index: ArrayOrTensor, src: ArrayOrTensor,
        result: ArrayOrTensor, dim: int, include_self: bool, pick: Callable[..., Any],
        rows: ArrayOrTensor | None) -> tuple[Tensor | np.ndarray, ...]:
    """Return the gradients of a product: a single factor 0 gets the product of the others."""

    def reduce(self, src):
        entry, places = (scatter_reduce, index) if rows is None else (index_reduce, rows)
        return entry(self, places, src, dim=dim, reduce="prod", include_self=include_self)

    others, zero = masked_fill(self, self == 0, value=1), src == 0
    zeros_there = scatter_add(zeros_of_shape(self.shape, grad), index,
        where(zero, 1.0, zeros_of_shape((), grad)),
                              dim=dim)
    zero_counts = gather(zeros_there, index, dim=dim)
    is_only_zero = zero * (zero_counts == 1)
    without = reduce(self, masked_fill(src, is_only_zero, value=1))
    src_grad = where(is_only_zero, pick(grad * without),
                     pick(grad * result) / masked_fill(src, zero, value=1))
    is_eager = isinstance(zero_counts, Tensor) and innermost_interpreter((zero_counts,)) is None
    if is_eager and not execution.double_vjp and (zero_counts > 1).any().item():
        name, word = ("scatter_reduce", "src") if rows is None else ("index_reduce", "source")
        src_grad = delayed_error(src_grad, message=(
            f"{name}(): Double backward is unsupported for {word} when >1 zeros in {word} are "
            "scattered to the same position in self"))
    return grad * reduce(others, src) / others, src_grad


delayed_error = op("delayed_error", "Error",
    lambda self, *, message: self.copy(), r"$self",
    self=d(lambda grad, message: raise_no_second_derivative(message), r"\text{not implemented}"),
    cpp_name="torch::autograd::Error",
    saves={"message": None})


def raise_no_second_derivative(message: Any) -> None:
    """Raise torch's error for a gradient that is not differentiable again."""
    raise RuntimeError(message)


def reshape_like_source(grad: ArrayOrTensor, source: ArrayOrTensor) -> ArrayOrTensor:
    """Return the gradient of the source of an indexed write, in the shape of the source."""
    return expand(grad, size=tuple(source.shape)) if len(source.shape) else grad


@vmap_constant
def expand_index(index: ArrayOrTensor, source: ArrayOrTensor, dim: int) -> np.ndarray:
    """Expand an index of slices along `dim` to one number for each entry of `source`."""
    array = index if isinstance(index, np.ndarray) else index._array
    shape = [1] * len(source.shape)
    if shape:
        shape[dim] = -1
    return np.broadcast_to(array.reshape(shape), source.shape)
