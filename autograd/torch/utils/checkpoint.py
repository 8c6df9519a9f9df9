"""`torch.utils.checkpoint`: activations recomputed in backward instead of saved."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any

from autograd.engine import autocast
from autograd.functions.autograd.backward import backward
from autograd.graph.node import outdated_error
from autograd.graph.saved_tensor_hooks import PackedTensor, hooks, saved_tensors_hooks
from autograd.kernels.generator import get_rng_state, set_rng_state
from autograd.runtime.blame import attach_blame
from autograd.runtime.execution_state import execution
from autograd.runtime.grad_mode import enable_grad, no_grad
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor
from torch.nn.modules.container import Sequential
from torch.autograd.function import Function


USE_REENTRANT_WARNING = (
    "torch.utils.checkpoint{}: the use_reentrant parameter should be passed explicitly. {} "
    "use_reentrant=False is recommended, but if you need to preserve the current default behavior, "
    "you can pass use_reentrant=True. Refer to docs for more details on the differences between "
    "the two variants."
)
DEBUG_TIP = """

Tip: To see a more detailed error message, either pass `debug=True` to
`torch.utils.checkpoint.checkpoint(...)` or wrap the code block
with `with torch.utils.checkpoint.set_checkpoint_debug_enabled(True):` to
enable checkpoint\N{NON-BREAKING HYPHEN}debug mode globally.

If this error occurs under torch.compile with automatic_dynamic_shapes enabled,
it may be because the recomputation selected a different compiled graph than the
forward pass (e.g., a dynamic graph instead of the original static graph).
To fix this, either:
  - Use torch._dynamo.mark_dynamic() to explicitly mark varying dimensions as
    dynamic upfront, avoiding the static-to-dynamic transition.
  - Call torch._C._dynamo.eval_frame._set_lru_cache(False) to disable LRU cache
    reordering, which can change which graph is checked first between forward
    and recompute.
See https://github.com/pytorch/pytorch/issues/166926 for more details and
workaround examples.
"""

_early_stop: bool | None = None  # for all calls, by `set_checkpoint_early_stop`


def checkpoint(
        function: Callable[..., Any], *args: Tensor, use_reentrant: bool | None = None,
        context_fn: Any = None, determinism_check: str = "default", debug: bool = False,
        early_stop: bool = True, preserve_rng_state: bool = True, **kwargs: Any) -> Tensor:
    """Return `function(*args, **kwargs)`, which backward runs again instead of saving tensors."""
    if use_reentrant is None:
        caution(
            USE_REENTRANT_WARNING.format(
                "",
                "Starting in PyTorch 2.9, calling checkpoint without "
                "use_reentrant will raise an exception.",
            ),
            within=True,
        )
        use_reentrant = True
    if not use_reentrant:
        if determinism_check not in ("default", "none"):
            raise ValueError("determinism_check should be one of ['default', 'none'], but got "
                             f"{determinism_check}")
        contexts = noop_context_fn() if context_fn is None else context_fn()
        if not execution.grad_enabled:
            return function(*args, **kwargs)
        stops = early_stop if _early_stop is None else _early_stop
        call = Recomputation(
            function, args, kwargs, preserve_rng_state, contexts[1], stops, determinism_check)
        return call.run_forward(contexts[0], args)
    if context_fn not in (None, noop_context_fn) or debug:
        raise ValueError(
            "Passing `context_fn` or `debug` is only supported when use_reentrant=False.")
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    check_backward_validity(args)
    return CheckpointFunction.apply(function, preserve_rng_state, *args)


def noop_context_fn() -> tuple[Any, ...]:
    """Return two contexts that do nothing, for the forward pass and for recomputation."""
    return nullcontext(), nullcontext()


@contextmanager
def set_checkpoint_early_stop(enable: bool) -> Iterator[None]:
    """Set within a block whether recomputation stops once all needed tensors are saved."""
    global _early_stop
    previous, _early_stop = _early_stop, enable
    try:
        yield
    finally:
        _early_stop = previous


def set_checkpoint_debug_enabled(enabled: bool) -> Any:
    """Return a context without effect: errors always have all the details there are."""
    return nullcontext()


def get_device_states(*args: Any) -> Any:
    """Return the devices of the arguments and their generator states: none besides the CPU."""
    return [], []


def set_device_states(devices: Any, states: Any, *, device_type: str | None = None) -> None:
    """Do nothing: there are no devices besides the CPU."""


class CheckpointFunction(Function):
    """The reentrant variant: one node, whose backward runs a backward pass of its own."""

    @staticmethod
    def forward(ctx: Any, run_function: Any, preserve: bool, *args: Any) -> Any:
        """Run the function without recording."""
        ctx.run_function, ctx.args = run_function, args
        ctx.state = get_rng_state() if preserve else None
        ctx.autocast_state = execution.autocast_dtype, execution.autocast_caching
        ctx.save_for_backward(*(x for x in args if isinstance(x, Tensor)))
        with no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Run the function again with recording, then backward through it."""
        if execution.backward_call.needed is not None:
            raise RuntimeError(
                "When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or "
                "passing an `inputs` parameter to .backward(). To resolve this error, you can "
                "either set use_reentrant=False, or call .backward() without passing the `inputs` "
                "argument."
            )
        saved = iter(ctx.saved_tensors)
        inputs = [detach_input(next(saved)) if isinstance(x, Tensor) else x for x in ctx.args]
        with restore_rng_state(ctx.state), enable_grad(), autocast.compute_in(*ctx.autocast_state):
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
    """Return the inputs detached, each requiring a gradient as before.

    RuntimeError if `inputs` is no tuple.
    """
    if not isinstance(inputs, tuple):
        raise RuntimeError(
            f"Only tuple of tensors is supported. Got Unsupported input type: "
            f"{type(inputs).__name__}"
        )
    return tuple(detach_input(x) if isinstance(x, Tensor) else x for x in inputs)


