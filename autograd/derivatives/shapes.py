"""The derivative table, chapter two: views, joins, subscripts. Numbers move, none is computed."""

from functools import partial

import numpy as np

from autograd import mode as grad_mode
from autograd.derivatives.pointwise import none_of
from autograd.layout import arranged, in_order_of, laid_out, lies_in_rows
from autograd.numerics.memory_formats import as_cat, as_input, channels_last_as_inputs, row_major
from autograd.numerics.refused_dtypes import UNSIGNED, unsupported
from autograd.once import warn_of_lost_parts
from autograd.op import d, op
from autograd.registry import OPS
from autograd.scalars import held
from autograd.tensor import Tensor, wrap

view = op("view", "ViewBackward0",
    lambda self, *, size: seen_as(self, size), r"$self",
    view=True,
    self =d(lambda grad, self_shape: view(grad, size=self_shape), r"$grad"))

alias = op("alias", "AliasBackward0",
    lambda self: self[...], r"$self",
    view=True,
    self =d(lambda grad: grad, r"$grad"))

fw_primal = op("fw_primal", "Identity",
    lambda self: self[...], r"$self",
    view=True,
    self =d(lambda grad: grad, r"$grad"),
    cpp_name="torch::autograd::Identity")

reshape_alias = op("reshape_alias", "ReshapeAliasBackward0",
    lambda self, *, size: seen_as(self, size), r"$self",
    view=True,
    self =d(lambda grad, self_shape: view(grad, size=self_shape), r"$grad"))

unsafe_view = op("unsafe_view", "UnsafeViewBackward0",
    lambda self, *, size: self.reshape(size), r"$self",
    self =d(lambda grad, self_shape: view(grad, size=self_shape), r"$grad"))

t = op("t", "TBackward0",
    lambda self: self.T, r"$self^\top",
    view=True,
    self =d(lambda grad: t(grad), r"$grad^\top"))

transpose = op("transpose", "TransposeBackward0",
    lambda self, *, dim0, dim1: self.swapaxes(dim0, dim1) if self.ndim else self[...],
    r"$self^\top",
    view=True,
    self =d(lambda grad, dim0, dim1: transpose(grad, dim0=dim0, dim1=dim1), r"$grad^\top"))

permute = op("permute", "PermuteBackward0",
    lambda self, *, dims: self.transpose(dims), r"\mathrm{permute}($self)",
    view=True,
    self =d(lambda grad, dims: permute(grad, dims=inverse(dims)), r"\mathrm{permute}^{-1}($grad)"))

squeeze = op("squeeze", "SqueezeBackward0",
    lambda self: np.squeeze(self), r"$self",
    view=True,
    self =d(lambda grad, self_shape: with_ones(grad, self_shape), r"$grad"))

squeeze_dim = op("squeeze_dim", "SqueezeBackward1",
    lambda self, *, dim: np.squeeze(self, dim) if self.ndim and self.shape[dim] == 1 else self[...],
    r"$self",
    view=True,
    self =d(lambda grad, self_shape, dim: with_ones(grad, self_shape, dim), r"$grad"))

squeeze_dims = op("squeeze_dims", "SqueezeBackward2",
    lambda self, *, dim:
        np.squeeze(self, tuple(i for i in dim if self.ndim and self.shape[i] == 1)), r"$self",
    view=True,
    self =d(lambda grad, self_shape, dim: with_ones(grad, self_shape, dim), r"$grad"))

# What matmul puts behind the product of a vector and a matrix has another number in torch.
squeeze_front = op("squeeze_front", "SqueezeBackward4",
    lambda self, *, dim: np.squeeze(self, dim), r"$self",
    self =d(lambda grad, self_shape, dim: with_ones(grad, self_shape, dim), r"$grad"))

unsqueeze = op("unsqueeze", "UnsqueezeBackward0",
    lambda self, *, dim: with_one(self, dim), r"$self",
    view=True,
    self =d(lambda grad, dim: squeeze_dim(grad, dim=dim), r"$grad"))

# The engine itself undoes what `expand` stretched, as it does for every broadcast.
expand = op("expand", "ExpandBackward0",
    lambda self, *, size: stretched(self, size), r"$self",
    view=True,
    self =d(lambda grad: grad, r"\textstyle\sum $grad"))

# --- Parts ---------------------------------------------------------------------------------------

