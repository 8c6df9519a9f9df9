"""The nodes of custom functions, each of which is the context (`ctx`) of one call.

Named after the function's class, as in torch. Follows torch/csrc/autograd/python_function.cpp and,
for outputs, torch/csrc/autograd/custom_function.cpp.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.engine.inplace_checks import check_inplace_history
from autograd.graph import saved_tensor_hooks
from autograd.graph.accumulate_grad import gradient_edge
from autograd.graph.unbroadcast import InvalidGradShape, reject_complex, INVALID_COMPLEX
from autograd.graph.node import (
    Node, TableNode, grad_to_tensor, modified_error, freed_error, sequence_numbers,
)
from autograd.graph.saved_attributes import SavedTensor
from autograd.graph.views import MANY, UNRECORDED, UNTRACKED, View
from autograd.runtime import grad_mode
from autograd.runtime.blame import attach_blame
from autograd.runtime.execution_state import execution
from autograd.runtime.registry import OPS
from autograd.runtime.warnings import caution
from autograd.tensor.mutation import bump_version, notify_shared
from autograd.tensor.tensor import Tensor, new_tensor, set_grad_fn, wrap
from autograd.tensor.torch_function import has_handler
from autograd.tensor.version_counter import clear_history


class FunctionCtx:
    """The context that `forward` and `backward` of a custom function share."""

    def save_for_backward(self, *tensors: Tensor | int) -> None:
        """Save tensors (or None) for `backward`, with a check of their versions."""
        self.to_save = tensors

    def save_for_forward(self, *tensors: Any) -> None:
        """Save tensors (or None) for `jvp`."""
        self.saved_for_forward = tensors

    def list_saved(self) -> tuple:
        """Return the tensors saved for `backward`, then those saved for `jvp`."""
        return *(self.to_save or ()), *(self.saved_for_forward or ())

    def mark_dirty(self, *args: Tensor) -> None:
        """Mark inputs that `forward` wrote in place; they must be outputs, too."""
        self.dirty_tensors = args

    def mark_non_differentiable(self, *args: Tensor) -> None:
        """Mark outputs that have no gradient."""
        self.non_differentiable = args

    def set_materialize_grads(self, value: Tensor | float) -> None:
        """Set whether `backward` gets zeros (the default) or None for missing gradients."""
        self.materialize_grads = value


ACCESSED_TWICE = (
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
    _in_jvp = False  # whether the user's `jvp` runs, with tensors saved for it alone
    _cleared = False  # whether saved tensors were freed when they were accessed
    needs_input_grad: tuple[bool, ...] = ()
    _takes_tensor: tuple[bool, ...] = ()
    _places = ()  # for each saved argument its index in `saved`, None for None
    _numbers = ()  # for each entry of `saved` the number of the output that it is, or None

    @property
    def __dict__(self) -> dict:
        """Return the attributes that the user's functions have set on their context."""
        own = vars(Node)["__dict__"].__get__(self)
        return {name: value for name, value in own.items() if not hasattr(type(self), name)}

    @property
    def saved_tensors(self) -> tuple:
        """Return the tensors of `save_for_backward`; raise if a version has changed."""
        if self._in_jvp:
            return tuple(self.saved_for_forward or ())
        if self._held is None:
            raise RuntimeError(ACCESSED_TWICE) if self._cleared else freed_error(self)
        # As plain ints: after `detach_` torch takes this node itself for the lost history.
        if any(int(value._counter[0]) != int(version) for value, version in self._held):
            raise modified_error(self)
        if not self._places and self.saved_for_forward is not None:
            return tuple(self.saved_for_forward)
        opened = [self._with_history(value, i) for i, (value, _) in enumerate(self._held)]
        if self._forward_cls.clear_saved_tensors_on_access:
            self._held, self._cleared = None, True
        return tuple(None if place is None else opened[place] for place in self._places)

    @property
    def _raw_saved_tensors(self) -> tuple:
        """Return the saved tensors, still packed."""
        if self._held is None:
            raise freed_error(self)
        return tuple([SavedTensor(self, place) for place in self._places])

    @property
    def saved_variables(self) -> tuple:
        """Return `saved_tensors`, under its deprecated name."""
        caution("'saved_variables' is deprecated; use 'saved_tensors'", DeprecationWarning)
        return self.saved_tensors

    def _keep(self, outputs) -> None:
        """Save tensors; an output is saved detached, or it would keep its node alive."""
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
            saved_tensor_hooks.pack_saved_tensor(self, index, *saved_tensor_hooks.hooks[-1])

    _with_history = TableNode._with_history

    def _origin(self, index: int):
        """Return the edge of the saved value at `index` if it is an output of this node."""
        number = self._numbers[index]
        return None if number is None else (self, number)

    def _shown(self, inputs, outputs) -> list:
        """Return `(name, tensor)` of saved values, for display."""
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
        checked = self._check_results(results)
        return [self._check_gradient(i, grad, create_graph) for i, grad in enumerate(checked)]

    _transpose = None  # under a forward transform: the transpose of the user's `jvp`

    def apply(self, *grads: Tensor) -> Tensor | int | tuple[Any, ...] | None:
        """Call the user's backward."""
        if self._transpose is not None and execution.double_vjp:
            return self._transpose(*grads)
        function = self._forward_cls
        if function.boxed_grads_call:
            return function.user_backward()(self, list(grads))
        return function.user_backward()(self, *grads)

    def _gradient(self, nr, grad):
        """Return one argument of `backward`: a Tensor, zeros for a missing one, or None."""
        if grad is not None:
            return grad_to_tensor(grad)
        metadata = self.metadata_of_outputs[nr]
        wanted = self._materialize_non_diff_grads or nr not in self._marked
        if metadata is None or not (self.materialize_grads and wanted):
            return None
        return wrap(np.zeros(*metadata))

    def _check_results(self, results) -> list:
        """Return gradients for tensor inputs, after torch's checks of the user's results."""
        results = list(results) if isinstance(results, tuple) else [results]
        expected = len(self._takes_tensor)
        if len(results) > expected and all(x is None for x in results[expected:]):
            results = results[:expected]
        if len(results) != expected:
            raise attach_blame(RuntimeError(
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
                raise attach_blame(RuntimeError(
                    f"function {self.name()} returned a gradient different than None at position "
                    f"{i + 1}, but the corresponding forward input was not a Variable"
                ), [self])
        return kept

    def _check_gradient(self, index, grad, create_graph):
        """Return a gradient to send on; raise torch's error if it cannot be summed or cast."""
        edge = self._edges[index]
        if grad is None or edge is None:
            return grad  # hooks get it even if there is no edge
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
    """The node of gradients that must not be differentiated again."""

    def name(self) -> str:
        """Return the name with torch's namespace."""
        return "torch::autograd::Error"

    def backward(self, grads: Any, create_graph: bool) -> None:
        raise attach_blame(RuntimeError(
            "trying to differentiate twice a function that was marked with @once_differentiable"
        ), [self])


def once_differentiable(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a `backward` to run unrecorded; differentiating its results raises."""

    @functools.wraps(function)
    def wrapper(ctx, *grads):
        given = grads[0] if grads and isinstance(grads[0], list) else grads  # boxed_grads_call
        recorded = any(isinstance(x, Tensor) and x.requires_grad for x in given)
        with grad_mode.no_grad():
            outputs = function(ctx, *grads)
        if not execution.grad_enabled or not recorded:
            return outputs
        several = isinstance(outputs, tuple)
        marked = attach_error_node(outputs if several else (outputs,))
        return marked if several else marked[0]

    return wrapper


def attach_error_node(outputs: tuple[Tensor, ...]) -> tuple:
    """Give gradients (or None) a common node that raises when it runs."""
    node = Error()
    node._sequence = next(sequence_numbers)
    node.metadata_of_outputs = tuple(
        [None if x is None else (x._array.shape, x._array.dtype) for x in outputs])
    node._edges = tuple(
        [None if x is None else gradient_edge(wrap(x._array, True)) for x in outputs])
    aliases = [None if x is None else x.alias() for x in outputs]
    for nr, alias in enumerate(aliases):
        if alias is not None:
            alias._edge, alias._requires_grad = (node, nr), True
    return tuple(aliases)


def check_marked_tensors(node: Node) -> None:
    """Raise torch's error for a marked value that is no tensor; its text ends abruptly."""
    if not all(isinstance(x, Tensor) for x in node.dirty_tensors):
        raise RuntimeError("mark_dirty can only accept variables, but argument ")
    if not all(isinstance(x, Tensor) for x in node.non_differentiable):
        raise RuntimeError("mark_non_differentiable only accepts variable arguments, but got ")


def check_dirty(
        node: Node, outputs: Any, tensors: list[Tensor], recorded: bool) -> None:
    """Raise torch's errors about inputs marked as dirty; increment their versions."""
    for x in node.dirty_tensors:
        if not any(x is y for y in outputs):
            raise RuntimeError(
                "Some elements marked as dirty during the forward method were not returned as "
                "output. The inputs that are modified inplace must all be outputs of the Function."
            )
        if recorded and not any(x is y for y in tensors):
            text = ("ctx.mark_dirty() received a tensor that was not an input. Only input Tensors "
                    "that have been mutated should be passed to ctx.mark_dirty().")
            if x._base is not None:
                raise RuntimeError(text)
            caution(text, at="torch/csrc/autograd/custom_function.cpp:320")
        if recorded and x._base is not None and len(outputs) > 1:
            raise RuntimeError(VIEW_AND_MORE)
        bump_version(x)
        lone = x._base is None or x._view_of.refusal in (
            UNRECORDED, UNTRACKED, IN_FUNCTION)
        if recorded and lone and x._edge is None and x.requires_grad:
            raise attach_blame(RuntimeError(
                "a leaf Variable that requires grad has been used in an in-place operation."
            ), tensors=[x])
        if recorded:
            check_inplace_history(x, 1)


def set_output_history(
        node: Node, nr: Any, output: Tensor, tensors: list[Tensor], recorded: bool,
        saved: Any) -> Tensor:
    """Set the history of one output; `saved` are the tensors of a `setup_context`."""
    marked = nr in node._marked
    differentiable = recorded and output._array.dtype.kind in "fcV" and not marked
    dirty = any(output is x for x in node.dirty_tensors)
    if any(output is x for x in tensors) and not dirty:
        source, output = output, alias_output(output)
        if (recorded and not marked) or not source.requires_grad:
            if any(source is x for x in saved):
                raise RuntimeError(AS_IS)
            make_view_of(output, source)
        else:
            output._edge, output._requires_grad = None, False
    if dirty and not differentiable and output.requires_grad:
        output = output.alias()
    elif not differentiable and output.requires_grad and output._view_of is None:
        clear_history(output)  # a tensor from elsewhere
    if differentiable:
        set_grad_fn(output, (node, nr))
        if output._view_of is not None and not dirty:
            forbid_inplace(output, len(node.metadata_of_outputs))
    elif not dirty and output._view_of is not None and output._view_of.refusal in (
            UNRECORDED, UNTRACKED):
        forbid_inplace(output, 1)
    return output


def make_view_of(output: Tensor, source: Tensor) -> None:
    """Make `output` a view of `source`, an input that was returned unchanged."""
    View(OPS["view"], source, {"size": source._array.shape}).tie(output)
    notify_shared(output, source)


def forbid_inplace(output: Tensor, number_of_outputs: int) -> None:
    """Forbid later writes into a view that a custom function returned.

    Such writes would bypass its backward; writes of its own forward are part of its history.
    """
    output._seen_version = output._counter[0]
    output._view_of.refusal = MANY if number_of_outputs > 1 else IN_FUNCTION


def alias_output(tensor: Tensor) -> Tensor:
    """Return an alias of an input, of the same class if that overrides `__torch_function__`."""
    kind = type(tensor)
    return new_tensor(kind if has_handler(kind) else Tensor, tensor._array, tensor._counter)


IN_FUNCTION = (
    " This view was created inside a custom Function (or because an input was returned as-is) and "
    "the autograd logic to handle view+inplace would override the custom backward associated with "
    "the custom Function, leading to incorrect gradients. This behavior is forbidden. You can fix "
    "this by cloning the output of the custom Function."
)

AS_IS = (
    "An input that has been returned as-is as output is being saved for backward. This is not "
    "supported if you override setup_context. You should return and save a view of the input "
    "instead, e.g. with x.view_as(x) or setup ctx inside the forward function itself."
)

VIEW_AND_MORE = (
    "If your Function modifies inplace an input that is a view of another Tensor, your Function "
    "cannot return more than one Tensor. This is not supported by the current autograd engine. You "
    "should either make sure the input is not a view (using .clone() for example) or make your "
    "Function only return one Tensor (potentially splitting it into two Functions: one doing the "
    "inplace that returns a single Tensor and a second one that does the other operations). You "
    "can ask on the forum https://discuss.pytorch.org/ if you need help to do this change."
)


for _type in (FunctionCtx, BackwardCFunction):
    _type.__module__ = "torch.autograd.function"
Error.__module__ = "builtins"
