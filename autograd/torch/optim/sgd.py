"""Stochastic gradient descent, with momentum if wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograd.tensor.mutation import overwrite
from autograd.tensor.sparse import is_sparse
from autograd.tensor.tensor import wrap
from torch.optim.arguments import check_fused, check_lr
from torch.optim.kernels import add, as_number, mul
from torch.optim.optimizer import Optimizer


class SGD(Optimizer):
    """Moves against the gradient, or against its running average with `momentum`."""

    takes_sparse = True

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *,
                 maximize=False, foreach=None, differentiable=False, fused=None):
        check_lr(lr)
        for name, value in (("learning rate:", lr), ("momentum value:", momentum),
                            ("weight_decay value:", weight_decay)):
            if as_number(value) < 0.0:  # asked the other way round than by the rest
                raise ValueError(f"Invalid {name} {value}")
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        check_fused(fused, foreach, differentiable)
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay,
            "nesterov": nesterov, "maximize": maximize, "foreach": foreach,
            "differentiable": differentiable, "fused": fused,
        })

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update the parameters; return the loss of `closure`, if given."""
        return self._run_step(closure)

    def _step_all(self, params, group):
        if group["foreach"] and not any(is_sparse(param._grad._array) for param in params):
            self._step_together(params, group)
            return
        self._new = {x for x in params if "momentum_buffer" not in self.state.get(x, ())}
        super()._step_all(params, group)

    def _step_together(self, params, group):
        """torch's step with lists: each stage for all parameters, so that one given twice meets
        itself, and Nesterov's momentum goes into the gradients that are there."""
        momentum = group["momentum"]
        grads = [self._descent(param, group) for param in params]
        buffers = grads if momentum == 0 else self._buffers(params, grads, group)
        if group["nesterov"]:
            for grad, buffer in zip(grads, buffers):
                overwrite(grad, add(grad._array, buffer._array, momentum), "add_")
        for param, way in zip(params, grads if group["nesterov"] else buffers):
            stepped = add(param._array, way._array, -as_number(group["lr"]))
            overwrite(param, stepped, "step", self._versions)

    def _descent(self, param, group):
        """The gradient of `param`, itself where nothing changes it."""
        grad, decay = param._grad, group["weight_decay"]
        if group["maximize"]:
            grad = wrap(-grad._array)
        return wrap(add(grad._array, param._array, as_number(decay))) if decay != 0 else grad

    def _buffers(self, params, grads, group):
        """The momentum of each of `params`: those that have none yet begin with their gradients."""
        buffers = [self.state[param].get("momentum_buffer") for param in params]
        slowed = [buffer for buffer in buffers if buffer is not None]
        if len(slowed) == len(buffers):  # else one after the other
            self._slow(slowed, group)
        for i, (param, grad) in enumerate(zip(params, grads)):
            buffer = buffers[i]
            if buffer is None:
                buffers[i] = self.state[param]["momentum_buffer"] = wrap(grad._array.copy())
                continue
            if len(slowed) < len(buffers):
                self._slow([buffer], group)
            buffer._array[...] = add(buffer._array, grad._array, 1 - group["dampening"])
        return buffers

    def _slow(self, buffers, group):
        for buffer in buffers:
            buffer._array[...] = mul(buffer._array, group["momentum"])

    def _update(self, param, array, grad, group):
        momentum = group["momentum"]
        if group["weight_decay"] != 0:
            grad = add(grad, array, as_number(group["weight_decay"]))
        if momentum != 0:
            state = self.state[param]
            buffer = state.get("momentum_buffer")
            if buffer is None or param in self._new:  # which may be given twice
                buffer = state["momentum_buffer"] = wrap(grad.copy())
            else:
                slowed = mul(buffer._array, momentum)
                buffer._array[...] = add(slowed, grad, 1 - group["dampening"])
            grad = add(grad, buffer._array, momentum) if group["nesterov"] else buffer._array
        return add(array, grad, -as_number(group["lr"]))
