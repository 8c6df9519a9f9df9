"""ASGD: gradient descent that also keeps the average of where it was."""

from __future__ import annotations

import numpy as np

from torch.optim.kernels import add, number, times
from torch.optim.optimizer import Optimizer
from torch.optim.settings import check_settings, scalar, zeros_for


class ASGD(Optimizer):
    """Averaged stochastic gradient descent; the average is `state[param]["ax"]`."""

    _versions = 2

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0,
                 foreach=None, maximize=False, differentiable=False, capturable=False):
        check_settings(lr, weight_decay=weight_decay)
        super().__init__(params, {
            "lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay,
            "foreach": foreach, "maximize": maximize, "differentiable": differentiable,
            "capturable": capturable,
        })

    def _update(self, param, array, grad, group):
        state, lr = self.state[param], number(group["lr"])
        if not state:
            state["step"], state["eta"], state["mu"] = scalar(0.0), scalar(lr), scalar(1.0)
            state["ax"] = zeros_for(param)
        state["step"]._array += 1
        step, eta, mu = (state[name].item() for name in ("step", "eta", "mu"))
        if group["weight_decay"] != 0:
            grad = add(grad, array, group["weight_decay"])
        array = add(times(array, 1 - group["lambd"] * eta), grad, -eta)
        average = state["ax"]._array
        average[...] = array if mu == 1 else average + times(array - average, mu)
        state["eta"]._array[...] = lr / (1 + group["lambd"] * lr * step) ** group["alpha"]
        state["mu"]._array[...] = np.float32(1 / max(1, step - group["t0"]))
        return array
