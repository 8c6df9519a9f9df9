"""A checkpointed call: what its first run saves is computed again when backward asks for it."""

from __future__ import annotations

import weakref
from contextlib import contextmanager, suppress

from autograd import engine
from autograd.mode import enable_grad
from autograd.random import get_rng_state, set_rng_state
from autograd.saving import saved_tensors_hooks
from autograd.tensor import Tensor

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


class _Enough(Exception):
    """The second run has saved all that is needed."""


class Recomputation:
    """One checkpointed call: counts what its first run saves, and computes it again when asked."""

    def __init__(self, function, args, kwargs, preserve, context, stops, check):
        self.function, self.args, self.kwargs = function, args, kwargs
        self.state = get_rng_state() if preserve else None
        self.context, self.stops, self.checks = context, stops, check != "none"
        self.facts: list[dict] = []
        self.computed: dict[int, Tensor] = {}
        self.computed_in = lambda: None  # the backward call that it was computed for

    def first(self, context):
        """The call itself; tensors are replaced by their numbers."""
        with context, saved_tensors_hooks(self.number, self.fetch):
            return self.function(*self.args, **self.kwargs)

    def number(self, tensor) -> int:
        """Stands for a tensor that would have been saved."""
        self.facts.append(facts_of(tensor))
        return len(self.facts) - 1

    def fetch(self, index) -> Tensor:
        """The tensor of that number, computed again once in each backward call, and given once."""
        task = engine.at_work
        if task is None:
            return self.again()[index]
        if self.computed_in() is not task:
            self.computed = dict(enumerate(self.again()))
            self.computed_in = weakref.ref(task)
        if index not in self.computed:
            raise CheckpointError(
                "torch.utils.checkpoint: Unpack is being triggered for a tensor that was already "
                "unpacked once. If you are calling ctx.saved_tensors in backward, make sure to do "
                "so only once. Otherwise please open an issue with details on your use case."
            )
        return self.computed.pop(index)

    def again(self) -> list[Tensor]:
        """What the function saves when it runs once more."""
        kept: list[Tensor] = []

        def keep(tensor):
            kept.append(tensor.detach())
            if self.stops and len(kept) == len(self.facts):
                raise _Enough

        keeping = saved_tensors_hooks(keep, lambda none: none)
        with random_numbers_from(self.state), enable_grad(), suppress(_Enough), self.context:
            with keeping:
                self.function(*self.args, **self.kwargs)
        self.check(kept)
        return kept

    def check(self, kept) -> None:
        """Raise torch's errors when the second run saved something else than the first."""
        if len(kept) != len(self.facts):
            raise CheckpointError(
                "torch.utils.checkpoint: A different number of tensors was saved during the "
                "original forward and recomputation.\nNumber of tensors saved during forward: "
                f"{len(self.facts)}\nNumber of tensors saved during recomputation: {len(kept)}."
                + TIP
            )
        different = [
            f"tensor at position {i}:\nsaved metadata: {before}\n"
            f"recomputed metadata: {facts_of(tensor)}\n"
            for i, (before, tensor) in enumerate(zip(self.facts, kept))
            if before != facts_of(tensor)
        ]
        if different and self.checks:
            raise CheckpointError(
                "torch.utils.checkpoint: Recomputed values for the following tensors have "
                f"different metadata than during the forward pass.\n{''.join(different)}." + TIP
            )


def facts_of(tensor) -> dict:
    """What torch compares of a tensor that is saved twice."""
    return {"shape": tensor.shape, "dtype": tensor.dtype, "device": tensor.device}


CheckpointError.__module__ = "torch.utils.checkpoint"
