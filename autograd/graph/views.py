"""Views, through which in-place writes change the history of their base.

Follows torch's CopySlices: after `v = b[0]; v.mul_(2)` the base's grad_fn is a CopySlices that
sends the written part's gradient through `MulBackward0` and the rest straight on.
"""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.accumulate_grad import gradient_edge
from autograd.graph.node import Node, TableNode, freed_error, sequence_numbers, short_name
from autograd.runtime import grad_mode, interpreters, observer
from autograd.runtime.blame import attach_blame
from autograd.runtime.execution_state import execution
from autograd.runtime.records import Record
from autograd.runtime.registry import OPS
from autograd.tensor.overlap import check_internal_overlap, has_internal_overlap
from autograd.tensor.memory_format import empty_like_array
from autograd.tensor.tensor import Tensor, set_grad_fn, wrap
from autograd.tensor.version_counter import mark_inference

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import ArrayOrTensor


class ViewStep:
    """The op and parameters of one view, without its tensors, which a node must not keep alive."""

    __slots__ = ("op", "params")

    def __init__(self, op: Op, params: dict[str, Any]):
        self.op, self.params = op, params


MANY = (
    " This view is the output of a function that returns multiple views. Such functions do not "
    "allow the output views to be modified inplace. You should replace the inplace operation by an "
    "out-of-place one."
)
UNRECORDED = (
    " Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your "
    "code by moving both the view and the inplace either both inside the no_grad block (if you "
    "don't want the inplace to be tracked) or both outside (if you want the inplace to be tracked)."
)
UNTRACKED = UNRECORDED.replace("no_grad", "inference_mode")


class View:
    """The op, source and parameters of a view, which regenerate its history after a write."""

    def __init__(self, op, source, params, number=None):
        self.op, self.source, self.params, self.number = op, source, params, number
        # The message for a recorded write, if it is refused: its own or its source's.
        self.refusal = source._view_of.refusal if source._view_of is not None else None
        if execution.inference_mode:
            self.refusal = UNTRACKED
        elif not execution.grad_enabled:
            self.refusal = UNRECORDED
        elif number is not None:
            self.refusal = MANY

    def tie(self, output: Tensor) -> None:
        """Make `output` a view, which shares memory, version and base with its source."""
        source = self.source
        if source._inference:  # autograd tracks no views of inference tensors
            mark_inference(output)._edge, output._requires_grad = None, False
            return
        output._base = source if source._base is None else source._base
        output._form = None
        output._counter = source._counter
        output._seen_version = source._counter[0]
        output._view_of = self

    def check_writable(self, view: Tensor) -> None:
        """Raise torch's error when a write into `view` cannot be recorded."""
        if self.refusal is not None:
            raise self.refusal_error(view, view._edge, "is being")

    def refusal_error(
            self, view: Tensor, edge: tuple[Node | int, ...] | None, what: str) -> Exception:
        """Return torch's error about a view whose history a write would have to change."""
        name = "" if edge is None else short_name(edge[0])
        if self.refusal in (UNTRACKED, UNRECORDED) or edge is None:
            text = f"Output {edge[1]} of {name} is a view of a view which was" if edge else (
                "A view was")
            text += (
                f" created in inference mode and {what} modified inplace in normal mode."
                if self.refusal == UNTRACKED else
                f" created in no_grad mode and {what} modified inplace with grad mode enabled."
            )
        else:
            text = f"Output {edge[1]} of {name} is a view and {what} modified inplace."
        return attach_blame(RuntimeError(text + self.refusal), tensors=[view])

    def regenerate(self, view: Tensor, asked: bool) -> None:
        """Regenerate the history of `view` from the present history of its base."""
        base = view._base
        if self.refusal is not None and (base._requires_grad or view._edge is not None):
            if not (asked or execution.grad_enabled):
                return
            raise self.refusal_error(
                view, view._edge, "its base or another view of its base has been")
        regenerate_from_base(view)


def view_chain(view: Tensor) -> list:
    """Return the steps from the base to `view`, first to last, with output numbers."""
    chain, here = [], view
    while (taken := here._view_of) is not None:
        chain.append((ViewStep(taken.op, taken.params), taken.number or 0))
        here = taken.source
    return chain[::-1]


