"""Diagonals, windows, triangles, and elements in another order."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply, apply_into
from autograd.engine.inplace_checks import check_inplace_history
from autograd.engine.missing_rules import warn_missing_rule_of_composite
from autograd.functions.creation.tensor_options import (
    check_factory_dtype, device_type_of, finish_tensor, numpy_dtype,
)
from autograd.functions.indexing.index_checks import check_barebones_dtype, check_repeats
from autograd.functions.shape.shapes import parse_size_args, permute, reshape
from autograd.functions.tensor_api.binding import attach_method, method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime.function_record import EXPECTED, Factory, InPlace, Out, declare
from autograd.runtime.registry import export
from autograd.tensor.dimensions import from_end, wrap_dim
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.dtype import dtype


# --- Parts and diagonals -----------------------------------------------------------------------


@export()
@method()
@declare(indices=("index",))
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
    return apply(ops.select, (input,), {"dim": dim, "index": from_end(index, size)})


def diagonal_dims(input: Tensor, dim1: int, dim2: int) -> dict:
    """Return the parameters `dim1` and `dim2`, wrapped.

    Raise RuntimeError if they are the same dimension.
    """
    ndim = input._array.ndim
    dims = {"dim1": wrap_dim(dim1, ndim), "dim2": wrap_dim(dim2, ndim)}
    if dims["dim1"] == dims["dim2"]:
        raise RuntimeError(
            f"diagonal dimensions cannot be identical {dim1}, {dim2}"
        )
    return dims


@export()
@method()
def diagonal(input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """Return a view of the diagonals of `dim1` and `dim2`, which become the last dimension."""
    return apply(ops.diagonal, (input,), {"offset": offset, **diagonal_dims(input, dim1, dim2)})


@export()
@method()
@with_out
@declare(out=Out(dtype_error=EXPECTED))
def diag(input: Tensor, diagonal: int = 0) -> Tensor:
    """Return the diagonal of a matrix, or a matrix with the given vector on its diagonal."""
    ndim = input._array.ndim
    if ndim == 1:
        return diag_embed(input, diagonal)
    if ndim != 2:
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {ndim}D")
    return apply(ops.diagonal_copy, (input,), {"offset": diagonal})


@export()
@method()
def diag_embed(input: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any:
    """Return matrices with the last dimension of `input` on their diagonals."""
    ndim = input._array.ndim + 1
    params = {"offset": offset, "dim1": wrap_dim(dim1, ndim), "dim2": wrap_dim(dim2, ndim)}
    if params["dim1"] == params["dim2"]:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    return apply(ops.diag_embed, (input,), params)


@export()
@method()
def diagflat(input: Tensor, offset: int = 0) -> Any:
    """Return a matrix with all elements of `input` on its diagonal."""
    warn_missing_rule_of_composite("diagflat", input)
    return diag_embed(reshape(input, -1), offset)


@method()
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


# --- Other orders ------------------------------------------------------------------------------


@export()
@method()
def flip(input: Tensor, *dims: Any) -> Tensor:
    """Return a copy with the elements along `dims` in reverse order."""
    dims = tuple(wrap_dim(i, input._array.ndim) for i in parse_size_args(dims))
    if len(set(dims)) < len(dims):
        twice = next(i for i in dims if dims.count(i) > 1)
        raise RuntimeError(f"dim {twice} appears multiple times in the list of dims")
    if input._array.ndim - 1 in dims and input._array.shape[-1] > 1:
        check_barebones_dtype("flip_cpu", input)
    return apply(ops.flip, (input,), {"dims": dims if input._array.ndim else ()})


@method("__reversed__", qualified=True)
@declare("__reversed__", python_method=True)
def reverse_first_dim(input: Tensor) -> Any:
    """Return a copy reversed along the first dimension; this is `Tensor.__reversed__`."""
    return flip(input, 0) if input._array.ndim else input


@export()
@method()
def fliplr(input: Tensor) -> Any:
    """Return a copy with the columns, dimension 1, in reverse order."""
    if input._array.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return flip(input, 1)


@export()
@method()
def flipud(input: Tensor) -> Any:
    """Return a copy with the rows, dimension 0, in reverse order."""
    if not input._array.ndim:
        raise RuntimeError("Input must be >= 1-d.")
    return flip(input, 0)


@export()
@method()
def roll(
        input: Tensor, shifts: int | tuple[int, ...], dims: int | tuple[int, ...] | None = None
) -> Tensor:
    """Return a copy shifted cyclically along `dims`, or of the flattened tensor without `dims`."""
    dims = None if dims is None or dims == () else dims
    if isinstance(dims, tuple | list):
        dims, shifts = tuple(dims), tuple(shifts) if isinstance(shifts, tuple | list) else (shifts,)
    elif isinstance(shifts, tuple | list) and len(shifts) == 1:
        (shifts,) = shifts
    check_shifts(shifts, dims)
    looked_at = dims is not None and input._array.size  # torch looks at none where nothing is
    for dim in () if not looked_at else dims if isinstance(dims, tuple) else (dims,):
        wrap_dim(dim, input._array.ndim, scalars=False)
    return apply(ops.roll, (input,), {"shifts": shifts, "dims": dims})


def check_shifts(shifts: int | tuple[int, ...], dims: int | tuple[int, ...] | None) -> None:
    """Raise `roll`'s error unless there is one shift for each dim, or one shift without dims."""
    count, along = (len(x) if isinstance(x, tuple | list) else 1 for x in (shifts, dims))
    if count == along:
        return
    if not count:
        raise RuntimeError("`shifts` required")
    raise RuntimeError(
        f"shifts and dimensions must align. shifts: {count}, dims:{0 if dims is None else along}")


