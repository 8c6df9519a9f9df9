"""`torch.sparse`: products, reductions, constructors of sparse tensors."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import numpy as np

import torch
from autograd import ops
from autograd.arguments.argument_parser import check_arguments, convert_to_numbers
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_lower_precision
from autograd.frontend.missing_names import missing_name_error
from autograd.functions.indexing.index_checks import check_matching_dtypes
from autograd.functions.sparse.construction import sparse_coo_tensor
from autograd.functions.sparse.layout_support import check_product
from autograd.functions.sparse.rules import as_sparse_like, sparse_product
from autograd.runtime.warnings import warn_once
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import dtype_of_array
from autograd.tensor.sparse import SparseArray, coalesce_entries, is_sparse
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype
    from autograd.tensor.memory_format import layout
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor

__all__ = ["addmm", "check_sparse_tensor_invariants", "log_softmax", "mm", "softmax", "spdiags",
           "sum"]
# By the number of arguments: the legacy call, the call to use, and the line in torch's C++.
LEGACY_WARNING = (
    "torch.sparse.SparseTensor({}) is deprecated.  Please use torch.sparse_coo_tensor({})."
)
LEGACY_SIGNATURES = {
    0: ("", "(0,), dtype=", 623),
    1: ("shape, *, device=", "shape, dtype=, device=", 684),
    2: ("indices, values, *, device=", "indices, values, dtype=, device=", 641),
    3: ("indices, values, shape, *, device=", "indices, values, shape, dtype=, device=", 653),
}


def mm(sparse: Tensor, dense: Tensor) -> Tensor:
    """Return the product of two matrices, one of them sparse; sparse if both are."""
    if is_sparse(sparse._array) and is_sparse(dense._array):
        check_inner_dims(sparse, dense)
        check_product(sparse, dense, dense._array.order)
        return sparse_product(sparse, dense)
    if not is_sparse(sparse._array):  # torch accepts the sparse matrix second
        size = (sparse.size(-2), dense.size(-1))
        return multiply_into_zeros(
            size[::-1], dense.transpose(-2, -1), sparse.transpose(-2, -1)
        ).transpose(-2, -1)
    return multiply_into_zeros((sparse.size(-2), dense.size(-1)), sparse, dense)


def multiply_into_zeros(size: tuple[int, ...], sparse: Tensor, dense: Tensor) -> Tensor:
    """Return the product of shape `size`, added to zeros as in torch."""
    return checked_addmm(wrap(np.zeros(size, dense._array.dtype)), sparse, dense, 0, 1)


def addmm(
        mat: Tensor, mat1: Tensor, mat2: Tensor, *, beta: float = 1.0, alpha: float = 1.0
) -> Tensor:
    """Return `beta * mat + alpha * mat1 @ mat2`, of which `mat1` is sparse."""
    return checked_addmm(mat, mat1, mat2, beta, alpha)


@autocast_lower_precision
def checked_addmm(mat: Tensor, mat1: Tensor, mat2: Tensor, beta: int, alpha: int) -> Tensor:
    """Return `addmm` after torch's checks of shapes and dtypes."""
    if is_sparse(mat1._array):
        mat.detach().expand(mat1.size(0), mat2.size(1))  # raises unless the shapes broadcast
    if mat2._array.ndim != 2:
        raise RuntimeError(f"mat2 must be a matrix, got {mat2._array.ndim}-D tensor")
    inner, other = mat1._array.shape[1], mat2._array.shape[0]
    if mat1.layout is torch.sparse_coo and inner != other:
        raise RuntimeError(
            f"addmm: Argument #3 (dense): Expected dim 0 size {inner}, got {other}")
    check_inner_dims(mat1, mat2)
    check_product(mat1, mat2, "strided")
    for x in (mat, mat2):
        check_matching_dtypes("expected scalar type {} but found {}", mat1, x)
    return apply(ops.sparse.sparse_addmm, (mat, mat1, mat2), {"beta": beta, "alpha": alpha})


def check_inner_dims(mat1: Tensor, mat2: Tensor) -> None:
    """Raise RuntimeError for matrices that cannot be multiplied."""
    (rows, inner), (other, columns) = mat1._array.shape, mat2._array.shape
    if inner != other:
        raise RuntimeError("mat1 and mat2 shapes cannot be multiplied "
                           f"({rows}x{inner} and {other}x{columns})")


def sum(input: Tensor, dim: Any = None, dtype: type | None = None) -> Tensor:
    """Return the sum of the specified elements: dense over all, sparse along `dim`."""
    check_arguments("torch", "_sparse_sum", (input, *(() if dim is None else (dim,))),
          {} if dtype is None else {"dtype": dtype})
    if dim is None:
        if input.requires_grad and dtype and not (dtype.is_floating_point or dtype.is_complex):
            raise RuntimeError(f"Autograd not support dtype: {dtype.legacy_name}")
        return input.coalesce().values().sum(dtype=dtype)
    input = (input if dtype is None else input.to(dtype)).coalesce()
    if input.requires_grad and input.is_complex():
        raise RuntimeError("_sparse_sum does not support automatic differentiation for outputs "
                           "with complex dtype.")
    dims = tuple(sorted(wrap_dim(each, input._array.ndim)
                        for each in (dim if isinstance(dim, tuple | list) else (dim,))))
    if len(dims) == input._array.ndim and not input.requires_grad:
        return input.values().sum()
    result = apply(ops.sparse.sparse_sum, (input,), {"dim": dims})
    if not result._array.ndim:
        return result
    is_specified = ops.sparse.stored_mask(input._array).any(dims)
    return as_sparse_like(
        result, SparseArray(result._array, np.array(np.nonzero(is_specified)), None, True)
    )


