"""What the functions of torch make of sparse tensors; what is not listed they refuse, as in torch.

The ops run on the dense numbers and record what they always record; a rule says at which places
the result has entries, or leaves it dense.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.type_promotion import rank
from autograd.functions.linalg.vector_norms import vector_norm
from autograd.functions.sparse import layouts
from autograd.functions.sparse.tensors import SparseTensor, dressed, tensor_of
from autograd.tensor import sparse as sparse_array
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.mutation import count
from autograd.tensor.sparse import (
    SparseArray, at_places, compact, is_sparse, joined, numbers_of, stored)
from autograd.tensor.tensor import Tensor, rehouse, wrap
from autograd.tensor.torch_function import FACTS, aside, name_of


# Functions of one number that are 0 at 0: of what is stored once. The second kind are so simple
# that what is stored twice may stay apart.
ENTRIES = set("""
    abs absolute sqrt sin sinh tan tanh asin asinh atan atanh arcsin arcsinh arctan arctanh ceil
    floor round trunc sign sgn frac relu expm1 log1p deg2rad rad2deg erf erfinv nan_to_num isnan
    isinf isposinf isneginf signbit pow square
""".split())
LINEAR = set("neg negative positive mul multiply div divide true_divide".split())
COPIES = set("""
    clone detach data to float double half int long short bool bfloat16 byte cpu requires_grad_
    detach_ conj resolve_conj type_as as_tensor
""".split())
TOLD = FACTS | set(
    "is_tensor to_sparse to_sparse_coo to_sparse_csr to_sparse_csc to_dense sparse_mask".split())
PRODUCTS = {"matmul", "mm", "mv", "__matmul__", "__rmatmul__", "addmm", "spmm", "dsmm"}
TURNED = {"csr": "csc", "csc": "csr"}  # what is stored by rows, transposed
SUMS = {"add": 1, "sub": -1, "subtract": -1}


def made_by(
        func: Any, args: tuple[Any, ...], options: dict[Any, Any]) -> Any:
    """What a function or property gives for arguments of which some are sparse."""
    name = name_of(func)
    rule = next((rule for names, rule in RULES if name in names), None)
    if rule is None:
        name = name.strip("_") or name
        raise NotImplementedError(
            f"Could not run 'aten::{name}' with arguments from the 'SparseCPU' backend. Tapescope "
            "has no rule for it either: use to_dense() first.")
    return rule(func, name, *by_place(args, options))


def by_place(args: Any, options: dict[Any, Any]) -> tuple[Any, ...]:
    """The arguments with the operands by place, however a call gave them."""
    args, options = list(args), dict(options)
    for place, words in enumerate((("input",), ("other", "mat1", "mat2", "vec"), ("mat2",))):
        word = next((word for word in words if word in options), None)
        if word is not None and len(args) == place:
            args.append(options.pop(word))
    return tuple(args), options


def run(func: Callable[..., Any], args: Any, options: dict[Any, Any]) -> Tensor | int:
    """The function itself, on the dense numbers."""
    with aside():
        return func(*args, **options)


def told(
        func: Callable[..., Any], name: str, args: tuple[Tensor | Tensor | int, ...],
        options: dict[Any, Any]) -> Any:
    """What a sparse tensor says as every tensor does."""
    return run(func, args, options)


def entry_by_entry(
        func: Callable[..., Any], name: str, args: tuple[Any, ...], options: dict[Any, Any]) -> Any:
    """Entries of each place that is stored, each once."""
    source = first_sparse(args)
    if name in ("pow", "square") and layouts.layout_of(source) in layouts.BY_LINES:
        raise layouts.unsupported(source._array.order)
    return dressed_as(run(func, args, options), compact(first_sparse(args)._array))


def linear(
        func: Callable[..., Any], name: str, args: tuple[Any, ...], options: dict[Any, Any]) -> Any:
    """A multiple of a sparse tensor, or its product with another one, entry by entry."""
    source = first_sparse(args)
    if "mul" in name or "div" in name:
        layouts.check_entries(name, *[x if isinstance(x, Tensor) else wrap(np.asarray(x))
                                      for x in args[:2]])
    if "div" in name and isinstance(args[1], Tensor) and args[1]._array.ndim:
        raise RuntimeError(
            "Sparse division requires a scalar or zero-dim dense tensor divisor (got shape "
            f"{list(args[1]._array.shape)} for divisor)")
    others = [x for x in args if x is not source and isinstance(x, Tensor) and x._array.ndim]
    made = run(func, args, options)
    if not others:
        values = [wrap(x._array.values) if x is source else x for x in args]
        array = source._array
        values = run(func, values, options)._array
        return dressed(made, stored(
            array.places, values, array.shape, array.coalesced, array.order))
    places = compact(source._array)
    if is_sparse(others[0]._array):
        both = np.zeros(made._array.shape, bool)
        both[tuple(compact(others[0]._array).places)] = True
        kept = both[tuple(places.places)]
        places = SparseArray(places, places.places[:, kept], places.values[kept], True,
                             places.order)
        places = layouts.places_of_entries(source._array, others[0]._array, places)
    return dressed_as(made, places)


def copied(
        func: Callable[..., Any], name: str, args: Any,
        options: dict[Any, Any]) -> Tensor:
    """The same entries in another dtype, or in memory of their own."""
    source = args[0]._array
    made = run(func, args, options)
    if isinstance(made, SparseTensor) and is_sparse(made._array):
        return made
    values = source.values.astype(made._array.dtype)
    return dressed(made, SparseArray(
        made._array, source.places, values, source.coalesced, source.order))


def summed(
        func: Callable[..., Any], name: str, args: tuple[Any, ...], options: dict[Any, Any]) -> Any:
    """The sum of two sparse tensors, or of a dense and a sparse one, which is dense."""
    a, b = args[:2]
    if isinstance(b, Tensor):
        layouts.check_sum(name, a, b)
        if not is_sparse(a._array) or (
                layouts.layout_of(a) != "coo" and not is_sparse(b._array)):
            return run(func, args, options)
    if not isinstance(b, Tensor) or not is_sparse(b._array):
        raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")
    made = run(func, args, options)
    factor = SUMS[name] * options.get("alpha", 1)
    kind = made._array.dtype
    other = b._array if factor == 1 else SparseArray(
        b._array, b._array.places, b._array.values.astype(kind) * np.asarray(factor).astype(kind),
        b._array.coalesced)
    return dressed(made, layouts.laid_as(joined(made._array, a._array, other), a._array.order))


def written(
        func: Callable[..., Any], name: str, args: tuple[Any, ...], options: dict[Any, Any]) -> Any:
    """A function in place: of a sparse tensor, what the one without `_` makes, put into it."""
    target = args[0]
    if not is_sparse(target._array):  # a sparse tensor is added to a dense one
        layouts.check_written(name, args[1])
        return run(func, args, options)
    plain = getattr(Tensor, name[2:-2].lstrip("i") if name[:2] == "__" else name[:-1], None)
    made = emptied(func, name, args, options) if name == "zero_" else made_by(plain, args, options)
    layouts.check_sparse(made, target._array.order)
    if made._array.dtype != target._array.dtype:
        check_kind(name.strip("_").lstrip("i"), made, target)
        made = made.to(target.dtype)
    rehouse(target, made._array)
    target._edge, target._requires_grad = made._edge, made._requires_grad or target._requires_grad
    count(target)
    return target


def check_kind(name: str, made: Any, target: Tensor) -> None:
    """Refuse to write a result of a higher category than the target's."""
    if rank(made._array.dtype) > rank(target._array.dtype):
        kinds = made.dtype.legacy_name, target.dtype.legacy_name
        raise RuntimeError("Can't convert result type {} to output {} in {} operation".format(
            *kinds, "mul" if "mul" in name else "div" if "div" in name else "add"))


