"""Adagrad optimizer (`torch/optim/adagrad.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.functions.sparse.construction import warn_unchecked
from autograd.tensor.sparse import is_sparse
from autograd.tensor.tensor import wrap
from torch.optim.arguments import check_fused, check_nonnegative
from torch.optim.kernels import add, addcdiv, addcmul, as_number, cast_scalar
from torch.optim.optimizer import Optimizer
from torch.optim.state import scalar_tensor


class Adagrad(Optimizer):
    """Adagrad: gradient divided by the root of the sum of squared gradients."""

    takes_sparse = True

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0,
                 eps=1e-10, foreach=None, *, maximize=False, differentiable=False, fused=None):
        check_nonnegative(
            lr, lr_decay=lr_decay, weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value, epsilon=eps,
        )
        check_fused(fused, foreach, differentiable)
        super().__init__(params, {
            "lr": lr, "lr_decay": lr_decay, "eps": eps, "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "fused": fused,
        })
        for group in self.param_groups:
            for param in group["params"]:
                self._init_state(param)

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update the parameters; return the loss of `closure`, if given."""
        return self._run_step(closure)

    def share_memory(self) -> None:
        """Move the sums of squared gradients to shared memory."""
        for state in self.state.values():
            state["sum"].share_memory_()

    def _init_state(self, param):
        state = self.state[param]
        if not state:
            first = self.defaults["initial_accumulator_value"]
            state["step"] = scalar_tensor(0.0)
            first = complex(first, first) if param.is_complex() else first
            state["sum"] = wrap(np.full_like(param._array, first))
        return state

    def _step_one(self, param, group):
        if is_sparse(param._grad._array):
            warn_unchecked()
        super()._step_one(param, group)

    def _update(self, param, array, grad, group):
        state = self._init_state(param)
        state["step"]._array += 1
        if group["weight_decay"] != 0:
            grad = add(grad, array, group["weight_decay"])
        rate = as_number(group["lr"]) / (1 + (state["step"].item() - 1) * group["lr_decay"])
        total = state["sum"]._array
        total[...] = addcmul(total, grad, grad, 1)
        return addcdiv(array, grad, np.sqrt(total) + cast_scalar(group["eps"], array), -rate)