select = op("select", "SelectBackward0",
    lambda self, *, dim, index: self[at(dim, index)], r"${self}_{$index}",
    view=True,
    self =d(lambda grad, self_shape, dim, index:
            select_backward(grad, size=self_shape, key=at(dim, index)),
            r"$grad \text{ at } $index,\ 0 \text{ elsewhere}"))

slice = op("slice", "SliceBackward0",
    lambda self, *, dim, start, end, step: part_of(self, dim, range_of(start, end, step)),
    r"${self}_{$start:$end}",
    view=True,
    self =d(lambda grad, self_shape, dim, start, end, step:
            slice_backward(grad, size=self_shape, key=at(dim, range_of(start, end, step))),
            r"$grad \text{ at } $start{:}$end,\ 0 \text{ elsewhere}"))

index = op("index", "IndexBackward0",
    lambda self, *, key: gathered(self, key),
    r"${self}_{$key}",
    self =d(lambda grad, self_shape, key: place(None, grad, size=self_shape, key=key),
            r"$grad \text{ at } $key,\ 0 \text{ elsewhere}"))

# These put a gradient back where a subscript took it; they add where an entry is named twice. The
# first one's `self`, None, is what torch puts it into.
place = op("place", "IndexPutImplBackward0",
    lambda self, values, *, size, key: placed(values, size, key), r"$values \text{ at } $key",
    self  =d(lambda grad: grad, r"$grad"),
    values=d(lambda grad, key: index(grad, key=key), r"${grad}_{$key}"))

select_backward, slice_backward = (
    op(name, node_name,
       lambda grad_output, *, size, key: put_back(grad_output, size, key),
       r"$grad_output \text{ at } $key",
       grad_output=d(formula, r"${grad}_{$key}"))
    for name, node_name, formula in (
        ("select_backward", "SelectBackwardBackward0", lambda grad, key:
            select(grad, dim=len(key) - 2, index=key[-2])),
        ("slice_backward", "SliceBackwardBackward0", lambda grad, key:
            slice(grad, dim=len(key) - 2, **bounds(key[-2]))),
    )
)


diagonal = op("diagonal", "DiagonalBackward0",
    lambda self, *, offset, dim1, dim2: diagonal_of(self, offset, dim1, dim2),
    r"\mathrm{diag}($self)",
    view=True,
    self =d(lambda grad, self_shape, offset, dim1, dim2:
            diagonal_backward(grad, size=self_shape, offset=offset, dim1=dim1, dim2=dim2),
            r"$grad \text{ on the diagonal}"))

diagonal_backward = op("diagonal_backward", "DiagonalBackwardBackward0",
    lambda grad_output, *, size, offset, dim1, dim2:
        on_diagonal(grad_output, size, offset, dim1, dim2), r"\mathrm{diag}($grad_output)",
    grad_output=d(lambda grad, offset, dim1, dim2:
                  diagonal(grad, offset=offset, dim1=dim1, dim2=dim2), r"\mathrm{diag}($grad)"))

diagonal_copy = op("diagonal_copy", "DiagonalBackward0_copy",
    lambda self, *, offset: diagonal_of(self, offset, 0, 1).copy(), r"\mathrm{diag}($self)",
    self =d(lambda grad, self_shape, offset:
            diagonal_backward(grad, size=self_shape, offset=offset, dim1=0, dim2=1),
            r"$grad \text{ on the diagonal}"))

diag_embed = op("diag_embed", "DiagEmbedBackward0",
    lambda self, *, offset, dim1, dim2: embedded(self, offset, dim1, dim2),
    r"\mathrm{diag}($self)",
    self =d(lambda grad, offset, dim1, dim2:
            diagonal(grad, offset=offset, dim1=dim1, dim2=dim2), r"\mathrm{diag}($grad)"))

unfold = op("unfold", "UnfoldBackward0",
    lambda self, *, dimension, size, step: windows(self, dimension, size, step),
    r"\mathrm{unfold}($self)",
    view=True,
    self =d(lambda grad, self_shape, dimension, size, step:
            unfold_backward(grad, input_size=self_shape, dimension=dimension, size=size, step=step),
            r"$grad \text{ added where it came from}"))

unfold_backward = op("unfold_backward", "UnfoldBackwardBackward0",
    lambda grad_output, *, input_size, dimension, size, step:
        folded(grad_output, input_size, dimension, size, step), r"\mathrm{fold}($grad_output)",
    grad_output=d(lambda grad, dimension, size, step:
                  unfold(grad, dimension=dimension, size=size, step=step),
                  r"\mathrm{unfold}($grad)"))

