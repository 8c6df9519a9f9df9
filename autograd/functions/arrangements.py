"""Views of parts, diagonals and windows, and copies in another order, as torch names them."""

from __future__ import annotations

import itertools
import warnings

import numpy as np

from autograd import derivatives as table
from autograd.apply import apply, apply_into
from autograd.functions.method import method, with_out
from autograd.functions.shapes import (
    cat, expand, permute, reshape, sizes_of, split, stack, transpose, unsqueeze,
)
from autograd.promotion import wrap_dim
from autograd.size import Size
from autograd.tensor import Tensor, wrap

__all__ = [
    "select", "diagonal", "diag", "diag_embed", "diagflat", "as_strided", "flip", "fliplr",
    "flipud", "roll", "rot90", "tile", "tril", "triu", "tril_indices", "triu_indices", "movedim",
    "moveaxis", "unflatten", "hstack", "vstack", "row_stack", "dstack", "column_stack",
    "tensor_split", "hsplit", "vsplit", "dsplit", "broadcast_tensors", "broadcast_shapes",
    "meshgrid", "cartesian_prod", "combinations", "block_diag", "atleast_1d", "atleast_2d",
    "atleast_3d", "adjoint", "unravel_index", "vander",
]

# --- Parts and diagonals -----------------------------------------------------------------------


@method()
def select(input, dim, index):
    """The slice at `index` along `dim`, a view."""
    dim = wrap_dim(dim, input._array.ndim)
    size = input._array.shape[dim]
    if not -size <= index < size:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(input._array.shape)} at "
            f"dimension {dim}"
        )
    return apply(table.select, (input,), {"dim": dim, "index": index % size})


def pair(input, dim1, dim2) -> dict:
    """Two different dimensions, checked."""
    ndim = input._array.ndim
    dims = {"dim1": wrap_dim(dim1, ndim), "dim2": wrap_dim(dim2, ndim)}
    if dims["dim1"] == dims["dim2"]:
        raise RuntimeError(
            f"diagonal dimensions cannot be identical {dim1}, {dim2}"
        )
    return dims


@method()
def diagonal(input, offset=0, dim1=0, dim2=1):
    """A diagonal between two dimensions as a last dimension, a view."""
    return apply(table.diagonal, (input,), {"offset": offset, **pair(input, dim1, dim2)})


@method()
@with_out
def diag(input, diagonal=0):
    """The diagonal of a matrix, or a matrix with a vector on its diagonal."""
    ndim = input._array.ndim
    if ndim == 1:
        return diag_embed(input, diagonal)
    if ndim != 2:
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {ndim}D")
    return apply(table.diagonal_copy, (input,), {"offset": diagonal})


@method()
def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    """Matrices with the last dimension on their diagonals."""
    ndim = input._array.ndim + 1
    params = {"offset": offset, "dim1": wrap_dim(dim1, ndim), "dim2": wrap_dim(dim2, ndim)}
    return apply(table.diag_embed, (input,), params)


@method()
def diagflat(input, offset=0):
    """A matrix with all entries on its diagonal."""
    return diag_embed(reshape(input, -1), offset)


@method()
def as_strided(input, size, stride, storage_offset=None):
    """A view on the same memory with any lengths and steps."""
    base = input if input._base is None else input._base
    here = (input._array.ctypes.data - base._array.ctypes.data) // input._array.itemsize
    offset = (here if storage_offset is None else storage_offset) - here
    params = {"size": tuple(size), "stride": tuple(stride), "offset": offset}
    return apply(table.as_strided, (input,), params)


@method()
def unfold(self, dimension, size, step):
    """All windows of `size` along a dimension, `step` apart, as a last dimension; a view."""
    dimension = wrap_dim(dimension, self._array.ndim)
    length = self._array.shape[dimension] if self._array.ndim else 1
    if size > length:
        raise RuntimeError(
            f"maximum size for tensor at dimension {dimension} is {length} but size is {size}"
        )
    return apply(table.unfold, (self,), {"dimension": dimension, "size": size, "step": step})


# --- Other orders ------------------------------------------------------------------------------


