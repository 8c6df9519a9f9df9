"""Rules of functions on sparse tensors, which records name with `sparse=`.

An op runs on the dense array and is recorded as for any tensor. Its rule then sets the indices at
which the result has entries, or leaves it dense. A function without a rule raises
NotImplementedError.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.type_promotion import dtype_category
from autograd.functions.linalg.norms import vector_norm
from autograd.functions.sparse import layout_support
from autograd.functions.sparse.construction import warn_of_beta
from autograd.functions.sparse.tensors import SparseTensor, as_sparse, sparse_tensor
from autograd.runtime.function_record import record
from autograd.runtime.registry import OPS
from autograd.runtime.sparse_rules import (
    ADDITION, AS_DENSE, COPY, IN_PLACE, LINEAR, MATRIX_PRODUCT, MOVE_ENTRIES, NORM, SUBTRACTION,
    SUM, TRANSPOSE, ZERO_PRESERVING, ZEROS, SparseRule, Unsupported)
from autograd.tensor import sparse as sparse_array
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.mutation import bump_version
from autograd.tensor.sparse import (
    SparseArray, restrict_to, coalesce_entries, is_sparse, add_sparse, dense_array,
    convert_order, from_entries)
from autograd.tensor.tensor import Tensor, set_data, wrap
from autograd.tensor.torch_function import name_of_function, without_dispatch

# Types of a rule's arguments, besides the function's name.
Function = Callable[..., Any]
Args = tuple[Any, ...]
Options = dict[str, Any]

# The keywords of the first three operands.
OPERANDS = (("input",), ("other", "mat1", "mat2", "vec"), ("mat2",))
TRANSPOSED = {"csr": "csc", "csc": "csr"}  # the layout of a transposed matrix


def run_function(func: Any, args: Args, options: Options) -> Any:
    """Run a function, or read a property, with arguments of which some are sparse."""
    name = name_of_function(func)
    rule = rule_of(name)
    if rule is None:
        name = name.strip("_") or name
        raise NotImplementedError(
            f"Could not run 'aten::{name}' with arguments from the 'SparseCPU' backend. Tapescope "
            "has no rule for it either: use to_dense() first.")
    return rule.run(func, name, *pass_by_position(args, options))


def rule_of(name: str) -> SparseRule | Unsupported | None:
    """Return the rule of a function or property, from its record or from the op of its name."""
    declared = record(name)
    rule: SparseRule | Unsupported | None = declared.sparse
    if rule is None and name in OPS:
        rule = OPS[name].sparse
    return AS_DENSE if rule is None and declared.metadata else rule


def pass_by_position(args: Sequence[Any], options: Options) -> tuple[Args, Options]:
    """Return the arguments with the operands passed by position, and the other keywords."""
    args, options = list(args), dict(options)
    for position, keywords in enumerate(OPERANDS):
        keyword = next((each for each in keywords if each in options), None)
        if keyword is not None and len(args) == position:
            args.append(options.pop(keyword))
    return tuple(args), options


def run_dense(func: Function, args: Sequence[Any], options: Options) -> Any:
    """Run the function on the dense arrays."""
    with without_dispatch():
        return func(*args, **options)


def as_sparse_like(tensor: Tensor, like: SparseArray) -> Tensor:
    """Make `tensor` itself sparse, with entries at the indices of `like`, which are coalesced."""
    return as_sparse(tensor, restrict_to(dense_array(tensor._array), like))


def first_sparse(args: Sequence[Any]) -> Tensor:
    """Return the first sparse tensor among the arguments."""
    return next(x for x in args if isinstance(x, Tensor) and is_sparse(x._array))


def rule(named: SparseRule) -> Callable[[Function], Function]:
    """Return a decorator that makes a function run the rule `named`."""

    def bind(function: Function) -> Function:
        named.run = function
        return function

    return bind


@rule(AS_DENSE)
def leave_dense(func: Function, name: str, args: Args, options: Options) -> Any:
    """Run the function on the dense arrays, with a dense result."""
    return run_dense(func, args, options)


# --- Entry by entry ----------------------------------------------------------------------------


@rule(ZERO_PRESERVING)
def map_entries(func: Function, name: str, args: Args, options: Options) -> Tensor:
    """Apply a function that maps 0 to 0 to the coalesced entries."""
    source = first_sparse(args)
    if name in ("pow", "square") and layout_support.layout_of(source) in layout_support.COMPRESSED:
        raise layout_support.unsupported_layout_error(source._array.order)
    return as_sparse_like(run_dense(func, args, options), coalesce_entries(source._array))


@rule(LINEAR)
def scale_entries(func: Function, name: str, args: Args, options: Options) -> Tensor:
    """Multiply or divide entries by a number, or entry by entry by those of another tensor.

    Scaled by a number, an uncoalesced tensor stays uncoalesced. RuntimeError for a divisor with
    dimensions.
    """
    source = first_sparse(args)
    if "mul" in name or "div" in name:
        layout_support.check_entrywise(
            name, *[x if isinstance(x, Tensor) else wrap(np.asarray(x)) for x in args[:2]])
    if "div" in name and isinstance(args[1], Tensor) and args[1]._array.ndim:
        raise RuntimeError(
            "Sparse division requires a scalar or zero-dim dense tensor divisor (got shape "
            f"{list(args[1]._array.shape)} for divisor)")
    others = [x for x in args if x is not source and isinstance(x, Tensor) and x._array.ndim]
    result = run_dense(func, args, options)
    array = source._array
    if not others:
        operands = [wrap(array.values) if x is source else x for x in args]
        values = run_dense(func, operands, options)._array
        return as_sparse(result, from_entries(
            array.places, values, array.shape, array.coalesced, array.order))
    like = coalesce_entries(array)
    if is_sparse(others[0]._array):
        in_both = np.zeros(result._array.shape, bool)
        in_both[tuple(coalesce_entries(others[0]._array).places)] = True
        chosen = in_both[tuple(like.places)]
        like = SparseArray(like, like.places[:, chosen], like.values[chosen], True, like.order)
        like = layout_support.indices_of_product(array, others[0]._array, like)
    return as_sparse_like(result, like)


@rule(COPY)
def copy_entries(func: Function, name: str, args: Args, options: Options) -> Tensor:
    """Copy entries, converted to the dtype of the result; uncoalesced ones stay so."""
    source = args[0]._array
    result = run_dense(func, args, options)
    if isinstance(result, SparseTensor) and is_sparse(result._array):
        return result
    values = source.values.astype(result._array.dtype)
    return as_sparse(result, SparseArray(
        result._array, source.places, values, source.coalesced, source.order))


@rule(ADDITION)
def add_entries(func: Function, name: str, args: Args, options: Options) -> Tensor:
    """Add two tensors: the sum of a dense and a sparse one is dense."""
    return add_scaled(func, name, args, options, 1)


@rule(SUBTRACTION)
def subtract_entries(func: Function, name: str, args: Args, options: Options) -> Tensor:
    """Subtract a tensor: the difference of a dense and a sparse one is dense."""
    return add_scaled(func, name, args, options, -1)


def add_scaled(
        func: Function, name: str, args: Args, options: Options, sign: int) -> Tensor:
    """Add `sign * alpha * other`; RuntimeError for a sparse tensor plus a dense one."""
    a, b = args[:2]
    if isinstance(b, Tensor):
        layout_support.check_sum(name, a, b)
        if not is_sparse(a._array) or (
                layout_support.layout_of(a) != "coo" and not is_sparse(b._array)):
            return run_dense(func, args, options)
    if not isinstance(b, Tensor) or not is_sparse(b._array):
        raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")
    result = run_dense(func, args, options)
    factor = sign * options.get("alpha", 1)
    dtype = result._array.dtype
    other = b._array if factor == 1 else SparseArray(
        b._array, b._array.places, b._array.values.astype(dtype) * np.asarray(factor).astype(dtype),
        b._array.coalesced)
    total = add_sparse(result._array, a._array, other)
    return as_sparse(result, layout_support.to_layout(total, a._array.order))


@rule(ZEROS)
def make_zeros(func: Function, name: str, args: Args, options: Options) -> Tensor:
    """Return a sparse tensor of the same shape without entries."""
    array = args[0]._array
    indices = np.zeros((len(array.places), 0), np.int64)
    values = np.zeros((0, *array.shape[len(array.places):]), array.dtype)
    return sparse_tensor(from_entries(indices, values, array.shape, False))


# --- In place ----------------------------------------------------------------------------------


@rule(IN_PLACE)
def write_in_place(func: Function, name: str, args: Args, options: Options) -> Tensor:
    """Write the result of the out-of-place function into a sparse tensor.

    A dense tensor is written by the function itself. RuntimeError for a dense result.
    """
    target = args[0]
    if not is_sparse(target._array):
        layout_support.check_dense_target(name, args[1])
        return run_dense(func, args, options)
    base_name = name[2:-2].lstrip("i") if name[:2] == "__" else name[:-1]
    result = (make_zeros(func, name, args, options) if name == "zero_"
              else run_function(getattr(Tensor, base_name, None), args, options))
    layout_support.check_sparse_result(result, target._array.order)
    if result._array.dtype != target._array.dtype:
        check_castable(name.strip("_").lstrip("i"), result, target)
        result = result.to(target.dtype)
    set_data(target, result._array)
    target._edge = result._edge
    target._requires_grad = result._requires_grad or target._requires_grad
    bump_version(target)
    return target


def check_castable(name: str, result: Tensor, target: Tensor) -> None:
    """Raise RuntimeError if the result's dtype is of a higher category than the target's."""
    if dtype_category(result._array.dtype) > dtype_category(target._array.dtype):
        raise RuntimeError("Can't convert result type {} to output {} in {} operation".format(
            result.dtype.legacy_name, target.dtype.legacy_name,
            "mul" if "mul" in name else "div" if "div" in name else "add"))


# --- Products of matrices ----------------------------------------------------------------------


@rule(MATRIX_PRODUCT)
def multiply_matrices(func: Function, name: str, args: Args, options: Options) -> Tensor:
    """Multiply matrices: the product is sparse if both factors are, else dense."""
    factors = [x for x in args if isinstance(x, Tensor)]
    a, b = factors[-2:]
    if name == "addmm":
        layout_support.check_product(a, b, "strided")
    elif all(is_sparse(x._array) for x in factors):
        layout = layout_support.layout_of(a)
        layout_support.check_product(a, b, layout)
        return sparse_product(a, b, run_dense(func, args, options) if layout != "coo" else None)
    return run_dense(func, args, options)


def sparse_product(a: Tensor, b: Tensor, result: Tensor | None = None) -> Tensor:
    """Multiply two sparse matrices; `result` has the numbers if they are computed already."""
    indices, layout = indices_of_matrix_product(a._array, b._array)
    if result is None:
        result = apply(ops.sparse.sparse_sparse_matmul, (a, b))
    numbers = dense_array(result._array)
    return as_sparse(result, SparseArray(numbers, indices, numbers[tuple(indices)], True, layout))


def indices_of_matrix_product(a: SparseArray, b: SparseArray) -> tuple[np.ndarray, str]:
    """Return the indices `(2, nnz)` of a product's entries, and its layout.

    The columns of a row of a CSR result are in the order of their first terms.
    """
    warn_of_beta("csr")  # torch converts both factors to CSR
    layout = "coo" if a.order == b.order == "coo" else "csr"
    (rows, inner), (starting, columns) = (convert_order(x, "csr").places for x in (a, b))
    counts = np.bincount(starting, minlength=b.shape[0])
    ends = np.cumsum(counts)
    repeats = counts[inner]
    before = np.repeat(np.cumsum(repeats) - repeats, repeats)  # terms of earlier entries of `a`
    within = np.arange(repeats.sum()) - before
    numbers = np.repeat(rows, repeats) * b.shape[1] + columns[
        np.repeat(ends[inner] - repeats, repeats) + within]
    distinct, first = np.unique(numbers, return_index=True)
    distinct = distinct if layout == "coo" else distinct[np.argsort(first)]
    return np.array(np.divmod(distinct, b.shape[1]), np.int64), layout


# --- Other indices -----------------------------------------------------------------------------


@rule(MOVE_ENTRIES)
def move_entries(func: Function, name: str, args: Args, options: Options) -> Tensor:
    """Select, join or reshape entries; the same function moves the mask of stored entries."""
    result = run_dense(func, args, options)
    lists = [x for x in args if isinstance(x, tuple | list)] if name in ("cat", "stack") else ()
    masks = [mask_of(x) for x in lists[0]] if lists else mask_of(args[0])
    mask = run_dense(func, (masks, *args[1:]), options)._array
    if not result._array.ndim:
        return result
    indices = np.array(np.nonzero(mask), np.int64)
    return as_sparse(
        result, SparseArray(result._array, indices, result._array[tuple(indices)], True))


def mask_of(tensor: Tensor) -> Tensor:
    """Return a bool tensor, True at each stored entry."""
    return wrap(ops.sparse.stored_mask(tensor._array))


@rule(TRANSPOSE)
def transpose_indices(func: Function, name: str, args: Args, options: Options) -> Tensor:
    """Permute the dimensions; entries keep their order, uncoalesced ones stay so.

    RuntimeError where a sparse and a dense dimension are exchanged.
    """
    source = args[0]._array
    ndim, sparse = source.ndim, len(source.places)
    if name == "t" and (ndim > sparse or sparse > 2):
        raise RuntimeError(
            "t() expects a tensor with <= 2 sparse and 0 dense dimensions, but got "
            f"{sparse} sparse and {ndim - sparse} dense dimensions")
    numbered = wrap(np.empty(range(ndim), bool))  # the size of each dimension is its number
    dims = run_dense(func, (numbered, *args[1:]), options)._array.shape
    moved = [dim for i, dim in enumerate(dims) if i != dim]
    if name in ("permute", "T"):
        if sorted(dims[:sparse]) != list(range(sparse)):
            raise RuntimeError(
                "permute(sparse_coo): transpositions between sparse and dense dimensions are not "
                "allowed.Only transpositions within sparse and dense dimensions are supported.")
    elif any(dim >= sparse for dim in moved):
        first, second = [wrap_dim(dim, ndim) for dim in args[1:]] or sorted(moved)
        raise RuntimeError(
            "sparse transpose: transposed dimensions must be sparse "
            f"Got sparse_dim: {sparse}, d0: {first}, d1: {second}")
    result = run_dense(func, args, options)
    value_dims = [0, *(dim - sparse + 1 for dim in dims[sparse:])]
    order = TRANSPOSED.get(source.order, source.order) if moved else source.order
    return as_sparse(result, SparseArray(
        result._array, source.places[list(dims[:sparse])], source.values.transpose(value_dims),
        order != "coo", order))


# --- Reductions --------------------------------------------------------------------------------


@rule(SUM)
def sum_entries(func: Function, name: str, args: Args, options: Options) -> Tensor:
    """Sum all entries, to a dense result, or along dimensions, to a sparse one."""
    dims = args[1] if len(args) > 1 else options.get("dim")
    keepdim = options.get("keepdim", args[2] if len(args) > 2 else False)
    if dims is not None:
        layout_support.check_reduction(args[0]._array, keepdim)
    result = run_dense(func, args, options)
    if dims is None:
        return result
    mask = mask_of(args[0])._array
    dims = dims if isinstance(dims, tuple | list) else (dims,)
    remaining = mask.any(tuple(wrap_dim(each, mask.ndim) for each in dims), keepdims=keepdim)
    if not result._array.ndim:
        return result
    return as_sparse_like(result, SparseArray(
        result._array, np.array(np.nonzero(remaining)), None, True, args[0]._array.order))


@rule(NORM)
def norm_of_entries(func: Function, name: str, args: Args, options: Options) -> Tensor:
    """Return the 2-norm of all entries as a dense tensor."""
    return run_dense(vector_norm, args[:1], options)


sparse_array.dispatch = run_function
