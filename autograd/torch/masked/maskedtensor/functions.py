"""Dispatch of torch's functions on masked tensors.

As in torch, the masks of two operands must be equal. What a function does with the mask is declared
in its record (`masked=`); functions without such a rule raise TypeError.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.accumulate_grad import gradient_edge
from autograd.runtime.function_record import record
from autograd.tensor import masked
from autograd.tensor.masked import UNEQUAL, MaskedArray, dressed, is_masked, numbers_of
from autograd.tensor.tensor import Tensor, born, wrap
from autograd.tensor.torch_function import name_of_function, without_dispatch
from torch.autograd import Function
from torch.masked import _ops
from torch.masked.maskedtensor.core import Constructor, MaskedTensor, is_masked_tensor

if TYPE_CHECKING:
    from autograd.graph.node import Node
    from torch.nn.modules.module import Module

UNARY = set("""
    abs absolute acos arccos acosh arccosh angle asin arcsin asinh arcsinh atan arctan atanh arctanh
    bitwise_not ceil clamp clip conj_physical cos cosh deg2rad digamma erf erfc erfinv exp exp2
    expm1 fix floor frac lgamma log log10 log1p log2 logit i0 isnan nan_to_num neg negative positive
    pow rad2deg reciprocal round rsqrt sigmoid sign sgn signbit sin sinc sinh sqrt square tan tanh
    trunc __invert__
""".split())
BINARY = set("""
    add atan2 arctan2 bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift div
    divide floor_divide fmod logaddexp logaddexp2 mul multiply nextafter remainder sub subtract
    true_divide eq ne le ge greater greater_equal gt less_equal lt less maximum minimum fmax fmin
    not_equal __and__ __or__ __xor__ __mod__ __floordiv__
""".split())
IN_PLACE = {f"{name}_" for name in UNARY | BINARY if name[0] != "_"} | {
    "__iadd__", "__isub__", "__imul__", "__itruediv__"}
MOVED = set("""
    select transpose swapaxes swapdims mT split chunk narrow t expand expand_as broadcast_to view
    view_as reshape reshape_as flatten unflatten ravel cat concat unsqueeze unfold stack __getitem__
    clone detach data to float double half int long short bool contiguous cpu
""".split())
REDUCED = {"sum", "mean", "amin", "amax", "argmin", "argmax", "prod", "all", "norm", "var", "std"}
TOLD = set("""
    nbytes layout requires_grad_ is_contiguous is_sparse conj resolve_conj data_ptr storage_offset
    untyped_storage type item
""".split())
# What torch calls, in its refusals, the ops behind functions of other names.
OPS = {
    "matmul": "mm", "__matmul__": "mm", "T": "permute", "log_softmax": "_log_softmax",
    "masked_fill": "masked_fill.Scalar", "unbind": "unbind.int", "__iter__": "unbind.int",
}


def dispatch(
        func: Callable[..., Any], args: tuple[Any, ...], options: dict[Any, Any]) -> Any:
    """Return the result of a function or property of torch with masked arguments."""
    name = name_of_function(func)
    if name in REDUCED:
        return apply_reduction(name, *args, **options)
    if name == "where":
        return masked_where(*args)
    if name in UNARY | BINARY | IN_PLACE:
        return apply_pointwise(name, func, args, options)
    if name in MOVED:
        return apply_to_data_and_mask(func, args, options)
    if name == "softmax":
        return apply_softmax(func, args, options)
    if name == "ones_like":
        return dressed(wrap(np.ones_like(numbers_of(args[0]._array))), args[0]._array.mask)
    check_supported(name, args)
    with without_dispatch():
        return func(*args, **options)


def check_supported(name: str, args: tuple[Tensor, ...]) -> None:
    """Raise torch's error for a function that masked tensors do not support."""
    if name in ("tolist", "numpy"):
        got = ", got MaskedTensor" if name == "tolist" else "."
        raise RuntimeError(f".{name}() is not supported for tensor subclasses{got}")
    if name == "item" and not args[0]._array.mask.all():
        raise ValueError("__torch_dispatch__, aten._local_scalar_dense: expected a mask tensor")
    if name not in TOLD and not record(name).metadata:
        name = OPS.get(name, name)
        overload = "" if "." in name else ".default"
        raise TypeError(
            f"Multiple dispatch failed for 'torch._ops.aten.{name}{overload}'; all "
            "__torch_dispatch__ handlers returned NotImplemented:\n\n  - tensor subclass "
            f"{MaskedTensor}\n\nFor more information, try re-running with "
            "TORCH_LOGS=not_implemented")


