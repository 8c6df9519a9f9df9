"""Module, the base class of all neural network modules (`torch/nn/modules/module.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from torch.nn.modules import conversion, registration
from torch.nn.modules.hooks import (  # noqa: F401  torch has the global ones in this module
    BOTH_BACKWARD_HOOKS, ModuleCall, has_global_hooks, register_module_backward_hook,
    register_module_forward_hook, register_module_forward_pre_hook,
    register_module_full_backward_hook, register_module_full_backward_pre_hook,
)
from torch.nn.modules.registration import (  # noqa: F401  torch has these in this module
    register_module_buffer_registration_hook, register_module_module_registration_hook,
    register_module_parameter_registration_hook, run_registration_hooks,
)
from torch.nn.modules.state_dict import (
    EXTRA_STATE_KEY, NO_EXTRA_STATE, ModuleHook, _IncompatibleKeys, load_module_state,
    load_state_dict, persistent_tensors, save_state_dict,
)
from torch.nn.parameter import Buffer, Parameter

from autograd.functions.autograd.hooks import add_hook
from autograd.functions.creation.filled import empty_like
from autograd.functions.tensor_api.properties import typename
from autograd.runtime import observer
from autograd.runtime.observer import library_method
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.functions.autograd.hooks import RemovableHandle

# Functions of a module and the name of a missing attribute: text that ends the AttributeError.
attribute_error_hints: list[Callable[[Module, str], str]] = []


class Module:
    """Base class of all modules: it owns parameters, buffers and submodules by name.

    Subclasses assign them in `__init__` and define `forward`.
    """

    T_destination = TypeVar("T_destination", bound=dict[str, object])
    dump_patches = False
    _version = 1
    call_super_init = False

    def __init__(self, *args, **kwargs):
        if not self.call_super_init:
            registration.refuse_arguments(type(self).__name__, args, kwargs)
        self.__dict__.update(registration.initial_attributes())
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    # -- calls ---------------------------------------------------------------------------------

    def forward(self, *input: Any) -> None:
        """Compute the output of the module; every subclass defines it."""
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
        has_hooks = (self._backward_hooks or self._backward_pre_hooks or self._forward_hooks
                     or self._forward_pre_hooks or has_global_hooks())
        return ModuleCall(self).run(args, kwargs) if has_hooks else self.forward(*args, **kwargs)

    def compile(self, *args: Any, **options: Any) -> None:
        """Do nothing: there is no compiler here, so the module runs as it is."""

    def register_forward_pre_hook(
            self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, args)` before `forward`; its result replaces the arguments."""
        marked = [self._forward_pre_hooks_with_kwargs] * with_kwargs
        return add_hook(self._forward_pre_hooks, hook, marked, prepend)

    def register_forward_hook(
            self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False,
            always_call: bool = False) -> RemovableHandle:
        """Call `hook(module, args, output)` after `forward`; its result replaces the output."""
        marked = [self._forward_hooks_with_kwargs] * with_kwargs
        marked += [self._forward_hooks_always_called] * always_call
        return add_hook(self._forward_hooks, hook, marked, prepend)

    def register_full_backward_pre_hook(
            self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Call `hook(module, grad_output)` before the backward of the module."""
        return add_hook(self._backward_pre_hooks, hook, first=prepend)

    def register_full_backward_hook(
            self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Call `hook(module, grad_input, grad_output)` after the backward of the module."""
        if self._is_full_backward_hook is False:
            raise RuntimeError(BOTH_BACKWARD_HOOKS.format("on a single Module"))
        self._is_full_backward_hook = True
        return add_hook(self._backward_hooks, hook, first=prepend)

    def register_backward_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call `hook` for the last node of the module only; deprecated in torch."""
        if self._is_full_backward_hook is True:
            raise RuntimeError(BOTH_BACKWARD_HOOKS.format("on a single Module"))
        self._is_full_backward_hook = False
        return add_hook(self._backward_hooks, hook)

    # -- registration --------------------------------------------------------------------------

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Add a parameter to the module under `name`."""
        registration.register_parameter(self, name, param)

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Add a tensor that is no parameter; only `persistent` ones are in the `state_dict`."""
        registration.register_buffer(self, name, tensor, persistent)

    def add_module(self, name: str, module: Module | None) -> None:
        """Add a submodule under `name`."""
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f"{typename(module)} is not a Module subclass")
        if isinstance(name, str) and "." in name and not hasattr(self, name):
            raise KeyError(f'module name can\'t contain ".", got: {name}')
        registration.check_member_name(self, "module", name, self._modules)
        self._modules[name] = run_registration_hooks("module", self, name, module)

    def register_module(self, name: str, module: Module | None) -> None:
        """Add a submodule under `name`: an alias of `add_module`."""
        self.add_module(name, module)

    def __getattr__(self, name):
        own = self.__dict__
        for kind in ("_parameters", "_buffers", "_modules"):
            if kind in own and name in own[kind]:
                return own[kind][name]
        hints = "".join(hint(self, name) for hint in attribute_error_hints)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'" + hints)

    def __setattr__(self, name, value):
        own = self.__dict__
        if isinstance(value, Parameter):
            if "_parameters" not in own:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            registration.remove_member(self, name, "_buffers", "_modules")
            self.register_parameter(name, value)
        elif name in own.get("_parameters", ()):
            if value is not None:
                raise TypeError(
                    f"cannot assign '{typename(value)}' as parameter '{name}' "
                    "(torch.nn.Parameter or None expected)"
                )
            self.register_parameter(name, value)
        elif isinstance(value, Module):
            if "_modules" not in own:
                raise AttributeError("cannot assign module before Module.__init__() call")
            registration.remove_member(self, name, "_parameters", "_buffers")
            self._modules[name] = run_registration_hooks("module", self, name, value)
        elif name in own.get("_modules", ()):
            if value is not None:
                raise TypeError(
                    f"cannot assign '{typename(value)}' as child module '{name}' "
                    "(torch.nn.Module or None expected)"
                )
            self._modules[name] = run_registration_hooks("module", self, name, value)
        elif isinstance(value, Buffer) or name in own.get("_buffers", ()):
            default = type(self).register_buffer is Module.register_buffer
            registration.assign_buffer(self, name, value, default)
        else:
            super().__setattr__(name, value)

    def __delattr__(self, name):
        for kind in ("_parameters", "_buffers", "_modules"):
            if name in self.__dict__[kind]:
                del self.__dict__[kind][name]
                self._non_persistent_buffers_set.discard(name)
                return
        super().__delattr__(name)

    def __dir__(self):
        own = self.__dict__
        names = [*dir(type(self)), *own, *self._parameters, *self._modules, *self._buffers]
        return sorted(name for name in names if not name[0].isdigit())

    def __setstate__(self, state):
        self.__dict__.update({**registration.initial_attributes(), **state})

    # -- traversal -----------------------------------------------------------------------------

    def named_modules(
            self, memo: set[Module] | None = None, prefix: str = "",
            remove_duplicate: bool = True) -> Iterator[tuple[str, Module]]:
        """Yield `(name, module)` for this module and all below it, each module once."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                path = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(memo, path, remove_duplicate)

    def modules(self, remove_duplicate: bool = True) -> Iterator[Module]:
        """Yield this module and all below it."""
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """Yield `(name, module)` for the direct submodules, each module once."""
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self) -> Iterator[Module]:
        """Yield the direct submodules."""
        for _, module in self.named_children():
            yield module

    def _named_members(self, get_members_fn, prefix="", recurse=True, remove_duplicate=True):
        seen = set()
        modules = [(prefix, self)]
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        for path, module in modules:
            for name, value in get_members_fn(module):
                if value is None or value in seen:
                    continue
                if remove_duplicate:
                    seen.add(value)
                yield (f"{path}.{name}" if path else name), value

    def named_parameters(
            self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """Yield `(name, parameter)`, each parameter once."""
        yield from self._named_members(
            lambda module: module._parameters.items(), prefix, recurse, remove_duplicate
        )

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """Yield the parameters of this module and, with `recurse`, of all below it."""
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(
            self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """Yield `(name, buffer)`, each buffer once."""
        yield from self._named_members(
            lambda module: module._buffers.items(), prefix, recurse, remove_duplicate
        )

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """Yield the buffers of this module and, with `recurse`, of all below it."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def get_submodule(self, target: str) -> Module:
        """Return the module with the dotted name `target`; AttributeError if there is none."""
        module = self
        for name in target.split(".") if target else ():
            module = registration.get_member(module, name)
            if not isinstance(module, Module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    def set_submodule(self, target: str, module: Module, strict: bool = False) -> None:
        """Set the submodule with the dotted name `target`; with `strict` it must exist."""
        if target == "":
            raise ValueError("Cannot set the submodule without a target name!")
        if not isinstance(module, Module):
            raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        must_be_module = strict or hasattr(parent, name)
        if must_be_module and not isinstance(registration.get_member(parent, name), Module):
            raise AttributeError(f"`{name}` is not an nn.Module")
        setattr(parent, name, module)

    def get_parameter(self, target: str) -> Parameter:
        """Return the parameter with the dotted name `target`."""
        path, _, name = target.rpartition(".")
        parameter = registration.get_member(self.get_submodule(path), name)
        if not isinstance(parameter, Parameter):
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return parameter

    def get_buffer(self, target: str) -> Tensor:
        """Return the buffer with the dotted name `target`."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        buffer = registration.get_member(module, name)
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return buffer

    def apply(self, fn: Callable[[Module], Any]) -> Module:
        """Call `fn` for every module below this one, children first, then for this one."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def train(self, mode: bool = True) -> Module:
        """Set training mode for this module and all below it."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self) -> Module:
        """Set evaluation mode: `train(False)`."""
        return self.train(False)

    # -- state dict ----------------------------------------------------------------------------

    def state_dict(
            self, *args: Any, destination: dict[str, Any] | None = None, prefix: str = "",
            keep_vars: bool = False) -> dict[str, Any]:
        """Return parameters and persistent buffers by dotted name, detached unless `keep_vars`."""
        return save_state_dict(self, args, destination, prefix, keep_vars)

    def get_extra_state(self) -> Any:
        """Return further state for the `state_dict`; subclasses define it."""
        raise RuntimeError(NO_EXTRA_STATE.format("get"))

    def set_extra_state(self, state: Any) -> None:
        """Take what `get_extra_state` returned; subclasses define it."""
        raise RuntimeError(NO_EXTRA_STATE.format("set"))

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        for name, tensor in persistent_tensors(self).items():
            destination[prefix + name] = tensor if keep_vars else tensor.detach()
        if getattr(type(self), "get_extra_state", None) is not Module.get_extra_state:
            destination[prefix + EXTRA_STATE_KEY] = self.get_extra_state()

    @library_method
    def load_state_dict(
            self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False
    ) -> _IncompatibleKeys:
        """Copy a `state_dict` into the tensors of this module, or with `assign` replace them.

        Raises RuntimeError for keys that are missing or, when `strict`, unexpected, and for
        shapes that differ.
        """
        return load_state_dict(self, state_dict, strict, assign)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys,
                              unexpected_keys, error_msgs):
        has_extra = getattr(type(self), "set_extra_state", None) is not Module.set_extra_state
        load_module_state(self, has_extra, state_dict, prefix, local_metadata, strict,
                          missing_keys, unexpected_keys, error_msgs)

    def register_state_dict_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call `hook(module, prefix, keep_vars)` before `state_dict` collects the tensors."""
        return add_hook(self._state_dict_pre_hooks, hook)

    def register_state_dict_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call `hook(module, state_dict, prefix, local_metadata)` at the end of `state_dict`."""
        hook._from_public_api = True
        return add_hook(self._state_dict_hooks, hook)

    def _register_state_dict_hook(self, hook):
        """Register a post hook that may return another state dict."""
        if getattr(hook, "_from_public_api", False):
            raise RuntimeError(
                "Cannot register the same function as the state dict post hook that was "
                "previously registered via register_state_dict_post_hook")
        return add_hook(self._state_dict_hooks, hook)

    def register_load_state_dict_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call `hook(module, state_dict, ...)` before the state of this module is loaded."""
        return self._register_load_state_dict_pre_hook(hook, with_module=True)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        hook = ModuleHook(hook, self) if with_module else hook
        return add_hook(self._load_state_dict_pre_hooks, hook)

    def register_load_state_dict_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call `hook(module, incompatible_keys)` after the state of this module is loaded."""
        return add_hook(self._load_state_dict_post_hooks, hook)

    # -- conversion ----------------------------------------------------------------------------

    def _apply(self, fn, recurse=True):
        return conversion.apply_to_tensors(self, fn, recurse)

    @library_method
    def to(self, *args: Any, **options: Any) -> Module:
        """Convert all parameters and buffers in place to a dtype, device or memory format.

        Takes the arguments of `Tensor.to`, except `copy`.
        """
        return conversion.convert(self, args, options)

    @library_method
    def float(self) -> Module:
        """Convert all floating point parameters and buffers to float32."""
        return conversion.convert_floating(self, "float")

    @library_method
    def double(self) -> Module:
        """Convert all floating point parameters and buffers to float64."""
        return conversion.convert_floating(self, "double")

    @library_method
    def half(self) -> Module:
        """Convert all floating point parameters and buffers to float16."""
        return conversion.convert_floating(self, "half")

    @library_method
    def bfloat16(self) -> Module:
        """Convert all floating point parameters and buffers to bfloat16."""
        return conversion.convert_floating(self, "bfloat16")

    @library_method
    def type(self, dst_type: Any) -> Module:
        """Convert all parameters and buffers to another dtype."""
        return self._apply(lambda tensor: tensor.type(dst_type))

    def cpu(self) -> Module:
        """Return the module itself: everything is on the CPU."""
        return self

    @library_method
    def cuda(self, device: Any = None) -> Module:
        """Raise torch's error of a build without CUDA."""
        return self._apply(lambda tensor: tensor.cuda(device))

    def xpu(self, device: Any = None) -> None:
        """Raise torch's error of a build without XPU."""
        raise AssertionError("Torch not compiled with XPU enabled")

    @library_method
    def to_empty(self, *, device: Any, recurse: bool = True) -> Module:
        """Move all parameters and buffers to `device` without copying their values."""
        return self._apply(lambda tensor: empty_like(tensor, device=device), recurse)

    def share_memory(self) -> Module:
        """Return the module itself: there is one process."""
        return self._apply(lambda tensor: tensor.share_memory_())

    @library_method
    def requires_grad_(self, requires_grad: bool = True) -> Module:
        """Set whether the parameters require gradients."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    @library_method
    def zero_grad(self, set_to_none: bool = True) -> None:
        """Reset the gradients of all parameters to None, or to zeros."""
        conversion.zero_grads(self.parameters(), set_to_none)

    # -- text ----------------------------------------------------------------------------------

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self) -> str:
        """Return the settings that the repr shows; subclasses define it."""
        return ""

    def __repr__(self):
        extra = self.extra_repr()
        extra_lines = extra.split("\n") if extra else []
        child_lines = [
            f"({name}): {_addindent(repr(module), 2)}" for name, module in self._modules.items()
        ]
        if len(extra_lines) == 1 and not child_lines:
            return f"{self._get_name()}({extra_lines[0]})"
        lines = extra_lines + child_lines
        body = "\n  " + "\n  ".join(lines) + "\n" if lines else ""
        return f"{self._get_name()}({body})"


def _addindent(s_, numSpaces):
    """Indent every line of a text except the first; empty lines stay empty."""
    first, *rest = s_.split("\n")
    return "\n".join(
        [first, *(" " * numSpaces + line if line.strip() else "" for line in rest)])
