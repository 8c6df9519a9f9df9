"""Adamax: Adam with the largest gradient so far in place of the average square."""

from __future__ import annotations

import numpy as np

from torch.optim.kernels import add, addcdiv, lerp, number, same, times
from torch.optim.optimizer import Optimizer
from torch.optim.settings import check_betas, check_settings, scalar, zeros_for


class Adamax(Optimizer):
    """Divides by a decaying maximum of the gradient's size."""

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 foreach=None, *, maximize=False, differentiable=False, capturable=False):
        check_settings(lr, epsilon=eps)
        check_betas(betas)
        check_settings(lr, weight_decay=weight_decay)
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay,
            "foreach": foreach, "maximize": maximize, "differentiable": differentiable,
            "capturable": capturable,
        })

    def _update(self, param, array, grad, group):
        state, (beta1, beta2) = self.state[param], group["betas"]
        if not state:
            state["step"] = scalar(0.0)
            state["exp_avg"], state["exp_inf"] = zeros_for(param), zeros_for(param)
        state["step"]._array += 1
        if group["weight_decay"] != 0:
            grad = add(grad, array, group["weight_decay"])
        mean, largest = state["exp_avg"]._array, state["exp_inf"]._array
        mean[...] = lerp(mean, grad, 1 - beta1)
        size = np.abs(grad) + same(group["eps"], array)
        largest[...] = np.maximum(times(largest, beta2), size)
        correction = 1 - beta1 ** state["step"].item()
        return addcdiv(array, mean, largest, -(number(group["lr"]) / correction))
