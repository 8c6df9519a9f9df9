"""Reductions such as `sum`, `mean`, `max`, `argmax`, `all`, with `softmax`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.autocast import autocast_float32
from autograd.engine.conversions import observe_conversions
from autograd.engine.inplace_checks import integer_autograd_error
from autograd.functions.kernel_dtypes import check_barebones_dtype
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.out_argument import with_out, write_out
from autograd.runtime import masked_rules
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import EXPECTED, NEVER, Out, declare
from autograd.runtime.registry import export
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import as_numpy_dtype, dtype_of_array, sum_dtype
from autograd.tensor.allocation import zeros
from autograd.tensor.return_types import make_named_tuple
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.ops.record import Op


UNSET = object()  # `dim` that was not passed; None selects the overload that takes dims


def wrap_dims(dim: Sequence[int] | int, ndim: int) -> int | tuple[int, ...]:
    """Return `dim`, an int or a tuple, wrapped to non-negative numbers; an empty tuple means all.

    Raise RuntimeError for repeated dimensions.
    """
    if isinstance(dim, int | np.integer):
        dim = wrap_dim(dim if isinstance(dim, int) else int(dim), ndim)
        return dim if ndim else ()
    wrapped = tuple(wrap_dim(int(i), ndim) for i in dim) or tuple(range(ndim))
    if len(set(wrapped)) < len(wrapped):
        repeated = next(i for i in wrapped if wrapped.count(i) > 1)
        raise RuntimeError(f"dim {repeated} appears multiple times in the list of dims")
    return wrapped


def dim_or_axis(dim: Any, axis: int | None) -> Any:
    """Return `axis`, numpy's name, if it is given and `dim` is not."""
    return axis if axis is not None and (dim is None or dim is UNSET) else dim


@export()
@method()
@declare(out=Out(dtype_error=EXPECTED, may_overlap=True), masked=masked_rules.REDUCTION)
def sum(
        input: Tensor, dim: Any = UNSET, keepdim: bool = False, *, dtype: Any = None,
        axis: int | None = None, out: Any = None) -> Tensor:
    """Return the sum of all elements, or over `dim`; integers are summed in int64."""
    if out is not None:
        kind = out.dtype if dtype is None else dtype
        return write_out(out, "sum", sum(input, dim, keepdim, dtype=kind, axis=axis))
    dim = dim_or_axis(dim, axis)
    kind = input._array.dtype
    cast = sum_dtype(dtype, kind)
    if dtype is not None and cast.kind in "biu" and cast != np.int64 or (
            cast is not None and cast.kind in "biu" and kind.kind in "fcV"):
        if dim is not UNSET and dim is not None:
            wrap_dims(dim, input._array.ndim)  # may raise
        return sum(cast_to_integer(input, dtype), dim, keepdim).to(dtype)
    if dim is UNSET and not keepdim:
        return apply(ops.sum, (input,), dtype=cast)
    ndim = input._array.ndim
    dim = tuple(range(ndim)) if dim is None or dim is UNSET else wrap_dims(dim, ndim)
    return apply(ops.sum_dim, (input,), {"dim": dim, "keepdim": keepdim}, cast)


def cast_to_integer(input: Tensor, dtype: Any) -> Tensor:
    """Return `input` cast to an integer or bool dtype.

    Raise RuntimeError if it requires a gradient.
    """
    if execution.grad_enabled and input.requires_grad:
        raise integer_autograd_error(as_numpy_dtype(dtype))
    return input.to(dtype)


@export()
@method()
@declare(masked=masked_rules.REDUCTION)
def mean(
        input: Tensor, dim: Any = UNSET, keepdim: bool = False, *, dtype: Any = None,
        axis: Any = None, out: Any = None) -> Tensor:
    """Return the mean of all elements, or over `dim`; raise RuntimeError for integers."""
    if out is not None:
        floats = dtype is None and out.dtype.is_floating_point and input.is_floating_point()
        kind = out.dtype if floats else dtype
        return write_out(out, "mean", mean(input, dim, keepdim, dtype=kind, axis=axis))
    dim = dim_or_axis(dim, axis)
    cast = as_numpy_dtype(dtype)
    if (cast or input._array.dtype).kind in "biu":
        which, dtype_found = (
            "Input", dtype_of_array(input._array)) if cast is None else ("Optional", dtype)
        raise RuntimeError(
            f"mean(): could not infer output dtype. {which} dtype must be either a floating point "
            f"or complex dtype. Got: {dtype_found.legacy_name}"
        )
    if dim is UNSET and not keepdim:
        return apply(ops.mean, (input,), dtype=cast)
    ndim = input._array.ndim
    dim = tuple(range(ndim)) if dim is None or dim is UNSET else wrap_dims(dim, ndim)
    return apply(ops.mean_dim, (input,), {"dim": dim, "keepdim": keepdim}, cast)


