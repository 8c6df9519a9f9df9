"""`torch._foreach_*`: one function applied to each tensor of a list, as optimizers by hand ask it.

Out of place they answer a tuple, in place the list they were given.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograd.functions.linalg.norms import vector_norm
from autograd.functions.pointwise.arithmetic import pow as power
from autograd.functions.reduction import reductions
from autograd.runtime.registry import OPS, export
from autograd.tensor.tensor import Tensor


def each(values: Any, like: Any) -> list:
    """What each tensor of `like` meets: a list's own member, or one value for all."""
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


def listed(name: str, values: Tensor) -> Any:
    """The tensors a function of lists is given."""
    if not isinstance(values, (list, tuple)):
        raise TypeError(f"{name}(): argument 'self' (position 1) must be tuple of Tensors, "
                        f"not {type(values).__name__}")
    return values


def of_no_dims(value: Tensor) -> Any:
    """A tensor for all, which torch takes for a number."""
    if isinstance(value, Tensor) and value.ndim:
        raise RuntimeError(f"scalar tensor expected to be 0 dim but it has {value.ndim} "
                           f"dimensions and {value.numel()} elements.")
    return value


def offer(name: str, function: Callable[..., Any]) -> None:
    """Export one function of lists under torch's name."""
    function.__name__ = function.__qualname__ = "_foreach_" + name
    function.__doc__ = f"`{name}` of each tensor of a list."
    export()(function)


def of_one(name: str, method: str) -> tuple[Callable, Callable]:
    """The two forms of a function of one tensor."""

    def answer(self):
        return tuple(getattr(value, method)() for value in each_alone(self))

    def write(self):
        for value in each_alone(self):
            getattr(value, method + "_")()
        return self

    def each_alone(values):
        each(None, listed("_foreach_" + name, values))
        return values

    return answer, write


def of_two(name: str, method: str) -> tuple[Callable, Callable]:
    """The two forms of a function of two: the second a number, a tensor, or a list of either."""

    def answer(self, other, **options):
        if name == "pow" and not isinstance(self, (list, tuple)):
            return tuple(power(self, value) for value in other)
        others = each(of_no_dims(other), listed("_foreach_" + name, self))
        return tuple(getattr(value, method)(second, **options)
                     for value, second in zip(self, others))

    def write(self, other, **options):
        others = each(of_no_dims(other), listed(f"_foreach_{name}_", self))
        for value, second in zip(self, others):
            getattr(value, method + "_")(second, **options)
        return self

    return answer, write


def of_three(name: str, method: str) -> tuple[Callable, Callable]:
    """The two forms of `addcmul` and `addcdiv`: the factor one number, or one for each."""

    def met(self, tensor1, tensor2, value):
        if isinstance(value, Tensor):
            value = value.tolist()
        return zip(self, each(tensor1, self), each(tensor2, self), each(value, self))

    def answer(self, tensor1, tensor2, value=1, *, scalars=None):
        value = value if scalars is None else scalars
        return tuple(getattr(mine, method)(one, two, value=factor)
                     for mine, one, two, factor in met(self, tensor1, tensor2, value))

    def write(self, tensor1, tensor2, value=1, *, scalars=None):
        value = value if scalars is None else scalars
        for mine, one, two, factor in met(self, tensor1, tensor2, value):
            getattr(mine, method + "_")(one, two, value=factor)
        return self

    return answer, write


def mixtures() -> tuple[Callable[..., Any], ...]:
    """The two forms of `lerp`: the weight a number, or a list of tensors or numbers."""

    def answer(self, tensors1, weight=None, *, weights=None):
        weight = weight if weights is None else weights
        return tuple(mine.lerp(end, part) for mine, end, part in zip(
            self, each(tensors1, self), each(weight, self)))

    def write(self, tensors1, weight=None, *, weights=None):
        weight = weight if weights is None else weights
        for mine, end, part in zip(self, each(tensors1, self), each(weight, self)):
            mine.lerp_(end, part)
        return self

    return answer, write


FORMS = {1: of_one, 2: of_two, 3: of_three}  # by the number of lists
for _entry in [each for each in OPS.values() if each.foreach]:
    _lists, _method, _name = _entry.foreach
    _name = _name or _entry.name
    for _end, _function in zip(("", "_"), FORMS[_lists](_name, _method or _name)):
        offer(_name + _end, _function)
for _end, _function in zip(("", "_"), mixtures()):
    offer("lerp" + _end, _function)


def clones(self, *, memory_format: Any = None) -> Any:
    """A copy of each."""
    each(None, self)
    return tuple(value.clone(memory_format=memory_format) for value in self)


def zeros(self) -> Any:
    """Fill each with zero."""
    each(None, self)
    for value in self:
        value.zero_()
    return self


def copies(self, src: Tensor, non_blocking: bool = False) -> Any:
    """Write each of `src` into its place."""
    for value, new in zip(self, each(src, self)):
        value.copy_(new, non_blocking)
    return self


def lengths(self, ord: int = 2, dtype: Any = None) -> Any:
    """The norm of each, of all its elements."""
    each(None, self)
    return tuple(vector_norm(value, ord, dtype=dtype) for value in self)


def powers_added(self, ord: int = 2, dtype: Any = None) -> Any:
    """The sum of the powers of each."""
    each(None, self)
    return tuple(reductions.sum(value.abs().pow(ord), dtype=dtype) for value in self)


def largest(self) -> Any:
    """The largest element of each."""
    each(None, self)
    if any(not value.numel() for value in self):
        raise RuntimeError("_foreach_max cannot compute the maximum of an empty tensor; "
                           "max over zero elements is undefined.")
    return tuple(value.max() for value in self)


def products(self, mat2: Tensor) -> Any:
    """The matrix product of each with its partner."""
    return tuple(value.mm(other) for value, other in zip(self, each(mat2, self)))


for _name, _function in {"clone": clones, "zero_": zeros, "copy_": copies, "norm": lengths,
                         "powsum": powers_added, "max": largest, "mm": products}.items():
    offer(_name, _function)
