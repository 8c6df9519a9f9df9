"""State dicts of modules: collect the tensors by dotted name, load them again."""

from __future__ import annotations

import weakref
from collections import OrderedDict, namedtuple
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from autograd.runtime.grad_mode import no_grad
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor
from torch.nn.parameter import Parameter, is_lazy
from torch.utils import swap_tensors

if TYPE_CHECKING:
    from torch.nn.modules.module import Module

EXTRA_STATE_KEY = "_extra_state"
NO_EXTRA_STATE = (
    "Reached a code path in Module.{}_extra_state() that should never be called. Please file an "
    "issue at https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml to report this "
    "bug."
)
META_NO_OP = (
    "for {}: copying from a non-meta parameter in the checkpoint to a meta parameter in the "
    "current model, which is a no-op. (Did you mean to pass `assign=True` to assign items in the "
    "state dictionary to their corresponding key in the module instead of copying them in place?)"
)


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    """The keys that `load_state_dict` found missing or unexpected."""

    __slots__ = ()

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__()

    __str__ = __repr__


_IncompatibleKeys.__module__ = "torch.nn.modules.module"


class ModuleHook:
    """A hook that is called with its module first, which it references weakly."""

    def __init__(self, hook, module):
        self.__setstate__((hook, module))

    def __call__(self, *args):
        return self.hook(self.module(), *args)

    def __getstate__(self):
        return self.hook, self.module()

    def __setstate__(self, state):
        self.hook, self.module = state[0], weakref.ref(state[1])


def persistent_tensors(module: Module) -> dict[str, Tensor]:
    """Return the parameters and persistent buffers of `module` itself by name, without None."""
    buffers = {
        name: tensor for name, tensor in module._buffers.items()
        if name not in module._non_persistent_buffers_set
    }
    both = {**module._parameters, **buffers}
    return {name: tensor for name, tensor in both.items() if tensor is not None}


def save_state_dict(
        module: Module, args: tuple[Any, ...], destination: Any, prefix: str, keep_vars: bool
) -> dict[str, Any]:
    """Return the state dict of `module`; positional `args` are deprecated, as in torch."""
    if args:
        caution(
            "Positional args are being deprecated, use kwargs instead. Refer to https://pytorch"
            ".org/docs/main/generated/torch.nn.Module.html#torch.nn.Module.state_dict for "
            "details.", FutureWarning)
        given = dict(zip(("destination", "prefix", "keep_vars"), args))
        return module.state_dict(**{
            "destination": destination, "prefix": prefix, "keep_vars": keep_vars, **given
        })
    if destination is None:
        destination = OrderedDict()
        destination._metadata = OrderedDict()
    metadata = {"version": module._version}
    if hasattr(destination, "_metadata"):
        destination._metadata[prefix[:-1]] = metadata
    for hook in module._state_dict_pre_hooks.values():
        hook(module, prefix, keep_vars)
    module._save_to_state_dict(destination, prefix, keep_vars)
    for name, child in module._modules.items():
        if child is not None:
            child.state_dict(
                destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars
            )
    for hook in module._state_dict_hooks.values():
        changed = hook(module, destination, prefix, metadata)
        if changed is not None and getattr(hook, "_from_public_api", False):
            raise RuntimeError("state_dict post-hook must return None")
        destination = destination if changed is None else changed
    return destination


def load_state_dict(
        module: Module, state_dict: Mapping[str, Any], strict: bool, assign: bool
) -> _IncompatibleKeys:
    """Load a state dict into `module` and all below it.

    Raises TypeError if it is no mapping, RuntimeError with all errors that were found.
    """
    if not isinstance(state_dict, Mapping):
        raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
    metadata = getattr(state_dict, "_metadata", None) or {}
    keys = _IncompatibleKeys([], [])
    errors: list[str] = []
    load_subtree(module, OrderedDict(state_dict), "", metadata, assign, keys, errors)
    for kind, names in (("Unexpected", keys[1]), ("Missing", keys[0])):
        if strict and names:
            listed = ", ".join(f'"{name}"' for name in names)
            errors.insert(0, f"{kind} key(s) in state_dict: {listed}. ")
    if errors:
        raise RuntimeError(
            f"Error(s) in loading state_dict for {type(module).__name__}:\n\t"
            + "\n\t".join(errors)
        )
    return keys


