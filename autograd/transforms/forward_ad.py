"""Forward mode: dual tensors, whose tangents an observer computes for each op.

The tangent of an op comes from its gradient formulas, differentiated once more: a vector-Jacobian
product is linear in its vector, and the transpose of that linear map is the Jacobian-vector
product. So forward mode needs no table of its own. Follows `torch.autograd.forward_ad`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.function.function import CustomOp
from autograd.functions.autograd.backward import grad
from autograd.graph.node import clone_before_write
from autograd.runtime import grad_mode, observer
from autograd.runtime.execution_state import execution, override
from autograd.runtime.function_record import record
from autograd.tensor.batched_tensor import BatchedArray
from autograd.tensor.lazy_bits import pending_ufunc, with_pending
from autograd.tensor.tensor import tangent_of, Tensor, wrap
from autograd.engine.missing_rules import check_forward_ad

if TYPE_CHECKING:
    from autograd.ops.record import Op


class _Forward(observer.Observer):
    """The observer that gives the outputs of each op their tangents."""

    before = None  # a copy of the tensor that is being written, with its history and tangent

    def writing(self, tensor: Tensor, op: Any = None) -> None:
        self.before = clone_before_write(tensor)
        self.before._tangent = tensor.__dict__.get("_tangent")

    def op(
            self, op: Op, inputs: Any, params: dict[str, Any],
            outputs: Any, node: Any) -> None:
        inplace = any(x is y for x in inputs for y in outputs)
        if inplace:
            inputs = [self.before if x is outputs[0] else x for x in inputs]
        if not any(tangent_of(x) is not None for x in inputs):
            return
        check_forward_ad(op)
        with pause_observer():
            if isinstance(op, CustomOp):
                tangents = custom_jvp(op, inputs, outputs)
            elif op.view:
                tangents = op(tangent_of(inputs[0]), **params)
                tangents = tangents if isinstance(tangents, tuple) else (tangents,)
            elif op.tangents_as_values and params.get("reduce", "sum") in ("sum", "mean"):
                tangents = (op(*map(tangent_or_zeros, inputs), **params),)
            else:
                tangents = jvp(op, inputs, params)
        if inplace:
            write_tangent(outputs[0], tangents[0] if tangents else None)
        else:
            for output, tangent in zip(outputs, tangents):
                if tangent is not None:
                    if tangent.dtype is not output.dtype:  # numpy's promotion differs from torch's
                        with pause_observer():
                            tangent = tangent.to(output.dtype)
                    own = op.view or tangent.requires_grad or isinstance(op, CustomOp)
                    kept = tangent if own else wrap(tangent._array.copy())
                    output._tangent = (execution.forward_level_id, kept)
        if node is not None:
            copy_tangents_to_saved(node, outputs)


def copy_tangents_to_saved(node: Any, outputs: tuple[Tensor, ...]) -> None:
    """Give a node's own results, saved detached, the tangents of its outputs."""
    for index, (kept, _) in enumerate(node._held or ()):
        if isinstance(kept, Tensor) and (origin := node._origin(index)) is not None:
            kept._tangent = outputs[origin[1]].__dict__.get("_tangent")


def write_tangent(tensor: Tensor, tangent: Tensor | None) -> None:
    """Give a tensor that was written in place its new tangent, in memory shared with its views."""
    old = tangent_of(tensor)
    if old is None and tensor._base is not None and tangent is not None:
        base = tensor._base
        base._tangent = (execution.forward_level_id, wrap(np.zeros_like(base._array)))
        old = wrap(view_same_part(tensor._array, base._array, base._tangent[1]._array))
    if old is None or tangent is not None and tangent.requires_grad:
        old = tangent if tangent is None or tangent.requires_grad else wrap(tangent._array.copy())
    elif any(x is not None and type(x._array) is BatchedArray for x in (old, tangent)):
        with pause_observer(), grad_mode.no_grad():
            old.zero_() if tangent is None else old.copy_(tangent)
    else:
        np.copyto(old._array, 0 if tangent is None else tangent._array, casting="unsafe")
    if old is not None:
        tensor._tangent = (execution.forward_level_id, old)