def replay_views(chain: list[Any], value: ArrayOrTensor) -> ArrayOrTensor:
    """Apply the views of `chain` to an array or a Tensor."""
    for view, nr in chain:
        value = view.op(value, **view.params)
        if isinstance(value, tuple):
            value = value[nr]
    return value


def rebase_base(view: Tensor, node: TableNode) -> None:
    """Add `node`, a write into `view`, to the history of the base, then of the view."""
    base = view._base
    set_grad_fn(base, (notify_rebased(CopySlices(base, view_chain(view), node)), 0), whole=False)
    regenerate_from_base(view)
    if isinstance(node, TableNode):
        for i, (saved, _) in enumerate(node._held):
            if node._origin(i):  # the result of the write is the view's now, not the node's own
                saved._view_node = weakref.ref(view._edge[0])


def regenerate_from_base(view: Tensor) -> None:
    """Regenerate a view's history from its base, as torch's AsStridedBackward0."""
    base = view._base
    edge = gradient_edge(base)
    if edge is None and view._edge is None:
        if view._inherits:
            view._requires_grad = view._inherits = False
        return  # the version differs until there is a history to regenerate
    view._seen_version = view._counter[0]
    again = edge and replay_recasting_views(base, view_chain(view))
    set_grad_fn(view, again or (notify_rebased(AsStridedBackward0(view, edge)), 0), whole=False)


def notify_rebased(node: Node) -> Node:
    """Notify the observer of a view-rebase node, and return the node."""
    if observer.current is not None:
        observer.current.rebased(node)
    return node


def replay_recasting_views(base: Tensor, chain: list[Any]) -> Any:
    """Return the new edge of a view whose chain changes the dtype, None for other chains.

    torch replays those views themselves, and others between them as one `as_strided`.
    """
    if not any(view.op.recasts for view, _ in chain):
        return None
    as_strided = OPS["as_strided"]
    with grad_mode.enable_grad():
        here, strided = base, []
        for view, nr in [*chain, (None, 0)]:
            if view is not None and not view.op.recasts:
                strided.append((view, nr))
                continue
            if strided:
                array = here._array
                size, stride, offset = size_stride_offset(replay_views(strided, array), array)
                here, strided = as_strided(here, size=size, stride=stride, offset=offset), []
            here = here if view is None else replay_views([(view, nr)], here)
    return here._edge


def zeros_maker(array: np.ndarray) -> Callable[..., Any]:
    """Return a function that makes zeros with the shape, dtype and strides of `array`."""
    shape, dtype = array.shape, array.dtype
    if array.flags.c_contiguous:
        return partial(np.zeros, shape, dtype)
    steps, size = empty_like_array(array, dtype, None).strides, math.prod(shape) * dtype.itemsize
    return lambda: np.ndarray(shape, dtype, bytearray(size), 0, steps)


class NodeDescription(Record):
    """The description of a view-rebase node, which observers get in place of an op."""

    name: str
    node_name: str
    tex: str
    gradients: dict = {}
    outputs: tuple[str, ...] = ()
    view: bool = False

    def slot(self, index: int) -> str:
        """Return the name of the input at `index`."""
        return "self"


class ViewRebase(Node):
    """A node that a write through a view adds to a tensor's history; it belongs to no op."""

    description: NodeDescription

    def _shown(self, inputs, outputs) -> list:
        """Return an empty list: saved values are shown at the node of the write."""
        return []


