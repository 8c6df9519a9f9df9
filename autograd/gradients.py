"""What every gradient on the tape goes through: broadcasting undone, dtype fitted, a Tensor's form.

A gradient is an array while nobody records it and a Tensor under `create_graph`.
"""

from __future__ import annotations

from sys import getrefcount

import numpy as np

from autograd import mode, observer
from autograd.layout import is_dense, settled, with_steps_of
from autograd.numerics.summation import total
from autograd.tensor import Tensor, rehouse, renew_history, wrap
from autograd.writing import count as counted


def fit(gradient, metadata):
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

    def of(self, node, number: int) -> RuntimeError:
        """torch's error: the gradient for the input of that number, which `node` has made."""
        from autograd.graph import blamed

        have, want = self.args
        op = getattr(node, "op", None)
        if op is not None and not op.variadic:  # what has no derivative has no number in torch
            number = sum(slot in op.gradients for slot in op.slots[:number])
        return blamed(RuntimeError(
            f"Function {node.name()} returned an invalid gradient at index {number} - got "
            f"{list(have)} but expected shape compatible with {list(want)}"
        ), [node])


def met(first, second):
    """The sum of two gradients of one tensor, lying in memory as torch adds the later one."""
    total = first + once(second)
    if type(first) is np.ndarray and type(second) is np.ndarray and first.strides != second.strides:
        return settled(total, (first, second))
    return total


def once(gradient):
    """A gradient to be added: torch multiplies complex numbers by 1 first, which shows in NaN."""
    return gradient * complex(1) if gradient.dtype in COMPLEX else gradient


COMPLEX = frozenset(map(np.dtype, (np.complex64, np.complex128)))


def sum_to(gradient, shape):
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
    from autograd.derivatives import sum_dim, view

    if not shape and extra:
        return gradient.sum()
    if dims:
        gradient = sum_dim(gradient, dim=dims, keepdim=True)
    return view(gradient, size=shape) if extra else gradient


class _Unkind:
    """Stands for a complex gradient of what is real: torch's error, wherever it is looked at."""

    def refuse(self):
        """Raise it."""
        raise RuntimeError(
            "Expected isFloatingType(grad.scalar_type()) || (input_is_complex == grad_is_complex) "
            "to be true, but got false.  (Could this error message be improved?  If so, please "
            "report an enhancement request to PyTorch.)"
        )

    dtype = property(refuse)


unkind = _Unkind()


def of_kind(gradient, like):
    """`gradient`, or `unkind` if it is complex and `like`, a value or a dtype, is real."""
    array, own = (x._array if isinstance(x, Tensor) else x for x in (gradient, like))
    return unkind if array.dtype.kind == "c" and getattr(own, "dtype", own).kind != "c" else (
        gradient)


def cast(gradient, dtype):
    """`gradient` in another dtype; a complex one falls onto its real part where that is wanted."""
    if isinstance(gradient, Tensor):
        from autograd.derivatives import select, to_dtype, view_as_real

        array = gradient._array
        if array.dtype.kind == "c" and dtype.kind != "c":
            gradient = select(view_as_real(gradient), dim=array.ndim, index=0)
            if gradient._array.dtype == dtype:
                return gradient
        return to_dtype(gradient, dtype=dtype)
    if gradient.dtype.kind == "c" and dtype.kind != "c":
        gradient = gradient.real
    return gradient.astype(dtype, copy=False)


def as_tensor(gradient) -> Tensor:
    """A gradient as the Tensor that hooks and callers see."""
    if isinstance(gradient, Tensor):
        return gradient
    make = getattr(gradient, "as_tensor", None)
    return wrap(np.asarray(gradient)) if make is None else make()


def unwrap(gradient, create_graph):
    """What travels on the tape: a Tensor when its own history is wanted, else an array."""
    if gradient is None or create_graph:
        return gradient
    return gradient._array


