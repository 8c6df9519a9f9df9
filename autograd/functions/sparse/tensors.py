"""The class of sparse tensors: properties, indices, values, copies, printing.

To a program they are Tensors of another layout. Here they have a class of their own, named
Tensor, whose `__torch_function__` runs the rules of `rules.py`, at no cost for other tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.tensor import memory_format as formats, sparse
from autograd.tensor.dtype import bool_, get_default_dtype, int64, dtype_of_array
from autograd.tensor.printing import append_suffixes, format_array
from autograd.tensor.sparse import SparseArray, coalesce_entries, from_entries
from autograd.tensor.tensor import Tensor, make_readonly_setter, set_data, wrap
from autograd.tensor.torch_function import override_methods

COMPRESSED = {"csr": ("crow", "col"), "csc": ("ccol", "row")}


def as_sparse(tensor: Tensor, array: SparseArray) -> Tensor:
    """Make `tensor` itself a sparse tensor over `array`; its `grad_fn` stays."""
    enroll_class()
    set_data(tensor, array).__class__ = SparseTensor
    return tensor


@cache
def enroll_class() -> None:
    """Let functions check for sparse tensors, which costs time, once there is one."""
    override_methods(SparseTensor)


def sparse_tensor(array: SparseArray) -> Tensor:
    """Return a sparse tensor without a `grad_fn`."""
    return as_sparse(wrap(array), array)


def reflected_operator(name: str) -> Callable[..., Any]:
    """Return the reflected operator that calls the method `name`."""

    def operate(self, other):
        pair = (other, self) if isinstance(other, Tensor) or name == "sub" else (self, other)
        return sparse.dispatch(getattr(Tensor, name), pair, {})

    return operate


class SparseTensor(Tensor):
    """A Tensor whose array is a SparseArray."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return sparse.dispatch(func, args, kwargs or {})

    layout = property(lambda self: getattr(formats, f"sparse_{self._array.order}"),
                      make_readonly_setter("layout"))
    is_sparse = property(lambda self: self._array.order == "coo", make_readonly_setter("is_sparse"))
    is_sparse_csr = property(lambda self: self._array.order == "csr")

    def _nnz(self):
        return self._array.places.shape[1]

    def _indices(self):
        return wrap(array_of_layout(self, "coo", "indices").places)

    def _values(self):
        return wrap(self._array.values)

    # Python calls these first for a dense left operand: SparseTensor is a subclass.
    __radd__, __rsub__, __rmul__, __rmatmul__ = map(
        reflected_operator, ("add", "sub", "mul", "matmul"))

    def is_contiguous(self, memory_format: Any = None) -> bool:
        """Return False: the entries have no memory of their own."""
        return False

    def stride(self, dim: int | None = None) -> int | tuple[int, ...]:
        """Return 0, or a 0 for each dimension."""
        return (0,) * self._array.ndim if dim is None else 0

    def type(self, dtype: Any = None, **options: Any) -> str | Tensor:
        """Return the legacy type name, or convert to a dtype."""
        if dtype is not None:
            return self.to(dtype)
        return dtype_of_array(self._array).type_string.replace("torch.", "torch.sparse.")

    def is_coalesced(self) -> bool:
        """Return True if the indices are sorted and distinct."""
        return array_of_layout(self, "coo", "is_coalesced").coalesced

    def sparse_dim(self) -> int:
        """Return the number of sparse dimensions."""
        return len(self._array.places)

    def dense_dim(self) -> int:
        """Return the number of dimensions of each stored value."""
        return self._array.ndim - len(self._array.places)

    def coalesce(self) -> Tensor:
        """Return the tensor with sorted indices, duplicates added up; itself if it is coalesced."""
        array = array_of_layout(self, "coo", "coalesce")
        return self if array.coalesced else as_sparse(
            apply(ops.sparse.coalesce, (self,)), coalesce_entries(array))

    def indices(self) -> Tensor:
        """Return the indices of entries, `(sparse_dim, nnz)`; RuntimeError if not coalesced."""
        self._check_coalesced("indices")
        return self._indices()

    def values(self) -> Tensor:
        """Return the values of entries, `(nnz, *dense sizes)`; RuntimeError if not coalesced."""
        self._check_coalesced("values")
        key = {"key": tuple(self._array.places)}
        return apply(ops.sparse.stored_values, (self,), key)

    def _check_coalesced(self, name):
        if not self._array.coalesced:
            raise RuntimeError(
                f"Cannot get {name} on an uncoalesced tensor, please call .coalesce() first")

    def crow_indices(self) -> Tensor:
        """Return the position of each row's first entry, `(rows + 1,)`, of a CSR tensor."""
        return wrap(compressed_indices(array_of_layout(self, "csr", "crow_indices"))[0])

    def col_indices(self) -> Tensor:
        """Return the column of each entry, `(nnz,)`, of a CSR tensor."""
        return wrap(compressed_indices(array_of_layout(self, "csr", "col_indices"))[1])

    def ccol_indices(self) -> Tensor:
        """Return the position of each column's first entry, `(columns + 1,)`, of a CSC tensor."""
        return wrap(compressed_indices(array_of_layout(self, "csc", "ccol_indices"))[0])

    def row_indices(self) -> Tensor:
        """Return the row of each entry, `(nnz,)`, of a CSC tensor."""
        return wrap(compressed_indices(array_of_layout(self, "csc", "row_indices"))[1])

    def __copy__(self):
        twin = as_sparse(self.alias(), self._array)
        twin._requires_grad, twin._edge, twin._grad = self._requires_grad, self._edge, self._grad
        return twin

    def __deepcopy__(self, memo):
        return memo.setdefault(id(self), rebuild_sparse_tensor(*self.__reduce_ex__(2)[1]))

    def __reduce_ex__(self, protocol):
        if self._edge is not None:
            raise RuntimeError("Only Tensors created explicitly by the user (graph leaves) support "
                               "the deepcopy protocol at the moment.")
        array = self._array
        return rebuild_sparse_tensor, (
            array.places.copy(), array.values.copy(), array.shape, array.coalesced, array.order,
            self._requires_grad)

    def __repr__(self):
        return format_sparse(self)

    __str__ = __repr__


