"""`torch.utils.checkpoint`: what backward needs is computed again instead of saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from autograd.engine import autocast
from autograd.functions.autograd.backward import backward
from autograd.kernels.generator import get_rng_state
from autograd.runtime import backward_state, grad_mode
from autograd.runtime.grad_mode import enable_grad, no_grad
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor
from torch.nn.modules.container import Sequential
from torch.utils.recomputation import (
    CheckpointError,  # noqa: F401
    Recomputation,
    random_numbers_from,
)
from torch.autograd.function import Function

if TYPE_CHECKING:
    from autograd.graph.node import Node

UNTOLD = (
    "torch.utils.checkpoint{}: the use_reentrant parameter should be passed explicitly. {} "
    "use_reentrant=False is recommended, but if you need to preserve the current default behavior, "
    "you can pass use_reentrant=True. Refer to docs for more details on the differences between "
    "the two variants."
)


_early_stop: bool | None = None  # asked for all calls by `set_checkpoint_early_stop`


def checkpoint(
        function: Callable[..., Any], *args: Tensor, use_reentrant: bool | None = None,
        context_fn: Any = None, determinism_check: str = "default", debug: bool = False,
        early_stop: bool = True, preserve_rng_state: bool = True, **kwargs: Any) -> Tensor:
    """`function(*args, **kwargs)`, which is run again in backward in place of saving tensors."""
    if use_reentrant is None:
        caution(UNTOLD.format("", "Starting in PyTorch 2.9, calling checkpoint without "
                              "use_reentrant will raise an exception."), within=True)
        use_reentrant = True
    if not use_reentrant:
        if determinism_check not in ("default", "none"):
            raise ValueError("determinism_check should be one of ['default', 'none'], but got "
                             f"{determinism_check}")
        contexts = noop_context_fn() if context_fn is None else context_fn()
        if not grad_mode.grad_enabled:
            return function(*args, **kwargs)
        stops = early_stop if _early_stop is None else _early_stop
        call = Recomputation(
            function, args, kwargs, preserve_rng_state, contexts[1], stops, determinism_check)
        return call.first(contexts[0], args)
    if context_fn not in (None, noop_context_fn) or debug:
        raise ValueError(
            "Passing `context_fn` or `debug` is only supported when use_reentrant=False.")
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    check_backward_validity(args)
    return CheckpointFunction.apply(function, preserve_rng_state, *args)


def noop_context_fn() -> tuple[Any, ...]:
    """Two contexts that do nothing: for the first run and for the second."""
    return nullcontext(), nullcontext()


@contextmanager
def set_checkpoint_early_stop(enable: bool) -> Iterator[None]:
    """In the block, whether a second run ends as soon as it has saved what is needed."""
    global _early_stop
    before, _early_stop = _early_stop, enable
    try:
        yield
    finally:
        _early_stop = before


def set_checkpoint_debug_enabled(enabled: bool) -> Any:
    """A block in which checkpoints would be debugged; here errors tell all they know anyway."""
    return nullcontext()


def get_device_states(*args: Any) -> Any:
    """The devices of the arguments other than the CPU, and their generators' states: none."""
    return [], []


def set_device_states(devices: Any, states: Any, *, device_type: str | None = None) -> None:
    """Set what `get_device_states` gave."""


class CheckpointFunction(Function):
    """The reentrant form: one node, whose backward runs a backward of its own."""

    @staticmethod
    def forward(ctx: Node, run_function: Any, preserve: bool, *args: Any) -> Any:
        """Run without recording."""
        ctx.run_function, ctx.args = run_function, args
        ctx.state = get_rng_state() if preserve else None
        ctx.casting = autocast.chosen, autocast.caching
        ctx.save_for_backward(*(x for x in args if isinstance(x, Tensor)))
        with no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx: Node, *grads: Any) -> Any:
        """Run again with recording, and backward through that."""
        if backward_state.current.call.needed is not None:
            raise RuntimeError(
                "When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or "
                "passing an `inputs` parameter to .backward(). To resolve this error, you can "
                "either set use_reentrant=False, or call .backward() without passing the `inputs` "
                "argument."
            )
        saved = iter(ctx.saved_tensors)
        inputs = [detached(next(saved)) if isinstance(x, Tensor) else x for x in ctx.args]
        with random_numbers_from(ctx.state), enable_grad(), autocast.compute_in(*ctx.casting):
            outputs = ctx.run_function(*inputs)
        outputs = (outputs,) if isinstance(outputs, Tensor) else outputs
        pairs = [(out, grad) for out, grad in zip(outputs, grads)
                 if isinstance(out, Tensor) and out.requires_grad]
        if not pairs:
            raise RuntimeError(
                "none of output has requires_grad=True, this checkpoint() is not necessary"
            )
        backward([out for out, _ in pairs], [grad for _, grad in pairs])
        return None, None, *(x.grad if isinstance(x, Tensor) else None for x in inputs)


def detach_variable(inputs: tuple[Tensor, ...]) -> tuple:
    """The inputs cut from their history, each requiring a gradient as before."""
    if not isinstance(inputs, tuple):
        raise RuntimeError(
            f"Only tuple of tensors is supported. Got Unsupported input type: "
            f"{type(inputs).__name__}"
        )
    return tuple(detached(x) if isinstance(x, Tensor) else x for x in inputs)


def detached(tensor: Tensor) -> Tensor:
    """A leaf with the same memory that requires a gradient if `tensor` does."""
    leaf = tensor.detach()
    leaf.requires_grad = tensor.requires_grad
    return leaf


def checkpoint_sequential(
        functions: Any, segments: Any, input: Tensor, use_reentrant: bool | None = None, *,
        preserve_rng_state: bool = True) -> Any:
    """A chain of functions in some segments, each but the last checkpointed."""
    if use_reentrant is None:
        caution(UNTOLD.format(
            ".checkpoint_sequential",
            "In version 2.9 we will raise an exception if use_reentrant is not passed."))
        use_reentrant = True
    functions = list(functions.children() if isinstance(functions, Sequential) else functions)
    size = len(functions) // segments
    for start in range(0, size * (segments - 1), size):
        part = functions[start:start + size]
        input = checkpoint(chained(part), input, use_reentrant=use_reentrant,
                           preserve_rng_state=preserve_rng_state)
    return chained(functions[size * (segments - 1):])(input)


def chained(functions: Any) -> Any:
    """The functions one after the other, as one."""

    def run(input):
        for function in functions:
            input = function(input)
        return input

    return run


def check_backward_validity(inputs: tuple[Tensor, ...]) -> None:
    """Warn, as torch does, when no input requires a gradient."""
    if not any(isinstance(x, Tensor) and x.requires_grad for x in inputs):
        caution(
            "None of the inputs have requires_grad=True. Gradients will be None")