def multiplied(
        func: Callable[..., Any], name: str, args: tuple[Any, ...], options: dict[Any, Any]) -> Any:
    """A product of matrices: sparse if both factors are, else dense."""
    factors = [x for x in args if isinstance(x, Tensor)]
    a, b = factors[-2:]
    if name == "addmm":
        layouts.check_product(a, b, "strided")
    elif all(is_sparse(x._array) for x in factors):
        layouts.check_product(a, b, layouts.layout_of(a))
        made = run(func, args, options) if layouts.layout_of(a) != "coo" else None
        return layouts.sparse_product(a, b, made)
    return run(func, args, options)


def moved(
        func: Callable[..., Any], name: str, args: Any, options: dict[Any, Any]) -> Any:
    """Entries at other places: the places move as a mask does."""
    made = run(func, args, options)
    lists = [x for x in args if isinstance(x, tuple | list)] if name in ("cat", "stack") else ()
    masks = [masked(x) for x in lists[0]] if lists else masked(args[0])
    mask = run(func, (masks, *args[1:]), options)._array
    if not made._array.ndim:
        return made
    places = np.array(np.nonzero(mask), np.int64)
    return dressed(made, SparseArray(made._array, places, made._array[tuple(places)], True))


def transposed(
        func: Callable[..., Any], name: str, args: Any, options: dict[Any, Any]) -> Any:
    """The entries under other places, in the order in which they were, also what is stored twice.
    """
    source = args[0]._array
    ndim, sparse = source.ndim, len(source.places)
    if name == "t" and (ndim > sparse or sparse > 2):
        raise RuntimeError(
            "t() expects a tensor with <= 2 sparse and 0 dense dimensions, but got "
            f"{sparse} sparse and {ndim - sparse} dense dimensions")
    named = wrap(np.empty(range(ndim), bool))  # the length of each dimension is its number
    dims = run(func, (named, *args[1:]), options)._array.shape
    moved_dims = [dim for i, dim in enumerate(dims) if i != dim]
    if name in ("permute", "T"):
        if sorted(dims[:sparse]) != list(range(sparse)):
            raise RuntimeError(
                "permute(sparse_coo): transpositions between sparse and dense dimensions are not "
                "allowed.Only transpositions within sparse and dense dimensions are supported.")
    elif any(dim >= sparse for dim in moved_dims):
        first, second = [wrap_dim(dim, ndim) for dim in args[1:]] or sorted(moved_dims)
        raise RuntimeError(
            "sparse transpose: transposed dimensions must be sparse "
            f"Got sparse_dim: {sparse}, d0: {first}, d1: {second}")
    made = run(func, args, options)
    rest = [0, *(dim - sparse + 1 for dim in dims[sparse:])]
    order = TURNED.get(source.order, source.order) if moved_dims else source.order
    return dressed(made, SparseArray(
        made._array, source.places[list(dims[:sparse])], source.values.transpose(rest),
        order != "coo", order))


