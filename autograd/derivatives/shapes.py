"""The derivative table, chapter two: views, joins and subscripts. Numbers move, none is computed."""

import numpy as np

from autograd.op import d, op

view = op("view", "ViewBackward0",
    lambda self, *, size: np.reshape(self, size), r"$self",
    view=True,
    self =d(lambda grad, self_shape: view(grad, size=self_shape), r"$grad"))

unsafe_view = op("unsafe_view", "UnsafeViewBackward0",
    lambda self, *, size: np.reshape(self, size), r"$self",
    self =d(lambda grad, self_shape: view(grad, size=self_shape), r"$grad"))

t = op("t", "TBackward0",
    lambda self: np.transpose(self), r"$self^\top",
    view=True,
    self =d(lambda grad: t(grad), r"$grad^\top"))

transpose = op("transpose", "TransposeBackward0",
    lambda self, *, dim0, dim1: np.swapaxes(self, dim0, dim1), r"$self^\top",
    view=True,
    self =d(lambda grad, dim0, dim1: transpose(grad, dim0=dim0, dim1=dim1), r"$grad^\top"))

permute = op("permute", "PermuteBackward0",
    lambda self, *, dims: np.transpose(self, dims), r"\mathrm{permute}($self)",
    view=True,
    self =d(lambda grad, dims: permute(grad, dims=inverse(dims)), r"\mathrm{permute}^{-1}($grad)"))

squeeze = op("squeeze", "SqueezeBackward0",
    lambda self: np.squeeze(self), r"$self",
    view=True,
    self =d(lambda grad, self_shape: view(grad, size=self_shape), r"$grad"))

squeeze_dim = op("squeeze_dim", "SqueezeBackward1",
    lambda self, *, dim: np.squeeze(self, dim) if self.ndim and self.shape[dim] == 1 else self[...],
    r"$self",
    view=True,
    self =d(lambda grad, self_shape: view(grad, size=self_shape), r"$grad"))

# What matmul puts behind the product of a vector and a matrix has another number in torch.
squeeze_front = op("squeeze_front", "SqueezeBackward4",
    lambda self, *, dim: np.squeeze(self, dim), r"$self",
    self =d(lambda grad, self_shape: view(grad, size=self_shape), r"$grad"))

unsqueeze = op("unsqueeze", "UnsqueezeBackward0",
    lambda self, *, dim: np.expand_dims(self, dim), r"$self",
    view=True,
    self =d(lambda grad, self_shape: view(grad, size=self_shape), r"$grad"))

# The engine itself undoes what `expand` stretched, as it does for every broadcast.
expand = op("expand", "ExpandBackward0",
    lambda self, *, size: np.broadcast_to(self, size), r"$self",
    view=True,
    self =d(lambda grad: grad, r"\textstyle\sum $grad"))

select = op("select", "SelectBackward0",
    lambda self, *, dim, index: self[at(dim, index)], r"$self_{$index}",
    view=True,
    self =d(lambda grad, self_shape, dim, index:
            place(grad, size=self_shape, key=at(dim, index)),
            r"$grad \text{ at } $index,\ 0 \text{ elsewhere}"))

slice = op("slice", "SliceBackward0",
    lambda self, *, dim, start, end, step: self[at(dim, range_of(start, end, step))],
    r"$self_{$start:$end}",
    view=True,
    self =d(lambda grad, self_shape, dim, start, end, step:
            place(grad, size=self_shape, key=at(dim, range_of(start, end, step))),
            r"$grad \text{ at } $start{:}$end,\ 0 \text{ elsewhere}"))

index = op("index", "IndexBackward0",
    lambda self, *, key: self[key], r"$self_{$key}",
    self =d(lambda grad, self_shape, key: place(grad, size=self_shape, key=key),
            r"$grad \text{ at } $key,\ 0 \text{ elsewhere}"))

