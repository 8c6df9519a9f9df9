"""Validation of gradients, which reduces them to the shape of their tensor.

They are also cast to its dtype. A gradient is an array, or a Tensor under `create_graph`. Follows
`validate_outputs` of torch/csrc/autograd/engine.cpp.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.kernels.reduction_order import cascade_sum
from autograd.runtime.blame import attach_blame
from autograd.runtime.registry import OPS
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.graph.node import Node
    from autograd.tensor.tensor import ArrayOrTensor


def validate_grad(gradient: ArrayOrTensor, metadata: tuple[Any, ...]) -> ArrayOrTensor:
    """Return `gradient` in the shape and dtype of its tensor, `metadata`; undo broadcasting."""
    shape, dtype = metadata
    array = gradient._array if isinstance(gradient, Tensor) else gradient
    if array.shape != shape:
        gradient = sum_to_shape(gradient, shape)
    if dtype.kind in "biu":
        raise RuntimeError(
            "isDifferentiableType(grad.scalar_type()) INTERNAL ASSERT FAILED at "
            '"/__w/pytorch/pytorch/torch/csrc/autograd/engine.cpp":998, please report a bug to '
            "PyTorch. ")
    if array.dtype != dtype:
        gradient = cast_grad(gradient, dtype)
    return gradient


class InvalidGradShape(Exception):
    """Raised if a gradient's shape cannot be summed to its tensor's; args are both shapes."""

    def blame(self, node: Node, number: int) -> RuntimeError:
        """Return torch's error about the gradient that `node` returned at index `number`."""
        have, want = self.args
        op = getattr(node, "op", None)
        if op is not None and not op.variadic:  # torch counts inputs with a derivative only
            number = sum(slot in op.gradients for slot in op.slots[:number])
        return attach_blame(RuntimeError(
            f"Function {node.name()} returned an invalid gradient at index {number} - got "
            f"{list(have)} but expected shape compatible with {list(want)}"
        ), [node])


def sum_to_shape(gradient: ArrayOrTensor, shape: tuple[int, ...]) -> ArrayOrTensor:
    """Sum over the dimensions that broadcasting to `gradient.shape` added or expanded."""
    have = np.shape(gradient._array if isinstance(gradient, Tensor) else gradient)
    extra = len(have) - len(shape)
    if extra < 0:
        raise InvalidGradShape(have, shape)
    expanded = [extra + i for i, n in enumerate(shape) if n == 1 and have[extra + i] != 1]
    dims = tuple(range(extra)) + tuple(expanded)
    if not isinstance(gradient, Tensor):
        try:
            return (cascade_sum(gradient, dims) if dims else gradient).reshape(shape)
        except ValueError:
            raise InvalidGradShape(have, shape) from None
    if any(n not in (1, m) for n, m in zip(shape, have[extra:])):
        raise InvalidGradShape(have, shape)
    if not shape and extra:
        return gradient.sum()
    if dims:
        gradient = OPS["sum_dim"](gradient, dim=dims, keepdim=True)
    return OPS["view"](gradient, size=shape) if extra else gradient


class InvalidComplexGrad:
    """A placeholder for a complex gradient of a real tensor, which raises torch's error on use."""

    def refuse(self) -> None:
        """Raise torch's error."""
        raise RuntimeError(
            "Expected isFloatingType(grad.scalar_type()) || (input_is_complex == grad_is_complex) "
            "to be true, but got false.  (Could this error message be improved?  If so, please "
            "report an enhancement request to PyTorch.)"
        )

    dtype = property(refuse)


INVALID_COMPLEX = InvalidComplexGrad()


def reject_complex(gradient: ArrayOrTensor, like: ArrayOrTensor | np.dtype) -> Any:
    """Return `gradient`, or INVALID_COMPLEX if it is complex and `like` (or that dtype) is real."""
    array, own = (x._array if isinstance(x, Tensor) else x for x in (gradient, like))
    invalid = array.dtype.kind == "c" and getattr(own, "dtype", own).kind != "c"
    return INVALID_COMPLEX if invalid else gradient


def cast_grad(gradient: ArrayOrTensor, dtype: np.dtype) -> ArrayOrTensor:
    """Cast `gradient` to another dtype; of a complex one take the real part for a real dtype."""
    if isinstance(gradient, Tensor):
        array = gradient._array
        if array.dtype.kind == "c" and dtype.kind != "c":
            gradient = OPS["select"](OPS["view_as_real"](gradient), dim=array.ndim, index=0)
            if gradient._array.dtype == dtype:
                return gradient
        return OPS["to_dtype"](gradient, dtype=dtype)
    if gradient.dtype.kind == "c" and dtype.kind != "c":
        gradient = gradient.real
    return gradient.astype(dtype, copy=False)
