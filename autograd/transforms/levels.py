"""The function transforms that are running, one inside the other, and what each made of a tensor.

torch wraps a tensor once for each transform that sees it: `vmap` in a BatchedTensor, gradients in a
GradTrackingTensor. Here a tensor is what the innermost function sees. It carries the levels that
take gradients and see it (`Tensor._levels`) and the slices that it stands for (`faces.Face`);
`wrapped.py` prints both.
"""

from __future__ import annotations

from contextlib import contextmanager

from autograd import mode, observer
from autograd.random import Draws, Generator
from autograd.tensor import wrap
from autograd.transforms.faces import Face, faces

running: list[Level] = []
entered_levels = 0  # how many there are, also while something is done outside of them
# While a part of a custom function runs: the last level for gradients that its tensors show.
up_to: int | None = None
hollow = False  # whether there are meta tensors, which must be followed


class Level:
    """One transform that runs: its number from 1, and what its kind has to know."""

    def __init__(self, maps: Mapping | None = None):
        self.maps = maps  # what `vmap` has to know; None where gradients are taken
        self.leaves: list = []  # of gradients: what they are taken by
        self.lifted: set[int] = set()  # and which these were, once it is over
        self.borrowed: list = []  # and the other arguments, which are wrapped while it runs
        self.forward = False  # of gradients: whether they are taken along directions
        self.tangent_of = None  # and then the function that finds what comes along them
        self.number = len(running) + 1
        self.grad_enabled = mode.grad_enabled  # outside of it
        self.alive = False

    def let_write(self, target) -> str | None:
        """Let an argument by which gradients are taken be written, where the level can.

        Forward mode knows no leaves: another tensor takes the argument's place where the tape
        ends. Returns what torch calls the target where it cannot be written.
        """
        base = target if target._base is None else target._base
        for at, argument in enumerate(self.leaves):
            if base is (argument if argument._base is None else argument._base):
                if not self.forward:
                    return "a leaf" if target is argument else "a view of a leaf"
                if argument._edge is not None:
                    if base._edge is None and not base._levels:  # the user's own leaf
                        return "a view of a leaf"
                    raise NotImplementedError(TAKEN_TWICE)
                self.leaves[at] = stand_in(argument)
        return None


TAKEN_TWICE = (
    "A function under `torch.func.jvp` writes into its argument, which is differentiated outside "
    "of `jvp`, too. Tapescope does not follow both: write into a clone of it, `x = x.clone()`."
)


def stand_in(leaf):
    """The tensor where the tape ends from now on in the place of `leaf`, which may be written."""
    from autograd.graph import edge_to

    node, _ = leaf._edge = edge_to(leaf)
    node.variable = twin = wrap(leaf._array, True)
    twin._accumulate, leaf._accumulate = leaf._accumulate, None
    twin._levels, twin._cut_from = leaf._levels, leaf._cut_from
    return twin


class Mapping:
    """What a function is mapped over: how many slices, and what may be drawn for them."""

    def __init__(self, size: int, randomness: str):
        self.size, self.randomness = size, randomness
        self.draws = None if randomness == "error" else Draws(size, randomness == "same")


def wrappers(tensor) -> list[tuple[Level, int | None]]:
    """The running levels that wrap a tensor, innermost last; with the dimension that is mapped."""
    return [pair for pair in all_wrappers(tensor) if pair[0].alive]


def all_wrappers(tensor) -> list[tuple[Level, int | None]]:
    """The levels that ever wrapped a tensor, innermost last; with the dimension that is mapped."""
    pairs = {level: None for level in tensor._levels}
    while type(tensor._array) is Face:
        face, tensor = tensor._array, tensor._array.whole
        pairs |= {level: None for level in tensor._levels if level not in pairs}
        if face.dim is not None:
            pairs[face.level] = face.dim
    return sorted(pairs.items(), key=lambda pair: pair[0].number)


