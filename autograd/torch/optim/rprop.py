"""Rprop optimizer (`torch/optim/rprop.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.tensor.tensor import wrap
from torch.optim.arguments import check_nonnegative
from torch.optim.kernels import as_number, cast_scalar
from torch.optim.optimizer import Optimizer
from torch.optim.state import scalar_tensor, zeros_like_param


class Rprop(Optimizer):
    """Resilient backpropagation: step sizes that grow while the gradient keeps its sign."""

    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *,
                 capturable=False, foreach=None, maximize=False, differentiable=False):
        check_nonnegative(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        super().__init__(params, {
            "lr": lr, "etas": etas, "step_sizes": step_sizes, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable,
        })

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update the parameters; return the loss of `closure`, if given."""
        return self._run_step(closure)

    def _update(self, param, array, grad, group):
        state = self.state[param]
        if not state:
            state["step"], state["prev"] = scalar_tensor(0.0), zeros_like_param(param)
            state["step_size"] = wrap(np.full_like(array, as_number(group["lr"])))
        state["step"]._array += 1
        down, up = group["etas"]
        agreement = np.sign(grad * state["prev"]._array)
        factor = np.where(agreement > 0, up, np.where(agreement < 0, down, 1))
        size = state["step_size"]._array
        size[...] = np.clip(size * factor.astype(array.dtype), *group["step_sizes"])
        grad = np.where(agreement < 0, cast_scalar(0, array), grad)
        state["prev"]._array[...] = grad
        return array - np.sign(grad) * size
