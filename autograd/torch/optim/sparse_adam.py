"""SparseAdam optimizer (`torch/optim/sparse_adam.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.tensor.sparse import coalesce_entries, is_sparse
from torch.optim.arguments import check_betas, check_lr, check_nonnegative
from torch.optim.kernels import as_number, cast_scalar
from torch.optim.optimizer import Optimizer
from torch.optim.state import zeros_like_param


class SparseAdam(Optimizer):
    """SparseAdam: Adam that updates only the elements of a sparse gradient."""

    takes_sparse = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        check_lr(lr)
        if not 0.0 < as_number(lr):
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 < eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        check_betas(betas)
        check_nonnegative(lr)
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "maximize": maximize})
        self._refuse_params("Sparse", "requires dense parameter tensors", lambda x: x.is_sparse)
        self._refuse_params(
            "Complex", "does not support complex parameters", lambda x: x.is_complex())

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update the parameters; return the loss of `closure`, if given."""
        return self._run_step(closure)

    def _refuse_params(self, kind, reason, is_bad):
        """Raise torch's ValueError about the parameters for which `is_bad` is True."""
        indices = [[i, j] for i, group in enumerate(self.param_groups)
                   for j, param in enumerate(group["params"]) if is_bad(param)]
        if indices:
            raise ValueError(f"{kind} params at indices {indices}: SparseAdam {reason}")

    def _step_one(self, param, group):
        if not is_sparse(param._grad._array):
            raise RuntimeError(
                "SparseAdam does not support dense gradients, please consider Adam instead")
        super()._step_one(param, group)

    def _update(self, param, array, grad, group):
        state = self.state[param]
        if not state:
            state.update(
                step=0, exp_avg=zeros_like_param(param), exp_avg_sq=zeros_like_param(param))
        state["step"] += 1
        beta1, beta2 = group["betas"]
        key = tuple(coalesce_entries(param._grad._array).places)
        values = grad[key]
        mean, square = (state[name]._array for name in ("exp_avg", "exp_avg_sq"))
        mean[key] += (values - mean[key]) * cast_scalar(1 - beta1, array)
        square[key] += (values * values - square[key]) * cast_scalar(1 - beta2, array)
        denominator = np.sqrt(square[key]) + cast_scalar(group["eps"], array)
        step = as_number(group["lr"]) * (1 - beta2 ** state["step"]) ** 0.5 / (
            1 - beta1 ** state["step"])
        result = array.copy()
        result[key] += cast_scalar(-step, array) * (mean[key] / denominator)
        return result
