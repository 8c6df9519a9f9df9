"""`torch.utils.hooks`: full backward hooks of modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.function.function import refuse_transforms
from autograd.engine.function.context import forbid_inplace, make_view_of
from autograd.functions.autograd.hooks import RemovableHandle  # noqa: F401
from autograd.runtime.execution_state import execution
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor, wrap

NO_INPUT_WARNING = (
    "Full backward hook is firing when gradients are computed with respect to module outputs since "
    "no inputs require gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module."
    "html#torch.nn.Module.register_full_backward_hook for more details."
)


class BackwardHook:
    """The hooks of one call of a module, called from a node before and a node after it.

    The gradients at the node after the module are its `grad_output`. Once those at the node before
    it are complete, they are its `grad_input`, and the user's hooks are called.
    """

    def __init__(self, module, user_hooks, user_pre_hooks):
        self.module = module
        self.user_hooks = user_hooks
        self.user_pre_hooks = user_pre_hooks
        self.grad_outputs = None
        self.input_indices = self.output_indices = None
        self.zeros = {}  # by the index of a tensor input: its gradient if none arrives
        self.inputs = self.outputs = 0

    def setup_input_hook(self, args: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        """Return `args` after a node that calls the user's hooks."""
        self.inputs = len(args)
        wrapped, self.input_indices = insert_node(args, self.handle_input_gradients)
        if self.input_indices is not None:
            self.zeros = {i: np.zeros_like(x._array) for i, x in enumerate(args)
                          if isinstance(x, Tensor)}
        return wrapped

    def setup_output_hook(self, result: Tensor) -> Tensor:
        """Return the module's result after a node that stores its gradients."""
        results = result if isinstance(result, tuple) else (result,)
        self.outputs = len(results)
        results, self.output_indices = insert_node(results, self.handle_output_gradients)
        return results if isinstance(result, tuple) else results[0]

    def handle_output_gradients(
            self, _: tuple[Tensor, ...], grad_output: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        """Store the output gradients and call the pre-hooks.

        Without inputs that require gradients, the hooks are called as well.
        """
        self.grad_outputs = place_in_tuple(grad_output, self.output_indices, self.outputs)
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
        grad_outputs = self.grad_outputs
        if self.input_indices is None:
            self.call_without_inputs()
        return tuple(grad_outputs[i] for i in self.output_indices)

    def call_without_inputs(self) -> None:
        """Call the user's hooks where no input requires a gradient."""
        caution(NO_INPUT_WARNING, depth=99)
        for hook in self.user_hooks:
            changed = hook(self.module, (None,) * self.inputs, self.grad_outputs)
            if changed is not None and any(x is not None for x in changed):
                raise RuntimeError(
                    "Backward hook for Modules where no input requires gradient should always "
                    "return None or None for all gradients."
                )
        self.grad_outputs = None

    def handle_input_gradients(
            self, grad_input: tuple[Tensor, ...], _: tuple[Tensor, ...]) -> Any:
        """Call the user's hooks, and return the input gradients, which they may change."""
        if self.grad_outputs is None:
            # The gradient reached the input on a path that bypasses the output.
            return None
        grads = place_in_tuple(grad_input, self.input_indices, self.inputs)
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
        return tuple(grads[i] for i in self.input_indices)


def insert_node(values: Any, listener: Callable[..., Any]) -> tuple[Any, ...]:
    """Record one node after the tensors that require gradients, with `listener` as its hook.

    Returns the values and the indices of these tensors; None if there is no such tensor.
    """
    indices = [i for i, x in enumerate(values) if isinstance(x, Tensor) and x.requires_grad]
    if not indices or not execution.grad_enabled:
        return values, None
    refuse_transforms()  # torch's node is a legacy Function, which does not support transforms
    hooked = apply(ops.backward_hook, tuple(values[i] for i in indices))

    def hook(grad_input, grad_output):  # errors show this name
        return listener(grad_input, grad_output)

    hooked[0].grad_fn.register_hook(hook)
    for index, value in zip(indices, hooked):
        make_view_of(value, values[index])
        forbid_inplace(value, len(indices))
    kind, values = type(values), list(values)
    for index, value in zip(indices, hooked):
        values[index] = value
    return (tuple(values) if kind is tuple else kind(*values)), indices


def place_in_tuple(values: tuple[Tensor, ...], indices: Any, size: int) -> Any:
    """Return a tuple of `size` with `values` at the given indices, None elsewhere."""
    result = [None] * size
    for index, value in zip(indices, values):
        result[index] = value
    return tuple(result)


def unserializable_hook(f: Callable[..., Any]) -> Any:
    """Mark a hook so that saving or copying a tensor omits it without a warning."""
    f.__torch_unserializable__ = True
    return f
