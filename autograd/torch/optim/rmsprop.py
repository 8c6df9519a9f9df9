"""RMSprop: divides by the running average of the gradient's size."""

from __future__ import annotations

import numpy as np

from torch.optim.kernels import add, addcdiv, addcmul, lerp, mul_addcmul, number, same, times
from torch.optim.optimizer import Optimizer
from torch.optim.settings import check_settings, scalar, zeros_for


class RMSprop(Optimizer):
    """Divides by the root of the running average of squared gradients."""

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0,
                 centered=False, capturable=False, foreach=None, maximize=False,
                 differentiable=False):
        check_settings(
            lr, epsilon=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha
        )
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered,
            "weight_decay": weight_decay, "capturable": capturable, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable,
        })

    def _start(self, param, group):
        state = self.state[param]
        if not state:
            state["step"] = scalar(0.0)
            state["square_avg"] = zeros_for(param)
            if group["momentum"] > 0:
                state["momentum_buffer"] = zeros_for(param)
            if group["centered"]:
                state["grad_avg"] = zeros_for(param)
        return state

    def _update(self, param, array, grad, group):
        state, alpha = self._start(param, group), group["alpha"]
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
        spread = np.sqrt(spread) + same(group["eps"], array)
        if group["momentum"] > 0:
            buffer = state["momentum_buffer"]._array
            buffer[...] = addcdiv(times(buffer, group["momentum"]), grad, spread, 1)
            return add(array, buffer, -number(group["lr"]))
        return addcdiv(array, grad, spread, -number(group["lr"]))