def view_same_part(part: np.ndarray, whole: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the part of `other`, laid out as `whole`, at the position of `part` in `whole`."""
    start = part.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
    made = np.ndarray(part.shape, part.dtype, other, start, part.strides)
    return with_pending(made, pending_ufunc(part))


_forward = _Forward()


@contextmanager
def pause_observer() -> Iterator[None]:
    """Run a block without notifying the observer."""
    before, observer.current = observer.current, None
    try:
        yield
    finally:
        observer.current = before


def jvp(op: Op, inputs: tuple[Tensor | int, ...], params: dict[str, Any]) -> list:
    """Return the tangents of a table op's outputs; an empty list when it has no gradient."""
    if not op.gradients or not record(op.name.removesuffix("number_").rstrip("_")).derived:
        return []
    both = [*inputs, *map(tangent_of, inputs)]
    keep = execution.grad_enabled and any(x.requires_grad for x in both if isinstance(x, Tensor))
    with grad_mode.enable_grad():
        own = [x if tangent_of(x) is None else detach_from_inputs(x) for x in inputs]
        made = op(*own, **params)
        made = made if isinstance(made, tuple) else (made,)
        seeds = [
            wrap(np.zeros_like(y._array), True) if y._array.dtype.kind in "fcV" else None
            for y in made
        ]
        live = [(y, s) for y, s in zip(made, seeds) if s is not None and y.requires_grad]
        if not live:
            return []
        moving = [(x, tangent_of(given)) for x, given in zip(own, inputs)
                  if tangent_of(given) is not None]
        with override(double_vjp=True):
            back = grad([y for y, _ in live], [x for x, _ in moving], [s for _, s in live],
                        create_graph=True, allow_unused=True)
        pairs = [(g, t) for g, (_, t) in zip(back, moving) if g is not None and g.requires_grad]
        if not pairs:  # piecewise constant
            return [None if s is None or not y.requires_grad else wrap(np.zeros_like(y._array))
                    for y, s in zip(made, seeds)] if any(g is not None for g in back) else []
        forward = iter(grad(
            [g for g, _ in pairs], [s for _, s in live], [t for _, t in pairs],
            allow_unused=True, create_graph=execution.grad_enabled,
        ))
    results = [None if s is None or not y.requires_grad else next(forward)
               for y, s in zip(made, seeds)]
    return [t if t is None or keep else t.detach() for t in results]


def tangent_or_zeros(x: Tensor) -> Tensor:
    """Return the tangent of an input, zeros without one; return an index unchanged."""
    if not isinstance(x, Tensor) or x._array.dtype.kind not in "fcV":
        return x
    tangent = tangent_of(x)
    return wrap(np.zeros_like(x._array)) if tangent is None else tangent


def detach_from_inputs(x: Tensor) -> Tensor:
    """Return a tensor with the history of `x` that depends on no other input."""
    return x.view_as(x) if x.requires_grad else wrap(x._array, True)


def custom_jvp(op: CustomOp, inputs: Any, outputs: tuple[Tensor, ...]) -> tuple:
    """Return the tangents of a custom function's outputs by its `jvp`, or raise torch's errors."""
    zeros = op.context.materialize_grads
    tangents = iter([
        wrap(np.zeros_like(x._array))
        if zeros and tangent is None and x._array.dtype.kind in "fcV" else tangent
        for x in inputs for tangent in [tangent_of(x)]
    ])
    given = [next(tangents) if is_tensor else None for is_tensor in op.context._takes_tensor]
    versions = {id(t): t._counter[0] for t in given if t is not None}
    op.context._in_jvp = True
    try:
        with override(visible_level=0):
            made = op.function.jvp(op.context, *given)
    finally:
        op.context._in_jvp = False
    made = made if isinstance(made, tuple) else (made,)
    check_count(op.returned, made)
    check_inplace_tangents(op, made, versions)
    made = tuple(t for x, t in zip(op.returned, made) if isinstance(x, Tensor))
    for output, tangent in zip(outputs, made):
        if tangent is not None:
            check_size(output, tangent)
            check_view(output, tangent, inputs)
    return made


def check_inplace_tangents(op: CustomOp, results: Any, versions: Any) -> None:
    """Raise torch's errors for tangents of non-differentiable or in-place outputs."""
    dirty = op.context.dirty_tensors
    for place, (output, tangent) in enumerate(zip(op.returned, results)):
        is_tensor = isinstance(output, Tensor)
        if not is_tensor or output._array.dtype.kind not in "fcV" or place in op.context._marked:
            if tangent is not None:
                raise RuntimeError(
                    f"Function's jvp returned a gradient at position {place}, but  the "
                    "corresponding forward output is not a differentiable Tensor.You should return "
                    "None at that position instead.")
        elif any(output is x for x in dirty) and (own := tangent_of(output)) is not None and (
                tangent is not own or own._counter[0] == versions[id(own)]):
            raise RuntimeError(
                "An inplace custom Function is not modifying the forward mode gradients inplace. "
                "If the forward is modifying an input inplace, then the jvp function must modify "
                "the corresponding gradient inplace.")


def check_view(output: Any, tangent: Tensor, inputs: list[Tensor]) -> None:
    """Raise torch's errors for the tangent of a view that is no view of its input's tangent."""
    for x in inputs if output._base is not None else ():
        given = tangent_of(x)
        if given is None or output._base is not (x if x._base is None else x._base):
            continue
        if tangent._base is None:
            raise RuntimeError(
                "A custom Function's forward is returning a view (or an input as-is) but the jvp "
                "is not returning a view.")
        if tangent._base is not (given if given._base is None else given._base):
            same = "same base as the " if given._base is not None else ""
            raise RuntimeError(
                "A custom Function is returning a view but the jvp is not returning a view of the "
                f"{same}given grad input.")


def check_count(outputs: tuple[Tensor, ...], tangents: tuple[Tensor, ...]) -> None:
    """Raise torch's error unless a `jvp` returned one tangent for each output."""
    if len(tangents) != len(outputs):
        raise RuntimeError(
            "Function's jvp returned an invalid number of forward gradients (expected "
            f"{len(outputs)} but got {len(tangents)})"
        )


def check_size(tensor: Tensor, tangent: Tensor) -> None:
    """Raise torch's error for a tangent whose shape differs from its tensor's."""
    if tangent.shape != tensor.shape:
        raise RuntimeError(
            "Trying to set a forward gradient that has a different size than that of the original "
            f"Tensor, this is not supported. Tensor is of size {list(tensor.shape)} while the "
            f"given forward gradient is of size {list(tangent.shape)}."
        )


def match_memory_layout(tensor: Tensor, tangent: Tensor) -> Tensor:
    """Return the tangent, or a copy of it with the memory layout of its tensor."""
    steps, size, offset, turned, negative = memory_layout(tensor)
    if memory_layout(tangent) == (steps, size, offset, turned, negative):
        return tangent
    made = tangent.new_zeros(size).as_strided(tensor.shape, tensor.stride(), offset)
    made = made.conj() if turned else made
    made = made._neg_view() if negative else made
    with pause_observer():
        return made.copy_(tangent)


def memory_layout(tensor: Tensor) -> tuple:
    """Return strides, storage size, offset, and the conj and neg bits of a tensor."""
    steps = [step for n, step in zip(tensor.shape, tensor.stride()) if n != 1]
    size = tensor.numel() if type(tensor._array) is BatchedArray else (
        tensor.untyped_storage().nbytes() // tensor.element_size())
    offset = tensor.storage_offset() if tensor.numel() else 0
    return steps, size, offset, tensor.is_conj(), tensor.is_neg()


def enter_dual_level() -> int:
    """Enter a level: dual tensors made in it have tangents until it exits."""
    if execution.forward_level == 0:
        raise RuntimeError("Nested forward mode AD is not supported at the moment")
    execution.forward_level += 1
    execution.forward_level_id += 1
    execution.forward_mode = True
    observer.add_observer(_forward)
    return execution.forward_level


def exit_dual_level(*, level: Any = None) -> None:
    """Exit the level that was entered last."""
    here = execution.forward_level
    if level is not None and level != here:
        raise RuntimeError(
            "Trying to exit a forward AD level that was not the last one that was created. This is "
            "not supported."
        )
    if here < 0:
        raise RuntimeError("Dual level must be a positive number.")
    observer.remove_observer(_forward)
    execution.forward_level = here - 1
    execution.forward_mode = here > 0
