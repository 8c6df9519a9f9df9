"""`torch._foreach_*`: one function applied to each tensor of a list.

The functions return a tuple; the in-place ones return the list they were given.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograd.functions.linalg.norms import vector_norm
from autograd.functions.pointwise.arithmetic import pow as power
from autograd.functions.reduction import reductions
from autograd.runtime.registry import OPS, export
from autograd.tensor.tensor import Tensor


def pair_with(values: Any, like: Any) -> list:
    """Return one value for each tensor of `like`: the entries of a list, or one value for all."""
    if not like and not (isinstance(values, (list, tuple)) and values):
        raise RuntimeError("Tensor list must have at least one tensor.")
    if not isinstance(values, (list, tuple)):
        return [values] * len(like)
    if len(values) == len(like):
        return list(values)
    if not values or not isinstance(values[0], Tensor):
        raise RuntimeError("Tensor list must have same number of elements as scalar list.")
    raise RuntimeError("Tensor lists must have the same number of tensors, "
                       f"got {len(like)} and {len(values)}")


def check_list(name: str, values: Any) -> Any:
    """Return `values`; raise torch's TypeError if it is no list or tuple."""
    if not isinstance(values, (list, tuple)):
        raise TypeError(f"{name}(): argument 'self' (position 1) must be tuple of Tensors, "
                        f"not {type(values).__name__}")
    return values


def check_0_dim(value: Any) -> Any:
    """Return a value for all tensors; raise torch's error for a tensor with dimensions."""
    if isinstance(value, Tensor) and value.ndim:
        raise RuntimeError(f"scalar tensor expected to be 0 dim but it has {value.ndim} "
                           f"dimensions and {value.numel()} elements.")
    return value


def export_foreach(name: str, function: Callable[..., Any]) -> None:
    """Export one function of lists as `torch._foreach_<name>`."""
    function.__name__ = function.__qualname__ = "_foreach_" + name
    function.__doc__ = f"`{name}` of each tensor of a list."
    export()(function)


def unary_forms(name: str, method: str) -> tuple[Callable, Callable]:
    """Return the function and its in-place form for a function of one tensor."""

    def compute(self):
        return tuple(getattr(value, method)() for value in check_nonempty(self))

    def write(self):
        for value in check_nonempty(self):
            getattr(value, method + "_")()
        return self

    def check_nonempty(values):
        pair_with(None, check_list("_foreach_" + name, values))
        return values

    return compute, write


def binary_forms(name: str, method: str) -> tuple[Callable, Callable]:
    """Return the function and its in-place form for a function of two operands.

    The second operand is a number, a tensor, or a list of either.
    """

    def compute(self, other, **options):
        if name == "pow" and not isinstance(self, (list, tuple)):
            return tuple(power(self, value) for value in other)
        others = pair_with(check_0_dim(other), check_list("_foreach_" + name, self))
        return tuple(getattr(value, method)(second, **options)
                     for value, second in zip(self, others))

    def write(self, other, **options):
        others = pair_with(check_0_dim(other), check_list(f"_foreach_{name}_", self))
        for value, second in zip(self, others):
            getattr(value, method + "_")(second, **options)
        return self

    return compute, write


def ternary_forms(name: str, method: str) -> tuple[Callable, Callable]:
    """Return `addcmul` or `addcdiv` and its in-place form, with one factor or a list."""

    def zip_operands(self, tensor1, tensor2, value):
        if isinstance(value, Tensor):
            value = value.tolist()
        return zip(self, pair_with(tensor1, self), pair_with(tensor2, self), pair_with(value, self))

    def compute(self, tensor1, tensor2, value=1, *, scalars=None):
        value = value if scalars is None else scalars
        return tuple(getattr(input, method)(one, two, value=factor)
                     for input, one, two, factor in zip_operands(self, tensor1, tensor2, value))

    def write(self, tensor1, tensor2, value=1, *, scalars=None):
        value = value if scalars is None else scalars
        for input, one, two, factor in zip_operands(self, tensor1, tensor2, value):
            getattr(input, method + "_")(one, two, value=factor)
        return self

    return compute, write


def lerp_forms() -> tuple[Callable[..., Any], ...]:
    """Return `lerp` and its in-place form; the weight is a number or a list."""

    def compute(self, tensors1, weight=None, *, weights=None):
        weight = weight if weights is None else weights
        return tuple(start.lerp(end, part) for start, end, part in zip(
            self, pair_with(tensors1, self), pair_with(weight, self)))

    def write(self, tensors1, weight=None, *, weights=None):
        weight = weight if weights is None else weights
        for start, end, part in zip(self, pair_with(tensors1, self), pair_with(weight, self)):
            start.lerp_(end, part)
        return self

    return compute, write


FORMS = {1: unary_forms, 2: binary_forms, 3: ternary_forms}  # by the number of lists
for _entry in [each for each in OPS.values() if each.foreach]:
    _fact = _entry.foreach
    _name = _fact.name or _entry.name
    for _end, _function in zip(("", "_"), FORMS[_fact.lists](_name, _fact.method or _name)):
        export_foreach(_name + _end, _function)
for _end, _function in zip(("", "_"), lerp_forms()):
    export_foreach("lerp" + _end, _function)


def clone_each(self, *, memory_format: Any = None) -> tuple[Tensor, ...]:
    """Clone each tensor."""
    pair_with(None, self)
    return tuple(value.clone(memory_format=memory_format) for value in self)


def zero_each(self) -> Any:
    """Fill each tensor with zero."""
    pair_with(None, self)
    for value in self:
        value.zero_()
    return self


def copy_each(self, src: list[Tensor], non_blocking: bool = False) -> Any:
    """Copy each tensor of `src` into the one at its index."""
    for value, new in zip(self, pair_with(src, self)):
        value.copy_(new, non_blocking)
    return self


def norm_each(self, ord: float = 2, dtype: Any = None) -> tuple[Tensor, ...]:
    """Return the norm of all elements of each tensor."""
    pair_with(None, self)
    return tuple(vector_norm(value, ord, dtype=dtype) for value in self)


def powsum_each(self, ord: float = 2, dtype: Any = None) -> tuple[Tensor, ...]:
    """Return the sum of the powers of each tensor's absolute values."""
    pair_with(None, self)
    return tuple(reductions.sum(value.abs().pow(ord), dtype=dtype) for value in self)


def max_each(self) -> tuple[Tensor, ...]:
    """Return the maximum of each tensor."""
    pair_with(None, self)
    if any(not value.numel() for value in self):
        raise RuntimeError("_foreach_max cannot compute the maximum of an empty tensor; "
                           "max over zero elements is undefined.")
    return tuple(value.max() for value in self)


def mm_each(self, mat2: list[Tensor]) -> tuple[Tensor, ...]:
    """Return the matrix product of each tensor with that of `mat2` at its index."""
    return tuple(value.mm(other) for value, other in zip(self, pair_with(mat2, self)))


for _name, _function in {
        "clone": clone_each, "zero_": zero_each, "copy_": copy_each, "norm": norm_each,
        "powsum": powsum_each, "max": max_each, "mm": mm_each}.items():
    export_foreach(_name, _function)