def rebuild_sparse_tensor(
        indices: np.ndarray, values: np.ndarray, shape: tuple[int, ...], coalesced: bool,
        order: str, requires_grad: bool) -> Tensor:
    """Return a sparse leaf with the attributes that a file or a copy has."""
    tensor = sparse_tensor(from_entries(indices, values, shape, coalesced, order))
    tensor._requires_grad = requires_grad
    return tensor


def array_of_layout(tensor: Tensor, order: str, name: str) -> SparseArray:
    """Return the array of a tensor; RuntimeError if `name` expects another layout."""
    array = tensor._array
    if array.order != order:
        kind = {"coo": "coordinate", "csr": "row compressed", "csc": "column compressed"}[order]
        raise RuntimeError(f"{name} expected sparse {kind} tensor layout but got "
                           f"Sparse{array.order.capitalize()}")
    return array


def compressed_indices(array: SparseArray) -> tuple[np.ndarray, np.ndarray]:
    """Return the compressed and the plain indices of a CSR or CSC matrix."""
    major, minor = array.places if array.order == "csr" else array.places[::-1]
    count = array.shape[array.order == "csc"]
    return np.concatenate(([0], np.cumsum(np.bincount(major, minlength=count)))), minor


def format_sparse(tensor: Tensor) -> str:
    """Format a sparse tensor as torch does: indices, values, size, nnz, dtype, layout."""
    array, opening = tensor._array, "tensor("
    if array.order == "coo":
        parts = [("indices", array.places)]
    else:
        names = [f"{name}_indices" for name in COMPRESSED[array.order]]
        parts = list(zip(names, compressed_indices(array)))
    shown = []
    for name, numbers in [*parts, ("values", array.values)]:
        begin = f"{name}=tensor("
        size = "" if numbers.size else f", size={numbers.shape}"
        shown.append(begin + format_array(numbers, len(opening) + len(begin)) + size + ")")
    between = ",\n" + " " * len(opening)
    dtype = dtype_of_array(array)
    facts = [f"size={array.shape}", f"nnz={tensor._nnz()}"]
    facts += [f"dtype={dtype}"] if dtype not in (get_default_dtype(), int64, bool_) else []
    facts.append(f"layout=torch.sparse_{array.order}")
    if tensor._edge is not None:
        facts.append(f"grad_fn=<{type(tensor._edge[0]).__name__}>")
    elif tensor._requires_grad:
        facts.append("requires_grad=True")
    return append_suffixes(opening + between.join(shown), facts, len(opening), array.order == "coo")


SparseTensor.__name__ = SparseTensor.__qualname__ = "Tensor"
SparseTensor.__module__ = "torch"


sparse.make_tensor = sparse_tensor
