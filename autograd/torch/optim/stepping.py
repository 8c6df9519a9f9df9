"""The hooks around the step of an optimizer: its own, and those of all optimizers."""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from autograd.functions.autograd.hooks import add_hook
from autograd.runtime import observer
from autograd.tensor.mutation import announce
from autograd.tensor.tensor import Tensor

_everywhere = {"before": OrderedDict(), "after": OrderedDict()}


def hooks_of(self, name: str) -> dict[Any, Any]:
    """The hooks of one kind: none where a user's class has not called `Optimizer.__init__`."""
    heeded = "_zero_grad_profile_name" in vars(self)
    return getattr(self, f"_optimizer_{name}_hooks") if heeded else {}


def with_hooks(step: Callable[..., Any]) -> Callable[..., Any]:
    """`step` with the hooks that the user registered around it."""
    if getattr(step, "hooked", False):
        return step

    @functools.wraps(step)
    def wrapper(self, *args, **kwargs):
        before = (*_everywhere["before"].values(), *hooks_of(self, "step_pre").values())
        for hook in before:
            changed = hook(self, (self, *args), kwargs)
            if changed is not None:
                if not (isinstance(changed, tuple) and len(changed) == 2):
                    raise RuntimeError(
                        f"{step} must return None or a tuple of (new_args, new_kwargs), but got "
                        f"{changed}.")
                (_, *args), kwargs = changed
        for state in self.state.values():  # of a parameter, or anything that a step keeps there
            kept = state.values() if isinstance(state, dict) else (state,)
            announce(*[x for x in kept if isinstance(x, Tensor)])
        if observer.current is None or step.__module__ == "__main__":  # a step of the program's own
            result = step(self, *args, **kwargs)
        else:
            with observer.LibraryCall(f"{type(self).__name__}.step"):
                result = step(self, *args, **kwargs)
        after = (*hooks_of(self, "step_post").values(), *_everywhere["after"].values())
        for hook in after:
            hook(self, (self, *args), kwargs)
        return result

    wrapper.hooked = True
    return wrapper


def register_optimizer_step_pre_hook(hook: Callable[..., Any]) -> Any:
    """Call `hook(optimizer, args, kwargs)` before each step of every optimizer."""
    return add_hook(_everywhere["before"], hook)


def register_optimizer_step_post_hook(hook: Callable[..., Any]) -> Any:
    """Call `hook(optimizer, args, kwargs)` after each step of every optimizer."""
    return add_hook(_everywhere["after"], hook)
