"""What every gradient on the tape goes through: broadcasting undone, dtype fitted, a Tensor's form.

A gradient is an array while nobody records it and a Tensor under `create_graph`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.kernels.summation import total
from autograd.runtime.blame import blamed
from autograd.runtime.registry import OPS
from autograd.tensor.strides import settled
from autograd.tensor.tensor import Tensor, renew_history, wrap

if TYPE_CHECKING:
    from autograd.graph.node import Node
    from autograd.tensor.tensor import ArrayOrTensor


def fit(gradient: ArrayOrTensor, metadata: tuple[Any, ...]) -> ArrayOrTensor:
    """`gradient` in the shape and dtype of the tensor it belongs to, broadcasting undone."""
    shape, dtype = metadata
    array = gradient._array if isinstance(gradient, Tensor) else gradient
    if array.shape != shape:
        gradient = sum_to(gradient, shape)
    if dtype.kind in "biu":
        raise RuntimeError(
            "isDifferentiableType(grad.scalar_type()) INTERNAL ASSERT FAILED at "
            '"/__w/pytorch/pytorch/torch/csrc/autograd/engine.cpp":998, please report a bug to '
            "PyTorch. ")
    if array.dtype != dtype:
        gradient = cast(gradient, dtype)
    return gradient


class Misfit(Exception):
    """A gradient that cannot be summed to the shape of its tensor: the one shape and the other."""

    def of(self, node: Node, number: int) -> RuntimeError:
        """torch's error: the gradient for the input of that number, which `node` has made."""
        have, want = self.args
        op = getattr(node, "op", None)
        if op is not None and not op.variadic:  # what has no derivative has no number in torch
            number = sum(slot in op.gradients for slot in op.slots[:number])
        return blamed(RuntimeError(
            f"Function {node.name()} returned an invalid gradient at index {number} - got "
            f"{list(have)} but expected shape compatible with {list(want)}"
        ), [node])


def met(first: ArrayOrTensor, second: ArrayOrTensor) -> ArrayOrTensor:
    """The sum of two gradients of one tensor, lying in memory as torch adds the later one."""
    total = first + once(second)
    if type(first) is np.ndarray and type(second) is np.ndarray and first.strides != second.strides:
        return settled(total, (first, second))
    return total


def once(gradient: ArrayOrTensor) -> ArrayOrTensor:
    """A gradient to be added: torch multiplies complex numbers by 1 first, which shows in NaN."""
    return gradient * complex(1) if gradient.dtype in COMPLEX else gradient


COMPLEX = frozenset(map(np.dtype, (np.complex64, np.complex128)))


def sum_to(gradient: ArrayOrTensor, shape: tuple[int, ...]) -> ArrayOrTensor:
    """Sum over the dimensions that broadcasting to `gradient.shape` added or stretched."""
    have = np.shape(gradient._array if isinstance(gradient, Tensor) else gradient)
    extra = len(have) - len(shape)
    if extra < 0:
        raise Misfit(have, shape)
    stretched = [extra + i for i, n in enumerate(shape) if n == 1 and have[extra + i] != 1]
    dims = tuple(range(extra)) + tuple(stretched)
    if not isinstance(gradient, Tensor):
        try:
            return (total(gradient, dims) if dims else gradient).reshape(shape)
        except ValueError:
            raise Misfit(have, shape) from None
    if any(n not in (1, m) for n, m in zip(shape, have[extra:])):
        raise Misfit(have, shape)
    if not shape and extra:
        return gradient.sum()
    if dims:
        gradient = OPS["sum_dim"](gradient, dim=dims, keepdim=True)
    return OPS["view"](gradient, size=shape) if extra else gradient


class _Unkind:
    """Stands for a complex gradient of what is real: torch's error, wherever it is looked at."""

    def refuse(self) -> None:
        """Raise it."""
        raise RuntimeError(
            "Expected isFloatingType(grad.scalar_type()) || (input_is_complex == grad_is_complex) "
            "to be true, but got false.  (Could this error message be improved?  If so, please "
            "report an enhancement request to PyTorch.)"
        )

    dtype = property(refuse)


unkind = _Unkind()


def of_kind(gradient: ArrayOrTensor, like: ArrayOrTensor | np.dtype) -> Any:
    """`gradient`, or `unkind` if it is complex and `like`, a value or a dtype, is real."""
    array, own = (x._array if isinstance(x, Tensor) else x for x in (gradient, like))
    return unkind if array.dtype.kind == "c" and getattr(own, "dtype", own).kind != "c" else (
        gradient)


def cast(gradient: ArrayOrTensor, dtype: np.dtype) -> ArrayOrTensor:
    """`gradient` in another dtype; a complex one falls onto its real part where that is wanted."""
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


def as_tensor(gradient: Any) -> Tensor:
    """A gradient as the Tensor that hooks and callers see."""
    if isinstance(gradient, Tensor):
        return gradient
    make = getattr(gradient, "as_tensor", None)
    return wrap(np.asarray(gradient)) if make is None else make()


def unwrap(gradient: Tensor, create_graph: bool) -> ArrayOrTensor:
    """What travels on the tape: a Tensor when its own history is wanted, else an array."""
    if gradient is None or create_graph:
        return gradient
    return gradient._array


def differentiated(roots: list[Tensor]) -> list[Tensor]:
    """The outputs as they are, or torch's error for what is no tensor among them."""
    if not all(isinstance(x, Tensor) for x in roots):
        raise AssertionError("Expected output to be a torch.Tensor")
    return roots


def wanted(x: Tensor) -> Tensor:
    """An input whose gradient is asked for, or torch's error when that is no tensor."""
    if not isinstance(x, Tensor) and not hasattr(x, "output_nr"):
        raise RuntimeError(
            f"all inputs have to be Tensors or GradientEdges, but got {type(x).__name__}")
    if isinstance(x, Tensor) and x._base is not None:
        renew_history(x, asked=True)
    return x
