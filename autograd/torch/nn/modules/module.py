"""Module: a part of a network, which owns parameters, buffers and other modules by name.

What a Module can do is spread over the classes it is made of: `tree.py` walks what it owns,
`calling.py` calls `forward` and the hooks, `state.py` saves and loads, `conversion.py` changes
dtypes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeVar

from torch.nn.modules.calling import (  # noqa: F401
    Calling,
    register_module_backward_hook,
    register_module_forward_hook,
    register_module_forward_pre_hook,
    register_module_full_backward_hook,
    register_module_full_backward_pre_hook,
)
from torch.nn.modules.conversion import Convertible
from torch.nn.modules.state import Stateful, _IncompatibleKeys  # noqa: F401
from torch.nn.modules.tree import Tree
from torch.nn.parameter import Buffer, Parameter

from autograd.functions.autograd.hooks import add_hook
from autograd.functions.tensor_api.properties import typename
from autograd.runtime.method_owner import tell
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.functions.autograd.hooks import RemovableHandle


def at_birth() -> dict:
    """What every module has of its own before it owns anything."""
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


registrations = {kind: OrderedDict() for kind in ("parameter", "buffer", "module")}


def explained(module: Module, name: str) -> str:
    """What to add to the error about an attribute that is lacking; `torch.jit` puts in its own."""
    return ""


class Module(Tree, Calling, Stateful, Convertible):
    """Base of all networks: subclasses assign their parts and define `forward`."""

    T_destination = TypeVar("T_destination", bound=dict[str, object])
    dump_patches = False
    _version = 1
    call_super_init = False

    def __init__(self, *args, **kwargs):
        if not self.call_super_init:
            refuse_arguments(type(self).__name__, args, kwargs)
        self.__dict__.update(at_birth())
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    # -- registering ---------------------------------------------------------------------------

    def register_parameter(self, name: str, param: Tensor | None) -> None:
        """Own `param`, a Parameter or None, under `name`."""
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        self._check_name("parameter", name, self._parameters)
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
        self._parameters[name] = None if param is None else self._announced(
            "parameter", name, param)

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Own `tensor` under `name`: state that is no parameter; saved when `persistent`."""
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        self._check_name("buffer", name, self._buffers)
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"cannot assign '{typename(tensor)}' object to buffer '{name}' "
                "(torch Tensor or None required)"
            )
        self._buffers[name] = self._announced("buffer", name, tensor)
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def add_module(self, name: str, module: Module) -> None:
        """Own `module`, a Module or None, under `name`."""
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f"{typename(module)} is not a Module subclass")
        if isinstance(name, str) and "." in name and not hasattr(self, name):
            raise KeyError(f'module name can\'t contain ".", got: {name}')
        self._check_name("module", name, self._modules)
        self._modules[name] = self._announced("module", name, module)

    def register_module(self, name: str, module: Module) -> None:
        """Another name of `add_module`."""
        self.add_module(name, module)

    def _announced(self, kind, name, value):
        """`value`, or what the hooks on registrations everywhere make of it."""
        for hook in registrations[kind].values():
            changed = hook(self, name, value)
            value = value if changed is None else changed
        return value

    def _check_name(self, kind, name, among):
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {typename(name)}")
        if "." in name:
            raise KeyError(f'{kind} name can\'t contain "."')
        if name == "":
            raise KeyError(f'{kind} name can\'t be empty string ""')
        if hasattr(self, name) and name not in among:
            raise KeyError(f"attribute '{name}' already exists")

    # -- attributes ----------------------------------------------------------------------------

    def __getattr__(self, name):
        own = self.__dict__
        for kind in ("_parameters", "_buffers", "_modules"):
            if kind in own and name in own[kind]:
                return own[kind][name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'"
                             + explained(self, name))

    def __setattr__(self, name, value):
        own = self.__dict__
        if isinstance(value, Parameter):
            if "_parameters" not in own:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            self._forget(name, "_buffers", "_modules")
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
            self._forget(name, "_parameters", "_buffers")
            self._modules[name] = self._announced("module", name, value)
        elif name in own.get("_modules", ()):
            if value is not None:
                raise TypeError(
                    f"cannot assign '{typename(value)}' as child module '{name}' "
                    "(torch.nn.Module or None expected)"
                )
            self._modules[name] = self._announced("module", name, value)
        elif isinstance(value, Buffer) or name in own.get("_buffers", ()):
            self._set_buffer(name, value)
        else:
            super().__setattr__(name, value)

    def _set_buffer(self, name, value):
        if value is not None and not isinstance(value, Tensor):
            raise TypeError(
                f"cannot assign '{typename(value)}' as buffer '{name}' "
                "(torch.nn.Buffer, torch.Tensor or None expected)"
            )
        lasting = name not in self._non_persistent_buffers_set
        lasting = getattr(value, "persistent", lasting)
        if (type(self).register_buffer is Module.register_buffer
                or "persistent" in signature(self.register_buffer).parameters):
            self.register_buffer(name, value, lasting)
            return
        if not lasting:
            raise RuntimeError(
                "Registering a non-persistent buffer on a Module subclass that implements "
                "register_buffer() without the persistent argument is not allowed.")
        self.register_buffer(name, value)

    def _forget(self, name, *kinds):
        self.__dict__.pop(name, None)
        self._non_persistent_buffers_set.discard(name)
        for kind in kinds:
            self.__dict__[kind].pop(name, None)

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
        self.__dict__.update({**at_birth(), **state})

    # -- modes ---------------------------------------------------------------------------------

    def train(self, mode: bool = True) -> Module:
        """Training mode for this module and all below it: dropout drops, batch norm learns."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self) -> Module:
        """`train(False)`."""
        return self.train(False)

    def apply(self, fn: Callable[..., Any]) -> Any:
        """Call `fn` with every module below this one, children first, then with this one."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    # -- text ----------------------------------------------------------------------------------

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self) -> str:
        """What the repr says between the parentheses; subclasses tell their settings."""
        return ""

    def __repr__(self):
        extra = self.extra_repr()
        extra_lines = extra.split("\n") if extra else []
        child_lines = [
            f"({name}): {indented(repr(module))}" for name, module in self._modules.items()
        ]
        if len(extra_lines) == 1 and not child_lines:
            return f"{self._get_name()}({extra_lines[0]})"
        lines = extra_lines + child_lines
        body = "\n  " + "\n  ".join(lines) + "\n" if lines else ""
        return f"{self._get_name()}({body})"


def register_module_parameter_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call `hook(module, name, parameter)` wherever a module takes one; it may return another."""
    return add_hook(registrations["parameter"], hook)


def register_module_buffer_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call `hook(module, name, buffer)` wherever a module takes one; it may return another."""
    return add_hook(registrations["buffer"], hook)


def register_module_module_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call `hook(module, name, submodule)` wherever a module takes one; it may return another."""
    return add_hook(registrations["module"], hook)


tell("Module", Tree, Calling, Stateful, Convertible)


def refuse_arguments(name: str, args: tuple[Any, ...], kwargs: dict[Any, Any]) -> None:
    """Raise the TypeError of a constructor without parameters."""
    if kwargs:
        first = next(iter(kwargs))
        raise TypeError(f"{name}.__init__() got an unexpected keyword argument '{first}'")
    if args:
        raise TypeError(
            f"{name}.__init__() takes 1 positional argument but {len(args) + 1} were given"
        )


def indented(text: str, by: int = 2) -> str:
    """`text` with every line but the first moved right; empty lines stay empty."""
    first, *rest = text.split("\n")
    return "\n".join([first, *(" " * by + line if line.strip() else "" for line in rest)])


_addindent = indented