@export()
@method()
def rot90(input: Tensor, k: Tensor | int = 1, dims: tuple[int, ...] = (0, 1)) -> Any:
    """Return `input` rotated `k` times by 90 degrees in the plane of two dimensions."""
    ndim = input._array.ndim
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {ndim}")
    first, second = dims
    if first == second or abs(first - second) == ndim:
        raise RuntimeError("expected rotation dims to be different, but got dim0 = "
                           f"{first} and dim1 = {second}")
    dims = tuple(wrap_dim(i, ndim) for i in dims)
    return apply(ops.rot90, (input,), {"k": k, "dims": dims})


@method()
def repeat(self, *repeats: int) -> Tensor:
    """Return `self` repeated `repeats` times along each dimension."""
    repeats = parse_size_args(repeats)
    check_repeats(self._array.shape, repeats)
    return apply(ops.repeat, (self,), {"repeats": repeats})


@export()
@method()
def tile(input: Tensor, *dims: Any) -> Any:
    """Return `input` repeated `dims` times along its last dimensions."""
    dims = parse_size_args(dims)
    return repeat(input, *((1,) * (input._array.ndim - len(dims)) + dims))


def triangle(entry: Op) -> Callable[..., Any]:
    """Return `tril` or `triu`, and attach its in-place form."""

    @with_out
    def function(input, diagonal=0):
        if input._array.ndim < 2:
            raise RuntimeError(
                f"{entry.name}: input tensor must have at least 2 dimensions"
            )
        return apply(entry, (input,), {"diagonal": diagonal})

    def in_place(self, diagonal=0):
        check_inplace_history(self)
        if self._array.ndim < 2:
            raise RuntimeError(f"{entry.name}: input tensor must have at least 2 dimensions")
        return apply_into(self, entry, (self,), {"diagonal": diagonal}, by=f"{entry.name}_")

    function.__name__ = function.__qualname__ = entry.name
    function.__doc__ = f"`{entry.name}`: zeros on the other side of a diagonal."
    attach_method(f"{entry.name}_", in_place)
    declare(
        out=Out(dtype_error=EXPECTED), in_place=InPlace(uniform=True), indices=("diagonal",),
    )(function)
    return export()(method()(function))


tril, triu = triangle(ops.tril), triangle(ops.triu)


@export()
@declare(factory=Factory(filled_by="tril_indices"))
def tril_indices(
        row: int, col: int, offset: int = 0, *, dtype: dtype | None = None,
        device: str | None = None) -> Tensor:
    """Return row and column indices of the lower triangle, of shape `(2, count)`."""
    return triangle_indices(np.tril_indices, row, col, offset, dtype, device)


@export()
@declare(factory=Factory(filled_by="triu_indices"))
def triu_indices(
        row: int, col: int, offset: int = 0, *, dtype: dtype | None = None,
        device: str | None = None) -> Tensor:
    """Return row and column indices of the upper triangle, of shape `(2, count)`."""
    return triangle_indices(np.triu_indices, row, col, offset, dtype, device)


def triangle_indices(
        places: Callable[..., Any], row: int, col: int, offset: int, dtype: dtype | None,
        device: str | None) -> Tensor:
    """Return row and column indices of a triangle from numpy's function `places`.

    They are int64 unless `dtype` is given. Raise RuntimeError for a negative size.
    """
    for name, size in (("row", row), ("col", col)):
        if size < 0:
            raise RuntimeError(f"{name} must be non-negative, got{size}")
    kind = numpy_dtype(dtype, np.dtype(np.int64))
    if device_type_of(device) == "cpu":
        check_factory_dtype(places.__name__, kind, "bfcuV" if kind.itemsize > 2 else "bfcuVi")
    return finish_tensor(np.stack(places(row, offset, col)).astype(kind), device=device)


@export("movedim", "moveaxis")
@method("movedim", "moveaxis")
@declare(composite=True)
def movedim(input: Tensor, source: Any, destination: Any) -> Tensor:
    """Return a view with the dimensions `source` moved to `destination`, the rest in order."""
    ndim = input._array.ndim
    given = [[*x] if isinstance(x, tuple | list) else [int(x)] for x in (source, destination)]
    if len(given[0]) != len(given[1]):
        raise RuntimeError(
            "movedim: Invalid source or destination dims: source ({} dims) should contain the same "
            "number of dims as destination ({} dims)".format(*given))
    source, destination = ([int(wrap_dim(i, ndim)) for i in x] for x in given)
    for name, dims, asked in zip(("source", "destination"), (source, destination), given):
        if len(set(dims)) < len(dims):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({asked})")
    if not ndim:
        return apply(ops.alias, (input,))
    order = [i for i in range(ndim) if i not in source]
    for place, axis in sorted(zip(destination, source)):
        order.insert(place, axis)
    return permute(input, *order)




@export()
@method(qualified=True)
@declare(python_method=True)
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
def view_as(input: Tensor, other: Tensor) -> Tensor:
    """Return `input.view(other.shape)`."""
    return input.view(other._array.shape)


@method()
def reshape_as(input: Tensor, other: Tensor) -> Any:
    """Return `input.reshape(other.shape)`."""
    return reshape(input, other._array.shape)
