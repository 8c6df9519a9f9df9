"""The function transforms that are running, one inside the other, and what each made of a tensor.

torch wraps a tensor once for each transform that sees it: `vmap` in a BatchedTensor, gradients in a
GradTrackingTensor. Here a tensor is what the innermost function sees, and carries the levels that
wrap it (`Tensor._levels`); `wrapped.py` prints them.
"""

from __future__ import annotations

from contextlib import contextmanager

from autograd import observer

running: list[Level] = []
# While a part of a custom function runs: the last level for gradients that its tensors show.
up_to: int | None = None
hollow = False  # whether there are meta tensors, which must be followed
silent = 0  # how many mapped functions run on a slice that shows nothing


class Level:
    """One transform that runs: its number from 1, and what its kind has to know."""

    slices = None  # under vmap: `slices.Slices`

    def __init__(self, maps: bool):
        self.maps = maps
        self.leaves: list = []  # of gradients: what they are taken by
        self.borrowed: list = []  # and the other arguments, which are wrapped while it runs
        self.forward = False  # of gradients: whether they are taken along directions
        self.number = len(running) + 1
        self.alive = False


def wrappers(tensor) -> list[tuple[Level, int | None]]:
    """The running levels that wrap a tensor, innermost last; with the dimension that is mapped."""
    return [pair for pair in tensor._levels if pair[0].alive]


def shown(tensor) -> list[tuple[Level, int | None]]:
    """The levels that a tensor prints with: those that run, and gradients' that have ended."""
    return [(level, dim) for level, dim in tensor._levels
            if (level.alive if dim is not None else up_to is None or level.number <= up_to)]


def is_mapped(tensor) -> bool:
    """Whether the tensor is a slice under `vmap`, or made of one."""
    return any(dim is not None and level.alive for level, dim in tensor._levels)


def wrap_at(level: Level, tensor, dim: int | None = None):
    """`tensor`, which from now on is wrapped at `level`; under vmap it is cut along `dim`."""
    kept = [pair for pair in wrappers(tensor) if pair[0] is not level]
    tensor._levels = sorted([*kept, (level, dim)], key=lambda pair: pair[0].number)
    return tensor


def unwrapped(tensor, level: Level) -> None:
    """Forget that `tensor` was wrapped at a level, which it leaves."""
    if tensor._levels:
        tensor._levels = [pair for pair in wrappers(tensor) if pair[0] is not level]


def check_captured(target, name: str, of_two: bool) -> None:
    """torch's error for a write into what a function under a gradient's transform did not make."""
    wrapped = dict(target._levels and wrappers(target)) if running else ()
    if all(level.maps or level in wrapped for level in running):
        return
    overload = f"aten::{name}_.Tensor" if of_two else f"aten::{name}_"
    raise RuntimeError(
        "During a grad (vjp, jvp, grad, etc) transform, the function provided attempted to call "
        f"in-place operation ({overload}) that would mutate a captured Tensor. This is not "
        "supported; please rewrite the function being transformed to explicitly accept the "
        "mutated Tensor(s) as inputs."
    )


def check_outside() -> None:
    """torch's error for `requires_grad_()` in a function under a transform."""
    if running:
        raise RuntimeError(
            "You are attempting to call Tensor.requires_grad_() (or perhaps using torch.autograd."
            "functional.* APIs) inside of a function being transformed by a functorch transform. "
            "This is unsupported, please attempt to use the functorch transforms (e.g. grad, vjp, "
            "jacrev, jacfwd, hessian) or call requires_grad_() outside of a function being "
            "transformed instead."
        )


def spread(made, sources, alike: bool = False) -> None:
    """Wrap what was made of `sources` at the levels that see it.

    Transforms for gradients see all that is made while they run, `vmap` what is made of slices;
    the mapped dimension comes first in it, unless it is `alike` its one source.
    """
    dims: dict[Level, int | None] = {}
    for level in running:
        if not level.maps:
            dims[level] = None
        elif level.slices is not None and level.slices.drew():
            dims[level] = 0
    for source in sources:
        for level, dim in source._levels and wrappers(source):
            if dim is not None:
                dims[level] = dim if alike else 0
    for tensor in made:
        pairs = {**dict(tensor._levels and wrappers(tensor)), **dims}
        tensor._levels = sorted(pairs.items(), key=lambda pair: pair[0].number)


@contextmanager
def seen_up_to(number: int | None):
    """While a part of a custom function runs, which torch calls for one level after the other."""
    global up_to
    before, up_to = up_to, number
    try:
        yield
    finally:
        up_to = before


@contextmanager
def left(level: Level):
    """While nothing is mapped at `level`, though it runs."""
    place = running.index(level)
    running.remove(level)
    level.alive = False
    try:
        yield
    finally:
        running.insert(place, level)
        level.alive = True


@contextmanager
def entered(level: Level, listener):
    """While a transform runs; `listener` is told of the ops that run under any."""
    level.alive = True
    running.append(level)
    if len(running) == 1:
        observer.join(listener)
    try:
        yield level
    finally:
        running.pop()
        level.alive = False
        if not running:
            observer.leave(listener)