def detach_input(tensor: Tensor) -> Tensor:
    """Return a leaf with the memory of `tensor` that requires a gradient if `tensor` does."""
    leaf = tensor.detach()
    leaf.requires_grad = tensor.requires_grad
    return leaf


def checkpoint_sequential(
        functions: Any, segments: Any, input: Tensor, use_reentrant: bool | None = None, *,
        preserve_rng_state: bool = True) -> Any:
    """Run a sequence of functions in `segments`, each but the last checkpointed."""
    if use_reentrant is None:
        caution(USE_REENTRANT_WARNING.format(
            ".checkpoint_sequential",
            "In version 2.9 we will raise an exception if use_reentrant is not passed."))
        use_reentrant = True
    functions = list(functions.children() if isinstance(functions, Sequential) else functions)
    size = len(functions) // segments
    for start in range(0, size * (segments - 1), size):
        part = functions[start:start + size]
        input = checkpoint(compose_functions(part), input, use_reentrant=use_reentrant,
                           preserve_rng_state=preserve_rng_state)
    return compose_functions(functions[size * (segments - 1):])(input)


def compose_functions(functions: Any) -> Any:
    """Return the composition of the functions."""

    def run(input):
        for function in functions:
            input = function(input)
        return input

    return run


def check_backward_validity(inputs: tuple[Tensor, ...]) -> None:
    """Warn if no input requires a gradient."""
    if not any(isinstance(x, Tensor) and x.requires_grad for x in inputs):
        caution(
            "None of the inputs have requires_grad=True. Gradients will be None")


class CheckpointError(RuntimeError):
    """Raised when recomputation does not save the tensors that the forward pass saved."""


@contextmanager
def restore_rng_state(state: Any) -> Iterator[None]:
    """Let the generator continue from `state` within a block, and restore it afterwards."""
    if state is None:
        yield
        return
    previous = get_rng_state()
    set_rng_state(state)
    try:
        yield
    finally:
        set_rng_state(previous)


class _StopRecomputation(Exception):
    """Raised when recomputation has saved all tensors that are needed."""


class _Holder:
    """The number of a tensor, which a node saves in its place."""

    def __init__(self, number: int):
        self.number = number


