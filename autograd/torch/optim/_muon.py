"""Muon optimizer (`torch/optim/_muon.py`)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.tensor.dtype import bfloat16 as bfloat16_dtype
from autograd.tensor.tensor import wrap
from torch.optim.arguments import check_lr
from torch.optim.kernels import add, as_number, lerp, mul
from torch.optim.optimizer import Optimizer
from torch.optim.state import zeros_like_param

bfloat16 = bfloat16_dtype.numpy.type
COEFFICIENTS = (3.4445, -4.775, 2.0315)


class Muon(Optimizer):
    """Muon: momentum orthogonalized by Newton-Schulz iterations (Jordan et al. 2024).

    Parameters must be matrices.
    """

    _versions = 2
    takes_complex = False

    def __init__(self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True,
                 ns_coefficients=COEFFICIENTS, eps=1e-7, ns_steps=5, adjust_lr_fn=None):
        check_lr(lr)
        for name, value in (
            ("Learning rate", lr), ("momentum", momentum), ("weight decay", weight_decay)
        ):
            if not 0.0 <= as_number(value):
                raise ValueError(f"{name} should be >= 0 but is: {value}")
        if adjust_lr_fn not in (None, "original", "match_rms_adamw"):
            raise ValueError(f"Adjust learning rate function {adjust_lr_fn} is not supported")
        super().__init__(params, {
            "lr": lr, "weight_decay": weight_decay, "momentum": momentum, "nesterov": nesterov,
            "ns_coefficients": ns_coefficients, "eps": eps, "ns_steps": ns_steps,
            "adjust_lr_fn": adjust_lr_fn,
        })
        for group in self.param_groups:
            for p in group["params"]:
                if p.ndim != 2:
                    raise ValueError(
                        "Muon only supports 2D parameters whereas we found a parameter with size: "
                        f"{p.size()}"
                    )

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update the parameters; return the loss of `closure`, if given."""
        return self._run_step(closure)

    def _update(self, param, array, grad, group):
        state, momentum, lr = self.state[param], group["momentum"], as_number(group["lr"])
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = zeros_like_param(param)
        buffer = state["momentum_buffer"]._array
        buffer[...] = lerp(buffer, grad, 1 - momentum)
        update = lerp(grad, buffer, momentum) if group["nesterov"] else buffer
        update = orthogonalize(update, group["ns_coefficients"], group["ns_steps"], group["eps"])
        array = mul(array, 1 - lr * group["weight_decay"])
        step = lr * lr_factor(group["adjust_lr_fn"], array.shape)
        return add(array, update.astype(array.dtype), -step)


def lr_factor(adjust_lr_fn: str | None, shape: tuple[int, ...]) -> float:
    """Return the factor of the learning rate for a matrix of this shape."""
    rows, columns = shape
    if adjust_lr_fn == "match_rms_adamw":
        return 0.2 * math.sqrt(max(rows, columns))
    return math.sqrt(max(1, rows / columns))


def orthogonalize(
        grad: np.ndarray, coefficients: tuple[float, float, float], steps: int, eps: float
) -> np.ndarray:
    """Approximate the nearest orthogonal matrix by Newton-Schulz iterations in bfloat16.

    Raises ValueError for 100 iterations or more.
    """
    if steps >= 100:
        raise ValueError("Number of steps must be less than 100 for computational efficiency")
    if len(coefficients) != 3:
        raise ValueError("Coefficients must be a tuple of exactly 3 values")
    a, b, c = coefficients
    is_tall = grad.shape[0] > grad.shape[1]
    x = (grad.T if is_tall else grad).astype(bfloat16)
    norm = np.asarray(np.sqrt(np.sum(np.square(x.astype(np.float32)))).astype(bfloat16))
    divisor = wrap(norm).clamp(min=eps)._array.astype(np.float32)
    x = round_to_bfloat16(x.astype(np.float32) / divisor)
    for _ in range(steps):
        gram = round_to_bfloat16(x @ x.T)
        update = round_to_bfloat16(np.float32(b) * gram + np.float32(c) * (gram @ gram))
        x = round_to_bfloat16(np.float32(a) * x + update @ x)
    return x.T if is_tall else x


def round_to_bfloat16(array: np.ndarray) -> np.ndarray:
    """Round float32 numbers to the precision of bfloat16."""
    return array.astype(bfloat16).astype(np.float32)
