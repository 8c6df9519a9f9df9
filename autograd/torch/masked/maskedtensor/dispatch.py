"""Dispatch of torch's functions on masked tensors.

As in torch, the masks of two operands must be equal. What a function does with the mask is declared
in its record (`masked=`); functions without such a rule raise TypeError.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.graph.accumulate_grad import gradient_edge
from autograd.runtime.function_record import record
from autograd.runtime.masked_rules import (
    AS_DATA,
    BINARY,
    BINARY_IN_PLACE,
    MOVE_ENTRIES,
    ONES_LIKE,
    REDUCTION,
    SOFTMAX,
    UNARY,
    WHERE,
    MaskedRule,
    Unsupported,
)
from autograd.tensor import masked
from autograd.tensor.masked import MASKS_DIFFER, MaskedArray, put_mask, is_masked, plain_values
from autograd.tensor.tensor import Tensor, new_tensor, wrap
from autograd.tensor.torch_function import name_of_function, without_dispatch
from torch.autograd import Function
from torch.masked import _ops
from torch.masked.maskedtensor.core import Constructor, MaskedTensor, is_masked_tensor


def dispatch(
        func: Callable[..., Any], args: tuple[Any, ...], options: dict[Any, Any]) -> Any:
    """Return the result of a function or property of torch with masked arguments."""
    name = name_of_function(func)
    rule = find_rule(name)
    if isinstance(rule, MaskedRule):
        return rule.run(func, name, args, options)
    if name in ("tolist", "numpy"):
        got = ", got MaskedTensor" if name == "tolist" else "."
        raise RuntimeError(f".{name}() is not supported for tensor subclasses{got}")
    aten_name = f"{name}.default" if rule is None else rule.aten_name
    raise TypeError(
        f"Multiple dispatch failed for 'torch._ops.aten.{aten_name}'; all __torch_dispatch__ "
        f"handlers returned NotImplemented:\n\n  - tensor subclass {MaskedTensor}\n\nFor more "
        "information, try re-running with TORCH_LOGS=not_implemented")


def find_rule(name: str) -> MaskedRule | Unsupported | None:
    """Return the rule of a function; an in-place form has that of its elementwise function."""
    facts = record(name)
    if facts.masked is None and facts.metadata:
        return AS_DATA
    if facts.masked is None and name.endswith("_") and not name.startswith("_"):
        rule = record(name[:-1]).masked
        return rule if rule in (UNARY, BINARY) else None
    return facts.masked


def run_on_data(func: Callable[..., Any], name: str, args: tuple, options: dict) -> Any:
    """Apply a function whose result is that of the data.

    ValueError for `item` of a masked-out element.
    """
    if name == "item" and not args[0]._array.mask.all():
        raise ValueError("__torch_dispatch__, aten._local_scalar_dense: expected a mask tensor")
    with without_dispatch():
        return func(*args, **options)


def apply_unary(func: Callable[..., Any], name: str, args: tuple, options: dict) -> Any:
    """Apply an elementwise function of one tensor. TypeError for further tensors."""
    if any(isinstance(x, Tensor) for x in args[1:]):
        raise TypeError("MaskedTensor unary ops do not support additional Tensor arguments")
    return apply_elementwise(func, args, options)


def apply_binary(func: Callable[..., Any], name: str, args: tuple, options: dict) -> Any:
    """Apply an elementwise function of two tensors.

    TypeError for further tensors, ValueError for unequal masks.
    """
    if any(isinstance(x, Tensor) for x in args[2:]):
        raise TypeError(
            "MaskedTensor binary ops do not support Tensor arguments aside from the lhs and rhs")
    return apply_elementwise(func, args, options)


def apply_elementwise(func: Callable[..., Any], args: tuple, options: dict) -> Any:
    """Apply an elementwise function; the result has the mask of its operands."""
    masks = [x._array.mask for x in args[:2] if is_masked_tensor(x)]
    if any(not np.array_equal(masks[0], mask) for mask in masks[1:]):
        raise ValueError(MASKS_DIFFER)
    with without_dispatch():
        result = func(*args, **options)
    return result if is_masked_tensor(result) else put_mask(result, masks[0])


def apply_to_data_and_mask(
        func: Callable[..., Any], name: str, args: tuple, options: dict) -> Any:
    """Apply a function that moves or copies elements, to data and mask alike."""
    with without_dispatch():
        result = func(*args, **options)
        masks = func(*replace_by_masks(args), **options)
    if isinstance(result, tuple | list):
        return type(result)(map(attach_mask, result, masks))
    return attach_mask(result, masks)


def replace_by_masks(value: Any) -> Any:
    """Return the arguments with masks in place of masked tensors."""
    if is_masked_tensor(value):
        return value._masked_mask
    return type(value)(map(replace_by_masks, value)) if isinstance(value, tuple | list) else value


def attach_mask(result: Any, mask: Tensor) -> Any:
    """Return a result with `mask`, unless it is masked already."""
    return result if is_masked_tensor(result) else put_mask(result, mask._array.astype(bool))


def apply_softmax(func: Callable[..., Any], name: str, args: tuple, options: dict) -> Any:
    """Apply `softmax` to the specified elements; NaN where there is none."""
    source = next(x for x in args if is_masked_tensor(x))
    mask = source._array.mask
    low = np.where(mask, plain_values(source._array), -np.inf).astype(source._array.dtype)
    filled = new_tensor(Tensor, low, [0])
    filled._edge, filled._requires_grad = gradient_edge(source), source._requires_grad
    with without_dispatch():
        return put_mask(func(*[filled if x is source else x for x in args], **options), mask)


def apply_reduction(func: Callable[..., Any], name: str, args: tuple, options: dict) -> Any:
    """Apply a reduction to the specified elements.

    An element of the result is specified if any input of it is.
    """
    source, *rest = args
    if not rest and not options:
        return Constructor.apply(find_reduction(name)(source, mask=source.get_mask()),
                                 source.get_mask().any())
    dim, keepdim, dtype = parse_reduction_arguments(*rest, **options)
    more = {} if name == "all" else {"dtype": dtype}
    result = find_reduction(name)(source, dim=dim, keepdim=keepdim, mask=source.get_mask(), **more)
    dims = _ops.canonical_dims(dim, source._array.ndim)
    return Constructor.apply(result, wrap(source._array.mask.any(dims, keepdims=keepdim)))


def parse_reduction_arguments(dim: int, keepdim: bool = False, dtype: Any = None) -> Any:
    """Return the arguments of a reduction, under torch's names."""
    return dim, keepdim, dtype