def apply_pointwise(
        name: str, func: Callable[..., Any], args: tuple[Tensor, ...], options: dict[Any, Any]
) -> Any:
    """Apply a pointwise function of one or two tensors; the result has their mask.

    TypeError for further tensors, ValueError for unequal masks.
    """
    masks = [x._array.mask for x in args[:2] if is_masked_tensor(x)]
    further = args[1:] if name.removesuffix("_") in UNARY else args[2:]
    if any(isinstance(x, Tensor) for x in further):
        raise TypeError(
            "MaskedTensor unary ops do not support additional Tensor arguments"
            if len(further) == len(args) - 1 else
            "MaskedTensor binary ops do not support Tensor arguments aside from the lhs and rhs")
    if any(not np.array_equal(masks[0], mask) for mask in masks[1:]):
        raise ValueError(UNEQUAL)
    with without_dispatch():
        result = func(*args, **options)
    return result if is_masked_tensor(result) else dressed(result, masks[0])


def apply_to_data_and_mask(
    func: Callable[..., Any], args: tuple[Tensor, ...], options: dict[Any, Any]
) -> Any:
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


def attach_mask(result: list[Tensor], mask: Tensor) -> Any:
    """Return the moved data with the moved mask."""
    return result if is_masked_tensor(result) else dressed(result, mask._array.astype(bool))


def apply_softmax(
    func: Callable[..., Any], args: tuple[Tensor, ...], options: dict[Any, Any]
) -> Any:
    """Apply `softmax` to the specified elements; NaN where there is none."""
    source = next(x for x in args if is_masked_tensor(x))
    mask = source._array.mask
    low = np.where(mask, numbers_of(source._array), -np.inf).astype(source._array.dtype)
    twin = born(Tensor, low, [0])
    twin._edge, twin._requires_grad = gradient_edge(source), source._requires_grad
    with without_dispatch():
        return dressed(func(*[twin if x is source else x for x in args], **options), mask)


def apply_reduction(name: str, source: Any, *args: Any, **options: Any) -> Any:
    """Apply a reduction to the specified elements.

    An element of the result is specified if any input of it is.
    """
    if not args and not options:
        return Constructor.apply(find_reduction(name)(source, mask=source.get_mask()),
                                 source.get_mask().any())
    dim, keepdim, dtype = parse_reduction_arguments(*args, **options)
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


def masked_where(*args: Any) -> Tensor | tuple[Tensor, ...]:
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
    def forward(ctx: Node, cond: Any, self: Module, other: int) -> Any:
        ctx.mark_non_differentiable(cond)
        ctx.save_for_backward(cond)
        return select_elements(cond, self, other)

    @staticmethod
    def backward(ctx: Node, grad_output: Any) -> Any:
        (cond,) = ctx.saved_tensors
        array = grad_output._array
        none = dressed(wrap(numbers_of(array)), np.zeros(array.shape, bool))
        return (
            None,
            select_elements(cond, grad_output, none),
            select_elements(cond, none, grad_output),
        )


def select_elements(cond: Any, first: Any, second: Any) -> Any:
    """Return data and mask of `first` where `cond` is true, of `second` elsewhere; detached."""
    kind = next(x._array.dtype for x in (first, second) if isinstance(x, Tensor))
    arrays = [x._array if isinstance(x, Tensor) else np.asarray(x, kind) for x in (first, second)]
    arrays = [x if is_masked(x) else MaskedArray(x, np.ones(x.shape, bool)) for x in arrays]
    numbers = np.where(cond._array, *map(numbers_of, arrays))
    return dressed(wrap(numbers), np.where(cond._array, arrays[0].mask, arrays[1].mask))


masked.made_by = dispatch
