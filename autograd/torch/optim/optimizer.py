"""What all optimizers share: groups of parameters, state, saving, and the loop of a step."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from torch.nn.modules.conversion import zero_grads
from torch.optim.parts import in_parts
from torch.optim.settings import (  # noqa: F401
    _get_value, _use_grad_for_differentiable, check_sparse, check_way)
from torch.optim.states import loaded, renew
from torch.optim.stepping import (  # noqa: F401
    register_optimizer_step_post_hook, register_optimizer_step_pre_hook, with_hooks)

from autograd.functions.autograd.hooks import add_hook
from autograd.functions.tensor_api.properties import typename
from autograd.runtime.bool_options import check_truth
from autograd.runtime.grad_mode import enable_grad
from autograd.runtime.method_owner import copied, is_first
from autograd.runtime.observer import library_method
from autograd.runtime.warnings import caution
from autograd.tensor.mutation import overwrite
from autograd.tensor.sparse import is_sparse, numbers_of
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.functions.autograd.hooks import RemovableHandle

ParamsT = Iterable[Tensor] | Iterable[dict[str, Any]] | Iterable[tuple[str, Tensor]]


class _Required:
    """Stands in `defaults` for a setting that every group must give."""

    def __repr__(self):
        return "<required parameter>"


required = _Required()


class Optimizer:
    """Base of all optimizers: subclasses compute one parameter's new value in `_update`.

    A subclass of the user's may define `step` instead, as in torch.
    """

    _versions = 1  # by how much a step raises the version of a parameter
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

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if "step" in cls.__dict__:
            cls.step = with_hooks(cls.__dict__["step"])
        elif is_first(cls, Optimizer):
            cls.step = with_hooks(copied(Optimizer.step.__wrapped__, cls.__name__))

    def _patch_step_function(self):
        """Let the step heed hooks: wrappers of optimizers ask for it that make no groups."""
        self._zero_grad_profile_name = f"Optimizer.zero_grad#{type(self).__name__}.zero_grad"
        if not getattr(type(self).step, "hooked", False):
            type(self).step = with_hooks(type(self).step)

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
        renew(self)

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
        """Take over a dict of `params` and the settings in which they differ from the defaults."""
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
            self._check(param)
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(
                    "parameter group didn't specify a value of required optimization parameter "
                    f"{name}"
                )
            param_group.setdefault(name, default)
        self._check_group(param_group)
        self.param_groups.append(param_group)

    def _check(self, param):
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

    @library_method
    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of all parameters, or fill them with zeros."""
        if not self.defaults.get("differentiable") and "_zero_grad_profile_name" not in vars(self):
            self._patch_step_function()
        for group in self.param_groups:
            zero_grads(group["params"], set_to_none)

    def step(self, closure: Any = None) -> Any:
        """Move every parameter that has a gradient; `closure` computes the loss anew."""
        if type(self)._update is Optimizer._update:
            raise NotImplementedError
        graded = self.defaults.get("differentiable", False)
        check_truth("set_grad_enabled", "enabled", graded, 1)
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        for group in self.param_groups:
            held = [param for param in group["params"] if param._grad is not None]
            check_way(type(self).__name__, held, group)
            self._step_all(held, group)
        return loss

    def _step_all(self, params, group):
        for param in params:
            self._step_one(param, group)

    def _step_one(self, param, group):
        array, grad = param._array, param._grad._array
        if is_sparse(grad):
            check_sparse(self, group)
            grad = numbers_of(grad)
        grad = -grad if group.get("maximize") else grad
        update = in_parts if array.dtype.kind == "c" else type(self)._update
        overwrite(param, update(self, param, array, grad, group), "step", self._versions)

    def _update(self, param, array, grad, group):
        """The new value of `param`, whose array and gradient are given, as an array."""
        raise NotImplementedError

    def register_step_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call `hook(optimizer, args, kwargs)` before each step."""
        return add_hook(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook: Callable[..., Any]) -> Any:
        """Call `hook(optimizer, args, kwargs)` after each step."""
        return add_hook(self._optimizer_step_post_hooks, hook)

    # -- saving --------------------------------------------------------------------------------

    def state_dict(self) -> dict[str, dict[Any, Any] | list[Any]]:
        """State and groups, with a number for each parameter."""
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        numbers, groups, start = {}, [], 0
        for group in self.param_groups:  # one given twice has its last number
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
        """Go on from what `state_dict` gave; groups must be of the same sizes."""
        state_dict = state_dict.copy()
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            changed = hook(self, state_dict)
            state_dict = state_dict if changed is None else changed
        self.__setstate__(loaded(self.param_groups, state_dict))
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    def register_state_dict_pre_hook(self, hook: Callable[..., Any], prepend: bool = False) -> Any:
        """Call `hook(optimizer)` before `state_dict`."""
        return add_hook(self._optimizer_state_dict_pre_hooks, hook, first=prepend)

    def register_state_dict_post_hook(self, hook: Callable[..., Any], prepend: bool = False) -> Any:
        """Call `hook(optimizer, state_dict)` after `state_dict`."""
        return add_hook(self._optimizer_state_dict_post_hooks, hook, first=prepend)

    def register_load_state_dict_pre_hook(
            self, hook: Callable[..., Any], prepend: bool = False) -> Any:
        """Call `hook(optimizer, state_dict)` before `load_state_dict`; it may return another."""
        return add_hook(self._optimizer_load_state_dict_pre_hooks, hook, first=prepend)

    def register_load_state_dict_post_hook(
            self, hook: Callable[..., Any], prepend: bool = False) -> Any:
        """Call `hook(optimizer)` after `load_state_dict`."""
        return add_hook(self._optimizer_load_state_dict_post_hooks, hook, first=prepend)


Optimizer.step = with_hooks(Optimizer.step)
