"""Adafactor optimizer (`torch/optim/_adafactor.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.tensor.tensor import wrap
from torch.optim.arguments import check_lr
from torch.optim.kernels import add, as_number, cast_scalar, lerp, mul
from torch.optim.optimizer import Optimizer
from torch.optim.state import scalar_tensor


class Adafactor(Optimizer):
    """Adafactor: adaptive steps with a factored second moment, a row and a column per matrix."""

    takes_complex = False

    def __init__(self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0,
                 weight_decay=0.0, *, foreach=None, maximize=False):
        check_lr(lr)
        if not 0.0 <= as_number(lr):
            raise ValueError(f"Learning rate should be >= 0 but is: {lr}")
        if not beta2_decay <= 0.0:
            raise ValueError(f"beta2_decay should be <= 0 but is: {beta2_decay}")
        for i, value in enumerate(eps, 1):
            if value is not None and not value >= 0.0:
                raise ValueError(f"epsilon{i} should be >= 0 but is: {value}")
        if not d >= 1.0:
            raise ValueError(f"Clipping threshold d should be >= 1 but is: {d}")
        if not weight_decay >= 0.0:
            raise ValueError(f"weight_decay should be >= 0 but is: {weight_decay}")
        super().__init__(params, {
            "lr": lr, "beta2_decay": beta2_decay, "eps": eps, "d": d,
            "weight_decay": weight_decay, "foreach": foreach, "maximize": maximize,
        })

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update the parameters; return the loss of `closure`, if given."""
        return self._run_step(closure)

    def _init_state(self, param, grad):
        """Return the state of `param`, which the first step initializes."""
        state = self.state[param]
        if not state:
            state["step"] = scalar_tensor(0.0)
            if grad.ndim > 1:
                rows, columns = [*grad.shape], [*grad.shape]
                rows[-1], columns[-2] = 1, 1
                state["row_var"] = wrap(np.zeros(rows, grad.dtype))
                state["col_var"] = wrap(np.zeros(columns, grad.dtype))
            else:
                state["variance"] = wrap(np.zeros_like(grad))
        return state

    def _step_one(self, param, group):
        self._versions = 2 if group["weight_decay"] else 1
        super()._step_one(param, group)

    def _update(self, param, array, grad, group):
        state = self._init_state(param, grad)
        eps1, eps2 = group["eps"]
        eps1 = float(np.finfo(array.dtype).eps) if eps1 is None else eps1
        state["step"]._array += 1
        step, lr = state["step"].item(), as_number(group["lr"])
        size = euclidean_norm(array) / array.size**0.5
        alpha = max(eps2, size) * min(lr, 1 / step**0.5)
        if group["weight_decay"]:
            array = mul(array, 1 - lr * group["weight_decay"])
        variance = self._second_moment(state, grad, step ** group["beta2_decay"], eps1)
        update = grad / np.sqrt(np.maximum(variance, cast_scalar(eps1 * eps1, array)))
        clip = max(1.0, euclidean_norm(update) / (update.size**0.5 * group["d"]))
        return add(array, update, -alpha / clip)

    @staticmethod
    def _second_moment(state, grad, weight, eps):
        """Update and return the estimate of the squared gradients."""
        if grad.ndim < 2:
            variance = state["variance"]._array
            variance[...] = lerp(variance, grad * grad, weight)
            return variance
        row, column = state["row_var"]._array, state["col_var"]._array
        row[...] = lerp(row, np.mean(grad * grad, -1, keepdims=True), weight)
        column[...] = lerp(column, np.mean(grad * grad, -2, keepdims=True), weight)
        mean = np.maximum(row.mean(-2, keepdims=True), cast_scalar(eps, row))
        return row @ column / mean


def euclidean_norm(array: np.ndarray) -> float:
    """Return the Euclidean norm of all elements."""
    return float(np.sqrt(np.sum(np.square(array, dtype=np.float64))))
