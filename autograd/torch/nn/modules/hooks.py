"""Hooks that run around the forward or the backward of a module."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from autograd.functions.autograd.hooks import add_hook
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor
from torch.utils.hooks import BackwardHook

if TYPE_CHECKING:
    from autograd.functions.autograd.hooks import RemovableHandle
    from torch.nn.modules.module import Module

BOTH_BACKWARD_HOOKS = (
    "Cannot use both regular backward hooks and full backward hooks {}. Please use only one of "
    "them."
)


@dataclass
class _GlobalHooks:
    """The hooks that run for every module of the program."""

    forward: OrderedDict = field(default_factory=OrderedDict)
    forward_pre: OrderedDict = field(default_factory=OrderedDict)
    backward: OrderedDict = field(default_factory=OrderedDict)
    backward_pre: OrderedDict = field(default_factory=OrderedDict)
    with_kwargs: OrderedDict = field(default_factory=OrderedDict)
    always_called: OrderedDict = field(default_factory=OrderedDict)
    full: bool | None = None


global_hooks = _GlobalHooks()


def has_global_hooks() -> bool:
    """Return True if a hook is registered for every module."""
    return bool(global_hooks.forward or global_hooks.forward_pre or global_hooks.backward
                or global_hooks.backward_pre)


class ModuleCall:
    """One call of a module that has hooks."""

    def __init__(self, module):
        self.module = module
        self.result = None
        self.called = set()

    def run(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run `forward` and all hooks; after an error, those registered with `always_call`."""
        try:
            return self.run_forward(args, kwargs)
        except Exception:
            self.run_remaining_hooks(args, kwargs)
            raise

    def run_forward(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run the pre-hooks, `forward` and the hooks; return the output."""
        module = self.module
        full, non_full, pre = self.collect_backward_hooks()
        args, kwargs = self.run_pre_hooks(args, kwargs)
        backward_hook = BackwardHook(module, full, pre) if full or pre else None
        if backward_hook is not None:
            args = backward_hook.setup_input_hook(args)
        self.result = module.forward(*args, **kwargs)
        for number, hook in (*global_hooks.forward.items(), *module._forward_hooks.items()):
            self.called.add(number)
            self.run_forward_hook(number, hook, args, kwargs)
        if backward_hook is not None:
            if not isinstance(self.result, Tensor | tuple):
                caution(
                    "For backward hooks to be called, module output should be a Tensor or a tuple "
                    f"of Tensors but received {type(self.result)}")
            self.result = backward_hook.setup_output_hook(self.result)
        if non_full:
            hook_last_node(module, non_full, args, self.result)
        return self.result

    def collect_backward_hooks(self) -> tuple[list[Any], list[Any], list[Any]]:
        """Return the full backward hooks, the non-full ones, and the full pre-hooks."""
        full, non_full = [], []
        for is_full, hooks in (
            (global_hooks.full, global_hooks.backward),
            (self.module._is_full_backward_hook, self.module._backward_hooks),
        ):
            (full if is_full else non_full).extend(hooks.values())
        pre = [*global_hooks.backward_pre.values(), *self.module._backward_pre_hooks.values()]
        return full, non_full, pre

    def run_pre_hooks(
            self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        """Run the forward pre-hooks; return `args` and `kwargs` as they leave them."""
        module = self.module
        for number, hook in (*global_hooks.forward_pre.items(), *module._forward_pre_hooks.items()):
            if number not in module._forward_pre_hooks_with_kwargs:
                changed = hook(module, args)
                if changed is not None:
                    args = changed if isinstance(changed, tuple) else (changed,)
                continue
            changed = hook(module, args, kwargs)
            if changed is None:
                continue
            if not isinstance(changed, tuple) or len(changed) != 2:
                raise RuntimeError(
                    "forward pre-hook must return None or a tuple of (new_args, new_kwargs), but "
                    f"got {changed}."
                )
            args, kwargs = changed
        return args, kwargs

    def run_forward_hook(
            self, number: int, hook: Callable[..., Any], args: tuple[Any, ...],
            kwargs: dict[str, Any]) -> None:
        """Run one forward hook; its result, if any, replaces the output."""
        module = self.module
        if number in module._forward_hooks_with_kwargs or number in global_hooks.with_kwargs:
            changed = hook(module, args, kwargs, self.result)
        else:
            changed = hook(module, args, self.result)
        if changed is not None:
            self.result = changed

    def run_remaining_hooks(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Run the hooks registered with `always_call` that an error kept from running."""
        module = self.module
        always = {**global_hooks.always_called, **module._forward_hooks_always_called}
        for number, hook in (*global_hooks.forward.items(), *module._forward_hooks.items()):
            if number not in always or number in self.called:
                continue
            try:
                self.run_forward_hook(number, hook, args, kwargs)
            except Exception as error:
                caution(
                    "module forward hook with ``always_call=True`` raised an exception that was "
                    f"silenced as another error was raised in forward: {error}")


def hook_last_node(
        module: Module, hooks: list[Any], args: tuple[Any, ...], result: Any) -> None:
    """Register non-full backward hooks on the node of the first tensor of `result`.

    Warns where such a hook does not receive all gradients, as `register_backward_hook` of torch.
    """
    first = result
    while not isinstance(first, Tensor):
        first = next(iter(first.values())) if isinstance(first, dict) else first[0]
    node = first.grad_fn
    if node is None:
        return
    for hook in hooks:
        node.register_hook(partial(hook, module))
    warn_about_non_full_hook(args, result, node)


def warn_about_non_full_hook(args: tuple[Any, ...], result: Any, node: Any) -> None:
    """Emit torch's warnings where a non-full backward hook misses a gradient."""
    results = (result,) if isinstance(result, Tensor) else result
    reason = None
    if not isinstance(results, tuple) or not all(isinstance(r, Tensor) for r in results):
        reason = ("on a Module that does not return a single Tensor or a tuple of Tensors is "
                  "deprecated and will be removed in future versions. This hook will be missing "
                  "some of the grad_output.")
    elif not all(isinstance(x, Tensor) for x in args):
        reason = ("on a Module that does not take as input a single Tensor or a tuple of Tensors "
                  "is deprecated and will be removed in future versions. This hook will be missing "
                  "some of the grad_input.")
    if reason is not None:
        caution(
            f"Using non-full backward hooks {reason} Please use register_full_backward_hook to get "
            "the documented behavior.", FutureWarning)
        return
    nodes = {r.grad_fn for r in results if r.grad_fn is not None}
    next_nodes = {edge[0] for edge in node.next_functions}
    missed = None
    if len(nodes) > 1:
        reason, missed = "outputs are generated by different autograd Nodes", "grad_output"
    elif {x.grad_fn for x in args if x.grad_fn is not None} != next_nodes:
        reason, missed = "the forward contains multiple autograd Nodes", "grad_input"
    if missed is not None:
        caution(
            f"Using a non-full backward hook when {reason} is deprecated and will be removed in "
            f"future versions. This hook will be missing some {missed}. Please use "
            "register_full_backward_hook to get the documented behavior.",
            FutureWarning)


# --- Global hooks ------------------------------------------------------------------------------


def register_module_forward_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call `hook(module, args)` before the `forward` of every module."""
    return add_hook(global_hooks.forward_pre, hook)


def register_module_forward_hook(
        hook: Callable[..., Any], *, with_kwargs: bool = False, always_call: bool = False
) -> RemovableHandle:
    """Call `hook(module, args, output)` after the `forward` of every module."""
    marked = [global_hooks.with_kwargs] * with_kwargs
    marked += [global_hooks.always_called] * always_call
    return add_hook(global_hooks.forward, hook, marked)


def register_module_full_backward_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call `hook(module, grad_output)` before the backward of every module."""
    return add_hook(global_hooks.backward_pre, hook)


def register_module_full_backward_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call `hook(module, grad_input, grad_output)` after the backward of every module."""
    if global_hooks.full is False:
        raise RuntimeError(BOTH_BACKWARD_HOOKS.format("as a global Module hook"))
    global_hooks.full = True
    return add_hook(global_hooks.backward, hook)


def register_module_backward_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call `hook` for the last node of every module; deprecated in torch."""
    if global_hooks.full is True:
        raise RuntimeError(BOTH_BACKWARD_HOOKS.format("as a global Module hook"))
    global_hooks.full = False
    return add_hook(global_hooks.backward, hook)
