"""States of optimizers that were saved: what fits, in which dtype, and what old ones lack."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from autograd.tensor.tensor import Tensor
from torch.optim.settings import scalar

if TYPE_CHECKING:
    from torch.optim.optimizer import Optimizer

# What groups of states saved long ago lack, in the order in which torch adds it.
LATER = {
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
COUNTED = ("step", "mu_product", "eta", "mu")  # numbers that are tensors today


def loaded(groups: int, state_dict: dict[str, Any]) -> dict:
    """`state` and `param_groups` of a saved state for the parameters of `groups`."""
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
            converted(by_number[key], value) if known else value)
    for group, other in zip(groups, saved):
        other["params"] = group["params"]
        if "param_names" in group:
            other.setdefault("param_names", group["param_names"])
    return {"state": state, "param_groups": saved}


def converted(param: Tensor, value: Tensor, key: str | None = None) -> Any:
    """Loaded state in the dtype of its parameter; the count of steps stays as it is."""
    if isinstance(value, Tensor):
        return value if key == "step" or not param.is_floating_point() else value.to(param.dtype)
    if isinstance(value, dict):
        return {k: converted(param, v, k) for k, v in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return type(value)(converted(param, v) for v in value)
    return value


def renew(optimizer: Optimizer) -> None:
    """Give groups and state that were saved long ago what torch's algorithms give them."""
    kinds = [kind.__name__ for kind in type(optimizer).__mro__]
    names = next((LATER[kind].split() for kind in kinds if kind in LATER), None)
    if names is None:
        return
    absent = {"foreach": None, "fused": False if "SGD" in kinds else None, "momentum": 0}
    for group in optimizer.param_groups:
        for name in names:
            group.setdefault(name, absent.get(name, False))
        if "AdamW" in kinds:
            group["decoupled_weight_decay"] = True
        for state in (optimizer.state.get(param, {}) for param in group["params"]):
            for name in COUNTED:
                if name in state and not isinstance(state[name], Tensor):
                    state[name] = scalar(float(state[name]))
