"""ASGD optimizer (`torch/optim/asgd.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from torch.optim.arguments import check_nonnegative
from torch.optim.kernels import add, as_number, mul
from torch.optim.optimizer import Optimizer
from torch.optim.state import scalar_tensor, zeros_like_param


class ASGD(Optimizer):
    """Averaged stochastic gradient descent; the average is `state[param]["ax"]`."""

    _versions = 2

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0,
                 foreach=None, maximize=False, differentiable=False, capturable=False):
        check_nonnegative(lr, weight_decay=weight_decay)
        super().__init__(params, {
            "lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay,
            "foreach": foreach, "maximize": maximize, "differentiable": differentiable,
            "capturable": capturable,
        })

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update the parameters; return the loss of `closure`, if given."""
        return self._run_step(closure)

    def _update(self, param, array, grad, group):
        state, lr = self.state[param], as_number(group["lr"])
        if not state:
            state["step"] = scalar_tensor(0.0)
            state["eta"], state["mu"] = scalar_tensor(lr), scalar_tensor(1.0)
            state["ax"] = zeros_like_param(param)
        state["step"]._array += 1
        step, eta, mu = (state[name].item() for name in ("step", "eta", "mu"))
        if group["weight_decay"] != 0:
            grad = add(grad, array, group["weight_decay"])
        array = add(mul(array, 1 - group["lambd"] * eta), grad, -eta)
        average = state["ax"]._array
        average[...] = array if mu == 1 else average + mul(array - average, mu)
        state["eta"]._array[...] = lr / (1 + group["lambd"] * lr * step) ** group["alpha"]
        state["mu"]._array[...] = np.float32(1 / max(1, step - group["t0"]))
        return array
