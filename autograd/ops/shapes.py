"""Records of views, joins, copies: ops that move entries without arithmetic."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import Any, TYPE_CHECKING

import numpy as np

from autograd.graph.saved_attributes import UNSIZED, WRAP, saved, saved_by, saved_constant
from autograd.kernels.memory_formats import (
    as_input, channels_last_as_inputs, row_major, stack_like_cat,
)
from autograd.kernels.refused_dtypes import UNSIGNED, unsupported
from autograd.kernels.views import (
    diag_embed_array, diagonal_view, expand_view, index_array, index_dim, repeat_array,
    reshape_view, slice_dim, split_views, unfold_gradient, unfold_view, unsqueeze_view,
    zeros_with_added, zeros_with_diagonal, zeros_with_written,
)
from autograd.ops.pointwise import zeros_like_grad
from autograd.ops.record import d, op
from autograd.ops.vmap_rules import (
    CONCATENATE, COPY, DIAGONAL, DIAGONAL_BACKWARD, ELEMENTWISE, EXPAND, FLIP_OR_ROLL, INDEX,
    INDEX_BACKWARD, PERMUTE, REPEAT, RESHAPE, SELECT_OR_SPLIT, SQUEEZE, SQUEEZE_FRONT, TRANSPOSE,
    TRIANGULAR, UNFOLD, UNSQUEEZE,
)
from autograd.runtime import sparse_rules
from autograd.runtime.execution_state import execution
from autograd.runtime.registry import OPS
from autograd.runtime.warnings import warn_complex_to_real
from autograd.tensor.scalar import checked_scalar
from autograd.tensor.memory_format import copy_in_format, copy_preserving_strides
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

view = op("view", "ViewBackward0",
    lambda self, *, size: reshape_view(self, size), r"$self",
    view=True,
    self =d(lambda grad, self_shape: view(grad, size=self_shape), r"$grad"),
    moves_entries=True,
    of_copy={"result_sized": True},
    vmap=RESHAPE)

alias = op("alias", "AliasBackward0",
    lambda self: self[...], r"$self",
    view=True,
    self =d(lambda grad: grad, r"$grad"),
    vmap=ELEMENTWISE)

fw_primal = op("fw_primal", "Identity",
    lambda self: self[...], r"$self",
    view=True,
    self =d(lambda grad: grad, r"$grad"),
    cpp_name="torch::autograd::Identity")

reshape_alias = op("reshape_alias", "ReshapeAliasBackward0",
    lambda self, *, size: reshape_view(self, size), r"$self",
    view=True,
    self =d(lambda grad, self_shape: view(grad, size=self_shape), r"$grad"),
    moves_entries=True,
    vmap=RESHAPE)

unsafe_view = op("unsafe_view", "UnsafeViewBackward0",
    lambda self, *, size: self.reshape(size), r"$self",
    self =d(lambda grad, self_shape: view(grad, size=self_shape), r"$grad"),
    result_sized=True,
    moves_entries=True,
    vmap=RESHAPE)

t = op("t", "TBackward0",
    lambda self: self.T, r"$self^\top",
    view=True,
    self =d(lambda grad: t(grad), r"$grad^\top"),
    moves_entries=True,
    vmap=TRANSPOSE,
    of_copy={"vmap_warning": "t_copy"}, sparse=sparse_rules.TRANSPOSE)

transpose = op("transpose", "TransposeBackward0",
    lambda self, *, dim0, dim1: self.swapaxes(dim0, dim1) if self.ndim else self[...],
    r"$self^\top",
    view=True,
    self =d(lambda grad, dim0, dim1: transpose(grad, dim0=dim0, dim1=dim1), r"$grad^\top"),
    moves_entries=True,
    vmap=TRANSPOSE,
    of_copy={"vmap_warning": "transpose_copy.int"}, sparse=sparse_rules.TRANSPOSE)

permute = op("permute", "PermuteBackward0",
    lambda self, *, dims: self.transpose(dims), r"\mathrm{permute}($self)",
    view=True,
    self =d(lambda grad, dims: permute(grad, dims=invert_permutation(dims)),
        r"\mathrm{permute}^{-1}($grad)"),
    vmap=PERMUTE,
    of_copy={"vmap_warning": "permute_copy"}, sparse=sparse_rules.TRANSPOSE)

squeeze = op("squeeze", "SqueezeBackward0",
    lambda self: np.squeeze(self), r"$self",
    view=True,
    self =d(lambda grad, self_shape: restore_squeezed(grad, self_shape), r"$grad"),
    vmap=SQUEEZE,
    of_copy={"vmap_warning": "squeeze_copy"}, sparse=sparse_rules.MOVE_ENTRIES)

squeeze_dim = op("squeeze_dim", "SqueezeBackward1",
    lambda self, *, dim: np.squeeze(self, dim) if self.ndim and self.shape[dim] == 1 else self[...],
    r"$self",
    view=True,
    self =d(lambda grad, self_shape, dim: restore_squeezed(grad, self_shape, dim), r"$grad"),
    vmap=SQUEEZE)

squeeze_dims = op("squeeze_dims", "SqueezeBackward2",
    lambda self, *, dim:
        np.squeeze(self, tuple(i for i in dim if self.ndim and self.shape[i] == 1)), r"$self",
    view=True,
    self =d(lambda grad, self_shape, dim: restore_squeezed(grad, self_shape, dim), r"$grad"),
    vmap=SQUEEZE)

# Applied by matmul to the product of a vector and a matrix; its node has another number in torch.
squeeze_front = op("squeeze_front", "SqueezeBackward4",
    lambda self, *, dim: np.squeeze(self, dim), r"$self",
    self =d(lambda grad, self_shape, dim: restore_squeezed(grad, self_shape, dim), r"$grad"),
    vmap=SQUEEZE_FRONT)

unsqueeze = op("unsqueeze", "UnsqueezeBackward0",
    lambda self, *, dim: unsqueeze_view(self, dim), r"$self",
    view=True,
    self =d(lambda grad, dim: squeeze_dim(grad, dim=dim), r"$grad"),
    moves_entries=True,
    vmap=UNSQUEEZE,
    of_copy={"vmap_warning": "unsqueeze_copy"}, sparse=sparse_rules.MOVE_ENTRIES)

# The engine sums over the dimensions that `expand` added, as after every broadcast.
expand = op("expand", "ExpandBackward0",
    lambda self, *, size: expand_view(self, size), r"$self",
    view=True,
    self =d(lambda grad: grad, r"\textstyle\sum $grad"),
    saves={"self_sym_sizes": saved("self_shape")},
    of_copy={"result_sized": True},
    vmap=EXPAND)

# --- Parts ---------------------------------------------------------------------------------------

select = op("select", "SelectBackward0",
    lambda self, *, dim, index: self[index_dim(dim, index)], r"${self}_{$index}",
    view=True,
    self =d(lambda grad, self_shape, dim, index:
            select_backward(grad, size=self_shape, key=index_dim(dim, index)),
            r"$grad \text{ at } $index,\ 0 \text{ elsewhere}"),
    moves_entries=True,
    vmap=SELECT_OR_SPLIT, sparse=sparse_rules.MOVE_ENTRIES)

slice = op("slice", "SliceBackward0",
    lambda self, *, dim, start, end, step: slice_dim(self, dim, make_slice(start, end, step)),
    r"${self}_{$start:$end}",
    view=True,
    self =d(lambda grad, self_shape, dim, start, end, step:
            slice_backward(grad, size=self_shape, key=index_dim(dim, make_slice(start, end, step))),
            r"$grad \text{ at } $start{:}$end,\ 0 \text{ elsewhere}"),
    saves={
        "start": saved_by(lambda start: (start or 0) % WRAP),
        "step": saved_by(lambda step: step or 1),
        "end": saved_by(lambda end: sys.maxsize if end is None else end % WRAP)},
    moves_entries=True,
    vmap=SELECT_OR_SPLIT)

index = op("index", "IndexBackward0",
    lambda self, *, key: index_array(self, key),
    r"${self}_{$key}",
    self =d(lambda grad, self_shape, key: place(None, grad, size=self_shape, key=key),
            r"$grad \text{ at } $key,\ 0 \text{ elsewhere}"),
    saves_subscript=True,
    moves_entries=True,
    vmap=INDEX,
    saved_as={"indices": "key"},
    vmap_write="index_put_")


def saved_indices(key: tuple[np.ndarray, ...]) -> Any:
    """Return the arrays of a subscript as torch saves them: tensors, None for whole dimensions."""
    return tuple(wrap(i) if isinstance(i, np.ndarray) else None for i in key)


# These scatter a gradient to the entries of a subscript, and add where an entry occurs twice. The
# `self` of the first one, None, is the tensor that torch writes into.
place = op("place", "IndexPutImplBackward0",
    lambda self, values, *, size, key: zeros_with_added(values, size, key),
        r"$values \text{ at } $key",
    self  =d(lambda grad: grad, r"$grad"),
    values=d(lambda grad, key: index(grad, key=key), r"${grad}_{$key}"),
    saves={
        "key": None, "indices": saved_by(lambda key: saved_indices(key)),
        "accumulate": saved_constant(True)},
    saves_subscript=True,
    vmap=INDEX_BACKWARD)


def last_index(key: tuple[np.ndarray, ...]) -> tuple:
    """Return a subscript of one dimension after whole ones, without a final ellipsis."""
    return key[:-1] if key[-1] is ... else key


def slice_end(entries: Any) -> int:
    """Return the end of a slice as torch shows it."""
    return sys.maxsize if entries.stop is None else entries.stop % WRAP


# From a subscript: the dimension, and the index or the bounds of the slice in it.
KEY_DIM = {"key": None, "dim": saved_by(lambda key: len(last_index(key)) - 1)}
KEY_INDEX = {**KEY_DIM, "index": saved_by(lambda key: last_index(key)[-1])}
KEY_SLICE = {
    **KEY_DIM, "start": saved_by(lambda key: (last_index(key)[-1].start or 0) % WRAP),
    "step": saved_by(lambda key: last_index(key)[-1].step or 1),
    "end": saved_by(lambda key: slice_end(last_index(key)[-1])),
}

select_backward, slice_backward = (
    op(name, node_name,
       lambda grad_output, *, size, key: zeros_with_written(grad_output, size, key),
       r"$grad_output \text{ at } $key",
       grad_output=d(formula, r"${grad}_{$key}"),
       saves=saves,
       result_sized=True,
       vmap=INDEX_BACKWARD)
    for name, node_name, saves, formula in (
        ("select_backward", "SelectBackwardBackward0", KEY_INDEX, lambda grad, key:
            select(grad, dim=len(key) - 2, index=key[-2])),
        ("slice_backward", "SliceBackwardBackward0", KEY_SLICE, lambda grad, key:
            slice(grad, dim=len(key) - 2, **slice_bounds(key[-2]))),
    )
)


MAIN_DIAGONAL = {"dim1": saved_constant(0), "dim2": saved_constant(1)}

diagonal = op("diagonal", "DiagonalBackward0",
    lambda self, *, offset, dim1, dim2: diagonal_view(self, offset, dim1, dim2),
    r"\mathrm{diag}($self)",
    view=True,
    self =d(lambda grad, self_shape, offset, dim1, dim2:
            diagonal_backward(grad, size=self_shape, offset=offset, dim1=dim1, dim2=dim2),
            r"$grad \text{ on the diagonal}"),
    of_copy={"saves": MAIN_DIAGONAL, "vmap": DIAGONAL, "vmap_clones": True},
    vmap=DIAGONAL)

diagonal_backward = op("diagonal_backward", "DiagonalBackwardBackward0",
    lambda grad_output, *, size, offset, dim1, dim2:
        zeros_with_diagonal(grad_output, size, offset, dim1, dim2), r"\mathrm{diag}($grad_output)",
    grad_output=d(lambda grad, offset, dim1, dim2:
                  diagonal(grad, offset=offset, dim1=dim1, dim2=dim2), r"\mathrm{diag}($grad)"),
    vmap=DIAGONAL_BACKWARD)

diagonal_copy = op("diagonal_copy", "DiagonalBackward0_copy",
    lambda self, *, offset: diagonal_view(self, offset, 0, 1).copy(), r"\mathrm{diag}($self)",
    self =d(lambda grad, self_shape, offset:
            diagonal_backward(grad, size=self_shape, offset=offset, dim1=0, dim2=1),
            r"$grad \text{ on the diagonal}"),
    saves=MAIN_DIAGONAL,
    vmap=DIAGONAL, vmap_clones=True)

diag_embed = op("diag_embed", "DiagEmbedBackward0",
    lambda self, *, offset, dim1, dim2: diag_embed_array(self, offset, dim1, dim2),
    r"\mathrm{diag}($self)",
    self =d(lambda grad, offset, dim1, dim2:
            diagonal(grad, offset=offset, dim1=dim1, dim2=dim2), r"\mathrm{diag}($grad)"),
    adds_dim=True,
    vmap=DIAGONAL)

unfold = op("unfold", "UnfoldBackward0",
    lambda self, *, dimension, size, step: unfold_view(self, dimension, size, step),
    r"\mathrm{unfold}($self)",
    view=True,
    self =d(lambda grad, self_shape, dimension, size, step:
            unfold_backward(grad, input_size=self_shape, dimension=dimension, size=size, step=step),
            r"$grad \text{ added where it came from}"),
    moves_entries=True,
    vmap=UNFOLD)

unfold_backward = op("unfold_backward", "UnfoldBackwardBackward0",
    lambda grad_output, *, input_size, dimension, size, step:
        unfold_gradient(grad_output, input_size, dimension, size, step),
            r"\mathrm{fold}($grad_output)",
    grad_output=d(lambda grad, dimension, size, step:
                  unfold(grad, dimension=dimension, size=size, step=step),
                  r"\mathrm{unfold}($grad)"),
    saves={"dimension": None, "dim": saved("dimension")},
    vmap_warning="unfold_backward")

FIRST_SECTION = saved_by(lambda sections: sections[0])

split = op("split", "SplitBackward0",
    lambda self, *, sections, dim: split_views(self, sections, dim), r"\mathrm{split}($self)",
    view=True,
    self =d(lambda grads, self_shape, sections, dim: join_pieces(grads, self_shape, sections, dim),
            r"[$grads]"),
    saves={"split_size": FIRST_SECTION},
    moves_entries=True,
    vmap=SELECT_OR_SPLIT,
    saved_as={"split_size": "sections"})

split_with_sizes = op("split_with_sizes", "SplitWithSizesBackward0",
    lambda self, *, sections, dim: split_views(self, sections, dim), r"\mathrm{split}($self)",
    view=True,
    self =d(lambda grads, self_shape, sections, dim: join_pieces(grads, self_shape, sections, dim),
            r"[$grads]"),
    moves_entries=True,
    vmap=SELECT_OR_SPLIT,
    saved_as={"split_sizes": "sections"})


# --- Joins and copies --------------------------------------------------------------------------

cat = op("cat", "CatBackward0",
    lambda *tensors, dim: np.concatenate(
        [x for x in tensors if x.shape != (0,)] or tensors, dim), r"[$tensors]",
    memory_format=channels_last_as_inputs,
    tensors=d(lambda grad, tensors_shapes, dim: split_like(grad, tensors_shapes, dim),
              r"$grad \text{ cut along } $dim"),
    moves_entries=True,
    vmap=CONCATENATE, sparse=sparse_rules.MOVE_ENTRIES)

stack = op("stack", "StackBackward0",
    lambda *tensors, dim: np.stack(tensors, dim), r"[$tensors]",
    memory_format=partial(stack_like_cat, cat),
    tensors=d(lambda grad, tensors_shapes, dim: unstack(grad, len(tensors_shapes), dim),
              r"$grad \text{ taken apart along } $dim"),
    moves_entries=True,
    adds_dim=True,
    vmap=CONCATENATE, sparse=sparse_rules.MOVE_ENTRIES)

unbind = op("unbind", "UnbindBackward0",
    lambda self, *, dim: tuple(np.moveaxis(self, dim, 0)[i, ...] for i in range(self.shape[dim])),
    r"\mathrm{unbind}($self)",
    view=True,
    self =d(lambda grads, self_shape, dim:
        stack(*fill_missing_pieces(grads, self_shape, dim), dim=dim),
            r"[$grads]"),
    saves=UNSIZED,
    vmap=SELECT_OR_SPLIT)

clone = op("clone", "CloneBackward0",
    lambda self, *, format=None: copy_in_format(self, format), r"$self",
    self =d(lambda grad: grad, r"$grad"),
    vmap=ELEMENTWISE, sparse=sparse_rules.COPY)

to_dtype = op("to_dtype", "ToCopyBackward0",
    lambda self, *, dtype, format=None:
        cast_real(self, dtype) if format is None
        else copy_in_format(cast_real(self, dtype), format),
    r"$self",
    self =d(lambda grad: grad, r"$grad"),
    vmap=ELEMENTWISE)


# --- Copies in another order -------------------------------------------------------------------

flip = op("flip", "FlipBackward0",
    lambda self, *, dims: np.flip(self, dims).copy(), r"\mathrm{flip}($self)",
    memory_format=as_input,
    self =d(lambda grad, dims: flip(grad, dims=dims), r"\mathrm{flip}($grad)"),
    vmap=FLIP_OR_ROLL)

roll = op("roll", "RollBackward0",
    lambda self, *, shifts, dims: np.roll(self, shifts, dims) if self.size else self.copy(),
    r"\mathrm{roll}($self)",
    memory_format=channels_last_as_inputs,
    self =d(lambda grad, shifts, dims: roll(grad, shifts=negate_shifts(shifts), dims=dims),
            r"\mathrm{roll}^{-1}($grad)"),
    saves_dim_as_list=True,
    saves_no_dims_as_empty=True,
    vmap=FLIP_OR_ROLL)

rot90 = op("rot90", "Rot90Backward0",
    lambda self, *, k, dims: np.rot90(self, k, dims).copy("K" if k % 4 else "C"),
    r"\mathrm{rot}_{$k}($self)",
    refuses=unsupported("flip_cpu", UNSIGNED),
    self =d(lambda grad, k, dims: rot90(grad, k=-k, dims=dims), r"\mathrm{rot}_{-$k}($grad)"),
    vmap=FLIP_OR_ROLL)

repeat = op("repeat", "RepeatBackward0",
    lambda self, *, repeats: repeat_array(self, repeats), r"\mathrm{repeat}($self, $repeats)",
    self =d(lambda grad, self_shape, repeats: repeat_vjp(grad, self_shape, repeats),
            r"\textstyle\sum $grad \text{ over the copies}"),
    vmap=REPEAT)

tril = op("tril", "TrilBackward0",
    lambda self, *, diagonal: np.tril(self, diagonal), r"\mathrm{tril}($self)",
    refuses=unsupported("tril", UNSIGNED, takes_empty=True),
    memory_format=row_major,
    self =d(lambda grad, diagonal: tril(grad, diagonal=diagonal), r"\mathrm{tril}($grad)"),
    vmap=TRIANGULAR,
    vmap_warning_in_place="tril_")

triu = op("triu", "TriuBackward0",
    lambda self, *, diagonal: np.triu(self, diagonal), r"\mathrm{triu}($self)",
    refuses=unsupported("triu", UNSIGNED, takes_empty=True),
    memory_format=row_major,
    self =d(lambda grad, diagonal: triu(grad, diagonal=diagonal), r"\mathrm{triu}($grad)"),
    vmap=TRIANGULAR,
    vmap_warning_in_place="triu_")

# --- Written in place --------------------------------------------------------------------------

copy = op("copy", "CopyBackwards",
    lambda self, src: cast_narrowing(np.broadcast_to(src, self.shape), self.dtype), r"$src",
    self=d(lambda grad: zeros_like_grad(grad), r"0"),
    src =d(lambda grad: grad, r"$grad"),
    cpp_name="torch::autograd::CopyBackwards",
    vmap=COPY,
    is_copy=True,
    vmap_write="inplace arithmetic")

zero = op("zero", "ZeroBackward0",
    lambda self: np.zeros_like(self), r"0",
    self =d(lambda grad: zeros_like_grad(grad), r"0"),
    vmap=ELEMENTWISE)

fill = op("fill", "FillBackward2",
    lambda self, *, value: np.full_like(self, checked_scalar(value, self.dtype)), r"$value",
    self =d(lambda grad: zeros_like_grad(grad), r"0"),
    vmap=ELEMENTWISE)

fill_tensor = op("fill_tensor", "FillBackward3",
    lambda self, value: np.full_like(self, cast_narrowing(value, self.dtype)), r"$value",
    self =d(lambda grad: zeros_like_grad(grad), r"0"),
    value=d(lambda grad: grad.sum(), r"\sum $grad"),
    vmap_write="inplace arithmetic")


def cast_narrowing(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Cast to `dtype`; warn once as torch does where that discards imaginary parts."""
    if array.dtype.kind == "c" and dtype.kind not in "cb":
        warn_complex_to_real()
        array = array.real
    return array.astype(dtype)


