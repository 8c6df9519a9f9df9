"""The masked tensor: numbers, and which of them count. Follows torch/masked/maskedtensor/core.py.

Its array carries the mask (`autograd.tensor.masked`); what the functions of torch make of one
stands in `functions.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine import masked_backward  # noqa: F401  which registers itself
from autograd.runtime.warnings import caution
from autograd.tensor import masked as masking  # noqa: F401  which registers itself
from autograd.tensor.masked import MaskedArray, dressed, numbers_of
from autograd.tensor.tensor import Tensor, born, wrap
from torch.autograd import Function

if TYPE_CHECKING:
    from autograd.graph.node import Node

KINDS = "efd?bhil"  # numpy's codes of the dtypes that may be masked
PROTOTYPE = (
    "The PyTorch API of MaskedTensors is in prototype stage and will change in the near future. "
    "Please open a Github issue for features requests and see our documentation on the torch."
    "masked module for further information about the project."
)
ON_TAPE = (
    "It is not recommended to create a MaskedTensor with a tensor that requires_grad. To avoid "
    "this, you can use data.detach().clone()"
)


def is_masked_tensor(obj: Any, /) -> bool:
    """Whether something is a masked tensor."""
    return isinstance(obj, MaskedTensor)


class MaskedTensor(Tensor):
    """The numbers of `data`, which count where `mask` of the same shape is true; copies of both."""

    def __new__(cls, data, mask, requires_grad=False):
        check(data, mask)
        caution(PROTOTYPE)
        if data.requires_grad:
            caution(ON_TAPE)
        made = fresh(data, mask)
        made._requires_grad = bool(requires_grad)
        return made

    @staticmethod
    def _from_values(data, mask):
        check(data, mask)
        caution(PROTOTYPE)
        return Constructor.apply(data, mask)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if all(issubclass(cls, kind) for kind in types):
            return masking.made_by(func, args, kwargs or {})
        return NotImplemented

    def __repr__(self):
        numbers, mask = numbers_of(self._array), self._array.mask
        if not numbers.ndim:
            said = formatted(numbers.item()) if mask else "--"
            return f"MaskedTensor({said}, {bool(mask)})"
        return f"MaskedTensor(\n{indented(rows(numbers, mask))}\n)"

    __str__ = __repr__

    @property
    def _masked_data(self):
        return born(Tensor, numbers_of(self._array), self._counter)

    @property
    def _masked_mask(self):
        return wrap(self._array.mask)

    def get_mask(self) -> Any:
        """Which entries count, as truth values."""
        return self._masked_mask

    def get_data(self) -> Any:
        """All numbers, those that do not count too; their gradient is masked."""
        return GetData.apply(self)

    def to_tensor(self, value: Tensor) -> Any:
        """The numbers, with `value` where they do not count."""
        return self.get_data().masked_fill(~self.get_mask(), value)

    def is_sparse_coo(self) -> bool:
        """Whether entries are stored by their places, as they never are here."""
        return False

    def is_sparse_csr(self) -> bool:
        """Whether entries are stored row by row, as they never are here."""
        return False


def fresh(data: Tensor, mask: Tensor) -> MaskedTensor:
    """A masked leaf with copies of numbers and mask."""
    array = MaskedArray(numbers_of(data._array).copy("K"), np.array(mask._array))
    return born(MaskedTensor, array, [0])


def check(data: Tensor, mask: Tensor) -> None:
    """Raise torch's errors for what cannot be numbers and their mask."""
    for name, value in (("data", data), ("mask", mask)):
        if is_masked_tensor(value) or not isinstance(value, Tensor):
            raise TypeError(f"{name} must be a Tensor")
    if mask._array.dtype != bool:
        raise TypeError("mask must have dtype bool.")
    if data._array.dtype.char not in KINDS:
        raise TypeError(f"{data.dtype} is not supported in MaskedTensor.")
    for what in ("dim", "size"):
        if getattr(data, what)() != getattr(mask, what)():
            raise ValueError(f"data.{what}() must equal mask.{what}()")


class Constructor(Function):
    """A masked tensor on the tape of its numbers."""

    @staticmethod
    def forward(ctx: Node, data: Tensor, mask: Tensor) -> Any:
        return fresh(data, mask)

    @staticmethod
    def backward(ctx: Node, grad_output: tuple[Tensor, ...]) -> Any:
        return grad_output, None


class GetData(Function):
    """The numbers of a masked tensor, whose gradient gets its mask."""

    @staticmethod
    def forward(ctx: Node, masked: Any) -> Any:
        ctx.mask = masked._array.mask
        return masked._masked_data

    @staticmethod
    def backward(ctx: Node, grad_output: Any) -> Any:
        return dressed(wrap(numbers_of(grad_output._array)), ctx.mask)


# --- Printing ----------------------------------------------------------------------------------


def formatted(number: int) -> str:
    """One number as torch's masked tensors show it."""
    return f"{number:8.4f}" if isinstance(number, float) else str(number)


def rows(numbers: Any, mask: Tensor) -> str:
    """Numbers in brackets, with dashes for those that do not count."""
    if numbers.ndim == 1:
        said = [formatted(x) for x in numbers.tolist()]
        width = max((len(x) if counts else 8 for x, counts in zip(said, mask)), default=8)
        return "[" + ", ".join(
            x if counts else "--".rjust(width) for x, counts in zip(said, mask)) + "]"
    return "[\n" + ",\n".join(indented(rows(*pair)) for pair in zip(numbers, mask)) + "\n]"


def indented(text: str) -> str:
    """Every line of a text two places further right."""
    return "\n".join(f"  {line}" for line in text.split("\n"))


masking.kind = MaskedTensor
