"""Optimizer, the base class of all optimizers (`torch/optim/optimizer.py`)."""

from __future__ import annotations

import functools
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from torch.nn.modules.conversion import zero_grads
from torch.optim.arguments import check_implementation, check_sparse_gradient
from torch.optim.complex_parameters import update_complex
from torch.optim.state import load_state_dict, upgrade_state

from autograd.functions.autograd.hooks import add_hook
from autograd.functions.tensor_api.properties import typename
from autograd.runtime import observer
from autograd.runtime.bool_options import check_bool
from autograd.runtime.grad_mode import enable_grad, set_grad_enabled
from autograd.runtime.observer import optimizer_method
from autograd.runtime.warnings import caution
from autograd.tensor.mutation import notify_write, overwrite
from autograd.tensor.sparse import is_sparse, dense_array
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.functions.autograd.hooks import RemovableHandle

ParamsT = Iterable[Tensor] | Iterable[dict[str, Any]] | Iterable[tuple[str, Tensor]]


class _Required:
    """Placeholder in `defaults` for an option that every group must give."""

    def __repr__(self):
        return "<required parameter>"


required = _Required()
global_pre_hooks: OrderedDict[int, Callable[..., Any]] = OrderedDict()
global_post_hooks: OrderedDict[int, Callable[..., Any]] = OrderedDict()


