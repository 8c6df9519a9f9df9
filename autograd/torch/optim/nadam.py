"""NAdam optimizer (`torch/optim/nadam.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from torch.optim.arguments import check_betas, check_nonnegative
from torch.optim.kernels import add, addcdiv, as_number, cast_scalar, div, lerp, mul, mul_addcmul
from torch.optim.optimizer import Optimizer
from torch.optim.state import scalar_tensor, zeros_like_param


class NAdam(Optimizer):
    """NAdam: Adam with Nesterov momentum."""

    _versions = 2

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 momentum_decay=4e-3, decoupled_weight_decay=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False):
        check_nonnegative(lr, epsilon=eps)
        check_betas(betas)
        check_nonnegative(lr, weight_decay=weight_decay, momentum_decay=momentum_decay)
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay,
            "momentum_decay": momentum_decay, "decoupled_weight_decay": decoupled_weight_decay,
            "maximize": maximize, "foreach": foreach, "capturable": capturable,
            "differentiable": differentiable,
        })

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update the parameters; return the loss of `closure`, if given."""
        return self._run_step(closure)

    def _init_state(self, param):
        state = self.state[param]
        if not state:
            state["step"], state["mu_product"] = scalar_tensor(0.0), scalar_tensor(1.0)
            state["exp_avg"], state["exp_avg_sq"] = zeros_like_param(param), zeros_like_param(param)
        return state

    def _update(self, param, array, grad, group):
        state, lr = self._init_state(param), as_number(group["lr"])
        beta1, beta2 = group["betas"]
        state["step"]._array += 1
        step = state["step"].item()
        if group["weight_decay"] != 0 and group["decoupled_weight_decay"]:
            array = mul(array, 1 - lr * group["weight_decay"])
        elif group["weight_decay"] != 0:
            grad = add(grad, array, group["weight_decay"])
        mu, ahead = (
            beta1 * (1.0 - 0.5 * 0.96 ** (n * group["momentum_decay"])) for n in (step, step + 1)
        )
        state["mu_product"]._array *= mu
        product = state["mu_product"].item()
        mean, square = state["exp_avg"]._array, state["exp_avg_sq"]._array
        mean[...] = lerp(mean, grad, 1 - beta1)
        square[...] = mul_addcmul(square, beta2, grad, grad, 1 - beta2)
        spread = np.sqrt(div(square, 1 - beta2**step)) + cast_scalar(group["eps"], array)
        array = addcdiv(array, grad, spread, -lr * (1.0 - mu) / (1.0 - product))
        return addcdiv(array, mean, spread, -lr * ahead / (1.0 - product * ahead))
