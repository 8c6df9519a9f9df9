"""`torch.utils.checkpoint`: what backward needs is computed again instead of saved."""

from __future__ import annotations

import warnings
from contextlib import contextmanager, nullcontext

from autograd.custom import Function
from autograd.functions.gradients import backward
from autograd.mode import enable_grad, no_grad
from autograd.random import get_rng_state, set_rng_state
from autograd.saving import saved_tensors_hooks
from autograd.tensor import Tensor
from torch.nn.modules.container import Sequential

UNTOLD = (
    "torch.utils.checkpoint{}: the use_reentrant parameter should be passed explicitly. {} "
    "use_reentrant=False is recommended, but if you need to preserve the current default behavior, "
    "you can pass use_reentrant=True. Refer to docs for more details on the differences between "
    "the two variants."
)


class CheckpointError(RuntimeError):
    """The second computation did not save what the first one had."""


def checkpoint(function, *args, use_reentrant=None, context_fn=None, determinism_check="default",
               debug=False, early_stop=True, preserve_rng_state=True, **kwargs):
    """`function(*args, **kwargs)`, which is run again in backward in place of saving tensors."""
    if use_reentrant is None:
        warnings.warn(UNTOLD.format("", "Starting in PyTorch 2.9, calling checkpoint without "
                                    "use_reentrant will raise an exception."), stacklevel=2)
        use_reentrant = True
    if not use_reentrant:
        contexts = (nullcontext(), nullcontext()) if context_fn is None else context_fn()
        return _Recomputation(function, args, kwargs, preserve_rng_state, contexts[1]).first(
            contexts[0])
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    check_backward_validity(args)
    return CheckpointFunction.apply(function, preserve_rng_state, *args)


@contextmanager
def random_numbers_from(state):
    """In the block the generator goes on from `state`; afterwards from where it was."""
    if state is None:
        yield
        return
    before = get_rng_state()
    set_rng_state(state)
    try:
        yield
    finally:
        set_rng_state(before)


class _Recomputation:
    """One checkpointed call: counts what its first run saves, and computes it again when asked."""

    def __init__(self, function, args, kwargs, preserve, context):
        self.function, self.args, self.kwargs = function, args, kwargs
        self.state = get_rng_state() if preserve else None
        self.context = context
        self.count = 0
        self.computed: dict[int, Tensor] = {}

    def first(self, context):
        """The call itself; tensors are replaced by their numbers."""
        with context, saved_tensors_hooks(self.number, self.fetch):
            return self.function(*self.args, **self.kwargs)

    def number(self, tensor) -> int:
        """Stands for a tensor that would have been saved."""
        self.count += 1
        return self.count - 1

    def fetch(self, index) -> Tensor:
        """The tensor of that number, computed again if need be."""
        if index not in self.computed:
            self.again()
        return self.computed.pop(index)

    def again(self) -> None:
        """Run the function once more and keep what it saves."""
        kept: list[Tensor] = []
        keeping = saved_tensors_hooks(
            lambda tensor: kept.append(tensor.detach()), lambda none: none)
        with random_numbers_from(self.state), enable_grad(), self.context, keeping:
            self.function(*self.args, **self.kwargs)
        if len(kept) != self.count:
            raise CheckpointError(
                "torch.utils.checkpoint: A different number of tensors was saved during the "
                "original forward and recomputation.\nNumber of tensors saved during forward: "
                f"{self.count}\nNumber of tensors saved during recomputation: {len(kept)}."
            )
        self.computed = dict(enumerate(kept))


class CheckpointFunction(Function):
    """The reentrant form: one node, whose backward runs a backward of its own."""

    @staticmethod
    def forward(ctx, run_function, preserve, *args):
        """Run without recording."""
        ctx.run_function, ctx.args = run_function, args
        ctx.state = get_rng_state() if preserve else None
        ctx.save_for_backward(*(x for x in args if isinstance(x, Tensor)))
        with no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx, *grads):
        """Run again with recording, and backward through that."""
        saved = iter(ctx.saved_tensors)
        inputs = [detached(next(saved)) if isinstance(x, Tensor) else x for x in ctx.args]
        with random_numbers_from(ctx.state), enable_grad():
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


def detached(tensor) -> Tensor:
    """A leaf with the same memory that requires a gradient if `tensor` does."""
    leaf = tensor.detach()
    leaf.requires_grad = tensor.requires_grad
    return leaf


def checkpoint_sequential(functions, segments, input, use_reentrant=None, *,
                          preserve_rng_state=True):
    """A chain of functions in some segments, each but the last checkpointed."""
    if use_reentrant is None:
        warnings.warn(UNTOLD.format(
            ".checkpoint_sequential",
            "In version 2.9 we will raise an exception if use_reentrant is not passed."),
            stacklevel=2)
        use_reentrant = True
    functions = list(functions.children() if isinstance(functions, Sequential) else functions)
    size = len(functions) // segments
    for start in range(0, size * (segments - 1), size):
        part = functions[start:start + size]
        input = checkpoint(chained(part), input, use_reentrant=use_reentrant,
                           preserve_rng_state=preserve_rng_state)
    return chained(functions[size * (segments - 1):])(input)


def chained(functions):
    """The functions one after the other, as one."""

    def run(input):
        for function in functions:
            input = function(input)
        return input

    return run


def check_backward_validity(inputs) -> None:
    """Warn, as torch does, when no input requires a gradient."""
    if not any(isinstance(x, Tensor) and x.requires_grad for x in inputs):
        warnings.warn(
            "None of the inputs have requires_grad=True. Gradients will be None", stacklevel=2)
