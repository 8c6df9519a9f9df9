"""Adadelta optimizer (`torch/optim/adadelta.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from torch.optim.arguments import check_nonnegative
from torch.optim.kernels import add, as_number, cast_scalar, mul_addcmul
from torch.optim.optimizer import Optimizer
from torch.optim.state import scalar_tensor, zeros_like_param


class Adadelta(Optimizer):
    """Adadelta: gradient times the ratio of the running sizes of steps and gradients."""

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *,
                 capturable=False, maximize=False, differentiable=False):
        check_nonnegative(lr)
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        check_nonnegative(lr, epsilon=eps, weight_decay=weight_decay)
        super().__init__(params, {
            "lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "capturable": capturable, "foreach": foreach, "differentiable": differentiable,
        })

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update the parameters; return the loss of `closure`, if given."""
        return self._run_step(closure)

    def _update(self, param, array, grad, group):
        state, rho, eps = self.state[param], group["rho"], cast_scalar(group["eps"], array)
        if not state:
            state["step"] = scalar_tensor(0.0)
            state["square_avg"] = zeros_like_param(param)
            state["acc_delta"] = zeros_like_param(param)
        state["step"]._array += 1
        if group["weight_decay"] != 0:
            grad = add(grad, array, group["weight_decay"])
        square, steps = state["square_avg"]._array, state["acc_delta"]._array
        square[...] = mul_addcmul(square, rho, grad, grad, 1 - rho)
        delta = np.sqrt(steps + eps) / np.sqrt(square + eps) * grad
        steps[...] = mul_addcmul(steps, rho, delta, delta, 1 - rho)
        return add(array, delta, -as_number(group["lr"]))
