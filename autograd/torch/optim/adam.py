"""Adam optimizer (`torch/optim/adam.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.tensor.tensor import Tensor
from torch.optim.arguments import check_betas, check_fused, check_nonnegative
from torch.optim.kernels import add, addcdiv, as_number, cast_scalar, div, lerp, mul, mul_addcmul
from torch.optim.optimizer import Optimizer
from torch.optim.state import scalar_tensor, zeros_like_param


class Adam(Optimizer):
    """Adam: running mean of the gradient divided by the root of the mean square.

    With `decoupled_weight_decay` the decay applies to the parameter, not the gradient (AdamW).
    """

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 amsgrad=False, *, foreach=None, maximize=False, capturable=False,
                 differentiable=False, fused=None, decoupled_weight_decay=False):
        if isinstance(lr, Tensor) and foreach and not capturable:
            raise ValueError(
                "lr as a Tensor is not supported for capturable=False and foreach=True")
        check_nonnegative(lr, epsilon=eps)
        check_betas(betas)
        check_nonnegative(lr, weight_decay=weight_decay)
        if len({isinstance(beta, float) for beta in betas}) > 1 or not all(
            isinstance(beta, float | Tensor) for beta in betas
        ):
            raise ValueError("betas must be either both floats or both Tensors")
        for i in (i for i in (0, 1) if isinstance(betas[i], Tensor)):
            if foreach and not capturable:
                raise ValueError(f"betas[{i}] as a Tensor is not supported for capturable=False "
                                 "and foreach=True")
            if betas[i].numel() != 1:
                raise ValueError(f"Tensor betas[{i}] must be 1-element")
        check_fused(fused, foreach, differentiable)
        super().__init__(params, {
            "lr": lr, "betas": tuple(betas), "eps": eps, "weight_decay": weight_decay,
            "amsgrad": amsgrad, "maximize": maximize, "foreach": foreach,
            "capturable": capturable, "differentiable": differentiable, "fused": fused,
            "decoupled_weight_decay": decoupled_weight_decay,
        })

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update the parameters; return the loss of `closure`, if given."""
        return self._run_step(closure)

    def _init_state(self, param, group):
        """Return the state of `param`, which the first step initializes."""
        state = self.state[param]
        if not state:
            state["step"] = scalar_tensor(0.0)
            state["exp_avg"] = zeros_like_param(param)
            state["exp_avg_sq"] = zeros_like_param(param)
            if group["amsgrad"]:
                state["max_exp_avg_sq"] = zeros_like_param(param)
        return state

    def _step_one(self, param, group):
        self._versions = 2 if group["weight_decay"] and group["decoupled_weight_decay"] else 1
        super()._step_one(param, group)

    def _update(self, param, array, grad, group):
        state = self._init_state(param, group)
        lr, decay = as_number(group["lr"]), group["weight_decay"]
        beta1, beta2 = map(as_number, group["betas"])
        state["step"]._array += 1
        if decay != 0 and group["decoupled_weight_decay"]:
            array = mul(array, 1 - lr * decay)
        elif decay != 0:
            grad = add(grad, array, decay)
        mean, square = state["exp_avg"]._array, state["exp_avg_sq"]._array
        mean[...] = lerp(mean, grad, 1 - beta1)
        square[...] = mul_addcmul(square, beta2, grad, grad, 1 - beta2)
        step = state["step"].item()
        if group["amsgrad"]:
            largest = state["max_exp_avg_sq"]._array
            square = np.maximum(largest, square, out=largest)
        denominator = div(np.sqrt(square), (1 - beta2**step) ** 0.5)
        denominator = denominator + cast_scalar(group["eps"], array)
        return addcdiv(array, mean, denominator, -(lr / (1 - beta1**step)))
