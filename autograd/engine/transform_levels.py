"""Levels of the running function transforms, as tensors carry them.

torch wraps a tensor once for each transform that sees it: `vmap` in a BatchedTensor, gradients in a
GradTrackingTensor. Here one tensor is the innermost wrapper. It carries the gradient levels that
wrap it (`Tensor._levels`) and the slices of its batch (`batched_tensor.BatchedArray`);
`wrapped_repr.py` prints both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any

from autograd.kernels.generator import BatchedDraws
from autograd.runtime import interpreters
from autograd.runtime.execution_state import execution, override
from autograd.runtime.interpreters import Interpreter, stack
from autograd.tensor.batched_tensor import BatchedArray, NeedsFallback, batched_arrays

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class VmapState:
    """The state of one `vmap`: its batch size and randomness mode."""

    def __init__(self, size: int, randomness: str):
        self.size, self.randomness = size, randomness
        self.draws = None if randomness == "error" else BatchedDraws(size, randomness == "same")


def running_wrappers(tensor: Tensor) -> list[tuple[Interpreter, int | None]]:
    """Return the running levels that wrap a tensor, innermost last, with batch dimensions."""
    return [pair for pair in all_wrappers(tensor) if pair[0].alive]


def all_wrappers(tensor: Tensor) -> list[tuple[Interpreter, int | None]]:
    """Return all levels that ever wrapped a tensor, innermost last, with batch dimensions."""
    pairs = {level: None for level in tensor._levels}
    while type(tensor._array) is BatchedArray:
        face, tensor = tensor._array, tensor._array.value
        pairs |= {level: None for level in tensor._levels if level not in pairs}
        if face.dim is not None:
            pairs[face.level] = face.dim
    return sorted(pairs.items(), key=lambda pair: pair[0].number)


def printed_wrappers(tensor: Tensor) -> list[tuple[Interpreter, int | None]]:
    """Return the levels that the repr of a tensor shows: running ones and ended ones."""
    return [(level, dim) for level, dim in all_wrappers(tensor)
            if dim is not None or execution.visible_level is None
                    or level.number <= execution.visible_level]


def is_batched(tensor: Tensor) -> bool:
    """Return whether a tensor is batched by a running `vmap`."""
    return any(face.dim is not None and face.level.alive for face in batched_arrays(tensor))


def is_vmap_running() -> bool:
    """Return whether any `vmap` is running."""
    return any(level.vmap_state is not None for level in stack)


def run_per_example(
        function: Callable[..., Any], args: Any, options: dict[str, Tensor]) -> Any:
    """Run a function that needs numbers on each slice under `vmap`, and stack the results."""
    level = interpreters.innermost_vmap()
    if level is None:
        raise NeedsFallback
    return level.run_per_example(function, args, options)


def with_vmap_fallback(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a function of `torch.nn.functional` to run slice by slice where it must."""

    @wraps(function)
    def wrapper(*args, **options):
        try:
            return function(*args, **options)
        except NeedsFallback:
            return run_per_example(function, args, options)

    return wrapper


def draw_for_all_examples(
        function: Callable[..., Any], input: Any, refuse_same: bool = False,
        expand: bool = True) -> Any:
    """Draw random numbers like a tensor for all slices of the innermost `vmap` at once.

    Returns None where no `vmap` runs, or one draw serves all slices. With `refuse_same`, randomness
    "same" raises for a batched input, as in torch; with `expand`, an unbatched one is expanded to
    the batch.
    """
    level = interpreters.innermost_vmap()
    if level is None:
        return None
    return level.draw_for_all_examples(function, input, refuse_same, expand)


def wrap_at(level: Interpreter, tensor: Tensor) -> Tensor:
    """Mark `tensor` as wrapped at a gradient level, and return it."""
    others = [other for other in tensor._levels if other is not level and other.alive]
    tensor._levels = [*others, level]
    return tensor


def unwrap_at(tensor: Tensor, level: Interpreter) -> None:
    """Remove the mark of a level from `tensor`."""
    tensor._levels = [other for other in tensor._levels if other is not level and other.alive]


def check_captured_write(target: Tensor, name: str, has_other: bool) -> None:
    """Raise torch's error for a write into a tensor captured by a gradient transform."""
    wrapped = dict(running_wrappers(target)) if stack else ()
    if all(level.vmap_state is not None or level in wrapped for level in stack):
        return
    overload = f"aten::{name}_.Tensor" if has_other else f"aten::{name}_"
    raise RuntimeError(
        "During a grad (vjp, jvp, grad, etc) transform, the function provided attempted to call "
        f"in-place operation ({overload}) that would mutate a captured Tensor. This is not "
        "supported; please rewrite the function being transformed to explicitly accept the "
        "mutated Tensor(s) as inputs."
    )


def check_requires_grad_call(call: str = "requires_grad_()") -> None:
    """Raise torch's error for `requires_grad_()` and the like under a transform."""
    perhaps = "(or perhaps using torch.autograd.functional.* APIs) "
    if stack:
        raise RuntimeError(
            f"You are attempting to call Tensor.{call} {perhaps * (call == 'requires_grad_()')}"
            "inside of a function being transformed by a functorch transform. "
            "This is unsupported, please attempt to use the functorch transforms (e.g. grad, vjp, "
            f"jacrev, jacfwd, hessian) or call {call} outside of a function being transformed "
            "instead."
        )


def wrap_at_all(made: Sequence[Tensor]) -> None:
    """Mark new tensors as wrapped at the gradient levels that are inside of their batch levels."""
    grads = [level for level in stack if level.vmap_state is None]
    for tensor in made:
        if type(tensor._array) is BatchedArray:
            inner = tensor._array.level.number
            own = [level for level in grads if level.number > inner]
        else:
            own = grads
        kept = [level for level in tensor._levels if level.alive and level not in own]
        tensor._levels = sorted(own + kept, key=lambda level: level.number)


@contextmanager
def run_below(level: Interpreter) -> Iterator[None]:
    """Context: ops run outside of `level`, on all slices at once."""
    place = stack.index(level)
    inner, stack[place:] = stack[place:], []
    draws = level.vmap_state.draws
    try:
        with override(grad_enabled=execution.grad_enabled and level.grad_enabled,
                      vmap_draws=execution.vmap_draws if draws is None else draws.outer):
            yield
    finally:
        stack.extend(inner)


@contextmanager
def use_draws(draws: Any) -> Iterator[None]:
    """Context: random numbers are drawn for slices; with None drawing raises."""
    if draws is None:
        with override(random_locks=execution.random_locks + 1):
            yield
        return
    draws.outer = execution.vmap_draws
    with override(vmap_draws=draws):
        yield
