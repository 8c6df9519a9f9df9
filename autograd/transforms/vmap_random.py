"""Random numbers under `vmap`: drawn once for the batch, equal or different for its examples.

Follows aten/src/ATen/functorch/BatchRulesRandomness.cpp.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograd.engine import transform_levels
from autograd.engine.vmap_refusals import SAME, WRITTEN
from autograd.functions.shape.concatenation import stack
from autograd.kernels.generator import RANDOMNESS_ERROR
from autograd.runtime import interpreters
from autograd.runtime.execution_state import execution
from autograd.tensor.batched_tensor import make_batched
from autograd.tensor.tensor import Tensor
from autograd.transforms.batching.batched_value import (
    BatchedValue, expand_batch, move_batch_to_front, to_batched_value,
)

if TYPE_CHECKING:
    from autograd.transforms.vmap_apply import VmapInterpreter


def draw_for_all_examples(
        level: VmapInterpreter, function: Callable[..., Any], input: Any, refuse_same: bool,
        expand: bool) -> Any:
    """Draw random numbers for a whole batch at once; `transform_levels` dispatches to it."""
    operand = to_batched_value(input, level)
    same = level.vmap_state.draws is not None and level.vmap_state.draws.same
    if operand.dim is None and (same or not expand):
        return None
    if same and refuse_same:
        raise RuntimeError(SAME.of_slices)
    with transform_levels.run_below(level):
        samples = function(move_batch_to_front(operand).select(0, 0) if same
            else expand_batch(operand, level.vmap_state.size))
    return samples if same else make_batched(level, samples, 0)


def check_chances(target: BatchedValue, probabilities: BatchedValue, draws: Any) -> None:
    """Raise torch's errors about batched probabilities of a Bernoulli write."""
    if draws is None:
        raise RuntimeError(RANDOMNESS_ERROR)
    if probabilities.dim is not None and draws.same:
        raise RuntimeError(SAME.of_slices)
    if probabilities.dim is not None and target.dim is None:
        raise RuntimeError(WRITTEN.of_slices.format(op="inplace bernoulli"))


def draw_per_example(
        function: Callable[..., Any], args: tuple[Tensor, ...], options: dict[str, Any]) -> Any:
    """Call a function that drew random numbers once for each example, and stack the results."""
    drew, here = [], execution.vmap_draws
    while here is not None:
        drew += [here] if here.fresh else []
        here = here.outer
    maps = {level.vmap_state.draws: level for level in interpreters.stack
        if level.vmap_state is not None}
    result = call_per_example([maps[draws] for draws in drew], function, args, options)
    for draws in drew:
        draws.take(0)
    return result


def call_per_example(
        levels: Any, function: Callable[..., Any], args: tuple[Tensor, ...],
        options: dict[str, Any], positions: Any = ()) -> Any:
    """Call a function for each example of `levels`, innermost first."""
    if not levels:
        for level, number in positions:
            level.vmap_state.draws.take(number, again=level is positions[-1][0])
        return function(*args, **options)
    level, *rest = levels
    parts = [call_per_example(rest, function, args, options, (*positions, (level, number)))
             for number in range(level.vmap_state.size)]
    with transform_levels.run_below(level):
        return stack_results(level, parts)


def stack_results(level: VmapInterpreter, parts: Any) -> Any:
    """Stack the results of all examples into batched tensors."""
    if isinstance(parts[0], Tensor):
        return make_batched(level, stack(parts), 0)
    return type(parts[0])(stack_results(level, column) for column in zip(*parts))
