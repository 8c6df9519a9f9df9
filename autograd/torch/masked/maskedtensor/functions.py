"""What the functions of torch make of masked tensors: entry by entry, moved, or reduced.

As in torch, masks of two operands have to agree, and what is not listed here is refused.
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


def made_by(
        func: Callable[..., Any], args: tuple[Any, ...], options: dict[Any, Any]) -> Any:
    """What a function or property of torch gives for arguments of which some are masked."""
    name = name_of_function(func)
    if name in REDUCED:
        return reduced(name, *args, **options)
    if name == "where":
        return where(*args)
    if name in UNARY | BINARY | IN_PLACE:
        return one_by_one(name, func, args, options)
    if name in MOVED:
        return moved(func, args, options)
    if name == "softmax":
        return softmaxed(func, args, options)
    if name == "ones_like":
        return dressed(wrap(np.ones_like(numbers_of(args[0]._array))), args[0]._array.mask)
    check_told(name, args)
    with without_dispatch():
        return func(*args, **options)


def check_told(name: str, args: tuple[Tensor, ...]) -> None:
    """Raise torch's error for what a masked tensor does not take or tell."""
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


def one_by_one(
        name: str, func: Callable[..., Any], args: tuple[Tensor, ...], options: dict[Any, Any]
) -> Any:
    """A function of one or two tensors that takes entry by entry: the mask stays."""
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
        made = func(*args, **options)
    return made if is_masked_tensor(made) else dressed(made, masks[0])


def moved(func: Callable[..., Any], args: tuple[Tensor, ...], options: dict[Any, Any]) -> Any:
    """A function that moves entries, or copies them: the mask goes where they go."""
    with without_dispatch():
        made = func(*args, **options)
        masks = func(*masks_of(args), **options)
    if isinstance(made, tuple | list):
        return type(made)(map(with_mask, made, masks))
    return with_mask(made, masks)


def masks_of(value: Any) -> Any:
    """Arguments with masks in place of the masked tensors."""
    if is_masked_tensor(value):
        return value._masked_mask
    return type(value)(map(masks_of, value)) if isinstance(value, tuple | list) else value


def with_mask(made: list[Tensor], mask: Tensor) -> Any:
    """What was moved, with the mask that was moved as it was."""
    return made if is_masked_tensor(made) else dressed(made, mask._array.astype(bool))


def softmaxed(func: Callable[..., Any], args: tuple[Tensor, ...], options: dict[Any, Any]) -> Any:
    """`softmax` over what counts; where nothing does it is NaN."""
    source = next(x for x in args if is_masked_tensor(x))
    mask = source._array.mask
    low = np.where(mask, numbers_of(source._array), -np.inf).astype(source._array.dtype)
    twin = born(Tensor, low, [0])
    twin._edge, twin._requires_grad = gradient_edge(source), source._requires_grad
    with without_dispatch():
        return dressed(func(*[twin if x is source else x for x in args], **options), mask)


def reduced(name: str, source: Any, *args: Any, **options: Any) -> Any:
    """A reduction of what counts; the result counts where anything did."""
    if not args and not options:
        return Constructor.apply(reduction(name)(source, mask=source.get_mask()),
                                 source.get_mask().any())
    dim, keepdim, dtype = reduce_arguments(*args, **options)
    more = {} if name == "all" else {"dtype": dtype}
    made = reduction(name)(source, dim=dim, keepdim=keepdim, mask=source.get_mask(), **more)
    dims = _ops.canonical(dim, source._array.ndim)
    return Constructor.apply(made, wrap(source._array.mask.any(dims, keepdims=keepdim)))


def reduce_arguments(dim: int, keepdim: bool = False, dtype: Any = None) -> Any:
    """The arguments of a reduction along dimensions, under torch's names."""
    return dim, keepdim, dtype


def reduction(name: str) -> Any:
    """The function that reduces what counts."""
    return every if name == "all" else getattr(_ops, name)


def every(source: Any, dim: int | None = None, keepdim: bool = False, *, mask: Tensor) -> Any:
    """Whether all that counts is true."""
    filled = source.get_data().masked_fill(~mask, True)
    return filled.all() if dim is None else filled.all(dim=dim, keepdim=keepdim)


def where(*args: Any) -> Tensor | tuple[Tensor, ...]:
    """`torch.where` of a condition, and two of which one is masked; or the method of a masked."""
    if len(args) != 3:
        raise ValueError(
            f"__torch_function__, torch.where: len(args) must be 3 but got {len(args)}")
    first, second, third = args
    if is_masked_tensor(first):
        first, second = second, first
    return _MaskedWhere.apply(first, second, third)


class _MaskedWhere(Function):
    """`torch.where`: each entry counts as it does where it comes from."""

    @staticmethod
    def forward(ctx: Node, cond: Any, self: Module, other: int) -> Any:
        ctx.mark_non_differentiable(cond)
        ctx.save_for_backward(cond)
        return chosen(cond, self, other)

    @staticmethod
    def backward(ctx: Node, grad_output: Any) -> Any:
        (cond,) = ctx.saved_tensors
        array = grad_output._array
        none = dressed(wrap(numbers_of(array)), np.zeros(array.shape, bool))
        return None, chosen(cond, grad_output, none), chosen(cond, none, grad_output)


def chosen(cond: Any, first: Any, second: Any) -> Any:
    """Numbers and masks of `first` where `cond` is true, of `second` elsewhere; off the tape."""
    kind = next(x._array.dtype for x in (first, second) if isinstance(x, Tensor))
    arrays = [x._array if isinstance(x, Tensor) else np.asarray(x, kind) for x in (first, second)]
    arrays = [x if is_masked(x) else MaskedArray(x, np.ones(x.shape, bool)) for x in arrays]
    numbers = np.where(cond._array, *map(numbers_of, arrays))
    return dressed(wrap(numbers), np.where(cond._array, arrays[0].mask, arrays[1].mask))


masked.made_by = made_by
