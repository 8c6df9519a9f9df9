"""Views with dimensions in another order: `transpose`, `permute`, `x.T` etc."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.vmap_factories import batch_sizes
from autograd.functions.shape.reshape import parse_size_args
from autograd.functions.tensor_api.binding import method
from autograd.runtime import masked_rules
from autograd.runtime.function_record import declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import TRANSPOSE
from autograd.runtime.warnings import warn_once
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.tensor import Tensor, make_readonly_setter

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor


@export()
@method()
@declare(masked=masked_rules.MOVE_ENTRIES)
def t(input: Tensor) -> Tensor:
    """Return the transpose of a matrix, a view; a vector or number itself.

    Raise RuntimeError for more than two dimensions.
    """
    ndim = input._array.ndim
    if ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {ndim}D")
    return apply(ops.t, (input,))


@export("transpose", "swapaxes", "swapdims")
@method("transpose", "swapaxes", "swapdims")
@declare("swapaxes", composite=True, sparse=TRANSPOSE)
@declare("transpose", "swapaxes", "swapdims", masked=masked_rules.MOVE_ENTRIES)
def transpose(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """Return a view with `dim0` and `dim1` swapped."""
    ndim = input._array.ndim
    dims = {"dim0": wrap_dim(dim0, ndim), "dim1": wrap_dim(dim1, ndim)}
    return apply(ops.transpose, (input,), dims)


@export()
@method()
def permute(input: Tensor, *dims: Any) -> Tensor:
    """Return a view with the dimensions in the order `dims`."""
    if not dims:
        raise TypeError('permute() missing 1 required positional arguments: "dims"')
    dims = parse_size_args(dims)
    if len(dims) != input._array.ndim:
        mapped = len(batch_sizes((input,)))
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the "
            "length of the desired ordering of dimensions i.e. input.dim() = "
            f"{input._array.ndim + mapped} is not equal to len(dims) = {len(dims) + mapped}")
    dims = tuple(wrap_dim(i, len(dims)) for i in dims)
    if len(set(dims)) < len(dims):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return apply(ops.permute, (input,), {"dims": dims})


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
    for name, dims, requested in zip(("source", "destination"), (source, destination), given):
        if len(set(dims)) < len(dims):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({requested})")
    if not ndim:
        return apply(ops.alias, (input,))
    order = [i for i in range(ndim) if i not in source]
    for index, axis in sorted(zip(destination, source)):
        order.insert(index, axis)
    return permute(input, *order)


@declare("T", sparse=TRANSPOSE, masked=masked_rules.Unsupported("permute"))
def reverse_dims(self) -> Tensor:
    """Return all dimensions in reverse order, a view; this is `Tensor.T`.

    torch warns once unless the tensor is a matrix.
    """
    if not self._array.ndim:
        warn_once("Tensor.T is deprecated on 0-D tensors. This function is the identity in these "
                  "cases.", at="aten/src/ATen/native/TensorShape.cpp:4321")
    elif self._array.ndim != 2:
        warn_once(
            "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is "
            "deprecated and it will throw an error in a future release. Consider `x.mT` to "
            "transpose batches of matrices or `x.permute(*torch.arange(x.ndim - 1, -1, -1))` to "
            "reverse the dimensions of a tensor.", at="aten/src/ATen/native/TensorShape.cpp:4314")
    return permute(self, tuple(range(self._array.ndim)[::-1]))


Tensor.T = property(reverse_dims, make_readonly_setter("T"))


@declare("mT", sparse=TRANSPOSE, masked=masked_rules.MOVE_ENTRIES)
def transpose_matrices(self) -> Tensor:
    """Return a view with the last two dimensions swapped; this is `Tensor.mT`."""
    ndim = self._array.ndim
    if not ndim:
        warn_once("Tensor.mT is deprecated on 0-D tensors. This function is the identity in these "
                  "cases.", at="aten/src/ATen/native/TensorShape.cpp:4373")
        return self
    if ndim < 2:
        raise RuntimeError(
            f"tensor.mT is only supported on matrices or batches of matrices. Got {ndim}-D tensor."
        )
    return transpose(self, -2, -1)


Tensor.mT = property(transpose_matrices, make_readonly_setter("mT"))


@export()
@method()
def adjoint(input: Tensor) -> ArrayOrTensor:
    """Return the conjugate transpose of a matrix or a batch of matrices."""
    return conjugate_transpose("adjoint()", input)


def conjugate_transpose(name: str, input: Tensor) -> Tensor:
    """Return the conjugate transpose; warnings and errors are those of `name`.

    Raise RuntimeError for a vector.
    """
    if not input._array.ndim:
        label, line = (name, 4390) if "(" in name else (f"Tensor.{name}", 4382)
        warn_once(f"{label} is deprecated on 0-D tensors. Consider using x.conj().",
                  at=f"aten/src/ATen/native/TensorShape.cpp:{line}")
        return input.conj() if input._array.dtype.kind == "c" else input
    if input._array.ndim < 2:
        raise RuntimeError(
            f"tensor.{name} is only supported on matrices or batches of matrices. Got 1-D tensor.")
    transposed = transpose(input, -2, -1)
    return transposed.conj() if input._array.dtype.kind == "c" else transposed


Tensor.mH = property(lambda self: conjugate_transpose("mH", self), make_readonly_setter("mH"))


def matrix_adjoint(self) -> Tensor:
    """Return the conjugate transpose of one matrix; this is `Tensor.H`."""
    ndim = self._array.ndim
    if ndim not in (0, 2):
        raise RuntimeError(
            f"tensor.H is only supported on matrices (2-D tensors). Got {ndim}-D tensor."
            + (" For batches of matrices, consider using tensor.mH" if ndim > 2 else "")
        )
    if ndim:
        return adjoint(self)
    warn_once("Tensor.H is deprecated on 0-D tensors. Consider using x.conj().",
              at="aten/src/ATen/native/TensorShape.cpp:4335")
    return self.conj() if self._array.dtype.kind == "c" else self


Tensor.H = property(matrix_adjoint, make_readonly_setter("H"))
