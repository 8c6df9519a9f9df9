"""Version counters: lists of one number, which all tensors over the same memory share.

A write adds to the number, and a node compares it before it uses what it saved. Counters of other
classes here belong to tensors after `detach_` and to those made in inference mode.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from autograd.runtime import grad_mode, observer
from autograd.runtime.execution_state import execution

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


# -- after detach_ ---------------------------------------------------------------------------

DETACHED = (
    "Trying to use a saved tensor that has been detached in-place, i.e. with .detach_().This is "
    "not supported, please use out-of-place `.detach()` instead"
)


class DetachedCounter(list):
    """The counter of a tensor after `detach_`; other tensors over its memory keep `shared`.

    A version read before `detach_` must not equal one read after it: see the check in
    torch/csrc/autograd/saved_variable.cpp.
    """

    def __init__(self, shared: list):
        super().__init__(shared)
        self.shared = shared
        self.times = getattr(shared, "times", 0) + 1

    def __getitem__(self, place):
        return DetachedVersion(self.shared[place], self.times)

    def __setitem__(self, place, version):
        self.shared[place] = int(version)


class DetachedVersion(int):
    """A version with the number of times that the tensor was detached when it was read."""

    def __new__(cls, version: int, times: int):
        made = super().__new__(cls, version)
        made.times = times
        return made

    def __eq__(self, other):
        return int(self) == int(other) and getattr(other, "times", 0) == self.times

    def __ne__(self, other):
        return not self == other

    __hash__ = int.__hash__

    def __reduce__(self):
        return int, (int(self),)


def clear_history(tensor: Tensor) -> None:
    """Make `tensor` a leaf that does not require grad, as `detach_` does."""
    if tensor._edge is not None:
        tensor._counter = DetachedCounter(tensor._counter)
    tensor._edge, tensor._requires_grad = None, False


def was_detached(node: Any, index: int, tensor: Tensor) -> bool:
    """Return True if `tensor`, saved by `node` at `index`, was no leaf then and was detached."""
    inputs = node._plan.saved_inputs
    edge = node._edges[inputs[index]] if index < len(inputs) else None
    had_one = edge is not None and not hasattr(edge[0], "variable")
    return had_one and tensor._edge is None and isinstance(tensor._counter, DetachedCounter)


# -- inference mode --------------------------------------------------------------------------


class InferenceCounter(list):
    """The counter of a tensor made in inference mode: it has no version and cannot be saved."""

    counts = False

    def __getitem__(self, place):
        if execution.grad_enabled and not execution.inference_mode:
            raise RuntimeError(
                "Inference tensors cannot be saved for backward. Please do not use Tensors created "
                "in inference mode in computation tracked by autograd. To work around this, you "
                "can "
                "make a clone to get a normal tensor and use it in autograd, or use "
                "`torch.no_grad()` instead of `torch.inference_mode()`."
            )
        return 0

    def __setitem__(self, place, value):
        pass


class CountingInferenceCounter(InferenceCounter):
    """The counter of an alias of such a tensor by `detach`, whose writes torch counts again."""

    counts = True


def mark_inference(tensor: Any, counter: type = InferenceCounter) -> Any:
    """Make `tensor` one that was made in inference mode, and return it."""
    tensor._inference, tensor._counter = True, counter([0])
    return tensor


def mark_alias(alias: Any, source: Any) -> Any:
    """Mark `alias`, over the memory of `source`, by the mode and not by `source`, as torch does."""
    if execution.inference_mode:
        return mark_inference(alias)
    if source._inference:
        alias._inference, alias._counter = False, [0]
    return alias


def mark_results(result: Any, inputs: Any) -> None:
    """Mark the new tensors in the result of a function of `inputs`; views stay as they are."""
    for tensor in result if isinstance(result, tuple | list) else (result,):
        if isinstance(getattr(tensor, "_counter", None), list) and tensor._base is None:
            if not any(getattr(x, "_counter", None) is tensor._counter for x in inputs):
                mark_inference(tensor)


class _InferenceMarker(observer.Observer):
    """Marks the outputs of ops in inference mode."""

    def op(
            self, op: Any, inputs: Sequence[Any], params: dict[str, Any], outputs: Sequence[Any],
            node: Any) -> None:
        for output in outputs:
            shared = any(getattr(x, "_counter", None) is output._counter for x in inputs)
            if output._base is None and not shared:
                mark_inference(output)


grad_mode.inference_marker = _InferenceMarker()
