"""The nodes of custom functions: the context that the user's forward and backward both get.

Named after the function's class, as in torch. Follows torch/csrc/autograd/python_function.cpp.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.graph import saved_tensor_hooks
from autograd.graph.accumulate_grad import edge_to
from autograd.graph.unbroadcast import InvalidGradShape, reject_complex, INVALID_COMPLEX
from autograd.graph.node import Node, TableNode, grad_to_tensor, changed, freed, sequence
from autograd.graph.saved_attributes import SavedTensor
from autograd.runtime import grad_mode
from autograd.runtime.blame import blamed
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor, wrap


class FunctionCtx:
    """What `forward` and `backward` of a custom function say to each other."""

    def save_for_backward(self, *tensors: Tensor | int) -> None:
        """Keep tensors (or None) for `backward`, guarded against later changes in place."""
        self.to_save = tensors

    def save_for_forward(self, *tensors: Any) -> None:
        """Keep tensors (or None) for `jvp`."""
        self.saved_for_forward = tensors

    def kept(self) -> tuple:
        """All that was saved, for either mode."""
        return *(self.to_save or ()), *(self.saved_for_forward or ())

    def mark_dirty(self, *args: Tensor) -> None:
        """Say which inputs `forward` changed in place; they must be outputs too."""
        self.dirty_tensors = args

    def mark_non_differentiable(self, *args: Tensor) -> None:
        """Say which outputs have no gradient."""
        self.non_differentiable = args

    def set_materialize_grads(self, value: Tensor | float) -> None:
        """Whether `backward` gets zeros (the default) or None for outputs without a gradient."""
        self.materialize_grads = value


SEEN = (
    "saved_tensors can only be accessed once when clear_saved_tensors_on_access=True is set on the "
    "autograd.Function. Either access saved_tensors only once, or set "
    "clear_saved_tensors_on_access=False."
)


class BackwardCFunction(Node, FunctionCtx):
    """The node of one call of a custom function."""

    _forward_cls = None
    to_save = ()
    saved_for_forward = None
    dirty_tensors = ()
    non_differentiable = ()
    materialize_grads = True
    _materialize_non_diff_grads = True  # whether also for those marked as having none
    _marked = frozenset()  # the numbers of these
    _in_jvp = False  # whether the user's `jvp` runs, which sees what was saved for it alone
    _cleared = False  # whether what was saved was given away when it was asked for
    needs_input_grad: tuple[bool, ...] = ()
    _takes_tensor: tuple[bool, ...] = ()
    _places = ()  # for each saved argument its index in `saved`, None for None
    _numbers = ()  # for each entry of `saved` the number of the output that it is, or None

    @property
    def __dict__(self) -> dict:
        """What the user's functions keep on their context."""
        own = vars(Node)["__dict__"].__get__(self)
        return {name: value for name, value in own.items() if not hasattr(type(self), name)}

    @property
    def saved_tensors(self) -> tuple:
        """What `save_for_backward` kept, each checked to be as it was."""
        if self._in_jvp:
            return tuple(self.saved_for_forward or ())
        if self._held is None:
            raise RuntimeError(SEEN) if self._cleared else freed(self)
        # As a plain number: torch takes the node itself for the history that `detach_` took away.
        if any(int(value._counter[0]) != int(version) for value, version in self._held):
            raise changed(self)
        if not self._places and self.saved_for_forward is not None:
            return tuple(self.saved_for_forward)
        opened = [self._with_history(value, i) for i, (value, _) in enumerate(self._held)]
        if self._forward_cls.clear_saved_tensors_on_access:
            self._held, self._cleared = None, True
        return tuple(None if place is None else opened[place] for place in self._places)

    @property
    def _raw_saved_tensors(self) -> tuple:
        """The same, each still packed."""
        if self._held is None:
            raise freed(self)
        return tuple([SavedTensor(self, place) for place in self._places])

    @property
    def saved_variables(self) -> tuple:
        """`saved_tensors` by its name of when tensors with gradients were Variables."""
        caution("'saved_variables' is deprecated; use 'saved_tensors'", DeprecationWarning)
        return self.saved_tensors

    def _keep(self, outputs) -> None:
        """Save what the user asked for; an output is kept detached, lest it keep its node alive."""
        saved, places, numbers = [], [], []
        for i, tensor in enumerate(self.to_save or ()):
            if tensor is not None and not isinstance(tensor, Tensor):
                raise TypeError(
                    "save_for_backward can only save variables, but argument "
                    f"{i} is of type {type(tensor).__name__}"
                )
            places.append(None if tensor is None else len(saved))
            if tensor is not None:
                number = next((nr for nr, x in enumerate(outputs) if x is tensor), None)
                numbers.append(number)
                saved.append((tensor if number is None else tensor.alias(), tensor._counter[0]))
        self._held, self._places, self._numbers = tuple(saved), places, numbers
        self.to_save = ()
        for index in range(len(saved) if saved_tensor_hooks.hooks else 0):
            saved_tensor_hooks.pack(self, index, *saved_tensor_hooks.hooks[-1])

    _with_history = TableNode._with_history

    def _origin(self, index: int):
        """The edge of the saved value at `index` when it is an output of this node, else None."""
        number = self._numbers[index]
        return None if number is None else (self, number)

    def _shown(self, inputs, outputs) -> list:
        """`(name, tensor)` of what was saved, for whoever displays it."""
        sources = [
            value if number is None else outputs[number]
            for (value, _), number in zip(self._held, self._numbers)
        ]
        return [
            (f"saved_tensors[{i}]", x) for i, x in enumerate(sources) if isinstance(x, Tensor)
        ]

    def backward(self, grads: list[Any], create_graph: bool) -> list[Any]:
        given = [self._gradient(nr, grad) for nr, grad in enumerate(grads)]
        results = self.apply(*given)
        return [self._checked(i, grad, create_graph) for i, grad in enumerate(self._sent(results))]

    _transpose = None  # under a forward transform: what finds tangents, made of the `jvp`

    def apply(self, *grads: Tensor) -> Tensor | int | tuple[Any, ...] | None:
        """Call the user's backward."""
        if self._transpose is not None and grad_mode.pushing:
            return self._transpose(*grads)
        function = self._forward_cls
        if function.boxed_grads_call:
            return function.user_backward()(self, list(grads))
        return function.user_backward()(self, *grads)

    def _gradient(self, nr, grad):
        """One argument of `backward`: a Tensor, zeros for none, or None."""
        if grad is not None:
            return grad_to_tensor(grad)
        metadata = self.metadata_of_outputs[nr]
        wanted = self._materialize_non_diff_grads or nr not in self._marked
        if metadata is None or not (self.materialize_grads and wanted):
            return None
        return wrap(np.zeros(*metadata))

    def _sent(self, results) -> list:
        """The gradients for the tensor inputs, after torch's checks of what `backward` returned."""
        results = list(results) if isinstance(results, tuple) else [results]
        expected = len(self._takes_tensor)
        if len(results) > expected and all(x is None for x in results[expected:]):
            results = results[:expected]
        if len(results) != expected:
            raise blamed(RuntimeError(
                f"function {self.name()} returned an incorrect number of gradients (expected "
                f"{expected}, got {len(results)})"
            ), [self])
        kept = []
        for i, (is_tensor, result) in enumerate(zip(self._takes_tensor, results)):
            if is_tensor:
                if result is not None and not isinstance(result, Tensor):
                    got = type(result).__name__
                    raise RuntimeError(f"expected Variable or None (got {got})")
                kept.append(result)
            elif result is not None:
                raise blamed(RuntimeError(
                    f"function {self.name()} returned a gradient different than None at position "
                    f"{i + 1}, but the corresponding forward input was not a Variable"
                ), [self])
        return kept

    def _checked(self, index, grad, create_graph):
        """A gradient as it travels on, or torch's error when it cannot be summed or cast to fit."""
        edge = self._edges[index]
        if grad is None or edge is None:
            return grad  # which hooks see even if it leads nowhere
        want, have = edge[0].metadata_of_outputs[edge[1]][0], grad._array.shape
        lead = len(have) - len(want)
        if lead < 0 or any(n not in (1, m) for n, m in zip(want, have[lead:])):
            raise InvalidGradShape(have, want).blame(self, index)
        if reject_complex(grad, edge[0].metadata_of_outputs[edge[1]][1]) is INVALID_COMPLEX:
            INVALID_COMPLEX.refuse()
        return grad if create_graph else grad._array

    def _free(self):
        self._held, had = None, bool(self._held)
        return had


