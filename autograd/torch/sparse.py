"""`torch.sparse`: tensors of which few entries are stored, and products with them."""

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
from autograd.frontend.missing_names import missing
from autograd.functions.indexing.index_checks import check_matching_dtypes
from autograd.functions.sparse.construction import sparse_coo_tensor
from autograd.functions.sparse.layout_support import check_product
from autograd.functions.sparse.rules import as_sparse_like, sparse_product
from autograd.runtime.warnings import warn_once
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import of_array
from autograd.tensor.sparse import SparseArray, compact, is_sparse
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype
    from autograd.tensor.memory_format import layout
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor

__all__ = ["addmm", "check_sparse_tensor_invariants", "log_softmax", "mm", "softmax", "spdiags",
           "sum"]
# By the number of arguments: what a call in the former style was given, and what it is to be now.
LEGACY = (
    "torch.sparse.SparseTensor({}) is deprecated.  Please use torch.sparse_coo_tensor({})."
)
FORMS = {
    0: ("", "(0,), dtype=", 623),
    1: ("shape, *, device=", "shape, dtype=, device=", 684),
    2: ("indices, values, *, device=", "indices, values, dtype=, device=", 641),
    3: ("indices, values, shape, *, device=", "indices, values, shape, dtype=, device=", 653),
}


def mm(sparse: Tensor, dense: Tensor) -> Tensor:
    """The product of two matrices, the first sparse; sparse, too, if the second is."""
    if is_sparse(sparse._array) and is_sparse(dense._array):
        check_fitting(sparse, dense)
        check_product(sparse, dense, dense._array.order)
        return sparse_product(sparse, dense)
    if not is_sparse(sparse._array):  # which is the other way round, as torch has it
        size = (sparse.size(-2), dense.size(-1))
        return mm_into(size[::-1], dense.transpose(-2, -1), sparse.transpose(-2, -1)).transpose(
            -2, -1)
    return mm_into((sparse.size(-2), dense.size(-1)), sparse, dense)


def mm_into(size: tuple[int, ...], sparse: Tensor, dense: Tensor) -> Tensor:
    """The product as torch adds it to zeros."""
    return product(wrap(np.zeros(size, dense._array.dtype)), sparse, dense, 0, 1)


def addmm(mat: Tensor, mat1: Tensor, mat2: Tensor, *, beta: float = 1.0, alpha: float = 1.0) -> Any:
    """`beta * mat + alpha * mat1 @ mat2`, of which `mat1` is sparse."""
    return product(mat, mat1, mat2, beta, alpha)


@autocast_lower_precision
def product(mat: Tensor, mat1: Tensor, mat2: Tensor, beta: int, alpha: int) -> Tensor:
    """`addmm` after torch's checks of the shapes."""
    if is_sparse(mat1._array):
        mat.detach().expand(mat1.size(0), mat2.size(1))  # which may be refused
    if mat2._array.ndim != 2:
        raise RuntimeError(f"mat2 must be a matrix, got {mat2._array.ndim}-D tensor")
    inner, other = mat1._array.shape[1], mat2._array.shape[0]
    if mat1.layout is torch.sparse_coo and inner != other:
        raise RuntimeError(
            f"addmm: Argument #3 (dense): Expected dim 0 size {inner}, got {other}")
    check_fitting(mat1, mat2)
    check_product(mat1, mat2, "strided")
    for x in (mat, mat2):
        check_matching_dtypes("expected scalar type {} but found {}", mat1, x)
    return apply(ops.sparse.sparse_addmm, (mat, mat1, mat2), {"beta": beta, "alpha": alpha})


def check_fitting(mat1: Tensor, mat2: Tensor) -> None:
    """Raise torch's error for matrices that cannot be multiplied."""
    (rows, inner), (other, columns) = mat1._array.shape, mat2._array.shape
    if inner != other:
        raise RuntimeError("mat1 and mat2 shapes cannot be multiplied "
                           f"({rows}x{inner} and {other}x{columns})")


def sum(input: Tensor, dim: Any = None, dtype: type | None = None) -> Tensor:
    """The sum of what is stored: dense over everything, sparse along `dim`, an int or several."""
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
    made = apply(ops.sparse.sparse_sum, (input,), {"dim": dims})
    if not made._array.ndim:
        return made
    kept = ops.sparse.stored_mask(input._array).any(dims)
    return as_sparse_like(made, SparseArray(made._array, np.array(np.nonzero(kept)), None, True))


def softmax(input: Tensor, dim: int, dtype: Any = None) -> Any:
    """`softmax` along `dim` over what is stored."""
    return normalized(ops.sparse.sparse_softmax, input, dim, dtype)


def log_softmax(input: Tensor, dim: int, dtype: Any = None) -> Any:
    """`log_softmax` along `dim` over what is stored."""
    return normalized(ops.sparse.sparse_log_softmax, input, dim, dtype)


