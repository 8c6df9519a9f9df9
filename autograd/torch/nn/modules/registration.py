"""Registration of parameters, buffers or submodules in a module."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from inspect import signature
from typing import TYPE_CHECKING, Any

from torch.nn.parameter import Parameter

from autograd.functions.autograd.hooks import add_hook
from autograd.functions.tensor_api.properties import typename
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.functions.autograd.hooks import RemovableHandle
    from torch.nn.modules.module import Module

# Hooks on the registrations of all modules, by what is registered.
global_registration_hooks: dict[str, OrderedDict[int, Callable[..., Any]]] = {
    kind: OrderedDict() for kind in ("parameter", "buffer", "module")
}


def initial_attributes() -> dict[str, Any]:
    """Return the attributes that every new module has."""
    return dict(
        training=True, _parameters={}, _buffers={}, _non_persistent_buffers_set=set(),
        _backward_pre_hooks=OrderedDict(), _backward_hooks=OrderedDict(),
        _is_full_backward_hook=None, _forward_hooks=OrderedDict(),
        _forward_hooks_with_kwargs=OrderedDict(), _forward_hooks_always_called=OrderedDict(),
        _forward_pre_hooks=OrderedDict(), _forward_pre_hooks_with_kwargs=OrderedDict(),
        _state_dict_hooks=OrderedDict(), _state_dict_pre_hooks=OrderedDict(),
        _load_state_dict_pre_hooks=OrderedDict(), _load_state_dict_post_hooks=OrderedDict(),
        _modules={},
    )


def refuse_arguments(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Raise the TypeError of a constructor without parameters if it was called with arguments."""
    if kwargs:
        first = next(iter(kwargs))
        raise TypeError(f"{name}.__init__() got an unexpected keyword argument '{first}'")
    if args:
        raise TypeError(
            f"{name}.__init__() takes 1 positional argument but {len(args) + 1} were given"
        )


def register_parameter(module: Module, name: str, param: Parameter | None) -> None:
    """Add a parameter to `module` under `name`: `Module.register_parameter`."""
    if "_parameters" not in module.__dict__:
        raise AttributeError("cannot assign parameter before Module.__init__() call")
    check_member_name(module, "parameter", name, module._parameters)
    if param is not None and not isinstance(param, Parameter):
        raise TypeError(
            f"cannot assign '{typename(param)}' object to parameter '{name}' "
            "(torch.nn.Parameter or None required)"
        )
    if param is not None and param.grad_fn:
        raise ValueError(
            f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be "
            f"created explicitly. To express '{name}' as a function of another Tensor, compute "
            "the value in the forward() method."
        )
    module._parameters[name] = None if param is None else run_registration_hooks(
        "parameter", module, name, param)


def register_buffer(module: Module, name: str, tensor: Tensor | None, persistent: bool) -> None:
    """Add a buffer to `module` under `name`: `Module.register_buffer`."""
    if "_buffers" not in module.__dict__:
        raise AttributeError("cannot assign buffer before Module.__init__() call")
    check_member_name(module, "buffer", name, module._buffers)
    if tensor is not None and not isinstance(tensor, Tensor):
        raise TypeError(
            f"cannot assign '{typename(tensor)}' object to buffer '{name}' "
            "(torch Tensor or None required)"
        )
    module._buffers[name] = run_registration_hooks("buffer", module, name, tensor)
    if persistent:
        module._non_persistent_buffers_set.discard(name)
    else:
        module._non_persistent_buffers_set.add(name)


def assign_buffer(module: Module, name: str, value: Tensor | None, default: bool) -> None:
    """Register a buffer that was assigned as an attribute; it stays as persistent as it was.

    `default` is True unless a subclass defines `register_buffer` itself.
    """
    if value is not None and not isinstance(value, Tensor):
        raise TypeError(
            f"cannot assign '{typename(value)}' as buffer '{name}' "
            "(torch.nn.Buffer, torch.Tensor or None expected)"
        )
    persistent = name not in module._non_persistent_buffers_set
    persistent = getattr(value, "persistent", persistent)
    if default or "persistent" in signature(module.register_buffer).parameters:
        module.register_buffer(name, value, persistent)
        return
    if not persistent:
        raise RuntimeError(
            "Registering a non-persistent buffer on a Module subclass that implements "
            "register_buffer() without the persistent argument is not allowed.")
    module.register_buffer(name, value)


def check_member_name(module: Module, kind: str, name: str, members: dict[str, Any]) -> None:
    """Raise torch's errors unless `name` may be given to one of `members`.

    Raises TypeError for another type than str; KeyError if the name is empty, has a dot or is an
    attribute of the module already.
    """
    if not isinstance(name, str):
        raise TypeError(f"{kind} name should be a string. Got {typename(name)}")
    if "." in name:
        raise KeyError(f'{kind} name can\'t contain "."')
    if name == "":
        raise KeyError(f'{kind} name can\'t be empty string ""')
    if hasattr(module, name) and name not in members:
        raise KeyError(f"attribute '{name}' already exists")


def remove_member(module: Module, name: str, *kinds: str) -> None:
    """Remove the attribute `name`, also from the dicts `kinds`, as `_buffers`."""
    module.__dict__.pop(name, None)
    module._non_persistent_buffers_set.discard(name)
    for kind in kinds:
        module.__dict__[kind].pop(name, None)


def get_member(module: Module, name: str) -> Any:
    """Return the attribute `name` of `module`, or raise torch's AttributeError."""
    if not hasattr(module, name):
        raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
    return getattr(module, name)


# --- Global hooks ------------------------------------------------------------------------------


def run_registration_hooks(
        kind: str, module: Module, name: str, value: Tensor | Module | None) -> Any:
    """Run the global hooks on registrations of this kind; return `value` or its replacement."""
    for hook in global_registration_hooks[kind].values():
        changed = hook(module, name, value)
        value = value if changed is None else changed
    return value


def register_module_parameter_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call `hook(module, name, parameter)` at each registration; it may return another."""
    return add_hook(global_registration_hooks["parameter"], hook)


def register_module_buffer_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call `hook(module, name, buffer)` at each registration; it may return another."""
    return add_hook(global_registration_hooks["buffer"], hook)


def register_module_module_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call `hook(module, name, submodule)` at each registration; it may return another."""
    return add_hook(global_registration_hooks["module"], hook)
