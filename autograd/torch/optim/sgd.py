"""Stochastic gradient descent, with momentum if wanted."""

from __future__ import annotations

from autograd.tensor import wrap
from torch.optim.kernels import add, number, times
from torch.optim.optimizer import Optimizer
from torch.optim.settings import check_kernels, check_rate, check_settings


class SGD(Optimizer):
    """Moves against the gradient, or against its running average with `momentum`."""

    takes_sparse = True

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *,
                 maximize=False, foreach=None, differentiable=False, fused=None):
        check_rate(lr)
        if number(lr) < 0.0:  # asked the other way round than by the rest
            raise ValueError(f"Invalid learning rate: {lr}")
        check_settings(lr, momentum=momentum, weight_decay=weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        check_kernels(fused, foreach)
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay,
            "nesterov": nesterov, "maximize": maximize, "foreach": foreach,
            "differentiable": differentiable, "fused": fused,
        })

    def _step_all(self, params, group):
        self._new = {x for x in params if "momentum_buffer" not in self.state.get(x, ())}
        super()._step_all(params, group)

    def _update(self, param, array, grad, group):
        momentum = group["momentum"]
        if group["weight_decay"] != 0:
            grad = add(grad, array, number(group["weight_decay"]))
        if momentum != 0:
            state = self.state[param]
            buffer = state.get("momentum_buffer")
            if buffer is None or param in self._new:  # which may be given twice
                buffer = state["momentum_buffer"] = wrap(grad.copy())
            else:
                slowed = times(buffer._array, momentum)
                buffer._array[...] = add(slowed, grad, 1 - group["dampening"])
            grad = add(grad, buffer._array, momentum) if group["nesterov"] else buffer._array
        return add(array, grad, -number(group["lr"]))
