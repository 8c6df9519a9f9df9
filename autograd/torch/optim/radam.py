"""RAdam optimizer (`torch/optim/radam.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from torch.optim.arguments import check_betas, check_nonnegative
from torch.optim.kernels import add, as_number, cast_scalar, div, lerp, mul, mul_addcmul
from torch.optim.optimizer import Optimizer
from torch.optim.state import scalar_tensor, zeros_like_param


class RAdam(Optimizer):
    """RAdam: Adam with a rectified variance of the adaptive learning rate."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False,
                 differentiable=False):
        check_nonnegative(lr, epsilon=eps)
        check_betas(betas)
        check_nonnegative(lr, weight_decay=weight_decay)
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay,
            "maximize": maximize, "foreach": foreach, "capturable": capturable,
            "decoupled_weight_decay": decoupled_weight_decay, "differentiable": differentiable,
        })

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update the parameters; return the loss of `closure`, if given."""
        return self._run_step(closure)

    def _update(self, param, array, grad, group):
        state, lr = self.state[param], as_number(group["lr"])
        if not state:
            state["step"] = scalar_tensor(0.0)
            state["exp_avg"], state["exp_avg_sq"] = zeros_like_param(param), zeros_like_param(param)
        beta1, beta2 = group["betas"]
        state["step"]._array += 1
        step = state["step"].item()
        if group["weight_decay"] != 0 and group["decoupled_weight_decay"]:
            array = mul(array, 1 - lr * group["weight_decay"])
        elif group["weight_decay"] != 0:
            grad = add(grad, array, group["weight_decay"])
        mean, square = state["exp_avg"]._array, state["exp_avg_sq"]._array
        mean[...] = lerp(mean, grad, 1 - beta1)
        square[...] = mul_addcmul(square, beta2, grad, grad, 1 - beta2)
        update = mul(div(mean, 1 - beta1**step), lr)
        rectification = rectification_term(step, beta2)
        if rectification is not None:
            root = np.sqrt(square) + cast_scalar(group["eps"], array)
            correction = cast_scalar((1 - beta2**step) ** 0.5, array)
            update = update * (correction / root) * cast_scalar(rectification, array)
        return add(array, update, -1.0)


def rectification_term(step: float, beta2: float) -> float | None:
    """Return the rectification term of this step, None if the variance is not tractable yet."""
    rho_inf = 2 / (1 - beta2) - 1
    rho = rho_inf - 2 * step * beta2**step / (1 - beta2**step)
    if rho <= 5.0:
        return None
    ratio = (rho - 4) * (rho - 2) * rho_inf / ((rho_inf - 4) * (rho_inf - 2) * rho)
    return ratio**0.5