split = op("split", "SplitBackward0",
    lambda self, *, sections, dim: parts(self, sections, dim), r"\mathrm{split}($self)",
    view=True,
    self =d(lambda grads, self_shape, sections, dim: joined(grads, self_shape, sections, dim),
            r"[$grads]"))

split_with_sizes = op("split_with_sizes", "SplitWithSizesBackward0",
    lambda self, *, sections, dim: parts(self, sections, dim), r"\mathrm{split}($self)",
    view=True,
    self =d(lambda grads, self_shape, sections, dim: joined(grads, self_shape, sections, dim),
            r"[$grads]"))


# --- Joins and copies --------------------------------------------------------------------------

cat = op("cat", "CatBackward0",
    lambda *tensors, dim: np.concatenate(
        [x for x in tensors if x.shape != (0,)] or tensors, dim), r"[$tensors]",
    memory_format=channels_last_as_inputs,
    tensors=d(lambda grad, tensors_shapes, dim: cut(grad, tensors_shapes, dim),
              r"$grad \text{ cut along } $dim"))

stack = op("stack", "StackBackward0",
    lambda *tensors, dim: np.stack(tensors, dim), r"[$tensors]",
    memory_format=partial(as_cat, cat),
    tensors=d(lambda grad, tensors_shapes, dim: unstacked(grad, len(tensors_shapes), dim),
              r"$grad \text{ taken apart along } $dim"))

unbind = op("unbind", "UnbindBackward0",
    lambda self, *, dim: tuple(np.moveaxis(self, dim, 0)[i, ...] for i in range(self.shape[dim])),
    r"\mathrm{unbind}($self)",
    view=True,
    self =d(lambda grads, self_shape, dim: stack(*filled(grads, self_shape, dim), dim=dim),
            r"[$grads]"))

clone = op("clone", "CloneBackward0",
    lambda self, *, format=None: arranged(self, format), r"$self",
    self =d(lambda grad: grad, r"$grad"))

to_dtype = op("to_dtype", "ToCopyBackward0",
    lambda self, *, dtype, format=None:
        cast_to(self, dtype) if format is None else arranged(cast_to(self, dtype), format),
    r"$self",
    self =d(lambda grad: grad, r"$grad"))


# --- Copies in another order -------------------------------------------------------------------

flip = op("flip", "FlipBackward0",
    lambda self, *, dims: np.flip(self, dims).copy(), r"\mathrm{flip}($self)",
    memory_format=as_input,
    self =d(lambda grad, dims: flip(grad, dims=dims), r"\mathrm{flip}($grad)"))

roll = op("roll", "RollBackward0",
    lambda self, *, shifts, dims: np.roll(self, shifts, dims) if self.size else self.copy(),
    r"\mathrm{roll}($self)",
    memory_format=channels_last_as_inputs,
    self =d(lambda grad, shifts, dims: roll(grad, shifts=opposite(shifts), dims=dims),
            r"\mathrm{roll}^{-1}($grad)"))

rot90 = op("rot90", "Rot90Backward0",
    lambda self, *, k, dims: np.rot90(self, k, dims).copy("K" if k % 4 else "C"),
    r"\mathrm{rot}_{$k}($self)",
    refuses=unsupported("flip_cpu", UNSIGNED),
    self =d(lambda grad, k, dims: rot90(grad, k=-k, dims=dims), r"\mathrm{rot}_{-$k}($grad)"))

repeat = op("repeat", "RepeatBackward0",
    lambda self, *, repeats: repeated(self, repeats), r"\mathrm{repeat}($self, $repeats)",
    self =d(lambda grad, self_shape, repeats: repeated_back(grad, self_shape, repeats),
            r"\textstyle\sum $grad \text{ over the copies}"))

tril = op("tril", "TrilBackward0",
    lambda self, *, diagonal: np.tril(self, diagonal), r"\mathrm{tril}($self)",
    refuses=unsupported("tril", UNSIGNED, takes_empty=True),
    memory_format=row_major,
    self =d(lambda grad, diagonal: tril(grad, diagonal=diagonal), r"\mathrm{tril}($grad)"))

