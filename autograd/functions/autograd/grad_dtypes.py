"""`grad_dtype`: the dtype in which a leaf keeps its gradient."""

from __future__ import annotations

from typing import Any

from autograd.tensor.dtype import dtype, dtype_of, dtype_of_array
from autograd.tensor.tensor import Tensor


def read_grad_dtype(self) -> Any:
    """Return the dtype of a leaf's gradient; None if it may have any."""
    check_leaf(self, "accessed")
    kind = self._grad_dtype
    if kind is None:
        return dtype_of_array(self._array)
    return None if kind is False else dtype_of(kind)


def write_grad_dtype(self, value: dtype | None) -> None:
    """Set the dtype of a leaf's gradient; None allows any dtype."""
    grad = self.grad  # warns for a non-leaf
    check_leaf(self, "set")
    if value is not None and not isinstance(value, dtype):
        raise RuntimeError(
            f"grad_dtype must be a torch.dtype or None, but got {type(value).__name__}")
    if value is not None and grad is not None and grad.dtype is not value:
        present = dtype_of_array(grad._array).cpp_name
        raise RuntimeError(
            f"Cannot set grad_dtype to '{value.legacy_name}' because there is already a gradient "
            f"with dtype '{present}'. Please clear the gradient (.grad = None) before changing "
            "grad_dtype, or ensure the new grad_dtype matches the existing gradient's dtype.")
    self._grad_dtype = False if value is None else value.numpy
    node = self._accumulate and self._accumulate()
    if node is not None:
        node.metadata_of_outputs = ((self._array.shape, self._grad_dtype or self._array.dtype),)


def check_leaf(tensor: Tensor, action: str) -> None:
    """Raise torch's error for a tensor that is no leaf; `action` is "set" or "accessed"."""
    if tensor.grad_fn is not None:
        raise RuntimeError(f"grad_dtype can only be {action} on leaf tensors.")


Tensor.grad_dtype = property(read_grad_dtype, write_grad_dtype)