# Adds where a key names an entry twice.
place = op("place", "SelectBackwardBackward0",
    lambda grad_output, *, size, key: placed(grad_output, size, key),
    r"$grad_output \text{ at } $key",
    grad_output=d(lambda grad, key: index(grad, key=key), r"$grad_{$key}"))

cat = op("cat", "CatBackward0",
    lambda *tensors, dim: np.concatenate(tensors, dim), r"[$tensors]",
    tensors=d(lambda grad, tensors_shapes, dim: cut(grad, tensors_shapes, dim),
              r"$grad \text{ cut along } $dim"))

stack = op("stack", "StackBackward0",
    lambda *tensors, dim: np.stack(tensors, dim), r"[$tensors]",
    tensors=d(lambda grad, tensors_shapes, dim:
              [select(grad, dim=dim, index=i) for i in range(len(tensors_shapes))],
              r"$grad \text{ taken apart along } $dim"))

unbind = op("unbind", "UnbindBackward0",
    lambda self, *, dim: tuple(np.moveaxis(self, dim, 0)[i] for i in range(self.shape[dim])),
    r"\mathrm{unbind}($self)",
    view=True,
    self =d(lambda grads, self_shape, dim: stack(*filled(grads, self_shape, dim), dim=dim),
            r"[$grads]"))

clone = op("clone", "CloneBackward0",
    lambda self: self.copy(), r"$self",
    self =d(lambda grad: grad, r"$grad"))

to_dtype = op("to_dtype", "ToCopyBackward0",
    lambda self, *, dtype: (self.real if dtype.kind != "c" else self).astype(dtype), r"$self",
    self =d(lambda grad: grad, r"$grad"))


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


def placed(values, size, key):
    """Zeros of `size` with `values` added at `key`."""
    result = np.zeros(size, np.asarray(values).dtype)
    np.add.at(result, key, values)
    return result


def cut(grad, shapes, dim):
    """`grad` in the pieces that were joined along `dim`."""
    pieces, start = [], 0
    for shape in shapes:
        if shape == (0,):
            pieces.append(None)
            continue
        end = start + shape[dim]
        pieces.append(slice(grad, dim=dim % len(shape), start=start, end=end, step=1))
        start = end
    return pieces


def filled(grads, shape, dim):
    """`grads` with zeros for the pieces that no gradient reached."""
    dim %= len(shape)
    present = next(grad for grad in grads if grad is not None)
    return [present * 0 if grad is None else grad for grad in grads]

squeeze_dims = op("squeeze_dims", "SqueezeBackward2",
    lambda self, *, dim: np.squeeze(self, tuple(i for i in dim if self.shape[i] == 1)), r"$self",
    view=True,
    self =d(lambda grad, self_shape: view(grad, size=self_shape), r"$grad"))

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
    return cat(*pieces, dim=dim)

# --- Written in place --------------------------------------------------------------------------

copy = op("copy", "CopyBackwards",
    lambda self, src: np.broadcast_to(src, self.shape).astype(self.dtype), r"$src",
    self=d(lambda grad: grad * 0, r"0 \cdot $grad"),
    src =d(lambda grad: grad, r"$grad"))

zero = op("zero", "ZeroBackward0",
    lambda self: np.zeros_like(self), r"0",
    self =d(lambda grad: grad * 0, r"0 \cdot $grad"))

fill = op("fill", "FillBackward0",
    lambda self, *, value: np.full_like(self, value), r"$value",
    self =d(lambda grad: grad * 0, r"0 \cdot $grad"))

index_put = op("index_put", "IndexPutBackward0",
    lambda self, values, *, key: written(self, key, values), r"$self \text{ with } $values",
    self  =d(lambda grad, key: index_put(grad, 0, key=key),
             r"$grad,\ 0 \text{ at } $key"),
    values=d(lambda grad, key: index(grad, key=key), r"$grad_{$key}"))


def written(array, key, values):
    """A copy of `array` with `values` at `key`."""
    result = array.copy()
    result[key] = values
    return result
