"""Saving and loading what a Module owns: `state_dict` and `load_state_dict`."""

from __future__ import annotations

import weakref
from collections import OrderedDict, namedtuple
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from autograd.functions.autograd.hooks import add_hook
from autograd.runtime.grad_mode import no_grad
from autograd.runtime.observer import library_method
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor
from torch.nn.parameter import Parameter, is_lazy
from torch.utils import swap_tensors

if TYPE_CHECKING:
    from autograd.functions.autograd.hooks import RemovableHandle
    from torch.nn.modules.module import Module

EXTRA = "_extra_state"
NEVER = (
    "Reached a code path in Module.{}_extra_state() that should never be called. Please file an "
    "issue at https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml to report this "
    "bug."
)
NO_OP = (
    "for {}: copying from a non-meta parameter in the checkpoint to a meta parameter in the "
    "current model, which is a no-op. (Did you mean to pass `assign=True` to assign items in the "
    "state dictionary to their corresponding key in the module instead of copying them in place?)"
)


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    """What `load_state_dict` returns."""

    __slots__ = ()

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__()

    __str__ = __repr__


_IncompatibleKeys.__module__ = "torch.nn.modules.module"


class _Bound:
    """A hook that is told its module, which it does not keep alive."""

    def __init__(self, hook, module):
        self.__setstate__((hook, module))

    def __call__(self, *args):
        return self.hook(self.module(), *args)

    def __getstate__(self):
        return self.hook, self.module()

    def __setstate__(self, state):
        self.hook, self.module = state[0], weakref.ref(state[1])


def defines(module: Module, name: str) -> bool:
    """Whether the class of `module` has a method of its own in place of what stands here."""
    return getattr(type(module), name, None) is not getattr(Stateful, name)


def load_part(
        module: Module, state: dict[str, Any], prefix: str, metadata: dict[Any, Any], assign: bool,
        found: tuple[Any, ...], errors: list[Any]) -> None:
    """Load what of a state begins with `prefix` into a module and those in it."""
    about = metadata.get(prefix[:-1], {})
    if assign:
        about["assign_to_params_buffers"] = True
    module._load_from_state_dict(state, prefix, about, True, *found, errors)
    for name, child in module._modules.items():
        if child is not None:
            path = f"{prefix}{name}."
            part = {k: v for k, v in state.items() if k.startswith(path)}
            load_part(child, part, path, metadata, assign, found, errors)
    for hook in module._load_state_dict_post_hooks.values():
        hook(module, found)