def softmax(input: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """Return `softmax` of the specified elements along `dim`."""
    return apply_normalization(ops.sparse.sparse_softmax, input, dim, dtype)


def log_softmax(input: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """Return `log_softmax` of the specified elements along `dim`."""
    return apply_normalization(ops.sparse.sparse_log_softmax, input, dim, dtype)


def apply_normalization(op: Any, input: Tensor, dim: int, dtype: type | None) -> Tensor:
    """Apply the op, a normalization, to the specified elements along `dim`."""
    input = (input if dtype is None else input.to(dtype)).coalesce()
    if input._array.dtype.kind != "f" or input._array.itemsize == 2:
        raise NotImplementedError(f'"{op.name.removeprefix("sparse_")}" not implemented for '
                                  f"'{dtype_of_array(input._array).legacy_name}'")
    result = apply(op, (input,), {"dim": wrap_dim(dim, input._array.ndim)})
    return as_sparse_like(result, coalesce_entries(input._array))


def add_declared_checks(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return `function` with the name and the argument checks of torch's C++ function."""
    name = f"_sparse_{function.__name__}"

    @wraps(function)
    def wrapper(*args, **options):
        check_arguments("torch.sparse", name, args, options)
        args, options = convert_to_numbers("torch.sparse", name, args, options) or (args, options)
        return function(*args, **options)

    wrapper.__name__ = wrapper.__qualname__ = name
    return wrapper


mm, addmm, softmax, log_softmax = map(add_declared_checks, (mm, addmm, softmax, log_softmax))


def spdiags(diagonals: Any, offsets: Any, shape: Size, layout: layout | None = None) -> Tensor:
    """Return a sparse matrix of `shape` whose diagonals at `offsets` are the rows of
    `diagonals`."""
    order = getattr(layout, "name", "sparse_coo")
    if not order.startswith("sparse_"):
        raise RuntimeError("Only output layouts (Sparse, SparseCsc, SparseCsr) are supported, got "
                           f"{order.title()}")
    offsets, rows_of_diagonals = np.atleast_1d(offsets._array), np.atleast_2d(diagonals._array)
    check_offsets(rows_of_diagonals, offsets)
    rows, columns, values = [], [], []
    for diagonal, offset in zip(rows_of_diagonals, offsets.tolist()):
        for column in range(min(shape[1], diagonal.size)):
            if 0 <= column - offset < shape[0]:
                rows.append(column - offset)
                columns.append(column)
                values.append(diagonal[column])
    indices = torch.tensor([rows, columns], dtype=torch.int64)
    result = sparse_coo_tensor(indices, wrap(np.array(values, diagonals._array.dtype)), shape,
                             check_invariants=False)
    return result if order == "sparse_coo" else result.to_sparse(layout=layout)


def check_offsets(diagonals: Any, offsets: Any) -> None:
    """Raise RuntimeError unless there is one int64 offset for each diagonal, all different."""
    if len(diagonals) != len(offsets):
        raise RuntimeError(f"Number of diagonals ({len(diagonals)}) does not match the number of "
                           f"offsets ({len(offsets)})")
    if offsets.dtype != np.int64:
        raise RuntimeError(
            f"Offset Tensor must have dtype Long but got {dtype_of_array(offsets).legacy_name}")
    if len(set(offsets.tolist())) < len(offsets):
        raise RuntimeError("Offset tensor contains duplicate values")


class check_sparse_tensor_invariants:
    """A switch, and context, for checks of new sparse tensors; indices are always checked."""

    enabled = False

    def __init__(self, enable=True):
        self.enable_inside, self.previous = enable, None

    def __enter__(self):
        self.previous = type(self).enabled
        type(self).enabled = self.enable_inside

    def __exit__(self, *error):
        type(self).enabled = self.previous

    @classmethod
    def is_enabled(cls) -> bool:
        """Return True if checks are enabled."""
        return cls.enabled

    @classmethod
    def enable(cls) -> None:
        """Enable checks."""
        cls.enabled = True

    @classmethod
    def disable(cls) -> None:
        """Disable checks."""
        cls.enabled = False


def warn_legacy(given: int) -> None:
    """Warn about a legacy constructor called with `given` arguments."""
    former, today, line = LEGACY_SIGNATURES[given]
    warn_once(LEGACY_WARNING.format(former, today), at=f"torch/csrc/utils/tensor_new.cpp:{line}")


def make_legacy_constructor(dtype: dtype) -> Callable[..., Any]:
    """Return a legacy constructor such as `torch.sparse.FloatTensor`.

    Values keep their dtype.
    """

    def make(*args, device=None):
        if args and isinstance(args[0], torch.Tensor):
            warn_legacy(len(args))
            if args[0].dtype is not torch.int64:
                raise RuntimeError(
                    f"expected scalar type Long but found {args[0].dtype.legacy_name}")
            return sparse_coo_tensor(*args, check_invariants=False)
        if args and type(args[0]) in (list, tuple):
            raise TypeError(
                "torch.sparse.SparseTensor(sequence) only accepts sizes.  Please use "
                "torch.sparse_coo_tensor() or construct a strided tensor and convert it to sparse "
                "via to_sparse.")
        warn_legacy(min(len(args), 1))
        sizes = args[0] if args and isinstance(args[0], torch.Size) else args or (0,)
        return sparse_coo_tensor(sizes, dtype=dtype)

    return make


FloatTensor, DoubleTensor, HalfTensor = map(
    make_legacy_constructor, (torch.float32, torch.float64, torch.float16)
)
IntTensor, LongTensor, ShortTensor = map(
    make_legacy_constructor, (torch.int32, torch.int64, torch.int16)
)
ByteTensor, CharTensor = map(make_legacy_constructor, (torch.uint8, torch.int8))


def __getattr__(name):
    raise missing_name_error("torch.sparse", name, globals())
