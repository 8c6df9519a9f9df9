"""AccumulateGrad, the node of a leaf, which adds gradients to `.grad`.

Follows torch/csrc/autograd/functions/accumulate_grad.h. It is in `graph/` because views and saved
tensor hooks make edges to leaves.
"""

from __future__ import annotations

from collections.abc import Callable
from sys import getrefcount
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.node import Node, grad_to_tensor
from autograd.runtime import observer
from autograd.runtime.execution_state import execution
from autograd.runtime.registry import OPS
from autograd.tensor.dtype import aten_type
from autograd.tensor.mutation import bump_version as counted
from autograd.tensor.memory_format import is_non_overlapping_and_dense, empty_with_strides
from autograd.tensor.tensor import Tensor, set_data, regenerate_grad_fn, wrap
from autograd.tensor.version_counter import mark_inference

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor


class AccumulateGrad(Node):
    """The node of a leaf, which adds the gradients that arrive to the leaf's `.grad`."""

    _hooked = True  # the hooks of a leaf are the tensor's own

    def __init__(self, variable: Tensor):
        self.variable = variable
        self.users = 0  # number of edges to it
        kind = variable._grad_dtype or variable._array.dtype
        self.metadata_of_outputs = ((variable._array.shape, kind),)

    def name(self) -> str:
        """Return the name with torch's namespace."""
        return "torch::autograd::AccumulateGrad"

    def backward(self, grads: list[Any], create_graph: bool) -> tuple[Any, ...]:
        if grads[0] is not None and self.variable._requires_grad:
            if self.variable._edge is not None:
                raise RuntimeError("leaf variable has been moved into the graph interior")
            accumulate_grad(self.variable, grads, self, create_graph)
        if self.variable._post_accumulate:
            run_post_accumulate_hooks(self, self.variable)
        return ()


def gradient_edge(tensor: Tensor) -> tuple[Node, int] | None:
    """Return the edge for gradients of `tensor`, or None if it needs no gradient."""
    if tensor._base is not None:
        regenerate_grad_fn(tensor)
    if tensor._edge is not None:
        return tensor._edge
    if tensor._requires_grad and not tensor._inherits:
        node = tensor.accumulator(AccumulateGrad)
        node.users += 1
        return (node, 0)
    return None


def accumulate_grad(leaf: Tensor, grads: list, node: Node, create_graph: bool) -> None:
    """Add `grads[0]` to `leaf.grad`, in place unless `create_graph` records the sum.

    The gradient is an array, or a Tensor with `create_graph`.
    """
    if create_graph and not execution.grad_enabled:  # a Tensor only for its tangent
        grads, create_graph = [grads[0]._array], False
    old = leaf._grad
    before = None if old is None else old._array
    if leaf._meta:  # a meta tensor has no numbers to add
        leaf._grad = wrap(leaf._array) if old is None else old
    elif create_graph:
        leaf._grad = (copy_with_history(grads[0], leaf._array) if old is None else
                      sum_with_history(old, grads[0]))
    elif old is None:
        leaf._grad = steal_or_copy(grads, leaf._array, node.metadata_of_outputs[0][1])
        if execution.inference_mode:
            mark_inference(leaf._grad)
    else:
        if observer.current is not None:
            observer.current.writing(old)
            before = before.copy()
        if type(old._array) is np.ndarray:
            old._array += times_complex_one(grads[0])
            counted(old)
        elif type(old._array) is type(grads[0]):  # both are sparse
            set_data(old, grad_to_tensor(grads[0] + old._array)._array)
            counted(old)
        else:
            leaf._grad = grad_to_tensor(grads[0] + old._array)
    if observer.current is not None:
        added = grads[0]._array if create_graph else grads[0]
        observer.current.accumulated(leaf, node, before, added, leaf._grad._array, "accumulate")


def times_complex_one(gradient: ArrayOrTensor) -> ArrayOrTensor:
    """Multiply a complex gradient by 1, as torch does before adding: visible in NaNs."""
    return gradient * complex(1) if gradient.dtype in COMPLEX_DTYPES else gradient


COMPLEX_DTYPES = frozenset(map(np.dtype, (np.complex64, np.complex128)))


def sum_with_history(old: Tensor, gradient: Tensor) -> Tensor:
    """Return the sum of two gradients, with history if both are dense."""
    if type(old._array) is type(gradient._array) is np.ndarray:
        return old + gradient
    return grad_to_tensor(gradient._array + old._array)