def load_subtree(
        module: Module, state_dict: dict[str, Any], prefix: str, metadata: dict[str, Any],
        assign: bool, keys: _IncompatibleKeys, errors: list[str]) -> None:
    """Load the entries whose keys begin with `prefix` into `module` and all below it."""
    local_metadata = metadata.get(prefix[:-1], {})
    if assign:
        local_metadata["assign_to_params_buffers"] = True
    module._load_from_state_dict(state_dict, prefix, local_metadata, True, *keys, errors)
    for name, child in module._modules.items():
        if child is not None:
            path = f"{prefix}{name}."
            part = {k: v for k, v in state_dict.items() if k.startswith(path)}
            load_subtree(child, part, path, metadata, assign, keys, errors)
    for hook in module._load_state_dict_post_hooks.values():
        hook(module, keys)


def load_module_state(
        module: Module, has_extra_state: bool, state_dict: dict[str, Any], prefix: str,
        local_metadata: dict[str, Any], strict: bool, missing_keys: list[str],
        unexpected_keys: list[str], error_msgs: list[str]) -> None:
    """Load the tensors and the extra state of `module` itself.

    The keys that are missing or unexpected and the errors are appended to the lists.
    """
    for hook in module._load_state_dict_pre_hooks.values():
        hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
             error_msgs)
    own = persistent_tensors(module)
    assign = local_metadata.get("assign_to_params_buffers", False)
    for name, tensor in own.items():
        if prefix + name in state_dict:
            load_tensor(module, name, tensor, prefix + name, state_dict, assign, error_msgs)
        elif strict:
            missing_keys.append(prefix + name)
    extra = prefix + EXTRA_STATE_KEY
    if has_extra_state:
        if extra in state_dict:
            module.set_extra_state(state_dict[extra])
        elif strict:
            missing_keys.append(extra)
        own[EXTRA_STATE_KEY] = None
    elif strict and extra in state_dict:
        unexpected_keys.append(extra)
    if strict:
        for key in state_dict:
            if key.startswith(prefix) and key != extra:
                first, *rest = key[len(prefix):].split(".", 1)
                if first not in (module._modules if rest else own):
                    unexpected_keys.append(key)


def load_tensor(
        module: Module, name: str, tensor: Tensor, key: str, state_dict: dict[str, Any],
        assign: bool, errors: list[str]) -> None:
    """Copy one entry into `tensor`, or with `assign` replace it; append errors to `errors`."""
    value = state_dict[key]
    if not isinstance(value, Tensor):
        errors.append(
            f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like '
            f"object from checkpoint but received {type(value)}"
        )
        return
    lazy = is_lazy(tensor)
    if not lazy and not tensor.shape and value.shape == (1,):
        value = value[0]
    if not lazy and value.shape != tensor.shape:
        errors.append(
            f"size mismatch for {key}: copying a param with shape {value.shape} from "
            f"checkpoint, the shape in current model is {tensor.shape}."
        )
        return
    if tensor._meta and not value._meta and not assign:
        caution(META_NO_OP.format(key))
    with no_grad():
        if not assign:
            tensor.copy_(value)
            return
        if isinstance(value, Parameter) and isinstance(tensor, Parameter):
            value.requires_grad_(tensor.requires_grad)
        elif isinstance(tensor, Parameter):
            value = Parameter(value, requires_grad=tensor.requires_grad)
        if import_module("torch.__future__")._swap:
            swap_tensors(tensor, value)
        else:
            setattr(module, name, value)
