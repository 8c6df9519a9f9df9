"""State of optimizers: new entries, entries loaded from a state dict."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.tensor.dtype import float64, get_default_dtype
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from torch.optim.optimizer import Optimizer

# Options that older state dicts lack, by optimizer, in the order in which torch adds them.
ADDED_OPTIONS = {
    "SGD": "nesterov maximize foreach differentiable fused",
    "Adam": "amsgrad maximize foreach capturable differentiable decoupled_weight_decay fused",
    "RMSprop": "momentum centered foreach maximize differentiable capturable",
    "Adagrad": "foreach maximize differentiable fused",
    "Adadelta": "foreach maximize differentiable capturable",
    "Adamax": "foreach maximize differentiable capturable",
    "NAdam": "maximize foreach capturable differentiable decoupled_weight_decay",
    "RAdam": "foreach maximize differentiable decoupled_weight_decay capturable",
    "ASGD": "foreach maximize differentiable capturable",
    "Rprop": "foreach maximize differentiable capturable",
    "Adafactor": "foreach",
}
# State that older state dicts have as numbers instead of tensors.
TENSOR_STATE = ("step", "mu_product", "eta", "mu")


def scalar_tensor(value: float) -> Tensor:
    """Return a 0-dim tensor of float32, or of float64 if that is the default dtype."""
    dtype = np.float64 if get_default_dtype() is float64 else np.float32
    return wrap(np.array(value, dtype))


def zeros_like_param(param: Tensor) -> Tensor:
    """Return a new tensor of zeros with the shape and dtype of `param`."""
    return wrap(np.zeros_like(param._array))


def load_state_dict(
        groups: list[dict[str, Any]], state_dict: dict[str, Any]) -> dict[str, Any]:
    """Return `state` and `param_groups` of a state dict for the parameters of `groups`.

    Raises ValueError if the groups differ in number or size.
    """
    saved = deepcopy(state_dict["param_groups"])
    if len(groups) != len(saved):
        raise ValueError("loaded state dict has a different number of parameter groups")
    if any(len(a["params"]) != len(b["params"]) for a, b in zip(groups, saved)):
        raise ValueError(
            "loaded state dict contains a parameter group that doesn't match the size of "
            "optimizer's group"
        )
    by_number = {
        n: param for a, b in zip(groups, saved) for n, param in zip(b["params"], a["params"])
    }
    state = defaultdict(dict)
    for key, value in state_dict["state"].items():
        known = key in by_number
        state[by_number[key] if known else key] = (
            cast_state(by_number[key], value) if known else value)
    for group, other in zip(groups, saved):
        other["params"] = group["params"]
        if "param_names" in group:
            other.setdefault("param_names", group["param_names"])
    return {"state": state, "param_groups": saved}


def cast_state(param: Tensor, value: Any, key: str | None = None) -> Any:
    """Return loaded state in the dtype of its parameter; `step` stays as it is."""
    if isinstance(value, Tensor):
        return value if key == "step" or not param.is_floating_point() else value.to(param.dtype)
    if isinstance(value, dict):
        return {k: cast_state(param, v, k) for k, v in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return type(value)(cast_state(param, v) for v in value)
    return value


def upgrade_state(optimizer: Optimizer) -> None:
    """Add missing options and state to an older state dict, as `__setstate__` of torch does."""
    classes = [each.__name__ for each in type(optimizer).__mro__]
    names = next((ADDED_OPTIONS[each].split() for each in classes if each in ADDED_OPTIONS), None)
    if names is None:
        return
    defaults = {"foreach": None, "fused": False if "SGD" in classes else None, "momentum": 0}
    for group in optimizer.param_groups:
        for name in names:
            group.setdefault(name, defaults.get(name, False))
        if "AdamW" in classes:
            group["decoupled_weight_decay"] = True
        for state in (optimizer.state.get(param, {}) for param in group["params"]):
            for name in TENSOR_STATE:
                if name in state and not isinstance(state[name], Tensor):
                    state[name] = scalar_tensor(float(state[name]))