def copy_with_history(gradient: Tensor, leaf: np.ndarray) -> Tensor:
    """Copy a gradient, history included, into new memory with the strides of the leaf."""
    if hasattr(gradient._array, "as_tensor"):  # sparse gradients stay sparse
        return gradient._array.copy().as_tensor()
    made = OPS["copy"](wrap(gradient._array), gradient)
    if type(made._array) is np.ndarray and not obeys_layout(made._array, leaf):
        made._array = copy_like_leaf(made._array, leaf)
    return made


def steal_or_copy(grads: list, leaf: np.ndarray, dtype: np.dtype) -> Tensor:
    """Return a new `.grad`: `grads[0]` if it has no other owner and the leaf's strides, or a copy.

    Other owners, seen in its refcount, are further edges, the user's `grad_output`, a hook. An
    observer may hold it, too, and returns how many references it has. A copy has the strides of a
    dense leaf, and is contiguous for others. Unlike torch, views are never stolen: an observer may
    hold their base.
    """
    watching = observer.current
    # The list, and the argument of getrefcount.
    holders = 2 if watching is None else 2 + watching.holding(grads[0])
    free = getrefcount(grads[0]) == holders
    array = grads[0]
    if hasattr(array, "as_tensor"):  # sparse gradients stay sparse
        return array.copy().as_tensor()
    if type(array) is not np.ndarray:
        return wrap(np.array(array, dtype))
    fits = obeys_layout(array, leaf)
    if free and fits and array.dtype == dtype and array.flags.owndata:
        return wrap(array)
    made = wrap(copy_like_leaf(array.astype(dtype, copy=False), leaf))
    if is_non_overlapping_and_dense(leaf) and not (fits and (free or array.base is not None)):
        made._counter[0] += 1  # torch copies it into an empty tensor
    return made


def copy_like_leaf(array: np.ndarray, leaf: np.ndarray) -> np.ndarray:
    """Copy a gradient with the strides of a dense leaf, or contiguously for other leaves."""
    if leaf.flags.c_contiguous or not is_non_overlapping_and_dense(leaf):
        return array.copy("C")
    made = empty_with_strides(leaf, array.dtype)
    made[...] = array
    return made


def obeys_layout(array: np.ndarray, leaf: np.ndarray) -> bool:
    """Return whether a gradient has the strides of its leaf, or is contiguous for one with gaps."""
    if 0 in array.strides:
        return False  # expanded: torch copies it even if it has one entry
    if array.flags.c_contiguous and (leaf.flags.c_contiguous
                                     or not is_non_overlapping_and_dense(leaf)):
        return True
    return is_non_overlapping_and_dense(leaf) and all(
        n == 1 or mine * leaf.itemsize == its * array.itemsize
        for n, mine, its in zip(leaf.shape, array.strides, leaf.strides))


def run_post_accumulate_hooks(node: Node, leaf: Tensor) -> None:
    """Run the post-accumulate hooks of a leaf, which must return None."""
    returned = None
    for hook in list(leaf._post_accumulate.values()):
        returned = hook(leaf) if returned is None else returned
        if returned is not None:
            check_hook_result(hook, leaf, returned)
        if observer.current is not None:
            observer.current.hooked("post_accumulate", node, leaf, hook, None, None)
    if returned is not None and returned is not leaf:
        raise RuntimeError("Tensor post accumulate grad hooks should return None.")


def check_hook_result(hook: Callable[..., Any], before: Any, after: Tensor) -> None:
    """Raise torch's error if a hook's result cannot replace the gradient."""
    name = getattr(hook, "__name__", type(hook).__name__)
    if before is None:
        raise RuntimeError("can't replace a None gradient with a non-None value")
    if not isinstance(after, Tensor):
        raise TypeError(f"expected Variable, but hook returned '{type(after).__name__}'")
    if after._array.dtype != before._array.dtype:
        raise RuntimeError(
            f"hook '{name}' has changed the type of value (was {aten_type(before._array)} got "
            f"{aten_type(after._array)})"
        )
    if after._array.shape != before._array.shape:
        raise RuntimeError(f"hook '{name}' has changed the size of value")


AccumulateGrad.__module__ = "builtins"