class Optimizer:
    """Base class of all optimizers.

    Subclasses define `step`. Those of torch call `_run_step`, and compute the new value of one
    parameter in `_update`.
    """

    _versions = 1  # how often a step increments the version of a parameter
    takes_sparse = False  # whether gradients may be sparse
    takes_complex = True

    def __init__(self, params, defaults):
        self.defaults = defaults
        self._make_hooks()
        self._patch_step_function()
        if isinstance(params, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, "
                f"but got {typename(params)}"
            )
        self.state = defaultdict(dict)
        self.param_groups = []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)
        if observer.current is not None:
            observer.current.optimizer_made(self)

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if "step" in cls.__dict__:
            cls.step = run_step_hooks(cls.__dict__["step"])

    def _patch_step_function(self):
        """Let `step` run hooks; wrappers of optimizers call this instead of `__init__`."""
        self._zero_grad_profile_name = f"Optimizer.zero_grad#{type(self).__name__}.zero_grad"
        if not getattr(type(self).step, "hooked", False):
            type(self).step = run_step_hooks(type(self).step)

    def _make_hooks(self):
        for name in ("step_pre", "step_post", "state_dict_pre", "state_dict_post",
                     "load_state_dict_pre", "load_state_dict_post"):
            self.__dict__.setdefault(f"_optimizer_{name}_hooks", OrderedDict())

    def __getstate__(self):
        return {
            "defaults": self.defaults, "state": self.state, "param_groups": self.param_groups
        }

    def __setstate__(self, state):
        self.__dict__.update(state)
        self._make_hooks()
        self._patch_step_function()
        self.defaults.setdefault("differentiable", False)
        upgrade_state(self)

    def __repr__(self):
        text = f"{type(self).__name__} ("
        for i, group in enumerate(self.param_groups):
            text += f"\nParameter Group {i}\n"
            for key in sorted(group):
                if key != "params":
                    text += f"    {key}: {group[key]}\n"
        return text + ")"

    # -- groups --------------------------------------------------------------------------------

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add a group: a dict of `params` with the options that differ from the defaults."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        given = param_group["params"]
        if isinstance(given, set):
            raise TypeError(
                "optimizer parameters need to be organized in ordered collections, but the ordering"
                " of tensors in sets will change between runs. Please use a list instead."
            )
        given = [given] if isinstance(given, Tensor) else list(given)
        names = [entry[0] for entry in given if isinstance(entry, tuple)]
        params = [entry[1] if isinstance(entry, tuple) else entry for entry in given]
        if names and len(names) != len(params):
            raise ValueError(
                "all optimizer params should be with/without names. Some param names are missing"
            )
        param_group["params"] = params
        if names:
            param_group["param_names"] = names
        for param in params:
            self._check_param(param)
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(
                    "parameter group didn't specify a value of required optimization parameter "
                    f"{name}"
                )
            param_group.setdefault(name, default)
        self._check_group(param_group)
        self.param_groups.append(param_group)
        if observer.current is not None:
            observer.current.group_added(self)

    def _check_param(self, param):
        if not isinstance(param, Tensor):
            raise TypeError(
                f"optimizer can only optimize Tensors, but one of the params is {typename(param)}"
            )
        if not (self.defaults.get("differentiable") or param.is_leaf or param.retains_grad):
            raise ValueError("can't optimize a non-leaf Tensor")

    def _check_group(self, param_group):
        params = param_group["params"]
        if len(params) != len(set(params)):
            caution(
                "optimizer contains a parameter group with duplicate parameters; in future, this "
                "will cause an error; see github.com/pytorch/pytorch/issues/40967 for more "
                "information")
        for group in self.param_groups:
            if ("param_names" in param_group) != ("param_names" in group):
                kind = "with names" if "param_names" in param_group else "without names"
                raise ValueError(
                    "all optimizer param groups should be with/without names. cannot add param "
                    f"group {kind} to the optimizer"
                )
        known = {param for group in self.param_groups for param in group["params"]}
        if not known.isdisjoint(params):
            raise ValueError("some parameters appear in more than one parameter group")

    # -- stepping ------------------------------------------------------------------------------

    @optimizer_method
    def zero_grad(self, set_to_none: bool = True) -> None:
        """Reset the gradients of all parameters to None, or to zeros."""
        if not self.defaults.get("differentiable") and "_zero_grad_profile_name" not in vars(self):
            self._patch_step_function()
        for group in self.param_groups:
            zero_grads(group["params"], set_to_none)

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update the parameters; every subclass defines it."""
        raise NotImplementedError

    def _run_step(self, closure):
        """Update every parameter that has a gradient; return the loss of `closure`."""
        records = self.defaults.get("differentiable", False)
        check_bool("set_grad_enabled", "enabled", records, 1)
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        for group in self.param_groups:
            params = [param for param in group["params"] if param._grad is not None]
            check_implementation(type(self).__name__, params, group)
            self._step_all(params, group)
        return loss

    def _step_all(self, params, group):
        for param in params:
            self._step_one(param, group)

    def _step_one(self, param, group):
        array, grad = param._array, param._grad._array
        if is_sparse(grad):
            check_sparse_gradient(self, group)
            grad = dense_array(grad)
        grad = -grad if group.get("maximize") else grad
        update = update_complex if array.dtype.kind == "c" else type(self)._update
        overwrite(param, update(self, param, array, grad, group), "step", self._versions)

    def _update(self, param, array, grad, group):
        """Return the new value of `param` as an array; `array` and `grad` are those of `param`."""
        raise NotImplementedError

    def register_step_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call `hook(optimizer, args, kwargs)` before each step."""
        return add_hook(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call `hook(optimizer, args, kwargs)` after each step."""
        return add_hook(self._optimizer_step_post_hooks, hook)

    # -- saving --------------------------------------------------------------------------------

    def state_dict(self) -> dict[str, Any]:
        """Return state and groups, with numbers in place of the parameters."""
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        numbers, groups, start = {}, [], 0
        for group in self.param_groups:  # a parameter given twice has its last number
            params = group["params"]
            numbers |= {id(x): i for i, x in enumerate(params, start) if id(x) not in numbers}
            start += len(params)
            packed = {key: value for key, value in group.items() if key != "params"}
            groups.append({**packed, "params": [numbers[id(param)] for param in params]})
        state = {numbers[id(key)] if isinstance(key, Tensor) else key: value
                 for key, value in self.state.items()}
        result = {"state": state, "param_groups": groups}
        for hook in self._optimizer_state_dict_post_hooks.values():
            changed = hook(self, result)
            result = result if changed is None else changed
        return result

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take state and options from a state dict, whose groups must have the same sizes."""
        state_dict = state_dict.copy()
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            changed = hook(self, state_dict)
            state_dict = state_dict if changed is None else changed
        self.__setstate__(load_state_dict(self.param_groups, state_dict))
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    def register_state_dict_pre_hook(
            self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Call `hook(optimizer)` before `state_dict`."""
        return add_hook(self._optimizer_state_dict_pre_hooks, hook, first=prepend)

    def register_state_dict_post_hook(
            self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Call `hook(optimizer, state_dict)` after `state_dict`."""
        return add_hook(self._optimizer_state_dict_post_hooks, hook, first=prepend)

    def register_load_state_dict_pre_hook(
            self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Call `hook(optimizer, state_dict)` before `load_state_dict`; it may return another."""
        return add_hook(self._optimizer_load_state_dict_pre_hooks, hook, first=prepend)

    def register_load_state_dict_post_hook(
            self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Call `hook(optimizer)` after `load_state_dict`."""
        return add_hook(self._optimizer_load_state_dict_post_hooks, hook, first=prepend)


# --- Hooks --------------------------------------------------------------------------------------


def step_hooks(optimizer: Optimizer, name: str) -> dict[int, Callable[..., Any]]:
    """Return the hooks of an optimizer: none if a subclass did not call `__init__`."""
    has_hooks = "_zero_grad_profile_name" in vars(optimizer)
    return getattr(optimizer, f"_optimizer_{name}_hooks") if has_hooks else {}


def run_step_hooks(step: Callable[..., Any]) -> Callable[..., Any]:
    """Return `step` with the global hooks and those of the optimizer around it."""
    if getattr(step, "hooked", False):
        return step

    @functools.wraps(step)
    def wrapper(self, *args, **kwargs):
        for hook in (*global_pre_hooks.values(), *step_hooks(self, "step_pre").values()):
            changed = hook(self, (self, *args), kwargs)
            if changed is not None:
                if not (isinstance(changed, tuple) and len(changed) == 2):
                    raise RuntimeError(
                        f"{step} must return None or a tuple of (new_args, new_kwargs), but got "
                        f"{changed}.")
                (_, *args), kwargs = changed
        for state in self.state.values():  # a dict by parameter, or anything a step keeps there
            values = state.values() if isinstance(state, dict) else (state,)
            notify_write(*[x for x in values if isinstance(x, Tensor)])
        if observer.current is None:
            result = step(self, *args, **kwargs)
        elif step.__module__ == "__main__":
            observer.current.step_called(self, step)
            result = step(self, *args, **kwargs)
        else:
            with observer.LibraryCall(f"{type(self).__name__}.step", self):
                result = step(self, *args, **kwargs)
        for hook in (*step_hooks(self, "step_post").values(), *global_post_hooks.values()):
            hook(self, (self, *args), kwargs)
        return result

    wrapper.hooked = True
    return wrapper


Optimizer.step = run_step_hooks(Optimizer.step)


def register_optimizer_step_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call `hook(optimizer, args, kwargs)` before each step of every optimizer."""
    return add_hook(global_pre_hooks, hook)


def register_optimizer_step_post_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call `hook(optimizer, args, kwargs)` after each step of every optimizer."""
    return add_hook(global_post_hooks, hook)


# --- Functions that optimizers of others import -------------------------------------------------


def _use_grad_for_differentiable(func):
    """Decorate `step`: record gradients if the option `differentiable` is set."""
    def _use_grad(self, *args, **kwargs):
        with set_grad_enabled(self.defaults["differentiable"]):
            return func(self, *args, **kwargs)

    return functools.update_wrapper(_use_grad, func)


def _get_value(x):
    """Return the number in a tensor, other values unchanged."""
    return x.item() if isinstance(x, Tensor) else x
