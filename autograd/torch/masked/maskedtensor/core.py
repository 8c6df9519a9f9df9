"""The class MaskedTensor: data with a mask.

Its array has the mask (`autograd.tensor.masked`); `dispatch.py` implements `__torch_function__`.
Follows torch/masked/maskedtensor/core.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.engine import masked_backward  # noqa: F401  which registers itself
from autograd.runtime.warnings import caution
from autograd.tensor import masked as masking  # noqa: F401  which registers itself
from autograd.tensor.masked import MaskedArray, put_mask, plain_values
from autograd.tensor.tensor import Tensor, new_tensor, wrap
from torch.autograd import Function


MASKABLE_DTYPES = "efd?bhil"  # numpy's codes of the dtypes that may be masked
PROTOTYPE_WARNING = (
    "The PyTorch API of MaskedTensors is in prototype stage and will change in the near future. "
    "Please open a Github issue for features requests and see our documentation on the torch."
    "masked module for further information about the project."
)
REQUIRES_GRAD_WARNING = (
    "It is not recommended to create a MaskedTensor with a tensor that requires_grad. To avoid "
    "this, you can use data.detach().clone()"
)


def is_masked_tensor(obj: Any, /) -> bool:
    """Return True if `obj` is a MaskedTensor."""
    return isinstance(obj, MaskedTensor)


class MaskedTensor(Tensor):
    """A tensor of copies of `data` and of the bool tensor `mask`, true at specified elements."""

    def __new__(cls, data, mask, requires_grad=False):
        check_data_and_mask(data, mask)
        caution(PROTOTYPE_WARNING)
        if data.requires_grad:
            caution(REQUIRES_GRAD_WARNING)
        result = make_masked(data, mask)
        result._requires_grad = bool(requires_grad)
        return result

    @staticmethod
    def _from_values(data, mask):
        """Return a masked tensor that passes gradients to `data`."""
        check_data_and_mask(data, mask)
        caution(PROTOTYPE_WARNING)
        return Constructor.apply(data, mask)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if all(issubclass(cls, kind) for kind in types):
            return masking.dispatch(func, args, kwargs or {})
        return NotImplemented

    def __repr__(self):
        numbers, mask = plain_values(self._array), self._array.mask
        if not numbers.ndim:
            text = format_number(numbers.item()) if mask else "--"
            return f"MaskedTensor({text}, {bool(mask)})"
        return f"MaskedTensor(\n{indent(format_rows(numbers, mask))}\n)"

    __str__ = __repr__

    @property
    def _masked_data(self):
        """The data, as a tensor that shares the memory."""
        return new_tensor(Tensor, plain_values(self._array), self._counter)

    @property
    def _masked_mask(self):
        """The mask."""
        return wrap(self._array.mask)

    def get_mask(self) -> Tensor:
        """Return the mask."""
        return self._masked_mask

    def get_data(self) -> Tensor:
        """Return the data, masked-out elements included; the gradient is masked."""
        return GetData.apply(self)

    def to_tensor(self, value: Tensor | complex) -> Tensor:
        """Return the data with masked-out elements replaced by `value`."""
        return self.get_data().masked_fill(~self.get_mask(), value)

    def is_sparse_coo(self) -> bool:
        """Return False: sparse layouts are not supported."""
        return False

    def is_sparse_csr(self) -> bool:
        """Return False: sparse layouts are not supported."""
        return False


def make_masked(data: Tensor, mask: Tensor) -> MaskedTensor:
    """Return a masked leaf with copies of data and mask."""
    array = MaskedArray(plain_values(data._array).copy("K"), np.array(mask._array))
    return new_tensor(MaskedTensor, array, [0])


def check_data_and_mask(data: Tensor, mask: Tensor) -> None:
    """Raise TypeError or ValueError unless `data` and `mask` can form a masked tensor."""
    for name, value in (("data", data), ("mask", mask)):
        if is_masked_tensor(value) or not isinstance(value, Tensor):
            raise TypeError(f"{name} must be a Tensor")
    if mask._array.dtype != bool:
        raise TypeError("mask must have dtype bool.")
    if data._array.dtype.char not in MASKABLE_DTYPES:
        raise TypeError(f"{data.dtype} is not supported in MaskedTensor.")
    for what in ("dim", "size"):
        if getattr(data, what)() != getattr(mask, what)():
            raise ValueError(f"data.{what}() must equal mask.{what}()")


class Constructor(Function):
    """Makes a masked tensor that passes gradients to its data."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, mask: Tensor) -> Any:
        return make_masked(data, mask)

    @staticmethod
    def backward(ctx: Any, grad_output: tuple[Tensor, ...]) -> Any:
        return grad_output, None


class GetData(Function):
    """Returns the data of a masked tensor, whose gradient is masked."""

    @staticmethod
    def forward(ctx: Any, masked: Any) -> Any:
        ctx.mask = masked._array.mask
        return masked._masked_data

    @staticmethod
    def backward(ctx: Any, grad_output: Any) -> Any:
        return put_mask(wrap(plain_values(grad_output._array)), ctx.mask)


# --- Printing ----------------------------------------------------------------------------------


def format_number(number: int) -> str:
    """Format one number as torch's masked tensors do."""
    return f"{number:8.4f}" if isinstance(number, float) else str(number)


def format_rows(numbers: Any, mask: Tensor) -> str:
    """Format data in brackets, with dashes for masked-out elements."""
    if numbers.ndim == 1:
        text = [format_number(x) for x in numbers.tolist()]
        width = max((len(x) if counts else 8 for x, counts in zip(text, mask)), default=8)
        return "[" + ", ".join(
            x if counts else "--".rjust(width) for x, counts in zip(text, mask)) + "]"
    return "[\n" + ",\n".join(indent(format_rows(*pair)) for pair in zip(numbers, mask)) + "\n]"


def indent(text: str) -> str:
    """Indent every line by two columns."""
    return "\n".join(f"  {line}" for line in text.split("\n"))


masking.tensor_type = MaskedTensor