@method()
def flip(input, *dims):
    """A copy with the order along `dims` turned around."""
    dims = tuple(wrap_dim(i, input._array.ndim) for i in sizes_of(dims))
    if len(set(dims)) < len(dims):
        twice = next(i for i in dims if dims.count(i) > 1)
        raise RuntimeError(f"dim {twice} appears multiple times in the list of dims")
    return apply(table.flip, (input,), {"dims": dims})


@method()
def fliplr(input):
    """Columns in the opposite order."""
    return flip(input, 1)


@method()
def flipud(input):
    """Rows in the opposite order."""
    return flip(input, 0)


@method()
def roll(input, shifts, dims=None):
    """Entries moved along `dims`, what falls out at the end comes in at the front."""
    dims = None if dims is None or dims == () else dims
    if isinstance(dims, tuple | list):
        dims, shifts = tuple(dims), tuple(shifts) if isinstance(shifts, tuple | list) else (shifts,)
    elif isinstance(shifts, tuple | list):
        (shifts,) = shifts
    return apply(table.roll, (input,), {"shifts": shifts, "dims": dims})


@method()
def rot90(input, k=1, dims=(0, 1)):
    """Turned by 90 degrees `k` times in the plane of two dimensions."""
    return apply(table.rot90, (input,), {"k": k, "dims": tuple(dims)})


@method()
def repeat(self, *repeats):
    """Copies side by side, so many along each dimension."""
    repeats = sizes_of(repeats)
    if len(repeats) < self._array.ndim:
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
            "tensor"
        )
    return apply(table.repeat, (self,), {"repeats": repeats})


@method()
def tile(input, *dims):
    """`repeat` that adds missing numbers in front."""
    dims = sizes_of(dims)
    return repeat(input, *((1,) * (input._array.ndim - len(dims)) + dims))


def triangle(entry):
    """`tril` or `triu`, which keep one side of a diagonal."""

    @with_out
    def function(input, diagonal=0):
        if input._array.ndim < 2:
            raise RuntimeError(
                f"{entry.name}: input tensor must have at least 2 dimensions"
            )
        return apply(entry, (input,), {"diagonal": diagonal})

    def in_place(self, diagonal=0):
        return apply_into(self, entry, (self,), {"diagonal": diagonal}, by=f"{entry.name}_")

    function.__name__ = function.__qualname__ = entry.name
    function.__doc__ = f"`{entry.name}`: zeros on the other side of a diagonal."
    setattr(Tensor, f"{entry.name}_", in_place)
    return method(entry.name)(function)


tril, triu = triangle(table.tril), triangle(table.triu)


def tril_indices(row, col, offset=0, *, dtype=None, device=None, layout=None):
    """Rows and columns of the lower triangle, `(2, count)`."""
    return wrap(np.stack(np.tril_indices(row, offset, col)).astype(np.int64))


def triu_indices(row, col, offset=0, *, dtype=None, device=None, layout=None):
    """Rows and columns of the upper triangle, `(2, count)`."""
    return wrap(np.stack(np.triu_indices(row, offset, col)).astype(np.int64))


@method("movedim", "moveaxis")
def movedim(input, source, destination):
    """Dimensions moved to other places, the rest in order."""
    ndim = input._array.ndim
    source, destination = (
        [wrap_dim(i, ndim) for i in ([x] if isinstance(x, int) else x)]
        for x in (source, destination)
    )
    order = [i for i in range(ndim) if i not in source]
    for place, axis in sorted(zip(destination, source)):
        order.insert(place, axis)
    return permute(input, *order)


moveaxis = movedim


@method()
def unflatten(input, dim, sizes):
    """One dimension taken apart into several; -1 is worked out."""
    shape, dim = input._array.shape, wrap_dim(dim, input._array.ndim)
    return input.view(*shape[:dim], *sizes, *shape[dim + 1:])


@method()
def adjoint(input):
    """The conjugate transpose of matrices."""
    turned = transpose(input, -2, -1)
    return turned.conj() if input._array.dtype.kind == "c" else turned


Tensor.mH = property(adjoint)
Tensor.H = property(lambda self: self if not self._array.ndim else adjoint(self))

# --- Joining -----------------------------------------------------------------------------------


