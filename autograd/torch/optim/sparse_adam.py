"""Adam for gradients of which few rows are there: the others, and their averages, stay."""

from __future__ import annotations

import numpy as np

from autograd.tensor.sparse import compact, is_sparse
from torch.optim.kernels import number, same
from torch.optim.optimizer import Optimizer
from torch.optim.settings import check_betas, check_rate, check_settings, zeros_for


class SparseAdam(Optimizer):
    """Adaptive moments of the entries that a sparse gradient has."""

    takes_sparse = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        check_rate(lr)
        if not 0.0 < number(lr):
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 < eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        check_betas(betas)
        check_settings(lr)
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "maximize": maximize})
        self._refuse("Sparse", "requires dense parameter tensors", lambda x: x.is_sparse)
        self._refuse("Complex", "does not support complex parameters", lambda x: x.is_complex())

    def _refuse(self, kind, said, bad):
        """Raise torch's error about the places of parameters that are `bad`, if there are any."""
        places = [[i, j] for i, group in enumerate(self.param_groups)
                  for j, param in enumerate(group["params"]) if bad(param)]
        if places:
            raise ValueError(f"{kind} params at indices {places}: SparseAdam {said}")

    def _step_one(self, param, group):
        if not is_sparse(param._grad._array):
            raise RuntimeError(
                "SparseAdam does not support dense gradients, please consider Adam instead")
        super()._step_one(param, group)

    def _update(self, param, array, grad, group):
        state = self.state[param]
        if not state:
            state.update(step=0, exp_avg=zeros_for(param), exp_avg_sq=zeros_for(param))
        state["step"] += 1
        beta1, beta2 = group["betas"]
        key = tuple(compact(param._grad._array).places)
        values = grad[key]
        mean, square = (state[name]._array for name in ("exp_avg", "exp_avg_sq"))
        mean[key] += (values - mean[key]) * same(1 - beta1, array)
        square[key] += (values * values - square[key]) * same(1 - beta2, array)
        spread = np.sqrt(square[key]) + same(group["eps"], array)
        step = number(group["lr"]) * (1 - beta2 ** state["step"]) ** 0.5 / (
            1 - beta1 ** state["step"])
        made = array.copy()
        made[key] += same(-step, array) * (mean[key] / spread)
        return made