class CopySlices(ViewRebase):
    """The node of a base after a write through one of its views."""

    description = NodeDescription("copy_slices", "CopySlices", "$self")

    def name(self) -> str:
        """Return the name with torch's namespace."""
        return "torch::autograd::CopySlices"

    def __init__(self, base: Tensor, chain, node: TableNode):
        self.chain, self.node = chain, node
        self._edges = (gradient_edge(base), *node._edges[1:])
        self.others = node.next_functions[1:]
        self.metadata_of_outputs = ((base._array.shape, base._array.dtype),)
        self.make_zeros = zeros_maker(base._array)
        self._sequence = next(sequence_numbers)
        self._held = node._held

    @property
    def next_functions(self) -> tuple[Any, ...]:
        """Return the edge of the base, then those of the write's other inputs."""
        return (self._edges[0] or (None, 0), *self.others)

    def backward(self, grads: list[Tensor | np.ndarray], create_graph: bool) -> list[Any]:
        if self._held is None:
            raise freed_error(self)
        if grads[0] is None:
            return [None] * len(self._edges)
        if create_graph:
            return self.backward_with_history(grads[0])
        grad = self.make_zeros()
        np.copyto(grad, grads[0])
        part = replay_views(self.chain, grad)
        results = self.node.backward([part.copy()], False)
        check_internal_overlap(part, "copy_")
        np.copyto(part, 0 if results[0] is None else results[0])
        return [grad, *results[1:]]

    def backward_with_history(self, grad: Tensor) -> list:
        """Return gradients with history; as torch does, write a copy of `grad` in place."""
        with grad_mode.enable_grad():
            if interpreters.stack:
                return self.backward_out_of_place(grad)
            whole = wrap(self.make_zeros()).copy_(grad)
            part = self.view_written_part(whole)
            results = self.node.backward([part.clone()], True)
            if results[0] is None:
                part.zero_()
            else:
                part.copy_(results[0])
        return [whole, *results[1:]]

    def backward_out_of_place(self, grad: Tensor) -> list:
        """Return gradients without a write, which `vmap` refuses if only that part is mapped."""
        mask = np.zeros(grad.shape, bool)
        replay_views(self.chain, mask)[...] = True
        written, kept = OPS["sifted"](wrap(mask), grad)
        part, *others = self.node.backward([replay_views(self.chain, written)], True)
        return [kept if part is None else kept + scatter_view(part, self.chain, mask), *others]

    def view_written_part(self, whole: Tensor) -> Tensor:
        """Return the view of a gradient where the write was, as one `as_strided`, as in torch."""
        array = whole._array
        shown = replay_views(self.chain, array)
        if shown.dtype != array.dtype or not shown.size:
            return replay_views(self.chain, whole)
        size, stride, offset = size_stride_offset(shown, array)
        return OPS["as_strided"](whole, size=size, stride=stride, offset=offset)

    def _free(self):
        freed = self._held is not None
        self._held = self.node = None  # a result that it saved may still have this history
        return freed


class AsStridedBackward0(ViewRebase):
    """The node of a view that was regenerated after its base changed."""

    description = NodeDescription(
        "as_strided", "AsStridedBackward0", r"\mathrm{as\_strided}($self)")

    def __init__(self, view: Tensor, edge):
        self.chain = view_chain(view)
        self._edges = (edge,)
        self.make_zeros = zeros_maker(view._base._array)
        self.metadata_of_outputs = ((view._array.shape, view._array.dtype),)
        self._sequence = next(sequence_numbers)

    def backward(self, grads: list[np.ndarray], create_graph: bool) -> Any:
        if grads[0] is None:
            return [None]
        zeros = self.make_zeros()
        shown = replay_views(self.chain, zeros)
        if create_graph and shown.dtype != zeros.dtype:
            return [scatter_view(grads[0], self.chain, zeros)]
        if create_graph or has_internal_overlap(shown):
            steps = tuple(step // zeros.itemsize for step in zeros.strides)
            back = OPS["as_strided"].gradients["self"].formula
            return [back(grads[0], zeros.shape, steps, *size_stride_offset(shown, zeros))]
        np.copyto(shown, grads[0])
        return [zeros]


def size_stride_offset(shown: Any, array: np.ndarray) -> tuple:
    """Return size, stride and offset, in entries, of the view `shown` in the memory of `array`."""
    start = shown.__array_interface__["data"][0] - array.__array_interface__["data"][0]
    steps = tuple(step // array.itemsize for step in shown.strides)
    return shown.shape, steps, start // array.itemsize


def scatter_view(part: Tensor, chain: list[Any], like: np.ndarray) -> Tensor:
    """Return a Tensor of zeros like `like`, with `part` written into its view by `chain`."""
    places = np.arange(like.size).reshape(like.shape)
    key = np.unravel_index(replay_views(chain, places), like.shape)
    return OPS["place"](None, part, size=like.shape, key=key)


for _type in (CopySlices, AsStridedBackward0):
    _type.__module__ = "builtins"