@method()
def atleast_1d(*tensors):
    """With a dimension at least."""
    return each_of(tensors, lambda x: reshape(x, 1) if not x._array.ndim else x)


@method()
def atleast_2d(*tensors):
    """With two dimensions at least, new ones in front."""
    return each_of(tensors, two)


def two(x):
    """`x` with two dimensions at least."""
    return reshape(x, 1, 1) if not x._array.ndim else unsqueeze(x, 0) if x._array.ndim == 1 else x


@method()
def atleast_3d(*tensors):
    """With three dimensions at least."""
    return each_of(tensors, three)


def three(x):
    """`x` with three dimensions at least: a vector goes in the middle."""
    ndim = x._array.ndim
    if not ndim:
        return reshape(x, 1, 1, 1)
    if ndim == 1:
        return unsqueeze(unsqueeze(x, 0), -1)
    return unsqueeze(x, -1) if ndim == 2 else x


def each_of(tensors, change):
    """`change` of one tensor, or a tuple of several."""
    if len(tensors) == 1 and isinstance(tensors[0], Tensor):
        return change(tensors[0])
    given = tensors[0] if len(tensors) == 1 else tensors
    return tuple(change(x) for x in given)


@with_out
def hstack(tensors):
    """Joined along columns; vectors end to end."""
    tensors = [atleast_1d(x) for x in tensors]
    return cat(tensors, 0 if tensors[0]._array.ndim == 1 else 1)


@with_out
def vstack(tensors):
    """Joined along rows; vectors become rows."""
    return cat([two(x) for x in tensors], 0)


row_stack = vstack


@with_out
def dstack(tensors):
    """Joined along the third dimension."""
    return cat([three(x) for x in tensors], 2)


@with_out
def column_stack(tensors):
    """Joined along columns; vectors become columns."""
    return cat([reshape(x, x._array.size, 1) if x._array.ndim <= 1 else x for x in tensors], 1)


def block_diag(*tensors):
    """Matrices along the diagonal of a larger one."""
    return apply(table.block_diag, tensors)


# --- Taking apart ------------------------------------------------------------------------------