def find_reduction(name: str) -> Any:
    """Return the function of `torch.masked` for a reduction."""
    return all_specified if name == "all" else getattr(_ops, name)


def all_specified(
    source: Any, dim: int | None = None, keepdim: bool = False, *, mask: Tensor
) -> Any:
    """Return whether all specified elements are true."""
    filled = source.get_data().masked_fill(~mask, True)
    return filled.all() if dim is None else filled.all(dim=dim, keepdim=keepdim)


def apply_where(func: Callable[..., Any], name: str, args: tuple, options: dict) -> Tensor:
    """Return `torch.where` of a condition and two operands, one of which is masked.

    ValueError unless there are three arguments.
    """
    if len(args) != 3:
        raise ValueError(
            f"__torch_function__, torch.where: len(args) must be 3 but got {len(args)}")
    first, second, third = args
    if is_masked_tensor(first):
        first, second = second, first
    return _MaskedWhere.apply(first, second, third)


class _MaskedWhere(Function):
    """`torch.where`, in which each element is specified as in the operand it comes from."""

    @staticmethod
    def forward(ctx: Any, cond: Any, self: Any, other: Any) -> Any:
        ctx.mark_non_differentiable(cond)
        ctx.save_for_backward(cond)
        return select_elements(cond, self, other)

    @staticmethod
    def backward(ctx: Any, grad_output: Any) -> Any:
        (cond,) = ctx.saved_tensors
        array = grad_output._array
        none = put_mask(wrap(plain_values(array)), np.zeros(array.shape, bool))
        return (
            None,
            select_elements(cond, grad_output, none),
            select_elements(cond, none, grad_output),
        )


def select_elements(cond: Any, first: Any, second: Any) -> Any:
    """Return data and mask of `first` where `cond` is true, of `second` elsewhere; detached."""
    dtype = next(x._array.dtype for x in (first, second) if isinstance(x, Tensor))
    arrays = [x._array if isinstance(x, Tensor) else np.asarray(x, dtype) for x in (first, second)]
    arrays = [x if is_masked(x) else MaskedArray(x, np.ones(x.shape, bool)) for x in arrays]
    numbers = np.where(cond._array, *map(plain_values, arrays))
    return put_mask(wrap(numbers), np.where(cond._array, arrays[0].mask, arrays[1].mask))


def make_ones_like(func: Callable[..., Any], name: str, args: tuple, options: dict) -> Tensor:
    """Return ones with the mask of the argument."""
    array = args[0]._array
    return put_mask(wrap(np.ones_like(plain_values(array))), array.mask)


masked.dispatch = dispatch
UNARY.run, BINARY.run, BINARY_IN_PLACE.run = apply_unary, apply_binary, apply_binary
MOVE_ENTRIES.run, REDUCTION.run, AS_DATA.run = apply_to_data_and_mask, apply_reduction, run_on_data
SOFTMAX.run, WHERE.run, ONES_LIKE.run = apply_softmax, apply_where, make_ones_like
