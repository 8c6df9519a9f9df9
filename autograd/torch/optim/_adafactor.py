"""Adafactor: squares of gradients are kept by row and column only."""

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
    """Adaptive steps whose state is a row and a column for each matrix."""

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

    def _start(self, param, grad):
        """The state of `param`, made at its first step."""
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
        state = self._start(param, grad)
        first, second = group["eps"]
        first = float(np.finfo(array.dtype).eps) if first is None else first
        state["step"]._array += 1
        step, lr = state["step"].item(), as_number(group["lr"])
        size = root_of_squares(array) / array.size**0.5
        alpha = max(second, size) * min(lr, 1 / step**0.5)
        if group["weight_decay"]:
            array = mul(array, 1 - lr * group["weight_decay"])
        spread = self._spread(state, grad, step ** group["beta2_decay"], first)
        update = grad / np.sqrt(np.maximum(spread, cast_scalar(first * first, array)))
        clip = max(1.0, root_of_squares(update) / (update.size**0.5 * group["d"]))
        return add(array, update, -alpha / clip)

    @staticmethod
    def _spread(state, grad, share, eps):
        """The estimate of the squares of gradients."""
        if grad.ndim < 2:
            kept = state["variance"]._array
            kept[...] = lerp(kept, grad * grad, share)
            return kept
        row, column = state["row_var"]._array, state["col_var"]._array
        row[...] = lerp(row, np.mean(grad * grad, -1, keepdims=True), share)
        column[...] = lerp(column, np.mean(grad * grad, -2, keepdims=True), share)
        mean = np.maximum(row.mean(-2, keepdims=True), cast_scalar(eps, row))
        return row @ column / mean


def root_of_squares(array: np.ndarray) -> float:
    """The Euclidean norm of all entries."""
    return float(np.sqrt(np.sum(np.square(array, dtype=np.float64))))