@method()
def tensor_split(input, indices_or_sections, dim=0):
    """Views along `dim`: so many of nearly equal length, or cut at the given indices."""
    dim = wrap_dim(dim, input._array.ndim)
    n, given = input._array.shape[dim], indices_or_sections
    if isinstance(given, Tensor):
        given = given.tolist()
    if isinstance(given, int):
        more = n % given
        cuts = list(itertools.accumulate([n // given + (i < more) for i in range(given - 1)]))
    else:
        cuts = list(given)
    ends = [0, *(min(c, n) if c >= 0 else max(n + c, 0) for c in cuts), n]
    return tuple(
        apply(table.slice, (input,), {"dim": dim, "start": a, "end": max(a, b), "step": 1})
        for a, b in zip(ends, ends[1:])
    )


@method()
def hsplit(input, indices_or_sections):
    """`tensor_split` along columns; of a vector along its only dimension."""
    return tensor_split(input, indices_or_sections, 0 if input._array.ndim == 1 else 1)


@method()
def vsplit(input, indices_or_sections):
    """`tensor_split` along rows."""
    return tensor_split(input, indices_or_sections, 0)


@method()
def dsplit(input, indices_or_sections):
    """`tensor_split` along the third dimension."""
    return tensor_split(input, indices_or_sections, 2)


Tensor.split_with_sizes = lambda self, split_sizes, dim=0: split(self, list(split_sizes), dim)

# --- Broadcasting and grids --------------------------------------------------------------------


def broadcast_tensors(*tensors):
    """Views of all tensors in their common shape."""
    tensors = tensors[0] if len(tensors) == 1 and not isinstance(tensors[0], Tensor) else tensors
    shape = broadcast_shapes(*(x._array.shape for x in tensors))
    return tuple(expand(x, *shape) for x in tensors)


def broadcast_shapes(*shapes):
    """The common shape of several, or torch's error."""
    shapes = [(s,) if isinstance(s, int) else tuple(s) for s in shapes]
    try:
        return Size(np.broadcast_shapes(*shapes))
    except ValueError:
        raise RuntimeError(
            "Shape mismatch: objects cannot be broadcast to a single shape"
        ) from None


def meshgrid(*tensors, indexing=None):
    """Coordinates of all points of a grid, one tensor for each axis."""
    tensors = tensors[0] if len(tensors) == 1 and not isinstance(tensors[0], Tensor) else tensors
    if indexing is None:
        warnings.warn(
            "torch.meshgrid: in an upcoming release, it will be required to pass the indexing "
            "argument. (Triggered internally at "
            "/__w/pytorch/pytorch/aten/src/ATen/native/TensorShape.cpp:4215.)", stacklevel=2)
    axes = list(tensors)
    if indexing == "xy" and len(axes) >= 2:
        axes[:2] = axes[1::-1]
    shape = [x._array.size for x in axes]
    grids = [
        expand(x.view(*(-1 if j == i else 1 for j in range(len(axes)))), *shape)
        for i, x in enumerate(axes)
    ]
    if indexing == "xy" and len(axes) >= 2:
        grids = [transpose(grid, 0, 1) for grid in grids]
        grids[:2] = grids[1::-1]
    return tuple(grids)


def cartesian_prod(*tensors):
    """All pairs (triples, ...) of entries of vectors, one in each row."""
    if len(tensors) == 1:
        return tensors[0]
    grids = meshgrid(*tensors, indexing="ij")
    return stack([reshape(grid, -1) for grid in grids], 1)


@method()
def combinations(input, r=2, with_replacement=False):
    """All combinations of `r` entries of a vector, one in each row."""
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    rows = np.array(list(choose(range(input._array.size), r)), np.int64).reshape(-1, r)
    columns = [input.index_select(0, wrap(rows[:, i].copy())) for i in range(r)]
    return stack(columns, 1) if r else input.new_empty(0)


def unravel_index(indices, shape):
    """The places, one tensor for each dimension, of entries counted row by row."""
    shape = (shape,) if isinstance(shape, int) else tuple(int(n) for n in shape)
    return tuple(wrap(np.asarray(x, np.int64)) for x in np.unravel_index(indices._array, shape))


def vander(x, N=None, increasing=False):
    """The powers of a vector's entries, one column for each."""
    n = x._array.size if N is None else N
    columns = [x ** i for i in range(n)]
    return stack(columns if increasing else columns[::-1], 1)


# --- In place, on the shape alone --------------------------------------------------------------


def reshaping(name, function):
    """An in-place method that changes how a tensor is seen, not what it holds."""

    def in_place(self, *args, **options):
        from autograd.apply import check_writable

        if self.requires_grad:
            check_writable(self, 1)
        made = function(self, *args, **options)
        self._array = made._array
        if made.requires_grad:
            self._edge = made._edge
        self._counter[0] += 1
        return self

    in_place.__name__ = in_place.__qualname__ = name
    in_place.__doc__ = f"In-place form of `{function.__name__}`."
    setattr(Tensor, name, in_place)


for _name in ("squeeze", "unsqueeze", "t", "transpose", "swapaxes", "swapdims", "as_strided"):
    reshaping(f"{_name}_", getattr(Tensor, _name))


@method()
def sum_to_size(self, *size):
    """Summed over what broadcasting to this shape would have stretched."""
    size = sizes_of(size)
    shape = self._array.shape
    lead = len(shape) - len(size)
    over = [i for i, n in enumerate(shape) if i < lead or size[i - lead] == 1 != n]
    made = self.sum(over, keepdim=True) if over else self
    return made.view(size) if lead else made


@method()
def resize_(self, *sizes, memory_format=None):
    """Another shape; memory is kept as far as it goes, what is new is zero."""
    size = sizes_of(sizes)
    if self.requires_grad:
        raise RuntimeError("cannot resize variables that require grad")
    flat = np.zeros(int(np.prod(size, dtype=int)), self._array.dtype)
    held = self._array.reshape(-1)[:flat.size]
    flat[:held.size] = held
    self._array = self._array.reshape(size) if flat.size == self._array.size else flat.reshape(size)
    self._counter[0] += 1
    return self


@method()
def resize_as_(self, the_template, memory_format=None):
    """`resize_` to the shape of another tensor."""
    return resize_(self, *the_template._array.shape)
