"""Checks of in-place writes, with torch's errors about leaves, views, overlaps, shapes, dtypes."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.engine.broadcasting import common_broadcast_shape
from autograd.engine.type_promotion import dtype_category, result_type
from autograd.runtime.blame import attach_blame
from autograd.runtime.execution_state import execution
from autograd.tensor.dtype import dtype_of
from autograd.tensor.overlap import check_internal_overlap, check_partial_overlap
from autograd.tensor.tensor import Tensor, regenerate_grad_fn


def check_writable(
        target: Tensor, needs_grad: int, by: str | None = None,
        source: Tensor | None = None) -> None:
    """Raise torch's error for a write into a leaf, one of several views, or overlapping memory.

    `by` is the name of the writing method, `needs_grad` the bits of inputs that need a gradient,
    `source` the tensor that a copy reads.
    """
    check_inplace_history(target, needs_grad)
    if not target._meta:
        check_internal_overlap(target._array, by, source)


def check_inplace_history(target: Tensor, needs_grad: int = 0) -> None:
    """Raise torch's error for a recorded write into a leaf, or into one of several views."""
    if not execution.grad_enabled or not (needs_grad or target.requires_grad):
        return
    base = target._base
    asked = (level.prepare_argument_write(target) for level in reversed(target._levels))
    kind = next(filter(None, asked), None)
    if base is not None:
        target._view_of.check_writable(target)
        if target.requires_grad and base._edge is None:
            kind = kind or "a view of a leaf"
    if target.requires_grad and (kind or target._edge is None):  # even if its base is no leaf now
        raise attach_blame(RuntimeError(
            f"{kind or 'a leaf'} Variable that requires grad is being used in an in-place "
            "operation."
        ), tensors=[target] if base is None else [target, base])


def check_inplace_histories(target: Tensor, inputs: tuple[Any, ...], needs_grad: int) -> None:
    """Check the history of the target, and regenerate that of views that are read."""
    check_inplace_history(target, needs_grad)
    for x in inputs if needs_grad else ():
        if isinstance(x, Tensor) and x._base is not None:
            regenerate_grad_fn(x)


def check_clonable(op: Any, inputs: Any, needs_grad: int) -> None:
    """Raise torch's error if an op would save its first input, an integer tensor with a history.

    torch saves a clone of it, which cannot have a history.
    """
    scalars = sum(1 << i for i, x in enumerate(inputs) if not isinstance(x, Tensor))
    if 0 in op.plan(needs_grad, scalars).saved_inputs:
        raise integer_autograd_error(inputs[0]._array.dtype)


def integer_autograd_error(dtype: Any) -> RuntimeError:
    """Return torch's error for a recorded result of the integer `dtype`, one of numpy's."""
    return RuntimeError(f"Autograd not support dtype: {dtype_of(dtype).legacy_name}")


def check_target_overlap(target: Tensor, inputs: tuple[Any, ...], by: str | None) -> None:
    """Raise for a write into expanded memory, or into memory that an input overlaps."""
    if not target._meta:
        check_internal_overlap(target._array, by, inputs[1] if by == "copy_" else None)
    check_partial_overlap(target, inputs, by)


def check_result_fits(target: Tensor, result: np.ndarray) -> None:
    """Raise if a result's shape differs from the target's, or its dtype cannot be cast."""
    check_shape(target._array.shape, result.shape)
    check_can_cast(target, result.dtype)


def check_can_cast(target: Tensor, dtype: np.dtype) -> None:
    """Raise if `dtype` is of a higher category than the dtype of the target."""
    have = target._array
    if dtype_category(dtype) > dtype_category(have.dtype):
        raise RuntimeError(
            f"result type {dtype_of(dtype).type_string[6:-6]} can't be cast to the desired output "
            f"type {dtype_of(have.dtype).type_string[6:-6]}"
        )


def check_inputs_fit(
        target: Tensor, inputs: Any, cast: bool = True) -> None:
    """Raise if inputs broadcast to another shape than the target's, or promote beyond its dtype."""
    shapes = [x._array.shape for x in inputs if isinstance(x, Tensor)]
    check_shape(target._array.shape, common_broadcast_shape(shapes))
    if cast:
        check_can_cast(target, result_type(*[x for x in inputs if x is not None]))


def check_shape(target_shape: tuple, result_shape: tuple) -> None:
    """Raise torch's error if the shapes of a target and of its result differ."""
    if result_shape != target_shape:
        raise RuntimeError(
            f"output with shape {list(target_shape)} doesn't match the broadcast shape "
            f"{list(result_shape)}")