def normalized(op: Any, input: Tensor, dim: int, dtype: type | None) -> Tensor:
    """A normalization of the stored entries along `dim`."""
    input = (input if dtype is None else input.to(dtype)).coalesce()
    if input._array.dtype.kind != "f" or input._array.itemsize == 2:
        raise NotImplementedError(f'"{op.name.removeprefix("sparse_")}" not implemented for '
                                  f"'{of_array(input._array).legacy_name}'")
    made = apply(op, (input,), {"dim": wrap_dim(dim, input._array.ndim)})
    return as_sparse_like(made, compact(input._array))


def declared(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, which takes what torch's C++ declares, under the name that it has there."""
    name = f"_sparse_{function.__name__}"

    @wraps(function)
    def wrapper(*args, **options):
        check_arguments("torch.sparse", name, args, options)
        args, options = convert_to_numbers("torch.sparse", name, args, options) or (args, options)
        return function(*args, **options)

    wrapper.__name__ = wrapper.__qualname__ = name
    return wrapper


mm, addmm, softmax, log_softmax = map(declared, (mm, addmm, softmax, log_softmax))


def spdiags(diagonals: Any, offsets: Any, shape: Size, layout: layout | None = None) -> Any:
    """A sparse matrix of `shape` whose diagonals, at `offsets`, are rows of `diagonals`."""
    order = getattr(layout, "name", "sparse_coo")
    if not order.startswith("sparse_"):
        raise RuntimeError("Only output layouts (Sparse, SparseCsc, SparseCsr) are supported, got "
                           f"{order.title()}")
    offsets, lines = np.atleast_1d(offsets._array), np.atleast_2d(diagonals._array)
    check_offsets(lines, offsets)
    rows, columns, values = [], [], []
    for diagonal, offset in zip(lines, offsets.tolist()):
        for column in range(min(shape[1], diagonal.size)):
            if 0 <= column - offset < shape[0]:
                rows.append(column - offset)
                columns.append(column)
                values.append(diagonal[column])
    places = torch.tensor([rows, columns], dtype=torch.int64)
    made = sparse_coo_tensor(places, wrap(np.array(values, diagonals._array.dtype)), shape,
                             check_invariants=False)
    return made if order == "sparse_coo" else made.to_sparse(layout=layout)


def check_offsets(lines: Any, offsets: Any) -> None:
    """Raise torch's errors where offsets do not tell the diagonals of a matrix apart."""
    if len(lines) != len(offsets):
        raise RuntimeError(f"Number of diagonals ({len(lines)}) does not match the number of "
                           f"offsets ({len(offsets)})")
    if offsets.dtype != np.int64:
        raise RuntimeError(
            f"Offset Tensor must have dtype Long but got {of_array(offsets).legacy_name}")
    if len(set(offsets.tolist())) < len(offsets):
        raise RuntimeError("Offset tensor contains duplicate values")


class check_sparse_tensor_invariants:
    """Whether sparse tensors are checked when they are made; here places always are."""

    enabled = False

    def __init__(self, enable=True):
        self.wanted, self.before = enable, None

    def __enter__(self):
        self.before = type(self).enabled
        type(self).enabled = self.wanted

    def __exit__(self, *error):
        type(self).enabled = self.before

    @classmethod
    def is_enabled(cls) -> bool:
        """Whether checks were asked for."""
        return cls.enabled

    @classmethod
    def enable(cls) -> None:
        """Ask for checks."""
        cls.enabled = True

    @classmethod
    def disable(cls) -> None:
        """Do not ask for checks."""
        cls.enabled = False


def say_legacy(given: int) -> None:
    """torch's warning about a call in the former style with so many arguments."""
    former, today, line = FORMS[given]
    warn_once(LEGACY.format(former, today), at=f"torch/csrc/utils/tensor_new.cpp:{line}")


def legacy(dtype: dtype) -> Callable[..., Any]:
    """`torch.sparse.FloatTensor` and its kind; values that are given keep the dtype they have."""

    def make(*args, device=None):
        if args and isinstance(args[0], torch.Tensor):
            say_legacy(len(args))
            if args[0].dtype is not torch.int64:
                raise RuntimeError(
                    f"expected scalar type Long but found {args[0].dtype.legacy_name}")
            return sparse_coo_tensor(*args, check_invariants=False)
        if args and type(args[0]) in (list, tuple):
            raise TypeError(
                "torch.sparse.SparseTensor(sequence) only accepts sizes.  Please use "
                "torch.sparse_coo_tensor() or construct a strided tensor and convert it to sparse "
                "via to_sparse.")
        say_legacy(min(len(args), 1))
        sizes = args[0] if args and isinstance(args[0], torch.Size) else args or (0,)
        return sparse_coo_tensor(sizes, dtype=dtype)

    return make


FloatTensor, DoubleTensor, HalfTensor = map(legacy, (torch.float32, torch.float64, torch.float16))
IntTensor, LongTensor, ShortTensor = map(legacy, (torch.int32, torch.int64, torch.int16))
ByteTensor, CharTensor = map(legacy, (torch.uint8, torch.int8))


def __getattr__(name):
    raise missing("torch.sparse", name, globals())