triu = op("triu", "TriuBackward0",
    lambda self, *, diagonal: np.triu(self, diagonal), r"\mathrm{triu}($self)",
    refuses=unsupported("triu", UNSIGNED, takes_empty=True),
    memory_format=row_major,
    self =d(lambda grad, diagonal: triu(grad, diagonal=diagonal), r"\mathrm{triu}($grad)"))

# --- Written in place --------------------------------------------------------------------------

copy = op("copy", "CopyBackwards",
    lambda self, src: narrowed(np.broadcast_to(src, self.shape), self.dtype), r"$src",
    self=d(lambda grad: none_of(grad), r"0"),
    src =d(lambda grad: grad, r"$grad"),
    cpp_name="torch::autograd::CopyBackwards")

zero = op("zero", "ZeroBackward0",
    lambda self: np.zeros_like(self), r"0",
    self =d(lambda grad: none_of(grad), r"0"))

fill = op("fill", "FillBackward2",
    lambda self, *, value: np.full_like(self, held(value, self.dtype)), r"$value",
    self =d(lambda grad: none_of(grad), r"0"))

fill_tensor = op("fill_tensor", "FillBackward3",
    lambda self, value: np.full_like(self, narrowed(value, self.dtype)), r"$value",
    self =d(lambda grad: none_of(grad), r"0"),
    value=d(lambda grad: grad.sum(), r"\sum $grad"))


def narrowed(array, dtype):
    """`array` in another dtype; torch says so once where that loses imaginary parts."""
    if array.dtype.kind == "c" and dtype.kind not in "cb":
        warn_of_lost_parts()
        array = array.real
    return array.astype(dtype)


def stretched(array, size):
    """`array` in a larger shape; parts of it where nothing is stretched can be written to."""
    if not array.ndim and type(array) is np.ndarray and array.dtype.char in "fd":
        return np.ndarray(size, array.dtype, array, 0, [0] * len(size))
    made = np.broadcast_to(array, size, subok=True)
    if 1 not in made.shape:
        made.flags.writeable = array.flags.writeable
        return made
    steps, first = [], made.ndim - array.ndim
    for dim in range(made.ndim - 1, -1, -1):
        step = made.strides[dim]
        if made.shape[dim] == 1:  # of which numpy forgets the step
            step = array.strides[dim - first] if dim >= first else following(made, steps, dim)
        steps.insert(0, step if array.ndim else 0)
    return np.lib.stride_tricks.as_strided(array, made.shape, steps, subok=True)


def following(array, steps, dim):
    """The step that torch gives a new dimension of one entry at `dim`; `steps` are those behind."""
    return array.shape[dim + 1] * steps[0] if steps else array.itemsize


def seen_as(array, size):
    """A view in another shape, with the steps that torch gives dimensions of one entry.

    Of gradients it is a copy where their memory does not allow a view.
    """
    made = array.reshape(size)
    if 1 not in made.shape or lies_in_rows(array) or not np.may_share_memory(made, array):
        return made
    steps = steps_seen(array, made.shape)
    return np.lib.stride_tricks.as_strided(made, made.shape, steps, subok=True)


def steps_seen(array, size) -> list[int]:
    """The steps of an array seen in another shape, which is known to need no copy.

    Follows `computeStride_impl` of aten/src/ATen/TensorUtils.cpp: what lies without gaps is taken
    together, from the last dimension to the first.
    """
    shape, strides = array.shape, array.strides
    steps, dim, count, seen = [0] * len(size), len(size) - 1, 1, 1
    step = strides[-1] if shape else array.itemsize
    for i in range(len(shape) - 1, -1, -1):
        count *= shape[i]
        if i and (shape[i - 1] == 1 or strides[i - 1] == count * step):
            continue
        while dim >= 0 and (seen < count or size[dim] == 1):
            steps[dim] = seen * step
            seen *= size[dim]
            dim -= 1
        if i:
            step, count, seen = strides[i - 1], 1, 1
    return steps


def with_one(array, dim):
    """A view with a new dimension of one entry, which numpy may give another step than torch."""
    made = np.expand_dims(array, dim)
    dim %= made.ndim
    steps = list(array.strides)
    steps.insert(dim, following(made, steps[dim:], dim))
    if made.strides == tuple(steps):
        return made
    return np.lib.stride_tricks.as_strided(array, made.shape, steps, subok=True)