class Stateful:
    """The part of Module that goes into a file and comes out of one."""

    def state_dict(
            self, *args: Any, destination: Any = None, prefix: Any = "",
            keep_vars: Any = False) -> dict[Any, Any]:
        """Parameters and persistent buffers by dotted name, detached unless `keep_vars`."""
        if args:
            caution(
                "Positional args are being deprecated, use kwargs instead. Refer to https://pytorch"
                ".org/docs/main/generated/torch.nn.Module.html#torch.nn.Module.state_dict for "
                "details.", FutureWarning)
            given = dict(zip(("destination", "prefix", "keep_vars"), args))
            return self.state_dict(**{
                "destination": destination, "prefix": prefix, "keep_vars": keep_vars, **given
            })
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = metadata
        for hook in self._state_dict_pre_hooks.values():
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(
                    destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars
                )
        for hook in self._state_dict_hooks.values():
            changed = hook(self, destination, prefix, metadata)
            if changed is not None and getattr(hook, "_from_public_api", False):
                raise RuntimeError("state_dict post-hook must return None")
            destination = destination if changed is None else changed
        return destination

    def get_extra_state(self) -> None:
        """What else `state_dict` saves of a module; subclasses define it."""
        raise RuntimeError(NEVER.format("get"))

    def set_extra_state(self, state: dict[str, Any]) -> None:
        """Take back what `get_extra_state` gave; subclasses define it."""
        raise RuntimeError(NEVER.format("set"))

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        for name, tensor in self._lasting().items():
            destination[prefix + name] = tensor if keep_vars else tensor.detach()
        if defines(self, "get_extra_state"):
            destination[prefix + EXTRA] = self.get_extra_state()

    def _lasting(self):
        """Parameters and persistent buffers of this module alone, by name."""
        buffers = {
            name: tensor for name, tensor in self._buffers.items()
            if name not in self._non_persistent_buffers_set
        }
        both = {**self._parameters, **buffers}
        return {name: tensor for name, tensor in both.items() if tensor is not None}

    @library_method
    def load_state_dict(
            self, state_dict: dict[Any, Any], strict: bool = True, assign: bool = False
    ) -> tuple[Any, ...]:
        """Copy a `state_dict` into the tensors of this module, or make them its own (`assign`).

        Raises RuntimeError that lists what is missing, unexpected (when `strict`) or misshapen.
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        metadata = getattr(state_dict, "_metadata", None) or {}
        found = _IncompatibleKeys([], [])
        errors: list[str] = []

        load_part(self, OrderedDict(state_dict), "", metadata, assign, found, errors)
        for kind, keys in (("Unexpected", found[1]), ("Missing", found[0])):
            if strict and keys:
                listed = ", ".join(f'"{key}"' for key in keys)
                errors.insert(0, f"{kind} key(s) in state_dict: {listed}. ")
        if errors:
            raise RuntimeError(
                f"Error(s) in loading state_dict for {type(self).__name__}:\n\t"
                + "\n\t".join(errors)
            )
        return found

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys,
                              unexpected_keys, error_msgs):
        for hook in self._load_state_dict_pre_hooks.values():
            hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                 error_msgs)
        own = self._lasting()
        assign = local_metadata.get("assign_to_params_buffers", False)
        for name, tensor in own.items():
            if prefix + name in state_dict:
                self._load_one(name, tensor, prefix + name, state_dict, assign, error_msgs)
            elif strict:
                missing_keys.append(prefix + name)
        extra = prefix + EXTRA
        if defines(self, "set_extra_state"):
            if extra in state_dict:
                self.set_extra_state(state_dict[extra])
            elif strict:
                missing_keys.append(extra)
            own[EXTRA] = None
        elif strict and extra in state_dict:
            unexpected_keys.append(extra)
        if strict:
            for key in state_dict:
                if key.startswith(prefix) and key != extra:
                    first, *rest = key[len(prefix):].split(".", 1)
                    if first not in (self._modules if rest else own):
                        unexpected_keys.append(key)

    def _load_one(self, name, tensor, key, state_dict, assign, errors):
        """Copy one entry of `state_dict` into `tensor`; what is wrong with it goes to `errors`."""
        given = state_dict[key]
        if not isinstance(given, Tensor):
            errors.append(
                f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like '
                f"object from checkpoint but received {type(given)}"
            )
            return
        lazy = is_lazy(tensor)
        if not lazy and not tensor.shape and given.shape == (1,):
            given = given[0]
        if not lazy and given.shape != tensor.shape:
            errors.append(
                f"size mismatch for {key}: copying a param with shape {given.shape} from "
                f"checkpoint, the shape in current model is {tensor.shape}."
            )
            return
        if tensor._meta and not given._meta and not assign:
            caution(NO_OP.format(key))
        with no_grad():
            if not assign:
                tensor.copy_(given)
                return
            if isinstance(given, Parameter) and isinstance(tensor, Parameter):
                given.requires_grad_(tensor.requires_grad)
            elif isinstance(tensor, Parameter):
                given = Parameter(given, requires_grad=tensor.requires_grad)
            if import_module("torch.__future__")._swap:
                swap_tensors(tensor, given)
            else:
                setattr(self, name, given)

    # -- hooks ---------------------------------------------------------------------------------

    def register_state_dict_pre_hook(self, hook: Callable[..., Any]) -> Any:
        """Call `hook(module, prefix, keep_vars)` before the state is gathered."""
        return add_hook(self._state_dict_pre_hooks, hook)

    def register_state_dict_post_hook(self, hook: Callable[..., Any]) -> Any:
        """Call `hook(module, state_dict, prefix, local_metadata)` when it is gathered."""
        hook._from_public_api = True
        return add_hook(self._state_dict_hooks, hook)

    def _register_state_dict_hook(self, hook):
        """The same for a hook that may return another state in place of the one gathered."""
        if getattr(hook, "_from_public_api", False):
            raise RuntimeError(
                "Cannot register the same function as the state dict post hook that was "
                "previously registered via register_state_dict_post_hook")
        return add_hook(self._state_dict_hooks, hook)

    def register_load_state_dict_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call `hook(module, ...)` before this module's part is loaded."""
        return self._register_load_state_dict_pre_hook(hook, with_module=True)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        hook = _Bound(hook, self) if with_module else hook
        return add_hook(self._load_state_dict_pre_hooks, hook)

    def register_load_state_dict_post_hook(self, hook: Callable[..., Any]) -> Any:
        """Call `hook(module, incompatible_keys)` when this module's part is loaded."""
        return add_hook(self._load_state_dict_post_hooks, hook)
