"""Random numbers under `vmap`: torch draws once for all slices, the same for each or others.

Follows aten/src/ATen/functorch/BatchRulesRandomness.cpp.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograd.engine import transform_levels
from autograd.engine.vmap_refusals import SAME, WRITTEN
from autograd.functions.shape.shapes import stack
from autograd.kernels.generator import LOCKED, Generator
from autograd.runtime import interpreters
from autograd.tensor.batched_tensor import shell
from autograd.tensor.tensor import Tensor
from autograd.transforms.batching.slots import Slot, in_front, slot_of, spread_out

if TYPE_CHECKING:
    from autograd.transforms.vmap_apply import VmapLevel


def drawn_together(
        level: VmapLevel, function: Callable[..., Any], input: Any, refused: bool, spread: bool
) -> Any:
    """`transform_levels.drawn_together` at the level that maps."""
    slot = slot_of(input, level)
    same = level.maps.draws is not None and level.maps.draws.same
    if slot.dim is None and (same or not spread):
        return None
    if same and refused:
        raise RuntimeError(SAME.of_slices)
    with transform_levels.below(level):
        made = function(in_front(slot).select(0, 0) if same else spread_out(slot, level.maps.size))
    return made if same else shell(level, made, 0)


def check_chances(own: Slot, chances: Slot, draws: Any) -> None:
    """torch's errors where chances are mapped that numbers are drawn by."""
    if draws is None:
        raise RuntimeError(LOCKED)
    if chances.dim is not None and draws.same:
        raise RuntimeError(SAME.of_slices)
    if chances.dim is not None and own.dim is None:
        raise RuntimeError(WRITTEN.of_slices.format(op="inplace bernoulli"))


def drawn_for_all(
        function: Callable[..., Any], args: tuple[Tensor, ...], options: dict[Any, Any]) -> Any:
    """What a function that drew numbers for one slice makes for all of them."""
    drew, here = [], Generator.draws
    while here is not None:
        drew += [here] if here.fresh else []
        here = here.outer
    maps = {level.maps.draws: level for level in interpreters.running if level.maps is not None}
    found = collected([maps[draws] for draws in drew], function, args, options)
    for draws in drew:
        draws.take(0)
    return found


def collected(
        drew: Any, function: Callable[..., Any], args: tuple[Tensor, ...], options: dict[Any, Any],
        taken: Any = ()) -> Any:
    """The calls for each slice of the levels `drew`, innermost first, put together."""
    if not drew:
        for level, number in taken:
            level.maps.draws.take(number, again=level is taken[-1][0])
        return function(*args, **options)
    level, *rest = drew
    parts = [collected(rest, function, args, options, (*taken, (level, number)))
             for number in range(level.maps.size)]
    with transform_levels.below(level):
        return joined(level, parts)


def joined(level: VmapLevel, parts: Any) -> Any:
    """The results for each slice as one that stands for all."""
    if isinstance(parts[0], Tensor):
        return shell(level, stack(parts), 0)
    return type(parts[0])(joined(level, column) for column in zip(*parts))