@export()
@method()
@with_out
@declare(
    out=Out(dtype_errors=(EXPECTED, EXPECTED), reads=NEVER, of_two=True),
    fields=("values", "indices"),
)
def max(
        input: Tensor, dim: Tensor | int | None = None, keepdim: bool = False, *, axis: Any = None,
        other: Any = None) -> Tensor | tuple[Any, ...]:
    """Return the largest element; with `dim` values and indices; of two tensors the maximum."""
    dim = dim_or_axis(dim, axis) if other is None else other
    return apply_extreme(input, dim, keepdim, "max", ops.max_all, ops.max_dim)


@export()
@method()
@with_out
@declare(
    out=Out(dtype_errors=(EXPECTED, EXPECTED), reads=NEVER, of_two=True),
    fields=("values", "indices"),
)
def min(
        input: Tensor, dim: int | None = None, keepdim: bool = False, *, axis: Any = None,
        other: Any = None) -> Tensor | tuple[Any, ...]:
    """Return the smallest element; with `dim` values and indices; of two tensors the minimum."""
    dim = dim_or_axis(dim, axis) if other is None else other
    return apply_extreme(input, dim, keepdim, "min", ops.min_all, ops.min_dim)


def apply_extreme(
        input: Tensor, dim: Tensor | int | None, keepdim: bool, name: str, over_all: Op,
        over_dim: Op) -> Tensor | tuple[Any, ...]:
    """Return `max` or `min` by its two ops: over all elements or along `dim`."""
    if isinstance(dim, Tensor):
        return getattr(input, f"{name}imum")(dim)
    if dim is None:
        if not input._array.size:
            raise RuntimeError(
                f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify "
                "the reduction dim with the 'dim' argument."
            )
        return apply(over_all, (input,))
    params = {"dim": wrap_dim(dim, input._array.ndim), "keepdim": keepdim}
    check_dim_size(name, input, params["dim"])
    return make_named_tuple(name, apply(over_dim, (input,), params))


def check_dim_size(name: str, input: Tensor, dim: int) -> None:
    """Raise IndexError for a reduction over no elements along `dim`."""
    if not input._array.size and input._array.shape and not input._array.shape[dim]:
        raise IndexError(f"{name}(): Expected reduction dim {dim} to have non-zero size.")


@export()
@method()
@with_out
@observe_conversions
@declare(
    derived=False, out=Out(dtype_error=EXPECTED, may_overlap=True), composite=True,
    masked=masked_rules.REDUCTION)
