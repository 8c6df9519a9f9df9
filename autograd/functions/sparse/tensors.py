"""Sparse tensors: what they tell of themselves, and how they print.

To a program they are plain Tensors of another layout; here they are of a class of their own, of
the same name, so that functions know to ask them (`rules.py`) and other tensors pay nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.tensor import memory_format as formats, sparse
from autograd.tensor.dtype import bool_, get_default_dtype, int64, of_array
from autograd.tensor.printing import append, format_array
from autograd.tensor.sparse import SparseArray, compact, stored
from autograd.tensor.tensor import Tensor, fixed, rehouse, wrap
from autograd.tensor.torch_function import enroll

COMPRESSED = {"csr": ("crow", "col"), "csc": ("ccol", "row")}


def dressed(tensor: Tensor, array: SparseArray) -> Tensor:
    """`tensor` itself as a sparse one over `array`; what it is on the tape stays."""
    begin()
    rehouse(tensor, array).__class__ = SparseTensor
    return tensor


@cache
def begin() -> None:
    """Let functions ask for sparse tensors, now that there is one: others pay for it."""
    enroll(SparseTensor)


def tensor_of(array: SparseArray) -> Tensor:
    """A sparse tensor off the tape."""
    return dressed(wrap(array), array)


def reflected(name: str) -> Callable[..., Any]:
    """The operator of a function, for a sparse tensor on its right."""

    def operate(self, other):
        pair = (other, self) if isinstance(other, Tensor) or name == "sub" else (self, other)
        return sparse.made_by(getattr(Tensor, name), pair, {})

    return operate


class SparseTensor(Tensor):
    """A tensor whose array is a SparseArray."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return sparse.made_by(func, args, kwargs or {})

    layout = property(lambda self: getattr(formats, f"sparse_{self._array.order}"), fixed("layout"))
    is_sparse = property(lambda self: self._array.order == "coo", fixed("is_sparse"))
    is_sparse_csr = property(lambda self: self._array.order == "csr")

    def _nnz(self):
        return self._array.places.shape[1]

    def _indices(self):
        return wrap(of_order(self, "coo", "indices").places)

    def _values(self):
        return wrap(self._array.values)

    # Python asks these first, of a dense and a sparse one, too.
    __radd__, __rsub__, __rmul__, __rmatmul__ = map(reflected, ("add", "sub", "mul", "matmul"))

    def is_contiguous(self, memory_format: Any = None) -> bool:
        """Never: there is no memory in which all entries lie."""
        return False

    def stride(self, dim: int | None = None) -> Any:
        """0 along every dimension."""
        return (0,) * self._array.ndim if dim is None else 0

    def type(self, dtype: Any = None, **options: Any) -> Any:
        """The name of its class in torch, or the same in another dtype."""
        if dtype is not None:
            return self.to(dtype)
        return of_array(self._array).type_string.replace("torch.", "torch.sparse.")

    def is_coalesced(self) -> bool:
        """Whether places are in order and each only once."""
        return of_order(self, "coo", "is_coalesced").coalesced

    def sparse_dim(self) -> Any:
        """Along how many dimensions entries are left out."""
        return len(self._array.places)

    def dense_dim(self) -> Any:
        """How many dimensions each stored value has."""
        return self._array.ndim - len(self._array.places)

    def coalesce(self) -> Any:
        """The same with places in order and values of one place added up; itself if they are."""
        array = of_order(self, "coo", "coalesce")
        return self if array.coalesced else dressed(
            apply(ops.sparse.coalesce, (self,)), compact(array))

    def indices(self) -> Any:
        """The places of what is stored, `(sparse dims, stored)`; RuntimeError if not coalesced."""
        self._check_coalesced("indices")
        return self._indices()

    def values(self) -> Any:
        """What is stored; RuntimeError if not coalesced."""
        self._check_coalesced("values")
        key = {"key": tuple(self._array.places)}
        return apply(ops.sparse.stored_values, (self,), key)

    def _check_coalesced(self, name):
        if not self._array.coalesced:
            raise RuntimeError(
                f"Cannot get {name} on an uncoalesced tensor, please call .coalesce() first")

    def crow_indices(self) -> Any:
        """Where each row begins among what is stored, of a tensor stored by rows."""
        return wrap(compressed(of_order(self, "csr", "crow_indices"))[0])

    def col_indices(self) -> Any:
        """The column of each stored entry, of a tensor stored by rows."""
        return wrap(compressed(of_order(self, "csr", "col_indices"))[1])

    def ccol_indices(self) -> Any:
        """Where each column begins among what is stored, of a tensor stored by columns."""
        return wrap(compressed(of_order(self, "csc", "ccol_indices"))[0])

    def row_indices(self) -> Any:
        """The row of each stored entry, of a tensor stored by columns."""
        return wrap(compressed(of_order(self, "csc", "row_indices"))[1])

    def __copy__(self):
        twin = dressed(self.alias(), self._array)
        twin._requires_grad, twin._edge, twin._grad = self._requires_grad, self._edge, self._grad
        return twin

    def __deepcopy__(self, memo):
        return memo.setdefault(id(self), rebuilt(*self.__reduce_ex__(2)[1]))

    def __reduce_ex__(self, protocol):
        if self._edge is not None:
            raise RuntimeError("Only Tensors created explicitly by the user (graph leaves) support "
                               "the deepcopy protocol at the moment.")
        array = self._array
        return rebuilt, (array.places.copy(), array.values.copy(), array.shape, array.coalesced,
                         array.order, self._requires_grad)

    def __repr__(self):
        return text(self)

    __str__ = __repr__