def with_ones(grad, shape, dim=None):
    """`grad` with the dimensions of one entry of `shape` that `squeeze` took, those at `dim`."""
    if not isinstance(grad, Tensor):
        return np.reshape(grad, shape)
    dims = range(len(shape)) if dim is None else (dim,) if isinstance(dim, int) else dim
    for i in sorted(i % len(shape) for i in dims if shape):
        if shape[i] == 1:
            grad = unsqueeze(grad, dim=i)
    return grad


def cast_to(array, dtype):
    """`array` in another dtype; of complex numbers the real parts, or whether they are not 0."""
    real = array.dtype.kind != "c" or dtype.kind == "c" or dtype.kind == "b"
    return laid_out(array if real else array.real, dtype)


def inverse(dims):
    """The permutation that undoes `dims`."""
    return tuple(int(i) for i in np.argsort([dim % len(dims) for dim in dims]))


def at(dim, key):
    """The subscript that applies `key` to dimension `dim`, a non-negative number."""
    # The ellipsis makes numpy answer a view even where nothing but a number is left.
    return (np.s_[:],) * dim + (key, ...)


def range_of(start, end, step):
    """A Python slice; this chapter's own `slice` is the op."""
    return np.s_[start:end:step]


def bounds(entries) -> dict:
    """A Python slice as this chapter's `slice` takes it."""
    return {"start": entries.start, "end": entries.stop, "step": entries.step}


def part_of(array, dim, entries):
    """A view of some entries along `dim`; numpy forgets where none lie, and torch does not."""
    part = array[at(dim, entries)]
    if part.size or not array.size or not array.flags.forc:
        return part
    first = entries.indices(array.shape[dim])[0] * array.strides[dim]
    return np.ndarray(part.shape, array.dtype, array, min(first, array.nbytes))


def gathered(array, key):
    """The entries that a subscript with index arrays names, laid as torch lays them."""
    made = array[key]
    if array.flags.c_contiguous or made.ndim < 2:
        return np.asarray(made, order="C")
    keys = key if isinstance(key, tuple) else (key,)
    if not all(type(k) is np.ndarray or k == np.s_[:] for k in keys):
        return np.asarray(made)
    lying = in_order_of(restrided(array, keys), made.shape, made.dtype)
    lying[...] = made
    return lying


def restrided(array, keys) -> list:
    """What torch's kernel of subscripts walks over together: the entries, and its index arrays.

    Follows `AdvancedIndex` of aten/src/ATen/native/TensorAdvancedIndexing.cpp: the dimensions that
    are indexed have steps of 0; where they do not lie side by side they come first.
    """
    arrays, places = [], []
    for k in keys:
        here = len(places) and places[-1] + 1
        parts = [None] if type(k) is not np.ndarray else np.nonzero(k) if k.dtype == bool else [k]
        arrays += parts
        places += range(here, here + len(parts))
    arrays += [None] * (array.ndim - len(arrays))
    taken = [dim for dim, k in enumerate(arrays) if k is not None]
    before = taken[0] if taken[-1] - taken[0] < len(taken) else 0
    indices = np.broadcast_arrays(*[arrays[dim] for dim in taken])
    free = [dim for dim in range(array.ndim) if dim not in taken]
    lengths, steps = ([each[dim] for dim in free] for each in (array.shape, array.strides))
    whole = indices[0].shape
    source = np.lib.stride_tricks.as_strided(
        array, (*lengths[:before], *whole, *lengths[before:]),
        (*steps[:before], *[0] * len(whole), *steps[before:]))
    ones = [1] * before, [1] * (len(free) - before)
    return [source, *[k.reshape(*ones[0], *whole, *ones[1]) for k in indices]]


def placed(values, size, key):
    """Zeros of `size` with `values` added at `key`."""
    result = np.zeros(size, np.asarray(values).dtype)
    np.add.at(result, key, values)
    return result


def put_back(values, size, key):
    """Zeros of `size` with `values` in the places of `key`, which names none twice."""
    result = np.zeros(size, np.asarray(values).dtype)
    result[key] = values
    return result


def unstacked(grad, count, dim):
    """`grad` in the `count` pieces that were stacked along `dim`."""
    if grad_mode.pushing:  # else a tangent is a sum with zeros, which loses the sign of a zero
        return unbind(grad, dim=dim)
    return [select(grad, dim=dim, index=i) for i in range(count)]


