"""A checkpointed call: what its first run saves is computed again when backward asks for it."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from autograd.engine import autocast
from autograd.graph.node import outdated_error
from autograd.graph.saved_tensor_hooks import PackedTensor, hooks, saved_tensors_hooks
from autograd.kernels.generator import get_rng_state, set_rng_state
from autograd.runtime import backward_state
from autograd.runtime.blame import blamed
from autograd.runtime.grad_mode import enable_grad
from autograd.tensor.tensor import Tensor

TIP = """

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


class CheckpointError(RuntimeError):
    """The second computation did not save what the first one had."""


@contextmanager
def random_numbers_from(state: Any) -> Iterator[None]:
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


class _Enough(Exception):
    """The second run has saved all that is needed."""


class _Holder:
    """Stands in a node for a tensor that would have been saved."""

    def __init__(self, number: int):
        self.number = number


class Recomputation:
    """One checkpointed call: counts what its first run saves, and computes it again when asked."""

    def __init__(self, function, args, kwargs, preserve, context, stops, check):
        self.function, self.kwargs = function, kwargs
        self.args = [Kept(x) if isinstance(x, Tensor) else x for x in args]
        self.state = get_rng_state() if preserve else None
        self.context, self.stops, self.checks = context, stops, check != "none"
        self.casting = autocast.chosen, autocast.caching
        self.facts: list[dict] = []
        self.holders: list[weakref.ref] = []  # of what the first run saved, while it is needed
        self.over = False  # whether the first run has come to its end
        # For each backward call that asked: what was computed for it, until it is taken.
        self.computed = weakref.WeakKeyDictionary()

    def first(self, context: Any, args: tuple[Tensor, ...]) -> Tensor:
        """The call itself; tensors are replaced by what stands for them."""
        with context, saved_tensors_hooks(self.stand_in, self.fetch):
            made = self.function(*args, **self.kwargs)
        self.over = True
        return made

    def stand_in(self, tensor: Tensor) -> _Holder:
        """What a node keeps in the place of a tensor."""
        holder = _Holder(len(self.facts))
        self.facts.append(facts_of(tensor))
        self.holders.append(weakref.ref(holder))
        return holder

    def fetch(self, holder: _Holder) -> Tensor:
        """The tensor again, computed once in each backward call, and given once."""
        task = backward_state.current.call
        if task is None:
            return self.again()[holder.number]
        if task not in self.computed:
            self.computed[task] = self.again()
        if holder.number not in self.computed[task]:
            raise CheckpointError(
                "torch.utils.checkpoint: Unpack is being triggered for a tensor that was already "
                "unpacked once. If you are calling ctx.saved_tensors in backward, make sure to do "
                "so only once. Otherwise please open an issue with details on your use case."
            )
        return self.computed[task].pop(holder.number)

    def again(self) -> dict[int, Tensor]:
        """What the function saves when it runs once more, as far as it is still needed."""
        args = [x.open() if isinstance(x, Kept) else x for x in self.args]
        second = _SecondRun(self)
        with (random_numbers_from(self.state), enable_grad(), suppress(_Enough),
              autocast.compute_in(*self.casting), self.context,
              saved_tensors_hooks(second.keep, lambda kept: kept)):
            self.function(*args, **self.kwargs)
        if not second.goes_beyond:
            self.check(second)
        return second.kept

    def check(self, second: _SecondRun) -> None:
        """Raise torch's errors when the second run saved something else than the first."""
        if len(self.facts) != second.count:
            raise CheckpointError(
                "torch.utils.checkpoint: A different number of tensors was saved during the "
                "original forward and recomputation.\nNumber of tensors saved during forward: "
                f"{len(self.facts)}\nNumber of tensors saved during recomputation: {second.count}."
                + TIP
            )
        different = [
            f"tensor at position {i}:\nsaved metadata: {self.facts[i]}\n"
            f"recomputed metadata: {facts_of(tensor)}\n"
            for i, tensor in second.kept.items() if self.facts[i] != facts_of(tensor)
        ]
        if different and self.checks:
            raise CheckpointError(
                "torch.utils.checkpoint: Recomputed values for the following tensors have "
                f"different metadata than during the forward pass.\n{''.join(different)}." + TIP
            )


class _SecondRun:
    """What a function saves when it runs once more."""

    def __init__(self, call: Recomputation):
        self.call, self.count = call, 0
        self.kept: dict[int, Tensor] = {}
        # Where the first run is not over: it took gradients itself, and all of it runs again.
        self.goes_beyond = False

    def keep(self, tensor: Tensor) -> Tensor:
        """Keep the next tensor, if it is needed; what is computed on the way has it, too."""
        call, number = self.call, self.count
        self.count += 1
        tensor = tensor.detach() if tensor.requires_grad else tensor
        if number >= len(call.facts):
            if call.over:
                raise CheckpointError(
                    "torch.utils.checkpoint: trying to save more tensors during recomputation than "
                    "during the original forward pass." + TIP)
            self.goes_beyond = True
            return tensor
        if call.holders[number]() is not None:
            self.kept[number] = tensor
        if call.stops and self.count == len(call.facts):
            raise _Enough
        return tensor


class Kept:
    """A tensor that a call was given, and that must be as it is now when it runs again."""

    def __init__(self, tensor: Tensor):
        self.tensor, self.version = tensor, tensor._counter[0]
        if hooks:
            self.tensor = PackedTensor(tensor, *hooks[-1])

    def open(self) -> Tensor:
        """The tensor; torch's error if it was changed in place."""
        if type(self.tensor) is PackedTensor:
            return self.tensor.open()
        if self.tensor._counter[0] != self.version:
            raise blamed(outdated_error(self.tensor, self.version, self.tensor.grad_fn),
                         tensors=[self.tensor])
        return self.tensor


def facts_of(tensor: Tensor) -> dict:
    """What torch compares of a tensor that is saved twice."""
    return {"shape": tensor.shape, "dtype": tensor.dtype, "device": tensor.device}


CheckpointError.__module__ = "torch.utils.checkpoint"