def restore_squeezed(
        grad: ArrayOrTensor, shape: tuple[int, ...],
        dim: int | tuple[int, ...] | None = None) -> ArrayOrTensor:
    """Give `grad` back the dimensions of length 1 that `squeeze` removed from `shape` at `dim`."""
    if not isinstance(grad, Tensor):
        return np.reshape(grad, shape)
    dims = range(len(shape)) if dim is None else (dim,) if isinstance(dim, int) else dim
    for i in sorted(i % len(shape) for i in dims if shape):
        if shape[i] == 1:
            grad = unsqueeze(grad, dim=i)
    return grad


def cast_real(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Cast to `dtype`: complex numbers by their real part, to bool by comparison with 0."""
    real = array.dtype.kind != "c" or dtype.kind == "c" or dtype.kind == "b"
    return copy_preserving_strides(array if real else array.real, dtype)


def invert_permutation(dims: tuple[int, ...]) -> tuple[int, ...]:
    """Return the permutation that undoes `dims`."""
    return tuple(int(i) for i in np.argsort([dim % len(dims) for dim in dims]))


def make_slice(start: int | None, end: int | None, step: int | None) -> Any:
    """Return a Python slice; `slice` is an op in this module."""
    return np.s_[start:end:step]


def slice_bounds(entries: Any) -> dict:
    """Return a Python slice as the parameters of the op `slice`."""
    return {"start": entries.start, "end": entries.stop, "step": entries.step}


def unstack(grad: ArrayOrTensor, count: int, dim: int) -> Sequence[Tensor | np.ndarray]:
    """Split `grad` into the `count` pieces that were stacked along `dim`."""
    if execution.double_vjp:  # otherwise a tangent is a sum with zeros, which turns -0 into 0
        return unbind(grad, dim=dim)
    return [select(grad, dim=dim, index=i) for i in range(count)]


def split_like(grad: ArrayOrTensor, shapes: list[Any], dim: int) -> Sequence[Tensor | np.ndarray]:
    """Split `grad` into the pieces of these `shapes` that were joined along `dim`."""
    if execution.double_vjp and all(len(shape) == len(grad.shape) for shape in shapes):
        sections = tuple(shape[dim] for shape in shapes)
        return split_with_sizes(grad, sections=sections, dim=dim % len(grad.shape))
    pieces, start = [], 0
    for shape in shapes:
        if shape == (0,):
            nothing = grad.new_zeros(0) if isinstance(grad, Tensor) else np.zeros(0, grad.dtype)
            pieces.append(nothing)
            continue
        end = start + shape[dim]
        pieces.append(slice(grad, dim=dim % len(shape), start=start, end=end, step=1))
        start = end
    return pieces


def fill_missing_pieces(
        grads: list[Any], shape: tuple[int, ...], dim: int) -> list[Tensor | np.ndarray]:
    """Return `grads` with zeros for the pieces that no gradient reached."""
    dim %= len(shape)
    present = next(grad for grad in grads if grad is not None)
    tensor = hasattr(present, "_array")
    zeros = wrap(np.zeros_like(present._array)) if tensor else np.zeros_like(present)
    return [zeros if grad is None else grad for grad in grads]


def join_pieces(
        grads: list[Any], shape: tuple[int, ...], sections: tuple[int, ...], dim: int
) -> ArrayOrTensor:
    """Join the gradients of pieces, with zeros where there is none."""
    present = next(grad for grad in grads if grad is not None)
    dtype = present.dtype if isinstance(present, np.ndarray) else present._array.dtype
    pieces = [
        np.zeros(shape[:dim] + (n,) + shape[dim + 1:], dtype) if grad is None else grad
        for grad, n in zip(grads, sections)
    ]
    return cat(*pieces, dim=int(dim))


def negate_shifts(shifts: int | tuple[int, ...]) -> int | tuple[int, ...]:
    """Return the shifts that undo `shifts`."""
    return -shifts if isinstance(shifts, int) else tuple(-n for n in shifts)


def repeat_vjp(
        grad: ArrayOrTensor, shape: tuple[int, ...], repeats: tuple[int, ...]) -> ArrayOrTensor:
    """Sum `grad` over the copies that `repeat` made."""
    sum_dim = OPS["sum_dim"]
    if 0 in repeats:
        recorded = isinstance(grad, Tensor)
        nothing = np.zeros(shape, (grad._array if recorded else grad).dtype)
        return wrap(nothing) if recorded else nothing
    new = len(repeats) - len(shape)
    for _ in range(new):
        grad = sum_dim(grad, dim=(0,), keepdim=False)
    size, dims = [], []
    for times, n in zip(repeats[new:], shape):
        if times != 1:
            dims.append(len(size))
            size.append(times)
        size.append(n)
    return sum_dim(view(grad, size=tuple(size)), dim=tuple(dims), keepdim=False) if dims else grad


def zeros_of_shape(shape: Any, like: Any) -> np.ndarray:
    """Return zeros in the dtype of a gradient, as an array or a Tensor."""
    dtype = like.dtype if isinstance(like, np.ndarray | np.generic) else like._array.dtype
    return np.zeros(shape, dtype)

block_diag = op("block_diag", "BlockDiagBackward0",
    lambda *tensors: join_blocks(tensors), r"\mathrm{diag}($tensors)",
    tensors=d(lambda grad, tensors_shapes: split_blocks(grad, tensors_shapes),
              r"$grad \text{ block by block}"))


def join_blocks(arrays: tuple[np.ndarray, ...]) -> np.ndarray:
    """Return arrays of at most two dimensions as blocks on the diagonal of a matrix of zeros."""
    blocks = [np.atleast_2d(array) for array in arrays]
    size = np.sum([block.shape for block in blocks], 0)
    result, row, column = np.zeros(size, np.result_type(*blocks)), 0, 0
    for block in blocks:
        n, m = block.shape
        result[row:row + n, column:column + m] = block
        row, column = row + n, column + m
    return result


def split_blocks(grad: ArrayOrTensor, shapes: list[Any]) -> list[Tensor | np.ndarray]:
    """Return the blocks on the diagonal of `grad`, in the shapes of the inputs."""
    pieces, row, column = [], 0, 0
    for shape in shapes:
        n, m = ((1, 1) + tuple(shape))[-2:]
        rows = slice(grad, dim=0, start=row, end=row + n, step=1)
        piece = slice(rows, dim=1, start=column, end=column + m, step=1)
        pieces.append(piece if len(shape) == 2 else view(piece, size=shape))
        row, column = row + n, column + m
    return pieces

# A module with backward hooks has two of these, at its inputs and outputs, to get its gradients.
backward_hook = op("backward_hook", "BackwardHookFunctionBackward",
    lambda *tensors: tuple(tensor[...] for tensor in tensors), r"$tensors",
    tensors=d(lambda grads: grads, r"$grads"),
    node_module="torch.autograd.function")
