"""Handles of hooks, and how a Module's backward hooks get at the gradients of both its ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.function.function import refuse_transforms
from autograd.engine.function.context import forbid_inplace, make_view_of
from autograd.functions.autograd.hooks import RemovableHandle  # noqa: F401
from autograd.runtime import grad_mode
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor, wrap

NO_INPUT = (
    "Full backward hook is firing when gradients are computed with respect to module outputs since "
    "no inputs require gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module."
    "html#torch.nn.Module.register_full_backward_hook for more details."
)


class BackwardHook:
    """For one call of a module: a node before it and a node behind it, and what passes them.

    The gradients that pass the node behind are the module's `grad_output`; when those that pass the
    node before it are complete, they are its `grad_input`, and the user's hooks are called.
    """

    def __init__(self, module, user_hooks, user_pre_hooks):
        self.module = module
        self.user_hooks = user_hooks
        self.user_pre_hooks = user_pre_hooks
        self.grad_outputs = None
        self.input_places = self.output_places = None
        self.zeros = {}  # by place of an input that is a tensor: what its gradient is without one
        self.inputs = self.outputs = 0

    def setup_input_hook(self, args: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        """`args` behind a node that calls the user's hooks."""
        self.inputs = len(args)
        behind, self.input_places = behind_node(args, self.inputs_came)
        if self.input_places is not None:
            self.zeros = {i: np.zeros_like(x._array) for i, x in enumerate(args)
                          if isinstance(x, Tensor)}
        return behind

    def setup_output_hook(self, result: Tensor) -> Tensor:
        """The module's result behind a node that keeps its gradients."""
        results = result if isinstance(result, tuple) else (result,)
        self.outputs = len(results)
        results, self.output_places = behind_node(results, self.outputs_came)
        return results if isinstance(result, tuple) else results[0]

    def outputs_came(
            self, _: tuple[Tensor, ...], grad_output: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        """Backward reached the module: tell the pre-hooks, and the hooks if no input follows."""
        self.grad_outputs = spread(grad_output, self.output_places, self.outputs)
        for hook in self.user_pre_hooks:
            changed = hook(self.module, self.grad_outputs)
            if changed is None:
                continue
            if len(changed) != len(self.grad_outputs):
                raise RuntimeError(
                    "Backward pre hook returned an invalid number of grad_output, got "
                    f"{len(changed)}, but expected {len(self.grad_outputs)}"
                )
            self.grad_outputs = changed
        passed_on = self.grad_outputs
        if self.input_places is None:
            self.call_without_inputs()
        return tuple(passed_on[i] for i in self.output_places)

    def call_without_inputs(self) -> None:
        """No input requires a gradient: the user's hooks are called right away."""
        caution(NO_INPUT, depth=99)
        for hook in self.user_hooks:
            changed = hook(self.module, (None,) * self.inputs, self.grad_outputs)
            if changed is not None and any(x is not None for x in changed):
                raise RuntimeError(
                    "Backward hook for Modules where no input requires gradient should always "
                    "return None or None for all gradients."
                )
        self.grad_outputs = None

    def inputs_came(
            self, grad_input: tuple[Tensor, ...], _: tuple[Tensor, ...]) -> Any:
        """Backward left the module: the user's hooks see both ends and may change the inputs'."""
        if self.grad_outputs is None:
            # The gradient came to the input on a way that does not lead through the output.
            return None
        grads = spread(grad_input, self.input_places, self.inputs)
        grads = tuple(wrap(self.zeros[i].copy()) if grad is None and i in self.zeros else grad
                      for i, grad in enumerate(grads))
        for hook in self.user_hooks:
            changed = hook(self.module, grads, self.grad_outputs)
            if changed is None:
                continue
            if len(changed) != len(grads):
                raise RuntimeError(
                    "Backward hook returned an invalid number of grad_input, got "
                    f"{len(changed)}, but expected {len(grads)}"
                )
            grads = changed
        self.grad_outputs = None
        return tuple(grads[i] for i in self.input_places)


def behind_node(values: Any, listener: Callable[..., Any]) -> tuple[Any, ...]:
    """`values` with those that require gradients behind one node that tells `listener`; their
    places."""
    places = [i for i, x in enumerate(values) if isinstance(x, Tensor) and x.requires_grad]
    if not places or not grad_mode.grad_enabled:
        return values, None
    refuse_transforms()  # since torch has a custom function of the former kind here
    hooked = apply(ops.backward_hook, tuple(values[i] for i in places))

    def hook(grad_input, grad_output):  # errors call it so
        return listener(grad_input, grad_output)

    hooked[0].grad_fn.register_hook(hook)
    for place, value in zip(places, hooked):
        make_view_of(value, values[place])
        forbid_inplace(value, len(places))
    kind, values = type(values), list(values)
    for place, value in zip(places, hooked):
        values[place] = value
    return (tuple(values) if kind is tuple else kind(*values)), places


def spread(values: tuple[Tensor, ...], places: Any, size: int) -> Any:
    """`values` at their places in a tuple of `size`, None elsewhere."""
    result = [None] * size
    for place, value in zip(places, values):
        result[place] = value
    return tuple(result)


def unserializable_hook(f: Callable[..., Any]) -> Any:
    """Decorator: a file or a copy of a tensor does without this hook, and says no word of it."""
    f.__torch_unserializable__ = True
    return f
