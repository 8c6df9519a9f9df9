"""`vmap` of functions that are no ops: factories, random numbers, detach, sizes in errors."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine import transform_levels
from autograd.engine.apply import apply
from autograd.runtime import interpreters
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import record
from autograd.tensor.batched_tensor import (
    BatchedArray, batched_arrays, innermost_interpreter, make_batched,
)
from autograd.tensor.tensor import wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


def expand_for_vmap(
        result: Any, name: str, args: tuple[Any, ...]
) -> Any:
    """Expand the result of a factory `name` of a batched tensor, with memory for each slice."""
    if not args or not record(name).made_for_slices:
        return result
    mapped = [stand_in for stand_in in batched_arrays(args[0]) if stand_in.dim is not None]
    levels_of = [stand_in.level for stand_in in mapped][::-1]
    if not levels_of or type(result._array) is BatchedArray:
        return result
    sizes = tuple(level.vmap_state.size for level in levels_of)
    array = np.broadcast_to(result._array, sizes + result._array.shape).copy()
    if name.endswith("_like") and len(sizes) == 1:  # slices stay where they are
        dim = mapped[0].dim
        return make_batched(levels_of[0], wrap(np.moveaxis(array, 0, dim).copy()), dim)
    result = wrap(array)
    for level in levels_of:
        result = make_batched(level, result, 0)
    return result


def make_for_vmap(make: Callable[..., Any]) -> Any:
    """Return `make()`, under `vmap` once for each slice if it draws random numbers."""
    return rerun_if_drawn(make(), make, (), {})


def rerun_if_drawn(
        result: Any, make: Callable[..., Any], args: Any,
        options: dict[str, Any]) -> Any:
    """Return `result`, or results for all slices under `vmap` if random numbers were drawn."""
    draws = execution.vmap_draws
    while draws is not None and not draws.fresh:
        draws = draws.outer
    if draws is None:
        return result
    return interpreters.innermost_vmap().draw_per_example(make, args, options)


def detach_batched(tensor: Tensor, detach: Any) -> Any:
    """Return a batched tensor detached from the history inside and outside of `vmap`."""
    stand_in = tensor._array
    with transform_levels.run_below(stand_in.level) if stand_in.level.alive else nullcontext():
        twin = make_batched(stand_in.level, detach(stand_in.value), stand_in.dim)
    twin._levels, twin._counter = tensor._levels, tensor._counter
    return twin


def run_rule_for_errors(
        op: Any, inputs: tuple[Tensor, ...], params: dict[str, tuple[Any, ...]] | None = None
) -> None:
    """Under `vmap`, run the op for the error of its rule, which names physical sizes."""
    if innermost_interpreter(inputs) is not None:
        apply(op, inputs, params or {})


def batch_sizes(tensors: tuple[Tensor, ...]) -> tuple[int, ...]:
    """Return the sizes of the batch dimensions, outermost first."""
    found = {stand_in.level: stand_in.level.vmap_state.size
             for x in tensors for stand_in in batched_arrays(x) if stand_in.dim is not None}
    return tuple([found[level] for level in sorted(found, key=lambda level: level.number)])


def size_with_batch(tensor: Tensor, size: tuple[int, ...]) -> tuple[tuple, int]:
    """Return a size and a number of elements with the batch dimension, as in torch's errors."""
    stand_in, total = tensor._array, tensor._array.size
    if type(stand_in) is not BatchedArray or stand_in.dim is None:
        return size, total
    return (stand_in.level.vmap_state.size, *size), total * stand_in.level.vmap_state.size