def cut(grad, shapes, dim):
    """`grad` in the pieces that were joined along `dim`."""
    if grad_mode.pushing and all(len(shape) == len(grad.shape) for shape in shapes):
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


def filled(grads, shape, dim):
    """`grads` with zeros for the pieces that no gradient reached."""
    dim %= len(shape)
    present = next(grad for grad in grads if grad is not None)
    tensor = hasattr(present, "_array")
    zeros = wrap(np.zeros_like(present._array)) if tensor else np.zeros_like(present)
    return [zeros if grad is None else grad for grad in grads]

def parts(array, sections, dim):
    """Views of `array` of the given lengths along `dim`."""
    ends = np.cumsum(sections)
    return tuple(array[at(dim, np.s_[end - n:end])] for n, end in zip(sections, ends))


def joined(grads, shape, sections, dim):
    """The gradients of the parts joined again, zeros where none came."""
    present = next(grad for grad in grads if grad is not None)
    dtype = present.dtype if isinstance(present, np.ndarray) else present._array.dtype
    pieces = [
        np.zeros(shape[:dim] + (n,) + shape[dim + 1:], dtype) if grad is None else grad
        for grad, n in zip(grads, sections)
    ]
    return cat(*pieces, dim=int(dim))


def diagonal_of(array, offset, dim1, dim2):
    """A view of the diagonal between two dimensions; it becomes the last dimension."""
    n, m = array.shape[dim1], array.shape[dim2]
    length = max(0, min(n + min(offset, 0), m - max(offset, 0)))
    start = [np.s_[:]] * array.ndim
    start[dim1], start[dim2] = np.s_[max(-offset, 0):], np.s_[max(offset, 0):]
    corner = array[tuple(start)]
    rest = [i for i in range(array.ndim) if i not in (dim1, dim2)]
    return np.lib.stride_tricks.as_strided(
        corner, [array.shape[i] for i in rest] + [length],
        [array.strides[i] for i in rest] + [array.strides[dim1] + array.strides[dim2]],
        subok=True,
    )


def repeated(array, repeats):
    """Copies of an array side by side, row by row in memory."""
    if not array.size:  # of which there may be fewer than none
        lead = (1,) * (len(repeats) - array.ndim)
        return np.empty([max(m * n, 0) for m, n in zip(repeats, lead + array.shape)], array.dtype)
    return np.asarray(np.tile(array, repeats), order="C")


def on_diagonal(values, size, offset, dim1, dim2):
    """Zeros of `size` with `values` on a diagonal."""
    result = np.zeros(size, values.dtype)
    diagonal_of(result, offset, dim1, dim2)[...] = values
    return result


def embedded(values, offset, dim1, dim2):
    """Square matrices of zeros with the last dimension of `values` on a diagonal."""
    n = values.shape[-1] + abs(offset)
    ndim = values.ndim + 1
    size = list(values.shape[:-1])
    for dim in sorted((dim1 % ndim, dim2 % ndim)):
        size.insert(dim, n)
    return on_diagonal(values, size, offset, dim1 % ndim, dim2 % ndim)


def windows(array, dimension, size, step):
    """All windows of `size` along a dimension, `step` apart, as a last dimension; a view."""
    if not array.ndim:
        return np.lib.stride_tricks.as_strided(array, (size,), (array.itemsize,), subok=True)
    count = (array.shape[dimension] - size) // step + 1
    shape, strides = list(array.shape), list(array.strides)
    shape[dimension], strides[dimension] = count, strides[dimension] * step
    return np.lib.stride_tricks.as_strided(
        array, shape + [size], strides + [array.strides[dimension]], subok=True
    )


def folded(values, input_size, dimension, size, step):
    """What windows overlap is added up: the transpose of `windows`."""
    result = np.zeros(input_size, values.dtype)
    for i in range(size):
        target = windows(result, dimension, size, step)[..., i]
        target += values[..., i]
    return result


def opposite(shifts):
    """The shifts that undo `shifts`."""
    return -shifts if isinstance(shifts, int) else tuple(-n for n in shifts)


def repeated_back(grad, shape, repeats):
    """`grad` summed over the copies that `repeat` made."""
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


def zeros(shape, like):
    """An array of zeros in the dtype of a gradient, on either path."""
    dtype = like.dtype if isinstance(like, np.ndarray | np.generic) else like._array.dtype
    return np.zeros(shape, dtype)