def argmax(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Return the index of the largest element, of all or along `dim`, as int64."""
    return find_extreme(np.argmax, input, dim, keepdim, "argmax")


@export()
@method()
@with_out
@observe_conversions
@declare(
    derived=False, out=Out(dtype_error=EXPECTED, may_overlap=True), composite=True,
    masked=masked_rules.REDUCTION)
def argmin(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Return the index of the smallest element, of all or along `dim`, as int64."""
    return find_extreme(np.argmin, input, dim, keepdim, "argmin")


def find_extreme(arg: Any, input: Tensor, dim: int | None, keepdim: bool, name: str) -> Tensor:
    """Return the result of `np.argmax` or `np.argmin` as an int64 tensor.

    Raise RuntimeError for bool and complex, IndexError for no elements.
    """
    array = input._array
    if array.dtype.kind in "bc":
        word = "bool" if array.dtype.kind == "b" else "complex"
        raise RuntimeError(f"{name}(): does not support {word} input")
    if not array.size and dim is None:
        raise IndexError(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0."
        )
    if dim is not None:
        dim = wrap_dim(dim, array.ndim)
        check_dim_size(name, input, dim)
    check_barebones_dtype(f"{name}_cpu", input)
    if not array.ndim:
        return wrap(np.zeros((), np.int64))
    if input._meta:
        return wrap(zeros(reduced_shape(array.shape, dim, keepdim), np.int64))
    index = np.asarray(arg(array, dim, keepdims=keepdim and dim is not None), np.int64)
    return wrap(index.reshape((1,) * array.ndim) if keepdim and dim is None else index)


BOOL_ONLY = "{name} only supports bool tensor for result, got: {got}"


@export()
@method()
@with_out
@observe_conversions
@declare(
    derived=False, out=Out(dtype_error=BOOL_ONLY, may_overlap=True), composite=True,
    masked=masked_rules.REDUCTION)
def all(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Return whether all elements are nonzero, of all or over `dim`; uint8 of uint8."""
    return reduce_bool(np.all, input, dim, keepdim)


@export()
@method()
@with_out
@observe_conversions
@declare(derived=False, out=Out(dtype_error=BOOL_ONLY, may_overlap=True), composite=True)
def any(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Return whether any element is nonzero, of all or over `dim`; uint8 of uint8."""
    return reduce_bool(np.any, input, dim, keepdim)


def reduced_shape(shape: tuple[int, ...], axes: Any, keepdim: bool) -> tuple:
    """Return the shape of a reduction over `axes`, not negative, or over all dimensions."""
    axes = range(len(shape)) if axes is None else (axes,) if isinstance(axes, int) else axes
    return tuple(1 if i in axes else n for i, n in enumerate(shape) if keepdim or i not in axes)


def reduce_bool(reduce: Any, input: Tensor, dim: int | None, keepdim: bool) -> Tensor:
    """Return `np.all` or `np.any` as a tensor: bool, but uint8 of uint8."""
    axes = None if dim is None else wrap_dims(dim, input._array.ndim)
    axes = () if isinstance(dim, tuple | list) and not dim else axes  # reduces nothing
    kind = np.uint8 if input._array.dtype == np.uint8 else bool
    if input._meta:
        return wrap(zeros(reduced_shape(input._array.shape, axes, keepdim), kind))
    return wrap(np.asarray(reduce(input._array, axes, keepdims=keepdim)).astype(kind, order="C"))


@export()
@method()
@with_out
@autocast_float32
@declare(
    out=Out(dtype_error=EXPECTED, may_overlap=True, gives_dtype=True),
    masked=masked_rules.REDUCTION)
def prod(
        input: Tensor, dim: int | None = None, keepdim: bool = False, *, dtype: Any = None
) -> Tensor:
    """Return the product of all elements, or along `dim`; integers are multiplied in int64."""
    kind = input._array.dtype.kind
    cast = sum_dtype(dtype, input._array.dtype)
    if dtype is not None and cast.kind in "biu" and (cast != np.int64 or kind in "fcV"):
        return prod(cast_to_integer(input, dtype), dim, keepdim).to(dtype)
    if dim is None:
        return apply(ops.prod, (input,), dtype=cast)
    params = {"dim": wrap_dim(dim, input._array.ndim), "keepdim": keepdim}
    return apply(ops.prod_dim, (input,), params, cast)


@export()
@method()
@with_out
@declare(out=Out(dtype_error=EXPECTED), masked=masked_rules.SOFTMAX)
def softmax(input: Tensor, dim: int | None = None, dtype: Any = None) -> Tensor:
    """Return `exp(input)` normalized to sum 1 along `dim`."""
    return apply_softmax(ops.softmax, input, dim, dtype)


@export()
@method()
@with_out
@declare(out=Out(dtype_error=EXPECTED), masked=masked_rules.Unsupported("_log_softmax"))
def log_softmax(input: Tensor, dim: int | None = None, dtype: Any = None) -> Tensor:
    """Return the logarithm of `softmax`."""
    return apply_softmax(ops.log_softmax, input, dim, dtype)


def apply_softmax(entry: Op, input: Tensor, dim: Any, dtype: Any) -> Tensor:
    """Return `softmax` or `log_softmax`; raise NotImplementedError for integers without `dtype`."""
    ndim = input._array.ndim
    dim, cast = wrap_dim(dim, ndim), as_numpy_dtype(dtype)
    if input._array.size and (input._array.dtype if cast is None else cast).kind not in "fV":
        place = "_lastdim" if not ndim or dim == ndim - 1 else ""
        raise NotImplementedError(
            f"\"{entry.name}{place}_kernel_impl\" not implemented for "
            f"'{(dtype_of_array(input._array) if cast is None else dtype).legacy_name}'"
        )
    if not input._array.size and cast is None and input._array.dtype.kind in "biu":
        return input.clone()  # torch calls no kernel
    return apply(entry, (input if cast is None else input.to(dtype),), {"dim": dim})
