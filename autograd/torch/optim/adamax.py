"""Adamax optimizer (`torch/optim/adamax.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from torch.optim.arguments import check_betas, check_nonnegative
from torch.optim.kernels import add, addcdiv, as_number, cast_scalar, lerp, mul
from torch.optim.optimizer import Optimizer
from torch.optim.state import scalar_tensor, zeros_like_param


class Adamax(Optimizer):
    """Adamax: Adam with the infinity norm, a decaying maximum of the gradient's size."""

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 foreach=None, *, maximize=False, differentiable=False, capturable=False):
        check_nonnegative(lr, epsilon=eps)
        check_betas(betas)
        check_nonnegative(lr, weight_decay=weight_decay)
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay,
            "foreach": foreach, "maximize": maximize, "differentiable": differentiable,
            "capturable": capturable,
        })

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update the parameters; return the loss of `closure`, if given."""
        return self._run_step(closure)

    def _update(self, param, array, grad, group):
        state, (beta1, beta2) = self.state[param], group["betas"]
        if not state:
            state["step"] = scalar_tensor(0.0)
            state["exp_avg"], state["exp_inf"] = zeros_like_param(param), zeros_like_param(param)
        state["step"]._array += 1
        if group["weight_decay"] != 0:
            grad = add(grad, array, group["weight_decay"])
        mean, largest = state["exp_avg"]._array, state["exp_inf"]._array
        mean[...] = lerp(mean, grad, 1 - beta1)
        size = np.abs(grad) + cast_scalar(group["eps"], array)
        largest[...] = np.maximum(mul(largest, beta2), size)
        correction = 1 - beta1 ** state["step"].item()
        return addcdiv(array, mean, largest, -(as_number(group["lr"]) / correction))
