"""SGD optimizer (`torch/optim/sgd.py`)."""

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
    """Stochastic gradient descent, with `momentum` along a running sum of gradients."""

    takes_sparse = True

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *,
                 maximize=False, foreach=None, differentiable=False, fused=None):
        check_lr(lr)
        for name, value in (("learning rate:", lr), ("momentum value:", momentum),
                            ("weight_decay value:", weight_decay)):
            if as_number(value) < 0.0:  # unlike the others, accepts NaN
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
            self._step_foreach(params, group)
            return
        self._new = {x for x in params if "momentum_buffer" not in self.state.get(x, ())}
        super()._step_all(params, group)

    def _step_foreach(self, params, group):
        """Step as torch with `foreach`: each stage for all parameters.

        So a parameter given twice sees its own update, and Nesterov momentum is added to the
        gradients in place.
        """
        momentum = group["momentum"]
        grads = [self._decayed_grad(param, group) for param in params]
        buffers = grads if momentum == 0 else self._momentum_buffers(params, grads, group)
        if group["nesterov"]:
            for grad, buffer in zip(grads, buffers):
                overwrite(grad, add(grad._array, buffer._array, momentum), "add_")
        for param, update in zip(params, grads if group["nesterov"] else buffers):
            result = add(param._array, update._array, -as_number(group["lr"]))
            overwrite(param, result, "step", self._versions)

    def _decayed_grad(self, param, group):
        """Return the gradient of `param` with weight decay; the same tensor if it is unchanged."""
        grad, decay = param._grad, group["weight_decay"]
        if group["maximize"]:
            grad = wrap(-grad._array)
        return wrap(add(grad._array, param._array, as_number(decay))) if decay != 0 else grad

    def _momentum_buffers(self, params, grads, group):
        """Return the momentum buffers of `params`; new ones begin with their gradients."""
        buffers = [self.state[param].get("momentum_buffer") for param in params]
        old = [buffer for buffer in buffers if buffer is not None]
        if len(old) == len(buffers):  # otherwise one after the other
            self._decay_momentum(old, group)
        for i, (param, grad) in enumerate(zip(params, grads)):
            buffer = buffers[i]
            if buffer is None:
                buffers[i] = self.state[param]["momentum_buffer"] = wrap(grad._array.copy())
                continue
            if len(old) < len(buffers):
                self._decay_momentum([buffer], group)
            buffer._array[...] = add(buffer._array, grad._array, 1 - group["dampening"])
        return buffers

    def _decay_momentum(self, buffers, group):
        for buffer in buffers:
            buffer._array[...] = mul(buffer._array, group["momentum"])

    def _update(self, param, array, grad, group):
        momentum = group["momentum"]
        if group["weight_decay"] != 0:
            grad = add(grad, array, as_number(group["weight_decay"]))
        if momentum != 0:
            state = self.state[param]
            buffer = state.get("momentum_buffer")
            if buffer is None or param in self._new:  # it may be given twice
                buffer = state["momentum_buffer"] = wrap(grad.copy())
            else:
                decayed = mul(buffer._array, momentum)
                buffer._array[...] = add(decayed, grad, 1 - group["dampening"])
            grad = add(grad, buffer._array, momentum) if group["nesterov"] else buffer._array
        return add(array, grad, -as_number(group["lr"]))
