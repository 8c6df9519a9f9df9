"""RMSprop optimizer (`torch/optim/rmsprop.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from torch.optim.kernels import (
    add, addcdiv, addcmul, as_number, cast_scalar, lerp, mul, mul_addcmul,
)
from torch.optim.arguments import check_nonnegative
from torch.optim.optimizer import Optimizer
from torch.optim.state import scalar_tensor, zeros_like_param


class RMSprop(Optimizer):
    """RMSprop: gradient divided by the root of the running mean of squared gradients."""

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0,
                 centered=False, capturable=False, foreach=None, maximize=False,
                 differentiable=False):
        check_nonnegative(
            lr, epsilon=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha
        )
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered,
            "weight_decay": weight_decay, "capturable": capturable, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable,
        })

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update the parameters; return the loss of `closure`, if given."""
        return self._run_step(closure)

    def _init_state(self, param, group):
        state = self.state[param]
        if not state:
            state["step"] = scalar_tensor(0.0)
            state["square_avg"] = zeros_like_param(param)
            if group["momentum"] > 0:
                state["momentum_buffer"] = zeros_like_param(param)
            if group["centered"]:
                state["grad_avg"] = zeros_like_param(param)
        return state

    def _update(self, param, array, grad, group):
        state, alpha = self._init_state(param, group), group["alpha"]
        state["step"]._array += 1
        if group["weight_decay"] != 0:
            grad = add(grad, array, group["weight_decay"])
        square = state["square_avg"]._array
        square[...] = mul_addcmul(square, alpha, grad, grad, 1 - alpha)
        spread = square
        if group["centered"]:
            mean = state["grad_avg"]._array
            mean[...] = lerp(mean, grad, 1 - alpha)
            spread = addcmul(square, mean, mean, -1)
        spread = np.sqrt(spread) + cast_scalar(group["eps"], array)
        if group["momentum"] > 0:
            buffer = state["momentum_buffer"]._array
            buffer[...] = addcdiv(mul(buffer, group["momentum"]), grad, spread, 1)
            return add(array, buffer, -as_number(group["lr"]))
        return addcdiv(array, grad, spread, -as_number(group["lr"]))