def shown(tensor) -> list[tuple[Level, int | None]]:
    """The levels that a tensor prints with: those that run, and those that have ended."""
    return [(level, dim) for level, dim in all_wrappers(tensor)
            if dim is not None or up_to is None or level.number <= up_to]


def is_mapped(tensor) -> bool:
    """Whether the tensor stands for many slices under `vmap`."""
    return any(face.dim is not None and face.level.alive for face in faces(tensor))


def mapping() -> bool:
    """Whether a function is being mapped, whatever else runs inside or outside of `vmap`."""
    return any(level.maps is not None for level in running)


def wrap_at(level: Level, tensor):
    """`tensor`, which from now on is wrapped at `level`, where gradients are taken."""
    kept = [other for other in tensor._levels if other is not level and other.alive]
    tensor._levels = [*kept, level]
    return tensor


def unwrapped(tensor, level: Level) -> None:
    """Forget that `tensor` was wrapped at a level, which it leaves."""
    tensor._levels = [other for other in tensor._levels if other is not level and other.alive]


def check_captured(target, name: str, of_two: bool) -> None:
    """torch's error for a write into what a function under a gradient's transform did not make."""
    wrapped = dict(wrappers(target)) if running else ()
    if all(level.maps is not None or level in wrapped for level in running):
        return
    overload = f"aten::{name}_.Tensor" if of_two else f"aten::{name}_"
    raise RuntimeError(
        "During a grad (vjp, jvp, grad, etc) transform, the function provided attempted to call "
        f"in-place operation ({overload}) that would mutate a captured Tensor. This is not "
        "supported; please rewrite the function being transformed to explicitly accept the "
        "mutated Tensor(s) as inputs."
    )


def check_outside(call: str = "requires_grad_()") -> None:
    """torch's error for `requires_grad_()` or its like in a function under a transform."""
    perhaps = "(or perhaps using torch.autograd.functional.* APIs) "
    if running:
        raise RuntimeError(
            f"You are attempting to call Tensor.{call} {perhaps * (call == 'requires_grad_()')}"
            "inside of a function being transformed by a functorch transform. "
            "This is unsupported, please attempt to use the functorch transforms (e.g. grad, vjp, "
            f"jacrev, jacfwd, hessian) or call {call} outside of a function being transformed "
            "instead."
        )


def spread(made) -> None:
    """Wrap what was made at the levels that see it: transforms for gradients see all that is."""
    grads = [level for level in running if level.maps is None]
    for tensor in made:
        if type(tensor._array) is Face:
            inner = tensor._array.level.number
            own = [level for level in grads if level.number > inner]
        else:
            own = grads
        kept = [level for level in tensor._levels if level.alive and level not in own]
        tensor._levels = sorted(own + kept, key=lambda level: level.number)


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
def below(level: Level):
    """While something is done outside of `level`, to all slices at once."""
    place = running.index(level)
    inner, running[place:] = running[place:], []
    before, mode.grad_enabled = mode.grad_enabled, mode.grad_enabled and level.grad_enabled
    draws = Generator.draws
    if level.maps.draws is not None:
        Generator.draws = level.maps.draws.outer
    try:
        yield
    finally:
        running.extend(inner)
        mode.grad_enabled, Generator.draws = before, draws


@contextmanager
def entered(level: Level, listener):
    """While a transform runs; `listener` is told of the ops that run under any."""
    global entered_levels
    level.alive = True
    running.append(level)
    entered_levels += 1
    if entered_levels == 1:
        observer.join(listener)
    try:
        yield level
    finally:
        running.pop()
        level.alive = False
        entered_levels -= 1
        if not entered_levels:
            observer.leave(listener)


@contextmanager
def drawing(draws):
    """While random numbers are drawn for slices, or may not be, where `draws` is None."""
    before = Generator.draws
    if draws is None:
        Generator.locked += 1
    else:
        draws.outer, Generator.draws = before, draws
    try:
        yield
    finally:
        Generator.draws = before
        Generator.locked -= draws is None