class Recomputation:
    """One checkpointed call: numbers what forward saves, and computes it again in backward."""

    def __init__(self, function, args, kwargs, preserve, context, stops, check):
        self.function, self.kwargs = function, kwargs
        self.args = [CheckpointInput(x) if isinstance(x, Tensor) else x for x in args]
        self.state = get_rng_state() if preserve else None
        self.context, self.early_stop, self.checks_metadata = context, stops, check != "none"
        self.autocast_state = execution.autocast_dtype, execution.autocast_caching
        self.metadata: list[dict] = []
        self.holders: list[weakref.ref] = []  # of the saved tensors, while nodes need them
        self.forward_finished = False
        # For each backward call: the recomputed tensors that were not unpacked yet.
        self.computed = weakref.WeakKeyDictionary()

    def run_forward(self, context: Any, args: tuple[Tensor, ...]) -> Tensor:
        """Run the forward pass, with saved tensors replaced by holders."""
        with context, saved_tensors_hooks(self.make_holder, self.unpack):
            result = self.function(*args, **self.kwargs)
        self.forward_finished = True
        return result

    def make_holder(self, tensor: Tensor) -> _Holder:
        """Return a holder for a saved tensor, whose metadata are remembered."""
        holder = _Holder(len(self.metadata))
        self.metadata.append(tensor_metadata(tensor))
        self.holders.append(weakref.ref(holder))
        return holder

    def unpack(self, holder: _Holder) -> Tensor:
        """Return the tensor of a holder, recomputed once for each backward call.

        CheckpointError if it was already returned in this call.
        """
        task = execution.backward_call
        if task is None:
            return self.recompute()[holder.number]
        if task not in self.computed:
            self.computed[task] = self.recompute()
        if holder.number not in self.computed[task]:
            raise CheckpointError(
                "torch.utils.checkpoint: Unpack is being triggered for a tensor that was already "
                "unpacked once. If you are calling ctx.saved_tensors in backward, make sure to do "
                "so only once. Otherwise please open an issue with details on your use case."
            )
        return self.computed[task].pop(holder.number)

    def recompute(self) -> dict[int, Tensor]:
        """Run the function again; return the saved tensors still needed, by their number."""
        args = [x.open() if isinstance(x, CheckpointInput) else x for x in self.args]
        recomputed = _RecomputedTensors(self)
        with (restore_rng_state(self.state), enable_grad(), suppress(_StopRecomputation),
              autocast.compute_in(*self.autocast_state), self.context,
              saved_tensors_hooks(recomputed.pack, lambda tensor: tensor)):
            self.function(*args, **self.kwargs)
        if not recomputed.is_incomplete:
            self.check(recomputed)
        return recomputed.kept

    def check(self, recomputed: _RecomputedTensors) -> None:
        """Raise CheckpointError if recomputation saved other tensors than the forward pass."""
        if len(self.metadata) != recomputed.count:
            raise CheckpointError(
                "torch.utils.checkpoint: A different number of tensors was saved during the "
                "original forward and recomputation.\nNumber of tensors saved during forward: "
                f"{len(self.metadata)}\nNumber of tensors saved during recomputation: "
                f"{recomputed.count}.{DEBUG_TIP}"
            )
        different = [
            f"tensor at position {i}:\nsaved metadata: {self.metadata[i]}\n"
            f"recomputed metadata: {tensor_metadata(tensor)}\n"
            for i, tensor in recomputed.kept.items() if self.metadata[i] != tensor_metadata(tensor)
        ]
        if different and self.checks_metadata:
            raise CheckpointError(
                "torch.utils.checkpoint: Recomputed values for the following tensors have "
                f"different metadata than during the forward pass.\n{''.join(different)}."
                + DEBUG_TIP
            )


class _RecomputedTensors:
    """The saved tensors of one recomputation."""

    def __init__(self, call: Recomputation):
        self.call, self.count = call, 0
        self.kept: dict[int, Tensor] = {}
        # The forward pass has not ended, since it runs backward itself: all of it runs again.
        self.is_incomplete = False

    def pack(self, tensor: Tensor) -> Tensor:
        """Remember the next saved tensor if it is needed; return it for the node that saves it."""
        call, number = self.call, self.count
        self.count += 1
        tensor = tensor.detach() if tensor.requires_grad else tensor
        if number >= len(call.metadata):
            if call.forward_finished:
                raise CheckpointError(
                    "torch.utils.checkpoint: trying to save more tensors during recomputation than "
                    "during the original forward pass." + DEBUG_TIP)
            self.is_incomplete = True
            return tensor
        if call.holders[number]() is not None:
            self.kept[number] = tensor
        if call.early_stop and self.count == len(call.metadata):
            raise _StopRecomputation
        return tensor


class CheckpointInput:
    """A tensor argument, which must be unchanged when the function runs again."""

    def __init__(self, tensor: Tensor):
        self.tensor, self.version = tensor, tensor._counter[0]
        if hooks:
            self.tensor = PackedTensor(tensor, *hooks[-1])

    def open(self) -> Tensor:
        """Return the tensor; raise torch's error if it was modified in place."""
        if type(self.tensor) is PackedTensor:
            return self.tensor.open()
        if self.tensor._counter[0] != self.version:
            raise attach_blame(outdated_error(self.tensor, self.version, self.tensor.grad_fn),
                         tensors=[self.tensor])
        return self.tensor


def tensor_metadata(tensor: Tensor) -> dict:
    """Return the metadata that torch compares of a tensor saved twice."""
    return {"shape": tensor.shape, "dtype": tensor.dtype, "device": tensor.device}