def masked(tensor: Tensor) -> Any:
    """Where a tensor has entries stored, as truth values."""
    return wrap(ops.sparse.where_stored(tensor._array))


def reduced(
        func: Callable[..., Any], name: str, args: Any, options: dict[Any, Any]) -> Any:
    """A sum of everything, which is dense, or along dimensions, which is sparse."""
    dims = args[1] if len(args) > 1 else options.get("dim")
    keep = options.get("keepdim", args[2] if len(args) > 2 else False)
    if dims is not None:
        layouts.check_reduced(args[0]._array, keep)
    made = run(func, args, options)
    if dims is None:
        return made
    mask = masked(args[0])._array
    dims = dims if isinstance(dims, tuple | list) else (dims,)
    kept = mask.any(tuple(wrap_dim(each, mask.ndim) for each in dims), keepdims=keep)
    if not made._array.ndim:
        return made
    return dressed_as(made, SparseArray(
        made._array, np.array(np.nonzero(kept)), None, True, args[0]._array.order))


def measured(
        func: Callable[..., Any], name: str, args: tuple[Any, ...], options: dict[Any, Any]) -> Any:
    """A norm of what is stored, which is dense."""
    return run(vector_norm, args[:1], options)


def emptied(
        func: Callable[..., Any], name: str, args: tuple[Any, ...], options: dict[Any, Any]) -> Any:
    """A sparse tensor of the same shape in which nothing is stored."""
    array = args[0]._array
    places = np.zeros((len(array.places), 0), np.int64)
    values = np.zeros((0, *array.shape[len(array.places):]), array.dtype)
    return tensor_of(stored(places, values, array.shape, False))


def refused(
        func: Callable[..., Any], name: str, args: tuple[Any, ...], options: dict[Any, Any]
) -> None:
    """What torch says of what sparse tensors cannot do."""
    errors = {
        "numpy": TypeError(
            "can't convert Sparse layout tensor to numpy. Use Tensor.to_dense() first."),
        "tolist": RuntimeError("Cannot access data pointer of Tensor that doesn't have storage"),
        "__dlpack__": BufferError(
            "Can't export tensors with layout other than torch.strided"),
        "reshape": RuntimeError("reshape is not implemented for sparse tensors"),
        "contiguous": RuntimeError("unsupported memory format option Contiguous"),
        "item": RuntimeError(f"a Tensor with {args[0]._array.size} elements cannot be converted to "
                             "Scalar"),
    }
    raise errors[name]


def first_sparse(args: tuple[Any, ...]) -> Any:
    """The first sparse tensor among the arguments."""
    return next(x for x in args if isinstance(x, Tensor) and is_sparse(x._array))


def dressed_as(made: Any, like: Any) -> Any:
    """What was made, with entries at the places of `like`."""
    return dressed(made, at_places(numbers_of(made._array), like))


RULES = (
    (TOLD, told), (ENTRIES, entry_by_entry), (LINEAR, linear), (COPIES, copied), (SUMS, summed),
    (PRODUCTS, multiplied), ({"sum"}, reduced), ({"norm"}, measured), ({"zeros_like"}, emptied),
    ({"t", "T", "mT", "transpose", "swapaxes", "permute"}, transposed),
    ({"unsqueeze", "squeeze", "__getitem__", "select", "narrow", "cat", "stack"}, moved),
    ({"add_", "sub_", "mul_", "div_", "neg_", "zero_", "__iadd__", "__isub__", "__imul__"},
     written),
    ({"numpy", "tolist", "reshape", "item", "contiguous", "__dlpack__"}, refused),
)


sparse_array.made_by = made_by