class Error(Node):
    """The node behind gradients that must not be differentiated again."""

    def name(self) -> str:
        """torch says where it comes from."""
        return "torch::autograd::Error"

    def backward(self, grads: Any, create_graph: bool) -> None:
        raise blamed(RuntimeError(
            "trying to differentiate twice a function that was marked with @once_differentiable"
        ), [self])


def once_differentiable(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator for `backward`: it runs without recording, and a second derivative is refused."""

    @functools.wraps(function)
    def wrapper(ctx, *grads):
        given = grads[0] if grads and isinstance(grads[0], list) else grads  # boxed_grads_call
        recorded = any(isinstance(x, Tensor) and x.requires_grad for x in given)
        with grad_mode.no_grad():
            outputs = function(ctx, *grads)
        if not grad_mode.grad_enabled or not recorded:
            return outputs
        several = isinstance(outputs, tuple)
        marked = refusing(outputs if several else (outputs,))
        return marked if several else marked[0]

    return wrapper


def refusing(outputs: tuple[Tensor, ...]) -> tuple:
    """Gradients or None with one history that raises when it is walked."""
    node = Error()
    node._sequence = next(sequence)
    node.metadata_of_outputs = tuple(
        [None if x is None else (x._array.shape, x._array.dtype) for x in outputs])
    node._edges = tuple([None if x is None else edge_to(wrap(x._array, True)) for x in outputs])
    twins = [None if x is None else x.alias() for x in outputs]
    for nr, twin in enumerate(twins):
        if twin is not None:
            twin._edge, twin._requires_grad = (node, nr), True
    return tuple(twins)


for _type in (FunctionCtx, BackwardCFunction):
    _type.__module__ = "torch.autograd.function"
Error.__module__ = "builtins"