def accumulate(leaf: Tensor, grads: list, node, create_graph: bool) -> None:
    """`leaf.grad += grads[0]`, torch's way: the very `.grad` is kept, unless its history grows.

    What is added is an array, or a Tensor with `create_graph`.
    """
    if create_graph and not mode.grad_enabled:  # a Tensor for its tangent's sake alone
        grads, create_graph = [grads[0]._array], False
    old = leaf._grad
    before = None if old is None else old._array
    if leaf._meta:  # there are no numbers to add; the follower marks the gradient
        leaf._grad = wrap(leaf._array) if old is None else old
    elif create_graph:
        leaf._grad = copied(grads[0], leaf._array) if old is None else summed(old, grads[0])
    elif old is None:
        leaf._grad = owned(grads, leaf._array, node.metadata_of_outputs[0][1])
        if mode.inference:
            mode.mark(leaf._grad)
    else:
        if observer.current is not None:
            observer.current.writing(old)
            before = before.copy()
        if type(old._array) is np.ndarray:
            old._array += once(grads[0])
            counted(old)
        elif type(old._array) is type(grads[0]):  # both are sparse
            rehouse(old, as_tensor(grads[0] + old._array)._array)
            counted(old)
        else:
            leaf._grad = as_tensor(grads[0] + old._array)
    if observer.current is not None:
        added = grads[0]._array if create_graph else grads[0]
        observer.current.accumulated(leaf, node, before, added, leaf._grad._array, "accumulate")


def summed(old: Tensor, gradient: Tensor) -> Tensor:
    """The sum of two gradients with histories, of which sparse ones have none here."""
    if type(old._array) is type(gradient._array) is np.ndarray:
        return old + gradient
    return as_tensor(gradient._array + old._array)


def copied(gradient: Tensor, leaf: np.ndarray) -> Tensor:
    """A gradient with a history, in memory of its own: torch copies it into an empty tensor."""
    if hasattr(gradient._array, "as_tensor"):  # what is sparse stays so
        return gradient._array.copy().as_tensor()
    from autograd.derivatives import copy

    made = copy(wrap(gradient._array), gradient)
    if type(made._array) is np.ndarray and not lies_as(made._array, leaf):
        made._array = laid_as(made._array, leaf)
    return made


def owned(grads: list, leaf: np.ndarray, dtype) -> Tensor:
    """What becomes a `.grad`: `grads[0]` if nobody else holds it and it lies as `leaf`, or a copy.

    It may travel along several edges too, be the user's seed, or what a hook has kept. An observer
    is told of writes and so may hold it; it says how often. A copy has the steps of a leaf without
    gaps, and lies row by row for others. Follows torch/csrc/autograd/functions/accumulate_grad.h,
    but for views, which torch takes over too: an observer may hold what they are views of.
    """
    told = observer.current
    holders = 2 if told is None else 2 + told.holding(grads[0])  # the list, and who counts
    free = getrefcount(grads[0]) == holders
    array = grads[0]
    if hasattr(array, "as_tensor"):  # what is sparse stays so
        return array.copy().as_tensor()
    if type(array) is not np.ndarray:
        return wrap(np.array(array, dtype))
    fits = lies_as(array, leaf)
    if free and fits and array.dtype == dtype and array.flags.owndata:
        return wrap(array)
    made = wrap(laid_as(array.astype(dtype, copy=False), leaf))
    if is_dense(leaf) and not (fits and (free or array.base is not None)):
        made._counter[0] += 1  # torch copies it into an empty tensor
    return made


def laid_as(array: np.ndarray, leaf: np.ndarray) -> np.ndarray:
    """A copy with the steps of a leaf that has no gaps, row by row for others."""
    if leaf.flags.c_contiguous or not is_dense(leaf):
        return array.copy("C")
    made = with_steps_of(leaf, array.dtype)
    made[...] = array
    return made


def lies_as(array: np.ndarray, leaf: np.ndarray) -> bool:
    """Whether a gradient lies in memory as its leaf, or row by row for one with gaps."""
    if 0 in array.strides:
        return False  # stretched: torch copies it though it be of one entry
    if array.flags.c_contiguous and (leaf.flags.c_contiguous or not is_dense(leaf)):
        return True
    return is_dense(leaf) and all(
        n == 1 or mine * leaf.itemsize == its * array.itemsize
        for n, mine, its in zip(leaf.shape, array.strides, leaf.strides))


def differentiated(roots):
    """The outputs as they are, or torch's error for what is no tensor among them."""
    if not all(isinstance(x, Tensor) for x in roots):
        raise AssertionError("Expected output to be a torch.Tensor")
    return roots


def wanted(x):
    """An input whose gradient is asked for, or torch's error when that is no tensor."""
    if not isinstance(x, Tensor) and not hasattr(x, "output_nr"):
        raise RuntimeError(
            f"all inputs have to be Tensors or GradientEdges, but got {type(x).__name__}")
    if isinstance(x, Tensor) and x._base is not None:
        renew_history(x, asked=True)
    return x
