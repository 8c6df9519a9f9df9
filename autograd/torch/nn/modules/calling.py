"""Calling a Module: `forward` with the hooks around it, forward and backward."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from autograd.functions.autograd.hooks import add_hook
from autograd.runtime import observer
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor
from torch.utils.hooks import BackwardHook

if TYPE_CHECKING:
    from autograd.functions.autograd.hooks import RemovableHandle
    from torch.nn.modules.module import Module

BOTH_KINDS = (
    "Cannot use both regular backward hooks and full backward hooks {}. Please use only one of "
    "them."
)


@dataclass
class _Global:
    """Hooks on every module of the program."""

    forward: OrderedDict = field(default_factory=OrderedDict)
    forward_pre: OrderedDict = field(default_factory=OrderedDict)
    backward: OrderedDict = field(default_factory=OrderedDict)
    backward_pre: OrderedDict = field(default_factory=OrderedDict)
    with_kwargs: OrderedDict = field(default_factory=OrderedDict)
    always_called: OrderedDict = field(default_factory=OrderedDict)
    full: bool | None = None

    def any(self) -> bool:
        """Whether there is one."""
        return bool(self.forward or self.forward_pre or self.backward or self.backward_pre)


everywhere = _Global()


class Calling:
    """The part of Module that is called."""

    def compile(self, *args: Any, **options: str) -> None:
        """Nothing: there is no compiler here, so the module runs as it is."""

    def forward(self, *input: Any) -> None:
        """What the module computes; every subclass defines it."""
        raise NotImplementedError(
            f'Module [{type(self).__name__}] is missing the required "forward" function'
        )

    def __call__(self, *args, **kwargs):
        listener = observer.current
        if listener is None:
            return self._call(args, kwargs)
        listener.entered(self)
        try:
            return self._call(args, kwargs)
        finally:
            listener.left(self)

    def _call(self, args, kwargs):
        hooked = (self._backward_hooks or self._backward_pre_hooks or self._forward_hooks
                  or self._forward_pre_hooks or everywhere.any())
        return _Call(self).run(args, kwargs) if hooked else self.forward(*args, **kwargs)

    # -- registering ---------------------------------------------------------------------------

    def register_forward_pre_hook(
            self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, args)` before `forward`; what it returns replaces the arguments."""
        told = [self._forward_pre_hooks_with_kwargs] * with_kwargs
        return add_hook(self._forward_pre_hooks, hook, told, prepend)

    def register_forward_hook(
            self, hook: Any, *, prepend: bool = False,
            with_kwargs: bool = False, always_call: bool = False) -> RemovableHandle:
        """Call `hook(module, args, output)` after `forward`; what it returns is the output."""
        told = [self._forward_hooks_with_kwargs] * with_kwargs
        told += [self._forward_hooks_always_called] * always_call
        return add_hook(self._forward_hooks, hook, told, prepend)

    def register_full_backward_pre_hook(
            self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Call `hook(module, grad_output)` before the backward of this module."""
        return add_hook(self._backward_pre_hooks, hook, first=prepend)

    def register_full_backward_hook(
            self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Call `hook(module, grad_input, grad_output)` when the inputs' gradients are there."""
        if self._is_full_backward_hook is False:
            raise RuntimeError(BOTH_KINDS.format("on a single Module"))
        self._is_full_backward_hook = True
        return add_hook(self._backward_hooks, hook, first=prepend)

    def register_backward_hook(self, hook: Callable[..., Any]) -> Any:
        """The old form: `hook` sees the last node of this module only."""
        if self._is_full_backward_hook is True:
            raise RuntimeError(BOTH_KINDS.format("on a single Module"))
        self._is_full_backward_hook = False
        return add_hook(self._backward_hooks, hook)


class _Call:
    """One call of a module that has hooks."""

    def __init__(self, module):
        self.module = module
        self.result = None
        self.called = set()

    def run(self, args: tuple[Tensor, ...], kwargs: dict[Any, Any]) -> Tensor:
        """Pre-hooks, forward, hooks; hooks registered with `always_call` run after an error too."""
        try:
            return self.through(args, kwargs)
        except Exception:
            self.call_the_rest(args, kwargs)
            raise

    def through(self, args: tuple[Tensor, ...], kwargs: dict[Any, Any]) -> Tensor:
        module = self.module
        full, old, pre = self.backward_hooks()
        args, kwargs = self.before(args, kwargs)
        both_ends = BackwardHook(module, full, pre) if full or pre else None
        if both_ends is not None:
            args = both_ends.setup_input_hook(args)
        self.result = module.forward(*args, **kwargs)
        for number, hook in (*everywhere.forward.items(), *module._forward_hooks.items()):
            self.called.add(number)
            self.after(number, hook, args, kwargs)
        if both_ends is not None:
            if not isinstance(self.result, Tensor | tuple):
                caution(
                    "For backward hooks to be called, module output should be a Tensor or a tuple "
                    f"of Tensors but received {type(self.result)}")
            self.result = both_ends.setup_output_hook(self.result)
        if old:
            hook_last_node(module, old, args, self.result)
        return self.result

    def backward_hooks(self) -> tuple[Any, ...]:
        """The full backward hooks, the old ones, and the full pre-hooks."""
        full, old = [], []
        for is_full, hooks in (
            (everywhere.full, everywhere.backward),
            (self.module._is_full_backward_hook, self.module._backward_hooks),
        ):
            (full if is_full else old).extend(hooks.values())
        pre = [*everywhere.backward_pre.values(), *self.module._backward_pre_hooks.values()]
        return full, old, pre

    def before(self, args: tuple[Tensor, ...], kwargs: dict[Any, Any]) -> tuple[Any, ...]:
        """The arguments as the pre-hooks leave them."""
        module = self.module
        for number, hook in (*everywhere.forward_pre.items(), *module._forward_pre_hooks.items()):
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

    def after(
            self, number: int, hook: Callable[..., Any], args: tuple[Tensor, ...],
            kwargs: dict[Any, Any]) -> None:
        """Run one forward hook; what it returns is the new result."""
        module = self.module
        if number in module._forward_hooks_with_kwargs or number in everywhere.with_kwargs:
            changed = hook(module, args, kwargs, self.result)
        else:
            changed = hook(module, args, self.result)
        if changed is not None:
            self.result = changed

    def call_the_rest(self, args: tuple[Tensor, ...], kwargs: dict[Any, Any]) -> None:
        """After an error: the hooks that asked to be called always and were not yet."""
        module = self.module
        always = {**everywhere.always_called, **module._forward_hooks_always_called}
        for number, hook in (*everywhere.forward.items(), *module._forward_hooks.items()):
            if number not in always or number in self.called:
                continue
            try:
                self.after(number, hook, args, kwargs)
            except Exception as error:
                caution(
                    "module forward hook with ``always_call=True`` raised an exception that was "
                    f"silenced as another error was raised in forward: {error}")


def hook_last_node(module: Module, hooks: Any, args: tuple[Tensor, ...], result: Tensor) -> None:
    """What `register_backward_hook` does: hook the node of the first tensor that came out."""
    first = result
    while not isinstance(first, Tensor):
        first = next(iter(first.values())) if isinstance(first, dict) else first[0]
    node = first.grad_fn
    if node is None:
        return
    for hook in hooks:
        node.register_hook(partial(hook, module))
    warn_of_old_hook(args, result, node)


def warn_of_old_hook(args: tuple[Tensor, ...], result: Tensor, node: Any) -> None:
    """torch's warnings where an old backward hook will miss a gradient."""
    results = (result,) if isinstance(result, Tensor) else result
    said = None
    if not isinstance(results, tuple) or not all(isinstance(r, Tensor) for r in results):
        said = ("on a Module that does not return a single Tensor or a tuple of Tensors is "
                "deprecated and will be removed in future versions. This hook will be missing some "
                "of the grad_output.")
    elif not all(isinstance(x, Tensor) for x in args):
        said = ("on a Module that does not take as input a single Tensor or a tuple of Tensors is "
                "deprecated and will be removed in future versions. This hook will be missing some "
                "of the grad_input.")
    if said is not None:
        caution(
            f"Using non-full backward hooks {said} Please use register_full_backward_hook to get "
            "the documented behavior.", FutureWarning)
        return
    nodes = {r.grad_fn for r in results if r.grad_fn is not None}
    reached = {edge[0] for edge in node.next_functions}
    if len(nodes) > 1:
        said = ("outputs are generated by different autograd Nodes", "grad_output")
    elif {x.grad_fn for x in args if x.grad_fn is not None} != reached:
        said = ("the forward contains multiple autograd Nodes", "grad_input")
    if said is not None:
        caution(
            f"Using a non-full backward hook when {said[0]} is deprecated and will be removed in "
            f"future versions. This hook will be missing some {said[1]}. Please use "
            "register_full_backward_hook to get the documented behavior.",
            FutureWarning)


# --- On every module ---------------------------------------------------------------------------


def register_module_forward_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """`hook(module, args)` before every module's `forward`."""
    return add_hook(everywhere.forward_pre, hook)


def register_module_forward_hook(
        hook: Callable[..., Any], *, with_kwargs: bool = False, always_call: bool = False
) -> RemovableHandle:
    """`hook(module, args, output)` after every module's `forward`."""
    told = [everywhere.with_kwargs] * with_kwargs + [everywhere.always_called] * always_call
    return add_hook(everywhere.forward, hook, told)


def register_module_full_backward_pre_hook(hook: Callable[..., Any]) -> Any:
    """`hook(module, grad_output)` before every module's backward."""
    return add_hook(everywhere.backward_pre, hook)


def register_module_full_backward_hook(hook: Callable[..., Any]) -> Any:
    """`hook(module, grad_input, grad_output)` after every module's backward."""
    if everywhere.full is False:
        raise RuntimeError(BOTH_KINDS.format("as a global Module hook"))
    everywhere.full = True
    return add_hook(everywhere.backward, hook)


def register_module_backward_hook(hook: Callable[..., Any]) -> Any:
    """The old form of `register_module_full_backward_hook`."""
    if everywhere.full is True:
        raise RuntimeError(BOTH_KINDS.format("as a global Module hook"))
    everywhere.full = False
    return add_hook(everywhere.backward, hook)