def rebuilt(
        places: Callable[..., Any], values: Tensor, shape: tuple[int, ...], coalesced: Any,
        order: str, requires_grad: bool) -> Tensor:
    """A sparse leaf from what is kept of it in a file or for a copy."""
    made = tensor_of(stored(places, values, shape, coalesced, order))
    made._requires_grad = requires_grad
    return made


def of_order(tensor: Tensor, order: str, name: str) -> SparseArray:
    """The array of a tensor of that layout, or torch's error about what `name` expects."""
    array = tensor._array
    if array.order != order:
        kind = {"coo": "coordinate", "csr": "row compressed", "csc": "column compressed"}[order]
        raise RuntimeError(f"{name} expected sparse {kind} tensor layout but got "
                           f"Sparse{array.order.capitalize()}")
    return array


def compressed(array: SparseArray) -> tuple[np.ndarray, np.ndarray]:
    """Of a matrix by rows or columns: where each begins, and the other index of each entry."""
    major, minor = array.places if array.order == "csr" else array.places[::-1]
    count = array.shape[array.order == "csc"]
    return np.concatenate(([0], np.cumsum(np.bincount(major, minlength=count)))), minor


def text(tensor: Tensor) -> str:
    """torch's text for a sparse tensor: places, values, and what else there is to say."""
    array, opening = tensor._array, "tensor("
    if array.order == "coo":
        parts = [("indices", array.places)]
    else:
        names = [f"{name}_indices" for name in COMPRESSED[array.order]]
        parts = list(zip(names, compressed(array)))
    shown = []
    for name, numbers in [*parts, ("values", array.values)]:
        begin = f"{name}=tensor("
        size = "" if numbers.size else f", size={numbers.shape}"
        shown.append(begin + format_array(numbers, len(opening) + len(begin)) + size + ")")
    between = ",\n" + " " * len(opening)
    dtype = of_array(array)
    facts = [f"size={array.shape}", f"nnz={tensor._nnz()}"]
    facts += [f"dtype={dtype}"] if dtype not in (get_default_dtype(), int64, bool_) else []
    facts.append(f"layout=torch.sparse_{array.order}")
    if tensor._edge is not None:
        facts.append(f"grad_fn=<{type(tensor._edge[0]).__name__}>")
    elif tensor._requires_grad:
        facts.append("requires_grad=True")
    return append(opening + between.join(shown), facts, len(opening), array.order == "coo")


SparseTensor.__name__ = SparseTensor.__qualname__ = "Tensor"
SparseTensor.__module__ = "torch"


sparse.make_tensor = tensor_of
